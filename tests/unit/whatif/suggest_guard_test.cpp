// Guards that are tried and suggested where an access is out of bounds, and where none is.
#include "sim/whatif/suggest_guard.hpp"

#include <doctest/doctest.h>

#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using warplens::test::golden;

namespace {

run::Runs runs_of(const std::string& text, const std::string& words) {
  prepare::Request request = test::make_request(text, words);
  auto runs = run::run_sequence(request);
  REQUIRE(runs.ok());
  whatif::suggest_guards(request, *runs);
  return *runs;
}

// The messages of what would mend the findings, "" where nothing is known to.
std::vector<std::string> suggested(const std::string& text, const std::string& words) {
  std::vector<std::string> all;
  const run::Runs runs = runs_of(text, words);
  for (const observe::Finding& finding : runs.back()->findings)
    all.push_back(finding.mend == nullptr ? "" : finding.mend->message);
  return all;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("suggest guard: in front of the statement, for all its accesses") {
  const std::string text =
      "__global__ void saxpy(float* y, const float* x, float f, int count) {\n"
      "  int at = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  y[at] = f * x[at] + y[at];\n}\n";
  const std::string words =
      "--grid 3 --block 32 --arg y=float[70]:zero --arg x=float[70] --arg f=2 --arg count=";
  const Words hints = suggested(text, words + "70");
  REQUIRE(hints.size() == 2);
  CHECK(hints[0] == golden("whatif.guard.statement"));
  CHECK(hints[1] == hints[0]);
  // No name has the array's length.
  CHECK(suggested(text, words + "96") == Words{"", ""});
}

TEST_CASE("suggest guard: the suggestion is the text's own, with which the run is right") {
  const std::string text =
      "__global__ void twice(int* v, int n) {\n  v[blockIdx.x * blockDim.x + threadIdx.x] *= "
      "2;\n}\n";
  const std::string words = "--grid 2 --block 32 --arg v=int[50]:iota --arg n=50";
  const run::Runs runs = runs_of(text, words);
  REQUIRE(runs.back()->findings.size() == 1);
  const auto mend = runs.back()->findings[0].mend;
  REQUIRE(mend != nullptr);
  CHECK(mend->added == "if (blockIdx.x * blockDim.x + threadIdx.x < n)");
  CHECK(mend->line == 2);
  std::string mended = text;
  mended.replace(mend->place.begin, mend->place.end - mend->place.begin, mend->text);
  const auto after = test::must_run(mended, words);
  CHECK(after->findings.empty());
  CHECK(test::values_of<int>(*after, "v") == test::values_of<int>(*runs.back(), "v"));
}

TEST_CASE("suggest guard: a comparison that lets the bound pass is corrected, not guarded again") {
  const std::string head =
      "__global__ void k(int* a, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n";
  const std::string words = "--grid 2 --block 64 --arg a=int[100]:zero --arg n=100";
  struct Case {
    const char *guard, *old, *added;
  };
  for (const Case& one :
       {Case{"  if (i <= n) a[i] = i;\n", "i <= n", "i < n"},
        {"  if (i <= n - 0) a[i] = i;\n", "i <= n - 0", "i < n - 0"},
        {"  if (n >= i) a[i] = i;\n", "n >= i", "n > i"},
        {"  if (!(i > n)) { a[i] = i; }\n", "i > n", "i >= n"},
        {"  if (i > n) return; a[i] = i;\n", "i > n", "i >= n"},
        {"  if (n < i) { return; } a[i] = i;\n", "n < i", "n <= i"},
        {"  if (i > 3 && (i) <= 100) a[i] += 1;\n", "(i) <= 100", "(i) < 100"},
        {"  if (blockIdx.x * blockDim.x + threadIdx.x <= n) a[i] = i;\n",
         "blockIdx.x * blockDim.x + threadIdx.x <= n", "blockIdx.x * blockDim.x + threadIdx.x < n"},
        {"  for (int at = i; at <= n; at += 128) a[at] = 1;\n", "at <= n", "at < n"}}) {
    CAPTURE(one.guard);
    const std::string text = head + one.guard + "}\n";
    const run::Runs runs = runs_of(text, words);
    REQUIRE(!runs.back()->findings.empty());
    const auto mend = runs.back()->findings[0].mend;
    REQUIRE(mend != nullptr);
    CHECK(mend->added == one.added);
    CHECK(mend->replaced == one.old);
    CHECK(mend->line == 3);
    std::string mended = text;
    mended.replace(mend->place.begin, mend->place.end - mend->place.begin, mend->text);
    std::string expected = text;
    expected.replace(expected.find(one.old, head.size()), std::string(one.old).size(), one.added);
    CHECK(mended == expected);
    CHECK(test::must_run(mended, words)->findings.empty());
  }
  const Words hints = suggested(head + "  if (i <= n) a[i] = i;\n}\n", words);
  REQUIRE(hints.size() == 1);
  CHECK(hints[0] == golden("whatif.guard.comparison"));
  // Of another index, and of another bound.
  for (const char* guard : {"  int j = i / 2;\n  if (j <= n) a[i] = i;\n",
                            "  int m = 2 * n;\n  if (i <= m) a[i] = i;\n"}) {
    CAPTURE(guard);
    const Words added = suggested(head + guard + "}\n", words);
    REQUIRE(added.size() == 1);
    CHECK(added[0].find("add `if (i < n)` in front of the statement in line 4") !=
          std::string::npos);
  }
}

TEST_CASE("suggest guard: a row and a column are corrected together") {
  const std::string text =
      "__global__ void f(int* m, int h, int w) {\n  int x = threadIdx.x, y = threadIdx.y;\n"
      "  if (x <= w && y <= h) atomicAdd(&m[y * w + x], 0);\n}\n";
  const run::Runs runs = runs_of(text, "--block 8,8 --arg m=int[30]:zero --arg h=5 --arg w=6");
  REQUIRE(!runs.back()->findings.empty());
  const auto mend = runs.back()->findings[0].mend;
  REQUIRE(mend != nullptr);
  CHECK(mend->added == "x < w && y < h");
  CHECK(mend->replaced == "x <= w && y <= h");
}

TEST_CASE("suggest guard: rows and columns of two parameters, and of one") {
  const std::string text =
      "__global__ void add(float* c, const float* a, int h, int w) {\n"
      "  int col = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  int row = blockIdx.y * blockDim.y + threadIdx.y;\n"
      "  c[row * w + col] = a[row * w + col] + 1;\n}\n";
  const auto of = [&](const std::string& sizes) {
    return suggested(
        text, "--grid 2,2 --block 16,16 --arg c=float[600]:zero --arg a=float[600] " + sizes);
  };
  const Words hints = of("--arg h=20 --arg w=30");
  REQUIRE(hints.size() >= 2);
  CHECK(hints[0].find("`if (row < h && col < w)` in front of the statement in line 4") !=
        std::string::npos);
  const std::string square =
      "__global__ void f(float* m, int n) {\n  int x = threadIdx.x, y = threadIdx.y;\n"
      "  int at = y * n + x;\n  m[at] = 3;\n}\n";
  const Words one = suggested(square, "--block 1,16 --arg m=float[100]:zero --arg n=10");
  REQUIRE(!one.empty());
  CHECK(one[0].find("6 threads too many: add `if (y < n && x < n)`") == 0);
}

TEST_CASE("suggest guard: a value that is declared first needs a return, if no barrier follows") {
  const std::string head =
      "__global__ void k(const int* in, int* out, int n) {\n"
      "  int i = blockIdx.x * 32 + threadIdx.x;\n  int v = in[i];\n";
  const std::string words =
      "--grid 2 --block 32 --arg in=int[44] --arg out=int[44]:zero --arg n=44";
  const Words hints = suggested(head + "  v += 3;\n  out[i] = v;\n}\n", words);
  REQUIRE(hints.size() == 2);
  CHECK(hints[0] == golden("whatif.guard.return"));
  CHECK(hints[1] == hints[0]);
}

TEST_CASE("suggest guard: with a barrier, each access has its own") {
  const Words hints = suggested(
      "__global__ void k(const int* in, int* out, int n) {\n  __shared__ int s[32];\n"
      "  int i = blockIdx.x * 32 + threadIdx.x;\n  s[threadIdx.x] = in[i];\n"
      "  __syncthreads();\n  out[i] = s[threadIdx.x] + s[31 - threadIdx.x];\n}\n",
      "--grid 2 --block 32 --arg in=int[44] --arg out=int[44]:zero --arg n=44");
  REQUIRE(hints.size() == 2);
  CHECK(hints[0] == golden("whatif.guard.load"));
  CHECK(hints[1] == golden("whatif.guard.store"));
}

TEST_CASE("suggest guard: a loop's variable is bounded by the loop") {
  const Words hints = suggested(
      "#define SIZE 12\n"
      "__global__ void mul(const float* a, const float* b, float* c) {\n"
      "  int col = threadIdx.x, row = threadIdx.y;\n  float sum = 0;\n"
      "  for (int k = 0; k < SIZE; ++k) sum += a[row * SIZE + k] * b[k * SIZE + col];\n"
      "  c[row * SIZE + col] = sum;\n}\n",
      "--block 16,16 --arg a=float[144] --arg b=float[144] --arg c=float[144]:zero");
  REQUIRE(!hints.empty());
  // Threads beyond a row store in the next one, which has to stay.
  CHECK(hints[0].find("add `if (row < SIZE)` in front of the statement in line 5") == 0);
  const Words tall = suggested(
      "__global__ void mul(const float* a, const float* b, float* c, int n) {\n"
      "  int col = threadIdx.x, row = threadIdx.y;\n  float sum = 0;\n"
      "  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];\n"
      "  c[row * n + col] = sum;\n}\n",
      "--block 12,16 --arg a=float[144] --arg b=float[144] --arg c=float[144]:zero --arg n=12");
  REQUIRE(tall.size() == 2);
  CHECK(tall[0].find("add `if (row >= n || col >= n) return;` in front of line") !=
        std::string::npos);
  CHECK(tall[1] == "48 threads too many: " + tall[0]);
}

TEST_CASE("suggest guard: a variable that is declared with itself has no index behind it") {
  CHECK(suggested("__global__ void k(int* a, int n) {\n  int i = i;\n  if (n) i = 90;\n"
                  "  a[i] = 1;\n}\n",
                  "--checks none --block 64 --arg a=int[40] --arg n=50") == Words{""});
}

TEST_CASE("suggest guard: none where it would change what the program does") {
  // The last thread's store would be lost, too.
  CHECK(suggested("__global__ void k(int* a, int n) {\n  int i = threadIdx.x;\n"
                  "  a[i] = 7 + a[i + 1];\n}\n",
                  "--checks none --block 32 --arg a=int[32]:iota --arg n=32")
            .front()
            .find("1 thread too many: read `(i + 1 < n ? a[i + 1] : 0)`") == 0);
  CHECK(suggested("__global__ void k(int* a, int* b, int n) {\n  int i = threadIdx.x;\n"
                  "  b[i] = i;\n  a[i - 1] = 3;\n}\n",
                  "--block 32 --arg a=int[32] --arg b=int[32] --arg n=32") == Words{""});
}

TEST_CASE("suggest guard: only where it is asked for") {
  prepare::Request request =
      test::make_request("__global__ void k(int* a, int n) {\n  a[threadIdx.x] = 1;\n}\n",
                         "--block 32 --arg a=int[30] --arg n=30");
  const auto runs = run::run_sequence(request);
  REQUIRE(runs.ok());
  REQUIRE(runs->back()->findings.size() == 1);
  CHECK(runs->back()->findings[0].mend == nullptr);
}

TEST_CASE("suggest guard: the number itself, where the kernel gets none, and that it should") {
  const std::string text =
      "__global__ void clear(unsigned* part) {\n"
      "  unsigned at = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  unsigned old = part[at];\n"
      "  part[at] = old == 7 ? 0 : old;\n"
      "}\n";
  const Words hints = suggested(text, "--grid 2 --block 64 --arg part=uint[100]:iota");
  REQUIRE(hints.size() == 2);
  for (const std::string& one : hints) {
    CHECK(one.starts_with("28 threads too many: add `if (at "));
    CHECK(one.find("100)") != std::string::npos);
    CHECK(
        one.ends_with("; the kernel gets no number to compare with: a parameter would serve other "
                      "sizes, too"));
  }
  // An element beyond the thread's own, in a launch with as many threads as elements.
  CHECK(suggested("__global__ void f(float* a) { a[threadIdx.x + 1] = 1; }\n",
                  "--grid 1 --block 64 --arg a=float[64]:zero") == Words{""});
}
