// The text of an array laid out otherwise: what is written in brackets, and on which lines.
#include "sim/edit/layout_edits.hpp"

#include <doctest/doctest.h>

#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using Kind = edit::LayoutChange::Kind;
using warplens::test::golden;

namespace {

edit::LayoutChange change_of(Kind kind) {
  edit::LayoutChange change;
  change.kind = kind;
  change.pad = 1;
  change.bits = 3;
  return change;
}

struct Edited {
  std::string text, problem;
};

// The first shared array of a kernel of these lines, changed.
Edited edited(const std::string& lines, const edit::LayoutChange& change) {
  const std::string text = "__global__ void k(int* x) {\n" + lines + "\n}\n";
  const auto run = test::must_run(text, "--block 8 --arg x=int[64] --checks none");
  const lang::Variable& array = *run->program->kernel->shared.front();
  const base::SourceFile& file = run->program->unit->file;
  const auto edits = edit::layout_edit(file, edit::uses_of(*run->program, array), change);
  if (!edits) return {"", edits.error().message};
  std::string result = edit::apply(file, *edits);
  result.erase(0, text.find('\n') + 1);
  return {result.substr(0, result.size() - 3), ""};
}

std::string text_of(const std::string& lines, const edit::LayoutChange& change) {
  const Edited result = edited(lines, change);
  CHECK(result.problem == "");
  return result.text;
}

const std::string kDeclared = "int t = threadIdx.x; __shared__ int s[8][8];\n";

}  // namespace

TEST_CASE("layout edits: a swizzle brackets what is no name or number") {
  const edit::LayoutChange change = change_of(Kind::kSwizzle);
  CHECK(text_of(kDeclared + "s[t][1] = s[t / 2][t + 1];", change) ==
        kDeclared + "s[t][1 ^ t % 8] = s[t / 2][(t + 1) ^ (t / 2) % 8];");
  CHECK(text_of(kDeclared + "s[threadIdx.x][(t)] = 1;", change) ==
        kDeclared + "s[threadIdx.x][(t) ^ threadIdx.x % 8] = 1;");
  edit::LayoutChange more = change;
  more.shift = 1;
  more.unit = 2;
  more.takes_all_of_row = true;
  CHECK(text_of(kDeclared + "s[t][1] = 1;", more) == kDeclared + "s[t][1 ^ t / 2 * 2] = 1;");
}

TEST_CASE("layout edits: a row that a number names may need no change") {
  CHECK(text_of(kDeclared + "s[0][t] = s[t][0];", change_of(Kind::kSwizzle)) ==
        kDeclared + "s[0][t] = s[t][0 ^ t % 8];");
}

TEST_CASE("layout edits: lines and comments stay") {
  const std::string lines = kDeclared + "s[t /* row\n */ + 0][t\n  * 1] = 1;";
  CHECK(text_of(lines, change_of(Kind::kSwizzle)) ==
        kDeclared + "s[t /* row\n */ + 0][(t\n  * 1) ^ (t + 0) % 8] = 1;");
  const std::string turned = text_of(lines, change_of(Kind::kTurn));
  CHECK(turned == kDeclared + "s[t * 1\n][t + 0\n] = 1;");
}

TEST_CASE("layout edits: a subscript inside of one is changed by itself") {
  edit::LayoutChange pad = change_of(Kind::kPad);
  CHECK(
      text_of("int t = threadIdx.x; __shared__ int s[8 * 2][8], r[8];\ns[r[t] = t][t] = 1;", pad) ==
      "int t = threadIdx.x; __shared__ int s[8 * 2][8 + 1], r[8];\ns[r[t] = t][t] = 1;");
  CHECK(edited("int t = threadIdx.x; __shared__ int s[8][8], r[8];\nr[t] = t; s[r[t]][t] = 1;",
               change_of(Kind::kSwizzle))
            .problem == golden("edit.layout.evaluated_twice"));
  CHECK(text_of("int t = threadIdx.x; __shared__ int s[8][8], r[8];\nr[t] = t; s[t][r[t]] = 1;",
                change_of(Kind::kSwizzle)) ==
        "int t = threadIdx.x; __shared__ int s[8][8], r[8];\nr[t] = t; s[t][r[t] ^ t % 8] = 1;");
}

TEST_CASE("layout edits: an array of one dimension") {
  edit::LayoutChange pad = change_of(Kind::kPad);
  pad.row = 4;
  const std::string head = "constexpr int n = 16; int t = threadIdx.x;\n";
  CHECK(text_of(head + "__shared__ int s[n];\ns[t] = s[t & 3] + s[2];", pad) ==
        head + "__shared__ int s[n + n / 4];\ns[t + t / 4] = s[(t & 3) + (t & 3) / 4] + s[2];");
  CHECK(text_of(head + "__shared__ int s[16];\ns[t] = __brev(t) >> 29;", pad) ==
        head + "__shared__ int s[16 + 4];\ns[t + t / 4] = __brev(t) >> 29;");
  CHECK(text_of(head + "__shared__ int s[16];\ns[__brev(t) >> 29] = 1;", pad) ==
        head + "__shared__ int s[16 + 4];\ns[(__brev(t) >> 29) + (__brev(t) >> 29) / 4] = 1;");
}
