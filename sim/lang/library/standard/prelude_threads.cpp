// <thread>, <mutex> and <atomic>, for whole programs: text in the language that Warplens supports.
// A program has one thread: what another one would execute is executed where it is made or, in a
// program that has a condition variable, where something waits for it.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view threads_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <bits/invoke.h>
#include <chrono>
#include <iostream>
#include <tuple>
#include <type_traits>
namespace std {
// What threads are given to do and have not begun, in order.
struct warplens_work {
  warplens_work* next = nullptr;
  bool is_done = false;
  virtual ~warplens_work() {}
  virtual void work() = 0;
};
inline warplens_work* warplens_waiting_work = nullptr;
inline bool warplens_works_late = false;  // there is a condition variable
inline void warplens_do(warplens_work* work) {
  for (warplens_work** at = &warplens_waiting_work; *at != nullptr; at = &(*at)->next) {
    if (*at != work) continue;
    *at = work->next;
    work->is_done = true;
    work->work();
    return;
  }
}
// Whether anything was left to do.
inline bool warplens_do_next() {
  if (warplens_waiting_work == nullptr) return false;
  warplens_do(warplens_waiting_work);
  return true;
}
inline warplens_work* warplens_take_up(warplens_work* work) {
  warplens_work** last = &warplens_waiting_work;
  while (*last != nullptr) last = &(*last)->next;
  *last = work;
  if (!warplens_works_late) warplens_do(work);
  return work;
}
template <class T>
inline T& warplens_given(T& value) { return value; }
template <class T>
inline T& warplens_given(reference_wrapper<T>& value) { return value.get(); }
template <class F, class... A>
struct warplens_call_later : warplens_work {
  F function;
  tuple<A...> arguments;
  warplens_call_later(const F& f, const A&... given) : function(f), arguments(given...) {}
  void work() override { call(index_sequence_for<A...>()); }
  template <size_t... I>
  void call(index_sequence<I...>) { std::invoke(function, warplens_given(get<I>(arguments))...); }
};

class thread {
 public:
  class id {
   public:
    explicit id(unsigned long number = 0) : number_(number) {}
    bool operator==(const id& other) const { return number_ == other.number_; }
    bool operator!=(const id& other) const { return number_ != other.number_; }
    unsigned long warplens_number() const { return number_; }

   private:
    unsigned long number_;
  };
  typedef unsigned long native_handle_type;
  thread() : work_(nullptr) {}
  template <class F, class... A>
  explicit thread(F function, A... arguments)
      : work_(warplens_take_up(new warplens_call_later<F, A...>(function, arguments...))) {}
  thread(const thread&) = delete;
  thread(thread&& other) : work_(other.work_) { other.work_ = nullptr; }
  thread& operator=(thread&& other) {
    work_ = other.work_;
    other.work_ = nullptr;
    return *this;
  }
  bool joinable() const { return work_ != nullptr; }
  void join() {
    if (work_ == nullptr) return;
    if (!work_->is_done) warplens_do(work_);
    delete work_;
    work_ = nullptr;
  }
  void detach() { join(); }
  id get_id() const { return id(work_ != nullptr ? 1 : 0); }
  static unsigned hardware_concurrency() { return 1; }

 private:
  warplens_work* work_;
};
inline ostream& operator<<(ostream& out, const thread::id& id) { return out << id.warplens_number(); }
namespace this_thread {
inline thread::id get_id() { return thread::id(0); }
inline void yield() {}
}

class mutex {
 public:
  void lock() {}
  bool try_lock() { return true; }
  void unlock() {}
};
typedef mutex recursive_mutex;
typedef mutex timed_mutex;
class shared_mutex : public mutex {
 public:
  void lock_shared() {}
  void unlock_shared() {}
};
struct defer_lock_t {};
struct adopt_lock_t {};
struct try_to_lock_t {};
const defer_lock_t defer_lock = {};
const adopt_lock_t adopt_lock = {};
const try_to_lock_t try_to_lock = {};
template <class M>
class lock_guard {
 public:
  explicit lock_guard(M& mutex) {}
  lock_guard(M& mutex, adopt_lock_t) {}
};
template <class... M>
class scoped_lock {
 public:
  explicit scoped_lock(M&... mutexes) {}
};
template <class M>
class shared_lock {
 public:
  explicit shared_lock(M& mutex) {}
};
template <class... M>
inline void lock(M&... mutexes) {}
template <class M>
class unique_lock {
 public:
  unique_lock() : is_owner_(false) {}
  explicit unique_lock(M& mutex) : is_owner_(true) {}
  unique_lock(M& mutex, defer_lock_t) : is_owner_(false) {}
  unique_lock(M& mutex, adopt_lock_t) : is_owner_(true) {}
  void lock() { is_owner_ = true; }
  void unlock() { is_owner_ = false; }
  bool owns_lock() const { return is_owner_; }

 private:
  bool is_owner_;
};
struct once_flag {
  bool is_done = false;
};
template <class F>
inline void call_once(once_flag& flag, F function) {
  if (flag.is_done) return;
  flag.is_done = true;
  function();
}

enum memory_order {
  memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release,
  memory_order_acq_rel, memory_order_seq_cst
};
template <class T>
class atomic {
 public:
  typedef T value_type;
  atomic() : value_() {}
  atomic(T value) : value_(value) {}
  T load(memory_order order = memory_order_seq_cst) const { return value_; }
  void store(T value, memory_order order = memory_order_seq_cst) { value_ = value; }
  T exchange(T value, memory_order order = memory_order_seq_cst) {
    const T old = value_;
    value_ = value;
    return old;
  }
  bool compare_exchange_strong(T& expected, T value, memory_order order = memory_order_seq_cst) {
    if (value_ == expected) {
      value_ = value;
      return true;
    }
    expected = value_;
    return false;
  }
  bool compare_exchange_weak(T& expected, T value, memory_order order = memory_order_seq_cst) {
    return compare_exchange_strong(expected, value);
  }
  T fetch_add(T value, memory_order order = memory_order_seq_cst) {
    const T old = value_;
    value_ += value;
    return old;
  }
  T fetch_sub(T value, memory_order order = memory_order_seq_cst) {
    const T old = value_;
    value_ -= value;
    return old;
  }
  operator T() const { return value_; }
  T operator=(T value) { return value_ = value; }
  T operator+=(T value) { return value_ += value; }
  T operator-=(T value) { return value_ -= value; }
  T operator++() { return ++value_; }
  T operator--() { return --value_; }
  T operator++(int) { return value_++; }
  T operator--(int) { return value_--; }

 private:
  T value_;
};
typedef atomic<bool> atomic_bool;
typedef atomic<int> atomic_int;
typedef atomic<unsigned> atomic_uint;
typedef atomic<long> atomic_long;
typedef atomic<size_t> atomic_size_t;
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
