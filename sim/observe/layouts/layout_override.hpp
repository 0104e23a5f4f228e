// A shared array laid out otherwise, without its text: where its bytes would be.
#pragma once

#include <cstdint>

namespace warplens::observe {

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

}  // namespace warplens::observe
