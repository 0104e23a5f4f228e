// Which of a device's peaks limits a run: that of float or of double. Operations are not counted by
// type; what the kernel's instructions compute with decides.
#pragma once

#include <string>

#include "sim/model/memory_system.hpp"
#include "sim/run/run.hpp"

namespace warplens::whatif {

model::Arithmetic arithmetic_of(const run::Run& run);

// "float" or "double", as texts say it.
std::string type_text(const model::Peak& peak);

// Why that peak is shown, as a sentence; "" where the kernel computes with its type alone.
std::string peak_remark(const model::MemoryFigures& figures, model::Arithmetic arithmetic);

}  // namespace warplens::whatif
