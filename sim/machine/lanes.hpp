// 32 lanes at once: plain loops over a register's lanes, written so that the compiler turns them
// into vector code.
//
// Registers are stored as 32-bit words and looked at as any type, by copies of bytes (Lanes).
// `ivdep`: a result register is either the same as an operand or apart from it, never half over it
// (sim/code/verify.hpp).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "sim/base/warp.hpp"
#include "sim/code/program.hpp"
#include "sim/machine/arithmetic.hpp"

// clang has no such promise that keeps silent where it is of no use; it checks at run time.
#if defined(__clang__)
#define WL_IVDEP
#else
#define WL_IVDEP _Pragma("GCC ivdep")
#endif

// Of a lambda: code wherever it is called.
#if defined(__GNUC__)
#define WL_IN_PLACE __attribute__((always_inline))
#else
#define WL_IN_PLACE
#endif

namespace warplens::machine {

using base::kWarpSize;

// A register looked at as 32 lanes of T.
template <class T>
class Lanes {
 public:
  explicit Lanes(uint32_t* words) : bytes_(reinterpret_cast<std::byte*>(words)) {}
  T operator[](uint32_t lane) const {
    T value;
    std::memcpy(&value, bytes_ + lane * sizeof(T), sizeof(T));
    return value;
  }
  void set(uint32_t lane, T value) const {
    std::memcpy(bytes_ + lane * sizeof(T), &value, sizeof(T));
  }
  std::byte* bytes_of(uint32_t lane) const { return bytes_ + lane * sizeof(T); }

 private:
  std::byte* bytes_;
};

// The compiler is not to know that all registers' addresses come from one: where lanes of two
// widths meet, g++ 12's induction-variable pass writes an address as twice another one minus
// `registers`, which is then no address of anything any more, and drops the store.
template <class T>
Lanes<T> lanes_of(uint32_t* registers, uint16_t slot) {
  uint32_t* words = registers + uint32_t{slot} * kWarpSize;
#if defined(__GNUC__)
  asm("" : "+r"(words));
#endif
  return Lanes<T>(words);
}

// Calls visit(lane) for every lane of the mask, in ascending order.
template <class Visit>
void for_each_lane(uint32_t mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<uint32_t>(std::countr_zero(mask)));
}

template <class D, class A, class Function>
void unary(uint32_t* registers, const code::Instr& instr, Function function) {
  const auto d = lanes_of<D>(registers, instr.dst);
  const auto a = lanes_of<A>(registers, instr.a);
  WL_IVDEP
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) d.set(lane, function(a[lane]));
}

template <class D, class A, class B, class Function>
void binary(uint32_t* registers, const code::Instr& instr, Function function) {
  const auto d = lanes_of<D>(registers, instr.dst);
  const auto a = lanes_of<A>(registers, instr.a);
  const auto b = lanes_of<B>(registers, instr.b);
  WL_IVDEP
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) d.set(lane, function(a[lane], b[lane]));
}

// For library functions, which are slow and have no vector form: active lanes only.
template <class T, class Function>
void math(uint32_t* registers, const code::Instr& instr, uint32_t mask, Function function) {
  const auto d = lanes_of<T>(registers, instr.dst);
  const auto a = lanes_of<T>(registers, instr.a);
  const auto b = lanes_of<T>(registers, instr.b);
  const auto c = lanes_of<T>(registers, instr.c);
  for_each_lane(mask, [&](uint32_t lane) { d.set(lane, function(a[lane], b[lane], c[lane])); });
}

template <class T>
void copy(uint32_t* registers, const code::Instr& instr) {
  const auto d = lanes_of<T>(registers, instr.dst);
  const auto a = lanes_of<T>(registers, instr.a);
  WL_IVDEP
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) d.set(lane, a[lane]);
}

template <class T>
void move_under_mask(uint32_t* registers, const code::Instr& instr, uint32_t mask) {
  if (mask == 0xffffffff) return copy<T>(registers, instr);
  const auto d = lanes_of<T>(registers, instr.dst);
  const auto a = lanes_of<T>(registers, instr.a);
  WL_IVDEP
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const T from = a[lane], old = d[lane];
    d.set(lane, (mask >> lane) & 1 ? from : old);
  }
}

template <class T>
void select(uint32_t* registers, const code::Instr& instr) {
  const auto d = lanes_of<T>(registers, instr.dst);
  const auto a = lanes_of<uint32_t>(registers, instr.a);
  const auto b = lanes_of<T>(registers, instr.b);
  const auto c = lanes_of<T>(registers, instr.c);
  WL_IVDEP
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const T yes = b[lane], no = c[lane];
    d.set(lane, a[lane] != 0 ? yes : no);
  }
}

template <class T>
void fill(uint32_t* registers, uint16_t slot, T value) {
  const auto d = lanes_of<T>(registers, slot);
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) d.set(lane, value);
}

// Bit l is set where lane l of a register that holds 0 or 1 holds 1.
inline uint32_t lanes_true(uint32_t* registers, uint16_t slot) {
  uint32_t result = 0;
#if defined(__SSE2__)
  const uint32_t* words = registers + uint32_t{slot} * kWarpSize;
  for (uint32_t lane = 0; lane < kWarpSize; lane += 4) {
    const __m128i four = _mm_loadu_si128(reinterpret_cast<const __m128i*>(words + lane));
    const int bits = _mm_movemask_ps(_mm_castsi128_ps(_mm_slli_epi32(four, 31)));
    result |= static_cast<uint32_t>(bits) << lane;
  }
#else
  const auto value = lanes_of<uint32_t>(registers, slot);
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) result |= (value[lane] & 1) << lane;
#endif
  return result;
}

// Bit l is set where lane l of a register of any 32-bit number is not 0.
inline uint32_t lanes_nonzero(uint32_t* registers, uint16_t slot) {
  const auto value = lanes_of<uint32_t>(registers, slot);
  uint32_t result = 0;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) result |= (value[lane] != 0 ? 1u : 0u) << lane;
  return result;
}

}  // namespace warplens::machine
