// <cuda_pipeline.h> and <cuda/pipeline>: asynchronous copies in C++ (CUDA C++ Programming
// Guide 13.0, "Asynchronous Data Copies"), by the instructions that nvcc 13.0 makes of them.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view copies_text() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <warplens_spaces>
namespace cuda {
// A number of bytes that is a multiple of Align, as both addresses are.
template <size_t Align>
struct aligned_size_t {
  static const size_t align = Align;
  size_t value;
  __host__ __device__ explicit aligned_size_t(size_t bytes) : value(bytes) {}
  __host__ __device__ operator size_t() const { return value; }
};
template <typename T> struct __align_of { static const int value = (int)alignof(T); };
template <> struct __align_of<void> { static const int value = 1; };
template <typename T, typename Size> struct __aligned_to { static const int value = __align_of<T>::value; };
template <typename T, size_t Align> struct __aligned_to<T, aligned_size_t<Align>> { static const int value = (int)Align > __align_of<T>::value ? (int)Align : __align_of<T>::value; };
}  // namespace cuda
// Copies the bytes of a group whose threads are `step`, this one its `first`: by cp.async of the
// largest size that the addresses are known to be aligned to.
template <int Align>
__device__ inline void warplens_copy_bytes(void* to, const void* from, unsigned long long first, unsigned long long step, unsigned long long bytes) {
  char* const target = (char*)to;
  const char* const source = (const char*)from;
  if constexpr (Align >= 16) {
    for (unsigned long long at = first * 16; at < bytes; at += step * 16)
      warplens_cp_async((unsigned)__cvta_generic_to_shared(target + at), source + at, 16, 16u, 1);
  } else if constexpr (Align == 8) {
    for (unsigned long long at = first * 8; at < bytes; at += step * 8)
      warplens_cp_async((unsigned)__cvta_generic_to_shared(target + at), source + at, 8, 8u, 0);
  } else if constexpr (Align == 4) {
    for (unsigned long long at = first * 4; at < bytes; at += step * 4)
      warplens_cp_async((unsigned)__cvta_generic_to_shared(target + at), source + at, 4, 4u, 0);
  } else {
    for (unsigned long long at = first; at < bytes; at += step) target[at] = source[at];
  }
}
)cuda";
  return kText;
}

std::string_view pipeline_primitives_text() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <warplens_spaces>
typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;
// The last `zfill` bytes are zeros.
__device__ inline void __pipeline_memcpy_async(void* dst_shared, const void* src_global, size_t size_and_align, size_t zfill = 0) {
  const unsigned to = (unsigned)__cvta_generic_to_shared(dst_shared);
  const unsigned from = (unsigned)(size_and_align - zfill);
  assert((size_and_align == 4 || size_and_align == 8 || size_and_align == 16) && "a copy is of 4, 8 or 16 bytes");
  assert(zfill <= size_and_align && "no more bytes become zeros than are copied");
  if (size_and_align == 16) warplens_cp_async(to, src_global, 16, from, 1);
  else if (size_and_align == 8) warplens_cp_async(to, src_global, 8, from, 0);
  else warplens_cp_async(to, src_global, 4, from, 0);
}
__device__ inline void __pipeline_commit() { warplens_cp_async_commit(); }
__device__ inline void __pipeline_wait_prior(int newest) { warplens_cp_async_wait(newest); }
__device__ inline void __pipeline_arrive_on(__mbarrier_t* barrier) { warplens_cp_async_arrive((unsigned)__cvta_generic_to_shared(barrier), 0); }
)cuda";
  return kText;
}

std::string_view pipeline_text() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <cuda/barrier>
namespace cuda {
enum class pipeline_role { producer, consumer };

template <thread_scope Scope, int Stages>
struct pipeline_shared_state {
  barrier<Scope> __produced[Stages], __consumed[Stages];
  unsigned int __users;
  __device__ pipeline_shared_state() {}
};

// Each thread has one: which stage it fills and which it empties next, and the parities of the phases
// that it waits for. Without a shared state, groups of the thread's own copies are the stages.
template <thread_scope Scope>
struct pipeline {
  unsigned long long *__produced, *__consumed;
  unsigned int __stages, __head, __tail, __filled, __emptied;
  __device__ static unsigned __word(unsigned long long* barriers, unsigned stage) { return (unsigned)__cvta_generic_to_shared(barriers + stage); }
  __device__ void producer_acquire() {
    if (__stages != 0) warplens_mbarrier_wait(__word(__consumed, __head), __emptied);
  }
  __device__ void producer_commit() {
    if (__stages == 0) {
      warplens_cp_async_commit();
      ++__head;
      return;
    }
    warplens_cp_async_arrive(__word(__produced, __head), 1);
    if (++__head == __stages) {
      __head = 0;
      __emptied ^= 1;
    }
  }
  __device__ void consumer_wait() {
    if (__stages != 0) {
      warplens_mbarrier_wait(__word(__produced, __tail), __filled);
    } else if (__head != __tail) {
      warplens_cp_async_wait((int)(__head - __tail) - 1);
      ++__tail;
    }
  }
  __device__ void consumer_release() {
    if (__stages == 0) return;
    warplens_mbarrier_arrive(__word(__consumed, __tail), 1);
    if (++__tail == __stages) {
      __tail = 0;
      __filled ^= 1;
    }
  }
  __device__ bool quit() { return true; }
};

__device__ inline pipeline<thread_scope_thread> make_pipeline() {
  pipeline<thread_scope_thread> made;
  made.__produced = nullptr;
  made.__consumed = nullptr;
  made.__stages = 0;
  made.__head = 0;
  made.__tail = 0;
  made.__filled = 0;
  made.__emptied = 0;
  return made;
}
template <typename Group, thread_scope Scope, int Stages>
__device__ inline pipeline<Scope> __make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state, unsigned producers, unsigned consumers) {
  if (group.thread_rank() == 0) {
    state->__users = (unsigned)group.size();
    for (int stage = 0; stage < Stages; ++stage) {
      init(&state->__consumed[stage], consumers);
      init(&state->__produced[stage], producers);
    }
  }
  group.sync();
  pipeline<Scope> made;
  made.__produced = &state->__produced[0].__word;
  made.__consumed = &state->__consumed[0].__word;
  made.__stages = Stages;
  made.__head = 0;
  made.__tail = 0;
  made.__filled = 0;
  made.__emptied = 1;  // of a barrier that is new, the phase before is over
  return made;
}
template <typename Group, thread_scope Scope, int Stages>
__device__ inline pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state) {
  return __make_pipeline(group, state, (unsigned)group.size(), (unsigned)group.size());
}
// Of the threads of the group the first ones produce, and the others consume.
template <typename Group, thread_scope Scope, int Stages>
__device__ inline pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state, size_t producers) {
  return __make_pipeline(group, state, (unsigned)producers, (unsigned)(group.size() - producers));
}
template <typename Group, thread_scope Scope, int Stages>
__device__ inline pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state, pipeline_role role) {
  if (group.thread_rank() == 0) state->__users = 0;
  group.sync();
  if (role == pipeline_role::producer) atomicAdd(&state->__users, 1u);
  group.sync();
  const unsigned producers = state->__users;
  group.sync();
  return __make_pipeline(group, state, producers, (unsigned)group.size() - producers);
}

// Waits for all stages of this thread but the newest ones.
template <int Prior>
__device__ inline void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>& of) {
  warplens_cp_async_wait(Prior);
  of.__tail = of.__head - Prior;
}
template <thread_scope Scope>
__device__ inline void pipeline_producer_commit(pipeline<thread_scope_thread>& of, barrier<Scope>& at) {
  warplens_cp_async_arrive((unsigned)__cvta_generic_to_shared(&at.__word), 1);
}

template <typename Group, typename T, typename Size, thread_scope Scope>
__device__ inline void memcpy_async(const Group& group, T* to, const T* from, Size bytes, pipeline<Scope>& over) {
  warplens_copy_bytes<__aligned_to<T, Size>::value>(to, from, group.thread_rank(), group.size(), (unsigned long long)bytes);
}
template <typename T, typename Size, thread_scope Scope>
__device__ inline void memcpy_async(T* to, const T* from, Size bytes, pipeline<Scope>& over) {
  warplens_copy_bytes<__aligned_to<T, Size>::value>(to, from, 0, 1, (unsigned long long)bytes);
}
}  // namespace cuda
)cuda";
  return kText;
}

}  // namespace warplens::lang
