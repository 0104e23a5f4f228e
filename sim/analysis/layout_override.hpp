// A shared array laid out otherwise, without its text: where its bytes would be.
#pragma once

#include <cstdint>

namespace warplens::analysis {

// An array as rows of its last extent, which may be longer, be in another order, or have their
// columns exchanged. Addresses in front of the array stay; those behind it move with its end.
struct ArrayLayout {
  uint64_t begin = 0;  // of the array [bytes]
  uint64_t bytes = 0;  // a whole number of rows
  uint32_t unit = 4;   // [bytes] that stay together: an element, or what one lane accesses at once
  uint64_t columns = 1;  // [units] of a row
  // Either of these.
  uint64_t pad = 0;           // [units] behind each row
  bool by_columns = false;    // columns follow one another instead of rows
  uint32_t swizzle_bits = 0;  // column ^ (row >> swizzle_shift & mask of so many bits)
  uint32_t swizzle_shift = 0;
  // Of an array with more extents, the rows of its last two, in which a swizzle counts them; 0: it
  // has no more.
  uint64_t plane_rows = 0;

  uint64_t rows() const { return bytes / (columns * unit); }
  uint64_t more_bytes() const { return rows() * pad * unit; }
  uint64_t moved(uint64_t address) const {
    if (address < begin) return address;
    const uint64_t offset = address - begin;
    if (offset >= bytes) return address + more_bytes();
    const uint64_t index = offset / unit, rest = offset % unit;
    const uint64_t row = index / columns, column = index % columns;
    const uint64_t mask = (uint64_t{1} << swizzle_bits) - 1;
    const uint64_t row_of_plane = plane_rows == 0 ? row : row % plane_rows;
    const uint64_t swizzled = column ^ (row_of_plane >> swizzle_shift & mask);
    const uint64_t place = by_columns ? column * rows() + row : row * (columns + pad) + swizzled;
    return begin + place * unit + rest;
  }
};

}  // namespace warplens::analysis
