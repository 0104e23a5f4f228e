// The order that barriers, __syncwarp(), fences, atomics and devices give, and what is missing
// where they are left out. Each kernel is one that a student could have written.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/observe/finding/finding_words.hpp"
#include "sim/whatif/another_run.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using warplens::test::golden;

namespace {

// "error race_in_warp 6/4": with the lines of both accesses, the later one first.
std::vector<std::string> found(const std::string& text, const std::string& words) {
  std::vector<std::string> all;
  const auto run = test::must_run(text, words);
  for (const observe::Finding& finding : run->findings) {
    std::string one = finding.severity == base::Severity::kError ? "error " : "hint ";
    one += std::string(observe::word(finding.kind)) + " " + std::to_string(finding.line);
    if (finding.other) one += "/" + std::to_string(finding.other->line);
    all.push_back(one);
  }
  std::sort(all.begin(), all.end());
  return all;
}

using Found = std::vector<std::string>;

std::string reverse_with(const std::string& between) {
  return "__global__ void f(const int* in, int* out) {\n"
         "  __shared__ int s[64];\n"
         "  s[threadIdx.x] = in[threadIdx.x];\n" +
         between +
         "\n"
         "  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];\n"
         "}\n";
}

const std::string kReverse = " --arg in=int[64] --arg out=int[64]:zero";

}  // namespace

TEST_CASE("races: a barrier orders the threads of a block, __syncwarp() those of a warp") {
  CHECK(found(reverse_with("  __syncthreads();"), "--block 64" + kReverse).empty());
  CHECK(found(reverse_with(""), "--block 64" + kReverse) == Found{"error race_between_warps 5/3"});
  CHECK(found(reverse_with("  __syncwarp();"), "--block 64" + kReverse) ==
        Found{"error race_between_warps 5/3"});
  CHECK(found(reverse_with("  __syncwarp();"), "--block 32" + kReverse).empty());
  CHECK(found(reverse_with(""), "--block 32" + kReverse) == Found{"error race_in_warp 5/3"});
}

TEST_CASE("races: before compute capability 7.0 a warp runs in step") {
  const std::string text = reverse_with("");
  CHECK(found(text, "--block 32 --device cc3.0" + kReverse).empty());
  CHECK(found(text, "--block 32 --device cc7.0" + kReverse) == Found{"error race_in_warp 5/3"});
  CHECK(found(text, "--block 64 --device cc3.0" + kReverse) ==
        Found{"error race_between_warps 5/3"});
}

TEST_CASE("races: another device across 7.0 has its own, from one execution") {
  const auto run = test::must_run(reverse_with(""), "--block 32" + kReverse);
  CHECK(run->findings.size() == 1);
  const auto old = whatif::on_device({run}, "cc3.0");
  REQUIRE(old.has_value());
  CHECK(old->front()->findings.empty());
  const auto back = whatif::on_device(*old, "h200");
  REQUIRE(back.has_value());
  CHECK(back->front()->findings.size() == 1);
}

TEST_CASE("races: __syncwarp() of some lanes orders those, and through them others") {
  const auto text = [](const std::string& first, const std::string& second) {
    return "__global__ void f(int* out) {\n"
           "  __shared__ int s[32];\n"
           "  int t = threadIdx.x;\n"
           "  if (t < 16) { s[t] = t; " +
           first + " }\n  if (t >= 8 && t < 24) { " + second +
           " out[t] = s[t - 8]; }\n"
           "}\n";
  };
  const std::string words = "--block 32 --arg out=int[32]:zero";
  CHECK(found(text("__syncwarp(0xffff);", "__syncwarp(0xffff00);"), words).empty());
  CHECK(found(text("", "__syncwarp(0xffff00);"), words) == Found{"error race_in_warp 5/4"});
  CHECK(found(text("__syncwarp(0xffff);", ""), words) == Found{"error race_in_warp 5/4"});
}

TEST_CASE("races: both accesses are named, with their threads and moments") {
  const auto run = test::must_run(reverse_with(""), "--block 64" + kReverse);
  REQUIRE(run->findings.size() == 1);
  const observe::Finding& finding = run->findings[0];
  CHECK(finding.count == 64);
  CHECK(finding.thread[0] == 32);
  REQUIRE(finding.step.has_value());
  REQUIRE(finding.other.has_value());
  CHECK(finding.other->thread[0] == 31);
  REQUIRE(finding.other->step.has_value());
  // In the recording the moments hold those accesses.
  const trace::Access later = run->recording->at(*finding.step);
  const trace::Access earlier = run->recording->at(*finding.other->step);
  CHECK(run->program->sites[later.site].span == finding.span);
  CHECK(run->program->sites[earlier.site].span == finding.other->span);
  CHECK(finding.message == golden("observe.races.barrier_between_lines"));
}

TEST_CASE("races: one missing barrier is one finding, which names where it belongs") {
  const std::string stencil =
      "__global__ void f(const int* in, int* out) {\n"
      "  __shared__ int s[66];\n"
      "  int t = threadIdx.x;\n"
      "  s[t + 1] = in[t];\n"
      "  if (t == 0) s[0] = 0;\n"
      "  if (t == 1) s[65] = 0;\n"
      "  for (int d = 0; d < 3; ++d) out[t] += s[t + d];\n"
      "}\n";
  const std::string words = "--block 64 --arg in=int[64] --arg out=int[64]:zero";
  CHECK(found(stencil, words) == Found{"error race_between_warps 7/4"});
  const auto run = test::must_run(stencil, words);
  const observe::Finding& finding = run->findings[0];
  CHECK(finding.message.find("a __syncthreads() is missing between line 6 and line 7") !=
        std::string::npos);
  CHECK(observe::also_words(finding) == "likewise lines 6 and 7");
}

TEST_CASE("races: a barrier at the end of a loop's turn leaves only its own turn to race") {
  const std::string text =
      "__global__ void f(int* out) {\n"
      "  __shared__ int s[64];\n"
      "  int t = threadIdx.x, sum = 0;\n"
      "  for (int m = 0; m < 2; ++m) {\n"
      "    s[t] = m + t;\n"
      "    for (int i = 0; i < 64; ++i) sum += s[i];\n"
      "    __syncthreads();\n"
      "  }\n"
      "  out[t] = sum;\n"
      "}\n";
  // In this order a warp reads in turns of the inner loop what another one has not written yet.
  for (const char* schedule : {"in-order", "adversarial"}) {
    const auto run = test::must_run(
        text, std::string("--block 64 --arg out=int[64]:zero --schedule ") + schedule);
    CAPTURE(schedule);
    bool has_race = false;
    for (const observe::Finding& finding : run->findings) {
      CHECK(finding.message.find("next turn") == std::string::npos);
      has_race = has_race ||
                 finding.message.find("is missing between line 5 and line 6") != std::string::npos;
    }
    CHECK(has_race);
  }
}

TEST_CASE("races: behind the last access of a loop's turn, its next one begins") {
  const auto message = [](const std::string& body) {
    const auto run = test::must_run(
        "__global__ void f(int* out) {\n"
        "  __shared__ int s[64];\n"
        "  int t = threadIdx.x, sum = 0;\n"
        "  s[t] = t;\n"
        "  __syncthreads();\n"
        "  for (int d = 32; d > 0; d /= 2) {\n" +
            body + "  }\n  out[t] = sum;\n}\n",
        "--block 64 --arg out=int[64]:zero");
    REQUIRE(run->findings.size() == 1);
    return run->findings[0].message;
  };
  CHECK(message("    s[t] = d + t;\n    __syncthreads();\n    sum += s[63 - t];\n") ==
        golden("observe.races.barrier_before_next_turn"));
  CHECK(
      message("    if (t < d) s[t] += s[t + d];\n")
          .find(
              "a __syncwarp() or __syncthreads() is missing at the end of each turn of the loop") !=
      std::string::npos);
  CHECK(message("    int v = s[63 - t]; s[t] = v;\n    __syncthreads();\n")
            .find("a __syncthreads() is missing between the two") != std::string::npos);
  CHECK(
      message("    s[t] = s[63 - t];\n    __syncthreads();\n")
          .find("load into a variable first, then __syncthreads() outside of any if, then store") !=
      std::string::npos);
}

TEST_CASE("races: a test and what is written for it want one step") {
  const auto run = test::must_run(
      "__global__ void f(const int* in, int* best) {\n"
      "  int v = in[threadIdx.x];\n"
      "  if (v > *best) *best = v;\n"
      "}\n",
      "--block 64 --arg in=int[64] --arg best=int[1]:zero");
  const auto is_named = [](const observe::Finding& finding) {
    return finding.message.find("an atomic function (atomicMax, atomicCAS) makes them one") !=
           std::string::npos;
  };
  REQUIRE(run->findings.size() == 1);
  CHECK(is_named(run->findings[0]));
}

TEST_CASE("races: between blocks, in global memory only") {
  const std::string shift =
      "__global__ void f(int* a) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  int v = a[i + 1];\n"
      "  __syncthreads();\n"
      "  a[i] = v;\n"
      "}\n";
  CHECK(found(shift, "--grid 2 --block 64 --arg a=int[129]") ==
        Found{"error race_between_blocks 5/3"});
  CHECK(found(shift, "--grid 1 --block 64 --arg a=int[65]").empty());
}

TEST_CASE("races: one value written by all is a hint, of different values an error") {
  CHECK(found("__global__ void f(int* a) {\n  a[0] = 7;\n}\n", "--block 32 --arg a=int[1]:zero") ==
        Found{"hint race_in_warp 2/2"});
  CHECK(found("__global__ void f(int* a) {\n  a[0] = threadIdx.x;\n}\n",
              "--block 32 --arg a=int[1]:zero") == Found{"error race_in_warp 2/2"});
}

TEST_CASE("races: bytes of one word are places of their own") {
  const std::string own =
      "__global__ void f(unsigned char* a) {\n  a[blockIdx.x * 3 + threadIdx.x] = 1;\n}\n";
  CHECK(found(own, "--grid 8 --block 3 --arg a=uchar[24]:zero").empty());
  const std::string shared =
      "__global__ void f(unsigned char* a) {\n  a[threadIdx.x / 2] = threadIdx.x;\n}\n";
  CHECK(found(shared, "--block 32 --arg a=uchar[16]:zero") == Found{"error race_in_warp 2/2"});
}

TEST_CASE("lost updates: load, change and store without an atomic are one finding") {
  const std::string text = "__global__ void f(int* x) {\n  (*x)++;\n}\n";
  CHECK(found(text, "--block 128 --arg x=int[1]:zero") == Found{"error lost_update 2/2"});
  CHECK(found(text, "--grid 4 --block 1 --arg x=int[1]:zero") == Found{"error lost_update 2/2"});
  CHECK(found(text, "--block 1 --arg x=int[1]:zero").empty());
  CHECK(found("__global__ void f(int* x) {\n  atomicAdd(x, 1);\n}\n",
              "--grid 4 --block 128 --arg x=int[1]:zero")
            .empty());
  CHECK(found("__global__ void f(int* bins, int* in) {\n"
              "  int b = in[threadIdx.x] % 4;\n"
              "  bins[b] = bins[b] + 1;\n}\n",
              "--block 64 --arg bins=int[4]:zero --arg in=int[64]") ==
        Found{"error lost_update 3/3"});
}

TEST_CASE("races: a flag behind a fence orders blocks, for a reader with a fence") {
  const auto text = [](const std::string& writer, const std::string& reader) {
    return "__global__ void f(int* data, volatile int* flag, int* out) {\n"
           "  if (blockIdx.x == 0) {\n"
           "    data[threadIdx.x] = threadIdx.x;\n"
           "    " +
           writer +
           "\n"
           "    __syncthreads();\n"
           "    if (threadIdx.x == 0) *flag = 1;\n"
           "  } else {\n"
           "    while (*flag == 0) {}\n"
           "    " +
           reader +
           "\n"
           "    out[threadIdx.x] = data[threadIdx.x];\n"
           "  }\n"
           "}\n";
  };
  const std::string words =
      "--grid 2 --block 32 --arg data=int[32]:zero --arg flag=int[1]:zero --arg out=int[32]:zero";
  CHECK(found(text("__threadfence();", "__threadfence();"), words).empty());
  CHECK(found(text("__threadfence();", ""), words) == Found{"hint race_between_blocks 10/3"});
  CHECK(found(text("", "__threadfence();"), words) == Found{"error race_between_blocks 10/3"});
}

TEST_CASE("races: volatile excuses nothing but a flag that is polled") {
  CHECK(found("__global__ void f(volatile int* a) {\n  a[0] = threadIdx.x;\n}\n",
              "--block 32 --arg a=int[1]:zero") == Found{"error race_in_warp 2/2"});
}

TEST_CASE("races: a value that a compare-and-swap verifies may be an old one") {
  CHECK(found("__global__ void f(int* most, const int* in) {\n"
              "  int old = *most;\n"
              "  while (old < in[threadIdx.x]) {\n"
              "    int seen = atomicCAS(most, old, in[threadIdx.x]);\n"
              "    if (seen == old) break;\n"
              "    old = seen;\n"
              "  }\n"
              "}\n",
              "--grid 4 --block 64 --arg most=int[1]:zero --arg in=int[64]")
            .empty());
}

TEST_CASE("races: those of any number of threads of the machine are the same") {
  const std::string text =
      "__global__ void f(int* a, int* sum) {\n"
      "  __shared__ int s[64];\n"
      "  int i = blockIdx.x * 64 + threadIdx.x;\n"
      "  s[threadIdx.x] = a[(i + 1) % 65536];\n"
      "  int v = 0;\n"
      "  for (int k = 0; k < 64; ++k) v += s[k];\n"
      "  a[i] = v;\n"
      "  sum[blockIdx.x / 2] += v;\n"
      "}\n";
  const std::string words =
      "--grid 1024 --block 64 --arg a=int[65536] --arg sum=int[512]:zero --threads ";
  const auto one = test::must_run(text, words + "1")->findings;
  const auto four = test::must_run(text, words + "4")->findings;
  REQUIRE(one.size() == four.size());
  CHECK(one.size() >= 3);
  for (size_t i = 0; i < one.size(); ++i) {
    CHECK(one[i].message == four[i].message);
    CHECK(one[i].count == four[i].count);
    CHECK(one[i].block == four[i].block);
  }
}

TEST_CASE("races: none are looked for where --checks leaves them out") {
  CHECK(found(reverse_with(""), "--checks none --block 64" + kReverse).empty());
  CHECK(found(reverse_with(""), "--checks barriers --block 64" + kReverse).empty());
}

TEST_CASE("races: a flag is polled in whatever way a loop is written") {
  const std::string head =
      "__device__ int load(volatile int* p) { return *p; }\n"
      "__global__ void k(volatile int* flag, int* data, int* out) {\n"
      "  if (blockIdx.x == 1) {\n    data[threadIdx.x] = 5;\n    __threadfence();\n"
      "    __syncthreads();\n    if (threadIdx.x == 0) *flag = 1;\n    return;\n  }\n  ";
  const std::string tail = "\n  __threadfence();\n  out[threadIdx.x] = data[threadIdx.x];\n}";
  for (const char* loop : {"while (*flag == 0) { }", "int v; do { v = *flag; } while (v != 1);",
                           "while (load(flag) != 1) { }", "while (true) { if (*flag) break; }",
                           "bool done = false; while (!done) { if (*flag != 0) done = true; }",
                           "while (!__any_sync(~0u, *flag)) { }"}) {
    CAPTURE(loop);
    const auto run = test::must_run(head + loop + tail,
                                    "--grid 2 --block 32 --arg flag=int[1]:zero "
                                    "--arg data=int[32]:zero --arg out=int[32]:zero");
    CHECK(run->findings.empty());
  }
}

TEST_CASE("races: a search through a volatile array waits for nobody") {
  const auto text = [](const std::string& loop) {
    return "__global__ void k(volatile int* p, int* out) {\n  int i = 0, t = threadIdx.x;\n  " +
           loop + "\n  p[t] = 0;\n  out[t] = i;\n}";
  };
  const std::string words = "--block 64 --arg p=int[64]:const=1 --arg out=int[64]:zero";
  for (const char* loop : {"while (i < 63 && p[i] > 0) i++;", "for (; p[i] > 0 && i < 63; ++i) { }",
                           "do { i = i + 1; } while (i < 63 && p[i] != 0);",
                           "int e = 63; while (i < e) { int m = (i + e) / 2; "
                           "if (p[m] > 0) i = m + 1; else e = m; }"}) {
    CAPTURE(loop);
    CHECK(found(text(loop), words) == Found{"error race_between_warps 4/3"});
  }
  // It goes on to the next place only when this one has its value: a flag each.
  const std::string look_back =
      "__global__ void k(volatile int* done, int* out) {\n"
      "  int look = blockIdx.x - 1, sum = 0;\n"
      "  while (look >= 0) {\n    int v = done[look];\n    if (v == 0) continue;\n"
      "    sum += v;\n    look--;\n  }\n"
      "  __threadfence();\n  done[blockIdx.x] = 1;\n  out[blockIdx.x] = sum;\n}";
  CHECK(
      found(look_back, "--grid 4 --block 1 --arg done=int[4]:zero --arg out=int[4]:zero").empty());
}

TEST_CASE("races: a store of what was not computed of the load is no update") {
  const auto run =
      test::must_run("__global__ void k(int* level) {\n  if (level[0] == 0)\n    level[0] = 7;\n}",
                     "--grid 1 --block 32 --arg level=int[1]:zero");
  for (const observe::Finding& finding : run->findings)
    CHECK(finding.kind != observe::FindingKind::kLostUpdate);
}

TEST_CASE("races: a reader is found at the line in which it reads") {
  const auto run = test::must_run(
      "__global__ void k(int* out) {\n  __shared__ int s[32];\n  int t = threadIdx.x;\n"
      "  s[t] = t;\n  __syncthreads();\n"
      "  int own = s[t];\n  int next = s[t ^ 1];\n  s[t ^ 2] = own + next;\n"
      "  out[t] = s[t];\n}",
      "--grid 1 --block 32 --arg out=int[32]:zero");
  REQUIRE(run->findings.size() == 2);
  const observe::Finding& finding = run->findings[0];
  CHECK(finding.line == 8);
  REQUIRE(finding.other.has_value());
  CHECK(finding.other->line == 6);
  REQUIRE(finding.also.size() == 1);
  CHECK(finding.also[0].other.line == 8);
  CHECK(finding.also[0].one.line == 7);
}

TEST_CASE("races: an atomic is found behind one by the thread itself") {
  CHECK(found("__global__ void f(int* count, int* out) {\n"
              "  if (threadIdx.x == 0) atomicAdd(count, 1);\n"
              "  if (threadIdx.x == 32) {\n"
              "    atomicAdd(count, 1);\n"
              "    out[0] = count[0];\n"
              "  }\n"
              "}\n",
              "--block 64 --arg count=int[1]:zero --arg out=int[1]:zero") ==
        Found{"error race_between_warps 5/2"});
}

TEST_CASE("races: a third reader of a warp is not taken for the first") {
  CHECK(found("__global__ void f(int* in, int* out) {\n"
              "  int v = 0;\n"
              "  if (threadIdx.x == 0) v += in[0];\n"
              "  if (threadIdx.x == 1) v += in[0];\n"
              "  if (threadIdx.x == 2) {\n"
              "    v += in[0];\n"
              "    in[0] = 1;\n"
              "  }\n"
              "  out[threadIdx.x] = v;\n"
              "}\n",
              "--block 32 --arg in=int[1] --arg out=int[32]:zero") ==
        Found{"error race_in_warp 7/4"});
}

TEST_CASE("lost updates: blocks that two others have read before have them, too") {
  CHECK(found("__global__ void f(int* sums) {\n"
              "  sums[threadIdx.x] += 1;\n"
              "  if (blockIdx.x == 0) sums[threadIdx.x] = 7;\n"
              "}\n",
              "--grid 3 --block 32 --arg sums=int[32]:zero") ==
        Found{"error lost_update 2/2", "error race_between_blocks 2/3"});
}

namespace {

// A sum that 6 blocks add to under a lock; `give` opens the lock again.
std::string under_lock(const std::string& behind_take, const std::string& before_give,
                       const std::string& give = "atomicExch(gate + 1, 0);") {
  return "__global__ void count(int* total, int* gate, const int* in) {\n"
         "  if (threadIdx.x == 3) {\n"
         "    while (atomicCAS(gate + 1, 0, 1)) {}\n"
         "    " +
         behind_take +
         "\n"
         "    total[2] += in[blockIdx.x];\n"
         "    " +
         before_give +
         "\n"
         "    " +
         give + "\n  }\n}\n";
}

const std::string kLocked =
    "--grid 6 --block 32 --arg total=int[4]:zero --arg gate=int[2]:zero --arg in=int[6]";

std::string message_of(const std::string& text, const std::string& words) {
  const auto run = test::must_run(text, words);
  return run->findings.empty() ? "" : run->findings[0].message;
}

}  // namespace

TEST_CASE("races: a lock orders with a fence behind taking it and one before giving it back") {
  const std::string fence = "__threadfence();", of_block = "__threadfence_block();";
  const std::string volatile_store = "*(volatile int*)(gate + 1) = 0;";
  for (const std::string& give : {std::string("atomicExch(gate + 1, 0);"), volatile_store}) {
    CAPTURE(give);
    CHECK(found(under_lock(fence, fence, give), kLocked).empty());
    CHECK(found(under_lock("", "", give), kLocked) == Found{"error lost_update 5/5"});
    CHECK(found(under_lock(fence, "", give), kLocked) == Found{"error lost_update 5/5"});
    CHECK(found(under_lock("", fence, give), kLocked) == Found{"hint lost_update 5/5"});
    CHECK(found(under_lock(of_block, of_block, give), kLocked) == Found{"error lost_update 5/5"});
  }
  CHECK(message_of(under_lock("", ""), kLocked) == golden("observe.races.lock_without_fences"));
  CHECK(message_of(under_lock("", fence), kLocked)
            .find("__threadfence() is missing after the atomic that takes it") !=
        std::string::npos);
}

TEST_CASE("races: a lock that functions take and give, one for each of several places") {
  const auto text = [](const std::string& fence) {
    return "__device__ void take(int* m) { while (atomicExch(m, 1) != 0) {} }\n"
           "__device__ void give(volatile int* m) { *m = 0; }\n"
           "__global__ void insert(int* last, int* gates, int* before) {\n"
           "  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < 300; i += 64) {\n"
           "    int list = i * 7 % 5;\n"
           "    for (int lane = 0; lane < 32; ++lane) {\n"
           "      if (threadIdx.x % 32 != lane) continue;\n"
           "      take(gates + list);\n      " +
           fence +
           "\n"
           "      before[i] = last[list];\n"
           "      last[list] = i;\n      " +
           fence +
           "\n"
           "      give(gates + list);\n    }\n  }\n}\n";
  };
  const std::string words =
      "--grid 2 --block 32 --arg last=int[5]:zero --arg gates=int[5]:zero --arg before=int[300]";
  CHECK(found(text("__threadfence();"), words).empty());
  const auto run = test::must_run(text(""), words);
  REQUIRE_FALSE(run->findings.empty());
  for (const observe::Finding& finding : run->findings) {
    CAPTURE(finding.message);
    CHECK(finding.message.find("only with fences") != std::string::npos);
  }
}

TEST_CASE("races: an atomic loop that changes the place itself is no lock") {
  const auto run = test::must_run(
      "__global__ void f(int* a, int* other) {\n"
      "  int old = a[0], seen;\n"
      "  do {\n    seen = old;\n    old = atomicCAS(a, seen, seen * 2 + 1);\n"
      "  } while (old != seen);\n"
      "  other[0] += 1;\n}\n",
      "--grid 3 --block 1 --arg a=int[1]:zero --arg other=int[1]:zero");
  REQUIRE(run->findings.size() == 1);
  CHECK(run->findings[0].kind == observe::FindingKind::kLostUpdate);
  CHECK(run->findings[0].message.find("neither waits for the other") != std::string::npos);
}

TEST_CASE("races: a fence for the block orders threads of the block, not of others") {
  const auto text = [](const std::string& fence) {
    return "__global__ void f(int* data, volatile int* flag, int* out) {\n"
           "  int first = blockIdx.x * blockDim.x + threadIdx.x == 0;\n"
           "  if (first) {\n    data[0] = 7;\n    " +
           fence + "\n    *flag = 1;\n  }\n  if (blockIdx.x * blockDim.x + threadIdx.x == 32) {\n" +
           "    while (*flag == 0) {}\n    " + fence + "\n    out[0] = data[0];\n  }\n}\n";
  };
  const std::string arrays = " --arg data=int[1]:zero --arg flag=int[1]:zero --arg out=int[1]:zero";
  CHECK(found(text("__threadfence_block();"), "--block 64" + arrays).empty());
  CHECK(found(text("__threadfence_block();"), "--grid 2 --block 32" + arrays) ==
        Found{"error race_between_blocks 11/4"});
  CHECK(found(text("__threadfence();"), "--grid 2 --block 32" + arrays).empty());
  CHECK(message_of(text(""), "--grid 2 --block 32" + arrays)
            .find("__threadfence() is needed before its store and after its load") !=
        std::string::npos);
  CHECK(message_of(text(""), "--block 64" + arrays)
            .find("__threadfence_block() is needed before its store") != std::string::npos);
}
