#include "sim/observe/checks.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/observe/finding/sentence.hpp"
#include "sim/observe/races/race_findings.hpp"
#include "sim/observe/races/races.hpp"
#include "sim/observe/races/text_order.hpp"

namespace warplens::observe {

namespace {

// Loads of global memory that nothing has written, as findings.

std::vector<Finding> unwritten_findings(const Races& races, const code::Program& program,
                                        const MemoryLayout& layout, const RaceScope& scope) {
  std::vector<Finding> findings;
  for (const auto& [site, loads] : races.unwritten_loads()) {
    const code::AccessSite& place = program.sites[site];
    Finding& finding = findings.emplace_back();
    finding.kind = FindingKind::kUnwrittenRead;
    finding.severity = base::Severity::kError;
    finding.count = loads.count;
    finding.step = loads.step;
    put_place(finding, program, place.span, place.frame);
    put_thread(finding, trace::block_at(loads.block, scope.grid), loads.thread, scope.block);
    UnwrittenDetail detail;
    detail.source = UnwrittenDetail::Source::kGlobal;
    detail.element = layout.element_at(trace::Space::kGlobal, loads.address);
    finding.detail = std::move(detail);
    finding.message = sentence(finding);
  }
  return findings;
}

// Gives a check of races, in the order of events, what one of the blocks that take turns reports.
class OneOfTurns : public trace::Observer {
 public:
  explicit OneOfTurns(Races& races) : races_(races) {}
  void block_begins(trace::BlockId block) override {
    block_ = block;
    races_.begin_among(block);
  }
  void access(const trace::WarpAccess& access) override { now().access(access); }
  void block_ends(trace::BlockId) override { now().end_among(); }
  void barrier_releases() override { now().barrier_releases(); }
  void lanes_return(uint32_t warp, uint32_t mask) override { now().lanes_return(warp, mask); }
  void warp_syncs(uint32_t warp, uint32_t mask) override { now().warp_syncs(warp, mask); }
  void fence(uint32_t warp, trace::FenceScope scope, uint32_t mask) override {
    now().fence(warp, scope, mask);
  }
  void mbarrier(const trace::MbarrierStep& step) override { now().mbarrier(step); }

 private:
  Races& now() {
    races_.switch_to(block_);
    return races_;
  }

  Races& races_;
  trace::BlockId block_;
};

// Checks all that blocks do in themselves. What they do in global memory waits for the merge, or,
// where blocks take turns, is checked at once.
class ChunkChecks : public trace::FanOut {
 public:
  // `races`: the grid's, `conflicts` in shared memory, too.
  ChunkChecks(const Wanted& wanted, Races& races, const Conflicts& in_shared, Apart apart)
      : in_shared_of_grid_(in_shared),
        has_races_(wanted.checks.races),
        has_accesses_(has_races_ || wanted.checks.unwritten),
        has_fences_(has_fences(*wanted.program)),
        has_copies_(has_races_ && has_copies(*wanted.program)),
        has_bulk_(has_races_ && has_bulk_copies(*wanted.program)),
        is_needed_(has_accesses_ || wanted.checks.barriers),
        shared_(wanted.program, wanted.scope, true),
        log_(has_fences_, wanted.scope),
        copies_(wanted.program, wanted.scope.block, has_fences_),
        bulk_(wanted.program, wanted.scope.block),
        barriers_(wanted.program, wanted.scope.block) {
    if (apart == Apart::kInTurns) turns_.emplace(races);
    if (has_accesses_) add(shared_);
    if (has_races_) add(global());
    if (has_copies_) add(copies_);
    if (has_bulk_) add(bulk_);
    add(barriers_);
    add(absent_);
  }

  trace::Observer* hearer_of_accesses() override { return is_needed_ ? this : nullptr; }
  bool wants_stored_values() const override { return has_races_; }
  void access(const trace::WarpAccess& access) override {
    barriers_.access(access);
    if (has_accesses_ && !has_fences_) shared_.access(access);
    if (has_races_) global().access(access);
    if (has_copies_) copies_.access(access);
    if (has_bulk_) bulk_.access(access);
  }
  // Also whether the grid's checks would find more, or other things, if they received all this in
  // order: a limit was met. Where blocks take turns, this is in order.
  bool is_too_much(uint64_t) const override {
    if (turns_) return false;
    const size_t conflicts =
        shared_.races().conflicts().all().size() + in_shared_of_grid_.all().size();
    return log_.is_full() || shared_.races().stop().has_value() || conflicts > Conflicts::kMost;
  }

  SharedRaces& shared() { return shared_; }
  const EventLog& log() const { return log_; }  // empty where blocks take turns
  CopiesInFlight& copies() { return copies_; }
  BulkInFlight& bulk() { return bulk_; }
  Barriers& barriers() { return barriers_; }
  AbsentSources& absent() { return absent_; }

 private:
  trace::Observer& global() {
    if (turns_) return *turns_;
    return log_;
  }

  const Conflicts& in_shared_of_grid_;
  const bool has_races_, has_accesses_, has_fences_, has_copies_, has_bulk_, is_needed_;
  SharedRaces shared_;  // without fences
  EventLog log_;
  std::optional<OneOfTurns> turns_;
  CopiesInFlight copies_;
  BulkInFlight bulk_;
  Barriers barriers_;
  AbsentSources absent_;
};

}  // namespace

Checks::Checks(const Wanted& of)
    : wanted_(of),
      has_copies_(observe::has_copies(*of.program)),
      has_bulk_(has_bulk_copies(*of.program)),
      races_(of.program, of.scope, has_fences(*of.program) ? Watched::kAll : Watched::kGlobal),
      shared_(of.program, of.scope),
      copies_(of.program, of.scope.block, has_fences(*of.program)),
      bulk_(of.program, of.scope.block),
      barriers_(of.program, of.scope.block) {
  if (has_races()) add(races_);
  if (has_accesses()) add(shared_);
  if (has_copies()) add(copies_);
  if (has_bulk()) add(bulk_);
  if (!is_needed()) return;
  add(barriers_);
  add(absent_);
}

void Checks::access(const trace::WarpAccess& access) {
  barriers_.access(access);
  if (has_races()) races_.access(access);
  if (has_accesses() && !races_.has_fences()) shared_.access(access);
  if (has_copies()) copies_.access(access);
  if (has_bulk()) bulk_.access(access);
}

std::unique_ptr<trace::Observer> Checks::for_chunk(Apart apart) {
  return std::make_unique<ChunkChecks>(wanted_, races_, shared_.races().conflicts(), apart);
}

void Checks::merge(trace::Observer& chunk) {
  auto& later = static_cast<ChunkChecks&>(chunk);
  shared_.merge(later.shared());
  if (has_races()) later.log().replay(races_);
  copies_.merge(later.copies());
  bulk_.merge(later.bulk());
  barriers_.merge(later.barriers());
  absent_.merge(later.absent());
}

void Checks::put(Observed& to) const {
  const bool in_lockstep = wanted_.device.runs_in_lockstep();
  for (Finding& finding : findings(in_lockstep)) to.findings.push_back(std::move(finding));
  for (Finding& finding : findings(!in_lockstep)) to.other_findings.push_back(std::move(finding));
  to.check_stops = stops();
}

std::vector<Finding> Checks::findings(bool in_lockstep) const {
  const RaceScope& scope = wanted_.scope;
  std::vector<Finding> found;
  if (has_races()) {
    Conflicts conflicts = races_.conflicts();
    conflicts.merge(shared_.races().conflicts());
    found = race_findings(conflicts, *wanted_.program, wanted_.layout, scope.grid, scope.block,
                          in_lockstep);
  }
  for (Finding& finding : copies_.findings(wanted_.layout)) found.push_back(std::move(finding));
  for (Finding& finding : bulk_.findings(wanted_.layout)) found.push_back(std::move(finding));
  if (has_races() && wanted_.checks.unwritten) {
    for (Finding& finding : unwritten_findings(races_, *wanted_.program, wanted_.layout, scope))
      found.push_back(std::move(finding));
  }
  if (wanted_.checks.barriers) {
    for (Finding& finding : barriers_.findings()) found.push_back(std::move(finding));
  }
  return found;
}

std::vector<CheckStop> Checks::stops() const {
  std::vector<CheckStop> stops;
  for (const std::optional<CheckStop>* stop : {&races_.stop(), &shared_.stop()}) {
    if (*stop) stops.push_back(**stop);
  }
  using Memory = CheckStop::Memory;
  const auto add_left_out = [&](const Conflicts& conflicts, Memory memory) {
    if (const std::optional<Party>& left_out = conflicts.first_left_out())
      stops.push_back({CheckStop::Reason::kPairs, memory,
                       trace::block_at(left_out->block, wanted_.scope.grid), left_out->step});
  };
  add_left_out(races_.conflicts(), races_.has_fences() ? Memory::kBoth : Memory::kGlobal);
  add_left_out(shared_.races().conflicts(), Memory::kShared);
  return stops;
}

std::vector<bool> Checks::earlier_sites() const {
  std::vector<bool> sites;
  for (const Conflicts* conflicts : {&races_.conflicts(), &shared_.races().conflicts()}) {
    for (const auto& [key, conflict] : conflicts->all()) {
      sites.resize(wanted_.program->sites.size());
      sites[key.earlier_site] = true;
    }
  }
  return sites;
}

bool Checks::has_race_with_store_before(base::Span load, bool in_lockstep) const {
  const auto is_load = [&](const code::AccessSite& site) {
    return site.span == load && site.operation != code::Operation::kStore;
  };
  TextOrders orders(*wanted_.program);
  for (const Conflicts* conflicts : {&races_.conflicts(), &shared_.races().conflicts()}) {
    for (const auto& [key, conflict] : conflicts->all()) {
      if (key.is_ordered(in_lockstep)) continue;
      if (!is_load(wanted_.program->sites[key.earlier_site]) &&
          !is_load(wanted_.program->sites[key.later_site]))
        continue;
      const TextOrder order = orders.between({key.earlier_site, conflict.earlier.turn},
                                             {key.later_site, conflict.later.turn});
      const code::Operation first = wanted_.program->sites[order.first].operation;
      const bool is_written = first == code::Operation::kStore || first == code::Operation::kCopy;
      if (order.kind != TextOrder::Kind::kNone && is_written &&
          is_load(wanted_.program->sites[order.second]))
        return true;
    }
  }
  return false;
}

}  // namespace warplens::observe
