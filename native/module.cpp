// The extension module solver._native: the native twins of the searches. See docs/native.md.
#include <nanobind/nanobind.h>

#include "cross/binding.hpp"
#include "gallery/binding.hpp"

NB_MODULE(_native, module) {
    module.doc() = "Native twins of the searches: the same steps as in Python, positions packed in, plays and counts out.";
    nanobind::set_leak_warnings(false);  // what is alive when an interrupted interpreter ends is no leak
    patience::cross::bind(module);
    patience::gallery::bind(module);
}
