// The meter that reports to a `solver.limits.Budget`.
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>
#include <utility>

#include "meter.hpp"

namespace patience {

// Positions go to the budget every few thousand and exactly when a position limit would be passed, so such a limit stops
// a search where it stops the Python twin. The interpreter lock is taken for that alone.
class PythonMeter final : public Meter {
public:
    explicit PythonMeter(nanobind::object budget) : budget_(std::move(budget)) {}

    // Calls `search()` with the interpreter lock released, and tells the budget afterwards what is still to be told.
    // Called with the lock held. What the budget raises at a limit comes out as a Python exception.
    template <class Search>
    auto run(Search search) {
        const Running running(*this);
        auto found = [&] {
            const nanobind::gil_scoped_release release;
            return search();
        }();
        settle();
        return found;
    }

private:
    // Keeps a second thread out of a search that is running with the lock released.
    class Running {
    public:
        explicit Running(PythonMeter& meter) : meter_(meter) {
            if (meter_.running_) throw std::runtime_error("this search is running already");
            meter_.plan(1);  // an interruption before the search stops even a short one
            meter_.spent_ = 0;
            meter_.running_ = true;
        }
        ~Running() { meter_.running_ = false; }
        Running(const Running&) = delete;
        Running& operator=(const Running&) = delete;

    private:
        PythonMeter& meter_;
    };

    void look() override;
    void plan(int most);
    void settle();

    nanobind::object budget_;
    bool running_ = false;
};

}  // namespace patience
