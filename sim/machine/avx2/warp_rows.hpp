// Vectors of 2 or 4 words of 32 lanes, one lane's behind the other's in memory, from and to
// registers of a word each. With AVX2.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/base/warp.hpp"
#include "sim/machine/avx2/warp_parts.hpp"

namespace warplens::machine {

// The k-th word of each lane goes to or comes from 32 words at registers + k * 32.
WL_AVX2 inline void take_row_apart(const std::byte* row, uint32_t count, uint32_t* registers) {
  const auto* from = reinterpret_cast<const float*>(row);
  auto* to = reinterpret_cast<float*>(registers);
  for (uint32_t lane = 0; lane < base::kWarpSize;
       lane += kPart, from += kPart * size_t{count}, to += kPart) {
    const __m256 a = _mm256_loadu_ps(from), b = _mm256_loadu_ps(from + 8);
    if (count == 2) {
      const __m256d x = _mm256_castps_pd(_mm256_shuffle_ps(a, b, 0x88));
      const __m256d y = _mm256_castps_pd(_mm256_shuffle_ps(a, b, 0xdd));
      _mm256_storeu_ps(to, _mm256_castpd_ps(_mm256_permute4x64_pd(x, 0xd8)));
      _mm256_storeu_ps(to + 32, _mm256_castpd_ps(_mm256_permute4x64_pd(y, 0xd8)));
      continue;
    }
    const __m256 c = _mm256_loadu_ps(from + 16), d = _mm256_loadu_ps(from + 24);
    // Lanes 0 and 4, 1 and 5, 2 and 6, 3 and 7.
    const __m256 lane0 = _mm256_permute2f128_ps(a, c, 0x20);
    const __m256 lane1 = _mm256_permute2f128_ps(a, c, 0x31);
    const __m256 lane2 = _mm256_permute2f128_ps(b, d, 0x20);
    const __m256 lane3 = _mm256_permute2f128_ps(b, d, 0x31);
    const __m256 low02 = _mm256_unpacklo_ps(lane0, lane2);
    const __m256 low13 = _mm256_unpacklo_ps(lane1, lane3);
    const __m256 high02 = _mm256_unpackhi_ps(lane0, lane2);
    const __m256 high13 = _mm256_unpackhi_ps(lane1, lane3);
    _mm256_storeu_ps(to, _mm256_unpacklo_ps(low02, low13));
    _mm256_storeu_ps(to + 32, _mm256_unpackhi_ps(low02, low13));
    _mm256_storeu_ps(to + 64, _mm256_unpacklo_ps(high02, high13));
    _mm256_storeu_ps(to + 96, _mm256_unpackhi_ps(high02, high13));
  }
}

WL_AVX2 inline void put_row_together(const uint32_t* registers, uint32_t count, std::byte* row) {
  const auto* from = reinterpret_cast<const float*>(registers);
  auto* to = reinterpret_cast<float*>(row);
  for (uint32_t lane = 0; lane < base::kWarpSize;
       lane += kPart, from += kPart, to += kPart * size_t{count}) {
    const __m256 x = _mm256_loadu_ps(from), y = _mm256_loadu_ps(from + 32);
    const __m256 low_xy = _mm256_unpacklo_ps(x, y), high_xy = _mm256_unpackhi_ps(x, y);
    if (count == 2) {
      _mm256_storeu_ps(to, _mm256_permute2f128_ps(low_xy, high_xy, 0x20));
      _mm256_storeu_ps(to + 8, _mm256_permute2f128_ps(low_xy, high_xy, 0x31));
      continue;
    }
    const __m256 z = _mm256_loadu_ps(from + 64), w = _mm256_loadu_ps(from + 96);
    const __m256d low_zw = _mm256_castps_pd(_mm256_unpacklo_ps(z, w));
    const __m256d high_zw = _mm256_castps_pd(_mm256_unpackhi_ps(z, w));
    const __m256d low = _mm256_castps_pd(low_xy), high = _mm256_castps_pd(high_xy);
    // Lanes 0 and 4, 1 and 5, 2 and 6, 3 and 7.
    const __m256 lane0 = _mm256_castpd_ps(_mm256_unpacklo_pd(low, low_zw));
    const __m256 lane1 = _mm256_castpd_ps(_mm256_unpackhi_pd(low, low_zw));
    const __m256 lane2 = _mm256_castpd_ps(_mm256_unpacklo_pd(high, high_zw));
    const __m256 lane3 = _mm256_castpd_ps(_mm256_unpackhi_pd(high, high_zw));
    _mm256_storeu_ps(to, _mm256_permute2f128_ps(lane0, lane1, 0x20));
    _mm256_storeu_ps(to + 8, _mm256_permute2f128_ps(lane2, lane3, 0x20));
    _mm256_storeu_ps(to + 16, _mm256_permute2f128_ps(lane0, lane1, 0x31));
    _mm256_storeu_ps(to + 24, _mm256_permute2f128_ps(lane2, lane3, 0x31));
  }
}

}  // namespace warplens::machine
