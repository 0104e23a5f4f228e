// <type_traits>, <tuple>, and what other headers share with them, for whole programs: text in the
// language that Warplens supports.
//
// A trait that holds or not is an alias of true_type or false_type, whose value a variable template
// computes; warplens_is_class<T>() and its like are questions that the checker answers.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view traits_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
namespace std {
template <class T, T V>
struct integral_constant {
  static constexpr T value = V;
  typedef T value_type;
  typedef integral_constant type;
  __host__ __device__ constexpr operator T() const { return V; }
  __host__ __device__ constexpr T operator()() const { return V; }
};
template <bool B>
using bool_constant = integral_constant<bool, B>;
using true_type = integral_constant<bool, true>;
using false_type = integral_constant<bool, false>;

template <bool B, class T = void>
struct enable_if {};
template <class T>
struct enable_if<true, T> {
  using type = T;
};
template <bool B, class T = void>
using enable_if_t = typename enable_if<B, T>::type;
template <bool B, class T, class F>
struct conditional {
  using type = T;
};
template <class T, class F>
struct conditional<false, T, F> {
  using type = F;
};
template <bool B, class T, class F>
using conditional_t = typename conditional<B, T, F>::type;
template <class... T>
struct warplens_void {
  using type = void;
};
template <class... T>
using void_t = typename warplens_void<T...>::type;
template <class T>
struct type_identity {
  using type = T;
};
template <class T>
using type_identity_t = typename type_identity<T>::type;

template <class T> struct remove_const { using type = T; };
template <class T> struct remove_const<const T> { using type = T; };
template <class T> struct remove_volatile { using type = T; };
template <class T> struct remove_volatile<volatile T> { using type = T; };
template <class T> struct remove_reference { using type = T; };
template <class T> struct remove_reference<T&> { using type = T; };
template <class T> struct remove_reference<T&&> { using type = T; };
template <class T> struct remove_pointer { using type = T; };
template <class T> struct remove_pointer<T*> { using type = T; };
template <class T> struct remove_pointer<T* const> { using type = T; };
template <class T> struct remove_extent { using type = T; };
template <class T> struct remove_extent<T[]> { using type = T; };
template <class T, size_t N> struct remove_extent<T[N]> { using type = T; };
template <class T> using remove_const_t = typename remove_const<T>::type;
template <class T> using remove_volatile_t = typename remove_volatile<T>::type;
template <class T> using remove_reference_t = typename remove_reference<T>::type;
template <class T> using remove_pointer_t = typename remove_pointer<T>::type;
template <class T> using remove_extent_t = typename remove_extent<T>::type;
template <class T> struct remove_cv { using type = remove_const_t<remove_volatile_t<T>>; };
template <class T> using remove_cv_t = typename remove_cv<T>::type;
template <class T> struct remove_cvref { using type = remove_cv_t<remove_reference_t<T>>; };
template <class T> using remove_cvref_t = typename remove_cvref<T>::type;
template <class T> struct add_const { using type = const T; };
template <class T> struct add_pointer { using type = remove_reference_t<T>*; };
template <class T> struct add_lvalue_reference { using type = T&; };
template <class T> struct add_rvalue_reference { using type = T&&; };
template <class T> using add_const_t = typename add_const<T>::type;
template <class T> using add_pointer_t = typename add_pointer<T>::type;
template <class T> using add_lvalue_reference_t = typename add_lvalue_reference<T>::type;
template <class T> using add_rvalue_reference_t = typename add_rvalue_reference<T>::type;
template <class T> struct decay { using type = remove_cv_t<remove_reference_t<T>>; };
template <class T, size_t N> struct decay<T[N]> { using type = T*; };
template <class T> using decay_t = typename decay<T>::type;
template <class T>
__host__ __device__ T&& declval();

template <class T, class U> constexpr bool is_same_v = false;
template <class T> constexpr bool is_same_v<T, T> = true;
template <class T, class U> using is_same = bool_constant<is_same_v<T, U>>;
template <class T> constexpr bool warplens_integral = false;
template <> constexpr bool warplens_integral<bool> = true;
template <> constexpr bool warplens_integral<char> = true;
template <> constexpr bool warplens_integral<signed char> = true;
template <> constexpr bool warplens_integral<unsigned char> = true;
template <> constexpr bool warplens_integral<short> = true;
template <> constexpr bool warplens_integral<unsigned short> = true;
template <> constexpr bool warplens_integral<int> = true;
template <> constexpr bool warplens_integral<unsigned> = true;
template <> constexpr bool warplens_integral<long> = true;
template <> constexpr bool warplens_integral<unsigned long> = true;
template <> constexpr bool warplens_integral<long long> = true;
template <> constexpr bool warplens_integral<unsigned long long> = true;
template <class T> constexpr bool warplens_floating = false;
template <> constexpr bool warplens_floating<float> = true;
template <> constexpr bool warplens_floating<double> = true;
template <class T> constexpr bool is_integral_v = warplens_integral<remove_cv_t<T>>;
template <class T> using is_integral = bool_constant<is_integral_v<T>>;
template <class T> constexpr bool is_floating_point_v = warplens_floating<remove_cv_t<T>>;
template <class T> using is_floating_point = bool_constant<is_floating_point_v<T>>;
template <class T> constexpr bool is_arithmetic_v = is_integral_v<T> || is_floating_point_v<T>;
template <class T> using is_arithmetic = bool_constant<is_arithmetic_v<T>>;
template <class T> constexpr bool is_void_v = is_same_v<remove_cv_t<T>, void>;
template <class T> using is_void = bool_constant<is_void_v<T>>;
template <class T> constexpr bool is_const_v = false;
template <class T> constexpr bool is_const_v<const T> = true;
template <class T> using is_const = bool_constant<is_const_v<T>>;
template <class T> constexpr bool is_volatile_v = false;
template <class T> constexpr bool is_volatile_v<volatile T> = true;
template <class T> using is_volatile = bool_constant<is_volatile_v<T>>;
template <class T> constexpr bool is_pointer_v = false;
template <class T> constexpr bool is_pointer_v<T*> = true;
template <class T> constexpr bool is_pointer_v<T* const> = true;
template <class T> using is_pointer = bool_constant<is_pointer_v<T>>;
template <class T> constexpr bool is_array_v = false;
template <class T> constexpr bool is_array_v<T[]> = true;
template <class T, size_t N> constexpr bool is_array_v<T[N]> = true;
template <class T> using is_array = bool_constant<is_array_v<T>>;
template <class T> constexpr bool is_lvalue_reference_v = false;
template <class T> constexpr bool is_lvalue_reference_v<T&> = true;
template <class T> using is_lvalue_reference = bool_constant<is_lvalue_reference_v<T>>;
template <class T> constexpr bool is_rvalue_reference_v = false;
template <class T> constexpr bool is_rvalue_reference_v<T&&> = true;
template <class T> using is_rvalue_reference = bool_constant<is_rvalue_reference_v<T>>;
template <class T> constexpr bool is_reference_v = is_lvalue_reference_v<T> || is_rvalue_reference_v<T>;
template <class T> using is_reference = bool_constant<is_reference_v<T>>;
template <class T> constexpr bool is_enum_v = warplens_is_enum<T>();
template <class T> using is_enum = bool_constant<is_enum_v<T>>;
template <class T> constexpr bool is_class_v = warplens_is_class<T>();
template <class T> using is_class = bool_constant<is_class_v<T>>;
template <class T> constexpr bool is_member_object_pointer_v = warplens_is_member_object<remove_cv_t<T>>();
template <class T> using is_member_object_pointer = bool_constant<is_member_object_pointer_v<T>>;
template <class T> constexpr bool is_member_function_pointer_v = warplens_is_member_function<remove_cv_t<T>>();
template <class T> using is_member_function_pointer = bool_constant<is_member_function_pointer_v<T>>;
template <class T> constexpr bool is_member_pointer_v = is_member_object_pointer_v<T> || is_member_function_pointer_v<T>;
template <class T> using is_member_pointer = bool_constant<is_member_pointer_v<T>>;
template <class B, class D> constexpr bool is_base_of_v = warplens_is_base<B, D>();
template <class B, class D> using is_base_of = bool_constant<is_base_of_v<B, D>>;
template <class T> constexpr size_t rank_v = 0;
template <class T> constexpr size_t rank_v<T[]> = 1 + rank_v<T>;
template <class T, size_t N> constexpr size_t rank_v<T[N]> = 1 + rank_v<T>;
template <class T, unsigned I = 0> constexpr size_t extent_v = 0;
template <class T, size_t N> constexpr size_t extent_v<T[N], 0> = N;
template <class T, size_t N, unsigned I> constexpr size_t extent_v<T[N], I> = extent_v<T, I - 1>;
template <class T> constexpr bool is_scalar_v = is_arithmetic_v<T> || is_pointer_v<T> || is_enum_v<T>;
template <class T> using is_scalar = bool_constant<is_scalar_v<T>>;
template <class T> __host__ __device__ constexpr bool warplens_signed() {
  if constexpr (is_arithmetic_v<T>) {
    return T(-1) < T(0);
  } else {
    return false;
  }
}
template <class T> constexpr bool is_signed_v = warplens_signed<T>();
template <class T> using is_signed = bool_constant<is_signed_v<T>>;
template <class T> constexpr bool is_unsigned_v = is_integral_v<T> && !is_signed_v<T>;
template <class T> using is_unsigned = bool_constant<is_unsigned_v<T>>;
template <class T> constexpr bool is_trivially_copyable_v = !warplens_copies<T>() && !warplens_ends<T>();
template <class T> using is_trivially_copyable = bool_constant<is_trivially_copyable_v<T>>;
template <class T> constexpr bool is_trivially_destructible_v = !warplens_ends<T>();
template <class T> using is_trivially_destructible = bool_constant<is_trivially_destructible_v<T>>;
template <class T, class U> constexpr bool is_convertible_v = warplens_converts<T, U>();
template <class T, class U> using is_convertible = bool_constant<is_convertible_v<T, U>>;
template <class T> struct make_signed { using type = T; };
template <class T> struct make_unsigned { using type = T; };
template <> struct make_unsigned<char> { using type = unsigned char; };
template <> struct make_signed<unsigned char> { using type = signed char; };
template <> struct make_unsigned<short> { using type = unsigned short; };
template <> struct make_signed<unsigned short> { using type = short; };
template <> struct make_unsigned<int> { using type = unsigned int; };
template <> struct make_signed<unsigned int> { using type = int; };
template <> struct make_unsigned<long> { using type = unsigned long; };
template <> struct make_signed<unsigned long> { using type = long; };
template <> struct make_unsigned<long long> { using type = unsigned long long; };
template <> struct make_signed<unsigned long long> { using type = long long; };
template <> struct make_unsigned<signed char> { using type = unsigned char; };
template <> struct make_signed<char> { using type = signed char; };
template <class T> using make_signed_t = typename make_signed<T>::type;
template <class T> using make_unsigned_t = typename make_unsigned<T>::type;
template <class... T> constexpr bool conjunction_v = (... && T::value);
template <class... T> constexpr bool disjunction_v = (... || T::value);
template <class T> constexpr bool negation_v = !T::value;
template <class... T> using conjunction = bool_constant<conjunction_v<T...>>;
template <class... T> using disjunction = bool_constant<disjunction_v<T...>>;
template <class T> using negation = bool_constant<negation_v<T>>;
template <class F, class... A>
struct invoke_result {
  using type = decltype(declval<F>()(declval<A>()...));
};
template <class R, class C, class... P, class... A>
struct invoke_result<R (C::*)(P...), A...> { using type = R; };
template <class R, class C, class... P, class... A>
struct invoke_result<R (C::*)(P...) const, A...> { using type = R; };
template <class F, class... A>
using invoke_result_t = typename invoke_result<F, A...>::type;
}
)cuda";
  return kText;
}

std::string_view tuple_header() {
  static constexpr std::string_view kText =
      "#pragma once\n#include <bits/invoke.h>\n#include <type_traits>\n"
      R"cuda(
namespace std {
template <class T>
struct tuple_size {};
template <size_t I, class T>
struct tuple_element {};
template <size_t I, class T>
using tuple_element_t = typename tuple_element<I, T>::type;
template <class T>
constexpr size_t tuple_size_v = tuple_size<T>::value;

template <class T, T... V>
struct integer_sequence {
  typedef T value_type;
  __host__ __device__ static constexpr size_t size() { return sizeof...(V); }
};
template <size_t... I>
using index_sequence = integer_sequence<size_t, I...>;
template <size_t N, size_t... I>
struct warplens_count_up {
  using type = typename warplens_count_up<N - 1, N - 1, I...>::type;
};
template <size_t... I>
struct warplens_count_up<0, I...> {
  using type = index_sequence<I...>;
};
template <size_t N>
using make_index_sequence = typename warplens_count_up<N>::type;
template <class... T>
using index_sequence_for = make_index_sequence<sizeof...(T)>;

template <class... T>
struct tuple;
template <>
struct tuple<> {};
template <class H, class... T>
struct tuple<H, T...> {
  H head;
  tuple<T...> tail;
  __host__ __device__ constexpr tuple() : head(), tail() {}
  __host__ __device__ constexpr tuple(const H& first, const T&... rest) : head(first), tail(rest...) {}
  __host__ __device__ constexpr tuple(H&& first, T&&... rest)
      : head(static_cast<H&&>(first)), tail(static_cast<T&&>(rest)...) {}
  template <class G, class... U>
  __host__ __device__ constexpr tuple(const tuple<G, U...>& other) : head(other.head), tail(other.tail) {}
  template <class A, class B>
  __host__ __device__ constexpr tuple(const pair<A, B>& other) : head(other.first), tail(other.second) {}
};
template <class... T>
tuple(T...) -> tuple<T...>;
template <class... T>
struct tuple_size<tuple<T...>> {
  static constexpr size_t value = sizeof...(T);
};
template <class H, class... T>
struct tuple_element<0, tuple<H, T...>> {
  using type = H;
};
template <size_t I, class H, class... T>
struct tuple_element<I, tuple<H, T...>> {
  using type = typename tuple_element<I - 1, tuple<T...>>::type;
};
template <size_t I, class H, class... T>
__host__ __device__ constexpr tuple_element_t<I, tuple<H, T...>>& get(tuple<H, T...>& from) {
  if constexpr (I == 0) {
    return from.head;
  } else {
    return get<I - 1>(from.tail);
  }
}
template <size_t I, class H, class... T>
__host__ __device__ constexpr const tuple_element_t<I, tuple<H, T...>>& get(const tuple<H, T...>& from) {
  if constexpr (I == 0) {
    return from.head;
  } else {
    return get<I - 1>(from.tail);
  }
}
template <class W, class H, class... T>
__host__ __device__ constexpr W& get(tuple<H, T...>& from) {
  if constexpr (is_same_v<W, H>) {
    return from.head;
  } else {
    return get<W>(from.tail);
  }
}
template <class... T>
__host__ __device__ constexpr tuple<decay_t<const T>...> make_tuple(const T&... values) {
  return tuple<decay_t<const T>...>(values...);
}

// What tie() gives: places that a tuple or a pair is stored to.
template <class... T>
struct warplens_places;
template <>
struct warplens_places<> {
  __host__ __device__ void take(const tuple<>&) const {}
};
template <class H, class... T>
struct warplens_places<H, T...> {
  H* head;
  warplens_places<T...> tail;
  template <class G, class... U>
  __host__ __device__ void take(const tuple<G, U...>& from) const {
    *head = from.head;
    tail.take(from.tail);
  }
  template <class G, class... U>
  __host__ __device__ const warplens_places& operator=(const tuple<G, U...>& from) const {
    take(from);
    return *this;
  }
  template <class A, class B>
  __host__ __device__ const warplens_places& operator=(const pair<A, B>& from) const {
    *head = from.first;
    *tail.head = from.second;
    return *this;
  }
};
struct warplens_ignored {
  template <class T>
  __host__ __device__ const warplens_ignored& operator=(const T&) const { return *this; }
};
static warplens_ignored ignore;
__host__ __device__ inline warplens_places<> tie() { return {}; }
template <class H, class... T>
__host__ __device__ inline warplens_places<H, T...> tie(H& first, T&... rest) {
  return {&first, tie(rest...)};
}
template <class... T>
__host__ __device__ inline bool operator==(const tuple<T...>& a, const tuple<T...>& b) {
  if constexpr (sizeof...(T) == 0) {
    return true;
  } else {
    return a.head == b.head && a.tail == b.tail;
  }
}
template <class... T>
__host__ __device__ inline bool operator!=(const tuple<T...>& a, const tuple<T...>& b) {
  return !(a == b);
}
template <class... T>
__host__ __device__ inline bool operator<(const tuple<T...>& a, const tuple<T...>& b) {
  if constexpr (sizeof...(T) == 0) {
    return false;
  } else {
    return a.head < b.head || (!(b.head < a.head) && a.tail < b.tail);
  }
}
template <class A, class B>
struct tuple_size<pair<A, B>> {
  static constexpr size_t value = 2;
};
template <class A, class B>
struct tuple_element<0, pair<A, B>> {
  using type = A;
};
template <class A, class B>
struct tuple_element<1, pair<A, B>> {
  using type = B;
};
template <size_t I, class A, class B>
__host__ __device__ constexpr tuple_element_t<I, pair<A, B>>& get(pair<A, B>& from) {
  if constexpr (I == 0) {
    return from.first;
  } else {
    return from.second;
  }
}
template <size_t I, class A, class B>
__host__ __device__ constexpr const tuple_element_t<I, pair<A, B>>& get(const pair<A, B>& from) {
  if constexpr (I == 0) {
    return from.first;
  } else {
    return from.second;
  }
}
template <class F, class T, size_t... I>
__host__ __device__ constexpr auto warplens_apply(F& function, T& values, index_sequence<I...>) {
  return std::invoke(function, get<I>(values)...);
}
template <class F, class T>
__host__ __device__ constexpr auto apply(F&& function, T&& values) {
  return warplens_apply(function, values, make_index_sequence<tuple_size_v<remove_cvref_t<T>>>());
}
template <class T, class V, size_t... I>
__host__ __device__ constexpr T warplens_made_from(V& values, index_sequence<I...>) {
  return T(get<I>(values)...);
}
template <class T, class V>
__host__ __device__ constexpr T make_from_tuple(V&& values) {
  return warplens_made_from<T>(values, make_index_sequence<tuple_size_v<remove_cvref_t<V>>>());
}
template <class... T, class... U, size_t... I, size_t... J>
__host__ __device__ constexpr tuple<T..., U...> warplens_joined(const tuple<T...>& a, const tuple<U...>& b, index_sequence<I...>, index_sequence<J...>) {
  return tuple<T..., U...>(get<I>(a)..., get<J>(b)...);
}
__host__ __device__ inline tuple<> tuple_cat() { return {}; }
template <class... T>
__host__ __device__ constexpr tuple<T...> tuple_cat(const tuple<T...>& one) { return one; }
template <class... T, class... U, class... R>
__host__ __device__ constexpr auto tuple_cat(const tuple<T...>& a, const tuple<U...>& b, const R&... rest) {
  return tuple_cat(warplens_joined(a, b, index_sequence_for<T...>(), index_sequence_for<U...>()), rest...);
}
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
