#include "gallery/fair.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace patience::gallery::fair {

namespace {

constexpr double kNearness = 0.88;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr double kTrust = 200.0;
constexpr double kWorth = 20.0 * 1024 * 1024;

// In the order of policy.Lying.
enum Lying {
    kInRow,
    kStrangers,
    kBasesWait,
    kBaseWaits,
    kEmptyPlaces,
    kPlayableStrangers,
    kNoTurnLeft,
    kSettled,
    kCovering,
    kCovered,
    kCoveredSettled,
    kCoveredOnce,
    kTopPlayable,
    kDealtOn,
    kLast,
    kBeneath,
    kBeneathSettled,
    kHiddenBeneath,
    kPlayableBeneath,
    kBasesBeneath,
    kLowerBeneath,
    kLowerBeneathSettled,
    kHigherBeneath,
    kUnderHidden,
    kUnderSeen,
    kUnderPlayable,
    kUnderFollows,
    kUnderNearly,
    kUnderBase,
    kUnderRank,
    kSecondHidden,
    kSecondPlayable,
    kLyings,
};

// In the order of policy.Copies.
enum Copies {
    kNone,
    kOne,
    kPlayable,
    kUnseen,
    kUncovered,
    kCopiesStrangers,
    kCopiesCovered,
    kCopiesCoveredSettled,
    kTurnNow,
    kCopiesDealtOn,
    kCopiesCovering,
    kCopies,
};

// In the order of policy.Rivals.
enum Rivals { kCopyLeft, kCopyUnseen, kSlot, kRivalsUncovered, kBaseKindsUncovered, kPlaces, kCrowd, kRivals };

// In the order of policy.Common.
enum Common { kAlways, kCardsLeft, kHiddenCards, kNoneHidden, kNextSize, kTurns, kEmptyPiles, kPlays, kCommons };

constexpr std::array<int, 5> kNear{-3, -6, 3, 6, 9};

// Where the groups of inputs begin.
constexpr int kOwn = 0;
constexpr int kCopy = kOwn + kLyings + kPiles;
constexpr int kSeriesInputs = kCopy + kLyings + kPiles;
constexpr int kRank = kSeriesInputs + static_cast<int>(kNear.size()) * kCopies;
constexpr int kRivalInputs = kRank + kRanks;
constexpr int kRow = kRivalInputs + kRivals;
constexpr int kCommon = kRow + kRows;
constexpr int kNext = kCommon + kCommons;
constexpr int kRowStrangers = kNext + kPiles + 1;
constexpr int kRowPlaces = kRowStrangers + kRows;
constexpr int kRowWaiting = kRowPlaces + kRows;
constexpr int kInputs = kRowWaiting + kRows;

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
constexpr Kinds kAllBaseKinds = kinds_of_ranks(1, kRows);

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

// What the inputs of all plays of a moment ask for.
struct Sight {
    struct Spot {
        std::uint8_t source, at;
    };

    explicit Sight(const Table& table) : playable(table.playable()), turn(table.next_redeal()) {
        Kinds lie_open = 0;
        for (int row = 0; row < kRows; ++row)
            for (int at = 0; at < table.row_sizes[row]; ++at) {
                const int kind = table.rows[row][at];
                ++uncovered[kind];
                lie_open |= kind_bit(kind);
                if (playable >> kind & 1U) ++playable_strangers[row];
                add(kind, kPiles + row, 0);
            }
        for (int number = 0; number < table.width; ++number) {
            const auto& pile = table.piles[number];
            for (int at = 0; at < pile.size; ++at)
                if (pile.cards[at] < kHidden)
                    add(pile.cards[at], number, at);
                else
                    ++hidden;
            if (pile.size) {
                const int top = pile.cards[pile.size - 1];
                ++uncovered[top];
                lie_open |= kind_bit(top);
            }
        }
        nearly = (lie_open & playable) << 3 & kBuiltKinds;
        for (int row = 0; row < kRows; ++row) {
            for (int suit = 0; suit < kSuits; ++suit) waiting[row] += uncovered[kRanks * suit + row + 1];
            if (playable_strangers[row]) nearly |= kBaseKinds[row];
        }
        nearly &= ~playable;
        if (turn < 0)
            turn = table.width;
        else
            for (int step = 1; step <= table.piles[turn].size; ++step) ++dealt_on[(turn + step) % table.width];
    }

    Kinds playable, nearly = 0;
    int turn;
    int hidden = 0;
    std::array<std::uint8_t, kKinds> uncovered{}, seen{};
    std::array<std::array<Spot, 2>, kKinds> spots;
    std::array<int, kRows> waiting{}, playable_strangers{};
    std::array<int, kPiles> dealt_on{};

private:
    void add(int kind, int source, int at) {
        spots[kind][seen[kind]++] = {static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(at)};
    }
};

template <class Add>
void add_common(const Table& table, const Sight& sight, int plays, Add&& add) {
    add(kCommon + kAlways, 1);
    add(kCommon + kCardsLeft, table.cards / 8);
    add(kCommon + kHiddenCards, sight.hidden / 4);
    add(kCommon + kNoneHidden, sight.hidden == 0);
    add(kCommon + kNextSize, sight.turn < table.width ? table.piles[sight.turn].size : 0);
    int turns = 0;
    int empty = 0;
    for (int pile = 0; pile < table.width; ++pile) {
        turns += table.piles[pile].size && !table.is_settled(pile);
        empty += !table.piles[pile].size;
    }
    add(kCommon + kTurns, turns);
    add(kCommon + kEmptyPiles, empty);
    add(kCommon + kPlays, plays);
    add(kNext + (sight.turn < table.width ? sight.turn : kPiles), 1);
    for (int row = 0; row < kRows; ++row) {
        add(kRowStrangers + row, table.row_sizes[row]);
        add(kRowPlaces + row, table.bases[row] - table.row_sizes[row]);
        add(kRowWaiting + row, sight.waiting[row]);
    }
}

template <class Add>
class PlayInputs {
public:
    PlayInputs(const Table& table, Play play, const Sight& sight, Add add)
        : table_(table), sight_(sight), kind_(play.kind), source_(play.source), rank_(play.kind % kRanks), add_(add) {}

    void all() {
        const int at = source_ < kPiles ? table_.piles[source_].size - 1 : 0;
        of_lying(kOwn, source_, at);
        bool own = false;
        for (int number = 0; number < sight_.seen[kind_]; ++number) {
            const auto spot = sight_.spots[kind_][number];
            if (own || spot.source != source_ || spot.at != at) {
                of_lying(kCopy, spot.source, spot.at);
                break;
            }
            own = true;
        }
        of_series();
        of_rivals();
    }

private:
    void of_lying(int first, int where, int at) {
        const auto add = [&](int number, int amount) { add_(first + number, amount); };
        if (where >= kPiles) {
            const int row = where - kPiles;
            add(kInRow, 1);
            add(kStrangers, table_.row_sizes[row]);
            add(kBasesWait, sight_.waiting[row]);
            add(kBaseWaits, sight_.waiting[row] > 0);
            add(kEmptyPlaces, table_.bases[row] - table_.row_sizes[row]);
            add(kPlayableStrangers, sight_.playable_strangers[row]);
            return;
        }
        const auto& pile = table_.piles[where];
        const bool settled = table_.is_settled(where);
        const int covering = pile.size - 1 - at;
        if (sight_.turn == table_.width)
            add(kNoTurnLeft, 1);
        else
            add(kLyings + (where - sight_.turn + table_.width) % table_.width, 1);
        add(kSettled, settled);
        if (covering) {
            add(kCovering, covering);
            add(kCovered, 1);
            add(kCoveredSettled, settled);
            add(kCoveredOnce, covering == 1);
            add(kTopPlayable, can_play(pile.cards[pile.size - 1]));
        }
        add(kDealtOn, sight_.dealt_on[where]);
        if (at == 0) return add(kLast, 1);
        add(kBeneath, at);
        add(kBeneathSettled, at * settled);
        int hidden = 0;
        int playable = 0;
        int bases = 0;
        int lower = 0;
        int higher = 0;
        for (int below = 0; below < at; ++below) {
            const auto card = pile.cards[below];
            if (card >= kHidden) {
                ++hidden;
                continue;
            }
            playable += can_play(card);
            bases += static_cast<int>(kAllBaseKinds >> card & 1U);
            lower += static_cast<int>(kSeries.lower[kind_] >> card & 1U);
            higher += static_cast<int>(kSeries.higher[kind_] >> card & 1U);
        }
        add(kHiddenBeneath, hidden);
        add(kPlayableBeneath, playable);
        add(kBasesBeneath, bases);
        add(kLowerBeneath, lower);
        add(kLowerBeneathSettled, lower * settled);
        add(kHigherBeneath, higher);
        of_under(add, pile, at);
    }

    template <class AddHere>
    void of_under(AddHere add, const Pile& pile, int at) {
        const int under = pile.cards[at - 1];
        if (under >= kHidden) return add(kUnderHidden, 1);
        const bool follows = under % kRanks > kRows && under - 3 == kind_;
        add(kUnderSeen, 1);
        add(kUnderPlayable, can_play(under));
        add(kUnderFollows, follows && !can_play(under));
        add(kUnderNearly, (sight_.nearly >> under & 1U) && !follows);
        add(kUnderBase, is_base(under));
        add(kUnderRank, under % kRanks);
        if (at == 1 || !(follows || can_play(under))) return;
        const int second = pile.cards[at - 2];
        if (second >= kHidden) return add(kSecondHidden, 1);
        const bool later = second % kRanks > kRows && (second - 3 == kind_ || second - 3 == under);
        add(kSecondPlayable, later || can_play(second));
    }

    void of_series() {
        for (std::size_t number = 0; number < kNear.size(); ++number) {
            const int rank = rank_ + kNear[number];
            if (rank_ && 0 < rank && rank < kRanks)
                of_copies(kSeriesInputs + static_cast<int>(number) * kCopies, kind_ + kNear[number]);
        }
    }

    void of_copies(int first, int kind) {
        const auto add = [&](int number, int amount) { add_(first + number, amount); };
        const int left = table_.left(kind);
        add(kNone, left == 0);
        add(kOne, left == 1);
        add(kPlayable, can_play(kind));
        add(kUnseen, left - sight_.seen[kind]);
        add(kUncovered, sight_.uncovered[kind]);
        int fewest = 0;
        for (int number = 0; number < sight_.seen[kind]; ++number) {
            const auto [where, at] = sight_.spots[kind][number];
            int covering = 0;
            if (where >= kPiles) {
                add(kCopiesStrangers, 1);
            } else {
                covering = table_.piles[where].size - 1 - at;
                if (covering) add(table_.is_settled(where) ? kCopiesCoveredSettled : kCopiesCovered, 1);
                add(kTurnNow, where == sight_.turn);
                add(kCopiesDealtOn, sight_.dealt_on[where] > 0);
            }
            fewest = number ? std::min(fewest, covering) : covering;
        }
        add(kCopiesCovering, fewest);
    }

    void of_rivals() {
        add_(kRank + rank_, 1);
        add_(kRivalInputs + kCopyLeft, table_.left(kind_) == 2);
        add_(kRivalInputs + kCopyUnseen, table_.left(kind_) - sight_.seen[kind_]);
        add_(kRivalInputs + kRivalsUncovered, sight_.uncovered[kind_]);
        if (rank_ > kRows) {
            add_(kRivalInputs + kSlot, table_.left(kind_ - 3) == 1);
        } else if (rank_) {
            const int waiting = sight_.waiting[rank_ - 1];
            const int places = table_.bases[rank_ - 1] - table_.row_sizes[rank_ - 1];
            add_(kRivalInputs + kBaseKindsUncovered, waiting);
            add_(kRivalInputs + kPlaces, places);
            add_(kRivalInputs + kCrowd, waiting > places);
        }
        if (rank_) add_(kRow + (rank_ - 1) % kRows, 1);
    }

    bool can_play(int kind) const { return sight_.playable >> kind & 1U; }

    const Table& table_;
    const Sight& sight_;
    const int kind_, source_, rank_;
    Add add_;
};

template <class Add>
void add_play(const Table& table, Play play, const Sight& sight, Add add) {
    PlayInputs<Add>(table, play, sight, add).all();
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

// --- the policy ------------------------------------------------------------------------------------------------------

struct Policy::Sums {
    std::array<std::int32_t, kUnits> units{};
    std::int64_t linear = 0;

    void add(const Policy& policy, int number, int amount) {
        if (!amount) return;
        const auto& weights = policy.units_[number];
        for (int unit = 0; unit < kUnits; ++unit) units[unit] += amount * weights[unit];
        linear += std::int64_t{amount} * policy.linear_[number];
    }
};

Policy::Policy(const std::vector<std::vector<int>>& units, const std::vector<int>& linear,
               const std::vector<int>& out) {
    if (units.size() != kInputs || linear.size() != kInputs || out.size() != kUnits)
        throw std::invalid_argument("expected weights of another number of inputs or units");
    for (const auto& weights : units) {
        if (weights.size() != kUnits) throw std::invalid_argument("expected weights of another number of units");
        std::copy(weights.begin(), weights.end(), units_.emplace_back().begin());
    }
    linear_ = linear;
    std::copy(out.begin(), out.end(), out_.begin());
}

std::array<std::int64_t, kRows * kPiles + kPiles> Policy::scores(const Table& table, const Plays& plays) const {
    const Sight sight(table);
    Sums common;
    add_common(table, sight, plays.size, [&](int number, int amount) { common.add(*this, number, amount); });
    std::array<std::int64_t, kRows * kPiles + kPiles> found;
    for (int number = 0; number < plays.size; ++number) {
        Sums sums{common.units, 0};
        add_play(table, plays[number], sight, [&](int input, int amount) { sums.add(*this, input, amount); });
        std::int64_t score = sums.linear;
        for (int unit = 0; unit < kUnits; ++unit) score += std::int64_t{std::max(sums.units[unit], 0)} * out_[unit];
        found[number] = score;
    }
    return found;
}

int Policy::choose(const Table& table, const Plays& plays) const {
    if (plays.size == 1) return 0;
    const auto found = scores(table, plays);
    return static_cast<int>(std::max_element(found.begin(), found.begin() + plays.size) - found.begin());
}

int Policy::play_out(Table& table) const {
    Plays plays;
    for (;;) {
        table.play_free(nullptr);
        if (table.cards == 0) return 0;
        table.contested(plays);
        if (plays.size) {
            const int unrivalled = plays.size > 1 ? table.unrivalled(plays) : 0;
            table.play(plays[unrivalled < 0 ? choose(table, plays) : unrivalled]);
            continue;
        }
        const int pile = table.next_redeal();
        if (pile < 0) return table.cards;
        table.redeal(pile);
    }
}

// --- the search ------------------------------------------------------------------------------------------------------

void Tally::note(int left) {
    ++count;
    wins += left == 0;
    worth += kWorths[left];
}

double Tally::value() const { return count ? (worth + trust * prior) / (count + trust) : -kInfinity; }

FairSearch::FairSearch(const Packed& packed, const std::vector<int>& hidden, const Policy& policy, std::uint64_t seed,
                       Meter& meter)
    : table_(packed, hidden), policy_(policy), dice_(seed), meter_(meter) {}

std::vector<Tally> FairSearch::weighed(const Plays& plays, int playouts, bool evenly) {
    Table known = table_;
    known.forget();
    std::vector<Tally> tallies(plays.size);
    std::vector<int> alive(plays.size);
    std::iota(alive.begin(), alive.end(), 0);
    const int halvings = static_cast<int>(std::bit_width(static_cast<unsigned>(plays.size - 1)));
    const int rounds = evenly ? 1 : std::max(1, halvings);
    for (int round = 0; round < rounds; ++round) {
        const int each = std::max(1, playouts * plays.size / rounds / static_cast<int>(alive.size()));
        for (int completion = 0; completion < each; ++completion) {
            Table completed = known;
            completed.shuffle(dice_);
            for (const int number : alive) {
                meter_.spend(0);
                Table table = completed;
                table.play(plays[number]);
                tallies[number].note(policy_.play_out(table));
            }
        }
        if (round == 0) expect(plays, known, tallies);
        std::stable_sort(alive.begin(), alive.end(),
                         [&](int one, int other) { return tallies[one].value() > tallies[other].value(); });
        if (alive.size() > 1) alive.resize((alive.size() + 1) / 2);
    }
    return tallies;
}

void FairSearch::expect(const Plays& plays, const Table& known, std::vector<Tally>& tallies) const {
    const auto scores = policy_.scores(known, plays);
    double mean = 0.0;
    std::int64_t total = 0;
    for (int number = 0; number < plays.size; ++number) {
        mean += tallies[number].worth / tallies[number].count;
        total += scores[number];
    }
    for (int number = 0; number < plays.size; ++number) {
        const double beyond = static_cast<double>(scores[number] * plays.size - total) / kWorth;
        tallies[number].prior = (mean + beyond) / plays.size;
        tallies[number].trust = kTrust;
    }
}

int FairSearch::decide(const Plays& plays, int playouts) {
    if (plays.size == 1 || playouts == 0) {
        meter_.spend(0);
        return policy_.choose(table_, plays);
    }
    return best_of(weighed(plays, playouts, false));
}

int FairSearch::best_of(const std::vector<Tally>& tallies) {
    std::size_t best = 0;
    for (std::size_t number = 1; number < tallies.size(); ++number) {
        const bool more = tallies[number].count > tallies[best].count;
        const bool same = tallies[number].count == tallies[best].count;
        if (more || (same && tallies[number].value() > tallies[best].value())) best = number;
    }
    return static_cast<int>(best);
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
    const auto tallies = weighed(plays, playouts, false);
    std::vector<Weighed> found;
    for (int number = 0; number < plays.size; ++number) found.push_back({plays[number], tallies[number]});
    return found;
}

std::vector<FairSearch::Lesson> FairSearch::lessons(int playouts, int slips) {
    std::vector<Lesson> lessons;
    Plays plays;
    for (;;) {
        table_.play_free(nullptr);
        table_.contested(plays);
        if (plays.size == 0) {
            const int pile = table_.next_redeal();
            if (pile < 0) return lessons;
            table_.redeal(pile);
            continue;
        }
        int chosen = plays.size == 1 ? 0 : table_.unrivalled(plays);
        if (chosen < 0) {
            const auto tallies = weighed(plays, playouts, true);
            lessons.push_back(lesson(plays, tallies));
            chosen = best_of(tallies);
            if (static_cast<int>(dice_.below(100)) < slips)
                chosen = static_cast<int>(dice_.below(static_cast<std::uint32_t>(plays.size)));
        }
        table_.play(plays[chosen]);
    }
}

FairSearch::Lesson FairSearch::lesson(const Plays& plays, const std::vector<Tally>& tallies) const {
    const Sight sight(table_);
    Lesson lesson;
    const auto noted = [](std::vector<Input>& inputs) {
        return [&inputs](int number, int amount) {
            if (amount) inputs.emplace_back(number, amount);
        };
    };
    add_common(table_, sight, plays.size, noted(lesson.common));
    for (int number = 0; number < plays.size; ++number) {
        auto& tried = lesson.tried.emplace_back();
        tried.worth = tallies[number].worth / tallies[number].count;
        add_play(table_, plays[number], sight, noted(tried.inputs));
    }
    return lesson;
}

}  // namespace patience::gallery::fair
