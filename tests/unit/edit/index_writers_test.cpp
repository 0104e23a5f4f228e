// Subscripts that a macro or a function writes: the one place where they are changed, or why there
// is none.
#include "sim/edit/array_uses.hpp"

#include <doctest/doctest.h>

#include "sim/edit/layout_edits.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using Kind = edit::LayoutChange::Kind;

namespace {

struct Edited {
  std::string text, problem;
};

// `head`, and a kernel of these lines whose first shared array is swizzled; of one dimension as
// rows of 8.
Edited swizzled(const std::string& head, const std::string& lines) {
  const std::string text =
      head + "__global__ void k(int* x) {\n  int t = threadIdx.x;\n" + lines + "}\n";
  const auto run = test::must_run(text, "--kernel k --block 8 --arg x=int[64] --checks none");
  const lang::Variable& array = *run->program->kernel->shared.front();
  edit::LayoutChange change;
  change.kind = Kind::kSwizzle;
  change.bits = 3;
  change.row = lang::extents_of(array.type).size() == 1 ? 8 : 0;
  change.takes_all_of_row = true;
  const base::SourceFile& file = run->program->unit->file;
  const auto edits = edit::layout_edit(file, edit::uses_of(*run->program, array), change);
  if (!edits) return {"", edits.error().message};
  return {edit::apply(file, *edits), ""};
}

// The text has each change, and nothing else is changed: `head` and `lines` with "<" where it is.
void check_edit(const std::string& head, const std::string& lines, const std::string& new_head,
                const std::string& new_lines) {
  const Edited edited = swizzled(head, lines);
  CHECK(edited.problem == "");
  CHECK(edited.text ==
        new_head + "__global__ void k(int* x) {\n  int t = threadIdx.x;\n" + new_lines + "}\n");
}

const std::string kFlat = "  __shared__ int s[64];\n", kRows = "  __shared__ int s[8][8];\n";

}  // namespace

TEST_CASE("index writers: a macro that has the subscripts") {
  const std::string lines = kRows + "  AT(t, 1) = t; x[t] = AT(1, t);\n";
  check_edit("#define AT(r, c) s[r][c]\n", lines, "#define AT(r, c) s[r][c ^ r]\n", lines);
  // Columns first, in brackets, over two lines.
  check_edit("#define AT(c, r) \\\n  s[(r)][(c)]\n", lines,
             "#define AT(c, r) \\\n  s[(r)][(c) ^ (r)]\n", lines);
  const std::string flat = kFlat + "  AT(t, 1) = t; x[t] = AT(1, t) + s[t];\n";
  check_edit("#define AT(r, c) s[(r) * 8 + (c)]\n", flat,
             "#define AT(r, c) s[((r) * 8 + (c)) ^ ((r) * 8 + (c)) / 8]\n",
             kFlat + "  AT(t, 1) = t; x[t] = AT(1, t) + s[t ^ t / 8];\n");
}

TEST_CASE("index writers: a macro of macros, and one that names the array as its argument") {
  const std::string lines = kFlat + "  BOTH(t); x[t] = S(1, t);\n";
  check_edit(
      "#define I(r, c) ((r) * 8 + (c))\n#define S(r, c) s[I(r, c)]\n"
      "#define BOTH(i) S(i, 1) = i; S(i, 2) = S(i, 1)\n",
      lines,
      "#define I(r, c) (((r) * 8 + (c)) ^ ((r) * 8 + (c)) / 8)\n#define S(r, c) s[I(r, c)]\n"
      "#define BOTH(i) S(i, 1) = i; S(i, 2) = S(i, 1)\n",
      lines);
  const std::string named = kRows + "  AT(s, t, 1) = t; x[t] = AT(s, 1, t);\n";
  check_edit("#define AT(a, r, c) a[r][c]\n", named, "#define AT(a, r, c) a[r][c ^ r]\n", named);
}

TEST_CASE("index writers: a macro and a function that compute the index") {
  const std::string lines = kFlat + "  s[at(t, 1)] = t; x[t] = s[at(1, t)];\n";
  check_edit("#define at(r, c) (r) * 8 + (c)\n", lines,
             "#define at(r, c) ((r) * 8 + (c)) ^ ((r) * 8 + (c)) / 8\n", lines);
  check_edit("__device__ int at(int r, int c) { return r * 8 + c; }\n", lines,
             "__device__ int at(int r, int c) { return (r * 8 + c) ^ (r * 8 + c) / 8; }\n", lines);
  check_edit("__device__ int at(int r, int c) {\n  const int n = 8;\n  return (n * r + c);\n}\n",
             lines,
             "__device__ int at(int r, int c) {\n  const int n = 8;\n"
             "  return ((n * r + c) ^ (n * r + c) / 8);\n}\n",
             lines);
}

TEST_CASE("index writers: what computes other indices, too, stays") {
  const std::string lines = kFlat + "  s[at(t, 1)] = t; x[t] = s[at(1, t)]; x[at(0, t)] = 1;\n";
  const std::string changed =
      kFlat +
      "  s[at(t, 1) ^ at(t, 1) / 8] = t; x[t] = s[at(1, t) ^ at(1, t) / 8]; "
      "x[at(0, t)] = 1;\n";
  for (const std::string head : {"#define at(r, c) ((r) * 8 + (c))\n",
                                 "__device__ int at(int r, int c) { return r * 8 + c; }\n"})
    check_edit(head, lines, head, changed);
  // A part of a subscript.
  const std::string part = kFlat + "  s[at(t, 0) + 1] = t; x[t] = s[at(1, t)];\n";
  const std::string head = "__device__ int at(int r, int c) { return r * 8 + c; }\n";
  check_edit(
      head, part, head,
      kFlat + "  s[(at(t, 0) + 1) ^ (at(t, 0) + 1) / 8] = t; x[t] = s[at(1, t) ^ at(1, t) / 8];\n");
}

TEST_CASE("index writers: a function that reads or changes something is not called twice") {
  const std::string lines = kFlat + "  s[at(t, x)] = t; x[t] = s[at(1, x)] + at(0, x);\n";
  const std::string problem = "evaluated twice or in another order";
  for (const char* head : {"__device__ int at(int r, int* p) { return p[0] % 8 + r; }\n",
                           "__device__ int n; __device__ int at(int r, int*) { return n + r; }\n",
                           "__device__ int at(int r, int* p) { atomicAdd(p, 0); return r; }\n"})
    CHECK(swizzled(head, lines).problem.find(problem) != std::string::npos);
}

TEST_CASE("index writers: a macro that has another use is named") {
  const std::string head = "#define AT(a, r, c) a[r][c]\n";
  const std::string problem =
      "the macro 'AT' writes subscripts of 'q' here, too, so a change of it";
  CHECK(swizzled(head, kRows + "  __shared__ int q[8][8];\n  AT(s, t, 1) = t; AT(q, 1, t) = t;\n")
            .problem.starts_with(problem));
  CHECK(swizzled("#define AT(r, c) s[r][c]\n",
                 kRows + "  AT(t, 1) = t; x[t] = AT(1, t);\n}\n__global__ void other(int* x) {\n"
                         "  __shared__ int s[8][8];\n  AT(1, 2) = 3;\n")
            .problem.find("is used here for something else") != std::string::npos);
  // Twice defined, or a part of the subscripts only.
  CHECK(
      swizzled("#define ROW(r) s[r]\n", kRows + "  ROW(t)[1] = t;\n").problem.find("a macro or") !=
      std::string::npos);
  CHECK(
      swizzled("#ifdef OTHER\n#define AT(r, c) s[c][r]\n#else\n#define AT(r, c) s[r][c]\n#endif\n",
               kRows + "  AT(t, 1) = t;\n")
          .problem.find("a macro or") != std::string::npos);
}
