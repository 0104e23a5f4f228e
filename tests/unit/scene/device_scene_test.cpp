#include "app/scene/pages/device_scene.hpp"
#include "tests/support/golden_sentences.hpp"

#include <doctest/doctest.h>

using namespace warplens;
using warplens::test::golden;

namespace {

const scene::LimitRow& row(const scene::DeviceScene& scene, model::LimitKind kind) {
  for (const scene::LimitSection& section : scene.sections)
    for (const scene::LimitRow& one : section.rows)
      if (one.kind == kind) return one;
  REQUIRE(false);
  return scene.sections.front().rows.front();
}

model::LaunchNeeds needs(uint64_t width, uint64_t height, uint64_t shared, uint64_t blocks = 1) {
  model::LaunchNeeds result;
  result.grid = {blocks, 1, 1};
  result.block = {width, height, 1};
  result.shared = result.static_shared = shared;
  return result;
}

}  // namespace

TEST_CASE("limits page: what no further block finds room for is named and is the limiter") {
  const auto scene = scene::device_scene(*model::find_device("h200"), needs(16, 16, 40 * 1024, 5));
  CHECK(scene.starts);
  CHECK(scene.has_limiter);
  CHECK(scene.answer == golden("scene.device.closest_to_shared_memory"));
  CHECK(scene.verdict == golden("scene.device.five_blocks"));
  CHECK(row(scene, model::LimitKind::kShared).is_limiter);
  CHECK(row(scene, model::LimitKind::kBlocks).used == "5");  // 228 KiB / 41 KiB
  CHECK(row(scene, model::LimitKind::kRegisters).used == "not known");
  CHECK(row(scene, model::LimitKind::kL2).at_most == "60 MiB");
  CHECK(row(scene, model::LimitKind::kL2).used == "");
}

TEST_CASE(
    "limits page: a grid with fewer blocks than fit is not reported to fill a multiprocessor") {
  const auto one = scene::device_scene(*model::find_device("h200"), needs(32, 32, 8 * 1024));
  CHECK(one.verdict == golden("scene.device.grid_of_one_block"));
  // What is counted is headed as what could be resident, not as what this launch takes.
  CHECK(one.sections[1].used_head == "all that fit");
  CHECK(one.sections[1].used_head != one.sections[0].used_head);
  const auto two = scene::device_scene(*model::find_device("h200"), needs(32, 32, 8 * 1024, 2));
  CHECK(two.verdict.find("The grid has only") == std::string::npos);
}

TEST_CASE("limits page: what is of no board, and what a board has not") {
  const auto many = scene::device_scene(*model::find_device("cc10.0"), needs(32, 1, 0));
  CHECK(row(many, model::LimitKind::kL2).at_most == "differs by board");
  const auto none = scene::device_scene(*model::find_device("cc1.0"), needs(32, 1, 0));
  CHECK(row(none, model::LimitKind::kL2).at_most == "none");
  CHECK(
      row(none, model::LimitKind::kL2).meaning.ends_with("The figure is of one board, 8800 GTX."));
}

TEST_CASE("limits page: where it does not start, and on which other devices") {
  const auto scene = scene::device_scene(*model::find_device("cc1.0"), needs(32, 32, 0));
  CHECK_FALSE(scene.starts);
  CHECK(scene.verdict == golden("scene.device.does_not_start"));
  CHECK(row(scene, model::LimitKind::kBlockThreads).state == model::LimitState::kExceeded);
  REQUIRE(scene.elsewhere.size() == 1);
  CHECK(scene.elsewhere.front() == golden("model.limits.too_many_threads_of_cc10"));
}
