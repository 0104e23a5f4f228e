#include "app/cli/junit.hpp"

#include <fmt/format.h>

#include "app/cli/html.hpp"

namespace warplens::cli {
namespace {

constexpr size_t kLongestMessage = 500;  // [bytes]

struct JunitCounts {
  size_t tests = 0, failures = 0, errors = 0;
  void add(const JunitCase& one) {
    ++tests;
    failures += one.state == JunitState::kFailed ? 1 : 0;
    errors += one.state == JunitState::kError ? 1 : 0;
  }
  std::string attributes() const {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\"", tests, failures, errors);
  }
};

std::string case_element(const JunitSuite& suite, const JunitCase& one) {
  const std::string opening = fmt::format("    <testcase classname=\"{}\" name=\"{}\"",
                                          markup(suite.name), markup(one.name));
  if (one.state == JunitState::kPassed) return opening + "/>\n";
  const char* tag = one.state == JunitState::kFailed ? "failure" : "error";
  return fmt::format("{0}>\n      <{1} type=\"{2}\" message=\"{3}\">{4}</{1}>\n    </testcase>\n",
                     opening, tag, one.type,
                     markup(shown(one.text.substr(0, one.text.find('\n')), kLongestMessage)),
                     markup(one.text));
}

std::string suite_element(const JunitSuite& suite, JunitCounts& all) {
  JunitCounts counts;
  std::string cases;
  for (const JunitCase& one : suite.cases) {
    counts.add(one);
    all.add(one);
    cases += case_element(suite, one);
  }
  if (!suite.printed.empty())
    cases += fmt::format("    <system-out>{}</system-out>\n", markup(suite.printed));
  return fmt::format("  <testsuite name=\"{}\" {} skipped=\"0\">\n{}  </testsuite>\n",
                     markup(suite.name), counts.attributes(), cases);
}

}  // namespace

std::string junit_file(const std::vector<JunitSuite>& suites) {
  JunitCounts all;
  std::string elements;
  for (const JunitSuite& suite : suites) elements += suite_element(suite, all);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"warplens\" {}>\n"
      "{}</testsuites>\n",
      all.attributes(), elements);
}

}  // namespace warplens::cli
