// Binds a launch's arguments to a kernel's parameters and to the file's __device__ and __constant__
// variables by name: scalars to their bits, arrays to filled global memory.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/code/program.hpp"
#include "sim/launch/fill.hpp"
#include "sim/launch/launch.hpp"
#include "sim/machine/memory.hpp"

namespace warplens::prepare {

// All arrays of a launch together may not be larger than this, however little memory they take
// here (RunStore::limit()). [bytes]
inline constexpr uint64_t kGlobalMemoryLimit = uint64_t{16} << 30;

// What the earlier launches of a sequence left.
struct Earlier {
  machine::GlobalMemory memory;
  std::map<const lang::Variable*, uint32_t> globals;  // __device__ variables: index into memory
  std::vector<launch::Argument> texts;                // scalars and records, the latest value
  std::map<const lang::Kernel*, std::shared_ptr<const code::Program>> programs;  // those lowered
  std::vector<base::Span> warned;  // places of warnings about the text
  bool is_first = true;            // there is no earlier launch
  // Contents of the next launch's arrays that are worked out already, by argument.
  std::map<std::string, base::PagedBytes> filled;
};

struct Bound {
  // Parallel to Program::parameters: a record by value has one a leaf; a pointer's is its array's
  // address.
  std::vector<uint64_t> parameter_bits;
  std::vector<uint64_t> global_addresses;  // parallel to Program::globals; 0 for __constant__ ones
  std::vector<std::byte> constants;        // of constant memory: Program::constant_bytes
  machine::GlobalMemory memory;  // Earlier's arrays, then the launch's in order of the parameters,
                                 // others to which arguments refer, __device__ variables
  std::map<const lang::Variable*, uint32_t> globals;  // as in Earlier
  base::Diagnostics warnings;
};

// Reports all errors, not only the first. `file_name` is for the hint's completed command.
base::Checked<Bound> bind_arguments(const code::Program& program, const launch::Launch& launch,
                                    const std::string& file_name,
                                    const launch::FileReader& read_file, Earlier earlier);

}  // namespace warplens::prepare
