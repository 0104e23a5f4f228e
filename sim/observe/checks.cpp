#include "sim/observe/checks.hpp"

#include <utility>

#include "sim/observe/races/race_findings.hpp"
#include "sim/observe/races/text_order.hpp"
#include "sim/observe/unwritten/unwritten_global.hpp"

namespace warplens::observe {

Checks::Checks(std::shared_ptr<const code::Program> program, const RaceScope& scope,
               launch::CheckSet selected)
    : program_(std::move(program)),
      scope_(scope),
      selected_(selected),
      races_(program_, scope, has_fences(*program_) ? Watched::kAll : Watched::kGlobal),
      shared_(program_, scope),
      barriers_(program_, scope.block) {}

void Checks::block_begins(trace::BlockId block) {
  races_.block_begins(block);
  shared_.block_begins(block);
  barriers_.block_begins(block);
  absent_.block_begins(block);
}

void Checks::access(const trace::WarpAccess& access) {
  barriers_.access(access);
  if (has_races()) races_.access(access);
  if (has_accesses() && !races_.has_fences()) shared_.access(access);
}

void Checks::block_ends(trace::BlockId block) {
  shared_.block_ends(block);
}

void Checks::warp_syncs(uint32_t warp, uint32_t mask) {
  races_.warp_syncs(warp, mask);
  shared_.warp_syncs(warp, mask);
}

void Checks::barrier_arrives(uint32_t warp, uint32_t pc, uint32_t mask) {
  barriers_.barrier_arrives(warp, pc, mask);
}

void Checks::barrier_releases() {
  races_.barrier_releases();
  shared_.barrier_releases();
  barriers_.barrier_releases();
}

void Checks::lanes_return(uint32_t warp, uint32_t mask) {
  races_.lanes_return(warp, mask);
  shared_.lanes_return(warp, mask);
  barriers_.lanes_return(warp, mask);
}

void Checks::merge(const ChunkChecks& chunk) {
  shared_.merge(chunk.shared());
  if (has_races()) chunk.log().replay(races_);  // empty where blocks took turns
  barriers_.merge(chunk.barriers());
  absent_.merge(chunk.absent());
}

std::vector<Finding> Checks::findings(const MemoryLayout& layout, bool in_lockstep) const {
  std::vector<Finding> found;
  if (has_races()) {
    Conflicts conflicts = races_.conflicts();
    conflicts.merge(shared_.races().conflicts());
    found = race_findings(conflicts, *program_, layout, scope_.grid, scope_.block, in_lockstep);
  }
  if (has_races() && selected_.unwritten) {
    for (Finding& finding : unwritten_findings(races_, *program_, layout, scope_))
      found.push_back(std::move(finding));
  }
  if (has_barriers()) {
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
                       trace::block_at(left_out->block, scope_.grid), left_out->step});
  };
  add_left_out(races_.conflicts(), races_.has_fences() ? Memory::kBoth : Memory::kGlobal);
  add_left_out(shared_.races().conflicts(), Memory::kShared);
  return stops;
}

std::vector<bool> Checks::earlier_sites() const {
  std::vector<bool> sites;
  for (const Conflicts* conflicts : {&races_.conflicts(), &shared_.races().conflicts()}) {
    for (const auto& [key, conflict] : conflicts->all()) {
      sites.resize(program_->sites.size());
      sites[key.earlier_site] = true;
    }
  }
  return sites;
}

bool Checks::has_race_with_store_before(base::Span load, bool in_lockstep) const {
  const auto is_load = [&](const code::AccessSite& site) {
    return site.span == load && site.operation != code::Operation::kStore;
  };
  TextOrders orders(*program_);
  for (const Conflicts* conflicts : {&races_.conflicts(), &shared_.races().conflicts()}) {
    for (const auto& [key, conflict] : conflicts->all()) {
      if (key.is_ordered(in_lockstep)) continue;
      if (!is_load(program_->sites[key.earlier_site]) && !is_load(program_->sites[key.later_site]))
        continue;
      const TextOrder order = orders.between({key.earlier_site, conflict.earlier.turn},
                                             {key.later_site, conflict.later.turn});
      if (order.kind != TextOrder::Kind::kNone &&
          program_->sites[order.first].operation == code::Operation::kStore &&
          is_load(program_->sites[order.second]))
        return true;
    }
  }
  return false;
}

ChunkChecks::ChunkChecks(const Checks& of, Races* in_turns)
    : has_races_(of.has_races()),
      has_accesses_(of.has_accesses()),
      has_fences_(has_fences(*of.program())),
      in_turns_(in_turns),
      races_(of.program(), of.scope(), true),
      log_(has_fences_, of.scope().memory.rest),
      barriers_(of.program(), of.scope().block) {}

template <class Report>
void ChunkChecks::report(Report what) {
  if (in_turns_ == nullptr) return what(log_);
  if (!has_races_) return;
  in_turns_->switch_to(block_);
  what(*in_turns_);
}

bool ChunkChecks::is_cut_beside(const Checks& grid) const {
  if (in_turns_ != nullptr) return false;
  const size_t conflicts = races_.races().conflicts().all().size();
  return log_.is_full() || races_.stop().has_value() || !grid.has_room_for(conflicts);
}

void ChunkChecks::clear() {
  races_.clear();
  log_.clear();
  barriers_.clear();
  absent_.clear();
}

void ChunkChecks::block_begins(trace::BlockId block) {
  block_ = block;
  races_.block_begins(block);
  if (in_turns_ == nullptr)
    log_.block_begins(block);
  else if (has_races_)
    in_turns_->begin_among(block);
  barriers_.block_begins(block);
  absent_.block_begins(block);
}

void ChunkChecks::block_ends(trace::BlockId block) {
  races_.block_ends(block);
  if (in_turns_ == nullptr || !has_races_) return;
  in_turns_->switch_to(block);
  in_turns_->end_among();
}

void ChunkChecks::access(const trace::WarpAccess& access) {
  barriers_.access(access);
  if (!has_accesses_) return;
  if (!has_fences_) races_.access(access);
  if (has_races_) report([&](auto& to) { to.access(access); });
}

void ChunkChecks::barrier_arrives(uint32_t warp, uint32_t pc, uint32_t mask) {
  barriers_.barrier_arrives(warp, pc, mask);
}

void ChunkChecks::barrier_releases() {
  races_.barrier_releases();
  report([](auto& to) { to.barrier_releases(); });
  barriers_.barrier_releases();
}

void ChunkChecks::lanes_return(uint32_t warp, uint32_t mask) {
  races_.lanes_return(warp, mask);
  report([&](auto& to) { to.lanes_return(warp, mask); });
  barriers_.lanes_return(warp, mask);
}

void ChunkChecks::warp_syncs(uint32_t warp, uint32_t mask) {
  races_.warp_syncs(warp, mask);
  report([&](auto& to) { to.warp_syncs(warp, mask); });
}

void ChunkChecks::fence(uint32_t warp, trace::FenceScope scope, uint32_t mask) {
  report([&](auto& to) { to.fence(warp, scope, mask); });
}

}  // namespace warplens::observe
