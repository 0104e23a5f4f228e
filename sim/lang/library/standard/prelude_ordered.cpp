// Searches, heaps and sorts of <algorithm>. Equal elements end in the order that libstdc++ leaves
// them in: three in the middle give the pivot, and a heap is sifted to its bottom first.
#include <array>
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

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
template <class It, class Other, class To>
inline To merge(It first, It last, Other other, Other end, To to) {
  return merge(first, last, other, end, to, less<>());
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
    first[hole] = std::move(first[parent]);
    hole = parent;
  }
  first[hole] = std::move(value);
}
template <class It, class T, class Less>
inline void warplens_sink(It first, ptrdiff_t hole, ptrdiff_t count, T value, Less& less) {
  const ptrdiff_t top = hole;
  ptrdiff_t child = hole;
  while (child < (count - 1) / 2) {
    child = 2 * (child + 1);
    if (less(first[child], first[child - 1])) --child;
    first[hole] = std::move(first[child]);
    hole = child;
  }
  if (count % 2 == 0 && child == (count - 2) / 2) {
    child = 2 * child + 1;
    first[hole] = std::move(first[child]);
    hole = child;
  }
  warplens_rise(first, hole, top, std::move(value), less);
}
template <class It, class Less>
inline void push_heap(It first, It last, Less less) {
  warplens_rise(first, (last - first) - 1, (ptrdiff_t)0, std::move(*(last - 1)), less);
}
template <class It, class Less>
inline void pop_heap(It first, It last, Less less) {
  if (last - first < 2) return;
  --last;
  auto value = std::move(*last);
  *last = std::move(*first);
  warplens_sink(first, (ptrdiff_t)0, last - first, std::move(value), less);
}
template <class It, class Less>
inline void make_heap(It first, It last, Less less) {
  const ptrdiff_t count = last - first;
  for (ptrdiff_t i = (count - 2) / 2; count > 1 && i >= 0; --i) {
    auto value = std::move(first[i]);
    warplens_sink(first, i, count, std::move(value), less);
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
    auto value = std::move(*at);
    *at = std::move(*first);
    warplens_sink(first, (ptrdiff_t)0, middle - first, std::move(value), less);
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
  auto value = std::move(*place);
  It next = place - 1;
  while (less(value, *next)) {
    *place = std::move(*next);
    place = next;
    --next;
  }
  *place = std::move(value);
}
template <class It, class Less>
inline void warplens_insertion_sort(It first, It last, Less& less) {
  if (first == last) return;
  for (It i = first + 1; i != last; ++i) {
    if (less(*i, *first)) {
      auto value = std::move(*i);
      for (It at = i; at != first; --at) *at = std::move(*(at - 1));
      *first = std::move(value);
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
  vector<remove_cv_t<remove_reference_t<decltype(*first)>>> left;
  left.reserve(middle - first);
  for (It at = first; at != middle; ++at) left.push_back(std::move(*at));
  auto from = left.begin();
  while (from != left.end()) {
    if (middle != last && less(*middle, *from)) {
      *first = std::move(*middle);
      ++middle;
    } else {
      *first = std::move(*from);
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
      auto value = std::move(first[i]);
      ptrdiff_t at = i;
      for (; at > 0 && less(value, first[at - 1]); --at) first[at] = std::move(first[at - 1]);
      first[at] = std::move(value);
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

std::string whole_ordered_text() {
  std::string text(kOrdered);
  for (const Ordered& one : kByLess) {
    const bool has_value = one.types.find("V&") != std::string_view::npos;
    text += "template <class It" + std::string(has_value ? ", class V" : "") + ">\ninline auto " +
            std::string(one.name) + "(" + std::string(one.types) + ") { return " +
            std::string(one.name) + "(" + std::string(one.parameters) + ", less<>()); }\n";
  }
  return text;
}

}  // namespace

std::string_view ordered_text() {
  static const std::string text = whole_ordered_text();
  return text;
}

}  // namespace warplens::lang
