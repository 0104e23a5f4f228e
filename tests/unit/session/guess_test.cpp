// A launch that is guessed from a text alone.
#include "app/session/guess.hpp"

#include <doctest/doctest.h>

using namespace warplens;
using namespace warplens::gui;

TEST_CASE("guess: a tiled kernel's block is as wide as its tile, padding or not") {
  const base::SourceFile file(
      "t.cu",
      "__global__ void t(float* a, int rows, int width, float f) {\n"
      "  __shared__ float s[32][33];\n"
      "  s[threadIdx.y][threadIdx.x] = a[threadIdx.y * width + threadIdx.x] * f;\n"
      "  a[rows] = s[threadIdx.x][threadIdx.y];\n}\n");
  const Guess guess = guess_launch(file, {});
  CHECK(guess.kernels == std::vector<std::string>{"t"});
  CHECK(guess.launch.block == launch::Dim3{32, 32, 1});
  REQUIRE(guess.launch.arguments.size() == 4);
  CHECK(std::get<launch::ArrayArgument>(guess.launch.arguments[0].value).extents ==
        std::vector<uint64_t>{32, 32});
  CHECK(std::get<std::string>(guess.launch.arguments[3].value) == "1");
}
