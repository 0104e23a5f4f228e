// `check-hardware --measure` with a shell script in the place of the process that measures.
#include "app/cli/hardware/check_hardware.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "app/cli/run_cli.hpp"
#include "kernels/measure/child/protocol.hpp"
#include "kernels/measure/format/json.hpp"
#include "run_command.hpp"
#include "sim/model/hardware_csv.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;
using namespace warplens::tests;
using warplens::test::golden;

namespace {

// Five accesses: a row and a column read, a row stored, a float added to one word, a row of global
// memory.
std::string table(const std::string& first_wavefronts = "1") {
  const auto row = [](const std::string& front, uint32_t stride, const std::string& counts) {
    std::string text = front;
    for (uint32_t lane = 0; lane < 32; ++lane) text += "," + std::to_string(lane * stride);
    return text + "," + counts + "\n";
  };
  std::string head = "id,pattern,space,op,atomic,bytes_per_lane,active_mask";
  for (int lane = 0; lane < 32; ++lane) head += ",lane" + std::to_string(lane);
  return head + ",wavefronts,requests,sectors,lines\n" +
         row("0,row,shared,ld,,4,0xffffffff", 4, first_wavefronts + ",1,,") +
         row("1,column,shared,ld,,4,0xffffffff", 128, "32,1,,") +
         row("2,row,shared,st,,4,0xffffffff", 4, ",,,") +
         row("3,one_word,shared,atom,add.f32,4,0xffffffff", 0, ",,,") +
         row("4,row,global,ld,,4,0xffffffff", 4, ",1,4,1");
}

measure::AccessResult shared(uint64_t requests, uint64_t wavefronts, double all) {
  measure::AccessResult result;
  result.counts.requests = requests;
  result.counts.wavefronts = wavefronts;
  result.wavefronts = all;
  return result;
}

// What an H200 counts for the table.
measure::AccessAnswer counted() {
  measure::AccessAnswer answer;
  answer.provenance.device = "Test GPU";
  answer.provenance.date = "2026-11-21";
  answer.results = {shared(1, 1, 1), shared(1, 32, 32), shared(1, 1, 1), shared(32, 64, 96)};
  answer.results.emplace_back();
  answer.results.back().counts.requests = 1;
  answer.results.back().counts.sectors = 4;
  answer.results.back().counts.lines = 1;
  return answer;
}

// The times of the same, as wavefronts.
measure::AccessAnswer timed() {
  measure::AccessAnswer answer;
  answer.calibration = "two cycles a wavefront";
  for (const double wavefronts : {1.02, 31.9, 1.0, 90.0, 1.1}) {
    answer.results.push_back({{}, wavefronts, 0.25, 28, ""});
  }
  return answer;
}

std::string line_of(const measure::AccessAnswer& answer) {
  return measure::Json({{"protocol", measure::kProtocol}, {"answer", answer}}).dump();
}

const std::string kReason = "counters are for administrators";
const std::string kRefused =
    R"({"protocol": 2, "problem": {"kind": "permission", "message": ")" + kReason + R"("}})";

// A process that answers requests for replay and for counters with these lines.
std::vector<std::string> answering(const std::string& replay, const std::string& counters) {
  return {"/bin/sh", "-c",
          "while read -r line; do case \"$line\" in *replay*) echo '" + replay + "';; *) echo '" +
              counters + "';; esac; done"};
}

Outcome measured(const std::string& text, const std::vector<std::string>& command,
                 cli::MeasureHardware options = {}) {
  const TempFolder folder;
  options.path = folder.write("table.csv", text);
  options.worker_command = command;
  std::ostringstream out, err;
  Outcome outcome;
  outcome.status = cli::measure_hardware(options, out, err);
  outcome.out = out.str();
  outcome.err = err.str();
  return outcome;
}

}  // namespace

TEST_CASE("check-hardware --measure: counters, by kind of access") {
  const Outcome outcome = measured(table(), answering(kRefused, line_of(counted())));
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  CHECK(contains(outcome.out, "Test GPU"));
  CHECK(contains(outcome.out, "shared ld 4          2 of 2 (100.0 %)  2 of 2 (100.0 %)"));
  CHECK(contains(outcome.out, "shared atom add.f32  1 of 1 (100.0 %)                 -"));
  CHECK(contains(outcome.out,
                 "5 of 5 measured accesses agree with the model, "
                 "3 of 3 (100.0 %) with the file\n"));
}

TEST_CASE("check-hardware --measure: what the GPU and the file say otherwise") {
  measure::AccessAnswer answer = counted();
  answer.results[1] = shared(1, 31, 31);
  answer.results[2] = {};
  answer.results[2].note = "the counters have nothing on it";
  cli::MeasureHardware options;
  options.show_mismatches = true;
  const Outcome outcome = measured(table("2"), answering(kRefused, line_of(answer)), options);
  CHECK(outcome.status == 5);
  CHECK(contains(outcome.out, "access 1 (column): wavefronts: hardware 31, model 32\n"));
  CHECK(contains(outcome.out, "access 2 (row): the counters have nothing on it\n"));
  CHECK(contains(outcome.out,
                 "3 of 4 measured accesses agree with the model, "
                 "1 of 3 (33.3 %) with the file; 1 could not be measured\n"));
}

TEST_CASE("check-hardware --measure: where counters are refused, replay goes on") {
  const auto command = answering(line_of(timed()), kRefused);
  const Outcome outcome = measured(table(), command);
  CHECK(outcome.status == 0);
  CHECK(outcome.err == golden("cli.hardware.replay_is_used"));
  CHECK(contains(outcome.out, "two cycles a wavefront"));
  CHECK(contains(outcome.out, "0.25"));
  // A loop's time is no number of wavefronts.
  CHECK(contains(outcome.out, "4 of 4 measured accesses agree"));
  CHECK(contains(outcome.out, "1 could not be measured"));
  cli::MeasureHardware options;
  options.method = measure::Method::kCountersByLine;
  const Outcome refused = measured(table(), command, options);
  CHECK(refused.status == 4);
  CHECK(refused.out.empty());
  CHECK(refused.err == "error: " + kReason + "\n");
}

TEST_CASE("check-hardware --measure --write: a table that reads back") {
  const TempFolder folder;
  cli::MeasureHardware options;
  options.write_path = folder.path() + "/out.csv";
  const Outcome outcome = measured(table(), answering(kRefused, line_of(counted())), options);
  CHECK(contains(outcome.out, "5 accesses written to " + options.write_path));
  std::ifstream file(options.write_path);
  std::stringstream text;
  text << file.rdbuf();
  CHECK(text.str().starts_with("# Test GPU"));
  const auto rows = model::parse_hardware_csv(text.str());
  REQUIRE(rows.ok());
  REQUIRE(rows->size() == 5);
  CHECK((*rows)[3].loop_wavefronts == 32);
  CHECK((*rows)[3].requests == 32);
  CHECK((*rows)[4].sectors == 4);
}

TEST_CASE("check-hardware --measure: an answer that is too short, and no table") {
  measure::AccessAnswer answer = counted();
  answer.results.pop_back();
  const Outcome outcome = measured(table(), answering(kRefused, line_of(answer)));
  CHECK(outcome.status == 4);
  CHECK(contains(outcome.err, "answered for 4 of 5 accesses"));
  CHECK(measured("nothing\n", answering(kRefused, kRefused)).status == 2);
}

TEST_CASE("check-hardware: options that need --measure") {
  const std::string csv = WARPLENS_TEST_DATA "/h200_atomics.csv";
  CHECK(contains(run_command({"check-hardware", csv}).out, "3366 of 3366 accesses agree"));
  CHECK(run_command({"check-hardware", csv, "--write", "x.csv"}).err ==
        golden("cli.hardware.write_needs_measure"));
  CHECK(run_command({"check-hardware", csv, "--method", "replay"}).status == 2);
  const Outcome outcome =
      run_command({"check-hardware", csv, "--measure", "--method", "kernel-counters"});
  CHECK(outcome.status == 2);
  CHECK(contains(outcome.err, "single accesses take counters or replay"));
}
