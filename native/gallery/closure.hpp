// The native twin of solver/patiences/gallery/search/closure.py, where everything here is explained.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "card_set.hpp"
#include "gallery/position.hpp"

namespace patience::gallery {

using Under = std::array<CardSet, kCards>;  // for each card the card beneath it, or nothing

class Relaxed {
public:
    // Pairs (card, earlier): the card is not played before the earlier one.
    using Needs = std::vector<std::pair<CardSet, CardSet>>;

    struct Openings {
        CardSet free, contested;
    };

    explicit Relaxed(const Position& position) : rows_(position.rows), in_rows_(position.in_rows) {}

    CardSet in_rows() const noexcept { return in_rows_; }

    int places(CardSet left, int row) const noexcept {
        return (left & kRowBases[row]).count() - (left & rows_[row]).count();
    }

    Openings openings(CardSet left) const noexcept;

    CardSet closure(CardSet playable, CardSet open, const Under& under, CardSet stacked, CardSet blocked,
                    const Needs& needs = {}) const noexcept;

    CardSet vain(CardSet left, CardSet playable, CardSet open, const Under& under, CardSet stacked, CardSet held,
                 CardSet kept) const noexcept;

    bool matchable(CardSet left, CardSet playable, CardSet open, const Under& under, CardSet stacked) const;

private:
    std::array<CardSet, kRows> rows_;
    CardSet in_rows_;
};

}  // namespace patience::gallery
