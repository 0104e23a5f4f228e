// A verdict as JUnit's XML, which many systems of continuous integration show. The format has no
// one document; this is what Jenkins' schema takes (junit-10.xsd, as at
// cs.symfony.com/doc/schemas/fix/junit-10.xsd, read 2026-11-30), without times: a verdict has none.
#include <fmt/format.h>

#include "app/cli/grade_formats.hpp"
#include "sim/base/visible.hpp"

namespace warplens::cli {
namespace {

using course::Mark;
using course::MarkState;
using course::Outcome;
using course::Verdict;

constexpr size_t kLongestMessage = 500;  // [bytes]

// A failure is a mark that does not pass; an error one of which that is not known.
std::string test_case(const Verdict& verdict, const Mark& mark) {
  const std::string opening =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\"", markup(verdict.exercise),
                  markup(course::name_of(mark).english()));
  if (mark.state == MarkState::kPassed) return opening + "/>\n";
  const bool is_unfinished = verdict.outcome == Outcome::kNotFinished;
  const char* tag = mark.state == MarkState::kFailed ? "failure" : "error";
  const std::string text = is_unfinished ? about(verdict) : output_of(mark);
  return fmt::format("{0}>\n      <{1} type=\"{2}\" message=\"{3}\">{4}</{1}>\n    </testcase>\n",
                     opening, tag,
                     is_unfinished ? course::word(verdict.outcome) : course::word(mark.state),
                     markup(shown(text.substr(0, text.find('\n')), kLongestMessage)), markup(text));
}

}  // namespace

std::string markup(std::string_view text) {
  std::string out;
  for (const char c : shown(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string junit_report(const Verdict& verdict) {
  size_t failures = 0, errors = 0;
  std::string cases;
  for (const Mark& mark : verdict.marks) {
    failures += mark.state == MarkState::kFailed ? 1 : 0;
    errors += mark.state == MarkState::kOpen || mark.state == MarkState::kCut ? 1 : 0;
    cases += test_case(verdict, mark);
  }
  const std::string counts = fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\"",
                                         verdict.marks.size(), failures, errors);
  if (!verdict.printed.empty())
    cases += fmt::format("    <system-out>{}</system-out>\n", markup(verdict.printed));
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"warplens\" {0}>\n"
      "  <testsuite name=\"{1}\" {0} skipped=\"0\">\n{2}  </testsuite>\n</testsuites>\n",
      counts, markup(verdict.exercise), cases);
}

}  // namespace warplens::cli
