// Result<T, E>: a value or an error, for every failure that is the user's (g++ 12 has no
// std::expected). A broken invariant of ours is an assertion (assert.hpp) instead.
#pragma once

#include <utility>
#include <variant>

#include "sim/base/assert.hpp"

namespace warplens::base {

template <class E>
struct Failure {
  E error;
};

// fail(error) converts to any Result<T, E>.
template <class E>
Failure<std::decay_t<E>> fail(E&& error) {
  return {std::forward<E>(error)};
}

template <class T, class E>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Failure<E> failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & {
    WL_ASSERT(ok(), "value() of a failed Result");
    return std::get<0>(state_);
  }
  const T& value() const& {
    WL_ASSERT(ok(), "value() of a failed Result");
    return std::get<0>(state_);
  }
  T&& value() && {
    WL_ASSERT(ok(), "value() of a failed Result");
    return std::get<0>(std::move(state_));
  }
  const E& error() const {
    WL_ASSERT(!ok(), "error() of a Result that holds a value");
    return std::get<1>(state_);
  }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, E> state_;
};

}  // namespace warplens::base
