// A verdict as JUnit's XML, and the texts of strangers in it.
#include "app/cli/grade/grade_formats.hpp"
#include "app/cli/junit.hpp"

namespace warplens::cli {

using course::Mark;
using course::MarkState;
using course::Verdict;

// A failure is a mark that does not pass; an error one of which that is not known.
static JunitCase junit_case(const Verdict& verdict, const Mark& mark) {
  JunitCase one{course::name_of(mark).english(), JunitState::kPassed, "", ""};
  if (mark.state == MarkState::kPassed) return one;
  const bool is_unfinished = verdict.outcome == course::Outcome::kNotFinished;
  one.state = mark.state == MarkState::kFailed ? JunitState::kFailed : JunitState::kError;
  one.type = is_unfinished ? course::word(verdict.outcome) : course::word(mark.state);
  one.text = is_unfinished ? about(verdict) : output_of(mark);
  return one;
}

std::string junit_report(const Verdict& verdict) {
  JunitSuite suite{verdict.exercise, {}, verdict.printed};
  for (const Mark& mark : verdict.marks) suite.cases.push_back(junit_case(verdict, mark));
  return junit_file({suite});
}

}  // namespace warplens::cli
