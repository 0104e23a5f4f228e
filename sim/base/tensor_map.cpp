#include "sim/base/tensor_map.hpp"

namespace warplens::base {

namespace {

constexpr uint64_t kMark = 0x57617270'6c656e73;  // of an encoded map
// Words: the mark, the address, the small numbers, the sizes, the strides, two boxes or steps in
// each of the rest.
constexpr size_t kAddress = 1, kSmall = 2, kSizes = 3, kStrides = 8, kBox = 12;

}  // namespace

uint32_t bytes_of(TensorType type) {
  switch (type) {
    case TensorType::kU8:
      return 1;
    case TensorType::kU16:
    case TensorType::kF16:
    case TensorType::kBf16:
      return 2;
    case TensorType::kU64:
    case TensorType::kS64:
    case TensorType::kF64:
      return 8;
    default:
      return 4;
  }
}

bool is_floating(TensorType type) {
  return type >= TensorType::kF16;
}

uint32_t span_of(TensorSwizzle swizzle) {
  return swizzle == TensorSwizzle::kNone ? 0 : 16u << static_cast<uint32_t>(swizzle);
}

uint32_t swizzled(TensorSwizzle swizzle, uint32_t address) {
  const uint32_t span = span_of(swizzle);
  return span == 0 ? address : address ^ (address >> 3 & (span - 1) & ~15u);
}

TensorMap::Words TensorMap::words() const {
  Words words{};
  words[0] = kMark;
  words[kAddress] = address;
  words[kSmall] = static_cast<uint64_t>(type) | static_cast<uint64_t>(swizzle) << 8 |
                  uint64_t{fills_with_nan} << 16 | uint64_t{rank} << 24;
  for (size_t i = 0; i < sizes.size(); ++i) words[kSizes + i] = sizes[i];
  for (size_t i = 0; i < strides.size(); ++i) words[kStrides + i] = strides[i];
  for (size_t i = 0; i < box.size(); ++i) {
    words[kBox + i / 2] |= uint64_t{box[i]} << i % 2 * 32;
    words[kBox + i / 2] |= uint64_t{steps[i]} << (i % 2 * 32 + 16);
  }
  return words;
}

std::optional<TensorMap> TensorMap::of(const Words& words) {
  if (words[0] != kMark) return std::nullopt;
  TensorMap map;
  map.address = words[kAddress];
  map.type = static_cast<TensorType>(words[kSmall] & 0xff);
  map.swizzle = static_cast<TensorSwizzle>(words[kSmall] >> 8 & 0xff);
  map.fills_with_nan = (words[kSmall] >> 16 & 1) != 0;
  map.rank = static_cast<uint32_t>(words[kSmall] >> 24 & 0xff);
  for (size_t i = 0; i < map.sizes.size(); ++i) map.sizes[i] = words[kSizes + i];
  for (size_t i = 0; i < map.strides.size(); ++i) map.strides[i] = words[kStrides + i];
  for (size_t i = 0; i < map.box.size(); ++i) {
    map.box[i] = static_cast<uint32_t>(words[kBox + i / 2] >> i % 2 * 32 & 0xffff);
    map.steps[i] = static_cast<uint32_t>(words[kBox + i / 2] >> (i % 2 * 32 + 16) & 0xffff);
  }
  // What was written over is none.
  if (map.rank == 0 || map.rank > kMostRank || static_cast<uint32_t>(map.type) >= kTensorTypes ||
      static_cast<uint32_t>(map.swizzle) >= kTensorSwizzles || map.words() != words)
    return std::nullopt;
  return map;
}

}  // namespace warplens::base
