// What the lessons' sentences say about wavefronts, sectors and elements is what the engine counts.
#include <doctest/doctest.h>

#include "sim/run/named_element.hpp"
#include "tests/unit/lessons/run_lesson.hpp"

using namespace warplens;
using tests::Settings;
using trace::Operation;

namespace {

// Wavefronts of each request to the tile, where all take the same number.
uint64_t wavefronts_each(const std::string& id, const Settings& settings, const std::string& array,
                         Operation operation) {
  const auto run = tests::run_lesson(tests::lesson_named(id), settings);
  const observe::SharedTotal& total = tests::access_row(*run, array, operation).shared;
  REQUIRE(total.requests > 0);
  REQUIRE(total.wavefronts % total.requests == 0);
  return total.wavefronts / total.requests;
}

uint64_t sectors_each(const run::Run& run, const std::string& array, Operation operation) {
  const observe::GlobalTotal& total = tests::access_row(run, array, operation).global;
  REQUIRE(total.requests > 0);
  REQUIRE(total.sectors % total.requests == 0);
  return total.sectors / total.requests;
}

struct Tile {
  uint64_t store = 0, load = 0;  // wavefronts a request
  friend bool operator==(const Tile&, const Tile&) = default;
};

Tile tile_of(const std::string& id, const Settings& settings) {
  return {wavefronts_each(id, settings, "tile", Operation::kStore),
          wavefronts_each(id, settings, "tile", Operation::kLoad)};
}

}  // namespace

TEST_CASE("claims: a tile used by rows takes one wavefront at every block size") {
  for (const char* block : {"8", "16", "32"}) {
    CAPTURE(block);
    CHECK(tile_of("transpose-row", {{"block", block}}) == Tile{1, 1});
  }
}

TEST_CASE("claims: a tile used by rows alone leaves the stores scattered, one turned does not") {
  for (const auto& [id, sectors] :
       {std::pair{"transpose-row", 32u}, std::pair{"transpose-column", 4u}}) {
    CAPTURE(id);
    const auto run = tests::run_lesson(tests::lesson_named(id), {});
    CHECK(sectors_each(*run, "source", Operation::kLoad) == 4);
    CHECK(sectors_each(*run, "target", Operation::kStore) == sectors);
  }
}

TEST_CASE("claims: storing columns takes 32, 8 and 2 wavefronts, loading rows one") {
  CHECK(tile_of("transpose-column", {}) == Tile{32, 1});
  CHECK(tile_of("transpose-column", {{"block", "16"}}) == Tile{8, 1});
  CHECK(tile_of("transpose-column", {{"block", "8"}}) == Tile{2, 1});
}

TEST_CASE("claims: a pad of 1 is enough for 32 wide blocks only") {
  CHECK(tile_of("transpose-padded", {}) == Tile{1, 1});
  CHECK(tile_of("transpose-padded", {{"pad", "0"}}) == Tile{32, 1});
  CHECK(tile_of("transpose-padded", {{"block", "16"}, {"pad", "1"}}) == Tile{2, 2});
  CHECK(tile_of("transpose-padded", {{"block", "16"}, {"pad", "2"}}) == Tile{1, 2});
  CHECK(tile_of("transpose-padded", {{"block", "8"}, {"pad", "4"}}) == Tile{1, 2});
}

TEST_CASE("claims: at 16 and 8 wide no pad that is offered frees both store and load") {
  for (const char* block : {"8", "16"}) {
    for (int pad = 0; pad <= 8; ++pad) {
      CAPTURE(block);
      CAPTURE(pad);
      CHECK(tile_of("transpose-padded", {{"block", block}, {"pad", std::to_string(pad)}}) !=
            Tile{1, 1});
    }
  }
}

TEST_CASE("claims: 16 wide, padded by one, lanes 0 and 31 meet in bank 0") {
  const auto run = tests::run_lesson(tests::lesson_named("transpose-padded"), {{"block", "16"}});
  for (uint32_t step = 0; step < run->recording->size(); ++step) {
    const trace::Access access = run->recording->at(step);
    if (access.space != trace::Space::kShared || access.operation != Operation::kStore ||
        access.warp != 0)
      continue;
    CHECK(access.addresses[0] / 4 % 32 == 0);
    CHECK(access.addresses[31] / 4 % 32 == 0);
    CHECK(access.addresses[0] != access.addresses[31]);
  }
}

TEST_CASE("claims: the transposed tiles cost 8 wavefronts a store and a walk down a column") {
  const char* id = "matmul-tiles-transposed";
  CHECK(wavefronts_each(id, {}, "columns_a", Operation::kStore) == 8);
  CHECK(wavefronts_each(id, {}, "columns_b", Operation::kStore) == 8);
  CHECK(wavefronts_each(id, {}, "columns_a", Operation::kLoad) == 1);
  CHECK(wavefronts_each(id, {}, "columns_b", Operation::kLoad) == 8);
}

TEST_CASE("claims: the tiled product has no conflicts at 8, 16 and 32") {
  for (const char* tile : {"8", "16", "32"}) {
    const auto run =
        tests::run_lesson(tests::lesson_named("matmul-tiled"), {{"n", "32"}, {"tile", tile}});
    CHECK(run->totals.shared[0].conflicts == 0);
    CHECK(run->totals.shared[1].conflicts == 0);
  }
}

TEST_CASE("claims: the transpose's stores take a sector a lane, its loads four") {
  for (const auto& [block, sectors] :
       {std::pair{"32", 32u}, std::pair{"16", 16u}, std::pair{"8", 8u}}) {
    const auto run = tests::run_lesson(tests::lesson_named("transpose-direct"), {{"block", block}});
    CHECK(sectors_each(*run, "source", Operation::kLoad) == 4);
    CHECK(sectors_each(*run, "target", Operation::kStore) == sectors);
  }
}

TEST_CASE("claims: threads that run down a column need a sector each") {
  const Settings whole_warps{{"m", "32"}, {"n", "32"}, {"k", "32"}, {"block", "32"}};
  const auto along = tests::run_lesson(tests::lesson_named("matmul-naive"), whole_warps);
  CHECK(sectors_each(*along, "A", Operation::kLoad) == 1);
  CHECK(sectors_each(*along, "B", Operation::kLoad) == 4);
  CHECK(sectors_each(*along, "C", Operation::kStore) == 4);
  Settings down_settings = whole_warps;
  down_settings.push_back({"down", "down a column"});
  const auto down = tests::run_lesson(tests::lesson_named("matmul-naive"), down_settings);
  CHECK(sectors_each(*down, "A", Operation::kLoad) == 32);
  CHECK(sectors_each(*down, "C", Operation::kStore) == 32);
  CHECK(tests::floats(*down, "C") == tests::floats(*along, "C"));
}

TEST_CASE(
    "claims: the opening thread of the tiled product loads the elements that its sentence names") {
  const lessons::Lesson& lesson = tests::lesson_named("matmul-tiled");
  CHECK(lesson.opening.block == std::array<uint32_t, 3>{1, 1, 0});
  CHECK(lesson.opening.thread == std::array<uint32_t, 3>{4, 3, 0});
  CHECK(lesson.opening.access == 0);
  const auto run = tests::run_lesson(lesson, {}, {1, 1, 0});
  REQUIRE(run->recording != nullptr);
  const uint32_t lane = 3 * 8 + 4;
  std::vector<std::string> touched;
  for (uint32_t step = 0; step < run->recording->size(); ++step) {
    const trace::Access access = run->recording->at(step);
    if (access.warp != 0 || access.space != trace::Space::kGlobal ||
        (access.mask >> lane & 1u) == 0)
      continue;
    const run::NamedElement place = run::named_element(*run, access.space, access.addresses[lane]);
    REQUIRE(place.indices.size() == 2);
    touched.push_back(place.array + "[" + std::to_string(place.indices[0]) + "][" +
                      std::to_string(place.indices[1]) +
                      "] = " + std::to_string(place.element_index));
  }
  CHECK(touched == std::vector<std::string>{"M[11][4] = 180", "N[3][12] = 60", "M[11][12] = 188",
                                            "N[11][12] = 188", "P[11][12] = 188"});
}
