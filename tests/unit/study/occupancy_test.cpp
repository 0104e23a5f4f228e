#include "app/study/occupancy.hpp"
#include "tests/support/golden_sentences.hpp"

#include <doctest/doctest.h>

using namespace warplens;
using model::Resource;
using warplens::test::golden;

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
  CHECK(study::answer_text(facts).rendered() == golden("study.occupancy.answer"));
  CHECK(study::headline(facts).rendered() == golden("study.occupancy.headline"));
  CHECK(study::reason_text(facts).rendered() == golden("study.occupancy.shared_is_full"));
  CHECK(study::used_text(facts, Resource::kShared).rendered() ==
        golden("study.occupancy.shared_used"));
  CHECK(study::used_text(facts, Resource::kRegisters).rendered() ==
        golden("study.occupancy.registers_used"));
  CHECK(study::register_units_text(on_h200({256, 12, 0}, 1000)).rendered() ==
        golden("study.occupancy.register_units"));
  CHECK(study::register_units_text(on_h200({256, 0, 0}, 1000)).empty());
  CHECK(study::grid_text(facts).rendered() == golden("study.occupancy.grid_in_turns"));
  const study::Section section = study::describe(facts);
  for (const auto& [path, limits] :
       {std::pair("resources.shared.limits", true), std::pair("resources.warps.limits", false)}) {
    const study::Value* value = study::find(section, path);
    REQUIRE(value != nullptr);
    CHECK(std::get<bool>(value->is) == limits);
  }
  CHECK(std::get<uint64_t>(study::find(section, "blocks")->is) == 3);
}

TEST_CASE("occupancy: the answer is one number and what limits it; of a launch that fails, why") {
  CHECK(study::answer_text(on_h200({1024, 64, 0}, 4)).rendered() ==
        golden("study.occupancy.answer_one_block"));
  CHECK(study::answer_text(on_h200({2048, 32, 0}, 4)).rendered() ==
        golden("study.occupancy.answer_fails"));
  study::OccupancyTry more;
  more.registers = 128;
  CHECK(study::answer_text(on_h200({256, 32, 60 * 1024}, 4, more)).rendered() ==
        golden("study.occupancy.answer_tried"));
}

TEST_CASE("occupancy: a full multiprocessor, and registers that are not known") {
  const study::OccupancyFacts facts = on_h200({1024, 0, 4096}, 4);
  CHECK(study::headline(facts).rendered() == golden("study.occupancy.headline_full"));
  CHECK(study::reason_text(facts).rendered() == golden("study.occupancy.warps_are_full"));
  CHECK(study::used_text(facts, Resource::kRegisters).rendered() == "not known");
  CHECK(study::grid_text(facts).rendered() == golden("study.occupancy.grid_at_once"));
  CHECK(
      std::holds_alternative<std::nullptr_t>(study::find(study::describe(facts), "registers")->is));
}

TEST_CASE("occupancy: registers that are left over in parts are distinguished from too few") {
  CHECK(study::reason_text(on_h200({256, 64, 0}, 1)).rendered() ==
        golden("study.occupancy.registers_are_full"));
  // 12 warps of 1,280 registers in each of 4 parts are 48; 49 would fit if the parts were one.
  const study::OccupancyFacts parts = on_h200({7 * 32, 33, 0}, 1);
  CHECK(parts.occupancy.blocks == 6);
  CHECK(study::reason_text(parts).rendered() == golden("study.occupancy.parts_are_full"));
}

TEST_CASE("occupancy: a launch that fails says why") {
  const auto reason = [](model::BlockNeeds needs) {
    const study::OccupancyFacts facts = on_h200(needs, 1);
    CHECK(facts.fails());
    CHECK(study::grid_text(facts).empty());
    CHECK(study::budget_text(facts).empty());
    return study::reason_text(facts).rendered();
  };
  CHECK(reason({1100, 0, 0}) == golden("study.occupancy.too_many_threads"));
  CHECK(reason({32, 0, 300 * 1024}) == golden("study.occupancy.too_much_shared"));
  CHECK(reason({1024, 80, 0}) == golden("study.occupancy.too_many_registers"));
  CHECK(reason({0, 0, 0}) == golden("study.occupancy.no_thread"));
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
  CHECK(texts.front().rendered() == golden("study.registers.compiled"));
  CHECK(texts.back().rendered() == "40 registers");
  CHECK(study::source_text(facts).rendered().ends_with(
      "The kernel's 40 registers: compiled by NVRTC 13.0 for sm_90."));
  const study::OccupancyFacts entered = on_h200({256, 40, 0}, 1, {{}, 64, {}}, compiled());
  CHECK(entered.needs.registers == 64);
  CHECK(study::registers_texts(entered).front().rendered() == golden("study.registers.entered"));
  const study::OccupancyFacts unknown =
      on_h200({256, 0, 0}, 1, {}, not_compiled("there is no compiler"));
  REQUIRE(study::registers_texts(unknown).size() == 1);
  CHECK(study::registers_texts(unknown).front().rendered() == golden("study.registers.not_tried"));
  CHECK(study::registers_problem(unknown).rendered() == golden("study.registers.no_compiler"));
  const study::OccupancyFacts alone =
      on_h200({256, 0, 0}, 1, {{}, 64, {}}, not_compiled("there is none"));
  CHECK(study::registers_texts(alone).front().rendered() == "64 registers, entered");
}
