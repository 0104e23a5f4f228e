// What a compiled kernel takes of a multiprocessor, as the cubin says it for the driver.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "kernels/measure/cubin/elf.hpp"

namespace warplens::measure::cubin {

struct Resources {
  uint32_t registers = 0;      // of a thread
  uint64_t static_shared = 0;  // [bytes] of a block, without what the system reserves
  uint64_t stack = 0;          // [bytes] of a thread: its frame in local memory
};

// `kernel`: its name in the cubin. Nothing where the cubin does not say how many registers it has.
std::optional<Resources> resources_of(const Elf& elf, std::string_view kernel);

}  // namespace warplens::measure::cubin
