// The marriage's part of the extension module.
#pragma once

#include <nanobind/nanobind.h>

namespace patience::marriage {

void bind(nanobind::module_& module);

}  // namespace patience::marriage
