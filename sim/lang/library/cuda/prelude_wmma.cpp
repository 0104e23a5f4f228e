// <mma.h>: nvcuda::wmma in CUDA C++ (CUDA C++ Programming Guide 13.0, "Warp Matrix Functions"), by
// the instructions that nvcc 13.0 makes of it for sm_90. Which element is x[i] of which lane, and
// which loads and stores a fragment takes, were measured on an H100 (tests/data/README.md).
//
// With g = lane / 4 and t = lane % 4. The operand of 16 or 32 rows is the "tall" one of the
// multiplication, the one of 8 or 16 the "flat" one: A and B, but with m = 8 the other way round
// (the transposed product is computed). Of both, `outer` counts along m or n, the other index along
// k.
#include <array>
#include <string>
#include <utility>

#include "sim/lang/library/prelude.hpp"
#include "sim/tensor/mma_shape.hpp"

namespace warplens::lang {
namespace {

// The products, by the marks that are replaced by their numbers.
struct WmmaShape {
  std::string_view mark, name, d, a, c;
};
constexpr auto kWmmaShapes = std::to_array<WmmaShape>({
    {"$half", "m16n8k16", "f32", "f16", "f32"},
    {"$bfloat", "m16n8k16", "f32", "bf16", "f32"},
    {"$intoHalf", "m16n8k16", "f16", "f16", "f16"},
    {"$tensor32", "m16n8k4", "f32", "tf32", "f32"},
    {"$signed", "m16n8k16", "s32", "s8", "s32"},
    {"$unsigned", "m16n8k16", "s32", "u8", "s32"},
});

constexpr std::string_view kWmmaText = R"cuda(
#pragma once
#include <warplens_spaces>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
namespace nvcuda {
namespace wmma {
struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision { struct tf32 {}; }
namespace experimental { namespace precision { struct u4; struct s4; struct b1; } }

// What a type of elements is to a fragment: kSort 1 half, 2 bfloat16, 3 tf32, 4 signed and 5 unsigned
// bytes, 6 double, 7 float, 8 int; 0: none.
template <typename T> struct __element { static const int kSort = 0; };
template <> struct __element<__half> { typedef __half type; static const int kSort = 1; };
template <> struct __element<__nv_bfloat16> { typedef __nv_bfloat16 type; static const int kSort = 2; };
template <> struct __element<precision::tf32> { typedef float type; static const int kSort = 3; };
template <> struct __element<signed char> { typedef signed char type; static const int kSort = 4; };
template <> struct __element<unsigned char> { typedef unsigned char type; static const int kSort = 5; };
template <> struct __element<double> { typedef double type; static const int kSort = 6; };
template <> struct __element<float> { typedef float type; static const int kSort = 7; };
template <> struct __element<int> { typedef int type; static const int kSort = 8; };

template <typename Use> struct __use { static const int kSide = 2; };
template <> struct __use<matrix_a> { static const int kSide = 0; };
template <> struct __use<matrix_b> { static const int kSide = 1; };
template <typename Layout> struct __order { static const bool kIsRow = false; };
template <> struct __order<row_major> { static const bool kIsRow = true; };

// Whether there is a multiplication of this shape with operands (or accumulators) of this sort.
template <int m, int n, int k, int sort, int side> struct __shape {
  static const bool kIsWide = (m == 16 && n == 16 && k == 16) || (m == 32 && n == 8 && k == 16) || (m == 8 && n == 32 && k == 16);
  static const bool kIsTensor32 = m == 16 && n == 16 && k == 8;
  static const bool kIsDouble = m == 8 && n == 8 && k == 4;
  static const bool kExists = side < 2 ? (sort == 3 ? kIsTensor32 : sort == 6 ? kIsDouble : sort != 0 && sort < 6 && kIsWide)
                                       : (sort == 6 ? kIsDouble : sort == 7 ? kIsWide || kIsTensor32 : (sort == 1 || sort == 8) && kIsWide);
};

// Of each lane. An operand of halves has 16 elements, though 8 (the flat one of 8 rows 4) hold it all.
template <int m, int n, int k, int sort, int side> struct __count {
  static const bool kIsTall = (side == 0) == (m != 8);
  static const int kOuter = side == 0 ? m : n;
  static const int kHeld = side == 2 ? m * n / 32 : kOuter * k / 32;
  static const int kElements = side < 2 && sort == 1 ? 16 : kHeld;
};

template <typename Use, int m, int n, int k, typename T, typename Layout = void>
class fragment {
 public:
  static const int __kSide = __use<Use>::kSide;
  static const int __kSort = __element<T>::kSort;
  static_assert(__shape<m, n, k, __kSort, __kSide>::kExists, "wmma has no fragment of this shape and type: products of half, __nv_bfloat16 and bytes have 16, 16, 16 or 32, 8, 16 or 8, 32, 16; those of precision::tf32 have 16, 16, 8, those of double 8, 8, 4");
  static const int __kHeld = __count<m, n, k, __kSort, __kSide>::kHeld;
  static const int num_elements = __count<m, n, k, __kSort, __kSide>::kElements;
  static const int num_storage_elements = num_elements;
  typedef T element_type;
  typedef typename __element<T>::type storage_element_type;
  storage_element_type x[num_elements];
};

// Rows begin at multiples of 16 bytes: 8 halves, 4 floats.
template <typename T> __device__ inline void __check_rows(const T* p, unsigned ldm) { assert(ldm > 0 && ldm * sizeof(T) % 16 == 0 && "ldm is a multiple of 16 bytes: of 8 halves, of 4 floats"); }

__device__ inline int __lane() { return ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32; }
__device__ inline float __float_to_tf32(float x) {
  const unsigned bits = __float_as_uint(x);
  return (bits & 0x7f800000u) == 0x7f800000u ? x : __uint_as_float((bits + 0x1000u) & 0xffffe000u);
}

// Two or four elements as a register, and back.
__device__ inline unsigned __word_of(const __half* x) { return (unsigned)__half_as_ushort(x[0]) | (unsigned)__half_as_ushort(x[1]) << 16; }
__device__ inline unsigned __word_of(const __nv_bfloat16* x) { return (unsigned)__bfloat16_as_ushort(x[0]) | (unsigned)__bfloat16_as_ushort(x[1]) << 16; }
template <typename Byte> __device__ inline unsigned __word_of_bytes(const Byte* x) {
  return (unsigned)x[0] & 255u | ((unsigned)x[1] & 255u) << 8 | ((unsigned)x[2] & 255u) << 16 | (unsigned)x[3] << 24;
}
__device__ inline unsigned __word_of(const signed char* x) { return __word_of_bytes(x); }
__device__ inline unsigned __word_of(const unsigned char* x) { return __word_of_bytes(x); }
__device__ inline unsigned __word_of(const float* x) { return __float_as_uint(x[0]); }
__device__ inline unsigned __word_of(const int* x) { return (unsigned)x[0]; }
__device__ inline void __give(__half* x, unsigned word) { x[0] = __ushort_as_half((unsigned short)word); x[1] = __ushort_as_half((unsigned short)(word >> 16)); }
__device__ inline void __give(__nv_bfloat16* x, unsigned word) { x[0] = __ushort_as_bfloat16((unsigned short)word); x[1] = __ushort_as_bfloat16((unsigned short)(word >> 16)); }
template <typename Byte> __device__ inline void __give_bytes(Byte* x, unsigned word) {
  for (int i = 0; i < 4; ++i) x[i] = (Byte)(word >> 8 * i);
}
__device__ inline void __give(signed char* x, unsigned word) { __give_bytes(x, word); }
__device__ inline void __give(unsigned char* x, unsigned word) { __give_bytes(x, word); }
__device__ inline void __give(float* x, unsigned word) { x[0] = __uint_as_float(word); }
__device__ inline void __give(int* x, unsigned word) { x[0] = (int)word; }

template <typename T, int Count> __device__ inline void __repeat(T (&x)[Count], int held) {
  for (int i = held; i < Count; ++i) x[i] = x[i % held];
}

// ---------------------------------------------------------------------------------- operands

// Halves: rows of eight elements, turned where k does not follow each other in memory. From shared
// memory by ldmatrix, a matrix of 8 times 8 for each register; from elsewhere a word a lane and
// register, and the matrix is turned between the lanes.
template <typename F, typename T>
__device__ inline void __load_pairs(F& to, const T* from, unsigned ldm, bool is_tall, bool is_along, bool by_matrices) {
  const int lane = __lane();
  unsigned words[F::__kHeld / 2];
  const int held = F::__kHeld / 2;
  for (int first = 0; first < held; first += 4) {
    const int row = lane % 8, matrix = lane / 8 % 4;
    // Where the matrix of the register j begins.
    const int outer = is_tall ? first / 4 * 16 + matrix % 2 * 8 : matrix / 2 * 8;
    const int k = is_tall ? matrix / 2 * 8 : matrix % 2 * 8;
    if (by_matrices) {
      const unsigned at = (unsigned)__cvta_generic_to_shared(is_along ? from + (outer + row) * ldm + k : from + (k + row) * ldm + outer);
      if (held == 2) {
        if (is_along) warplens_ldmatrix_x2(&words[0], &words[1], at);
        else warplens_ldmatrix_x2_trans(&words[0], &words[1], at);
      } else {
        if (is_along) warplens_ldmatrix_x4(&words[first], &words[first + 1], &words[first + 2], &words[first + 3], at);
        else warplens_ldmatrix_x4_trans(&words[first], &words[first + 1], &words[first + 2], &words[first + 3], at);
      }
    } else {
      for (int j = first; j < held && j < first + 4; ++j) {
        const int o = is_tall ? first / 4 * 16 + j % 2 * 8 : j / 2 * 8, l = is_tall ? j % 4 / 2 * 8 : j % 2 * 8;
        const int r = lane / 4, c = lane % 4 * 2;
        if (is_along) words[j] = *(const unsigned*)(from + (o + r) * ldm + l + c);
        else words[j] = warplens_movmatrix_trans(*(const unsigned*)(from + (l + r) * ldm + o + c));
      }
    }
  }
  for (int j = 0; j < held; ++j) __give(&to.x[2 * j], words[j]);
  __repeat(to.x, F::__kHeld);
}
template <typename F>
__device__ inline void __load_operand(F& to, const __half* from, unsigned ldm, bool is_tall, bool is_along) {
  __load_pairs(to, from, ldm, is_tall, is_along, __isShared(from));
}
template <typename F>
__device__ inline void __load_operand(F& to, const __nv_bfloat16* from, unsigned ldm, bool is_tall, bool is_along) {
  __load_pairs(to, from, ldm, is_tall, is_along, false);
}
// Bytes: sixteen follow each other along k, or each is loaded by itself.
template <typename F, typename T>
__device__ inline void __load_bytes(F& to, const T* from, unsigned ldm, bool is_along) {
  const int lane = __lane(), held = F::__kHeld / 4;
  unsigned words[F::__kHeld / 4];
  if (is_along && __isShared(from)) {
    if (held == 1) warplens_ldmatrix_x1(&words[0], (unsigned)__cvta_generic_to_shared(from + lane % 8 * ldm));
    else for (int j = 0; j < held; j += 2)
      warplens_ldmatrix_x2(&words[j], &words[j + 1], (unsigned)__cvta_generic_to_shared(from + (8 * j + lane % 16) * ldm));
    for (int j = 0; j < held; ++j) __give(&to.x[4 * j], words[j]);
  } else if (is_along) {
    for (int j = 0; j < held; ++j) __give(&to.x[4 * j], *(const unsigned*)(from + (8 * j + lane / 4) * ldm + lane % 4 * 4));
  } else {
    for (int i = 0; i < F::__kHeld; ++i) to.x[i] = from[(lane % 4 * 4 + i % 4) * ldm + i / 4 * 8 + lane / 4];
  }
}
template <typename F>
__device__ inline void __load_operand(F& to, const signed char* from, unsigned ldm, bool is_tall, bool is_along) { __load_bytes(to, from, ldm, is_along); }
template <typename F>
__device__ inline void __load_operand(F& to, const unsigned char* from, unsigned ldm, bool is_tall, bool is_along) { __load_bytes(to, from, ldm, is_along); }
// Numbers of 32 bits (tf32) and of 64.
template <typename F>
__device__ inline void __load_operand(F& to, const float* from, unsigned ldm, bool is_tall, bool is_along) {
  const int lane = __lane();
  for (int i = 0; i < 4; ++i) {
    const int outer = lane / 4 + (is_tall ? i % 2 : i / 2) * 8, k = lane % 4 + (is_tall ? i / 2 : i % 2) * 4;
    to.x[i] = is_along ? from[outer * ldm + k] : from[k * ldm + outer];
  }
}
template <typename F>
__device__ inline void __load_operand(F& to, const double* from, unsigned ldm, bool is_tall, bool is_along) {
  const int outer = __lane() / 4, k = __lane() % 4;
  to.x[0] = is_along ? from[outer * ldm + k] : from[k * ldm + outer];
}

template <int m, int n, int k, typename T, typename Layout>
__device__ inline void load_matrix_sync(fragment<matrix_a, m, n, k, T, Layout>& a, const typename __element<T>::type* p, unsigned ldm) {
  __check_rows(p, ldm);
  __load_operand(a, p, ldm, m != 8 || n == 8, __order<Layout>::kIsRow);
}
template <int m, int n, int k, typename T, typename Layout>
__device__ inline void load_matrix_sync(fragment<matrix_b, m, n, k, T, Layout>& b, const typename __element<T>::type* p, unsigned ldm) {
  __check_rows(p, ldm);
  __load_operand(b, p, ldm, m == 8 && n != 8, !__order<Layout>::kIsRow);
}

// -------------------------------------------------------------------------------- accumulators

// Where the elements x[i] and x[i + 1], for even i, are: in memory neighbours where the order of the
// matrix is the one in which the multiplication was computed.
template <int m, int n, int k> struct __accumulator {
  static const bool kIsTurned = m == 8 && n == 32;
  __device__ static int outer(int i) { return __lane() / 4 + i / 2 % 2 * 8 + (m == n ? 0 : i / 4 * 16); }
  __device__ static int inner(int i) { return __lane() % 4 * 2 + i % 2 + (m == n ? i / 4 * 8 : 0); }
  // Of halves stored the other way: where the register j's matrix of 8 times 8 begins, by its rows in memory.
  __device__ static int row(int j) { return (m == n ? j / 2 * 8 : 0) + __lane() / 4; }
  __device__ static int column(int j) { return j % 2 * 8 + (m == n ? 0 : j / 2 * 16) + __lane() % 4 * 2; }
};
template <typename At, typename F>
__device__ inline void __load_results(F& to, const float* p, unsigned ldm, bool is_along) {
  for (int i = 0; i < 8; i += 2) {
    const float* const at = is_along ? p + At::outer(i) * ldm + At::inner(i) : p + At::inner(i) * ldm + At::outer(i);
    if (is_along) {
      const float2 both = *(const float2*)at;
      to.x[i] = both.x;
      to.x[i + 1] = both.y;
    } else {
      to.x[i] = at[0];
      to.x[i + 1] = at[ldm];
    }
  }
}
template <typename At, typename F>
__device__ inline void __store_results(float* p, const F& from, unsigned ldm, bool is_along) {
  for (int i = 0; i < 8; i += 2) {
    float* const at = is_along ? p + At::outer(i) * ldm + At::inner(i) : p + At::inner(i) * ldm + At::outer(i);
    if (is_along) {
      *(float2*)at = make_float2(from.x[i], from.x[i + 1]);
    } else {
      at[0] = from.x[i];
      at[ldm] = from.x[i + 1];
    }
  }
}
template <typename At, typename F>
__device__ inline void __load_results(F& to, const int* p, unsigned ldm, bool is_along) {
  for (int i = 0; i < 8; i += 2) {
    const int* const at = is_along ? p + At::outer(i) * ldm + At::inner(i) : p + At::inner(i) * ldm + At::outer(i);
    if (is_along) {
      const int2 both = *(const int2*)at;
      to.x[i] = both.x;
      to.x[i + 1] = both.y;
    } else {
      to.x[i] = at[0];
      to.x[i + 1] = at[ldm];
    }
  }
}
template <typename At, typename F>
__device__ inline void __store_results(int* p, const F& from, unsigned ldm, bool is_along) {
  for (int i = 0; i < 8; i += 2) {
    int* const at = is_along ? p + At::outer(i) * ldm + At::inner(i) : p + At::inner(i) * ldm + At::outer(i);
    if (is_along) {
      *(int2*)at = make_int2(from.x[i], from.x[i + 1]);
    } else {
      at[0] = from.x[i];
      at[ldm] = from.x[i + 1];
    }
  }
}
template <typename At, typename F>
__device__ inline void __load_results(F& to, const __half* p, unsigned ldm, bool is_along) {
  for (int j = 0; j < 4; ++j) {
    if (is_along) __give(&to.x[2 * j], *(const unsigned*)(p + At::outer(2 * j) * ldm + At::inner(2 * j)));
    else __give(&to.x[2 * j], warplens_movmatrix_trans(*(const unsigned*)(p + At::row(j) * ldm + At::column(j))));
  }
}
template <typename At, typename F>
__device__ inline void __store_results(__half* p, const F& from, unsigned ldm, bool is_along) {
  for (int j = 0; j < 4; ++j) {
    const unsigned word = __word_of(&from.x[2 * j]);
    if (is_along) *(unsigned*)(p + At::outer(2 * j) * ldm + At::inner(2 * j)) = word;
    else *(unsigned*)(p + At::row(j) * ldm + At::column(j)) = warplens_movmatrix_trans(word);
  }
}
template <typename At, typename F>
__device__ inline void __load_results(F& to, const double* p, unsigned ldm, bool is_along) {
  const int outer = __lane() / 4, inner = __lane() % 4 * 2;
  if (is_along) {
    const double2 both = *(const double2*)(p + outer * ldm + inner);
    to.x[0] = both.x;
    to.x[1] = both.y;
  } else {
    to.x[0] = p[inner * ldm + outer];
    to.x[1] = p[(inner + 1) * ldm + outer];
  }
}
template <typename At, typename F>
__device__ inline void __store_results(double* p, const F& from, unsigned ldm, bool is_along) {
  const int outer = __lane() / 4, inner = __lane() % 4 * 2;
  if (is_along) {
    *(double2*)(p + outer * ldm + inner) = make_double2(from.x[0], from.x[1]);
  } else {
    p[inner * ldm + outer] = from.x[0];
    p[(inner + 1) * ldm + outer] = from.x[1];
  }
}

template <int m, int n, int k, typename T>
__device__ inline void load_matrix_sync(fragment<accumulator, m, n, k, T>& a, const T* p, unsigned ldm, layout_t layout) {
  __check_rows(p, ldm);
  __load_results<__accumulator<m, n, k>>(a, p, ldm, (layout == mem_row_major) != __accumulator<m, n, k>::kIsTurned);
}
template <int m, int n, int k, typename T>
__device__ inline void store_matrix_sync(T* p, const fragment<accumulator, m, n, k, T>& a, unsigned ldm, layout_t layout) {
  __check_rows(p, ldm);
  __store_results<__accumulator<m, n, k>>(p, a, ldm, (layout == mem_row_major) != __accumulator<m, n, k>::kIsTurned);
}

template <typename Use, int m, int n, int k, typename T, typename Layout, typename Value>
__device__ inline void fill_fragment(fragment<Use, m, n, k, T, Layout>& a, const Value& value) {
  typedef typename __element<T>::type Element;
  for (int i = 0; i < a.num_elements; ++i) a.x[i] = (Element)value;
}

// ------------------------------------------------------------------------------ multiplication

// The words of the tall operand, of the flat one and of the accumulators, as mma has them.
template <typename D, typename Tall, typename Flat, typename C>
__device__ inline void __multiply(D& d, const Tall& a, const Flat& b, const C& c) {
  const bool is_square = Tall::__kHeld == Flat::__kHeld;  // two results beside each other, else one below the other
  for (int half = 0; half < 2; ++half) {
    const int x = half * 4;
    if constexpr (Tall::__kSort == 1 || Tall::__kSort == 2) {
      const int tall = is_square ? 0 : 8 * half, flat = is_square ? 4 * half : 0;
      const unsigned a0 = __word_of(&a.x[tall]), a1 = __word_of(&a.x[tall + 2]), a2 = __word_of(&a.x[tall + 4]), a3 = __word_of(&a.x[tall + 6]);
      const unsigned b0 = __word_of(&b.x[flat]), b1 = __word_of(&b.x[flat + 2]);
      unsigned d0, d1, d2, d3;
      if constexpr (D::__kSort == 7 || C::__kSort == 7) {
        const unsigned c0 = __float_as_uint((float)c.x[x]), c1 = __float_as_uint((float)c.x[x + 1]);
        const unsigned c2 = __float_as_uint((float)c.x[x + 2]), c3 = __float_as_uint((float)c.x[x + 3]);
        if constexpr (Tall::__kSort == 1) warplens_mma($half, &d0, &d1, &d2, &d3, a0, a1, a2, a3, b0, b1, c0, c1, c2, c3);
        else warplens_mma($bfloat, &d0, &d1, &d2, &d3, a0, a1, a2, a3, b0, b1, c0, c1, c2, c3);
        typedef typename D::storage_element_type Result;
        d.x[x] = (Result)__uint_as_float(d0);
        d.x[x + 1] = (Result)__uint_as_float(d1);
        d.x[x + 2] = (Result)__uint_as_float(d2);
        d.x[x + 3] = (Result)__uint_as_float(d3);
      } else {
        warplens_mma($intoHalf, &d0, &d1, &d2, &d3, a0, a1, a2, a3, b0, b1, __word_of(&c.x[x]), __word_of(&c.x[x + 2]), 0u, 0u);
        __give(&d.x[x], d0);
        __give(&d.x[x + 2], d1);
      }
    } else if constexpr (Tall::__kSort == 3) {
      unsigned d0, d1, d2, d3;
      warplens_mma($tensor32, &d0, &d1, &d2, &d3, __word_of(&a.x[0]), __word_of(&a.x[1]), 0u, 0u, __word_of(&b.x[2 * half]), 0u,
                   __word_of(&c.x[x]), __word_of(&c.x[x + 1]), __word_of(&c.x[x + 2]), __word_of(&c.x[x + 3]));
      warplens_mma($tensor32, &d0, &d1, &d2, &d3, __word_of(&a.x[2]), __word_of(&a.x[3]), 0u, 0u, __word_of(&b.x[2 * half + 1]), 0u, d0, d1, d2, d3);
      __give(&d.x[x], d0);
      __give(&d.x[x + 1], d1);
      __give(&d.x[x + 2], d2);
      __give(&d.x[x + 3], d3);
    } else {
      const int tall = is_square ? 0 : 8 * half, flat = is_square ? 4 * half : 0;
      const unsigned a0 = __word_of(&a.x[tall]), a1 = __word_of(&a.x[tall + 4]), b0 = __word_of(&b.x[flat]);
      const unsigned c0 = __word_of(&c.x[x]), c1 = __word_of(&c.x[x + 1]), c2 = __word_of(&c.x[x + 2]), c3 = __word_of(&c.x[x + 3]);
      unsigned d0, d1, d2, d3;
      if constexpr (Tall::__kSort == 4) warplens_mma($signed, &d0, &d1, &d2, &d3, a0, a1, 0u, 0u, b0, 0u, c0, c1, c2, c3);
      else warplens_mma($unsigned, &d0, &d1, &d2, &d3, a0, a1, 0u, 0u, b0, 0u, c0, c1, c2, c3);
      __give(&d.x[x], d0);
      __give(&d.x[x + 1], d1);
      __give(&d.x[x + 2], d2);
      __give(&d.x[x + 3], d3);
    }
  }
}

template <int m, int n, int k, typename T, typename LayoutA, typename LayoutB, typename TD, typename TC>
__device__ inline void mma_sync(fragment<accumulator, m, n, k, TD>& d, const fragment<matrix_a, m, n, k, T, LayoutA>& a,
                                const fragment<matrix_b, m, n, k, T, LayoutB>& b, const fragment<accumulator, m, n, k, TC>& c, bool saturates = false) {
  if constexpr (__element<T>::kSort == 6) {
    double d0, d1;
    warplens_mma_f64(&d0, &d1, a.x[0], b.x[0], c.x[0], c.x[1]);
    d.x[0] = d0;
    d.x[1] = d1;
  } else if constexpr (m == 8) {
    __multiply(d, b, a, c);
  } else {
    __multiply(d, a, b, c);
  }
}
}  // namespace wmma
}  // namespace nvcuda
)cuda";

}  // namespace

std::string_view wmma_text() {
  static const std::string kText = [] {
    std::string text(kWmmaText);
    for (const WmmaShape& one : kWmmaShapes) {
      const auto number = tensor::find_mma_shape(one.name, one.d, one.a, one.a, one.c);
      text = with(text, one.mark, std::to_string(number.value_or(0)));
    }
    return text;
  }();
  return kText;
}

}  // namespace warplens::lang
