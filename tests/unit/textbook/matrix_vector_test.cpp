// Matrix-vector products, dense and sparse. The numbers are small whole ones, so that sums are
// exact in any order and results must be equal.
#include <cstdint>

#include "support.hpp"

using namespace warplens;
using trace::Operation;

namespace {

template <typename T>
std::vector<T> product(const std::vector<T>& matrix, const std::vector<T>& x) {
  std::vector<T> y(matrix.size() / x.size(), 0);
  for (size_t row = 0; row < y.size(); ++row) {
    for (size_t col = 0; col < x.size(); ++col) y[row] += matrix[row * x.size() + col] * x[col];
  }
  return y;
}

template <typename T>
void check_product(const run::Run& run) {
  test::check_equal(test::values_of<T>(run, "y"),
                    product(test::inputs_of<T>(run, "A"), test::inputs_of<T>(run, "x")));
}

void check_csr_product(const run::Run& run) {
  const auto start = test::inputs_of<int32_t>(run, "row_start");
  const auto column = test::inputs_of<int32_t>(run, "column");
  const auto value = test::inputs_of<float>(run, "value");
  const auto x = test::inputs_of<float>(run, "x");
  std::vector<float> y(start.size() - 1, 0.0f);
  for (size_t row = 0; row < y.size(); ++row) {
    for (auto k = static_cast<size_t>(start[row]); k < static_cast<size_t>(start[row + 1]); ++k) {
      y[row] += value[k] * x[static_cast<size_t>(column[k])];
    }
  }
  test::check_equal(test::values_of<float>(run, "y"), y);
}

}  // namespace

TEST_CASE("textbook: matrix-vector product by thread reads a sector a lane") {
  const auto run = test::run_textbook("matvec_thread.cu");
  check_product<float>(*run);
  // 75 rows at a distance of 160 bytes, 40 columns; x[j] is one sector for every warp.
  CHECK(test::global_total(*run, "A", Operation::kLoad).sectors == 75 * 40);
  const observe::GlobalTotal x = test::global_total(*run, "x", Operation::kLoad);
  CHECK(x.sectors == x.requests);
}

TEST_CASE("textbook: the transposed product is coalesced: four sectors a request") {
  const auto run = test::run_textbook("matvec_transposed.cu");
  const auto a = test::inputs_of<float>(*run, "A"), x = test::inputs_of<float>(*run, "x");
  std::vector<float> y(96, 0.0f);
  for (size_t row = 0; row < 40; ++row) {
    for (size_t col = 0; col < 96; ++col) y[col] += a[row * 96 + col] * x[row];
  }
  test::check_equal(test::values_of<float>(*run, "y"), y);
  const observe::GlobalTotal total = test::global_total(*run, "A", Operation::kLoad);
  CHECK(total.requests == 40 * 3);
  CHECK(total.sectors == 40 * 3 * 4);
}

TEST_CASE("textbook: matrix-vector product by warp needs no shared memory") {
  const auto run = test::run_textbook("matvec_warp.cu");
  check_product<float>(*run);
  CHECK(run->totals.shared[0].requests == 0);
  // 77 columns: three requests a row.
  CHECK(test::global_total(*run, "A", Operation::kLoad).requests == 10 * 3);
}

TEST_CASE("textbook: matrix-vector product by block, of doubles, in three warps") {
  const auto run = test::run_textbook("matvec_block.cu");
  check_product<double>(*run);
  CHECK(test::shared_total(*run, "warp_sums", Operation::kStore) ==
        observe::SharedTotal{5 * 3, 5 * 3, 0});
  CHECK(test::shared_total(*run, "warp_sums", Operation::kLoad) ==
        observe::SharedTotal{5 * 3, 5 * 3, 0});
}

TEST_CASE("textbook: the same product of floats in four warps, by another instance") {
  const std::string arrays = " --arg A=float[5][250]:mod=9 --arg x=float[250]:mod=7";
  const auto run = test::run_textbook(
      "matvec_block.cu",
      "--kernel 'matvec_block<float, 128>' --block 128 --arg y=float[5]:none" + arrays);
  check_product<float>(*run);
}

TEST_CASE("textbook: sparse products of the CSR form, by thread and by warp") {
  check_csr_product(*test::run_textbook("spmv_csr_scalar.cu"));
  check_csr_product(*test::run_textbook("spmv_csr_vector.cu"));
}

TEST_CASE("textbook: sparse product of the ELL form reads its slots coalesced") {
  const auto run = test::run_textbook("spmv_ell.cu");
  const auto column = test::inputs_of<int32_t>(*run, "column");
  const auto value = test::inputs_of<float>(*run, "value");
  const auto x = test::inputs_of<float>(*run, "x");
  std::vector<float> y(70, 0.0f);
  for (size_t at = 0; at < value.size(); ++at) {
    y[at % 70] += value[at] * x[static_cast<size_t>(column[at])];
  }
  test::check_equal(test::values_of<float>(*run, "y"), y);
  const observe::GlobalTotal values = test::global_total(*run, "value", Operation::kLoad);
  CHECK(values.sectors <= 5 * values.requests);
}
