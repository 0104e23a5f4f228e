// The memory instructions of two builds, gathered by source line: what explain() compares.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kernels/measure/machine_code/machine_code.hpp"

namespace warplens::measure::machine_code {

// The members are in the order in which causes are sorted.
struct LineAccess {
  std::string file;
  uint32_t line = 0;
  Space space = Space::kGlobal;
  Operation operation = Operation::kLoad;
  auto operator<=>(const LineAccess&) const = default;
};

// Indices into the listings.
struct Group {
  std::vector<uint32_t> written, compiled;
};

using Groups = std::map<LineAccess, Group>;

Groups group_by_line(const Listing& as_written, const Listing& as_compiled);

struct Widths {
  uint32_t narrowest = 0, widest = 0, total = 0;  // [bytes a lane]; 0 if there is no instruction
};
Widths widths_of(const Listing& listing, const std::vector<uint32_t>& instructions);

// "the load", "the atomic operation": the subject of a sentence.
std::string the_access(Operation operation);
// "4 loads of 4 bytes", "1 store of 1 byte".
std::string name_accesses(Operation operation, size_t count, uint32_t bytes);
// "line 12", "lines 12 and 14", "lines 63 to 66", "lines 3, 7 and 9"; those of another file than
// `file` are followed by its name.
std::string name_lines(const std::vector<LineAccess>& places, const std::string& file);

}  // namespace warplens::measure::machine_code
