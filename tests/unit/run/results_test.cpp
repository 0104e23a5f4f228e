// What kernels compute equals plain C++ on the host, bit for bit where the order of operations is
// the same.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

// The default fill: element i is i mod 1021.
float filled(size_t index) {
  return static_cast<float>(index % 1021);
}

std::vector<float> host_product(size_t rows, size_t inner, size_t columns) {
  std::vector<float> out(rows * columns);
  for (size_t r = 0; r < rows; ++r) {
    for (size_t c = 0; c < columns; ++c) {
      float total = 0;
      for (size_t k = 0; k < inner; ++k) {
        const float term = filled(r * inner + k) * filled(k * columns + c);
        total += term;
      }
      out[r * columns + c] = total;
    }
  }
  return out;
}

std::string sizes(size_t rows, size_t inner, size_t columns, const std::string& block) {
  const auto text = [](size_t n) { return std::to_string(n); };
  return "--grid " + text((columns + 7) / 8) + "," + text((rows + 7) / 8) + " --block " + block +
         " -D SIDE=8 --arg left=float[" + text(rows) + "][" + text(inner) + "] --arg right=float[" +
         text(inner) + "][" + text(columns) + "] --arg out=float[" + text(rows) + "][" +
         text(columns) + "]:zero ";
}

}  // namespace

TEST_CASE("results: a block finds nothing of the one before it") {
  const auto run = test::must_run(
      "__global__ void k(int* a, int n) {\n  __shared__ int s[32];\n  int z[8];\n  int r;\n"
      "  int found = s[threadIdx.x] + z[n] + z[7 - n];\n"
      "  if (blockIdx.x < 2) { s[threadIdx.x] = 5; z[n] = 6; r = 7; z[7 - n] = r; }\n"
      "  a[blockIdx.x * 32 + threadIdx.x] = found + (z[n] == 6 ? 100 : 0); }",
      "--grid 4 --block 32 --arg a=int[128] --arg n=2", {1, 0, 0});
  std::vector<int> expected(128, 0);
  std::fill_n(expected.begin(), 64, 100);
  CHECK(test::values_of<int>(*run, "a") == expected);
}

TEST_CASE("results: the products equal the host's, also where tiles do not divide") {
  const std::string text = test::kernel_text("table/products.cu");
  const auto square = test::must_run(
      text, "--kernel product_in_tiles " + sizes(20, 20, 20, "8,8") + "--arg edge=20");
  CHECK(test::floats_of(*square, "out") == host_product(20, 20, 20));
  CHECK(square->findings.empty());

  const std::string mixed =
      sizes(13, 22, 9, "8,8") + "--arg rows=13 --arg inner=22 --arg columns=9";
  const auto direct = test::must_run(text, "--kernel product " + mixed);
  CHECK(test::floats_of(*direct, "out") == host_product(13, 22, 9));
  const auto turned = test::must_run(text, "--kernel product_in_turned_tiles " + mixed);
  CHECK(test::floats_of(*turned, "out") == host_product(13, 22, 9));
}

TEST_CASE("results: copies copy and transposes transpose") {
  const std::string copies = test::kernel_text("table/copies.cu");
  for (const std::string kernel : {"tile_copy_rows", "tile_copy_columns", "tile_copy_padded"}) {
    CAPTURE(kernel);
    const auto run = test::must_run(
        copies, "--kernel " + kernel +
                    " -D SIDE=8 --grid 3,2 --block 8,8 --arg height=16 "
                    "--arg width=24 --arg from=float[16][24] --arg to=float[16][24]:zero");
    CHECK(test::floats_of(*run, "to") == test::floats_of(*run, "from"));
  }
  const std::string transposes = test::kernel_text("table/transposes.cu");
  for (const std::string kernel : {"turn_directly", "turn_in_tile", "turn_in_padded_tile"}) {
    CAPTURE(kernel);
    const auto run =
        test::must_run(transposes, "--kernel " + kernel +
                                       " -D SIDE=8 --grid 3,3 --block 8,8 --arg edge=24 "
                                       "--arg from=float[24][24] --arg to=float[24][24]:zero");
    const std::vector<float> to = test::floats_of(*run, "to");
    bool is_transposed = true;
    for (size_t r = 0; r < 24; ++r) {
      for (size_t c = 0; c < 24; ++c) is_transposed &= to[c * 24 + r] == filled(r * 24 + c);
    }
    CHECK(is_transposed);
  }
}

TEST_CASE("results: the snapshot before a block holds what earlier blocks stored") {
  const std::string text = "__global__ void add(int* a) { a[threadIdx.x] += blockIdx.x + 1; }";
  const auto run = test::must_run(text, "--grid 3 --block 32 --arg a=int[32]:zero", {2, 0, 0});
  REQUIRE(run->memory_before_block != nullptr);
  REQUIRE(run->recording != nullptr);
  CHECK(run->recording->size() == 2);
  CHECK(run->memory_before_block->get()->array(0).bytes[0] == std::byte{3});
  CHECK(run->memory_after->get()->array(0).bytes[0] == std::byte{6});
}
