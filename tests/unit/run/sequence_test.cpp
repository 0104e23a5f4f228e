// Launches that follow one another on the same global memory.
#include <doctest/doctest.h>

#include <string>

#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

const std::string kText =
    "__global__ void step(const float* in, float* out, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) out[i] = 2 * in[i] + 1;\n"
    "}\n"
    "__global__ void first(const float* out, float* result) { result[0] = out[0]; }\n";
const std::string kStart =
    "--kernel step --grid 2 --block 32 --arg in=float[64]:iota --arg out=float[64]:zero "
    "--arg n=64 ";

using Runs = run::Runs;

Runs must_run_all(const std::string& words) {
  prepare::Request request = test::make_request(kText, words);
  const base::SourceFile file = request.file;
  const auto runs = run::run_sequence(std::move(request));
  REQUIRE_MESSAGE(runs.ok(), (runs.ok() ? "" : base::render(runs.error(), file)));
  return *runs;
}

std::string error_of(const std::string& words) {
  prepare::Request request = test::make_request(kText, words);
  const base::SourceFile file = request.file;
  const auto runs = run::run_sequence(std::move(request));
  return runs.ok() ? "" : base::render(runs.error(), file);
}

}  // namespace

TEST_CASE("sequence: arrays and scalars are shared by name, pointers are swapped by @") {
  const Runs runs = must_run_all(kStart +
                                 "--then 'step --arg in=@out --arg out=@in' "
                                 "--then 'step' "
                                 "--then 'first --grid 1 --block 1 --arg result=float[1]'");
  REQUIRE(runs.size() == 4);
  CHECK(test::floats_of(*runs[0], "out")[5] == 11);
  CHECK(test::floats_of(*runs[0], "in")[5] == 5);
  CHECK(test::floats_of(*runs[1], "in")[5] == 23);
  CHECK(test::floats_of(*runs[2], "out")[5] == 47);
  CHECK(test::floats_of(*runs[3], "result")[0] == test::floats_of(*runs[2], "out")[0]);
  CHECK(runs[3]->context->grid == launch::Dim3{1, 1, 1});
  CHECK(runs[1]->context->grid == launch::Dim3{2, 1, 1});
  // Each launch has its own counts and its own recording.
  CHECK(runs[0]->totals == runs[1]->totals);
  CHECK(runs[3]->totals.global[0].requests == 1);
  REQUIRE(runs[2]->recording != nullptr);
  CHECK(runs[2]->memory_before_block->get()->array(0).bytes ==
        runs[1]->memory_after->get()->array(0).bytes);
  // run() executes the first alone.
  const auto one = test::must_run(kText, kStart + "--then first");
  CHECK(one->program->kernel->name == "step");
}

TEST_CASE("sequence: a new array of a known name gets a number") {
  const Runs runs = must_run_all(kStart +
                                 "--then 'step --arg in=@out --arg out=float[64]' "
                                 "--then 'first --arg out=@out_2 --arg result=@in'");
  CHECK(test::floats_of(*runs[1], "out_2")[5] == 23);
  CHECK(test::floats_of(*runs[1], "out")[5] == 11);
  CHECK(test::floats_of(*runs[2], "in")[0] == 3);
}

TEST_CASE("sequence: mistakes say which launch they are in") {
  const std::string missing = error_of(kStart + "--then first");
  CHECK(missing.find("launch 2: kernel 'first' needs a value for 'result'") != std::string::npos);
  CHECK(missing.find("--then '--kernel first") != std::string::npos);
  CHECK(error_of(kStart + "--then frist").find("launch 2: the file holds no kernel 'frist'") !=
        std::string::npos);
  CHECK(error_of(kStart + "--then 'step --arg in=@nope'").find("there is no array 'nope'") !=
        std::string::npos);
}

TEST_CASE("sequence: the block to record moves into a smaller grid") {
  prepare::Request request =
      test::make_request(kText, kStart + "--then 'first --grid 1 --arg result=float[1]'");
  request.recorded_block = {1, 0, 0};
  const auto runs = run::run_sequence(std::move(request));
  REQUIRE(runs.ok());
  CHECK((*runs)[0]->recording->block == trace::BlockId{1, 0, 0});
  CHECK((*runs)[1]->recording->block == trace::BlockId{0, 0, 0});
}

TEST_CASE("sequence: a launch that does not end is the last") {
  prepare::Request request = test::make_request(kText, kStart + "--step-limit 3 --then step");
  const auto runs = run::run_sequence(std::move(request));
  REQUIRE(runs.ok());
  REQUIRE(runs->size() == 1);
  CHECK(runs->front()->ending == run::Ending::kStepLimit);
}
