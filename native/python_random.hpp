// The random words of Python's `random.Random`, which the rules name.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace patience {

// The Mersenne Twister MT19937 (M. Matsumoto, T. Nishimura: ACM TOMACS 8, 1998; seeding by an array: 2002), as CPython seeds
// it with a large integer. Each word is made when it is drawn, for a shuffle needs a third of what a whole turn makes.
class PythonRandom {
public:
    // key: the bytes of the integer, the most significant first.
    explicit PythonRandom(std::span<const std::uint8_t> key) {
        while (!key.empty() && !key.front()) key = key.subspan(1);
        std::vector<std::uint32_t> words(std::max<std::size_t>((key.size() + 3) / 4, 1));
        for (std::size_t byte = 0; byte < key.size(); ++byte)
            words[byte / 4] |= std::uint32_t{key[key.size() - 1 - byte]} << 8 * (byte % 4);
        std::size_t at = 1;
        const auto go_on = [&] {
            if (++at < kWords) return;
            state_[0] = state_[kWords - 1];
            at = 1;
        };
        std::size_t word = 0;
        for (std::size_t step = std::max(kWords, words.size()); step > 0; --step) {
            state_[at] = (state_[at] ^ spread(state_[at - 1]) * 1664525U) + words[word] + static_cast<std::uint32_t>(word);
            go_on();
            if (++word == words.size()) word = 0;
        }
        for (std::size_t step = kWords - 1; step > 0; --step) {
            state_[at] = (state_[at] ^ spread(state_[at - 1]) * 1566083941U) - static_cast<std::uint32_t>(at);
            go_on();
        }
        state_[0] = 0x80000000U;
    }

    // So many random bits as `getrandbits` draws, 1 to 32.
    std::uint32_t bits(int count) {
        const std::size_t next = at_ + 1 < kWords ? at_ + 1 : 0;
        const std::size_t other = at_ < kWords - kApart ? at_ + kApart : at_ + kApart - kWords;
        const std::uint32_t both = (state_[at_] & 0x80000000U) | (state_[next] & 0x7fffffffU);
        std::uint32_t word = state_[at_] = state_[other] ^ both >> 1 ^ (both & 1 ? 0x9908b0dfU : 0);
        at_ = next;
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c5680U;
        word ^= word << 15 & 0xefc60000U;
        return (word ^ word >> 18) >> (32 - count);
    }

private:
    static constexpr std::size_t kWords = 624;
    static constexpr std::size_t kApart = 397;
    using State = std::array<std::uint32_t, kWords>;

    static constexpr std::uint32_t spread(std::uint32_t word) { return word ^ word >> 30; }

    // What every seeding begins with.
    static constexpr State kFirst = [] {
        State state{19650218U};
        for (std::uint32_t at = 1; at < kWords; ++at)
            state[at] = 1812433253U * (state[at - 1] ^ state[at - 1] >> 30) + at;
        return state;
    }();

    State state_ = kFirst;
    std::size_t at_ = 0;
};

}  // namespace patience
