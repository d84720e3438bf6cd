#include "gallery/fair.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace patience::gallery::fair {

namespace {

constexpr double kNearness = 0.88;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// In the order of policy.Feature.
enum Feature {
    kStranger,
    kStrangers,
    kBaseWaits,
    kBasesWait,
    kSettled,
    kBeneathSettled,
    kBeneath,
    kTurn,
    kTurnNow,
    kEmpties,
    kTurnsUp,
    kUncoversPlayable,
    kUncoversBase,
    kFreesLower,
    kFreesHigher,
    kLastCopy,
    kCopyUnseen,
    kCopyInRow,
    kCopyStrangers,
    kCopyHoldsPlace,
    kCopyHoldsPlaces,
    kCopyOnSettled,
    kCopyCoversSettled,
    kCopyOnTop,
    kCopyCovers,
    kCopyUncoversPlayable,
    kCopyBuriedSettled,
    kCopyBuried,
    kCopyDepth,
    kCopyOnLower,
    kCopyOnHigher,
    kBeforeBuried,
    kNextWaits,
    kNextButOneWaits,
    kNextUnseen,
    kNextBuriedSettled,
    kNextBuried,
    kLow,
    kBase,
    kBaseSeen,
    kBasesSeen,
    kBasesCrowd,
};
static_assert(kBasesCrowd + 1 == kFeatures);

constexpr std::uint8_t seen(std::uint8_t card) { return card & (kHidden - 1U); }

constexpr Kinds kinds_of_ranks(int low, int high) {
    Kinds kinds = 0;
    for (int suit = 0; suit < kSuits; ++suit)
        for (int rank = low; rank <= high; ++rank) kinds |= kind_bit(kRanks * suit + rank);
    return kinds;
}

constexpr Kinds kAces = kinds_of_ranks(0, 0);
constexpr Kinds kBuiltKinds = kinds_of_ranks(kRows + 1, kRanks - 1);
constexpr std::array<Kinds, kRows> kBaseKinds{kinds_of_ranks(1, 1), kinds_of_ranks(2, 2), kinds_of_ranks(3, 3)};

constexpr bool is_base(int kind) { return 1 <= kind % kRanks && kind % kRanks <= kRows; }

// For each kind those of its series: lower ones and higher ones.
struct Series {
    std::array<Kinds, kKinds> lower{}, higher{};

    constexpr Series() {
        for (int kind = 0; kind < kKinds; ++kind)
            for (int other = kind / kRanks * kRanks + 1; other < (kind / kRanks + 1) * kRanks; ++other)
                if (other != kind && (other - kind) % kRows == 0)
                    (other < kind ? lower : higher)[kind] |= kind_bit(other);
    }
};
constexpr Series kSeries;

const std::array<double, kCards + 1> kWorths = [] {
    std::array<double, kCards + 1> worths{1.0};
    for (int left = 1; left <= kCards; ++left) worths[left] = worths[left - 1] * kNearness;
    return worths;
}();

// Where the seen cards lie at one moment.
struct Sight {
    struct Spot {
        std::uint8_t source, at;
    };

    explicit Sight(const Table& table) : playable(table.playable()) {
        for (int row = 0; row < kRows; ++row)
            for (int at = 0; at < table.row_sizes[row]; ++at) {
                const int kind = table.rows[row][at];
                ++uncovered[kind];
                add(kind, kPiles + row, 0);
            }
        for (int number = 0; number < table.width; ++number) {
            const auto& pile = table.piles[number];
            for (int at = 0; at < pile.size; ++at)
                if (pile.cards[at] < kHidden) add(pile.cards[at], number, at);
            if (pile.size) ++uncovered[pile.cards[pile.size - 1]];
        }
        for (int row = 0; row < kRows; ++row)
            for (int suit = 0; suit < kSuits; ++suit) waiting[row] += uncovered[kRanks * suit + row + 1];
    }

    bool playable_then(int under, int kind) const {
        return playable >> under & 1U || (under % kRanks > kRows && under - 3 == kind);
    }

    Kinds playable;
    std::array<std::uint8_t, kKinds> uncovered{}, seen{};
    std::array<std::array<Spot, 2>, kKinds> spots;
    std::array<int, kRows> waiting{};

private:
    void add(int kind, int source, int at) {
        spots[kind][seen[kind]++] = {static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(at)};
    }
};

template <class Add>
class Features {
public:
    Features(const Table& table, Play play, const Sight& sight, Add add)
        : table_(table), sight_(sight), kind_(play.kind), source_(play.source), rank_(play.kind % kRanks), add_(add) {}

    void all() {
        of_place();
        if (table_.left(kind_) < 2)
            add_(kLastCopy, 1.0);
        else
            of_copy();
        of_series();
    }

private:
    void of_place() {
        if (source_ >= kPiles) {
            const int row = source_ - kPiles;
            add_(kStranger, 1.0);
            add_(kStrangers, static_cast<double>(table_.row_sizes[row]) / table_.width);
            add_(kBaseWaits, sight_.waiting[row] > 0);
            add_(kBasesWait, sight_.waiting[row] / 2.0);
            return;
        }
        const auto& pile = table_.piles[source_];
        const int beneath = pile.size - 1;
        const bool settled = table_.is_settled(source_);
        if (settled) {
            add_(kSettled, 1.0);
            add_(kBeneathSettled, beneath / 5.0);
        } else {
            int turn = 0;
            for (int other = 0; other < source_; ++other) turn += !table_.is_settled(other);
            add_(kBeneath, beneath / 5.0);
            add_(kTurn, turn / 4.0);
            add_(kTurnNow, turn == 0);
        }
        if (beneath == 0) return add_(kEmpties, 1.0);
        const int under = pile.cards[beneath - 1];
        if (under >= kHidden) return add_(kTurnsUp, 1.0);
        add_(kUncoversPlayable, sight_.playable_then(under, kind_));
        add_(kUncoversBase, is_base(under));
        const auto [lower, higher] = series_beneath(source_, beneath);
        if (settled) add_(kFreesLower, lower);
        add_(kFreesHigher, higher);
    }

    void of_copy() {
        const auto [where, at] = copy();
        if (where == kNowhere) return add_(kCopyUnseen, 1.0);
        if (where >= kPiles) {
            const int row = where - kPiles;
            add_(kCopyInRow, 1.0);
            add_(kCopyStrangers, static_cast<double>(table_.row_sizes[row]) / table_.width);
            add_(kCopyHoldsPlace, sight_.waiting[row] > 0);
            add_(kCopyHoldsPlaces, sight_.waiting[row] / 2.0);
            return;
        }
        const auto& pile = table_.piles[where];
        const bool settled = table_.is_settled(where);
        const int depth = pile.size - 1 - at;
        if (depth) {
            add_(settled ? kCopyBuriedSettled : kCopyBuried, 1.0);
            add_(kCopyDepth, depth / 5.0);
        } else {
            add_(settled ? kCopyOnSettled : kCopyOnTop, 1.0);
            add_(settled ? kCopyCoversSettled : kCopyCovers, at / 5.0);
            if (at && pile.cards[at - 1] < kHidden)
                add_(kCopyUncoversPlayable, sight_.playable_then(pile.cards[at - 1], kind_));
        }
        const auto [lower, higher] = series_beneath(where, at);
        if (settled) add_(kCopyOnLower, lower);
        add_(kCopyOnHigher, higher);
    }

    void of_series() {
        if (rank_ > kRows) {
            add_(kBeforeBuried, covered(kind_ - 3).first);
            if (rank_ <= 2 * kRows) add_(kLow, 1.0);
        } else if (rank_) {
            const int row = rank_ - 1;
            add_(kBase, 1.0);
            add_(kBaseSeen, sight_.uncovered[kind_]);
            add_(kBasesSeen, sight_.waiting[row] / 2.0);
            add_(kBasesCrowd, sight_.waiting[row] > table_.bases[row] - table_.row_sizes[row]);
        }
        if (0 < rank_ && rank_ < kRanks - kRows) {
            const auto [settled, other] = covered(kind_ + 3);
            add_(kNextWaits, sight_.uncovered[kind_ + 3]);
            add_(kNextUnseen, table_.left(kind_ + 3) - sight_.seen[kind_ + 3]);
            add_(kNextBuriedSettled, settled);
            add_(kNextBuried, other);
            if (rank_ < kRanks - 2 * kRows) add_(kNextButOneWaits, sight_.uncovered[kind_ + 6]);
        }
    }

    static constexpr std::uint8_t kNowhere = 255;

    Sight::Spot copy() const {
        const int at = source_ < kPiles ? table_.piles[source_].size - 1 : 0;
        bool own = false;
        for (int number = 0; number < sight_.seen[kind_]; ++number) {
            const auto spot = sight_.spots[kind_][number];
            if (own || spot.source != source_ || spot.at != at) return spot;
            own = true;
        }
        return {kNowhere, 0};
    }

    std::pair<int, int> series_beneath(int number, int at) const {
        const auto& pile = table_.piles[number];
        int lower = 0;
        int higher = 0;
        for (int below = 0; below < at; ++below) {
            const auto card = pile.cards[below];
            if (card >= kHidden) continue;
            lower += kSeries.lower[kind_] >> card & 1U;
            higher += kSeries.higher[kind_] >> card & 1U;
        }
        return {lower, higher};
    }

    std::pair<int, int> covered(int kind) const {
        int settled = 0;
        int other = 0;
        for (int number = 0; number < sight_.seen[kind]; ++number) {
            const auto [where, at] = sight_.spots[kind][number];
            if (where >= kPiles || at >= table_.piles[where].size - 1) continue;
            ++(table_.is_settled(where) ? settled : other);
        }
        return {settled, other};
    }

    const Table& table_;
    const Sight& sight_;
    const int kind_, source_, rank_;
    Add add_;
};

double score(const Table& table, Play play, const Sight& sight, const Weights& weights) {
    double value = 0.0;
    Features(table, play, sight, [&](Feature feature, double amount) { value += weights[feature] * amount; }).all();
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
    for (const int kind : packed.kinds) {
        two |= one & kind_bit(kind);
        one |= kind_bit(kind);
    }
    for (int row = 0; row < kRows; ++row) {
        if (packed.rows[row].size() > kPiles) throw std::invalid_argument("there are too many strangers");
        for (const int card : packed.rows[row])
            rows[row][row_sizes[row]++] = static_cast<std::uint8_t>(packed.kinds[card]);
        for (int suit = 0; suit < kSuits; ++suit) bases[row] += left(kRanks * suit + row + 1);
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

Kinds Table::playable() const {
    Kinds kinds = kAces | (((one & ~(one << 3)) | (two & ~(two << 3))) & kBuiltKinds);
    for (int row = 0; row < kRows; ++row)
        if (bases[row] > row_sizes[row]) kinds |= kBaseKinds[row];
    return kinds;
}

Kinds Table::free() const {
    Kinds kinds = kAces | (~(one << 3) & kBuiltKinds);
    for (int row = 0; row < kRows; ++row)
        if (!row_sizes[row]) kinds |= kBaseKinds[row];
    return kinds;
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
    const Kinds bit = kind_bit(kind);
    (two & bit ? two : one) ^= bit;
    --cards;
    if (is_base(kind)) --bases[kind % kRanks - 1];
}

void Table::take_out(int row, int at) { rows[row][at] = rows[row][--row_sizes[row]]; }

void Table::play_free(std::vector<int>* played) {
    Kinds can = free();
    bool found = true;
    while (found) {
        found = false;
        for (int row = 0; row < kRows; ++row)
            for (int at = 0; at < row_sizes[row];) {
                const auto kind = rows[row][at];
                if (!(can >> kind & 1U)) {
                    ++at;
                    continue;
                }
                take_out(row, at);
                count(kind);
                can = free();
                if (played) played->push_back(Play{kind, static_cast<std::uint8_t>(kPiles + row)}.code());
                found = true;
            }
        for (int number = 0; number < width; ++number) {
            auto& pile = piles[number];
            while (pile.size && can >> pile.cards[pile.size - 1] & 1U) {
                const Play one_free{pile.cards[pile.size - 1], static_cast<std::uint8_t>(number)};
                play(one_free);
                can = free();
                if (played) played->push_back(one_free.code());
                found = true;
            }
        }
    }
}

void Table::contested(Plays& plays) const {
    const Kinds can = playable();
    plays.size = 0;
    for (int row = 0; row < kRows; ++row) {
        Kinds found = 0;
        for (int at = 0; at < row_sizes[row]; ++at) {
            const Kinds bit = kind_bit(rows[row][at]);
            if (can & ~found & bit) plays.add(rows[row][at], kPiles + row);
            found |= bit;
        }
    }
    for (int number = 0; number < width; ++number) {
        const auto& pile = piles[number];
        if (pile.size && can >> pile.cards[pile.size - 1] & 1U) plays.add(pile.cards[pile.size - 1], number);
    }
}

int Table::unrivalled(const Plays& plays) const {
    Kinds can = playable();
    Kinds once = 0;
    Kinds twice = 0;
    const auto reach = [&](int kind) {
        twice |= once & kind_bit(kind);
        once |= kind_bit(kind);
    };
    std::array<unsigned, kRows> gone{};
    std::array<int, kPiles> sizes;
    for (int number = 0; number < width; ++number) sizes[number] = piles[number].size;
    bool hidden_reached = false;
    bool found = true;
    while (found) {
        bool turned_up = false;
        found = false;
        for (int row = 0; row < kRows; ++row)
            for (int at = 0; at < row_sizes[row]; ++at) {
                if (gone[row] >> at & 1U || !(can >> rows[row][at] & 1U)) continue;
                gone[row] |= 1U << at;
                reach(rows[row][at]);
                can |= kBaseKinds[row];
                found = true;
            }
        for (int number = 0; number < width; ++number) {
            const auto& pile = piles[number];
            for (int& size = sizes[number]; size; --size, found = true) {
                const auto card = pile.cards[size - 1];
                if (card >= kHidden)
                    turned_up = true;
                else if (can >> card & 1U)
                    reach(card);
                else
                    break;
            }
        }
        if (turned_up && !hidden_reached) {
            hidden_reached = true;
            Kinds unseen = 0;
            Kinds unseen_twice = 0;
            for (int number = 0; number < width; ++number)
                for (int at = 0; at < piles[number].size; ++at) {
                    if (piles[number].cards[at] < kHidden) continue;
                    const Kinds bit = kind_bit(seen(piles[number].cards[at]));
                    unseen_twice |= unseen & bit;
                    unseen |= bit;
                }
            twice |= (once & unseen) | unseen_twice;
            once |= unseen;
        }
        can |= once << 3 & kBuiltKinds;
    }
    for (int number = 0; number < plays.size; ++number) {
        const int kind = plays[number].kind;
        bool alone;
        if (is_base(kind)) {
            const int row = kind % kRanks - 1;
            const int rivals = std::popcount(once & kBaseKinds[row]) + std::popcount(twice & kBaseKinds[row]);
            alone = rivals <= bases[row] - row_sizes[row];
        } else {
            alone = !(twice & kind_bit(kind));
        }
        if (alone) return number;
    }
    return -1;
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

void Tally::note(int left) {
    ++count;
    wins += left == 0;
    worth += kWorths[left];
}

double Tally::value() const { return count ? worth / count : -kInfinity; }

FairSearch::FairSearch(const Packed& packed, const std::vector<int>& hidden, const Weights& weights,
                       std::uint64_t seed, Meter& meter)
    : table_(packed, hidden), weights_(weights), dice_(seed), meter_(meter) {}

int FairSearch::choose(const Table& table, const Plays& plays, Weights* gradient) {
    if (plays.size == 1) return 0;
    const Sight sight(table);
    std::array<double, kRows * kPiles + kPiles> chances;
    double best = -kInfinity;
    for (int number = 0; number < plays.size; ++number) {
        chances[number] = score(table, plays[number], sight, weights_);
        best = std::max(best, chances[number]);
    }
    double total = 0.0;
    for (int number = 0; number < plays.size; ++number) {
        chances[number] = std::exp(chances[number] - best);
        total += chances[number];
    }
    double mark = dice_.unit() * total;
    int drawn = plays.size - 1;
    for (int number = 0; number < plays.size; ++number) {
        mark -= chances[number];
        if (mark <= 0) {
            drawn = number;
            break;
        }
    }
    if (gradient)
        for (int number = 0; number < plays.size; ++number) {
            const double surprise = (number == drawn) - chances[number] / total;
            const auto add = [&](Feature feature, double amount) { (*gradient)[feature] += surprise * amount; };
            Features(table, plays[number], sight, add).all();
        }
    return drawn;
}

int FairSearch::play_out(Table& table, Weights* gradient) {
    Plays plays;
    for (;;) {
        table.play_free(nullptr);
        if (table.cards == 0) return 0;
        table.contested(plays);
        if (plays.size) {
            table.play(plays[choose(table, plays, gradient)]);
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
                tallies[number].note(play_out(table, nullptr));
            }
        }
        std::stable_sort(alive.begin(), alive.end(),
                         [&](int one, int other) { return tallies[one].value() > tallies[other].value(); });
        if (alive.size() > 1) alive.resize((alive.size() + 1) / 2);
    }
    return tallies;
}

std::vector<FairSearch::Gradient> FairSearch::gradient(int playouts) {
    Table completed = table_;
    completed.forget();
    completed.shuffle(dice_);
    std::vector<Gradient> found;
    for (int number = 0; number < playouts; ++number) {
        meter_.spend(0);
        Table table = completed;
        Gradient one{0, {}};
        one.left = play_out(table, &one.gradient);
        found.push_back(one);
    }
    return found;
}

int FairSearch::decide(const Plays& plays, int playouts) {
    if (plays.size == 1 || playouts == 0) {
        meter_.spend(0);
        return choose(table_, plays, nullptr);
    }
    const auto tallies = weighed(plays, playouts);
    int best = 0;
    for (int number = 1; number < plays.size; ++number) {
        const bool more = tallies[number].count > tallies[best].count;
        const bool same = tallies[number].count == tallies[best].count;
        if (more || (same && tallies[number].value() > tallies[best].value())) best = number;
    }
    return best;
}

FairSearch::Game FairSearch::play(int playouts) {
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
        const int unrivalled = table_.unrivalled(plays);
        const Play chosen = plays[unrivalled < 0 ? decide(plays, playouts) : unrivalled];
        table_.play(chosen);
        game.played.push_back(chosen.code());
    }
}

std::vector<FairSearch::Weighed> FairSearch::weigh(int playouts) {
    Plays plays;
    table_.contested(plays);
    if (!plays.size) return {};
    const auto tallies = weighed(plays, playouts);
    std::vector<Weighed> found;
    for (int number = 0; number < plays.size; ++number) found.push_back({plays[number], tallies[number]});
    return found;
}

}  // namespace patience::gallery::fair
