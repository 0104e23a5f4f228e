// A swizzle as CuTe's layouts name it: Swizzle<B, M, S> exchanges pieces of 2^M elements by
// exclusive-or of B bits of the index with those that are S bits higher.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/edit/layout_edits.hpp"

namespace warplens::edit {

struct Swizzle {
  uint32_t bits = 0;   // B
  uint32_t base = 0;   // M: 2^M elements stay together
  uint32_t shift = 0;  // S

  uint64_t apply(uint64_t index) const {
    return index ^ (index >> shift & ((uint64_t{1} << bits) - 1) << base);
  }
  // Otherwise the bits that change decide about themselves, and two elements may have one place.
  bool is_one_to_one() const { return bits == 0 || shift >= bits; }
  friend bool operator==(const Swizzle&, const Swizzle&) = default;
};

// "Swizzle<3,3,3>".
std::string name_of(const Swizzle& swizzle);
// "address bits 4-6 ^= bits 7-9", of elements of so many bytes, a power of two.
std::string address_bits(const Swizzle& swizzle, uint32_t element_bytes);

// The same as a change of the text; nothing where it is none: its rows have no power of two as
// their length, or it counts planes.
std::optional<Swizzle> swizzle_of(const LayoutChange& change);

// Of an array of rows of `row` elements, by the row's number; nothing where the index of the row
// does not decide, or elements leave their row. `is_flat`: of one dimension, by its own index,
// which always can be written.
std::optional<LayoutChange> change_of(const Swizzle& swizzle, uint64_t row, bool is_flat);

}  // namespace warplens::edit
