// `warplens run --registers`: how many blocks a multiprocessor holds, with entered registers and
// with those of a compiler that a shell plays.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "run_command.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens;
using tests::contains;
using tests::Outcome;
using warplens::test::golden;

namespace {

// Answers every request with this line.
std::vector<std::string> compiler_that_says(const std::string& answer) {
  return {"sh", "-c", "read line; echo '{\"protocol\": 2, " + answer + "}'"};
}

const std::string kFortyRegisters =
    R"("answer": {"compiler": "13.0", "target": "sm_90", "kernels": [)"
    R"({"kernel": "transpose_row", "registers": 40, "static_shared": 4096, "stack": 16}]})";

const std::string kNoCompiler =
    R"("problem": {"kind": "no compiler", "message": "CUDA 13.0 does not compile for 3.0"})";

Outcome run_with(const std::vector<std::string>& compiler, std::vector<std::string> words) {
  words.insert(words.begin(), {"run", "transpose-row"});
  return tests::run_command(words, {}, {}, nullptr, compiler);
}

nlohmann::json occupancy_in(const Outcome& outcome) {
  return nlohmann::json::parse(outcome.out).at("occupancy").at(0);
}

}  // namespace

TEST_CASE("run --registers N: entered registers decide how many blocks fit") {
  // 1,024 threads a block: of the 65,536 registers, 40 a thread leave room for one block.
  const Outcome one = run_with({}, {"--registers", "40"});
  CHECK(one.status == 0);
  CHECK(contains(one.out, "registers a thread: 40, entered"));
  CHECK(contains(one.out, "1 active block an SM, 1,024 threads: 32 of 64 warps, 50 %"));
  CHECK(contains(one.out, "no further block fits because of: registers"));
  const nlohmann::json json = occupancy_in(run_with({}, {"--registers", "32", "--json"}));
  CHECK(json.at("registers") == 32);
  CHECK(json.at("registers_from") == "entered");
  CHECK(json.at("blocks") == 2);
  CHECK(json.at("fraction") == 1.0);
  CHECK(json.at("resources").at(2).at("of_block") == 32768);
  const Outcome none = run_with({}, {"--registers", "300"});
  CHECK(contains(none.out, "no block starts: a thread has more registers than the device allows"));
}

TEST_CASE("run --registers compiled: the compiler's registers, and where they are from") {
  const auto compiler = compiler_that_says(kFortyRegisters);
  const Outcome text = run_with(compiler, {"--registers", "compiled"});
  CHECK(text.status == 0);
  CHECK(contains(text.out, "registers a thread: 40, compiled by NVRTC 13.0 for sm_90"));
  CHECK(contains(text.out, "local memory of a thread: 16 bytes"));
  CHECK(contains(text.out, "1 active block an SM, 1,024 threads"));
  const auto json = occupancy_in(run_with(compiler, {"--registers", "compiled", "--json"}));
  CHECK(json.at("registers_from") == "compiled");
  CHECK(json.at("target") == "sm_90");
  CHECK(json.at("compiler") == "13.0");
  // What is entered wins.
  const auto entered = occupancy_in(run_with(compiler, {"--registers", "32", "--json"}));
  CHECK(entered.at("registers") == 32);
  CHECK_FALSE(entered.contains("compiler"));
}

TEST_CASE("run --registers compiled: without a compiler it says why, and does not count them") {
  const Outcome refused = run_with(compiler_that_says(kNoCompiler), {"--registers", "compiled"});
  CHECK(refused.status == 0);
  CHECK(contains(refused.out,
                 "registers a thread: not known, and not counted: CUDA 13.0 does not compile for "
                 "3.0"));
  CHECK(contains(refused.out, "2 active blocks an SM, 1,024 threads each"));
  const auto nobody = occupancy_in(run_with({}, {"--registers", "compiled", "--json"}));
  CHECK(nobody.at("registers").is_null());
  CHECK(nobody.at("problem").get<std::string>() == golden("cli.trials.no_compiler"));
  // A compiler that dies, answers rubbish or knows no such kernel.
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"false"},
        {"/nothing/there"},
        {"echo", "hello"},
        compiler_that_says(R"("answer": {"compiler": "13.0", "target": "sm_90"})")}) {
    const Outcome bad = run_with(command, {"--registers", "compiled", "--json"});
    CHECK(bad.status == 0);
    CHECK(occupancy_in(bad).at("problem") != "");
    CHECK(occupancy_in(bad).at("blocks") == 2);
  }
}

TEST_CASE("run --registers: words that mean nothing, and several devices") {
  for (const char* wrong : {"0", "-1", "many", "1.5"}) {
    CAPTURE(wrong);
    const Outcome outcome = run_with({}, {"--registers", wrong});
    CHECK(outcome.status == 2);
    CHECK(contains(outcome.err, "'compiled' or a number of registers a thread is needed"));
  }
  const Outcome several = run_with({}, {"--device", "h200,cc1.0", "--registers", "40"});
  CHECK(several.status == 2);
  CHECK(contains(several.err, "'--registers' needs one device"));
}
