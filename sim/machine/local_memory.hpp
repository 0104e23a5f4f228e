// What 32 threads have of local memory: word after word, the lanes' beside each other as on a GPU,
// so that lanes that reach one place of their frames reach neighbouring words.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "sim/base/warp.hpp"

namespace warplens::machine {

class LocalMemory {
 public:
  static constexpr uint32_t kWordBytes = 4;
  static constexpr uint32_t kRowBytes = kWordBytes * base::kWarpSize;  // a word of all lanes

  uint32_t bytes() const { return bytes_; }       // of each lane
  uint64_t size() const { return held_.size(); }  // [bytes] of all lanes
  // Zeros.
  void assign(uint32_t bytes) {
    bytes_ = bytes;
    held_.assign(size_t{words(bytes)} * kRowBytes, std::byte{0});
  }
  // With zeros behind what is there.
  void grow(uint32_t bytes) {
    bytes_ = bytes;
    held_.resize(size_t{words(bytes)} * kRowBytes);
  }
  // Zeros in the words from one offset to another.
  void clear(uint32_t begin, uint32_t end) {
    if (begin >= end) return;
    const size_t first = size_t{begin / kWordBytes} * kRowBytes;
    std::memset(held_.data() + first, 0, size_t{words(end)} * kRowBytes - first);
  }

  // The same of some of the lanes.
  void clear(uint32_t mask, uint32_t begin, uint32_t end) {
    if (mask == ~0u && begin % kWordBytes == 0 && end % kWordBytes == 0) return clear(begin, end);
    for (uint32_t lane = 0; lane < base::kWarpSize; ++lane)
      for (uint32_t at = begin; at < end && (mask >> lane & 1) != 0; ++at)
        held_[place(lane, at)] = std::byte{0};
  }

  // Ranges must be inside.
  void read(uint32_t lane, uint32_t offset, void* to, uint32_t bytes) const {
    auto* const out = static_cast<std::byte*>(to);
    for_each_part(lane, offset, bytes, [&](uint32_t done, size_t at, uint32_t part) {
      std::memcpy(out + done, held_.data() + at, part);
    });
  }
  void write(uint32_t lane, uint32_t offset, const void* from, uint32_t bytes) {
    const auto* const in = static_cast<const std::byte*>(from);
    for_each_part(lane, offset, bytes, [&](uint32_t done, size_t at, uint32_t part) {
      std::memcpy(held_.data() + at, in + done, part);
    });
  }
  std::byte at(uint32_t lane, uint32_t offset) const { return held_[place(lane, offset)]; }

  // Where that byte is in data().
  static size_t place(uint32_t lane, uint32_t offset) {
    return size_t{offset / kWordBytes} * kRowBytes + lane * kWordBytes + offset % kWordBytes;
  }
  std::byte* data() { return held_.data(); }
  const std::vector<std::byte>& held() const { return held_; }

  friend bool operator==(const LocalMemory&, const LocalMemory&) = default;

 private:
  static uint32_t words(uint32_t bytes) { return (bytes + kWordBytes - 1) / kWordBytes; }
  // Calls visit(bytes before it, where it is, its bytes) for each part that is in one word.
  template <class Visit>
  static void for_each_part(uint32_t lane, uint32_t offset, uint32_t bytes, Visit visit) {
    for (uint32_t done = 0; done < bytes;) {
      const uint32_t part = std::min(bytes - done, kWordBytes - (offset + done) % kWordBytes);
      visit(done, place(lane, offset + done), part);
      done += part;
    }
  }

  uint32_t bytes_ = 0;
  std::vector<std::byte> held_;
};

}  // namespace warplens::machine
