// The native twin of solver/patiences/gallery/fair/, where everything here is explained.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "gallery/position.hpp"
#include "meter.hpp"

namespace patience::gallery::fair {

inline constexpr std::uint8_t kHidden = 64;
inline constexpr int kFeatures = 42;
using Weights = std::array<double, kFeatures>;

// Sets of kinds, as bits.
using Kinds = std::uint64_t;

constexpr Kinds kind_bit(int kind) { return Kinds{1} << kind; }

class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed), first_(mixed()), second_(mixed()) {}

    std::uint32_t below(std::uint32_t number) { return static_cast<std::uint32_t>((next() >> 32) * number >> 32); }
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

private:
    std::uint64_t mixed();
    std::uint64_t next();

    std::uint64_t state_, first_, second_;
};

struct Play {
    std::uint8_t kind, source;

    int code() const { return 16 * kind + source; }
};

// The plays of one moment: at most every place and every pile.
struct Plays {
    int size = 0;
    std::array<Play, kRows * kPiles + kPiles> plays;

    void add(int kind, int source) {
        plays[size++] = {static_cast<std::uint8_t>(kind), static_cast<std::uint8_t>(source)};
    }
    const Play* begin() const { return plays.data(); }
    const Play* end() const { return plays.data() + size; }
    Play operator[](int number) const { return plays[number]; }
};

struct Table {
    Table(const Packed& packed, const std::vector<int>& hidden);

    bool has_hidden() const;
    void forget();
    void shuffle(Dice& dice);

    // The kinds of which an uncovered card can be played, and those with which no other card competes then.
    Kinds playable() const;
    Kinds free() const;
    int left(int kind) const { return static_cast<int>((one >> kind & 1U) + (two >> kind & 1U)); }
    bool is_settled(int pile) const { return done >> pile & 1U; }

    void play(Play play);
    void play_free(std::vector<int>* played);
    void contested(Plays& plays) const;
    int unrivalled(const Plays& plays) const;  // -1 for none
    int next_redeal() const;  // -1 for none
    void redeal(int pile);

    int width;
    bool free_order;
    unsigned done;
    int cards;
    std::array<std::array<std::uint8_t, kPiles>, kRows> rows{};
    std::array<std::uint8_t, kRows> row_sizes{};
    std::array<std::uint8_t, kRows> bases{};
    Kinds one = 0, two = 0;  // kinds of which a copy is left, and of which two are
    std::array<Pile, kPiles> piles;

private:
    std::pair<std::array<std::uint8_t*, kCards>, int> hidden_slots();
    void count(int kind);
    void take_out(int row, int at);
};

struct Tally {
    int count = 0, wins = 0;
    double worth = 0.0;

    void note(int left);
    double value() const;
};

class FairSearch {
public:
    // Throws std::invalid_argument for what is no position.
    FairSearch(const Packed& packed, const std::vector<int>& hidden, const Weights& weights, std::uint64_t seed,
               Meter& meter);

    struct Weighed {
        Play play;
        Tally tally;
    };
    std::vector<Weighed> weigh(int playouts);

    struct Gradient {
        int left;
        Weights gradient;
    };
    std::vector<Gradient> gradient(int playouts);

    struct Game {
        int left;
        std::vector<int> played;
    };
    Game play(int playouts);

private:
    std::vector<Tally> weighed(const Plays& plays, int playouts);
    int decide(const Plays& plays, int playouts);
    int choose(const Table& table, const Plays& plays, Weights* gradient);
    int play_out(Table& table, Weights* gradient);

    Table table_;
    Weights weights_;
    Dice dice_;
    Meter& meter_;
};

}  // namespace patience::gallery::fair
