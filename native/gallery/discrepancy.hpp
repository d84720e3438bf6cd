// The native twin of solver/patiences/gallery/search/discrepancy.py, where the method and its proof are written.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "card_set.hpp"
#include "exact_map.hpp"
#include "gallery/closure.hpp"
#include "gallery/layout.hpp"
#include "gallery/lookahead.hpp"
#include "gallery/position.hpp"
#include "gallery/round_key.hpp"
#include "meter.hpp"

namespace patience::gallery {

class DiscrepancySearch {
public:
    DiscrepancySearch(const Packed& packed, Meter& meter);

    // Plays that win, or nothing. Throws what the meter throws.
    std::optional<std::vector<int>> run();

    std::int64_t positions() const { return positions_; }
    std::int64_t standstills() const { return standstills_; }
    std::size_t remembered() const { return failed_.size(); }
    int level() const { return level_; }

private:
    // Plays: a card's number or a redeal, and the plays before it, -1 for none. Newer ones die when a branch is taken up.
    struct Trail {
        std::int32_t play;
        std::int32_t before;
    };

    // A branch that is still to be searched; `height` trails were there when it was put aside.
    struct Branch {
        CardSet left, open, kept, held, unpaid;
        std::int32_t allowance;
        std::int32_t trail;
        std::uint32_t height;
    };

    struct Key {
        CardSet left, kept, held, unpaid;
        bool operator==(const Key&) const = default;
    };

    // What one round needs; kept for the next round of the same depth.
    struct Level {
        Level(const Position& start, const Relaxed& relaxed) : lookahead(start, relaxed) {}

        Layout layout;
        RoundKey key;
        std::vector<Branch> stack;
        ExactMap<Key, std::int32_t> seen;
        Lookahead lookahead;
    };

    struct Competition {
        CardSet rivals;
        int slots;
    };

    // The layout is that of the level `depth`.
    int search_round(int depth, unsigned done, CardSet left, CardSet kept, CardSet held,
                     int allowance, std::int32_t trail);
    int redeal_on(int depth, unsigned done, CardSet left, CardSet kept, CardSet held,
                  int allowance, std::int32_t trail);
    void write_key(RoundKey& key, const Layout& layout, unsigned done, CardSet left, CardSet kept,
                   CardSet held) const;
    void spend(unsigned done);
    bool is_last(int pile, unsigned done) const;
    Competition competition(CardSet left, CardSet card) const;
    CardSet choose(CardSet left, CardSet options, CardSet rivals) const;
    std::int32_t extended(std::int32_t trail, int play);
    std::vector<int> line() const;
    Level& level(int depth);

    Position start_;
    Meter& meter_;
    Relaxed relaxed_;
    BytesMap failed_;
    std::vector<std::unique_ptr<Level>> levels_;
    std::vector<Trail> trails_;
    std::int32_t won_ = -1;  // the trail of a win
    std::int64_t positions_ = 0;
    std::int64_t standstills_ = 0;
    int level_ = 0;
};

}  // namespace patience::gallery
