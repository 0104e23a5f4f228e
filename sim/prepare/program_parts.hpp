// What program.cpp adds to a process: the call of a function in the place of main(), the arrays
// that are left at the end, the mistakes of host code as findings.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/host/process.hpp"
#include "sim/launch/fill.hpp"
#include "sim/launch/launch.hpp"
#include "sim/machine/memory.hpp"
#include "sim/observe/finding/finding.hpp"

namespace warplens::prepare {

// The call of a function of the text in main()'s place: its arguments are a launch's, its arrays
// in the memory of the program that calls it. Makes and fills the arrays, and gives the process
// its parameters; the process has not begun. Returns the arrays with their addresses in the
// process's memory. Errors as those of bind_arguments().
base::Checked<std::vector<machine::ArrayShape>> bind_call(
    host::Process& process, const std::vector<launch::Argument>& arguments,
    const std::string& file_name, const launch::FileReader& read_file);

// What a program leaves in its arrays: of those that have names, as it frees them or ends.

class LeftArrays {
 public:
  // The device's array with that index has this name and shape; what it holds may change. Of two
  // with one name the later one counts.
  void note(uint32_t index, const machine::GlobalArray& array);
  // The program is about to free it.
  void free(uint32_t index, const machine::GlobalMemory& memory);
  // At the program's end. `given` are a called function's, whose names come first. Once.
  std::vector<machine::GlobalArray> take(const host::Process& process,
                                         const std::vector<machine::ArrayShape>& given);

 private:
  struct Left {
    machine::GlobalArray array;
    std::optional<uint32_t> index;  // of the device's; nothing once its contents are here
  };
  std::map<std::string, Left> by_name_;
};

// The mistakes that a program makes in host code, as findings. Of a program that has ended; in
// order of the text.
std::vector<observe::Finding> host_findings(host::Process& process, const lang::Unit& unit,
                                            const model::Device& device);

}  // namespace warplens::prepare
