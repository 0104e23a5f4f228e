// Which blocks have shuffles whose source lane does not take part: those that are worth following.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/trace/observer.hpp"

namespace warplens::observe {

class AbsentSources : public trace::Observer {
 public:
  struct Block {
    trace::BlockId block;
    uint64_t what = 0;  // a hash of the shuffles and the lanes; never 0
  };

  void block_begins(trace::BlockId block) override {
    close();
    now_ = {block, 0};
  }
  void lane_event(uint32_t, trace::LaneEvent event, uint32_t pc, uint32_t lanes) override {
    if (event != trace::LaneEvent::kAbsentSource) return;
    now_.what = (now_.what ^ (uint64_t{pc} << 32 | lanes)) * 0x9e3779b97f4a7c15u | 1;
  }
  void clear() override {
    blocks_.clear();
    now_ = {};
  }
  using trace::Observer::merge;
  void merge(const AbsentSources& later) {
    close();
    for (const Block& one : later.blocks()) add(one);
  }
  // The first blocks that differ in them, at most kMost, in order; also the one that is running.
  std::vector<Block> blocks() const {
    AbsentSources all = *this;
    all.close();
    return all.blocks_;
  }

 private:
  static constexpr size_t kMost = 4;

  void close() {
    if (now_.what != 0) add(now_);
    now_.what = 0;
  }
  void add(const Block& one) {
    const bool is_known = std::any_of(blocks_.begin(), blocks_.end(),
                                      [&](const Block& known) { return known.what == one.what; });
    if (!is_known && blocks_.size() < kMost) blocks_.push_back(one);
  }

  std::vector<Block> blocks_;
  Block now_;
};

}  // namespace warplens::observe
