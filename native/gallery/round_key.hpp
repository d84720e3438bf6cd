// The position at the start of a round as bytes: what a search remembers it by. Two copies of a card in piles are alike.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "card_set.hpp"
#include "exact_map.hpp"
#include "gallery/layout.hpp"

namespace patience::gallery {

class RoundKey {
public:
    // Begins a key with the piles that have had their turn.
    void begin(unsigned done) {
        end_ = bytes_.data();
        *end_++ = static_cast<std::uint8_t>(done);
    }

    void add(CardSet cards) {
        std::memcpy(end_, &cards, sizeof cards);
        end_ += sizeof cards;
    }

    // Adds what lies in a pile; each kind has the mark of its card.
    template <class MarkOf>
    void add(const Pile& pile, MarkOf mark_of) {
        std::uint8_t* const at = end_;  // a member might be what is written to
        const int size = pile.size;
        for (int card = 0; card < size; ++card)
            at[card] = static_cast<std::uint8_t>(pile.cards[card] >> 1 | mark_of(pile.cards[card]));
        close(size);
    }

    void add(const Pile& pile) {
        std::uint8_t* const at = end_;
        const int size = pile.size;
        for (int from = 0; from < size; from += kBlock)
            for (int card = from; card < from + kBlock; ++card) at[card] = pile.cards[card] >> 1;
        close(size);
    }

    void finish() { hash_ = hash_of(bytes_.data(), size()); }

    int in(const BytesMap& map, int otherwise) const { return map.get(hash_, bytes_.data(), size(), otherwise); }
    void into(BytesMap& map, int value) const { map.set(hash_, bytes_.data(), size(), value); }

private:
    static constexpr std::uint8_t kPileEnd = 0xff;  // no card, also with a mark

    std::size_t size() const { return static_cast<std::size_t>(end_ - bytes_.data()); }

    void close(int size) {
        end_[size] = kPileEnd;
        end_ += size + 1;
    }

    std::array<std::uint8_t, 1 + 2 * sizeof(CardSet) + kPiles + kCards + kBlock> bytes_;
    std::uint8_t* end_ = bytes_.data();
    std::uint64_t hash_ = 0;
};

}  // namespace patience::gallery
