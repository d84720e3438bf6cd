#include "cross/pools.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace patience::cross {

namespace {

constexpr int kDown = 64;  // the direction in the code of a step

// Jokers without one of the cards for which one of them stands.
Jokers less(const Jokers& jokers, std::uint16_t entry) {
    Jokers rest = jokers;
    const auto at = std::find(rest.begin(), rest.end(), entry);
    std::copy(at + 1, rest.end(), at);
    rest.back() = 0;
    return rest;
}

}  // namespace

PooledSearch::PooledSearch(const Dimensions& dimensions) : RoundSearch(dimensions, false) {
    if (dimensions.suits * dimensions.ranks + dimensions.columns / 2 > kCodes - 1)
        throw std::invalid_argument("no codes are left for jokers");
}

PooledSearch::Mask PooledSearch::pool(std::uint64_t labels, int wanted) const {
    unsigned mask = 0;
    for (int column = 0; column < dimensions_.columns; ++column) mask |= unsigned{label(labels, column) == wanted} << column;
    return static_cast<Mask>(mask);
}

int PooledSearch::pools(std::uint64_t labels, Mask* masks) const {
    int count = 0;
    for (int column = 0; labels >> 4 * column; ++column) {
        if (label(labels, column) == column + 1) masks[count++] = pool(labels, column + 1);
    }
    std::sort(masks, masks + count);
    return count;
}

std::uint32_t PooledSearch::after(std::uint32_t trail, Kind kind, int code, int where) {
    steps_.push_back({trail, kind, static_cast<std::uint8_t>(code), static_cast<std::uint16_t>(where)});
    return static_cast<std::uint32_t>(steps_.size() - 1);
}

std::uint32_t PooledSearch::joker_set(const Jokers& jokers) {
    const auto [number, is_new] = joker_numbers_.insert(jokers, static_cast<std::uint32_t>(joker_sets_.size()));
    if (is_new) joker_sets_.push_back(jokers);
    return number;
}

// Makes a play that was possible when the columns were those of `view`.
void PooledSearch::make(Node& node, const Columns& view, int play) {
    const int column = play >> 1;
    const bool down = play & 1;
    const Code code = piles_.top(view[column]);
    Codes wanted = 0;
    put(code, down, node.key.heights, wanted);
    node.covered = false;
    auto& [columns, labels, jokers, heights] = node.key;
    const int own = label(labels, column);
    if (!own) {
        columns[column] = piles_.under(columns[column]);
        node.trail = after(node.trail, Kind::kPlayed, play, 0);
        return;
    }
    const Mask mask = pool(labels, own);
    node.trail = after(node.trail, Kind::kPoolPlayed, code | (down ? kDown : 0), mask);
    bool taken = false;
    int place = own - 1;
    for (int from = place; from < dimensions_.columns; ++from) {
        if (!(mask >> from & 1)) continue;
        const Pile card = columns[from];
        columns[from] = 0;
        if (!taken && card == code) {
            taken = true;
        } else if (card) {
            columns[place] = card;
            do ++place;
            while (place < dimensions_.columns && !(mask >> place & 1));
        }
    }
    if (columns[own - 1]) return;
    for (int at = own - 1; at < dimensions_.columns; ++at) {
        if (mask >> at & 1) labels &= ~(std::uint64_t{15} << 4 * at);
    }
}

// Adds the position after a fill of one of these columns: a pool, or columns that are in none.
void PooledSearch::fill(const Node& node, std::span<const Code> stock, Mask place) {
    Node next = node;
    auto& [columns, labels, jokers, heights] = next.key;
    next.covered = false;
    Pile code = stock[next.at++];
    next.trail = after(node.trail, Kind::kPoolFilled, static_cast<int>(code), place);
    const int own = std::countr_zero(place) + 1;
    for (int column = own - 1; column < dimensions_.columns; ++column) {
        if (!(place >> column & 1)) continue;
        labels |= static_cast<std::uint64_t>(own) << 4 * column;
        if (code && (!columns[column] || columns[column] > code)) std::swap(code, columns[column]);
    }
    if (next.at == static_cast<int>(stock.size())) {
        // Nothing comes into columns any more: the cards are put into them for good.
        for (int column = 0; column < dimensions_.columns; ++column) {
            if (label(labels, column) && columns[column])
                next.trail = after(next.trail, Kind::kLies, static_cast<int>(columns[column]), column);
        }
        labels = 0;
    }
    successors_.push_back(next);
}

// Deals a row, which hides the cards of pools.
void PooledSearch::deal(Node& node, std::span<const Code> stock) {
    auto& [columns, labels, joker_number, heights] = node.key;
    Jokers jokers = joker_sets_[joker_number];
    Codes hidden = jokers_of(jokers);
    std::array<Mask, kColumns> masks;
    const int count = pools(labels, masks.data());
    for (int at = 0; at < count; ++at) {
        const Mask mask = masks[at];
        const Pile lowest = columns[std::countr_zero(mask)];
        const bool certain = lowest == columns[std::bit_width(mask) - 1];
        Code joker = kCodes - 1;
        while (hidden >> joker & 1) --joker;
        if (!certain) hidden |= bit(joker);
        for (int column = 0; column < dimensions_.columns; ++column) {
            if (!(mask >> column & 1)) continue;
            if (certain) {
                node.trail = after(node.trail, Kind::kLies, static_cast<int>(columns[column]), column);
                continue;
            }
            const auto end = std::find(jokers.begin(), jokers.end(), 0);
            *end = static_cast<std::uint16_t>(joker << 6 | columns[column]);
            columns[column] = joker;
        }
    }
    std::sort(jokers.begin(), std::find(jokers.begin(), jokers.end(), 0));
    joker_number = joker_set(jokers);
    labels = 0;
    for (int column = 0; column < dimensions_.columns && node.at < static_cast<int>(stock.size()); ++column)
        columns[column] = piles_.with(columns[column], stock[node.at++]);
    node.trail = after(node.trail, Kind::kDealt, 0, 0);
    node.covered = true;
    successors_.push_back(node);
}

// Adds the positions in which each card for which a column's joker can stand has been uncovered there.
void PooledSearch::uncover(const Node& node, int column) {
    const Pile joker = node.key.columns[column];
    const Jokers jokers = joker_sets_[node.key.jokers];
    std::uint16_t last = 0;
    for (const auto entry : jokers) {
        if (entry >> 6 != joker || entry == last) continue;
        last = entry;
        Node next = node;
        next.key.columns[column] = entry & 63;
        next.key.jokers = joker_set(less(jokers, entry));
        next.trail = after(node.trail, Kind::kLies, entry & 63, column);
        next.covered = true;
        successors_.push_back(next);
    }
}

void PooledSearch::push(Node node, bool only_won, int total) {
    if (!only_won) {
        nodes_.push_back(node);
        return;
    }
    std::uint32_t place;
    if (unused_.empty()) {
        place = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back(node);
    } else {
        place = unused_.back();
        unused_.pop_back();
        nodes_[place] = node;
    }
    queue_.push_back({2 * dimensions_.cards_left(node.key.heights) - (total - node.at), number_, place});
    std::push_heap(queue_.begin(), queue_.end());
}

void PooledSearch::search(const PackedTable& table, bool only_won, int depth, Meter& meter, const Ended& ended) {
    const std::span<const Code> stock = table.stock;
    const auto total = static_cast<int>(stock.size());
    const auto& rest = rests(only_won ? stock : stock.first(0));
    const int width = dimensions_.columns;
    seen_.clear();
    joker_numbers_.clear();
    joker_sets_.clear();
    nodes_.clear();
    unused_.clear();
    queue_.clear();
    steps_.assign(1, {});
    number_ = 0;
    const Node start{{laid_out(table), 0, joker_set(kNoJokers), table.heights}, 0, 0, true};
    seen_.insert(start.key);
    push(start, only_won, total);
    while (only_won ? !queue_.empty() : !nodes_.empty()) {
        Node node;
        if (only_won) {
            std::pop_heap(queue_.begin(), queue_.end());
            const std::uint32_t place = queue_.back().node;
            queue_.pop_back();
            unused_.push_back(place);
            node = nodes_[place];
        } else {
            node = nodes_.back();
            nodes_.pop_back();
        }
        meter.spend(depth);
        const bool covered = node.covered;
        const Jokers jokers = joker_sets_[node.key.jokers];
        const Codes hidden = jokers_of(jokers);
        auto& [columns, labels, joker_number, heights] = node.key;
        const int at = node.at;
        int uncovered = width;
        Codes wanted = 0;
        Plays moves;
        bool can_fill = false;
        while (true) {
            uncovered = 0;
            while (uncovered < width && !(columns[uncovered] < kCodes && hidden >> columns[uncovered] & 1)) ++uncovered;
            wanted = dimensions_.wanted(heights);
            if (uncovered < width) break;
            moves = plays(columns, heights, wanted);
            can_fill = at < total && has_empty_column(columns);
            Plays made;
            if (moves.size() == 1 && !can_fill) {
                made = moves;
            } else if (!moves.empty()) {
                const auto reduction = reduced(columns, heights, wanted, moves, stock.subspan(at), jokers, !can_fill);
                made = reduction.safe;
                if (!reduction.enough.empty()) {
                    moves = reduction.enough;
                    can_fill = false;
                }
            }
            if (made.empty()) break;
            const Columns view = columns;
            for (const int play : made) make(node, view, play);
        }
        if (uncovered == width && moves.empty() && at == total) {
            ended_ = node;
            if ((!only_won || heights == dimensions_.complete) && ended(heights)) return;
            continue;
        }
        if (only_won && covered && closure(columns.data(), width, heights, wanted, rest[at], {}, jokers).kept) continue;
        successors_.clear();
        if (uncovered < width) {
            uncover(node, uncovered);
        } else {
            if (can_fill) {
                std::array<Mask, kColumns> masks;
                const int count = pools(labels, masks.data());
                unsigned free = 0;
                for (int column = 0; column < width; ++column)
                    free |= unsigned{!columns[column] && !label(labels, column)} << column;
                for (int place = 0; place < count; ++place) {
                    if (!columns[std::bit_width(masks[place]) - 1]) fill(node, stock, masks[place]);
                }
                if (free) fill(node, stock, static_cast<Mask>(free));
            } else if (moves.empty()) {
                Node next = node;
                deal(next, stock);
            }
            for (const int play : moves) {
                Node next = node;
                make(next, columns, play);
                successors_.push_back(next);
            }
        }
        for (const Node& next : successors_) {
            Key key = next.key;
            if (next.at == total) std::sort(key.columns.begin(), key.columns.begin() + width);
            if (!seen_.insert(key)) continue;
            ++number_;
            push(next, only_won, total);
        }
    }
}

Line PooledSearch::line() const {
    std::array<Code, kColumns> lying{};  // 0 where nothing lies as yet
    Jokers jokers = joker_sets_[ended_.key.jokers];
    const Codes hidden = jokers_of(jokers);
    for (int column = 0; column < dimensions_.columns; ++column) {
        Pile bottom = ended_.key.columns[column];
        while (piles_.under(bottom)) bottom = piles_.under(bottom);
        if (!(hidden >> piles_.top(bottom) & 1)) continue;
        // The last of its cards, as the twin takes it.
        const auto entry = std::find_if(jokers.rbegin(), jokers.rend(), [&](auto one) { return one >> 6 == bottom; }).base() - 1;
        lying[column] = *entry & 63;
        jokers = less(jokers, *entry);
    }
    Line operations;
    for (std::uint32_t number = ended_.trail; number; number = steps_[number].before) {
        const Step step = steps_[number];
        const Code code = step.code & 63;
        switch (step.kind) {
            case Kind::kPlayed: operations.push_back(static_cast<std::int8_t>(step.code)); break;
            case Kind::kDealt: operations.push_back(kRow); break;
            case Kind::kLies: lying[step.where] = code; break;
            case Kind::kPoolPlayed:
            case Kind::kPoolFilled: {
                const bool played = step.kind == Kind::kPoolPlayed;
                int column = 0;
                while (!(step.where >> column & 1) || lying[column] != (played ? 0 : code)) ++column;
                lying[column] = played ? code : Code{0};
                operations.push_back(static_cast<std::int8_t>(played ? 2 * column + (step.code & kDown ? 1 : 0) : fill_one(column)));
                break;
            }
        }
    }
    std::reverse(operations.begin(), operations.end());
    return operations;
}

std::unique_ptr<RoundSearch> round_search(const Dimensions& dimensions, bool anytime, bool book) {
    if (anytime && !book) return std::make_unique<PooledSearch>(dimensions);
    return std::make_unique<ColumnSearch>(dimensions, anytime, book);
}

}  // namespace patience::cross
