// Which line of the text each instruction is from: section .debug_line, as DWARF 2 to 4 have it
// ("DWARF Debugging Information Format, version 4", 6.2). Of an inlined function it is the line in
// that function.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/measure/cubin/elf.hpp"

namespace warplens::measure::cubin {

// From this offset on, up to the next row's.
struct LineRow {
  uint64_t offset = 0;  // [bytes] in the section of the code
  uint32_t file = 0;    // index into LineTable::files; kNoFile
  uint32_t line = 0;    // 0: of no line
};

struct LineTable {
  static constexpr uint32_t kNoFile = UINT32_MAX;
  std::vector<std::string> files;  // with their folders: "/folder/kernel.cu"
  std::vector<LineRow> rows;       // ascending

  // Of the instruction there; of no line where the table does not say.
  LineRow at(uint64_t offset) const;
};

// Of the code in `section` (".text.NAME"); no rows where the cubin has no such table, or a damaged
// one.
LineTable lines_of(const Elf& elf, std::string_view section);

}  // namespace warplens::measure::cubin
