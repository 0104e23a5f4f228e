// Which of two accesses each thread makes first, as the text has them, and where a barrier would
// be between them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sim/code/lane_paths.hpp"

namespace warplens::observe {

struct TextOrder {
  enum class Kind : uint8_t {
    kNone,      // no thread makes both without a barrier between them, or they are one place
    kForward,   // `first`, and behind it `second`
    kNextTurn,  // `first`, and `second` in the next turn of the loop around both
  };
  Kind kind = Kind::kNone;
  uint32_t first = 0, second = 0;  // indices into code::Program::sites
  // kNextTurn: instructions of the loop, from its first one to the jump back.
  uint32_t loop_begin = 0, loop_end = 0;
  bool is_reversed = false;  // `second` was executed earlier
};

class TextOrders {
 public:
  // `program` must outlive this.
  explicit TextOrders(const code::Program& program);

  // Of two accesses, in order of execution; `turn` as Party has it, which decides in a loop without
  // a barrier.
  struct Moment {
    uint32_t site = 0, turn = 0;
  };
  TextOrder between(Moment earlier, Moment later);

 private:
  // Instructions that a lane may execute behind one, before it is at a barrier.
  struct Reach {
    std::vector<bool> forward;  // without a jump back
    std::vector<bool> all;
  };
  const Reach& reach_of(uint32_t pc);
  std::vector<bool> reach(uint32_t pc, bool jumps_back) const;
  // From `first` to `second` in the next turn of the innermost loop around both; none if there is a
  // barrier, or no such loop.
  std::optional<TextOrder> next_turn(uint32_t first, uint32_t second);

  const code::Program& program_;
  const code::LanePaths paths_;
  std::vector<std::pair<uint32_t, uint32_t>> loops_;  // first instruction, jump back
  std::map<uint32_t, Reach> reached_;                 // by pc
};

}  // namespace warplens::observe
