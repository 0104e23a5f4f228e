// The errors of CUDA at a launch: sizes of zero, a block or grid over the device's limits, too much
// shared memory, instructions that the device lacks.
#pragma once

#include "sim/base/diagnostic.hpp"
#include "sim/code/program.hpp"
#include "sim/launch/launch.hpp"
#include "sim/model/device.hpp"
#include "sim/trace/event.hpp"

namespace warplens::prepare {

// All errors in the launch's sizes; empty: it can run. `record`: a block is recorded. Warnings are
// added to `warnings`.
base::Diagnostics validate_launch(const code::Program& program, const launch::Launch& launch,
                                  const model::Device& device, bool record,
                                  base::Diagnostics& warnings);

// A warning for every -D that nothing in the text uses.
base::Diagnostics unused_definitions(const lang::Unit& unit, const launch::Launch& launch);

}  // namespace warplens::prepare
