// <algorithm>, <numeric> and <iterator>, with the results of libstdc++, also where the standard
// leaves them open (equal elements after a sort, heaps, shuffles): text in the language that
// Warplens supports.
#include <array>
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

// What looks at elements, or moves them without an order.
constexpr std::string_view kSequences = R"cuda(
template <class T, class Less>
__host__ __device__ constexpr const T& max(const T& a, const T& b, Less before) { return before(a, b) ? b : a; }
template <class T, class Less>
__host__ __device__ constexpr const T& min(const T& a, const T& b, Less before) { return before(b, a) ? b : a; }
template <class T>
__host__ __device__ constexpr const T& clamp(const T& x, const T& low, const T& high) {
  return x < low ? low : high < x ? high : x;
}
template <class T>
__host__ __device__ constexpr pair<T, T> minmax(const T& a, const T& b) {
  return b < a ? pair<T, T>(b, a) : pair<T, T>(a, b);
}
template <class C>
struct back_insert_iterator {
  C* to;
  back_insert_iterator& operator*() { return *this; }
  back_insert_iterator& operator++() { return *this; }
  template <class T>
  back_insert_iterator& operator=(const T& value) {
    to->push_back(value);
    return *this;
  }
};
template <class C>
inline back_insert_iterator<C> back_inserter(C& to) { return {&to}; }

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
    *to = *first;
    ++to;
  }
  return to;
}
template <class It, class T>
inline It remove(It first, It last, const T& value) {
  It to = first;
  for (; first != last; ++first) {
    if (*first == value) continue;
    *to = *first;
    ++to;
  }
  return to;
}
template <class It>
inline It unique(It first, It last) {
  if (first == last) return last;
  It to = first;
  for (++first; first != last; ++first) {
    if (*to == *first) continue;
    ++to;
    *to = *first;
  }
  return ++to;
}
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

// <numeric>
constexpr std::string_view kNumeric = R"cuda(
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

// What depends on an order: searches, heaps, sorts. Each is written for an order; the version
// without one takes less<>.
constexpr std::string_view kOrdered = R"cuda(
template <class It, class Less>
inline It max_element(It first, It last, Less before) {
  It best = first;
  for (; first != last; ++first) {
    if (before(*best, *first)) best = first;
  }
  return best;
}
template <class It, class Less>
inline It min_element(It first, It last, Less before) {
  It best = first;
  for (; first != last; ++first) {
    if (before(*first, *best)) best = first;
  }
  return best;
}
template <class It, class Less>
inline pair<It, It> minmax_element(It first, It last, Less before) {
  pair<It, It> best(first, first);
  for (; first != last; ++first) {
    if (before(*first, *best.first)) best.first = first;
    if (!before(*first, *best.second)) best.second = first;
  }
  return best;
}
template <class It, class Less>
inline bool is_sorted(It first, It last, Less before) {
  if (first == last) return true;
  for (It next = first; ++next != last; first = next) {
    if (before(*next, *first)) return false;
  }
  return true;
}
// The first one that does not come before the value.
template <class It, class V, class Less>
inline It lower_bound(It first, It last, const V& value, Less before) {
  ptrdiff_t count = distance(first, last);
  while (count > 0) {
    const ptrdiff_t half = count / 2;
    It middle = next(first, half);
    if (before(*middle, value)) {
      first = ++middle;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}
// The first one that comes behind the value.
template <class It, class V, class Less>
inline It upper_bound(It first, It last, const V& value, Less before) {
  ptrdiff_t count = distance(first, last);
  while (count > 0) {
    const ptrdiff_t half = count / 2;
    It middle = next(first, half);
    if (!before(value, *middle)) {
      first = ++middle;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}
template <class It, class V, class Less>
inline bool binary_search(It first, It last, const V& value, Less before) {
  const It found = lower_bound(first, last, value, before);
  return found != last && !before(value, *found);
}
template <class It, class V, class Less>
inline pair<It, It> equal_range(It first, It last, const V& value, Less before) {
  return pair<It, It>(lower_bound(first, last, value, before), upper_bound(first, last, value, before));
}
template <class It, class Other, class To, class Less>
inline To merge(It first, It last, Other other, Other end, To to, Less before) {
  for (; first != last; ++to) {
    if (other == end) return copy(first, last, to);
    if (before(*other, *first)) {
      *to = *other;
      ++other;
    } else {
      *to = *first;
      ++first;
    }
  }
  return copy(other, end, to);
}
template <class It, class Less>
inline bool next_permutation(It first, It last, Less before) {
  if (last - first < 2) return false;
  for (It at = last - 1; at != first; --at) {
    if (!before(*(at - 1), *at)) continue;
    It with = last - 1;
    while (!before(*(at - 1), *with)) --with;
    std::swap(*(at - 1), *with);
    reverse(at, last);
    return true;
  }
  reverse(first, last);
  return false;
}

template <class It, class T, class Less>
inline void warplens_rise(It first, ptrdiff_t hole, ptrdiff_t top, T value, Less& less) {
  for (ptrdiff_t parent = (hole - 1) / 2; hole > top && less(first[parent], value); parent = (hole - 1) / 2) {
    first[hole] = first[parent];
    hole = parent;
  }
  first[hole] = value;
}
template <class It, class T, class Less>
inline void warplens_sink(It first, ptrdiff_t hole, ptrdiff_t count, T value, Less& less) {
  const ptrdiff_t top = hole;
  ptrdiff_t child = hole;
  while (child < (count - 1) / 2) {
    child = 2 * (child + 1);
    if (less(first[child], first[child - 1])) --child;
    first[hole] = first[child];
    hole = child;
  }
  if (count % 2 == 0 && child == (count - 2) / 2) {
    child = 2 * child + 1;
    first[hole] = first[child];
    hole = child;
  }
  warplens_rise(first, hole, top, value, less);
}
template <class It, class Less>
inline void push_heap(It first, It last, Less less) {
  warplens_rise(first, (last - first) - 1, (ptrdiff_t)0, *(last - 1), less);
}
template <class It, class Less>
inline void pop_heap(It first, It last, Less less) {
  if (last - first < 2) return;
  --last;
  auto value = *last;
  *last = *first;
  warplens_sink(first, (ptrdiff_t)0, last - first, value, less);
}
template <class It, class Less>
inline void make_heap(It first, It last, Less less) {
  const ptrdiff_t count = last - first;
  for (ptrdiff_t i = (count - 2) / 2; count > 1 && i >= 0; --i) {
    auto value = first[i];
    warplens_sink(first, i, count, value, less);
  }
}
template <class It, class Less>
inline void sort_heap(It first, It last, Less less) {
  for (; last - first > 1; --last) pop_heap(first, last, less);
}
template <class It, class Less>
inline void partial_sort(It first, It middle, It last, Less less) {
  make_heap(first, middle, less);
  for (It at = middle; at != last; ++at) {
    if (!less(*at, *first)) continue;
    auto value = *at;
    *at = *first;
    warplens_sink(first, (ptrdiff_t)0, middle - first, value, less);
  }
  sort_heap(first, middle, less);
}
// Three in the middle give the pivot.
template <class It, class Less>
inline It warplens_partition(It first, It last, Less& less) {
  It a = first + 1, b = first + (last - first) / 2, c = last - 1;
  It middle = less(*a, *b) ? (less(*b, *c) ? b : less(*a, *c) ? c : a)
                           : (less(*a, *c) ? a : less(*b, *c) ? c : b);
  std::swap(*first, *middle);
  It left = first + 1;
  It right = last;
  while (true) {
    while (less(*left, *first)) ++left;
    --right;
    while (less(*first, *right)) --right;
    if (!(left < right)) return left;
    std::swap(*left, *right);
    ++left;
  }
}
template <class It, class Less>
inline void warplens_insert(It place, Less& less) {
  auto value = *place;
  It next = place - 1;
  while (less(value, *next)) {
    *place = *next;
    place = next;
    --next;
  }
  *place = value;
}
template <class It, class Less>
inline void warplens_insertion_sort(It first, It last, Less& less) {
  if (first == last) return;
  for (It i = first + 1; i != last; ++i) {
    if (less(*i, *first)) {
      auto value = *i;
      for (It at = i; at != first; --at) *at = *(at - 1);
      *first = value;
    } else {
      warplens_insert(i, less);
    }
  }
}
template <class It, class Less>
inline void warplens_sort_parts(It first, It last, int depth, Less& less) {
  while (last - first > 16) {
    if (depth == 0) return partial_sort(first, last, last, less);
    --depth;
    It cut = warplens_partition(first, last, less);
    warplens_sort_parts(cut, last, depth, less);
    last = cut;
  }
}
// Parts of 16 are sorted by insertion at the end.
template <class It, class Less>
inline void sort(It first, It last, Less less) {
  int depth = 0;
  for (ptrdiff_t n = last - first; n > 1; n /= 2) depth += 2;
  warplens_sort_parts(first, last, depth, less);
  if (last - first <= 16) return warplens_insertion_sort(first, last, less);
  warplens_insertion_sort(first, first + 16, less);
  for (It i = first + 16; i != last; ++i) warplens_insert(i, less);
}
template <class It, class Less>
inline void nth_element(It first, It nth, It last, Less less) {
  int depth = 0;
  for (ptrdiff_t n = last - first; n > 1; n /= 2) depth += 2;
  if (first == last || nth == last) return;
  while (last - first > 3) {
    if (depth == 0) {
      partial_sort(first, nth + 1, last, less);
      std::swap(*first, *nth);
      return;
    }
    --depth;
    It cut = warplens_partition(first, last, less);
    if (cut <= nth)
      first = cut;
    else
      last = cut;
  }
  warplens_insertion_sort(first, last, less);
}
// Merges two sorted neighbours.
template <class It, class Less>
inline void warplens_merge(It first, It middle, It last, Less& less) {
  vector<remove_cv_t<remove_reference_t<decltype(*first)>>> left(first, middle);
  auto from = left.begin();
  while (from != left.end()) {
    if (middle != last && less(*middle, *from)) {
      *first = *middle;
      ++middle;
    } else {
      *first = *from;
      ++from;
    }
    ++first;
  }
}
template <class It, class Less>
inline void stable_sort(It first, It last, Less less) {
  const ptrdiff_t count = last - first;
  if (count < 16) {
    for (ptrdiff_t i = 1; i < count; ++i) {
      auto value = first[i];
      ptrdiff_t at = i;
      for (; at > 0 && less(value, first[at - 1]); --at) first[at] = first[at - 1];
      first[at] = value;
    }
    return;
  }
  It middle = first + count / 2;
  stable_sort(first, middle, less);
  stable_sort(middle, last, less);
  warplens_merge(first, middle, last, less);
}
)cuda";

// Names of kOrdered that also exist without an order, and their parameters before it.
struct Ordered {
  std::string_view name, parameters, types;
};
constexpr auto kByLess = std::to_array<Ordered>({
    {"max_element", "first, last", "It first, It last"},
    {"min_element", "first, last", "It first, It last"},
    {"minmax_element", "first, last", "It first, It last"},
    {"is_sorted", "first, last", "It first, It last"},
    {"lower_bound", "first, last, value", "It first, It last, const V& value"},
    {"upper_bound", "first, last, value", "It first, It last, const V& value"},
    {"binary_search", "first, last, value", "It first, It last, const V& value"},
    {"equal_range", "first, last, value", "It first, It last, const V& value"},
    {"next_permutation", "first, last", "It first, It last"},
    {"push_heap", "first, last", "It first, It last"},
    {"pop_heap", "first, last", "It first, It last"},
    {"make_heap", "first, last", "It first, It last"},
    {"sort_heap", "first, last", "It first, It last"},
    {"partial_sort", "first, middle, last", "It first, It middle, It last"},
    {"nth_element", "first, middle, last", "It first, It middle, It last"},
    {"sort", "first, last", "It first, It last"},
    {"stable_sort", "first, last", "It first, It last"},
});

std::string whole_algorithm_text() {
  std::string text =
      "#pragma once\n#include <bits/stl_function.h>\n#include <type_traits>\n#include <vector>\n"
      "namespace std {\n";
  text += kSequences;
  text += kNumeric;
  text += kOrdered;
  for (const Ordered& one : kByLess) {
    const bool has_value = one.types.find("V&") != std::string_view::npos;
    text += "template <class It" + std::string(has_value ? ", class V" : "") + ">\ninline auto " +
            std::string(one.name) + "(" + std::string(one.types) + ") { return " +
            std::string(one.name) + "(" + std::string(one.parameters) + ", less<>()); }\n";
  }
  text += R"cuda(
template <class It, class Other, class To>
inline To merge(It first, It last, Other other, Other end, To to) {
  return merge(first, last, other, end, to, less<>());
}
}
)cuda";
  return text;
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

}  // namespace warplens::lang
