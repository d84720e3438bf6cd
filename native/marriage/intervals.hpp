// The twin of solver/patiences/marriage/search/intervals.py, where the recurrences are explained and proved.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "marriage/lines.hpp"
#include "meter.hpp"

namespace patience::marriage {

enum class Pairs { kOptional, kCompulsory, kOff };

// A position on small integers. Cards: 4 * rank + suit, the row from left to right, then the stock.
struct PackedPosition {
    std::vector<int> cards;
    int row;
    Set joined;
};

// A winning line, or nothing when there is none. Throws what the meter throws, std::invalid_argument for a layout that
// this twin does not hold.
std::optional<Line> win(const PackedPosition& layout, Pairs pairs, Meter& meter);

// The same, with a longest row that is as short as can be.
std::optional<Line> narrowest(const PackedPosition& layout, Pairs pairs, Meter& meter);

}  // namespace patience::marriage
