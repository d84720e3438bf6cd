#include "gallery/lookahead.hpp"

#include <array>

namespace patience::gallery {


void Lookahead::begin(const Layout& layout, unsigned done) {
    layout_ = &layout;
    done_ = done;
    dealt_ = layout.under;
}

bool Lookahead::clears(CardSet left, CardSet slots, CardSet open, CardSet kept) {
    const Layout& layout = *layout_;
    const int width = start_.width;
    int next = 0;
    while (next < width && (done_ >> next & 1 || !(layout.sets[next] & left))) ++next;
    if (next == width) return relaxed_.closure(slots, open, layout.under, layout.covers) == left;
    const Pile& pile = layout.piles[next];
    const CardSet redealt = layout.sets[next] & left;
    CardSet settled;  // cards of the piles before this one
    CardSet loose;  // and of those after it
    for (int number = 0; number < width; ++number) {
        if (number < next)
            settled |= layout.sets[number];
        else if (number > next)
            loose |= layout.sets[number];
    }
    CardSet stay = redealt;
    for (int survivors = redealt.count();; --survivors) {
        const CardSet before = relaxed_.closure(slots, open, layout.under, layout.covers, kept | stay);
        if (redealt & ~(stay | before)) return false;
        const CardSet rest = left & ~before;
        std::array<CardSet, kPiles> tops{};
        for (int number = 0; number < next; ++number)
            if (const int size = (layout.sets[number] & rest).count())
                tops[number] = CardSet::of(layout.piles[number].cards[size - 1]);
        CardSet covers = layout.covers & settled;
        CardSet free = rest & (start_.in_rows | loose);
        int target = next;
        for (int at = survivors; at--;) {
            target = target + 1 == width ? 0 : target + 1;
            const int index = pile.cards[at];
            const CardSet card = CardSet::of(index);
            if (target > next) {
                free |= card;
            } else {
                dealt_[index] = tops[target];
                covers |= card;
                tops[target] = card;
            }
        }
        for (int number = 0; number <= next; ++number) free |= tops[number];
        if ((before | relaxed_.closure(relaxed_.opened(slots, before), free, dealt_, covers)) == left) return true;
        if (!survivors) return false;
        const CardSet lowest_gone = CardSet::of(pile.cards[survivors - 1]);
        if (kept & lowest_gone) return false;
        stay ^= lowest_gone;
    }
}

}  // namespace patience::gallery
