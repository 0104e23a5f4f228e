// A cubin's kernels as plain data: what the compiling process answers with.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/measure/cubin/elf.hpp"
#include "kernels/measure/format/compile.hpp"
#include "sim/base/result.hpp"

namespace warplens::measure::cubin {

// One for each of `lowered` (name expression to name in the cubin) that is a kernel of it, in that
// order. Errors: parts of a sentence on why the file cannot be read.
base::Result<std::vector<KernelCode>, std::string> kernels_of(
    const std::vector<char>& cubin, const std::map<std::string, std::string>& lowered);

// A kernel's machine code by basic blocks and lines of the text: how much of each line is in each
// block, and where control may go two ways. Of `kernel`, its name in the cubin. Without lines
// where the code cannot be read: there is no line table, an opcode of control flow whose meaning
// is not known, or far too much code. Code of functions that it calls is left out.
CodeLines code_lines_of(const Elf& elf, std::string_view kernel);

// What a compiled kernel takes of a multiprocessor, as the cubin says it for the driver.

struct Resources {
  uint32_t registers = 0;      // of a thread
  uint64_t static_shared = 0;  // [bytes] of a block, without what the system reserves
  uint64_t stack = 0;          // [bytes] of a thread: its frame in local memory
};

// `kernel`: its name in the cubin. Nothing where the cubin does not say how many registers it has.
std::optional<Resources> resources_of(const Elf& elf, std::string_view kernel);

}  // namespace warplens::measure::cubin
