// Advice on small kernels that deserve it, and on ones that do not.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using warplens::test::golden;

namespace {

const observe::Finding* hint_of(const run::Run& run, const std::string& kind) {
  const auto found = std::find_if(run.advice.begin(), run.advice.end(), [&](const auto& hint) {
    return observe::word(hint.kind) == kind;
  });
  return found == run.advice.end() ? nullptr : &*found;
}

bool says(const observe::Finding* hint, const std::string& words) {
  REQUIRE(hint != nullptr);
  CHECK(hint->severity == base::Severity::kHint);
  return hint->message.find(words) != std::string::npos;
}

constexpr const char* kTranspose =
    "__global__ void k(const float* a, float* b) {\n"
    "  __shared__ float s[32][WIDTH];\n"
    "  int x = threadIdx.x, y = threadIdx.y;\n"
    "  for (int i = 0; i < 32; i += 8) s[y + i][x] = a[(y + i) * 32 + x];\n"
    "  __syncthreads();\n"
    "  for (int i = 0; i < 32; i += 8) b[(y + i) * 32 + x] = s[x][y + i];\n"
    "}\n";
const std::string kTransposeLaunch =
    "--grid 1 --block 32,8 --arg a=float[1024]:iota --arg b=float[1024]:zero -D WIDTH=";

}  // namespace

TEST_CASE("hints: the smallest padding that leaves no conflicts") {
  const auto run = test::must_run(kTranspose, kTransposeLaunch + "32");
  const observe::Finding* hint = hint_of(*run, "bank_conflicts");
  CHECK(says(hint, "rows of 33 elements instead of 32"));
  CHECK(hint->line == 6);
  CHECK(hint_of(*test::must_run(kTranspose, kTransposeLaunch + "33"), "bank_conflicts") == nullptr);
  CHECK(hint_of(*run, "unneeded_barrier") == nullptr);
}

TEST_CASE("hints: a padding that is declared, and that no index counts in") {
  const auto with = [](const std::string& elements, const std::string& pitch) {
    return test::must_run(
        "__global__ void k(const float* a, float* b) {\n"
        "  __shared__ float rows[" +
            elements +
            "];\n"
            "  int x = threadIdx.x, y = threadIdx.y;\n"
            "  rows[y * " +
            pitch +
            " + x] = a[y * 32 + x];\n  __syncthreads();\n"
            "  b[y * 32 + x] = rows[x * " +
            pitch + " + y];\n}\n",
        "--grid 1 --block 32,32 --arg a=float[1024]:iota --arg b=float[1024]:zero");
  };
  const std::string words =
      "its last 32 elements are never accessed: if they are meant as padding, "
      "no index counts them in";
  CHECK(says(hint_of(*with("32 * 33", "32"), "bank_conflicts"), words));
  CHECK_FALSE(says(hint_of(*with("32 * 32", "32"), "bank_conflicts"), "never accessed"));
  // Room for something else.
  CHECK_FALSE(says(hint_of(*with("2048", "32"), "bank_conflicts"), "never accessed"));
  CHECK(hint_of(*with("32 * 33", "33"), "bank_conflicts") == nullptr);
}

TEST_CASE("hints: a swizzle that leaves no conflicts, where no padding does") {
  // A block of 16 x 16 stores columns and loads rows: any padding leaves conflicts in one of them.
  const auto run = test::must_run(
      "__global__ void k(float* o) {\n  __shared__ float s[16][16];\n"
      "  int x = threadIdx.x, y = threadIdx.y;\n  s[x][y] = x;\n  __syncthreads();\n"
      "  o[y * 16 + x] = s[y][x];\n}\n",
      "--grid 1 --block 16,16 --arg o=float[256]:zero");
  CHECK(says(hint_of(*run, "bank_conflicts"),
             "'s' takes 72 wavefronts in one block, 16 without bank conflicts; "));
  CHECK(says(hint_of(*run, "bank_conflicts"),
             "with 'column ^ row % 16' in the place of the column it has no bank conflicts"));
  // Applied to the text, it has none.
  CHECK(hint_of(*test::must_run("__global__ void k(float* o) {\n  __shared__ float s[16][16];\n"
                                "  int x = threadIdx.x, y = threadIdx.y;\n  s[x][y ^ x % 16] = x;\n"
                                "  __syncthreads();\n  o[y * 16 + x] = s[y][x ^ y % 16];\n}\n",
                                "--grid 1 --block 16,16 --arg o=float[256]:zero"),
                "bank_conflicts") == nullptr);
}

TEST_CASE("hints: an array of one dimension whose lanes are some elements apart") {
  const std::string before =
      "__global__ void k(float* o) {\n  __shared__ float s[1024];\n  int t = threadIdx.x;\n  s[";
  const std::string words = "--grid 1 --block 32 --arg o=float[32]:zero";
  const auto with = [&](const std::string& index) {
    return test::must_run(before + index + "] = t;\n  o[t] = s[" + index + "];\n}\n", words);
  };
  const auto run = with("t * 32");
  const observe::Finding* hint = hint_of(*run, "bank_conflicts");
  CHECK(says(hint,
             "'s' takes 64 wavefronts in one block, 2 without bank conflicts; with rows of 33 "
             "elements instead of 32 it has no bank conflicts"));
  CHECK(hint->line == 4);
  CHECK(says(hint_of(*with("t << 5"), "bank_conflicts"),
             "with 'index ^ index / 32' in the place of the index it has no bank conflicts"));
  // Applied to the text, it has none.
  CHECK(hint_of(*with("t * 31"), "bank_conflicts") == nullptr);
  CHECK(hint_of(*with("t * 32 ^ t * 32 / 32"), "bank_conflicts") == nullptr);
  CHECK(hint_of(*with("t"), "bank_conflicts") == nullptr);
  // An array whose address is kept stays as it is, and that is why.
  const auto kept =
      test::must_run(before + "t * 32] = t;\n  float* p = s + t;\n  o[t] = *p;\n}\n", words);
  CHECK(says(hint_of(*kept, "bank_conflicts"), "no other layout is advised, because of line 5"));
}

TEST_CASE("hints: conflicts that come from the data are not to be laid out away") {
  const auto run = test::must_run(
      "__global__ void k(const int* in, int* out) {\n  __shared__ int bins[256];\n"
      "  int t = threadIdx.x;\n  bins[t] = 0;\n  __syncthreads();\n"
      "  atomicAdd(&bins[in[t] & 255], 1);\n  __syncthreads();\n  out[t] = bins[t];\n}\n",
      "--grid 1 --block 256 --arg in=int[256]:random=1 --arg out=int[256]:zero");
  CHECK(run->totals.shared_sum().conflicts > 0);
  CHECK(hint_of(*run, "bank_conflicts") == nullptr);
}

TEST_CASE("hints: an array of vectors is one of whole vectors, as for the search of a fix") {
  const auto run = test::must_run(
      "__global__ void k(float4* o) {\n  __shared__ float4 s[64];\n  int t = threadIdx.x;\n"
      "  s[t] = s[t + 32] = make_float4(t, t, t, t);\n  __syncthreads();\n  o[t] = s[t * 2];\n}\n",
      "--grid 1 --block 32 --arg o=float[128]:zero");
  CHECK(says(hint_of(*run, "bank_conflicts"),
             "with 'index ^ index / 8 % 2' in the place of the index it has no bank conflicts"));
}

TEST_CASE("hints: a padding and a swizzle, where each leaves no conflicts") {
  const auto run = test::must_run(kTranspose, kTransposeLaunch + "32");
  CHECK(says(hint_of(*run, "bank_conflicts"),
             "with rows of 33 elements instead of 32 it has no bank conflicts; the same with "
             "'column ^ row % 32' in the place of the column"));
}

TEST_CASE("hints: a barrier that orders nothing, until another thread reads") {
  const std::string head =
      "__global__ void k(float* a) {\n  __shared__ float s[64];\n  int t = threadIdx.x;\n"
      "  s[t] = a[t];\n  __syncthreads();\n  a[t] = s[";
  const std::string words = "--grid 1 --block 64 --arg a=float[64]:iota";
  const auto own = test::must_run(head + "t];\n}", words);
  REQUIRE(hint_of(*own, "unneeded_barrier") != nullptr);
  CHECK(hint_of(*own, "unneeded_barrier")->line == 5);
  CHECK(says(hint_of(*own, "unneeded_barrier"), "each thread reads only what it stored itself"));
  CHECK(hint_of(*test::must_run(head + "t ^ 1];\n}", words), "unneeded_barrier") == nullptr);
}

TEST_CASE("hints: a barrier that one phase does not need is reported as one of more phases") {
  const std::string text =
      "__global__ void k(const float* a, float* o, int n) {\n  __shared__ float s[48];\n"
      "  int t = threadIdx.x;\n  float sum = 0;\n"
      "  for (int p = 0; p < n; ++p) {\n    s[t] = a[p * 48 + t];\n    __syncthreads();\n"
      "    sum += s[47 - t];\n    __syncthreads();\n  }\n  o[t] = sum;\n}\n";
  const std::string words = "--block 48 --arg a=float[192]:iota --arg o=float[48] --arg n=";
  const auto one = test::must_run(text, words + "1");
  CHECK(says(hint_of(*one, "unneeded_barrier"), "in this run, with one phase, no two threads"));
  CHECK(says(hint_of(*one, "unneeded_barrier"), "may be needed with more phases"));
  CHECK(hint_of(*one, "unneeded_barrier")->line == 9);
  CHECK(hint_of(*test::must_run(text, words + "3"), "unneeded_barrier") == nullptr);
}

TEST_CASE("hints: x and y exchanged would coalesce") {
  const std::string words =
      "--grid 1 --block 16,16 --arg a=float[256]:iota --arg b=float[256]:zero";
  const auto message = [&](const std::string& statement) {
    const auto run = test::must_run(
        "__global__ void k(const float* a, float* b) {\n" + statement + "\n}", words);
    const observe::Finding* hint = hint_of(*run, "exchanged_indices");
    return hint == nullptr ? "" : hint->message;
  };
  CHECK(message("b[threadIdx.x * 16 + threadIdx.y] = 1;") == golden("observe.exchange.store"));
  // What the store gains the load loses.
  CHECK(message("b[threadIdx.x * 16 + threadIdx.y] = a[threadIdx.y * 16 + threadIdx.x];") ==
        golden("observe.exchange.store_at_the_cost_of_load"));
  // ... or half of it.
  CHECK(message("b[threadIdx.x * 16 + threadIdx.y] = a[threadIdx.y % 8 * 16 + threadIdx.x];") ==
        golden("observe.exchange.store_and_half_of_load"));
  const auto rows = test::must_run(
      "__global__ void k(const float* a, float* b) {\n"
      "  b[threadIdx.y * 16 + threadIdx.x] = a[threadIdx.y * 16 + threadIdx.x];\n}",
      words);
  CHECK(hint_of(*rows, "exchanged_indices") == nullptr);
  // Half a warp's row is read by both halves: in order, although the other way moves half of it.
  CHECK(message("float sum = 0; for (int i = 0; i < 16; ++i) sum += a[i * 16 + threadIdx.x];\n"
                "  b[threadIdx.y * 16 + threadIdx.x] = sum;") == "");
}

TEST_CASE("hints: x and y are exchanged only where a fix would try it") {
  const std::string text =
      "__global__ void k(float* b) {\n  b[threadIdx.x * blockDim.y + threadIdx.y] = 1;\n}";
  const std::string words = " --arg b=float[256]:zero --grid 1 --block ";
  CHECK(says(hint_of(*test::must_run(text, words + "16,16"), "exchanged_indices"),
             "with threadIdx.x and threadIdx.y exchanged, "));
  const std::string wide =
      "threads that differ in threadIdx.y take neighbouring elements in the store of 'b', those of "
      "a warp do not: with warps along y it would move 32 sectors in the block instead of 256";
  CHECK(says(hint_of(*test::must_run(text, words + "32,8"), "exchanged_indices"), wide));
  // A macro names them.
  const auto macro = test::must_run(
      "#define X threadIdx.x\n__global__ void k(float* b) {\n  b[X * blockDim.y + threadIdx.y] = "
      "1;\n}",
      words + "16,16");
  CHECK(says(hint_of(*macro, "exchanged_indices"), "threads that differ in threadIdx.y"));
}

TEST_CASE("hints: no layout is advised that a fix would refuse") {
  const std::string head = "__global__ void k(float* o) {\n  int t = threadIdx.x;\n";
  const std::string words = "--grid 1 --block 32 --arg o=float[32]:zero";
  const auto advice = [&](const std::string& lines, const std::string& before = "") {
    const auto run = test::must_run(before + head + lines + "}\n", words);
    const observe::Finding* hint = hint_of(*run, "bank_conflicts");
    REQUIRE(hint != nullptr);
    return hint->message;
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  // 48 KiB are full: no longer rows, but shorter ones, or another order of the columns.
  const std::string full = "  __shared__ float s[128][96];\n";
  const std::string swizzled =
      advice(full + "  for (int c = 0; c < 96; ++c) s[t][c] = c;\n  o[t] = s[t][0];\n");
  CHECK(has(swizzled,
            "with 'column ^ row % 32' in the place of the column it has no bank conflicts"));
  CHECK_FALSE(has(swizzled, "rows of 97"));
  CHECK(has(advice(full + "  for (int c = 0; c < 40; ++c) s[t][2 * (c / 2)] = c;\n  o[t] = "
                          "s[t][0];\n"),
            "with rows of 39 elements instead of 96, whose others nothing uses here"));
  // An index goes past its row.
  CHECK(has(advice("  __shared__ float s[32][32];\n  s[t][0] = t;\n  o[t] = s[0][t * 32];\n"),
            "no other layout is advised, because of line 5: an index goes past its row"));
  // A macro is for another array, too.
  CHECK(has(advice("  __shared__ float s[1024], q[32];\n  AT(s, t, 0) = AT(q, 0, t) = t;\n  o[t] = "
                   "AT(s, t, 0);\n",
                   "#define AT(a, r, c) a[(r) * 32 + (c)]\n"),
            "no other layout is advised, because of line 5: the macro 'AT' writes subscripts"));
}

TEST_CASE("hints: elements that the block fetches again") {
  const auto run = test::must_run(
      "__global__ void k(const float* a, float* b, int n) {\n"
      "  float sum = 0;\n  for (int i = 0; i < n; ++i) sum += a[(threadIdx.x + i) % 64];\n"
      "  b[threadIdx.x] = sum;\n}",
      "--grid 1 --block 64 --arg n=32 --arg a=float[64]:iota --arg b=float[64]:zero");
  CHECK(says(hint_of(*run, "refetched"),
             "the block's warps fetch the elements of 'a' 32 times on average: a tile"));
}

TEST_CASE("hints: how often a word is fetched, by warps and by threads") {
  // Of the right matrix, each of 12 rows of threads needs a column's element: 6 warps of two rows.
  const auto run = test::must_run(
      "__global__ void k(const float* a, const float* b, float* o, int n) {\n"
      "  int x = threadIdx.x, y = threadIdx.y;\n  float sum = 0;\n"
      "  for (int i = 0; i < n; ++i) sum += a[y * n + i] * b[i * 16 + x];\n"
      "  o[y * 16 + x] = sum;\n}\n",
      "--block 16,12 --arg a=float[576] --arg b=float[768] --arg o=float[192] --arg n=48");
  CHECK(
      says(hint_of(*run, "refetched"),
           "the block's warps fetch the elements of 'b' 6 times on average (its threads load each "
           "12 times)"));
}

TEST_CASE("hints: accesses that use little of what they move, and what would help") {
  const auto run_of = [](const std::string& body, const std::string& arrays) {
    return test::must_run(
        "struct Item { int id; float weight[5]; };\n"
        "__global__ void k(ARRAY* a, float* o) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
            body + "\n}\n",
        "--grid 2 --block 64 --arg o=float[128]:zero " + arrays);
  };
  const auto wasted = [&](const std::string& body, const std::string& arrays) {
    const auto run = run_of(body, arrays);
    const observe::Finding* hint = hint_of(*run, "wasted_sectors");
    return hint == nullptr ? "" : hint->message;
  };
  const std::string floats = "-D ARRAY=float --arg a=float[4096]";
  CHECK(wasted("float sum = 0;\nfor (int k = 0; k < 24; ++k) sum += a[i * 24 + k];\no[i] = sum;",
               floats) == golden("observe.waste.rows_through_tile"));
  CHECK(wasted("o[i] = a[i].weight[2];", "-D ARRAY=Item --arg a=Item[128]") ==
        golden("observe.waste.structure_of_arrays"));
  CHECK(wasted("for (int k = 0; k < 4; ++k) o[i] += a[i * 4 + k];", floats)
            .ends_with("in one access of 16 bytes (a vector type) would use all of it"));
  CHECK(wasted("o[i] = a[i * 32 + i % 7];", floats)
            .ends_with("neighbouring lanes are far apart; where neighbouring lanes take "
                       "neighbouring elements, the block would move 8 sectors instead of 64"));
  // None: all is used, a broadcast, one lane, a stride of which half is used in few requests.
  CHECK(wasted("o[i] = a[i + 3];", floats) == "");
  CHECK(wasted("for (int k = 0; k < 32; ++k) o[i] += a[i / 16 * 512 + k];", floats) == "");
  CHECK(wasted("if (threadIdx.x == 0) a[i * 8] = 1;\no[i] = 2;", floats) == "");
  CHECK(wasted("for (int k = 0; k < 40; ++k) o[i] += k * a[i];\nif (i < 8) o[i] += a[i * 32];",
               floats) == "");
}

TEST_CASE("hints: the columns at the sides of a tile that is loaded row by row are no mistake") {
  const auto run_of = [](const std::string& sides) {
    return test::must_run(
        "__global__ void k(const float* a, float* o) {\n"
        "  __shared__ float tile[34][34];\n"
        "  int x = threadIdx.x, y = threadIdx.y;\n"
        "  tile[y + 1][x + 1] = a[(y + 1) * 64 + x + 8];\n" +
            sides +
            "  __syncthreads();\n"
            "  o[y * 32 + x] = tile[y + 1][x] + tile[y + 1][x + 2];\n"
            "}\n",
        "--block 32,32 --arg a=float[34][64] --arg o=float[32][32]:zero");
  };
  const auto edge = run_of(
      "  if (y == 0) tile[x + 1][0] = a[(x + 1) * 64 + 7];\n"
      "  if (y == 1) tile[x + 1][33] = a[(x + 1) * 64 + 40];\n");
  CHECK(hint_of(*edge, "wasted_sectors") == nullptr);
  // Eight columns of 32 are more than an edge.
  const auto wide =
      run_of("  if (y == 0) for (int c = 0; c < 8; ++c) tile[x + 1][c] = a[(x + 1) * 64 + c];\n");
  CHECK(hint_of(*wide, "wasted_sectors") != nullptr);
}

TEST_CASE("hints: short rows of neighbouring lanes are not far apart, wherever they begin") {
  const auto run_of = [](const std::string& index) {
    return test::must_run(
        "__global__ void k(const int* a, int* o) {\n"
        "  int x = blockIdx.x * 8 + threadIdx.x, y = threadIdx.y;\n"
        "  o[y * 20 + x] = a[" +
            index + "];\n}\n",
        "--grid 2 --block 8,32 --arg a=int[32][40] --arg o=int[32][20]:zero");
  };
  CHECK(hint_of(*run_of("(y + 31) % 32 * 20 + (x + 19) % 20"), "wasted_sectors") == nullptr);
  CHECK(hint_of(*run_of("y * 40 + x * 2"), "wasted_sectors") != nullptr);
}

TEST_CASE("hints: where exchanged indices mend an access, its stride is not reported besides") {
  const auto run = test::must_run(
      "__global__ void k(const float* a, float* b) {\n"
      "  int r = threadIdx.x, c = threadIdx.y;\n  b[r * 20 + c] = a[r * 20 + c] + 1;\n}\n",
      "--block 20,16 --arg a=float[400] --arg b=float[400]:zero");
  CHECK(hint_of(*run, "exchanged_indices") != nullptr);
  CHECK(hint_of(*run, "wasted_sectors") == nullptr);
}

TEST_CASE("hints: stores that nobody reads") {
  const auto run = test::must_run(
      "__global__ void k(float* a, int n) {\n  __shared__ float s[32];\n"
      "  s[threadIdx.x] = 1;\n"
      "  for (int i = 0; i < n; ++i)\n    a[threadIdx.x] = i;\n}",
      "--grid 1 --block 32 --arg n=8 --arg a=float[32]:zero");
  CHECK(says(hint_of(*run, "unread_shared"), "'s' is written and never read"));
  const observe::Finding* again = hint_of(*run, "overwritten_store");
  REQUIRE(again != nullptr);
  CHECK(again->line == 5);
  CHECK(again->count == 7 * 32);
}

TEST_CASE("hints: results that the order of atomics decides") {
  const auto run = test::must_run(
      "__global__ void k(int* count, int* list, float* sum) {\n"
      "  list[atomicAdd(count, 1)] = threadIdx.x;\n"
      "  atomicAdd(sum, 0.1f);\n  atomicMax(count + 1, threadIdx.x);\n}",
      "--grid 1 --block 64 --arg count=int[2]:zero --arg list=int[64]:zero "
      "--arg sum=float[1]:zero");
  CHECK(std::count_if(run->advice.begin(), run->advice.end(), [](const auto& hint) {
          return hint.kind == observe::FindingKind::kAtomicOrder;
        }) == 2);
}

TEST_CASE("hints: blocks and warps that are not full") {
  const std::string text =
      "__global__ void k(float* a) {\n"
      "  for (int i = 0; i < 64; ++i) if (threadIdx.x % 32 < 4) a[threadIdx.x] += 1;\n}";
  const auto run = test::must_run(text, "--grid 1 --block 40 --arg a=float[64]:zero");
  CHECK(says(hint_of(*run, "block_size"), "24 lanes"));
  CHECK(says(hint_of(*run, "idle_lanes"), "4 of 32 lanes"));
}

TEST_CASE("hints: an index past its row, in each kind of memory") {
  const std::string text =
      "__device__ float g[4][8];\n"
      "__device__ float next(float (*t)[16], int r, int c) {\n  return t[r][c + 1];\n}\n"
      "__global__ void k(float* a) {\n  __shared__ float s[16][PITCH];\n"
      "  int x = threadIdx.x, y = threadIdx.y;\n  s[y][x] = a[y * 16 + x];\n"
      "  __syncthreads();\n  float l[4][4] = {};\n"
      "  a[y * 16 + x] = s[y / 2][x + 1] + l[1][x % LOCAL]\n"
      "      + g[1][x / 2 - BACK];\n"
      "}\n";
  const std::string words = "--grid 1 --block 16,16 --arg a=float[256]:iota ";
  const auto run = test::must_run(text, words + "-D PITCH=16 -D LOCAL=5 -D BACK=1");
  std::vector<std::string> messages;
  for (const auto& hint : run->advice) {
    if (hint.kind == observe::FindingKind::kPastRow) messages.push_back(hint.message);
  }
  REQUIRE(messages.size() == 3);
  CHECK(messages[0] == golden("observe.subscript.in_another_row"));
  CHECK(messages[1].find("l[1][4]") != std::string::npos);
  CHECK(messages[2].find("g[1][-1]") != std::string::npos);
  CHECK(messages[2].find("this is g[0][7]") != std::string::npos);
  const observe::Finding* first = hint_of(*run, "past_row");
  CHECK(first->line == 11);
  CHECK(first->count == 16);  // lane accesses
  CHECK(hint_of(*test::must_run(text, words + "-D PITCH=17 -D LOCAL=4 -D BACK=0"), "past_row") ==
        nullptr);
}

TEST_CASE("hints: an index past its row through a pointer to rows, not past the array") {
  const std::string text =
      "__device__ float next(float (*t)[16], int r, int c) {\n  return t[r][c + 1];\n}\n"
      "__global__ void k(float* a) {\n  __shared__ float s[16][16];\n"
      "  s[threadIdx.y][threadIdx.x] = 1;\n  __syncthreads();\n"
      "  a[threadIdx.y * 16 + threadIdx.x] = next(s, ROW, threadIdx.x);\n}\n";
  const std::string words = "--grid 1 --block 16,16 --arg a=float[256]:zero -D ROW=";
  const auto inside = test::must_run(text, words + "3");
  CHECK(says(hint_of(*inside, "past_row"), "t[3][16]"));
  CHECK(says(hint_of(*inside, "past_row"), "this is t[4][0]"));
  CHECK(hint_of(*test::must_run(text, words + "15"), "past_row") == nullptr);
}

TEST_CASE("hints: a whole array walked by the index of its first row is past the row") {
  const auto planes = test::must_run(
      "__global__ void k(float* a) {\n  __shared__ float s[2][4][8];\n"
      "  s[0][threadIdx.x / 8][threadIdx.x % 8] = 1;\n  __syncthreads();\n"
      "  a[threadIdx.x] = s[0][threadIdx.x / 8][0];\n}\n",
      "--grid 1 --block 64 --arg a=float[64]:zero");
  CHECK(says(hint_of(*planes, "past_row"), "s[0][4][0], but index 2 counts to 4"));
  CHECK(says(hint_of(*planes, "past_row"), "this is s[1][0][0]"));
}

TEST_CASE("hints: both sides of a branch, not a guard or a choice by warp") {
  const std::string text =
      "__global__ void k(float* a, int n) {\n  int i = threadIdx.x;\n  float v = a[i];\n"
      "  if (CONDITION) {\n    for (int k = 0; k < 20; ++k) v = v * 1.5f + 1;\n"
      "  } else {\n    for (int k = 0; k < 20; ++k) v = v * 0.5f - 1;\n  }\n"
      "  if (i < n) a[i] = v;\n}\n";
  const std::string words = "--grid 1 --block 64 --arg n=60 --arg a=float[64]:iota -D CONDITION=";
  const auto run = test::must_run(text, words + "i%2");
  const observe::Finding* hint = hint_of(*run, "divergent_branch");
  CHECK(says(hint, "every warp of the block executes both sides"));
  CHECK(says(hint, "47 % of the block's threads"));
  CHECK(hint->line == 4);
  CHECK(hint_of(*test::must_run(text, words + "i/32"), "divergent_branch") == nullptr);
  // One warp of two.
  CHECK(hint_of(*test::must_run(text, words + "i/16"), "divergent_branch") == nullptr);
  const std::string guard =
      "__global__ void k(float* a, int n) {\n  int i = threadIdx.x;\n"
      "  if (i % 2 < n) {\n    for (int k = 0; k < 20; ++k) a[i] += k;\n  }\n}\n";
  CHECK(hint_of(*test::must_run(guard, "--grid 1 --block 64 --arg n=1 --arg a=float[64]:iota"),
                "divergent_branch") == nullptr);
}

TEST_CASE("hints: of three warps two execute both sides; lanes that have returned do not wait") {
  const auto some = test::must_run(
      "__global__ void k(float* a) {\n  int i = threadIdx.x;\n  float v = a[i];\n"
      "  if (i % 2 && i < 64) {\n    for (int k = 0; k < 20; ++k) v += 1;\n"
      "  } else {\n    for (int k = 0; k < 20; ++k) v -= 1;\n  }\n  a[i] = v;\n}\n",
      "--grid 1 --block 96 --arg a=float[96]:iota");
  CHECK(says(hint_of(*some, "divergent_branch"), "2 of 3 warps execute both sides"));
  const std::string early =
      "__global__ void k(float* a) {\n  int i = threadIdx.x;\n  float v = a[i];\n"
      "  if (i < LEAVE) {\n    a[i] = 0; RETURN;\n"
      "  } else {\n    a[i] = v + v * v + v * v * v + v / 2 + v / 3;\n  }\n}\n";
  const std::string words = "--grid 1 --block 32 --arg a=float[32]:iota -D LEAVE=31 -D RETURN=";
  const auto stays = test::must_run(early, words + "v=1");
  const auto leaves = test::must_run(early, words + "return");
  CHECK(hint_of(*stays, "divergent_branch") != nullptr);
  CHECK(hint_of(*leaves, "divergent_branch") == nullptr);
}

TEST_CASE("hints: a product and a sum of halves in two roundings, where the result differs") {
  const std::string head =
      "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n"
      "__global__ void k(float* c) {\n  int i = threadIdx.x;\n"
      "  __half a = __float2half(1 + i / 1024.0f), b = __float2half(1 - i / 2048.0f);\n"
      "  __half d = __float2half(START);\n  ";
  const auto hint_on = [&](const std::string& sum, const std::string& start = "-1") {
    const auto run = test::must_run(head + sum + "\n  c[i] = __half2float(d);\n}",
                                    "--grid 1 --block 32 --arg c=float[32]:zero -D START=" + start);
    const observe::Finding* hint = hint_of(*run, "two_roundings");
    return hint == nullptr ? std::string() : std::to_string(hint->line) + " " + hint->message;
  };
  const std::string found = hint_on("d = a * b + d;");
  CHECK(found.find("7 thread 1 gets 0 of a product") == 0);
  CHECK(found.find("which gives 0.0004878 (") != std::string::npos);
  for (const char* same : {"d = __hadd(__hmul(a, b), d);", "d += a * b;",
                           "__half p = a * b; d = p + d;", "if (i > 0) d = d + a * b;"})
    CHECK_MESSAGE(hint_on(same).find(" thread 1 gets 0 ") != std::string::npos, same);
  CHECK(hint_on("d = d - a * b;", "1").find("gets 0 ") != std::string::npos);
  for (const char* once : {"d = __hfma(a, b, d);", "d = __hadd(__hmul_rn(a, b), d);",
                           "d = __hadd_rn(__hmul(a, b), d);", "d = a * b;", "d = a + b;",
                           "d = __float2half(__half2float(a) * __half2float(b)) + d;"})
    CHECK_MESSAGE(hint_on(once).empty(), once);
  CHECK(hint_on("d = a * b + d;", "64").empty());  // one result either way
  CHECK(hint_on("d = d + d * a;", "0").empty());   // the product is exact
  const std::string bfloat = hint_on(
      "__nv_bfloat16 u = __float2bfloat16(1 + i / 128.0f), v = __float2bfloat16(-1.0f);\n"
      "  v += u * u;\n  d = __float2half((float)v);");
  CHECK(bfloat.find("8 thread ") == 0);
}

TEST_CASE("hints: none where they are not requested") {
  CHECK(test::must_run(kTranspose, kTransposeLaunch + "32 --checks none")->advice.empty());
}
