#include "gallery/standstills.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace patience::gallery {

namespace {
constexpr std::size_t kFirstBatch = 4;

// Sorts by a number, smallest first, and leaves the order of equals. Most lists are short, for which the standard
// library's way, which asks for memory, takes longest.
template <class Element, class Number>
void sort_stably(std::vector<Element>& list, Number number) {
    if (list.size() > 32) {
        std::stable_sort(list.begin(), list.end(),
                         [&](const Element& one, const Element& two) { return number(one) < number(two); });
        return;
    }
    for (std::size_t at = 1; at < list.size(); ++at) {
        const Element element = list[at];
        const auto mine = number(element);
        std::size_t to = at;
        for (; to && number(list[to - 1]) > mine; --to) list[to] = list[to - 1];
        list[to] = element;
    }
}
}  // namespace

StandstillSearch::StandstillSearch(const Packed& packed, Meter& meter)
    : start_(packed), meter_(meter), relaxed_(start_) {
    if (packed.anytime) throw std::invalid_argument("this search knows only redeal: stalled");
    for (const CardSet row : start_.rows) alike_ |= both_copies(row & row >> 1 & kFirst);
}

std::optional<std::vector<int>> StandstillSearch::run(std::optional<int> redeals) {
    if (redeals && *redeals < 0)
        throw std::invalid_argument("at most " + std::to_string(*redeals) + " redeals; expected 0 or more");
    line_.clear();
    level(0).layout = Layout::of(start_);
    if (!search_round(0, start_.done, redeals.value_or(start_.width), 0, start_.left)) return std::nullopt;
    std::vector<int> plays;
    for (auto round = line_.rbegin(); round != line_.rend(); ++round)
        plays.insert(plays.end(), round->begin(), round->end());
    return plays;
}

std::optional<int> StandstillSearch::least_redeals() const {
    const Layout layout = Layout::of(start_);
    for (int redeals = 0; redeals <= start_.width - std::popcount(start_.done); ++redeals) {
        const bool lost = start_.free_order ? !find_needed(start_.done, redeals, 0, layout, start_.left)
                                            : refuted(start_.done, redeals, layout, start_.left);
        if (!lost) return redeals;
    }
    return std::nullopt;
}

StandstillSearch::Level& StandstillSearch::level(int number) {
    while (levels_.size() <= static_cast<std::size_t>(number)) levels_.push_back(std::make_unique<Level>());
    return *levels_[number];
}

bool StandstillSearch::search_round(int number, PileMask done, int redeals, PileMask needed, CardSet left) {
    const int width = start_.width;
    const int turns = std::popcount(done);
    Level& here = level(number);
    const Layout& layout = here.layout;
    redeals = std::min(redeals, width - turns);
    // With fixed order the closure comes before the key, as it costs less and mostly refutes: that changes no count.
    if (!start_.free_order && refuted(done, redeals, layout, left)) return false;
    write_key(here.key, done, layout, left);
    if (redeals <= here.key.in(lost_, -1)) return false;
    if (start_.free_order) {
        const auto known = find_needed(done, redeals, needed, layout, left);
        if (!known) return false;
        needed = *known;
    }
    const PileMask only = std::popcount(needed) == redeals ? needed : ~PileMask{0};
    bool last = true;
    for (int pile = 0; pile < width && redeals; ++pile) last = last && (done >> pile & 1 || !layout.sets[pile]);
    here.round.begin(*this, layout, left, turns - std::popcount(start_.done), last);
    for (std::size_t size = kFirstBatch;; size *= 2) {
        here.batch.clear();
        here.round.forget_trails();
        while (here.batch.size() < size) {
            const auto found = here.round.next();
            if (!found) break;
            here.batch.push_back(*found);
        }
        if (here.batch.empty()) break;
        sort_stably(here.batch, [](const Standstill& found) { return found.count; });
        for (const Standstill& found : here.batch) {
            ++after_[turns];
            if (!found.left) {
                line_.push_back(in_order(here, found.trail));
                return true;
            }
            if (last) continue;
            choose(layout, done, found.left, only, here.choices);
            for (const int pile : here.choices) {
                level(number + 1).layout.redeal(layout, width, pile, found.left, found.left & start_.in_rows);
                const PileMask after = start_.free_order ? done | 1U << pile : (2U << pile) - 1;
                if (search_round(number + 1, after, redeals - 1, needed & ~(1U << pile), found.left)) {
                    line_.push_back(in_order(here, found.trail));
                    line_.back().push_back(redeal(pile));
                    return true;
                }
            }
        }
    }
    here.key.into(lost_, redeals);
    return false;
}

void StandstillSearch::write_key(RoundKey& key, PileMask done, const Layout& layout, CardSet left) const {
    key.begin(done);
    key.add(left & start_.in_rows);
    for (int pile = 0; pile < start_.width; ++pile) key.add(layout.piles[pile]);
    key.finish();
}

// The piles that may be redealt at a standstill, with `order: free` those of `only`, the most promising first.
void StandstillSearch::choose(const Layout& layout, PileMask done, CardSet left, PileMask only,
                              std::vector<int>& piles) const {
    piles.clear();
    for (int pile = 0; pile < start_.width; ++pile) {
        if (!(layout.sets[pile] & left) || done >> pile & 1) continue;
        if (!start_.free_order) {
            piles.push_back(pile);
            return;
        }
        if (only >> pile & 1) piles.push_back(pile);
    }
    sort_stably(piles, [&](int pile) { return (layout.sets[pile] & left).count(); });
}

bool StandstillSearch::refuted(PileMask done, int redeals, const Layout& layout, CardSet left) const {
    const auto range = [](int from, int to) { return from < to ? (1U << to) - (1U << from) : 0U; };
    const auto& sets = layout.sets;
    const int coming = std::popcount(done);
    int limit = coming + redeals;
    const CardSet kept = stay(range(coming, limit), layout, left);
    if (!kept || limit == start_.width) return static_cast<bool>(kept);
    // A pile that keeps a card even with all of these redealt is not passed over: closures only grow.
    if (std::all_of(sets.begin() + coming, sets.begin() + limit,
                    [&](CardSet pile) { return static_cast<bool>(pile & kept); }))
        return true;
    for (int turn = coming; turn < limit && limit < start_.width; ++turn)
        if (!(sets[turn] & stay(range(coming, turn), layout, left))) ++limit;
    return static_cast<bool>(stay(range(coming, limit), layout, left));
}

std::optional<StandstillSearch::PileMask> StandstillSearch::find_needed(PileMask done, int redeals, PileMask needed,
                                                                        const Layout& layout, CardSet left) const {
    const PileMask turns = ((1U << start_.width) - 1) & ~done;
    if (stay(turns, layout, left)) return std::nullopt;
    if (redeals >= std::popcount(turns)) return needed;
    int count = std::popcount(needed);
    int rest = 0;
    for (int pile = 0; pile < start_.width; ++pile)
        if (turns >> pile & 1 && layout.sets[pile] && !(needed >> pile & 1)) ++rest;
    const PileMask known = needed;
    for (int pile = 0; pile < start_.width; ++pile) {
        if (!(turns >> pile & 1) || !layout.sets[pile] || known >> pile & 1) continue;
        if (count + rest-- < redeals) return needed;
        if (!stay(turns & ~(1U << pile), layout, left)) continue;
        needed |= 1U << pile;
        if (++count > redeals) return std::nullopt;
    }
    if (count == redeals && stay(turns & needed, layout, left)) return std::nullopt;
    return needed;
}

// The cards that no line can play if only these piles may be redealt.
CardSet StandstillSearch::stay(PileMask piles, const Layout& layout, CardSet left) const {
    CardSet spread;
    for (int pile = 0; pile < start_.width; ++pile)
        if (piles >> pile & 1) spread |= layout.sets[pile];
    return left ^ relaxed_.closure(relaxed_.slots(left), layout.open | spread, layout.under, layout.covers & ~spread);
}

// The held cards that wait for a rival to be played which cannot be played before them in this round.
CardSet StandstillSearch::in_vain(CardSet left, CardSet open, const Layout& layout, CardSet held) const {
    return relaxed_.vain(left, relaxed_.slots(left), open, layout.under, layout.covers, held, {},
                         Relaxed::Release::kFirstFilled);
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

// --- the standstills of a round --------------------------------------------------------------------------------------

void StandstillSearch::Round::begin(StandstillSearch& search, const Layout& layout, CardSet left, int depth,
                                    bool last) {
    search_ = &search;
    layout_ = &layout;
    depth_ = depth;
    last_ = last;
    finished_ = false;
    reach_ = last ? left : search.relaxed_.closure(search.relaxed_.slots(left), layout.open, layout.under, layout.covers);
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
    const Relaxed& relaxed = search_->relaxed_;
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
            if (last_ && relaxed.closure(relaxed.slots(left), open, under, covers) != left) break;
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
                    branch = !search_->in_vain(left, open, *layout_, held | card);
                    if (branch) put_aside(left, open, held | card, trail);
                }
            } else {
                const CardSet bases = card & kRowBases[0] ? kRowBases[0] : card & kRowBases[1] ? kRowBases[1] : kRowBases[2];
                const CardSet hold = card | (other_copies(card) & alike & left);
                const bool rival_open = !held && contested & bases & ~hold;
                branch = rival_open || !search_->in_vain(left, open, *layout_, held | hold);
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
