#include "gallery/fair.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace patience::gallery::fair {

namespace {

constexpr double kCardLeft = 0.01;
constexpr double kExploration = 0.25;
constexpr double kNoise = 0.5;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// In the order of policy.Feature.
enum Feature {
    kStranger,
    kBeneath,
    kBeneathSettled,
    kUncoversPlayable,
    kBaseWaits,
    kCopyInRow,
    kCopyOnSettled,
    kCopyOnTop,
    kCopyBuried,
    kCopyUnseen,
    kLastCopy,
    kNextWaits,
    kNextButOneWaits,
    kBase,
    kBaseSeen,
    kNextLeft,
    kTurn,
    kTurnNow,
    kBasesSeen,
    kEmpties,
    kTurnsUp,
    kUncoversCopy,
    kBasesWait,
    kStrangers,
    kCopyHoldsPlace,
    kCopyInSettled,
};
static_assert(kCopyInSettled + 1 == kFeatures);

constexpr std::uint8_t seen(std::uint8_t card) { return card & (kHidden - 1U); }

using Counts = std::array<std::uint8_t, kKinds>;

Counts kinds_seen(const Table& table) {
    Counts counts{};
    for (int row = 0; row < kRows; ++row)
        for (int at = 0; at < table.row_sizes[row]; ++at) ++counts[table.rows[row][at]];
    for (int pile = 0; pile < table.width; ++pile)
        if (const auto size = table.piles[pile].size) ++counts[table.piles[pile].cards[size - 1]];
    return counts;
}

int bases(const Counts& counts, int row) {
    int sum = 0;
    for (int suit = 0; suit < kSuits; ++suit) sum += counts[kRanks * suit + row + 1];
    return sum;
}

double of_copy(const Table& table, Play play, const Counts& uncovered, const Weights& w) {
    const int kind = play.kind;
    if (table.left[kind] < 2) return w[kLastCopy];
    for (int row = 0; row < kRows; ++row) {
        const auto* strangers = table.rows[row].data();
        const auto* end = strangers + table.row_sizes[row];
        if (play.source != kPiles + row && std::find(strangers, end, kind) != end)
            return w[kCopyInRow] + w[kCopyHoldsPlace] * (bases(uncovered, row) > 0);
    }
    for (int number = 0; number < table.width; ++number) {
        const auto& pile = table.piles[number];
        for (int at = pile.size - 1; at >= 0; --at) {
            if (pile.cards[at] != kind || (number == play.source && at == pile.size - 1)) continue;
            const bool settled = table.is_settled(number);
            const double value = settled ? w[kCopyInSettled] : 0.0;
            if (at < pile.size - 1) return value + w[kCopyBuried];
            return value + w[settled ? kCopyOnSettled : kCopyOnTop] * at / 5;
        }
    }
    return w[kCopyUnseen];
}

double score(const Table& table, Play play, const Counts& uncovered, const Weights& w) {
    const int kind = play.kind;
    const int source = play.source;
    const int rank = kind % kRanks;
    double value = 0.0;
    if (source >= kPiles) {
        const int row = source - kPiles;
        const int waiting = bases(uncovered, row);
        value += w[kStranger];
        value += w[kBaseWaits] * (waiting > 0);
        value += w[kBasesWait] * waiting;
        value += w[kStrangers] * table.row_sizes[row] / table.width;
    } else {
        const auto& pile = table.piles[source];
        const int beneath = pile.size - 1;
        if (table.is_settled(source)) {
            value += w[kBeneathSettled] * beneath / 5;
        } else {
            int turn = 0;
            for (int other = 0; other < source; ++other) turn += !table.is_settled(other);
            value += w[kBeneath] * beneath / 5;
            value += w[kTurn] * turn / 4;
            value += w[kTurnNow] * (turn == 0);
        }
        if (beneath == 0) {
            value += w[kEmpties];
        } else if (pile.cards[beneath - 1] >= kHidden) {
            value += w[kTurnsUp];
        } else {
            const int under = pile.cards[beneath - 1];
            const bool then = under % kRanks > kRows && under - 3 == kind;
            value += w[kUncoversPlayable] * (table.is_playable(under) || then);
            value += w[kUncoversCopy] * (under == kind);
        }
    }
    value += of_copy(table, play, uncovered, w);
    if (0 < rank && rank < kRanks - kRows) {
        value += w[kNextWaits] * uncovered[kind + 3];
        value += w[kNextLeft] * table.left[kind + 3];
        if (rank < kRanks - 2 * kRows) value += w[kNextButOneWaits] * uncovered[kind + 6];
    }
    if (rank <= kRows) {
        value += w[kBase];
        value += w[kBasesSeen] * bases(uncovered, rank - 1);
        value += w[kBaseSeen] * uncovered[kind];
    }
    return value;
}

}  // namespace

// --- dice ------------------------------------------------------------------------------------------------------------

std::uint64_t Dice::mixed() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = (state_ ^ (state_ >> 30)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31);
}

std::uint64_t Dice::next() {
    std::uint64_t first = first_;
    const std::uint64_t second = second_;
    first_ = second;
    first ^= first << 23;
    second_ = first ^ second ^ (first >> 18) ^ (second >> 5);
    return second_ + second;
}

// --- the table -------------------------------------------------------------------------------------------------------

Table::Table(const Packed& packed, const std::vector<int>& hidden)
    : width(packed.width), free_order(packed.free_order), done(packed.done), cards(static_cast<int>(packed.kinds.size())) {
    Position{packed};  // throws for what is no position
    for (const int kind : packed.kinds) ++left[kind];
    for (int row = 0; row < kRows; ++row) {
        if (packed.rows[row].size() > kPiles) throw std::invalid_argument("there are too many strangers");
        for (const int card : packed.rows[row])
            rows[row][row_sizes[row]++] = static_cast<std::uint8_t>(packed.kinds[card]);
        for (int suit = 0; suit < kSuits; ++suit) bases[row] += left[kRanks * suit + row + 1];
    }
    for (int pile = 0; pile < width; ++pile)
        for (const int card : packed.piles[pile]) {
            const bool is_hidden = std::find(hidden.begin(), hidden.end(), card) != hidden.end();
            piles[pile].add(static_cast<std::uint8_t>(packed.kinds[card] + (is_hidden ? kHidden : 0)));
        }
    for (int pile = 0; pile < width; ++pile)
        if (piles[pile].size && piles[pile].cards[piles[pile].size - 1] >= kHidden)
            throw std::invalid_argument("the top card of a pile is seen");
}

bool Table::has_hidden() const {
    for (int pile = 0; pile < width; ++pile)
        for (int at = 0; at < piles[pile].size; ++at)
            if (piles[pile].cards[at] >= kHidden) return true;
    return false;
}

std::pair<std::array<std::uint8_t*, kCards>, int> Table::hidden_slots() {
    std::pair<std::array<std::uint8_t*, kCards>, int> found{{}, 0};
    auto& [slots, size] = found;
    for (int pile = 0; pile < width; ++pile)
        for (int at = 0; at < piles[pile].size; ++at)
            if (piles[pile].cards[at] >= kHidden) slots[size++] = &piles[pile].cards[at];
    return found;
}

void Table::forget() {
    const auto [slots, size] = hidden_slots();
    std::array<std::uint8_t, kCards> cards;
    for (int slot = 0; slot < size; ++slot) cards[slot] = *slots[slot];
    std::sort(cards.begin(), cards.begin() + size);
    for (int slot = 0; slot < size; ++slot) *slots[slot] = cards[slot];
}

void Table::shuffle(Dice& dice) {
    const auto [slots, size] = hidden_slots();
    for (int last = size - 1; last > 0; --last)
        std::swap(*slots[last], *slots[dice.below(static_cast<std::uint32_t>(last + 1))]);
}

void Table::play(Play play) {
    if (play.source < kPiles) {
        auto& pile = piles[play.source];
        if (--pile.size) pile.cards[pile.size - 1] = seen(pile.cards[pile.size - 1]);
    } else {
        const int row = play.source - kPiles;
        const auto* strangers = rows[row].data();
        take_out(row, static_cast<int>(std::find(strangers, strangers + row_sizes[row], play.kind) - strangers));
    }
    count(play.kind);
}

void Table::count(int kind) {
    --left[kind];
    --cards;
    const int rank = kind % kRanks;
    if (1 <= rank && rank <= kRows) --bases[rank - 1];
}

void Table::take_out(int row, int at) { rows[row][at] = rows[row][--row_sizes[row]]; }

void Table::play_free(std::vector<int>* played) {
    bool found = true;
    while (found) {
        found = false;
        for (int row = 0; row < kRows; ++row)
            for (int at = 0; at < row_sizes[row];) {
                const auto kind = rows[row][at];
                if (!is_free(kind)) {
                    ++at;
                    continue;
                }
                take_out(row, at);
                count(kind);
                if (played) played->push_back(Play{kind, static_cast<std::uint8_t>(kPiles + row)}.code());
                found = true;
            }
        for (int number = 0; number < width; ++number) {
            auto& pile = piles[number];
            while (pile.size && is_free(pile.cards[pile.size - 1])) {
                const Play free{pile.cards[pile.size - 1], static_cast<std::uint8_t>(number)};
                play(free);
                if (played) played->push_back(free.code());
                found = true;
            }
        }
    }
}

void Table::contested(Plays& plays) const {
    plays.size = 0;
    for (int row = 0; row < kRows; ++row)
        for (int at = 0; at < row_sizes[row]; ++at) {
            const auto* strangers = rows[row].data();
            const auto kind = strangers[at];
            if (is_playable(kind) && std::find(strangers, strangers + at, kind) == strangers + at)
                plays.add(kind, kPiles + row);
        }
    for (int number = 0; number < width; ++number) {
        const auto& pile = piles[number];
        if (pile.size && is_playable(pile.cards[pile.size - 1])) plays.add(pile.cards[pile.size - 1], number);
    }
}

int Table::next_redeal() const {
    for (int pile = 0; pile < width; ++pile)
        if (!is_settled(pile) && piles[pile].size) return pile;
    return -1;
}

void Table::redeal(int pile) {
    const Pile dealt = piles[pile];
    piles[pile].size = 0;
    for (int step = 1; step <= dealt.size; ++step)
        piles[(pile + step) % width].add(seen(dealt.cards[dealt.size - step]));
    done |= free_order ? 1U << pile : (2U << pile) - 1;
}

// --- the search ------------------------------------------------------------------------------------------------------

double Tally::value() const { return count ? (wins - kCardLeft * left) / count : -kInfinity; }

FairSearch::FairSearch(const Packed& packed, const std::vector<int>& hidden, const Weights& weights,
                       std::uint64_t seed, Meter& meter)
    : table_(packed, hidden), weights_(weights), dice_(seed), meter_(meter) {}

int FairSearch::choose(const Table& table, const Plays& plays) {
    if (plays.size == 1) return 0;
    const Counts uncovered = kinds_seen(table);
    std::array<double, kRows * kPiles + kPiles> chances;
    double best = -kInfinity;
    for (int number = 0; number < plays.size; ++number) {
        chances[number] = score(table, plays[number], uncovered, weights_);
        best = std::max(best, chances[number]);
    }
    double total = 0.0;
    for (int number = 0; number < plays.size; ++number) {
        chances[number] = std::exp(chances[number] - best);
        total += chances[number];
    }
    double mark = dice_.unit() * total;
    for (int number = 0; number < plays.size; ++number) {
        mark -= chances[number];
        if (mark <= 0) return number;
    }
    return plays.size - 1;
}

int FairSearch::play_out(Table& table) {
    Plays plays;
    for (;;) {
        table.play_free(nullptr);
        if (table.cards == 0) return 0;
        table.contested(plays);
        if (plays.size) {
            table.play(plays[choose(table, plays)]);
            continue;
        }
        const int pile = table.next_redeal();
        if (pile < 0) return table.cards;
        table.redeal(pile);
    }
}

std::vector<Tally> FairSearch::weighed(const Plays& plays, int playouts) {
    Table known = table_;
    known.forget();
    std::vector<Tally> tallies(plays.size);
    std::vector<int> alive(plays.size);
    std::iota(alive.begin(), alive.end(), 0);
    const int rounds = std::max(1, static_cast<int>(std::bit_width(static_cast<unsigned>(plays.size - 1))));
    for (int round = 0; round < rounds; ++round) {
        const int each = std::max(1, playouts * plays.size / rounds / static_cast<int>(alive.size()));
        for (int completion = 0; completion < each; ++completion) {
            Table completed = known;
            completed.shuffle(dice_);
            for (const int number : alive) {
                meter_.spend(0);
                Table table = completed;
                table.play(plays[number]);
                tallies[number].note(play_out(table));
            }
        }
        std::stable_sort(alive.begin(), alive.end(),
                         [&](int one, int other) { return tallies[one].value() > tallies[other].value(); });
        if (alive.size() > 1) alive.resize((alive.size() + 1) / 2);
    }
    return tallies;
}

std::vector<Tally> FairSearch::searched(const Plays& plays, int playouts) {
    Table known = table_;
    known.forget();
    std::vector<Node> nodes(1);
    for (int number = 0; number < playouts * plays.size; ++number) {
        meter_.spend(0);
        Table table = known;
        table.shuffle(dice_);
        go_down(nodes, table);
    }
    std::vector<Tally> tallies(plays.size);
    for (int number = 0; number < plays.size; ++number)
        for (const auto& [code, node] : nodes[0].children)
            if (code == plays[number].code()) tallies[number] = nodes[node].tally;
    return tallies;
}

void FairSearch::go_down(std::vector<Node>& nodes, Table& table) {
    path_.assign(1, 0);
    Plays plays;
    int left = -1;
    while (left < 0) {
        table.play_free(nullptr);
        table.contested(plays);
        if (table.cards == 0) {
            left = 0;
        } else if (plays.size == 0) {
            const int pile = table.next_redeal();
            if (pile < 0)
                left = table.cards;
            else
                table.redeal(pile);
        } else if (plays.size == 1 && path_.size() > 1) {
            table.play(plays[0]);
        } else {
            const auto before = nodes.size();
            const auto [number, node] = child(nodes, path_.back(), table, plays);
            path_.push_back(node);
            table.play(plays[number]);
            if (nodes.size() > before) left = play_out(table);
        }
    }
    for (const int number : path_) nodes[number].tally.note(left);
}

std::pair<int, int> FairSearch::child(std::vector<Node>& nodes, int parent, const Table& table, const Plays& plays) {
    std::array<bool, kRows * kPiles + kPiles> is_new{};
    bool any_new = false;
    int best = 0;
    int best_node = -1;
    double best_bound = -kInfinity;
    for (int number = 0; number < plays.size; ++number) {
        const int code = plays[number].code();
        const auto& children = nodes[parent].children;
        const auto found = std::find_if(children.begin(), children.end(),
                                        [&](const auto& child) { return child.first == code; });
        if (found == children.end()) {
            is_new[number] = any_new = true;
            continue;
        }
        auto& node = nodes[found->second];
        ++node.available;
        const double bound =
            node.tally.value() +
            kExploration * std::sqrt(std::log(static_cast<double>(node.available)) / node.tally.count);
        if (bound > best_bound) {
            best = number;
            best_node = found->second;
            best_bound = bound;
        }
    }
    if (!any_new) return {best, best_node};
    const Counts uncovered = kinds_seen(table);
    double best_score = -kInfinity;
    for (int number = 0; number < plays.size; ++number) {
        if (!is_new[number]) continue;
        const double value = score(table, plays[number], uncovered, weights_) + kNoise * dice_.unit();
        if (value > best_score) {
            best = number;
            best_score = value;
        }
    }
    best_node = static_cast<int>(nodes.size());
    nodes[parent].children.emplace_back(plays[best].code(), best_node);
    nodes.emplace_back();
    nodes.back().available = 1;
    return {best, best_node};
}

int FairSearch::decide(const Plays& plays, int playouts, bool ahead) {
    if (plays.size == 1 || playouts == 0) {
        meter_.spend(0);
        return choose(table_, plays);
    }
    const auto tallies = ahead ? searched(plays, playouts) : weighed(plays, playouts);
    int best = 0;
    for (int number = 1; number < plays.size; ++number) {
        const bool more = tallies[number].count > tallies[best].count;
        const bool same = tallies[number].count == tallies[best].count;
        if (more || (same && !ahead && tallies[number].value() > tallies[best].value())) best = number;
    }
    return best;
}

FairSearch::Game FairSearch::play(int playouts, bool ahead) {
    Game game{0, {}};
    Plays plays;
    for (;;) {
        table_.play_free(&game.played);
        game.left = table_.cards;
        if (table_.cards == 0) return game;
        table_.contested(plays);
        if (plays.size == 0) {
            const int pile = table_.next_redeal();
            if (pile < 0) return game;
            table_.redeal(pile);
            game.played.push_back(gallery::redeal(pile));
            continue;
        }
        if (plays.size > 1 && !table_.has_hidden()) return game;
        const Play chosen = plays[decide(plays, playouts, ahead)];
        table_.play(chosen);
        game.played.push_back(chosen.code());
    }
}

namespace {
std::vector<FairSearch::Weighed> listed(const Plays& plays, const std::vector<Tally>& tallies) {
    std::vector<FairSearch::Weighed> found;
    for (int number = 0; number < plays.size; ++number) found.push_back({plays[number], tallies[number]});
    return found;
}
}  // namespace

std::vector<FairSearch::Weighed> FairSearch::weigh(int playouts) {
    Plays plays;
    table_.contested(plays);
    return plays.size ? listed(plays, weighed(plays, playouts)) : std::vector<Weighed>{};
}

std::vector<FairSearch::Weighed> FairSearch::look_ahead(int playouts) {
    Plays plays;
    table_.contested(plays);
    return plays.size ? listed(plays, searched(plays, playouts)) : std::vector<Weighed>{};
}

}  // namespace patience::gallery::fair
