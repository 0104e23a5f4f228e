// Global memory: the launch's arrays, each alone in a 64 GiB window of the address space, so that
// an `int` index out of bounds can never land in a neighbour and the array is found from the
// address by a shift.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/scalar.hpp"

namespace warplens::machine {

struct GlobalArray {
  std::string name;
  base::Scalar element = base::Scalar::kFloat;
  std::vector<uint64_t> extents;  // outermost first
  std::vector<std::byte> bytes;
};

class GlobalMemory {
 public:
  static constexpr uint64_t kWindow = uint64_t{1} << 36;
  // Arrays start in the middle of their window: an index below 0 stays in it, too.
  static constexpr uint64_t kStart = kWindow / 2;
  // Returns the array's address (a multiple of 256).
  uint64_t add(GlobalArray array);

  uint32_t array_count() const { return static_cast<uint32_t>(arrays_.size()); }
  const GlobalArray& array(uint32_t index) const { return arrays_[index]; }
  GlobalArray& array(uint32_t index) { return arrays_[index]; }
  uint64_t address_of(uint32_t index) const { return (uint64_t{index} + 1) * kWindow + kStart; }
  // The array whose window holds the address, also when the address is before or past the array;
  // none: nullopt.
  std::optional<uint32_t> array_at(uint64_t address) const;
  // The bytes at an address if all of [address, address + bytes) lies in one array, else null.
  std::byte* find(uint64_t address, uint32_t bytes);
  const std::byte* find(uint64_t address, uint32_t bytes) const;

 private:
  std::vector<GlobalArray> arrays_;
};

}  // namespace warplens::machine
