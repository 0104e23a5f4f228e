// Rows of an array of one dimension made longer or shorter where their length is given.
#include "sim/edit/pitch_edits.hpp"

#include <doctest/doctest.h>

#include "tests/support/runs.hpp"

using namespace warplens;
using Kind = edit::LayoutChange::Kind;

namespace {

struct Edited {
  std::vector<uint64_t> pitches;
  std::string text, problem;
};

// A text whose kernel's first shared array gets rows of 8 + `more` elements.
Edited edited(const std::string& text, int64_t more = 1) {
  const auto run = test::must_run(text, "--kernel k --block 8 --arg x=int[64] --checks none");
  const lang::Variable& array = *run->program->kernel->shared.front();
  const edit::ArrayUses uses = edit::uses_of(*run->program, array);
  const base::SourceFile& file = run->program->unit->file;
  edit::LayoutChange change;
  change.kind = more < 0 ? Kind::kShorten : Kind::kPad;
  change.row = change.columns = 8;
  change.pad = more;
  change.is_pitch = true;
  Edited result{edit::pitches(file, uses), "", ""};
  const auto edits = edit::pitch_edit(file, uses, change);
  if (edits)
    result.text = edit::apply(file, *edits);
  else
    result.problem = edits.error().message;
  return result;
}

// "{}" in the place of what changes.
std::string with(std::string text, const std::vector<std::string>& values) {
  for (const std::string& value : values) text.replace(text.find("{}"), 2, value);
  return text;
}

// The text with `before` becomes that with `after`.
void check_edit(const std::string& text, const std::vector<std::string>& before,
                const std::vector<std::string>& after, int64_t more = 1) {
  const Edited result = edited(with(text, before), more);
  CHECK(result.problem == "");
  CHECK(result.text == with(text, after));
  CHECK(std::count(result.pitches.begin(), result.pitches.end(), 8) == 1);
}

std::string kernel(const std::string& head, const std::string& lines) {
  return head + "__global__ void k(int* x) {\n  int t = threadIdx.x;\n" + lines + "}\n";
}

}  // namespace

TEST_CASE("pitch edits: numbers in the subscripts") {
  const std::string text =
      kernel("", "  __shared__ int s[{}];\n  s[t * {} + 1] = t;\n  x[t] = s[t + {} * 3] + s[5];\n");
  check_edit(text, {"64", "8", "8"}, {"64 + 8", "9", "9"});
  check_edit(text, {"4 * 8", "8", "8"}, {"4 * 9", "9", "9"});
  check_edit(text, {"8 * 8", "8", "8"}, {"8 * 5", "5", "5"}, -3);
  check_edit(text, {"64", "8", "8"}, {"40", "5", "5"}, -3);
  check_edit(text, {"64", "(2 + 6)", "8"}, {"64 + 8", "(2 + 7)", "9"});
}

TEST_CASE("pitch edits: a number before a division is no length") {
  check_edit(
      kernel("", "  __shared__ int s[{}];\n  s[t / 8 * {} + t % 8] = t;\n  x[t] = s[t * {}];\n"),
      {"64", "8", "8"}, {"64 + 8", "9", "9"});
}

TEST_CASE("pitch edits: a constant that says nothing else is changed itself") {
  const std::string lines =
      "  __shared__ int s[8 * LD];\n  s[t * LD] = t;\n  x[t] = s[LD * 2 + t];\n";
  check_edit(kernel("#define LD {}\n", lines), {"8"}, {"9"});
  check_edit(kernel("#define LD {}\n", lines), {"(4 + 4)"}, {"(4 + 5)"});
  check_edit(kernel("#define LD {}\n", lines), {"4 * 2"}, {"(4 * 2 + 1)"});
  check_edit(kernel("constexpr int LD = {};\n", lines), {"8"}, {"11"}, 3);
  check_edit(kernel("", "  const int n = 2, LD = {};\n" + lines), {"8"}, {"5"}, -3);
  check_edit(kernel("enum { LD = {} };\n", lines), {"8"}, {"9"});
  // The array's size is another number.
  check_edit(kernel("#define LD {}\n", "  __shared__ int s[{}];\n  s[t * LD] = t;\n"), {"8", "64"},
             {"9", "64 + 8"});
}

TEST_CASE("pitch edits: a constant that says something else, too, stays") {
  const std::string bound =
      "  const int LD = 8;\n  __shared__ int s[8 * {}];\n"
      "  for (int i = 0; i < LD; ++i) s[t * {} + i] = t;\n";
  check_edit(kernel("", bound), {"LD", "LD"}, {"(LD + 1)", "(LD + 1)"});
  const std::string other = "  __shared__ int s[{}], q[8 * LD];\n  s[t * {}] = q[t * LD] = t;\n";
  check_edit(kernel("#define LD 8\n", other), {"64", "LD"}, {"64 + 8", "(LD + 1)"});
  const std::string square = "  __shared__ int s[N * {}];\n  s[t * {}] = t;\n";
  check_edit(kernel("#define N 8\n", square), {"N", "N"}, {"(N + 1)", "(N + 1)"});
  check_edit(kernel("#define N 8\n", square), {"N", "N"}, {"(N - 3)", "(N - 3)"}, -3);
}

TEST_CASE("pitch edits: in a macro and in a function") {
  const std::string lines = "  __shared__ int s[{}];\n  s[at(t, 1)] = t;\n  x[t] = s[at(1, t)];\n";
  check_edit(kernel("#define at(r, c) ((r) * {} + (c))\n", lines), {"8", "64"}, {"9", "64 + 8"});
  check_edit(kernel("__device__ int at(int r, int c) { return c * {} + r; }\n", lines), {"8", "64"},
             {"9", "64 + 8"});
  check_edit(
      kernel("const int LD = {};\n__device__ int at(int r, int c) { return r * LD + c; }\n", lines),
      {"8", "8 * LD"}, {"9", "8 * LD"});
  check_edit(kernel("#define S(r, c) s[(c) * {} + (r)]\n",
                    "  __shared__ int s[{}];\n  S(t, 1) = t;\n  x[t] = S(1, t);\n"),
             {"8", "64"}, {"9", "64 + 8"});
}

TEST_CASE("pitch edits: what does not say a length") {
  const auto pitches = [](const std::string& lines) {
    return edited(kernel("", "  __shared__ int s[64];\n" + lines)).pitches;
  };
  using Lengths = std::vector<uint64_t>;
  CHECK(pitches("  s[t] = t;\n") == Lengths{});
  CHECK(pitches("  s[t * 8] = s[t];\n") == Lengths{});
  CHECK(pitches("  s[t * 8] = s[t * 4 + 1];\n") == Lengths{});
  CHECK(pitches("  s[t << 3] = t;\n") == Lengths{});
  CHECK(pitches("  s[t * x[0] * 0 + t] = t;\n") == Lengths{});
  CHECK(pitches("  s[t % 2 * 8 + t * 4] = s[4 * t + 8 * 1];\n") == Lengths{8, 4});
  CHECK(edited(kernel("", "  __shared__ int s[64];\n  s[t * 8] = s[t];\n"))
            .problem.find("does not say how long a row is") != std::string::npos);
}
