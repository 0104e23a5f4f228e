// Lowers one checked kernel to warp bytecode. What cannot be lowered (a frame or program over a
// limit) is a diagnostic.
#pragma once

#include <atomic>
#include <memory>

#include "sim/base/budget.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/code/program.hpp"

namespace warplens::code {

// What lowering one kernel may cost.
inline constexpr base::BudgetLimits kLowerLimits{200'000'000, uint64_t{256} << 20, 4'096};

// `cancelled` may be null: the lowering ends soon after it becomes true.
base::Checked<std::shared_ptr<const Program>> lower(std::shared_ptr<const lang::Unit> unit,
                                                    const lang::Kernel& kernel,
                                                    const std::atomic<bool>* cancelled = nullptr);

}  // namespace warplens::code
