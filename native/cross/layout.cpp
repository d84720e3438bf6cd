#include "cross/layout.hpp"

#include <stdexcept>

namespace patience::cross {

Dimensions::Dimensions(int suits, int ranks, int columns) : suits(suits), ranks(ranks), columns(columns) {
    if (suits < 1 || suits > kSuits || ranks < 2 || ranks > 16 || suits * ranks >= kCodes - 1 || columns < 1 ||
        columns > kColumns)
        throw std::invalid_argument("the native search holds no such packs");
    for (int suit = 0; suit < suits; ++suit) {
        for (int rank = 0; rank < ranks; ++rank) {
            const int code = ranks * suit + rank + 1;
            suit_of[code] = static_cast<std::uint8_t>(suit);
            rank_of[code] = static_cast<std::uint8_t>(rank);
        }
        for (int ups = 0; ups < ranks; ++ups) {
            for (int downs = 0; downs < ranks; ++downs) {
                const int own = ups | downs << 4;
                Codes both = 0;
                if (ups < ranks - 1) both |= bit(up[suit][own] = static_cast<Code>(ranks * suit + ups + 2));
                if (downs < ranks - 1) both |= bit(down[suit][own] = static_cast<Code>(ranks * suit + ranks - 1 - downs));
                either[suit][own] = both;
            }
        }
        complete |= static_cast<Heights>((ranks - 1) | (ranks - 1) << 4) << 8 * suit;
    }
}

Codes Dimensions::wanted(Heights heights) const {
    Codes wanted = 0;
    for (int suit = 0; suit < suits; ++suit) wanted |= either[suit][own(heights, suit)];
    return wanted;
}

int Dimensions::cards_left(Heights heights) const {
    int total = 2 * suits * (ranks - 1);
    for (; heights; heights >>= 4) total -= heights & 15;
    return total;
}

int Dimensions::left(Heights heights, Code code) const {
    const int rank = rank_of[code];
    const int played = static_cast<int>(own(heights, suit_of[code]));
    return 2 - (rank <= (played & 15)) - (rank >= ranks - 1 - (played >> 4));
}

void reshuffle(PackedTable& table, const Dimensions& dimensions, std::span<const std::uint8_t> order, Heights heights) {
    table.heights = heights;
    table.columns.resize(dimensions.columns);
    for (auto& column : table.columns) column.clear();
    table.stock.clear();
    int laid = 0;
    for (const std::uint8_t card : order) {
        const Code code = card & 63;
        if (card >> 6 >= dimensions.left(heights, code)) continue;
        if (laid < dimensions.columns)
            table.columns[laid++].push_back(code);
        else
            table.stock.push_back(code);
    }
}

}  // namespace patience::cross
