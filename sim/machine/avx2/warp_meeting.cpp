// Warp functions that all 32 lanes execute, naming all, with AVX2, which native code has.
#include <cstddef>
#include <cstdint>

#include "sim/code/opcodes.hpp"
#include "sim/machine/avx2/warp_code.hpp"
#include "sim/machine/avx2/warp_parts.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/machine/warp_instructions.hpp"

namespace warplens::machine {

namespace {

using code::Op;

constexpr uint32_t kParts = kWarpSize / kPart;

WL_AVX2 bool name_all(const uint32_t* members) {
  __m256i all = load_part(members, 0);
  for (uint32_t p = 1; p < kParts; ++p) all = _mm256_and_si256(all, load_part(members, p));
  const __m256i ones = _mm256_set1_epi32(-1);
  return _mm256_testc_si256(all, ones) != 0;
}

// code::shuffle_source() of 8 lanes.
WL_AVX2 __m256i sources_of(int32_t mode, __m256i lane, __m256i which, __m256i width) {
  const __m256i low = _mm256_set1_epi32(31);
  const __m256i segment = _mm256_and_si256(_mm256_sub_epi32(_mm256_set1_epi32(32), width), low);
  const __m256i first = _mm256_and_si256(lane, segment);
  const __m256i last = _mm256_or_si256(first, _mm256_andnot_si256(segment, low));
  which = _mm256_and_si256(which, low);
  if (mode == 1) {
    const __m256i is_before = _mm256_cmpgt_epi32(_mm256_add_epi32(first, which), lane);
    return _mm256_blendv_epi8(_mm256_sub_epi32(lane, which), lane, is_before);
  }
  __m256i source = lane;
  if (mode == 0) source = _mm256_or_si256(first, _mm256_andnot_si256(segment, which));
  if (mode == 2) source = _mm256_add_epi32(lane, which);
  if (mode == 3) source = _mm256_xor_si256(lane, which);
  return _mm256_blendv_epi8(source, lane, _mm256_cmpgt_epi32(source, last));
}

struct Sources {
  __m256i parts[kParts];
};

WL_AVX2 Sources sources_of(const code::Instr& instr, const uint32_t* which, const uint32_t* width) {
  Sources sources;
  __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  for (uint32_t p = 0; p < kParts; ++p) {
    sources.parts[p] = sources_of(instr.imm & 0xff, lane, load_part(which, p), load_part(width, p));
    lane = _mm256_add_epi32(lane, _mm256_set1_epi32(kPart));
  }
  return sources;
}

// All are read before any is written: the registers may be the same.
WL_AVX2 void shuffle_words(const Sources& sources, const uint32_t* from, uint32_t* to) {
  __m256i values[kParts];
  for (uint32_t p = 0; p < kParts; ++p)
    values[p] = _mm256_i32gather_epi32(reinterpret_cast<const int*>(from), sources.parts[p], 4);
  for (uint32_t p = 0; p < kParts; ++p)
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + kPart * p), values[p]);
}

WL_AVX2 void shuffle_wide(const Sources& sources, const uint32_t* from, uint32_t* to) {
  __m256i values[2 * kParts];
  const auto* const base = reinterpret_cast<const long long*>(from);
  for (uint32_t p = 0; p < kParts; ++p) {
    values[2 * p] = _mm256_i32gather_epi64(base, _mm256_castsi256_si128(sources.parts[p]), 8);
    values[2 * p + 1] =
        _mm256_i32gather_epi64(base, _mm256_extracti128_si256(sources.parts[p], 1), 8);
  }
  for (uint32_t p = 0; p < 2 * kParts; ++p)
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + kPart * p), values[p]);
}

}  // namespace

WL_AVX2 bool meet_whole(NativeWarp& warp, const code::Instr& instr) {
  const bool is_shuffle = instr.op == Op::kShuffle32 || instr.op == Op::kShuffle64;
  if (!is_shuffle || warp.mask != ~0u) return false;
  const auto slot = [&](int32_t index) {
    return warp.registers + static_cast<size_t>(index) * kWarpSize;
  };
  if (!name_all(slot(instr.imm >> 8))) return false;
  const Sources sources = sources_of(instr, slot(instr.b), slot(instr.c));
  if (instr.op == Op::kShuffle32)
    shuffle_words(sources, slot(instr.a), slot(instr.dst));
  else
    shuffle_wide(sources, slot(instr.a), slot(instr.dst));
  return true;
}

}  // namespace warplens::machine
