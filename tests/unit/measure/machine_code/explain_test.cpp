// On what NVRTC 13.0 made of this program's own kernels (tests/data/sass).
#include <doctest/doctest.h>

#include "tests/support/golden_sentences.hpp"
#include "tests/unit/measure/machine_code/support.hpp"

using warplens::test::golden;

namespace warplens::measure::machine_code {

namespace {

constexpr Space kShared = Space::kShared, kGlobal = Space::kGlobal;
constexpr Operation kLoad = Operation::kLoad, kStore = Operation::kStore;

Instruction access(const char* opcode, Space space, Operation operation, uint32_t bytes) {
  Instruction instruction;
  instruction.line = 3;
  instruction.opcode = opcode;
  instruction.is_memory = true;
  instruction.space = space;
  instruction.operation = operation;
  instruction.bytes_per_lane = bytes;
  return instruction;
}

}  // namespace

TEST_CASE("causes: the tiled product's row reads become 128-bit loads in an unrolled loop") {
  const auto causes = recorded_causes("matmul_tiled", "matmul_tiled");
  CHECK(words_at(causes, 34, kShared, kLoad) == golden("measure.explain.wider_and_unrolled"));
  CHECK(words_at(causes, 22, kGlobal, kLoad).starts_with("the branch became a predicate"));
  // The stores of both branches of both tiles are listed at the loop's line.
  const std::string words = words_at(causes, 22, kShared, kStore);
  CHECK(words == golden("measure.explain.merged_over_branches"));
  for (const uint32_t line : {19, 24, 27, 29}) {
    CHECK(words_at(causes, line, kShared, kStore) == words);
  }
  CHECK(words_at(causes, 40, kGlobal, kStore).empty());  // the result's store is as written
}

TEST_CASE("causes: a scan's identical load is taken out of the branches") {
  const auto causes = recorded_causes("scan_hillis_steele", "scanHillisSteele");
  CHECK(brief(causes) ==
        "13 global load: predicated\n"
        "20 shared load: hoisted\n"
        "20 shared store: hoisted\n"
        "22 shared load: hoisted\n"
        "22 shared store: hoisted\n");
  CHECK(words_at(causes, 22, kShared, kLoad) == golden("measure.explain.fewer_over_branches"));
}

TEST_CASE("causes: a load that both branches do is listed in front of them") {
  const auto causes = recorded_causes("causes", "both_branches");
  CHECK(brief(causes) ==
        "9 shared load: hoisted\n"
        "12 shared load: hoisted\n"
        "14 shared load: hoisted\n");
}

TEST_CASE("causes: a load that is the same in every round leaves the loop") {
  const auto causes = recorded_causes("causes", "invariant_load");
  CHECK(words_at(causes, 24, kGlobal, kLoad) ==
        golden("measure.explain.moved_out_of_loop_to_line"));
  CHECK(words_at(causes, 22, kGlobal, kLoad) == golden("measure.explain.moved_here"));
}

TEST_CASE("causes: a sum in memory is stored once behind the loop") {
  const auto causes = recorded_causes("causes", "sum_in_memory");
  CHECK(words_at(causes, 32, kGlobal, kStore) == golden("measure.explain.moved_out_of_loop"));
}

TEST_CASE("causes: what is not needed is removed") {
  CHECK(brief(recorded_causes("causes", "unused_load")) ==
        "39 global load: removed\n"
        "41 shared load: removed\n"
        "43 shared load: removed\n");
}

TEST_CASE("causes: neighbours on several lines become one access") {
  const auto causes = recorded_causes("causes", "four_each");
  CHECK(words_at(causes, 66, kShared, kStore) == golden("measure.explain.wider"));
  CHECK(words_at(causes, 63, kShared, kStore) == golden("measure.explain.wider_store_elsewhere"));
  CHECK(words_at(causes, 69, kShared, kLoad) == golden("measure.explain.wider_load_elsewhere"));
}

TEST_CASE("causes: a loop of a different number of rounds in each lane is unrolled") {
  const auto causes = recorded_causes("causes", "lane_rounds");
  CHECK(brief(causes) == "113 global load: unrolled\n");
  CHECK(words_at(causes, 113, kGlobal, kLoad).find("29 times") != std::string::npos);
}

TEST_CASE("causes: a __constant__ variable is no global memory in the optimised build") {
  CHECK(words_at(recorded_causes("causes", "widths"), 105, kGlobal, kLoad).find("constant cache") !=
        std::string::npos);
}

TEST_CASE("causes: none where the instructions are the same") {
  for (const char* kernel : {"short_branch", "records", "included"}) {
    CAPTURE(kernel);
    CHECK(recorded_causes("causes", kernel).empty());
  }
  CHECK(recorded_causes("lower_bound_search", "lower_bound_search").empty());
  CHECK(recorded_causes("histogram_shared", "histogramShared").empty());
  const Listing listing = recorded("matmul_tiled.as-compiled", "matmul_tiled");
  CHECK(explain(listing, listing).empty());
}

TEST_CASE("causes: an access that became several narrower ones is split") {
  const Listing written{"k", {access("LD.E.64", kGlobal, kLoad, 8)}};
  const Listing compiled{"k",
                         {access("LDG.E", kGlobal, kLoad, 4), access("LDG.E", kGlobal, kLoad, 4)}};
  const auto causes = explain(written, compiled);
  CHECK(brief(causes) == "3 global load: split\n");
  CHECK(words_at(causes, 3, kGlobal, kLoad) == golden("measure.explain.in_pieces"));
}

TEST_CASE("causes: a compare-and-swap loop reads where the text does not") {
  constexpr Operation kAtomic = Operation::kAtomic;
  const Listing written{"k", {access("ATOM.E.ADD.F32", kShared, kAtomic, 4)}};
  const Listing compiled{
      "k", {access("LDS", kShared, kLoad, 4), access("ATOMS.CAST.SPIN", kShared, kAtomic, 4)}};
  CHECK(brief(explain(written, compiled)) == "3 shared load: split\n");
}

}  // namespace warplens::measure::machine_code
