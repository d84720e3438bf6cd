#pragma once

#include <nanobind/nanobind.h>

namespace patience::cross {

// Adds the twins of the cross's searches to the extension module.
void bind(nanobind::module_& module);

}  // namespace patience::cross
