// Layouts of a shared array under which its accesses have no bank conflict, or the fewest: every
// padding, every shorter row that still has all columns that are used, every swizzle and the other
// order, each tried on all of them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/model/device.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/observe/layouts/layout_override.hpp"
#include "sim/observe/streams/shared_patterns.hpp"

namespace warplens::observe {

struct FoundLayouts {
  std::optional<ArrayLayout> padded;     // with the least padding, up to kMostPadding units
  std::optional<ArrayLayout> shortened;  // with the shortest rows
  // By the row rather than the plane, at the lowest position, with the smallest shift, then the
  // fewest bits.
  std::optional<ArrayLayout> swizzled;
  std::optional<ArrayLayout> turned;  // by columns
};
inline constexpr int64_t kMostPadding = 32;

// An array of a program with its accesses, which are in bounds and of no other array. Several are
// one declaration of a text in different programs (instances of a template): their layouts are
// changed in the same way.
struct LaidOut {
  ArrayLayout layout;
  std::vector<SharedPattern> accesses;
  const code::Program* program = nullptr;
};

// The array as the text has it; nothing where it is no array of rows, or where an access is not
// aligned to what it takes, so that no layout would keep it together.
std::optional<ArrayLayout> layout_of(const ArrayInfo& array, uint32_t most_bytes_a_lane);

// An array of one dimension as rows of so many elements, the last one filled up; nothing as above.
std::optional<ArrayLayout> layout_in_rows(const ArrayInfo& flat, uint64_t row,
                                          uint32_t most_bytes_a_lane);
// The rows that such an array is taken as: powers of two, first that of the banks' 128 bytes.
// [elements]
std::vector<uint64_t> rows_of_flat(uint64_t elements, uint32_t element_bytes);

// Distances of neighbouring lanes in the accesses, the most frequent first; a few. [elements]
std::vector<uint64_t> strides_of(const std::vector<LaidOut>& arrays, uint32_t element_bytes);

// The array, padded, swizzled or turned as `like` is.
ArrayLayout laid_out_as(const ArrayLayout& like, ArrayLayout array);

// Wavefronts of all requests, and as many as they would take without conflicts.
struct LayoutCost {
  uint64_t requests = 0, paid = 0, ideal = 0;
};
LayoutCost cost_of(const std::vector<LaidOut>& arrays, const ArrayLayout& like,
                   const model::Device& device);

// Units of a row that some access touches, counted from the row's begin to the last of them.
uint64_t used_columns(const LaidOut& array);

// Layouts of the first array; the others then have none either. Of each kind that the arrays'
// shapes permit. At least one array, all with the same unit.
// `room`: so many more bytes fit for one of them.
FoundLayouts find_conflict_free(std::vector<LaidOut> arrays, const model::Device& device,
                                uint64_t room = UINT64_MAX);
// Of each kind the one with the fewest wavefronts, where they are fewer than as the text has it.
FoundLayouts find_fewest_conflicts(std::vector<LaidOut> arrays, const model::Device& device,
                                   uint64_t room = UINT64_MAX);

}  // namespace warplens::observe
