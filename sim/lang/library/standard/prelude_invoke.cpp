// Calls of anything that can be called (std::invoke), and what <functional> makes of that: mem_fn,
// bind, not_fn; text in the language that Warplens supports.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view invoke_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <type_traits>
namespace std {
template <class T>
class reference_wrapper {
 public:
  typedef T type;
  __host__ __device__ reference_wrapper(T& to) : to_(&to) {}
  __host__ __device__ T& get() const { return *to_; }
  __host__ __device__ operator T&() const { return *to_; }
  template <class... A>
  __host__ __device__ auto operator()(A&&... arguments) const {
    return (*to_)(std::forward<A>(arguments)...);
  }

 private:
  T* to_;
};
template <class T>
__host__ __device__ inline reference_wrapper<T> ref(T& to) { return reference_wrapper<T>(to); }
template <class T>
__host__ __device__ inline reference_wrapper<const T> cref(const T& to) { return reference_wrapper<const T>(to); }
template <class T>
constexpr bool warplens_wraps = false;
template <class T>
constexpr bool warplens_wraps<reference_wrapper<T>> = true;

template <class F>
struct warplens_owner {};
template <class R, class C>
struct warplens_owner<R C::*> { using type = C; };
template <class R, class C, class... A>
struct warplens_owner<R (C::*)(A...)> { using type = C; };
template <class R, class C, class... A>
struct warplens_owner<R (C::*)(A...) const> { using type = C; };

// A member of an object, of what a pointer to one points to, or of what a wrapper refers to.
template <class F, class O, class... A>
__host__ __device__ constexpr auto warplens_invoke_member(F member, O&& object, A&&... arguments) {
  using T = remove_cvref_t<O>;
  if constexpr (is_base_of_v<typename warplens_owner<F>::type, T>) {
    if constexpr (is_member_object_pointer_v<F>) {
      return object.*member;
    } else {
      return (object.*member)(std::forward<A>(arguments)...);
    }
  } else if constexpr (warplens_wraps<T>) {
    return warplens_invoke_member(member, object.get(), std::forward<A>(arguments)...);
  } else {
    return warplens_invoke_member(member, *object, std::forward<A>(arguments)...);
  }
}
template <class F, class... A>
__host__ __device__ constexpr auto invoke(F&& function, A&&... arguments) {
  if constexpr (is_member_pointer_v<remove_cvref_t<F>>) {
    return warplens_invoke_member(function, std::forward<A>(arguments)...);
  } else {
    return function(std::forward<A>(arguments)...);
  }
}
}
)cuda";
  return kText;
}

std::string_view bind_text() {
  static constexpr std::string_view kText = R"cuda(
namespace std {
template <class F>
struct warplens_member {
  F member;
  template <class... A>
  auto operator()(A&&... arguments) const {
    return warplens_invoke_member(member, std::forward<A>(arguments)...);
  }
};
template <class F>
inline warplens_member<F> mem_fn(F member) { return {member}; }

template <class F>
struct warplens_not {
  F function;
  template <class... A>
  bool operator()(A&&... arguments) const {
    return !std::invoke(function, std::forward<A>(arguments)...);
  }
};
template <class F>
inline warplens_not<F> not_fn(F function) { return {function}; }

template <int N>
struct warplens_place {};
namespace placeholders {
const warplens_place<1> _1 = {};
const warplens_place<2> _2 = {};
const warplens_place<3> _3 = {};
const warplens_place<4> _4 = {};
}
template <class T>
constexpr int warplens_place_of = 0;
template <int N>
constexpr int warplens_place_of<warplens_place<N>> = N;

template <class F, class... B>
class warplens_bound {
 public:
  warplens_bound(const F& function, const B&... bound) : function_(function), bound_(bound...) {}
  template <class... A>
  auto operator()(A&&... arguments) {
    tuple<remove_reference_t<A>*...> given(&arguments...);
    return call(given, index_sequence_for<B...>());
  }

 private:
  template <class T, class G>
  static auto& chosen(T& value, G& given) {
    if constexpr (warplens_place_of<T> > 0) {
      return *get<(size_t)warplens_place_of<T> - 1>(given);
    } else if constexpr (warplens_wraps<T>) {
      return value.get();
    } else {
      return value;
    }
  }
  template <class G, size_t... I>
  auto call(G& given, index_sequence<I...>) {
    return std::invoke(function_, chosen(get<I>(bound_), given)...);
  }
  F function_;
  tuple<B...> bound_;
};
template <class F, class... B>
inline warplens_bound<decay_t<F>, decay_t<B>...> bind(F&& function, B&&... bound) {
  return warplens_bound<decay_t<F>, decay_t<B>...>(function, bound...);
}
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
