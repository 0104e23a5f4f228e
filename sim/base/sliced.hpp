// Work that is cut into slices (slice.hpp) and written as one function, a coroutine: it names the
// places where it may be cut, and may wait for others of its kind, which are cut as well.
//
//   Sliced<uint64_t> count(const Pages& pages) {
//     uint64_t all = 0;
//     for (const Page& page : pages) {
//       all += co_await count(page);
//       co_await spent(page.size());
//     }
//     co_return all;
//   }
//
// What its parameters refer to outlives it. It begins when it is advanced or waited for.
// GCC 12 loses the values of a temporary that braces make in a loop with a `co_await` (f({a, b})):
// such a call belongs into a function of its own.
#pragma once

#include <coroutine>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "sim/base/slice.hpp"

namespace warplens::base {

template <class T = void>
class Sliced;

namespace slicing {

// What the functions of one piece of work share: the slice, and which of them goes on in the next.
struct Work {
  Slice* slice = nullptr;
  std::coroutine_handle<> next;
};

struct Returns {
  std::coroutine_handle<> await_suspend(std::coroutine_handle<>) const noexcept {
    if (!waiting) return std::noop_coroutine();
    work->next = waiting;
    return waiting;
  }
  bool await_ready() const noexcept { return false; }
  void await_resume() const noexcept {}

  Work* work = nullptr;
  std::coroutine_handle<> waiting;
};

struct PromiseBase {
  std::suspend_always initial_suspend() const noexcept { return {}; }
  Returns final_suspend() const noexcept { return {work, waiting}; }
  void unhandled_exception() { thrown = std::current_exception(); }

  Work* work = nullptr;
  std::coroutine_handle<> waiting;  // for its end; null: who advances it
  std::exception_ptr thrown;
};

template <class T>
struct Promise : PromiseBase {
  Sliced<T> get_return_object();
  void return_value(T value) { result.emplace(std::move(value)); }
  T take() { return std::move(*result); }

  std::optional<T> result;
};

template <>
struct Promise<void> : PromiseBase {
  Sliced<void> get_return_object();
  void return_void() const {}
  void take() const {}
};

struct Spending {
  bool await_ready() const noexcept { return false; }
  template <class Promise>
  bool await_suspend(std::coroutine_handle<Promise> function) const {
    Slice& slice = *function.promise().work->slice;
    slice.spend(steps);
    return slice.is_over();
  }
  void await_resume() const noexcept {}

  uint64_t steps = 0;
};

struct ThisSlice {
  bool await_ready() const noexcept { return false; }
  template <class Promise>
  bool await_suspend(std::coroutine_handle<Promise> function) {
    slice = function.promise().work->slice;
    return false;
  }
  Slice& await_resume() const noexcept { return *slice; }

  Slice* slice = nullptr;
};

}  // namespace slicing

template <class T>
class [[nodiscard]] Sliced {
 public:
  using promise_type = slicing::Promise<T>;
  explicit Sliced(std::coroutine_handle<promise_type> function) : function_(function) {}
  Sliced(Sliced&& other) noexcept
      : function_(std::exchange(other.function_, nullptr)), work_(std::move(other.work_)) {}
  Sliced& operator=(Sliced&& other) noexcept {
    std::swap(function_, other.function_);
    std::swap(work_, other.work_);
    return *this;
  }
  ~Sliced() {
    if (function_) function_.destroy();
  }

  // Goes on until the slice is over or the work is done. Throws what that throws.
  Progress advance(Slice& slice) {
    if (work_ == nullptr) begin();
    if (slice.is_over()) return Progress::kMore;
    work_->slice = &slice;
    work_->next.resume();
    if (!function_.done()) return Progress::kMore;
    if (function_.promise().thrown) std::rethrow_exception(function_.promise().thrown);
    return Progress::kDone;
  }
  // When it is done; once.
  T take() { return function_.promise().take(); }

  // In another one: waits for its result.
  bool await_ready() const noexcept { return false; }
  template <class Outer>
  std::coroutine_handle<> await_suspend(std::coroutine_handle<Outer> outer) noexcept {
    function_.promise().work = outer.promise().work;
    function_.promise().waiting = outer;
    outer.promise().work->next = function_;
    return function_;
  }
  T await_resume() {
    if (function_.promise().thrown) std::rethrow_exception(function_.promise().thrown);
    return take();
  }

 private:
  void begin() {
    work_ = std::make_unique<slicing::Work>();
    work_->next = function_;
    function_.promise().work = work_.get();
  }

  std::coroutine_handle<promise_type> function_;
  std::unique_ptr<slicing::Work> work_;  // of who is advanced; null: of one that is waited for
};

template <class T>
Sliced<T> slicing::Promise<T>::get_return_object() {
  return Sliced<T>(std::coroutine_handle<Promise>::from_promise(*this));
}
inline Sliced<void> slicing::Promise<void>::get_return_object() {
  return Sliced<void>(std::coroutine_handle<Promise>::from_promise(*this));
}

// `co_await spent(steps)`: the work has taken so much, and may be cut here.
inline slicing::Spending spent(uint64_t steps) {
  return {steps};
}

// `Slice& slice = co_await this_slice()`: which ends where the work is cut next.
inline slicing::ThisSlice this_slice() {
  return {};
}

}  // namespace warplens::base
