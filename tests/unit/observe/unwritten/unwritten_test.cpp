// Values of variables, local arrays and memory that nothing has written: reported where they
// matter, not where they are loaded or copied.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using warplens::test::golden;

namespace {

// A kernel on 32 threads; s has 34 elements, of which [1, 32] are written. "8/7": used in line 8,
// loaded in line 7.
std::vector<std::string> unwritten_of(const std::string& body, const std::string& more = "") {
  const auto run = test::must_run(
      "__global__ void f(const int* in, int* out) {\n"
      "  __shared__ int s[34], copy[34];\n"
      "  int t = threadIdx.x;\n"
      "  s[t + 1] = in[blockIdx.x * 32 + t];\n"
      "  __syncthreads();\n" +
          body + "}\n",
      "--block 32 --checks unwritten --arg in=int[320]:iota --arg out=int[32]:zero " + more);
  std::vector<std::string> lines;
  for (const observe::Finding& finding : run->findings) {
    CHECK(finding.kind == observe::FindingKind::kUnwrittenRead);
    CHECK(finding.severity == base::Severity::kError);
    REQUIRE(finding.other.has_value());
    lines.push_back(std::to_string(finding.line) + "/" + std::to_string(finding.other->line));
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("unwritten: what reaches a result is an error at its use, with the load") {
  CHECK(unwritten_of("  int v = s[t + 2];\n  out[t] = v + 1;\n") == Lines{"7/6"});
  CHECK(unwritten_of("  int v = s[t + 1];\n  out[t] = v + 1;\n").empty());
}

TEST_CASE("unwritten: a branch, an address and an atomic are uses") {
  CHECK(unwritten_of("  if (s[t + 2] > 3) out[t] = 1;\n") == Lines{"6/6"});
  CHECK(unwritten_of("  out[s[t + 2] & 31] = 1;\n") == Lines{"6/6"});
  CHECK(unwritten_of("  atomicAdd(&s[t + 2], 1);\n") == Lines{"6/6"});
  CHECK(unwritten_of("  atomicAdd(out, s[t + 2]);\n") == Lines{"6/6"});
}

TEST_CASE("unwritten: a value that is loaded, copied or not chosen is none") {
  CHECK(unwritten_of("  int v = s[t + 2];\n  if (t < 31) out[t] = v;\n").empty());
  CHECK(unwritten_of("  int v = s[t + 2];\n  out[t] = t < 31 ? v : 0;\n").empty());
  CHECK(unwritten_of("  copy[t] = s[t + 2];\n").empty());
}

TEST_CASE("unwritten: a factor of a matrix is in a row or a column of the product") {
  // Lane 31 has nothing: of A row 7 (lanes 28 to 31 of D's first registers), of B column 7 (lanes
  // 3, 7, 11... in each second register), of C one element of row 7.
  const auto product = [](const std::string& a, const std::string& b, const std::string& c,
                          const std::string& stored) {
    return unwritten_of(
        "  unsigned d[4];\n  unsigned v = s[t + 2];\n"
        "  warplens_mma(0, &d[0], &d[1], &d[2], &d[3], " +
        a + ", 0, 0, 0, " + b + ", 0, " + c + ", 0, 0, 0);\n  " + stored + "\n");
  };
  CHECK(product("v", "0", "0", "if (t == 28) out[t] = d[1];") == Lines{"9/7"});
  CHECK(product("v", "0", "0", "if (t < 28) out[t] = d[1];").empty());
  CHECK(product("v", "0", "0", "out[t] = d[2];").empty());
  CHECK(product("0", "v", "0", "if (t == 3) out[t] = d[3];") == Lines{"9/7"});
  CHECK(product("0", "v", "0", "if (t == 3) out[t] = d[2];").empty());
  CHECK(product("0", "v", "0", "if (t % 4 != 3) out[t] = d[0] + d[1] + d[3];").empty());
  CHECK(product("0", "0", "v", "if (t == 31) out[t] = d[0];") == Lines{"9/7"});
  CHECK(product("0", "0", "v", "if (t < 31) out[t] = d[0];").empty());
}

TEST_CASE("unwritten: of a word that is written in part, only the other bytes are") {
  const std::string write =
      "  unsigned char* bytes = (unsigned char*)copy;\n"
      "  bytes[4 * t] = t;\n  bytes[4 * t + 1] = 1;\n  __syncthreads();\n";
  CHECK(unwritten_of(write + "  out[t] = copy[t] & 0xffff;\n").empty());
  CHECK(unwritten_of(write + "  out[t] = ((unsigned short*)copy)[2 * t];\n").empty());
  CHECK(unwritten_of(write + "  out[t] = copy[t] << 16;\n").empty());
  CHECK(unwritten_of(write + "  out[t] = copy[t] & 0x1ffff;\n") == Lines{"10/10"});
  CHECK(unwritten_of(write + "  out[t] = ((short*)copy)[2 * t + 1] >> 15;\n") == Lines{"10/10"});
  // What was taken apart and put together again, through shared memory.
  CHECK(unwritten_of(write + "  copy[t] = copy[t] >> 8;\n  out[t] = copy[t] & 0xff;\n").empty());
  CHECK(unwritten_of(write + "  copy[t] = copy[t] >> 8;\n  out[t] = copy[t] & 0xff00;\n") ==
        Lines{"11/10"});
}

TEST_CASE("unwritten: a copy carries it on, and writing ends it") {
  CHECK(unwritten_of("  copy[t] = s[t + 2];\n  __syncthreads();\n  out[t] = copy[t];\n") ==
        Lines{"8/6"});
  CHECK(unwritten_of("  copy[t] = s[t + 2];\n  copy[t] = t;\n  out[t] = copy[t];\n").empty());
}

TEST_CASE("unwritten: one that a race explains is the race alone") {
  const auto run = test::must_run(
      "__global__ void f(int* out) {\n"
      "  __shared__ int s[64];\n"
      "  s[threadIdx.x] = 1;\n"
      "  out[threadIdx.x] = s[63 - threadIdx.x];\n"
      "}\n",
      "--block 64 --arg out=int[64]");
  REQUIRE(run->findings.size() == 1);
  CHECK(run->findings[0].kind == observe::FindingKind::kRaceBetweenWarps);
}

TEST_CASE("unwritten: a tree reduction without a barrier has races, which explain what it sums") {
  const auto run = test::must_run(
      "__global__ void reduce(const float* in, float* out) {\n"
      "  __shared__ float s[128];\n"
      "  int t = threadIdx.x;\n"
      "  s[t] = in[t];\n"
      "  for (int step = 64; step > 0; step /= 2) {\n"
      "    if (t < step) s[t] += s[t + step];\n"
      "  }\n"
      "  if (t == 0) out[0] = s[0];\n"
      "}\n",
      "--block 128 --arg in=float[128] --arg out=float[1]");
  CHECK(run->findings.size() == 2);
  for (const observe::Finding& finding : run->findings) CHECK(finding.is_race());
}

TEST_CASE("unwritten: a sum that nobody set is found beside the race of who reads it") {
  const auto run = test::must_run(
      "__global__ void dot(const int* a, int* out) {\n"
      "  __shared__ int total;\n"
      "  atomicAdd(&total, a[threadIdx.x]);\n"
      "  if (threadIdx.x == 0) out[0] = total;\n"
      "}\n",
      "--block 64 --arg a=int[64] --arg out=int[1]");
  REQUIRE(run->findings.size() == 2);
  CHECK(run->findings[0].kind == observe::FindingKind::kRaceBetweenWarps);
  CHECK(run->findings[1].kind == observe::FindingKind::kUnwrittenRead);
  CHECK(run->findings[1].line == 3);
}

TEST_CASE("unwritten: a race with a store of the turn before explains what is loaded") {
  const auto run = test::must_run(
      "__global__ void f(float* out) {\n"
      "  __shared__ float b[2][64];\n"
      "  int t = threadIdx.x;\n"
      "  b[0][t] = t;\n"
      "  __syncthreads();\n"
      "  for (int i = 0; i < 4; ++i)\n"
      "    b[1 - i % 2][t] = b[i % 2][63 - t];\n"
      "  out[t] = b[0][t];\n"
      "}\n",
      "--block 64 --arg out=float[64]:zero");
  REQUIRE(run->findings.size() >= 1);
  for (const observe::Finding& finding : run->findings) CHECK(finding.is_race());
}

TEST_CASE("unwritten: a value that went through shared memory is named so") {
  const auto run = test::must_run(
      "__global__ void f(int* out) {\n"
      "  __shared__ int a[32], b[32];\n"
      "  int t = threadIdx.x;\n"
      "  b[t] = a[t];\n"
      "  __syncthreads();\n"
      "  out[t] = b[31 - t];\n"
      "}\n",
      "--block 32 --arg out=int[32]:zero");
  REQUIRE(run->findings.size() == 1);
  CHECK(run->findings[0].message == golden("observe.unwritten.through_shared_memory"));
}

TEST_CASE("unwritten: blocks that do the same are recognised, and so is one that does not") {
  const std::string body = "  int v = s[t + (blockIdx.x == 7 ? 2 : 1)];\n  out[t] = v;\n";
  CHECK(unwritten_of(body, "--grid 10") == Lines{"7/6"});
  const std::string all = "  int v = s[t + 2];\n  out[t] = v;\n";
  CHECK(unwritten_of(all, "--grid 10") == Lines{"7/6"});
}

TEST_CASE("unwritten: the block that reads it is named, on one thread and on several") {
  for (const std::string threads : {"1", "2"}) {
    const auto run = test::must_run(
        "__global__ void k(const int* in, int* out, int n) {\n"
        "  __shared__ int s[32];\n"
        "  int t = threadIdx.x, i = blockIdx.x * 32 + t;\n"
        "  if (i < n) s[t] = in[i];\n"
        "  __syncthreads();\n"
        "  out[i] = s[31 - t];\n"
        "}\n",
        "--grid 300 --block 32 --arg n=9584 --arg in=int[9600]:iota --arg out=int[9600]:zero "
        "--threads " +
            threads);
    REQUIRE(run->findings.size() == 1);
    const observe::Finding& finding = run->findings[0];
    CHECK(finding.kind == observe::FindingKind::kUnwrittenRead);
    CHECK(finding.line == 6);
    CHECK(finding.block == trace::BlockId{299, 0, 0});
    CHECK(finding.count == 16);
    CHECK(finding.message.starts_with("thread 0 of block (299, 0) uses"));
  }
}

TEST_CASE("unwritten: blocks are followed by what they load unwritten") {
  // All blocks copy an unwritten element, which is no use; one uses another.
  const std::string body =
      "  copy[t] = s[t + 2];\n"
      "  if (blockIdx.x == 5) out[t] = s[t];\n";
  CHECK(unwritten_of(body, "--grid 10") == Lines{"7/7"});
  const std::string not_used =
      "  copy[t] = s[t + 2];\n"
      "  if (blockIdx.x == 5) copy[t] = s[t];\n";
  CHECK(unwritten_of(not_used, "--grid 10").empty());
}

TEST_CASE("unwritten: a block is followed in memory as it found it") {
  // Blocks take their parts by tickets: block 0 would take part 0 again.
  const auto run = test::must_run(
      "__device__ int next;\n"
      "__global__ void k(int* out) {\n"
      "  __shared__ int s[32];\n"
      "  __shared__ int part;\n"
      "  int t = threadIdx.x;\n"
      "  if (t == 0) part = atomicAdd(&next, 1);\n"
      "  __syncthreads();\n"
      "  if (t < 30 || part != 6) s[t] = t;\n"
      "  __syncthreads();\n"
      "  out[part * 32 + t] = s[t ^ 1];\n"
      "}\n",
      "--grid 8 --block 32 --arg out=int[256]:zero");
  REQUIRE(run->findings.size() == 1);
  CHECK(run->findings[0].block == trace::BlockId{6, 0, 0});
  CHECK(run->findings[0].count == 2);
}

namespace {

// "line: name" of each finding for a kernel on 32 threads whose body begins in line 10.
std::vector<std::string> unwritten_variables(const std::string& body,
                                             const std::string& checks = "unwritten") {
  const auto run = test::must_run(
      "struct Pair { int x, y; };\n"
      "__device__ int odd(int t) { int r; if (t & 1) r = 1; return r; }\n"
      "__device__ int side(int t) { int r; if (t & 1) r = 1; else r = 2; return r; }\n"
      "__device__ void set(int* p, int v) { *p = v; }\n"
      "__device__ void set_some(int* p, int v) { if (v > 3) *p = v; }\n"
      "__device__ void refer(int& p, int v) { p = v; }\n"
      "\n"
      "__global__ void f(const int* in, int* out, int n) {\n"
      "  int t = threadIdx.x;\n" +
          body + "}\n",
      "--block 32 --arg in=int[32]:iota --arg out=int[64]:zero --arg n=4 --checks " + checks);
  std::vector<std::string> found;
  for (const observe::Finding& finding : run->findings) {
    CHECK(finding.kind == observe::FindingKind::kUnwrittenRead);
    CHECK(finding.severity == base::Severity::kError);
    const size_t begin = finding.message.find('\'') + 1;
    found.push_back(std::to_string(finding.line) + ": " +
                    finding.message.substr(begin, finding.message.find('\'', begin) - begin));
  }
  return found;
}

}  // namespace

TEST_CASE("unwritten: a sum that was never set, and a variable set in some lanes") {
  CHECK(unwritten_variables("  int sum;\n"
                            "  for (int i = 0; i < n; i++) sum += in[i];\n"
                            "  out[t] = sum;\n") == Lines{"12: sum"});
  const auto run = test::must_run(
      "__global__ void f(int* out) {\n"
      "  int x;\n"
      "  if (threadIdx.x < 5) x = 3;\n"
      "  out[threadIdx.x] = x;\n"
      "}\n",
      "--block 64 --arg out=int[64]");
  REQUIRE(run->findings.size() == 1);
  const observe::Finding& finding = run->findings[0];
  CHECK(finding.kind == observe::FindingKind::kUnwrittenRead);
  CHECK(finding.line == 4);
  CHECK(finding.count == 59);
  CHECK(finding.thread[0] == 5);
  CHECK(finding.message == golden("observe.unwritten.variable"));
}

TEST_CASE("unwritten: a variable decides a branch, an address, a switch, or is added") {
  CHECK(unwritten_variables("  bool b;\n  if (b) out[t] = 1;\n") == Lines{"11: b"});
  CHECK(unwritten_variables("  int i;\n  out[i & 31] = 1;\n") == Lines{"11: i"});
  CHECK(unwritten_variables("  int g;\n  atomicAdd(out, g);\n") == Lines{"11: g"});
  CHECK(unwritten_variables("  int i;\n  while (i < 3) i++;\n") == Lines{"11: i"});
  CHECK(unwritten_variables("  int s;\n"
                            "  switch (s) { case 1: out[t] = 1; break; case 2: out[t] = 2; }\n") ==
        Lines{"11: s"});
  CHECK(unwritten_variables("  int m;\n"
                            "  switch (t % 3) { case 0: m = 1; break; case 1: m = 2; }\n"
                            "  out[t] = m;\n") == Lines{"12: m"});
}

TEST_CASE("unwritten: an endless loop's step is found although its block does not end") {
  const auto run = test::must_run(
      "__global__ void f(int* out, int n) {\n"
      "  int step;\n"
      "  for (int i = 0; i < n; i += step) out[i] = i;\n"
      "}\n",
      "--grid 2 --block 32 --arg out=int[32] --arg n=32 --checks unwritten --step-limit 5000");
  REQUIRE(!run->findings.empty());
  CHECK(run->findings[0].kind == observe::FindingKind::kUnwrittenRead);
  CHECK(run->findings[0].message.starts_with("thread 0 uses 'step'"));
}

TEST_CASE("unwritten: one finding for a variable, at its first use") {
  CHECK(unwritten_variables("  int i;\n  if (i < 3) out[t] = i;\n  out[t + 32] = i;\n") ==
        Lines{"11: i"});
  CHECK(unwritten_variables("  int a, b;\n  out[t] = a;\n  out[t + 32] = b;\n") ==
        Lines{"11: a", "12: b"});
}

TEST_CASE("unwritten: variables of calls, of 64 bits, and parts of records") {
  CHECK(unwritten_variables("  out[t] = odd(t);\n") == Lines{"10: r"});
  CHECK(unwritten_variables("  double w;\n  if (t > 3) w = 1;\n  out[t] = (int)w;\n") ==
        Lines{"12: w"});
  CHECK(unwritten_variables("  Pair p;\n  p.x = 1;\n  out[t] = p.y;\n") == Lines{"12: p.y"});
  CHECK(unwritten_variables("  Pair p;\n  p.x = 1;\n  Pair q = p;\n  out[t] = q.x;\n").empty());
}

TEST_CASE("unwritten: variables that are written wherever they matter are none") {
  CHECK(unwritten_variables("  int x;\n  if (t < 5) x = 3; else x = 4;\n  out[t] = x;\n").empty());
  CHECK(unwritten_variables("  int x;\n  if (t < 5) x = 3;\n  if (t < 5) out[t] = x;\n").empty());
  CHECK(unwritten_variables("  int x;\n  if (t < 5) x = 3;\n  out[t] = t < 5 ? x : 0;\n").empty());
  CHECK(unwritten_variables("  int x;\n  if (t < 5) x = 3;\n"
                            "  if (t < 5 && x > 2) out[t] = 1;\n"
                            "  if (t >= 5 || x > 2) out[t] = 1;\n")
            .empty());
  CHECK(unwritten_variables("  int x, y;\n  y = x;\n  y = 3;\n  out[t] = y;\n").empty());
  CHECK(unwritten_variables("  out[t] = side(t) + side(t + 1);\n").empty());
  CHECK(unwritten_variables("  int m;\n"
                            "  switch (t % 3) {\n"
                            "    case 0: m = 1; break; case 1: m = 2; break; default: m = 3;\n"
                            "  }\n"
                            "  out[t] = m;\n")
            .empty());
}

TEST_CASE("unwritten: variables that loops write are none") {
  CHECK(unwritten_variables("  int i;\n  for (i = 0; i < n; i++) out[t] += i;\n").empty());
  CHECK(unwritten_variables("  int c;\n"
                            "  while (true) { c = in[t]; if (c >= 0) break; }\n"
                            "  out[t] = c;\n")
            .empty());
  CHECK(unwritten_variables("  int before, sum = 0;\n"
                            "  for (int i = 0; i < n; i++) {\n"
                            "    int now;\n"
                            "    if (i > 0) sum += before;\n"
                            "    now = in[i]; before = now;\n"
                            "  }\n"
                            "  out[t] = sum;\n")
            .empty());
  // A loop's test directly behind the declaration does not declare it again.
  CHECK(unwritten_variables("  int steps = 0;\n"
                            "  int last;\n"
                            "  while (steps < n) { if (steps == 0) last = t; steps++; }\n"
                            "  out[t] = last;\n")
            .empty());
  CHECK(unwritten_variables("  int steps = 0;\n"
                            "  int last;\n"
                            "  do { if (steps == 0) last = t; steps++; } while (steps < n);\n"
                            "  out[t] = last;\n")
            .empty());
  // Each iteration has a variable of its own.
  CHECK(unwritten_variables("  for (int i = 0; i < n; i++) {\n"
                            "    int x;\n"
                            "    if (i == 0) x = t;\n"
                            "    out[t] = x;\n"
                            "  }\n") == Lines{"13: x"});
}

TEST_CASE("unwritten: elements of local arrays") {
  CHECK(unwritten_variables("  int a[8];\n  a[t % 4] = 1;\n  out[t] = a[5];\n") ==
        Lines{"12: a[5]"});
  CHECK(unwritten_variables("  int a[8];\n"
                            "  for (int i = 0; i < 7; i++) a[i] = i;\n"
                            "  out[t] = a[t % 8];\n") == Lines{"12: a[7]"});
  CHECK(unwritten_variables("  int a[2][3], b[2];\n"
                            "  b[1] = a[1][2];\n"
                            "  out[t] = b[1];\n") == Lines{"12: a[1][2]"});
  CHECK(unwritten_variables("  int a[8];\n"
                            "  for (int i = 0; i < 8; i++) a[i] = i;\n"
                            "  out[t] = a[t % 8];\n")
            .empty());
  CHECK(unwritten_variables("  int a[8] = {1};\n  out[t] = a[t % 8];\n").empty());
  CHECK(unwritten_variables("  int a[8];\n  a[t % 4] = 1;\n  out[t] = a[t % 4];\n").empty());
  CHECK(unwritten_variables("  int a[4], b[4];\n"
                            "  a[1] = 2;\n"
                            "  for (int i = 0; i < 4; i++) b[i] = a[i];\n"
                            "  out[t] = b[1];\n")
            .empty());
}

TEST_CASE("unwritten: of a local array that is written in bytes, the others are") {
  const auto of = [](const std::string& use) {
    return unwritten_variables(
        "  unsigned char b[4];\n  b[0] = t;\n  b[2] = 1;\n"
        "  unsigned w = *(unsigned*)b;\n  out[t] = " +
        use + ";\n");
  };
  CHECK(of("w & 0xff00ff").empty());
  CHECK(of("w >> 16 & 0xff").empty());
  CHECK_FALSE(of("w & 0xffff").empty());
}

TEST_CASE("unwritten: variables whose address is taken") {
  CHECK(unwritten_variables("  int x;\n  set(&x, t);\n  out[t] = x;\n").empty());
  CHECK(unwritten_variables("  int x;\n  refer(x, t);\n  out[t] = x;\n").empty());
  CHECK(unwritten_variables("  int x;\n  set_some(&x, t);\n  out[t] = x;\n") == Lines{"12: x"});
  // A vector that is loaded as a whole, of which some parts are written.
  CHECK(unwritten_variables("  float4 v[2];\n"
                            "  v[t & 1].x = 1;\n"
                            "  float4 w = v[t & 1];\n"
                            "  out[t] = (int)w.x;\n")
            .empty());
}

TEST_CASE(
    "unwritten: an unwritten variable goes through shared memory, and other checks see none") {
  CHECK(unwritten_variables("  __shared__ int s[32];\n"
                            "  int x;\n"
                            "  s[t] = x;\n"
                            "  __syncthreads();\n"
                            "  out[t] = s[31 - t];\n") == Lines{"14: x"});
  CHECK(unwritten_variables("  int x;\n  out[t] = x;\n", "races").empty());
}

TEST_CASE("unwritten: global memory that the launch leaves unfilled, until a thread writes it") {
  const std::string words = "--grid 2 --block 32 --arg in=int[64]:none --arg out=int[64]:zero";
  const auto bad = test::must_run(
      "__global__ void k(int* in, int* out) {\n"
      "  int i = blockIdx.x * 32 + threadIdx.x;\n  if (i < 16) in[i] = i;\n"
      "  out[i] = in[i];\n}",
      words);
  REQUIRE(bad->findings.size() == 1);
  CHECK(bad->findings[0].kind == observe::FindingKind::kUnwrittenRead);
  CHECK(bad->findings[0].line == 4);
  CHECK(bad->findings[0].count == 48);
  const auto good = test::must_run(
      "__global__ void k(int* in, int* out) {\n"
      "  int i = blockIdx.x * 32 + threadIdx.x;\n  in[i] = i;\n  out[i] = in[i];\n}",
      words);
  CHECK(good->findings.empty());
}
