// The native twin of solver/patiences/gallery/search/standstills.py, where the method and its proof are written.
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
#include "gallery/position.hpp"
#include "gallery/round_key.hpp"
#include "meter.hpp"

namespace patience::gallery {

class StandstillSearch {
public:
    StandstillSearch(const Packed& packed, Meter& meter);

    // Plays that win with at most so many redeals (any number without one), or nothing. Throws what the meter throws.
    std::optional<std::vector<int>> run(std::optional<int> redeals);

    // A lower bound of the redeals that win, or nothing if nothing wins.
    std::optional<int> least_redeals() const;

    std::int64_t positions() const { return positions_; }
    std::size_t remembered() const { return lost_.size(); }
    std::vector<std::int64_t> standstills_after() const { return {after_.begin(), after_.begin() + start_.width + 1}; }

private:
    // Plays of a round: sets of cards, each of which can be played in any order that the piles allow.
    struct Trail {
        CardSet cards;
        std::int32_t before;  // the trail that it goes on from, -1 for none
    };

    struct Standstill {
        CardSet left;
        std::int32_t trail;
        std::int32_t count;  // of the cards left
    };

    // The distinct standstills of a round, one after the other. Trails hold until `forget_trails`.
    class Round {
    public:
        void begin(StandstillSearch& search, const Layout& layout, CardSet left, int depth, bool last);
        std::optional<Standstill> next();
        void forget_trails() { floor_ = 0; }
        const Trail& trail(std::int32_t number) const { return trails_[number]; }

    private:
        // A branch that is still to be searched; `height` trails were there when it was put aside, newer ones die
        // when it is taken up again, unless a standstill found since needs them.
        struct Branch {
            CardSet left, open, held;
            std::int32_t trail;
            std::uint32_t height;
        };
        struct Key {
            CardSet left, held;
            bool operator==(const Key&) const = default;
        };

        std::int32_t extended(std::int32_t trail, CardSet cards);
        void put_aside(CardSet left, CardSet open, CardSet held, std::int32_t trail);

        StandstillSearch* search_ = nullptr;
        const Layout* layout_ = nullptr;
        int depth_ = 0;
        bool last_ = false;
        bool finished_ = false;
        CardSet reach_;
        std::vector<Branch> stack_;
        std::vector<Trail> trails_;
        std::uint32_t floor_ = 0;
        ExactSet<Key> seen_;
        ExactSet<CardSet> found_;
    };

    // What one level of the recursion needs; kept for the next round of the same level.
    struct Level {
        Layout layout;
        Round round;
        std::vector<Standstill> batch;
        std::vector<int> choices;
        RoundKey key;
    };

    // Piles as a bit mask.
    using PileMask = unsigned;

    // The layout is that of the level; at a win `line_` gets the plays.
    bool search_round(int level, PileMask done, int redeals, PileMask needed, CardSet left);
    void choose(const Layout& layout, PileMask done, CardSet left, PileMask only, std::vector<int>& piles) const;
    bool refuted(PileMask done, int redeals, const Layout& layout, CardSet left) const;
    std::optional<PileMask> find_needed(PileMask done, int redeals, PileMask needed, const Layout& layout,
                                        CardSet left) const;
    CardSet stay(PileMask piles, const Layout& layout, CardSet left) const;
    CardSet in_vain(CardSet left, CardSet open, const Layout& layout, CardSet held) const;
    void write_key(RoundKey& key, PileMask done, const Layout& layout, CardSet left) const;
    std::vector<int> in_order(const Level& level, std::int32_t trail) const;
    Level& level(int number);

    Position start_;
    Meter& meter_;
    Relaxed relaxed_;
    CardSet alike_;
    BytesMap lost_;
    std::vector<std::unique_ptr<Level>> levels_;
    std::vector<std::vector<int>> line_;  // after a win: the plays of each round, the last round first
    std::int64_t positions_ = 0;
    std::array<std::int64_t, kPiles + 1> after_{};
};

}  // namespace patience::gallery
