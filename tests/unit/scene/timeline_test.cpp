// The timeline's scene on hand-made recordings: costs, rows, peaks, bands, waits.
#include "app/scene/timeline.hpp"
#include "app/scene/words/judgement.hpp"

#include <doctest/doctest.h>

#include <random>

#include "sim/observe/totals/step_cost.hpp"
#include "tests/support/phase_parts.hpp"

namespace {

using namespace warplens;

// A block of `warps` warps whose shared accesses have a stride in words, for a real recorder.
class Script {
 public:
  explicit Script(uint32_t warps, uint64_t budget = 1 << 24) : recorder_({0, 0, 0}, warps, budget) {
    recorder_.block_begins({0, 0, 0});
  }

  void access(uint32_t warp, trace::Space space, trace::Operation operation, uint64_t stride) {
    std::array<uint64_t, 32> addresses{}, values{};
    for (uint32_t lane = 0; lane < 32; ++lane) addresses[lane] = lane * stride * 4;
    trace::WarpAccess access;
    access.warp = warp;
    access.site = static_cast<uint32_t>(operation);
    access.space = space;
    access.operation = operation;
    access.mask = 0xffffffff;
    access.addresses = &addresses;
    access.values = &values;
    recorder_.access(access);
  }
  trace::Recorder& recorder() { return recorder_; }

  // One place for each operation.
  static code::Program program() {
    code::Program program;
    for (const auto operation :
         {code::Operation::kLoad, code::Operation::kStore, code::Operation::kAtomic}) {
      program.sites.emplace_back().operation = operation;
    }
    return program;
  }

  run::Run finish() {
    recorder_.block_ends({0, 0, 0});
    run::Run run;
    run.program = std::make_shared<code::Program>(program());
    run.device = model::default_device();
    run.recording = recorder_.finish();
    run.costs = std::make_shared<const trace::StepCosts>(
        observe::step_costs(*run.recording, *run.program, run.device));
    return run;
  }

 private:
  trace::Recorder recorder_;
};

constexpr auto kShared = trace::Space::kShared;
constexpr auto kGlobal = trace::Space::kGlobal;
constexpr auto kLoad = trace::Operation::kLoad;
constexpr auto kStore = trace::Operation::kStore;

std::string words_of(const scene::TimelineScene& scene) {
  std::string text;
  const auto add = [&](auto... numbers) {
    ((text += std::to_string(numbers) + " "), ...);
    text += "\n";
  };
  const auto add_row = [&](const scene::TimelineRow& row) {
    for (const std::vector<uint32_t>& level : row.peaks) {
      for (const uint32_t step : level) add(step);
      add(level.size());
    }
    for (const scene::Wait& wait : row.waits)
      add(wait.begin, wait.end, static_cast<int>(wait.kind));
  };
  for (const scene::Bar& bar : scene.bars) add(bar.cost, bar.ideal, bar.warp);
  for (const scene::TimelineRow& row : scene.warps) add_row(row);
  add_row(scene.all);
  for (const auto* bands : {&scene.phases, &scene.intervals}) {
    for (const scene::Band& band : *bands)
      add(band.begin, band.end, band.phase, band.activities, band.other_phase);
  }
  for (const std::string& one : scene.activities) text += one + "\n";
  for (const uint32_t barrier : scene.barriers) add(barrier);
  for (const auto& before : scene.work_before) {
    for (const uint32_t work : before) add(work);
    add(before.size());
  }
  add(scene.worst_ratio, static_cast<int>(scene.worst_barrier), scene.accesses_in_block);
  return text;
}

// At once; cut anywhere it is the same.
std::shared_ptr<const scene::TimelineScene> timeline_of(const run::Run& run) {
  const std::vector<observe::PhasePart> parts = tests::phase_parts(*run.recording);
  const auto whole = scene::make_timeline(run, parts);
  for (const uint64_t steps : {1, 7}) {
    scene::TimelineMaking making(run, parts);
    size_t slices = 1;
    for (base::Slice slice(steps); making.advance(slice) == base::Progress::kMore;
         slice = base::Slice(steps))
      ++slices;
    CHECK(slices > run.recording->size() / steps);
    CHECK(words_of(*making.take()) == words_of(*whole));
  }
  return whole;
}

}  // namespace

TEST_CASE("timeline: a bar holds cost and need of its access") {
  Script script(1);
  script.access(0, kShared, kLoad, 1);
  script.access(0, kShared, kStore, 32);
  script.access(0, kGlobal, kLoad, 1);
  script.access(0, kGlobal, kStore, 256);
  const auto scene = timeline_of(script.finish());
  REQUIRE(scene->size() == 4);
  CHECK(scene->bars[0].cost == 1);
  CHECK(scene::judge_cost(scene->bars[0]) == scene::Judgement::kGood);
  CHECK(scene->bars[1].cost == 32);
  CHECK(scene->bars[1].ideal == 1);
  CHECK(scene::judge_cost(scene->bars[1]) == scene::Judgement::kWaste);
  CHECK(scene->bars[2].cost == 4);
  CHECK(scene->bars[2].ideal == 4);
  CHECK(scene->bars[3].cost == 32);
  CHECK(scene->bars[3].ideal == 4);
  CHECK(scene->worst_ratio == doctest::Approx(32));
}

TEST_CASE("timeline: work of each kind is counted by itself") {
  Script script(1);
  script.access(0, kShared, kLoad, 1);
  script.access(0, kGlobal, kLoad, 1);
  script.access(0, kShared, kStore, 32);
  const auto scene = timeline_of(script.finish());
  using scene::Axis;
  CHECK(scene::work_axis(*scene, Axis::kSteps) == nullptr);
  REQUIRE(scene::work_axis(*scene, Axis::kWavefronts) != nullptr);
  CHECK(*scene::work_axis(*scene, Axis::kWavefronts) == std::vector<uint32_t>{0, 1, 1, 33});
  CHECK(*scene::work_axis(*scene, Axis::kSectors) == std::vector<uint32_t>{0, 0, 4, 4});
  CHECK_MESSAGE(scene::work_axis(*scene, Axis::kBroadcasts) == nullptr, "there are none");
  CHECK(scene::next_axis(*scene, Axis::kSteps) == Axis::kWavefronts);
  CHECK(scene::next_axis(*scene, Axis::kWavefronts) == Axis::kSectors);
  CHECK(scene::next_axis(*scene, Axis::kSectors) == Axis::kSteps);
}

TEST_CASE("timeline: the worst of any range equals a plain search") {
  std::mt19937 generator(7);
  const auto random = [&] { return static_cast<uint32_t>(generator()); };
  Script script(3);
  for (int i = 0; i < 700; ++i) script.access(random() % 3, kShared, kLoad, random() % 34);
  const auto scene = timeline_of(script.finish());
  for (int i = 0; i < 2000; ++i) {
    uint32_t begin = random() % 701, end = random() % 701;
    if (begin > end) std::swap(begin, end);
    const uint32_t warp = random() % 4;
    const scene::TimelineRow& row = warp == 3 ? scene->all : scene->warps[warp];
    int worst = -1;
    for (uint32_t step = begin; step < end; ++step) {
      if (warp == 3 || scene->bars[step].warp == warp)
        worst = std::max(worst, int{scene->bars[step].cost});
    }
    const uint32_t found = scene::worst_of(*scene, row, begin, end);
    if (worst < 0) {
      CHECK(found == scene::kNoStep);
    } else {
      REQUIRE(found != scene::kNoStep);
      CHECK(int{scene->bars[found].cost} == worst);
      CHECK((found >= begin && found < end));
      CHECK((warp == 3 || scene->bars[found].warp == warp));
    }
  }
}

TEST_CASE("timeline: barriers divide it into intervals and an arrived warp waits") {
  Script script(2);
  script.access(0, kGlobal, kLoad, 1);
  script.access(0, kShared, kStore, 1);
  script.recorder().barrier_arrives(0, 5, 0xffffffff);
  script.access(1, kGlobal, kLoad, 1);
  script.access(1, kShared, kStore, 1);
  script.recorder().barrier_arrives(1, 5, 0xffffffff);
  script.recorder().barrier_releases();
  script.access(0, kShared, kLoad, 1);
  script.access(1, kShared, kLoad, 1);
  const run::Run run = script.finish();
  const auto scene = timeline_of(run);
  REQUIRE(scene->intervals.size() == 2);
  CHECK(scene->intervals[0].begin == 0);
  CHECK(scene->intervals[0].end == 4);
  CHECK(scene::label_of(run, *scene, scene->intervals[0]) == "load");
  CHECK(scene::label_of(run, *scene, scene->intervals[1]) == "compute");
  CHECK(scene->barriers == std::vector<uint32_t>{4});
  REQUIRE(scene->warps[0].waits.size() == 1);
  CHECK(scene->warps[0].waits[0].begin == 2);
  CHECK(scene->warps[0].waits[0].end == 4);
  CHECK(scene->warps[1].waits.empty());  // the last to arrive does not wait
  REQUIRE(scene->phases.size() == 1);
  CHECK(scene::label_of(run, *scene, scene->phases[0]) == "load | compute");
}

TEST_CASE("timeline: two phases in which warps take turns are one band with both names") {
  Script script(2);
  for (uint32_t warp = 0; warp < 2; ++warp) {  // no barrier behind the loop's last turn
    script.recorder().phase(warp, 0, true, true, 7);
    script.access(warp, kShared, kLoad, 1);
    script.access(warp, kShared, kLoad, 1);
    script.recorder().phase(warp, 0, false, false, 0);
    script.access(warp, kGlobal, kStore, 1);
  }
  run::Run run = script.finish();
  auto program = std::make_shared<code::Program>(Script::program());
  program->phase_loops.emplace_back();
  run.program = program;
  const auto scene = timeline_of(run);
  REQUIRE(scene->phases.size() == 1);
  CHECK(scene->phases[0].begin == 0);
  CHECK(scene->phases[0].end == 6);
  CHECK(scene::label_of(run, *scene, scene->phases[0]) == "iteration 0: compute | store");
  CHECK(scene::name_of(run, *scene, scene->phases[0]) == "iteration 0 | store");
  REQUIRE(scene->intervals.size() == 1);
  CHECK(scene::label_of(run, *scene, scene->intervals[0]) == "compute | store");
}

TEST_CASE("timeline: each iteration of the phase loop is a band") {
  Script script(1);
  for (int64_t sub = 0; sub < 3; ++sub) {
    script.recorder().phase(0, 0, true, true, sub);
    script.access(0, kGlobal, kLoad, 1);
    script.access(0, kShared, kStore, 1);
    script.recorder().barrier_arrives(0, 1, 0xffffffff);
    script.recorder().barrier_releases();
    script.access(0, kShared, kLoad, 1);
    script.recorder().barrier_arrives(0, 2, 0xffffffff);
    script.recorder().barrier_releases();
  }
  script.recorder().phase(0, 0, false, false, 0);
  script.access(0, kGlobal, kStore, 1);
  run::Run run = script.finish();
  auto program = std::make_shared<code::Program>(Script::program());
  program->phase_loops.emplace_back();
  run.program = program;
  const auto scene = timeline_of(run);
  REQUIRE(scene->phases.size() == 4);
  CHECK(scene::label_of(run, *scene, scene->phases[1]) ==
        observe::phase_name(*program, run.recording->phases[run.recording->heads[3].phase]) +
            ": load | compute");
  CHECK(scene::label_of(run, *scene, scene->phases[3]) == "store");
  CHECK(scene->intervals.size() == 7);
  CHECK(scene::band_at(scene->phases, 0) == 0);
  CHECK(scene::band_at(scene->phases, 4) == 1);
  CHECK(scene::band_at(scene->phases, 9) == 3);
  CHECK(scene::band_at(scene->phases, 10) == 4);
}

TEST_CASE("timeline: a cut recording says so and how much the block did") {
  Script script(1, 512);
  std::mt19937 generator(3);
  const auto random = [&] { return static_cast<uint32_t>(generator()); };
  for (int i = 0; i < 200; ++i) script.access(0, kGlobal, kLoad, random() % 50);
  const auto scene = timeline_of(script.finish());
  CHECK(scene->is_cut);
  CHECK(scene->accesses_in_block == 200);
  CHECK(scene->size() < 200);
}
