#include "cross/rounds.hpp"

#include <algorithm>
#include <bit>

namespace patience::cross {

const std::vector<Codes>& RoundSearch::rests(std::span<const Code> stock) {
    rests_.resize(stock.size() + 1);
    rests_.back() = 0;
    for (std::size_t at = stock.size(); at-- > 0;) rests_[at] = rests_[at + 1] | bit(stock[at]);
    return rests_;
}

Columns RoundSearch::laid_out(const PackedTable& table) {
    piles_.clear();
    Columns columns{};
    for (int column = 0; column < dimensions_.columns; ++column) columns[column] = piles_.of(table.columns[column]);
    return columns;
}

bool RoundSearch::has_empty_column(const Columns& columns) const {
    for (int column = 0; column < dimensions_.columns; ++column) {
        if (!columns[column]) return true;
    }
    return false;
}

Plays RoundSearch::plays(const Columns& columns, Heights heights, Codes wanted) const {
    // First where there are any, without a branch that nobody can guess: columns beyond the width are empty.
    unsigned open = 0;
    for (int column = 0; column < kColumns; ++column)
        open |= static_cast<unsigned>(wanted >> piles_.top(columns[column]) & 1) << column;
    Plays found;
    for (; open; open &= open - 1) {
        const int column = std::countr_zero(open);
        const Code code = piles_.top(columns[column]);
        const int suit = dimensions_.suit_of[code];
        const unsigned own = Dimensions::own(heights, suit);
        found.add(2 * column, dimensions_.up[suit][own] == code);
        found.add(2 * column + 1, dimensions_.down[suit][own] == code);
    }
    if (!book_ || found.size() < 2) return found;
    Plays advised;
    for (const int play : found) {
        if (uncovers(columns, heights, wanted, play)) advised.add(play);
    }
    return advised.empty() ? found : advised;
}

bool RoundSearch::uncovers(const Columns& columns, Heights heights, Codes wanted, int play) const {
    const Pile pile = columns[play >> 1];
    const Code under = piles_.top(piles_.under(pile));
    if (!under) return false;
    const int suit = dimensions_.suit_of[piles_.top(pile)];
    if (dimensions_.suit_of[under] != suit) return wanted >> under & 1;
    return dimensions_.either[suit][Dimensions::own(heights, suit) + (play & 1 ? 16 : 1)] >> under & 1;
}

void ColumnSearch::search(const PackedTable& table, bool only_won, int depth, Meter& meter, const Ended& ended) {
    const std::span<const Code> stock = table.stock;
    const auto total = static_cast<int>(stock.size());
    const auto& rest = rests(only_won ? stock : stock.first(0));
    const int width = dimensions_.columns;
    seen_.clear();
    stack_.clear();
    steps_.assign(1, {0, 0});
    const Node start{{laid_out(table), table.heights}, 0, 0};
    seen_.insert(start.key);
    stack_.push_back(start);
    while (!stack_.empty()) {
        Node node = stack_.back();
        stack_.pop_back();
        meter.spend(depth);
        auto& [columns, heights] = node.key;
        Codes wanted = dimensions_.wanted(heights);
        const int at = node.at;
        // Only a row covers cards, so little else makes a position hopeless.
        const bool covered = !node.trail || steps_[node.trail].operation == kRow;
        Plays moves;
        bool can_fill = false;
        while (true) {
            moves = plays(columns, heights, wanted);
            can_fill = anytime_ && at < total && has_empty_column(columns);
            Plays made;
            if (moves.size() == 1 && !can_fill) {
                made = moves;
            } else if (!moves.empty() && !book_) {
                const auto reduction = reduced(columns, heights, wanted, moves,
                                               anytime_ ? stock.subspan(at) : stock.first(0), kNoJokers, !can_fill);
                made = reduction.safe;
                if (!reduction.enough.empty()) {
                    moves = reduction.enough;
                    can_fill = false;
                }
            }
            if (made.empty()) break;
            for (const int play : made) {
                Pile& pile = columns[play >> 1];
                put(piles_.top(pile), play & 1, heights, wanted);
                pile = piles_.under(pile);
                node.trail = after(node.trail, play);
            }
        }
        if (moves.empty() && at == total) {
            ended_ = node.trail;
            if ((!only_won || heights == dimensions_.complete) && ended(heights)) return;
            continue;
        }
        if (only_won && covered && closure(columns.data(), width, heights, wanted, rest[at], {}, kNoJokers).kept) continue;
        if (can_fill) {
            for (int column = 0; column < width; ++column) {
                if (columns[column]) continue;
                Node next = node;
                next.key.columns[column] = stock[at];
                ++next.at;
                push(next, fill_one(column));
            }
        } else if (moves.empty()) {
            Node next = node;
            const bool fills = has_empty_column(columns);
            for (int column = 0; column < width && next.at < total; ++column) {
                Pile& pile = next.key.columns[column];
                if (fills && pile) continue;
                pile = piles_.with(pile, stock[next.at++]);
            }
            push(next, fills ? kFill : kRow);
        }
        for (const int play : moves) {
            Node next = node;
            Pile& pile = next.key.columns[play >> 1];
            Codes wants = wanted;
            put(piles_.top(pile), play & 1, next.key.heights, wants);
            pile = piles_.under(pile);
            push(next, play);
        }
    }
}

Line ColumnSearch::line() const {
    Line operations;
    for (std::uint32_t step = ended_; step; step = steps_[step].before) operations.push_back(steps_[step].operation);
    std::reverse(operations.begin(), operations.end());
    return operations;
}

Heights BookPlayer::first_end(const PackedTable& table, Line& line) {
    Columns columns = laid_out(table);
    Heights heights = table.heights;
    Codes wanted = dimensions_.wanted(heights);
    std::size_t at = 0;
    while (true) {
        const Plays allowed = plays(columns, heights, wanted);
        if (!allowed.empty()) {
            const int play = allowed.first();
            Pile& pile = columns[play >> 1];
            put(piles_.top(pile), play & 1, heights, wanted);
            pile = piles_.under(pile);
            line.push_back(static_cast<std::int8_t>(play));
        } else if (at < table.stock.size()) {
            const bool fills = has_empty_column(columns);
            for (int column = 0; column < dimensions_.columns && at < table.stock.size(); ++column) {
                Pile& pile = columns[column];
                if (!fills || !pile) pile = piles_.with(pile, table.stock[at++]);
            }
            line.push_back(static_cast<std::int8_t>(fills ? kFill : kRow));
        } else {
            return heights;
        }
    }
}

}  // namespace patience::cross
