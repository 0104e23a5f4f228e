#include "app/gui/scene/device_scene.hpp"

#include <doctest/doctest.h>

using namespace warplens;

namespace {

const scene::LimitRow& row(const scene::DeviceScene& scene, model::LimitKind kind) {
  for (const scene::LimitSection& section : scene.sections)
    for (const scene::LimitRow& one : section.rows)
      if (one.kind == kind) return one;
  REQUIRE(false);
  return scene.sections.front().rows.front();
}

model::LaunchNeeds needs(uint64_t width, uint64_t height, uint64_t shared) {
  model::LaunchNeeds result;
  result.block = {width, height, 1};
  result.shared = result.static_shared = shared;
  return result;
}

}  // namespace

TEST_CASE("limits page: what no further block finds room for is named and is the limiter") {
  const auto scene = scene::device_scene(*model::find_device("h200"), needs(16, 16, 40 * 1024));
  CHECK(scene.starts);
  CHECK(scene.has_limiter);
  CHECK(
      scene.verdict ==
      "As far as known, this launch meets every limit (how many registers it takes is not known); "
      "no further block fits a multiprocessor because of: shared "
      "memory");
  CHECK(row(scene, model::LimitKind::kShared).is_limiter);
  CHECK(row(scene, model::LimitKind::kBlocks).used == "5");  // 228 KiB / 41 KiB
  CHECK(row(scene, model::LimitKind::kRegisters).used == "not known");
  CHECK(row(scene, model::LimitKind::kL2).at_most == "differs by board");
}

TEST_CASE("limits page: where it does not start, and on which other devices") {
  const auto scene = scene::device_scene(*model::find_device("cc1.0"), needs(32, 32, 0));
  CHECK_FALSE(scene.starts);
  CHECK(scene.verdict ==
        "This launch does not start here. threads of a block: 1,024 are more than 512");
  CHECK(row(scene, model::LimitKind::kBlockThreads).state == model::LimitState::kExceeded);
  REQUIRE(scene.elsewhere.size() == 1);
  CHECK(scene.elsewhere.front() == "cc1.0: threads of a block: 1,024 are more than 512");
}
