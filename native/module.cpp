// The extension module solver._native: the native twins of the searches. See docs/native.md.
#include <nanobind/nanobind.h>

#include "cross/binding.hpp"
#include "gallery/binding.hpp"
#include "marriage/binding.hpp"

// What solver/native.py looks at: one more with every change of what the module offers or of how it is called.
constexpr int kInterface = 5;

NB_MODULE(_native, module) {
    module.doc() = "Native twins of the searches: the same steps as in Python, positions packed in, plays and counts out.";
    nanobind::set_leak_warnings(false);  // what is alive when an interrupted interpreter ends is no leak
    module.attr("INTERFACE") = kInterface;
    patience::cross::bind(module);
    patience::gallery::bind(module);
    patience::marriage::bind(module);
}
