// What differs between two runs: lines, parameters, accesses.
#include "app/scene/pages/differences.hpp"

#include <doctest/doctest.h>

#include "kernel_run.hpp"

using namespace warplens;
using Kind = scene::AccessDifferenceKind;

namespace {

scene::Differences between(const test::Recorded& left, const test::Recorded& right) {
  scene::DifferencesOfRuns differences(*left.run, *right.run);
  base::Slice whole(base::Slice::kWhole);
  differences.advance(whole);
  return differences.take();
}

std::string lines(std::string_view left, std::string_view right) {
  std::string all;
  for (const scene::LineDifference& line : scene::differing_lines(left, right)) {
    all += line.left != 0 ? "-" + std::to_string(line.left) : "+" + std::to_string(line.right);
    all += line.text + " ";
  }
  return all;
}

const char* const kTurned =
    "__global__ void k(float* o) {\n"
    "  __shared__ float s[32][32 + PAD];\n"
    "  s[threadIdx.x][0] = 1;\n"
    "  o[threadIdx.x] = s[threadIdx.x][0];\n"
    "}\n";

}  // namespace

TEST_CASE("differences: lines that only one text has, with their numbers") {
  CHECK(lines("a\nb\nc\n", "a\nb\nc\n") == "");
  CHECK(lines("a\nb\nc\n", "a\nB\nc") == "-2b +2B ");
  CHECK(lines("a\nb\nc\nd\n", "a\nc\nx\nd\n") == "-2b +3x ");
  CHECK(lines("", "a\n") == "+1a ");
  CHECK(lines("a\r\nb\r\n", "a\nb\n") == "");
  CHECK(lines("a\na\nb\n", "a\nb\n") == "-2a ");
}

TEST_CASE("differences: what only comments and blank lines differ in is no difference") {
  CHECK(lines("// one\na\n\nb\n", "a\n/* two\n   lines */\nb\n") == "");
  CHECK(lines("a // one\n", "a // two\n") == "-1a // one +1a // two ");
  CHECK(lines("/* x */ a\n", "a\n") == "-1/* x */ a +1a ");
  CHECK_MESSAGE(lines("// one\na\nb\n", "a\nc\n") == "-3b +2c ", "numbers are of the whole text");
  const auto record = [](const std::string& text) {
    return test::record(text, "--grid 1 --block 32 --arg o=float[32]");
  };
  const std::string text = "__global__ void k(float* o) { o[threadIdx.x] = 1; }\n";
  const scene::Differences all = between(record(text), record("// new\n" + text));
  CHECK(all.lines.empty());
  CHECK(all.differ_in_comments);
}

TEST_CASE("differences: parameters that only one kernel has come last, its arrays not at all") {
  const auto left = test::record("__global__ void k(float* a, int n) { a[threadIdx.x] = n; }\n",
                                 "--grid 1 --block 32 --arg a=float[32] --arg n=3");
  const auto right = test::record("__global__ void j(float* b, int m) { b[threadIdx.x] = m; }\n",
                                  "--grid 1 --block 64 --arg b=float[64] --arg m=4");
  const scene::Differences all = between(left, right);
  REQUIRE(all.traits.size() == 4);
  CHECK(all.traits[0].left == "k");
  CHECK(all.traits[1].right == "64");
  CHECK(all.traits[2].name == "n");
  CHECK(all.traits[2].right == "");
  CHECK(all.traits[3].name == "m");
  CHECK(all.traits[3].left == "");
}

TEST_CASE("differences: a pad is a parameter, and the first access that it changes is named") {
  const auto left = test::record(kTurned, "--grid 1 --block 32 -D PAD=0 --arg o=float[32]");
  const auto right = test::record(kTurned, "--grid 1 --block 32 -D PAD=1 --arg o=float[32]");
  const scene::Differences all = between(left, right);
  CHECK(all.lines.empty());
  REQUIRE(all.traits.size() == 1);
  CHECK(all.traits[0].name == "PAD");
  CHECK(all.traits[0].left == "0");
  CHECK(all.traits[0].right == "1");
  REQUIRE(all.accesses.size() == 1);
  CHECK(all.accesses[0].kind == Kind::kPasses);
  CHECK(all.accesses[0].step == 0);
  CHECK(all.accesses[0].line == 3);
  CHECK(all.accesses[0].left == 32);
  CHECK(all.accesses[0].right == 1);
  CHECK(all.accesses[0].count == 2);  // the store and the load
}

TEST_CASE("differences: lanes, values and accesses that only one text makes") {
  const auto make = [](const std::string& body) {
    return test::record("__global__ void k(int* o) {\n" + body + "}\n",
                        "--grid 1 --block 64 --arg o=int[64]:zero");
  };
  const auto left = make("  if (threadIdx.x < 40) o[threadIdx.x] = 7;\n");
  const auto fewer = make("  if (threadIdx.x < 36) o[threadIdx.x] = 7;\n");
  scene::Differences all = between(left, fewer);
  REQUIRE(all.accesses.size() == 1);
  CHECK(all.accesses[0].kind == Kind::kLanes);
  CHECK(all.accesses[0].step == 1);
  CHECK(all.accesses[0].lanes == 0xf0);
  all = between(left, make("  if (threadIdx.x < 40) o[threadIdx.x] = 7 + threadIdx.x / 39;\n"));
  REQUIRE(all.accesses.size() == 1);
  CHECK(all.accesses[0].kind == Kind::kValues);
  CHECK(all.accesses[0].step == 1);
  CHECK(all.accesses[0].lanes == 0x80);
  all = between(left, make("  if (threadIdx.x < 40) o[threadIdx.x] = 7;\n  o[0] = 1;\n"));
  REQUIRE(all.accesses.size() == 1);
  CHECK(all.accesses[0].kind == Kind::kAlone);
  CHECK(all.accesses[0].text == "o[0]");
  CHECK(all.lines.size() == 1);
  CHECK(between(left, left).accesses.empty());
  CHECK(between(left, left).traits.empty());
}

TEST_CASE("differences: looked for in slices, they are those that are looked for at once") {
  const auto words = [](const scene::Differences& all) {
    std::string text;
    for (const scene::LineDifference& line : all.lines)
      text += std::to_string(line.left) + " " + std::to_string(line.right) + line.text + "\n";
    for (const scene::TraitDifference& trait : all.traits)
      text += trait.name + trait.left + trait.right + "\n";
    for (const scene::AccessDifference& one : all.accesses)
      text += std::to_string(static_cast<int>(one.kind)) + " " + std::to_string(one.step) +
              one.text + " " + std::to_string(one.count) + " " + std::to_string(one.lanes) + "\n";
    return text + std::to_string(all.more_lines) + (all.are_accesses_compared ? "compared" : "");
  };
  const auto left = test::record(kTurned, "--grid 1 --block 32 -D PAD=0 --arg o=float[32]");
  const auto right = test::record(std::string(kTurned) + "// new\n" + "__device__ int unused;\n",
                                  "--grid 1 --block 32 -D PAD=1 --arg o=float[32]");
  for (const auto& [one, other] : {std::pair(&left, &right), std::pair(&right, &left)}) {
    scene::DifferencesOfRuns differences(*one->run, *other->run);
    size_t slices = 1;
    for (base::Slice slice(1); differences.advance(slice) == base::Progress::kMore;
         slice = base::Slice(1))
      ++slices;
    CHECK(slices > 2);  // one a line that differs, and one an access
    CHECK(words(differences.take()) == words(between(*one, *other)));
  }
}
