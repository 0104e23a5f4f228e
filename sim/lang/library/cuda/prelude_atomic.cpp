// <cuda/atomic> and <cuda/std/atomic>: atomics of libcu++ as CUDA's own atomics. A load is a
// volatile read, a store an exchange that nobody reads; what orders other accesses is a fence.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kAtomicText = R"cuda(
#pragma once
namespace cuda {
namespace std = ::std;
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
enum memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };

template <typename T>
__device__ inline T __swap_if(T* place, T expected, T value) {
  if constexpr (sizeof(T) == 8) {
    const unsigned long long old = atomicCAS((unsigned long long*)place, *(unsigned long long*)&expected, *(unsigned long long*)&value);
    return *(const T*)&old;
  } else if constexpr (sizeof(T) == 4) {
    const unsigned old = atomicCAS((unsigned*)place, *(unsigned*)&expected, *(unsigned*)&value);
    return *(const T*)&old;
  } else {
    const unsigned short old = atomicCAS((unsigned short*)place, *(unsigned short*)&expected, *(unsigned short*)&value);
    return *(const T*)&old;
  }
}
template <typename T>
__device__ inline T __exchange(T* place, T value) {
  if constexpr (sizeof(T) == 8) {
    const unsigned long long old = atomicExch((unsigned long long*)place, *(unsigned long long*)&value);
    return *(const T*)&old;
  } else {
    const unsigned old = atomicExch((unsigned*)place, *(unsigned*)&value);
    return *(const T*)&old;
  }
}
template <typename T>
__device__ inline T __add(T* place, T value) { return atomicAdd(place, value); }
__device__ inline long __add(long* place, long value) { return (long)atomicAdd((unsigned long long*)place, (unsigned long long)value); }
__device__ inline long long __add(long long* place, long long value) { return (long long)atomicAdd((unsigned long long*)place, (unsigned long long)value); }
__device__ inline unsigned long __add(unsigned long* place, unsigned long value) { return (unsigned long)atomicAdd((unsigned long long*)place, (unsigned long long)value); }
__device__ inline void __order(memory_order order) {
  if (order != memory_order_relaxed) __threadfence();
}

#define WARPLENS_ATOMIC(place)                                                                                     \
  __device__ T load(memory_order order = memory_order_seq_cst) const {                                             \
    const T value = *(const volatile T*)(place);                                                                   \
    __order(order);                                                                                                \
    return value;                                                                                                  \
  }                                                                                                                \
  __device__ void store(T value, memory_order order = memory_order_seq_cst) {                                      \
    __order(order);                                                                                                \
    *(volatile T*)(place) = value;                                                                                 \
  }                                                                                                                \
  __device__ T exchange(T value, memory_order order = memory_order_seq_cst) {                                      \
    __order(order);                                                                                                \
    return __exchange<T>((T*)(place), value);                                                                      \
  }                                                                                                                \
  __device__ bool compare_exchange_strong(T& expected, T value, memory_order order = memory_order_seq_cst,         \
                                          memory_order otherwise = memory_order_seq_cst) {                         \
    __order(order);                                                                                                \
    const T old = __swap_if<T>((T*)(place), expected, value);                                                      \
    const bool is_done = old == expected;                                                                          \
    expected = old;                                                                                                \
    return is_done;                                                                                                \
  }                                                                                                                \
  __device__ bool compare_exchange_weak(T& expected, T value, memory_order order = memory_order_seq_cst,           \
                                        memory_order otherwise = memory_order_seq_cst) {                           \
    return compare_exchange_strong(expected, value, order, otherwise);                                             \
  }                                                                                                                \
  __device__ T fetch_add(T value, memory_order order = memory_order_seq_cst) {                                     \
    __order(order);                                                                                                \
    return __add((T*)(place), value);                                                                              \
  }                                                                                                                \
  __device__ T fetch_sub(T value, memory_order order = memory_order_seq_cst) {                                     \
    __order(order);                                                                                                \
    return __add((T*)(place), (T)(0 - value));                                                                     \
  }                                                                                                                \
  __device__ T fetch_and(T value, memory_order order = memory_order_seq_cst) {                                     \
    __order(order);                                                                                                \
    return atomicAnd((T*)(place), value);                                                                          \
  }                                                                                                                \
  __device__ T fetch_or(T value, memory_order order = memory_order_seq_cst) {                                      \
    __order(order);                                                                                                \
    return atomicOr((T*)(place), value);                                                                           \
  }                                                                                                                \
  __device__ T fetch_xor(T value, memory_order order = memory_order_seq_cst) {                                     \
    __order(order);                                                                                                \
    return atomicXor((T*)(place), value);                                                                          \
  }                                                                                                                \
  __device__ T fetch_min(T value, memory_order order = memory_order_seq_cst) {                                     \
    __order(order);                                                                                                \
    return atomicMin((T*)(place), value);                                                                          \
  }                                                                                                                \
  __device__ T fetch_max(T value, memory_order order = memory_order_seq_cst) {                                     \
    __order(order);                                                                                                \
    return atomicMax((T*)(place), value);                                                                          \
  }                                                                                                                \
  __device__ void wait(T old, memory_order order = memory_order_seq_cst) const {                                   \
    while (load(order) == old) {                                                                                   \
    }                                                                                                              \
  }                                                                                                                \
  __device__ void notify_one() {}                                                                                  \
  __device__ void notify_all() {}                                                                                  \
  __device__ bool is_lock_free() const { return true; }                                                            \
  __device__ operator T() const { return load(); }                                                                 \
  __device__ T operator=(T value) {                                                                                \
    store(value);                                                                                                  \
    return value;                                                                                                  \
  }                                                                                                                \
  __device__ T operator++() { return fetch_add((T)1) + (T)1; }                                                     \
  __device__ T operator++(int) { return fetch_add((T)1); }                                                         \
  __device__ T operator--() { return fetch_sub((T)1) - (T)1; }                                                     \
  __device__ T operator--(int) { return fetch_sub((T)1); }                                                         \
  __device__ T operator+=(T value) { return fetch_add(value) + value; }                                            \
  __device__ T operator-=(T value) { return fetch_sub(value) - value; }                                            \
  __device__ T operator&=(T value) { return fetch_and(value) & value; }                                            \
  __device__ T operator|=(T value) { return fetch_or(value) | value; }                                             \
  __device__ T operator^=(T value) { return fetch_xor(value) ^ value; }
template <typename T, thread_scope Scope = thread_scope_system>
struct atomic {
  T __value;
  WARPLENS_ATOMIC(&__value)
};
template <typename T, thread_scope Scope = thread_scope_system>
struct atomic_ref {
  T* __place;
  __host__ __device__ explicit atomic_ref(T& place) : __place(&place) {}
  WARPLENS_ATOMIC(__place)
};
#undef WARPLENS_ATOMIC
__device__ inline void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
  if (scope == thread_scope_block)
    __threadfence_block();
  else
    __threadfence();
}
}  // namespace cuda
)cuda";

}  // namespace

std::string_view atomic_text() {
  return kAtomicText;
}

}  // namespace warplens::lang
