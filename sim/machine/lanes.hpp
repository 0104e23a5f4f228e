// 32 lanes at once: plain loops over a register's lanes, written so that the compiler turns them
// into vector code.
//
// Registers are stored as 32-bit words and looked at as any type; this folder is compiled without
// strict aliasing (CMakeLists.txt). `ivdep`: a result register is either the same as an operand or
// apart from it, never half over it.
#pragma once

#include <bit>
#include <cstdint>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "sim/code/program.hpp"

// clang has no such promise that keeps silent where it is of no use; it checks at run time.
#if defined(__clang__)
#define WL_IVDEP
#else
#define WL_IVDEP _Pragma("GCC ivdep")
#endif

namespace warplens::machine {

inline constexpr uint32_t kLanes = 32;

template <class T>
T* lanes_of(uint32_t* registers, uint16_t slot) {
  return reinterpret_cast<T*>(registers + uint32_t{slot} * kLanes);
}

// Calls visit(lane) for every lane of the mask, in ascending order.
template <class Visit>
void for_each_lane(uint32_t mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<uint32_t>(std::countr_zero(mask)));
}

template <class D, class A, class Function>
void unary(uint32_t* registers, const code::Instr& instr, Function function) {
  D* d = lanes_of<D>(registers, instr.dst);
  const A* a = lanes_of<A>(registers, instr.a);
  WL_IVDEP
  for (uint32_t lane = 0; lane < kLanes; ++lane) d[lane] = function(a[lane]);
}

template <class D, class A, class B, class Function>
void binary(uint32_t* registers, const code::Instr& instr, Function function) {
  D* d = lanes_of<D>(registers, instr.dst);
  const A* a = lanes_of<A>(registers, instr.a);
  const B* b = lanes_of<B>(registers, instr.b);
  WL_IVDEP
  for (uint32_t lane = 0; lane < kLanes; ++lane) d[lane] = function(a[lane], b[lane]);
}

// For library functions, which are slow and have no vector form: active lanes only.
template <class T, class Function>
void math(uint32_t* registers, const code::Instr& instr, uint32_t mask, Function function) {
  T* d = lanes_of<T>(registers, instr.dst);
  const T* a = lanes_of<T>(registers, instr.a);
  const T* b = lanes_of<T>(registers, instr.b);
  const T* c = lanes_of<T>(registers, instr.c);
  for_each_lane(mask, [&](uint32_t lane) { d[lane] = function(a[lane], b[lane], c[lane]); });
}

template <class T>
void copy(uint32_t* registers, const code::Instr& instr) {
  T* d = lanes_of<T>(registers, instr.dst);
  const T* a = lanes_of<T>(registers, instr.a);
  WL_IVDEP
  for (uint32_t lane = 0; lane < kLanes; ++lane) d[lane] = a[lane];
}

template <class T>
void move_under_mask(uint32_t* registers, const code::Instr& instr, uint32_t mask) {
  if (mask == 0xffffffff) return copy<T>(registers, instr);
  T* d = lanes_of<T>(registers, instr.dst);
  const T* a = lanes_of<T>(registers, instr.a);
  WL_IVDEP
  for (uint32_t lane = 0; lane < kLanes; ++lane) d[lane] = (mask >> lane) & 1 ? a[lane] : d[lane];
}

template <class T>
void select(uint32_t* registers, const code::Instr& instr) {
  T* d = lanes_of<T>(registers, instr.dst);
  const uint32_t* a = lanes_of<uint32_t>(registers, instr.a);
  const T* b = lanes_of<T>(registers, instr.b);
  const T* c = lanes_of<T>(registers, instr.c);
  WL_IVDEP
  for (uint32_t lane = 0; lane < kLanes; ++lane) d[lane] = a[lane] != 0 ? b[lane] : c[lane];
}

template <class T>
void fill(uint32_t* registers, uint16_t slot, T value) {
  T* d = lanes_of<T>(registers, slot);
  for (uint32_t lane = 0; lane < kLanes; ++lane) d[lane] = value;
}

// Bit l is set where lane l of a register that holds 0 or 1 holds 1.
inline uint32_t lanes_true(uint32_t* registers, uint16_t slot) {
  const uint32_t* value = lanes_of<uint32_t>(registers, slot);
  uint32_t result = 0;
#if defined(__SSE2__)
  for (uint32_t lane = 0; lane < kLanes; lane += 4) {
    const __m128i four = _mm_loadu_si128(reinterpret_cast<const __m128i*>(value + lane));
    const int bits = _mm_movemask_ps(_mm_castsi128_ps(_mm_slli_epi32(four, 31)));
    result |= static_cast<uint32_t>(bits) << lane;
  }
#else
  for (uint32_t lane = 0; lane < kLanes; ++lane) result |= (value[lane] & 1) << lane;
#endif
  return result;
}

// Bit l is set where lane l of a register of any 32-bit number is not 0.
inline uint32_t lanes_nonzero(uint32_t* registers, uint16_t slot) {
  const uint32_t* value = lanes_of<uint32_t>(registers, slot);
  uint32_t result = 0;
  for (uint32_t lane = 0; lane < kLanes; ++lane) result |= (value[lane] != 0 ? 1u : 0u) << lane;
  return result;
}

}  // namespace warplens::machine
