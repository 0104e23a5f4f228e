// Loops and branches of a listing: backward jumps are loops, and two instructions of which neither
// follows the other are in different branches.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "kernels/measure/machine_code/machine_code.hpp"

namespace warplens::measure::machine_code {

struct Loop {
  uint32_t head = 0, tail = 0;  // the first instruction and the jump back, as indices
};

class Flow {
 public:
  explicit Flow(const Listing& listing);

  uint32_t depth(uint32_t instruction) const;  // number of loops around it
  std::optional<Loop> innermost(uint32_t instruction) const;
  // Neither is executed after the other in one round of the loops around them.
  bool are_exclusive(uint32_t one, uint32_t other);

 private:
  const std::vector<bool>& after(uint32_t instruction);

  const std::vector<Instruction>& instructions_;
  std::vector<Loop> loops_;
  std::map<uint32_t, std::vector<bool>> after_;  // what may follow, by forward steps
};

}  // namespace warplens::measure::machine_code
