// The native twin of solver/patiences/gallery/search/lookahead.py, where the method and its proof are written.
#pragma once

#include "card_set.hpp"
#include "gallery/closure.hpp"
#include "gallery/layout.hpp"
#include "gallery/position.hpp"

namespace patience::gallery {

// A look at the next redeal of one round, with fixed order.
class Lookahead {
public:
    Lookahead(const Position& start, const Relaxed& relaxed) : start_(start), relaxed_(relaxed) {}

    // Prepares the looks of a round, whose layout must stay where it is.
    void begin(const Layout& layout, unsigned done);

    // Whether the closures before and after the next redeal clear the table.
    bool clears(CardSet left, CardSet slots, CardSet open, CardSet kept);

private:
    const Position& start_;
    const Relaxed& relaxed_;
    const Layout* layout_ = nullptr;
    unsigned done_ = 0;
    Under dealt_{};  // what lies beneath each card after the redeal
};

}  // namespace patience::gallery
