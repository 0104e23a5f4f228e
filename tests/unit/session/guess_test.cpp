// A launch that is guessed from a text alone.
#include "app/session/guess.hpp"

#include <doctest/doctest.h>

#include "app/session/session.hpp"
#include "session_fixture.hpp"

using namespace warplens;
using namespace warplens::gui;
using test::act;
using test::make_session;
using test::open;

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

TEST_CASE("session: of a template without a launch an instance is guessed, and another one taken") {
  const test::ScratchFile file(
      "template <int N, typename T>\n"
      "__global__ void shift(const T* in, T* out) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  out[i] = in[i] + N;\n"
      "}\n");
  Session session = make_session();
  const State& model = open(session, file.path);
  CHECK(model.needs_launch);
  CHECK(model.diagnostics.empty());
  CHECK(model.launch.kernel == "shift<16, float>");
  CHECK(model.launch.arguments.size() == 2);
  CHECK(model.launch_place.guessed.starts_with("--kernel 'shift<16, float>' --grid"));
  launch::Launch launch = model.launch;
  launch.kernel = "shift<7, int>";
  act(session, test::with_launch(launch));
  CHECK(model.needs_launch);  // filled, to be looked at
  REQUIRE(model.launch.arguments.size() == 2);
  CHECK(std::get<launch::ArrayArgument>(model.launch.arguments[0].value).element ==
        base::Scalar::kInt);
  act(session, test::as_it_is());
  REQUIRE(model.run != nullptr);
  CHECK(model.run->program->kernel->name == "shift<7, int>");
}
