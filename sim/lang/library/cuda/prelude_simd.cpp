// CUDA's functions on several numbers in a word (CUDA Math API 13.0, "SIMD Intrinsics" and "DPX"),
// and those that cut words and join them. One text: a file that names one of them reads it all.
#include <array>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kSimdText = R"cuda(
#pragma once
// Of the numbers a of x and b of y, of `bits` bits each, from `least` to `most`: an expression in
// them, of which the lowest bits are taken.
#define WARPLENS_LANES(name, count, type, lowest, highest, value)                 \
  __host__ __device__ inline unsigned name(unsigned x, unsigned y) {              \
    const int bits = count, least = lowest, most = highest;                       \
    unsigned result = 0;                                                          \
    for (int at = 0; at < 32; at += bits) {                                       \
      const int a = (type)(x >> at), b = (type)(y >> at);                         \
      result |= ((unsigned)(value) & 0xffffffffu >> 32 - bits) << at;             \
    }                                                                             \
    return result;                                                                \
  }
#define WARPLENS_SIGNED(name, value)                          \
  WARPLENS_LANES(name##2, 16, short, -32768, 32767, value)    \
  WARPLENS_LANES(name##4, 8, signed char, -128, 127, value)
#define WARPLENS_UNSIGNED(name, value)                        \
  WARPLENS_LANES(name##2, 16, unsigned short, 0, 65535, value) \
  WARPLENS_LANES(name##4, 8, unsigned char, 0, 255, value)
#define WARPLENS_OF_ONE(name)                                                       \
  __host__ __device__ inline unsigned name##2(unsigned x) { return name##2(x, 0); } \
  __host__ __device__ inline unsigned name##4(unsigned x) { return name##4(x, 0); }
WARPLENS_UNSIGNED(__vadd, a + b)
WARPLENS_UNSIGNED(__vsub, a - b)
WARPLENS_SIGNED(__vaddss, a + b < least ? least : a + b > most ? most : a + b)
WARPLENS_SIGNED(__vsubss, a - b < least ? least : a - b > most ? most : a - b)
WARPLENS_UNSIGNED(__vaddus, a + b > most ? most : a + b)
WARPLENS_UNSIGNED(__vsubus, a - b < least ? least : a - b)
WARPLENS_SIGNED(__vavgs, a + b < 0 ? a + b >> 1 : a + b + 1 >> 1)
WARPLENS_UNSIGNED(__vavgu, a + b + 1 >> 1)
WARPLENS_UNSIGNED(__vhaddu, a + b >> 1)
WARPLENS_SIGNED(__vabsdiffs, a < b ? b - a : a - b)
WARPLENS_UNSIGNED(__vabsdiffu, a < b ? b - a : a - b)
WARPLENS_SIGNED(__vmaxs, a > b ? a : b)
WARPLENS_UNSIGNED(__vmaxu, a > b ? a : b)
WARPLENS_SIGNED(__vmins, a < b ? a : b)
WARPLENS_UNSIGNED(__vminu, a < b ? a : b)
WARPLENS_UNSIGNED(__vcmpeq, -(a == b))
WARPLENS_UNSIGNED(__vcmpne, -(a != b))
WARPLENS_SIGNED(__vcmpges, -(a >= b))
WARPLENS_SIGNED(__vcmpgts, -(a > b))
WARPLENS_SIGNED(__vcmples, -(a <= b))
WARPLENS_SIGNED(__vcmplts, -(a < b))
WARPLENS_UNSIGNED(__vcmpgeu, -(a >= b))
WARPLENS_UNSIGNED(__vcmpgtu, -(a > b))
WARPLENS_UNSIGNED(__vcmpleu, -(a <= b))
WARPLENS_UNSIGNED(__vcmpltu, -(a < b))
WARPLENS_UNSIGNED(__vseteq, a == b)
WARPLENS_UNSIGNED(__vsetne, a != b)
WARPLENS_SIGNED(__vsetges, a >= b)
WARPLENS_SIGNED(__vsetgts, a > b)
WARPLENS_SIGNED(__vsetles, a <= b)
WARPLENS_SIGNED(__vsetlts, a < b)
WARPLENS_UNSIGNED(__vsetgeu, a >= b)
WARPLENS_UNSIGNED(__vsetgtu, a > b)
WARPLENS_UNSIGNED(__vsetleu, a <= b)
WARPLENS_UNSIGNED(__vsetltu, a < b)
WARPLENS_SIGNED(__vabs, a < 0 ? -a : a)
WARPLENS_OF_ONE(__vabs)
WARPLENS_SIGNED(__vabsss, a == least ? most : a < 0 ? -a : a)
WARPLENS_OF_ONE(__vabsss)
WARPLENS_SIGNED(__vneg, -a)
WARPLENS_OF_ONE(__vneg)
WARPLENS_SIGNED(__vnegss, a == least ? most : -a)
WARPLENS_OF_ONE(__vnegss)
#undef WARPLENS_OF_ONE
#undef WARPLENS_UNSIGNED
#undef WARPLENS_SIGNED
#undef WARPLENS_LANES
// The sum of absolute differences.
#define WARPLENS_SUM(name, count, type)                               \
  __host__ __device__ inline unsigned name(unsigned x, unsigned y) {  \
    unsigned sum = 0;                                                 \
    for (int at = 0; at < 32; at += count) {                          \
      const int a = (type)(x >> at), b = (type)(y >> at);             \
      sum += a < b ? b - a : a - b;                                   \
    }                                                                 \
    return sum;                                                       \
  }
WARPLENS_SUM(__vsads2, 16, short)
WARPLENS_SUM(__vsads4, 8, signed char)
WARPLENS_SUM(__vsadu2, 16, unsigned short)
WARPLENS_SUM(__vsadu4, 8, unsigned char)
#undef WARPLENS_SUM

// Of three numbers, with results below 0 as 0 where the name ends so.
#define WARPLENS_OF_THREE(type, name)                                                                                    \
  __host__ __device__ inline type __vimax3_##name(type a, type b, type c) { return max(max(a, b), c); }                 \
  __host__ __device__ inline type __vimin3_##name(type a, type b, type c) { return min(min(a, b), c); }                 \
  __host__ __device__ inline type __viaddmax_##name(type a, type b, type c) { return max(a + b, c); }                   \
  __host__ __device__ inline type __viaddmin_##name(type a, type b, type c) { return min(a + b, c); }                   \
  __host__ __device__ inline type __vibmax_##name(type a, type b, bool* is_first) { *is_first = a >= b; return max(a, b); } \
  __host__ __device__ inline type __vibmin_##name(type a, type b, bool* is_first) { *is_first = a <= b; return min(a, b); }
WARPLENS_OF_THREE(int, s32)
WARPLENS_OF_THREE(unsigned, u32)
#undef WARPLENS_OF_THREE
__host__ __device__ inline int __vimax_s32_relu(int a, int b) { return max(max(a, b), 0); }
__host__ __device__ inline int __vimin_s32_relu(int a, int b) { return max(min(a, b), 0); }
__host__ __device__ inline int __vimax3_s32_relu(int a, int b, int c) { return max(__vimax3_s32(a, b, c), 0); }
__host__ __device__ inline int __vimin3_s32_relu(int a, int b, int c) { return max(__vimin3_s32(a, b, c), 0); }
__host__ __device__ inline int __viaddmax_s32_relu(int a, int b, int c) { return max(__viaddmax_s32(a, b, c), 0); }
__host__ __device__ inline int __viaddmin_s32_relu(int a, int b, int c) { return max(__viaddmin_s32(a, b, c), 0); }

__host__ __device__ inline int __dp2a_lo(int a, int b, int sum) {
  return sum + (short)a * (signed char)b + (a >> 16) * (signed char)(b >> 8);
}
__host__ __device__ inline unsigned __dp2a_lo(unsigned a, unsigned b, unsigned sum) {
  return sum + (a & 0xffff) * (b & 0xff) + (a >> 16) * (b >> 8 & 0xff);
}
__host__ __device__ inline int __dp2a_hi(int a, int b, int sum) { return __dp2a_lo(a, b >> 16, sum); }
__host__ __device__ inline unsigned __dp2a_hi(unsigned a, unsigned b, unsigned sum) {
  return __dp2a_lo(a, b >> 16, sum);
}
__host__ __device__ inline int __dp2a_lo(short2 a, char4 b, int sum) { return sum + a.x * b.x + a.y * b.y; }
__host__ __device__ inline int __dp2a_hi(short2 a, char4 b, int sum) { return sum + a.x * b.z + a.y * b.w; }
__host__ __device__ inline unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned sum) { return sum + a.x * b.x + a.y * b.y; }
__host__ __device__ inline unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned sum) { return sum + a.x * b.z + a.y * b.w; }

__host__ __device__ inline int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
__host__ __device__ inline int __double2loint(double x) { return (int)__double_as_longlong(x); }
__host__ __device__ inline double __hiloint2double(int high, int low) {
  return __longlong_as_double((long long)high << 32 | (unsigned)low);
}
__host__ __device__ inline int __rhadd(int a, int b) { return (int)((long long)a + b + 1 >> 1); }
__host__ __device__ inline unsigned __urhadd(unsigned a, unsigned b) {
  return (unsigned)((unsigned long long)a + b + 1 >> 1);
}
__host__ __device__ inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
__host__ __device__ inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
// The place of the offset-th set bit from bit `base` on, downwards where it is negative.
__host__ __device__ inline unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return mask >> base & 1 ? base : 0xffffffffu;
  const int step = offset < 0 ? -1 : 1;
  int left = offset < 0 ? -offset : offset;
  for (int at = (int)base; at >= 0 && at < 32; at += step) {
    if ((mask >> at & 1) && --left == 0) return (unsigned)at;
  }
  return 0xffffffffu;
}
)cuda";

constexpr auto kSimdWords = std::to_array<std::string_view>(
    {"__v", "__dp2a", "__double2hi", "__double2lo", "__hiloint2double", "__rhadd", "__urhadd",
     "__funnelshift_lc", "__funnelshift_rc", "__fns"});

}  // namespace

std::string_view simd_text() {
  return kSimdText;
}

bool needs_simd_text(std::string_view text) {
  return names_one_of(text, kSimdWords);
}

}  // namespace warplens::lang
