// The words of a program: the names of the text, the copies, launches and prints in their order.
#include "app/study/program.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/study/call_names.hpp"
#include "app/study/program_launches.hpp"
#include "sim/prepare/request.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

namespace base = warplens::base;
namespace prepare = warplens::prepare;
namespace study = warplens::study;
namespace test = warplens::test;
using warplens::test::golden;

namespace {

using Kind = prepare::JournalStep::Kind;

const std::string kAdd = R"(#include <cstdio>
#define CHECK(call) if ((call) != cudaSuccess) return 2
__global__ void add(const float* a, float* c) { c[threadIdx.x] = a[threadIdx.x] + 1; }
int main() {
  float h_in[32], *d_in, *d_out, h_out[32];
  for (int i = 0; i < 32; ++i) h_in[i] = 10.5f * i;
  CHECK(cudaMalloc((void**)&d_in, sizeof h_in));
  cudaMalloc(&d_out, sizeof h_out);
  CHECK(cudaMemcpy(d_in, h_in, sizeof h_in, cudaMemcpyHostToDevice));
  for (int turn = 0; turn < 2; ++turn) add<<<1, 32>>>(d_in, d_out);
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  printf("%g\n", h_out[3]);
  cudaFree(d_in);
}
)";

std::vector<std::string> words_of(const study::ProgramFacts& facts) {
  std::vector<std::string> words;
  for (const study::ProgramStep& step : facts.steps) words.push_back(step.words.rendered());
  return words;
}

}  // namespace

TEST_CASE("program: its steps in the text's own names") {
  const study::ProgramFacts facts = study::facts_of(*test::must_reach(kAdd));
  CHECK(facts.ending.rendered() == "it ended with status 0");
  CHECK_FALSE(facts.has_failed);
  CHECK_FALSE(facts.reads_arguments);
  CHECK(facts.output == std::vector<std::string>{"32.5"});
  CHECK(facts.launches == 2);
  CHECK(words_of(facts) == golden("study.program.steps"));
  CHECK(facts.steps[2].line == 9);
  CHECK(facts.steps[6].line == 12);
}

TEST_CASE("program: what arrays hold after each step, and which step changed it") {
  const auto program = test::must_reach(kAdd);
  const study::ProgramFacts facts = study::facts_of(*program);
  const auto number = [&](const std::string& name) {
    const auto at =
        std::find_if(facts.arrays.begin(), facts.arrays.end(),
                     [&](const study::ProgramArray& array) { return array.name == name; });
    REQUIRE(at != facts.arrays.end());
    return static_cast<uint32_t>(at - facts.arrays.begin());
  };
  CHECK(facts.arrays[number("h_in")].size.rendered() == "32 float");
  CHECK(facts.arrays[number("d_in")].size.rendered() == "32 float");
  CHECK(facts.arrays[number("h_in")].is_host());
  CHECK(facts.arrays[number("d_out")].is_of_device());
  const auto state = [&](const std::string& name, size_t step) {
    return study::ArrayState(*program, number(name), step);
  };
  using Values = std::vector<std::string>;
  CHECK(study::first_values(state("d_in", 2), 3) == Values{"0", "10.5", "21"});
  CHECK(state("d_in", 2).is_changed());
  CHECK_FALSE(state("h_in", 2).is_changed());
  CHECK(state("d_out", 2).count() == 0);
  CHECK(study::first_values(state("d_out", 3), 3) == Values{"1", "11.5", "22"});
  CHECK(state("d_out", 3).is_changed());
  CHECK_FALSE(state("d_in", 3).is_changed());
  CHECK_FALSE(state("d_out", 4).is_changed());
  CHECK(study::first_values(state("h_out", 5), 3) == Values{"1", "11.5", "22"});
  // Side by side: a copy's two arrays, what a launch reads and what it changes.
  const auto beside = [&](size_t step) {
    const study::ArrayPair pair = study::arrays_beside(*program, facts, step, std::nullopt);
    return (pair.left ? facts.arrays[*pair.left].name : "") + "|" +
           (pair.right ? facts.arrays[*pair.right].name : "");
  };
  CHECK(beside(2) == "h_in|d_in");
  CHECK(beside(3) == "d_in|d_out");
  CHECK(beside(5) == "h_out|d_out");
  CHECK(beside(6) == "h_out|d_out");  // a print is about no array
  CHECK(beside(7) == "h_out|d_out");  // d_in is freed
  CHECK(study::arrays_beside(*program, facts, 7, number("d_in")) ==
        study::ArrayPair{number("h_out"), number("d_out")});
  CHECK(beside(0) == "|");  // and only allocated there
  const study::ArrayPair wanted = study::arrays_beside(*program, facts, 3, number("d_in"));
  CHECK(wanted == study::ArrayPair{number("d_out"), number("d_in")});
}

TEST_CASE("program: any input of a launch is put beside what it changes") {
  const auto program = test::must_reach(R"(
__global__ void add(const int* a, const int* b, int* c) { *c = *a + *b; }
int main() {
  int x = 1, *d_a, *d_b, *d_c;
  cudaMalloc(&d_a, 4);
  cudaMalloc(&d_b, 4);
  cudaMalloc(&d_c, 4);
  cudaMemcpy(d_a, &x, 4, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, &x, 4, cudaMemcpyHostToDevice);
  add<<<1, 1>>>(d_a, d_b, d_c);
  cudaMemcpy(&x, d_c, 4, cudaMemcpyDeviceToHost);
  return x;
})");
  const study::ProgramFacts facts = study::facts_of(*program);
  constexpr size_t kLaunch = 5;
  REQUIRE(facts.steps[kLaunch].launch.has_value());
  const auto names = [&](uint32_t wanted) {
    const study::ArrayPair pair = study::arrays_beside(*program, facts, kLaunch, wanted);
    return facts.arrays[*pair.left].name + "|" + facts.arrays[*pair.right].name;
  };
  CHECK(names(0) == "d_c|d_a");
  CHECK(names(1) == "d_c|d_b");
  CHECK(names(2) == "d_a|d_c");
}

TEST_CASE("program: exchanged pointers have the names that the text gives them then") {
  const study::ProgramFacts facts = study::facts_of(*test::must_reach(R"(#include <utility>
__global__ void step(const int* in, int* out) { *out = *in + 1; }
int main() {
  int x = 1, *a, *b;
  cudaMalloc(&a, 4);
  cudaMalloc(&b, 4);
  cudaMemcpy(a, &x, 4, cudaMemcpyHostToDevice);
  for (int turn = 0; turn < 3; ++turn) {
    step<<<1, 1>>>(a, b);
    std::swap(a, b);
  }
  cudaMemcpy(&x, a, 4, cudaMemcpyDeviceToHost);
  return x;
})"));
  const std::vector<std::string> words = words_of(facts);
  REQUIRE(words.size() == 7);
  CHECK(words[3] == golden("study.program.launch"));
  CHECK(words[4] == golden("study.program.launch_with_swapped"));
  CHECK(words[5] == golden("study.program.launch_swapped_back"));
  CHECK(words[6] == golden("study.program.copy_of_swapped"));
}

TEST_CASE("program: a copy that fails changes nothing, and says so") {
  const study::ProgramFacts facts = study::facts_of(*test::must_reach(R"(
int main() {
  int x[4] = {}, *d;
  cudaMalloc(&d, sizeof x);
  cudaMemcpy(d, x, 64, cudaMemcpyHostToDevice);
  return 3;
})"));
  CHECK(facts.has_failed);
  CHECK(facts.ending.rendered() == "it ended with status 3");
  REQUIRE(facts.steps.size() == 2);
  CHECK(facts.steps[1].has_failed);
  CHECK(facts.steps[1].words.rendered() == golden("study.program.failed_copy"));
}

TEST_CASE("program launches: those of a kind are one row, whether they were looked at or not") {
  study::ProgramSummary summary;
  summary.reached = test::must_reach(R"(
__global__ void k(int* a) { *a += 1; }
int main() {
  int* a;
  cudaMalloc(&a, 4);
  for (int i = 0; i < 3; ++i) k<<<1, 32>>>(a);
  k<<<2, 32>>>(a);
  return 7;
})");
  summary.rows = study::kinds_of_launches(*summary.reached);
  study::choose_launch(summary, 3);
  CHECK(summary.why == study::ProgramSummary::Why::kWanted);
  const study::Section section = study::describe(summary);
  const auto number = [&](const char* path) {
    const study::Value* value = study::find(section, path);
    REQUIRE_MESSAGE(value != nullptr, path);
    return std::get<uint64_t>(value->is);
  };
  CHECK(number("launches.0.times") == 3);
  CHECK(number("launches.1.times") == 1);
  CHECK(number("launches.1.line") == 7);
  CHECK(study::find(section, "launches.2.times") == nullptr);
  CHECK(study::find(section, "launches.0.totals.shared.load.requests") == nullptr);
  CHECK(std::get<int64_t>(study::find(section, "program.status")->is) == 7);
}

TEST_CASE("call names: arguments without casts and ampersands") {
  const auto names = [](const std::string& text) {
    return study::call_names(base::SourceFile("test.cu", text), {0, 1});
  };
  using Names = std::vector<std::string>;
  CHECK(names("cudaMalloc((void**)&d_a, n * sizeof(float));") == Names{"d_a", "n * sizeof(float)"});
  CHECK(names("CHECK(cudaMemcpy(&p->x[i], a, f(1, 2), kind));") ==
        Names{"p->x[i]", "a", "f(1, 2)", "kind"});
  CHECK(names("x = 1; cudaFree(d);").empty());
  CHECK(names("").empty());
}

TEST_CASE("call names: a launch's arguments, and which of them are variables") {
  const auto names = [](const std::string& text) {
    return study::launch_names(base::SourceFile("test.cu", text), {0, 1});
  };
  using Names = std::vector<std::string>;
  CHECK(names("k<float, 2><<<dim3(4, 4), 16, n >> 1>>>(a, (float*)b.data, f(1, 2));") ==
        Names{"a", "b.data", "f(1, 2)"});
  CHECK(names("k(a); k<<<1, 1>>>(b);").empty());
  CHECK(study::is_variable("a"));
  CHECK(study::is_variable("grids[turn % 2]"));
  CHECK(study::is_variable("state->now.cells"));
  CHECK_FALSE(study::is_variable("a + 1"));
  CHECK_FALSE(study::is_variable("f(a)"));
  CHECK_FALSE(study::is_variable("0"));
}

TEST_CASE("program: what it printed follows the step") {
  const study::ProgramFacts facts = study::facts_of(*test::must_reach(R"(#include <cstdio>
__global__ void nothing() {}
int main() {
  printf("sum ");
  nothing<<<1, 32>>>();
  fprintf(stderr, "careful\n");
  nothing<<<1, 32>>>();
  printf("5\nPASS\n");
  nothing<<<1, 32>>>();
})"));
  using Lines = std::vector<std::string>;
  const auto at = [&](size_t step) { return study::output_at(facts, step, 10).lines; };
  REQUIRE(facts.steps.size() == 6);
  CHECK(at(0) == Lines{"sum "});
  CHECK(at(1) == Lines{"sum "});
  CHECK(at(2) == Lines{"sum ", "careful"});
  CHECK(at(4) == Lines{"sum 5", "PASS", "careful"});
  CHECK(at(5) == Lines{"sum 5", "PASS", "careful"});
  const study::ShownOutput part = study::output_at(facts, 4, 2);
  CHECK(part.lines == Lines{"sum 5", "PASS"});
  CHECK(part.more == 1);
}

TEST_CASE("program: a step is found again in another version of the text") {
  const auto facts_with = [](const std::string& before, const std::string& copy) {
    return study::facts_of(*test::must_reach(R"(#include <cstdio>
__global__ void add(float* a) { a[threadIdx.x] += 1; }
int main() {
  float h[32] = {}, *d;
  cudaMalloc(&d, sizeof h);
)" + before + R"(  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  add<<<1, 32>>>(d);
)" + copy + R"(  printf("%g\n", h[3]);
})"));
  };
  const std::string copy = "  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);\n";
  const study::ProgramFacts wrong =
      facts_with("", "  cudaMemcpy(h, d, 32, cudaMemcpyDeviceToHost);\n");
  // allocate, copy, launch, copy, print
  REQUIRE(wrong.steps.size() == 5);
  for (size_t i = 0; i < wrong.steps.size(); ++i)
    CHECK(study::step_in(facts_with("", copy), wrong, i) == i);
  // Lines above it move it.
  CHECK(study::step_in(facts_with("  // mended\n  // below\n", copy), wrong, 3) == 3);
  // One more of its kind comes before it: the line says which it is.
  const study::ProgramFacts more =
      facts_with("  cudaMemcpy(d, h, 8, cudaMemcpyHostToDevice);", copy);
  REQUIRE(more.steps.size() == 6);
  CHECK(study::step_in(more, wrong, 3) == 4);
  // What is gone leaves the end.
  CHECK(study::step_in(facts_with("", ""), wrong, 3) == 3);
}
