// Matrix products in every blocking: each element equals the host's, which adds the products in the
// same order (inputs of small whole numbers make every sum exact anyway).
#include <cmath>
#include <type_traits>

#include "support.hpp"

using namespace warplens;
using trace::Operation;

namespace {

struct Sizes {
  size_t rows, columns, inner;
};

template <typename T>
std::vector<T> product(const T* a, const T* b, const Sizes& sizes) {
  std::vector<T> out(sizes.rows * sizes.columns);
  for (size_t r = 0; r < sizes.rows; ++r) {
    for (size_t c = 0; c < sizes.columns; ++c) {
      T sum = 0;
      for (size_t k = 0; k < sizes.inner; ++k) {
        const T x = a[r * sizes.inner + k], y = b[k * sizes.columns + c];
        if constexpr (std::is_floating_point_v<T>)
          sum = std::fma(x, y, sum);
        else
          sum += x * y;
      }
      out[r * sizes.columns + c] = sum;
    }
  }
  return out;
}

struct Names {
  const char *a = "A", *b = "B", *c = "C";
};

template <typename T>
void check_product(const run::Run& run, const Sizes& sizes, const Names& names = {}) {
  const std::vector<T> a = test::inputs_of<T>(run, names.a);
  const std::vector<T> b = test::inputs_of<T>(run, names.b);
  REQUIRE(a.size() == sizes.rows * sizes.inner);
  REQUIRE(b.size() == sizes.inner * sizes.columns);
  test::check_equal(test::values_of<T>(run, names.c), product(a.data(), b.data(), sizes));
}

}  // namespace

TEST_CASE("textbook: naive product") {
  const auto run = test::run_textbook("matmul_naive.cu");
  check_product<float>(*run, {40, 36, 24});
  CHECK(run->totals.shared[0].requests == 0);
  // Of 3 x 3 blocks' 72 warps, 40 rows in pairs have a lane in each of three columns of blocks.
  CHECK(test::global_total(*run, "C", Operation::kStore).requests == 40 / 2 * 3);
  CHECK(test::global_total(*run, "A", Operation::kLoad).requests == 40 / 2 * 3 * 24);
}

TEST_CASE("textbook: tiled product: rows of a tile are broadcast, nothing conflicts") {
  const auto run = test::run_textbook("matmul_tiled.cu");
  check_product<float>(*run, {48, 48, 48}, {"d_A", "d_B", "d_C"});
  CHECK(run->totals.shared[0].conflicts == 0);
  CHECK(run->totals.shared[1].conflicts == 0);
  const uint64_t warps = 48 * 48 / 32;
  CHECK(test::shared_total(*run, "As", Operation::kLoad).requests == warps * 48);
  CHECK(test::shared_total(*run, "Bs", Operation::kLoad).requests == warps * 48);
  CHECK(run->totals.shared[1].requests == warps * 3 * 2);
}

TEST_CASE("textbook: tiled product of sizes that tiles do not divide") {
  const auto run = test::run_textbook("matmul_tiled_rectangular.cu");
  check_product<float>(*run, {50, 41, 37});
}

TEST_CASE("textbook: tiled product, the tile a template parameter") {
  const auto by_8 = test::run_textbook("matmul_template_tile.cu");
  check_product<float>(*by_8, {32, 40, 40});
  const auto by_4 = test::run_textbook("matmul_template_tile.cu",
                                       "--kernel matmulTile<4> --grid 10,8 --block 4,4");
  check_product<float>(*by_4, {32, 40, 40});
}

TEST_CASE("textbook: product with a column of results in registers") {
  const auto run = test::run_textbook("matmul_blocked_1d.cu");
  check_product<float>(*run, {64, 64, 40});
  // A warp is one row of the tile: a word of A for all, 32 words of B side by side.
  CHECK(run->totals.shared[0].conflicts == 0);
  const uint64_t warps = 4 * 8;
  CHECK(test::shared_total(*run, "As", Operation::kLoad).requests == warps * 40 * 4);
  CHECK(test::shared_total(*run, "Bs", Operation::kLoad).requests == warps * 40);
}

TEST_CASE("textbook: product with a square of results in registers") {
  const auto run = test::run_textbook("matmul_blocked_2d.cu");
  const auto a = test::inputs_of<float>(*run, "A");
  const auto b = test::inputs_of<float>(*run, "B");
  const auto before = test::inputs_of<float>(*run, "C");
  std::vector<float> expected = product(a.data(), b.data(), {64, 128, 48});
  for (size_t i = 0; i < expected.size(); ++i) expected[i] = 2 * expected[i] + 3 * before[i];
  test::check_equal(test::values_of<float>(*run, "C"), expected);
  // 16 threads of 4 columns each: their words of B lie 4 apart, so 64 words meet in 8 banks twice.
  const uint64_t reads_of_b = 4 * 4 * 48 * 4;
  CHECK(test::shared_total(*run, "Bs", Operation::kLoad) ==
        observe::SharedTotal{reads_of_b, reads_of_b * 2, reads_of_b});

  const auto other = test::run_textbook(
      "matmul_blocked_2d.cu",
      "--kernel 'sgemm2d<64,32,16,8,2>' --grid 4,1 --block 128 --arg beta=0 --arg alpha=1");
  check_product<float>(*other, {64, 128, 48});
}

TEST_CASE("textbook: product with loads of 16 bytes") {
  const auto run = test::run_textbook("matmul_float4.cu");
  check_product<float>(*run, {64, 128, 32});
  // One request of 512 bytes a warp and tile, in 16 sectors where rows are long enough.
  const uint64_t warps = 2 * 8;
  const observe::GlobalTotal of_b = test::global_total(*run, "B", Operation::kLoad);
  CHECK(of_b.requests == warps * 2);
  CHECK(of_b.sectors == warps * 2 * 16);
  CHECK(test::global_total(*run, "A", Operation::kLoad).requests == warps * 2);
  CHECK(test::global_total(*run, "C", Operation::kStore).requests == warps * 4);
  // 16-byte reads leave in groups of 8 lanes. A row of 16 threads reads the same 16 bytes of A:
  // lane l^1 and lane l find the same address, so pairs of groups merge; and B's 256 bytes take
  // two wavefronts for the 16 lanes of either row.
  const observe::SharedTotal as = test::shared_total(*run, "As", Operation::kLoad);
  CHECK(as.requests == warps * 32);
  CHECK(as.wavefronts == as.requests * 2);
  CHECK(as.conflicts == 0);
  const observe::SharedTotal bs = test::shared_total(*run, "Bs", Operation::kLoad);
  CHECK(bs.requests == warps * 32);
  CHECK(bs.wavefronts == bs.requests * 4);
  CHECK(bs.conflicts == 0);
}

TEST_CASE("textbook: product with two buffers for its tiles") {
  const auto run = test::run_textbook("matmul_double_buffered.cu");
  check_product<float>(*run, {48, 32, 64}, {"a", "b", "c"});
}

TEST_CASE("textbook: product with a turned and padded tile has no conflict") {
  const auto run = test::run_textbook("matmul_turned_padded.cu");
  check_product<int>(*run, {64, 64, 64});
  CHECK(run->totals.shared[0].conflicts == 0);
  CHECK(run->totals.shared[1].conflicts == 0);
}

TEST_CASE("textbook: product in double precision, in a block that is wider than high") {
  const auto run = test::run_textbook("matmul_double.cu");
  check_product<double>(*run, {37, 45, 29});
}

TEST_CASE("textbook: product with several tiles a block") {
  const auto run = test::run_textbook("matmul_coarsened.cu");
  check_product<float>(*run, {64, 64, 64}, {"M", "N", "P"});
  // M is read once for every block column of 32, N as often as without coarsening.
  CHECK(test::global_total(*run, "M", Operation::kLoad).requests == 64 * 64 / 32 * 2);
  CHECK(test::global_total(*run, "N", Operation::kLoad).requests == 64 * 64 / 32 * 4);
}

TEST_CASE("textbook: a batch of products along the grid's third dimension") {
  const auto run = test::run_textbook("matmul_batched.cu");
  const auto a = test::inputs_of<float>(*run, "A");
  const auto b = test::inputs_of<float>(*run, "B");
  std::vector<float> expected;
  for (size_t batch = 0; batch < 3; ++batch) {
    const std::vector<float> c =
        product(a.data() + batch * 12 * 20, b.data() + batch * 20 * 16, {12, 16, 20});
    expected.insert(expected.end(), c.begin(), c.end());
  }
  test::check_equal(test::values_of<float>(*run, "C"), expected);
}
