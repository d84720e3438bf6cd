// The native twin of solver/patiences/gallery/search/closure.py, where everything here is explained.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "card_set.hpp"
#include "gallery/layout.hpp"
#include "gallery/position.hpp"

namespace patience::gallery {

class Relaxed {
public:
    // Pairs (card, earlier), at most one for each card: it is not played before the earlier one.
    using Needs = std::vector<std::pair<CardSet, CardSet>>;

    struct Openings {
        CardSet free, contested;
    };

    explicit Relaxed(const Position& position) : rows_(position.rows), in_rows_(position.in_rows) {}

    int places(CardSet left, int row) const noexcept {
        return (left & kRowBases[row]).count() - (left & rows_[row]).count();
    }

    Openings openings(CardSet left) const noexcept;

    CardSet slots(CardSet left) const noexcept;

    // The cards that have a slot after some that have a slot now were played, as the closure counts slots.
    CardSet opened(CardSet slots, CardSet played) const noexcept {
        slots |= both_copies((played | played >> 1) & kFirst) << kSuccessor & kBuilt;
        for (int row = 0; row < kRows; ++row) slots |= kRowBases[row].when(static_cast<bool>(played & rows_[row]));
        return slots;
    }

    // The cards that are reached. goal: those of which alone it matters; it ends as soon as all of them are.
    CardSet closure(CardSet slots, CardSet open, const Under& under, CardSet covers, CardSet blocked = {},
                    const Needs* needs = nullptr, CardSet goal = kAll) const noexcept;

    // When a held card is released: when rivals have filled all its slots, or the first one.
    enum class Release { kAllFilled, kFirstFilled };

    CardSet vain(CardSet left, CardSet slots, CardSet open, const Under& under, CardSet covers, CardSet held,
                 CardSet kept, Release release) const noexcept;

    bool matchable(CardSet left, CardSet slots, CardSet open, const Under& under, CardSet covers) const;

private:
    std::array<CardSet, kRows> rows_;
    CardSet in_rows_;
};

}  // namespace patience::gallery
