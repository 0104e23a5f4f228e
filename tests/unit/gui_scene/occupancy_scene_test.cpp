#include "app/gui/scene/occupancy_scene.hpp"

#include <doctest/doctest.h>

using namespace warplens;
using model::Resource;
using scene::BlockNeed;

namespace {

const model::Device& h200() {
  return *model::find_device("h200");
}

const scene::OccupancyBar& bar(const scene::OccupancyScene& scene, Resource resource) {
  return scene.bars.at(static_cast<size_t>(resource));
}

}  // namespace

TEST_CASE("occupancy: what limits is named in numbers, and only it is a limit") {
  const auto scene = scene::occupancy_scene(h200(), {256, 32, 60 * 1024}, 1000, {});
  CHECK(scene.headline == "3 blocks of 256 threads: 24 of 64 warps, occupancy 37.5%");
  CHECK(scene.reason ==
        "One block more does not fit: 244 KiB of shared memory are more than 228 KiB.");
  CHECK(bar(scene, Resource::kShared).is_limit);
  CHECK(bar(scene, Resource::kShared).used == "183 KiB of 228 KiB, 3 KiB of it for the system");
  CHECK_FALSE(bar(scene, Resource::kWarps).is_limit);
  CHECK(bar(scene, Resource::kRegisters).used == "24,576 of 65,536 registers");
  CHECK(scene.grid ==
        "The grid: 1,000 blocks, and the 132 multiprocessors have room for 396: the others follow, "
        "in 3 turns if all take as long.");
  CHECK(scene.carve_out == 196 * 1024);
  CHECK(scene.left_to_l1 == 60 * 1024);
}

TEST_CASE("occupancy: a full multiprocessor wastes nothing, whatever allows no further block") {
  const auto scene = scene::occupancy_scene(h200(), {1024, 0, 4096}, 4, {});
  CHECK(scene.headline == "2 blocks of 1,024 threads: 64 of 64 warps, occupancy 100%");
  CHECK(scene.reason == "One block more does not fit: 96 warps are more than 64.");
  for (const scene::OccupancyBar& one : scene.bars) CHECK_FALSE(one.is_limit);
  CHECK(bar(scene, Resource::kRegisters).used == "not known");
  CHECK(scene.grid ==
        "The grid: 4 blocks, and the multiprocessors have room for 264: all run at once. At most 4 "
        "of 132 multiprocessors get a block; the others have nothing to do.");
}

TEST_CASE("occupancy: registers that are left over in parts are told from too few") {
  const auto few = scene::occupancy_scene(h200(), {256, 64, 0}, 1, {});
  CHECK(few.reason == "One block more does not fit: 81,920 registers are more than 65,536.");
  // 12 warps of 1,280 registers in each of 4 parts are 48; 49 would fit if the parts were one.
  const auto parts = scene::occupancy_scene(h200(), {7 * 32, 33, 0}, 1, {});
  CHECK(parts.occupancy.blocks == 6);
  CHECK(parts.reason ==
        "One block more does not fit: each of the 4 parts of the registers has room for 12 warps.");
}

TEST_CASE("occupancy: a launch that fails says why, and has no bars") {
  const auto reason = [](model::BlockNeeds needs) {
    const auto scene = scene::occupancy_scene(h200(), needs, 1, {});
    CHECK(scene.fails());
    CHECK(scene.bars.empty());
    CHECK(scene.grid.empty());
    return scene.reason;
  };
  CHECK(reason({1100, 0, 0}) ==
        "The launch fails: a block may have 1,024 threads, and this one has 1,100.");
  CHECK(reason({32, 0, 300 * 1024}) ==
        "The launch fails: a block may have 227 KiB of shared memory, and this one takes 300 KiB.");
  CHECK(reason({1024, 80, 0}) ==
        "The launch fails: 1,024 threads of 80 registers take more than "
        "the 65,536 that a block may have.");
  CHECK(reason({0, 0, 0}) == "The launch fails: a block has at least one thread.");
}

TEST_CASE("occupancy: what is tried takes the run's place, and the curves keep both") {
  const auto scene = scene::occupancy_scene(h200(), {256, 0, 1024}, 8, {512, 64, {}});
  CHECK(scene.needs == model::BlockNeeds{512, 64, 1024});
  CHECK(scene.occupancy.blocks == 2);
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

TEST_CASE("occupancy: a place in a curve is the value that it shows") {
  const auto scene = scene::occupancy_scene(h200(), {256, 32, 0}, 1, {});
  for (const scene::OccupancyCurve& curve : scene.curves) {
    for (uint64_t value = curve.first; value <= curve.last; value += curve.unit)
      CHECK(scene::value_at(curve, scene::place_of(curve, value)) == value);
    CHECK(scene::value_at(curve, -3) == curve.first);
    CHECK(scene::place_of(curve, UINT64_MAX) == 1);
  }
  CHECK(scene::need_text(BlockNeed::kShared, 4224) == "4.1 KiB");
  CHECK(scene::need_text(BlockNeed::kRegisters, 1) == "1 register");
}

TEST_CASE("occupancy: registers say where they are from, and why they are not known") {
  const scene::KnownRegisters compiled{"compiled by NVRTC 13.0 for sm_90", "", false};
  const auto scene = scene::occupancy_scene(h200(), {256, 40, 0}, 1, {}, {}, compiled);
  CHECK(scene.registers.front() == "40 registers, compiled by NVRTC 13.0 for sm_90");
  CHECK(scene.registers.back() == "40 registers");
  CHECK(scene.source.ends_with("The kernel's 40 registers: compiled by NVRTC 13.0 for sm_90."));
  const auto entered = scene::occupancy_scene(h200(), {256, 40, 0}, 1, {{}, 64, {}}, {}, compiled);
  CHECK(entered.needs.registers == 64);
  CHECK(entered.registers.front() == "64 registers, entered (40 compiled by NVRTC 13.0 for sm_90)");
  const auto unknown =
      scene::occupancy_scene(h200(), {256, 0, 0}, 1, {}, {}, {"", "there is no compiler", false});
  CHECK(unknown.registers == std::vector<std::string>{"not known: press here to try"});
  CHECK(unknown.registers_problem ==
        "How many registers the compiled kernel has is not known: there is no compiler.");
  const auto alone = scene::occupancy_scene(h200(), {256, 0, 0}, 1, {{}, 64, {}}, {},
                                            {"", "there is none", false});
  CHECK(alone.registers.front() == "64 registers, entered");
}
