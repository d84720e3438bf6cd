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
inline constexpr int kFeatures = 26;
using Weights = std::array<double, kFeatures>;

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

    bool is_playable(int kind) const {
        const int rank = kind % kRanks;
        if (rank == 0) return true;
        if (rank <= kRows) return bases[rank - 1] > row_sizes[rank - 1];
        return left[kind - 3] < left[kind];
    }
    bool is_free(int kind) const {
        const int rank = kind % kRanks;
        if (rank == 0) return true;
        if (rank <= kRows) return row_sizes[rank - 1] == 0;
        return left[kind - 3] == 0;
    }
    bool is_settled(int pile) const { return done >> pile & 1U; }

    void play(Play play);
    void play_free(std::vector<int>* played);
    void contested(Plays& plays) const;
    int next_redeal() const;  // -1 for none
    void redeal(int pile);

    int width;
    bool free_order;
    unsigned done;
    int cards;
    std::array<std::array<std::uint8_t, kPiles>, kRows> rows;
    std::array<std::uint8_t, kRows> row_sizes{};
    std::array<std::uint8_t, kRows> bases{};
    std::array<std::uint8_t, kKinds> left{};
    std::array<Pile, kPiles> piles;

private:
    std::pair<std::array<std::uint8_t*, kCards>, int> hidden_slots();
    void count(int kind);
    void take_out(int row, int at);
};

struct Tally {
    int count = 0, wins = 0, left = 0;

    void note(int cards) {
        ++count;
        wins += cards == 0;
        left += cards;
    }
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
    std::vector<Weighed> look_ahead(int playouts);

    struct Game {
        int left;
        std::vector<int> played;
    };
    Game play(int playouts, bool ahead);

private:
    struct Node {
        std::vector<std::pair<int, int>> children;  // code of the play, number of the node
        Tally tally;
        int available = 0;
    };

    std::vector<Tally> weighed(const Plays& plays, int playouts);
    std::vector<Tally> searched(const Plays& plays, int playouts);
    void go_down(std::vector<Node>& nodes, Table& table);
    std::pair<int, int> child(std::vector<Node>& nodes, int parent, const Table& table, const Plays& plays);
    int decide(const Plays& plays, int playouts, bool ahead);
    int choose(const Table& table, const Plays& plays);
    int play_out(Table& table);

    Table table_;
    Weights weights_;
    Dice dice_;
    Meter& meter_;
    std::vector<int> path_;
};

}  // namespace patience::gallery::fair
