#include "app/scene/pages/occupancy_scene.hpp"

#include <doctest/doctest.h>

using namespace warplens;
using model::Resource;
using study::BlockNeed;

namespace {

scene::OccupancyScene on_h200(const model::BlockNeeds& needs,
                              const study::OccupancyTry& tried = {}) {
  return scene::occupancy_scene(
      study::occupancy_facts(*model::find_device("h200"), needs, 8, tried));
}

const scene::OccupancyBar& bar(const scene::OccupancyScene& scene, Resource resource) {
  return scene.bars.at(static_cast<size_t>(resource));
}

}  // namespace

TEST_CASE("occupancy scene: only what allows no further block is a limit") {
  const scene::OccupancyScene scene = on_h200({256, 32, 60 * 1024});
  CHECK(bar(scene, Resource::kShared).is_limit);
  CHECK_FALSE(bar(scene, Resource::kWarps).is_limit);
  CHECK(scene.carve_out == 196 * 1024);
  CHECK(scene.left_to_l1 == 60 * 1024);
  // A full multiprocessor wastes nothing, whatever allows no further block.
  for (const scene::OccupancyBar& one : on_h200({1024, 0, 4096}).bars) CHECK_FALSE(one.is_limit);
  CHECK(on_h200({1100, 0, 0}).bars.empty());  // the launch fails
}

TEST_CASE("occupancy scene: what is tried takes the run's place, and the curves keep both") {
  const scene::OccupancyScene scene = on_h200({256, 0, 1024}, {512, 64, {}});
  const scene::OccupancyCurve& threads = scene.curves[static_cast<size_t>(BlockNeed::kThreads)];
  CHECK(threads.now == 512);
  CHECK(threads.of_run == 256);
  CHECK(threads.fractions.size() == 32);
  CHECK(threads.fractions[15] == 0.5f);
  const scene::OccupancyCurve& registers = scene.curves[static_cast<size_t>(BlockNeed::kRegisters)];
  CHECK(registers.now == 64);
  CHECK_FALSE(registers.of_run);
  CHECK(registers.fractions.back() == 0);  // 512 threads of 255 registers
  const scene::OccupancyCurve& shared = scene.curves[static_cast<size_t>(BlockNeed::kShared)];
  CHECK(shared.fractions.size() == 228);
  CHECK(shared.now == 1024);
}

TEST_CASE("occupancy scene: a place in a curve is the value that it shows") {
  for (const scene::OccupancyCurve& curve : on_h200({256, 32, 0}).curves) {
    for (uint64_t value = curve.first; value <= curve.last; value += curve.unit)
      CHECK(scene::value_at(curve, scene::place_of(curve, value)) == value);
    CHECK(scene::value_at(curve, -3) == curve.first);
    CHECK(scene::place_of(curve, UINT64_MAX) == 1);
  }
}
