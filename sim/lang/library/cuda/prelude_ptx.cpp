// Functions that the rows of text/ptx_instructions.def call: what PTX computes and CUDA C++ has no
// function for (PTX ISA 9.0); and queries of a pointer's space.
#include <array>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kSpacesText = R"cuda(
#pragma once
// A generic address of an offset in shared memory.
__device__ inline unsigned long long warplens_ptx_shared(unsigned long long offset) {
  return 0x1000010000000000ull + (unsigned)offset;
}
// What a generic pointer points to is in its highest bits.
__device__ inline size_t __cvta_generic_to_shared(const void* pointer) { return (unsigned)(size_t)pointer; }
__device__ inline size_t __cvta_generic_to_global(const void* pointer) { return (size_t)pointer; }
__device__ inline size_t __cvta_generic_to_local(const void* pointer) { return (unsigned)(size_t)pointer; }
__device__ inline void* __cvta_shared_to_generic(size_t offset) { return (void*)warplens_ptx_shared(offset); }
__device__ inline void* __cvta_global_to_generic(size_t address) { return (void*)address; }
__device__ inline unsigned __isShared(const void* pointer) { return (size_t)pointer >> 60 == 1; }
__device__ inline unsigned __isLocal(const void* pointer) { return (size_t)pointer >> 60 == 2; }
__device__ inline unsigned __isConstant(const void* pointer) { return (size_t)pointer >> 60 == 4; }
__device__ inline unsigned __isGlobal(const void* pointer) { return (size_t)pointer >> 60 == 0; }
)cuda";

constexpr std::string_view kPtxText = R"cuda(
#pragma once
#include <warplens_spaces>
template <class T, class V> __device__ inline void warplens_ptx_set(T& to, V value) { to = (T)value; }
__device__ inline int warplens_ptx_high(int a, int b) { return __mulhi(a, b); }
__device__ inline unsigned warplens_ptx_high(unsigned a, unsigned b) { return __umulhi(a, b); }
__device__ inline long long warplens_ptx_high(long long a, long long b) { return __mul64hi(a, b); }
__device__ inline unsigned long long warplens_ptx_high(unsigned long long a, unsigned long long b) { return __umul64hi(a, b); }
__device__ inline float warplens_ptx_fma(float a, float b, float c) { return fma(a, b, c); }
__device__ inline double warplens_ptx_fma(double a, double b, double c) { return fma(a, b, c); }
__device__ inline __half warplens_ptx_fma(__half a, __half b, __half c) { return __hfma(a, b, c); }
__device__ inline __nv_bfloat16 warplens_ptx_fma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __hfma(a, b, c); }
// A NaN stays.
__device__ inline float warplens_ptx_relu(float x) { return x < 0 ? 0.0f : x; }
__device__ inline long long warplens_ptx_clamp(long long x, long long least, long long most) {
  return x < least ? least : x > most ? most : x;
}
__device__ inline long long warplens_ptx_wider(int x) { return x; }
__device__ inline float warplens_ptx_wider(float x) { return x; }
__device__ inline int warplens_ptx_saturated(long long x) { return (int)warplens_ptx_clamp(x, -2147483648ll, 2147483647ll); }
__device__ inline float warplens_ptx_saturated(float x) { return __saturatef(x); }
// The fraction's highest 10 bits: to the nearest, from the middle to the even one or away from 0.
__device__ inline unsigned warplens_ptx_tf32(float x, bool is_to_even) {
  const unsigned bits = __float_as_uint(x);
  if ((bits & 0x7f800000u) == 0x7f800000u) return (bits & 0x7fffffu) ? bits | 0x400000u : bits;
  const unsigned half = is_to_even ? 0xfffu + (bits >> 13 & 1) : 0x1000u;
  return (bits + half) & ~0x1fffu;
}
// Of a shuffle: whether the lane that is read is in range. `limits`: a lane in the lowest 5 bits, and
// from bit 8 on those of a lane's number that it keeps.
__device__ inline bool warplens_ptx_is_in_range(int mode, int lane, unsigned distance, unsigned limits) {
  const int kept = limits >> 8 & 31, by = distance & 31;
  const int bound = (lane & kept) | ((limits & 31) & ~kept);
  if (mode == 0) return lane - by >= bound;
  if (mode == 1) return lane + by <= bound;
  if (mode == 2) return (lane ^ by) <= bound;
  return ((lane & kept) | (by & ~kept)) <= bound;
}
__device__ inline unsigned warplens_ptx_lop3(unsigned a, unsigned b, unsigned c, unsigned table) {
  unsigned result = 0;
  for (int i = 0; i < 8; ++i) {
    if (table >> i & 1) result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  }
  return result;
}
__device__ inline unsigned warplens_ptx_popc(unsigned x) { return __popc(x); }
__device__ inline unsigned warplens_ptx_popc(unsigned long long x) { return __popcll(x); }
__device__ inline unsigned warplens_ptx_clz(unsigned x) { return __clz(x); }
__device__ inline unsigned warplens_ptx_clz(unsigned long long x) { return __clzll(x); }
__device__ inline unsigned warplens_ptx_brev(unsigned x) { return __brev(x); }
__device__ inline unsigned long long warplens_ptx_brev(unsigned long long x) { return __brevll(x); }
__device__ inline unsigned warplens_ptx_bfind(unsigned x) { return 31 - __clz(x); }
__device__ inline unsigned warplens_ptx_bfind(int x) { return 31 - __clz(x < 0 ? ~x : x); }
__device__ inline unsigned warplens_ptx_bfind(unsigned long long x) { return 63 - __clzll(x); }
__device__ inline unsigned warplens_ptx_bfind(long long x) { return 63 - __clzll(x < 0 ? ~x : x); }
// The field's highest bit goes on upwards where the type has a sign.
template <class T>
__device__ inline T warplens_ptx_bfe(T x, unsigned at, unsigned count) {
  const int bits = 8 * sizeof(T);
  const int begin = at & 255, size = count & 255;
  const bool is_signed = (T)-1 < 0;
  const int last = begin + size - 1 < bits - 1 ? begin + size - 1 : bits - 1;
  const bool is_negative = is_signed && size > 0 && (x >> last & 1) != 0;
  T result = is_negative ? (T)-1 : (T)0;
  for (int i = 0; i < size && i < bits; ++i) {
    const int from = begin + i;
    if (from >= bits) break;
    const T bit = (T)1 << i;
    result = x >> from & 1 ? result | bit : result & ~bit;
  }
  return result;
}
template <class T>
__device__ inline T warplens_ptx_bfi(T field, T x, unsigned at, unsigned count) {
  const int bits = 8 * sizeof(T);
  for (int i = 0; i < (int)(count & 255); ++i) {
    const int to = (int)(at & 255) + i;
    if (to >= bits || i >= bits) break;
    const T bit = (T)1 << to;
    x = field >> i & 1 ? x | bit : x & ~bit;
  }
  return x;
}
__device__ inline unsigned warplens_ptx_prmt(unsigned a, unsigned b, unsigned selector) {
  const unsigned long long both = (unsigned long long)b << 32 | a;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned chosen = selector >> 4 * i & 15;
    unsigned byte = (unsigned)(both >> 8 * (chosen & 7)) & 255;
    if (chosen & 8) byte = byte & 128 ? 255 : 0;
    result |= byte << 8 * i;
  }
  return result;
}
)cuda";

constexpr auto kPtxWords = std::to_array<std::string_view>(
    {"asm", "__cvta_", "__isShared", "__isLocal", "__isConstant", "__isGlobal"});

}  // namespace

std::string_view spaces_text() {
  return kSpacesText;
}

std::string_view ptx_text() {
  return kPtxText;
}

bool needs_ptx_text(std::string_view text) {
  return names_one_of(text, kPtxWords);
}

}  // namespace warplens::lang
