// Mistakes with asynchronous copies: between a copy and the wait that covers it nothing orders what
// it reads and writes, not even a barrier; behind the wait, what it wrote is its own thread's, and
// others' behind a barrier.
//
// Two threads that meet within one barrier interval are a race like any other, which Races finds:
// here is what a barrier does not cure.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/observe/races/block_order.hpp"
#include "sim/observe/races/copy_mistakes.hpp"
#include "sim/trace/copy_groups.hpp"
#include "sim/trace/observer.hpp"

namespace warplens::observe {

class CopiesInFlight : public trace::Observer {
 public:
  // `block`: extents. `has_fences`: what else may order threads within a barrier interval.
  CopiesInFlight(std::shared_ptr<const code::Program> program, trace::BlockId block,
                 bool has_fences);

  void block_begins(trace::BlockId block) override;
  void block_ends(trace::BlockId block) override;
  void access(const trace::WarpAccess& access) override;
  void barrier_releases() override;
  void warp_syncs(uint32_t warp, uint32_t mask) override { order_.warp_syncs(warp, mask); }
  void lanes_return(uint32_t warp, uint32_t mask) override { order_.lanes_return(warp, mask); }
  void copies_commit(uint32_t warp, uint32_t pc, uint32_t mask) override;
  void copies_wait(uint32_t warp, uint32_t pc, const trace::CopyWait& wait) override;
  void copies_hand_over(uint32_t warp, uint32_t pc, uint32_t mask) override;

  using trace::Observer::merge;
  void merge(const CopiesInFlight& later) { found_.merge(later.found_); }
  void clear() override { found_ = {}; }
  std::vector<Finding> findings(const MemoryLayout& layout) const;

 private:
  static constexpr uint32_t kNobody = 0xffffffff;
  // More copies are not followed at once, in a block.
  static constexpr size_t kMostFollowed = 1 << 14;

  // One warp's copy, from its beginning to the barrier behind its wait.
  struct Copy {
    uint32_t site = 0, warp = 0, step = 0;
    uint8_t bytes = 4;
    uint32_t open = 0;                    // lanes that have not waited for it
    uint32_t waited = 0;                  // lanes that have, since the last barrier
    Party begun, done;                    // when, as BlockOrder has it
    uint32_t wait = CopyMistakes::kNoPc;  // the instruction by which `waited` are
    trace::GroupNumbers groups{};
    uint32_t reads = 0;  // lanes that read, until they have waited
    std::array<uint64_t, trace::kWarpSize> sources{};
    uint64_t first_source = 0, last_source = 0;
    // The last wait behind its beginning that did not cover it.
    uint32_t missed = CopyMistakes::kNoPc, newest = 0, allowed = 0;
  };
  // Of a word of shared memory: the copy that is to fill it.
  struct Word {
    uint32_t copy = kNobody;
    uint8_t lane = 0;
  };
  // An access of another thread to what nobody has waited for yet.
  struct Early {
    uint32_t lane = 0;      // of the copy
    CopyMistakes::Key key;  // why, when it happened
    CopyMistakes::Place place;
  };
  struct Seen {
    uint32_t warp = 0, lane = 0, site = 0;
    trace::Operation operation = trace::Operation::kLoad;
    uint64_t address = 0;
  };

  Copy* find(uint32_t number) {
    const uint32_t index = number - first_;
    return index < copies_.size() ? &copies_[index] : nullptr;
  }
  bool is_seen_by_races(const Copy& copy, uint32_t lane, const Seen& by) const;
  void check_words(const trace::WarpAccess& access);
  bool check(const Copy& copy, uint32_t number, uint32_t lane, const Seen& by);
  void check_sources(const trace::WarpAccess& access);
  void begin(const trace::WarpAccess& access);
  void settle_early();
  void settle_early(uint32_t number, uint32_t lanes, uint32_t wait);
  CopyMistakes::Key key_of_unwaited(const Copy& copy, uint32_t lane, uint32_t site) const;
  bool comes_before(uint32_t wait, uint32_t site) const { return wait < program_->sites[site].pc; }
  CopyMistakes::Place place_of(const Copy& copy, uint32_t lane, const Seen& by) const;
  void forget_done();
  void give_up_first();
  Party now(uint32_t warp) const;

  std::shared_ptr<const code::Program> program_;
  trace::BlockId extent_;
  const bool has_fences_;
  trace::BlockId block_;
  uint32_t step_ = 0;
  BlockOrder order_;
  std::vector<trace::CopyGroups> groups_;  // by warp
  std::vector<uint32_t> begun_by_;         // by warp: lanes that have begun a copy in the block
  std::deque<Copy> copies_;
  uint32_t first_ = 0;  // number of copies_[0]
  std::vector<Word> words_;
  std::map<std::pair<uint32_t, uint32_t>, Early> early_;  // by copy and site
  CopyMistakes found_;
};

}  // namespace warplens::observe
