// A lost update takes the races with it that its own loads and stores make.
#include "sim/check/race_findings.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "sim/analysis/finding_place.hpp"
#include "sim/base/say.hpp"
#include "sim/check/words.hpp"

namespace warplens::check {

namespace {

using code::Operation;

// Where a site is in the text: instructions of one place are one.
using TextKey = std::tuple<std::string, uint32_t, uint32_t>;

struct Reported {
  ConflictKey key;
  Conflict conflict;
};

class Writer {
 public:
  Writer(const code::Program& program, const analysis::MemoryLayout& layout, trace::BlockId grid,
         trace::BlockId block)
      : program_(program), layout_(layout), grid_(grid), block_(block) {}

  // Whether the stores store what became of the value that was loaded, as far as the text shows.
  bool is_update(const Conflict& conflict) const {
    return conflict.is_lost_update && is_same_text(conflict.earlier.load, conflict.earlier.site) &&
           is_same_text(conflict.later.load, conflict.later.site);
  }

  TextKey place_of(uint32_t site) const {
    const code::AccessSite& it = program_.sites[site];
    const analysis::SourceLocation place = analysis::source_location(program_, it.span, it.frame);
    return {place.file, place.line, place.column};
  }

  analysis::Finding finding(const Reported& race, bool is_update) const {
    const auto& [key, conflict] = race;
    analysis::Finding finding;
    analysis::OtherAccess other;
    put(finding, conflict.later);
    put(other, conflict.earlier);
    finding.step = conflict.later.step;
    other.step = conflict.earlier.step;
    finding.count = conflict.count;
    finding.kind = is_update ? "lost_update" : kind_of(key.relation);
    const bool is_hint = !is_update && (conflict.is_same_value || conflict.lacks_acquire);
    finding.severity = is_hint ? base::Severity::kHint : base::Severity::kError;
    finding.message = is_update ? update_words(finding, other, race)
                                : say("{accesses}; {missing}",
                                      "accesses"_a = accesses_words(finding, other, race),
                                      "missing"_a = missing_words(race));
    finding.other = std::move(other);
    return finding;
  }

 private:
  static std::string kind_of(Relation relation) {
    switch (relation) {
      case Relation::kInWarp:
        return "race_in_warp";
      case Relation::kBetweenWarps:
        return "race_between_warps";
      case Relation::kBetweenBlocks:
        return "race_between_blocks";
    }
    return "";
  }

  bool is_same_text(uint32_t load, uint32_t store) const {
    if (load == Party::kNobody) return false;
    const base::SourceFile& file = program_.unit->file;
    return file.slice(program_.sites[load].span) == file.slice(program_.sites[store].span);
  }

  template <class Placed>
  void put(Placed& placed, const Party& party) const {
    const code::AccessSite& site = program_.sites[party.site];
    analysis::put_place(placed, program_, site.span, site.frame);
    const auto lane = static_cast<uint32_t>(std::countr_zero(party.lanes));
    const trace::BlockId block{party.block % grid_.x, party.block / grid_.x % grid_.y,
                               party.block / grid_.x / grid_.y};
    analysis::put_thread(placed, block, party.warp * trace::kWarpSize + lane, block_);
  }

  template <class Placed>
  std::string who(const Placed& placed, Relation relation) const {
    const std::string thread = analysis::thread_words(placed.thread);
    if (relation != Relation::kBetweenBlocks) return thread;
    return say("{thread} of {block}", "thread"_a = thread, "block"_a = block_words(placed.block));
  }

  std::string element(const Reported& race) const {
    return element_words(layout_, race.key.space, race.conflict.address);
  }

  std::string update_words(const analysis::Finding& finding, const analysis::OtherAccess& other,
                           const Reported& race) const {
    return say(
        "{one} and {other} load {element}, change it and store it, and neither waits for the "
        "other: what one of them adds is lost; an atomic function does it in one step",
        "one"_a = who(other, race.key.relation), "other"_a = who(finding, race.key.relation),
        "element"_a = element(race));
  }

  // The two accesses, the reader first.
  std::string accesses_words(const analysis::Finding& finding, const analysis::OtherAccess& other,
                             const Reported& race) const {
    const Operation now = program_.sites[race.key.later_site].operation;
    const Operation before = program_.sites[race.key.earlier_site].operation;
    const std::string later = who(finding, race.key.relation);
    const std::string earlier = who(other, race.key.relation);
    const std::string place = element(race);
    if (now == Operation::kLoad) {
      return say("{reader} reads {element}, and {writer} writes it in line {line}",
                 "reader"_a = later, "element"_a = place, "writer"_a = earlier,
                 "line"_a = other.line);
    }
    if (before == Operation::kLoad) {
      return say("{writer} writes {element}, and {reader} reads it in line {line}",
                 "writer"_a = later, "element"_a = place, "reader"_a = earlier,
                 "line"_a = other.line);
    }
    if (race.conflict.is_same_value) {
      return say("{one} writes {element}, and {other} writes the same value to it in line {line}",
                 "one"_a = later, "element"_a = place, "other"_a = earlier, "line"_a = other.line);
    }
    return say("{one} writes {element}, and {other} writes it in line {line}", "one"_a = later,
               "element"_a = place, "other"_a = earlier, "line"_a = other.line);
  }

  std::string missing_words(const Reported& race) const {
    if (race.conflict.lacks_acquire)
      return say("the writer's fence is there, but the reader has none behind the flag");
    switch (race.key.relation) {
      case Relation::kInWarp:
        return say("lanes of a warp need not run in step, and no __syncwarp() is between the two");
      case Relation::kBetweenWarps:
        return say("no __syncthreads() is between the two");
      case Relation::kBetweenBlocks:
        return say("blocks run in any order");
    }
    return "";
  }

  const code::Program& program_;
  const analysis::MemoryLayout& layout_;
  const trace::BlockId grid_, block_;
};

void merge(Conflict& known, const Conflict& more) {
  known.count += more.count;
  known.is_same_value = known.is_same_value && more.is_same_value;
  known.lacks_acquire = known.lacks_acquire && more.lacks_acquire;
}

}  // namespace

std::vector<analysis::Finding> race_findings(const Conflicts& conflicts,
                                             const code::Program& program,
                                             const analysis::MemoryLayout& layout,
                                             trace::BlockId grid, trace::BlockId block,
                                             bool in_lockstep) {
  const Writer writer(program, layout, grid, block);
  std::set<std::pair<TextKey, TextKey>> updated;  // places that a lost update explains
  const auto places = [&](uint32_t one, uint32_t other) {
    std::pair<TextKey, TextKey> both(writer.place_of(one), writer.place_of(other));
    if (both.second < both.first) std::swap(both.first, both.second);
    return both;
  };
  const auto is_ordered = [&](const ConflictKey& key) {
    return in_lockstep && key.relation == Relation::kInWarp && !key.is_one_instruction;
  };
  for (const auto& [key, conflict] : conflicts.all()) {
    if (is_ordered(key) || !writer.is_update(conflict)) continue;
    for (const uint32_t one : {key.earlier_site, conflict.earlier.load}) {
      for (const uint32_t other : {key.later_site, conflict.later.load})
        updated.insert(places(one, other));
    }
  }
  // By kind and the two places, in either order.
  std::map<std::tuple<bool, Relation, std::pair<TextKey, TextKey>>, Reported> reported;
  for (const auto& [key, conflict] : conflicts.all()) {
    if (is_ordered(key)) continue;
    const bool is_update = writer.is_update(conflict);
    const std::pair<TextKey, TextKey> at = places(key.earlier_site, key.later_site);
    if (!is_update && updated.contains(at)) continue;
    // A lost update is one, whichever threads it is between.
    const Relation relation = is_update ? Relation::kInWarp : key.relation;
    const auto [found, is_new] =
        reported.try_emplace({is_update, relation, at}, Reported{key, conflict});
    if (!is_new) merge(found->second.conflict, conflict);
  }
  std::vector<analysis::Finding> findings;
  for (const auto& [key, race] : reported)
    findings.push_back(writer.finding(race, std::get<0>(key)));
  return findings;
}

}  // namespace warplens::check
