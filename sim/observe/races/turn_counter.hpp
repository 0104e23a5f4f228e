// How often each warp has made each access since the last barrier: in which turn of a loop it is.
#pragma once

#include <cstdint>
#include <vector>

namespace warplens::observe {

class TurnCounter {
 public:
  TurnCounter(uint32_t warps, size_t sites) : sites_(sites), all_(warps * sites) {}

  void restart() { ++interval_; }
  // Counted from 0; `site` is an index into code::Program::sites.
  uint32_t next(uint32_t warp, uint32_t site) {
    Turns& turns = all_[warp * sites_ + site];
    if (turns.interval != interval_) turns = {interval_, 0};
    return turns.count++;
  }

 private:
  struct Turns {
    uint32_t interval = 0, count = 0;
  };
  size_t sites_;
  uint32_t interval_ = 1;
  std::vector<Turns> all_;  // by warp and site
};

}  // namespace warplens::observe
