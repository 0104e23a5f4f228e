// The checks of a run together: one observer for the blocks that run in order, one for those of a
// chunk that runs beside others.
#pragma once

#include <memory>
#include <vector>

#include "sim/launch/checks.hpp"
#include "sim/observe/barriers/barriers.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/observe/races/event_log.hpp"
#include "sim/observe/races/races.hpp"
#include "sim/observe/races/shared_races.hpp"
#include "sim/observe/unwritten/absent_sources.hpp"

namespace warplens::observe {

class ChunkChecks;

class Checks : public trace::Observer {
 public:
  Checks(std::shared_ptr<const code::Program> program, const RaceScope& scope,
         launch::CheckSet selected);

  bool is_needed() const { return has_accesses() || has_barriers(); }
  bool has_accesses() const { return selected_.races || selected_.unwritten; }
  bool has_races() const { return selected_.races; }
  bool has_barriers() const { return selected_.barriers; }
  const std::shared_ptr<const code::Program>& program() const { return program_; }
  const RaceScope& scope() const { return scope_; }

  void block_begins(trace::BlockId block) override;
  bool hears_accesses(trace::BlockId) const override { return is_needed(); }
  bool wants_stored_values() const override { return has_races(); }
  void access(const trace::WarpAccess& access) override;
  void block_ends(trace::BlockId block) override;
  void barrier_arrives(uint32_t warp, uint32_t pc, uint32_t mask) override;
  void barrier_releases() override;
  void lanes_return(uint32_t warp, uint32_t mask) override;
  void warp_ends(uint32_t warp) override { barriers_.warp_ends(warp); }
  void warp_syncs(uint32_t warp, uint32_t mask) override;
  void fence(uint32_t warp, trace::FenceScope scope, uint32_t mask) override {
    races_.fence(warp, scope, mask);
  }
  void lane_event(uint32_t, trace::LaneEvent event, uint32_t index, uint32_t mask) override {
    absent_.lane_event(event, index, mask);
  }

  // The races in global memory (with fences in all), where blocks take turns.
  Races& races_in_turns() { return races_; }
  // By access site: whether an access there came first in a conflict that was found. Empty: there
  // is none.
  std::vector<bool> earlier_sites() const;

  // Adds what was found in the blocks that come next.
  void merge(const ChunkChecks& chunk);
  // What was found so far; `in_lockstep` as in race_findings().
  std::vector<Finding> findings(const MemoryLayout& layout, bool in_lockstep) const;
  // Whether what is loaded there races with a store that the text has before it: it would have been
  // written in time. `in_lockstep` as in race_findings().
  bool has_race_with_store_before(base::Span load, bool in_lockstep) const;
  // Blocks that loaded bytes of shared memory before they wrote them: SharedRaces.
  const std::vector<SharedRaces::UnwrittenLoads>& loads_unwritten() const {
    return shared_.loads_unwritten();
  }
  // So many more pairs of places that race.
  bool has_room_for(size_t conflicts) const {
    return conflicts + shared_.races().conflicts().all().size() <= Conflicts::kMost;
  }
  // From where on races in global or in shared memory were not looked for; empty: nowhere.
  std::vector<CheckStop> stops() const;
  // Blocks in which a shuffle takes a value from a lane that is not there.
  std::vector<AbsentSources::Block> absent_sources() const { return absent_.blocks(); }

 private:
  std::shared_ptr<const code::Program> program_;
  RaceScope scope_;
  launch::CheckSet selected_;
  Races races_;         // in global memory; with fences in all
  SharedRaces shared_;  // without fences
  Barriers barriers_;
  AbsentSources absent_;
};

// Checks all that blocks do in themselves; what they do in global memory waits for merge(), or is
// checked at once by `in_turns`, where blocks take turns (one to a ChunkChecks).
class ChunkChecks : public trace::Observer {
 public:
  explicit ChunkChecks(const Checks& of, Races* in_turns = nullptr);

  void clear();
  // Whether `grid`, which this is to be merged into, would find more, or other things, if it were
  // told all this in order: a limit was met. Where blocks take turns, this is in order.
  bool is_cut_beside(const Checks& grid) const;
  uint64_t bytes() const { return log_.bytes(); }  // kept for merge()
  const SharedRaces& shared() const { return races_; }
  const Barriers& barriers() const { return barriers_; }
  const AbsentSources& absent() const { return absent_; }
  const EventLog& log() const { return log_; }

  void block_begins(trace::BlockId block) override;
  bool wants_stored_values() const override { return has_races_; }
  void block_ends(trace::BlockId block) override;
  void access(const trace::WarpAccess& access) override;
  void barrier_arrives(uint32_t warp, uint32_t pc, uint32_t mask) override;
  void barrier_releases() override;
  void lanes_return(uint32_t warp, uint32_t mask) override;
  void warp_ends(uint32_t warp) override { barriers_.warp_ends(warp); }
  void warp_syncs(uint32_t warp, uint32_t mask) override;
  void fence(uint32_t warp, trace::FenceScope scope, uint32_t mask) override;
  void lane_event(uint32_t, trace::LaneEvent event, uint32_t index, uint32_t mask) override {
    absent_.lane_event(event, index, mask);
  }

 private:
  template <class Report>
  void report(Report what);  // to who checks global memory

  const bool has_races_, has_accesses_, has_fences_;
  Races* const in_turns_;
  trace::BlockId block_;
  SharedRaces races_;  // without fences
  EventLog log_;
  Barriers barriers_;
  AbsentSources absent_;
};

}  // namespace warplens::observe
