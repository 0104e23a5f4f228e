// new, delete, malloc and free in kernels: a heap in global memory that all launches of a program
// share (CUDA Programming Guide 13.0, "Dynamic Global Memory Allocation and Operations"). What is
// freed is not given out again: so nothing that two threads have one after the other looks like a
// race. What lives never exceeds the heap's size, which cudaDeviceSetLimit() sets.
#include <array>
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kHeapText = R"cuda(
#pragma once
__device__ unsigned char warplens_heap[1 << 30];
__device__ unsigned long long warplens_heap_limit = 8 << 20;
__device__ unsigned long long warplens_heap_used;  // by what lives
__device__ unsigned long long warplens_heap_next;  // where the next piece begins
// In front of each piece is its size.
__device__ inline void* malloc(size_t bytes) {
  const unsigned long long whole = (bytes + 31) / 16 * 16;
  if (atomicAdd(&warplens_heap_used, whole) + whole > warplens_heap_limit) {
    atomicAdd(&warplens_heap_used, 0 - whole);
    return nullptr;
  }
  const unsigned long long at = atomicAdd(&warplens_heap_next, whole);
  if (at + whole > sizeof warplens_heap) return nullptr;
  *(unsigned long long*)(warplens_heap + at) = whole;
  return warplens_heap + at + 16;
}
__device__ inline void free(void* pointer) {
  if (pointer != nullptr) atomicAdd(&warplens_heap_used, 0 - *(unsigned long long*)((char*)pointer - 16));
}
__device__ inline void* warplens_zeros(size_t bytes) {
  unsigned char* memory = (unsigned char*)malloc(bytes);
  for (size_t i = 0; i < bytes && memory != nullptr; ++i) memory[i] = 0;
  return memory;
}
// Where new finds none: it gives a null pointer.
__device__ inline void warplens_lacks_memory(bool is_too_long) {}
)cuda";

constexpr auto kHeapWords = std::to_array<std::string_view>({"malloc", "free", "new ", "delete"});

}  // namespace

std::string_view heap_text() {
  static const std::string text = std::string(kHeapText) + objects_text("__device__ inline");
  return text;
}

bool needs_heap_text(std::string_view text) {
  return names_one_of(text, kHeapWords);
}

}  // namespace warplens::lang
