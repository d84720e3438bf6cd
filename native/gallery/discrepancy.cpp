#include "gallery/discrepancy.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace patience::gallery {

namespace {
constexpr int kForever = 1 << 30;
constexpr int kWon = -1;  // below every allowance
constexpr int kMatching = 1;  // redeals left, at most, when the matching is looked at
constexpr int kLooking = 2;  // redeals left, at most, when the next one is looked at within a round
constexpr std::uint8_t kKept = 64;  // added to a kind in a key
constexpr std::uint8_t kHeld = 128;
constexpr CardSet kRedealt{~std::uint64_t{0}, ~std::uint64_t{0}};  // in place of unpaid cards: the end of a round
}  // namespace

DiscrepancySearch::DiscrepancySearch(const Packed& packed, Meter& meter)
    : start_(packed), meter_(meter), relaxed_(start_) {
    if (!packed.anytime) throw std::invalid_argument("this search knows only redeal: anytime");
}

std::optional<std::vector<int>> DiscrepancySearch::run() {
    while (true) {
        trails_.clear();
        level(0).layout = Layout::of(start_);
        const int failed = search_round(0, start_.done, start_.left, {}, {}, level_, -1);
        if (failed == kForever) return std::nullopt;
        if (failed == kWon) return line();
        ++level_;
    }
}

std::vector<int> DiscrepancySearch::line() const {
    std::vector<int> plays;
    for (std::int32_t trail = won_; trail >= 0; trail = trails_[trail].before) {
        const int play = trails_[trail].play;
        plays.push_back(play < 0 ? play : start_.id_of[play]);
    }
    std::reverse(plays.begin(), plays.end());
    return plays;
}

DiscrepancySearch::Level& DiscrepancySearch::level(int depth) {
    while (levels_.size() <= static_cast<std::size_t>(depth)) levels_.push_back(std::make_unique<Level>(start_, relaxed_));
    return *levels_[depth];
}

std::int32_t DiscrepancySearch::extended(std::int32_t trail, int play) {
    if (trails_.size() >= static_cast<std::size_t>(INT32_MAX)) throw std::length_error("too many plays in one line");
    trails_.push_back({play, trail});
    return static_cast<std::int32_t>(trails_.size()) - 1;
}

void DiscrepancySearch::write_key(RoundKey& key, const Layout& layout, unsigned done, CardSet left, CardSet kept,
                                  CardSet held) const {
    key.begin(done);
    key.add(left & start_.in_rows);
    key.add(held & start_.in_rows);
    const auto mark_of = [&](int card) {
        const CardSet one = CardSet::of(card);
        return (kept & one ? kKept : 0) | (held & one ? kHeld : 0);
    };
    for (int pile = 0; pile < start_.width; ++pile) {
        if (layout.sets[pile] & (kept | held))
            key.add(layout.piles[pile], mark_of);
        else
            key.add(layout.piles[pile]);
    }
    key.finish();
}

void DiscrepancySearch::spend(unsigned done) {
    ++positions_;
    meter_.spend(std::popcount(done) - std::popcount(start_.done));
}

int DiscrepancySearch::search_round(int depth, unsigned done, CardSet left, CardSet kept,
                                    CardSet held, int allowance, std::int32_t trail) {
    Level& here = level(depth);
    const Layout& layout = here.layout;
    write_key(here.key, layout, done, left, kept, held);
    if (const int failed = here.key.in(failed_, -1); failed >= allowance) return failed;
    spend(done);

    const Under& under = layout.under;
    const CardSet covers = layout.covers;
    CardSet settled = start_.in_rows;
    CardSet open = layout.open;
    int redeals_left = 0;
    CardSet useless;
    for (int pile = 0; pile < start_.width; ++pile) {
        if (done >> pile & 1) {
            settled |= layout.sets[pile];
        } else if (layout.sets[pile]) {
            ++redeals_left;
            if (is_last(pile, done)) useless = CardSet::of(layout.piles[pile].cards[0]);
        }
    }
    const CardSet stacks = covers & settled;
    auto [free, contested] = relaxed_.openings(left);
    CardSet hope = (left & ~settled) | open;
    if (relaxed_.closure(free | contested, hope, under, stacks) != left) return kForever;
    const bool looks = redeals_left && !start_.free_order;
    if (looks) here.lookahead.begin(layout, done);
    if ((start_.width - std::popcount(done) <= kMatching &&
         !relaxed_.matchable(left, free | contested, hope, under, stacks)) ||
        (looks && !here.lookahead.clears(left, free | contested, open, kept))) {
        here.key.into(failed_, kForever);
        return kForever;
    }

    const CardSet reach = relaxed_.closure(free | contested, open, under, covers, kept);
    bool cut = false;
    const int allowed = allowance;
    CardSet unpaid;
    here.seen.clear();
    auto& stack = here.stack;
    stack.clear();
    const auto put_aside = [&](CardSet more_kept, CardSet more_held, CardSet more_unpaid, int price) {
        stack.push_back({left, open, kept | more_kept, held | more_held, unpaid | more_unpaid, allowance - price, trail,
                         static_cast<std::uint32_t>(trails_.size())});
    };
    while (true) {
        while (true) {
            auto [now_free, now_contested] = relaxed_.openings(left);
            free = now_free;
            contested = now_contested;
            if (held) {
                held &= free | contested;
                unpaid &= held;
                if (held & free) break;
            }
            CardSet options = open & ~(kept | held);
            if (const CardSet cards = options & free) {
                CardSet play = cards & settled;
                if (!play) {
                    const CardSet may_keep = cards & ~useless;
                    if (may_keep && allowance) {
                        play = may_keep.lowest();
                        put_aside(play, {}, {}, 1);
                    } else {
                        play = cards;
                        cut = cut || may_keep;
                    }
                }
                left ^= play;
                open ^= play;
                while (play) {
                    const int card = play.pop();
                    open |= under[card];
                    trail = extended(trail, card);
                }
                continue;
            }

            options &= contested;
            if (!options) {
                if (!left) {
                    won_ = trail;
                    return kWon;
                }
                const int rest = allowance - unpaid.count();
                if (rest < 0) {
                    cut = true;
                } else {
                    const auto [known, fresh] = here.seen.insert({left, kept, held, kRedealt}, rest);
                    if (fresh || known < rest) {
                        known = rest;
                        const int failed = redeal_on(depth, done, left, kept, held, rest, trail);
                        if (failed == kWon) return kWon;
                        cut = cut || failed != kForever;
                    }
                }
                break;
            }

            CardSet card = choose(left, options, reach & ~(held | kept));
            const bool certain = static_cast<bool>(card);
            if (!certain) {
                card = options & kBuilt;
                card = (card ? card : options).lowest();
                const auto [known, fresh] = here.seen.insert({left, kept, held, unpaid}, allowance);
                if (!fresh && known >= allowance) break;
                known = allowance;
                if (looks && redeals_left <= kLooking && !here.lookahead.clears(left, free | contested, open, kept)) break;
                if (!redeals_left && relaxed_.closure(free | contested, open, under, covers) != left) break;
            }
            if (!(card & (settled | useless))) {
                if (allowance)
                    put_aside(card, {}, {}, 1);
                else
                    cut = true;
            }
            bool lasts = true;
            if (!certain) {
                const CardSet vain = relaxed_.vain(left, free | contested, open, under, covers, held | card, kept,
                                                   Relaxed::Release::kAllFilled);
                if (!(vain & card)) {
                    lasts = false;
                    if ((vain & unpaid).count() <= allowance)
                        put_aside({}, card, card, 0);
                    else
                        cut = true;
                }
            }
            if (lasts && redeals_left && (allowance || !cut)) {
                const auto [rivals, slots] = competition(left, card);
                hope = (left & ~settled) | open;
                const CardSet reached = relaxed_.closure(free | contested, hope, under, stacks, card | (held & rivals),
                                                         nullptr, rivals);
                if ((reached & rivals).count() >= slots) {
                    if (allowance)
                        put_aside({}, card, {}, 1);
                    else
                        cut = true;
                }
            }
            left ^= card;
            open = (open ^ card) | under[card.first()];
            trail = extended(trail, card.first());
        }
        if (stack.empty()) break;
        const Branch next = stack.back();
        stack.pop_back();
        left = next.left;
        open = next.open;
        kept = next.kept;
        held = next.held;
        unpaid = next.unpaid;
        allowance = next.allowance;
        trail = next.trail;
        trails_.resize(next.height);
        spend(done);
    }
    const int failed = cut ? allowed : kForever;
    here.key.into(failed_, failed);
    return failed;
}

bool DiscrepancySearch::is_last(int pile, unsigned done) const {
    return start_.free_order ? (done | 1U << pile) == (1U << start_.width) - 1 : pile == start_.width - 1;
}

DiscrepancySearch::Competition DiscrepancySearch::competition(CardSet left, CardSet card) const {
    if (card & kBuilt) return {other_copies(card), 1};
    const int row = (card.first() >> 1) % kRanks - 1;
    return {left & kRowBases[row] & ~card, relaxed_.places(left, row)};
}

CardSet DiscrepancySearch::choose(CardSet left, CardSet options, CardSet rivals) const {
    if (const CardSet sure = options & kBuilt & ~other_copies(left & rivals)) return sure.lowest();
    for (int row = 0; row < kRows; ++row) {
        const CardSet bases = kRowBases[row];
        if (options & bases && (left & rivals & bases).count() <= relaxed_.places(left, row))
            return (options & bases).lowest();
    }
    return {};
}

int DiscrepancySearch::redeal_on(int depth, unsigned done, CardSet left, CardSet kept,
                                 CardSet held, int allowance, std::int32_t trail) {
    ++standstills_;
    const Layout& layout = level(depth).layout;
    const std::size_t height = trails_.size();
    bool first = true;
    bool cut = false;
    for (int pile = 0; pile < start_.width; ++pile) {
        if (!(layout.sets[pile] & left) || done >> pile & 1) continue;
        const int price = first ? 0 : 1;
        if (price > allowance) return allowance;
        first = false;
        trails_.resize(height);
        level(depth + 1).layout.redeal(layout, start_.width, pile, left, left & start_.in_rows);
        const unsigned turns = start_.free_order ? done | 1U << pile : (2U << pile) - 1;
        const int failed = search_round(depth + 1, turns, left, kept & ~layout.sets[pile], held, allowance - price,
                                        extended(trail, redeal(pile)));
        if (failed == kWon) return kWon;
        cut = cut || failed != kForever;
        if (!start_.free_order) break;
    }
    return cut ? allowance : kForever;
}

}  // namespace patience::gallery
