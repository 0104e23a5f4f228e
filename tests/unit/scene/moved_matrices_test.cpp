// The matrices of ldmatrix: on which banks their rows are, and who has which values.
#include "app/scene/moved_matrices.hpp"
#include "tests/support/golden_sentences.hpp"

#include <doctest/doctest.h>

#include "kernel_run.hpp"

using namespace warplens;
using namespace warplens::test;

using warplens::test::golden;

namespace {

// The whole warp stores pad by pad, then loads four matrices out of 16 rows of 32 halves and more.
Recorded record_rows(int row, const std::string& load, const std::string& arguments) {
  const std::string length = std::to_string(row), all = std::to_string(16 * row);
  return test::record(
      "__global__ void k(unsigned* out) {\n"
      "  __shared__ alignas(16) short tile[16][" +
          length + "];\n  for (int i = threadIdx.x; i < " + all + "; i += 32) tile[i / " + length +
          "][i % " + length +
          "] = i;\n  __syncwarp();\n  unsigned r[4] = {};\n  int lane = "
          "threadIdx.x;\n  " +
          load + "(" + arguments + ");\n  out[threadIdx.x] = r[0];\n}\n",
      "--grid 1 --block 32 --arg out=unsigned[32]");
}

constexpr uint32_t kRowBytes = 128;  // of all banks

}  // namespace

TEST_CASE("moved matrices: rows of 64 bytes meet in the banks, four by four") {
  Recorded recorded = record_rows(32, "warplens_ldmatrix_x4",
                                  "&r[0], &r[1], &r[2], &r[3], lane % 16 * 64 + lane / 16 * 16");
  const auto moment = recorded.at(16, 0, 13);
  const auto matrices = scene::moved_matrices(*moment, kRowBytes);
  REQUIRE(matrices.size() == 4);
  CHECK(matrices[0].wavefronts == 4);
  CHECK(matrices[0].meeting == std::vector<uint32_t>{0, 2, 4, 6});
  CHECK(matrices[2].rows[1].piece == 5);
  CHECK(matrices[2].rows[1].is_named);
  CHECK(matrices[2].rows[3].pass == 1);
  CHECK(scene::matrix_words(matrices[2], 2) == golden("scene.matrices.rows_on_same_banks"));
  CHECK(scene::floor_words(*moment) == golden("scene.matrices.conflicts_apart"));
  CHECK(moment->lanes[13].group == 1);
  CHECK(scene::named_row_words(*moment, 13) == golden("scene.matrices.row_of_lane"));
  // Row 3, columns 2 and 3 of matrices at (0, 0), (8, 0), (0, 8) and (8, 8) of the tile.
  CHECK(scene::own_values_words(*moment, 13) == golden("scene.matrices.values_of_lane"));
}

TEST_CASE("moved matrices: padded rows do not meet, and four wavefronts are no conflict") {
  Recorded recorded = record_rows(40, "warplens_ldmatrix_x4",
                                  "&r[0], &r[1], &r[2], &r[3], lane % 16 * 80 + lane / 16 * 16");
  const auto moment = recorded.at(20, 0, 0);
  const auto matrices = scene::moved_matrices(*moment, kRowBytes);
  REQUIRE(matrices.size() == 4);
  CHECK(matrices[3].meeting.empty());
  CHECK(scene::matrix_words(matrices[3], 3) == golden("scene.matrices.no_rows_meet"));
  CHECK(scene::floor_words(*moment) == golden("scene.matrices.ideal_alone"));
}

TEST_CASE("moved matrices: rows with one address share their wavefront") {
  Recorded recorded = record_rows(32, "warplens_ldmatrix_x1", "&r[0], lane % 2 * 64");
  const auto moment = recorded.at(16, 0, 31);
  const auto matrices = scene::moved_matrices(*moment, kRowBytes);
  REQUIRE(matrices.size() == 1);
  CHECK(matrices[0].wavefronts == 1);
  CHECK(matrices[0].meeting.empty());
  CHECK(scene::named_row_words(*moment, 31) == "lane 31 names no row");
  CHECK(moment->lanes[31].group == scene::kNoGroup);
  CHECK(scene::register_words(*moment, 0, 31) == golden("scene.matrices.transposed_value"));
}
