// The same two models, slow and independent, straight from the rules: the tests' oracle.
#pragma once

#include "sim/model/cas_loop.hpp"
#include "sim/model/coalescing.hpp"
#include "sim/model/shared_cost.hpp"

namespace warplens::model::reference {

SharedCost shared_cost(const Device& device, SharedOp op, uint32_t bytes_per_lane, uint32_t mask,
                       const Addresses& addresses, const CasValues* values = nullptr);
GlobalCost global_cost(uint32_t bytes_per_lane, uint32_t mask, const Addresses& addresses);

}  // namespace warplens::model::reference
