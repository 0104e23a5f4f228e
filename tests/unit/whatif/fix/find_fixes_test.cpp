// Which layouts are found for a kernel's shared arrays, what the edited text is, and what is
// refused.
#include "sim/whatif/fix/find_fixes.hpp"

#include <doctest/doctest.h>

#include "sim/whatif/fix/sentences.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using Kind = edit::LayoutChange::Kind;
using warplens::test::golden;

namespace {

// A kernel with t and w, the thread's place, and a barrier between both parts.
std::string kernel(const std::string& declarations, const std::string& store,
                   const std::string& load) {
  return "__global__ void k(const int* in, int* out) {\n" + declarations +
         "  int t = threadIdx.x, w = threadIdx.y;\n" + store + "  __syncthreads();\n" + load +
         "}\n";
}

const char* const kStoreColumns = "  for (int i = w; i < 32; i += 8) s[t][i] = in[t * 32 + i];\n";
const char* const kLoadRows = "  for (int i = w; i < 32; i += 8) out[i * 32 + t] = s[i][t];\n";

fix::Fixes fixes_of(const std::string& text,
                    const std::string& words =
                        "--grid 2 --block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero") {
  base::Checked<fix::Fixes> found = fix::find_fixes(test::make_request(text, words));
  REQUIRE(found.ok());
  return std::move(*found);
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string only_refusal(const fix::Fixes& fixes) {
  REQUIRE(fixes.arrays.size() == 1);
  const fix::ArrayFixes& array = fixes.arrays.front();
  CHECK(array.has_conflicts());
  CHECK(array.fixes.empty());
  CHECK_FALSE(fixes.is_fixed());
  REQUIRE(array.refusals.size() == 1);
  return array.refusals.front().message;
}

}  // namespace

TEST_CASE("fix: a tile is padded, and its text confirmed") {
  const std::string text = kernel("  __shared__ int s[32][32];\n", kStoreColumns, kLoadRows);
  const fix::Fixes fixes = fixes_of(text);
  REQUIRE(fixes.arrays.size() == 1);
  const fix::ArrayFixes& array = fixes.arrays.front();
  CHECK(array.array == "s");
  CHECK(array.line == 2);
  CHECK(array.before.requests == 2 * 64);
  CHECK(array.before.paid == 2 * (32 * 32 + 32));
  REQUIRE(array.fixes.size() == 2);
  const fix::Fix& pad = array.fixes[0];
  CHECK(pad.layout.change.kind == Kind::kPad);
  CHECK(pad.layout.change.pad == 1);
  CHECK(pad.layout.cost.paid == 2 * 64);
  CHECK(pad.layout.more_bytes == 128);
  CHECK(array.fixes[1].layout.change.kind == Kind::kSwizzle);
  CHECK(holds(array.fixes[1].text, "s[t][i ^ t] = in"));
  CHECK(holds(array.fixes[1].text, "= s[i][t ^ i];"));
  CHECK(fixes.is_fixed());
  CHECK(fixes.text == kernel("  __shared__ int s[32][32 + 1];\n", kStoreColumns, kLoadRows));
  CHECK(fixes.after.back()->totals.shared_sum().conflicts == 0);
}

TEST_CASE("fix: an extent that a macro names changes where the array is declared") {
  const std::string head = "#define N 32\nconstexpr int kPad = 2;\n";
  const auto declared = [&](const std::string& extent) {
    return head + kernel("  __shared__ int s[N][" + extent + "];\n", kStoreColumns, kLoadRows);
  };
  CHECK(fixes_of(declared("N")).text == declared("N + 1"));
  CHECK(fixes_of(declared("N + 2")).text == declared("N + 3"));
  CHECK(fixes_of(declared("N + kPad")).text == declared("N + kPad + 1"));
  CHECK(fixes_of(declared("1 << 5")).text == declared("(1 << 5) + 1"));
}

TEST_CASE("fix: nothing to do") {
  const fix::Fixes clean =
      fixes_of(kernel("  __shared__ int s[32][33];\n", kStoreColumns, kLoadRows));
  REQUIRE(clean.arrays.size() == 1);
  CHECK_FALSE(clean.arrays[0].has_conflicts());
  CHECK_FALSE(clean.is_fixed());
  CHECK(clean.after.empty());
  const fix::Fixes none = fixes_of(kernel("", "", "  out[w * 32 + t] = in[t];\n"));
  CHECK(none.arrays.empty());
}

TEST_CASE("fix: several arrays are fixed each, and confirmed together") {
  const std::string text =
      kernel("  __shared__ int s[32][32], other[32][32], fine[8][32];\n",
             std::string(kStoreColumns) +
                 "  for (int i = w; i < 32; i += 8) other[t][i] = t;\n"
                 "  fine[w][t] = t;\n",
             "  for (int i = w; i < 32; i += 8) out[i * 32 + t] = s[i][t] + other[i][t] + "
             "fine[w][31 - t];\n");
  const fix::Fixes fixes = fixes_of(text);
  REQUIRE(fixes.arrays.size() == 3);
  CHECK(fixes.arrays[1].array == "other");
  CHECK(fixes.arrays[2].fixes.empty());
  CHECK(fixes.is_fixed());
  CHECK(holds(fixes.text, "int s[32][32 + 1], other[32][32 + 1], fine[8][32];"));
  CHECK(fixes.after.back()->totals.shared_sum().conflicts == 0);
}

TEST_CASE("fix: where a padding does not fit, a swizzle takes no memory") {
  const std::string text =
      kernel("  __shared__ int full[88][128];\n  __shared__ int s[32][32];\n",
             std::string(kStoreColumns) + "  full[w][t] = t;\n",
             "  for (int i = w; i < 32; i += 8) out[i * 32 + t] = s[i][t] + full[w][t];\n");
  const fix::Fixes fixes = fixes_of(text);
  REQUIRE(fixes.arrays.size() == 2);
  const fix::ArrayFixes& array = fixes.arrays[1];
  REQUIRE(array.fixes.size() == 1);
  CHECK(array.fixes[0].layout.change.kind == Kind::kSwizzle);
  REQUIRE(array.refusals.size() == 1);
  CHECK(holds(array.refusals[0].message, "allows 49152 bytes of static shared memory"));
  CHECK(fixes.is_fixed());
}

TEST_CASE("fix: paddings that do not fit together are not proposed together") {
  // 256 bytes are left: for one padding of 32 rows, not for two of 64.
  const std::string text =
      kernel("  __shared__ int s[64][32], q[32][32], more[9152];\n",
             std::string(kStoreColumns) +
                 "  for (int i = w; i < 32; i += 8) s[32 + t][i] = q[t][i] = t;\n"
                 "  more[t] = t;\n",
             "  for (int i = w; i < 32; i += 8) out[i * 32 + t] = s[i][t] + s[32 + i][t] + q[i][t] "
             "+ more[t];\n");
  const fix::Fixes fixes = fixes_of(text);
  REQUIRE(fixes.arrays.size() == 3);
  CHECK(fixes.is_fixed());
  CHECK(fixes.arrays[0].fixes.front().layout.change.kind == Kind::kPad);
  CHECK(fixes.arrays[1].fixes.size() == 2);
  CHECK(fixes.arrays[1].fixes.front().layout.change.kind == Kind::kSwizzle);
  CHECK(holds(fixes.text, "s[64][32 + 1], q[32][32], more"));
}

TEST_CASE("fix: shorter rows, where what they leave out is not used") {
  const std::string store = "  for (int i = w; i < 20; i += 8) s[t][i] = in[i * 32 + t];\n";
  const std::string load = "  for (int i = w; i < 20; i += 8) out[i * 32 + t] = s[t][i];\n";
  const std::string more = "  __shared__ int more[128];\n  more[0] = 1;\n";
  const fix::Fixes fixes = fixes_of(kernel("  __shared__ int s[32][64];\n" + more, store, load));
  const fix::Fix* shorter = nullptr;
  for (const fix::Fix& fix : fixes.arrays[0].fixes) {
    if (fix.layout.change.kind == Kind::kShorten) shorter = &fix;
  }
  REQUIRE(shorter != nullptr);
  CHECK(holds(shorter->text, "int s[32][21];"));
  CHECK(shorter->layout.more_bytes == -32 * 43 * 4);
  CHECK(fix::words(*shorter) == golden("whatif.fixes.shorter_rows"));
  CHECK(holds(fix::condition(fixes.arrays[0], *shorter), "from 21 on"));
  // Of one dimension, in the static memory that the array fills.
  const fix::Fixes flat =
      fixes_of(kernel("  __shared__ int s[32 * 384];\n",
                      "  for (int i = w; i < 20; i += 8) s[t * 384 + i] = in[i * 32 + t];\n",
                      "  for (int i = w; i < 20; i += 8) out[i * 32 + t] = s[t * 384 + i];\n"));
  CHECK(holds(flat.text, "int s[32 * 21];"));
  CHECK(holds(flat.text, "s[t * 21 + i] = in"));
  CHECK(holds(flat.text, "= s[t * 21 + i];"));
}

TEST_CASE("fix: dynamic memory that has room is padded where the text says a row's length") {
  const std::string text =
      kernel("  extern __shared__ int s[];\n",
             "  for (int i = w; i < 32; i += 8) s[t * LD + i] = in[i * 32 + t];\n",
             "  for (int i = w; i < 32; i += 8) out[i * 32 + t] = s[i * LD + t];\n");
  const std::string words =
      "--block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero --shared ";
  const fix::Fixes roomy = fixes_of("#define LD 32\n" + text, words + "4224");
  CHECK(holds(roomy.text, "#define LD 33\n"));
  CHECK(roomy.arrays[0].fixes.front().layout.more_bytes == 0);
  CHECK(holds(fix::condition(roomy.arrays[0], roomy.arrays[0].fixes.front()), "rows of 33"));
  const fix::Fixes full = fixes_of("#define LD 32\n" + text, words + "4096");
  CHECK(full.arrays[0].fixes.front().layout.change.kind == Kind::kSwizzle);
}

TEST_CASE("fix: a layout that leaves more blocks resident is the cheapest") {
  const std::string text =
      kernel("  __shared__ int more[7040];\n  __shared__ int s[32][32];\n",
             std::string(kStoreColumns) + "  more[t] = t;\n",
             "  for (int i = w; i < 32; i += 8) out[i * 32 + t] = s[i][t] + more[t];\n");
  const fix::Fixes fixes = fixes_of(text);
  const fix::ArrayFixes& array = fixes.arrays[1];
  REQUIRE(array.fixes.size() == 2);
  CHECK(array.occupancy.blocks == 7);
  CHECK(array.fixes[0].layout.change.kind == Kind::kSwizzle);
  CHECK(array.fixes[0].occupancy.blocks == 7);
  CHECK(array.fixes[1].occupancy.blocks == 6);
}

TEST_CASE("fix: columns as rows") {
  const fix::Fixes fixes = fixes_of(kernel(
      "  __shared__ int s[32][16];\n", "  for (int i = w; i < 16; i += 8) s[t][i] = in[t];\n",
      "  for (int i = w; i < 16; i += 8) out[i * 32 + t] = s[t][i];\n"));
  REQUIRE(fixes.arrays.size() == 1);
  bool is_there = false;
  for (const fix::Fix& one : fixes.arrays[0].fixes) {
    if (one.layout.change.kind != Kind::kTurn) continue;
    is_there = true;
    CHECK(holds(one.text, "int s[16][32];"));
    CHECK(holds(one.text, "s[i][t] = in[t];"));
  }
  CHECK(is_there);
}

TEST_CASE("fix: an array of one dimension") {
  const std::string text =
      kernel("  __shared__ int s[256];\n",
             "  if (w == 0) for (int i = 0; i < 8; ++i) s[8 * t + i] = in[t];\n",
             "  out[w * 32 + t] = s[w * 32 + t] + s[0];\n");
  const fix::Fixes fixes = fixes_of(text);
  REQUIRE(fixes.arrays[0].fixes.size() == 2);
  CHECK(fixes.arrays[0].fixes[0].layout.change.kind == Kind::kSwizzle);
  CHECK(holds(fixes.arrays[0].fixes[0].text, "s[(8 * t + i) ^ (8 * t + i) / 32] = in[t]"));
  CHECK(holds(fixes.arrays[0].fixes[0].text, "+ s[0];"));
  CHECK(holds(fixes.arrays[0].fixes[1].text, "s[256 + 8]"));
  CHECK(holds(fixes.arrays[0].fixes[1].text, "s[8 * t + i + (8 * t + i) / 32] = in[t]"));
  CHECK(fixes.is_fixed());
}

TEST_CASE("fix: dynamic memory is not made larger, and the launch's other sizes are named") {
  const fix::Fixes fixes =
      fixes_of(kernel("  extern __shared__ int s[];\n",
                      "  if (w == 0) for (int i = 0; i < 8; ++i) s[8 * t + i] = in[t];\n",
                      "  out[w * 32 + t] = s[w * 32 + t];\n"),
               "--block 32,8 --shared 1024 --arg in=int[32][32] --arg out=int[32][32]");
  REQUIRE(fixes.arrays[0].fixes.size() == 1);
  CHECK(fixes.arrays[0].fixes[0].layout.change.kind == Kind::kSwizzle);
  CHECK(holds(fix::condition(fixes.arrays[0], fixes.arrays[0].fixes[0]), "a multiple of 32"));
  REQUIRE(fixes.arrays[0].refusals.size() == 1);
  CHECK(holds(fixes.arrays[0].refusals[0].message, "needs more dynamic shared memory"));
}

TEST_CASE("fix: a macro that declares the array, and one that subscripts it") {
  const fix::Fixes declared = fixes_of("#define DECLARE __shared__ int s[32][32];\n" +
                                       kernel("  DECLARE\n", kStoreColumns, kLoadRows));
  REQUIRE(declared.arrays[0].fixes.size() == 1);
  CHECK(declared.arrays[0].fixes[0].layout.change.kind == Kind::kSwizzle);
  CHECK(holds(declared.arrays[0].refusals[0].message, "extents of 's' are not written"));
  const fix::Fixes used =
      fixes_of("#define AT(r, c) s[r][c]\n" +
               kernel("  __shared__ int s[32][32];\n",
                      "  for (int i = w; i < 32; i += 8) AT(t, i) = in[t * 32 + i];\n", kLoadRows));
  REQUIRE(used.arrays[0].fixes.size() == 2);
  CHECK(used.arrays[0].fixes[0].layout.change.kind == Kind::kPad);
  CHECK(holds(used.arrays[0].fixes[1].text, "#define AT(r, c) s[r][c ^ r]\n"));
  CHECK(holds(used.arrays[0].fixes[1].text, "= s[i][t ^ i];"));
  const fix::Fixes row = fixes_of(
      "#define ROW(r) s[r]\n" +
      kernel("  __shared__ int s[32][32];\n",
             "  for (int i = w; i < 32; i += 8) ROW(t)[i] = in[t * 32 + i];\n", kLoadRows));
  REQUIRE(row.arrays[0].fixes.size() == 1);
  CHECK(holds(row.arrays[0].refusals[0].message, "a macro or another file has it"));
}

TEST_CASE("fix: arrays whose subscripts one macro writes change alike") {
  const auto text = [](const std::string& index, const std::string& elements) {
    return "#define AT(array, row, column) array[" + index + "]\n" +
           kernel(
               "  __shared__ int a[" + elements + "], b[" + elements + "];\n",
               "  for (int i = w; i < 32; i += 8) AT(a, t, i) = AT(b, t, i) = in[t * 32 + i];\n",
               "  for (int i = w; i < 32; i += 8) out[i * 32 + t] = AT(a, i, t) - AT(b, i, t);\n");
  };
  const fix::Fixes fixes = fixes_of(text("(row) * 32 + (column)", "1024"));
  REQUIRE(fixes.arrays.size() == 2);
  for (const fix::ArrayFixes& array : fixes.arrays) {
    CAPTURE(array.array);
    REQUIRE(array.fixes.size() == 2);
    for (const fix::Fix& one : array.fixes) {
      CHECK(one.together == "'a', 'b'");
      CHECK(one.layout.cost.paid == array.before.requests);
    }
  }
  CHECK(fixes.is_fixed());
  CHECK(fixes.after.back()->totals.shared_sum().conflicts == 0);
  const auto pad =
      std::find_if(fixes.arrays[0].fixes.begin(), fixes.arrays[0].fixes.end(),
                   [](const fix::Fix& one) { return one.layout.change.kind == Kind::kPad; });
  REQUIRE(pad != fixes.arrays[0].fixes.end());
  CHECK(pad->text == text("(row) * 33 + (column)", "1024 + 32"));
}

TEST_CASE("fix: what the text computes of an array's size is run before it is offered") {
  const std::string text = kernel("  __shared__ int s[32][32];\n", kStoreColumns,
                                  std::string(kLoadRows) + "  out[0] = sizeof(s);\n");
  const fix::Fixes size = fixes_of(text);
  REQUIRE(size.arrays[0].fixes.size() == 1);
  CHECK(size.arrays[0].fixes[0].layout.change.kind == Kind::kSwizzle);
  CHECK(holds(size.arrays[0].refusals[0].message, "comes out different"));
}

TEST_CASE("fix: blocks that take turns") {
  const fix::Fixes fixes = fixes_of(
      kernel("  __shared__ int s[32][32];\n", kStoreColumns, kLoadRows),
      "--grid 2 --block 32,8 --arg in=int[32][32] --arg out=int[32][32] --schedule round-robin");
  CHECK(fixes.counts_one_block);
  CHECK(fixes.arrays[0].before.requests == 64);
  CHECK(fixes.is_fixed());
}

TEST_CASE("fix: what a lane takes at once stays together") {
  const std::string text =
      kernel("  __shared__ int s[32][32];\n",
             "  *(int4*)&s[t][4 * w] = *(const int4*)&in[t * 32 + 4 * w];\n", kLoadRows);
  const fix::Fixes fixes = fixes_of(text);
  REQUIRE(fixes.arrays[0].fixes.size() == 2);
  CHECK(fixes.arrays[0].fixes[0].layout.change.pad == 4);
  CHECK(holds(fixes.arrays[0].fixes[1].text, "&s[t][(4 * w) ^ t % 8 * 4]"));
}

TEST_CASE("fix: rows that vectors do not begin with are left as they are") {
  const std::string text =
      kernel("  __shared__ __align__(16) int s[32][34];\n",
             "  if (t < 8 && w == 0) *(int4*)&s[0][4 * t] = make_int4(t, 1, 2, 3);\n",
             "  out[w * 32 + t] = s[2 * (t / 2) % 32][16 * (t % 2)];\n");
  CHECK(holds(only_refusal(fixes_of(text)), "a lane takes 16 bytes of 's' at once"));
}

TEST_CASE("fix: without checks, too, an index past its row is seen") {
  const std::string text =
      kernel("  __shared__ int s[32][32];\n", kStoreColumns, "  out[t] = s[0][t + 40];\n");
  const std::string words =
      "--block 32,8 --arg in=int[32][32] --arg out=int[32][32]:zero --checks none";
  CHECK(holds(only_refusal(fixes_of(text, words)), "an index goes past its row of 's'"));
}

TEST_CASE("fix: an address that escapes is a reason to leave the array as it is") {
  const std::string declared = "  __shared__ int s[32][32];\n";
  const auto refusal = [&](const std::string& extra) {
    return only_refusal(fixes_of("__device__ int first(int (*rows)[32]) { return rows[1][0]; }\n" +
                                 kernel(declared, kStoreColumns, kLoadRows + extra)));
  };
  CHECK(holds(refusal("  out[0] = first(s);\n"), "'s' is used here as a pointer"));
  CHECK(holds(refusal("  int* row = s[1];\n  out[0] = row[40];\n"), "a row of 's' is used here"));
  CHECK(holds(refusal("  out[0] = (&s[0][0])[40];\n"), "the address of an element of 's'"));
  CHECK(holds(refusal("  out[0] = *(&s[0][0] + 40);\n"), "the address of an element of 's'"));
  CHECK(holds(refusal("  out[0] = ((int*)s)[40];\n"), "'s' is used here as a pointer"));
  CHECK(holds(refusal("  out[t] = s[0][t + 40];\n"), "an index goes past its row of 's'"));
}

TEST_CASE("fix: atomics on an element are no escape") {
  const fix::Fixes fixes =
      fixes_of(kernel("  __shared__ int s[32][32];\n", "  s[w][t] = 0;\n",
                      "  if (w == 0) atomicAdd(&s[t][0], 1);\n  out[t] = s[0][t];\n"));
  CHECK(fixes.is_fixed());
}

TEST_CASE("fix: a subscript that may not be copied is no swizzle") {
  const fix::Fixes fixes = fixes_of(
      kernel("  __shared__ int s[32][32];\n  int n = 0;\n",
             "  for (int i = w; i < 32; i += 8) s[t][i] = in[t];\n  n = w;\n  while (n < 32) "
             "out[t] += s[t][n++];\n",
             "  n = t;\n  out[t] += s[n++ % 32][w];\n"));
  REQUIRE(fixes.arrays[0].fixes.size() == 1);
  CHECK(fixes.arrays[0].fixes[0].layout.change.kind == Kind::kPad);
  REQUIRE_FALSE(fixes.arrays[0].refusals.empty());
  CHECK(holds(fixes.arrays[0].refusals[0].message, "evaluated twice or in another order"));
}

TEST_CASE("fix: conflicts that no layout takes away") {
  const fix::Fixes fixes = fixes_of(kernel(
      "  __shared__ int s[4];\n", "  if (w == 0) atomicAdd(&s[0], t);\n", "  out[t] = s[0];\n"));
  REQUIRE(fixes.arrays.size() == 1);
  CHECK(fixes.arrays[0].fixes.empty());
  CHECK_FALSE(fixes.is_fixed());
}

TEST_CASE("fix: where the data decide which lanes meet, that is the reason") {
  const auto counted = [](const std::string& bin) {
    return "__global__ void k(const int* in, int* out) {\n  __shared__ int bins[64];\n"
           "  int t = threadIdx.x;\n  bins[t] = 0;\n  __syncthreads();\n  int v = in[t] & 63;\n"
           "  atomicAdd(&bins[" +
           bin + "], 1);\n  __syncthreads();\n  out[t] = bins[t];\n}\n";
  };
  const char* const words = "--block 64 --arg in=int[64]:mod=7 --arg out=int[64]:zero";
  for (const char* bin : {"v", "in[t] & 63", "v * 9 % 64"}) {
    CAPTURE(bin);
    const fix::Fixes fixes = fixes_of(counted(bin), words);
    REQUIRE(fixes.arrays.size() == 1);
    REQUIRE(fixes.arrays[0].is_left());
    REQUIRE(fixes.arrays[0].refusals.size() == 1);
    CHECK(holds(fixes.arrays[0].refusals[0].message, "depends on data that is loaded"));
  }
  // The thread's number decides: what is tried is the reason.
  const fix::Fixes fixed = fixes_of(counted("t / 32 * 32"), words);
  REQUIRE(fixed.arrays.size() == 1);
  for (const base::Diagnostic& refusal : fixed.arrays[0].refusals)
    CHECK_FALSE(holds(refusal.message, "depends on data"));
}

TEST_CASE("fix: instances of a template and several launches get one layout") {
  const std::string text =
      "template <int N> __global__ void k(const int* in, int* out) {\n"
      "  __shared__ int s[N][N];\n"
      "  int t = threadIdx.x;\n"
      "  if (t < N) for (int i = 0; i < N; ++i) s[t][i] = in[t * 32 + i];\n"
      "  __syncthreads();\n"
      "  if (t < N) for (int i = 0; i < N; ++i) out[i * 32 + t] += s[i][t];\n"
      "}\n";
  const fix::Fixes fixes = fixes_of(text,
                                    "--kernel k<32> --block 32 --arg in=int[32][32] --arg "
                                    "out=int[32][32]:zero --then k<16>");
  REQUIRE(fixes.before.size() == 2);
  REQUIRE(fixes.arrays.size() == 1);
  CHECK(fixes.is_fixed());
  CHECK(holds(fixes.text, "s[N][N + 1]"));
}

TEST_CASE("fix: a run that a limit cuts is not looked at") {
  const base::Checked<fix::Fixes> fixes = fix::find_fixes(test::make_request(
      kernel("  __shared__ int s[32][32];\n", kStoreColumns, kLoadRows),
      "--block 32,8 --arg in=int[32][32] --arg out=int[32][32] --step-limit 10"));
  REQUIRE(fixes.ok());
  CHECK(fixes->arrays.empty());
  CHECK(fixes->before.back()->ending == run::Ending::kStepLimit);
  CHECK_FALSE(fix::find_fixes(test::make_request("__global__ void k(", "")).ok());
}
