// Binds a launch's arguments to a kernel's parameters by name: scalars to their bits, arrays to
// filled global memory.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/code/program.hpp"
#include "sim/launch/fill.hpp"
#include "sim/launch/launch.hpp"
#include "sim/machine/memory.hpp"

namespace warplens::engine {

// All arrays of a launch together may not be larger than this. [bytes]
inline constexpr uint64_t kGlobalMemoryLimit = uint64_t{2} << 30;

struct Bound {
  std::vector<uint64_t> parameter_bits;  // by parameter; a pointer's is its array's address
  machine::GlobalMemory memory;          // arrays in order of the parameters
};

// Every mistake is reported, not only the first. `file_name` is for the hint's completed command.
base::Checked<Bound> bind_arguments(const code::Program& program, const launch::Launch& launch,
                                    const std::string& file_name,
                                    const launch::FileReader& read_file);

// The launch with a guessed argument for each parameter that has none: an array as long as the grid
// has threads, an integer as large as the grid is wide, 1 for anything else.
launch::Launch complete_arguments(const lang::Kernel& kernel, launch::Launch launch);

}  // namespace warplens::engine
