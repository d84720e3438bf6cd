#include "gallery/position.hpp"

#include <stdexcept>

namespace patience::gallery {

namespace {
void expect(bool so, const char* what) {
    if (!so) throw std::invalid_argument(what);
}
}  // namespace

Position::Position(const Packed& packed)
    : width(packed.width), done(packed.done), free_order(packed.free_order), rows{}, piles{} {
    expect(1 <= width && width <= kPiles, "expected 1 to 8 piles");
    expect(packed.piles.size() == static_cast<std::size_t>(width), "expected as many piles as the width says");
    expect(done >> width == 0, "expected turns of piles that there are");
    id_of.fill(-1);
    std::array<int, kKinds> copies{};
    std::vector<int> index_of;
    for (const int kind : packed.kinds) {
        expect(0 <= kind && kind < kKinds, "expected kinds from 0 to 51");
        expect(copies[kind] < 2, "expected at most two copies of a card");
        const int index = 2 * kind + copies[kind]++;
        id_of[index] = static_cast<std::int16_t>(index_of.size());
        index_of.push_back(index);
    }
    const auto place = [&](int id) {
        expect(0 <= id && static_cast<std::size_t>(id) < index_of.size(), "expected ids that have a kind");
        const CardSet card = CardSet::of(index_of[id]);
        expect(!(left & card), "expected each card in one place");
        left |= card;
        return index_of[id];
    };
    for (int row = 0; row < kRows; ++row)
        for (const int id : packed.rows[row]) rows[row] |= CardSet::of(place(id));
    in_rows = rows[0] | rows[1] | rows[2];
    for (int pile = 0; pile < width; ++pile)
        for (const int id : packed.piles[pile]) piles[pile].add(static_cast<std::uint8_t>(place(id)));
    expect(static_cast<std::size_t>(left.count()) == index_of.size(), "expected every card in a row or a pile");
}

}  // namespace patience::gallery
