// The twin of solver/patiences/cross/search/layout.py: codes, heights, operations, the table of a round.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exact_map.hpp"

namespace patience::cross {

using Code = std::uint8_t;      // a card: ranks * suit + rank + 1, or a joker; 0 is none
using Codes = std::uint64_t;    // a set of codes
using Heights = std::uint32_t;  // eight bits a suit: cards on its ascending series, and above them on the descending one
using Pile = std::uint32_t;     // the cards of a column: see Piles

constexpr int kSuits = 4;     // at most
constexpr int kColumns = 12;  // at most
constexpr int kCodes = 64;

using Columns = std::array<Pile, kColumns>;

// Operations, as in the Python twin: 2 * column + direction is a play.
constexpr int kRow = -1;
constexpr int kReshuffle = -2;
constexpr int kFill = -3;
constexpr int fill_one(int column) { return -4 - column; }

using Line = std::vector<std::int8_t>;

constexpr Codes bit(Code code) { return Codes{1} << code; }

// How large a game is, and the tables of its codes.
class Dimensions {
public:
    // Throws std::invalid_argument for sizes that this twin does not hold.
    Dimensions(int suits, int ranks, int columns);

    int suits;
    int ranks;
    int columns;
    Heights complete = 0;
    std::array<std::uint8_t, kCodes> suit_of{};
    std::array<std::uint8_t, kCodes> rank_of{};
    // What the series of a suit want, by its eight bits of heights; 0 if complete.
    std::array<std::array<Code, 256>, kSuits> up{};
    std::array<std::array<Code, 256>, kSuits> down{};
    std::array<std::array<Codes, 256>, kSuits> either{};

    // What such a table says of all suits.
    Codes joined(const std::array<std::array<Codes, 256>, kSuits>& table, Heights heights) const {
        Codes found = 0;
        for (int suit = 0; suit < suits; ++suit) found |= table[suit][own(heights, suit)];
        return found;
    }

    static unsigned own(Heights heights, int suit) { return heights >> 8 * suit & 255; }
    // The codes of which one copy or two are not on a series, by the eight bits of heights of their suit; those of two.
    std::array<std::array<Codes, 256>, kSuits> left{};
    std::array<std::array<Codes, 256>, kSuits> both_left{};

    Codes wanted(Heights heights) const { return joined(either, heights); }
    int cards_left(Heights heights) const;
};

// Where a round stands: columns from their first card to the last, the stock with the next card first.
struct PackedTable {
    std::vector<std::vector<Code>> columns;
    std::vector<Code> stock;
    Heights heights = 0;
};

// Makes `table` the one after a reshuffle, from the order of all cards: codes, 64 added for the second copy. What memory
// it has is used again, for a search needs many tables one after the other.
void reshuffle(PackedTable& table, const Dimensions& dimensions, std::span<const std::uint8_t> order, Heights heights);

// Columns as numbers: equal cards in equal order have the same number, so that numbers are exact keys. 0 is the empty
// column, 1 to 63 are columns of that one code.
class Piles {
public:
    Piles() {
        members_.reserve(4 * kCodes);
        for (int code = 0; code < kCodes; ++code) members_.push_back({0, static_cast<Code>(code)});
    }

    Code top(Pile pile) const { return members_[pile].top; }
    Pile under(Pile pile) const { return members_[pile].under; }

    Pile with(Pile pile, Code code) {
        if (!pile) return code;
        const std::uint64_t key = std::uint64_t{pile} << 8 | code;
        const std::uint64_t hash = key * 0x9fb21c651e98df25U;  // good enough for numbers that are given in turn
        const auto known = index_.find(hash, [&](std::uint32_t n) { return key_of(n + kCodes) == key; });
        if (known != Index::kNone) return known + kCodes;
        const auto number = static_cast<std::uint32_t>(members_.size() - kCodes);
        index_.add(hash, number);
        members_.push_back({pile, code});
        return number + kCodes;
    }

    Pile of(std::span<const Code> cards) {
        Pile pile = 0;
        for (const Code code : cards) pile = with(pile, code);
        return pile;
    }

    void clear() {
        index_.clear(members_.size() - kCodes);
        members_.resize(kCodes);
    }

private:
    struct Member {
        Pile under = 0;
        Code top = 0;
    };

    std::uint64_t key_of(Pile pile) const { return std::uint64_t{members_[pile].under} << 8 | members_[pile].top; }

    std::vector<Member> members_;
    Index index_;
};

}  // namespace patience::cross
