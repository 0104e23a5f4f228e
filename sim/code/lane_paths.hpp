// Where one lane may go from an instruction: a lane that a mask register collects goes on where
// that one is released.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "sim/code/program.hpp"

namespace warplens::code {

class LanePaths {
 public:
  // `program` must outlive this.
  explicit LanePaths(const Program& program);

  // Adds to `next` the instructions that a lane may execute behind `pc`, while it is in the kernel.
  // A call of a subroutine is passed over.
  void add_next(uint32_t pc, std::vector<uint32_t>& next) const;

 private:
  void add_released(uint16_t mask, std::vector<uint32_t>& next) const;

  const Program& program_;
  std::map<uint16_t, std::vector<uint32_t>> released_;  // by mask register: where
};

}  // namespace warplens::code
