// What <algorithm> does with two sequences, or copies while it changes: a part of its text.
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

// Of sequences in order; the version without an order takes less<>.
constexpr std::string_view kOfSets = R"cuda(
template <class It, class Other, class To, class Less>
inline To set_union(It first, It last, Other other, Other end, To to, Less before) {
  for (; first != last && other != end; ++to) {
    if (before(*other, *first)) {
      *to = *other;
      ++other;
    } else {
      if (!before(*first, *other)) ++other;
      *to = *first;
      ++first;
    }
  }
  return copy(other, end, copy(first, last, to));
}
template <class It, class Other, class To, class Less>
inline To set_intersection(It first, It last, Other other, Other end, To to, Less before) {
  while (first != last && other != end) {
    if (before(*first, *other)) {
      ++first;
    } else if (before(*other, *first)) {
      ++other;
    } else {
      *to = *first;
      ++to;
      ++first;
      ++other;
    }
  }
  return to;
}
template <class It, class Other, class To, class Less>
inline To set_difference(It first, It last, Other other, Other end, To to, Less before) {
  while (first != last && other != end) {
    if (before(*first, *other)) {
      *to = *first;
      ++to;
      ++first;
    } else {
      if (!before(*other, *first)) ++first;
      ++other;
    }
  }
  return copy(first, last, to);
}
template <class It, class Other, class To, class Less>
inline To set_symmetric_difference(It first, It last, Other other, Other end, To to, Less before) {
  while (first != last && other != end) {
    if (before(*first, *other)) {
      *to = *first;
      ++to;
      ++first;
    } else if (before(*other, *first)) {
      *to = *other;
      ++to;
      ++other;
    } else {
      ++first;
      ++other;
    }
  }
  return copy(other, end, copy(first, last, to));
}
)cuda";

constexpr std::string_view kRest = R"cuda(
template <class It, class Other>
inline bool includes(It first, It last, Other other, Other end) {
  for (; other != end; ++first) {
    if (first == last || *other < *first) return false;
    if (!(*first < *other)) ++other;
  }
  return true;
}
template <class It>
inline void inplace_merge(It first, It middle, It last) {
  less<> before;
  warplens_merge(first, middle, last, before);
}
template <class It>
inline bool prev_permutation(It first, It last) {
  return next_permutation(first, last, greater<>());
}
template <class It>
inline It is_sorted_until(It first, It last) {
  if (first == last) return last;
  for (It next = first; ++next != last; first = next) {
    if (*next < *first) return next;
  }
  return last;
}
template <class It>
inline bool is_heap(It first, It last) {
  for (ptrdiff_t i = 1; i < last - first; ++i) {
    if (first[(i - 1) / 2] < first[i]) return false;
  }
  return true;
}
template <class It, class Other>
inline bool is_permutation(It first, It last, Other other) {
  const Other end = next(other, distance(first, last));
  for (It at = first; at != last; ++at) {
    if (count(first, last, *at) != count(other, end, *at)) return false;
  }
  return true;
}
template <class It>
inline It adjacent_find(It first, It last) {
  if (first == last) return last;
  for (It next = first; ++next != last; first = next) {
    if (*first == *next) return first;
  }
  return last;
}
template <class It, class P>
inline It adjacent_find(It first, It last, P holds) {
  if (first == last) return last;
  for (It next = first; ++next != last; first = next) {
    if (holds(*first, *next)) return first;
  }
  return last;
}
template <class It, class Other>
inline It search(It first, It last, Other other, Other end) {
  for (;; ++first) {
    It at = first;
    for (Other wanted = other;; ++at, ++wanted) {
      if (wanted == end) return first;
      if (at == last) return last;
      if (!(*at == *wanted)) break;
    }
  }
}
template <class It, class Other>
inline It find_first_of(It first, It last, Other other, Other end) {
  for (; first != last; ++first) {
    if (find(other, end, *first) != end) return first;
  }
  return last;
}
template <class It, class To, class T>
inline To remove_copy(It first, It last, To to, const T& value) {
  return remove_copy_if(first, last, to, [&](const auto& one) { return one == value; });
}
template <class It, class To, class P>
inline To remove_copy_if(It first, It last, To to, P holds) {
  for (; first != last; ++first) {
    if (holds(*first)) continue;
    *to = *first;
    ++to;
  }
  return to;
}
template <class It, class To, class T>
inline To replace_copy(It first, It last, To to, const T& old, const T& value) {
  for (; first != last; ++first, ++to) *to = *first == old ? value : *first;
  return to;
}
template <class It, class To>
inline To reverse_copy(It first, It last, To to) {
  for (; first != last; ++to) *to = *--last;
  return to;
}
template <class It, class To>
inline To rotate_copy(It first, It middle, It last, To to) {
  return copy(first, middle, copy(middle, last, to));
}
template <class It, class To>
inline To unique_copy(It first, It last, To to) {
  if (first == last) return to;
  It kept = first;
  *to = *kept;
  ++to;
  for (++first; first != last; ++first) {
    if (*kept == *first) continue;
    kept = first;
    *to = *kept;
    ++to;
  }
  return to;
}
template <class It, class To>
inline To move(It first, It last, To to) {
  for (; first != last; ++first, ++to) *to = std::move(*first);
  return to;
}
template <class It, class Size, class F>
inline It for_each_n(It first, Size count, F function) {
  for (Size i = 0; i < count; ++i, ++first) function(*first);
  return first;
}
template <class It, class P>
inline bool is_partitioned(It first, It last, P holds) {
  first = find_if_not(first, last, holds);
  return none_of(first, last, holds);
}
template <class It, class P>
inline It partition_point(It first, It last, P holds) { return find_if_not(first, last, holds); }
template <class It, class P>
inline It stable_partition(It first, It last, P holds) {
  It to = first;
  for (It at = first; at != last; ++at) {
    if (!holds(*at)) continue;
    for (It low = at; low != to;) {
      It before = prev(low);
      std::swap(*low, *before);
      low = before;
    }
    ++to;
  }
  return to;
}
template <class It, class Other, class T>
inline T transform_reduce(It first, It last, Other other, T sum) {
  return inner_product(first, last, other, sum);
}
template <class It, class Other, class T, class F, class G>
inline T transform_reduce(It first, It last, Other other, T sum, F add, G multiply) {
  return inner_product(first, last, other, sum, add, multiply);
}
template <class It, class T, class F, class G>
inline T transform_reduce(It first, It last, T sum, F add, G change) {
  for (; first != last; ++first) sum = add(sum, change(*first));
  return sum;
}
template <class It, class To, class F, class G>
inline To transform_inclusive_scan(It first, It last, To to, F add, G change) {
  if (first == last) return to;
  auto sum = change(*first);
  *to = sum;
  for (++first, ++to; first != last; ++first, ++to) {
    sum = add(sum, change(*first));
    *to = sum;
  }
  return to;
}
template <class It, class To, class T, class F, class G>
inline To transform_exclusive_scan(It first, It last, To to, T sum, F add, G change) {
  for (; first != last; ++first, ++to) {
    const T next = add(sum, change(*first));
    *to = sum;
    sum = next;
  }
  return to;
}
)cuda";

}  // namespace

std::string_view merging_text() {
  static const std::string text = [] {
    std::string all(kOfSets);
    for (const std::string name :
         {"set_union", "set_intersection", "set_difference", "set_symmetric_difference"}) {
      all += "template <class It, class Other, class To>\ninline To " + name +
             "(It first, It last, Other other, Other end, To to) {\n  return " + name +
             "(first, last, other, end, to, less<>());\n}\n";
    }
    return all + std::string(kRest);
  }();
  return text;
}

}  // namespace warplens::lang
