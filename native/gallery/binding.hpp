// The gallery's searches as classes of the extension module.
#pragma once

#include <nanobind/nanobind.h>

namespace patience::gallery {

void bind(nanobind::module_& module);

}  // namespace patience::gallery
