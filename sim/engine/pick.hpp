// Looks up the names in a launch: its kernel in the text, its device in the table.
#pragma once

#include <string>

#include "sim/base/diagnostic.hpp"
#include "sim/lang/tree/ast.hpp"
#include "sim/model/device.hpp"

namespace warplens::engine {

// "": the only kernel. "matmul<32, 1>" in any spacing.
base::Checked<const lang::Kernel*> pick_kernel(const lang::Unit& unit, const std::string& name);

// "": the default device.
base::Checked<model::Device> pick_device(const std::string& id);

}  // namespace warplens::engine
