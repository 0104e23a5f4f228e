// Global memory: finding an address's array by its window.
#include "sim/machine/memory.hpp"

#include <utility>

namespace warplens::machine {

uint64_t GlobalMemory::add(GlobalArray array) {
  arrays_.push_back(std::move(array));
  return address_of(array_count() - 1);
}

std::optional<uint32_t> GlobalMemory::array_at(uint64_t address) const {
  const uint64_t window = address / kWindow;
  if (window == 0 || window > arrays_.size()) return std::nullopt;
  return static_cast<uint32_t>(window - 1);
}

const std::byte* GlobalMemory::find(uint64_t address, uint32_t bytes) const {
  const std::optional<uint32_t> index = array_at(address);
  if (!index) return nullptr;
  const std::vector<std::byte>& held = arrays_[*index].bytes;
  const uint64_t offset = address - address_of(*index);  // before the array: wraps to a huge number
  if (offset >= held.size() || held.size() - offset < bytes) return nullptr;
  return held.data() + offset;
}

std::byte* GlobalMemory::find(uint64_t address, uint32_t bytes) {
  return const_cast<std::byte*>(std::as_const(*this).find(address, bytes));
}

}  // namespace warplens::machine
