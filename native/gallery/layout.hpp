// The piles at the start of a round; the twin of `Layout` in solver/patiences/gallery/search/cardsets.py.
#pragma once

#include <array>

#include "card_set.hpp"
#include "gallery/position.hpp"

namespace patience::gallery {

using Under = std::array<CardSet, kCards>;  // for each card the card beneath it, or nothing

struct Layout {
    std::array<Pile, kPiles> piles{};
    std::array<CardSet, kPiles> sets{};
    Under under{};
    CardSet open;    // strangers and tops of piles
    CardSet covers;  // the cards that lie on another

    // The piles as they lie in a position.
    static Layout of(const Position& position);

    // Makes this the layout after a pile of another one is redealt when only the cards `left` are unplayed, and of
    // the strangers only those.
    void redeal(const Layout& old, int width, int pile, CardSet left, CardSet strangers);

private:
    void expose(int width, CardSet strangers);
};

}  // namespace patience::gallery
