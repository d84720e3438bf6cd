// The rules of the gallery once more, for replaying lines of play: nothing here is shared with the searches.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace patience::gallery {

// A table as it lies, and the moves that the rules allow on it. A card is its kind, 13 * suit + rank - 1.
class Referee {
public:
    // table: the width; for each place of the top, middle and bottom row its card, plus 64 for a base pile with this top
    // card, or 255 for an empty place; for each pile the number of its cards and these, the bottom card first.
    // done: the piles that have had their turn, as a bit mask. Throws std::invalid_argument if that is no table.
    Referee(std::string_view table, unsigned done, bool anytime, bool free_order);

    // Plays the moves that are legal when their turn comes: the numbers of the others. A move is three bytes: the card,
    // where it lies and where it goes (a place is 8 * row + number, a pile 32 + number, out 31); or 255, the pile that is
    // redealt, 0.
    std::vector<int> follow_line(std::string_view moves);

    // Whether the game is won.
    bool is_won() const;

private:
    static constexpr int kRows = 3;
    static constexpr int kMost = 8;

    struct Place {
        int card = -1;
        bool based = false;
    };

    bool play(int card, int from, int to);
    bool redeal(int pile);
    bool takes(int row, const Place& place, int card) const;
    bool can_play(int card) const;
    bool has_play() const;

    int width_;
    std::array<std::array<Place, kMost>, kRows> rows_{};
    std::array<std::vector<int>, kMost> piles_{};
    unsigned done_;
    bool anytime_;
    bool free_order_;
};

}  // namespace patience::gallery
