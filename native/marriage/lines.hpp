// The twin of solver/patiences/marriage/search/lines.py.
#pragma once

#include <cstdint>
#include <vector>

namespace patience::marriage {

using Set = std::uint64_t;  // of cards, by their number in the layout
constexpr int kMost = 64;   // cards of a layout
constexpr int kNone = -1;

constexpr Set bit(int card) { return Set{1} << card; }

// Cards that leave together, in row order: a pair, or one or two separators.
struct Discard {
    int first;
    int second;  // or kNone
    bool pair;
};

using Batches = std::vector<std::vector<Discard>>;

struct Line {
    Batches batches;
    int longest;
};

// The line that makes these discards, each as early as it can be. Throws std::invalid_argument when it is not possible.
Line early_line(Batches batches, const std::vector<Set>& matches, int row, Set joined);

}  // namespace patience::marriage
