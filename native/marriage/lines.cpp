#include "marriage/lines.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace patience::marriage {

namespace {

// The row at a moment of a line: its cards lie in the order of their numbers, so a set of them says all.
struct Row {
    Set cards;
    Set joined;  // those joined to the card on their left

    Row deal(int card) const { return {cards | bit(card), joined}; }

    // The row after a discard, nothing when it is not possible. The cards of a pair are known to match.
    std::optional<Row> discard(const Discard& discard, const std::vector<Set>& matches) const {
        if (!(cards & bit(discard.first))) return std::nullopt;
        int last = discard.first;
        if (discard.second != kNone) {
            last = discard.second;
            if (next(discard.first) != last) return std::nullopt;
        }
        const int after = next(last);
        if (discard.pair) {
            if (joined & bit(last)) return std::nullopt;
        } else {
            const int before = static_cast<int>(std::bit_width(cards & (bit(discard.first) - 1))) - 1;
            if (after == kNone || !(matches[after] & bit(before))) return std::nullopt;
        }
        Row left = *this;
        if (after != kNone) left.joined |= bit(after);
        left.cards &= ~(bit(discard.first) | bit(last));
        left.joined &= ~(bit(discard.first) | bit(last));
        return left;
    }

    // The row after several discards, nothing when one is not possible. `but` is left out.
    std::optional<Row> discard_all(const std::vector<Discard>& discards, const std::vector<Set>& matches,
                                   std::size_t but = SIZE_MAX) const {
        std::optional<Row> row = *this;
        for (std::size_t at = 0; row && at < discards.size(); ++at) {
            if (at != but) row = row->discard(discards[at], matches);
        }
        return row;
    }

private:
    // The right neighbour of a card, or kNone.
    int next(int card) const {
        const Set further = cards & ~(bit(card) | (bit(card) - 1));
        return further ? std::countr_zero(further) : kNone;
    }
};

}  // namespace

Line early_line(Batches batches, const std::vector<Set>& matches, int row, Set joined) {
    std::vector<Row> rows{{row < kMost ? bit(row) - 1 : ~Set{0}, joined}};  // before each batch and the deal that opens it
    for (std::size_t number = 0; number < batches.size(); ++number) {
        const Row opened = number ? rows.back().deal(row + static_cast<int>(number) - 1) : rows.back();
        const auto after = opened.discard_all(batches[number], matches);
        if (!after) throw std::invalid_argument("batch " + std::to_string(number) + " of the line is not possible");
        rows.push_back(*after);
    }
    std::size_t number = 1;
    while (number < batches.size()) {
        auto& batch = batches[number];
        bool moved = false;
        for (std::size_t at = 0; at < batch.size() && !moved; ++at) {
            const auto earlier = rows[number].discard(batch[at], matches);
            if (!earlier) continue;
            const auto after = earlier->deal(row + static_cast<int>(number) - 1).discard_all(batch, matches, at);
            if (!after || after->joined & ~rows[number + 1].joined) continue;
            batches[number - 1].push_back(batch[at]);
            batch.erase(batch.begin() + static_cast<std::ptrdiff_t>(at));
            rows[number] = *earlier;
            rows[number + 1] = *after;
            moved = true;
        }
        if (!moved)
            ++number;
        else if (number > 1)
            --number;
    }
    int longest = row;
    for (std::size_t at = 1; at + 1 < rows.size(); ++at) longest = std::max(longest, std::popcount(rows[at].cards) + 1);
    return {std::move(batches), longest};
}

}  // namespace patience::marriage
