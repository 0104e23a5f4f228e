#include "sim/edit/swizzle.hpp"

#include <fmt/format.h>

#include <bit>

#include "sim/base/say.hpp"

namespace warplens::edit {
namespace {

// "4-6", "4".
std::string bit_range(uint32_t first, uint32_t count) {
  return count == 1 ? fmt::format("{}", first) : fmt::format("{}-{}", first, first + count - 1);
}

}  // namespace

std::string name_of(const Swizzle& swizzle) {
  return fmt::format("Swizzle<{},{},{}>", swizzle.bits, swizzle.base, swizzle.shift);
}

std::string address_bits(const Swizzle& swizzle, uint32_t element_bytes) {
  if (swizzle.bits == 0) return say("no bit of the address changes");
  const uint32_t first =
      swizzle.base + static_cast<uint32_t>(std::countr_zero(std::uint32_t{element_bytes}));
  return swizzle.bits == 1
             ? say("address bit {low} ^= bit {high}", "low"_a = bit_range(first, 1),
                   "high"_a = bit_range(first + swizzle.shift, 1))
             : say("address bits {low} ^= bits {high}", "low"_a = bit_range(first, swizzle.bits),
                   "high"_a = bit_range(first + swizzle.shift, swizzle.bits));
}

std::optional<Swizzle> swizzle_of(const LayoutChange& change) {
  const uint64_t row = change.row != 0 ? change.row : change.columns;
  if (change.kind != LayoutChange::Kind::kSwizzle || change.by_plane) return std::nullopt;
  if (!std::has_single_bit(row) || !std::has_single_bit(change.unit)) return std::nullopt;
  Swizzle swizzle;
  swizzle.bits = change.bits;
  swizzle.base = static_cast<uint32_t>(std::countr_zero(change.unit));
  swizzle.shift = static_cast<uint32_t>(std::countr_zero(row)) + change.shift - swizzle.base;
  return swizzle;
}

std::optional<LayoutChange> change_of(const Swizzle& swizzle, uint64_t row, bool is_flat) {
  if (swizzle.bits == 0 || !swizzle.is_one_to_one()) return std::nullopt;
  LayoutChange change;
  change.kind = LayoutChange::Kind::kSwizzle;
  change.bits = swizzle.bits;
  change.unit = uint64_t{1} << swizzle.base;
  const uint32_t from = swizzle.base + swizzle.shift;  // the lowest bit that decides
  if (is_flat) {
    change.row = change.columns = uint64_t{1} << from;
    return change;
  }
  if (!std::has_single_bit(row)) return std::nullopt;
  const auto of_row = static_cast<uint32_t>(std::countr_zero(row));
  if (swizzle.base + swizzle.bits > of_row || from < of_row) return std::nullopt;
  change.columns = row;
  change.shift = from - of_row;
  return change;
}

}  // namespace warplens::edit
