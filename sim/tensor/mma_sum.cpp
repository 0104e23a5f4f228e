#include "sim/tensor/mma_sum.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/base/assert.hpp"
#include "sim/tensor/mma_number.hpp"

namespace warplens::tensor {

namespace {

UnfoldedSum unfold_special(const MmaShape& shape, UnfoldedSum sum) {
  sum.is_finite = false;
  sum.total = sum.c.value;
  for (const SumTerm& product : sum.products) sum.total += product.value;
  sum.c.kept = sum.c.value;
  for (SumTerm& product : sum.products) product.kept = product.value;
  sum.result = special(shape.d, sum.total);
  return sum;
}

}  // namespace

UnfoldedSum unfold_sum(const MmaShape& shape, std::span<const uint32_t> a,
                       std::span<const uint32_t> b, uint32_t c) {
  WL_ASSERT(!is_integer(shape.a) && shape.a != Element::kF64, "a sum that is cut");
  WL_ASSERT(a.size() == b.size(), "as many rows of B as columns of A");
  const Format format = format_of(shape.a), format_of_c = format_of(shape.c);
  UnfoldedSum sum;
  sum.c.value = real_of(shape.c, c);
  bool all_finite = is_finite(format_of_c, c);
  for (size_t i = 0; i < a.size(); ++i) {
    sum.products.push_back({real_of(shape.a, a[i]) * real_of(shape.b, b[i]), 0, 0});
    all_finite = all_finite && is_finite(format, a[i]) && is_finite(format, b[i]);
  }
  if (!all_finite) return unfold_special(shape, std::move(sum));

  const Scaled summand = scaled(format_of_c, c);
  sum.c.exponent = summand.exponent;
  sum.exponent = std::max(summand.exponent, kLeastExponent);
  for (size_t i = 0; i < a.size(); ++i) {
    SumTerm& product = sum.products[i];
    product.exponent = scaled(format, a[i]).exponent + scaled(format, b[i]).exponent;
    sum.exponent = std::max(sum.exponent, product.exponent);
  }
  sum.unit = std::ldexp(1.0, sum.exponent - kBitsBehindPoint);
  int64_t total = cut_summand(summand, sum.exponent);
  sum.c.kept = static_cast<double>(total) * sum.unit;
  for (size_t i = 0; i < a.size(); ++i) {
    SumTerm& product = sum.products[i];
    const float significands = scaled(format, a[i]).significand * scaled(format, b[i]).significand;
    const int32_t units = cut_product(significands, product.exponent, sum.exponent);
    product.kept = units * sum.unit;
    total += units;
  }
  sum.total = static_cast<double>(total) * sum.unit;
  sum.result = rounded(shape.d, total, sum.exponent);
  return sum;
}

}  // namespace warplens::tensor
