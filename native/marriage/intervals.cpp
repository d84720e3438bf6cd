#include "marriage/intervals.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <utility>

namespace patience::marriage {

namespace {

using Sets = std::array<Set, kMost>;

// The tables N, D, V and E for one width, or for any: sets of left ends, by right end.
struct Table {
    Sets near{};
    Sets dealt{};
    Sets single{};
    Sets paired{};
    const Table* narrower = this;  // the table for the width below; the table for any width is its own

    Table() = default;
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    // A table with the columns of the row, for one more width than that of `below`.
    Table(const Table& below, int row) : narrower(&below) {
        for (const auto sets : {&Table::near, &Table::dealt, &Table::single, &Table::paired})
            std::copy_n((below.*sets).begin(), row, (this->*sets).begin());
    }
};

int greatest(Set set) { return static_cast<int>(std::bit_width(set)) - 1; }

// The union of the sets with the chosen numbers.
Set united(const Sets& sets, Set chosen) {
    Set all = 0;
    for (; chosen; chosen &= chosen - 1) all |= sets[std::countr_zero(chosen)];
    return all;
}

// The numbers in a set that are greater than `after`.
Set ends(Set chosen, int after) { return chosen & ~(bit(after) | (bit(after) - 1)); }

// The dynamic programme for one layout.
class Programme {
public:
    Programme(const PackedPosition& layout, Pairs pairs, Meter& meter)
        : size_(static_cast<int>(layout.cards.size())),
          row_(layout.row),
          joined_(layout.joined),
          pairs_(pairs),
          meter_(meter),
          matches_(layout.cards.size()) {
        std::array<Set, 4> by_suit{};
        std::array<Set, 16> by_rank{};
        for (int j = 0; j < size_; ++j) {
            auto& suit = by_suit[layout.cards[j] & 3];
            auto& rank = by_rank[layout.cards[j] >> 2 & 15];
            matches_[j] = suit | rank;
            suit |= bit(j);
            rank |= bit(j);
        }
        if (pairs != Pairs::kOff) {
            for (int j = 0; j + 1 < size_; ++j) pairable_[j] = matches_[j] & ~Set{1};
        }
    }

    const std::vector<Set>& matches() const { return matches_; }
    bool pairs_with_next(int card) const { return pairable_[card + 1] & bit(card); }

    std::optional<Batches> any_line() {
        fill_ground();
        for (const bool late : {false, true}) {
            if (late && pairs_ != Pairs::kOptional) break;
            Table table(ground_, row_);
            table.narrower = &table;
            for (int j = row_; j < size_; ++j) fill_any(table, j, deal(table, j), late);
            if (table.near[size_ - 1] & 1) return batches(table);
        }
        return std::nullopt;
    }

    std::optional<Batches> narrowest_line() {
        fill_ground();
        std::array<const Table*, 2> last{&ground_, &ground_};
        std::vector<std::unique_ptr<Table>> tables;
        for (int width = 0; width < size_; ++width) {
            for (const bool late : {false, true}) {
                if (late && pairs_ != Pairs::kOptional) break;
                tables.push_back(std::make_unique<Table>(*last[late], row_));
                Table& table = *tables.back();
                last[late] = &table;
                for (int j = row_; j < size_; ++j) fill(table, j, deal(table, j), late);
                if (table.near[size_ - 1] & 1) return batches(table);
            }
        }
        return std::nullopt;
    }

private:
    // The columns of the row, which are the same for every width.
    void fill_ground() {
        for (int j = 1; j < row_; ++j) {
            if (!(joined_ & bit(j))) ground_.dealt[j] = bit(j - 1);
            fill_any(ground_, j, bit(j - 1), pairs_ == Pairs::kOptional);
        }
    }

    // The left ends next to which j may lie and stay when it has been dealt there.
    Set kept(const Table& table, int j) const {
        return pairs_ == Pairs::kCompulsory ? table.dealt[j] & ~pairable_[j] : table.dealt[j];
    }

    Set deal(Table& table, int j) const {
        table.dealt[j] = table.paired[j - 1] | bit(j - 1);
        return kept(table, j);
    }

    void fill_any(Table& table, int j, Set column, bool late) {
        meter_.spend(0, j);
        Set one = 0;
        for (Set rest = column; rest;) {
            const int k = greatest(rest);
            rest ^= bit(k);
            one |= table.near[k];
            Set found = (table.near[k] | table.single[k]) & matches_[j];
            if (late) found |= table.paired[k];
            found &= ~column;
            column |= found;
            rest |= found;
        }
        table.near[j] = column;
        table.single[j] = one;
        table.paired[j] = united(table.near, pairable_[j] & table.dealt[j]);
    }

    void fill(Table& table, int j, Set column, bool late) {
        meter_.spend(0, j);
        const Table& narrower = *table.narrower;
        const Table& narrowest = *narrower.narrower;
        const Set one = united(table.near, narrower.near[j]);
        table.single[j] = one;
        column |= (one | united(table.single, narrowest.near[j])) & matches_[j];
        if (late) column |= united(table.paired, narrowest.near[j]);
        table.near[j] = column;
        table.paired[j] = united(table.near, pairable_[j] & narrower.dealt[j]);
    }

    // --- from the tables to the discards -----------------------------------------------------------------------------

    Batches batches(const Table& table) const {
        Batches found(static_cast<std::size_t>(size_ - row_ + 1));
        clear(0, size_ - 1, table, found);
        return found;
    }

    void put(Batches& found, int j, const Discard& discard) const {
        found[static_cast<std::size_t>(std::max(0, j - row_ + 1))].push_back(discard);
    }

    // The greatest of some numbers for which the left end is in a set of theirs; there is one.
    static int first_with(Set chosen, const Sets& sets, Set left) {
        for (; chosen; chosen ^= bit(greatest(chosen))) {
            if (sets[greatest(chosen)] & left) return greatest(chosen);
        }
        return kNone;
    }

    // Appends the discards that make i and j neighbours, where N(i, j).
    void clear(int i, int j, const Table& table, Batches& found) const {
        if (j == i + 1) return;
        const Set left = bit(i);
        if (kept(table, j) & left) return clear_before(i, j, table, found);
        const Table& narrower = *table.narrower;
        const Table& narrowest = *narrower.narrower;
        if (matches_[j] & left) {
            if (const int k = first_with(ends(narrower.near[j], i), table.near, left); k != kNone) {
                clear(i, k, table, found);
                clear(k, j, narrower, found);
                return put(found, j, {k, kNone, false});
            }
            if (const int m = first_with(ends(narrowest.near[j], i), table.single, left); m != kNone) {
                const int k = first_with(ends(narrower.near[m], i), table.near, left);
                clear(i, k, table, found);
                clear(k, m, narrower, found);
                clear(m, j, narrowest, found);
                return put(found, j, {k, m, false});
            }
        }
        const int m = first_with(ends(narrowest.near[j], i), table.paired, left);
        const int k = partner(i, m, table);
        clear(i, k, table, found);
        clear_before(k, m, narrower, found);
        clear(m, j, narrowest, found);
        put(found, j, {k, m, true});
    }

    // Appends the discards after which j is dealt next to i, where D(i, j).
    void clear_before(int i, int j, const Table& table, Batches& found) const {
        if (j == i + 1) return;
        const int k = partner(i, j - 1, table);
        clear(i, k, table, found);
        clear_before(k, j - 1, *table.narrower, found);
        put(found, j - 1, {k, j - 1, true});
    }

    // A card k that shows E(i, m).
    int partner(int i, int m, const Table& table) const {
        return first_with(ends(pairable_[m] & table.narrower->dealt[m], i), table.near, bit(i));
    }

    const int size_;
    const int row_;
    const Set joined_;
    const Pairs pairs_;
    Meter& meter_;
    std::vector<Set> matches_;
    Sets pairable_{};
    Table ground_;
};

using Search = std::optional<Batches> (Programme::*)();

std::optional<Line> solved(const PackedPosition& layout, Pairs pairs, Meter& meter, Search search) {
    Programme programme(layout, pairs, meter);
    const int first = layout.row - 2;  // the left card of a pair that must go first
    const bool dealt = first >= 0 && !(layout.joined & bit(first + 1));
    if (pairs != Pairs::kCompulsory || !dealt || !programme.pairs_with_next(first)) {
        auto batches = (programme.*search)();
        if (!batches) return std::nullopt;
        return early_line(std::move(*batches), programme.matches(), layout.row, layout.joined);
    }
    PackedPosition rest{layout.cards, first, layout.joined & (bit(first) - 1)};
    rest.cards.erase(rest.cards.begin() + first, rest.cards.begin() + first + 2);
    auto line = solved(rest, pairs, meter, search);
    if (!line) return std::nullopt;
    for (auto& batch : line->batches) {
        for (auto& discard : batch) {
            if (discard.first >= first) discard.first += 2;
            if (discard.second >= first) discard.second += 2;
        }
    }
    auto& opening = line->batches.front();
    opening.insert(opening.begin(), {first, first + 1, true});
    line->longest = std::max(line->longest, layout.row);
    return line;
}

void check(const PackedPosition& layout) {
    const auto size = layout.cards.size();
    if (size < 2 || size > kMost || layout.row < 1 || static_cast<std::size_t>(layout.row) > size)
        throw std::invalid_argument("the native search holds no such layout");
}

}  // namespace

std::optional<Line> win(const PackedPosition& layout, Pairs pairs, Meter& meter) {
    check(layout);
    return solved(layout, pairs, meter, &Programme::any_line);
}

std::optional<Line> narrowest(const PackedPosition& layout, Pairs pairs, Meter& meter) {
    check(layout);
    return solved(layout, pairs, meter, &Programme::narrowest_line);
}

}  // namespace patience::marriage
