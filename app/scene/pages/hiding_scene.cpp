// The model runs once for the strip and once for each number of warps.
#include "app/scene/pages/hiding_scene.hpp"

#include <algorithm>
#include <utility>

#include "app/scene/pages/page_inputs.hpp"
#include "sim/base/say.hpp"
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
model::Stream chain_of_loads(uint32_t passes) {
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
  return chain;
}

// Why what its warps wait for can't be shown; "": it can.
std::string why_not_hiding(const run::Run& run) {
  if (run.turns)
    return say(
        "This launch ran by turns, and a block of it is not executed again alone: what its warps "
        "wait for is not shown.");
  if (run.recording == nullptr || run.costs == nullptr || run.memory_before_block == nullptr)
    return say("The run has not reached the chosen block: its warps are not known.");
  if (run.memory_before_block->get() == nullptr)
    return say("The arrays of this launch are no longer kept: run it again.");
  return "";
}

}  // namespace

HidingScene hiding_scene(const run::Run& run, std::shared_ptr<const whatif::IssueStreams> streams,
                         const HidingTry& tried) {
  HidingSceneOfRun scene(run, std::move(streams), tried);
  return base::whole(scene);
}

HidingSceneOfRun::HidingSceneOfRun(const run::Run& run,
                                   std::shared_ptr<const whatif::IssueStreams> streams,
                                   const HidingTry& tried)
    : run_(run) {
  scene_.tried = tried;
  model::Latencies latencies =
      tried.is_lecture ? model::lecture_latencies() : model::h200_latencies();
  std::vector<Text> refused;
  latencies.shared = usable(tried.shared, latencies.shared, refused);
  latencies.global = usable(tried.global, latencies.global, refused);
  facts_.emplace(run, latencies, std::move(refused), std::move(streams), kMostHidingIssued);
}

base::Progress HidingSceneOfRun::advance(base::Slice& slice) {
  if (facts_) {
    if (facts_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
    scene_.facts = facts_->take();
    facts_.reset();
    const uint32_t most = run_.device.multiprocessor.warps();
    const uint32_t tried = scene_.tried.warps;
    scene_.warps = std::min(most, tried == 0 ? scene_.facts.block_warps : tried);
    model::HidingSetup setup = study::setup_of(scene_.facts, scene_.warps);
    setup.keeps_spans = true;
    strip_.emplace(scene_.facts.streams->warps, setup);
  }
  if (strip_) {
    if (strip_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
    scene_.hiding = std::make_shared<const model::Hiding>(strip_->take());
    strip_.reset();
  }
  return advance_passes(slice);
}

// Each for one warp, and then for many.
base::Progress HidingSceneOfRun::advance_passes(base::Slice& slice) {
  constexpr uint32_t kMostPasses = 32;
  while (passes_ <= kMostPasses) {
    const uint32_t warps = alone_ ? kManyWarps : 1;
    if (!chained_) {
      model::HidingSetup setup = study::setup_of(scene_.facts, warps);
      setup.block_warps = 1;
      chain_ = {chain_of_loads(passes_)};
      chained_.emplace(chain_, setup);
    }
    if (chained_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
    const double cycles = static_cast<double>(chained_->take().cycles) / kChainLoads / warps;
    chained_.reset();
    if (!alone_) {
      alone_ = cycles;
      continue;
    }
    scene_.passes.push_back({passes_, *alone_, cycles, *model::measured_passes(passes_)});
    alone_.reset();
    passes_ *= 2;
  }
  return base::Progress::kDone;
}

HidingScene HidingSceneOfRun::take() {
  const study::HidingFacts& facts = scene_.facts;
  const HidingTry& tried = scene_.tried;
  scene_.strip = hiding_strip(*scene_.hiding, facts.schedulers, tried.is_whole, tried.first);
  scene_.last_first = last_first_cycle(*scene_.hiding);
  scene_.barriers = hiding_barriers(*scene_.hiding, facts.block_warps);
  scene_.unrolled = whatif::counted_loop_lines(run_);
  scene_.answer = study::answer_text(*scene_.hiding).rendered();
  scene_.headline = study::headline(*scene_.hiding, scene_.warps).rendered();
  scene_.reason =
      together({study::reason_text(facts, *scene_.hiding), study::barrier_text(facts)}).rendered();
  scene_.accuracy = study::accuracy_text(facts, scene_.unrolled, kMostHidingIssued).rendered();
  scene_.curve_note = study::curve_note(scene_.unrolled).rendered();
  scene_.refused = together(facts.refused).rendered();
  return std::move(scene_);
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

std::optional<HidingPage::Key> HidingPage::wanted(const PageInputs& now) {
  return Key{now.run, now.tries.hiding};
}

base::SlicedWork<HidingScene> HidingPage::make(const Key& key, std::shared_ptr<const Scene> shown) {
  const auto made = std::make_shared<std::optional<HidingSceneOfRun>>();
  return [key, shown = std::move(shown),
          made](base::Slice& slice) -> std::optional<base::Checked<Scene>> {
    if (!*made) {
      if (const std::string why = why_not_hiding(*key.run); !why.empty())
        return base::Checked<Scene>(base::fail(base::Diagnostics{base::placeless(why)}));
      const bool is_only_strip =
          shown != nullptr && without_strip(shown->tried) == without_strip(key.tried);
      if (is_only_strip) return base::Checked<Scene>(with_strip(*shown, key.tried));
      made->emplace(*key.run, shown == nullptr ? nullptr : shown->facts.streams, key.tried);
    }
    return base::advanced<Scene>(**made, slice);
  };
}

std::vector<double> latencies_to_try() {
  return {1, 2, 5, 10, 20, 30, 50, 70, 100, 150, 200, 300, 400, 500, 700, 1000, 1500, 2000};
}

}  // namespace warplens::scene
