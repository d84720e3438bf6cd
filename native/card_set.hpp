// Sets of up to 128 small numbers in two 64-bit words, which every compiler has; written for the 104 cards of two packs.
#pragma once

#include <bit>
#include <cstdint>

namespace patience {

struct CardSet {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    // Without a branch, which would be guessed wrongly half the time.
    static constexpr CardSet of(int index) noexcept {
        const std::uint64_t is_high = static_cast<unsigned>(index) >> 6;
        return {(is_high ^ 1) << (index & 63), is_high << (index & 63)};
    }

    constexpr explicit operator bool() const noexcept { return (low | high) != 0; }
    constexpr bool operator==(const CardSet&) const noexcept = default;

    constexpr CardSet operator&(CardSet other) const noexcept { return {low & other.low, high & other.high}; }
    constexpr CardSet operator|(CardSet other) const noexcept { return {low | other.low, high | other.high}; }
    constexpr CardSet operator^(CardSet other) const noexcept { return {low ^ other.low, high ^ other.high}; }
    constexpr CardSet operator~() const noexcept { return {~low, ~high}; }
    constexpr CardSet& operator&=(CardSet other) noexcept { return *this = *this & other; }
    constexpr CardSet& operator|=(CardSet other) noexcept { return *this = *this | other; }
    constexpr CardSet& operator^=(CardSet other) noexcept { return *this = *this ^ other; }

    // Shifts by 1 to 63.
    constexpr CardSet operator<<(int by) const noexcept { return {low << by, high << by | low >> (64 - by)}; }
    constexpr CardSet operator>>(int by) const noexcept { return {low >> by | high << (64 - by), high >> by}; }

    constexpr int count() const noexcept { return std::popcount(low) + std::popcount(high); }

    // The index of the lowest member; the set must not be empty.
    constexpr int first() const noexcept { return low ? std::countr_zero(low) : 64 + std::countr_zero(high); }

    // The set of the lowest member alone; empty for the empty set.
    constexpr CardSet lowest() const noexcept {
        return low ? CardSet{low & (0 - low), 0} : CardSet{0, high & (0 - high)};
    }

    // Removes the lowest member and returns its index; the set must not be empty.
    constexpr int pop() noexcept {
        if (low) {
            const int index = std::countr_zero(low);
            low &= low - 1;
            return index;
        }
        const int index = 64 + std::countr_zero(high);
        high &= high - 1;
        return index;
    }

    // The set itself or nothing.
    constexpr CardSet when(bool so) const noexcept {
        const std::uint64_t mask = 0 - static_cast<std::uint64_t>(so);
        return {low & mask, high & mask};
    }
};

}  // namespace patience
