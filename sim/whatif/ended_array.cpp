#include "sim/whatif/ended_array.hpp"

#include <algorithm>
#include <cstring>

namespace warplens::whatif {

namespace {

constexpr uint64_t kMostRows = 16, kMostColumns = 32;

const machine::GlobalArray* array_of(const machine::GlobalMemory* memory, const std::string& name) {
  if (memory == nullptr) return nullptr;
  for (uint32_t i = 0; i < memory->array_count(); ++i) {
    if (memory->array(i).name == name) return &memory->array(i);
  }
  return nullptr;
}

// The begin of `most` of `all` that contain `focus`.
uint64_t begin_around(uint64_t focus, uint64_t all, uint64_t most) {
  return all <= most ? 0 : std::min(focus / most * most, all - most);
}

uint64_t bits_at(const machine::GlobalArray& array, uint64_t element, uint64_t size) {
  std::vector<std::byte> bytes(size);
  array.bytes.read(element * size, bytes);
  uint64_t bits = 0;
  std::memcpy(&bits, bytes.data(), size);
  return bits;
}

}  // namespace

std::optional<EndedArray> ended_array(const run::Run& expected, const run::Run& found,
                                      const ArrayDifference& difference) {
  const auto one = expected.memory_after->get(), two = found.memory_after->get();
  const machine::GlobalArray* before = array_of(one.get(), difference.array);
  const machine::GlobalArray* after = array_of(two.get(), difference.array);
  if (before == nullptr || after == nullptr) return std::nullopt;
  EndedArray part;
  part.array = difference.array;
  part.element = difference.element;
  const uint64_t size = base::size_of(part.element);
  const uint64_t count = std::min(before->bytes.size(), after->bytes.size()) / size;
  const bool is_matrix = before->struct_name.empty() && before->extents.size() >= 2;
  const uint64_t columns = is_matrix ? before->extents.back() : std::min(count, kMostColumns);
  if (columns == 0) return std::nullopt;
  const uint64_t rows = (count + columns - 1) / columns;
  part.rows = std::min(rows, kMostRows);
  part.columns = std::min(columns, kMostColumns);
  part.first_row = begin_around(difference.first / columns, rows, kMostRows);
  part.first_column = begin_around(difference.first % columns, columns, kMostColumns);
  part.is_all = part.rows == rows && part.columns == columns;
  for (uint64_t row = 0; row < part.rows; ++row) {
    for (uint64_t column = 0; column < part.columns; ++column) {
      const uint64_t at = (part.first_row + row) * columns + part.first_column + column;
      if (at >= count) break;
      part.expected.push_back(bits_at(*before, at, size));
      part.found.push_back(bits_at(*after, at, size));
    }
  }
  return part;
}

}  // namespace warplens::whatif
