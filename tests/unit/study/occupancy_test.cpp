#include "app/study/occupancy.hpp"

#include <doctest/doctest.h>

using namespace warplens;
using model::Resource;

namespace {

study::OccupancyFacts on_h200(const model::BlockNeeds& needs, uint64_t blocks,
                              const study::OccupancyTry& tried = {},
                              const study::KnownRegisters& known = {}) {
  return study::occupancy_facts(*model::find_device("h200"), needs, blocks, tried, {}, known);
}

study::KnownRegisters compiled() {
  study::KnownRegisters known;
  known.compiled.emplace();
  known.compiled->compiler = "13.0";
  known.compiled->target = "sm_90";
  return known;
}

study::KnownRegisters not_compiled(const char* why) {
  study::KnownRegisters known;
  known.problem = why;
  return known;
}

}  // namespace

TEST_CASE("occupancy: what limits is named in numbers, and only it is a limit") {
  const study::OccupancyFacts facts = on_h200({256, 32, 60 * 1024}, 1000);
  CHECK(study::headline(facts).rendered() ==
        "3 blocks of 256 threads: 24 of 64 warps, occupancy 37.5%");
  CHECK(study::reason_text(facts).rendered() ==
        "No further block fits: 244 KiB of shared memory are more than 228 KiB.");
  CHECK(study::used_text(facts, Resource::kShared).rendered() ==
        "183 KiB of 228 KiB, 3 KiB of it for the system");
  CHECK(study::used_text(facts, Resource::kRegisters).rendered() == "24,576 of 65,536 registers");
  CHECK(study::register_units_text(on_h200({256, 12, 0}, 1000)).rendered() ==
        "12 registers a thread are 384 a warp. Registers are allocated to a warp in units of 256, "
        "so it gets 512, and a block 4,096.");
  CHECK(study::register_units_text(on_h200({256, 0, 0}, 1000)).empty());
  CHECK(study::grid_text(facts).rendered() ==
        "The grid: 1,000 blocks, and the 132 multiprocessors have room for 396: the others follow, "
        "in 3 turns if all take as long.");
  const study::Section section = study::describe(facts);
  for (const auto& [path, limits] :
       {std::pair("resources.shared.limits", true), std::pair("resources.warps.limits", false)}) {
    const study::Value* value = study::find(section, path);
    REQUIRE(value != nullptr);
    CHECK(std::get<bool>(value->is) == limits);
  }
  CHECK(std::get<uint64_t>(study::find(section, "blocks")->is) == 3);
}

TEST_CASE("occupancy: a full multiprocessor, and registers that are not known") {
  const study::OccupancyFacts facts = on_h200({1024, 0, 4096}, 4);
  CHECK(study::headline(facts).rendered() ==
        "2 blocks of 1,024 threads: 64 of 64 warps, occupancy 100%");
  CHECK(study::reason_text(facts).rendered() ==
        "No further block fits: 96 warps are more than 64.");
  CHECK(study::used_text(facts, Resource::kRegisters).rendered() == "not known");
  CHECK(study::grid_text(facts).rendered() ==
        "The grid: 4 blocks, and the multiprocessors have room for 264: all run at once. At most 4 "
        "of 132 multiprocessors get a block; the others have nothing to do.");
  CHECK(
      std::holds_alternative<std::nullptr_t>(study::find(study::describe(facts), "registers")->is));
}

TEST_CASE("occupancy: registers that are left over in parts are told from too few") {
  CHECK(study::reason_text(on_h200({256, 64, 0}, 1)).rendered() ==
        "No further block fits: 81,920 registers are more than 65,536.");
  // 12 warps of 1,280 registers in each of 4 parts are 48; 49 would fit if the parts were one.
  const study::OccupancyFacts parts = on_h200({7 * 32, 33, 0}, 1);
  CHECK(parts.occupancy.blocks == 6);
  CHECK(study::reason_text(parts).rendered() ==
        "No further block fits: each of the 4 parts of the registers has room for 12 warps.");
}

TEST_CASE("occupancy: a launch that fails says why") {
  const auto reason = [](model::BlockNeeds needs) {
    const study::OccupancyFacts facts = on_h200(needs, 1);
    CHECK(facts.fails());
    CHECK(study::grid_text(facts).empty());
    CHECK(study::budget_text(facts).empty());
    return study::reason_text(facts).rendered();
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

TEST_CASE("occupancy: what is tried takes the launch's place, and is named") {
  const study::OccupancyFacts facts = on_h200({256, 0, 1024}, 8, {512, 64, {}});
  CHECK(facts.needs == model::BlockNeeds{512, 64, 1024});
  CHECK(facts.occupancy.blocks == 2);
  CHECK(study::headline(facts).rendered().starts_with("Tried with 512 threads, 64 registers: "));
  CHECK(study::need_text(study::BlockNeed::kShared, 4224).rendered() == "4.1 KiB");
  CHECK(study::need_text(study::BlockNeed::kRegisters, 1).rendered() == "1 register");
}

TEST_CASE("occupancy: registers say where they are from, and why they are not known") {
  const study::OccupancyFacts facts = on_h200({256, 40, 0}, 1, {}, compiled());
  const std::vector<Text> texts = study::registers_texts(facts);
  CHECK(texts.front().rendered() == "40 registers, compiled by NVRTC 13.0 for sm_90");
  CHECK(texts.back().rendered() == "40 registers");
  CHECK(study::source_text(facts).rendered().ends_with(
      "The kernel's 40 registers: compiled by NVRTC 13.0 for sm_90."));
  const study::OccupancyFacts entered = on_h200({256, 40, 0}, 1, {{}, 64, {}}, compiled());
  CHECK(entered.needs.registers == 64);
  CHECK(study::registers_texts(entered).front().rendered() ==
        "64 registers, entered (40 compiled by NVRTC 13.0 for sm_90)");
  const study::OccupancyFacts unknown =
      on_h200({256, 0, 0}, 1, {}, not_compiled("there is no compiler"));
  REQUIRE(study::registers_texts(unknown).size() == 1);
  CHECK(study::registers_texts(unknown).front().rendered() == "not known: press here to try");
  CHECK(study::registers_problem(unknown).rendered() ==
        "How many registers the compiled kernel has is not known: there is no compiler.");
  const study::OccupancyFacts alone =
      on_h200({256, 0, 0}, 1, {{}, 64, {}}, not_compiled("there is none"));
  CHECK(study::registers_texts(alone).front().rendered() == "64 registers, entered");
}
