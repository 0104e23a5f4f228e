// What thrust's algorithms do, on the device or in host code: each is one of the primitives of
// prelude_device_algorithms.cpp over raw iterators. prelude_thrust_algorithms.cpp chooses the side.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view thrust_sides_text() {
  static constexpr std::string_view kText = R"cuda(
namespace thrust {
// An array where an algorithm is executed.
template <bool D, class T>
struct warplens_side_array {
  T* at;
  explicit warplens_side_array(size_t n) : at(nullptr) {
    if constexpr (D)
      cudaMalloc((void**)&at, (n + 1) * sizeof(T));
    else
      at = (T*)calloc(n + 1, sizeof(T));
  }
  ~warplens_side_array() {
    if constexpr (D)
      cudaFree((void*)at);
    else
      free((void*)at);
  }
};
template <bool D>
struct warplens_on {
  template <class It, class F>
  static It for_each(It first, It last, F f) {
    warplens_each<D>(last - first, [=] __host__ __device__(size_t i) mutable { f(first[i]); });
    return last;
  }
  template <class It, class N, class F>
  static It for_each_n(It first, N n, F f) { return for_each(first, first + n, f); }
  template <class In, class Out, class F>
  static Out transform(In first, In last, Out to, F f) {
    warplens_each<D>(last - first, [=] __host__ __device__(size_t i) mutable { to[i] = f(first[i]); });
    return to + (last - first);
  }
  template <class In, class In2, class Out, class F>
  static Out transform(In first, In last, In2 other, Out to, F f) {
    warplens_each<D>(last - first, [=] __host__ __device__(size_t i) mutable { to[i] = f(first[i], other[i]); });
    return to + (last - first);
  }
  template <class In, class Out, class F, class P>
  static Out transform_if(In first, In last, Out to, F f, P is_chosen) {
    warplens_each<D>(last - first, [=] __host__ __device__(size_t i) mutable {
      if (is_chosen(first[i])) to[i] = f(first[i]);
    });
    return to + (last - first);
  }
  template <class In, class Stencil, class Out, class F, class P>
  static Out transform_if(In first, In last, Stencil stencil, Out to, F f, P is_chosen) {
    warplens_each<D>(last - first, [=] __host__ __device__(size_t i) mutable {
      if (is_chosen(stencil[i])) to[i] = f(first[i]);
    });
    return to + (last - first);
  }
  template <class It, class T>
  static void fill(It first, It last, const T& value) {
    const warplens_value<It> kept = (warplens_value<It>)value;
    warplens_each<D>(last - first, [=] __host__ __device__(size_t i) mutable { first[i] = kept; });
  }
  template <class It, class N, class T>
  static It fill_n(It first, N n, const T& value) {
    fill(first, first + n, value);
    return first + n;
  }
  template <class It, class T>
  static void uninitialized_fill(It first, It last, const T& value) { fill(first, last, value); }
  template <class It, class F>
  static void generate(It first, It last, F f) {
    warplens_each<D>(last - first, [=] __host__ __device__(size_t i) mutable { first[i] = f(); });
  }
  template <class It>
  static void sequence(It first, It last) { sequence(first, last, (warplens_value<It>)0); }
  template <class It, class T>
  static void sequence(It first, It last, T begin) { sequence(first, last, begin, (T)1); }
  template <class It, class T>
  static void sequence(It first, It last, T begin, T step) {
    typedef warplens_value<It> V;
    warplens_each<D>(last - first, [=] __host__ __device__(size_t i) mutable { first[i] = (V)(begin + step * (T)i); });
  }
  template <class It, class F>
  static void tabulate(It first, It last, F f) {
    warplens_each<D>(last - first, [=] __host__ __device__(size_t i) mutable { first[i] = f(i); });
  }
  template <class It, class T>
  static void replace(It first, It last, const T& old, const T& by) {
    const T from = old, to = by;
    warplens_each<D>(last - first, [=] __host__ __device__(size_t i) mutable {
      if (first[i] == from) first[i] = to;
    });
  }
  template <class It, class P, class T>
  static void replace_if(It first, It last, P is_chosen, const T& by) {
    const T to = by;
    warplens_each<D>(last - first, [=] __host__ __device__(size_t i) mutable {
      if (is_chosen(first[i])) first[i] = to;
    });
  }
  template <class In, class N, class Out>
  static Out copy_n(In first, N n, Out to) {
    warplens_copy_n<D>(first, n, to);
    return to + n;
  }
  template <class Map, class In, class Out>
  static Out gather(Map first, Map last, In from, Out to) {
    warplens_each<D>(last - first, [=] __host__ __device__(size_t i) mutable { to[i] = from[first[i]]; });
    return to + (last - first);
  }
  template <class In, class Map, class Out>
  static void scatter(In first, In last, Map places, Out to) {
    warplens_each<D>(last - first, [=] __host__ __device__(size_t i) mutable { to[places[i]] = first[i]; });
  }
  template <class It, class It2>
  static It2 swap_ranges(It first, It last, It2 other) {
    warplens_each<D>(last - first, [=] __host__ __device__(size_t i) mutable {
      warplens_value<It> kept = first[i];
      first[i] = other[i];
      other[i] = kept;
    });
    return other + (last - first);
  }
  template <class It>
  static void reverse(It first, It last) {
    const size_t n = last - first;
    warplens_each<D>(n / 2, [=] __host__ __device__(size_t i) mutable {
      warplens_value<It> kept = first[i];
      first[i] = first[n - 1 - i];
      first[n - 1 - i] = kept;
    });
  }
  template <class In, class Out>
  static Out reverse_copy(In first, In last, Out to) {
    const size_t n = last - first;
    warplens_each<D>(n, [=] __host__ __device__(size_t i) mutable { to[i] = first[n - 1 - i]; });
    return to + n;
  }
  template <class In, class Out>
  static Out adjacent_difference(In first, In last, Out to) { return adjacent_difference(first, last, to, std::minus<>()); }
  template <class In, class Out, class Op>
  static Out adjacent_difference(In first, In last, Out to, Op op) {
    typedef warplens_value<In> T;
    const size_t n = last - first;
    warplens_side_array<D, T> kept(n);
    T* const from = kept.at;
    warplens_copy_n<D>(first, n, from);
    warplens_each<D>(n, [=] __host__ __device__(size_t i) mutable {
      if (i == 0)
        to[i] = from[i];
      else
        to[i] = op(from[i], from[i - 1]);
    });
    return to + n;
  }

  template <class In>
  static warplens_value<In> reduce(In first, In last) { return reduce(first, last, warplens_value<In>()); }
  template <class In, class T>
  static T reduce(In first, In last, T initial) { return reduce(first, last, initial, std::plus<T>()); }
  template <class In, class T, class Op>
  static T reduce(In first, In last, T initial, Op op) {
    return warplens_reduce<D, T>(last - first, [=] __host__ __device__(size_t i) -> T { return (T)first[i]; }, initial, op);
  }
  template <class In, class F, class T, class Op>
  static T transform_reduce(In first, In last, F f, T initial, Op op) {
    return warplens_reduce<D, T>(last - first, [=] __host__ __device__(size_t i) -> T { return (T)f(first[i]); }, initial, op);
  }
  template <class In, class In2, class T>
  static T inner_product(In first, In last, In2 other, T initial) {
    return inner_product(first, last, other, initial, std::plus<T>(), std::multiplies<T>());
  }
  template <class In, class In2, class T, class Op, class F>
  static T inner_product(In first, In last, In2 other, T initial, Op op, F f) {
    return warplens_reduce<D, T>(last - first, [=] __host__ __device__(size_t i) -> T { return (T)f(first[i], other[i]); }, initial, op);
  }
  template <class In, class P>
  static ptrdiff_t count_if(In first, In last, P is_chosen) {
    return warplens_reduce<D, ptrdiff_t>(
        last - first, [=] __host__ __device__(size_t i) -> ptrdiff_t { return is_chosen(first[i]) ? 1 : 0; }, (ptrdiff_t)0, std::plus<ptrdiff_t>());
  }
  template <class In, class T>
  static ptrdiff_t count(In first, In last, const T& value) {
    const T wanted = value;
    return count_if(first, last, [=] __host__ __device__(const warplens_value<In>& x) { return x == wanted; });
  }
  // The first of the elements that is before all others.
  template <class In, class Less>
  static In first_of(In first, In last, Less is_before) {
    const ptrdiff_t n = last - first;
    if (n == 0) return last;
    const ptrdiff_t best = warplens_reduce<D, ptrdiff_t>(
        n, [] __host__ __device__(size_t i) -> ptrdiff_t { return (ptrdiff_t)i; }, (ptrdiff_t)0,
        [=] __host__ __device__(ptrdiff_t a, ptrdiff_t b) -> ptrdiff_t {
          if (is_before(first[a], first[b])) return a;
          if (is_before(first[b], first[a])) return b;
          return a < b ? a : b;
        });
    return first + best;
  }
  template <class In, class Less>
  static In min_element(In first, In last, Less is_before) { return first_of(first, last, is_before); }
  template <class In>
  static In min_element(In first, In last) { return first_of(first, last, std::less<warplens_value<In>>()); }
  template <class In, class Less>
  static In max_element(In first, In last, Less is_before) {
    typedef warplens_value<In> T;
    return first_of(first, last, [=] __host__ __device__(const T& a, const T& b) { return is_before(b, a); });
  }
  template <class In>
  static In max_element(In first, In last) { return max_element(first, last, std::less<warplens_value<In>>()); }
  template <class In>
  static std::pair<In, In> minmax_element(In first, In last) { return std::pair<In, In>(min_element(first, last), max_element(first, last)); }
  template <class In, class P>
  static In find_if(In first, In last, P is_chosen) {
    const ptrdiff_t n = last - first;
    const ptrdiff_t found = warplens_reduce<D, ptrdiff_t>(
        n, [=] __host__ __device__(size_t i) -> ptrdiff_t { return is_chosen(first[i]) ? (ptrdiff_t)i : n; }, n,
        [] __host__ __device__(ptrdiff_t a, ptrdiff_t b) -> ptrdiff_t { return a < b ? a : b; });
    return first + found;
  }
  template <class In, class T>
  static In find(In first, In last, const T& value) {
    const T wanted = value;
    return find_if(first, last, [=] __host__ __device__(const warplens_value<In>& x) { return x == wanted; });
  }
  template <class In, class P>
  static bool all_of(In first, In last, P holds) { return count_if(first, last, holds) == last - first; }
  template <class In, class P>
  static bool any_of(In first, In last, P holds) { return count_if(first, last, holds) != 0; }
  template <class In, class P>
  static bool none_of(In first, In last, P holds) { return count_if(first, last, holds) == 0; }
  template <class In, class In2>
  static bool equal(In first, In last, In2 other) {
    return inner_product(first, last, other, (ptrdiff_t)0, std::plus<ptrdiff_t>(), std::not_equal_to<warplens_value<In>>()) == 0;
  }
  template <class In>
  static bool is_sorted(In first, In last) { return is_sorted(first, last, std::less<warplens_value<In>>()); }
  template <class In, class Less>
  static bool is_sorted(In first, In last, Less is_before) {
    return last - first < 2 || warplens_reduce<D, ptrdiff_t>(
                                   last - first - 1, [=] __host__ __device__(size_t i) -> ptrdiff_t { return is_before(first[i + 1], first[i]) ? 1 : 0; },
                                   (ptrdiff_t)0, std::plus<ptrdiff_t>()) == 0;
  }

  template <class In, class Out, class T, class Op>
  static Out scan(In first, In last, Out to, bool has_initial, T initial, Op op, bool is_inclusive) {
    const size_t n = last - first;
    warplens_side_array<D, T> kept(n);
    T* const from = kept.at;
    warplens_each<D>(n, [=] __host__ __device__(size_t i) { from[i] = (T)first[i]; });
    warplens_scan<D, T>(
        n, [=] __host__ __device__(size_t i) -> T { return from[i]; },
        [=] __host__ __device__(size_t i, const T& value) mutable { to[i] = value; }, op, has_initial, initial, is_inclusive);
    return to + n;
  }
  template <class In, class Out>
  static Out inclusive_scan(In first, In last, Out to) { return inclusive_scan(first, last, to, std::plus<warplens_value<In>>()); }
  template <class In, class Out, class Op>
  static Out inclusive_scan(In first, In last, Out to, Op op) {
    return scan(first, last, to, false, warplens_value<In>(), op, true);
  }
  template <class In, class Out>
  static Out exclusive_scan(In first, In last, Out to) { return exclusive_scan(first, last, to, warplens_value<In>()); }
  template <class In, class Out, class T>
  static Out exclusive_scan(In first, In last, Out to, T initial) { return exclusive_scan(first, last, to, initial, std::plus<T>()); }
  template <class In, class Out, class T, class Op>
  static Out exclusive_scan(In first, In last, Out to, T initial, Op op) { return scan(first, last, to, true, initial, op, false); }
  template <class In, class Out, class F, class Op>
  static Out transform_inclusive_scan(In first, In last, Out to, F f, Op op) {
    auto made = make_transform_iterator(first, f);
    return scan(made, made + (last - first), to, false, warplens_value<decltype(made)>(), op, true);
  }
  template <class In, class Out, class F, class T, class Op>
  static Out transform_exclusive_scan(In first, In last, Out to, F f, T initial, Op op) {
    auto made = make_transform_iterator(first, f);
    return scan(made, made + (last - first), to, true, initial, op, false);
  }

  template <class In, class Out, class P>
  static Out copy_if(In first, In last, Out to, P is_chosen) { return copy_if(first, last, first, to, is_chosen); }
  template <class In, class Stencil, class Out, class P>
  static Out copy_if(In first, In last, Stencil stencil, Out to, P is_chosen) {
    return to + warplens_select<D>(
                    last - first, [=] __host__ __device__(size_t i) -> bool { return is_chosen(stencil[i]); },
                    [=] __host__ __device__(size_t i, size_t place) mutable { to[place] = first[i]; });
  }
  // What a choice leaves of a range, at its beginning.
  template <class It, class Chosen>
  static It keep(It first, It last, Chosen is_chosen) {
    typedef warplens_value<It> T;
    const size_t n = last - first;
    warplens_side_array<D, T> kept(n);
    T* const to = kept.at;
    const size_t count = warplens_select<D>(n, is_chosen, [=] __host__ __device__(size_t i, size_t place) { to[place] = first[i]; });
    warplens_copy_n<D>(to, count, first);
    return first + count;
  }
  template <class It, class P>
  static It remove_if(It first, It last, P is_out) {
    return keep(first, last, [=] __host__ __device__(size_t i) -> bool { return !is_out(first[i]); });
  }
  template <class It, class Stencil, class P>
  static It remove_if(It first, It last, Stencil stencil, P is_out) {
    return keep(first, last, [=] __host__ __device__(size_t i) -> bool { return !is_out(stencil[i]); });
  }
  template <class It, class T>
  static It remove(It first, It last, const T& value) {
    const T out = value;
    return keep(first, last, [=] __host__ __device__(size_t i) -> bool { return !(first[i] == out); });
  }
  template <class In, class Out, class P>
  static Out remove_copy_if(In first, In last, Out to, P is_out) {
    return to + warplens_select<D>(
                    last - first, [=] __host__ __device__(size_t i) -> bool { return !is_out(first[i]); },
                    [=] __host__ __device__(size_t i, size_t place) mutable { to[place] = first[i]; });
  }
  template <class It>
  static It unique(It first, It last) {
    return keep(first, last, [=] __host__ __device__(size_t i) -> bool { return i == 0 || !(first[i] == first[i - 1]); });
  }
  template <class In, class Out>
  static Out unique_copy(In first, In last, Out to) {
    return to + warplens_select<D>(
                    last - first, [=] __host__ __device__(size_t i) -> bool { return i == 0 || !(first[i] == first[i - 1]); },
                    [=] __host__ __device__(size_t i, size_t place) mutable { to[place] = first[i]; });
  }
  template <class It, class P>
  static It stable_partition(It first, It last, P is_first) {
    typedef warplens_value<It> T;
    const size_t n = last - first;
    warplens_side_array<D, T> kept(n);
    T* const to = kept.at;
    const size_t count = warplens_select<D>(
        n, [=] __host__ __device__(size_t i) -> bool { return is_first(first[i]); },
        [=] __host__ __device__(size_t i, size_t place) { to[place] = first[i]; });
    warplens_select<D>(
        n, [=] __host__ __device__(size_t i) -> bool { return !is_first(first[i]); },
        [=] __host__ __device__(size_t i, size_t place) { to[count + place] = first[i]; });
    warplens_copy_n<D>(to, n, first);
    return first + count;
  }
  template <class It, class P>
  static It partition(It first, It last, P is_first) { return stable_partition(first, last, is_first); }

  // Keys that are numbers and in memory, in their own order, are sorted at once.
  template <class K, class V>
  static void sort_raw(size_t n, K* keys, V* values, std::less<K>) { sort_numbers(n, keys, values, false); }
  template <class K, class V>
  static void sort_raw(size_t n, K* keys, V* values, std::greater<K>) { sort_numbers(n, keys, values, true); }
  template <class K, class V>
  static void sort_raw(size_t n, K* keys, V* values, std::less<void>) { sort_numbers(n, keys, values, false); }
  template <class K, class V>
  static void sort_raw(size_t n, K* keys, V* values, std::greater<void>) { sort_numbers(n, keys, values, true); }
  template <class K, class V, class Less>
  static void sort_raw(size_t n, K* keys, V* values, Less is_before) { warplens_sort<D>(n, keys, values, is_before); }
  template <class K, class V>
  static void sort_numbers(size_t n, K* keys, V* values, bool is_descending) {
    if constexpr (std::is_arithmetic<K>::value)
      warplens_sort_numbers<D>(n, keys, values, is_descending);
    else if (is_descending)
      warplens_sort<D>(n, keys, values, [] __host__ __device__(const K& a, const K& b) { return b < a; });
    else
      warplens_sort<D>(n, keys, values, [] __host__ __device__(const K& a, const K& b) { return a < b; });
  }
  template <class It, class Less>
  static void sort(It first, It last, Less is_before) {
    typedef warplens_value<It> K;
    const size_t n = last - first;
    warplens_side_array<D, K> kept(n);
    warplens_copy_n<D>(first, n, kept.at);
    sort_raw(n, kept.at, (int*)nullptr, is_before);
    warplens_copy_n<D>(kept.at, n, first);
  }
  template <class It>
  static void sort(It first, It last) { sort(first, last, std::less<warplens_value<It>>()); }
  template <class It>
  static void stable_sort(It first, It last) { sort(first, last); }
  template <class It, class Less>
  static void stable_sort(It first, It last, Less is_before) { sort(first, last, is_before); }
  template <class It, class Values, class Less>
  static void sort_by_key(It first, It last, Values values, Less is_before) {
    typedef warplens_value<It> K;
    typedef warplens_value<Values> V;
    const size_t n = last - first;
    warplens_side_array<D, K> kept(n);
    warplens_side_array<D, V> beside(n);
    warplens_copy_n<D>(first, n, kept.at);
    warplens_copy_n<D>(values, n, beside.at);
    sort_raw(n, kept.at, beside.at, is_before);
    warplens_copy_n<D>(kept.at, n, first);
    warplens_copy_n<D>(beside.at, n, values);
  }
  template <class It, class Values>
  static void sort_by_key(It first, It last, Values values) { sort_by_key(first, last, values, std::less<warplens_value<It>>()); }
  template <class It, class Values>
  static void stable_sort_by_key(It first, It last, Values values) { sort_by_key(first, last, values); }
  template <class It, class Values, class Less>
  static void stable_sort_by_key(It first, It last, Values values, Less is_before) { sort_by_key(first, last, values, is_before); }

  // Runs of equal keys: the first key of each, and what its values come to.
  template <class Keys, class Values, class ToKeys, class ToValues>
  static std::pair<ToKeys, ToValues> reduce_by_key(Keys first, Keys last, Values values, ToKeys to_keys, ToValues to_values) {
    return reduce_by_key(first, last, values, to_keys, to_values, std::equal_to<warplens_value<Keys>>(), std::plus<warplens_value<ToValues>>());
  }
  template <class Keys, class Values, class ToKeys, class ToValues, class Equal>
  static std::pair<ToKeys, ToValues> reduce_by_key(Keys first, Keys last, Values values, ToKeys to_keys, ToValues to_values, Equal equal) {
    return reduce_by_key(first, last, values, to_keys, to_values, equal, std::plus<warplens_value<ToValues>>());
  }
  template <class Keys, class Values, class ToKeys, class ToValues, class Equal, class Op>
  static std::pair<ToKeys, ToValues> reduce_by_key(Keys first, Keys last, Values values, ToKeys to_keys, ToValues to_values, Equal equal, Op op) {
    typedef warplens_value<ToValues> T;
    const size_t n = last - first;
    const size_t count = warplens_select<D>(
        n, [=] __host__ __device__(size_t i) -> bool { return i == 0 || !equal(first[i - 1], first[i]); },
        [=] __host__ __device__(size_t i, size_t place) mutable {
          T all = (T)values[i];
          for (size_t j = i + 1; j < n && equal(first[j - 1], first[j]); ++j) all = op(all, (T)values[j]);
          to_keys[place] = first[i];
          to_values[place] = all;
        });
    return std::pair<ToKeys, ToValues>(to_keys + count, to_values + count);
  }
  template <class It, class T>
  static It lower_bound(It first, It last, const T& value) {
    const T wanted = value;
    return first + count_if(first, last, [=] __host__ __device__(const warplens_value<It>& x) { return x < wanted; });
  }
  template <class It, class T>
  static It upper_bound(It first, It last, const T& value) {
    const T wanted = value;
    return first + count_if(first, last, [=] __host__ __device__(const warplens_value<It>& x) { return !(wanted < x); });
  }
  template <class It, class T>
  static bool binary_search(It first, It last, const T& value) { return count(first, last, value) != 0; }
  template <class In, class In2, class Out>
  static Out merge(In first, In last, In2 other, In2 end, Out to) {
    const size_t n = last - first, m = end - other;
    warplens_each<D>(1, [=] __host__ __device__(size_t) mutable {
      size_t a = 0, b = 0;
      for (size_t i = 0; i < n + m; ++i) {
        if (b < m && (a >= n || other[b] < first[a]))
          to[i] = other[b++];
        else
          to[i] = first[a++];
      }
    });
    return to + (n + m);
  }
};
)cuda";
  return kText;
}

}  // namespace warplens::lang
