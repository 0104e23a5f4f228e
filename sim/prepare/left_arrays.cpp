#include "sim/prepare/program_parts.hpp"

#include <utility>

namespace warplens::prepare {

void LeftArrays::note(uint32_t index, const machine::GlobalArray& array) {
  by_name_[array.name] = {{array.name, array.element, array.extents, {}, array.struct_name}, index};
}

void LeftArrays::free(uint32_t index, const machine::GlobalMemory& memory) {
  for (auto& [name, left] : by_name_) {
    if (left.index != index) continue;
    left.array.bytes = memory.array(index).bytes;
    left.index.reset();
  }
}

std::vector<machine::GlobalArray> LeftArrays::take(const host::Process& process,
                                                   const std::vector<machine::ArrayShape>& given) {
  const machine::GlobalMemory& memory = process.device.memory();
  for (const machine::ArrayShape& array : given) {
    Left& left = by_name_[array.name];
    left.array = {array.name, array.element, array.extents, {}, array.struct_name};
    left.index = memory.array_at(array.address);
    if (left.index) continue;
    left.array.bytes = base::PagedBytes(array.bytes);
    const std::byte* const content = process.memory.at(array.address, array.bytes);
    if (content != nullptr) left.array.bytes.write(0, {content, array.bytes});
  }
  std::vector<machine::GlobalArray> all;
  for (auto& [name, left] : by_name_) {
    if (left.index) left.array.bytes = memory.array(*left.index).bytes;
    all.push_back(std::move(left.array));
  }
  return all;
}

}  // namespace warplens::prepare
