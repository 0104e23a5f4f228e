// Finds races: two accesses to one place, at least one a store, not both atomic, that nothing
// orders. An observer with shadow memory; blocks come in linear order, or take turns.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/observe/races/block_order.hpp"
#include "sim/observe/races/check_stop.hpp"
#include "sim/observe/races/conflicts.hpp"
#include "sim/observe/races/fence_order.hpp"
#include "sim/observe/races/race_scope.hpp"
#include "sim/observe/races/shadow.hpp"
#include "sim/trace/observer.hpp"

namespace warplens::observe {

// Loads of global memory that nothing has written.
struct UnwrittenLoads {
  uint64_t count = 0;    // lanes' accesses
  uint64_t address = 0;  // of the first one, like what follows
  uint32_t block = 0;    // linear index
  uint32_t thread = 0, step = 0;
};

enum class Watched : uint8_t { kAll, kShared, kGlobal };

// Whether the program has fences or mbarriers, whose order reaches over barriers and memories.
bool has_fences(const code::Program& program);

// Whether it begins asynchronous copies, or waits for any.
bool has_copies(const code::Program& program);

class Races : public trace::Observer {
 public:
  // `is_beside`: of blocks that run beside others, which takes its memory of CheckMemory::rest.
  Races(std::shared_ptr<const code::Program> program, const RaceScope& scope, Watched watched,
        bool is_beside = false);

  void block_begins(trace::BlockId block) override;
  // Where blocks take turns: another block begins, one goes on that has begun, the present one
  // ends.
  void begin_among(trace::BlockId block);
  void switch_to(trace::BlockId block);
  void end_among();
  bool wants_stored_values() const override { return true; }
  void access(const trace::WarpAccess& access) override {
    const uint32_t step = step_;
    if (access.operation == trace::Operation::kCopy) copy_begins(step);
    access.for_each_side_of_threads([&](const trace::WarpAccess& side) {
      if (is_watched(side)) access_at(side, step);
    });
    step_ = step + 1;
  }
  // An access of the present block, or a copy's side, and its index in the block.
  void access_at(const trace::WarpAccess& access, uint32_t step);
  // A copy of the present block, and the index of its access.
  void copy_begins(uint32_t step) {
    if (fences_) copies_.push_back({order_.interval(), step});
  }
  void barrier_releases() override;
  void warp_syncs(uint32_t warp, uint32_t mask) override { order_.warp_syncs(warp, mask); }
  void lanes_return(uint32_t warp, uint32_t mask) override { order_.lanes_return(warp, mask); }
  void fence(uint32_t warp, trace::FenceScope scope, uint32_t mask) override;
  void mbarrier(const trace::MbarrierStep& step) override;

  void clear() override;
  // Adds the conflicts that a check of later blocks found.
  using trace::Observer::merge;
  void merge(const Races& later) {
    conflicts_.merge(later.conflicts_);
    if (!stop_) stop_ = later.stop_;
  }
  const std::map<uint32_t, UnwrittenLoads>& unwritten_loads() const {
    return unwritten_;
  }  // by site
  bool has_fences() const { return has_fences_; }
  const Conflicts& conflicts() const { return conflicts_; }
  // Nothing: all accesses were looked at.
  const std::optional<CheckStop>& stop() const { return stop_; }
  // Looks at no access any more, of shared memory until the block ends.
  void stop_looking(CheckStop::Reason reason);
  // The present access as the last one, for a reason.
  CheckStop stop_for(CheckStop::Reason reason, uint32_t step) const;
  // What looking at the access costs, in places.
  uint64_t work_of(const trace::WarpAccess& access) const {
    const bool is_followed = (fences_ || with_fences_) && sites_[access.site].is_flag;
    const uint32_t places = (access.bytes + ShadowPage::kWord - 1) / ShadowPage::kWord;
    const uint32_t lanes = access.mask == ~0u ? trace::kWarpSize : trace::lane_count(access.mask);
    return uint64_t{lanes} * places * (is_followed ? kWorkOfFlag : 1);
  }

 private:
  static constexpr uint64_t kWorkOfFlag = 8;  // a lane's access of a flag, in places
  struct Site {
    bool is_flag = false;  // an atomic or a volatile access
    // A volatile load, or an exchange of a lock, that decides whether a loop goes on.
    bool is_polled = false;
    bool is_of_polled = false;  // a flag in a variable that is polled somewhere
    bool is_atomic = false;
    // A load of what a compare-and-swap then changes: it finds out if the value was another one.
    bool is_verified = false;
    std::set<uint32_t> updates;  // of a load: sites that store what is computed of it
  };

  struct CopyMoment {
    uint32_t interval = 0, step = 0;
  };
  // Of a block that waits for its turn.
  struct Waiting {
    uint32_t step = 0;
    std::vector<CopyMoment> copies;
    BlockOrder order;
    Shadow shared;
    TurnCounter turns;
  };
  void put_away();

  void load(const trace::WarpAccess& access, const Party& party);
  void note_unwritten(const ShadowPage& page, uint32_t place, uint64_t address, uint32_t lane,
                      const Party& party);
  void store(const trace::WarpAccess& access, const Party& party);
  void atomic(const trace::WarpAccess& access, const Party& party);
  void note_flags(const trace::WarpAccess& access);
  void note_lock(const trace::WarpAccess& access, uint64_t address, const ThreadMoment& now);
  void note_stop(CheckStop::Reason reason);
  void note_limits();
  void look_at(const trace::WarpAccess& access);
  // Most accesses of a launch are not.
  bool is_watched(const trace::WarpAccess& access) const {
    const Watched others =
        access.space == trace::Space::kShared ? Watched::kGlobal : Watched::kShared;
    return access.space <= trace::Space::kGlobal && watched_ != others && !has_ended_ &&
           !scope_.is_passed_over(access);
  }
  bool is_cancelled() const {
    return scope_.cancelled != nullptr && scope_.cancelled->load(std::memory_order_relaxed);
  }
  template <class Visit>
  void for_each_place(const trace::WarpAccess& access, Visit visit);
  uint64_t flag_address(trace::Space space, uint64_t address) const;
  void forget_flags();
  bool is_excused(const Party& before, const Party& party, trace::Space space,
                  uint64_t address) const;
  struct PairKind {
    bool is_lost_update = false, is_same_value = false;  // as in Conflict
  };
  // Holds what `lane` of `party` does against an earlier access.
  void check(const Shadow& shadow, Mark before, const Party& party, uint32_t lane, uint64_t address,
             PairKind kind);
  // The same, of the mark's lanes that nothing in the block orders.
  void check_pair(Mark mark, const Party& earlier, uint32_t lanes, const Party& party,
                  uint32_t lane, trace::Space space, uint64_t address, PairKind kind);
  void fetch_ahead(const trace::WarpAccess& access);
  uint32_t without_fences(const Party& before, uint32_t lanes, const Party& party, uint32_t lane,
                          bool& lacks_acquire) const;
  void note_load(const ShadowPage::Peers& readers, Shadow& shadow, uint32_t lane,
                 Party& party) const;
  bool has_room_beside(const Party* other, const Party& party) const;
  bool add_to_warp(ShadowPage::Peers& peers, const std::array<const Party*, 2>& known,
                   const Party& party, Mark now) const;
  // Returns whether several blocks have accessed the place in this way.
  bool add_peer(ShadowPage::Peers& peers, Shadow& shadow, const Party& party, Mark now) const;
  uint32_t not_before(const Party& reader, uint32_t lanes, const Party& party,
                      uint32_t lane_bit) const;
  bool changes_nothing(const trace::WarpAccess& access);

  std::shared_ptr<const code::Program> program_;
  RaceScope scope_;
  Watched watched_;
  std::vector<Site> sites_;
  bool has_fences_ = false;
  uint32_t block_ = 0;        // linear index
  bool is_in_block_ = false;  // where blocks take turns: block_ has begun and not ended
  uint32_t step_ = 0;
  std::vector<CopyMoment> copies_;  // of the block, by their numbers
  BlockOrder order_;
  std::optional<FenceOrder> fences_;
  // What would be ordered if each lock and flag that is polled had its fences: names the cause.
  std::optional<FenceOrder> with_fences_;
  std::unordered_set<uint64_t> polled_;  // addresses of locks and of flags that are polled
  TurnCounter turns_;
  Shadow shared_, global_;
  std::unordered_map<uint32_t, Waiting> waiting_;  // by linear index
  Conflicts conflicts_;
  std::map<uint32_t, UnwrittenLoads> unwritten_;
  uint64_t work_ = 0;  // places looked at
  std::optional<CheckStop> stop_;
  bool has_ended_ = false;  // no access is looked at any more
};

}  // namespace warplens::observe
