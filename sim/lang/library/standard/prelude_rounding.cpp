// CUDA's arithmetic that rounds towards zero, up or down: the nearest number, or its neighbour
// where the exact result is on the other side of it. What the nearest number leaves of the exact
// result is a number, too, but for underflow (Knuth's sums, Dekker's products by fma).
#include <array>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view rounding_text() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
__device__ inline float warplens_times(float a, float b) { return __fmul_rn(a, b); }
__device__ inline double warplens_times(double a, double b) { return __dmul_rn(a, b); }
__device__ inline float warplens_largest(float) { return 0x1.fffffep127f; }
__device__ inline double warplens_largest(double) { return 0x1.fffffffffffffp1023; }
// kMode 0: towards zero, 1: up, 2: down.
template <int kMode, class T>
__device__ inline T warplens_rounded(T near, T rest) {
  if (isinf(near)) {
    const bool is_kept = kMode == 1 ? near > 0 : kMode == 2 ? near < 0 : false;
    return is_kept ? near : copysign(warplens_largest(near), near);
  }
  if (rest == 0 || isnan(rest)) return near;
  const bool is_above = rest > 0, is_positive = near != 0 ? near > 0 : is_above;
  const bool is_up = kMode == 1 || (kMode == 0 && !is_positive);
  if (is_up != is_above) return near;
  return nextafter(near, is_up ? (T)INFINITY : (T)-INFINITY);
}
template <class T>
__device__ inline T warplens_rest_of_sum(T sum, T a, T b) {
  const T of_b = sum - a;
  return (a - (sum - of_b)) + (b - of_b);
}
template <int kMode, class T>
__device__ inline T warplens_sum(T a, T b) {
  const T sum = a + b;
  if (isinf(a) || isinf(b) || isnan(sum)) return sum;
  if (kMode == 2 && sum == 0 && a != 0) return -sum;
  return warplens_rounded<kMode, T>(sum, warplens_rest_of_sum(sum, a, b));
}
template <int kMode, class T>
__device__ inline T warplens_product(T a, T b) {
  const T product = warplens_times(a, b);
  if (isinf(a) || isinf(b) || isnan(product)) return product;
  return warplens_rounded<kMode, T>(product, fma(a, b, -product));
}
template <int kMode, class T>
__device__ inline T warplens_quotient(T a, T b) {
  const T quotient = a / b;
  if (isinf(a) || isinf(b) || b == 0 || isnan(quotient)) return quotient;
  const T rest = fma(-quotient, b, a);
  return warplens_rounded<kMode, T>(quotient, b < 0 ? -rest : rest);
}
template <int kMode, class T>
__device__ inline T warplens_root(T x) {
  const T root = sqrt(x);
  if (isinf(x) || isnan(root)) return root;
  return warplens_rounded<kMode, T>(root, fma(-root, root, x));
}
template <int kMode, class T>
__device__ inline T warplens_fma(T a, T b, T c) {
  const T near = fma(a, b, c);
  if (isinf(a) || isinf(b) || isinf(c) || isnan(near)) return near;
  const T product = warplens_times(a, b), sum = product + c;
  const T rest = fma(a, b, -product) + warplens_rest_of_sum(sum, product, c);
  return warplens_rounded<kMode, T>(near, (sum - near) + rest);
}
#define WARPLENS_ROUNDED(T, letter, fused, mode, number)                                           \
  __device__ inline T __##letter##add_##mode(T a, T b) { return warplens_sum<number, T>(a, b); }   \
  __device__ inline T __##letter##sub_##mode(T a, T b) { return warplens_sum<number, T>(a, -b); }  \
  __device__ inline T __##letter##mul_##mode(T a, T b) {                                           \
    return warplens_product<number, T>(a, b);                                                      \
  }                                                                                                \
  __device__ inline T __##letter##div_##mode(T a, T b) {                                           \
    return warplens_quotient<number, T>(a, b);                                                     \
  }                                                                                                \
  __device__ inline T __##letter##rcp_##mode(T x) { return warplens_quotient<number, T>(1, x); }   \
  __device__ inline T __##letter##sqrt_##mode(T x) { return warplens_root<number, T>(x); }         \
  __device__ inline T __##fused##_##mode(T a, T b, T c) { return warplens_fma<number, T>(a, b, c); }
WARPLENS_ROUNDED(float, f, fmaf, rz, 0)
WARPLENS_ROUNDED(float, f, fmaf, ru, 1)
WARPLENS_ROUNDED(float, f, fmaf, rd, 2)
WARPLENS_ROUNDED(double, d, fma, rz, 0)
WARPLENS_ROUNDED(double, d, fma, ru, 1)
WARPLENS_ROUNDED(double, d, fma, rd, 2)
#undef WARPLENS_ROUNDED
)cuda";
  return kText;
}

bool needs_rounding_text(std::string_view text) {
  static constexpr auto kWords = std::to_array<std::string_view>(
      {"add_rz",  "add_ru",  "add_rd",  "sub_rz",  "sub_ru",  "sub_rd",   "mul_rz",   "mul_ru",
       "mul_rd",  "div_rz",  "div_ru",  "div_rd",  "rcp_rz",  "rcp_ru",   "rcp_rd",   "sqrt_rz",
       "sqrt_ru", "sqrt_rd", "fmaf_rz", "fmaf_ru", "fmaf_rd", "__fma_rz", "__fma_ru", "__fma_rd"});
  return names_one_of(text, kWords);
}

}  // namespace warplens::lang
