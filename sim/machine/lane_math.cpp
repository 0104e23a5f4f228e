// By AVX2 and FMA, 8 lanes at a time: the operations of device_math.cpp in the same order, without
// branches. Lanes that these do not serve are computed one by one.
#include "sim/machine/lane_math.hpp"

#include "sim/base/arithmetic.hpp"
#include "sim/machine/device_math.hpp"
#include "sim/machine/fused_instruction.hpp"
#include "sim/machine/lanes.hpp"

#if defined(WL_ASKS_FOR_FMA)

#include <bit>
#include <cstdint>
#include <cstring>

#include "sim/machine/avx2/warp_parts.hpp"

namespace warplens::machine {
namespace {

using namespace math_bits;

WL_WITH_FMA inline __m256 bits(uint32_t value) {
  return _mm256_castsi256_ps(_mm256_set1_epi32(static_cast<int>(value)));
}

// Of lanes with a bit in `odd`, what the function of one lane gives.
template <class Function>
void by_lane(uint32_t odd, const __m256& x, float* d, Function function) {
  alignas(32) float from[kPart];
  std::memcpy(from, &x, sizeof from);
  for (; odd != 0; odd &= odd - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(odd));
    d[lane] = base::canonical(function(from[lane]));
  }
}

// sinf() of x where `turn` is 0, cosf() where it is 1.
template <class Function>
WL_WITH_FMA inline void turned(const float* x, float* d, int turn, Function of_one) {
  const __m256i one = _mm256_set1_epi32(1), two = _mm256_set1_epi32(2);
  const __m256 no_sign = bits(0x7FFFFFFF), largest = bits(kLargestAngle);
  for (uint32_t lane = 0; lane < kWarpSize; lane += kPart) {
    const __m256 value = _mm256_loadu_ps(x + lane);
    const __m256 is_odd =
        _mm256_cmp_ps(_mm256_and_ps(value, no_sign), largest, _CMP_NLT_UQ);  // NaNs, too
    __m256 count = _mm256_round_ps(_mm256_mul_ps(value, bits(kTwoOverPi)),
                                   _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    count = _mm256_add_ps(count, _mm256_setzero_ps());
    __m256 rest = _mm256_fmadd_ps(count, bits(kMinusQuarter[0]), value);
    rest = _mm256_fmadd_ps(count, bits(kMinusQuarter[1]), rest);
    rest = _mm256_fmadd_ps(count, bits(kMinusQuarter[2]), rest);
    const __m256i quarter = _mm256_add_epi32(_mm256_cvttps_epi32(count), _mm256_set1_epi32(turn));
    const __m256 is_cosine =
        _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_and_si256(quarter, one), one));
    const __m256 square = _mm256_mul_ps(rest, rest);
    const __m256 first = _mm256_blendv_ps(rest, _mm256_set1_ps(1), is_cosine);
    const auto either = [&](uint32_t sine, uint32_t cosine) WL_WITH_FMA {
      return _mm256_blendv_ps(bits(sine), bits(cosine), is_cosine);
    };
    __m256 sum = _mm256_blendv_ps(
        bits(kSine[0]), _mm256_fmadd_ps(bits(kCosine[0]), square, bits(kCosine[1])), is_cosine);
    sum = _mm256_fmadd_ps(sum, square, either(kSine[1], kCosine[2]));
    sum = _mm256_fmadd_ps(sum, square, either(kSine[2], kCosine[3]));
    const __m256 product = _mm256_fmadd_ps(square, first, _mm256_setzero_ps());
    const __m256 result = _mm256_fmadd_ps(sum, product, first);
    const __m256 opposite = _mm256_fmadd_ps(result, _mm256_set1_ps(-1), _mm256_setzero_ps());
    const __m256 is_opposite =
        _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_and_si256(quarter, two), two));
    _mm256_storeu_ps(d + lane, _mm256_blendv_ps(result, opposite, is_opposite));
    const auto odd = static_cast<uint32_t>(_mm256_movemask_ps(is_odd));
    if (odd != 0) by_lane(odd, value, d + lane, of_one);
  }
}

WL_WITH_FMA void sines(const float* x, float* d) {
  turned(x, d, 0, [](float one) { return sine(one); });
}

WL_WITH_FMA void cosines(const float* x, float* d) {
  turned(x, d, 1, [](float one) { return cosine(one); });
}

WL_WITH_FMA void logarithms(const float* x, float* d) {
  const __m256 least = bits(kLeastNormal), infinity = bits(kInfinity);
  for (uint32_t lane = 0; lane < kWarpSize; lane += kPart) {
    const __m256 value = _mm256_loadu_ps(x + lane);
    // Below the normal numbers, infinite or no number.
    const __m256 is_usual = _mm256_and_ps(_mm256_cmp_ps(value, least, _CMP_GE_OQ),
                                          _mm256_cmp_ps(value, infinity, _CMP_LT_OQ));
    const __m256i held = _mm256_castps_si256(value);
    const __m256i scale =
        _mm256_and_si256(_mm256_sub_epi32(held, _mm256_set1_epi32(kLogarithmFrom)),
                         _mm256_set1_epi32(static_cast<int>(kExponent)));
    const __m256 exponent =
        _mm256_mul_ps(_mm256_cvtepi32_ps(scale), _mm256_set1_ps(0x1p-23f));  // exact
    const __m256 y =
        _mm256_sub_ps(_mm256_castsi256_ps(_mm256_sub_epi32(held, scale)), _mm256_set1_ps(1));
    __m256 sum = bits(kLogarithm[0]);
    for (size_t i = 1; i < kLogarithm.size(); ++i)
      sum = _mm256_fmadd_ps(sum, y, bits(kLogarithm[i]));
    const __m256 rest = _mm256_fmadd_ps(_mm256_mul_ps(y, sum), y, y);
    _mm256_storeu_ps(d + lane, _mm256_fmadd_ps(exponent, bits(kLogarithmOfTwo), rest));
    const auto odd = ~static_cast<uint32_t>(_mm256_movemask_ps(is_usual)) & 0xff;
    if (odd != 0) by_lane(odd, value, d + lane, [](float one) { return logarithm(one); });
  }
}

}  // namespace

LaneMath* lane_math_of(code::Op op) {
  if (!kHasFma) return nullptr;
  switch (op) {
    case code::Op::kSinF32:
      return &sines;
    case code::Op::kCosF32:
      return &cosines;
    case code::Op::kLogF32:
      return &logarithms;
    default:
      return nullptr;
  }
}

}  // namespace warplens::machine

#else

namespace warplens::machine {

LaneMath* lane_math_of(code::Op /*op*/) {
  return nullptr;
}

}  // namespace warplens::machine

#endif
