// `warplens exercises` and `warplens grade`: exit statuses, keys of the JSON, rows of the CSV; and
// hand-ins that are no texts, never end, or lead elsewhere.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using nlohmann::ordered_json;
using tests::contains;
using tests::Outcome;
using tests::run_command;

namespace {

const std::string kId = "add-any-length";
const std::string kRight =
    "__global__ void add(const float* a, const float* b, float* c, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) c[i] = a[i] + b[i];\n"
    "}\n";
const std::string kUnguarded =
    "__global__ void add(const float* a, const float* b, float* c, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  c[i] = a[i] + b[i];\n"
    "}\n";
const std::string kEndless =
    "__global__ void add(const float* a, const float* b, float* c, int n) {\n"
    "  while (true) c[0] = n;\n"
    "}\n";
const std::string kHalf = "__global__ void add(const float* a,\n";

std::string utf_16(const std::string& text) {
  std::string wide = "\xff\xfe";
  for (const char c : text) wide += {c, '\0'};
  return wide;
}

std::string exercise_folder() {
  return std::string(WARPLENS_SOURCE_DIR) + "/kernels/course/exercises/" + kId;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("exercises: the list, with numbers of runs") {
  const Outcome outcome = run_command({"exercises"});
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  CHECK(outcome.out.starts_with(kId + "\n  Add two vectors of any length\n  With 100 elements"));
  CHECK_FALSE(contains(outcome.out, "{"));
  const Outcome one = run_command({"exercises", kId});
  CHECK(one.status == 0);
  CHECK(outcome.out.starts_with(one.out));
  CHECK(one.out != outcome.out);
}

TEST_CASE("exercises: JSON, with paths of what is in a folder") {
  const ordered_json built_in = ordered_json::parse(run_command({"exercises", kId, "--json"}).out);
  CHECK(built_in["version"] == 1);
  const ordered_json& one = built_in["exercises"].at(0);
  for (const char* key : {"id", "title", "lesson", "goal"}) CHECK_MESSAGE(one.contains(key), key);
  CHECK_FALSE(one.contains("starter"));
  const std::string folder = std::filesystem::path(exercise_folder()).parent_path().string();
  const Outcome outcome = run_command({"exercises", kId, "--exercises", folder, "--json"});
  CHECK(outcome.status == 0);
  const ordered_json own = ordered_json::parse(outcome.out)["exercises"].at(0);
  CHECK(own["goal"] == one["goal"]);
  CHECK(own["starter"] == exercise_folder() + "/starter.cu");
  CHECK(own["reference"] == exercise_folder() + "/reference.cu");
}

TEST_CASE("exercises: a starter, and mistakes") {
  const Outcome starter = run_command({"exercises", kId, "--starter"});
  CHECK(starter.status == 0);
  CHECK(contains(starter.out, "__global__ void add("));
  CHECK(run_command({"exercises", "--starter"}).status == 2);
  CHECK(run_command({"exercises", kId, "--starter", "--json"}).status == 2);
  const Outcome unknown = run_command({"exercises", "add-any-lenght"});
  CHECK(unknown.status == 2);
  CHECK(contains(unknown.err, "did you mean 'add-any-length'?"));
  const tests::TempFolder folder;
  CHECK(run_command({"exercises", "--exercises", folder.path("none")}).status == 2);
  CHECK(run_command({"exercises", "--exercises", folder.path("")}).status == 2);
}

TEST_CASE("grade: what passes ends with 0, and each mark is named") {
  const tests::TempFolder folder;
  const std::string file = folder.write("right.cu", kRight);
  for (const std::string& exercise : {kId, exercise_folder()}) {
    const Outcome outcome = run_command({"grade", file, exercise});
    CHECK(outcome.status == 0);
    CHECK(outcome.err.empty());
    CHECK(outcome.out.starts_with("passed\n"));
    for (const char* mark : {"the result", "no error found", "warp instructions"})
      CHECK_MESSAGE(contains(outcome.out, std::string("  ") + mark), outcome.out);
  }
}

TEST_CASE("grade: what does not pass ends with 1, and says where") {
  const tests::TempFolder folder;
  const Outcome outcome = run_command({"grade", folder.write("k.cu", kUnguarded), kId});
  CHECK(outcome.status == 1);
  CHECK(outcome.out.starts_with("not passed\n"));
  CHECK(contains(outcome.out, "no error found: at n = 100, line 3: "));
  CHECK_MESSAGE(!contains(outcome.out, "A way: "), "hints are not part of a verdict");
}

TEST_CASE("grade: what does not compile ends with 1 and its message") {
  const tests::TempFolder folder;
  const Outcome half = run_command({"grade", folder.write("k.cu", kHalf), kId});
  CHECK(half.status == 1);
  CHECK(half.out.starts_with("not finished: it can't be run yet\nhand-in.cu:"));
  const Outcome empty = run_command({"grade", folder.write("e.cu", ""), kId});
  CHECK(empty.status == 1);
  const Outcome wide = run_command({"grade", folder.write("w.cu", utf_16(kRight)), kId});
  CHECK(wide.status == 1);
  CHECK(contains(wide.out, "it is UTF-16); save it as UTF-8"));
}

TEST_CASE("grade: JSON has the keys of the verdict") {
  const tests::TempFolder folder;
  const auto json_of = [&](const std::string& text) {
    return ordered_json::parse(
        run_command({"grade", folder.write("k.cu", text), kId, "--json"}).out);
  };
  const ordered_json failed = json_of(kUnguarded);
  CHECK(failed["version"] == 1);
  CHECK(failed["exercise"] == kId);
  CHECK(failed["outcome"] == "failed");
  const ordered_json& errors = failed["marks"].at(1);
  CHECK(errors["kind"] == "no_errors");
  CHECK(errors["state"] == "failed");
  for (const char* key : {"size", "hidden", "schedule", "findings", "reason"})
    CHECK_MESSAGE(errors.contains(key), key);
  CHECK(json_of(kRight)["outcome"] == "passed");
  for (const std::string& text : {kHalf, utf_16(kRight)}) {
    const ordered_json unfinished = json_of(text);
    CHECK(unfinished["exercise"] == kId);
    CHECK(unfinished["outcome"] == "not_finished");
    CHECK(unfinished.contains("problem"));
  }
}

// By "Autograder Specifications", gradescope-autograders.readthedocs.io/en/latest/specs, read
// 2026-11-30. Not run in Gradescope itself.
TEST_CASE("grade: what Gradescope reads, with 0 whenever there is a verdict") {
  const tests::TempFolder folder;
  size_t marks = 0;
  for (const std::string& text : {kRight, kUnguarded, kHalf, utf_16(kRight), kEndless}) {
    const std::string file = folder.write("k.cu", text);
    const Outcome outcome = run_command({"grade", file, kId, "--format", "gradescope"});
    CHECK(outcome.status == 0);
    const ordered_json json = ordered_json::parse(outcome.out);
    CHECK_MESSAGE(!json.contains("score"), "it is the sum of the tests'");
    CHECK(json["output"].is_string());
    const ordered_json& all = json["tests"];
    if (marks == 0) marks = all.size();
    CHECK_MESSAGE(all.size() == marks, "as many points for each hand-in");
    size_t passed = 0;
    for (const ordered_json& one : all) {
      CHECK(one.size() == 7);
      CHECK_FALSE(one["name"].get<std::string>().empty());
      CHECK(one["max_score"] == 1);
      CHECK(one["score"] == (one["status"] == "passed" ? 1 : 0));
      CHECK((one["status"] == "passed" || one["status"] == "failed"));
      CHECK(one["output"].is_string());
      CHECK(one["output_format"] == "text");
      CHECK((one["visibility"] == "visible" || one["visibility"] == "after_published"));
      passed += one["status"] == "passed" ? 1 : 0;
    }
    CHECK((passed == marks) == (text == kRight));
    if (text == kHalf) CHECK(contains(json["output"].get<std::string>(), "hand-in.cu:"));
  }
  CHECK(marks == 4);
  const std::string file = folder.write("k.cu", kRight);
  CHECK(run_command({"grade", file, kId, "--format", "other"}).status == 2);
  CHECK(run_command({"grade", file, kId, "--format", "gradescope", "--json"}).status == 2);
  CHECK(run_command({"grade", folder.path(""), kId, "--format", "gradescope"}).status == 2);
  CHECK(run_command({"grade", folder.path("no.cu"), kId, "--format", "gradescope"}).status == 2);
}

TEST_CASE("grade: a text that never ends does not pass") {
  const tests::TempFolder folder;
  const Outcome outcome = run_command({"grade", folder.write("k.cu", kEndless), kId});
  CHECK((outcome.status == 1 || outcome.status == 3));
  CHECK_FALSE(outcome.out.starts_with("passed"));
}

TEST_CASE("grade: a text that can't be tried to its end is cut, with 3") {
  const tests::TempFolder folder;
  const std::string text =
      "__device__ float at(const float* in, int i, int k) {\n"
      "  return k == 0 ? in[i] : at(in, i, k - 1);\n}\n"
      "__global__ void sum(const float* in, float* out) {\n"
      "  __shared__ float s[256];\n  int t = threadIdx.x;\n"
      "  s[t] = at(in, blockIdx.x * 256 + t, 0);\n  __syncthreads();\n"
      "  for (int d = 128; d > 0; d /= 2) {\n"
      "    if (t < d) s[t] += s[t + d];\n    __syncthreads();\n  }\n"
      "  if (t == 0) out[blockIdx.x] = s[0];\n}\n";
  const Outcome outcome =
      run_command({"grade", folder.write("k.cu", text), "sum-without-conflicts"});
  CHECK(outcome.status == 3);
  CHECK(outcome.out.starts_with("cut: "));
}

TEST_CASE("grade: mistakes of the command and of the exercise end with 2") {
  const tests::TempFolder folder;
  const std::string file = folder.write("right.cu", kRight);
  const auto says = [](const std::vector<std::string>& words, const char* what) {
    const Outcome outcome = run_command(words);
    CHECK(outcome.status == 2);
    CHECK_MESSAGE(contains(outcome.err, what), outcome.err);
    CHECK(outcome.out.empty());
  };
  says({"grade"}, "a hand-in and an exercise are needed");
  says({"grade", file}, "a hand-in and an exercise are needed");
  says({"grade", folder.path("none.cu"), kId}, "no such file");
  says({"grade", file, "add-any-lenght"}, "did you mean 'add-any-length'?");
  says({"grade", file, folder.path("none")}, "there is no exercise");
  says({"grade", file, folder.path("")}, "exercise.json");
  says({"grade", file, kId, "--jobs", "2"}, "for a folder of hand-ins");
  says({"grade", file, kId, "--shard", "1/2"}, "for a folder of hand-ins");
  says({"grade", folder.path(""), kId, "--json"}, "rows of CSV");
  for (const char* jobs : {"0", "257"})
    says({"grade", folder.path(""), kId, "--jobs", jobs}, "a number from 1 to 256");
  for (const char* shard : {"3/2", "0/2", "2", "/", "1/", "/2", "a/b"})
    says({"grade", folder.path(""), kId, "--shard", shard}, "like 1/4");
  std::filesystem::create_directory(folder.path("e"));
  folder.write("e/exercise.json", "{");
  says({"grade", file, folder.path("e")}, "starter.cu: no such file");
  for (const char* name : {"e/starter.cu", "e/reference.cu"}) folder.write(name, kRight);
  says({"grade", file, folder.path("e")}, "exercise.json");
}

TEST_CASE("grade: an exercise whose reference fails ends with 2") {
  const tests::TempFolder folder;
  const std::string exercise = folder.path("e");
  std::filesystem::copy(exercise_folder(), exercise);
  folder.write("e/reference.cu", kUnguarded);
  std::filesystem::create_directory(folder.path("in"));
  folder.write("in/k.cu", kRight);
  const Outcome one = run_command({"grade", folder.path("in/k.cu"), exercise});
  CHECK(one.status == 2);
  CHECK(one.out.starts_with("the exercise can't be judged\n"));
  const Outcome all = run_command({"grade", folder.path("in"), exercise});
  CHECK(all.status == 2);
  CHECK(contains(all.out, "\nk.cu,unusable,,,"));
  CHECK(run_command({"exercises", "--exercises", folder.path("")}).status == 2);
}

TEST_CASE("grade: a folder makes a row of each text, whatever the others do") {
  const tests::TempFolder folder;
  const std::string in = folder.path("in");
  for (const char* name : {"in/a", "in/b"}) std::filesystem::create_directories(folder.path(name));
  folder.write("in/b/work.cu", kRight);
  folder.write("in/a/work.cu", kUnguarded);
  folder.write("in/a/notes.txt", "no hand-in");
  folder.write("in/=1.cu", kRight);
  folder.write("in/endless.cu", kEndless);
  folder.write("in/half,way.cu", kHalf);
  folder.write("in/wide.cu", utf_16(kRight));
  folder.write("secret.cu", kRight);
  std::filesystem::create_symlink(folder.path("secret.cu"), in + "/link.cu");
  std::filesystem::create_directory_symlink(in, in + "/loop");
  const Outcome outcome = run_command({"grade", in, kId});
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  const std::vector<std::string> rows = lines_of(outcome.out);
  REQUIRE(rows.size() == 8);
  CHECK(rows[0] == "file,outcome,mark,where,reason");
  CHECK(rows[1] == "./=1.cu,passed,,,");
  CHECK(rows[2].starts_with("a/work.cu,failed,no_errors,n = 100,\"at n = 100, line 3: "));
  CHECK(rows[3] == "b/work.cu,passed,,,");
  CHECK(rows[4].starts_with("endless.cu,failed,"));
  CHECK(rows[5].starts_with("\"half,way.cu\",not_finished,,line "));
  CHECK(rows[6].starts_with("link.cu,unreadable,,,"));
  CHECK_MESSAGE(rows[7].starts_with("wide.cu,not_finished,,,\"is a binary file"),
                "without its path");

  CHECK(run_command({"grade", in + "/", kId, "--jobs", "4"}).out == outcome.out);
  std::vector<std::string> parts(rows.size());
  parts[0] = rows[0];
  for (size_t part = 0; part < 3; ++part) {
    const std::vector<std::string> some =
        lines_of(run_command({"grade", in, kId, "--shard", std::to_string(part + 1) + "/3"}).out);
    for (size_t i = 1; i < some.size(); ++i) parts[1 + part + 3 * (i - 1)] = some[i];
  }
  CHECK(parts == rows);

  // The others' rows are the same without the endless one.
  std::filesystem::remove(in + "/endless.cu");
  std::vector<std::string> others = rows;
  others.erase(others.begin() + 4);
  CHECK(lines_of(run_command({"grade", in, kId}).out) == others);
}

TEST_CASE("grade: a folder without texts, and an interruption") {
  const tests::TempFolder folder;
  const Outcome none = run_command({"grade", folder.path(""), kId});
  CHECK(none.status == 2);
  CHECK(contains(none.err, "holds no .cu file"));
  folder.write("k.cu", kRight);
  const std::atomic<bool> interrupted = true;
  for (const std::string& hand_in : {folder.path(""), folder.path("k.cu")}) {
    const Outcome outcome = run_command({"grade", hand_in, kId}, {}, {}, &interrupted);
    CHECK(outcome.status == 130);
    CHECK_FALSE(contains(outcome.out, "passed"));
  }
}
