#include "cross/layout.hpp"

#include <algorithm>
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
                for (int rank = 0; rank < ranks; ++rank) {
                    const int played = (rank <= ups) + (rank >= ranks - 1 - downs);
                    const Codes one = bit(static_cast<Code>(ranks * suit + rank + 1));
                    if (played < 2) left[suit][own] |= one;
                    if (played < 1) both_left[suit][own] |= one;
                }
            }
        }
        complete |= static_cast<Heights>((ranks - 1) | (ranks - 1) << 4) << 8 * suit;
    }
}

int Dimensions::cards_left(Heights heights) const {
    int total = 2 * suits * (ranks - 1);
    for (; heights; heights >>= 4) total -= heights & 15;
    return total;
}

void reshuffle(PackedTable& table, const Dimensions& dimensions, std::span<const std::uint8_t> order, Heights heights) {
    table.heights = heights;
    table.columns.resize(dimensions.columns);
    for (auto& column : table.columns) column.clear();
    // By the number of the copy, which is 0 or 1.
    const std::array<Codes, 4> left{dimensions.joined(dimensions.left, heights),
                                    dimensions.joined(dimensions.both_left, heights)};
    // All that are left go to the stock first, without a branch that nobody can guess.
    table.stock.resize(order.size());
    std::size_t count = 0;
    for (const std::uint8_t card : order) {
        const Code code = card & 63;
        table.stock[count] = code;
        count += left[card >> 6] >> code & 1;
    }
    const std::size_t laid = std::min(count, table.columns.size());
    for (std::size_t column = 0; column < laid; ++column) table.columns[column].push_back(table.stock[column]);
    table.stock.resize(count);
    table.stock.erase(table.stock.begin(), table.stock.begin() + static_cast<std::ptrdiff_t>(laid));
}

}  // namespace patience::cross
