// Which branches of host code turn away from a launch: on one side there is a way to a launch
// within the function, on the other there is none.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/host/scalar_code.hpp"

namespace warplens::host {

class LaunchReach {
 public:
  LaunchReach(const ScalarCode& code, const code::Program& program);

  // Whether the jump, an index into ScalarCode::instrs, turns away if it is taken, or not taken.
  bool turns_away(uint32_t jump, bool is_taken) const {
    return (turns_[jump] & (is_taken ? kTaken : kPassed)) != 0;
  }
  // The text of a launch that its other side leads to.
  base::Span launch_beside(uint32_t jump) const;

 private:
  static constexpr uint8_t kTaken = 1, kPassed = 2;
  // Where the lane may go on behind an instruction, within its function.
  std::vector<uint32_t> next_of(uint32_t at) const;
  bool leads_to_launch(const ScalarInstr& instr) const;

  const ScalarCode& code_;
  const code::Program& program_;
  std::vector<bool> reaches_;      // by instruction: a launch is ahead
  std::vector<bool> subroutines_;  // by index: a launch is in it
  std::vector<uint8_t> turns_;     // by instruction
};

}  // namespace warplens::host
