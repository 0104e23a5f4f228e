// A launch that a program reached, with other sizes or arguments than the program gave it.
#pragma once

#include <memory>
#include <string>

#include "sim/base/diagnostic.hpp"
#include "sim/launch/fill.hpp"
#include "sim/machine/context.hpp"
#include "sim/machine/memory.hpp"
#include "sim/prepare/program.hpp"
#include "sim/prepare/request.hpp"

namespace warplens::prepare {

struct ChangedLaunch {
  std::shared_ptr<const machine::GridContext> context;
  machine::GlobalMemory memory;  // a new array is in the place of the one that it replaces
  base::Diagnostics warnings;
};

// What the changes do not name stays the program's, with its data. Errors as those of
// bind_arguments() and validate_launch().
base::Checked<ChangedLaunch> change_launch(const ReachedLaunch& reached,
                                           const model::Device& device, const Request& request);

}  // namespace warplens::prepare
