#include "marriage/binding.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <utility>

#include "marriage/intervals.hpp"
#include "python_meter.hpp"

namespace nb = nanobind;

namespace patience::marriage {

namespace {

// A `solver.patiences.marriage.search.intervals.PackedPosition`.
PackedPosition layout_of(nb::handle layout) {
    return {nb::cast<std::vector<int>>(layout.attr("cards")), nb::cast<int>(layout.attr("row")),
            nb::cast<Set>(layout.attr("joined"))};
}

// A `solver.patiences.marriage.notation.Pairs`.
Pairs pairs_of(nb::handle pairs) {
    const auto word = nb::cast<std::string>(pairs.attr("value"));
    return word == "optional" ? Pairs::kOptional : word == "compulsory" ? Pairs::kCompulsory : Pairs::kOff;
}

// A `solver.patiences.marriage.search.lines.Line`.
nb::object line_of(const std::optional<Line>& line) {
    if (!line) return nb::none();
    const auto lines = nb::module_::import_("solver.patiences.marriage.search.lines");
    const nb::object discard_type = lines.attr("Discard");
    nb::list batches;
    for (const auto& batch : line->batches) {
        nb::list discards;
        for (const auto& [first, second, pair] : batch) {
            const auto cards = second == kNone ? nb::make_tuple(first) : nb::make_tuple(first, second);
            discards.append(discard_type(cards, pair));
        }
        batches.append(nb::tuple(discards));
    }
    return lines.attr("Line")(nb::tuple(batches), line->longest);
}

template <auto kSearch>
nb::object searched(nb::handle layout, nb::handle pairs, nb::object budget) {
    const PackedPosition packed = layout_of(layout);
    const Pairs rule = pairs_of(pairs);
    PythonMeter meter(std::move(budget));
    return line_of(meter.run([&] { return kSearch(packed, rule, meter); }));
}

}  // namespace

void bind(nb::module_& module) {
    module.def("win_marriage", &searched<win>, nb::arg("layout"), nb::arg("pairs"), nb::arg("budget"),
               "The twin of marriage.search.intervals.win.");
    module.def("narrowest_marriage", &searched<narrowest>, nb::arg("layout"), nb::arg("pairs"), nb::arg("budget"),
               "The twin of marriage.search.intervals.narrowest.");
}

}  // namespace patience::marriage
