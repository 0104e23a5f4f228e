// The judge itself: what it says of texts that do not compile, never end or try to get out of it;
// and that it may be cut anywhere.
#include <doctest/doctest.h>

#include "app/course/inputs.hpp"
#include "app/study/section.hpp"
#include "tests/unit/course/exercises.hpp"

using namespace warplens;
using course::MarkKind;
using course::MarkState;
using course::Outcome;

namespace {

course::Verdict judged(const std::string& id, const std::string& text,
                       const course::Budget& budget = {}) {
  return course::judge(*tests::exercise_of(id), text, budget);
}

std::string kernel(const std::string& body) {
  return "__global__ void add(const float* a, const float* b, float* c, int n) {\n" + body + "}\n";
}

const std::string kRight =
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) c[i] = a[i] + b[i];\n";

std::string english(const study::Section& section, const char* path) {
  const study::Value* value = study::find(section, path);
  REQUIRE_MESSAGE(value != nullptr, path);
  if (const auto* text = std::get_if<Text>(&value->is)) return text->english();
  return std::get<std::string>(value->is);
}

}  // namespace

TEST_CASE("judge: what does not compile is not finished") {
  for (const std::string& text :
       {std::string(), kernel("  int i = blockIdx.x *\n"), std::string("not a program"),
        std::string("__global__ void other(int* x) { *x = 1; }\n"),
        std::string("\xff\xfe_\0_\0g\0", 8)}) {
    const course::Verdict verdict = judged("add-any-length", text);
    CHECK_MESSAGE(verdict.outcome == Outcome::kNotFinished, text);
    CHECK_FALSE(verdict.problems.empty());
    for (const course::Mark& mark : verdict.marks) CHECK(mark.state == MarkState::kOpen);
    CHECK(english(course::describe(verdict), "outcome") == "not_finished");
  }
}

// No reader of files is given to it: an include that is not there is passed over.
TEST_CASE("judge: a text includes no files") {
  for (const std::string name : {"/etc/passwd", "../starter.cu", "reference.cu"}) {
    const course::Verdict verdict =
        judged("add-any-length", "#include \"" + name + "\"\n" + kernel(kRight));
    CHECK_MESSAGE(verdict.outcome == Outcome::kPassed, tests::reasons_of(verdict));
    CHECK(verdict.file.part_count() == 1);
  }
}

TEST_CASE("judge: a text that never ends fails by its warp instructions") {
  const course::Verdict verdict = judged("add-any-length", kernel("  while (true) c[0] = n;\n"));
  CHECK(verdict.outcome == Outcome::kFailed);
  CHECK(tests::mark_of(verdict, MarkKind::kInstructions).state == MarkState::kFailed);
  const course::Mark& result = tests::mark_of(verdict, MarkKind::kResult);
  CHECK(result.state == MarkState::kCut);
  CHECK(course::reason_text(result).english().starts_with("at n = 100 the run did not come"));
}

TEST_CASE("judge: a text that waits for ever fails by the error that is found") {
  const course::Verdict verdict =
      judged("sum-without-conflicts",
             "__global__ void sum(const float* in, float* out) {\n"
             "  __shared__ float s[256];\n"
             "  s[threadIdx.x] = in[threadIdx.x];\n"
             "  if (threadIdx.x < 32) __syncthreads();\n  else while (true) __syncthreads();\n}\n");
  CHECK(verdict.outcome == Outcome::kFailed);
}

TEST_CASE("judge: a text that allocates without end does not pass") {
  const course::Verdict verdict =
      judged("add-any-length", kernel("  while (malloc(1 << 20) != 0) {}\n" + kRight));
  CHECK(verdict.outcome != Outcome::kPassed);
}

TEST_CASE("judge: what a limit ended is cut and never passed") {
  const auto exercise = tests::exercise_of("add-any-length");
  const auto cut_at = [&](uint64_t steps) {
    course::TruthRun run(exercise, 1, {});
    base::Slice whole(base::Slice::kWhole);
    run.advance(whole);
    auto truth = run.take();
    REQUIRE(truth.ok());
    course::Judging judging(exercise, std::make_shared<const course::Truth>(std::move(*truth)),
                            exercise->reference, {.steps = steps, .bytes = 1 << 24});
    CHECK(judging.advance(whole) == base::Progress::kDone);
    return judging.take();
  };
  for (const uint64_t steps : {1, 67, 68, 100, 500}) {
    const course::Verdict verdict = cut_at(steps);
    CHECK_MESSAGE(verdict.outcome == Outcome::kCut, steps);
    CHECK_FALSE(course::describe(verdict).title.empty());
  }
  CHECK(cut_at(1'000'000).outcome == Outcome::kPassed);
}

TEST_CASE("judge: what can't be tried under a schedule is cut") {
  const course::Verdict verdict = judged(
      "sum-without-conflicts",
      "__device__ float at(const float* in, int i, int k) { return k == 0 ? in[i] : at(in, i, k - "
      "1); }\n"
      "__global__ void sum(const float* in, float* out) {\n"
      "  __shared__ float s[256];\n  int t = threadIdx.x;\n"
      "  s[t] = at(in, blockIdx.x * 256 + t, 0);\n  __syncthreads();\n"
      "  for (int d = 128; d > 0; d /= 2) {\n"
      "    if (t < d) s[t] += s[t + d];\n    __syncthreads();\n  }\n"
      "  if (t == 0) out[blockIdx.x] = s[0];\n}\n");
  CHECK_MESSAGE(verdict.outcome == Outcome::kCut, tests::reasons_of(verdict));
  const course::Mark& result = tests::mark_of(verdict, MarkKind::kResult);
  CHECK(result.state == MarkState::kCut);
  CHECK(result.where->schedule.independent_lanes);
  CHECK(course::reason_text(result).english().find("calls itself") != std::string::npos);
}

TEST_CASE("judge: an exercise that its own budget does not hold can't be judged") {
  const course::Verdict verdict =
      judged("add-any-length", kernel(kRight), {.steps = 100, .bytes = 1 << 24});
  CHECK(verdict.outcome == Outcome::kUnusable);
  CHECK(verdict.unusable.starts_with("the exercise 'add-any-length' can't be judged: "));
}

TEST_CASE("judge: an exercise whose reference fails can't be judged") {
  course::Exercise exercise = *tests::exercise_of("transpose-padding");
  exercise.reference = exercise.starter;
  course::Verdict verdict = course::judge(exercise, exercise.starter);
  CHECK(verdict.outcome == Outcome::kUnusable);
  CHECK(verdict.unusable.find("'pitch'") != std::string::npos);
  exercise.reference = tests::text_of("transpose-padding", "cheat_square.cu");
  verdict = course::judge(exercise, exercise.starter);
  CHECK(verdict.outcome == Outcome::kUnusable);
  exercise = *tests::exercise_of("transpose-padding");
  exercise.goals.front().facts = {"totals.shared.load.wavefront"};
  verdict = course::judge(exercise, exercise.starter);
  CHECK(verdict.outcome == Outcome::kUnusable);
}

TEST_CASE("judge: a hand-in sets of its launch what the exercise names, and no more") {
  const std::string right = kernel(kRight);
  const auto passes = [](const std::string& text) {
    return judged("add-any-length", text).outcome == Outcome::kPassed;
  };
  CHECK(passes(right));
  CHECK(passes("// warplens: --grid {ceil_div(n, 32)}\n" + right));
  CHECK(
      passes("// warplens: --grid={ceil_div(n, block_x) + 1 - 1} --block 64 --arg n=3\n" + right));
  CHECK(passes("// warplens: --checks none --block 1 --shared 999999999 --step-limit 1\n" + right));
  // Too few blocks, in the comment alone.
  CHECK_FALSE(passes("// warplens: --grid {n / 32}\n" + right));
  CHECK_FALSE(passes("// warplens: --grid {\n" + right));
  CHECK_FALSE(passes("// warplens: --grid 4000000000\n" + right));
  // main() launches too few, and is not executed.
  CHECK(passes(right + "int main() { add<<<1, 1>>>(0, 0, 0, 0); return 1; }\n"));
}

TEST_CASE("judge: variables named like the arrays are not taken for them") {
  const course::Verdict verdict =
      judged("add-any-length",
             "__device__ float c[2000];\n__global__ void add(const float* a, const "
             "float* b, float* d, int n) {}\n");
  CHECK(verdict.outcome == Outcome::kNotFinished);
}

TEST_CASE("judge: an input that is overwritten and set back by another thread is an error") {
  const course::Verdict verdict = judged(
      "add-any-length", kernel("  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) {\n"
                               "    c[i] = a[i] + b[i];\n    ((float*)a)[i] = c[i];\n  }\n"));
  CHECK(verdict.outcome == Outcome::kFailed);
  const course::Mark& result = tests::mark_of(verdict, MarkKind::kResult);
  REQUIRE(result.wrong);
  CHECK(result.wrong->kind == course::WrongElement::Kind::kInput);
  CHECK(result.wrong->element == "a[0]");
}

TEST_CASE("judge: slices of any length give the same verdict") {
  const auto exercise = tests::exercise_of("sum-without-conflicts");
  for (const char* name : {"reference.cu", "cheat_one_block.cu"}) {
    const std::string text = tests::text_of(exercise->id, name);
    const course::Verdict whole = course::judge(*exercise, text);
    for (const uint64_t steps : {1, 1'000, 100'000}) {
      course::Judging judging(exercise, nullptr, text, {});
      size_t slices = 0;
      for (;; ++slices) {
        base::Slice slice(steps);
        if (judging.advance(slice) == base::Progress::kDone) break;
        if (judging.so_far().outcome != Outcome::kOpen) FAIL(slices);
      }
      CHECK((slices > 0 || steps > 1'000));
      const course::Verdict verdict = judging.take();
      CHECK(verdict.outcome == whole.outcome);
      CHECK(tests::reasons_of(verdict) == tests::reasons_of(whole));
    }
  }
}

TEST_CASE("judge: the shown size is known before the hidden ones") {
  const auto exercise = tests::exercise_of("coalesced-product");
  course::Judging judging(exercise, nullptr, exercise->reference, {});
  while (!judging.is_shown_done()) {
    base::Slice slice(1'000);
    REQUIRE(judging.advance(slice) == base::Progress::kMore);
  }
  const course::Mark& loads = tests::mark_of(judging.so_far(), MarkKind::kGoal, "loads");
  CHECK(loads.shown_value == 40960);
  CHECK(loads.state == MarkState::kOpen);
}

TEST_CASE("judge: what was cancelled is not passed") {
  const auto exercise = tests::exercise_of("add-any-length");
  const std::atomic<bool> cancelled = true;
  course::Judging judging(exercise, nullptr, exercise->reference, {});
  base::Slice slice(base::Slice::kWhole, &cancelled);
  while (judging.advance(slice) == base::Progress::kMore) slice = base::Slice(1'000, &cancelled);
  CHECK(judging.take().outcome != Outcome::kPassed);
}

TEST_CASE("judge: with another text come other inputs") {
  const auto exercise = tests::exercise_of("add-any-length");
  CHECK(course::seed_of(*exercise, "a") != course::seed_of(*exercise, "b"));
  const course::Array& input = exercise->arrays.front();
  const course::Case shown;
  const auto bytes = [&](uint64_t seed) {
    return course::bytes_of(input, base::Scalar::kFloat, shown, seed, 400);
  };
  CHECK(bytes(1) == bytes(1));
  CHECK(bytes(1) != bytes(2));
  CHECK(course::bytes_of(exercise->arrays[1], base::Scalar::kFloat, shown, 1, 400) != bytes(1));
}

TEST_CASE("judge: a verdict for programs names size, schedule, element and counts") {
  const auto exercise = tests::exercise_of("transpose-padding");
  const study::Section section =
      course::describe(course::judge(*exercise, tests::text_of(exercise->id, "cheat_square.cu")));
  CHECK(english(section, "exercise") == "transpose-padding");
  CHECK(english(section, "outcome") == "failed");
  CHECK(english(section, "marks.0.kind") == "result");
  CHECK(english(section, "marks.0.state") == "failed");
  CHECK(english(section, "marks.0.schedule") == "in-order");
  CHECK(std::get<bool>(study::find(section, "marks.0.hidden")->is));
  CHECK(std::get<int64_t>(study::find(section, "marks.0.size.rows.value")->is) == 33);
  CHECK(english(section, "marks.0.wrong.element").starts_with("out["));
  CHECK(english(section, "marks.1.kind") == "no_errors");
  CHECK(english(section, "marks.1.findings.0.kind") == "out_of_bounds");
  CHECK(english(section, "marks.2.goal") == "pitch");
  CHECK(std::get<uint64_t>(study::find(section, "marks.2.shown_value")->is) == 1);
}

TEST_CASE("judge: sentences take their numbers from runs") {
  const auto exercise = tests::exercise_of("coalesced-product");
  course::TruthRun run(exercise, 1, {});
  base::Slice whole(base::Slice::kWhole);
  run.advance(whole);
  const auto truth = run.take();
  REQUIRE(truth.ok());
  const auto values = course::place_values(*exercise, *truth);
  CHECK(values.at("loads_now") == "270,336");
  CHECK(values.at("loads") == "40,960");
  CHECK(values.at("stores") == "512");
  CHECK(values.at("n") == "64");
  const std::string goal = course::filled(exercise->goal, values);
  CHECK(goal.find("270,336") != std::string::npos);
  CHECK(goal.find('{') == std::string::npos);
  CHECK(course::filled("{a} {b} {", {{"a", "{b}"}}) == "{b} {b} {");
}
