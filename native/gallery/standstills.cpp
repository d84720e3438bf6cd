#include "gallery/standstills.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace patience::gallery {

namespace {
constexpr std::size_t kFirstBatch = 4;
constexpr std::uint8_t kPileEnd = 0xff;  // no card: the separator of piles in a key
}  // namespace

StandstillSearch::StandstillSearch(const Packed& packed, Meter& meter)
    : start_(packed), meter_(meter), first_(std::bit_width(packed.done)) {
    if (packed.anytime || packed.free_order)
        throw std::invalid_argument("this search knows only redeal: stalled and order: fixed");
    for (const CardSet row : start_.rows) alike_ |= both_copies(row & row >> 1 & kFirst);
}

std::optional<std::vector<int>> StandstillSearch::run(std::optional<int> redeals) {
    if (redeals && *redeals < 0)
        throw std::invalid_argument("at most " + std::to_string(*redeals) + " redeals; expected 0 or more");
    line_.clear();
    lay_out(level(0).layout);
    if (!search_round(0, first_, redeals.value_or(start_.width), start_.left)) return std::nullopt;
    std::vector<int> plays;
    for (auto round = line_.rbegin(); round != line_.rend(); ++round)
        plays.insert(plays.end(), round->begin(), round->end());
    return plays;
}

std::optional<int> StandstillSearch::least_redeals() const {
    const auto layout = std::make_unique<Layout>();
    lay_out(*layout);
    for (int redeals = 0; redeals <= start_.width - first_; ++redeals)
        if (!refuted(first_, redeals, *layout, start_.left)) return redeals;
    return std::nullopt;
}

StandstillSearch::Level& StandstillSearch::level(int number) {
    while (levels_.size() <= static_cast<std::size_t>(number)) levels_.push_back(std::make_unique<Level>());
    return *levels_[number];
}

void StandstillSearch::lay_out(Layout& layout) const {
    layout = Layout{};
    layout.piles = start_.piles;
    layout.open = start_.in_rows;
    for (int number = 0; number < start_.width; ++number) {
        const Pile& pile = start_.piles[number];
        CardSet beneath;
        for (int at = 0; at < pile.size; ++at) {
            const CardSet card = CardSet::of(pile.cards[at]);
            layout.sets[number] |= card;
            layout.under[pile.cards[at]] = beneath;
            if (beneath) layout.covers |= card;
            beneath = card;
        }
        layout.open |= beneath;
    }
}

// Level `level` holds the layout. At a win `line_` gets the plays.
bool StandstillSearch::search_round(int number, int coming, int redeals, CardSet left) {
    const int width = start_.width;
    Level& here = level(number);
    const Layout& layout = here.layout;
    redeals = std::min(redeals, width - coming);
    if (refuted(coming, redeals, layout, left)) return false;
    write_key(here.key, coming, layout, left);
    if (redeals <= lost_.get(here.key.data(), here.key.size(), -1)) return false;
    const bool last = !redeals || std::all_of(layout.piles.begin() + coming, layout.piles.begin() + width,
                                              [](const Pile& pile) { return !pile.size; });
    here.round.begin(*this, layout, left, coming - first_, last);
    for (std::size_t size = kFirstBatch;; size *= 2) {
        here.batch.clear();
        here.round.forget_trails();
        while (here.batch.size() < size) {
            const auto found = here.round.next();
            if (!found) break;
            here.batch.push_back(*found);
        }
        if (here.batch.empty()) break;
        std::stable_sort(here.batch.begin(), here.batch.end(),
                         [](const Standstill& one, const Standstill& two) { return one.count < two.count; });
        for (const Standstill& found : here.batch) {
            ++after_[coming];
            if (!found.left) {
                line_.push_back(in_order(here, found.trail));
                return true;
            }
            if (last) continue;
            int pile = coming;
            while (pile < width && !(layout.sets[pile] & found.left)) ++pile;
            if (pile == width) continue;
            redealt(layout, found.left, pile, level(number + 1).layout);
            if (search_round(number + 1, pile + 1, redeals - 1, found.left)) {
                line_.push_back(in_order(here, found.trail));
                line_.back().push_back(redeal(pile));
                return true;
            }
        }
    }
    lost_.set(here.key.data(), here.key.size(), redeals);
    return false;
}

void StandstillSearch::write_key(std::vector<std::uint8_t>& key, int coming, const Layout& layout, CardSet left) const {
    key.clear();
    key.push_back(static_cast<std::uint8_t>(coming));
    const CardSet strangers = left & start_.in_rows;
    for (const std::uint64_t word : {strangers.low, strangers.high})
        for (int byte = 0; byte < 8; ++byte) key.push_back(static_cast<std::uint8_t>(word >> 8 * byte));
    for (int number = 0; number < start_.width; ++number) {
        if (number) key.push_back(kPileEnd);
        const Pile& pile = layout.piles[number];
        for (int at = 0; at < pile.size; ++at) key.push_back(pile.cards[at] >> 1);
    }
}

void StandstillSearch::redealt(const Layout& old, CardSet stays, int pile, Layout& dealt) const {
    const int width = start_.width;
    dealt.under = old.under;
    for (int number = 0; number < width; ++number) {
        dealt.sets[number] = old.sets[number] & stays;
        dealt.piles[number].size = 0;
        const int size = dealt.sets[number].count();
        for (int at = 0; at < size; ++at) dealt.piles[number].add(old.piles[number].cards[at]);
    }
    const Pile from = dealt.piles[pile];
    dealt.piles[pile].size = 0;
    dealt.sets[pile] = {};
    int target = pile;
    for (int at = from.size; at--;) {
        target = target + 1 == width ? 0 : target + 1;
        Pile& onto = dealt.piles[target];
        const std::uint8_t card = from.cards[at];
        dealt.under[card] = onto.size ? CardSet::of(onto.cards[onto.size - 1]) : CardSet{};
        dealt.sets[target] |= CardSet::of(card);
        onto.add(card);
    }
    dealt.open = stays & start_.in_rows;
    dealt.covers = {};
    for (int number = 0; number < width; ++number) {
        const Pile& cards = dealt.piles[number];
        if (!cards.size) continue;
        dealt.open |= CardSet::of(cards.cards[cards.size - 1]);
        dealt.covers |= dealt.sets[number] ^ CardSet::of(cards.cards[0]);
    }
}

bool StandstillSearch::refuted(int coming, int redeals, const Layout& layout, CardSet left) const {
    const auto& sets = layout.sets;
    int limit = coming + redeals;
    const CardSet kept = stay(coming, limit, layout, left);
    if (!kept || limit == start_.width) return static_cast<bool>(kept);
    // A pile that keeps a card even with all of these redealt is not passed over: closures only grow.
    if (std::all_of(sets.begin() + coming, sets.begin() + limit,
                    [&](CardSet pile) { return static_cast<bool>(pile & kept); }))
        return true;
    for (int turn = coming; turn < limit && limit < start_.width; ++turn)
        if (!(sets[turn] & stay(coming, turn, layout, left))) ++limit;
    return static_cast<bool>(stay(coming, limit, layout, left));
}

CardSet StandstillSearch::stay(int coming, int limit, const Layout& layout, CardSet left) const {
    CardSet spread;
    for (int pile = coming; pile < limit; ++pile) spread |= layout.sets[pile];
    return closure(left, layout.open | spread, layout.covers & ~spread, layout, {});
}

std::vector<int> StandstillSearch::in_order(const Level& level, std::int32_t trail) const {
    std::vector<CardSet> sets;
    for (; trail >= 0; trail = level.round.trail(trail).before) sets.push_back(level.round.trail(trail).cards);
    std::vector<int> plays;
    CardSet open = level.layout.open;
    for (auto cards = sets.rbegin(); cards != sets.rend(); ++cards) {
        while (const CardSet playable = *cards & open) {
            const CardSet card = playable.lowest();
            open ^= card | level.layout.under[card.first()];
            plays.push_back(start_.id_of[card.first()]);
        }
    }
    return plays;
}

CardSet StandstillSearch::closure(CardSet left, CardSet open, CardSet covers, const Layout& layout,
                                  CardSet held) const {
    const auto& under = layout.under;
    const CardSet before = left;
    const CardSet both = left & left >> 1 & kFirst;
    const CardSet need_one = both >> kSuccessor & kPredecessors;
    const CardSet need_both = (((left | left >> 1) & kFirst) ^ both) >> kSuccessor & kPredecessors;
    CardSet allowed = kAll;
    CardSet filled;
    for (int row = 0; row < kRows; ++row) {
        const CardSet strangers = left & start_.rows[row];
        if (strangers && strangers.count() >= (left & kRowBases[row]).count()) {
            allowed ^= kRowBases[row];
            filled |= strangers;
        }
    }
    while (true) {
        const CardSet upper = left >> 1;
        const CardSet blocked = ((left | upper) & need_both) | (left & upper & need_one);
        const CardSet playable = allowed & ~(both_copies(blocked) << kSuccessor | held);
        CardSet now = open & playable;
        if (!now) {
            if (!held) return left;
            const CardSet gone = before ^ left;
            CardSet released = held & other_copies(gone) & kBuilt;
            for (const CardSet bases : kRowBases)
                if (held & bases && gone & bases) released |= held & bases;
            if (!released) return held;
            held ^= released;
            if (!held) return {};
            continue;
        }
        CardSet played = now & ~covers;
        now &= covers;
        while (now) {
            const int card = now.pop();
            played |= CardSet::of(card);
            const CardSet beneath = under[card];
            if (beneath & playable)
                now |= beneath;
            else
                open |= beneath;
        }
        left ^= played;
        open &= ~played;
        if (played & filled) {
            for (int row = 0; row < kRows; ++row) {
                if (played & filled & start_.rows[row]) {
                    allowed |= kRowBases[row];
                    filled &= ~start_.rows[row];
                }
            }
        }
    }
}

// --- the standstills of a round --------------------------------------------------------------------------------------

void StandstillSearch::Round::begin(StandstillSearch& search, const Layout& layout, CardSet left, int depth,
                                    bool last) {
    search_ = &search;
    layout_ = &layout;
    depth_ = depth;
    last_ = last;
    finished_ = false;
    reach_ = last ? left : left ^ search.closure(left, layout.open, layout.covers, layout, {});
    trails_.clear();
    floor_ = 0;
    seen_.clear();
    found_.clear();
    stack_.clear();
    put_aside(left, layout.open, {}, -1);
}

std::int32_t StandstillSearch::Round::extended(std::int32_t trail, CardSet cards) {
    if (trails_.size() >= static_cast<std::size_t>(INT32_MAX)) throw std::length_error("too many plays in one round");
    trails_.push_back({cards, trail});
    return static_cast<std::int32_t>(trails_.size()) - 1;
}

void StandstillSearch::Round::put_aside(CardSet left, CardSet open, CardSet held, std::int32_t trail) {
    stack_.push_back({left, open, held, trail, static_cast<std::uint32_t>(trails_.size())});
}

std::optional<StandstillSearch::Standstill> StandstillSearch::Round::next() {
    const auto& under = layout_->under;
    const CardSet covers = layout_->covers;
    const auto& rows = search_->start_.rows;
    const CardSet alike = search_->alike_;
    while (!finished_ && !stack_.empty()) {
        auto [left, open, held, trail, height] = stack_.back();
        stack_.pop_back();
        trails_.resize(std::max(height, floor_));
        if (!seen_.insert({left, held})) continue;
        ++search_->positions_;
        search_->meter_.spend(depth_);
        CardSet allowed = kAll ^ kBases;
        while (true) {
            for (int row = 0; row < kRows; ++row)
                if (!(left & rows[row])) allowed |= kRowBases[row];
            // free cards
            CardSet free = allowed & ~(both_copies((left | left >> 1) & kPredecessors) << kSuccessor);
            CardSet now = open & free & ~held;
            if (now) {
                free &= ~held;
                CardSet played = now & ~covers;
                now &= covers;
                while (now) {
                    const int card = now.pop();
                    played |= CardSet::of(card);
                    const CardSet beneath = under[card];
                    if (beneath & free)
                        now |= beneath;
                    else
                        open |= beneath;
                }
                left ^= played;
                open &= ~played;
                trail = extended(trail, played);
                continue;
            }
            if (open & held & free) break;
            // contested cards: one predecessor is left, and both copies
            const CardSet both = left & left >> 1 & kFirst;
            CardSet contested = open & kBuilt & both_copies(both & ~(both << kSuccessor));
            CardSet unrivalled = contested & ~held;
            if (unrivalled) unrivalled &= ~other_copies(left & reach_ & ~held);
            if (open & kBases) {
                for (int row = 0; row < kRows; ++row) {
                    const CardSet bases = kRowBases[row];
                    if (!(open & bases)) continue;
                    const int places = (left & bases).count() - (left & rows[row]).count();
                    if (places <= 0) continue;
                    contested |= open & bases;
                    if ((left & reach_ & bases).count() <= places && !(held & bases)) unrivalled |= open & bases;
                }
            }
            if (!contested) {
                if (!found_.insert(left)) break;
                floor_ = static_cast<std::uint32_t>(trails_.size());
                finished_ = !left;
                return Standstill{left, trail, left.count()};
            }
            if (unrivalled) {
                CardSet played = unrivalled;
                trail = extended(trail, played);
                left ^= played;
                held &= ~other_copies(played);
                open ^= played;
                while (played) open |= under[played.pop()];
                continue;
            }
            contested &= ~held;
            if (!contested) break;
            if (last_ && search_->closure(left, open, covers, *layout_, {})) break;
            CardSet card = contested & kBases;
            card = (card ? card : contested).lowest();
            bool branch;
            if (card & kBuilt) {
                const CardSet other = other_copies(card);
                if (other & contested) {
                    branch = true;
                    if (!(card & alike))
                        put_aside(left ^ other, (open ^ other) | under[other.first()], held, extended(trail, other));
                } else {
                    branch = !search_->closure(left, open, covers, *layout_, held | card);
                    if (branch) put_aside(left, open, held | card, trail);
                }
            } else {
                const CardSet bases = card & kRowBases[0] ? kRowBases[0] : card & kRowBases[1] ? kRowBases[1] : kRowBases[2];
                const CardSet hold = card | (other_copies(card) & alike & left);
                const bool rival_open = !held && contested & bases & ~hold;
                branch = rival_open || !search_->closure(left, open, covers, *layout_, held | hold);
                if (branch) put_aside(left, open, held | hold, trail);
                held &= ~bases;
            }
            left ^= card;
            open = (open ^ card) | under[card.first()];
            trail = extended(trail, card);
            if (branch) {
                put_aside(left, open, held, trail);
                break;
            }
        }
    }
    return std::nullopt;
}

}  // namespace patience::gallery
