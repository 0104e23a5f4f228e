#include "sim/observe/totals/lane_stride.hpp"

namespace warplens::observe {

std::optional<int64_t> lane_stride(const trace::Access& access) {
  std::optional<int64_t> stride;
  uint32_t before = trace::kWarpSize;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((access.mask >> lane & 1) == 0) continue;
    if (before != trace::kWarpSize) {
      const auto apart = static_cast<int64_t>(access.addresses[lane] - access.addresses[before]);
      const int64_t steps = lane - before;
      if (apart % steps != 0 || (stride && *stride != apart / steps)) return std::nullopt;
      stride = apart / steps;
    }
    before = lane;
  }
  return stride;
}

}  // namespace warplens::observe
