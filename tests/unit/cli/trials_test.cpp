// What `run` tries beside the run: other schedules, and the text with an edit.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/support/golden_sentences.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using nlohmann::ordered_json;
using tests::contains;
using tests::Outcome;
using tests::run_command;
using warplens::test::golden;

namespace {

const char* const kCount =
    "// warplens: --grid 1 --block 128 --arg x=int[1]:zero\n"
    "__global__ void k(int* x) {\n  (*x)++;\n}\n";

}  // namespace

TEST_CASE("run --without: what comes out different, who reads too early, and the new findings") {
  const Outcome outcome = run_command({"run", "matmul-tiled", "--without", "31"});
  CHECK_MESSAGE(outcome.status == 0, "the text as it is has no mistake");
  CHECK(contains(outcome.out, "Without this barrier (line 31), 128 elements of P come out wrong"));
  CHECK(contains(outcome.out, "reads tile_n[4][0] and gets 0: only later thread (0, 4) stores"));
  CHECK(contains(outcome.out, "a __syncthreads() is missing between line 27 and line 34"));
}

TEST_CASE("run --without --json: the same, as the last member") {
  const Outcome outcome = run_command({"run", "matmul-tiled", "--without", "31:5", "--json"});
  const ordered_json run = ordered_json::parse(outcome.out);
  CHECK(std::prev(run.end()).key() == "edit");
  const ordered_json& edit = run["edit"];
  CHECK(edit["change"] == "no_barrier");
  CHECK(edit["line"] == 31);
  CHECK(edit["differences"][0]["array"] == "P");
  CHECK(edit["differences"][0]["elements"] == 128);
  CHECK(edit["stale_read"]["why"] == "too_early");
  CHECK(edit["stale_read"]["writer"] == 32);
  CHECK(edit["findings"].size() == 1);
  CHECK_FALSE(edit.contains("updates_before"));
}

TEST_CASE("run --without: of a program's launches the one that is looked at, which it names") {
  const std::string file = WARPLENS_SOURCE_DIR "/tests/gui/kernels/reversals.cu";
  const auto without = [&](const char* line, std::vector<std::string> more) {
    more.insert(more.begin(), {"run", file, "--without", line});
    return run_command(more);
  };
  CHECK(contains(without("8", {"--launch", "1"}).out,
                 "Without this barrier (line 8) in launch 1, 32 elements"));
  CHECK(contains(without("8", {"--launch", "2"}).out,
                 "Without this barrier (line 8) in launch 2, 64 elements"));
  const ordered_json edit =
      ordered_json::parse(without("8", {"--launch", "2", "--json"}).out)["edit"];
  CHECK(edit["launch"] == 2);
  CHECK(contains(without("8", {}).out, "Without this barrier (line 8) in launch 1"));
  CHECK(contains(without("13", {"--launch", "3"}).out,
                 "Without this guard (line 13) in launch 3, 24 elements"));
  const Outcome unreached = without("13", {"--launch", "4"});
  CHECK(unreached.status == 2);
  CHECK(contains(unreached.err, "the program no longer reaches launch 4: it launches 3 kernels"));
}

TEST_CASE("run --latency-hiding: time by number of warps, and latencies beside the lecture's") {
  const Outcome outcome = run_command({"run", "matmul-tiled", "--latency-hiding", "h200"});
  CHECK(outcome.status == 0);
  CHECK(contains(outcome.out, "latency hiding, a model: 4 schedulers"));
  CHECK(contains(outcome.out, "lecture"));
  const Outcome json =
      run_command({"run", "matmul-tiled", "--latency-hiding", "h200,global=280", "--json"});
  const ordered_json hiding = ordered_json::parse(json.out)["latency_hiding"];
  CHECK(hiding["latencies"]["global"] == 280);
  CHECK(hiding["latencies"]["shared"] == 25);
  const Outcome taught =
      run_command({"run", "matmul-tiled", "--latency-hiding", "lecture", "--json"});
  const ordered_json lecture = ordered_json::parse(taught.out)["latency_hiding"]["latencies"];
  CHECK(lecture["arithmetic"] == 1);
  CHECK(lecture["shared"] == 5);
  CHECK(lecture["constant"] == 5);
  CHECK(lecture["global"] == 500);
  REQUIRE(hiding["results"].size() == 7);
  const auto cycles = [&](size_t i) { return hiding["results"][i]["cycles"].get<double>(); };
  CHECK(cycles(1) < 1.5 * cycles(0));  // twice the warps take hardly longer
  CHECK(cycles(6) > 1.5 * cycles(5));  // here nothing is left to hide
}

TEST_CASE("run --latency-hiding: latencies that cannot be, and words that mean nothing") {
  for (const char* wanted : {"0", "-3", "99999999999999999999"}) {
    const Outcome outcome = run_command(
        {"run", "transpose-row", "--latency-hiding", "lecture,global=" + std::string(wanted)});
    CHECK(outcome.status == 0);
    CHECK(contains(outcome.out, "a latency of " + std::string(wanted) + " cycles cannot be shown"));
  }
  for (const char* wrong : {"h100", "h200,speed=3", "h200,global=", "h200,global=4x"}) {
    const Outcome outcome = run_command({"run", "transpose-row", "--latency-hiding", wrong});
    CHECK(outcome.status == 2);
    CHECK(contains(outcome.err, "h200, lecture, or changes"));
  }
}

TEST_CASE("run --without: a line with several parts wants a column") {
  const tests::TempFolder folder;
  const std::string file = folder.write("split.cu",
                                        "__global__ void k(int* a) {\n"
                                        "  if (threadIdx.x < 32) __syncthreads();\n"
                                        "  a[threadIdx.x] = 1;\n}\n");
  const auto run = [&](const char* place) {
    return run_command({"run", file, "--block", "64", "--arg", "a=int[64]", "--without", place});
  };
  const Outcome several = run("2");
  CHECK(several.status == 2);
  CHECK(contains(several.err, "2:7 (without this guard)"));
  CHECK(contains(several.err, "2:25 (without this barrier)"));
  CHECK(contains(run("2:25").out, "Without this barrier (line 2)"));
  CHECK(contains(run("2:7").out, "Without this guard (line 2)"));
}

TEST_CASE("run --with-atomic: how many of the updates arrive") {
  const tests::TempFolder folder;
  const std::string file = folder.write("count.cu", kCount);
  const Outcome outcome = run_command({"run", file, "--with-atomic", "3", "--json"});
  CHECK_MESSAGE(outcome.status == 1, "of the lost update in the text as it is");
  const ordered_json edit = ordered_json::parse(outcome.out)["edit"];
  CHECK(edit["updates_before"] == ordered_json{{"updates", 128}, {"arrived", 4}});
  CHECK(edit["updates_after"] == ordered_json{{"updates", 128}, {"arrived", 128}});
  CHECK(edit["findings"].empty());
}

TEST_CASE("run --schedules: in how many the arrays differ") {
  const tests::TempFolder folder;
  const std::string file = folder.write("count.cu", kCount);
  const Outcome outcome = run_command({"run", file, "--schedules", "6", "--json"});
  const ordered_json schedules = ordered_json::parse(outcome.out)["schedules"];
  CHECK(schedules["tried"] == 6);
  CHECK(schedules["different"].get<int>() > 0);
}

TEST_CASE("run --without: mistakes name the lines that have something to leave out") {
  const auto mistake = [](std::vector<std::string> words) {
    words.insert(words.begin(), {"run", "matmul-tiled"});
    const Outcome outcome = run_command(words);
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  CHECK(contains(mistake({"--without", "5"}), "line 5 has no barrier, guard, padding or atomic"));
  CHECK(contains(mistake({"--without", "5"}), "lines that have one: 21, 26, 31, 36 and 39"));
  CHECK(contains(mistake({"--without", "31:90"}), "line 31 has no barrier"));
  CHECK(contains(mistake({"--with-atomic", "34"}), "no ++ or += of memory"));
  for (const std::string place : {"x", "0", "-1", "31:", "31:0", "99999999999"})
    CHECK(contains(mistake({"--without", place}), "as in --without 12:5"));
  CHECK(contains(mistake({"--without", "31", "--with-atomic", "31"}), "can't be used together"));
  CHECK(contains(mistake({"--without", "31", "--device", "h200,cc1.0"}), "one device"));
}

TEST_CASE("run --divergence: what each side costs, whose lanes are idle, and a loop's trips") {
  const tests::TempFolder folder;
  const std::string path = folder.write("k.cu",
                                        "// warplens: --grid 2 --block 40 --arg a=int[80]:zero\n"
                                        "__global__ void k(int* a) {\n"
                                        "  int t = threadIdx.x, s = 0;\n"
                                        "  if (t % 2) s = 1; else s = t * 3;\n"
                                        "  for (int i = 0; i < t % 4; ++i) s += i;\n"
                                        "  a[blockIdx.x * 40 + t] = s;\n"
                                        "}\n");
  const Outcome text = run_command({"run", path, "--divergence", "1"});
  CHECK(text.status == 0);
  CHECK(contains(text.out, "active threads of block (1, 0), of 32 for each warp instruction"));
  CHECK(contains(text.out, "line 4, in 2 of 2 warps: both sides, one after the other ("));
  CHECK(contains(text.out, "line 5, warp 1: a loop of 0 to 3 iterations, by lane"));
  const Outcome json = run_command({"run", path, "--divergence", "1", "--json"});
  const ordered_json run = ordered_json::parse(json.out);
  const ordered_json& found = run["divergence"][0];
  CHECK(found["block"] == ordered_json({1, 0, 0}));
  CHECK(found["warps"].size() == 2);
  CHECK(found["parting_warps"] == ordered_json({0, 1}));
  const ordered_json& slots = found["warps"][1]["lane_slots"];
  CHECK(slots["no_thread"] == 24 * found["warps"][1]["instructions"].get<uint64_t>());
  CHECK(found["warps"][1]["loops"][0]["trips"][7] == 3);
  CHECK(found["warps"][1]["loops"][0]["trips"][8] == 0);
  CHECK(found["forks"][0]["lane_slots_lost"].get<uint64_t>() > 0);
  // What a compiler makes of it is asked of a process; here there is none.
  CHECK(found["compiled_problem"].get<std::string>() == golden("cli.trials.no_compiler"));
  CHECK_FALSE(found["forks"][0].contains("compiled"));
  CHECK(contains(text.out, "what a compiler makes of the branches is not known: nothing compiles"));
  const Outcome wrong = run_command({"run", path, "--divergence", "2"});
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.err, "'--divergence': there is no block x 2 y 0 z 0"));
}

TEST_CASE("run --divergence: what became of a branch in the compiled kernel") {
  const tests::TempFolder folder;
  const std::string path = folder.write("k.cu",
                                        "// warplens: --grid 1 --block 32 --arg a=int[80]:zero\n"
                                        "__global__ void k(int* a) {\n"
                                        "  int t = threadIdx.x;\n"
                                        "  if (t % 2) {\n"
                                        "    a[t] = t;\n"
                                        "  }\n"
                                        "  a[t + 32] = t;\n"
                                        "}\n");
  // A shell plays the compiler: its code has these lines in these blocks, and these jumps.
  const auto run = [&](const std::string& lines, const std::string& jumps, bool as_json) {
    const std::string code =
        R"({"files": ["/folder/k.cu"], "lines": [)" + lines + R"(], "jumps": [)" + jumps + "]}";
    const std::string answer =
        R"({"protocol": 2, "answer": {"compiler": "13.0", "target": "sm_90", "kernels": [)"
        R"({"kernel": "k", "registers": 8, "code": )" +
        code + "}]}}";
    std::vector<std::string> words{"run", path, "--divergence", "0"};
    if (as_json) words.push_back("--json");
    return run_command(words, {}, {}, nullptr, {"sh", "-c", "read line; echo '" + answer + "'"});
  };
  const std::string test = R"({"block": 0, "file": 0, "line": 4, "instructions": 2})";
  const std::string guarded =
      R"({"block": 0, "file": 0, "line": 5, "instructions": 1, "guarded": 1})";
  const std::string apart = R"({"block": 1, "file": 0, "line": 5, "instructions": 1})";
  const std::string jump = R"({"block": 0, "target": 2, "file": 0, "line": 4})";
  const auto compiled = [&](const std::string& lines, const std::string& jumps) {
    return ordered_json::parse(run(lines, jumps, true).out)["divergence"][0]["forks"][0];
  };
  CHECK(compiled(test + "," + guarded, "")["compiled"] == "predicated");
  CHECK(compiled(test + "," + apart, jump)["compiled"] == "branch");
  // Neither a jump of its line nor one block: nothing is guessed.
  const ordered_json unknown = compiled(test + "," + apart, "");
  CHECK(unknown["compiled"] == "unknown");
  CHECK(unknown["compiled_problem"].get<std::string>() ==
        golden("compare.branches.several_places"));
  const Outcome text = run(test + "," + guarded, "", false);
  CHECK(contains(text.out, "compiled without a branch: predicated"));
  CHECK(contains(text.out, "the kernel: compiled by NVRTC 13.0 for sm_90"));
  CHECK(contains(run(test + "," + apart, jump, false).out, "    compiled as a branch\n"));
}
