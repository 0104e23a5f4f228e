// Weights were measured on one core of a server, as seconds of endless loops of one kind of access,
// and rounded up. Where lanes are far apart or in no order, each waits for memory of its own, in
// the arrays and in what the check of races remembers of them.
#include "sim/observe/totals/access_work.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

namespace warplens::observe {

namespace {

constexpr int64_t kFar = 4096;  // [bytes] another page
constexpr uint32_t kRows = 3;   // lanes that begin another row of a block as wide as a quarter warp
constexpr size_t kMostGaps =
    3;  // different ones of an orderly access: along x, to the next y and z

// How a warp's addresses follow each other.
struct Shape {
  uint32_t lanes = 0;
  uint32_t far = 0;  // lanes that are far from the one before
  bool is_orderly = true;
};

// What is usual: all lanes are active, each as far from the one before as the second from the
// first.
bool is_even(const trace::WarpAccess& access) {
  if (access.mask != ~0u) return false;
  const std::array<uint64_t, trace::kWarpSize>& addresses = *access.addresses;
  const uint64_t gap = addresses[1] - addresses[0];
  uint64_t differs = 0;
  for (uint32_t lane = 1; lane < trace::kWarpSize; ++lane)
    differs |= (addresses[lane] - addresses[lane - 1]) ^ gap;
  return differs == 0;
}

bool is_far(int64_t gap) {
  return gap >= kFar || gap <= -kFar;
}

Shape shape_of(const trace::WarpAccess& access) {
  Shape shape;
  if (is_even(access)) {
    const auto gap = static_cast<int64_t>(access.addresses.of(1) - access.addresses.of(0));
    return {trace::kWarpSize, is_far(gap) ? trace::kWarpSize - 1 : 0, true};
  }
  std::array<int64_t, kMostGaps> gaps{};
  size_t known = 0;
  uint64_t before = 0;
  for (uint32_t left = access.mask; left != 0; left &= left - 1) {
    const uint64_t address = access.addresses.of(static_cast<uint32_t>(std::countr_zero(left)));
    const auto gap = static_cast<int64_t>(address - before);
    before = address;
    if (shape.lanes++ == 0) continue;
    if (is_far(gap)) ++shape.far;
    size_t at = 0;
    while (at < known && gaps[at] != gap) ++at;
    if (at < known) continue;
    if (known == kMostGaps)
      shape.is_orderly = false;
    else
      gaps[known++] = gap;
  }
  return shape;
}

}  // namespace

uint32_t access_work(const trace::WarpAccess& access, bool are_races_looked_for) {
  const Shape shape = shape_of(access);
  const bool is_load = access.operation == trace::Operation::kLoad;
  if (access.space == trace::Space::kConstant) return 4;
  if (access.space == trace::Space::kShared) {
    if (shape.is_orderly) return are_races_looked_for ? 9 : 2;
    return shape.lanes * (are_races_looked_for ? 32 : 4);
  }
  const uint32_t out_of_order = shape.is_orderly ? 0 : 4 * shape.lanes;
  const uint32_t far = shape.far - std::min(shape.far, kRows);
  if (!are_races_looked_for) return 6 + out_of_order + 25 * far;
  if (is_load) return 6 + out_of_order + 24 * far;
  const uint32_t words = access.bytes <= 4 ? 1 : access.bytes / 4u;
  return 250 + out_of_order + 48 * words * far;
}

}  // namespace warplens::observe
