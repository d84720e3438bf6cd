// The native twin of solver/patiences/gallery/fair/careful.py, and of solver/careful.py, where everything here is explained.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "exact_map.hpp"
#include "gallery/fair.hpp"
#include "gallery/position.hpp"
#include "meter.hpp"

namespace patience::gallery {

class PackedPlay {
public:
    // Throws std::invalid_argument for what is no position.
    PackedPlay(const Packed& packed, Meter& meter);

    struct Games {
        int won = 0;
        std::optional<int> fewest;  // decisions in a game that was won
    };
    Games games(std::uint64_t seed, int first, int count);

    struct Decisions {
        int low;
        std::optional<int> high;
    };
    Decisions fewest_decisions(int most);
    int at_least() const { return at_least_; }

private:
    // What can be chosen from: plays, then piles that may be redealt.
    struct Choices {
        fair::Plays plays;
        std::array<int, kPiles> piles;
        int redeals = 0;

        int size() const { return plays.size + redeals; }
    };

    struct Node {
        fair::Table table;
        Choices choices;
    };

    void find_choices(const fair::Table& table, Choices& choices) const;
    static void make(fair::Table& table, const Choices& choices, int number);
    void advance(fair::Table& table, Choices& choices) const;
    const std::vector<std::uint8_t>& key_of(const fair::Table& table);
    bool is_new(BytesMap& seen, const fair::Table& table);  // then it is added

    fair::Table start_;
    bool anytime_;
    Meter& meter_;
    int at_least_ = 0;
    std::vector<std::uint8_t> key_;
};

}  // namespace patience::gallery
