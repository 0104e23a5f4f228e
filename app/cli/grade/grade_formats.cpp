// Verdicts as graders of other programs read them. Each format is written from its documentation,
// read 2026-11-30; none of these files has been read by the real grader.
//
// - Gradescope: "Autograder Specifications", gradescope-autograders.readthedocs.io/en/latest/specs
// - PrairieLearn: "External Grading", docs.prairielearn.com/externalGrading
// - Exercism: "The Test Runner Interface",
// exercism.org/docs/building/tooling/test-runners/interface
// - Classroom 50: "Advanced Autograding", github.com/foundation50/classroom50/wiki, and that
//   repository's schemas/result-v1.schema.json, which permits further keys in a test alone
#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "app/cli/grade/grade_formats.hpp"
#include "app/cli/html.hpp"
#include "app/cli/json.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

using course::Mark;
using course::MarkState;
using course::Outcome;
using course::Verdict;

bool has_passed(const Mark& mark) {
  return mark.state == MarkState::kPassed;
}

size_t count_passed(const Verdict& verdict) {
  return static_cast<size_t>(std::count_if(verdict.marks.begin(), verdict.marks.end(), has_passed));
}

std::string title_of(const Verdict& verdict) {
  return course::describe(verdict).title.english();
}

std::string written(const Json& json) {
  return to_text(json, 2) + "\n";
}

// Students see at once what is about the shown size alone.
bool is_about_hidden(const Mark& mark) {
  return mark.where && !mark.where->at.is_shown();
}

// No score at the top: it is the sum of the tests'.
Json gradescope(const Verdict& verdict) {
  Json tests = Json::array();
  for (const Mark& mark : verdict.marks) {
    tests.push_back({{"name", shown(course::name_of(mark).english())},
                     {"score", has_passed(mark) ? 1 : 0},
                     {"max_score", 1},
                     {"status", has_passed(mark) ? "passed" : "failed"},
                     {"output", shown(output_of(mark))},
                     {"output_format", "text"},
                     {"visibility", is_about_hidden(mark) ? "after_published" : "visible"}});
  }
  return {{"output", about(verdict)}, {"tests", std::move(tests)}};
}

Json prairielearn_test(const Verdict& verdict, const Mark& mark) {
  Json test{{"name", shown(course::name_of(mark).english())},
            {"description", shown(course::asked_text(mark).english())},
            {"points", has_passed(mark) ? 1 : 0},
            {"max_points", 1},
            {"message", shown(course::reason_text(mark).english())},
            {"output", shown(course::counted_text(mark).english())},
            {"images", Json::array()}};
  if (const std::string picture = picture_of(mark, verdict.file); !picture.empty())
    test["images"].push_back(
        {{"label", to_say("line {line}", "line"_a = mark.finding->line).english()},
         {"url", data_url("image/svg+xml", picture)}});
  return test;
}

// The file may have 1 MB: every text in it is cut (shown()), and there are few marks.
Json prairielearn(const Verdict& verdict) {
  if (verdict.outcome == Outcome::kNotFinished) {
    constexpr size_t kMostErrors = 20;
    Json errors = Json::array();
    for (const base::Diagnostic& problem : verdict.problems) {
      if (errors.size() == kMostErrors) break;
      const bool has_line = problem.has_place && !problem.file;
      errors.push_back(shown(has_line ? to_say("line {line}: {problem}",
                                               "line"_a = verdict.file.line_of(problem.span.begin),
                                               "problem"_a = problem.message)
                                            .english()
                                      : problem.message));
    }
    return {{"gradable", false},
            {"format_errors", std::move(errors)},
            {"message", title_of(verdict)},
            {"output", about(verdict)},
            {"tests", Json::array()}};
  }
  Json tests = Json::array();
  for (const Mark& mark : verdict.marks) tests.push_back(prairielearn_test(verdict, mark));
  const double score =
      static_cast<double>(count_passed(verdict)) / static_cast<double>(verdict.marks.size());
  return {{"gradable", true},
          {"score", score},
          {"message", title_of(verdict)},
          {"output", shown(verdict.printed)},
          {"tests", std::move(tests)}};
}

const char* exercism_word(MarkState state) {
  switch (state) {
    case MarkState::kPassed:
      return "pass";
    case MarkState::kFailed:
      return "fail";
    case MarkState::kOpen:
    case MarkState::kCut:
      break;
  }
  return "error";
}

Json exercism(const Verdict& verdict) {
  constexpr size_t kMostPrinted = 500;  // characters, so bytes are enough
  if (verdict.outcome == Outcome::kNotFinished)
    return {
        {"version", 3}, {"status", "error"}, {"message", about(verdict)}, {"tests", Json::array()}};
  Json tests = Json::array();
  for (const Mark& mark : verdict.marks) {
    Json test{{"name", shown(course::name_of(mark).english())},
              {"test_code", shown(course::asked_text(mark).english())},
              {"status", exercism_word(mark.state)},
              {"task_id", tests.size() + 1}};
    if (!has_passed(mark)) test["message"] = shown(output_of(mark));
    if (tests.empty() && !verdict.printed.empty())
      test["output"] = shown(verdict.printed, kMostPrinted);
    tests.push_back(std::move(test));
  }
  const bool is_passed = verdict.outcome == Outcome::kPassed;
  return {{"version", 3}, {"status", is_passed ? "pass" : "fail"}, {"tests", std::move(tests)}};
}

Json count_value(double number) {
  const auto whole = static_cast<uint64_t>(std::clamp(number, 0.0, 1e15));
  return static_cast<double>(whole) == number ? Json(whole) : Json(number);
}

Json classroom50_test(const Mark& mark) {
  Json test{{"test-name", shown(course::name_of(mark).english())},
            {"passed", has_passed(mark)},
            {"score", has_passed(mark) ? 1 : 0},
            {"max-score", 1},
            {"output", shown(output_of(mark))}};
  if (mark.shown_value) test["shown-count"] = count_value(*mark.shown_value);
  if (mark.shown_bound) test["shown-bound"] = count_value(*mark.shown_bound);
  if (!mark.where) return test;
  test["failing-size"] = Json::object();
  for (const auto& [name, value] : mark.where->size) test["failing-size"][name] = value;
  if (mark.value) test["failing-count"] = count_value(*mark.value);
  if (mark.bound) test["failing-bound"] = count_value(*mark.bound);
  return test;
}

// `owner`, `assignment_type` and `datetime` are the runner's to write.
base::Result<Json, std::string> classroom50(const Verdict& verdict,
                                            const std::map<std::string, uint64_t>& beliefs) {
  Json result{{"schema", "classroom50/result/v1"}};
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  for (const auto& [key, name] : {std::pair{"classroom", "CLASSROOM"},
                                  {"assignment", "ASSIGNMENT"},
                                  {"submission", "SUBMISSION_TAG"},
                                  {"commit", "COMMIT_URL"},
                                  {"release", "RELEASE_URL"}}) {
    result[key] = variable(name);
    if (result[key] == "")
      return base::fail(
          say("'--format classroom50': the variable {name} of the environment is missing, which "
              "the runner of Classroom 50 sets",
              "name"_a = name));
  }
  const std::string review = variable("REVIEW_URL");
  result["review"] = review.empty() ? result["commit"] : Json(review);
  result["score"] = count_passed(verdict);
  result["max-score"] = verdict.marks.size();
  result["tests"] = Json::array();
  for (const Mark& mark : verdict.marks) result["tests"].push_back(classroom50_test(mark));
  if (verdict.outcome == Outcome::kNotFinished) result["tests"][0]["output"] = about(verdict);
  // A key of its own at the top would be refused.
  if (!beliefs.empty()) result["tests"][0]["beliefs"] = beliefs;
  return result;
}

}  // namespace

std::string output_of(const Mark& mark) {
  std::string text = course::counted_text(mark).english();
  const std::string reason = course::reason_text(mark).english();
  if (!text.empty() && !reason.empty()) text += "; ";
  return text + reason;
}

std::string about(const Verdict& verdict) {
  std::string text = title_of(verdict);
  if (!verdict.problems.empty()) text += "\n" + base::render(verdict.problems, verdict.file);
  return shown(text);
}

base::Result<std::string, std::string> for_grader(GradeFormat format, const Verdict& verdict,
                                                  const std::map<std::string, uint64_t>& beliefs) {
  switch (format) {
    case GradeFormat::kNone:
      break;
    case GradeFormat::kGradescope:
      return written(gradescope(verdict));
    case GradeFormat::kPrairielearn:
      return written(prairielearn(verdict));
    case GradeFormat::kExercism:
      return written(exercism(verdict));
    case GradeFormat::kClassroom50: {
      const base::Result<Json, std::string> result = classroom50(verdict, beliefs);
      if (!result) return base::fail(result.error());
      return written(*result);
    }
    case GradeFormat::kJunit:
      return junit_report(verdict);
  }
  return std::string();
}

}  // namespace warplens::cli
