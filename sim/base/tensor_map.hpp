// A tensor map: what cuTensorMapEncodeTiled() makes of a tensor in global memory and the box of it
// that one copy moves, 128 bytes that kernels pass to tensor copies. What the bytes are is the
// driver's secret; these are Warplens's own.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace warplens::base {

// The numbers are those of CUtensorMapDataType and CUtensorMapSwizzle.
enum class TensorType : uint8_t {
  kU8,
  kU16,
  kU32,
  kS32,
  kU64,
  kS64,
  kF16,
  kF32,
  kF64,
  kBf16,
  kF32Flushed,
  kTf32,
  kTf32Flushed
};
inline constexpr uint32_t kTensorTypes = 13;
uint32_t bytes_of(TensorType type);
bool is_floating(TensorType type);

enum class TensorSwizzle : uint8_t { kNone, k32, k64, k128 };
inline constexpr uint32_t kTensorSwizzles = 4;
// The bytes of shared memory in which pieces of 16 bytes change places; 0: none do.
uint32_t span_of(TensorSwizzle swizzle);
// Where the byte of shared memory at `address` goes: bits 4 and up are xored with bits 7 and up of
// the address itself, wherever the box begins.
uint32_t swizzled(TensorSwizzle swizzle, uint32_t address);

struct TensorMap {
  static constexpr uint32_t kMostRank = 5;
  static constexpr uint32_t kBytes = 128;
  using Words = std::array<uint64_t, kBytes / sizeof(uint64_t)>;

  TensorType type = TensorType::kU8;
  TensorSwizzle swizzle = TensorSwizzle::kNone;
  bool fills_with_nan = false;  // places outside of the tensor; else with zeros
  uint32_t rank = 1;
  uint64_t address = 0;                           // of global memory
  std::array<uint64_t, kMostRank> sizes{};        // [elements], the innermost dimension first
  std::array<uint64_t, kMostRank - 1> strides{};  // [bytes] of the dimensions behind that
  std::array<uint32_t, kMostRank> box{};          // [elements] along each
  std::array<uint32_t, kMostRank> steps{};  // between elements of the box; [0] counts for nothing

  Words words() const;
  // Nothing: the words are no tensor map.
  static std::optional<TensorMap> of(const Words& words);
  friend bool operator==(const TensorMap&, const TensorMap&) = default;
};

}  // namespace warplens::base
