// The model runs once for the strip and once for each number of warps.
#include "app/scene/pages/hiding_scene.hpp"

#include <algorithm>
#include <utility>

#include "sim/whatif/issue_streams.hpp"

namespace warplens::scene {
namespace {

constexpr uint32_t kChainLoads = 64;  // of the chains that show what passes cost
constexpr uint32_t kManyWarps = 32;

// `tried` within the limits, or what is shown in its place.
uint32_t usable(std::optional<uint32_t> tried, uint32_t otherwise, std::vector<Text>& refused) {
  if (!tried) return otherwise;
  const uint32_t value = model::usable_latency(*tried);
  if (value != *tried) refused = {study::refused_latency(*tried, value)};
  return value;
}

// Loads from shared memory that wait for each other, each with the arithmetic of its index: what
// the measured ones do (model::measured_passes).
std::vector<PassCost> pass_costs(const study::HidingFacts& facts) {
  std::vector<PassCost> costs;
  for (uint32_t passes = 1; passes <= 32; passes *= 2) {
    model::Stream chain;
    for (uint32_t i = 0; i < kChainLoads; ++i) {
      model::WarpOp index, load;
      if (i > 0) index.waits[0] = static_cast<uint32_t>(chain.size()) - 1;
      chain.push_back(index);
      load.unit = model::Unit::kShared;
      load.is_load = true;
      load.passes = passes;
      load.waits[0] = static_cast<uint32_t>(chain.size()) - 1;
      chain.push_back(load);
    }
    const auto cycles = [&](uint32_t warps) {
      model::HidingSetup setup = study::setup_of(facts, warps);
      setup.block_warps = 1;
      return static_cast<double>(model::hide_latencies({chain}, setup).cycles) / kChainLoads;
    };
    costs.push_back(
        {passes, cycles(1), cycles(kManyWarps) / kManyWarps, *model::measured_passes(passes)});
  }
  return costs;
}

}  // namespace

HidingScene hiding_scene(const run::Run& run, std::shared_ptr<const whatif::IssueStreams> streams,
                         const HidingTry& tried) {
  HidingScene scene;
  scene.tried = tried;
  model::Latencies latencies =
      tried.is_lecture ? model::lecture_latencies() : model::h200_latencies();
  std::vector<Text> refused;
  latencies.shared = usable(tried.shared, latencies.shared, refused);
  latencies.global = usable(tried.global, latencies.global, refused);
  scene.facts = study::hiding_facts(run, latencies, std::move(refused), std::move(streams),
                                    kMostHidingIssued);
  const study::HidingFacts& facts = scene.facts;
  const uint32_t most = run.device.multiprocessor.warps();
  scene.warps = std::min(most, tried.warps == 0 ? facts.block_warps : tried.warps);
  model::HidingSetup setup = study::setup_of(facts, scene.warps);
  setup.keeps_spans = true;
  scene.hiding =
      std::make_shared<const model::Hiding>(model::hide_latencies(facts.streams->warps, setup));
  scene.strip = hiding_strip(*scene.hiding, facts.schedulers, tried.is_whole, tried.first);
  scene.last_first = last_first_cycle(*scene.hiding);
  scene.barriers = hiding_barriers(*scene.hiding, facts.block_warps);
  scene.unrolled = whatif::counted_loop_lines(run);
  scene.passes = pass_costs(facts);
  scene.headline = study::headline(*scene.hiding, scene.warps).rendered();
  scene.reason =
      together({study::reason_text(facts, *scene.hiding), study::barrier_text(facts)}).rendered();
  scene.accuracy = study::accuracy_text(facts, scene.unrolled, kMostHidingIssued).rendered();
  scene.curve_note = study::curve_note(scene.unrolled).rendered();
  scene.refused = together(facts.refused).rendered();
  return scene;
}

HidingTry without_strip(HidingTry tried) {
  const HidingTry none;
  tried.is_whole = none.is_whole;
  tried.first = none.first;
  return tried;
}

HidingScene with_strip(const HidingScene& scene, const HidingTry& tried) {
  HidingScene moved = scene;
  moved.tried = tried;
  moved.strip = hiding_strip(*moved.hiding, moved.facts.schedulers, tried.is_whole, tried.first);
  return moved;
}

std::vector<double> latencies_to_try() {
  return {1, 2, 5, 10, 20, 30, 50, 70, 100, 150, 200, 300, 400, 500, 700, 1000, 1500, 2000};
}

}  // namespace warplens::scene
