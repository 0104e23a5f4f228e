// A lost update takes the races with it that its own loads and stores make.
#include "sim/observe/races/race_findings.hpp"

#include <bit>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/sentence.hpp"
#include "sim/observe/races/race_causes.hpp"

namespace warplens::observe {

namespace {

// Where a site is in the text: instructions of one place are one.
using TextKey = std::tuple<std::string, uint32_t, uint32_t>;

FindingKind kind_of(Relation relation) {
  switch (relation) {
    case Relation::kInWarp:
      return FindingKind::kRaceInWarp;
    case Relation::kBetweenWarps:
      return FindingKind::kRaceBetweenWarps;
    case Relation::kBetweenBlocks:
      break;
  }
  return FindingKind::kRaceBetweenBlocks;
}

class Writer {
 public:
  Writer(const code::Program& program, const MemoryLayout& layout, trace::BlockId grid,
         trace::BlockId block)
      : program_(program), layout_(layout), grid_(grid), block_(block) {}

  // Whether the stores store what became of the value that was loaded, as far as the text shows.
  bool is_update(const Conflict& conflict) const {
    return conflict.is_lost_update && is_same_text(conflict.earlier.load, conflict.earlier.site) &&
           is_same_text(conflict.later.load, conflict.later.site);
  }

  TextKey place_of(uint32_t site) const {
    const code::AccessSite& it = program_.sites[site];
    const SourceLocation place = source_location(program_, it.span, it.frame);
    return {place.file, place.line, place.column};
  }

  Finding update(const Race& race) const {
    Finding finding = placed(race);
    finding.kind = FindingKind::kLostUpdate;
    finding.severity = race.conflict.lacks_acquire ? base::Severity::kHint : base::Severity::kError;
    finding.detail = detail_of_update(race, program_, layout_);
    finding.message = sentence(finding);
    return finding;
  }

  Finding finding(const RaceCause& cause) const {
    const Race& reported = cause.races.front();
    Finding finding = placed(reported);
    finding.kind = kind_of(reported.key.relation);
    finding.severity = reported.is_hint() ? base::Severity::kHint : base::Severity::kError;
    finding.detail = detail_of(cause, program_, layout_);
    finding.message = sentence(finding);
    for (size_t i = 1; i < cause.races.size(); ++i) {
      const Race& race = cause.races[i];
      finding.count += race.conflict.count;
      finding.also.push_back({kind_of(race.key.relation), also_place(race.conflict.earlier),
                              also_place(race.conflict.later)});
    }
    return finding;
  }

 private:
  bool is_same_text(uint32_t load, uint32_t store) const {
    if (load == Party::kNobody) return false;
    const base::SourceFile& file = program_.unit->file;
    return file.slice(program_.sites[load].span) == file.slice(program_.sites[store].span);
  }

  // With the places, threads and moments of both accesses.
  Finding placed(const Race& race) const {
    Finding finding;
    put(finding, race.conflict.later);
    put(finding.other.emplace(), race.conflict.earlier);
    finding.step = race.conflict.later.step;
    finding.other->step = race.conflict.earlier.step;
    finding.count = race.conflict.count;
    return finding;
  }

  AlsoRacing::Place also_place(const Party& party) const {
    const code::AccessSite& site = program_.sites[party.site];
    AlsoRacing::Place place;
    put_place(place, program_, site.span, site.frame);
    return place;
  }

  template <class Placed>
  void put(Placed& placed, const Party& party) const {
    const code::AccessSite& site = program_.sites[party.site];
    put_place(placed, program_, site.span, site.frame);
    const auto lane = static_cast<uint32_t>(std::countr_zero(party.lanes));
    put_thread(placed, trace::block_at(party.block, grid_), party.warp * trace::kWarpSize + lane,
               block_);
  }

  const code::Program& program_;
  const MemoryLayout& layout_;
  const trace::BlockId grid_, block_;
};

void merge(Conflict& known, const Conflict& more) {
  known.count += more.count;
  known.is_same_value = known.is_same_value && more.is_same_value;
  known.lacks_acquire = known.lacks_acquire && more.lacks_acquire;
  known.lacks_fences = known.lacks_fences && more.lacks_fences;
}

}  // namespace

std::vector<Finding> race_findings(const Conflicts& conflicts, const code::Program& program,
                                   const MemoryLayout& layout, trace::BlockId grid,
                                   trace::BlockId block, bool in_lockstep) {
  const Writer writer(program, layout, grid, block);
  std::set<std::pair<TextKey, TextKey>> updated;  // places that a lost update explains
  const auto places = [&](uint32_t one, uint32_t other) {
    std::pair<TextKey, TextKey> both(writer.place_of(one), writer.place_of(other));
    if (both.second < both.first) std::swap(both.first, both.second);
    return both;
  };
  for (const auto& [key, conflict] : conflicts.all()) {
    if (key.is_ordered(in_lockstep) || !writer.is_update(conflict)) continue;
    for (const uint32_t one : {key.earlier_site, conflict.earlier.load}) {
      for (const uint32_t other : {key.later_site, conflict.later.load})
        updated.insert(places(one, other));
    }
  }
  // By kind and the two places, in either order.
  std::map<std::tuple<bool, Relation, std::pair<TextKey, TextKey>>, Race> reported;
  for (const auto& [key, conflict] : conflicts.all()) {
    if (key.is_ordered(in_lockstep)) continue;
    const bool is_update = writer.is_update(conflict);
    const std::pair<TextKey, TextKey> at = places(key.earlier_site, key.later_site);
    if (!is_update && updated.contains(at)) continue;
    // A lost update is one, whichever threads it is between.
    const Relation relation = is_update ? Relation::kInWarp : key.relation;
    const auto [found, is_new] =
        reported.try_emplace({is_update, relation, at}, Race{key, conflict, {}});
    if (!is_new) merge(found->second.conflict, conflict);
  }
  std::vector<Finding> findings;
  std::vector<Race> races;
  for (const auto& [key, race] : reported) {
    if (std::get<0>(key))
      findings.push_back(writer.update(race));
    else
      races.push_back(race);
  }
  for (const RaceCause& cause : causes_of(std::move(races), program))
    findings.push_back(writer.finding(cause));
  return findings;
}

}  // namespace warplens::observe
