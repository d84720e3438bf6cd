#include "gallery/referee.hpp"

#include <stdexcept>

namespace patience::gallery {

namespace {

constexpr int kKinds = 52;
constexpr int kRanks = 13;
constexpr int kEmpty = 255;
constexpr int kBased = 64;
constexpr int kOut = 31;
constexpr int kFirstPile = 32;

int rank_of(int card) { return card % kRanks + 1; }

}  // namespace

Referee::Referee(std::string_view table, unsigned done, bool anytime, bool free_order)
    : width_(0), done_(done), anytime_(anytime), free_order_(free_order) {
    std::size_t at = 0;
    const auto next = [&] {
        if (at == table.size()) throw std::invalid_argument("the table ends early");
        return static_cast<int>(static_cast<unsigned char>(table[at++]));
    };
    const auto card = [](int word) {
        if (word >= kKinds) throw std::invalid_argument("there is no such card");
        return word;
    };
    width_ = next();
    if (width_ < 1 || width_ > kMost) throw std::invalid_argument("there is no table of this width");
    for (auto& row : rows_) {
        for (int number = 0; number < width_; ++number) {
            const int word = next();
            if (word != kEmpty) row[number] = {card(word % kBased), word >= kBased};
        }
    }
    for (int number = 0; number < width_; ++number) {
        for (int left = next(); left > 0; --left) piles_[number].push_back(card(next()));
    }
    if (at != table.size()) throw std::invalid_argument("the table goes on");
}

std::vector<int> Referee::follow_line(std::string_view moves) {
    std::vector<int> left_out;
    int number = 0;
    for (std::size_t at = 0; at + 2 < moves.size(); at += 3, ++number) {
        const auto word = [&](std::size_t place) { return static_cast<int>(static_cast<unsigned char>(moves[place])); };
        const bool legal = word(at) == kEmpty ? redeal(word(at + 1)) : play(word(at), word(at + 1), word(at + 2));
        if (!legal) left_out.push_back(number);
    }
    return left_out;
}

// Whether a place of a row takes a card: an empty one the row's base, a base pile its suit's card three ranks higher.
bool Referee::takes(int row, const Place& place, int card) const {
    if (rank_of(card) == row + 2) return place.card < 0;
    return place.based && rank_of(card) > 4 && (rank_of(card) - 2) % kRows == row && place.card == card - 3;
}

bool Referee::play(int card, int from, int to) {
    if (card >= kKinds) return false;
    if (from >= kFirstPile) {
        if (from - kFirstPile >= width_) return false;
        auto& pile = piles_[from - kFirstPile];
        if (pile.empty() || pile.back() != card) return false;
    } else {
        if (from >= 8 * kRows || from % 8 >= width_) return false;
        const Place& place = rows_[from / 8][from % 8];
        if (place.based || place.card != card) return false;
    }
    if (rank_of(card) == 1) {
        if (to != kOut) return false;
    } else if (to >= 8 * kRows || to % 8 >= width_ || !takes(to / 8, rows_[to / 8][to % 8], card)) {
        return false;
    }
    if (from >= kFirstPile) {
        piles_[from - kFirstPile].pop_back();
    } else {
        rows_[from / 8][from % 8] = {};
    }
    if (to != kOut) rows_[to / 8][to % 8] = {card, true};
    return true;
}

bool Referee::redeal(int pile) {
    if (pile >= width_ || piles_[pile].empty() || (done_ >> pile & 1U) != 0) return false;
    if (!free_order_) {
        for (int earlier = 0; earlier < pile; ++earlier) {
            if (!piles_[earlier].empty() && (done_ >> earlier & 1U) == 0) return false;
        }
    }
    if (!anytime_ && has_play()) return false;
    std::vector<int> cards;
    cards.swap(piles_[pile]);
    int step = 0;
    for (auto card = cards.rbegin(); card != cards.rend(); ++card) piles_[(pile + ++step) % width_].push_back(*card);
    done_ |= free_order_ ? 1U << pile : (2U << pile) - 1U;
    return true;
}

bool Referee::can_play(int card) const {
    if (rank_of(card) == 1) return true;
    const int row = (rank_of(card) - 2) % kRows;
    for (int number = 0; number < width_; ++number) {
        if (takes(row, rows_[row][number], card)) return true;
    }
    return false;
}

bool Referee::has_play() const {
    for (int number = 0; number < width_; ++number) {
        if (!piles_[number].empty() && can_play(piles_[number].back())) return true;
        for (const auto& row : rows_) {
            const Place& place = row[number];
            if (place.card >= 0 && !place.based && can_play(place.card)) return true;
        }
    }
    return false;
}

bool Referee::is_won() const {
    for (int number = 0; number < width_; ++number) {
        if (!piles_[number].empty()) return false;
        for (const auto& row : rows_) {
            if (!row[number].based || rank_of(row[number].card) < 11) return false;
        }
    }
    return true;
}

}  // namespace patience::gallery
