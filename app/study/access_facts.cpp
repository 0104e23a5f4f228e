#include "app/study/access_facts.hpp"

#include <bit>
#include <optional>
#include <set>

#include "app/study/counts.hpp"
#include "app/study/words.hpp"
#include "sim/observe/totals/access_kind.hpp"
#include "sim/observe/totals/copy_cost.hpp"
#include "sim/observe/totals/shared_op.hpp"
#include "sim/run/named_element.hpp"

namespace warplens::study {
namespace {

LaneFacts lane_facts(const run::Run& run, const trace::Access& access, uint32_t lane) {
  const launch::Dim3& block = run.context->block;
  const uint64_t linear = uint64_t{access.warp} * trace::kWarpSize + lane;
  LaneFacts facts;
  facts.exists = linear < block.count();
  if (!facts.exists) return facts;
  facts.thread = trace::thread_at(linear, block);
  facts.is_active = (access.mask >> lane & 1u) != 0;
  if (!facts.is_active) return facts;
  const uint64_t address = access.addresses[lane];
  const run::NamedElement place = run::named_element(run, access.space, address);
  const bool is_outside = (access.out_of_bounds >> lane & 1u) != 0 || place.array.empty();
  if (!is_outside) facts.element = place.element_index;
  facts.word = address / run.device.bank_bytes;
  facts.bank = static_cast<uint32_t>(facts.word % run.device.banks);
  return facts;
}

Section describe_lane(const char* key, const LaneFacts& facts, uint32_t lane) {
  Section section{.key = key};
  section.fact("lane", lane);
  section.fact("active", facts.is_active);
  if (!facts.exists) return section;
  section.fact("x", facts.thread[0]);
  section.fact("y", facts.thread[1]);
  section.fact("z", facts.thread[2]);
  if (!facts.is_active) return section;
  if (facts.element) section.fact("element", *facts.element);
  section.fact("word", facts.word);
  section.fact("bank", facts.bank);
  return section;
}

}  // namespace

uint32_t AccessFacts::active_lanes() const {
  return static_cast<uint32_t>(std::popcount(traced.access.mask));
}

uint64_t AccessFacts::different_words() const {
  std::set<uint64_t> words;
  for (const LaneFacts& lane : lanes) {
    if (lane.is_active) words.insert(lane.word);
  }
  return words.size();
}

uint64_t AccessFacts::different_elements() const {
  std::set<uint64_t> elements;
  for (const LaneFacts& lane : lanes) {
    if (lane.element) elements.insert(*lane.element);
  }
  return elements.size();
}

AccessFacts access_facts(const TraceFacts& facts, uint32_t step, uint32_t lane) {
  const run::Run& run = *facts.run;
  AccessFacts all;
  all.traced = traced_access(facts, step);
  all.chosen = lane;
  const trace::Access& access = all.traced.access;
  const code::AccessSite& site = run.program->sites[access.site];
  const model::AtomicRule rule = observe::shared_rule(site);
  const std::optional<model::CasValues> values =
      observe::cas_values(rule, &access.values, &access.results);
  all.cost = access.operation == trace::Operation::kCopy
                 ? observe::copy_cost(site, observe::sides_of(access)).written
                 : observe::cost_of(run.device, access, rule.op, values ? &*values : nullptr);
  for (uint32_t i = 0; i < trace::kWarpSize; ++i) all.lanes[i] = lane_facts(run, access, i);
  return all;
}

Section describe(const AccessFacts& facts) {
  const trace::Access& access = facts.traced.access;
  const model::GlobalCost& global = facts.cost.global;
  Section section{.key = "access"};
  section.fact("kind", word(observe::kind_of(access.operation, access.layout)));
  section.fact("space", word(access.space));
  section.fact("array", facts.traced.array);
  section.fact("line", {facts.traced.place.line, Form::kPlain});
  section.fact("warp", access.warp);
  section.fact("lane", facts.chosen);
  section.fact("step", access.step);
  section.fact("bytes", access.bytes);
  section.fact("active", facts.active_lanes());
  section.fact(word(cost_in(access.space)), facts.traced.cost.paid);
  section.fact("ideal", facts.traced.cost.ideal);
  section.fact(word(Measure::kBytesRequested), uint64_t{facts.active_lanes()} * access.bytes);
  if (access.space == trace::Space::kGlobal) {
    section.fact(word(Measure::kLines), global.lines);
    section.fact(word(Measure::kBytesUsed), global.bytes_used);
    section.fact(word(Measure::kBytesMoved), global.bytes_moved());
  }
  section.fact("different_words", facts.different_words());
  section.fact("different_elements", facts.different_elements());
  List lanes{"lanes", {}};
  for (uint32_t i = 0; i < trace::kWarpSize; ++i)
    lanes.items.push_back(describe_lane("", facts.lanes[i], i));
  section.parts.push_back(std::move(lanes));
  section.parts.push_back(describe_lane("own", facts.lanes[facts.chosen], facts.chosen));
  return section;
}

}  // namespace warplens::study
