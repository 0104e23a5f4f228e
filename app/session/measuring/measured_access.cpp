#include "app/session/measuring/measured_access.hpp"

#include <algorithm>

#include "sim/trace/matrix_layout.hpp"

namespace warplens::gui {

namespace {

constexpr uint64_t kAlignment = 128;             // [bytes] a line of global memory, all banks
constexpr uint64_t kWidest = uint64_t{1} << 30;  // [bytes] between the lowest and the highest lane

}  // namespace

std::optional<measure::WarpAccess> warp_access(const scene::Moment& moment) {
  const trace::Access& access = moment.access;
  // A warp repeats neither a copy, which arrives later, nor a matrix by itself.
  if (access.operation == trace::Operation::kCopy || trace::is_matrix(access.layout))
    return std::nullopt;
  measure::WarpAccess result;
  result.space =
      access.space == trace::Space::kShared ? measure::Space::kShared : measure::Space::kGlobal;
  result.operation = access.operation == trace::Operation::kLoad    ? measure::Operation::kLoad
                     : access.operation == trace::Operation::kStore ? measure::Operation::kStore
                                                                    : measure::Operation::kAtomic;
  result.bytes_per_lane = access.bytes;
  result.mask = access.mask & ~access.out_of_bounds;
  if (result.mask == 0 || access.space == trace::Space::kConstant) return std::nullopt;
  uint64_t lowest = ~uint64_t{0}, highest = 0;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((result.mask >> lane & 1u) == 0) continue;
    lowest = std::min(lowest, access.addresses[lane]);
    highest = std::max(highest, access.addresses[lane]);
  }
  if (highest - lowest > kWidest) return std::nullopt;
  lowest -= lowest % kAlignment;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((result.mask >> lane & 1u) != 0) result.addresses[lane] = access.addresses[lane] - lowest;
  }
  return result;
}

uint32_t predicted_cost(const scene::Moment& moment) {
  return moment.access.space == trace::Space::kShared ? moment.banks.cost.wavefronts
                                                      : moment.global.lines;
}

}  // namespace warplens::gui
