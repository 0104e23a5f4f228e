// `warplens check --format`: SARIF against a schema of ours with the rules of the published one
// (tests/data/graders/sarif.json), GitHub's commands, JUnit's XML; and the files in assets/check.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/run_command.hpp"
#include "tests/unit/cli/schema.hpp"

using namespace warplens;
using nlohmann::ordered_json;
using tests::contains;
using tests::mismatch;
using tests::Outcome;
using tests::run_command;
using tests::TempFolder;

namespace {

const std::string kHeadOfAsserted =
    "// warplens: --grid 1 --block 32 --arg a=float[32] --arg n=1\n"
    "__global__ void k(float* a, int n) {\n";
// One of each: holds, fails, is never executed; and a mistake.
const std::string kAllStates =
    kHeadOfAsserted +
    "  a[threadIdx.x] = 1;  // warplens: assert sectors == 4, lines == 2\n"
    "  if (n > 2) a[0] = 2;  // warplens: assert sectors == 1\n"
    "  n += 1;  // warplens: assert sectors == 1\n}\n";
const std::string kOdd = "100%, a:b & <c>.cu";

// The output for files by name, in a folder.
std::string formatted(const std::vector<std::pair<std::string, std::string>>& files,
                      const std::string& format, int status) {
  const TempFolder folder;
  for (const auto& [name, text] : files) folder.write(name, text);
  const Outcome outcome =
      run_command({"check", folder.path(), "--format", format, "--step-limit", "2000"});
  CHECK(outcome.status == status);
  CHECK(outcome.err.empty());
  return outcome.out;
}

std::string asset(const std::string& name) {
  std::ifstream file(std::string(WARPLENS_SOURCE_DIR) + "/assets/check/" + name);
  REQUIRE_MESSAGE(file.good(), name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("check formats: SARIF has what its schema requires, of each kind of result") {
  const ordered_json schema = tests::schema_of("graders/sarif");
  CHECK_FALSE(schema["documentation"].get<std::string>().empty());
  const std::string cut =
      kHeadOfAsserted +
      "  while (true) a[0] += 1;  // warplens: assert requests(store) <= 1000000\n}\n";
  const ordered_json file = ordered_json::parse(formatted(
      {{kOdd, kAllStates}, {"cut.cu", cut}, {"bytes.cu", std::string("x\0y", 3)}}, "sarif", 2));
  CHECK(mismatch(file, schema) == "");
  const ordered_json& run = file["runs"][0];
  CHECK(run["invocations"][0]["executionSuccessful"] == false);
  const ordered_json& rules = run["tool"]["driver"]["rules"];
  std::set<std::string> seen;
  for (const ordered_json& result : run["results"]) {
    CHECK(rules.at(result["ruleIndex"].get<size_t>())["id"] == result["ruleId"]);
    seen.insert(result["ruleId"].get<std::string>());
    const std::string uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    CHECK(std::regex_match(uri, std::regex(R"((file://)?([A-Za-z0-9._~/-]|%[0-9A-F]{2})+)")));
  }
  CHECK(seen == std::set<std::string>{"count-differs", "cut", "mistake", "never-executed"});
  CHECK(contains(file.dump(), "/100%25%2C%20a%3Ab%20%26%20%3Cc%3E.cu"));
}

TEST_CASE(
    "check formats: the schema refuses a SARIF file without a key, and one with another type") {
  const ordered_json schema = tests::schema_of("graders/sarif");
  const ordered_json whole = ordered_json::parse(formatted({{"k.cu", kAllStates}}, "sarif", 2));
  REQUIRE(mismatch(whole, schema) == "");
  for (const char* key : {"version", "runs"}) {
    ordered_json less = whole;
    less.erase(key);
    CHECK(contains(mismatch(less, schema), "lacks"));
  }
  ordered_json other = whole;
  other["version"] = "2.0.0";
  CHECK(mismatch(other, schema) != "");
  const auto changed = [&](const std::string& pointer, const ordered_json& value) {
    ordered_json file = whole;
    file[ordered_json::json_pointer(pointer)] = value;
    return mismatch(file, schema);
  };
  const std::string result = "/runs/0/results/0";
  const std::string place = result + "/locations/0/physicalLocation";
  CHECK(changed(place + "/region/startLine", 0) != "");
  CHECK(changed(place + "/region/startLine", "1") != "");
  CHECK(changed(result + "/level", "fatal") != "");
  CHECK(changed(result + "/message", "text") != "");
  CHECK(changed(result + "/kinds", 1) != "");
  CHECK(changed("/runs/0/tool/driver/name", nullptr) != "");
  CHECK(changed("/runs/0/invocations/0", ordered_json::object()) != "");
  CHECK(changed("/runs/0/columnKind", "bytes") != "");
}

TEST_CASE("check formats: a SARIF file of what holds has no result") {
  const std::string right =
      kHeadOfAsserted + "  a[threadIdx.x] = 1;  // warplens: assert sectors == 4\n}\n";
  const ordered_json file = ordered_json::parse(formatted({{"k.cu", right}}, "sarif", 0));
  CHECK(mismatch(file, tests::schema_of("graders/sarif")) == "");
  CHECK(file["runs"][0]["results"].empty());
  CHECK(file["runs"][0]["invocations"][0]["executionSuccessful"] == true);
}

TEST_CASE("check formats: GitHub's commands are one a line, with their escapes") {
  const std::string out = formatted({{kOdd, kAllStates}}, "github", 2);
  const std::regex command(
      "::(error|warning) file=[^:,\n]*(,(line|col)=[0-9]+)*,title=[^:,\n]*::.+");
  std::istringstream lines(out);
  size_t commands = 0, others = 0;
  for (std::string line; std::getline(lines, line);) {
    const bool is_command = line.starts_with("::");
    CHECK((!is_command || std::regex_match(line, command)));
    ++(is_command ? commands : others);
  }
  CHECK(commands == 3);
  CHECK(others == 1);
  CHECK(contains(out,
                 "/100%25%2C a%3Ab & <c>.cu,line=3,col=3,title=A count of a run is not as "
                 "asserted::lines is 1, asserted == 2 (the store to a)\n"));
  CHECK(contains(out, ",line=5,"));
  const std::string mistake = formatted({{"k.cu", kAllStates + "// warplens: 50%\n"}}, "github", 2);
  CHECK_MESSAGE(contains(mistake, "'50%25'"), "a percent sign of the message, too");
}

TEST_CASE("check formats: JUnit's XML has a suite a file and a case an assertion or a mistake") {
  const std::string out = formatted({{kOdd, kAllStates}}, "junit", 2);
  CHECK(
      out.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                      "<testsuites name=\"warplens\" tests=\"4\" failures=\"2\" errors=\"1\">\n"));
  CHECK(contains(out, "name=\"k: sectors == 4 (the store to a)\"/>\n"));
  CHECK(contains(out, "<failure type=\"fails\" message=\""));
  CHECK(contains(out, "cu:3: lines is 1, asserted == 2 (the store to a)\">"));
  CHECK(contains(out, "<failure type=\"not_executed\" message=\""));
  CHECK(contains(out, "<error type=\"mistake\" message=\""));
  CHECK(contains(out, "a:b &amp; &lt;c&gt;.cu\""));
  const std::regex bare(R"(&(?!(amp|lt|gt|quot|#39);))");
  CHECK_FALSE(std::regex_search(out, bare));
}

TEST_CASE("check formats: a case keeps its name where lines are added above it") {
  const auto names = [](const std::string& text) {
    const std::string out = formatted({{"k.cu", text}}, "junit", 1);
    const std::regex name("<testcase classname=\"[^\"]*\" name=\"([^\"]*)\"");
    std::vector<std::string> found;
    for (auto at = std::sregex_iterator(out.begin(), out.end(), name); at != std::sregex_iterator();
         ++at)
      found.push_back((*at)[1]);
    return found;
  };
  const std::string line = "  a[threadIdx.x] = 1;  // warplens: assert sectors == 3\n";
  const std::vector<std::string> before = names(kHeadOfAsserted + line + line + "}\n");
  REQUIRE(before.size() == 2);
  CHECK_MESSAGE(before[0] != before[1], "two of one name are numbered");
  CHECK(names(kHeadOfAsserted + "\n\n  n += 1;\n" + line + line + "}\n") == before);
}

TEST_CASE("check formats: the workflow and the hook call commands that there are") {
  const std::string workflow = asset("github-workflow.yml"), hook = asset("pre-commit-config.yaml");
  for (const std::string& text : {workflow, hook}) {
    CHECK(contains(text, "warplens check"));
    CHECK_FALSE(contains(text, "\t"));
  }
  CHECK(contains(workflow, "--format github"));
  CHECK(contains(workflow, "--format sarif"));
  CHECK(contains(hook, "pass_filenames: false"));
  const std::string help = run_command({"check", "--help"}).out;
  for (const std::string& text : {workflow, hook}) {
    const std::regex option("warplens check[^\n]* (--[a-z-]+)");
    for (auto at = std::sregex_iterator(text.begin(), text.end(), option);
         at != std::sregex_iterator(); ++at)
      CHECK(contains(help, (*at)[1].str()));
  }
}
