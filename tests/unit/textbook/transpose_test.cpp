// Transposes: every element lands where rows and columns have changed places, and shared memory
// costs what the layout of the tile says.
#include "support.hpp"

using namespace warplens;
using trace::Operation;

namespace {

template <typename T>
void check_transposed(const std::vector<T>& out, const std::vector<T>& in, size_t rows,
                      size_t columns) {
  REQUIRE(in.size() == rows * columns);
  std::vector<T> expected(in.size());
  for (size_t r = 0; r < rows; ++r) {
    for (size_t c = 0; c < columns; ++c) expected[c * rows + r] = in[r * columns + c];
  }
  test::check_equal(out, expected);
}

template <typename T>
void check_transposed(const run::Run& run, const std::string& out, const std::string& in,
                      size_t rows, size_t columns) {
  check_transposed(test::values_of<T>(run, out), test::inputs_of<T>(run, in), rows, columns);
}

}  // namespace

TEST_CASE("textbook: transpose that reads rows: the stores are the scattered ones") {
  const auto run = test::run_textbook("transpose_row_reads.cu");
  check_transposed<float>(*run, "out", "in", 45, 30);
  const uint64_t loaded = test::global_total(*run, "in", Operation::kLoad).sectors;
  const uint64_t stored = test::global_total(*run, "out", Operation::kStore).sectors;
  CHECK(stored > 2 * loaded);
}

TEST_CASE("textbook: transpose that reads columns: the loads are the scattered ones") {
  const auto run = test::run_textbook("transpose_column_reads.cu");
  check_transposed<int>(*run, "out", "in", 45, 30);
  const uint64_t loaded = test::global_total(*run, "in", Operation::kLoad).sectors;
  const uint64_t stored = test::global_total(*run, "out", Operation::kStore).sectors;
  CHECK(loaded > 2 * stored);
}

TEST_CASE("textbook: tiled transpose: a column of the tile is one bank, 31 conflicts a request") {
  const auto run = test::run_textbook("transpose_tiled.cu");
  check_transposed<float>(*run, "odata", "idata", 96, 128);
  const uint64_t warps = 96 * 128 / 32;
  CHECK(test::shared_total(*run, "tile", Operation::kStore) ==
        observe::SharedTotal{warps, warps, 0});
  CHECK(test::shared_total(*run, "tile", Operation::kLoad) ==
        observe::SharedTotal{warps, warps * 32, warps * 31});
  CHECK(run->totals.global[0].sectors == warps * 4);
  CHECK(run->totals.global[1].sectors == warps * 4);
}

TEST_CASE("textbook: padded and swizzled transposes have no conflict") {
  const auto padded = test::run_textbook("transpose_padded.cu");
  check_transposed<float>(*padded, "odata", "idata", 96, 128);
  CHECK(padded->totals.shared[0].conflicts == 0);
  CHECK(padded->totals.shared[1].conflicts == 0);

  const auto swizzled = test::run_textbook("transpose_swizzled.cu");
  check_transposed<unsigned>(*swizzled, "out", "in", 64, 64);
  CHECK(swizzled->totals.shared[0].requests == 128);
  CHECK(swizzled->totals.shared[0].conflicts == 0);
  CHECK(swizzled->totals.shared[1].conflicts == 0);
}

TEST_CASE("textbook: transpose of a rectangle, four rows of the tile a thread") {
  const auto run = test::run_textbook("transpose_block_rows.cu");
  check_transposed<double>(*run, "out", "in", 50, 70);
}

TEST_CASE("textbook: transpose with blocks in diagonal order") {
  const auto run = test::run_textbook("transpose_diagonal.cu");
  check_transposed<float>(*run, "out", "in", 64, 64);
}

TEST_CASE("textbook: transpose in place") {
  const auto run = test::run_textbook("transpose_in_place.cu");
  check_transposed<short>(*run, "matrix", "matrix", 64, 64);
}

TEST_CASE("textbook: transpose as a template over type and tile") {
  const auto run = test::run_textbook("transpose_of_any_type.cu");
  check_transposed<double>(*run, "out", "in", 20, 26);
  const auto bytes =
      test::run_textbook("transpose_of_any_type.cu",
                         "--kernel 'transpose< unsigned char >' --grid 2,2 --block 16,16 "
                         "--arg in=uint8_t[20][26] --arg out=uint8_t[26][20]:zero");
  check_transposed<unsigned char>(*bytes, "out", "in", 20, 26);
}
