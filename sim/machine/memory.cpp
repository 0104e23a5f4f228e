// Global memory: finding an address's array by its window.
#include "sim/machine/memory.hpp"

#include <utility>

namespace warplens::machine {
namespace {

// Counted from 0, whether there is an array or not; below the first window: nothing.
std::optional<uint64_t> window_of(uint64_t address) {
  const uint64_t window = address / GlobalMemory::kWindow;
  return window == 0 ? std::nullopt : std::optional(window - 1);
}

}  // namespace

const ArrayShape* array_around(const std::vector<ArrayShape>& arrays, uint64_t address) {
  const std::optional<uint64_t> index = window_of(address);
  if (!index || *index >= arrays.size()) return nullptr;
  const ArrayShape& array = arrays[*index];
  return address >= array.address && address - array.address < array.bytes ? &array : nullptr;
}

uint64_t GlobalMemory::add(GlobalArray array) {
  arrays_.push_back(std::move(array));
  return address_of(array_count() - 1);
}

std::vector<ArrayShape> GlobalMemory::shapes() const {
  std::vector<ArrayShape> shapes;
  for (uint32_t i = 0; i < array_count(); ++i) {
    const GlobalArray& array = arrays_[i];
    shapes.push_back({array.name, array.element, array.extents, array.struct_name,
                      array.bytes.size(), address_of(i)});
  }
  return shapes;
}

std::optional<uint32_t> GlobalMemory::array_at(uint64_t address) const {
  const std::optional<uint64_t> index = window_of(address);
  if (!index || *index >= arrays_.size()) return std::nullopt;
  return static_cast<uint32_t>(*index);
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
