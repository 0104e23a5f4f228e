// Values that shuffles take from lanes that are not there: an error where they matter, none where
// they are thrown away.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/observe/finding/finding_words.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

std::shared_ptr<const run::Run> run_of(const std::string& text, const std::string& launch) {
  return test::must_run(text, launch + " --checks unwritten");
}

// "line/line of the shuffle", by kind.
std::vector<std::string> lines_of(const run::Run& run,
                                  observe::FindingKind kind = observe::FindingKind::kAbsentLane) {
  std::vector<std::string> lines;
  for (const observe::Finding& finding : run.findings) {
    if (finding.kind != kind) continue;
    CHECK(finding.severity == base::Severity::kError);
    REQUIRE(finding.other.has_value());
    lines.push_back(std::to_string(finding.line) + "/" + std::to_string(finding.other->line));
  }
  return lines;
}

// Of a kernel on one block of `threads` with the body from line 3 on.
std::vector<std::string> absent_of(const std::string& body, int threads) {
  const auto run = run_of(
      "__global__ void f(const float* in, float* out) {\n"
      "  int t = threadIdx.x; float v = in[t];\n" +
          body + "}\n",
      "--block " + std::to_string(threads) +
          " --arg in=float[1024]:iota --arg out=float[1024]:zero");
  return lines_of(*run);
}

std::string message_of(const std::string& body, int threads) {
  const auto run = run_of(
      "__global__ void f(const float* in, float* out) {\n"
      "  int t = threadIdx.x; float v = in[t];\n" +
          body + "}\n",
      "--block " + std::to_string(threads) +
          " --arg in=float[1024]:iota --arg out=float[1024]:zero");
  for (const observe::Finding& finding : run->findings)
    if (finding.kind == observe::FindingKind::kAbsentLane) return finding.message;
  return "";
}

using Lines = std::vector<std::string>;

constexpr const char* kSum =
    "  for (int d = 16; d > 0; d /= 2)\n    v += __shfl_down_sync(0xffffffffu, v, d);\n";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("absent lanes: a whole warp's sums are right, and so is a distance beyond the width") {
  CHECK(absent_of(std::string(kSum) + "  if (t % 32 == 0) out[t / 32] = v;\n", 64).empty());
  CHECK(absent_of("  out[t] = __shfl_up_sync(0xffffffffu, v, 5);\n", 32).empty());
  CHECK(absent_of("  out[t] = __shfl_xor_sync(0xffffffffu, v, 8, 16);\n", 64).empty());
  CHECK(absent_of("  out[t] = __shfl_sync(0xffffffffu, v, 40);\n", 32).empty());  // lane 8
}

TEST_CASE("absent lanes: a thread that the block does not have") {
  const std::string body = std::string(kSum) + "  if (t % 32 == 0) out[t / 32] = v;\n";
  CHECK(absent_of(body, 44) == Lines{"5/4"});
  const std::string message = message_of(body, 44);
  CHECK(has(message, "thread 32 "));
  CHECK(has(message, "lane 16 of warp 1"));
  CHECK(has(message, "44 threads"));
  CHECK(has(message, "a multiple of 32"));
  for (const char* kind : {"__shfl_sync(0xffffffffu, v, 31)", "__shfl_xor_sync(0xffffffffu, v, 31)",
                           "__shfl_down_sync(0xffffffffu, v, 12)"}) {
    CAPTURE(kind);
    CHECK(absent_of("  out[t] = " + std::string(kind) + ";\n", 20) == Lines{"3/3"});
  }
  CHECK(absent_of("  out[t] = __shfl_up_sync(0xffffffffu, v, 1);\n", 20).empty());
}

TEST_CASE("absent lanes: what is taken from there and ignored is no mistake") {
  // Lanes below 12 read lanes below 20 only.
  CHECK(
      absent_of("  float w = __shfl_down_sync(0xffffffffu, v, 8);\n  if (t < 12) out[t] = w;\n", 20)
          .empty());
  CHECK(absent_of("  float w = __shfl_down_sync(0xffffffffu, v, 8);\n"
                  "  out[t] = t < 12 ? v + w : v;\n",
                  20)
            .empty());
  CHECK(absent_of("  float w = __shfl_down_sync(0xffffffffu, v, 8);\n  w = v;\n  out[t] = w;\n", 20)
            .empty());
  CHECK(absent_of("  int w = __shfl_down_sync(0xffffffffu, t, 8);\n  out[t] = w * (t < 12);\n", 20)
            .empty());
  CHECK(absent_of("  float w = __shfl_down_sync(0xffffffffu, v, 8);\n  out[t] = w * (t < 12);\n",
                  20) == Lines{"4/3"});  // NaN times 0 is no 0
}

TEST_CASE("absent lanes: one that has returned") {
  const std::string body =
      "  if (t >= 24) return;\n  v += __shfl_down_sync(0x00ffffffu, v, 8);\n  out[t] = v;\n";
  CHECK(absent_of(body, 32) == Lines{"5/4"});
  const std::string message = message_of(body, 32);
  CHECK(has(message, "thread 16 "));
  CHECK(has(message, "thread 24 (lane 24)"));
  CHECK(has(message, "returned"));
}

TEST_CASE("absent lanes: one that is not in the branch") {
  const std::string body =
      "  if (t < 8) {\n    v += __shfl_down_sync(0xffu, v, 4);\n    out[t] = v;\n  }\n";
  CHECK(absent_of(body, 32) == Lines{"5/4"});
  CHECK(has(message_of(body, 32), "thread 8 (lane 8)"));
  CHECK(has(message_of(body, 32), "outside of the branch"));
  CHECK(
      absent_of(
          "  if (t < 8) {\n    v += __shfl_down_sync(0xffu, v, 4, 8);\n    out[t] = v;\n  }\n", 32)
          .empty());
}

TEST_CASE("absent lanes: one that the mask does not name") {
  const std::string body =
      "  unsigned mask = t < 16 ? 0x0000ffffu : 0xffff0000u;\n"
      "  out[t] = __shfl_xor_sync(mask, v, 16);\n";
  CHECK(absent_of(body, 32) == Lines{"4/4"});
  CHECK(has(message_of(body, 32), "the mask does not name"));
}

TEST_CASE("absent lanes: through shared memory, local arrays, other shuffles and 64 bits") {
  CHECK(absent_of("  __shared__ float s[32];\n  s[t] = __shfl_down_sync(0xffffffffu, v, 1);\n"
                  "  __syncwarp();\n  out[t] = s[t];\n",
                  20) == Lines{"4/4"});
  CHECK(absent_of("  float a[2]; a[0] = v; a[1] = __shfl_down_sync(0xffffffffu, v, 1);\n"
                  "  out[t] = a[(t & 1) | 1];\n",
                  20) == Lines{"4/3"});
  CHECK(absent_of("  v = __shfl_down_sync(0xffffffffu, v, 1);\n"
                  "  v = __shfl_sync(0xffffffffu, v, 19);\n  if (t == 0) out[t] = v;\n",
                  20) == Lines{"5/3"});
  CHECK(absent_of("  double w = __shfl_down_sync(0xffffffffu, (double)v, 1);\n  out[t] = w;\n",
                  20) == Lines{"4/3"});
}

TEST_CASE("absent lanes: pairs of 16-bit floats") {
  const auto of = [](const std::string& type, const std::string& header, int threads) {
    return lines_of(*run_of(
        "#include <" + header + ">\n__global__ void f(const " + type + "* in, " + type +
            "* out) {\n"
            "  " +
            type +
            " v = in[threadIdx.x];\n"
            "  for (int d = 16; d > 0; d /= 2) v = __hadd2(v, __shfl_down_sync(~0u, v, d));\n"
            "  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;\n}\n",
        "--block " + std::to_string(threads) + " --arg in=" + type + "[64] --arg out=" + type +
            "[2]"));
  };
  CHECK(of("__half2", "cuda_fp16.h", 44) == Lines{"5/4"});
  CHECK(of("__half2", "cuda_fp16.h", 64).empty());
  CHECK(of("__nv_bfloat162", "cuda_bf16.h", 44) == Lines{"5/4"});
  CHECK(of("__nv_bfloat162", "cuda_bf16.h", 64).empty());
}

TEST_CASE("absent lanes: a branch, an address, an atomic and a printf are uses") {
  CHECK(absent_of("  if (__shfl_down_sync(0xffffffffu, v, 1) > 3) out[t] = 1;\n", 20) ==
        Lines{"3/3"});
  CHECK(absent_of("  out[__shfl_down_sync(0xffffffffu, t, 1) & 31] = 1;\n", 20) == Lines{"3/3"});
  CHECK(absent_of("  atomicAdd(out, __shfl_down_sync(0xffffffffu, v, 1));\n", 20) == Lines{"3/3"});
  CHECK(absent_of("  printf(\"%f\\n\", __shfl_down_sync(0xffffffffu, v, 1));\n", 20) ==
        Lines{"3/3"});
}

TEST_CASE("absent lanes: found in any block, the same on several threads") {
  const std::string text =
      "__global__ void f(const float* in, float* out, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n"
      "  float v = in[i];\n  v += __shfl_down_sync(0xffffffffu, v, 1);\n  out[i] = v;\n}\n";
  const std::string launch =
      "--grid 8 --block 64 --arg in=float[512]:iota --arg out=float[512]:zero --arg n=500";
  std::string first;
  for (const char* threads : {"1", "2", "4"}) {
    const auto run = run_of(text, launch + " --threads " + threads);
    CHECK(lines_of(*run) == Lines{"6/5"});
    if (first.empty()) first = run->findings.front().message;
    CHECK(run->findings.front().message == first);
    CHECK(run->findings.front().block.x == 7);
  }
  CHECK(has(first, "of block (7, 0)"));
}

TEST_CASE("absent lanes: a mask that is wrong names who is missing") {
  const auto rendered = [](const std::string& body) {
    const auto run =
        test::must_run("__global__ void f(int* out) {\n  int t = threadIdx.x;\n" + body + "}\n",
                       "--block 32 --arg out=int[32]:zero");
    for (const observe::Finding& finding : run->findings)
      if (finding.kind == observe::FindingKind::kSyncMask) return finding.message;
    return std::string();
  };
  CHECK(has(rendered("  if (t < 8) out[t] = __ballot_sync(0xffffu, t & 1);\n"),
            "the mask names thread 8 of block (0, 0), which does not execute this"));
  CHECK(has(rendered("  out[t] = __any_sync(0xffu, t & 1);\n"),
            "thread 8 of block (0, 0) executes this, but its mask leaves it out (likewise lanes 9 "
            "to 31 of its warp): "));
  CHECK(has(rendered("  out[t] = __any_sync(0x7fffffffu, t & 1);\n"), "leaves it out: "));
  CHECK(
      has(rendered("  out[t] = __any_sync(~0u >> 2, t & 1);\n"), "(likewise lane 31 of its warp)"));
  // Each lane with a mask of its own, as of groups of 4 that are dealt out in turn.
  CHECK(has(rendered("  out[t] = __any_sync(0xfu << t % 8 * 4, t & 1);\n"),
            "thread 1 of block (0, 0) executes this, but its mask leaves it out (likewise lanes 2 "
            "to 9, 11 to 20, 22 to 30 of its warp)"));
  CHECK(has(rendered("  if (t & 1) out[t] = __reduce_add_sync(0xffffffffu, t);\n"),
            "names thread 0"));
  CHECK(rendered("  out[t] = __ballot_sync(0xffffffffu, t & 1);\n").empty());
}

TEST_CASE(
    "absent lanes: the finding names the access, and what a thread repeats is counted in times") {
  const auto run = run_of(
      "__global__ void f(const float* in, float* out, int n) {\n"
      "  int t = threadIdx.x;\n"
      "  if (t < n) {\n"
      "    float v = in[t];\n" +
          std::string(kSum) +
          "    if (t == 96) out[0] = v;\n"
          "  }\n"
          "}\n",
      "--block 128 --arg in=float[128]:iota --arg out=float[1]:zero --arg n=100");
  const auto of_kind = [&](observe::FindingKind kind) {
    const auto found = std::find_if(run->findings.begin(), run->findings.end(),
                                    [&](const auto& finding) { return finding.kind == kind; });
    REQUIRE(found != run->findings.end());
    return *found;
  };
  // 28 threads are missing in each of five rounds.
  const observe::Finding mask = of_kind(observe::FindingKind::kSyncMask);
  CHECK(mask.count == 140);
  CHECK(observe::counted_words(mask) == "140 times");
  const observe::Finding absent = of_kind(observe::FindingKind::kAbsentLane);
  REQUIRE(absent.step.has_value());
  const trace::AccessHead& head = run->recording->heads[*absent.step];
  CHECK(head.warp == 3);
  CHECK(head.operation == trace::Operation::kStore);
}
