// A kernel's text with a shared array laid out otherwise: its declaration, its subscripts, or both
// written anew. Lines keep their numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/base/result.hpp"
#include "sim/edit/array_uses.hpp"

namespace warplens::edit {

struct Replacement {
  Span place;  // of the root text; empty: the text is put in
  std::string text;
  friend bool operator==(const Replacement&, const Replacement&) = default;
};

// Those of `more` that are not in `to`, too.
void add_edits(std::vector<Replacement>& to, const std::vector<Replacement>& more);

// Lengths are in elements. A row is what the last extent counts, or, of an array of one dimension,
// so many elements from its begin on.
struct LayoutChange {
  enum class Kind : uint8_t {
    kPad,      // elements behind each row
    kShorten,  // rows without their last elements, which nothing uses
    kSwizzle,  // columns are exchanged within their row
    kTurn,     // rows become columns: both subscripts change places
  };
  Kind kind = Kind::kPad;
  uint64_t row = 0;      // of an array of one dimension; else 0
  uint64_t columns = 0;  // of a row; 0: instances of a template have rows of different lengths
  int64_t pad = 0;       // kPad; kShorten: below 0
  // Of an array of one dimension: each subscript says the row's length ("row * 32 + column"), and
  // that is what changes.
  bool is_pitch = false;
  uint32_t bits = 0, shift = 0;   // kSwizzle: column ^ (row >> shift & mask of so many bits) * unit
  uint64_t unit = 1;              // kSwizzle: elements that stay together, and more
  bool takes_all_of_row = false;  // kSwizzle: no row number has more than these bits
  bool by_plane = false;          // kSwizzle: of three dimensions, by the first one's index
  bool keeps_extents = false;     // of one dimension and dynamic: the launch gives its size
};

// The replacements, in order and apart from each other; or why the text can't be written so.
base::Result<std::vector<Replacement>, base::Diagnostic> layout_edit(const base::SourceFile& file,
                                                                     const ArrayUses& uses,
                                                                     const LayoutChange& change);

// The root text with replacements of any order that are apart from each other.
std::string apply(const base::SourceFile& file, std::vector<Replacement> replacements);

}  // namespace warplens::edit
