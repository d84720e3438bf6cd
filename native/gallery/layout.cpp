#include "gallery/layout.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace patience::gallery {

Layout Layout::of(const Position& position) {
    Layout layout;
    layout.piles = position.piles;
    for (int number = 0; number < position.width; ++number) {
        const Pile& pile = position.piles[number];
        for (int at = 0; at < pile.size; ++at) {
            layout.sets[number] |= CardSet::of(pile.cards[at]);
            if (at) layout.under[pile.cards[at]] = CardSet::of(pile.cards[at - 1]);
        }
    }
    layout.expose(position.width, position.in_rows);
    return layout;
}

void Layout::redeal(const Layout& old, int width, int pile, CardSet left, CardSet strangers) {
    under = old.under;
    for (int number = 0; number < width; ++number) {
        sets[number] = old.sets[number] & left;
        const int size = sets[number].count();
        piles[number].size = static_cast<std::uint8_t>(size);
        for (int from = 0; from < size; from += kBlock)
            std::memcpy(&piles[number].cards[from], &old.piles[number].cards[from], kBlock);
    }
    int target = pile;
    const auto& from = old.piles[pile].cards;
    int at = piles[pile].size;
    piles[pile].size = 0;
    sets[pile] = {};
    while (at--) {
        target = target + 1 == width ? 0 : target + 1;
        Pile& onto = piles[target];
        const std::uint8_t card = from[at];
        under[card] = onto.size ? CardSet::of(onto.cards[onto.size - 1]) : CardSet{};
        sets[target] |= CardSet::of(card);
        onto.add(card);
    }
    expose(width, strangers);
}

void Layout::expose(int width, CardSet strangers) {
    open = strangers;
    covers = {};
    for (int number = 0; number < width; ++number) {
        const Pile& pile = piles[number];
        if (!pile.size) continue;
        open |= CardSet::of(pile.cards[pile.size - 1]);
        covers |= sets[number] ^ CardSet::of(pile.cards[0]);
    }
}

}  // namespace patience::gallery
