// Looks up the names in a launch: its kernel in the text, its device in the table.
#pragma once

#include <string>
#include <string_view>

#include "sim/base/diagnostic.hpp"
#include "sim/lang/tree/unit.hpp"
#include "sim/model/device.hpp"

namespace warplens::prepare {

// "": the only kernel. "matmul<32, 1>" in any spacing.
base::Checked<const lang::Kernel*> pick_kernel(const lang::Unit& unit, const std::string& name);

// The id that was probably meant: of "9.0", "sm_90" and "cc90" it is "cc9.0"; "" where none is
// near.
std::string nearest_device(std::string_view name);

// "": the default device.
base::Checked<model::Device> pick_device(const std::string& id);

}  // namespace warplens::prepare
