#include "sim/base/stack.hpp"

#include <pthread.h>

#include <algorithm>
#include <cstddef>

namespace warplens::base {

uintptr_t lowest_stack_address() {
#ifdef __GLIBC__
  constexpr size_t kRoom = 192 << 10;  // [bytes]
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void* lowest = nullptr;
  size_t size = 0;
  const bool is_known = pthread_attr_getstack(&attributes, &lowest, &size) == 0;
  pthread_attr_destroy(&attributes);
  return is_known ? reinterpret_cast<uintptr_t>(lowest) + std::min(kRoom, size / 2) : 0;
#else
  return 0;
#endif
}

}  // namespace warplens::base
