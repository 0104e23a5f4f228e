// thrust's algorithms as programs call them, with the types of prelude_thrust.cpp: where one is
// executed, an execution policy says, or the iterators. prelude_thrust_sides.cpp says what each
// does.
#include <array>
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kCopies = R"cuda(
template <bool D, class In, class Out>
inline void warplens_copy_n(In from, size_t n, Out to) {
  warplens_each<D>(n, [=] __host__ __device__(size_t i) mutable { to[i] = from[i]; });
}
// From where the elements are to where they go. Between the sides bytes are copied; what is no
// pointer goes through an array.
template <class In, class Out>
inline Out warplens_copy(In first, In last, Out to) {
  typedef warplens_value<In> T;
  constexpr bool kFrom = warplens_side<In>::kIsDevice, kTo = warplens_side<Out>::kIsDevice;
  if constexpr (kFrom && kTo) {
    const size_t n = last - first;
    warplens_copy_n<true>(warplens_raw(first), n, warplens_raw(to));
    return to + n;
  } else if constexpr (kFrom) {
    const size_t n = last - first;
    std::vector<T> kept(n);
    warplens_temporary<T> gathered(n);
    warplens_copy_n<true>(warplens_raw(first), n, gathered.at);
    cudaMemcpy((void*)kept.data(), (const void*)gathered.at, n * sizeof(T), cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n; ++i, ++to) *to = kept[i];
    return to;
  } else if constexpr (kTo) {
    typedef warplens_value<Out> U;
    std::vector<U> kept;
    for (; first != last; ++first) kept.push_back((U)*first);
    warplens_temporary<U> whole(kept.size());
    cudaMemcpy((void*)whole.at, (const void*)kept.data(), kept.size() * sizeof(U), cudaMemcpyHostToDevice);
    warplens_copy_n<true>(whole.at, kept.size(), warplens_raw(to));
    return to + kept.size();
  } else {
    for (; first != last; ++first, ++to) *to = *first;
    return to;
  }
}
)cuda";

// What a call's arguments and results are on the other side.
constexpr std::string_view kSides = R"cuda(
template <size_t I, class First, class... A>
inline auto warplens_nth(First first, A... behind) {
  if constexpr (I == 0)
    return first;
  else
    return warplens_nth<I - 1>(behind...);
}
// A result that is a place on the device, as the iterator that host code gave.
template <size_t I, class Made, class... A>
inline auto warplens_place(Made made, A... given) {
  auto of = warplens_nth<I>(given...);
  return of + (made - warplens_raw(of));
}
template <class P>
constexpr bool warplens_is_policy = std::is_same<P, warplens_device_policy>::value || std::is_same<P, warplens_host_policy>::value;
)cuda";

// For each algorithm: on a side, and where its policy or its iterators say. A result that is a
// place in one of the ranges is turned back.
constexpr std::string_view kCall = R"cuda(
template <bool D, class... A>
inline auto warplens_call_@(A... a) { return RESULT; }
template <class P, class... A>
inline auto @(P first, A... behind) {
  warplens_computed("thrust");
  if constexpr (warplens_is_policy<P>)
    return warplens_call_@<std::is_same<P, warplens_device_policy>::value>(behind...);
  else
    return warplens_call_@<warplens_on_device<P, A...>>(first, behind...);
}
)cuda";

constexpr std::string_view kOthers = R"cuda(
template <class In, class Out>
inline Out copy(In first, In last, Out to) { return warplens_copy(first, last, to); }
template <class In, class Out>
inline Out copy(const warplens_device_policy& policy, In first, In last, Out to) {
  warplens_copy_n<true>(warplens_raw(first), last - first, warplens_raw(to));
  return to + (last - first);
}
template <class In, class Out>
inline Out copy(const warplens_host_policy& policy, In first, In last, Out to) { return warplens_copy(first, last, to); }
template <class In, class N, class Out>
inline Out copy_n(In first, N n, Out to) { return warplens_copy(first, first + n, to); }
template <class In, class Out>
inline Out uninitialized_copy(In first, In last, Out to) { return warplens_copy(first, last, to); }
template <class In>
inline std::pair<In, In> minmax_element(In first, In last) {
  return std::pair<In, In>(thrust::min_element(first, last), thrust::max_element(first, last));
}
template <class P, class... A>
inline auto reduce_by_key(P first, A... behind) {
  if constexpr (warplens_is_policy<P>) {
    constexpr bool kIsDevice = std::is_same<P, warplens_device_policy>::value;
    auto made = warplens_on<kIsDevice>::reduce_by_key(warplens_raw(behind)...);
    auto keys = warplens_nth<3>(behind...);
    auto values = warplens_nth<4>(behind...);
    return std::make_pair(keys + (made.first - warplens_raw(keys)), values + (made.second - warplens_raw(values)));
  } else {
    constexpr bool kIsDevice = warplens_on_device<P, A...>;
    auto made = warplens_on<kIsDevice>::reduce_by_key(warplens_raw(first), warplens_raw(behind)...);
    auto keys = warplens_nth<2>(behind...);
    auto values = warplens_nth<3>(behind...);
    return std::make_pair(keys + (made.first - warplens_raw(keys)), values + (made.second - warplens_raw(values)));
  }
}
template <class It>
inline ptrdiff_t distance(It first, It last) { return last - first; }
template <class It>
inline void advance(It& it, ptrdiff_t n) { it += n; }
)cuda";

struct Algorithm {
  std::string_view name;
  std::string_view place;  // the argument whose range its result is a place in, from 0; "": none
};
constexpr auto kAlgorithms = std::to_array<Algorithm>({
    {"for_each", "0"},
    {"for_each_n", "0"},
    {"transform", "sizeof...(A) - 2"},
    {"transform_if", "sizeof...(A) - 3"},
    {"fill", ""},
    {"fill_n", "0"},
    {"uninitialized_fill", ""},
    {"generate", ""},
    {"sequence", ""},
    {"tabulate", ""},
    {"replace", ""},
    {"replace_if", ""},
    {"gather", "3"},
    {"scatter", ""},
    {"swap_ranges", "2"},
    {"reverse", ""},
    {"reverse_copy", "2"},
    {"adjacent_difference", "2"},
    {"reduce", ""},
    {"transform_reduce", ""},
    {"inner_product", ""},
    {"count", ""},
    {"count_if", ""},
    {"min_element", "0"},
    {"max_element", "0"},
    {"find", "0"},
    {"find_if", "0"},
    {"all_of", ""},
    {"any_of", ""},
    {"none_of", ""},
    {"equal", ""},
    {"is_sorted", ""},
    {"inclusive_scan", "2"},
    {"exclusive_scan", "2"},
    {"transform_inclusive_scan", "2"},
    {"transform_exclusive_scan", "2"},
    {"copy_if", "sizeof...(A) - 2"},
    {"remove", "0"},
    {"remove_if", "0"},
    {"remove_copy_if", "2"},
    {"unique", "0"},
    {"unique_copy", "2"},
    {"partition", "0"},
    {"stable_partition", "0"},
    {"sort", ""},
    {"stable_sort", ""},
    {"sort_by_key", ""},
    {"stable_sort_by_key", ""},
    {"lower_bound", "0"},
    {"upper_bound", "0"},
    {"binary_search", ""},
    {"merge", "4"},
});

}  // namespace

std::string_view thrust_copies_text() {
  static const std::string text = "namespace thrust {\n" + std::string(kCopies) + "}\n";
  return text;
}

std::string_view thrust_algorithms_text() {
  static const std::string text = [] {
    std::string made = std::string(thrust_sides_text()) + std::string(kSides);
    for (const Algorithm& one : kAlgorithms) {
      std::string result = "warplens_on<D>::@(warplens_raw(a)...)";
      if (!one.place.empty())
        result = "warplens_place<" + std::string(one.place) + ">(" + result + ", a...)";
      made += with(with(kCall, "RESULT", result), "@", one.name);
    }
    return made + std::string(kOthers) + "}\n";
  }();
  return text;
}

}  // namespace warplens::lang
