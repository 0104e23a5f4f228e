// Which guards a text lacks, in which order they are tried, and what the text is with them.
#include "sim/edit/guards.hpp"

#include <doctest/doctest.h>

#include "sim/base/source_text.hpp"
#include "sim/replay/expression_text.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

// The texts with the guards, for all accesses of global memory by subscripts.
std::vector<std::string> guarded(const std::string& statements, std::vector<edit::Known> known,
                                 uint64_t elements) {
  const std::string head = "__global__ void k(int* x, int n, int w) {\n";
  const auto run = test::must_run(head + statements + "}\n",
                                  "--checks none --block 1 --arg x=int[64] --arg n=2 --arg w=2");
  const base::SourceFile& file = run->program->unit->file;
  edit::GuardQuestion question{*run->program, std::move(known), {}, {}, {}};
  question.text_of = [&](base::Span span) { return base::source_text(file, span); };
  for (const code::AccessSite& site : run->program->sites) {
    if (edit::subscripted_bytes(site) != 4) continue;
    question.sites.push_back(&site);
    question.elements.push_back(elements);
  }
  std::vector<std::string> texts;
  for (const edit::Guard& guard : edit::possible_guards(question)) {
    const std::string text = edit::apply(file, guard.edit);
    texts.push_back(text.substr(head.size(), text.size() - head.size() - 2));
  }
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("guards: a statement alone, or a return in front of it") {
  CHECK(guarded("  x[threadIdx.x] = 1;\n", {{"n", 9}}, 9) ==
        Texts{"  if (threadIdx.x < n) x[threadIdx.x] = 1;\n",
              "  if (threadIdx.x >= n) return; x[threadIdx.x] = 1;\n"});
  CHECK(guarded("  x[threadIdx.x] = 1;\n", {{"n", 8}}, 9).empty());
}

TEST_CASE("guards: two statements, or each of them") {
  const Texts texts = guarded("  x[0 + n] = 1;\n  x[n + 1] = 2;\n", {{"w", 5}}, 5);
  REQUIRE(texts.size() >= 2);
  CHECK(texts[0] == "  if (0 + n >= w || n + 1 >= w) return; x[0 + n] = 1;\n  x[n + 1] = 2;\n");
  CHECK(texts[1] == "  if (0 + n < w && n + 1 < w) { x[0 + n] = 1;\n  x[n + 1] = 2; }\n");
}

TEST_CASE("guards: a row and a column, in any order, and behind a variable") {
  const std::vector<edit::Known> known{{"n", 6}, {"w", 7}};
  const std::string first = "  int r = threadIdx.y, c = threadIdx.x;\n";
  const auto condition = [&](const std::string& index) {
    const Texts texts = guarded(first + "  x[" + index + "] = 1;\n", known, 42);
    return texts.empty() ? "" : texts.front().substr(first.size() + 2);
  };
  CHECK(condition("r * w + c") == "if (r < n && c < w) x[r * w + c] = 1;\n");
  CHECK(condition("c + w * r") == "if (r < n && c < w) x[c + w * r] = 1;\n");
  CHECK(condition("(r + 1) * w + (c ^ 1)") ==
        "if (r + 1 < n && (c ^ 1) < w) x[(r + 1) * w + (c ^ 1)] = 1;\n");
  CHECK(guarded(first + "  int at = r * w + c;\n  x[at] = 1;\n", known, 42).front() ==
        first + "  int at = r * w + c;\n  if (r < n && c < w) x[at] = 1;\n");
  // Neither splits, but the two numbers make the length.
  CHECK(condition("r") == "if (r < n * w) x[r] = 1;\n");
}

TEST_CASE("guards: no return where the kernel has a barrier, and none around it") {
  const Texts texts = guarded(
      "  int i = threadIdx.x;\n  int v = x[i];\n  __syncthreads();\n  x[i] = v;\n", {{"n", 9}}, 9);
  REQUIRE(texts.size() == 2);
  CHECK(texts[0].find("int v = (i < n ? x[i] : 0);") != std::string::npos);
  CHECK(texts[1].find("  if (i < n) x[i] = v;") != std::string::npos);
}
