// One element of a tensor core's product, step by step: which product lost which bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/tensor/mma_shape.hpp"

namespace warplens::tensor {

// A product, or the element of C. All numbers are exact.
struct SumTerm {
  double value = 0;      // before it is cut
  double kept = 0;       // what is added: value without the bits below UnfoldedSum::unit
  int32_t exponent = 0;  // of a product the sum of two; of a zero: far below all others
  double lost() const { return value - kept; }
};

struct UnfoldedSum {
  std::vector<SumTerm> products;  // a[0] * b[0], a[1] * b[1]...
  SumTerm c;
  int32_t exponent = 0;   // E, the greatest one
  double unit = 0;        // 2^(E - 25): bits below it are cut
  double total = 0;       // of what is kept
  uint32_t result = 0;    // bits of the element of D: the total, rounded
  bool is_finite = true;  // false: an infinity or a NaN is among them, and nothing is cut
};

// Of real numbers but f64. `a`, `b`: the row of A and the column of B, as bits; as long as each
// other.
UnfoldedSum unfold_sum(const MmaShape& shape, std::span<const uint32_t> a,
                       std::span<const uint32_t> b, uint32_t c);

}  // namespace warplens::tensor
