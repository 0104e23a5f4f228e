// The products of the lesson about tensor cores: whatever the layout of their tiles, they are
// right, and cost what the lesson is about.
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>

#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

constexpr const char* kMatrices =
    "--grid 2,2 --block 128 --arg a=half[128][128]:mod=5 --arg b=half[128][128]:mod=7 "
    "--arg c=float[128][128]:zero --arg n=128";

std::shared_ptr<const run::Run> run_product(const std::string& file, const std::string& defines) {
  std::ifstream in(std::string(WARPLENS_SOURCE_DIR) + "/kernels/course/lessons/tensor-tiles/" +
                   file);
  REQUIRE(in);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  return test::must_run(text, kMatrices + defines);
}

// Elements are their places' remainders; sums are exact.
std::vector<float> expected_product() {
  std::vector<float> c(128 * 128);
  for (int row = 0; row < 128; ++row) {
    for (int col = 0; col < 128; ++col) {
      int sum = 0;
      for (int k = 0; k < 128; ++k) sum += (row * 128 + k) % 5 * ((k * 128 + col) % 7);
      c[static_cast<size_t>(row * 128 + col)] = static_cast<float>(sum);
    }
  }
  return c;
}

}  // namespace

TEST_CASE("tensor tiles: products in each layout are right, with wavefronts of their own") {
  struct Layout {
    const char *file, *defines;
    uint64_t loads, stores;
  };
  for (const Layout& layout :
       {Layout{"product.cu", " -D PAD=0", 12288, 1024},
        Layout{"product.cu", " -D PAD=8", 2048, 1536}, Layout{"exchanged.cu", "", 2048, 1024},
        Layout{"exchanged.cu", " -D DEPTH=16", 2048, 1024},
        Layout{"exchanged.cu", " -D DEPTH=64", 2048, 1024}}) {
    CAPTURE(layout.file);
    CAPTURE(layout.defines);
    const auto run = run_product(layout.file, layout.defines);
    CHECK(test::floats_of(*run, "c") == expected_product());
    const auto& shared = run->totals.shared;
    const auto& loads = shared[static_cast<size_t>(observe::AccessKind::kLdmatrix)];
    CHECK(loads.wavefronts == layout.loads);
    CHECK(loads.ideal() == 2048);
    CHECK(shared[static_cast<size_t>(observe::AccessKind::kStore)].wavefronts == layout.stores);
  }
}
