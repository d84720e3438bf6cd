// The twin of solver/patiences/cross/search/rounds.py and reductions.py.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "cross/layout.hpp"
#include "exact_map.hpp"
#include "meter.hpp"

namespace patience::cross {

// Plays, as operations: a set, whose order is by columns from the left, up before down. It fits into a register; a list
// of bytes would have to be waited for whenever it is copied just after it was written.
class Plays {
public:
    class Iterator {
    public:
        explicit Iterator(unsigned rest) : rest_(rest) {}
        int operator*() const { return std::countr_zero(rest_); }
        Iterator& operator++() {
            rest_ &= rest_ - 1;
            return *this;
        }
        bool operator==(const Iterator&) const = default;

    private:
        unsigned rest_;
    };

    void add(int play, bool condition = true) { plays_ |= unsigned{condition} << play; }
    void add(const Plays& others) { plays_ |= others.plays_; }
    int size() const { return std::popcount(plays_); }
    bool empty() const { return !plays_; }
    int first() const { return std::countr_zero(plays_); }
    int last() const { return static_cast<int>(std::bit_width(plays_)) - 1; }
    Iterator begin() const { return Iterator(plays_); }
    Iterator end() const { return Iterator(0); }

private:
    unsigned plays_ = 0;
};

// The cards for which jokers stand, sorted: 64 * joker + code; the rest is 0. See pools.hpp.
using Jokers = std::array<std::uint16_t, kColumns>;
inline constexpr Jokers kNoJokers{};

// The codes that are jokers.
inline Codes jokers_of(const Jokers& jokers) {
    Codes found = 0;
    for (const auto entry : jokers) {
        if (!entry) break;
        found |= bit(static_cast<Code>(entry >> 6));
    }
    return found;
}

struct Closure {
    Codes once;
    Codes twice;
    std::array<std::uint8_t, kSuits> reached;
    int kept;
};

struct Reduction {
    Plays safe;
    Plays enough;
};

// Called at each end of a round that counts; true ends the search.
using Ended = std::function<bool(Heights)>;

// What the searches of a round share: the plays that the rules allow, their reductions, and the interface.
class RoundSearch {
public:
    virtual ~RoundSearch() = default;

    // Goes through the ends of the round as they are found, an end perhaps more than once, or only those that win.
    // Throws what the meter throws.
    virtual void search(const PackedTable& table, bool only_won, int depth, Meter& meter, const Ended& ended) = 0;

    // While `ended` is called: the operations that lead to this end.
    virtual Line line() const = 0;

    const Dimensions& dimensions() const { return dimensions_; }

protected:
    // The dimensions must outlive the search.
    RoundSearch(const Dimensions& dimensions, bool book) : dimensions_(dimensions), book_(book) {}

    Plays plays(const Columns& columns, Heights heights, Codes wanted) const;
    Reduction reduced(const Columns& columns, Heights heights, Codes wanted, const Plays& plays,
                      std::span<const Code> coming, const Jokers& jokers, bool closed) const;
    Closure closure(const Pile* columns, int count, Heights heights, Codes wanted, Codes opened,
                    std::span<const Code> stock, const Jokers& jokers) const;

    // Puts a card onto a series of its suit.
    void put(Code code, bool down, Heights& heights, Codes& wanted) const {
        const int suit = dimensions_.suit_of[code];
        const unsigned before = Dimensions::own(heights, suit);
        const unsigned step = down ? 16 : 1;
        wanted = (wanted & ~dimensions_.either[suit][before]) | dimensions_.either[suit][before + step];
        heights += step << 8 * suit;
    }

    bool has_empty_column(const Columns& columns) const;
    // Begins a table: its columns as piles. Forgets those of the last one.
    Columns laid_out(const PackedTable& table);
    // The rest of a stock, as a set, for each place in it; until the next call.
    const std::vector<Codes>& rests(std::span<const Code> stock);

    const Dimensions& dimensions_;
    const bool book_;
    Piles piles_;

private:
    std::vector<Codes> rests_;

    bool uncovers(const Columns& columns, Heights heights, Codes wanted, int play) const;
    bool meets(unsigned own, int rank, bool down) const;
};

// All plays and fills that the reductions leave are tried, each column by itself.
class ColumnSearch final : public RoundSearch {
public:
    ColumnSearch(const Dimensions& dimensions, bool anytime, bool book)
        : RoundSearch(dimensions, book), anytime_(anytime) {
        stack_.reserve(64);
        steps_.reserve(512);
    }

    void search(const PackedTable& table, bool only_won, int depth, Meter& meter, const Ended& ended) override;
    Line line() const override;

private:
    struct Key {
        Columns columns;
        Heights heights;
        bool operator==(const Key&) const = default;
    };

    struct Node {
        Key key;
        std::uint32_t trail;
        std::uint8_t at;  // place in the stock
    };

    struct Step {
        std::uint32_t before;
        std::int8_t operation;
    };

    std::uint32_t after(std::uint32_t trail, int operation) {
        steps_.push_back({trail, static_cast<std::int8_t>(operation)});
        return static_cast<std::uint32_t>(steps_.size() - 1);
    }

    // Puts a position that an operation leads to onto the stack, unless it has been there.
    void push(Node& next, int operation) {
        if (!seen_.insert(next.key)) return;
        next.trail = after(next.trail, operation);
        stack_.push_back(next);
    }

    const bool anytime_;
    ExactSet<Key> seen_;
    std::vector<Node> stack_;
    std::vector<Step> steps_;  // all trails; number 0 is the beginning
    std::uint32_t ended_ = 0;
};

// The search of a round under the rules `anytime` and `book`; see Python's `FewestReshuffles`.
std::unique_ptr<RoundSearch> round_search(const Dimensions& dimensions, bool anytime, bool book);

// The heights at which the round ends if always the leftmost of the allowed plays is made, up before down, and all empty
// columns are filled at once. Appends the operations.
class BookPlayer final : public RoundSearch {
public:
    explicit BookPlayer(const Dimensions& dimensions) : RoundSearch(dimensions, true) {}
    Heights first_end(const PackedTable& table, Line& line);
    void search(const PackedTable&, bool, int, Meter&, const Ended&) override {}
    Line line() const override { return {}; }
};

}  // namespace patience::cross
