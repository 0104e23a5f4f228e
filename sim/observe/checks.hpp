// The checks of a run together: an observer that passes on to each what it receives, and for the
// blocks of a chunk another, whose findings are merged.
#pragma once

#include <memory>
#include <vector>

#include "sim/launch/checks.hpp"
#include "sim/observe/barriers/barriers.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/observe/observed.hpp"
#include "sim/observe/races/bulk_in_flight.hpp"
#include "sim/observe/races/copies_in_flight.hpp"
#include "sim/observe/races/event_log.hpp"
#include "sim/observe/races/races.hpp"
#include "sim/observe/races/shared_races.hpp"
#include "sim/observe/unwritten/absent_sources.hpp"
#include "sim/observe/wanted.hpp"
#include "sim/trace/fan_out.hpp"

namespace warplens::observe {

// Where no check is selected, none gets anything. Accesses, which most events are, are passed on
// by hand.
class Checks : public trace::FanOut {
 public:
  explicit Checks(const Wanted& of);

  trace::Observer* hearer_of_accesses() override { return is_needed() ? this : nullptr; }
  bool wants_stored_values() const override { return has_races(); }
  void access(const trace::WarpAccess& access) override;
  std::unique_ptr<trace::Observer> for_chunk(Apart apart) override;
  void merge(trace::Observer& chunk) override;
  // Adds what was found so far to the findings of accesses.
  void put(Observed& to) const;

  // By access site: whether an access there came first in a conflict that was found. Empty: there
  // is none.
  std::vector<bool> earlier_sites() const;
  // Whether what is loaded there races with a store that the text has before it: it would have been
  // written in time. `in_lockstep` as in race_findings().
  bool has_race_with_store_before(base::Span load, bool in_lockstep) const;
  // Blocks that loaded bytes of shared memory before they wrote them: SharedRaces.
  const std::vector<SharedRaces::UnwrittenLoads>& loads_unwritten() const {
    return shared_.loads_unwritten();
  }
  // Blocks in which a shuffle takes a value from a lane that is not there.
  std::vector<AbsentSources::Block> absent_sources() const { return absent_.blocks(); }

 private:
  bool is_needed() const { return has_accesses() || wanted_.checks.barriers; }
  bool has_accesses() const { return wanted_.checks.races || wanted_.checks.unwritten; }
  bool has_races() const { return wanted_.checks.races; }
  bool has_copies() const { return has_races() && has_copies_; }
  bool has_bulk() const { return has_races() && has_bulk_; }
  std::vector<CheckStop> stops() const;
  std::vector<Finding> findings(bool in_lockstep) const;

  const Wanted wanted_;
  const bool has_copies_, has_bulk_;
  Races races_;         // in global memory; with fences in all
  SharedRaces shared_;  // without fences
  CopiesInFlight copies_;
  BulkInFlight bulk_;
  Barriers barriers_;
  AbsentSources absent_;
};

}  // namespace warplens::observe
