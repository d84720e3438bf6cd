#include "cross/fewest.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "exact_map.hpp"

namespace patience::cross {

FewestReshuffles::FewestReshuffles(const Dimensions& dimensions, PackedTable start, bool anytime, bool book)
    : dimensions_(dimensions),
      start_(std::move(start)),
      ends_(round_search(dimensions, anytime, book)),
      wins_(round_search(dimensions, anytime, book)) {}

std::vector<std::size_t> FewestReshuffles::ends() const {
    std::vector<std::size_t> counts;
    for (const Round& round : rounds_) counts.push_back(round.ends.size());
    return counts;
}

std::optional<Line> FewestReshuffles::win(const PackedTable& table, int depth, Meter& meter) {
    std::optional<Line> line;
    wins_->search(table, true, depth, meter, [&](Heights) {
        line = wins_->line();
        return true;
    });
    return line;
}

std::optional<Line> FewestReshuffles::win_after(int number, const std::vector<std::vector<std::uint8_t>>& orders,
                                                Meter& meter) {
    if (!number) return win(start_, 0, meter);
    Round round;
    ExactSet<Heights> found;
    std::optional<Line> last;
    const auto go_on = [&](const PackedTable& table) {
        ends_->search(table, false, number - 1, meter, [&](Heights end) {
            if (!found.insert(end)) return false;
            round.ends.push_back({end, table.heights, static_cast<std::uint32_t>(round.lines.size())});
            const Line line = ends_->line();
            round.lines.insert(round.lines.end(), line.begin(), line.end());
            reshuffle(after_, dimensions_, orders[number - 1], end);
            last = win(after_, number, meter);
            return last.has_value();
        });
        return last.has_value();
    };
    if (number == 1) {
        go_on(start_);
    } else {
        // Those with the fewest cards first.
        std::vector<std::pair<int, Heights>> starts;
        for (const End& end : rounds_.back().ends) starts.emplace_back(dimensions_.cards_left(end.heights), end.heights);
        std::sort(starts.begin(), starts.end());
        for (const auto& [left, heights] : starts) {
            reshuffle(before_, dimensions_, orders[number - 2], heights);
            if (go_on(before_)) break;
        }
    }
    if (last) return joined(round, *last);
    rounds_.push_back(std::move(round));
    return std::nullopt;
}

// A line of the last round, after what led to it: the last end that was found in the round before, and so on.
Line FewestReshuffles::joined(const Round& last, Line line) const {
    put_before(line, last, last.ends.size() - 1);
    Heights heights = last.ends.back().before;
    for (std::size_t number = rounds_.size(); number-- > 0;) {
        const auto& ends = rounds_[number].ends;
        const auto end = std::find_if(ends.begin(), ends.end(), [&](const End& one) { return one.heights == heights; });
        put_before(line, rounds_[number], static_cast<std::size_t>(end - ends.begin()));
        heights = end->before;
    }
    return line;
}

void FewestReshuffles::put_before(Line& line, const Round& round, std::size_t end) {
    const auto begin = round.lines.begin() + round.ends[end].line;
    const auto stop = end + 1 < round.ends.size() ? round.lines.begin() + round.ends[end + 1].line : round.lines.end();
    line.insert(line.begin(), kReshuffle);
    line.insert(line.begin(), begin, stop);
}

std::vector<int> replayed(const Dimensions& dimensions, PackedTable table, const Line& line, bool singly,
                          const std::function<void(PackedTable&, int)>& reshuffle_to) {
    std::vector<int> steps;
    int reshuffles = 0;
    std::size_t at = 0;
    for (const int operation : line) {
        if (operation >= 0) {
            auto& column = table.columns.at(operation >> 1);
            if (column.empty()) throw std::invalid_argument("a play from an empty column");
            const Code code = column.back();
            column.pop_back();
            table.heights += (operation & 1 ? 16U : 1U) << 8 * dimensions.suit_of[code];
            steps.push_back(code << 6 | operation);
        } else if (operation == kReshuffle) {
            reshuffle_to(table, ++reshuffles);
            at = 0;
            steps.push_back(operation);
        } else {
            const bool one_by_one = singly && operation != kRow;
            if (!one_by_one) steps.push_back(operation);
            for (int place = 0; place < dimensions.columns && at < table.stock.size(); ++place) {
                auto& column = table.columns[place];
                const bool fills = column.empty() && (operation == kFill || operation == fill_one(place));
                if (operation != kRow && !fills) continue;
                column.push_back(table.stock[at++]);
                if (one_by_one) steps.push_back(fill_one(place));
            }
        }
    }
    return steps;
}

void shuffle(std::span<std::uint8_t> cards, PythonRandom random) {
    for (std::size_t last = cards.empty() ? 0 : cards.size() - 1; last > 0; --last) {
        const auto bits = static_cast<int>(std::bit_width(last + 1));
        std::size_t other = random.bits(bits);
        while (other > last) other = random.bits(bits);
        std::swap(cards[last], cards[other]);
    }
}

}  // namespace patience::cross
