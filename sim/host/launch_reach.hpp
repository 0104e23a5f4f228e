// Which branches of host code turn away from a launch: on one side there is a way to a launch
// within the function, on the other there is none.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/host/scalar/scalar_code.hpp"

namespace warplens::host {

class LaunchReach {
 public:
  LaunchReach(const ScalarCode& code, const code::Program& program);

  // Whether the jump, an index into ScalarCode::instrs, turns away if it is taken, or not taken.
  bool turns_away(uint32_t jump, bool is_taken) const {
    return (turns_[jump] & (is_taken ? kTaken : kPassed)) != 0;
  }
  // A bit for each launch, by its index in Program::launches as far as there are bits.
  using Launches = uint64_t;
  static Launches bit_of(uint32_t launch) { return Launches{1} << launch % kOther; }
  // The launches that it turns away from, of which others may be ahead.
  Launches missed(uint32_t jump, bool is_taken) const {
    const Launches taken = reaches_[target_of(jump)], passed = reaches_[jump + 1];
    return is_taken ? passed & ~taken : taken & ~passed;
  }
  // The text of a launch that its other side leads to.
  base::Span launch_beside(uint32_t jump) const;

 private:
  static constexpr uint8_t kTaken = 1, kPassed = 2;
  static constexpr uint32_t kOther = 63;  // the bit of launches that are calls of the runtime
  uint32_t target_of(uint32_t jump) const { return static_cast<uint32_t>(code_.instrs[jump].imm); }
  // Where the lane may go on behind an instruction, within its function.
  std::vector<uint32_t> next_of(uint32_t at) const;
  Launches launches_of(const ScalarInstr& instr) const;

  const ScalarCode& code_;
  const code::Program& program_;
  struct OfSubroutine {
    Launches launches = 0;  // what is in it
    bool may_return = false;
    friend bool operator==(const OfSubroutine&, const OfSubroutine&) = default;
  };
  std::vector<Launches> reaches_;  // by instruction: what is ahead
  std::vector<OfSubroutine> subroutines_;
  std::vector<uint8_t> turns_;  // by instruction
};

}  // namespace warplens::host
