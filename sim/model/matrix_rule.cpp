#include "sim/model/matrix_rule.hpp"

#include "sim/base/assert.hpp"

namespace warplens::model {

SharedCost MatrixCost::sum() const {
  SharedCost cost;
  for (const uint32_t of_one : wavefronts) {
    cost.wavefronts += of_one;
    cost.ideal_wavefronts += of_one != 0 ? 1 : 0;
  }
  return cost;
}

// Eight rows cost as much as a store of 16 bytes by eight lanes: what loads merge, matrices do not.
MatrixCost matrix_cost(const Device& device, uint32_t mask, const Addresses& rows) {
  WL_ASSERT(mask != 0, "an access has an active lane");
  constexpr uint32_t kFirst = (1u << kMatrixRows) - 1;
  MatrixCost cost;
  for (uint32_t i = 0; i < kMostMatrices; ++i) {
    const uint32_t lanes = mask & kFirst << (kMatrixRows * i);
    if (lanes == 0) continue;
    cost.wavefronts[i] =
        shared_cost(device, SharedOp::kStore, kMatrixRowBytes, lanes, rows).wavefronts;
  }
  return cost;
}

}  // namespace warplens::model
