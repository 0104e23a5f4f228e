// A launch's mistakes: each says what and where, and what to do; none is a crash.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "sim/run/sequence_run.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using warplens::test::golden;

namespace {

const std::string kAdd =
    "__global__ void add(const float* a, float* out, int count) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < count) out[i] = a[i] + 1;\n"
    "}\n";
const std::string kGood =
    "--grid 2 --block 32 --arg a=float[64] --arg out=float[64]:zero --arg count=64";

base::Diagnostics errors_of(const std::string& text, const std::string& words) {
  const auto run = test::try_run(text, words);
  if (run.ok()) {
    FAIL("the launch was accepted: " << words);
    return {};
  }
  return run.error();
}

// The rendered mistakes hold every one of `parts`.
void check_says(const std::string& text, const std::string& words,
                const std::vector<std::string>& parts) {
  const std::string rendered =
      base::render(errors_of(text, words), base::SourceFile("test.cu", text));
  for (const std::string& part : parts) {
    CAPTURE(rendered);
    CAPTURE(part);
    CHECK(rendered.find(part) != std::string::npos);
  }
}

// --grid 0 is refused by the option's own reader; a launch can also come from a form.
base::Diagnostics errors_of_launch(const std::string& text, const launch::Launch& launch) {
  prepare::Request request;
  request.file = base::SourceFile("test.cu", text);
  request.launch = launch;
  const auto run = run::run(std::move(request));
  return run.ok() ? base::Diagnostics{} : run.error();
}

}  // namespace

TEST_CASE("launch errors: a good launch runs") {
  CHECK(test::try_run(kAdd, kGood).ok());
}

TEST_CASE("launch errors: kernels are listed, a misspelt one finds the nearest") {
  const std::string two = kAdd + "__global__ void scale(float* a) { a[0] *= 2; }\n";
  check_says(two, kGood,
             {"several kernels:\n  line 1  add(", "\n  line 5  scale(float* a)", "--kernel add"});
  check_says(two, "--kernel sclae " + kGood, {"no kernel 'sclae'", "did you mean 'scale'?"});
  check_says(two, "--kernel zzzzzzzz " + kGood, {"it holds add, scale"});
  check_says("int main() { return 0; }\n", "", {"no kernel", "__global__"});
}

TEST_CASE("launch errors: missing arguments come with a completed command") {
  check_says(kAdd, "--grid 2 --block 32 --arg a=float[64]",
             {"test.cu:1:", "needs a value for 'out' and 'count'",
              "warplens run test.cu --grid 2 --block 32", "--arg a=float[64]",
              "--arg out=float[64]", "--arg count=64"});
}

TEST_CASE("launch errors: the completed command does not repeat a misspelt type") {
  const base::Diagnostics errors = errors_of(kAdd, "--grid 2 --block 32 --arg a=flaot[64]");
  const auto missing = std::find_if(errors.begin(), errors.end(), [](const auto& error) {
    return error.message.find("needs a value for") != std::string::npos;
  });
  REQUIRE(missing != errors.end());
  CHECK(missing->hint.find("--arg a=float[64]") != std::string::npos);
  CHECK(missing->hint.find("flaot") == std::string::npos);
}

TEST_CASE("launch errors: the completed command's words run") {
  const std::string hint = errors_of(kAdd, "--grid 2 --block 32").front().hint;
  const std::string start = "for example: warplens run test.cu ";
  REQUIRE(hint.find(start) != std::string::npos);
  CHECK(test::try_run(kAdd, hint.substr(hint.find(start) + start.size())).ok());
}

TEST_CASE("launch errors: argument names and kinds") {
  check_says(kAdd, kGood + " --arg cuont=3", {"no parameter 'cuont'", "did you mean 'count'?"});
  check_says(kAdd, kGood + " --arg zzzzzzzz=3", {"its parameters are a, out and count"});
  check_says(kAdd, "--grid 2 --block 32 --arg a=3 --arg out=float[64] --arg count=64",
             {"test.cu:1:34", "'a' is a pointer (const float*)", "--arg a=float[256]"});
  check_says(kAdd, "--grid 2 --block 32 --arg a=float[64] --arg out=float[64] --arg count=int[2]",
             {"'count' is one int", "--arg count=1"});
  check_says(kAdd, "--grid 2 --block 32 --arg a=float[64] --arg out=float[64] --arg count=1.5",
             {"--arg count", "int"});
}

TEST_CASE("launch errors: an array of another type") {
  check_says(kAdd, "--grid 2 --block 32 --arg a=int[64] --arg out=float[64] --arg count=64",
             {"test.cu:1:34", "'a' holds float, but --arg gives it int", "--arg a=float[64]"});
  check_says(kAdd, "--grid 2 --block 32 --arg a=char[63] --arg out=float[64] --arg count=64",
             {"array 'a' has 63 bytes", "no whole number of const float (4 bytes each)",
              "make it 64 bytes large"});
  const auto run = test::must_run(
      kAdd, "--grid 2 --block 32 --arg a=uint8_t[256]:zero --arg out=float[64] --arg count=64");
  CHECK(test::floats_of(*run, "out")[5] == 1.0f);
}

TEST_CASE("launch errors: pointers to pointers") {
  check_says("__global__ void f(float** rows, int n) { if (n < 0) rows[0] = rows[1]; }",
             "--grid 1 --block 32 --arg n=1",
             {"'rows' is a pointer to pointers (float**)", "row * width + column"});
}

TEST_CASE("launch errors: the completed command leaves wrong names out") {
  const base::Diagnostics errors =
      errors_of(kAdd, "--grid 2 --block 32 --arg cuont=3 --arg a=float[64] --arg out=float[64]");
  REQUIRE(errors.size() == 2);
  CHECK(errors[0].hint == "did you mean 'count'?");
  CHECK(errors[1].hint.find("cuont") == std::string::npos);
  CHECK(errors[1].hint.find("--arg count=64") != std::string::npos);
}

TEST_CASE("launch: two parameters may share an array") {
  const auto run = test::must_run(
      kAdd, "--grid 2 --block 32 --arg a=float[64]:iota --arg out=@a --arg count=64");
  CHECK(test::floats_of(*run, "a")[5] == 6.0f);
  CHECK(run->memory_after->get()->array_count() == 1);
  check_says(kAdd, "--grid 2 --block 32 --arg a=float[64] --arg out=@aa --arg count=64",
             {"there is no array 'aa'", "the arrays are a"});
}

TEST_CASE("launch errors: block and grid sizes") {
  check_says(kAdd, kGood + " --block 32,33", {"32 x 33", "1056 threads", "allows 1024"});
  check_says(kAdd, kGood + " --block 1,1,65", {"block's z size is 65", "allows 64"});
  check_says(kAdd, kGood + " --grid 1,65536", {"grid's y size is 65536", "allows 65535"});
  launch::Launch launch = test::make_request(kAdd, kGood).launch;
  launch.block.y = 0;
  launch.grid.z = 0;
  const base::Diagnostics errors = errors_of_launch(kAdd, launch);
  CHECK(errors.size() == 2);
}

TEST_CASE("launch errors: shared memory over the limits") {
  const std::string fixed =
      "__global__ void f(float* a) {\n  __shared__ float big[128][100];\n"
      "  big[0][threadIdx.x] = 1;\n  a[0] = big[0][0];\n}\n";
  check_says(fixed, "--grid 1 --block 32 --arg a=float[1]",
             {"test.cu:2:20", "51200 bytes", "49152", "extern __shared__"});
  const std::string dynamic =
      "__global__ void f(float* a) {\n  extern __shared__ float s[];\n"
      "  s[threadIdx.x] = 1;\n  a[0] = s[0];\n}\n";
  check_says(dynamic, "--grid 1 --block 32 --shared 300000 --arg a=float[1]",
             {"test.cu:2:27", "300000", "232448"});
}

TEST_CASE("launch errors: warnings for shared bytes and definitions that nothing uses") {
  const std::string dynamic =
      "__global__ void f(float* a) {\n  extern __shared__ float s[];\n"
      "  s[threadIdx.x] = 1;\n  a[0] = s[0];\n}\n";
  const auto run = test::must_run(dynamic, "--grid 1 --block 32 --arg a=float[1]");
  REQUIRE(run->warnings.size() == 1);
  CHECK(run->warnings[0].message.find("extern __shared__") != std::string::npos);
  CHECK_FALSE(run->findings.empty());

  const auto unused = test::must_run("#ifndef TILE\n#define TILE 4\n#endif\n// TIEL\n" + kAdd,
                                     "-D TIEL=8 -D TILE=8 " + kGood);
  REQUIRE(unused->warnings.size() == 1);
  CHECK(unused->warnings[0].message.find("-D TIEL") != std::string::npos);
  CHECK(test::must_run(kAdd, "--shared 64 " + kGood)->warnings.size() == 1);
}

TEST_CASE("launch errors: devices, recorded blocks, memory") {
  check_says(kAdd, kGood + " --device h20", {"no device 'h20'", "h200"});
  check_says(kAdd, kGood + " --device 5.2", {"no device '5.2'", "did you mean 'cc5.2'?"});
  check_says(kAdd, kGood + " --device sm_120", {"did you mean 'cc12.0'?"});
  check_says(kAdd, kGood + " --device h20O", {"did you mean 'h200'?"});
  prepare::Request request = test::make_request(kAdd, kGood);
  request.recorded_block = {2, 0, 0};
  const auto outside = run::run(request);
  REQUIRE_FALSE(outside.ok());
  CHECK(outside.error()[0].message == golden("prepare.launch.block_outside_grid"));
  request.record = false;
  CHECK(run::run(request).ok());
  check_says(kAdd, kGood + " --arg a=float[100000][100000]", {"more than 16 GiB"});
}

TEST_CASE("launch errors: an endless kernel stops at the limit with what was counted") {
  const std::string endless = "__global__ void f(int* a) { while (true) a[threadIdx.x] += 1; }";
  const auto run =
      test::must_run(endless, "--grid 1 --block 32 --step-limit 10000 --arg a=int[32]");
  CHECK(run->ending == run::Ending::kStepLimit);
  CHECK(run->steps == 10000);
  CHECK(run->totals.global[0].requests > 100);
}

TEST_CASE("launch errors: a run can be cancelled and reports its progress") {
  std::atomic<bool> cancelled{false};
  prepare::Request request = test::make_request(kAdd, kGood + " --grid 50");
  request.cancelled = &cancelled;
  run::SequenceRun sequence(request);
  while (sequence.advance(1) == base::Progress::kMore) {
    const run::SequenceRun::Position at = sequence.position();
    CHECK((at.blocks == 50 || at.blocks == 0));
    if (at.blocks_done == 7) cancelled = true;
  }
  const auto runs = sequence.take();
  REQUIRE(runs.ok());
  CHECK(runs->front()->ending == run::Ending::kCancelled);
  CHECK(runs->front()->blocks == 7);
  CHECK(runs->front()->request.cancelled == nullptr);
}

TEST_CASE("launch errors: an older device has its own limits") {
  check_says(kAdd, kGood + " --device cc1.0 --block 16,33", {"528 threads", "allows 512"});
}

TEST_CASE("launch errors: a kernel that does nothing runs and records nothing") {
  const auto run = test::must_run("__global__ void nothing() {}", "--grid 2 --block 32");
  CHECK(run->ending == run::Ending::kComplete);
  CHECK(run->accesses.empty());
  REQUIRE(run->recording != nullptr);
  CHECK(run->recording->size() == 0);
}

TEST_CASE("launch errors: an instruction that the device lacks") {
  const std::string text =
      "__global__ void k(unsigned* u) {\n"
      "  asm(\"movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;\" : \"+r\"(u[threadIdx.x]));\n"
      "  asm(\"mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%0, %0, %0, %0}, \"\n"
      "      \"{%0, %0}, {%0, %1};\" : \"+r\"(u[0]), \"+r\"(u[1]));\n"
      "}\n";
  const std::string words = "--block 32 --arg u=unsigned[32] --device ";
  check_says(text, words + "cc7.5",
             {"test.cu:3:", "'mma.m16n8k16' needs compute capability 8.0",
              "the device is compute capability 7.5", "--device"});
  CHECK(test::try_run(text, words + "cc8.0").ok());
}
