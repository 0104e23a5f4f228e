#include "app/cli/check/check_formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "app/cli/html.hpp"
#include "app/cli/json.hpp"
#include "app/cli/junit.hpp"
#include "app/files/files.hpp"
#include "sim/base/say.hpp"
#include "sim/base/version.hpp"

namespace warplens::cli {
namespace {

using check::FileVerdict;
using check::Outcome;
using check::Problem;
using check::State;

struct CheckCounts {
  size_t files = 0, conditions = 0, hold = 0, fail = 0, not_executed = 0, cut = 0, mistakes = 0;
};

CheckCounts check_counts_of(const CheckedFiles& checked) {
  CheckCounts counts;
  for (const FileVerdict& file : checked.files) {
    ++counts.files;
    counts.mistakes += file.problems.size();
    counts.conditions += file.outcomes.size();
    for (const Outcome& outcome : file.outcomes) {
      counts.hold += outcome.state == State::kHolds ? 1 : 0;
      counts.fail += outcome.state == State::kFails ? 1 : 0;
      counts.not_executed += outcome.state == State::kNotExecuted ? 1 : 0;
      counts.cut += outcome.state == State::kCut ? 1 : 0;
    }
  }
  return counts;
}

// What is reported of a file: an assertion that does not hold, or a mistake.
struct CheckReport {
  const char* rule = "";
  std::string path;
  uint32_t line = 0, column = 0;  // 0: none
  std::string title, message;
};

struct CheckRule {
  const char* id;
  const char* name;
  const char* level;
  Sentence what;
};
constexpr CheckRule kCheckRules[] = {
    {"count-differs", "CountDiffers", "error", sentence("A count of a run is not as asserted")},
    {"never-executed", "NeverExecuted", "error",
     sentence("An access with an assertion is never executed")},
    {"mistake", "Mistake", "error", sentence("A file, an assertion or a launch has a mistake")},
    {"cut", "Cut", "warning", sentence("A limit ended the run before a count was known")}};

const CheckRule& rule_of(State state) {
  if (state == State::kFails) return kCheckRules[0];
  return state == State::kNotExecuted ? kCheckRules[1] : kCheckRules[3];
}
const CheckRule& kRuleOfMistakes = kCheckRules[2];

std::vector<CheckReport> check_reports_of(const CheckedFiles& checked) {
  std::vector<CheckReport> reports;
  for (const FileVerdict& file : checked.files) {
    for (const Problem& problem : file.problems)
      reports.push_back({kRuleOfMistakes.id, problem.path, problem.line, problem.column,
                         kRuleOfMistakes.what.english, problem.message});
    for (const Outcome& outcome : file.outcomes) {
      if (outcome.state == State::kHolds) continue;
      const CheckRule& rule = rule_of(outcome.state);
      reports.push_back({rule.id, file.path, outcome.line, outcome.column, rule.what.english,
                         sentence_of(outcome).english()});
    }
  }
  return reports;
}

size_t index_of_rule(const char* rule) {
  size_t index = 0;
  while (std::string_view(kCheckRules[index].id) != rule) ++index;
  return index;
}

// A path as RFC 3986 has a reference: relative, or of an absolute path with its scheme.
std::string uri_of(const std::string& path) {
  constexpr std::string_view kPlain = "-._~/";
  const std::string seen = files::name_from_here(path);
  std::string uri = seen.starts_with('/') ? "file://" : "";
  for (const char c : seen) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || kPlain.find(c) != std::string_view::npos;
    uri += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<uint8_t>(c));
  }
  return uri;
}

Json sarif_location(const CheckReport& report) {
  Json physical{{"artifactLocation", {{"uri", uri_of(report.path)}}}};
  if (report.line > 0) {
    physical["region"] = {{"startLine", report.line}};
    if (report.column > 0) physical["region"]["startColumn"] = report.column;
  }
  return {{"physicalLocation", std::move(physical)}};
}

Json sarif_result(const CheckReport& report) {
  const size_t rule = index_of_rule(report.rule);
  return {{"ruleId", report.rule},
          {"ruleIndex", rule},
          {"level", kCheckRules[rule].level},
          {"message", {{"text", shown(report.message)}}},
          {"locations", Json::array({sarif_location(report)})}};
}

// "0.1.0" of "warplens 0.1.0".
std::string program_version() {
  const std::string_view program = base::kProgram;
  return std::string(program.substr(program.rfind(' ') + 1));
}

Json sarif_rules() {
  Json rules = Json::array();
  for (const CheckRule& rule : kCheckRules)
    rules.push_back({{"id", rule.id},
                     {"name", rule.name},
                     {"shortDescription", {{"text", rule.what.english}}},
                     {"defaultConfiguration", {{"level", rule.level}}}});
  return rules;
}

// As GitHub's own commands escape what is behind "::", and a property's value.
std::string github_escaped(std::string_view text, bool is_property) {
  std::string out;
  for (const char c : text) {
    const bool is_escaped =
        c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','));
    out += is_escaped ? fmt::format("%{:02X}", static_cast<uint8_t>(c)) : std::string(1, c);
  }
  return out;
}

std::string github_command(const CheckReport& report) {
  std::string command = std::string(kCheckRules[index_of_rule(report.rule)].level) +
                        " file=" + github_escaped(files::name_from_here(report.path), true);
  if (report.line > 0) command += fmt::format(",line={}", report.line);
  if (report.line > 0 && report.column > 0) command += fmt::format(",col={}", report.column);
  return fmt::format("::{},title={}::{}\n", command, github_escaped(report.title, true),
                     github_escaped(report.message, false));
}

// The name of a test stays where lines are added: it has none. Two of one name are numbered.
std::string name_of_case(const Outcome& outcome, std::map<std::string, size_t>& seen) {
  std::string name = outcome.condition.text;
  const std::string access = outcome.access.english();
  if (!outcome.kernel.empty()) name = outcome.kernel + ": " + name;
  if (!access.empty()) name += " (" + access + ")";
  const size_t number = ++seen[name];
  return number == 1 ? name : fmt::format("{} #{}", name, number);
}

// Counts are whole, means may not be.
study::Value value_of(double number) {
  const auto whole = static_cast<uint64_t>(std::clamp(number, 0.0, 1e15));
  if (static_cast<double>(whole) == number) return study::Value(whole);
  return study::Value(number, study::Form::kPlain);
}

study::Section check_section_of(const Outcome& outcome) {
  study::Section section;
  section.fact("line", outcome.line);
  section.fact("column", outcome.column);
  section.fact("assertion", outcome.condition.text);
  section.fact("state", check::word(outcome.state));
  section.fact("count", outcome.condition.count);
  section.fact("per_request", outcome.condition.is_each_request);
  if (outcome.value && !outcome.access.empty()) section.fact("value", value_of(*outcome.value));
  section.fact("relation", check::word(outcome.condition.relation));
  section.fact("bound", value_of(outcome.condition.bound));
  if (!outcome.access.empty()) section.fact("access", outcome.access.english());
  if (!outcome.kernel.empty()) section.fact("kernel", outcome.kernel);
  if (outcome.launch > 0) section.fact("launch", outcome.launch);
  if (outcome.state != State::kHolds) section.fact("message", sentence_of(outcome).english());
  return section;
}

study::Section check_section_of(const Problem& problem) {
  study::Section section;
  section.fact("file", problem.path);
  if (problem.line > 0) {
    section.fact("line", problem.line);
    section.fact("column", problem.column);
  }
  section.fact("message", problem.message);
  return section;
}

}  // namespace

std::string summary_of(const CheckedFiles& checked) {
  const CheckCounts counts = check_counts_of(checked);
  std::vector<Text> parts;
  const auto add = [&](size_t count, Text text) {
    if (count > 0) parts.push_back(std::move(text));
  };
  add(counts.hold, to_say_count("{count} holds", "{count} hold", counts.hold));
  add(counts.fail, to_say_count("{count} fails", "{count} fail", counts.fail));
  add(counts.not_executed,
      to_say_count("{count} is never executed", "{count} are never executed", counts.not_executed));
  add(counts.cut, to_say_count("{count} is cut", "{count} are cut", counts.cut));
  add(counts.mistakes, to_say_count("{count} mistake", "{count} mistakes", counts.mistakes));
  const Text conditions =
      to_say_count("{count} assertion", "{count} assertions", counts.conditions);
  const Text files = to_say_count("{count} file", "{count} files", counts.files);
  std::string line = say("{assertions} in {files}", "assertions"_a = conditions.rendered(),
                         "files"_a = files.rendered());
  if (!parts.empty()) line += ": " + commas_between(parts).rendered();
  if (checked.skipped > 0)
    line += "\n" + say_count("{count} file without an assertion was skipped",
                             "{count} files without an assertion were skipped", checked.skipped);
  return line;
}

study::Section describe(const CheckedFiles& checked) {
  const CheckCounts counts = check_counts_of(checked);
  study::Section section;
  section.fact("assertions", counts.conditions);
  section.fact("hold", counts.hold);
  section.fact("fail", counts.fail);
  section.fact("not_executed", counts.not_executed);
  section.fact("cut", counts.cut);
  section.fact("mistakes", counts.mistakes);
  section.fact("skipped_files", checked.skipped);
  study::List files{"files", {}};
  for (const FileVerdict& file : checked.files) {
    study::Section& one = files.items.emplace_back();
    one.fact("file", file.path);
    study::List conditions{"assertions", {}}, problems{"mistakes", {}};
    for (const Outcome& outcome : file.outcomes)
      conditions.items.push_back(check_section_of(outcome));
    for (const Problem& problem : file.problems)
      problems.items.push_back(check_section_of(problem));
    one.parts.push_back(std::move(conditions));
    one.parts.push_back(std::move(problems));
  }
  section.parts.push_back(std::move(files));
  return section;
}

std::string junit_of(const CheckedFiles& checked) {
  std::vector<JunitSuite> suites;
  for (const FileVerdict& file : checked.files) {
    JunitSuite suite{files::name_from_here(file.path), {}, ""};
    std::map<std::string, size_t> seen;
    for (const Outcome& outcome : file.outcomes) {
      JunitCase one{name_of_case(outcome, seen), JunitState::kPassed, "", ""};
      if (outcome.state != State::kHolds) {
        one.state = outcome.state == State::kCut ? JunitState::kError : JunitState::kFailed;
        one.type = check::word(outcome.state);
        one.text =
            fmt::format("{}:{}: {}", suite.name, outcome.line, sentence_of(outcome).english());
      }
      suite.cases.push_back(std::move(one));
    }
    for (const Problem& problem : file.problems) {
      const size_t number = ++seen[kRuleOfMistakes.id];
      const std::string place = problem.line > 0 ? fmt::format(":{}", problem.line) : "";
      suite.cases.push_back({fmt::format("{} {}", kRuleOfMistakes.id, number), JunitState::kError,
                             kRuleOfMistakes.id,
                             files::name_from_here(problem.path) + place + ": " + problem.message});
    }
    suites.push_back(std::move(suite));
  }
  return junit_file(suites);
}

std::string sarif_of(const CheckedFiles& checked) {
  Json results = Json::array();
  for (const CheckReport& report : check_reports_of(checked))
    results.push_back(sarif_result(report));
  Json driver{{"name", "Warplens"}, {"version", program_version()}, {"rules", sarif_rules()}};
  const bool is_successful = check_counts_of(checked).mistakes == 0;
  Json run{{"tool", {{"driver", std::move(driver)}}},
           {"invocations", Json::array({Json{{"executionSuccessful", is_successful}}})},
           {"columnKind", "unicodeCodePoints"},
           {"results", std::move(results)}};
  const Json file{{"$schema",
                   "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                   "sarif-schema-2.1.0.json"},
                  {"version", "2.1.0"},
                  {"runs", Json::array({std::move(run)})}};
  return to_text(file, 2) + "\n";
}

std::string github_of(const CheckedFiles& checked) {
  std::string commands;
  for (const CheckReport& report : check_reports_of(checked)) commands += github_command(report);
  return commands + summary_of(checked) + "\n";
}

}  // namespace warplens::cli
