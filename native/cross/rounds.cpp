#include "cross/rounds.hpp"

#include <algorithm>
#include <bit>

namespace patience::cross {

namespace {

// All plays of the codes that lie open and are wanted, in the order of their first ones.
struct Playable {
    Code code;
    Plays plays;
};

}  // namespace

const std::vector<Codes>& RoundSearch::rests(std::span<const Code> stock) {
    rests_.assign(stock.size() + 1, 0);
    for (std::size_t at = stock.size(); at-- > 0;) rests_[at] = rests_[at + 1] | bit(stock[at]);
    return rests_;
}

Columns RoundSearch::laid_out(const PackedTable& table) {
    piles_.clear();
    Columns columns{};
    for (int column = 0; column < dimensions_.columns; ++column) columns[column] = piles_.of(table.columns[column]);
    return columns;
}

int RoundSearch::empty_columns(const Columns& columns) const {
    int count = 0;
    for (int column = 0; column < dimensions_.columns; ++column) count += !columns[column];
    return count;
}

Plays RoundSearch::plays(const Columns& columns, Heights heights, Codes wanted) const {
    Plays found;
    for (int column = 0; column < dimensions_.columns; ++column) {
        const Code code = piles_.top(columns[column]);
        if (!(wanted >> code & 1)) continue;
        const int suit = dimensions_.suit_of[code];
        const unsigned own = Dimensions::own(heights, suit);
        if (dimensions_.up[suit][own] == code) found.add(2 * column);
        if (dimensions_.down[suit][own] == code) found.add(2 * column + 1);
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

bool RoundSearch::meets(unsigned own, int rank, bool down) const {
    return down ? static_cast<int>(own & 15) + 1 >= rank : dimensions_.ranks - 2 - static_cast<int>(own >> 4) <= rank;
}

Reduction RoundSearch::reduced(const Columns& columns, Heights heights, Codes wanted, const Plays& plays,
                               std::span<const Code> coming, const Jokers& jokers, bool closed) const {
    std::array<Playable, kColumns> groups;
    int count = 0;
    for (const int play : plays) {
        const Code code = piles_.top(columns[play >> 1]);
        int group = 0;
        while (group < count && groups[group].code != code) ++group;
        if (group == count) groups[count++] = {code, {}};
        groups[group].plays.add(play);
    }
    Reduction reduction;
    std::array<int, kColumns> unsure;
    std::array<int, kColumns> contested;
    int unsures = 0;
    int contests = 0;
    for (int group = 0; group < count; ++group) {
        const auto& [code, own_plays] = groups[group];
        if (own_plays.size() == 4) {
            reduction.safe = {};
            reduction.safe.add(own_plays[0]);
            reduction.safe.add(own_plays[3]);
            return reduction;
        }
        if (own_plays.size() == 2) {
            contested[contests++] = group;
            continue;
        }
        const unsigned own = Dimensions::own(heights, dimensions_.suit_of[code]);
        const int rank = dimensions_.rank_of[code];
        const bool other_played = own_plays[0] & 1 ? static_cast<int>(own & 15) >= rank
                                                   : dimensions_.ranks - 1 - static_cast<int>(own >> 4) <= rank;
        if (other_played)
            reduction.safe.add(own_plays[0]);
        else
            unsure[unsures++] = group;
    }
    if (!reduction.safe.empty() || (closed && count == 1 && contests)) return reduction;

    const auto meets_in = [&](const Closure& reach, const Playable& one) {
        return meets(reach.reached[dimensions_.suit_of[one.code]], dimensions_.rank_of[one.code], one.plays[0] & 1);
    };
    const auto closure_without = [&](const Plays& left_out) {
        Columns rest;
        int kept = 0;
        for (int column = 0; column < dimensions_.columns; ++column) {
            const bool out = std::any_of(left_out.begin(), left_out.end(), [&](int play) { return play >> 1 == column; });
            if (!out) rest[kept++] = columns[column];
        }
        return closure(rest.data(), kept, heights, wanted, 0, coming, jokers);
    };
    if (unsures > 1) {
        // A closure with all columns settles most cases for all plays at once.
        const Closure reach = closure(columns.data(), dimensions_.columns, heights, wanted, 0, coming, jokers);
        for (int at = 0; at < unsures; ++at) {
            const Playable& one = groups[unsure[at]];
            if (!(reach.twice >> one.code & 1) && !meets_in(reach, one)) reduction.safe.add(one.plays[0]);
        }
        if (!reduction.safe.empty()) return reduction;
    }
    for (int at = 0; at < unsures; ++at) {
        const Playable& one = groups[unsure[at]];
        const Closure reach = closure_without(one.plays);
        if (!(reach.once >> one.code & 1) && !meets_in(reach, one)) {
            reduction.safe = one.plays;
            return reduction;
        }
    }
    for (int at = 0; at < contests; ++at) {
        const Playable& one = groups[contested[at]];
        const Closure reach = closure_without(one.plays);
        const bool one_card = one.plays[0] >> 1 == one.plays[1] >> 1;
        if (one_card ? !(reach.once >> one.code & 1) : !meets_in(reach, one)) {
            reduction.enough = one.plays;
            return reduction;
        }
    }
    return reduction;
}

// In which order cards are taken does not matter here: what can be done stays possible until it is done.
Closure RoundSearch::closure(const Pile* columns, int count, Heights heights, Codes wanted, Codes opened,
                             std::span<const Code> stock, const Jokers& jokers) const {
    struct Waiting {
        Pile pile;
        std::uint8_t next;
    };
    constexpr std::uint8_t kEnd = 0xff;
    Closure found{opened, 0, {}, 0};
    Codes& once = found.once;
    for (int suit = 0; suit < dimensions_.suits; ++suit)
        found.reached[suit] = static_cast<std::uint8_t>(Dimensions::own(heights, suit));
    const Codes hidden = jokers_of(jokers);
    wanted |= hidden;
    // Columns by their last card while it is not wanted, and those whose last card is.
    Codes waits = 0;
    std::array<std::uint8_t, kCodes> first;
    std::array<Waiting, 4 * kCodes> waiting;
    int used = 0;
    std::array<Pile, 4 * kCodes> ready;
    int readies = 0;
    const auto lay = [&](Pile pile) {
        const Code code = piles_.top(pile);
        if (wanted >> code & 1) {
            ready[readies++] = pile;
            return;
        }
        waiting[used] = {pile, waits >> code & 1 ? first[code] : kEnd};
        first[code] = static_cast<std::uint8_t>(used++);
        waits |= bit(code);
    };
    int free = 0;
    for (int column = 0; column < count; ++column) {
        if (columns[column])
            lay(columns[column]);
        else
            ++free;
    }
    found.kept = count - free;
    unsigned changed = opened ? (1U << dimensions_.suits) - 1 : 0;
    std::size_t dealt = 0;
    while (true) {
        while (changed) {
            const int suit = std::countr_zero(changed);
            changed &= changed - 1;
            unsigned reached = found.reached[suit];
            for (const auto& [following, step] : {std::pair{&dimensions_.up[suit], 1U}, {&dimensions_.down[suit], 16U}}) {
                while (once >> (*following)[reached] & 1) {
                    reached += step;
                    const Code code = (*following)[reached];
                    if (!code) continue;
                    wanted |= bit(code);
                    if (!(waits >> code & 1)) continue;
                    waits &= ~bit(code);
                    for (std::uint8_t at = first[code]; at != kEnd; at = waiting[at].next) ready[readies++] = waiting[at].pile;
                }
            }
            found.reached[suit] = static_cast<std::uint8_t>(reached);
        }
        if (readies) {
            const Pile pile = ready[--readies];
            const Code code = piles_.top(pile);
            const bool joker = hidden >> code & 1;
            if (once >> code & 1) {
                found.twice |= bit(code);
            } else {
                once |= bit(code);
                if (!joker) {
                    changed |= 1U << dimensions_.suit_of[code];
                } else {
                    for (const auto entry : jokers) {
                        if (entry >> 6 != code) continue;
                        ++found.kept;
                        lay(entry & 63);
                    }
                }
            }
            const Pile under = piles_.under(pile);
            if (under) {
                lay(under);
            } else {
                free += !joker;
                --found.kept;
            }
        } else if (free && dealt < stock.size()) {
            lay(stock[dealt++]);
            --free;
            ++found.kept;
        } else {
            return found;
        }
    }
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
    std::vector<std::pair<Node, int>> successors;  // and the operation that leads there
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
            can_fill = anytime_ && at < total && empty_columns(columns);
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
        successors.clear();
        if (can_fill) {
            for (int column = 0; column < width; ++column) {
                if (columns[column]) continue;
                Node next = node;
                next.key.columns[column] = stock[at];
                ++next.at;
                successors.emplace_back(next, fill_one(column));
            }
        } else if (moves.empty()) {
            Node next = node;
            const bool fills = empty_columns(columns);
            for (int column = 0; column < width && next.at < total; ++column) {
                Pile& pile = next.key.columns[column];
                if (fills && pile) continue;
                pile = piles_.with(pile, stock[next.at++]);
            }
            successors.emplace_back(next, fills ? kFill : kRow);
        }
        for (const int play : moves) {
            Node next = node;
            Pile& pile = next.key.columns[play >> 1];
            Codes wants = wanted;
            put(piles_.top(pile), play & 1, next.key.heights, wants);
            pile = piles_.under(pile);
            successors.emplace_back(next, play);
        }
        for (auto& [next, operation] : successors) {
            if (!seen_.insert(next.key)) continue;
            next.trail = after(next.trail, operation);
            stack_.push_back(next);
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
            const int play = allowed[0];
            Pile& pile = columns[play >> 1];
            put(piles_.top(pile), play & 1, heights, wanted);
            pile = piles_.under(pile);
            line.push_back(static_cast<std::int8_t>(play));
        } else if (at < table.stock.size()) {
            const bool fills = empty_columns(columns);
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
