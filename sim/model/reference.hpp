// The same models, slow and independent, straight from the rules: the tests' oracle.
#pragma once

#include "sim/model/async_copy_rule.hpp"
#include "sim/model/bulk_rule.hpp"
#include "sim/model/cas_loop.hpp"
#include "sim/model/coalescing.hpp"
#include "sim/model/matrix_rule.hpp"
#include "sim/model/shared_cost.hpp"

namespace warplens::model::reference {

SharedCost shared_cost(const Device& device, SharedOp op, uint32_t bytes_per_lane, uint32_t mask,
                       const Addresses& addresses, const CasValues* values = nullptr);
GlobalCost global_cost(uint32_t bytes_per_lane, uint32_t mask, const Addresses& addresses);
// On 32 banks of 4 bytes.
MatrixCost matrix_cost(uint32_t mask, const Addresses& rows);
AsyncCopyCost async_copy_cost(const AsyncCopy& copy, const Addresses& targets,
                              const Addresses& sources);
BulkCost bulk_cost(const BulkPieces& pieces, const Addresses& global);

}  // namespace warplens::model::reference
