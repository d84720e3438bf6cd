#include "gallery/binding.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <string_view>
#include <utility>

#include "gallery/careful.hpp"
#include "gallery/discrepancy.hpp"
#include "gallery/fair.hpp"
#include "gallery/referee.hpp"
#include "gallery/standstills.hpp"
#include "python_meter.hpp"

namespace nb = nanobind;

namespace patience::gallery {

namespace {

// A `solver.patiences.gallery.packed.Packed`.
Packed unpacked(nb::handle packed) {
    return {
        nb::cast<int>(packed.attr("width")),
        nb::cast<std::vector<int>>(packed.attr("kinds")),
        nb::cast<std::array<std::vector<int>, kRows>>(packed.attr("rows")),
        nb::cast<std::vector<std::vector<int>>>(packed.attr("piles")),
        nb::cast<unsigned>(packed.attr("done")),
        nb::cast<bool>(packed.attr("anytime")),
        nb::cast<bool>(packed.attr("free_order")),
    };
}

nb::object plays_of(const std::optional<std::vector<int>>& plays) {
    return plays ? nb::object(nb::tuple(nb::cast(*plays))) : nb::none();
}

// A search with the meter that it spends from.
template <class Search>
struct Metered {
    Metered(nb::handle packed, nb::object budget) : meter(std::move(budget)), search(unpacked(packed), meter) {}
    Metered(const Metered&) = delete;
    Metered& operator=(const Metered&) = delete;

    PythonMeter meter;
    Search search;
};

using Standstills = Metered<StandstillSearch>;
using Discrepancy = Metered<DiscrepancySearch>;
using Careful = Metered<PackedPlay>;

struct Fair {
    Fair(nb::handle packed, const std::vector<int>& hidden, const fair::Weights& weights, std::uint64_t seed,
         nb::object budget)
        : meter(std::move(budget)), search(unpacked(packed), hidden, weights, seed, meter) {}
    Fair(const Fair&) = delete;
    Fair& operator=(const Fair&) = delete;

    PythonMeter meter;
    fair::FairSearch search;
};

nb::list listed(const std::vector<fair::FairSearch::Weighed>& weighed) {
    nb::list found;
    for (const auto& [play, tally] : weighed)
        found.append(nb::make_tuple(play.code(), tally.count, tally.wins, tally.worth));
    return found;
}

nb::object weigh(Fair& self, int playouts) {
    return listed(self.meter.run([&] { return self.search.weigh(playouts); }));
}

nb::object gradient(Fair& self, int playouts) {
    nb::list found;
    for (const auto& [left, one] : self.meter.run([&] { return self.search.gradient(playouts); }))
        found.append(nb::make_tuple(left, one));
    return found;
}

nb::object play(Fair& self, int playouts) {
    const auto game = self.meter.run([&] { return self.search.play(playouts); });
    return nb::make_tuple(game.left, game.played);
}

nb::object careful_games(Careful& self, std::uint64_t seed, int first, int count) {
    const auto games = self.meter.run([&] { return self.search.games(seed, first, count); });
    return nb::module_::import_("solver.careful").attr("Games")(games.won, games.fewest);
}

nb::object fewest_decisions(Careful& self, int most) {
    const auto found = self.meter.run([&] { return self.search.fewest_decisions(most); });
    return nb::module_::import_("solver.bounds").attr("Bounds")(found.low, found.high);
}

std::int64_t total(const std::vector<std::int64_t>& counts) {
    std::int64_t sum = 0;
    for (const auto count : counts) sum += count;
    return sum;
}

// The `solver.patiences.gallery.found.Found` of a search, by the function that makes it of the Python twin, too.
template <class Search>
nb::object found(const char* made_by, Search& self, const std::optional<std::vector<int>>& plays) {
    return nb::module_::import_("solver.patiences.gallery.found").attr(made_by)(nb::find(self), plays_of(plays));
}

nb::object run_standstills(Standstills& self, std::optional<int> redeals) {
    const auto plays = self.meter.run([&] { return self.search.run(redeals); });
    return found("by_standstills", self, plays);
}

nb::object run_discrepancy(Discrepancy& self) {
    const auto plays = self.meter.run([&] { return self.search.run(); });
    return found("by_discrepancies", self, plays);
}

// The numbers of the moves that are not legal when their turn comes, and whether the others win the game.
nb::tuple follow_line(const nb::bytes& table, unsigned done, bool anytime, bool free_order, const nb::bytes& moves) {
    Referee referee({table.c_str(), table.size()}, done, anytime, free_order);
    const auto left_out = referee.follow_line({moves.c_str(), moves.size()});
    return nb::make_tuple(left_out, referee.is_won());
}

}  // namespace

void bind(nb::module_& module) {
    nb::class_<Standstills>(module, "StandstillSearch", "The twin of gallery.search.standstills.Search.")
        .def(nb::init<nb::handle, nb::object>(), nb::arg("packed"), nb::arg("budget"))
        .def("run", &run_standstills, nb::arg("redeals") = nb::none())
        .def("least_redeals", [](const Standstills& self) { return self.search.least_redeals(); })
        .def_prop_ro("positions", [](const Standstills& self) { return self.search.positions(); })
        .def_prop_ro("standstills", [](const Standstills& self) { return total(self.search.standstills_after()); })
        .def_prop_ro("standstills_after", [](const Standstills& self) { return self.search.standstills_after(); })
        .def_prop_ro("remembered", [](const Standstills& self) { return self.search.remembered(); });

    nb::class_<Discrepancy>(module, "DiscrepancySearch", "The twin of gallery.search.discrepancy.Search.")
        .def(nb::init<nb::handle, nb::object>(), nb::arg("packed"), nb::arg("budget"))
        .def("run", &run_discrepancy)
        .def_prop_ro("positions", [](const Discrepancy& self) { return self.search.positions(); })
        .def_prop_ro("standstills", [](const Discrepancy& self) { return self.search.standstills(); })
        .def_prop_ro("remembered", [](const Discrepancy& self) { return self.search.remembered(); })
        .def_prop_ro("level", [](const Discrepancy& self) { return self.search.level(); });

    module.def("follow_line", &follow_line, nb::arg("table"), nb::arg("done"), nb::arg("anytime"),
               nb::arg("free_order"), nb::arg("moves"));

    nb::class_<Careful>(module, "PackedPlay", "The twin of gallery.fair.careful.PackedPlay.")
        .def(nb::init<nb::handle, nb::object>(), nb::arg("packed"), nb::arg("budget"))
        .def("games", &careful_games, nb::arg("seed"), nb::arg("first"), nb::arg("count"))
        .def("fewest_decisions", &fewest_decisions, nb::arg("most"))
        .def_prop_ro("at_least", [](const Careful& self) { return self.search.at_least(); });

    nb::class_<Fair>(module, "FairSearch", "The twin of gallery.fair.advising.FairSearch.")
        .def(nb::init<nb::handle, const std::vector<int>&, const fair::Weights&, std::uint64_t, nb::object>(),
             nb::arg("packed"), nb::arg("hidden"), nb::arg("weights"), nb::arg("seed"), nb::arg("budget"))
        .def("weigh", &weigh, nb::arg("playouts"))
        .def("gradient", &gradient, nb::arg("playouts"))
        .def("play", &play, nb::arg("playouts"));
}

}  // namespace patience::gallery
