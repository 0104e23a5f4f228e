// Exercises whose hand-ins are whole programs: what counts as printed, where a program fails, what
// its goals count, and that the host alone can't compute what is asked of the device.
#include <doctest/doctest.h>

#include "app/course/printed_numbers.hpp"
#include "app/study/section.hpp"
#include "tests/unit/course/exercises.hpp"

using namespace warplens;
using course::MarkKind;
using course::MarkState;
using course::Outcome;
using course::WrongElement;

namespace {

const std::string kExercise = R"({
  "id": "mine", "title": "My own", "lesson": "program", "program": true,
  "goal": "Triple {n} numbers.",
  "launch": "-D N={n}",
  "sizes": [{"n": 64}, {"n": 33}, {"n": 1}, {"n": 100}],
  "result": "exact",
  "goals": [
    {"id": "copies", "text": "copies", "fact": "program.copies", "relation": "most", "bound": "reference"}
  ],
  "hints": [
    {"text": "One.", "stop": "a"}, {"text": "Two.", "stop": "b"}, {"text": "Three.", "stop": "c"}
  ]
})";

const std::string kKernel =
    "#include <cstdio>\n"
    "__global__ void triple(int* x, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) x[i] = 3 * x[i];\n}\n";

// Lines of main() before the launch, after the copy back, and before its return.
std::string program(const std::string& before = "", const std::string& after = "",
                    const std::string& print = "printf(\"%d\\n\", X[i]);",
                    const std::string& kernel = kKernel) {
  return kernel +
         "int main() {\n  int X[N];\n"
         "  for (int i = 0; i < N; ++i) X[i] = (SEED + 7 * i) % 1000 + 1;\n"
         "  int* x;\n  cudaMalloc(&x, sizeof X);\n" +
         before +
         "  cudaMemcpy(x, X, sizeof X, cudaMemcpyHostToDevice);\n"
         "  triple<<<(N + 31) / 32, 32>>>(x, N);\n"
         "  cudaMemcpy(X, x, sizeof X, cudaMemcpyDeviceToHost);\n" +
         after + "  for (int i = 0; i < N; ++i) { " + print +
         " }\n  cudaFree(x);\n  return 0;\n}\n";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, from);
  return text.replace(at, from.size(), to);
}

course::Exercise triple(const std::string& json = kExercise) {
  course::Exercise texts;
  texts.starter = texts.reference = program();
  auto exercise = course::parse_exercise("mine.json", json, texts);
  REQUIRE_MESSAGE(exercise.ok(), (exercise.ok() ? "" : exercise.error()));
  return std::move(*exercise);
}

course::Verdict judged(const std::string& text) {
  return course::judge(triple(), text);
}

course::Mark failed_result(const std::string& text) {
  const course::Verdict verdict = judged(text);
  CHECK_MESSAGE(verdict.outcome == Outcome::kFailed, tests::reasons_of(verdict));
  const course::Mark& mark = tests::mark_of(verdict, MarkKind::kResult);
  CHECK_MESSAGE(mark.state == MarkState::kFailed, tests::reasons_of(verdict));
  return mark;
}

std::vector<std::string> texts_of(const std::string& printed) {
  std::vector<std::string> texts;
  for (const course::PrintedNumber& number : course::numbers_in(printed))
    texts.push_back(number.text);
  return texts;
}

}  // namespace

TEST_CASE("program judge: numbers of an output, whatever is around them") {
  using Texts = std::vector<std::string>;
  CHECK(texts_of("") == Texts{});
  CHECK(texts_of("x2 = 3, y_4=-5;") == Texts{"3", "-5"});
  CHECK(texts_of("C[12] is +007 ms") == Texts{"12", "7"});
  CHECK(texts_of("3-4 -0 5ms 1e3") == Texts{"3", "4", "0", "5", "1e3"});
  CHECK(texts_of("nan inf -inf infinite info") == Texts{"nan", "inf", "-inf"});
  CHECK(texts_of("- + -- .5 -.5 1.") == Texts{".5", "-.5", "1."});
  CHECK(course::numbers_in("-2.5e1").front().value == -25);
  CHECK(course::numbers_in("12345678901234567890").front().text == "12345678901234567890");
}

TEST_CASE("program judge: a right program passes, however it writes its numbers") {
  for (const std::string& text :
       {program(), program("", "  printf(\"thrice:\\n\");\n", "printf(\"x%d = %d \", 1, X[i]);"),
        program("", "", "fprintf(stderr, \"%d\\n\", i); printf(\"%.1f\\n\", (double)X[i]);")}) {
    const course::Verdict verdict = judged(text);
    CHECK_MESSAGE(verdict.outcome == Outcome::kPassed, tests::reasons_of(verdict));
    CHECK_FALSE(verdict.printed.empty());
  }
}

TEST_CASE("program judge: what is no program is not finished") {
  for (const std::string& text : {std::string(), kKernel, kKernel + "int main() { return x; }\n"}) {
    const course::Verdict verdict = judged(text);
    CHECK_MESSAGE(verdict.outcome == Outcome::kNotFinished, text);
    CHECK_FALSE(verdict.problems.empty());
  }
}

TEST_CASE("program judge: wrong, missing and further numbers") {
  course::Mark mark = failed_result(program("", "  X[N / 2] += 1;\n"));
  REQUIRE(mark.wrong);
  CHECK(mark.wrong->kind == WrongElement::Kind::kPrinted);
  CHECK(mark.wrong->element == "33");
  CHECK(mark.wrong->count == 1);
  CHECK(mark.where->at.is_shown());
  mark = failed_result(program("", "", "if (i < 64) printf(\"%d\\n\", X[i]);"));
  REQUIRE(mark.wrong);
  CHECK(mark.wrong->kind == WrongElement::Kind::kNumbers);
  CHECK(mark.wrong->found == "64");
  CHECK(mark.where->size.at("n") == 100);
  mark = failed_result(program("", "  printf(\"of %d:\\n\", N);\n"));
  REQUIRE(mark.wrong);
  CHECK(mark.wrong->expected == "64");
  CHECK(mark.wrong->found == "65");
}

TEST_CASE("program judge: a program that does not end well") {
  CHECK_FALSE(failed_result(program("  if (N == 33) return 1;\n")).ended.empty());
  CHECK_FALSE(failed_result(program("  *(int*)0 = 1;\n")).ended.empty());
  CHECK_FALSE(
      failed_result(program("", "  while (X[0] != 0) X[1] = X[0] + X[2];\n")).ended.empty());
  const course::Verdict endless = judged(program("", "", "printf(\"%d\\n\", X[i]);",
                                                 replaced(kKernel, "if (i < n)", "while (i < n)")));
  CHECK(endless.outcome == Outcome::kFailed);
  CHECK(tests::mark_of(endless, MarkKind::kInstructions).state == MarkState::kFailed);
  CHECK(tests::mark_of(endless, MarkKind::kResult).state == MarkState::kCut);
}

TEST_CASE("program judge: the host can't do the kernels' work") {
  const course::Mark after = failed_result(
      program("", "  for (int i = 0; i < N; ++i) X[i] = 3 * ((SEED + 7 * i) % 1000 + 1);\n"));
  REQUIRE(after.wrong);
  CHECK(after.wrong->kind == WrongElement::Kind::kWithoutKernels);
  const course::Mark none = failed_result(
      "#include <cstdio>\nint main() {\n"
      "  for (int i = 0; i < N; ++i) printf(\"%d\\n\", 3 * ((SEED + 7 * i) % 1000 + 1));\n}\n");
  REQUIRE(none.wrong);
  CHECK(none.wrong->kind == WrongElement::Kind::kWithoutKernels);
}

TEST_CASE("program judge: findings of host code and of its kernels") {
  const auto finding = [](const std::string& text) {
    const course::Verdict verdict = judged(text);
    const course::Mark& mark = tests::mark_of(verdict, MarkKind::kErrors);
    REQUIRE_MESSAGE(mark.finding, tests::reasons_of(verdict));
    return mark.finding->kind;
  };
  CHECK(finding(replaced(program(), "  cudaMemcpy(x, X, sizeof X, cudaMemcpyHostToDevice);\n",
                         "")) == observe::FindingKind::kHostUnwritten);
  CHECK(finding(replaced(program(), "if (i < n) ", "")) == observe::FindingKind::kOutOfBounds);
  CHECK(finding(replaced(program(), "3 * x[i]", "3 * x[i]; x[n - 1] = 3")) ==
        observe::FindingKind::kRaceBetweenBlocks);
}

TEST_CASE("program judge: a result that depends on the order of blocks") {
  const std::string kernel =
      "#include <cstdio>\n__device__ int next;\n"
      "__global__ void triple(int* x, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) { x[i] *= 3; if (threadIdx.x == 0 && atomicAdd(&next, 1) != blockIdx.x) x[i] = "
      "0; }\n"
      "}\n";
  const course::Mark mark = failed_result(program("", "", "printf(\"%d\\n\", X[i]);", kernel));
  CHECK(mark.where->schedule.order == launch::Order::kAdversarial);
}

TEST_CASE("program judge: goals count copies at all sizes") {
  const std::string again = "  cudaMemcpy(x, X, sizeof X, cudaMemcpyHostToDevice);\n";
  const course::Verdict verdict = judged(program("  if (N > 64)\n" + again));
  const course::Mark& mark = tests::mark_of(verdict, MarkKind::kGoal, "copies");
  CHECK(mark.state == MarkState::kFailed);
  CHECK(mark.shown_value == 2);
  CHECK(mark.value == 3);
  CHECK(mark.where->size.at("n") == 100);
  struct Counted {
    const char* fact;
    double value;
  };
  for (const Counted& one :
       {Counted{"program.launches", 1}, Counted{"program.blocks", 2},
        Counted{"program.threads", 64}, Counted{"program.bytes_to_device", 256},
        Counted{"program.bytes_to_host", 256}, Counted{"program.copies_to_host", 1},
        Counted{"program.bytes_copied", 512}, Counted{"program.allocations", 1},
        Counted{"program.bytes_allocated", 256}, Counted{"program.arrays_left", 0},
        Counted{"totals.global.store.bytes_requested", 256}}) {
    CAPTURE(one.fact);
    const course::Exercise exercise =
        triple(replaced(kExercise, "\"program.copies\"", "\"" + std::string(one.fact) + "\""));
    const course::Verdict counted = course::judge(exercise, exercise.reference);
    CHECK_MESSAGE(counted.outcome == Outcome::kPassed, tests::reasons_of(counted));
    CHECK(tests::mark_of(counted, MarkKind::kGoal).shown_value == one.value);
  }
  const course::Exercise unknown = triple(replaced(kExercise, "program.copies", "program.copied"));
  CHECK(course::judge(unknown, unknown.reference).outcome == Outcome::kUnusable);
}

TEST_CASE("program judge: sums are right within what rounding explains") {
  course::Exercise exercise = triple();
  exercise.comparison = course::Comparison::kSum;
  exercise.terms = "{n}";
  const std::string real =
      "#include <cstdio>\n__global__ void triple(float* x, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) x[i] = x[i] / 3;\n}\n";
  std::string text = program("", "", "printf(\"%g\\n\", X[i]);", real);
  text = replaced(replaced(text, "int X[N]", "float X[N]"), "int* x;", "float* x;");
  exercise.starter = exercise.reference = text;
  exercise.oracle =
      "#include <cstdio>\nint main() {\n  for (int i = 0; i < N; ++i) {\n"
      "    double third = ((SEED + 7 * i) % 1000 + 1) / 3.0;\n"
      "    printf(\"%.17g %.17g\\n\", third, third);\n  }\n}\n";
  CHECK(course::judge(exercise, text).outcome == Outcome::kPassed);
  const course::Verdict wrong =
      course::judge(exercise, replaced(text, "x[i] / 3", "x[i] / 3.001f"));
  CHECK(wrong.outcome == Outcome::kFailed);
  exercise.oracle = "#include <cstdio>\nint main() { printf(\"3\\n\"); }\n";
  CHECK(course::judge(exercise, text).outcome == Outcome::kUnusable);
}

TEST_CASE("program judge: an exercise whose reference fails can't be judged") {
  for (const std::string& text : {program("", "  X[0] = 0;\n"), program("  return 1;\n"),
                                  replaced(program(), "if (i < n) ", ""), program("", "", "")}) {
    course::Exercise exercise = triple();
    exercise.oracle = program();
    exercise.reference = text;
    CHECK(course::judge(exercise, program()).outcome == Outcome::kUnusable);
  }
}

TEST_CASE(
    "program judge: slices of any length give the same verdict, and cancelled is not passed") {
  const auto exercise = std::make_shared<const course::Exercise>(triple());
  for (const std::string& text : {program(), program("", "  X[N / 2] += 1;\n")}) {
    const course::Verdict whole = course::judge(*exercise, text);
    for (const uint64_t steps : {1, 100'000}) {
      course::Judging judging(exercise, nullptr, text, {});
      for (;;) {
        base::Slice slice(steps);
        if (judging.advance(slice) == base::Progress::kDone) break;
      }
      CHECK(tests::reasons_of(judging.take()) == tests::reasons_of(whole));
    }
  }
  const std::atomic<bool> cancelled = true;
  course::Judging judging(exercise, nullptr, program(), {});
  base::Slice slice(base::Slice::kWhole, &cancelled);
  while (judging.advance(slice) == base::Progress::kMore) slice = base::Slice(1'000, &cancelled);
  CHECK(judging.take().outcome != Outcome::kPassed);
}

TEST_CASE("program judge: fields that a program's exercise can't have") {
  const std::pair<std::string, std::string> damaged[] = {
      {replaced(kExercise, "\"launch\":", "\"kernel\": \"triple\", \"launch\":"), "kernel"},
      {replaced(kExercise, "\"result\":", "\"arrays\": [], \"result\":"), "arrays"},
      {replaced(kExercise, "-D N={n}", "-D N={n} --block 32"), "launch"},
      {replaced(kExercise, "-D N={n}", "-D N={n} -D SEED=1"), "launch"},
  };
  for (const auto& [json, field] : damaged) {
    const auto exercise = course::parse_exercise("mine.json", json, {});
    REQUIRE_FALSE(exercise.ok());
    CHECK_MESSAGE(exercise.error().find(": " + field + ": ") != std::string::npos,
                  exercise.error());
  }
}
