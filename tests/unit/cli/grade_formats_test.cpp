// `warplens grade --format` and assets/graders: each file against a schema of ours, written from
// the grader's documentation (tests/data/graders). None has been read by the real grader.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/run_command.hpp"
#include "tests/unit/cli/schema.hpp"

using namespace warplens;
using nlohmann::ordered_json;
using tests::contains;
using tests::mismatch;
using tests::Outcome;
using tests::run_command;

namespace {

const std::string kExercise = "add-any-length";
const std::string kHeadOfAdd =
    "__global__ void add(const float* a, const float* b, float* c, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n";
const std::string kAdd = kHeadOfAdd + "  if (i < n) c[i] = a[i] + b[i];\n}\n";
const std::string kMarkedUp =
    kHeadOfAdd + "  c[i] = a[i] + b[i];  // <b>\"1\" & '2'</b> \x1b[31m\n}\n";
const std::string kLoud = kHeadOfAdd +
                          "  if (i < n) c[i] = a[i] + b[i];\n"
                          "  printf(\"<p> & \\x1b[31m ]]> %d\\n\", i);\n}\n";
const std::string kForEver = kHeadOfAdd + "  while (true) c[0] = n;\n}\n";
const std::string kUnended = "__global__ void add(const float* a,\n";
const std::string kRecursive =
    "__device__ float at(const float* in, int i, int k) {\n"
    "  return k == 0 ? in[i] : at(in, i, k - 1);\n}\n"
    "__global__ void add(const float* a, const float* b, float* c, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) c[i] = at(a, i, 0) + b[i];\n}\n";

std::string long_names() {
  return "__global__ void add(const float* " + std::string(2'000'000, 'a') + "\n";
}

const std::vector<std::string> kHandIns{
    kAdd,     kMarkedUp,  kLoud,        kForEver,
    kUnended, kRecursive, long_names(), std::string("\xff\xfe_\0", 4),
    ""};

std::string text_of(const std::string& path) {
  std::ifstream file(std::string(WARPLENS_SOURCE_DIR) + "/" + path, std::ios::binary);
  REQUIRE_MESSAGE(file.good(), path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

ordered_json grader_schema(const std::string& name) {
  return tests::schema_of("graders/" + name);
}

// Of the runner of Classroom 50, for one test.
class Variables {
 public:
  Variables() {
    for (const auto& [name, value] : kAll) setenv(name, value, 1);
  }
  ~Variables() {
    for (const auto& [name, value] : kAll) unsetenv(name);
  }
  Variables(const Variables&) = delete;
  Variables& operator=(const Variables&) = delete;

 private:
  static constexpr std::pair<const char*, const char*> kAll[] = {
      {"CLASSROOM", "cs"},
      {"ASSIGNMENT", "add"},
      {"SUBMISSION_TAG", "submit/2026-11-30T12-00-00Z-abcdef0"},
      {"COMMIT_URL", "https://example.org/commit/1"},
      {"RELEASE_URL", "https://example.org/releases/1"},
      {"REVIEW_URL", "https://example.org/compare/1"}};
};

std::string graded(const std::string& text, const std::string& format) {
  const tests::TempFolder folder;
  const Outcome outcome =
      run_command({"grade", folder.write("k.cu", text), kExercise, "--format", format});
  CHECK_MESSAGE(outcome.status == 0, "whenever there is a verdict");
  CHECK(outcome.err.empty());
  CHECK_MESSAGE(!contains(outcome.out, folder.path()), "a verdict has no path");
  return outcome.out;
}

ordered_json json_graded(const std::string& text, const std::string& format) {
  return ordered_json::parse(graded(text, format));
}

}  // namespace

TEST_CASE("grade formats: each file of each hand-in is as the grader's documentation has it") {
  const Variables variables;
  for (const char* format : {"gradescope", "prairielearn", "exercism", "classroom50"}) {
    const ordered_json schema = grader_schema(format);
    CHECK_FALSE(schema["documentation"].get<std::string>().empty());
    CHECK(schema["read"] == "2026-11-30");
    for (const std::string& text : kHandIns) {
      CAPTURE(format);
      CAPTURE(text.substr(0, 300));
      const std::string file = graded(text, format);
      CHECK(mismatch(ordered_json::parse(file), schema) == "");
      CHECK(file.size() < 1'000'000);
    }
  }
}

TEST_CASE("grade formats: a schema refuses a file without a key, and one with another type") {
  const Variables variables;
  for (const char* format : {"gradescope", "prairielearn", "exercism", "classroom50"}) {
    CAPTURE(format);
    const ordered_json schema = grader_schema(format);
    const ordered_json whole = json_graded(kMarkedUp, format);
    CHECK(mismatch(whole, schema) == "");
    size_t tried = 0;
    for (const ordered_json& key : schema["properties"]["tests"]["items"]["required"]) {
      ordered_json less = whole, other = whole;
      less["tests"][0].erase(key.get<std::string>());
      CHECK(contains(mismatch(less, schema), "lacks"));
      other["tests"][0][key.get<std::string>()] = nullptr;
      CHECK(mismatch(other, schema) != "");
      ++tried;
    }
    for (const ordered_json& key : schema["required"]) {
      ordered_json less = whole;
      less.erase(key.get<std::string>());
      CHECK(contains(mismatch(less, schema), "lacks"));
    }
    CHECK(tried >= 4);
    ordered_json more = whole;
    more["belief"] = "x";
    CHECK(contains(mismatch(more, schema), "has also belief"));
  }
}

TEST_CASE("grade formats: PrairieLearn's score, errors and picture") {
  const ordered_json right = json_graded(kAdd, "prairielearn");
  CHECK(right["score"] == 1.0);
  CHECK(right["gradable"] == true);
  const ordered_json wrong = json_graded(kMarkedUp, "prairielearn");
  CHECK(wrong["score"] == 0.75);
  const ordered_json& errors = wrong["tests"].at(1);
  CHECK(errors["points"] == 0);
  CHECK(contains(errors["message"].get<std::string>(), "line 3: store to c[100]"));
  REQUIRE(errors["images"].size() == 1);
  CHECK(errors["images"][0]["label"] == "line 3");
  CHECK(wrong["tests"].at(0)["images"].empty());
  for (const std::string& text : {kUnended, long_names(), std::string()}) {
    const ordered_json half = json_graded(text, "prairielearn");
    CHECK(half["gradable"] == false);
    CHECK_FALSE(half.contains("score"));
    CHECK_FALSE(half["format_errors"].empty());
  }
  CHECK(json_graded(kLoud, "prairielearn")["output"].get<std::string>().starts_with(
      "<p> & \\x1b[31m ]]> "));
}

TEST_CASE("grade formats: Exercism's three outcomes") {
  const ordered_json right = json_graded(kAdd, "exercism");
  CHECK(right["status"] == "pass");
  CHECK_FALSE(right.contains("message"));
  for (size_t i = 0; i < right["tests"].size(); ++i) CHECK(right["tests"][i]["task_id"] == i + 1);
  CHECK(right["tests"][2]["test_code"].get<std::string>().ends_with(": at most 12"));
  const ordered_json wrong = json_graded(kMarkedUp, "exercism");
  CHECK(wrong["status"] == "fail");
  CHECK_FALSE(wrong.contains("message"));
  CHECK(wrong["tests"][1]["status"] == "fail");
  CHECK(contains(wrong["tests"][1]["message"].get<std::string>(), "line 3: "));
  const ordered_json half = json_graded(kUnended, "exercism");
  CHECK(half["status"] == "error");
  CHECK(contains(half["message"].get<std::string>(), "hand-in.cu:"));
  const std::string printed =
      json_graded(kLoud, "exercism")["tests"][0]["output"].get<std::string>();
  CHECK(printed.size() <= 500);
  CHECK_MESSAGE(printed.size() > 450, "100 lines were printed");
  CHECK(printed.ends_with("[cut: it is too long]"));
}

TEST_CASE("grade formats: Classroom 50 gets its runner's variables, and counts") {
  {
    const Variables variables;
    const ordered_json right = json_graded(kAdd, "classroom50");
    CHECK(right["score"] == right["max-score"]);
    CHECK(right["classroom"] == "cs");
    CHECK(right["review"] == "https://example.org/compare/1");
    CHECK(right["tests"][2]["shown-count"] == 12);
    unsetenv("REVIEW_URL");
    const ordered_json wrong = json_graded(kMarkedUp, "classroom50");
    CHECK(wrong["review"] == wrong["commit"]);
    CHECK(wrong["score"] == 3);
    CHECK(wrong["tests"][1]["failing-size"]["n"] == 100);
  }
  const tests::TempFolder folder;
  const Outcome alone =
      run_command({"grade", folder.write("k.cu", kAdd), kExercise, "--format", "classroom50"});
  CHECK(alone.status == 2);
  CHECK(alone.out.empty());
  CHECK(contains(alone.err, "CLASSROOM of the environment is missing"));
}

// What has to hold of every XML text, and of junit-10.xsd (cs.symfony.com/doc/schemas/fix, read
// 2026-11-30): elements by name, inside which others, with which attributes.
TEST_CASE("grade formats: JUnit's XML has its elements, and no character that it may not have") {
  const std::map<std::string, std::pair<std::string, std::string>> known{
      {"testsuites", {"", " name tests failures errors"}},
      {"testsuite", {"testsuites", " name tests failures errors skipped"}},
      {"testcase", {"testsuite", " classname name"}},
      {"failure", {"testcase", " type message"}},
      {"error", {"testcase", " type message"}},
      {"system-out", {"testsuite", ""}}};
  const std::regex tag(R"re(<(/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(/?)>)re");
  const std::regex attribute(R"re( ([a-z]+)="([^"]*)")re");
  const std::regex bare(R"(&(?!(amp|lt|gt|quot|#39);))");
  for (const std::string& text : kHandIns) {
    CAPTURE(text.substr(0, 300));
    const std::string file = graded(text, "junit");
    const std::string head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    REQUIRE(file.starts_with(head));
    const std::string body = file.substr(head.size());
    CHECK_FALSE(std::regex_search(body, bare));
    for (const char c : body)
      CHECK((static_cast<unsigned char>(c) >= 32 || c == '\n' || c == '\t'));
    std::vector<std::string> open;
    std::map<std::string, size_t> seen;
    std::string tests_named, failures_named, errors_named;
    for (auto at = std::sregex_iterator(body.begin(), body.end(), tag);
         at != std::sregex_iterator(); ++at) {
      const std::string name = (*at)[2];
      REQUIRE_MESSAGE(known.contains(name), name);
      if ((*at)[1].length() > 0) {
        REQUIRE_FALSE(open.empty());
        CHECK(open.back() == name);
        open.pop_back();
        continue;
      }
      CHECK((open.empty() ? "" : open.back()) == known.at(name).first);
      std::string attributes;
      const std::string given = (*at)[3];
      for (auto one = std::sregex_iterator(given.begin(), given.end(), attribute);
           one != std::sregex_iterator(); ++one) {
        attributes += " " + (*one)[1].str();
        if ((*one)[1] == "tests") tests_named = (*one)[2];
        if ((*one)[1] == "failures") failures_named = (*one)[2];
        if ((*one)[1] == "errors") errors_named = (*one)[2];
      }
      CHECK(attributes == known.at(name).second);
      ++seen[name];
      if ((*at)[4].length() == 0) open.push_back(name);
    }
    CHECK(open.empty());
    CHECK_MESSAGE(std::regex_replace(body, tag, "").find_first_of("<>") == std::string::npos,
                  "no other tag");
    CHECK(seen["testcase"] == 4);
    CHECK(tests_named == "4");
    CHECK(failures_named == std::to_string(seen["failure"]));
    CHECK(errors_named == std::to_string(seen["error"]));
    CHECK((seen["failure"] + seen["error"] == 0) == (text == kAdd || text == kLoud));
    CHECK(seen["system-out"] == (text == kLoud ? 1 : 0));
  }
}

TEST_CASE("grade formats: the templates are as the documentation has them") {
  const ordered_json tests = ordered_json::parse(text_of("assets/graders/classroom50/tests.json"));
  CHECK(mismatch(tests, grader_schema("classroom50_tests")) == "");
  const ordered_json info = ordered_json::parse(text_of("assets/graders/prairielearn/info.json"));
  CHECK(mismatch(info, grader_schema("prairielearn_info")) == "");
  const std::string entry = info["externalGradingOptions"]["entrypoint"];
  CHECK_MESSAGE(entry == "/grade/tests/run.sh", "its folder `tests` is there");
  for (const char* script : {"gradescope/setup.sh", "gradescope/run_autograder",
                             "prairielearn/tests/run.sh", "exercism/run.sh"}) {
    CAPTURE(script);
    CHECK(text_of(std::string("assets/graders/") + script).starts_with("#!/bin/sh\n"));
    const auto mode =
        std::filesystem::status(std::string(WARPLENS_SOURCE_DIR) + "/assets/graders/" + script)
            .permissions();
    CHECK((mode & std::filesystem::perms::owner_exec) != std::filesystem::perms::none);
  }
}
