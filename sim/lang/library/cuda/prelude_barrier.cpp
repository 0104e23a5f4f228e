// <cuda/barrier>: barriers of libcu++. As the hardware's own (mbarrier), one is a word of 8 bytes
// that threads count in by atomics and read until its phase changes.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view barrier_text() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <cuda/atomic>
namespace cuda {
struct __no_completion { __host__ __device__ void operator()() const {} };
template <thread_scope Scope, typename Completion = __no_completion>
struct barrier {
  typedef unsigned int arrival_token;
  // Of `__word`: how many are still to arrive, how many arrive at a phase, and in the highest bit
  // the phase.
  unsigned int __word, __unused;
  __device__ barrier() {}
  __device__ explicit barrier(ptrdiff_t expected) { __init(expected); }
  __device__ void __init(ptrdiff_t expected) {
    __word = (unsigned int)expected << 16 | (unsigned int)expected;
    __threadfence_block();
  }
  __device__ static constexpr ptrdiff_t max() { return 32767; }
  __device__ arrival_token __arrive(unsigned int count, unsigned int change) {
    __threadfence_block();
    const unsigned int old = atomicSub(&__word, change);
    if ((old & 0xffffu) == count) {
      const unsigned int expected = (old - change) >> 16 & 0x7fffu;
      Completion()();
      atomicExch(&__word, (~old & 0x80000000u) | expected << 16 | expected);
    }
    return old >> 31;
  }
  __device__ arrival_token arrive(ptrdiff_t count = 1) { return __arrive((unsigned int)count, (unsigned int)count); }
  __device__ void wait(arrival_token token) const { wait_parity(token != 0); }
  __device__ void wait_parity(bool phase) const {
    while ((*(const volatile unsigned int*)&__word >> 31) == (phase ? 1u : 0u)) {
    }
    __threadfence_block();
  }
  __device__ bool try_wait(arrival_token token) const { return (*(const volatile unsigned int*)&__word >> 31) != token; }
  __device__ bool try_wait_parity(bool phase) const { return try_wait(phase ? 1u : 0u); }
  __device__ void arrive_and_wait() { wait(arrive()); }
  // One fewer arrives at the phases that follow.
  __device__ void arrive_and_drop() { __arrive(1, 0x10001u); }
};
template <thread_scope Scope, typename Completion>
__device__ inline void init(barrier<Scope, Completion>* of, ptrdiff_t expected) { of->__init(expected); }
template <thread_scope Scope, typename Completion>
__device__ inline void init(barrier<Scope, Completion>* of, ptrdiff_t expected, Completion completion) { of->__init(expected); }
}  // namespace cuda
)cuda";
  return kText;
}

}  // namespace warplens::lang
