#include "python_meter.hpp"

#include <utility>

namespace nb = nanobind;

namespace patience {

namespace {
constexpr int kStride = 4096;  // positions between two looks: some milliseconds
}

void PythonMeter::look() {
    const nb::gil_scoped_acquire lock;
    const auto spent = std::exchange(spent_, 0);
    // The last one apart, as the budget looks at its limits after it: counts are then those of a search in Python.
    budget_.attr("count")(spent - 1, depth_);
    budget_.attr("spend")(1, depth_);
    plan(kStride);
}

void PythonMeter::plan(int most) { until_look_ = nb::cast<std::int64_t>(budget_.attr("room")(most)); }

void PythonMeter::settle() {
    const auto spent = std::exchange(spent_, 0);
    if (spent) budget_.attr("count")(spent, depth_);
}

}  // namespace patience
