// Finds barriers that a part of a block's threads skips: an error where such a thread waits at
// another barrier, a hint where it ends. What the machine makes of them is in sim/machine/README.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/trace/observer.hpp"

namespace warplens::observe {

class Barriers : public trace::Observer {
 public:
  // `block`: extents.
  Barriers(std::shared_ptr<const code::Program> program, trace::BlockId block);

  void block_begins(trace::BlockId block) override;
  void access(const trace::WarpAccess& access) override { warps_[access.warp].step = step_++; }
  void barrier_arrives(uint32_t warp, uint32_t pc, uint32_t mask) override;
  void barrier_releases() override;
  void lanes_return(uint32_t warp, uint32_t mask) override;
  void warp_ends(uint32_t warp) override;

  // Adds what a later part of the grid found.
  using trace::Observer::merge;
  void merge(const Barriers& later);
  void clear() override { skips_.clear(); }
  std::vector<Finding> findings() const;

 private:
  static constexpr uint32_t kEnd = 0xffffffff;
  // Instructions: the barrier, and the one at which a thread that skipped it waits; kEnd: none.
  struct Key {
    uint32_t barrier = 0, other = kEnd;
    auto operator<=>(const Key&) const = default;
  };
  static constexpr uint32_t kNoStep = 0xffffffff;
  // A thread, counted through the block, and the last access that its warp has made.
  struct Place {
    uint32_t thread = 0, step = kNoStep;
  };
  struct Skip {
    uint64_t count = 0;    // threads
    trace::BlockId block;  // of the first
    Place waiting;         // a thread that waits there
    Place skipping;        // the first one
  };
  struct Arrival {
    uint32_t warp = 0, pc = 0, mask = 0;
  };
  struct Warp {
    uint32_t live = ~0u;  // lanes that have not returned
    // Lanes that came to the end of the text without a return: they have skipped what others wait
    // at.
    uint32_t ended_behind = 0;
    uint32_t skipping = 0;    // lanes that skipped `barrier`
    uint32_t barrier = 0;     // as in Key
    Place waiting;            // as in Skip
    uint32_t step = kNoStep;  // its last access
  };
  Place place(uint32_t warp, uint32_t lanes) const;  // of the first lane
  void add(const Key& key, Place waiting, uint32_t warp, uint32_t lanes);
  void settle(Warp& warp, uint32_t index, uint32_t lanes, uint32_t other);

  std::shared_ptr<const code::Program> program_;
  trace::BlockId extent_;
  trace::BlockId block_;
  uint32_t step_ = 0;  // accesses of the block so far
  std::vector<Warp> warps_;
  std::vector<Arrival> arrivals_;  // at the next release
  std::map<Key, Skip> skips_;
};

}  // namespace warplens::observe
