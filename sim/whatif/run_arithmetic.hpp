// Which of a device's peaks limits a run: that of float or of double. Operations are not counted by
// type; what the kernel's instructions compute with decides.
#pragma once

#include "sim/model/memory_system.hpp"
#include "sim/run/run.hpp"

namespace warplens::whatif {

model::Arithmetic arithmetic_of(const run::Run& run);

}  // namespace warplens::whatif
