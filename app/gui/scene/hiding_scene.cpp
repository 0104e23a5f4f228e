// The model runs once for the strip and once for each number of warps; the words are made of what
// it counts.
#include "app/gui/scene/hiding_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/gui/scene/format.hpp"
#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/whatif/counted_loops.hpp"
#include "sim/whatif/hiding_words.hpp"

namespace warplens::scene {
namespace {

using model::WarpState;

constexpr uint32_t kChainLoads = 64;  // of the chains that show what passes cost
constexpr uint32_t kManyWarps = 32;

std::string state_name(WarpState state) {
  for (const whatif::WarpStateName& name : whatif::warp_state_names())
    if (name.state == state) return label(name.name);
  return "";
}

// `tried` within the limits, or what is shown in its place.
uint32_t usable(std::optional<uint32_t> tried, uint32_t otherwise, std::string& refused) {
  if (!tried) return otherwise;
  const uint32_t value = model::usable_latency(*tried);
  if (value != *tried)
    refused = say("A latency of {wanted} cycles cannot be shown; {usable} is shown instead.",
                  "wanted"_a = grouped(*tried), "usable"_a = grouped(value));
  return value;
}

model::HidingSetup setup_of(const HidingScene& scene, uint32_t warps) {
  model::HidingSetup setup;
  setup.warps = warps;
  setup.block_warps = scene.block_warps;
  setup.schedulers = scene.schedulers;
  setup.latencies = scene.latencies;
  return setup;
}

void add_words(HidingScene& scene, const model::Hiding& hiding) {
  scene.headline =
      say_count("{count} warp ends after {cycles} cycles",
                "{count} warps end after {cycles} cycles: the work of one every {each}",
                static_cast<uint64_t>(scene.warps), "cycles"_a = grouped(hiding.cycles),
                "each"_a = grouped(cycles_of_each(hiding.cycles, scene.warps)));
  uint64_t all = 0;
  for (const uint64_t cycles : hiding.warp_cycles) all += cycles;
  size_t most = 0;
  for (size_t i = 0; i < model::kWarpStates; ++i) {
    const bool is_wait = static_cast<WarpState>(i) != WarpState::kIssues;
    if (is_wait && (most == 0 || hiding.warp_cycles[i] > hiding.warp_cycles[most])) most = i;
  }
  const double slots = static_cast<double>(hiding.cycles) * scene.schedulers;
  const double used = slots == 0 ? 0 : 100 * static_cast<double>(hiding.issued) / slots;
  const double waits =
      all == 0 ? 0 : 100 * static_cast<double>(hiding.warp_cycles[most]) / static_cast<double>(all);
  scene.reason = say("{used:.0f}% of the issue slots of {schedulers} schedulers are used.",
                     "used"_a = used, "schedulers"_a = scene.schedulers) +
                 " ";
  if (static_cast<WarpState>(most) == WarpState::kReady)
    scene.reason += say("{ready:.0f}% of a warp's time it is ready, but another one is issued.",
                        "ready"_a = waits);
  else
    scene.reason += say("{waits:.0f}% of a warp's time it {state}.", "waits"_a = waits,
                        "state"_a = state_name(static_cast<WarpState>(most)));
  const bool has_barrier = std::any_of(
      scene.streams->warps.begin(), scene.streams->warps.end(), [](const model::Stream& stream) {
        return std::any_of(stream.begin(), stream.end(), [](const model::WarpOp& op) {
          return op.unit == model::Unit::kBarrier;
        });
      });
  if (has_barrier) {
    const auto cost = [&](uint32_t warps) {
      return scene.latencies.barrier + scene.latencies.arrival * (warps - 1);
    };
    const bool is_end = scene.block_warps == 1 || scene.block_warps == 32;
    scene.barrier =
        is_end ? say_count(
                     "A barrier takes at least {count} cycle in a block of 1 warp, {most} in "
                     "one of 32.",
                     "A barrier takes at least {count} cycles in a block of 1 warp, {most} "
                     "in one of 32.",
                     cost(1), "most"_a = cost(32))
               : say_count(
                     "A barrier takes at least {count} cycle in a block of 1 warp, {here} in "
                     "one of {warps}, {most} in one of 32.",
                     "A barrier takes at least {count} cycles in a block of 1 warp, {here} "
                     "in one of {warps}, {most} in one of 32.",
                     cost(1), "here"_a = cost(scene.block_warps), "warps"_a = scene.block_warps,
                     "most"_a = cost(32));
  }
}

std::string line_list(const std::vector<uint32_t>& lines) {
  std::vector<std::string> words;
  for (const uint32_t line : lines) words.push_back(std::to_string(line));
  return base::list_words(words);
}

// `lines`: of the loops that nvcc unrolls.
void add_accuracy(HidingScene& scene, const std::vector<uint32_t>& lines) {
  const model::HidingAccuracy accuracy;
  scene.accuracy =
      say("Beside an H200's times, {near} of {times} are within a factor of 1.5. The model "
          "does not unroll loops, nvcc does: of a product in tiles, one warp's cycles are "
          "{worst:.1f} times too many.",
          "near"_a = accuracy.near, "times"_a = accuracy.times, "worst"_a = accuracy.worst);
  scene.has_counted_loop = !lines.empty();
  if (lines.size() == 1)
    scene.accuracy += " " + say("Line {line} here is such a loop.", "line"_a = lines.front());
  else if (!lines.empty())
    scene.accuracy += " " + say("Lines {lines} here are such loops.", "lines"_a = line_list(lines));
  scene.accuracy += " " + say("There are no caches: all loads wait equally long.");
  if (scene.streams->is_cut)
    scene.accuracy += " " + say("Only the block's first {count} instructions are followed.",
                                "count"_a = grouped(kMostHidingIssued));
}

// The bars are drawn so that nobody trusts them as much as others.
void add_curve_note(HidingScene& scene, const std::vector<uint32_t>& lines) {
  const model::HidingAccuracy accuracy;
  if (lines.size() == 1)
    scene.curve_note =
        say("Hatched: too many, since nvcc unrolls the loop of line {line} (a product in tiles: up "
            "to {worst:.1f} times).",
            "line"_a = lines.front(), "worst"_a = accuracy.worst);
  else if (!lines.empty())
    scene.curve_note =
        say("Hatched: too many, since nvcc unrolls the loops of lines {lines} (a product in tiles: "
            "up to {worst:.1f} times).",
            "lines"_a = line_list(lines), "worst"_a = accuracy.worst);
}

void add_latencies(HidingScene& scene) {
  const model::Latencies lecture = model::lecture_latencies(), measured = model::h200_latencies();
  for (const whatif::LatencyName& name : whatif::latency_names()) {
    scene.rows_of_latencies.push_back({label(name.name), grouped(scene.latencies.*name.value),
                                       name.is_in_lecture ? grouped(lecture.*name.value) : "-",
                                       grouped(measured.*name.value)});
  }
}

// Loads from shared memory that wait for each other, each with the arithmetic of its index: what
// the measured ones do (model::measured_passes).
void add_passes(HidingScene& scene) {
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
    HidingScene one = {};
    one.block_warps = 1;
    one.schedulers = scene.schedulers;
    one.latencies = scene.latencies;
    const auto cycles = [&](uint32_t warps) {
      return static_cast<double>(model::hide_latencies({chain}, setup_of(one, warps)).cycles) /
             kChainLoads;
    };
    scene.passes.push_back(
        {passes, cycles(1), cycles(kManyWarps) / kManyWarps, *model::measured_passes(passes)});
  }
  scene.passes_note = say(
      "Each load's index is worked out from the value before: {index} + {load} cycles.",
      "index"_a = grouped(scene.latencies.arithmetic), "load"_a = grouped(scene.latencies.shared));
}

}  // namespace

HidingScene hiding_scene(const run::Run& run, std::shared_ptr<const whatif::IssueStreams> streams,
                         const HidingTry& tried) {
  HidingScene scene;
  scene.tried = tried;
  scene.streams = streams != nullptr ? std::move(streams)
                                     : std::make_shared<const whatif::IssueStreams>(
                                           whatif::issue_streams(run, kMostHidingIssued));
  const uint32_t most = run.device.multiprocessor.warps();
  scene.block_warps = run.context->warps_per_block();
  scene.warps = std::min(most, tried.warps == 0 ? scene.block_warps : tried.warps);
  scene.schedulers = run.device.multiprocessor.schedulers;
  scene.latencies = tried.is_lecture ? model::lecture_latencies() : model::h200_latencies();
  scene.latencies.shared = usable(tried.shared, scene.latencies.shared, scene.refused);
  scene.latencies.global = usable(tried.global, scene.latencies.global, scene.refused);
  model::HidingSetup setup = setup_of(scene, scene.warps);
  setup.keeps_spans = true;
  scene.hiding =
      std::make_shared<const model::Hiding>(model::hide_latencies(scene.streams->warps, setup));
  scene.cycles = scene.hiding->cycles;
  scene.warp_cycles = scene.hiding->warp_cycles;
  scene.strip = hiding_strip(*scene.hiding, scene.schedulers, tried.is_whole, tried.first);
  scene.last_first = last_first_cycle(*scene.hiding);
  scene.barriers = hiding_barriers(*scene.hiding, scene.block_warps);
  add_words(scene, *scene.hiding);
  const std::vector<uint32_t> unrolled = whatif::counted_loop_lines(run);
  add_accuracy(scene, unrolled);
  add_curve_note(scene, unrolled);
  for (uint32_t warps = 1; warps <= most; warps *= 2) {
    const model::HidingSetup one = setup_of(scene, warps);
    scene.curve.push_back({warps, model::hide_latencies(scene.streams->warps, one).cycles});
  }
  add_latencies(scene);
  add_passes(scene);
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
  moved.strip = hiding_strip(*moved.hiding, moved.schedulers, tried.is_whole, tried.first);
  return moved;
}

uint64_t cycles_of_each(uint64_t cycles, uint32_t warps) {
  return (cycles + warps / 2) / warps;
}

std::vector<double> latencies_to_try() {
  return {1, 2, 5, 10, 20, 30, 50, 70, 100, 150, 200, 300, 400, 500, 700, 1000, 1500, 2000};
}

}  // namespace warplens::scene
