// <numeric>, with the results of libstdc++: a part of the text of <algorithm>.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view numeric_text() {
  static constexpr std::string_view kText = R"cuda(
template <class It, class T>
inline void iota(It first, It last, T value) {
  for (; first != last; ++first, ++value) *first = value;
}
template <class It, class T>
inline T accumulate(It first, It last, T sum) {
  for (; first != last; ++first) sum = sum + *first;
  return sum;
}
template <class It, class T, class F>
inline T accumulate(It first, It last, T sum, F add) {
  for (; first != last; ++first) sum = add(sum, *first);
  return sum;
}
template <class It, class T, class F>
inline T warplens_reduce(It first, It last, T sum, F add) {
  for (; last - first >= 4; first += 4)
    sum = add(sum, add(add(first[0], first[1]), add(first[2], first[3])));
  for (; first != last; ++first) sum = add(sum, *first);
  return sum;
}
template <class It, class T, class F>
inline T reduce(It first, It last, T sum, F add) { return warplens_reduce(first, last, sum, add); }
template <class It, class T>
inline T reduce(It first, It last, T sum) { return warplens_reduce(first, last, sum, plus<>()); }
template <class It>
inline auto reduce(It first, It last) {
  auto zero = *first;
  zero = 0;
  return warplens_reduce(first, last, zero, plus<>());
}
template <class It, class Other, class T>
inline T inner_product(It first, It last, Other other, T sum) {
  for (; first != last; ++first, ++other) sum = sum + *first * *other;
  return sum;
}
template <class It, class Other, class T, class F, class G>
inline T inner_product(It first, It last, Other other, T sum, F add, G multiply) {
  for (; first != last; ++first, ++other) sum = add(sum, multiply(*first, *other));
  return sum;
}
template <class It, class To, class F>
inline To partial_sum(It first, It last, To to, F add) {
  if (first == last) return to;
  auto sum = *first;
  *to = sum;
  for (++first, ++to; first != last; ++first, ++to) {
    sum = add(sum, *first);
    *to = sum;
  }
  return to;
}
template <class It, class To>
inline To partial_sum(It first, It last, To to) { return partial_sum(first, last, to, plus<>()); }
template <class It, class To>
inline To inclusive_scan(It first, It last, To to) { return partial_sum(first, last, to, plus<>()); }
template <class It, class To, class F>
inline To inclusive_scan(It first, It last, To to, F add) { return partial_sum(first, last, to, add); }
template <class It, class To, class T, class F>
inline To exclusive_scan(It first, It last, To to, T sum, F add) {
  for (; first != last; ++first, ++to) {
    const T next = add(sum, *first);
    *to = sum;
    sum = next;
  }
  return to;
}
template <class It, class To, class T>
inline To exclusive_scan(It first, It last, To to, T sum) {
  return exclusive_scan(first, last, to, sum, plus<>());
}
template <class It, class To>
inline To adjacent_difference(It first, It last, To to) {
  if (first == last) return to;
  auto before = *first;
  *to = before;
  for (++first, ++to; first != last; ++first, ++to) {
    const auto value = *first;
    *to = value - before;
    before = value;
  }
  return to;
}
template <class T>
__host__ __device__ constexpr T gcd(T a, T b) { return b == 0 ? (a < 0 ? -a : a) : gcd(b, (T)(a % b)); }
template <class T>
__host__ __device__ constexpr T lcm(T a, T b) { return a == 0 || b == 0 ? 0 : a / gcd(a, b) * b; }
)cuda";
  return kText;
}

}  // namespace warplens::lang
