// Finds barriers that a part of a block's threads skips: an error where such a thread waits at
// another barrier, a hint where it ends. What the machine makes of them is in sim/machine/README.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "sim/analysis/totals.hpp"
#include "sim/code/program.hpp"
#include "sim/trace/event.hpp"

namespace warplens::check {

class Barriers : public trace::Observer {
 public:
  // `block`: extents.
  Barriers(std::shared_ptr<const code::Program> program, trace::BlockId block);

  void block_begins(trace::BlockId block) override;
  bool hears_accesses(trace::BlockId) const override { return false; }
  void barrier_arrives(uint32_t warp, uint32_t pc, uint32_t mask) override;
  void barrier_releases() override;
  void lanes_return(uint32_t warp, uint32_t mask) override;
  void warp_ends(uint32_t warp) override;

  // Adds what a later part of the grid found.
  void merge(const Barriers& later);
  void clear() { skips_.clear(); }
  std::vector<analysis::Finding> findings() const;

 private:
  static constexpr uint32_t kEnd = 0xffffffff;
  // Instructions: the barrier, and the one at which a thread that skipped it waits; kEnd: none.
  struct Key {
    uint32_t barrier = 0, other = kEnd;
    auto operator<=>(const Key&) const = default;
  };
  struct Skip {
    uint64_t count = 0;     // threads
    trace::BlockId block;   // of the first
    uint32_t waiting = 0;   // a thread that waits there, counted through the block
    uint32_t skipping = 0;  // the first thread
  };
  struct Arrival {
    uint32_t warp = 0, pc = 0, mask = 0;
  };
  struct Warp {
    uint32_t live = ~0u;  // lanes that have not returned
    // Lanes that came to the end of the text without a return: they have skipped what others wait
    // at.
    uint32_t ended_behind = 0;
    uint32_t skipping = 0;              // lanes that skipped `barrier`
    uint32_t barrier = 0, waiting = 0;  // as in Key and Skip
  };
  void add(const Key& key, uint32_t waiting, uint32_t warp, uint32_t lanes);
  void settle(Warp& warp, uint32_t index, uint32_t lanes, uint32_t other);

  std::shared_ptr<const code::Program> program_;
  trace::BlockId extent_;
  trace::BlockId block_;
  std::vector<Warp> warps_;
  std::vector<Arrival> arrivals_;  // at the next release
  std::map<Key, Skip> skips_;
};

}  // namespace warplens::check
