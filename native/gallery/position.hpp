// A gallery position in small integers, the counterpart of solver/patiences/gallery/packed.py, and its cards as bits.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "card_set.hpp"

namespace patience::gallery {

inline constexpr int kSuits = 4;
inline constexpr int kRanks = 13;
inline constexpr int kKinds = kSuits * kRanks;
inline constexpr int kCards = 2 * kKinds;  // bits: 2 * kind + copy
inline constexpr int kRows = 3;
inline constexpr int kPiles = 8;  // the most there are
inline constexpr int kSuccessor = 6;  // bits from a kind to the kind three ranks higher

// The cards of the ranks (ace 0) from low to high, both copies.
constexpr CardSet of_ranks(int low, int high) {
    CardSet cards;
    for (int suit = 0; suit < kSuits; ++suit)
        for (int rank = low; rank <= high; ++rank) {
            const int index = 2 * (kRanks * suit + rank);
            cards |= CardSet::of(index) | CardSet::of(index + 1);
        }
    return cards;
}

inline constexpr CardSet kAll = of_ranks(0, kRanks - 1);
inline constexpr CardSet kFirst{0x5555555555555555U, 0x5555555555U};  // the first copy of every kind
inline constexpr std::array<CardSet, kRows> kRowBases{of_ranks(1, 1), of_ranks(2, 2), of_ranks(3, 3)};
inline constexpr CardSet kBases = of_ranks(1, 3);
inline constexpr CardSet kBuilt = of_ranks(4, kRanks - 1);  // what is put on a base
inline constexpr CardSet kPredecessors = of_ranks(1, 9) & kFirst;
static_assert((kAll & kFirst).count() == kKinds && kFirst.count() == kKinds);

// The other copy of every card.
constexpr CardSet other_copies(CardSet cards) { return (cards & kFirst) << 1 | (cards >> 1 & kFirst); }

// From first copies to both copies of their kinds.
constexpr CardSet both_copies(CardSet firsts) { return firsts | firsts << 1; }

inline constexpr int kBlock = 16;  // cards of a pile that are copied at once

// The cards of a pile from bottom to top, as bit numbers.
struct Pile {
    std::uint8_t size = 0;
    std::array<std::uint8_t, (kCards + kBlock - 1) / kBlock * kBlock> cards{};

    void add(std::uint8_t card) { cards[size++] = card; }
};

// What is given; ids are indices into `kinds`.
struct Packed {
    int width = 0;
    std::vector<int> kinds;
    std::array<std::vector<int>, kRows> rows;
    std::vector<std::vector<int>> piles;
    unsigned done = 0;
    bool anytime = false;
    bool free_order = false;
};

// The same with cards as bits.
struct Position {
    // Throws std::invalid_argument for what is no position: a search would run out of its arrays.
    explicit Position(const Packed& packed);

    int width;
    unsigned done;
    bool free_order;
    CardSet left;
    std::array<CardSet, kRows> rows;
    CardSet in_rows;
    std::array<Pile, kPiles> piles;
    std::array<std::int16_t, kCards> id_of;  // -1 for a card that has been played
};

constexpr int redeal(int pile) { return -1 - pile; }

}  // namespace patience::gallery
