// Labels on bytes: which doubt (doubts.hpp) the value of a byte depends on. Host memory has one
// beside each byte, device memory one beside each byte of an array, in pages that take no room
// while they are alike.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "sim/base/paged_bytes.hpp"
#include "sim/host/address_range.hpp"

namespace warplens::host {

using Label = uint8_t;  // 0: none

// Of memory behind a block of the host's heap: who accesses it is wrong, whatever it holds.
inline constexpr Label kBeyond = 255;

// Of a value that is made of two: one of theirs.
constexpr Label joined(Label a, Label b) {
  return a != 0 ? a : b;
}

// The first label among those of a value of N bytes.
template <size_t N>
Label label_of_value(const Label* at) {
  if constexpr (N == 1 || N == 2 || N == 4 || N == 8) {
    uint64_t all = 0;
    std::memcpy(&all, at, N);
    if (all == 0) [[likely]]
      return 0;
  }
  for (size_t i = 0; i < N; ++i) {
    if (at[i] != 0) return at[i];
  }
  return 0;
}
Label first_label(const Label* at, uint64_t bytes);

class DeviceLabels {
 public:
  // Arrays by index, in the order in which they are allocated.
  void add(uint64_t bytes, Label label);
  void clear(uint32_t array);  // it was freed
  void clear();                // all, and no array has a label any more
  // Ranges must be in the array.
  void put(uint32_t array, uint64_t offset, uint64_t bytes, Label label);
  void put(uint32_t array, uint64_t offset, std::span<const Label> labels);
  void get(uint32_t array, uint64_t offset, std::span<Label> to) const;
  Label first(uint32_t array, uint64_t offset, uint64_t bytes) const;
  // Whether a byte of it may have one.
  bool may_have(uint32_t array) const { return arrays_[array].may_have; }
  bool may_have_any() const;
  // Whether labels have been given up.
  bool is_off() const { return is_off_; }
  uint32_t arrays() const { return static_cast<uint32_t>(arrays_.size()); }
  const base::PagedBytes& of(uint32_t array) const { return arrays_[array].labels; }

 private:
  struct Array {
    base::PagedBytes labels;
    bool may_have = false;
  };
  std::vector<Array> arrays_;
  bool is_off_ = false;
};

// The bytes of an array that nothing had written at some time, which shares its labels' pages.
class NeverWritten {
 public:
  NeverWritten() = default;  // all are written
  // Those that have one of two labels; 0: there is none such.
  NeverWritten(base::PagedBytes labels, Label one, Label other)
      : labels_(std::move(labels)), one_(one), other_(other) {}
  // Whether one of these bytes is such.
  bool has_any_of(uint64_t offset, uint64_t bytes) const;
  // Whether one of these bytes is none of `later`'s, of the same array.
  bool has_more_than(const NeverWritten& later) const;
  // Holds the pages of an earlier state of the same array where they are equal. [bytes] What it
  // stores besides.
  uint64_t share_pages_of(const NeverWritten& earlier);

 private:
  // Where in a page the first such byte is, at or behind `at`; its end: there is none.
  uint64_t next_in(const base::PagedBytes::View& page, uint64_t at) const;

  base::PagedBytes labels_;
  Label one_ = 0, other_ = 0;
};

}  // namespace warplens::host
