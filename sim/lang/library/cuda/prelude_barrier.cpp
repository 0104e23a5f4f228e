// <cuda/barrier>: barriers of libcu++, and copies that complete on one. In shared memory a barrier
// is the hardware's own (mbarrier); elsewhere, and with a function that a phase ends with, a word
// of 8 bytes that threads count in by atomics and read until its phase changes.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view barrier_text() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <cuda/atomic>
#include <warplens_copies>
namespace cuda {
struct __no_completion { __host__ __device__ void operator()() const {} };
template <typename Completion> struct __is_plain { static const bool value = false; };
template <> struct __is_plain<__no_completion> { static const bool value = true; };
template <thread_scope Scope, typename Completion = __no_completion>
struct barrier {
  typedef unsigned long long arrival_token;
  // Where it is counted by atomics: how many are still to arrive, how many arrive at a phase, and in
  // the 32nd bit the phase.
  unsigned long long __word;
  __device__ barrier() {}
  __device__ explicit barrier(ptrdiff_t expected) { __init(expected); }
  __device__ bool __is_native() const { return Scope == thread_scope_block && __is_plain<Completion>::value && __isShared(this); }
  __device__ unsigned __place() const { return (unsigned)__cvta_generic_to_shared(&__word); }
  __device__ unsigned int* __counts() const { return (unsigned int*)&__word; }
  __device__ void __init(ptrdiff_t expected) {
    if (__is_native()) {
      warplens_mbarrier_init(__place(), (unsigned)expected);
    } else {
      *__counts() = (unsigned int)expected << 16 | (unsigned int)expected;
      __threadfence_block();
    }
  }
  __device__ static constexpr ptrdiff_t max() { return 1048575; }
  __device__ arrival_token __arrive(unsigned int count, unsigned int change) {
    __threadfence_block();
    const unsigned int old = atomicSub(__counts(), change);
    if ((old & 0xffffu) == count) {
      const unsigned int expected = (old - change) >> 16 & 0x7fffu;
      Completion()();
      atomicExch(__counts(), (~old & 0x80000000u) | expected << 16 | expected);
    }
    return old >> 31;
  }
  __device__ arrival_token arrive(ptrdiff_t count = 1) {
    if (__is_native()) return warplens_mbarrier_arrive(__place(), (unsigned)count);
    return __arrive((unsigned int)count, (unsigned int)count);
  }
  __device__ void wait(arrival_token token) const {
    if (__is_native()) warplens_mbarrier_wait_state(__place(), token);
    else wait_parity(token != 0);
  }
  __device__ void wait_parity(bool phase) const {
    if (__is_native()) {
      warplens_mbarrier_wait(__place(), phase ? 1u : 0u);
      return;
    }
    while ((*(const volatile unsigned int*)__counts() >> 31) == (phase ? 1u : 0u)) {
    }
    __threadfence_block();
  }
  __device__ bool try_wait(arrival_token token) const {
    if (__is_native()) return warplens_mbarrier_test_state(__place(), token) != 0;
    return (*(const volatile unsigned int*)__counts() >> 31) != token;
  }
  __device__ bool try_wait_parity(bool phase) const {
    if (__is_native()) return warplens_mbarrier_test(__place(), phase ? 1u : 0u) != 0;
    return (*(const volatile unsigned int*)__counts() >> 31) != (phase ? 1u : 0u);
  }
  __device__ void arrive_and_wait() { wait(arrive()); }
  // One fewer arrives at the phases that follow.
  __device__ void arrive_and_drop() {
    if (__is_native()) warplens_mbarrier_drop(__place(), 1u);
    else __arrive(1, 0x10001u);
  }
};
template <thread_scope Scope, typename Completion>
__device__ inline void init(barrier<Scope, Completion>* of, ptrdiff_t expected) { of->__init(expected); }
template <thread_scope Scope, typename Completion>
__device__ inline void init(barrier<Scope, Completion>* of, ptrdiff_t expected, Completion completion) { of->__init(expected); }

namespace device {
template <thread_scope Scope>
__device__ inline unsigned long long* barrier_native_handle(barrier<Scope>& of) { return &of.__word; }
template <thread_scope Scope>
__device__ inline void barrier_expect_tx(barrier<Scope>& of, ptrdiff_t bytes) { warplens_mbarrier_expect_tx(of.__place(), (unsigned)bytes); }
template <thread_scope Scope>
__device__ inline typename barrier<Scope>::arrival_token barrier_arrive_tx(barrier<Scope>& of, ptrdiff_t arrivals, ptrdiff_t bytes) {
  warplens_mbarrier_expect_tx(of.__place(), (unsigned)bytes);
  return warplens_mbarrier_arrive(of.__place(), (unsigned)arrivals);
}
}  // namespace device

// Of 16 bytes and more one bulk copy by the group's first thread, else each thread's own copies; the
// barrier's phase waits for them.
template <int Align>
__device__ inline void __copy_on(void* to, const void* from, unsigned long long first, unsigned long long step, unsigned long long bytes, unsigned at) {
  if constexpr (Align >= 16) {
    if (first == 0) {
      warplens_mbarrier_expect_tx(at, (unsigned)bytes);
      warplens_bulk_load((unsigned)__cvta_generic_to_shared(to), from, (unsigned)bytes, at);
    }
  } else {
    warplens_copy_bytes<Align>(to, from, first, step, bytes);
    if constexpr (Align >= 4) warplens_cp_async_arrive(at, 0);
  }
}
template <typename Group, typename T, typename Size, thread_scope Scope>
__device__ inline void memcpy_async(const Group& group, T* to, const T* from, Size bytes, barrier<Scope>& at) {
  __copy_on<__aligned_to<T, Size>::value>(to, from, group.thread_rank(), group.size(), (unsigned long long)bytes, at.__place());
}
template <typename T, typename Size, thread_scope Scope>
__device__ inline void memcpy_async(T* to, const T* from, Size bytes, barrier<Scope>& at) {
  __copy_on<__aligned_to<T, Size>::value>(to, from, 0, 1, (unsigned long long)bytes, at.__place());
}
}  // namespace cuda
)cuda";
  return kText;
}

}  // namespace warplens::lang
