// Compact hash tables with exact keys: the members lie one after the other in the order they came, and a table of open
// addressing (linear probing, at most half full) points to them. Nothing is ever removed but everything at once.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace patience {

// Spreads the bits of a word over the whole word (the finalizer of MurmurHash3, A. Appleby, public domain).
constexpr std::uint64_t mixed(std::uint64_t word) noexcept {
    word ^= word >> 33;
    word *= 0xff51afd7ed558ccdU;
    word ^= word >> 33;
    word *= 0xc4ceb9fe1a85ec53U;
    return word ^ word >> 33;
}

// The hash of bytes, by words of eight; the rest counts as if zeros followed, together with the length.
inline std::uint64_t hash_of(const void* bytes, std::size_t length) noexcept {
    const auto* at = static_cast<const std::uint8_t*>(bytes);
    std::uint64_t hash = 0x9e3779b97f4a7c15U ^ length;
    for (; length >= 8; at += 8, length -= 8) {
        std::uint64_t word;
        std::memcpy(&word, at, 8);
        hash = (std::rotl(hash, 23) ^ word) * 0x9fb21c651e98df25U;
        hash ^= hash >> 35;
    }
    if (length) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, length);
        hash = (std::rotl(hash, 23) ^ word) * 0x9fb21c651e98df25U;
    }
    return mixed(hash);
}

// The hash of a key of a fixed size, by words of four bytes that do not wait for each other: a key that has just been written
// number by number can be read so at once.
template <class Key>
std::uint64_t hash_of_fixed(const Key& key) noexcept {
    static_assert(sizeof key % 4 == 0);
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(&key);
    std::uint64_t factor = 0x9fb21c651e98df25U;
    std::uint64_t hash = 0;
    for (std::size_t at = 0; at < sizeof key; at += 4) {
        std::uint32_t word;
        std::memcpy(&word, bytes + at, 4);
        hash += word * factor;
        factor = factor * 0xd1342543de82ef95U + 2;
    }
    return mixed(hash);
}

// The table of open addressing itself: from hashes to the numbers 0, 1, 2, … of members that lie elsewhere. Of a hash it
// takes the upper half, which it keeps, so that a table that grows need not ask for the hashes of its members again.
class Index {
public:
    static constexpr std::uint32_t kNone = 0xffffffffU;

    // The number of the member with this hash for which `same(number)` holds, or kNone.
    template <class Same>
    std::uint32_t find(std::uint64_t hash, Same same) const {
        if (slots_.empty()) return kNone;
        const std::size_t mask = slots_.size() - 1;
        const auto tag = static_cast<std::uint32_t>(hash >> 32);
        for (std::size_t at = tag & mask;; at = (at + 1) & mask) {
            const Slot slot = slots_[at];
            if (!slot.next) return kNone;
            if (slot.tag == tag && same(slot.next - 1)) return slot.next - 1;
        }
    }

    // Adds member number `number` (the count of members so far), which must be new.
    void add(std::uint64_t hash, std::uint32_t number) {
        if (number >= kNone - 1) throw std::length_error("more than four billion positions remembered");
        if (2 * (static_cast<std::size_t>(number) + 1) > slots_.size()) {
            const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(std::max(kSmall, slots_.size() * 2)));
            for (const Slot slot : old) {
                if (slot.next) put(slot);
            }
        }
        put({static_cast<std::uint32_t>(hash >> 32), number + 1});
    }

    // Forgets everything. Costs no more than there was: a large table that held little becomes small again.
    void clear(std::size_t members) {
        if (!members) return;
        if (slots_.size() > kSmall && members * 8 < slots_.size()) slots_.resize(kSmall);
        std::fill(slots_.begin(), slots_.end(), Slot{});
    }

    static constexpr std::size_t kSmall = 64;  // slots at first

private:
    struct Slot {
        std::uint32_t tag = 0;
        std::uint32_t next = 0;  // the member's number + 1; 0 for an empty slot
    };

    void put(Slot slot) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = slot.tag & mask;
        while (slots_[at].next) at = (at + 1) & mask;
        slots_[at] = slot;
    }

    std::vector<Slot> slots_;
};

// A map with keys of a fixed size whose bytes are all significant (no padding).
template <class Key, class Value>
class ExactMap {
    static_assert(std::has_unique_object_representations_v<Key>);

public:
    // The value of a key, which is `initial` if the key is new; whether it was new. Valid until the next call.
    std::pair<Value&, bool> insert(const Key& key, Value initial) {
        const std::uint64_t hash = hash_of_fixed(key);
        const auto number = index_.find(hash, [&](std::uint32_t n) { return members_[n].first == key; });
        if (number != Index::kNone) return {members_[number].second, false};
        index_.add(hash, static_cast<std::uint32_t>(members_.size()));
        members_.emplace_back(key, initial);
        return {members_.back().second, true};
    }

    void clear() {
        index_.clear(members_.size());
        members_.clear();
    }

private:
    Index index_;
    std::vector<std::pair<Key, Value>> members_;
};

// A set of keys of a fixed size whose bytes are all significant (no padding).
template <class Key>
class ExactSet {
    static_assert(std::has_unique_object_representations_v<Key>);

public:
    // Adds a key; whether it was new.
    bool insert(const Key& key) {
        const std::uint64_t hash = hash_of_fixed(key);
        if (index_.find(hash, [&](std::uint32_t n) { return members_[n] == key; }) != Index::kNone) return false;
        if (members_.empty()) members_.reserve(Index::kSmall / 2);
        index_.add(hash, static_cast<std::uint32_t>(members_.size()));
        members_.push_back(key);
        return true;
    }

    void clear() {
        index_.clear(members_.size());
        members_.clear();
    }

private:
    Index index_;
    std::vector<Key> members_;
};

// A map from strings of bytes of any length to numbers. The bytes lie in blocks that never move.
class BytesMap {
public:
    // The value of a key, or `otherwise`. Here and in `set`: `hash` is the `hash_of` its bytes, for who knows it already.
    int get(std::uint64_t hash, const std::uint8_t* bytes, std::size_t length, int otherwise) const {
        const auto number = find(hash, bytes, length);
        return number == Index::kNone ? otherwise : members_[number].value;
    }

    int get(const std::uint8_t* bytes, std::size_t length, int otherwise) const {
        return get(hash_of(bytes, length), bytes, length, otherwise);
    }

    void set(const std::uint8_t* bytes, std::size_t length, int value) {
        set(hash_of(bytes, length), bytes, length, value);
    }

    void set(std::uint64_t hash, const std::uint8_t* bytes, std::size_t length, int value) {
        const auto number = find(hash, bytes, length);
        if (number != Index::kNone) {
            members_[number].value = value;
            return;
        }
        const Member member{kept(bytes, length), static_cast<std::uint32_t>(length), value};
        index_.add(hash, static_cast<std::uint32_t>(members_.size()));
        members_.push_back(member);
    }

    std::size_t size() const noexcept { return members_.size(); }

private:
    struct Member {
        const std::uint8_t* bytes;
        std::uint32_t length;
        std::int32_t value;
    };

    std::uint32_t find(std::uint64_t hash, const std::uint8_t* bytes, std::size_t length) const {
        return index_.find(hash, [&](std::uint32_t n) {
            return members_[n].length == length && std::memcmp(members_[n].bytes, bytes, length) == 0;
        });
    }

    const std::uint8_t* kept(const std::uint8_t* bytes, std::size_t length) {
        if (room_ < length) {
            const std::size_t size = std::max(length, std::size_t{4096} << std::min<std::size_t>(blocks_.size(), 8));
            blocks_.push_back(std::make_unique_for_overwrite<std::uint8_t[]>(size));
            free_ = blocks_.back().get();
            room_ = size;
        }
        std::uint8_t* place = free_;
        std::memcpy(place, bytes, length);
        free_ += length;
        room_ -= length;
        return place;
    }

    Index index_;
    std::vector<Member> members_;
    std::vector<std::unique_ptr<std::uint8_t[]>> blocks_;
    std::uint8_t* free_ = nullptr;
    std::size_t room_ = 0;
};

}  // namespace patience
