// One table of exit statuses, one of limits, and a version in every JSON.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/cli/declared_options.hpp"
#include "run_command.hpp"
#include "tests/support/temp_folder.hpp"

namespace warplens::cli {
namespace {

using nlohmann::ordered_json;
using tests::contains;
using tests::Outcome;
using tests::run_command;
using tests::TempFolder;

const std::string kTrap =
    "__global__ void k(float* a, int n) {\n  if (threadIdx.x == 0) __trap();\n  a[threadIdx.x] = "
    "1;\n}\n";

}  // namespace

TEST_CASE("exit status: of several the more important one") {
  const std::vector<int> order{130, 2, 4, 5, 1, 3, 0};
  for (size_t i = 0; i < order.size(); ++i) {
    for (size_t j = i; j < order.size(); ++j) {
      CHECK(worse(order[i], order[j]) == order[i]);
      CHECK(worse(order[j], order[i]) == order[i]);
    }
  }
}

TEST_CASE("exit status: a trap is 1, and trace reports it like run") {
  const TempFolder folder;
  const std::string file = folder.write("trap.cu", kTrap);
  for (const char* command : {"run", "trace"}) {
    for (const bool json : {false, true}) {
      std::vector<std::string> words{command, file,          "--block", "64",
                                     "--arg", "a=float[64]", "--arg",   "n=0"};
      if (json) words.push_back("--json");
      const Outcome outcome = run_command(words);
      CHECK(outcome.status == 1);
      CHECK(contains(outcome.err, "stopped at a trap"));
      if (!json) {
        CHECK(contains(outcome.out, "trap.cu:2:"));
        CHECK(contains(outcome.out, "counted so far"));
        continue;
      }
      const ordered_json parsed = ordered_json::parse(outcome.out);
      CHECK(parsed["ending"] == "trapped");
      CHECK(parsed["complete"] == false);
      REQUIRE(parsed["findings"].size() == 1);
      CHECK(parsed["findings"][0]["kind"] == "trap");
    }
  }
}

TEST_CASE("exit status: a cut run is 3, and 1 if it has a finding of severity error") {
  const TempFolder folder;
  const std::string file = folder.write(
      "k.cu", "__global__ void k(int* a, int n) { while (true) a[threadIdx.x + n] = 1; }\n");
  const auto status = [&](const std::string& n) {
    return run_command({"run", file, "--block", "32", "--arg", "a=int[32]", "--arg", "n=" + n,
                        "--step-limit", "1000"})
        .status;
  };
  CHECK(status("0") == 3);
  CHECK(status("1") == 1);
}

TEST_CASE(
    "exit status: an interrupted run, trace or comparison prints its part and ends with 130") {
  const TempFolder folder;
  const std::string file =
      folder.write("k.cu", "__global__ void k(int* a) { while (true) a[threadIdx.x] = 1; }\n");
  const std::atomic<bool> interrupted{true};
  for (const char* command : {"run", "trace", "compare"}) {
    const Outcome outcome =
        run_command({command, file, "--block", "32", "--arg", "a=int[32]"}, {}, {}, &interrupted);
    CHECK(outcome.status == 130);
    CHECK(contains(outcome.err, "interrupted"));
  }
}

TEST_CASE("every JSON has a version") {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"run", "transpose-row", "--json"},
           {"trace", "transpose-row", "--json"},
           {"run", "transpose-row", "--then", "copy", "--json"},
           {"lessons", "--json"},
           {"devices", "--json"},
           {"compare", "transpose-row", "--offline", "--json"},
           {"compare", "transpose-row", "--all", "--offline", "--json"},
           {"gpus", "--json"}}) {
    const Outcome outcome = run_command(words, {}, {"/nothing"});
    CAPTURE(words[0]);
    CAPTURE(outcome.err);
    if (outcome.out.empty()) continue;  // the lesson's kernel has another name
    const ordered_json json = ordered_json::parse(outcome.out);
    REQUIRE(json.contains("version"));
    CHECK(json["version"] == 1);
  }
}

TEST_CASE("limits and exit statuses are in --help and in the guide") {
  const std::string help = run_command({"--help"}).out;
  std::ifstream file(std::string(WARPLENS_SOURCE_DIR) + "/assets/guide/limits.md");
  std::stringstream guide;
  guide << file.rdbuf();
  REQUIRE(!limits().empty());
  for (const Limit& limit : limits()) {
    const std::string what = limit.what.english();
    CAPTURE(what);
    CHECK(contains(help, what));
    CHECK(contains(guide.str(), "| " + what + " | " + limit.amount.english() + " | " +
                                    limit.when.english() + " |"));
  }
  for (const files::ExitStatus& status : files::kExitStatuses) {
    CHECK(contains(help, status.meaning.english));
    CHECK(contains(guide.str(),
                   "| " + std::to_string(status.status) + " | " + status.meaning.english + " |"));
  }
}

TEST_CASE("run --guess: a fragment runs, and what it leaves out is reported as guessed") {
  const TempFolder folder;
  const std::string file = folder.write("notes.cu",
                                        "int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                        "if (i < n) c[i] = a[i] + b[i];\n");
  const Outcome guessed = run_command({"run", file, "--guess"});
  CHECK(guessed.status == 0);
  CHECK(contains(guessed.out, "guessed: __global__ void fragment() int n float* c float* a"));
  CHECK(contains(guessed.out, "  2:12"));
  const Outcome plain = run_command({"run", file});
  CHECK(plain.status == 2);
  CHECK(contains(plain.err, "with --guess, what the text leaves out is declared"));
}

TEST_CASE("run --guess: a file without a launch runs, and the report says what was guessed") {
  const TempFolder folder;
  const std::string file = folder.write(
      "k.cu",
      "__global__ void other(int* a) { a[0] = 1; }\n"
      "__global__ void add(const float* a, float* b, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) b[i] = a[i];\n}\n");
  const Outcome text = run_command({"run", file, "--kernel", "add", "--guess"});
  CHECK(text.status == 0);
  CHECK(contains(text.out,
                 "  guessed: --grid 2 --block 256 --arg a=float[500] --arg b=float[500] --arg "
                 "n=500\n"));
  const Outcome json =
      run_command({"run", file, "--kernel", "add", "--guess", "--grid", "3", "--json"});
  CHECK(json.status == 0);
  const ordered_json guessed = ordered_json::parse(json.out)["guessed"];
  CHECK(guessed ==
        ordered_json{"--block 256", "--arg a=float[760]", "--arg b=float[760]", "--arg n=760"});
  CHECK(run_command({"run", file, "--kernel", "nothing", "--guess"}).status == 2);
  CHECK(run_command({"run", folder.write("bad.cu", "__global__ void k( {"), "--guess"}).status ==
        2);
}

TEST_CASE("numbers that no launch can have are refused in a sentence") {
  const TempFolder folder;
  const std::string file =
      folder.write("k.cu", "__global__ void k(float x, int* a) { a[0] = x; }\n");
  const auto status = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"run", file, "--block", "1", "--arg", "a=int[1]"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run_command(words);
    if (outcome.status == 2) CHECK(contains(outcome.err, "error: "));
    return outcome.status;
  };
  CHECK(status({"--arg", "x=1"}) == 0);
  for (const char* number : {"nan", "inf", "-inf"})
    CHECK(status({"--arg", std::string("x=") + number}) == 0);
  CHECK(status({"--arg", "x=1e999"}) == 2);
  for (const char* option : {"--grid", "--shared", "--step-limit"}) {
    for (const char* number : {"-1", "1e999", "nan", "inf", "99999999999999999999", ""}) {
      CAPTURE(option);
      CAPTURE(number);
      CHECK(status({"--arg", "x=1", option, number}) == 2);
    }
  }
  CHECK(status({"--arg", "x=1", "--grid", "4294967295,65535,65535"}) == 2);
  CHECK(status({"--arg", "x=1", "--shared", "18446744073709551615"}) == 2);
  for (const char* seconds : {"nan", "inf", "1e999", "-1"}) {
    CHECK(run_command({"measure", "transpose-row", "--limit", seconds}).status == 2);
    CHECK(run_command({"measure", "--record", folder.path("r"), "--minutes", seconds}).status == 2);
  }
}

}  // namespace warplens::cli
