// The twin of solver/patiences/cross/search/pools.py, where pools and jokers are explained.
#pragma once

#include <cstdint>
#include <vector>

#include "cross/rounds.hpp"

namespace patience::cross {

// The search of a round with `fill: anytime` and `choice: free`. In which column a card of a pool lies is left open.
class PooledSearch final : public RoundSearch {
public:
    explicit PooledSearch(const Dimensions& dimensions);

    void search(const PackedTable& table, bool only_won, int depth, Meter& meter, const Ended& ended) override;
    Line line() const override;

private:
    using Mask = std::uint16_t;  // a set of columns

    // An exact memo key. The columns of a pool have the same label, four bits a column: 1 + the number of the leftmost of
    // them; they hold its cards, sorted, as far to the left as they go. Jokers are kept as numbers of `joker_sets_`.
    struct Key {
        Columns columns;
        std::uint64_t labels;
        std::uint32_t jokers;
        Heights heights;
        bool operator==(const Key&) const = default;
    };

    struct Node {
        Key key;
        std::uint32_t trail;
        std::uint8_t at;  // place in the stock
        bool covered;     // the last step covered cards, or uncovered a joker's
    };

    enum class Kind : std::uint8_t { kPlayed, kPoolPlayed, kPoolFilled, kLies, kDealt };

    // A step of a trail. kPlayed: play; kPoolPlayed: code, direction, columns of the pool; kPoolFilled: code, columns;
    // kLies: code, column.
    struct Step {
        std::uint32_t before;
        Kind kind;
        std::uint8_t code;  // with the direction as bit 6; or the play
        std::uint16_t where;
    };

    // What waits for its turn when only a win counts.
    struct Waiting {
        std::int32_t priority;
        std::uint32_t number;
        std::uint32_t node;
        // Whether it comes later than another.
        bool operator<(const Waiting& other) const {
            return priority != other.priority ? priority > other.priority : number < other.number;
        }
    };

    static int label(std::uint64_t labels, int column) { return labels >> 4 * column & 15; }
    Mask pool(std::uint64_t labels, int label) const;
    // The pools of a position, by their masks as numbers.
    int pools(std::uint64_t labels, Mask* masks) const;
    std::uint32_t after(std::uint32_t trail, Kind kind, int code, int where);
    std::uint32_t joker_set(const Jokers& jokers);
    void make(Node& node, const Columns& view, int play);
    void fill(const Node& node, std::span<const Code> stock, Mask place);
    void deal(Node& node, std::span<const Code> stock);
    void uncover(const Node& node, int column);
    void push(Node node, bool only_won, int total);

    ExactSet<Key> seen_;
    ExactMap<Jokers, std::uint32_t> joker_numbers_;
    std::vector<Jokers> joker_sets_;
    std::vector<Node> successors_;
    std::vector<Node> nodes_;  // those on the stack, or all places of those in the queue
    std::vector<std::uint32_t> unused_;
    std::vector<Waiting> queue_;
    std::vector<Step> steps_;  // all trails; number 0 is the beginning
    std::uint32_t number_ = 0;
    Node ended_{};
};

}  // namespace patience::cross
