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
#include "sim/observe/streams/shared_patterns.hpp"

namespace warplens::observe {

// A shared array laid out otherwise, without its text: where its bytes would be.

// An array as rows of its last extent, which may be longer or shorter, be in another order, or have
// their columns exchanged. Addresses in front of the array stay; those behind it move with its end.
struct ArrayLayout {
  uint64_t begin = 0;  // of the array [bytes]
  uint64_t bytes = 0;  // a whole number of rows
  uint32_t unit = 4;   // [bytes] that stay together: an element, or what one lane accesses at once
  uint64_t columns = 1;  // [units] of a row
  // Either of these.
  int64_t pad = 0;            // [units] behind each row; below 0: its last columns are left out
  bool by_columns = false;    // columns follow one another instead of rows
  uint32_t swizzle_bits = 0;  // column ^ (row >> shift & mask of so many bits) << position
  uint32_t swizzle_shift = 0;
  uint32_t swizzle_position = 0;
  bool swizzles_by_plane = false;  // with the plane's number in the place of the row's
  // Of an array with more extents, the rows of its last two, in which a swizzle counts them; 0: it
  // has no more.
  uint64_t plane_rows = 0;

  uint64_t rows() const { return bytes / (columns * unit); }
  int64_t more_bytes() const { return static_cast<int64_t>(rows()) * pad * unit; }
  uint64_t moved(uint64_t address) const {
    if (address < begin) return address;
    const uint64_t offset = address - begin;
    if (offset >= bytes) return address + static_cast<uint64_t>(more_bytes());
    const uint64_t index = offset / unit, rest = offset % unit;
    const uint64_t row = index / columns, column = index % columns;
    const uint64_t mask = (uint64_t{1} << swizzle_bits) - 1;
    const uint64_t number = plane_rows == 0     ? row
                            : swizzles_by_plane ? row / plane_rows
                                                : row % plane_rows;
    const uint64_t swizzled = column ^ (number >> swizzle_shift & mask) << swizzle_position;
    const uint64_t length = columns + static_cast<uint64_t>(pad);  // wraps where it is shorter
    const uint64_t place = by_columns ? column * rows() + row : row * length + swizzled;
    return begin + place * unit + rest;
  }
};

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
