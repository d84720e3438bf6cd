#include "gallery/closure.hpp"

#include <cstdint>

namespace patience::gallery {

namespace {

constexpr CardSet kAces = of_ranks(0, 0) & kFirst;
constexpr CardSet kBuiltFirst = kBuilt & kFirst;

// A largest bipartite matching, from the sets of right nodes of the left nodes (Kuhn's method).
class Matching {
public:
    explicit Matching(const std::vector<CardSet>& choices) : choices_(choices) { partner_.fill(-1); }

    int size() {
        int size = 0;
        for (int node = 0; node < static_cast<int>(choices_.size()); ++node) {
            tried_ = {};
            size += augment(node);
        }
        return size;
    }

private:
    // Recurses once for each left node at most: there are no more than eight.
    bool augment(int node) {
        while (const CardSet options = choices_[node] & ~tried_) {
            const CardSet option = options.lowest();
            tried_ |= option;
            std::int8_t& partner = partner_[option.first()];
            if (partner < 0 || augment(partner)) {
                partner = static_cast<std::int8_t>(node);
                return true;
            }
        }
        return false;
    }

    const std::vector<CardSet>& choices_;
    std::array<std::int8_t, kCards> partner_;
    CardSet tried_;
};

}  // namespace

Relaxed::Openings Relaxed::openings(CardSet left) const noexcept {
    const CardSet upper = left >> 1;
    const CardSet any = (left | upper) & kFirst;
    const CardSet both = left & upper & kFirst;
    const CardSet blocked = any << kSuccessor;
    CardSet free = both_copies(any & (kAces | (kBuiltFirst & ~blocked)));
    CardSet contested = both_copies(both & blocked & kBuiltFirst & ~(both << kSuccessor));
    for (int row = 0; row < kRows; ++row) {
        const CardSet bases = kRowBases[row];
        if (!(left & bases)) continue;
        const CardSet strangers = left & rows_[row];
        if (!strangers)
            free |= bases;
        else if ((left & bases).count() > strangers.count())
            contested |= bases;
    }
    return {free, contested};
}

CardSet Relaxed::slots(CardSet left) const noexcept {
    const CardSet upper = left >> 1;
    const CardSet both = left & upper & kFirst;
    const CardSet blocked = (((left | upper) & kFirst) << kSuccessor & ~both) | both << kSuccessor;
    CardSet slots = kAll ^ both_copies(blocked & kBuiltFirst);
    for (int row = 0; row < kRows; ++row) {
        const CardSet strangers = left & rows_[row];
        if (strangers && strangers.count() >= (left & kRowBases[row]).count()) slots ^= kRowBases[row];
    }
    return slots;
}

CardSet Relaxed::closure(CardSet slots, CardSet open, const Under& under, CardSet covers, CardSet blocked,
                         const Needs* needs, CardSet goal) const noexcept {
    CardSet reached;
    CardSet barred = blocked;
    if (needs)
        for (const auto& [card, earlier] : *needs) barred |= card;
    while (true) {
        const CardSet playable = slots & ~barred;
        CardSet fresh = open & playable;
        if (!fresh) return reached;
        CardSet played = fresh & ~covers;
        fresh &= covers;
        while (fresh) {
            const int card = fresh.pop();
            played |= CardSet::of(card);
            const CardSet beneath = under[card];
            if (beneath & playable)
                fresh |= beneath;
            else
                open |= beneath;
        }
        reached |= played;
        if (!(goal & ~reached)) return reached;
        open &= ~played;
        slots = opened(slots, played);
        if (needs)
            for (const auto& [card, earlier] : *needs)
                if (played & earlier && !(blocked & card)) barred &= ~card;
    }
}

CardSet Relaxed::vain(CardSet left, CardSet slots, CardSet open, const Under& under, CardSet covers, CardSet held,
                      CardSet kept, Release release) const noexcept {
    while (true) {
        const CardSet reached = closure(slots, open, under, covers, held | kept);
        CardSet released = held & kBuilt & other_copies(reached);
        for (int row = 0; row < kRows; ++row) {
            const CardSet bases = kRowBases[row];
            if (!(held & bases)) continue;
            const int needed = release == Release::kAllFilled ? places(left, row) : 1;
            if ((reached & bases).count() >= needed) released |= held & bases;
        }
        held ^= released;
        if (!released || !held) return held;
    }
}

bool Relaxed::matchable(CardSet left, CardSet slots, CardSet open, const Under& under, CardSet covers) const {
    CardSet covering;
    for (CardSet rest = covers; rest;) {
        const int card = rest.pop();
        if (under[card]) covering |= CardSet::of(card);
    }
    const CardSet any = (left | left >> 1) & kFirst;
    Needs needs;
    // Of some cards those that can be played only after a card.
    const auto after = [&](CardSet card, CardSet some) {
        if (!(card & covering) && other_copies(card) & left) return card & some;
        return some & ~closure(slots, open, under, covers, card, &needs, some);
    };

    CardSet pairs = left & left >> 1 & kBuiltFirst & any << kSuccessor & (covering | covering >> 1);
    for (bool progress = true; progress;) {
        progress = false;
        for (CardSet rest = pairs; rest;) {
            const CardSet one = rest.lowest();
            rest ^= one;
            const CardSet two = one << 1;
            const CardSet low = left & one >> kSuccessor;
            const CardSet high = left & two >> kSuccessor;
            const CardSet after_one = after(one, low | high);
            const CardSet after_two = after(two, low | high);
            if (low && high) {
                const bool straight = !(after_one & low) && !(after_two & high);
                const bool crossed = !(after_one & high) && !(after_two & low);
                if (!straight && !crossed) return false;
                if (straight && crossed) continue;
                needs.emplace_back(one, straight ? low : high);
                needs.emplace_back(two, straight ? high : low);
            } else {
                const CardSet earlier = low | high;
                if (!((after_one | after_two) & earlier)) continue;
                if (after_one & after_two & earlier) return false;
                needs.emplace_back(after_one & earlier ? two : one, earlier);
            }
            pairs ^= one;
            progress = true;
        }
        if (progress && closure(slots, open, under, covers, {}, &needs) != left) return false;
    }
    for (int row = 0; row < kRows; ++row) {
        const CardSet strangers = left & rows_[row];
        if (!strangers) continue;
        std::vector<CardSet> choices;
        for (CardSet rest = left & kRowBases[row]; rest;) {
            const CardSet base = rest.lowest();
            rest ^= base;
            choices.push_back(strangers & ~after(base, strangers));
        }
        if (Matching(choices).size() < strangers.count()) return false;
    }
    return true;
}

}  // namespace patience::gallery
