#include "gallery/careful.hpp"

#include <algorithm>

namespace patience::gallery {

PackedPlay::PackedPlay(const Packed& packed, Meter& meter)
    : start_(packed, {}), anytime_(packed.anytime), meter_(meter) {}

void PackedPlay::find_choices(const fair::Table& table, Choices& choices) const {
    table.contested(choices.plays);
    choices.redeals = 0;
    if (choices.plays.size && !anytime_) return;
    for (int pile = 0; pile < table.width; ++pile) {
        if (table.is_settled(pile) || !table.piles[pile].size) continue;
        choices.piles[choices.redeals++] = pile;
        if (!table.free_order) return;
    }
}

void PackedPlay::make(fair::Table& table, const Choices& choices, int number) {
    if (number < choices.plays.size)
        table.play(choices.plays[number]);
    else
        table.redeal(choices.piles[number - choices.plays.size]);
}

PackedPlay::Games PackedPlay::games(std::uint64_t seed, int first, int count) {
    Games found;
    Choices choices;
    for (int number = first; number < first + count; ++number) {
        meter_.spend(0);
        fair::Dice dice(seed + static_cast<std::uint64_t>(number));
        fair::Table table = start_;
        int decisions = 0;
        for (;;) {
            advance(table, choices);
            if (table.cards == 0 || choices.size() == 0) break;
            decisions += choices.size() > 1;
            const int drawn = choices.plays.size ? choices.plays.size : choices.redeals;
            make(table, choices, drawn > 1 ? static_cast<int>(dice.below(static_cast<std::uint32_t>(drawn))) : 0);
        }
        if (table.cards) continue;
        ++found.won;
        if (!found.fewest || decisions < *found.fewest) found.fewest = decisions;
    }
    return found;
}

void PackedPlay::advance(fair::Table& table, Choices& choices) const {
    table.play_free(nullptr);
    find_choices(table, choices);
}

const std::vector<std::uint8_t>& PackedPlay::key_of(const fair::Table& table) {
    key_.clear();
    key_.push_back(static_cast<std::uint8_t>(table.done));
    for (int row = 0; row < kRows; ++row) {
        key_.push_back(table.row_sizes[row]);
        key_.insert(key_.end(), table.rows[row].begin(), table.rows[row].begin() + table.row_sizes[row]);
        std::sort(key_.end() - table.row_sizes[row], key_.end());
    }
    for (int pile = 0; pile < table.width; ++pile) {
        const auto& cards = table.piles[pile];
        key_.push_back(cards.size);
        key_.insert(key_.end(), cards.cards.begin(), cards.cards.begin() + cards.size);
    }
    return key_;
}

PackedPlay::Decisions PackedPlay::fewest_decisions(int most) {
    std::vector<Node> layer{{start_, {}}};
    advance(layer[0].table, layer[0].choices);
    if (layer[0].table.cards == 0) return {0, 0};
    BytesMap done;
    std::vector<Node> following;
    std::vector<Node> after;
    int& made = at_least_;
    made = 0;
    for (; !layer.empty(); std::swap(layer, following)) {
        following.clear();
        BytesMap waiting;
        bool is_won = false;
        for (std::size_t at = 0; at < layer.size(); ++at) {  // which grows while it is gone through
            if (!is_new(done, layer[at].table)) continue;
            most -= layer[at].choices.size();
            if (most < 0) return {made, std::nullopt};
            BytesMap met;
            after.clear();
            for (int number = 0; number < layer[at].choices.size(); ++number) {
                meter_.spend(made);
                Node then = layer[at];
                make(then.table, then.choices, number);
                advance(then.table, then.choices);
                if (is_new(met, then.table)) after.push_back(then);
            }
            if (after.size() == 1) {
                if (after[0].table.cards == 0) return {made, made};
                layer.push_back(after[0]);
                continue;
            }
            for (const auto& then : after) {
                is_won = is_won || then.table.cards == 0;
                if (is_new(waiting, then.table)) following.push_back(then);
            }
        }
        ++made;
        if (is_won) return {made, made};
    }
    return {made, std::nullopt};
}

bool PackedPlay::is_new(BytesMap& seen, const fair::Table& table) {
    const auto& key = key_of(table);
    if (seen.get(key.data(), key.size(), 0)) return false;
    seen.set(key.data(), key.size(), 1);
    return true;
}

}  // namespace patience::gallery
