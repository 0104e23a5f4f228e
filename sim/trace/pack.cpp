// Finding a warp's shape, and writing and reading it.
#include "sim/trace/pack.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/base/assert.hpp"

namespace warplens::trace {

namespace {

void append(std::vector<std::byte>& bytes, uint64_t value, uint32_t width) {
  const size_t end = bytes.size();
  bytes.resize(end + width);
  std::memcpy(bytes.data() + end, &value, width);  // little-endian hosts only, as is the machine
}

uint64_t read(const std::vector<std::byte>& bytes, uint64_t& offset, uint32_t width) {
  WL_ASSERT(offset + width <= bytes.size(), "packed lanes end inside the bytes");
  uint64_t value = 0;
  std::memcpy(&value, bytes.data() + offset, width);
  offset += width;
  return value;
}

// Whether the active lanes are start + lane * step; with one active lane the step is 0.
bool is_affine(const Lanes& lanes, uint32_t mask, uint64_t& start, uint64_t& step) {
  const auto first = static_cast<uint32_t>(std::countr_zero(mask));
  const uint32_t rest = mask & (mask - 1);
  step = 0;
  if (rest != 0) {
    const auto second = static_cast<uint32_t>(std::countr_zero(rest));
    const uint64_t difference = lanes[second] - lanes[first];
    const uint64_t distance = second - first;
    const auto signed_step = static_cast<int64_t>(difference) / static_cast<int64_t>(distance);
    step = static_cast<uint64_t>(signed_step);
    if (step * distance != difference) return false;
  }
  start = lanes[first] - step * first;
  for (uint32_t left = rest; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    if (lanes[lane] != start + step * lane) return false;
  }
  return true;
}

uint32_t width_of(uint64_t value) {
  if (value <= 0xff) return 1;
  if (value <= 0xffff) return 2;
  return value <= 0xffffffff ? 4 : 8;
}

}  // namespace

Shape pack(const Lanes& lanes, uint32_t mask, std::vector<std::byte>& bytes) {
  uint64_t start = 0, step = 0;
  if (is_affine(lanes, mask, start, step)) {
    if (step == 0 && start == 0) return Shape::kZero;
    append(bytes, start, 8);
    if (step == 0) return Shape::kEqual;
    append(bytes, step, 8);
    return Shape::kAffine;
  }
  uint64_t smallest = ~uint64_t{0}, largest = 0;
  for (uint32_t left = mask; left != 0; left &= left - 1) {
    const uint64_t value = lanes[static_cast<size_t>(std::countr_zero(left))];
    smallest = std::min(smallest, value);
    largest = std::max(largest, value);
  }
  const uint32_t width = width_of(largest - smallest);
  append(bytes, smallest, 8);
  append(bytes, width, 1);
  for (uint32_t left = mask; left != 0; left &= left - 1) {
    append(bytes, lanes[static_cast<size_t>(std::countr_zero(left))] - smallest, width);
  }
  return Shape::kRaw;
}

void unpack(Shape shape, uint32_t mask, const std::vector<std::byte>& bytes, uint64_t& offset,
            Lanes& lanes) {
  lanes.fill(0);
  if (shape == Shape::kZero) return;
  const uint64_t start = read(bytes, offset, 8);
  const uint64_t step = shape == Shape::kAffine ? read(bytes, offset, 8) : 0;
  const auto width = shape == Shape::kRaw ? static_cast<uint32_t>(read(bytes, offset, 1)) : 0;
  for (uint32_t left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    lanes[lane] = start + (width != 0 ? read(bytes, offset, width) : step * lane);
  }
}

}  // namespace warplens::trace
