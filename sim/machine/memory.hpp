// Global memory: the launch's arrays, each alone in a 64 GiB window of the address space, so that
// an `int` index out of bounds can never land in a neighbour and the array is found from the
// address by a shift.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/paged_bytes.hpp"
#include "sim/base/scalar.hpp"

namespace warplens::machine {

struct GlobalArray {
  std::string name;
  base::Scalar element = base::Scalar::kFloat;
  std::vector<uint64_t> extents;  // outermost first
  base::PagedBytes bytes;
  std::string
      struct_name;  // the type of an element, where that is a struct of the file; else empty
};

// What is known of an array without its contents.
struct ArrayShape {
  std::string name;
  base::Scalar element = base::Scalar::kFloat;
  std::vector<uint64_t> extents;  // as GlobalArray's
  std::string struct_name;        // as GlobalArray's
  uint64_t bytes = 0;
  uint64_t address = 0;
};
// The array in which the address is; null if it is in none. `arrays` are
// GlobalMemory::shapes().
const ArrayShape* array_around(const std::vector<ArrayShape>& arrays, uint64_t address);

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
  static uint64_t address_of(uint32_t index) { return (uint64_t{index} + 1) * kWindow + kStart; }
  std::vector<ArrayShape> shapes() const;  // by index
  // The array whose window holds the address, also when the address is before or past the array;
  // none: nullopt.
  std::optional<uint32_t> array_at(uint64_t address) const;
  // Where [address, address + bytes) is, if all of it is in one array; else nothing.
  struct Range {
    uint32_t array = 0;
    uint64_t offset = 0;  // [bytes] from the array's start
  };
  std::optional<Range> range_at(uint64_t address, uint64_t bytes) const;
  // The bytes at an address; false, and nothing done, if they do not all lie in one array.
  bool read(uint64_t address, std::span<std::byte> to) const;
  bool write(uint64_t address, std::span<const std::byte> from);

  // What the pages of new arrays are counted by; null: nobody counts.
  const std::shared_ptr<base::PageBudget>& budget() const { return budget_; }
  void set_budget(std::shared_ptr<base::PageBudget> budget) { budget_ = std::move(budget); }
  bool is_full() const { return budget_ != nullptr && budget_->is_full(); }

 private:
  std::vector<GlobalArray> arrays_;
  std::shared_ptr<base::PageBudget> budget_;
};

}  // namespace warplens::machine
