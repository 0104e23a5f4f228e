// Warnings about the text of a launch's kernel.
#pragma once

#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/lang/tree/unit.hpp"

namespace warplens::prepare {

// The unit's warnings about text that the kernel reaches and text in no declaration, without those
// at the places in `warned`; the places of the others are added to it.
base::Diagnostics warnings_about(const lang::Unit& unit, const lang::Kernel& kernel,
                                 std::vector<base::Span>& warned);

// That `kernel` was taken because it is the only one that is ready; empty if the file holds no
// other.
base::Diagnostics kernels_left_out(const lang::Unit& unit, const lang::Kernel& kernel);

}  // namespace warplens::prepare
