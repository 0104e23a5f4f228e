// 32 lanes of 32 bits as four parts, each in a register of AVX2, which native code has.
#pragma once

#include <immintrin.h>

#include <cstdint>

#define WL_AVX2 __attribute__((target("avx2")))

namespace warplens::machine {

inline constexpr uint32_t kPart = 8;  // lanes

WL_AVX2 inline __m256i load_part(const uint32_t* words, uint32_t p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words + kPart * p));
}
WL_AVX2 inline void store_part(uint32_t* words, uint32_t p, __m256i part) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(words + kPart * p), part);
}

}  // namespace warplens::machine
