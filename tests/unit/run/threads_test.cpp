// Blocks that run side by side: whatever they do to each other, everything comes out as in order.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <random>

#include "sim/launch/parse.hpp"
#include "sim/run/sequence_run.hpp"
#include "tests/support/on_threads.hpp"
#include "tests/support/runs.hpp"

namespace warplens {
namespace {

using RunPtr = std::shared_ptr<const run::Run>;

RunPtr check_run(const std::string& text, const std::string& words,
                 trace::BlockId recorded_block = {}) {
  prepare::Request request = test::make_request(text, words);
  request.recorded_block = recorded_block;
  return test::check_on_threads(std::move(request));
}

}  // namespace

TEST_CASE("threads: every textbook kernel comes out alike, whichever block is recorded") {
  test::for_each_textbook_run([&](const RunPtr& run) {
    prepare::Request request = run->request;
    test::check_on_threads(request);
    const launch::Dim3& grid = request.launch.grid;
    request.recorded_block = {grid.x - 1, grid.y / 2, 0};
    test::check_on_threads(request);
  });
}

TEST_CASE("threads: so does every kernel that was measured or shows a part of the language") {
  for (const char* folder : {"measured", "language"}) {
    const auto path = std::filesystem::path(WARPLENS_SOURCE_DIR) / "tests/kernels" / folder;
    size_t kernels = 0;
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
      if (entry.path().extension() != ".cu") continue;
      const std::string name = std::string(folder) + "/" + entry.path().filename().string();
      CAPTURE(name);
      const std::string text = test::kernel_text(name);
      const auto words = launch::embedded_options(text);
      if (!words || !test::try_run(text, *words).ok()) continue;
      test::check_on_threads(test::make_request(text, *words));
      ++kernels;
    }
    CHECK(kernels > 50);
  }
}

TEST_CASE("threads: blocks that do nothing to each other are not run in order") {
  const RunPtr run = check_run(
      "__global__ void k(float* out, const float* in) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  out[i] = in[i] * 2 + out[i]; }",
      "--grid 60 --block 64 --arg out=float[3840]:iota --arg in=float[3840]:iota");
  CHECK_FALSE(run->one_thread.has_value());
}

TEST_CASE("threads: a shift in place, each block reading what the one before it stored") {
  const RunPtr run = check_run(
      "__global__ void k(int* a) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  a[i + 1] = a[i] + 1; }",
      "--grid 60 --block 64 --arg a=int[3841]:zero", {40, 0, 0});
  REQUIRE(run->one_thread.has_value());
  CHECK(run->one_thread->array == "a");
  CHECK(run->one_thread->first_block > 1);
  CHECK(run->one_thread->first_block < 60);
  const RunPtr backwards = check_run(  // reads what a later block stores
      "__global__ void k(int* a) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  a[i] = a[i + 1] + 1; }",
      "--grid 60 --block 64 --arg a=int[3841]:iota");
  CHECK_FALSE(backwards->one_thread.has_value());
}

TEST_CASE("threads: a ticket counter whose results are used") {
  const RunPtr run = check_run(
      "__device__ int count;\n__global__ void k(int* order) {\n  __shared__ int ticket;\n"
      "  if (threadIdx.x == 0) ticket = atomicAdd(&count, 1);\n  __syncthreads();\n"
      "  if (threadIdx.x == 0) order[ticket] = blockIdx.x; }",
      "--grid 50 --block 64 --arg order=int[50]:zero");
  REQUIRE(run->one_thread.has_value());
  CHECK(run->one_thread->array == "count");
  CHECK(test::values_of<int>(*run, "order")[49] == 49);
}

TEST_CASE("threads: a floating-point sum has the bits of the order") {
  const RunPtr run = check_run(
      "__global__ void k(float* sum, double* wide) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  atomicAdd(sum, 1.0f / (i + 1));\n  atomicAdd(&wide[i % 3], 1.0 / (i + 3)); }",
      "--grid 60 --block 96 --arg sum=float[1]:zero --arg wide=double[3]:zero");
  CHECK_FALSE(run->one_thread.has_value());
  float sum = 0;  // of lanes in ascending order
  for (int i = 0; i < 60 * 96; ++i) sum += 1.0f / static_cast<float>(i + 1);
  CHECK(test::floats_of(*run, "sum")[0] == sum);
}

TEST_CASE("threads: every atomic without a used result, out of bounds and twice in a place, too") {
  check_run(
      "__global__ void k(int* a, unsigned* b, unsigned long long* c) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  atomicMin(&a[i % 7], -i);\n  atomicMax(&a[7 + i % 5], i);\n  atomicAnd(&b[i % 3], ~i);\n"
      "  atomicOr(&b[3], i);\n  atomicXor(&b[4 + i % 2], i * 77);\n  atomicExch(&b[6], i);\n"
      "  atomicInc(&b[7], 100);\n  atomicDec(&b[8], 50);\n  atomicCAS(&b[9], i, i + 3);\n"
      "  atomicAdd(&c[i % 40], 1ull << (i % 50));\n  atomicSub(&a[i % 13], i); }",
      "--grid 40 --block 48 --arg a=int[13]:iota --arg b=unsigned[10]:iota "
      "--arg 'c=unsigned long long[30]:zero'");
}

TEST_CASE("threads: a word that is loaded, stored or returned after an atomic on it") {
  for (const char* then :
       {"out[i] = a[blockIdx.x % 5];", "a[blockIdx.x % 5] = i;",
        "out[i] = atomicAdd(&a[blockIdx.x % 5], 1);", "out[i] = a[5 + blockIdx.x % 3];"}) {
    CAPTURE(then);
    check_run(std::string("__global__ void k(int* a, int* out) {\n"
                          "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                          "  a[8 + blockIdx.x] = 5;\n  atomicAdd(&a[8 + blockIdx.x], i);\n"
                          "  atomicAdd(&a[blockIdx.x % 5], i);\n  __syncthreads();\n  ") +
                  then + " }",
              "--grid 30 --block 64 --arg a=int[60]:zero --arg out=int[1920]:zero", {17, 0, 0});
  }
}

TEST_CASE("threads: a block that waits for another one's flag ends as in order") {
  const std::string text =
      "__global__ void k(volatile int* flag, int* sums) {\n"
      "  if (threadIdx.x > 0) return;\n  int b = blockIdx.x;\n"
      "  if (b > 0) while (flag[b - 1] == 0) { }\n"
      "  sums[b] = b + (b > 0 ? sums[b - 1] : 0);\n  flag[b] = 1; }";
  const RunPtr run =
      check_run(text, "--grid 40 --block 32 --arg flag=int[40]:zero --arg sums=int[40]:zero");
  CHECK(run->ending == run::Ending::kComplete);
  REQUIRE(run->one_thread.has_value());
  CHECK_FALSE(run->one_thread->array.empty());
  CHECK(test::values_of<int>(*run, "sums")[39] == 39 * 20);
  const RunPtr later =  // for a later one's, so that blocks take turns
      check_run(
          "__global__ void k(volatile int* flag) {\n"
          "  if (blockIdx.x == 20) while (flag[30] == 0) { }\n  flag[blockIdx.x] = 1; }",
          "--grid 40 --block 32 --arg flag=int[40]:zero");
  CHECK(later->ending == run::Ending::kComplete);
  REQUIRE(later->turns.has_value());
  CHECK(later->turns->was_needed);
}

TEST_CASE("threads: limits that end in a block in the middle") {
  const std::string text =
      "__global__ void k(float* a) {\n  __shared__ float sum;\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (blockIdx.x > 20) atomicAdd(&sum, 1.0f);\n  a[i] += i; }";
  const std::string words = "--grid 50 --block 64 --arg a=float[3200]:iota";
  const RunPtr whole = check_run(text, words);
  for (const uint64_t limit : {whole->steps / 3, whole->steps / 2 + 7, whole->steps - 1}) {
    const RunPtr run = check_run(text, words + " --step-limit " + std::to_string(limit));
    CHECK(run->ending == run::Ending::kStepLimit);
    CHECK(run->steps == limit);
  }
  CHECK(check_run(text, words + " --step-limit " + std::to_string(whole->steps))->ending ==
        run::Ending::kComplete);
  prepare::Request request = test::make_request(text, words + " --step-limit 3000");
  request.most_work = 50'000;
  CHECK(test::check_on_threads(request)->ending == run::Ending::kWorkLimit);
}

TEST_CASE("threads: blocks that a price ends") {
  const RunPtr run =
      check_run("__global__ void k(float* a) { float z[4000]; z[threadIdx.x] = 1; a[0] = z[3]; }",
                "--grid 60000 --block 1024 --arg a=float[1]");
  CHECK(run->ending == run::Ending::kSetUpLimit);
}

TEST_CASE("threads: a trap and an assertion in the middle end the grid there") {
  for (const char* stop : {"if (i == 1700) __trap();", "assert(i < 1700);"}) {
    const RunPtr run = check_run(std::string("__global__ void k(int* a) {\n"
                                             "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                             "  a[i] = i;\n  ") +
                                     stop + " }",
                                 "--grid 50 --block 64 --arg a=int[3200]:zero");
    CHECK(run->ending == run::Ending::kTrapped);
    REQUIRE(run->findings.size() == 1);
    CHECK(run->findings[0].block == trace::BlockId{26, 0, 0});
    CHECK(test::values_of<int>(*run, "a")[27 * 64] == 0);
  }
}

TEST_CASE("threads: prints are in order, and the first are kept") {
  const std::string text =
      "__global__ void k(int n) {\n"
      "  for (int i = 0; i < n; ++i) printf(\"%d of block %d\\n\", i, blockIdx.x); }";
  const RunPtr few = check_run(text, "--grid 40 --block 32 --arg n=3");
  CHECK(few->prints.lines.size() == 40 * 32 * 3);
  CHECK(few->prints.dropped == 0);
  const RunPtr many = check_run(text, "--grid 40 --block 32 --arg n=11");
  CHECK(many->prints.lines.size() == observe::kMostPrints);
  CHECK(many->prints.dropped == 40 * 32 * 11 - observe::kMostPrints);
}

TEST_CASE("threads: findings name where they occurred first") {
  const RunPtr run = check_run(
      "__global__ void k(int* a, char* b) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (blockIdx.x > 5) a[i] = i;\n  if (blockIdx.x % 7 == 3) *(int*)(b + 1) = 3;\n"
      "  int z[4]; z[blockIdx.x > 9 ? 9 : 1] = i;\n  if (i < 0) a[0] = z[i & 3]; }",
      "--grid 50 --block 64 --checks none --arg a=int[2000]:zero --arg b=char[8]:zero");
  REQUIRE(run->findings.size() == 3);
  CHECK(run->findings[0].kind == observe::FindingKind::kOutOfBounds);
  CHECK(run->findings[0].block == trace::BlockId{31, 0, 0});
  CHECK(run->findings[1].kind == observe::FindingKind::kMisaligned);
  CHECK(run->findings[1].block == trace::BlockId{3, 0, 0});
}

TEST_CASE("threads: bytes that blocks store next to each other, and vectors over several words") {
  const RunPtr run = check_run(
      "__global__ void k(unsigned char* a, short* b, float4* c, double2* d) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  a[i] = i;\n  b[i] += i;\n"
      "  float4 f = c[i];\n  f.x += 1;\n  c[i] = f;\n  c[i].z = f.y;\n"
      "  d[i / 2].y = c[i].z;\n  *(int*)(a + 700 + 4 * (i % 30)) = i; }",
      "--grid 45 --block 5 --arg 'a=unsigned char[900]:iota' --arg b=short[225]:iota "
      "--arg c=float4[225]:iota --arg d=double2[225]:iota");
  CHECK(test::bytes_of(*run, "a")[224] == std::byte{224});
}

TEST_CASE("threads: arrays of many pages, up to the limit of memory") {
  const std::string text =
      "__global__ void k(int* a, const int* b, long long stride) {\n"
      "  long long i = blockIdx.x * stride + threadIdx.x;\n  a[i] = b[i] + a[i + 1]; }";
  const RunPtr run = check_run(text,
                               "--grid 40 --block 64 --arg a=int[40000000]:mod=977 "
                               "--arg b=int[40000000]:mod=1021 --arg stride=900000");
  CHECK(run->ending == run::Ending::kComplete);
  CHECK_FALSE(run->one_thread.has_value());
}

TEST_CASE("threads: a run that is cancelled ends, with what was counted") {
  prepare::Request request = test::make_request(
      "__global__ void k(int* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  for (int j = 0; j < n; ++j) a[i] += j; }",
      "--grid 2000 --block 32 --arg a=int[64000]:zero --arg n=50 --threads 3");
  std::atomic<bool> cancelled = false;
  request.chunk_sizes = {1, 1};
  request.cancelled = &cancelled;
  run::SequenceRun sequence(request);
  while (sequence.advance(1) == base::Progress::kMore)
    if (sequence.position().blocks_done > 700) cancelled = true;
  const auto runs = sequence.take();
  REQUIRE(runs.ok());
  const run::Run& run = *runs->front();
  CHECK(run.ending == run::Ending::kCancelled);
  CHECK(run.blocks > 700);
  CHECK(run.blocks < 2000);
  const std::vector<int> a = test::values_of<int>(run, "a");
  const auto blocks = static_cast<size_t>(std::count(a.begin(), a.end(), 49 * 25)) / 32;
  CHECK(blocks == run.blocks);  // what is committed is counted
  CHECK(run.totals.global[1].requests == blocks * 50);
}

// Blocks load and store at random distances, so that they collide rarely, often or always.
TEST_CASE("threads: random geometry, distances and sizes come out alike") {
  std::mt19937 random(20);
  const auto below = [&](uint32_t end) { return static_cast<uint32_t>(random() % end); };
  for (int repeat = 0; repeat < 60; ++repeat) {
    const uint32_t grid = 2 + below(40), block = 1 + below(80);
    const uint32_t size = 1 + below(grid * block * 2);
    const std::string types[] = {"char", "short", "int", "float", "double"};
    const std::string type = types[below(5)], n = std::to_string(size);
    const auto index = [&] {
      return "[(unsigned)(i * " + std::to_string(1 + below(3)) + " + " +
             std::to_string(below(3) == 0 ? below(2 * block) : 0) + ") % " + n + "u]";
    };
    std::string body;
    for (uint32_t i = 0; i <= below(5); ++i) {
      const std::string array = below(2) == 0 ? "a" : "b", other = below(2) == 0 ? "a" : "c";
      switch (below(4)) {
        case 0:
          body += "  " + array + index() + " = " + other + index() + " + 1;\n";
          break;
        case 1:
          body += "  atomicAdd(&sums[" + std::to_string(below(3)) + "], (int)" + other + index() +
                  ");\n";
          break;
        case 2:
          body += "  if (i % 3 == 1) " + array + index() + " = i;\n";
          break;
        default:
          body += "  " + array + index() + " += " + other + index() + ";\n";
      }
    }
    const std::string text = "__global__ void k(" + type + "* a, " + type + "* b, const " + type +
                             "* c, int* sums) {\n"
                             "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
                             body + "}";
    CAPTURE(text);
    const std::string arrays =
        " --arg a=T[" + n + "]:iota --arg b=T[" + n + "]:mod=7 --arg c=T[" + n + "]:mod=5";
    std::string words = "--grid " + std::to_string(grid) + " --block " + std::to_string(block) +
                        " --arg sums=int[3]:zero";
    for (const char c : arrays) words += c == 'T' ? type : std::string(1, c);
    check_run(text, words, {below(grid), 0, 0});
  }
}

}  // namespace warplens
