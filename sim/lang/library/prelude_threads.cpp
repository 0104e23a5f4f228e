// <thread>, <mutex>, <atomic> and <future>, for whole programs: text in the language that Warplens
// supports. A program has one thread: what another one would execute is executed where it is made.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view threads_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <chrono>
#include <type_traits>
namespace std {
class thread {
 public:
  class id {
   public:
    explicit id(unsigned long number = 0) : number_(number) {}
    bool operator==(const id& other) const { return number_ == other.number_; }
    bool operator!=(const id& other) const { return number_ != other.number_; }

   private:
    unsigned long number_;
  };
  thread() : is_joinable_(false) {}
  template <class F, class... A>
  explicit thread(F function, A... arguments) : is_joinable_(true) { function(arguments...); }
  thread(const thread&) = delete;
  thread(thread&& other) : is_joinable_(other.is_joinable_) { other.is_joinable_ = false; }
  thread& operator=(thread&& other) {
    is_joinable_ = other.is_joinable_;
    other.is_joinable_ = false;
    return *this;
  }
  bool joinable() const { return is_joinable_; }
  void join() { is_joinable_ = false; }
  void detach() { is_joinable_ = false; }
  id get_id() const { return id(is_joinable_ ? 1 : 0); }
  static unsigned hardware_concurrency() { return 1; }

 private:
  bool is_joinable_;
};
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
typedef mutex shared_mutex;
template <class M>
class lock_guard {
 public:
  explicit lock_guard(M& mutex) {}
};
template <class M>
class scoped_lock {
 public:
  explicit scoped_lock(M& mutex) {}
};
template <class M>
class unique_lock {
 public:
  explicit unique_lock(M& mutex) : is_owner_(true) {}
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

enum class launch { async = 1, deferred = 2 };
template <class T>
class future {
 public:
  explicit future(T value) : value_(value) {}
  T get() { return value_; }
  void wait() {}
  bool valid() const { return true; }

 private:
  T value_;
};
template <>
class future<void> {
 public:
  void get() {}
  void wait() {}
  bool valid() const { return true; }
};
template <class F, class... A>
inline auto async(launch policy, F function, A... arguments) {
  if constexpr (is_same_v<decltype(function(arguments...)), void>) {
    function(arguments...);
    return future<void>();
  } else {
    return future<decltype(function(arguments...))>(function(arguments...));
  }
}
template <class F, class... A>
inline auto async(F function, A... arguments) {
  return async(launch::async, function, arguments...);
}
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
