// A run that is cut anywhere is the run that is not cut.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "sim/launch/parse.hpp"
#include "sim/run/sequence_run.hpp"
#include "tests/support/runs.hpp"
#include "tests/support/same_run.hpp"

using namespace warplens;

namespace {

struct Longest {
  double seconds = 0;
  std::string where;
};

run::Runs cut(const prepare::Request& request, uint64_t steps, Longest* longest = nullptr) {
  using Clock = std::chrono::steady_clock;
  run::SequenceRun sequence(request);
  for (;;) {
    const Clock::time_point begin = Clock::now();
    const base::Progress progress = sequence.advance(steps);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (longest != nullptr && seconds > longest->seconds) *longest = {seconds, ""};
    if (progress == base::Progress::kDone) break;
  }
  auto runs = sequence.take();
  REQUIRE_MESSAGE(runs.ok(), base::render(runs.error(), request.file));
  return *runs;
}

void check_same_runs(const run::Runs& runs, const run::Runs& expected) {
  REQUIRE(runs.size() == expected.size());
  for (size_t i = 0; i < runs.size(); ++i) {
    test::check_same_run(*runs[i], *expected[i]);
    REQUIRE(runs[i]->advice.size() == expected[i]->advice.size());
    for (size_t k = 0; k < runs[i]->advice.size(); ++k)
      CHECK(runs[i]->advice[k].message == expected[i]->advice[k].message);
  }
}

void check_same_extra(const run::Run& run, const run::Run& expected) {
  if (expected.fetches == nullptr) return;
  for (size_t i = 0; i < expected.fetches->arrays.size(); ++i) {
    CHECK(run.fetches->arrays[i].loads == expected.fetches->arrays[i].loads);
    CHECK(run.fetches->arrays[i].blocks == expected.fetches->arrays[i].blocks);
  }
  CHECK(run.patterns->all.size() == expected.patterns->all.size());
  REQUIRE(run.stream->lines.size() == expected.stream->lines.size());
  for (size_t i = 0; i < expected.stream->lines.size(); ++i)
    CHECK(run.stream->lines[i].line == expected.stream->lines[i].line);
}

// Files under tests/kernels that say their launch.
std::vector<std::string> kernels() {
  const auto folder = std::filesystem::path(WARPLENS_SOURCE_DIR) / "tests/kernels";
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".cu") continue;
    const std::string name = std::filesystem::relative(entry.path(), folder).string();
    if (launch::embedded_options(test::kernel_text(name))) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("slices: every kernel, cut after each 1, 7 and 65,536 steps, is the same run") {
  Longest longest;
  size_t compared = 0;
  for (const std::string& name : kernels()) {
    CAPTURE(name);
    const std::string text = test::kernel_text(name);
    prepare::Request request =
        test::make_request(text, *launch::embedded_options(text) + " --threads 1");
    request.follows_branches = true;
    const auto whole = run::run_sequence(request);
    if (!whole.ok()) continue;  // texts with mistakes
    Longest own;
    check_same_runs(cut(request, base::Slice::kUsual, &own), *whole);
    if (own.seconds > longest.seconds) longest = {own.seconds, name};
    ++compared;
    check_same_runs(cut(request, 1), *whole);
    check_same_runs(cut(request, 7), *whole);
  }
  CHECK(compared > 300);
  MESSAGE(compared << " kernels; the longest slice of " << base::Slice::kUsual << " steps took "
                   << longest.seconds * 1000 << " ms (" << longest.where << ")");
}

TEST_CASE("slices: on several threads, by turns and with every extra observer") {
  const std::string text =
      "__global__ void k(float* a, float* b, int n) {\n"
      "  __shared__ float s[128];\n"
      "  int i = blockIdx.x * 128 + threadIdx.x;\n"
      "  s[threadIdx.x] = a[i];\n"
      "  __syncthreads();\n"
      "  for (int j = 0; j < n; ++j) b[i] += s[(threadIdx.x + j) % 128];\n"
      "}\n";
  const std::string launch =
      "--grid 40 --block 128 --arg a=float[5120]:iota --arg b=float[5120]:zero --arg n=60";
  for (const char* how : {" --threads 3", " --schedule round-robin", " --schedule adversarial",
                          " --threads 1 --then k"}) {
    CAPTURE(how);
    prepare::Request request = test::make_request(text, launch + how);
    request.chunk_sizes = {1000, 1};
    request.recorded_block = {17, 0, 0};
    request.extra = {true, true, true};
    const auto whole = run::run_sequence(request);
    REQUIRE(whole.ok());
    for (const uint64_t steps : {1, 7, 65'536}) {
      const run::Runs runs = cut(request, steps);
      check_same_runs(runs, *whole);
      check_same_extra(*runs.back(), *whole->back());
    }
  }
}

TEST_CASE("slices: a launch whose large arrays are filled in slices is the same run") {
  const std::string text =
      "struct Pair { float x, y; };\n"
      "__device__ float g[300000];\n"
      "__global__ void k(const float* a, float* b, const Pair* p, int n) {\n"
      "  int i = blockIdx.x * 64 + threadIdx.x;\n"
      "  if (i < n) b[i] = a[i] + p[i].y + g[i];\n"
      "}\n";
  const std::string launch =
      "--grid 2 --block 64 --threads 1 --arg a=float[300000]:random=3 --arg b=float[5000000]:iota "
      "--arg p=Pair[200000]:random=2 --arg g=float[300000]:random=9 --arg n=5000000";
  for (const char* then : {"", " --then k --arg a=float[400000]:random=4"}) {
    prepare::Request request = test::make_request(text, launch + then);
    const auto whole = run::run_sequence(request);
    REQUIRE(whole.ok());
    REQUIRE(whole->size() == (*then == 0 ? 1 : 2));
    // Only the first 128 elements are stored: the rest is an output left as it was.
    CHECK(std::any_of(whole->front()->findings.begin(), whole->front()->findings.end(),
                      [](const auto& one) {
                        return one.message.find("'b'") != std::string::npos;
                      }) == (*then == 0));
    for (const uint64_t steps : {1, 7, 65'536}) check_same_runs(cut(request, steps), *whole);
    run::SequenceRun sequence(request);
    size_t before = 0;
    while (sequence.advance(1) == base::Progress::kMore && sequence.position().blocks == 0)
      ++before;
    CHECK(before > 300'000 * 4 / (1 << 18) + 5'000'000 * 4 / (1 << 18));
  }
  // What does not fit is refused as before.
  prepare::Request request = test::make_request(text, launch);
  request.store = std::make_shared<prepare::RunStore>(prepare::MemoryLimits{uint64_t{10} << 20});
  const auto whole = run::run_sequence(request);
  run::SequenceRun sequence(request);
  while (sequence.advance(1) == base::Progress::kMore) {
  }
  const auto runs = sequence.take();
  REQUIRE_FALSE(whole.ok());
  REQUIRE_FALSE(runs.ok());
  CHECK(runs.error().front().message == whole.error().front().message);
  CHECK(runs.error().front().message.find("--arg b") != std::string::npos);
}

TEST_CASE("slices: launches of a program that is executed in slices are the same runs") {
  prepare::Request request = test::make_request(
      "#include <cstdio>\n"
      "__global__ void k(int* a, int n) { a[threadIdx.x] += n; }\n"
      "int main() {\n"
      "  int* d;\n"
      "  cudaMalloc(&d, 128);\n"
      "  cudaMemset(d, 0, 128);\n"
      "  unsigned sum = 1;\n"
      "  for (int round = 0; round < 3; ++round) {\n"
      "    for (int i = 0; i < 1000000; ++i) sum = sum * 1664525 + i;\n"
      "    k<<<1, 32>>>(d, sum % 100);\n"
      "    printf(\"%u\\n\", sum);\n"
      "  }\n"
      "  cudaFree(d);\n"
      "}\n",
      "");
  request.program.emplace().count = 3;
  const auto whole = run::run_sequence(request);
  REQUIRE(whole.ok());
  REQUIRE(whole->size() == 3);
  for (const bool is_kept : {false, true}) {
    request.reached = is_kept ? std::make_shared<prepare::ReachedPrograms>() : nullptr;
    for (const uint64_t steps : {1, 65'536}) {
      run::SequenceRun sequence(request);
      size_t slices = 0;
      while (sequence.advance(steps) == base::Progress::kMore && sequence.position().blocks == 0)
        ++slices;
      CHECK((slices > 6) == (!is_kept || steps == 1));  // of host code, which is executed once
      while (sequence.advance(steps) == base::Progress::kMore) {
      }
      const auto runs = sequence.take();
      REQUIRE(runs.ok());
      check_same_runs(*runs, *whole);
      const prepare::ReachedProgram &found = *runs->front()->reached,
                                    &expected = *whole->front()->reached;
      CHECK(found.out == expected.out);
      CHECK(found.work == expected.work);
      CHECK(found.journal.steps.size() == expected.journal.steps.size());
      CHECK(found.findings.size() == expected.findings.size());
      CHECK(found.left.size() == expected.left.size());
    }
  }
}
