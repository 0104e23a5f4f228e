// <variant> and <any>, for whole programs: text in the language that Warplens supports.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

// A variant's value is in memory as wide as its widest alternative. What depends on which one it
// is goes through them one after the other.
std::string_view variant_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <bits/functexcept.h>
#include <bits/invoke.h>
#include <exception>
#include <tuple>
namespace std {
struct monostate {};
inline bool operator==(monostate, monostate) { return true; }
template <class T>
struct in_place_type_t {};
template <class T>
constexpr in_place_type_t<T> in_place_type = {};
template <class... T>
class variant;
template <class V>
struct variant_size {};
template <class... T>
struct variant_size<variant<T...>> {
  static constexpr size_t value = sizeof...(T);
};
template <class V>
constexpr size_t variant_size_v = variant_size<V>::value;
template <size_t I, class V>
struct variant_alternative {};
template <size_t I, class... T>
struct variant_alternative<I, variant<T...>> {
  using type = tuple_element_t<I, tuple<T...>>;
};
template <size_t I, class V>
using variant_alternative_t = typename variant_alternative<I, V>::type;
constexpr size_t variant_npos = 18446744073709551615ull;

template <class... T>
struct warplens_widest {
  static constexpr size_t value = 1;
};
template <class H, class... T>
struct warplens_widest<H, T...> {
  static constexpr size_t rest = warplens_widest<T...>::value;
  static constexpr size_t value = sizeof(H) > rest ? sizeof(H) : rest;
};
// The alternative that a value of type U makes: its own type, else the first that it converts to
// without becoming a bool.
template <class U, size_t I, class H, class... T>
constexpr size_t warplens_own_index() {
  if constexpr (is_same_v<U, H>) {
    return I;
  } else if constexpr (sizeof...(T) == 0) {
    return variant_npos;
  } else {
    return warplens_own_index<U, I + 1, T...>();
  }
}
template <class U, size_t I, class H, class... T>
constexpr size_t warplens_converted_index() {
  if constexpr (is_convertible_v<U, H> && (!is_same_v<H, bool> || is_same_v<U, bool>)) {
    return I;
  } else if constexpr (sizeof...(T) == 0) {
    return variant_npos;
  } else {
    return warplens_converted_index<U, I + 1, T...>();
  }
}
template <class U, class... T>
constexpr size_t warplens_alternative() {
  constexpr size_t own = warplens_own_index<U, 0, T...>();
  if constexpr (own != variant_npos) {
    return own;
  } else {
    return warplens_converted_index<U, 0, T...>();
  }
}
template <size_t I, class... T>
using warplens_nth = tuple_element_t<I, tuple<T...>>;
template <class T>
constexpr bool warplens_is_variant = false;
template <class... T>
constexpr bool warplens_is_variant<variant<T...>> = true;

template <class... T>
class variant {
 public:
  variant() { make<0>(); }
  template <class U, enable_if_t<!warplens_is_variant<remove_cvref_t<U>>, int> = 0>
  variant(U&& value) {
    make<warplens_alternative<decay_t<U>, T...>()>(std::forward<U>(value));
  }
  template <class U, class... A>
  explicit variant(in_place_type_t<U>, A&&... arguments) {
    make<warplens_own_index<U, 0, T...>()>(std::forward<A>(arguments)...);
  }
  variant(const variant& other) : index_(other.index_) { copy<0>(other); }
  ~variant() { end<0>(); }
  variant& operator=(const variant& other) {
    if (this == &other) return *this;
    end<0>();
    index_ = other.index_;
    copy<0>(other);
    return *this;
  }
  template <class U, enable_if_t<!warplens_is_variant<remove_cvref_t<U>>, int> = 0>
  variant& operator=(U&& value) {
    end<0>();
    make<warplens_alternative<decay_t<U>, T...>()>(std::forward<U>(value));
    return *this;
  }
  template <class U, class... A>
  U& emplace(A&&... arguments) {
    end<0>();
    make<warplens_own_index<U, 0, T...>()>(std::forward<A>(arguments)...);
    return *(U*)bytes_;
  }
  size_t index() const { return index_; }
  bool valueless_by_exception() const { return false; }
  void* warplens_memory() const { return (void*)bytes_; }
  bool operator==(const variant& other) const { return index_ == other.index_ && same<0>(other); }
  bool operator!=(const variant& other) const { return !(*this == other); }

 private:
  template <size_t I, class... A>
  void make(A&&... arguments) {
    typedef warplens_nth<I, T...> Held;
    index_ = I;
    new ((Held*)bytes_) Held(std::forward<A>(arguments)...);
  }
  template <size_t I>
  void copy(const variant& other) {
    typedef warplens_nth<I, T...> Held;
    if (index_ == I) {
      new ((Held*)bytes_) Held(*(const Held*)other.bytes_);
    } else if constexpr (I + 1 < sizeof...(T)) {
      copy<I + 1>(other);
    }
  }
  template <size_t I>
  void end() {
    if (index_ == I) {
      typedef warplens_nth<I, T...> Held;
      if constexpr (warplens_ends<Held>()) ((Held*)bytes_)->~Held();
    } else if constexpr (I + 1 < sizeof...(T)) {
      end<I + 1>();
    }
  }
  template <size_t I>
  bool same(const variant& other) const {
    typedef warplens_nth<I, T...> Held;
    if (index_ == I) {
      return *(const Held*)bytes_ == *(const Held*)other.bytes_;
    } else if constexpr (I + 1 < sizeof...(T)) {
      return same<I + 1>(other);
    } else {
      return true;
    }
  }
  alignas(16) char bytes_[warplens_widest<T...>::value];
  size_t index_;
};

template <class U, class... T>
inline bool holds_alternative(const variant<T...>& from) {
  return from.index() == warplens_own_index<U, 0, T...>();
}
inline void warplens_check_variant(bool holds) {
  if (!holds) warplens_fail_variant("std::get: wrong index for variant");
}
template <size_t I, class... T>
inline variant_alternative_t<I, variant<T...>>& get(variant<T...>& from) {
  warplens_check_variant(from.index() == I);
  return *(variant_alternative_t<I, variant<T...>>*)from.warplens_memory();
}
template <size_t I, class... T>
inline const variant_alternative_t<I, variant<T...>>& get(const variant<T...>& from) {
  warplens_check_variant(from.index() == I);
  return *(const variant_alternative_t<I, variant<T...>>*)from.warplens_memory();
}
template <class U, class... T>
inline U& get(variant<T...>& from) {
  warplens_check_variant(holds_alternative<U>(from));
  return *(U*)from.warplens_memory();
}
template <class U, class... T>
inline const U& get(const variant<T...>& from) {
  warplens_check_variant(holds_alternative<U>(from));
  return *(const U*)from.warplens_memory();
}
template <class U, class... T>
inline U* get_if(variant<T...>* from) {
  return holds_alternative<U>(*from) ? (U*)from->warplens_memory() : nullptr;
}
template <class U, class... T>
inline const U* get_if(const variant<T...>* from) {
  return holds_alternative<U>(*from) ? (const U*)from->warplens_memory() : nullptr;
}
template <size_t I, class... T>
inline variant_alternative_t<I, variant<T...>>* get_if(variant<T...>* from) {
  return from->index() == I ? (variant_alternative_t<I, variant<T...>>*)from->warplens_memory() : nullptr;
}

template <size_t I, class F, class V, class... R>
inline auto warplens_visit(F& visitor, V& first, R&... rest) {
  if constexpr (I + 1 < variant_size_v<remove_cv_t<V>>) {
    if (first.index() != I) return warplens_visit<I + 1>(visitor, first, rest...);
  }
  auto& value = get<I>(first);
  if constexpr (sizeof...(R) == 0) {
    return visitor(value);
  } else {
    auto with_first = [&](auto&... others) { return visitor(value, others...); };
    return warplens_visit<0>(with_first, rest...);
  }
}
template <class F, class... V>
inline auto visit(F&& visitor, V&&... variants) {
  return warplens_visit<0>(visitor, variants...);
}
}
)cuda";
  return kText;
}

std::string_view any_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <bits/functexcept.h>
#include <type_traits>
namespace std {
template <class T>
inline void* warplens_copy_of(const void* from) { return (void*)new T(*(const T*)from); }
template <class T>
inline void warplens_end_of(void* held) { delete (T*)held; }
class any {
 public:
  any() : held_(nullptr), copy_(nullptr), end_(nullptr) {}
  any(const any& other) : held_(nullptr), copy_(other.copy_), end_(other.end_) {
    if (other.held_ != nullptr) held_ = other.copy_(other.held_);
  }
  template <class T, enable_if_t<!is_same_v<decay_t<T>, any>, int> = 0>
  any(T&& value)
      : held_((void*)new decay_t<T>(value)), copy_(warplens_copy_of<decay_t<T>>), end_(warplens_end_of<decay_t<T>>) {}
  ~any() { reset(); }
  any& operator=(const any& other) {
    any kept(other);
    swap(kept);
    return *this;
  }
  bool has_value() const { return held_ != nullptr; }
  void reset() {
    if (held_ != nullptr) end_(held_);
    held_ = nullptr;
  }
  void swap(any& other) {
    std::swap(held_, other.held_);
    std::swap(copy_, other.copy_);
    std::swap(end_, other.end_);
  }
  template <class T>
  T* warplens_as() const {
    return held_ != nullptr && end_ == warplens_end_of<T> ? (T*)held_ : nullptr;
  }

 private:
  void* held_;
  void* (*copy_)(const void*);
  void (*end_)(void*);
};
template <class T>
inline T any_cast(const any& from) {
  remove_cvref_t<T>* value = from.warplens_as<remove_cvref_t<T>>();
  if (value == nullptr) warplens_fail_any();
  return *value;
}
template <class T>
inline T* any_cast(any* from) { return from->warplens_as<T>(); }
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
