// A cubin as the ELF file that it is: sections, symbols and relocations. Pure; a damaged file gives
// an error or empty sections, and is never read beyond its end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"

namespace warplens::measure::cubin {

struct Section {
  std::string_view name;
  uint64_t size = 0;       // [bytes], also of one that the file does not hold (shared memory)
  std::string_view bytes;  // of the file; empty of such a section
};

struct Symbol {
  std::string_view name;
  uint32_t section = 0;  // index into Elf::sections; may be beyond their end
  uint64_t value = 0;    // where it is in that section [bytes]
};

// A place in another section that names a symbol: the sequences of a line table say so which code
// they are about.
struct Relocation {
  uint64_t offset = 0;
  uint32_t symbol = 0;  // index into Elf::symbols; may be beyond their end
};

// All of it points into the bytes that it was read from.
struct Elf {
  uint32_t compute = 0;  // major * 10 + minor of the capability that the code is for
  std::vector<Section> sections;
  std::vector<Symbol> symbols;

  const Section* find(std::string_view name) const;  // the first of that name; null: none
  // Of the section `name`, by offset.
  std::vector<Relocation> relocations_of(std::string_view name) const;
};

// `file` must outlive the result. Errors, parts of a sentence: it is no 64-bit ELF file of CUDA's
// machine, or its table of sections is not in it.
base::Result<Elf, std::string> read_elf(std::string_view file);

}  // namespace warplens::measure::cubin
