// Absurd launches: every run ends soon, with a value or a message.
#include <doctest/doctest.h>

#include "sim/prepare/guess.hpp"
#include "tests/support/runs.hpp"

namespace warplens {
namespace {

std::string errors_text(const std::string& text, const std::string& words) {
  const auto run = test::try_run(text, words);
  REQUIRE_FALSE(run.ok());
  return base::render(run.error(), base::SourceFile("test.cu", text));
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("limits: an empty kernel on the largest grid is cut, for its blocks cost something") {
  const auto run = test::must_run("__global__ void k() {}", "--grid 2147483647 --block 1024");
  CHECK(run->ending == run::Ending::kSetUpLimit);
  CHECK(run::is_cut(run->ending));
  CHECK(run->set_up <= prepare::kDefaultSetUpLimit);
  CHECK(run->steps > 0);
}

TEST_CASE("limits: clearing local arrays costs, block for block") {
  const std::string text =
      "__global__ void k(float* a, int n) { char z[16384]; z[n] = 1; a[0] = z[3]; }";
  const auto run = test::must_run(text, "--grid 2000000 --block 1024 --arg a=float[1] --arg n=0");
  CHECK(run->ending == run::Ending::kSetUpLimit);
  CHECK(run->steps < 100'000'000);
}

TEST_CASE("limits: a small step limit does not count what starting blocks costs") {
  const auto run = test::must_run("__global__ void k(int* a) { a[0] = 1; }",
                                  "--grid 3 --block 1024 --arg a=int[1] --step-limit 2000");
  CHECK(run->ending == run::Ending::kComplete);
  CHECK(run->steps < 2000);
}

TEST_CASE("limits: an atomic that is a loop costs its rounds") {
  const std::string text =
      "__global__ void k(float* a, int n) {\n  __shared__ float sum;\n"
      "  for (int i = 0; i < n; ++i) atomicAdd(&sum, 1.0f);\n  a[0] = sum; }";
  prepare::Request request = test::make_request(
      text, "--grid 1 --block 32 --arg a=float[1] --arg n=20000 --step-limit 200000");
  request.most_work = 10'000'000;  // each of the atomics counts as 35 rounds of 50
  const auto run = run::run(request);
  REQUIRE(run.ok());
  CHECK((*run)->ending == run::Ending::kWorkLimit);
  CHECK(run::is_cut((*run)->ending));
  CHECK((*run)->steps < 150'000);
  request.most_work = 40'000'000;
  CHECK((*run::run(request))->ending == run::Ending::kComplete);
  prepare::Request with_instruction = test::make_request(
      "__global__ void k(int* a, int n) {\n  __shared__ int sum;\n"
      "  for (int i = 0; i < n; ++i) atomicAdd(&sum, 1);\n  a[0] = sum; }",
      "--grid 1 --block 32 --arg a=int[1] --arg n=25000 --step-limit 200000");
  with_instruction.most_work = 1'000'000;
  CHECK((*run::run(with_instruction))->ending == run::Ending::kComplete);
}

TEST_CASE("limits: work counts what slow instructions and scattered accesses cost") {
  const auto steps_until_cut = [](const std::string& statement, const std::string& words = "") {
    prepare::Request request = test::make_request(
        "__global__ void k(float* a) {\n  unsigned r = threadIdx.x, s = 0;\n  float x = 1e30f;\n"
        "  for (unsigned i = 0; i < 100000000; ++i) {\n    r = r * 1664525u + 1013904223u;\n    " +
            statement + "\n  }\n  a[s & 1023] = x;\n}",
        "--block 32 --arg a=float[1048576] " + words);
    request.most_work = 20'000'000;
    const auto run = run::run(request);
    REQUIRE(run.ok());
    CHECK((*run)->ending == run::Ending::kWorkLimit);
    return (*run)->steps;
  };
  const uint64_t plain = steps_until_cut("s += r;");
  CHECK(plain > 19'000'000);
  const uint64_t near = steps_until_cut("x += fmodf(3.5f + i, 2.0f);");
  const uint64_t far = steps_until_cut("x += fmodf(1e38f, 1e-30f * (r >> 8));");
  CHECK(near < plain / 10);
  CHECK(far < near / 4);
  const uint64_t in_order = steps_until_cut("a[threadIdx.x] = i;");
  const uint64_t scattered = steps_until_cut("a[r >> 12] = i;");
  CHECK(scattered < in_order / 3);
  // Without the check of races it costs less.
  CHECK(steps_until_cut("a[r >> 12] = i;", "--checks barriers") > scattered * 3 / 2);
}

TEST_CASE("limits: all launches of a sequence share their work") {
  prepare::Request request = test::make_request(
      "__global__ void k(int* a, int n) {\n  for (int i = 0; i < n; ++i) a[threadIdx.x] += i;\n}",
      "--block 32 --arg a=int[32] --arg n=1000 --then k --then k");
  request.most_work = 400'000;  // two of them
  const auto runs = run::run_sequence(request);
  REQUIRE(runs.ok());
  REQUIRE(runs->size() == 3);
  CHECK((*runs)[1]->ending == run::Ending::kComplete);
  CHECK((*runs)[2]->ending == run::Ending::kWorkLimit);
}

TEST_CASE(
    "limits: local arrays that take more than may be simulated are refused with their bytes") {
  const std::string text =
      "__global__ void k(float* a, int n) { float z[200000]; z[n] = 1; a[0] = z[3]; }";
  const std::string errors = errors_text(text, "--grid 1 --block 1024 --arg a=float[1] --arg n=0");
  CHECK(contains(errors, "more than 524288 bytes a thread"));
}

TEST_CASE("limits: arrays of many gigabytes cost what is touched, and more are refused") {
  const std::string text =
      "__device__ float g[500000000];\n"
      "__global__ void k(float* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;"
      " if (i < n) { g[i] = a[i]; a[i + 100000000] = 1; } }";
  const auto run = test::must_run(
      text, "--grid 2 --block 256 --arg a=float[1000000000]:mod=1021 --arg n=1000000000");
  CHECK(run->ending == run::Ending::kComplete);
  CHECK(run->findings.empty());
  const std::vector<uint64_t> extents = run->memory_after->get()->array(0).extents;
  CHECK(extents == std::vector<uint64_t>{1'000'000'000});
  float last = 0;
  run->memory_after->get()->array(0).bytes.read(4 * 999'999'999ull,
                                                std::as_writable_bytes(std::span(&last, 1)));
  CHECK(last == static_cast<float>(999'999'999 % 1021));
  CHECK(contains(errors_text(text, "--grid 1 --block 1 --arg a=float[4294967295] --arg n=1"),
                 "with array 'g' the launch's arrays take more than 16 GiB"));
}

TEST_CASE("limits: contents that do not repeat are refused before they fill the memory") {
  const std::string errors =
      errors_text("__global__ void k(const char* a, const char* b) { if (a[0] == b[0]) return; }",
                  "--grid 1 --block 1 --arg a=char[16777217]:mod=7 --arg b=char[17000000000]:iota");
  CHECK(contains(errors, "--arg b"));
  CHECK(contains(errors, "more"));
}

TEST_CASE("limits: of a sequence the launches and their steps") {
  const std::string text = "__global__ void k(int* a) { while (a[0] == 0) { } }";
  prepare::Request request =
      test::make_request(text, "--grid 1 --block 32 --arg a=int[1]:zero --step-limit 1000");
  request.record = false;
  launch::Launch next = request.launch;
  next.arguments.clear();
  request.launch.then.assign(prepare::kMostLaunches, next);
  const auto refused = run::run_sequence(request);
  REQUIRE_FALSE(refused.ok());
  CHECK(contains(refused.error().front().message, "1001 launches, but at most 1000"));

  // Each ends by itself, all together do not.
  const std::string loop = "__global__ void k(int* a) { for (int i = 0; i < 100; ++i) a[i] = i; }";
  prepare::Request many =
      test::make_request(loop, "--grid 1 --block 32 --arg a=int[100] --step-limit 2000");
  many.launch.then.assign(500, next);
  const auto runs = run::run_sequence(many);
  REQUIRE(runs.ok());
  CHECK(runs->size() < 500);
  CHECK(runs->back()->ending == run::Ending::kSequenceLimit);
}

TEST_CASE("limits: a recording keeps so many phases and waits, and says that it was cut") {
  const auto run = test::must_run(
      "__global__ void k(int* a) { for (int i = 0; i < 200000; ++i) { __syncthreads(); } a[0] = 1; "
      "}",
      "--grid 1 --block 32 --arg a=int[1]");
  CHECK(run->ending == run::Ending::kComplete);
  REQUIRE(run->recording != nullptr);
  CHECK(run->recording->is_cut);
  CHECK(run->recording->phases.size() == trace::Recording::kMaxPhases);
  CHECK(run->totals.global[static_cast<size_t>(trace::Operation::kStore)].requests == 1);
}

}  // namespace warplens
