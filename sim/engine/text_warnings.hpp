// What a launch says about the text of its kernel before it runs.
#pragma once

#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/lang/tree/ast.hpp"

namespace warplens::engine {

// The unit's warnings about text that the kernel reaches, and about text that is part of no
// declaration; but for those whose places `warned` holds already, which gets the others'.
base::Diagnostics warnings_about(const lang::Unit& unit, const lang::Kernel& kernel,
                                 std::vector<base::Span>& warned);

// That `kernel` was taken because it is the only one that is ready; empty if the file holds no
// other.
base::Diagnostics kernels_left_out(const lang::Unit& unit, const lang::Kernel& kernel);

}  // namespace warplens::engine
