#include "sim/machine/avx2/warp_access.hpp"

#include <bit>
#include <cstring>

#include "sim/code/pointer.hpp"
#include "sim/machine/avx2/warp_parts.hpp"
#include "sim/machine/block.hpp"

namespace warplens::machine {

using code::Instr;

namespace {

// All ones in the active lanes of part p of 8.
WL_AVX2 __m256i active(uint32_t mask, uint32_t p) {
  const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  const __m256i all = _mm256_set1_epi32(static_cast<int>(mask >> (kPart * p)));
  return _mm256_cmpeq_epi32(_mm256_and_si256(all, bits), bits);
}

// Whether no offset is above `last`.
WL_AVX2 bool are_inside(const uint32_t* offsets, uint32_t last) {
  const __m256i most = _mm256_set1_epi32(static_cast<int>(last));
  __m256i all = _mm256_set1_epi32(-1);
  for (uint32_t p = 0; p < kWarpSize / kPart; ++p) {
    const __m256i part = _mm256_load_si256(reinterpret_cast<const __m256i*>(offsets + kPart * p));
    all = _mm256_and_si256(all, _mm256_cmpeq_epi32(_mm256_min_epu32(part, most), part));
  }
  return _mm256_movemask_epi8(all) == -1;
}

// Offsets of 32 bits that the instruction's address register has.
WL_AVX2 void read_offsets(const NativeWarp& warp, const Instr& instr, Reach& reach) {
  const uint32_t* const words = slot_of(warp, instr.a);
  const __m256i number = _mm256_set1_epi32(instr.imm);
  const auto first = static_cast<uint32_t>(std::countr_zero(warp.mask));
  const __m256i firsts =
      _mm256_set1_epi32(static_cast<int>(words[first] + static_cast<uint32_t>(instr.imm)));
  for (uint32_t p = 0; p < kWarpSize / kPart; ++p) {
    __m256i part = _mm256_add_epi32(load_part(words, p), number);
    if (warp.mask != ~0u) part = _mm256_blendv_epi8(firsts, part, active(warp.mask, p));
    store_part(reach.offsets, p, part);
  }
}

bool are_aligned(const Reach& reach, uint32_t bytes) {
  uint32_t bits = 0;
  for (const uint32_t offset : reach.offsets) bits |= offset;
  return (bits & (bytes - 1)) == 0;
}

}  // namespace

uint64_t first_address(const NativeWarp& warp, const Instr& instr) {
  const auto first = static_cast<uint32_t>(std::countr_zero(warp.mask));
  uint64_t address = 0;
  std::memcpy(&address, slot_of(warp, instr.a) + 2 * first, sizeof address);
  return address + static_cast<uint64_t>(int64_t{instr.imm});
}

WL_AVX2 bool are_neighbours(const Reach& reach, uint32_t bytes) {
  const __m256i first = _mm256_set1_epi32(static_cast<int>(reach.offsets[0]));
  const __m256i size = _mm256_set1_epi32(static_cast<int>(bytes));
  __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), all = _mm256_set1_epi32(-1);
  for (uint32_t p = 0; p < kWarpSize / kPart; ++p) {
    const __m256i wanted = _mm256_add_epi32(first, _mm256_mullo_epi32(lanes, size));
    all = _mm256_and_si256(all, _mm256_cmpeq_epi32(load_part(reach.offsets, p), wanted));
    lanes = _mm256_add_epi32(lanes, _mm256_set1_epi32(kPart));
  }
  return _mm256_movemask_epi8(all) == -1;
}

WL_AVX2 bool find_shared(const NativeWarp& warp, const Instr& instr, uint32_t bytes, Reach& reach) {
  const SharedLayout& layout = warp.run->layout;
  if (!layout.gaps.empty() || layout.limit < bytes) return false;
  read_offsets(warp, instr, reach);
  reach.bytes = warp.run->shared.data();
  return are_inside(reach.offsets, layout.limit - bytes);
}

WL_AVX2 bool find_local(const NativeWarp& warp, const Instr& instr, uint32_t bytes, Reach& reach) {
  code::LocalArray bounds{nullptr, 0, warp.run->warp.frame_end};
  if (instr.c != 0) bounds = warp.run->context.program->local_arrays[instr.c];
  if (bounds.end - bounds.begin < bytes) return false;
  read_offsets(warp, instr, reach);
  const __m256i begin = _mm256_set1_epi32(static_cast<int>(bounds.begin));
  alignas(32) uint32_t behind[kWarpSize];
  for (uint32_t p = 0; p < kWarpSize / kPart; ++p)
    store_part(behind, p, _mm256_sub_epi32(load_part(reach.offsets, p), begin));
  return are_inside(behind, bounds.end - bounds.begin - bytes) && are_aligned(reach, bytes);
}

WL_AVX2 bool find_from(const NativeWarp& warp, const Instr& instr, uint32_t bytes, uint64_t start,
                       uint64_t size, Reach& reach) {
  if (size < bytes || size > INT32_MAX) return false;
  const auto* const addresses = reinterpret_cast<const long long*>(slot_of(warp, instr.a));
  const uint64_t from = start - static_cast<uint64_t>(int64_t{instr.imm});
  const __m256i begin = _mm256_set1_epi64x(static_cast<long long>(from));
  const __m256i firsts = _mm256_set1_epi32(static_cast<int>(first_address(warp, instr) - start));
  const __m256i evens = _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7);
  __m256i high = _mm256_setzero_si256();
  for (uint32_t p = 0; p < kWarpSize / kPart; ++p) {
    const auto* const four = reinterpret_cast<const __m256i*>(addresses + kPart * p);
    const __m256i low_lanes = _mm256_sub_epi64(_mm256_loadu_si256(four), begin);
    const __m256i high_lanes = _mm256_sub_epi64(_mm256_loadu_si256(four + 1), begin);
    const __m256i a = _mm256_permutevar8x32_epi32(low_lanes, evens);
    const __m256i b = _mm256_permutevar8x32_epi32(high_lanes, evens);
    __m256i part = _mm256_permute2x128_si256(a, b, 0x20);
    __m256i rest = _mm256_permute2x128_si256(a, b, 0x31);
    if (warp.mask != ~0u) {
      const __m256i lanes = active(warp.mask, p);
      part = _mm256_blendv_epi8(firsts, part, lanes);
      rest = _mm256_and_si256(rest, lanes);
    }
    high = _mm256_or_si256(high, rest);
    store_part(reach.offsets, p, part);
  }
  return _mm256_testz_si256(high, high) != 0 &&
         are_inside(reach.offsets, static_cast<uint32_t>(size) - bytes);
}

bool find_local_pointers(const NativeWarp& warp, const Instr& instr, uint32_t bytes, Reach& reach) {
  return find_from(warp, instr, bytes, code::kLocalPointerBase, warp.run->warp.frame_end, reach) &&
         are_aligned(reach, bytes);
}

}  // namespace warplens::machine
