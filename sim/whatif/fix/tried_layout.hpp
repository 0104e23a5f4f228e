// A layout of a shared array that is tried on the addresses of its recorded accesses, whatever the
// text has: a padding, an exclusive-or of columns with rows, CuTe's Swizzle<B, M, S>, or what a
// tensor copy (TMA) makes of the absolute address. It tells what each access would take.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/base/result.hpp"
#include "sim/edit/swizzle.hpp"
#include "sim/whatif/fix/shared_arrays.hpp"

namespace warplens::fix {

struct TriedLayout {
  enum class Kind : uint8_t { kAsWritten, kPad, kXor, kSwizzle, kTma };
  Kind kind = Kind::kAsWritten;
  uint64_t row =
      0;  // [elements] of an array of one dimension that is taken as rows; 0: usual_row()
  uint64_t pad = 0;  // [elements] behind each row
  // kXor: column ^ (row >> shift & mask of so many bits) << base. kSwizzle: B, M and S.
  uint32_t bits = 0, base = 0, shift = 0;
  uint32_t span = 128;  // [bytes] kTma: 32, 64 or 128
  // [bytes] kTma: where the array begins behind a multiple of 1,024; a multiple of 128.
  uint32_t begin = 0;

  friend bool operator==(const TriedLayout&, const TriedLayout&) = default;
};

// Of an array of rows the last extent; of one dimension what its subscripts say, else the most
// frequent distance of lanes that is more than an access, else what the banks hold side by side.
// [elements]
uint64_t usual_row(const SharedArray& array, const base::SourceFile& file);
// Rows that an array of one dimension can be taken as, growing; of another the usual one alone.
std::vector<uint64_t> rows_to_try(const SharedArray& array, const base::SourceFile& file);

// Moves addresses of one place of the array.
class TriedMove {
 public:
  TriedMove(const TriedLayout& tried, const observe::ArrayLayout& at, uint64_t row,
            uint32_t element_bytes);
  uint64_t moved(uint64_t address) const;

 private:
  TriedLayout tried_;
  uint64_t begin_, row_, element_;
};

// The swizzle of elements that it is, as far as it is one: kTma where the array begins at a
// multiple of 1,024, kXor where rows have a power of two as their length.
std::optional<edit::Swizzle> as_swizzle(const TriedLayout& tried, uint64_t row,
                                        uint32_t element_bytes);

struct SiteCost {
  uint32_t site = 0;  // index into the sites of the place's program
  size_t launch = 0;
  observe::PatternKind kind = observe::PatternKind::kAccess;
  uint8_t bytes = 4;  // a lane
  uint64_t requests = 0;
  trace::Operation operation = trace::Operation::kLoad;
  bool passes_by_l1 = false;  // a copy whose passes cost no time, and are no conflicts
  bool is_matrix = false;
  observe::LayoutCost before, after;
};

// Why the accesses can't be made with a layout.
struct Parted {
  uint32_t site = 0;
  size_t launch = 0;
  uint8_t bytes = 4;           // that a lane takes at once
  bool is_misaligned = false;  // they stay together, at no multiple of that; else they part
};

struct TriedCosts {
  std::vector<SiteCost> sites;  // in order of the text
  observe::LayoutCost before, after;
  int64_t more_bytes = 0;        // of the array, where it takes most
  std::optional<Parted> parted;  // then `after` is of nothing that could run
};
TriedCosts costs_of(const SharedArray& array, const TriedLayout& tried, uint64_t row,
                    const run::Runs& runs);

// The text with it, not run; or why it can't be written.
base::Result<std::string, base::Diagnostic> text_with(const SharedArray& array,
                                                      const TriedLayout& tried, uint64_t row,
                                                      const base::SourceFile& file);

}  // namespace warplens::fix
