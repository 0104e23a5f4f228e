// Reductions: the classic series from the modulo to grid strides, and those by shuffles,
// cooperative groups and atomics. Inputs are whole numbers, so sums are exact in every order.
#include "support.hpp"

using namespace warplens;
using trace::Operation;

namespace {

constexpr size_t kBlocksOfSeries = 5;

// What each block of a grid adds up if the blocks share the input in runs of `per_block`.
template <typename T>
std::vector<T> sums_of_runs(const std::vector<T>& in, size_t per_block, size_t blocks) {
  std::vector<T> sums(blocks);
  for (size_t i = 0; i < in.size(); ++i) sums[i / per_block] += in[i];
  return sums;
}

// The same if the grid strides over the input.
template <typename T>
std::vector<T> sums_of_strides(const std::vector<T>& in, size_t per_block, size_t blocks) {
  std::vector<T> sums(blocks);
  for (size_t i = 0; i < in.size(); ++i) sums[i / per_block % blocks] += in[i];
  return sums;
}

template <typename T>
T sum_of(const std::vector<T>& in) {
  T sum = 0;
  for (const T value : in) sum += value;
  return sum;
}

void check_series(const run::Run& run, size_t per_block, size_t blocks) {
  test::check_equal(test::values_of<int>(run, "g_odata"),
                    sums_of_runs(test::inputs_of<int>(run, "g_idata"), per_block, blocks));
}

}  // namespace

TEST_CASE("textbook: reduction 1: every warp takes part in five of seven steps") {
  const auto run = test::run_textbook("reduce1_modulo.cu");
  check_series(*run, 128, kBlocksOfSeries);
  const observe::SharedTotal loads = run->totals.shared[0];
  CHECK(loads.requests == kBlocksOfSeries * (2 * (5 * 4 + 2 + 1) + 1));
  CHECK(loads.conflicts == 0);
}

TEST_CASE("textbook: reduction 2: as few requests as in the third, but with conflicts") {
  const auto run = test::run_textbook("reduce2_strided.cu");
  check_series(*run, 128, kBlocksOfSeries);
  const observe::SharedTotal loads = run->totals.shared[0];
  CHECK(loads.requests == kBlocksOfSeries * (2 * 8 + 1));
  // Strides 2 (two warps), 4, 8, 16, 32 and 64: 1, 3, 3, 3, 3 and 1 too many a request.
  CHECK(loads.conflicts == kBlocksOfSeries * 2 * (2 * 1 + 3 + 3 + 3 + 3 + 1));
  CHECK(run->totals.shared[1].conflicts == kBlocksOfSeries * (2 * 1 + 3 + 3 + 3 + 3 + 1));
}

TEST_CASE("textbook: reduction 3: no conflicts") {
  const auto run = test::run_textbook("reduce3_sequential.cu");
  check_series(*run, 128, kBlocksOfSeries);
  CHECK(run->totals.shared[0] ==
        observe::SharedTotal{kBlocksOfSeries * (2 * 8 + 1), kBlocksOfSeries * (2 * 8 + 1), 0});
  CHECK(run->totals.shared[1].conflicts == 0);
}

TEST_CASE("textbook: reduction 4: the first addition happens on the way") {
  const auto run = test::run_textbook("reduce4_first_add.cu");
  check_series(*run, 256, 3);
}

TEST_CASE("textbook: reduction 5: the last warp written out") {
  const auto run = test::run_textbook("reduce5_last_warp.cu");
  check_series(*run, 256, 3);
  // One step in the loop, by two warps; six by one warp; and the block's sum.
  CHECK(run->totals.shared[0].requests == 3 * (2 * 2 + 2 * 6 + 1));
  CHECK(run->totals.shared[0].conflicts == 0);
}

TEST_CASE("textbook: reduction 6: every step written out by a template") {
  check_series(*test::run_textbook("reduce6_unrolled.cu"), 256, 3);
  check_series(*test::run_textbook("reduce6_unrolled.cu",
                                   "--kernel reduce6<64> --grid 5 --block 64 --shared 256 "
                                   "--arg g_odata=int[5]:zero"),
               128, 5);
  check_series(*test::run_textbook("reduce6_unrolled.cu",
                                   "--kernel 'reduce6< 256 >' --grid 2 --block 256 --shared 1024 "
                                   "--arg g_odata=int[2]:zero"),
               512, 2);
}

TEST_CASE("textbook: reduction 7: several elements a thread, in steps of the grid") {
  const auto run = test::run_textbook("reduce7_grid_stride.cu");
  test::check_equal(test::values_of<float>(*run, "g_odata"),
                    sums_of_strides(test::inputs_of<float>(*run, "g_idata"), 128, 4));

  const auto whole =
      test::run_textbook("reduce7_grid_stride.cu",
                         "--kernel 'reduce7<double, 128, true>' --grid 2 --block 128 --arg n=4096 "
                         "--arg g_idata=double[4096]:mod=99 --arg g_odata=double[2]:zero");
  test::check_equal(test::values_of<double>(*whole, "g_odata"),
                    sums_of_strides(test::inputs_of<double>(*whole, "g_idata"), 256, 2));
}

TEST_CASE("textbook: reduction by shuffles: a sum for each warp, no shared memory") {
  const auto run = test::run_textbook("reduce_shuffle.cu");
  test::check_equal(test::values_of<int>(*run, "sums"),
                    sums_of_runs(test::inputs_of<int>(*run, "in"), 32, 6));
  CHECK(run->totals.shared[0].requests == 0);
}

TEST_CASE("textbook: reduction of a block by shuffles and one word a warp") {
  const auto run = test::run_textbook("reduce_block_shuffle.cu");
  test::check_equal(test::values_of<float>(*run, "out"),
                    sums_of_strides(test::inputs_of<float>(*run, "in"), 192, 2));
  CHECK(run->totals.shared[1].requests == 2 * 6);
  CHECK(run->totals.shared[0].requests == 2);
}

TEST_CASE("textbook: reduction by a butterfly leaves the result in every lane") {
  const auto run = test::run_textbook("reduce_butterfly.cu");
  const auto in = test::inputs_of<int>(*run, "in");
  std::vector<int> low(in.size()), high(in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    const auto warp = in.begin() + static_cast<std::ptrdiff_t>(i / 32 * 32);
    low[i] = *std::min_element(warp, warp + 32);
    high[i] = *std::max_element(warp, warp + 32);
  }
  test::check_equal(test::values_of<int>(*run, "low"), low);
  test::check_equal(test::values_of<int>(*run, "high"), high);
}

TEST_CASE("textbook: reduction with cooperative groups") {
  const auto run = test::run_textbook("reduce_cooperative.cu");
  test::check_equal(test::values_of<int>(*run, "sums"),
                    sums_of_strides(test::inputs_of<int>(*run, "input"), 128, 3));
}

TEST_CASE("textbook: reduction by tiles of 16 threads") {
  const auto run = test::run_textbook("reduce_tile_shuffle.cu");
  test::check_equal(test::values_of<int>(*run, "sum"),
                    {sum_of(test::inputs_of<int>(*run, "data"))});
}

TEST_CASE("textbook: dot product that an atomic finishes") {
  const auto run = test::run_textbook("reduce_atomic_finish.cu");
  const auto x = test::inputs_of<float>(*run, "x"), y = test::inputs_of<float>(*run, "y");
  float expected = 0;
  for (size_t i = 0; i < x.size(); ++i) expected += x[i] * y[i];
  test::check_equal(test::values_of<float>(*run, "result"), {expected});
  CHECK(run->totals.global[2].requests == 4);
}

TEST_CASE("textbook: reduction that the last block finishes") {
  const auto run = test::run_textbook("reduce_last_block.cu");
  const auto in = test::inputs_of<unsigned>(*run, "in");
  test::check_equal(test::values_of<unsigned>(*run, "partial"), sums_of_strides(in, 64, 6));
  test::check_equal(test::values_of<unsigned>(*run, "out"), {sum_of(in)});
}

TEST_CASE("textbook: reduction to the largest element and its index") {
  const auto run = test::run_textbook("reduce_max_index.cu");
  const auto values = test::inputs_of<float>(*run, "values");
  std::vector<float> best(3, -1);
  std::vector<int> where(3, -1);
  for (size_t i = 0; i < values.size(); ++i) {
    const size_t block = i / 64 % 3;
    if (values[i] <= best[block]) continue;
    best[block] = values[i];
    where[block] = static_cast<int>(i);
  }
  test::check_equal(test::values_of<float>(*run, "best"), best);
  test::check_equal(test::values_of<int>(*run, "where"), where);
}
