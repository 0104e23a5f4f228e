// <future> and <condition_variable>, for whole programs: text in the language that Warplens
// supports. Who waits for another thread executes what that is given, if it has not begun.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view future_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <bits/functexcept.h>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
namespace std {
enum class launch { async = 1, deferred = 2 };
inline launch operator|(launch a, launch b) { return a; }
enum class future_status { ready, timeout, deferred };
// What a future waits for.
template <class T>
struct warplens_result {
  bool is_ready = false;
  exception_ptr failure;
  T value;
};
template <>
struct warplens_result<void> {
  bool is_ready = false;
  exception_ptr failure;
};
template <class T>
class future {
 public:
  future() {}
  explicit future(const shared_ptr<warplens_result<T>>& result) : result_(result) {}
  bool valid() const { return (bool)result_; }
  void wait() const {
    while (!result_->is_ready && warplens_do_next()) {
    }
    if (!result_->is_ready) warplens_not_supported("waiting for a thread that waits, too,");
  }
  template <class D>
  future_status wait_for(const D&) const {
    wait();
    return future_status::ready;
  }
  T get() {
    wait();
    if (result_->failure) rethrow_exception(result_->failure);
    if constexpr (!is_void_v<T>) return result_->value;
  }
  future share() const { return *this; }

 private:
  shared_ptr<warplens_result<T>> result_;
};
template <class T>
using shared_future = future<T>;
template <class T>
class promise {
 public:
  promise() : result_(make_shared<warplens_result<T>>()) {}
  future<T> get_future() const { return future<T>(result_); }
  template <class... V>
  void set_value(const V&... value) {
    if constexpr (!is_void_v<T>) result_->value = T(value...);
    result_->is_ready = true;
  }
  void set_exception(exception_ptr failure) {
    result_->failure = failure;
    result_->is_ready = true;
  }

 private:
  shared_ptr<warplens_result<T>> result_;
};
// Calls a function for a promise, and notes what it throws.
template <class T, class F, class... A>
inline void warplens_fulfil(promise<T>& to, F& function, A&... arguments) {
  try {
    if constexpr (is_void_v<T>) {
      std::invoke(function, arguments...);
      to.set_value();
    } else {
      to.set_value(std::invoke(function, arguments...));
    }
  } catch (...) {
    to.set_exception(current_exception());
  }
}
template <class Signature>
class packaged_task;
template <class R, class... A>
class packaged_task<R(A...)> {
 public:
  packaged_task() {}
  template <class F>
  explicit packaged_task(F function) : function_(function) {}
  future<R> get_future() const { return promise_.get_future(); }
  void operator()(A... arguments) { warplens_fulfil(promise_, function_, arguments...); }

 private:
  function<R(A...)> function_;
  promise<R> promise_;
};
template <class R, class F, class... A>
struct warplens_promised : warplens_work {
  promise<R> result;
  F function;
  tuple<A...> arguments;
  warplens_promised(const F& f, const A&... given) : function(f), arguments(given...) {}
  void work() override { call(index_sequence_for<A...>()); }
  template <size_t... I>
  void call(index_sequence<I...>) {
    warplens_fulfil(result, function, warplens_given(get<I>(arguments))...);
  }
};
template <class F, class... A>
inline auto async(launch policy, F function, A... arguments) {
  typedef decltype(std::invoke(function, arguments...)) R;
  warplens_promised<R, F, A...>* work = new warplens_promised<R, F, A...>(function, arguments...);
  warplens_take_up(work);
  return work->result.get_future();
}
template <class F, class... A>
inline auto async(F function, A... arguments) {
  return async(launch::async, function, arguments...);
}
}
)cuda";
  return kText;
}

std::string_view condition_variable_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <thread>
namespace std {
enum class cv_status { no_timeout, timeout };
class condition_variable {
 public:
  condition_variable() { warplens_works_late = true; }
  void notify_one() {}
  void notify_all() {}
  template <class L>
  void wait(L& lock) {
    if (!warplens_do_next()) warplens_not_supported("waiting for a thread that waits, too,");
  }
  template <class L, class P>
  void wait(L& lock, P holds) {
    while (!holds()) wait(lock);
  }
  template <class L, class D>
  cv_status wait_for(L& lock, const D& time) {
    return warplens_do_next() ? cv_status::no_timeout : cv_status::timeout;
  }
  template <class L, class D, class P>
  bool wait_for(L& lock, const D& time, P holds) {
    while (!holds() && warplens_do_next()) {
    }
    return holds();
  }
  template <class L, class D, class P>
  bool wait_until(L& lock, const D& time, P holds) { return wait_for(lock, time, holds); }
};
typedef condition_variable condition_variable_any;
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
