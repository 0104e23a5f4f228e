#include "sim/analysis/layout_search.hpp"

#include <algorithm>
#include <bit>

#include "sim/analysis/step_cost.hpp"

namespace warplens::analysis {
namespace {

class Accesses {
 public:
  Accesses(const trace::Recording& recording, const std::vector<uint32_t>& steps,
           const code::Program& program, const model::Device& device)
      : program_(program), device_(device) {
    accesses_.reserve(steps.size());
    for (const uint32_t step : steps) accesses_.push_back(recording.at(step));
  }

  // The access with a conflict is tried first the next time: it has one under many layouts.
  bool have_no_conflict(const ArrayLayout& layout) {
    for (trace::Access& access : accesses_) {
      trace::Access moved = access;
      for (uint64_t& address : moved.addresses) address = layout.moved(address);
      const trace::StepCost cost = cost_of(moved, program_.sites[moved.site], device_);
      if (cost.paid == cost.ideal) continue;
      std::swap(access, accesses_.front());
      return false;
    }
    return true;
  }

 private:
  const code::Program& program_;
  const model::Device& device_;
  std::vector<trace::Access> accesses_;
};

std::optional<ArrayLayout> least_padding(const ArrayLayout& array, Accesses& accesses) {
  for (uint64_t pad = 1; pad <= kMostPadding; ++pad) {
    ArrayLayout padded = array;
    padded.pad = pad;
    if (accesses.have_no_conflict(padded)) return padded;
  }
  return std::nullopt;
}

// Columns are exchanged within a row only where their number is a power of two.
std::optional<ArrayLayout> simplest_swizzle(const ArrayLayout& array, Accesses& accesses) {
  if (!std::has_single_bit(array.columns)) return std::nullopt;
  const auto most_bits = static_cast<uint32_t>(std::countr_zero(array.columns));
  const auto row_bits = static_cast<uint32_t>(std::bit_width(array.rows() - 1));
  for (uint32_t shift = 0; shift < row_bits; ++shift) {
    for (uint32_t bits = 1; bits <= most_bits; ++bits) {
      ArrayLayout swizzled = array;
      swizzled.swizzle_bits = bits;
      swizzled.swizzle_shift = shift;
      if (accesses.have_no_conflict(swizzled)) return swizzled;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<ArrayLayout> layout_of(const ArrayInfo& array, uint32_t most_bytes_a_lane) {
  ArrayLayout layout;
  layout.begin = array.base;
  layout.bytes = array.bytes;
  layout.unit = std::max(array.element_bytes, most_bytes_a_lane);
  if (array.extents.size() < 2 || array.extents.back() == 0 || array.bytes == 0)
    return std::nullopt;
  const uint64_t row = array.extents.back() * array.element_bytes;
  if (row % layout.unit != 0 || array.base % layout.unit != 0) return std::nullopt;
  layout.columns = row / layout.unit;
  return layout;
}

ConflictFree find_conflict_free(const ArrayLayout& array, const trace::Recording& recording,
                                const std::vector<uint32_t>& steps, const code::Program& program,
                                const model::Device& device) {
  Accesses accesses(recording, steps, program, device);
  ConflictFree found;
  found.padded = least_padding(array, accesses);
  found.swizzled = simplest_swizzle(array, accesses);
  ArrayLayout turned = array;
  turned.by_columns = true;
  if (accesses.have_no_conflict(turned)) found.turned = turned;
  return found;
}

}  // namespace warplens::analysis
