// The twin of solver/patiences/cross/search/fewest.py: the rounds one after the other, and the book's player.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "cross/rounds.hpp"
#include "meter.hpp"
#include "python_random.hpp"

namespace patience::cross {

// The search for the fewest reshuffles, a number at a time: `win_after(0)`, `win_after(1)`, … until one wins.
class FewestReshuffles {
public:
    // The dimensions must outlive the search.
    FewestReshuffles(const Dimensions& dimensions, PackedTable start, bool anytime, bool book);

    // The operations of a winning line with just this number of reshuffles, if there is one; orders: those of the
    // reshuffles up to this one (see `reshuffle`). Throws what the meter throws; then the same number may be asked again.
    std::optional<Line> win_after(int number, const std::vector<std::vector<std::uint8_t>>& orders, Meter& meter);

    // In how many ways each round can end, as far as all are known.
    std::vector<std::size_t> ends() const;

private:
    struct End {
        Heights heights;
        Heights before;  // at the beginning of the round
        std::uint32_t line;  // where its operations begin in `lines`; they end where the next one's begin
    };

    struct Round {
        std::vector<End> ends;
        Line lines;
    };

    std::optional<Line> win(const PackedTable& table, int depth, Meter& meter);
    Line joined(const Round& last, Line line) const;
    static void put_before(Line& line, const Round& round, std::size_t end);

    const Dimensions& dimensions_;
    PackedTable start_;
    std::unique_ptr<RoundSearch> ends_;  // two searches, as one runs inside the other
    std::unique_ptr<RoundSearch> wins_;
    std::vector<Round> rounds_;
    PackedTable before_;  // a round but the last, and the last one
    PackedTable after_;
};

// The operations of a line, with 64 * code added to those of plays; see layout.py. `reshuffle_to(table, number)` makes
// of a table the one after a reshuffle. Throws std::invalid_argument for a play from an empty column.
std::vector<int> replayed(const Dimensions& dimensions, PackedTable table, const Line& line, bool singly,
                          const std::function<void(PackedTable&, int)>& reshuffle_to);

// Shuffles cards as the `shuffle` of Python's `random.Random` does.
void shuffle(std::span<std::uint8_t> cards, PythonRandom random);

}  // namespace patience::cross
