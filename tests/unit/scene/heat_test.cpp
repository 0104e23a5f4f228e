#include "app/scene/heat.hpp"

#include <doctest/doctest.h>

#include "kernel_run.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens;
using warplens::test::golden;

namespace {

// Its run once more, with fetches.
scene::HeatScene heat(const std::string& body, const std::string& launch) {
  const auto recorded =
      test::record("__global__ void k(const float* a, float* o) {\n" + body + "\n}\n", launch);
  prepare::Request request = recorded.run->request;
  request.extra.fetches = true;
  const auto run = run::run(std::move(request));
  REQUIRE(run.ok());
  return scene::heat_of(**run);
}

}  // namespace

TEST_CASE("heat: a map for each array that is loaded from, with its counts by cell") {
  const auto scene = heat("o[threadIdx.x] = a[threadIdx.x / 2 * 16 + threadIdx.x % 2 * 4];",
                          "--grid 2 --block 8 --arg a=float[4][16] --arg o=float[8]");
  REQUIRE(scene.maps.size() == 1);
  const scene::HeatMap& map = scene.maps.front();
  CHECK(map.array == "a");
  CHECK(map.rows_of_cells == 4);
  CHECK(map.columns_of_cells == 16);
  CHECK(map.loads[16 * 3 + 4] == 2);
  CHECK(map.blocks[16 * 3 + 4] == 2);
  CHECK(map.loads[16 * 3 + 5] == 0);
  CHECK(map.unread == 64 - 8);
  CHECK(scene::heat_words(map) == golden("scene.heat.fetched_twice"));
}

TEST_CASE("heat: of a large array a cell is several elements, and has the most of them") {
  const auto scene = heat("o[0] += a[700 * threadIdx.x + 1];",
                          "--block 1 --arg a=float[600][700] --arg o=float[1]");
  REQUIRE(scene.maps.size() == 2);
  const scene::HeatMap& map = scene.maps.front();
  CHECK(map.cell_rows == 3);
  CHECK(map.cell_columns == 3);
  CHECK(map.loads.front() == 1);
  CHECK(map.loads[1] == 0);
  CHECK(scene.maps.back().array == "o");
}

TEST_CASE("heat: more fetches are never a weaker colour") {
  CHECK(scene::heat_share(0) == 0);
  CHECK(scene::heat_share(1) == 0);
  for (uint32_t loads = 1; loads < 100; ++loads)
    CHECK(scene::heat_share(loads + 1) >= scene::heat_share(loads));
  CHECK(scene::heat_share(2) > 0);
  CHECK(scene::heat_share(32) == 1);
}
