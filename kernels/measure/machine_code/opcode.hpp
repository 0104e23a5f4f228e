// What an instruction's name shows: whether it accesses shared or global memory, how, and how wide.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/measure/format/measurement.hpp"

namespace warplens::measure::machine_code {

struct Access {
  Space space = Space::kGlobal;
  Operation operation = Operation::kLoad;
  uint32_t bytes_per_lane = 4;
  bool is_generic = false;  // the address decides which space it is
};

// Of "LDS.U.128": a shared load of 16 bytes. None for other memory and for arithmetic
// (local memory, constants); two for LDGSTS, which copies from one to the other.
std::vector<Access> accesses_of(std::string_view opcode);

}  // namespace warplens::measure::machine_code
