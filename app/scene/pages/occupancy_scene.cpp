#include "app/scene/pages/occupancy_scene.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/scene/pages/page_inputs.hpp"
#include "sim/base/say.hpp"
#include "sim/base/warp.hpp"

namespace warplens::scene {
namespace {

using model::Resource;
using study::BlockNeed;
using study::OccupancyFacts;

constexpr uint64_t kSharedUnit = 1024;  // [bytes] between a curve's points

std::vector<OccupancyBar> bars_of(const OccupancyFacts& facts) {
  std::vector<OccupancyBar> bars;
  for (const Resource resource : study::kResources) {
    const bool is_limit =
        facts.occupancy.is_limited_by(resource) && facts.occupancy.warps < facts.on.warps();
    bars.push_back({resource, study::all_of(facts, resource), study::of_block(facts, resource),
                    facts.occupancy.room[static_cast<size_t>(resource)], is_limit,
                    study::used_text(facts, resource).rendered()});
  }
  return bars;
}

void set(model::BlockNeeds& needs, BlockNeed need, uint64_t value) {
  switch (need) {
    case BlockNeed::kThreads:
      needs.threads = static_cast<uint32_t>(value);
      break;
    case BlockNeed::kRegisters:
      needs.registers = static_cast<uint32_t>(value);
      break;
    case BlockNeed::kShared:
      needs.shared = value;
      break;
  }
}

uint64_t value_of(const model::BlockNeeds& needs, BlockNeed need) {
  switch (need) {
    case BlockNeed::kThreads:
      return needs.threads;
    case BlockNeed::kRegisters:
      return needs.registers;
    case BlockNeed::kShared:
      break;
  }
  return needs.shared;
}

OccupancyCurve curve_of(const OccupancyFacts& facts, BlockNeed need) {
  const model::Multiprocessor& on = facts.on;
  OccupancyCurve curve;
  curve.need = need;
  if (need == BlockNeed::kThreads) {
    curve.unit = curve.first = base::kWarpSize;
    curve.last = on.block_threads;
  } else if (need == BlockNeed::kRegisters) {
    curve.first = 1;
    curve.last = on.thread_registers;
  } else {
    curve.unit = kSharedUnit;
    curve.last = on.block_shared;
  }
  model::BlockNeeds at = facts.needs;
  for (uint64_t value = curve.first; value <= curve.last; value += curve.unit) {
    set(at, need, value);
    curve.fractions.push_back(static_cast<float>(model::occupancy(on, at).fraction));
  }
  const auto known = [&](const model::BlockNeeds& of) {
    const bool is_known = need != BlockNeed::kRegisters || of.registers != 0;
    return is_known ? std::optional(value_of(of, need)) : std::nullopt;
  };
  curve.now = known(facts.needs);
  curve.of_run = known(facts.of_launch);
  return curve;
}

study::KnownRegisters known_registers(const Compilation& compiled) {
  study::KnownRegisters known;
  if (compiled.kernel != nullptr) {
    known.compiled = *compiled.kernel;
    return known;
  }
  known.problem = compiled.problem;
  known.is_compiling = compiled.is_running;
  return known;
}

}  // namespace

OccupancyScene occupancy_scene(OccupancyFacts facts) {
  OccupancyScene scene;
  scene.box = say("An SM, one of {count}", "count"_a = facts.multiprocessors);
  if (!facts.fails()) {
    scene.bars = bars_of(facts);
    scene.carve_outs = facts.on.carve_outs;
    scene.carve_out = model::carve_out_for(facts.on, facts.occupancy);
    scene.left_to_l1 = facts.on.with_l1 - std::min(facts.on.with_l1, scene.carve_out);
  }
  for (const BlockNeed need : {BlockNeed::kThreads, BlockNeed::kRegisters, BlockNeed::kShared})
    scene.curves.push_back(curve_of(facts, need));
  scene.facts = std::move(facts);
  return scene;
}

std::optional<OccupancyPage::Key> OccupancyPage::wanted(const PageInputs& now) {
  return now.launch;
}

OccupancyScene OccupancyPage::make(const Key& key) {
  model::BlockNeeds needs;
  needs.threads = static_cast<uint32_t>(std::min<uint64_t>(key.block.count(), UINT32_MAX));
  needs.shared = key.shared;
  needs.static_shared = key.static_shared;
  needs.registers = key.compiled.registers();
  return occupancy_scene(study::occupancy_facts(*key.device, needs, key.grid.count(), key.tried,
                                                key.arrays, known_registers(key.compiled)));
}

uint64_t value_at(const OccupancyCurve& curve, float share) {
  const double points = static_cast<double>((curve.last - curve.first) / curve.unit);
  const double at = std::round(std::clamp(static_cast<double>(share), 0.0, 1.0) * points);
  return curve.first + curve.unit * static_cast<uint64_t>(at);
}

float place_of(const OccupancyCurve& curve, uint64_t value) {
  const uint64_t whole = (curve.last - curve.first) / curve.unit * curve.unit;
  const uint64_t within = std::clamp(value, curve.first, curve.first + whole) - curve.first;
  return static_cast<float>(static_cast<double>(within) / static_cast<double>(whole));
}

}  // namespace warplens::scene
