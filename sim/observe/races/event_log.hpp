// What a chunk of blocks that runs beside others reports of global memory, or of all, kept to be
// reported to the grid's check in order.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/base/byte_budget.hpp"
#include "sim/observe/races/race_scope.hpp"
#include "sim/trace/observer.hpp"

namespace warplens::observe {

class EventLog : public trace::Observer {
 public:
  // Takes what it keeps of the scope's memory, which may be null. `scope` outlives this.
  EventLog(bool keeps_shared, const RaceScope& scope)
      : keeps_shared_(keeps_shared), scope_(scope), share_(scope.memory.rest) {}
  void clear() override;
  // There was no room: what is kept is not all that was reported.
  bool is_full() const { return is_full_; }
  uint64_t bytes() const override;  // of what is kept
  // Passes all that was reported on to `to`; each access has the step that it had.
  template <class Races>
  void replay(Races& to) const;

  void block_begins(trace::BlockId block) override;
  void access(const trace::WarpAccess& access) override {
    if (access.operation == trace::Operation::kCopy) add({Kind::kCopy, access.warp, 0, step_});
    access.for_each_side_of_threads([this](const trace::WarpAccess& side) { keep(side); });
    step_ += 1;
  }
  void barrier_releases() override { add({Kind::kBarrier}); }
  void warp_syncs(uint32_t warp, uint32_t mask) override { add({Kind::kSync, warp, mask}); }
  void lanes_return(uint32_t warp, uint32_t mask) override { add({Kind::kReturn, warp, mask}); }
  void fence(uint32_t warp, trace::FenceScope scope, uint32_t mask) override {
    add({Kind::kFence, warp, mask, static_cast<uint32_t>(scope)});
  }
  void mbarrier(const trace::MbarrierStep& step) override;

 private:
  enum class Kind : uint8_t { kBlock, kAccess, kCopy, kBarrier, kSync, kReturn, kFence, kMbarrier };
  // `number`: of a block, an access, a copy's step, a fence's scope or a step of mbarriers.
  struct Event {
    Kind kind = Kind::kAccess;
    uint32_t warp = 0, mask = 0, number = 0;
  };
  static constexpr uint32_t kNone = 0xffffffff;
  using Numbers = std::array<uint64_t, trace::kWarpSize>;
  struct Access {
    uint32_t step = 0, site = 0, out_of_bounds = 0;
    uint8_t bytes = 0;
    trace::Space space = trace::Space::kGlobal;
    trace::Operation operation = trace::Operation::kLoad;
    bool are_values_equal = false;
    uint64_t base = 0;
    uint32_t pattern = kNone;    // index into patterns_
    uint32_t addresses = kNone;  // index into addresses_, where there is no pattern
    uint32_t values = kNone;     // of a store: index into values_
  };
  struct Mbarrier {
    trace::MbarrierStep::Kind kind = trace::MbarrierStep::Kind::kInit;
    uint32_t ended = 0;
    uint32_t copy = trace::MbarrierStep::kNoCopy;
    uint32_t addresses = 0;  // index into words_: of the lanes, in order; if all are one, that
    bool is_one = false;
  };
  trace::MbarrierStep step_of(const Event& event, Numbers& addresses) const;
  void add(const Event& event) {
    is_full_ = is_full_ || !share_.make_room(events_);
    if (!is_full_) events_.push_back(event);
  }
  bool has_room_for_access();
  void keep(const trace::WarpAccess& access);
  uint32_t keep(const trace::LanePattern& pattern);
  void keep_values(const trace::WarpAccess& access, Access& kept);
  void read_values(const Access& kept, Numbers& low, Numbers& high) const;

  const bool keeps_shared_;
  const RaceScope& scope_;
  base::ByteShare share_;
  bool is_full_ = false;
  uint32_t step_ = 0;
  std::vector<Event> events_;
  std::vector<trace::BlockId> blocks_;
  std::vector<Access> accesses_;
  std::vector<Numbers> addresses_;
  std::vector<uint32_t> values_;  // words of 4 bytes: a lane's, or all lanes' where they are equal
  std::vector<trace::LanePattern> patterns_;
  std::vector<Mbarrier> mbarriers_;
  std::vector<uint32_t> words_;
};

template <class Races>
void EventLog::replay(Races& to) const {
  Numbers room, low, high;
  for (const Event& event : events_) {
    switch (event.kind) {
      case Kind::kBlock:
        to.block_begins(blocks_[event.number]);
        break;
      case Kind::kAccess: {
        const Access& kept = accesses_[event.number];
        trace::WarpAccess access;
        access.warp = event.warp;
        access.mask = event.mask;
        access.site = kept.site;
        access.space = kept.space;
        access.operation = kept.operation;
        access.bytes = kept.bytes;
        access.out_of_bounds = kept.out_of_bounds;
        if (kept.pattern == kNone)
          access.addresses = &addresses_[kept.addresses];
        else
          access.addresses = trace::LaneAddresses(patterns_[kept.pattern], kept.base, room);
        if (kept.values != kNone) {
          read_values(kept, low, high);
          access.values = &low;
          access.high_values = &high;
        }
        to.access_at(access, kept.step);
        break;
      }
      case Kind::kBarrier:
        to.barrier_releases();
        break;
      case Kind::kSync:
        to.warp_syncs(event.warp, event.mask);
        break;
      case Kind::kReturn:
        to.lanes_return(event.warp, event.mask);
        break;
      case Kind::kCopy:
        to.copy_begins(event.number);
        break;
      case Kind::kMbarrier:
        to.mbarrier(step_of(event, room));
        break;
      case Kind::kFence:
        to.fence(event.warp, static_cast<trace::FenceScope>(event.number), event.mask);
        break;
    }
  }
}

}  // namespace warplens::observe
