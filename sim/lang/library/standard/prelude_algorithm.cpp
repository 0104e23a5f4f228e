// <algorithm>, <numeric> and <iterator>, with the results of libstdc++, also where the standard
// leaves them open (equal elements after a sort, heaps, shuffles): text in the language that
// Warplens supports.
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

// What looks at elements, or moves them without an order.
constexpr std::string_view kSequences = R"cuda(
template <class T>
__host__ __device__ constexpr const T& max(const T& a, const T& b) { return a < b ? b : a; }
template <class T>
__host__ __device__ constexpr const T& min(const T& a, const T& b) { return b < a ? b : a; }
template <class T, class Less>
__host__ __device__ constexpr const T& max(const T& a, const T& b, Less before) { return before(a, b) ? b : a; }
template <class T, class Less>
__host__ __device__ constexpr const T& min(const T& a, const T& b, Less before) { return before(b, a) ? b : a; }
template <class T>
__host__ __device__ constexpr const T& clamp(const T& x, const T& low, const T& high) {
  return x < low ? low : high < x ? high : x;
}
template <class T>
__host__ __device__ constexpr pair<const T&, const T&> minmax(const T& a, const T& b) {
  return b < a ? pair<const T&, const T&>(b, a) : pair<const T&, const T&>(a, b);
}
template <class T, class Less>
__host__ __device__ constexpr pair<const T&, const T&> minmax(const T& a, const T& b, Less before) {
  return before(b, a) ? pair<const T&, const T&>(b, a) : pair<const T&, const T&>(a, b);
}
// Of the values of a list: the first that is least, the first or, of minmax(), the last that is
// greatest.
template <class Less, class T, class... Rest>
__host__ __device__ constexpr T warplens_max_by(Less before, const T& first, const Rest&... rest) {
  const T all[] = {first, rest...};
  const T* best = all;
  for (const T& one : all) best = before(*best, one) ? &one : best;
  return *best;
}
template <class Less, class T, class... Rest>
__host__ __device__ constexpr T warplens_min_by(Less before, const T& first, const Rest&... rest) {
  const T all[] = {first, rest...};
  const T* best = all;
  for (const T& one : all) best = before(one, *best) ? &one : best;
  return *best;
}
template <class Less, class T, class... Rest>
__host__ __device__ constexpr pair<T, T> warplens_minmax_by(Less before, const T& first, const Rest&... rest) {
  const T all[] = {first, rest...};
  const T* least = all;
  const T* greatest = all;
  for (const T& one : all) {
    least = before(one, *least) ? &one : least;
    greatest = before(one, *greatest) ? greatest : &one;
  }
  return pair<T, T>(*least, *greatest);
}
struct warplens_less {
  template <class T>
  __host__ __device__ constexpr bool operator()(const T& a, const T& b) const { return a < b; }
};
template <class T, class... Rest>
__host__ __device__ constexpr pair<T, T> warplens_minmax(const T& first, const Rest&... rest) {
  return warplens_minmax_by(warplens_less(), first, rest...);
}
template <class It, class F>
inline void generate(It first, It last, F make) {
  for (; first != last; ++first) *first = make();
}
template <class It, class Size, class F>
inline It generate_n(It first, Size count, F make) {
  for (Size i = 0; i < count; ++i, ++first) *first = make();
  return first;
}
template <class It, class F>
inline F for_each(It first, It last, F function) {
  for (; first != last; ++first) function(*first);
  return function;
}
template <class It, class To, class F>
inline To transform(It first, It last, To to, F function) {
  for (; first != last; ++first, ++to) *to = function(*first);
  return to;
}
template <class It, class Other, class To, class F>
inline To transform(It first, It last, Other other, To to, F function) {
  for (; first != last; ++first, ++other, ++to) *to = function(*first, *other);
  return to;
}
template <class It, class Size, class To>
inline To copy_n(It first, Size count, To to) {
  for (Size i = 0; i < count; ++i, ++first, ++to) *to = *first;
  return to;
}
template <class It, class To, class P>
inline To copy_if(It first, It last, To to, P holds) {
  for (; first != last; ++first) {
    if (!holds(*first)) continue;
    *to = *first;
    ++to;
  }
  return to;
}
template <class It, class Other>
inline pair<It, Other> mismatch(It first, It last, Other other) {
  while (first != last && *first == *other) {
    ++first;
    ++other;
  }
  return pair<It, Other>(first, other);
}
template <class It, class T>
inline It find(It first, It last, const T& value) {
  for (; first != last; ++first) {
    if (*first == value) return first;
  }
  return last;
}
template <class It, class P>
inline It find_if(It first, It last, P holds) {
  for (; first != last; ++first) {
    if (holds(*first)) return first;
  }
  return last;
}
template <class It, class P>
inline It find_if_not(It first, It last, P holds) {
  for (; first != last; ++first) {
    if (!holds(*first)) return first;
  }
  return last;
}
template <class It, class P>
inline bool any_of(It first, It last, P holds) { return find_if(first, last, holds) != last; }
template <class It, class P>
inline bool none_of(It first, It last, P holds) { return find_if(first, last, holds) == last; }
template <class It, class P>
inline bool all_of(It first, It last, P holds) { return find_if_not(first, last, holds) == last; }
template <class It, class T>
inline ptrdiff_t count(It first, It last, const T& value) {
  ptrdiff_t found = 0;
  for (; first != last; ++first) found += *first == value;
  return found;
}
template <class It, class P>
inline ptrdiff_t count_if(It first, It last, P holds) {
  ptrdiff_t found = 0;
  for (; first != last; ++first) {
    if (holds(*first)) ++found;
  }
  return found;
}
template <class It, class T>
inline void replace(It first, It last, const T& old, const T& value) {
  for (; first != last; ++first) {
    if (*first == old) *first = value;
  }
}
template <class It, class P, class T>
inline void replace_if(It first, It last, P holds, const T& value) {
  for (; first != last; ++first) {
    if (holds(*first)) *first = value;
  }
}
template <class It, class P>
inline It remove_if(It first, It last, P holds) {
  It to = first;
  for (; first != last; ++first) {
    if (holds(*first)) continue;
    if (to != first) *to = std::move(*first);
    ++to;
  }
  return to;
}
template <class It, class T>
inline It remove(It first, It last, const T& value) {
  It to = first;
  for (; first != last; ++first) {
    if (*first == value) continue;
    if (to != first) *to = std::move(*first);
    ++to;
  }
  return to;
}
template <class It, class P>
inline It unique(It first, It last, P same) {
  if (first == last) return last;
  It to = first;
  for (++first; first != last; ++first) {
    if (same(*to, *first)) continue;
    ++to;
    if (to != first) *to = std::move(*first);
  }
  return ++to;
}
template <class It>
inline It unique(It first, It last) { return unique(first, last, equal_to<>()); }
template <class It>
inline void reverse(It first, It last) {
  while (first != last && first != --last) {
    std::swap(*first, *last);
    ++first;
  }
}
template <class It>
inline It rotate(It first, It middle, It last) {
  reverse(first, middle);
  reverse(middle, last);
  reverse(first, last);
  return first + (last - middle);
}
template <class It, class P>
inline It partition(It first, It last, P holds) {
  while (true) {
    for (; first != last && holds(*first); ++first) {
    }
    if (first == last) return first;
    do {
      --last;
      if (first == last) return first;
    } while (!holds(*last));
    std::swap(*first, *last);
    ++first;
  }
}
// As libstdc++ draws: two numbers from one where the engine's range allows it.
template <class It, class Engine>
inline void shuffle(It first, It last, Engine&& engine) {
  const unsigned long count = last - first, range = engine.max() - engine.min();
  if (count == 0) return;
  if (range / count < count) {
    for (unsigned long i = 1; i < count; ++i)
      std::swap(first[i], first[warplens_draw<unsigned long>(engine, 0, i)]);
    return;
  }
  unsigned long i = 1;
  if (count % 2 == 0) {
    std::swap(first[i], first[warplens_draw<unsigned long>(engine, 0, 1)]);
    ++i;
  }
  while (i < count) {
    const unsigned long drawn = warplens_draw<unsigned long>(engine, 0, (i + 1) * (i + 2) - 1);
    std::swap(first[i], first[drawn / (i + 2)]);
    std::swap(first[i + 1], first[drawn % (i + 2)]);
    i += 2;
  }
}
template <class It>
inline void random_shuffle(It first, It last) {
  for (ptrdiff_t i = 1; i < last - first; ++i) {
    const ptrdiff_t with = rand() % (i + 1);
    if (i != with) std::swap(first[i], first[with]);
  }
}
)cuda";

std::string whole_algorithm_text() {
  std::string text =
      "#pragma once\n#include <bits/stl_function.h>\n#include <bits/stream_iterator.h>\n"
      "#include <type_traits>\n#include <vector>\n"
      "namespace std {\n";
  text += kSequences;
  text += numeric_text();
  text += ordered_text();
  text += merging_text();
  return text + "}\n";
}

}  // namespace

std::string_view algorithm_header() {
  static const std::string text = whole_algorithm_text();
  return text;
}

// What other headers include, too.
std::string_view base_algorithms_header() {
  static constexpr std::string_view kText =
      "#pragma once\n#include <type_traits>\n"
      R"cuda(
namespace std {
template <class It>
inline ptrdiff_t distance(It first, It last) {
  if constexpr (is_pointer_v<It>) {
    return last - first;
  } else {
    ptrdiff_t count = 0;
    for (; first != last; ++first) ++count;
    return count;
  }
}
template <class It>
inline void advance(It& place, ptrdiff_t by) {
  for (; by > 0; --by) ++place;
  for (; by < 0; ++by) --place;
}
template <class It>
inline It next(It place, ptrdiff_t by = 1) {
  advance(place, by);
  return place;
}
template <class It>
inline It prev(It place, ptrdiff_t by = 1) {
  advance(place, -by);
  return place;
}
template <class It>
inline void iter_swap(It a, It b) { std::swap(*a, *b); }
template <class It, class T>
inline void fill(It first, It last, const T& value) {
  for (; first != last; ++first) *first = value;
}
template <class It, class Size, class T>
inline It fill_n(It first, Size count, const T& value) {
  for (Size i = 0; i < count; ++i, ++first) *first = value;
  return first;
}
template <class It, class To>
inline To copy(It first, It last, To to) {
  for (; first != last; ++first, ++to) *to = *first;
  return to;
}
template <class It, class To>
inline To copy_backward(It first, It last, To to) {
  while (last != first) *--to = *--last;
  return to;
}
template <class It, class To>
inline To swap_ranges(It first, It last, To to) {
  for (; first != last; ++first, ++to) std::swap(*first, *to);
  return to;
}
template <class It, class Other>
inline bool equal(It first, It last, Other other) {
  for (; first != last; ++first, ++other) {
    if (!(*first == *other)) return false;
  }
  return true;
}
template <class It, class Other, class P>
inline bool equal(It first, It last, Other other, P same) {
  for (; first != last; ++first, ++other) {
    if (!same(*first, *other)) return false;
  }
  return true;
}
template <class It, class Other>
inline bool lexicographical_compare(It first, It last, Other other, Other end) {
  for (; first != last && other != end; ++first, ++other) {
    if (*first < *other) return true;
    if (*other < *first) return false;
  }
  return first == last && other != end;
}
}
)cuda";
  return kText;
}

bool needs_algorithm_text(std::string_view text) {
  static constexpr auto kWords = std::to_array<std::string_view>(
      {"std::sort", "std::max_element", "std::min_element", "std::fill", "std::reverse",
       "std::find", "std::count", "std::shuffle", "std::generate", "std::transform", "std::clamp"});
  return names_one_of(text, kWords);
}

}  // namespace warplens::lang
