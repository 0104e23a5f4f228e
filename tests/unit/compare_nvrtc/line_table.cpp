#include "line_table.hpp"

#include <elf.h>

#include <cstring>
#include <map>

#include "kernels/measure/counters/source_lines.hpp"

namespace warplens::test {
namespace {

using measure::Operation;

// The low 12 bits of an instruction of 16 bytes: what was found in cubins of sm_90 beside the PTX
// that they were made from.
const std::map<uint32_t, Operation> kOpcodes = {
    {0x980, Operation::kLoad},   {0x981, Operation::kLoad},   {0x984, Operation::kLoad},
    {0xb82, Operation::kLoad},  // of constant memory
    {0x385, Operation::kStore},  {0x985, Operation::kStore},  {0x386, Operation::kStore},
    {0x986, Operation::kStore},  {0x388, Operation::kStore},  {0x988, Operation::kStore},
    {0x38a, Operation::kAtomic}, {0x98a, Operation::kAtomic}, {0x38b, Operation::kAtomic},
    {0x3a8, Operation::kAtomic}, {0x9a8, Operation::kAtomic}, {0x3a9, Operation::kAtomic},
    {0x38c, Operation::kAtomic}, {0x98c, Operation::kAtomic}, {0x38d, Operation::kAtomic},
    {0x98d, Operation::kAtomic}, {0x98e, Operation::kAtomic}};

template <typename T>
T read(const std::vector<char>& from, uint64_t at) {
  T value{};
  if (at + sizeof(T) <= from.size()) std::memcpy(&value, from.data() + at, sizeof(T));
  return value;
}

}  // namespace

std::vector<MemoryInstruction> memory_instructions(const measure::counters::Cupti& cupti,
                                                   const std::vector<char>& cubin) {
  std::vector<MemoryInstruction> found;
  const auto head = read<Elf64_Ehdr>(cubin, 0);
  const auto section = [&](uint64_t index) {
    return read<Elf64_Shdr>(cubin, head.e_shoff + index * sizeof(Elf64_Shdr));
  };
  const uint64_t names = section(head.e_shstrndx).sh_offset;
  for (uint64_t i = 0; i < head.e_shnum; ++i) {
    const Elf64_Shdr text = section(i);
    const std::string name(cubin.data() + names + text.sh_name);
    if (!name.starts_with(".text.")) continue;
    const std::string function = name.substr(6);
    for (uint64_t at = 0; at + 16 <= text.sh_size; at += 16) {
      const auto opcode = kOpcodes.find(read<uint32_t>(cubin, text.sh_offset + at) & 0xfff);
      if (opcode == kOpcodes.end()) continue;
      const measure::counters::SourceLine place =
          source_line(cupti, cubin, function, static_cast<uint32_t>(at));
      found.push_back({function, place.file, place.line, opcode->second});
    }
  }
  return found;
}

}  // namespace warplens::test
