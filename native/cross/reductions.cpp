// The twin of solver/patiences/cross/search/reductions.py, where the reductions are explained and proved.
#include <bit>

#include "cross/rounds.hpp"

namespace patience::cross {

namespace {

// A code that lies open and is wanted, with all its plays.
struct Playable {
    Code code;
    Plays plays;
};

}  // namespace

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
        const int size = own_plays.size();
        if (size == 4) {
            reduction.safe = {};
            reduction.safe.add(own_plays.first());
            reduction.safe.add(own_plays.last());
            return reduction;
        }
        if (size == 2) {
            contested[contests++] = group;
            continue;
        }
        const unsigned own = Dimensions::own(heights, dimensions_.suit_of[code]);
        const int rank = dimensions_.rank_of[code];
        const bool other_played = own_plays.first() & 1 ? static_cast<int>(own & 15) >= rank
                                                   : dimensions_.ranks - 1 - static_cast<int>(own >> 4) <= rank;
        if (other_played)
            reduction.safe.add(own_plays);
        else
            unsure[unsures++] = group;
    }
    if (!reduction.safe.empty() || (closed && count == 1 && contests)) return reduction;

    const auto meets_in = [&](const Closure& reach, const Playable& one) {
        return meets(reach.reached[dimensions_.suit_of[one.code]], dimensions_.rank_of[one.code], one.plays.first() & 1);
    };
    const auto closure_without = [&](const Playable& left_out) {
        unsigned out = 0;
        for (const int play : left_out.plays) out |= 1U << (play >> 1);
        Columns rest;
        int kept = 0;
        for (int column = 0; column < dimensions_.columns; ++column) {
            rest[kept] = columns[column];
            kept += !(out >> column & 1);
        }
        return closure(rest.data(), kept, heights, wanted, 0, coming, jokers);
    };
    if (unsures > 1) {
        // A closure with all columns settles most cases for all plays at once.
        const Closure reach = closure(columns.data(), dimensions_.columns, heights, wanted, 0, coming, jokers);
        for (int at = 0; at < unsures; ++at) {
            const Playable& one = groups[unsure[at]];
            if (!(reach.twice >> one.code & 1) && !meets_in(reach, one)) reduction.safe.add(one.plays);
        }
        if (!reduction.safe.empty()) return reduction;
    }
    for (int at = 0; at < unsures; ++at) {
        const Playable& one = groups[unsure[at]];
        const Closure reach = closure_without(one);
        if (!(reach.once >> one.code & 1) && !meets_in(reach, one)) {
            reduction.safe = one.plays;
            return reduction;
        }
    }
    for (int at = 0; at < contests; ++at) {
        const Playable& one = groups[contested[at]];
        const Closure reach = closure_without(one);
        const bool one_card = one.plays.first() >> 1 == one.plays.last() >> 1;
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
            const auto go_on = [&](const std::array<Code, 256>& following, unsigned step) {
                while (once >> following[reached] & 1) {
                    reached += step;
                    const Code code = following[reached];
                    if (!code) continue;
                    wanted |= bit(code);
                    if (!(waits >> code & 1)) continue;
                    waits &= ~bit(code);
                    for (std::uint8_t at = first[code]; at != kEnd; at = waiting[at].next) ready[readies++] = waiting[at].pile;
                }
            };
            go_on(dimensions_.up[suit], 1);
            go_on(dimensions_.down[suit], 16);
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

}  // namespace patience::cross
