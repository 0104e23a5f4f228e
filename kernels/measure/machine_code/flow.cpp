#include "kernels/measure/machine_code/flow.hpp"

#include <algorithm>

namespace warplens::measure::machine_code {

Flow::Flow(const Listing& listing) : instructions_(listing.instructions) {
  std::map<uint32_t, uint32_t> tail_of_head;  // a loop with `continue` has several jumps back
  for (uint32_t i = 0; i < instructions_.size(); ++i) {
    for (const uint32_t target : instructions_[i].jump_targets) {
      if (target <= i) {
        tail_of_head[target] = i;
      }
    }
  }
  for (const auto& [head, tail] : tail_of_head) {
    loops_.push_back({head, tail});
  }
}

uint32_t Flow::depth(uint32_t instruction) const {
  return static_cast<uint32_t>(std::ranges::count_if(loops_, [instruction](const Loop& loop) {
    return loop.head <= instruction && instruction <= loop.tail;
  }));
}

std::optional<Loop> Flow::innermost(uint32_t instruction) const {
  std::optional<Loop> found;
  for (const Loop& loop : loops_) {
    if (loop.head <= instruction && instruction <= loop.tail &&
        (!found || loop.tail - loop.head < found->tail - found->head)) {
      found = loop;
    }
  }
  return found;
}

bool Flow::are_exclusive(uint32_t one, uint32_t other) {
  const auto [first, second] = std::minmax(one, other);
  return first != second && !after(first)[second];
}

const std::vector<bool>& Flow::after(uint32_t instruction) {
  const auto known = after_.find(instruction);
  if (known != after_.end()) {
    return known->second;
  }
  const size_t count = instructions_.size();
  std::vector<bool> reached(count, false);
  const auto step = [&](uint32_t from) {
    if (instructions_[from].goes_on && from + 1 < count) {
      reached[from + 1] = true;
    }
    for (const uint32_t target : instructions_[from].jump_targets) {
      if (target > from && target < count) {
        reached[target] = true;
      }
    }
  };
  step(instruction);
  for (uint32_t i = instruction + 1; i < count; ++i) {  // forward steps only: in order
    if (reached[i]) {
      step(i);
    }
  }
  return after_.emplace(instruction, std::move(reached)).first->second;
}

}  // namespace warplens::measure::machine_code
