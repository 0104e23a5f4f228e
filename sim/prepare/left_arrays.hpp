// What a program leaves in its arrays: of those that have names, as it frees them or ends.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/host/process.hpp"
#include "sim/machine/memory.hpp"

namespace warplens::prepare {

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

}  // namespace warplens::prepare
