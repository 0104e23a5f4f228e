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

std::optional<GlobalMemory::Range> GlobalMemory::range_at(uint64_t address, uint64_t bytes) const {
  const std::optional<uint32_t> index = array_at(address);
  if (!index) return std::nullopt;
  const uint64_t size = arrays_[*index].bytes.size();
  const uint64_t offset = address - address_of(*index);  // before the array: wraps to a huge number
  if (offset >= size || size - offset < bytes) return std::nullopt;
  return Range{*index, offset};
}

bool GlobalMemory::read(uint64_t address, std::span<std::byte> to) const {
  const std::optional<Range> range = range_at(address, to.size());
  if (range) arrays_[range->array].bytes.read(range->offset, to);
  return range.has_value();
}

bool GlobalMemory::write(uint64_t address, std::span<const std::byte> from) {
  const std::optional<Range> range = range_at(address, from.size());
  if (range) arrays_[range->array].bytes.write(range->offset, from);
  return range.has_value();
}

}  // namespace warplens::machine
