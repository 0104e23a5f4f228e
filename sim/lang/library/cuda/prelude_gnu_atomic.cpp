// g++'s atomic functions, __sync_* and __atomic_*, of host code: a program has one thread.
#include <array>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kText = R"cuda(
#pragma once
template <class T, class U>
inline T warplens_replaced(T* place, U value) {
  const T old = *place;
  *place = (T)value;
  return old;
}
template <class T, class U>
inline T __sync_fetch_and_add(T* place, U value) { return warplens_replaced(place, *place + value); }
template <class T, class U>
inline T __sync_add_and_fetch(T* place, U value) { return *place = *place + value; }
template <class T, class U>
inline T __sync_fetch_and_sub(T* place, U value) { return warplens_replaced(place, *place - value); }
template <class T, class U>
inline T __sync_sub_and_fetch(T* place, U value) { return *place = *place - value; }
template <class T, class U>
inline T __sync_fetch_and_and(T* place, U value) { return warplens_replaced(place, *place & value); }
template <class T, class U>
inline T __sync_and_and_fetch(T* place, U value) { return *place = *place & value; }
template <class T, class U>
inline T __sync_fetch_and_or(T* place, U value) { return warplens_replaced(place, *place | value); }
template <class T, class U>
inline T __sync_or_and_fetch(T* place, U value) { return *place = *place | value; }
template <class T, class U>
inline T __sync_fetch_and_xor(T* place, U value) { return warplens_replaced(place, *place ^ value); }
template <class T, class U>
inline T __sync_xor_and_fetch(T* place, U value) { return *place = *place ^ value; }
template <class T, class U>
inline T __sync_lock_test_and_set(T* place, U value) { return warplens_replaced(place, value); }
template <class T, class U, class V>
inline T __sync_val_compare_and_swap(T* place, U expected, V value) {
  return warplens_replaced(place, *place == (T)expected ? (T)value : *place);
}
template <class T, class U, class V>
inline bool __sync_bool_compare_and_swap(T* place, U expected, V value) {
  return __sync_val_compare_and_swap(place, expected, value) == (T)expected;
}
template <class T>
inline void __sync_lock_release(T* place) { *place = 0; }
inline void __sync_synchronize() {}
#define __ATOMIC_RELAXED 0
#define __ATOMIC_CONSUME 1
#define __ATOMIC_ACQUIRE 2
#define __ATOMIC_RELEASE 3
#define __ATOMIC_ACQ_REL 4
#define __ATOMIC_SEQ_CST 5
template <class T>
inline T __atomic_load_n(const T* place, int order) { return *place; }
template <class T>
inline void __atomic_load(const T* place, T* to, int order) { *to = *place; }
template <class T, class U>
inline void __atomic_store_n(T* place, U value, int order) { *place = (T)value; }
template <class T>
inline void __atomic_store(T* place, T* value, int order) { *place = *value; }
template <class T, class U>
inline T __atomic_exchange_n(T* place, U value, int order) { return warplens_replaced(place, value); }
template <class T>
inline void __atomic_exchange(T* place, T* value, T* to, int order) { *to = warplens_replaced(place, *value); }
template <class T, class U>
inline bool __atomic_compare_exchange_n(T* place, T* expected, U value, bool may_fail, int order, int otherwise) {
  const bool is_same = *place == *expected;
  if (is_same)
    *place = (T)value;
  else
    *expected = *place;
  return is_same;
}
template <class T>
inline bool __atomic_compare_exchange(T* place, T* expected, T* value, bool may_fail, int order, int otherwise) {
  return __atomic_compare_exchange_n(place, expected, *value, may_fail, order, otherwise);
}
#define WARPLENS_FETCH(before, after, made)                                                            \
  template <class T, class U>                                                                          \
  inline T before(T* place, U value, int order) { return warplens_replaced(place, made); }             \
  template <class T, class U>                                                                          \
  inline T after(T* place, U value, int order) { return *place = (T)(made); }
WARPLENS_FETCH(__atomic_fetch_add, __atomic_add_fetch, *place + value)
WARPLENS_FETCH(__atomic_fetch_sub, __atomic_sub_fetch, *place - value)
WARPLENS_FETCH(__atomic_fetch_and, __atomic_and_fetch, *place & value)
WARPLENS_FETCH(__atomic_fetch_or, __atomic_or_fetch, *place | value)
WARPLENS_FETCH(__atomic_fetch_xor, __atomic_xor_fetch, *place ^ value)
WARPLENS_FETCH(__atomic_fetch_nand, __atomic_nand_fetch, ~(*place & value))
#undef WARPLENS_FETCH
inline bool __atomic_test_and_set(void* place, int order) { return warplens_replaced((unsigned char*)place, 1) != 0; }
inline void __atomic_clear(void* place, int order) { *(unsigned char*)place = 0; }
inline void __atomic_thread_fence(int order) {}
inline void __atomic_signal_fence(int order) {}
)cuda";

constexpr auto kWords = std::to_array<std::string_view>({"__sync_", "__atomic_", "__ATOMIC_"});

}  // namespace

std::string_view gnu_atomic_text() {
  return kText;
}

bool needs_gnu_atomic_text(std::string_view text) {
  return names_one_of(text, kWords);
}

}  // namespace warplens::lang
