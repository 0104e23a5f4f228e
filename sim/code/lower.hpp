// Lowers one checked kernel to warp bytecode. What cannot be lowered (a frame or program over a
// limit) is a diagnostic.
#pragma once

#include <memory>

#include "sim/base/diagnostic.hpp"
#include "sim/code/program.hpp"

namespace warplens::code {

base::Checked<std::shared_ptr<const Program>> lower(std::shared_ptr<const lang::Unit> unit,
                                                    const lang::Kernel& kernel);

}  // namespace warplens::code
