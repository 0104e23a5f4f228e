// The loops of a program: from the target of a jump back to that jump.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/code/program.hpp"

namespace warplens::code {

class LoopNest {
 public:
  static constexpr uint32_t kNone = 0xffffffff;
  struct Loop {
    uint32_t begin = 0, end = 0;  // both are its instructions
    uint32_t parent = kNone;
  };

  explicit LoopNest(const Program& program);

  // The innermost loop around an instruction; kNone: none is.
  uint32_t innermost(uint32_t pc) const { return innermost_[pc]; }
  const Loop& operator[](uint32_t loop) const { return loops_[loop]; }
  // Whether the instruction is in the loop; all are in kNone.
  bool contains(uint32_t loop, uint32_t pc) const {
    return loop == kNone || (loops_[loop].begin <= pc && pc <= loops_[loop].end);
  }

 private:
  std::vector<Loop> loops_;          // each behind its parent
  std::vector<uint32_t> innermost_;  // by pc
};

}  // namespace warplens::code
