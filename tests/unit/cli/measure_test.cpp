// The commands that measure, on a machine without a GPU, and with a shell script that answers as
// one would.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "app/compare/gather.hpp"
#include "app/compare/rows.hpp"
#include "app/lessons/target.hpp"
#include "kernels/measure/child/protocol.hpp"
#include "kernels/measure/format/json.hpp"
#include "run_command.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;
using namespace warplens::tests;
using warplens::test::golden;

namespace {

// What the stand-in answers, and where it is shown.
const std::string kReason = "there is no driver here";
const std::string kNoDriver =
    R"({"protocol": 2, "problem": {"kind": "no driver", "message": ")" + kReason + R"("}})";

// A process that answers "machine" and "run" with these lines, and everything else with a problem.
std::vector<std::string> answering(const std::string& machine, const std::string& run) {
  return {"/bin/sh", "-c",
          "while read -r line; do case \"$line\" in *'\"machine\"'*) echo '" + machine +
              "';; *'\"do\":\"run\"'*|*'\"do\": \"run\"'*) echo '" + run + "';; *) echo '" +
              kNoDriver + "';; esac; done"};
}
std::vector<std::string> without_gpu() {
  return answering(kNoDriver, kNoDriver);
}

std::string machine_with_gpu() {
  measure::MachineAnswer machine;
  machine.devices.resize(1);
  machine.devices[0].name = "Test GPU";
  machine.devices[0].multiprocessors = 132;
  machine.devices[0].l2_bytes = uint64_t{60} << 20;
  machine.provenance.device = "Test GPU";
  return measure::Json({{"protocol", measure::kProtocol}, {"answer", machine}}).dump();
}

// A GPU that counts what the simulation of transpose-row does, plus `more` wavefronts in each row.
std::string run_of_transpose_row(uint64_t more, bool has_times = true) {
  const auto target = lessons::open_target("transpose-row", lessons::built_in(), {});
  prepare::Request request;
  request.file = target->file;
  request.launch = target->launch;
  const auto run = run::run(request);
  measure::JobAnswer answer;
  answer.provenance.device = "Test GPU";
  measure::BuildResult build;
  build.method = measure::Method::kCountersByLine;
  measure::LaunchResult launch;
  launch.kernel = "transpose_row";
  if (has_times) launch.times = measure::Times{10, 0.01, 20, true};
  for (const auto& [key, row] : compare::rows_of(*run.value())) {
    launch.lines.push_back({key.file, key.line, key.space, key.operation, row.counts});
    if (launch.lines.back().counts.wavefronts) *launch.lines.back().counts.wavefronts += more;
  }
  build.launches.push_back(launch);
  answer.builds.push_back(build);
  return measure::Json({{"protocol", measure::kProtocol}, {"answer", answer}}).dump();
}

}  // namespace

TEST_CASE("measuring: an option that would be ignored is a mistake") {
  const auto error = [](const std::vector<std::string>& words) {
    const Outcome outcome = run_command(words, {}, without_gpu());
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  CHECK(error({"measure", "transpose-row", "--jobs", "2"}) ==
        golden("cli.measure.jobs_need_record"));
  CHECK(error({"compare", "transpose-row", "--jobs", "2"}) == golden("cli.compare.jobs_need_all"));
  CHECK(error({"measure", "transpose-row", "--minutes", "2"}) ==
        golden("cli.measure.minutes_need_record"));
  CHECK(error({"compare", "--all", "--grid", "2"}) == golden("cli.compare.grid_and_all"));
  CHECK(error({"measure", "--record", "x", "--json"}) == golden("cli.measure.json_and_record"));
  CHECK(error({"measure", "transpose-row", "--no-counts", "--no-times"}) ==
        golden("cli.measure.no_times_and_no_counts"));
  CHECK(error({"compare", "transpose-row", "--offline", "--method", "replay"}) ==
        golden("cli.compare.method_and_offline"));
  CHECK(error({"measure", "transpose-row", "--limit", "abc"}) ==
        golden("cli.measure.limit_is_no_number"));
}

TEST_CASE("compare --all: without anything to compare there is no report") {
  const TempFolder folder;
  const Outcome empty = run_command({"compare", "--all", folder.path(), "--offline"});
  CHECK(empty.status == 2);
  CHECK(empty.out.empty());
  CHECK(empty.err == "error: " + folder.path() + ": the folder holds no .cu file\n");
  const Outcome some =
      run_command({"compare", "--all", "transpose-row", folder.path(), "--offline"});
  CHECK(some.status == 2);  // one of the targets is a mistake
  CHECK(contains(some.out, "transpose-row"));
  CHECK(run_command({"measure", "--record", folder.path("x"), folder.path()}).status == 2);
}

TEST_CASE("measure: a name is printed once") {
  const Outcome outcome =
      run_command({"measure", "nowhere.cu", "transpose-row"}, {}, without_gpu());
  CHECK(outcome.err.starts_with("error: nowhere.cu: no such file"));
}

TEST_CASE("compare: offline measures nothing, even where it could") {
  const Outcome outcome = run_command({"compare", "transpose-row", "--offline"}, {},
                                      answering(machine_with_gpu(), run_of_transpose_row(1)));
  CHECK(outcome.status == 0);
  CHECK_FALSE(contains(outcome.out, "Test GPU"));
  CHECK_FALSE(contains(outcome.out, "not measured"));
}

TEST_CASE("gpus: without a driver one line says so, and it is no failure") {
  const Outcome text = run_command({"gpus"}, {}, without_gpu());
  CHECK(text.status == 0);
  CHECK(text.out == kReason + "\n");
  CHECK(text.err.empty());
  const Outcome json = run_command({"gpus", "--json"}, {}, without_gpu());
  CHECK(json.status == 0);
  CHECK(nlohmann::json::parse(json.out)["missing"][0] == kReason);
}

TEST_CASE("gpus: a device's properties") {
  const Outcome text = run_command({"gpus"}, {}, answering(machine_with_gpu(), kNoDriver));
  CHECK(text.status == 0);
  CHECK(contains(text.out, "Test GPU\n"));
  CHECK(contains(text.out, "SMs                 132\n"));
  CHECK(contains(text.out, "L2 cache            60 MiB\n"));
}

TEST_CASE("measure: without a driver the status is 4") {
  const Outcome outcome = run_command({"measure", "transpose-row"}, {}, without_gpu());
  CHECK(outcome.status == 4);
  CHECK(outcome.out.empty());
  CHECK(outcome.err == "error: " + kReason + "\n");
}

TEST_CASE("measure: what is missing for all targets is reported once") {
  const Outcome outcome = run_command(
      {"measure", "transpose-row", "transpose-padded", "--ceilings"}, {}, without_gpu());
  CHECK(outcome.status == 4);
  CHECK(outcome.err == "error: " + kReason + "\n");
}

TEST_CASE("measure: the GPU's own figures need no kernel") {
  for (const char* figure : {"--ceilings", "--latencies"})
    CHECK(run_command({"measure", figure}, {}, without_gpu()).status == 4);
  CHECK(run_command({"measure"}, {}, without_gpu()).status == 2);
  const measure::Json answer{{"protocol", measure::kProtocol},
                             {"answer", measure::Latencies{24.25, 30.5, 95.75, 32, 272.5, 680}}};
  const Outcome outcome =
      run_command({"measure", "--latencies"}, {},
                  {"/bin/sh", "-c", "while read -r line; do echo '" + answer.dump() + "'; done"});
  CHECK(outcome.status == 0);
  CHECK(outcome.out.starts_with("a dependent load"));
  CHECK_FALSE(contains(outcome.out, "GB/s"));
}

TEST_CASE("measure: several targets make one table") {
  std::string run = run_of_transpose_row(0);
  const std::string written = "as-written";
  run.replace(run.find(written), written.size(), "as-compiled");
  const Outcome outcome = run_command({"measure", "transpose-row", "transpose-row"}, {},
                                      answering(machine_with_gpu(), run));
  CHECK(outcome.status == 0);
  CHECK(contains(outcome.out, "GFLOP/s"));
}

TEST_CASE("measure: a mistake is reported before anything is measured") {
  CHECK(run_command({"measure"}).status == 2);
  CHECK(run_command({"measure", "transpose-row", "--build", "fast"}).status == 2);
  CHECK(run_command({"measure", "transpose-row", "--method", "guess"}).status == 2);
  CHECK(run_command({"measure", "transpose-row", "--limit", "0"}).status == 2);
  const Outcome outcome = run_command({"measure", "transpose-rov"}, {}, without_gpu());
  CHECK(outcome.status == 2);
  CHECK(contains(outcome.err, "did you mean 'transpose-row'?"));
}

TEST_CASE("measure: what a GPU counted, as text and as a recording") {
  const auto command = answering(machine_with_gpu(), run_of_transpose_row(0));
  const Outcome text =
      run_command({"measure", "transpose-row", "--build", "as-written"}, {}, command);
  CHECK(text.status == 0);
  CHECK(contains(text.out, "counters by line"));
  const Outcome json = run_command({"measure", "transpose-row", "--json"}, {}, command);
  const auto recording = measure::parse_recording(json.out);
  REQUIRE_MESSAGE(recording.ok(), (recording.ok() ? "" : recording.error()));
  REQUIRE(recording->measurements.size() == 1);
  CHECK(recording->measurements[0].lesson == "transpose-row");
  CHECK(recording->measurements[0].settings == std::vector<std::string>{"block=32", "n=64"});
  CHECK(recording->device.name == "Test GPU");
}

TEST_CASE("compare: without a GPU the simulation is shown, and the reason") {
  const Outcome outcome = run_command({"compare", "transpose-row"}, {}, without_gpu());
  CHECK(outcome.status == 0);
  CHECK(contains(outcome.out, "not measured: " + kReason + "\n"));
  CHECK(contains(outcome.out, "shared store"));
}

TEST_CASE("compare: verdicts, and a difference in the exit status") {
  const Outcome equal = run_command({"compare", "transpose-row"}, {},
                                    answering(machine_with_gpu(), run_of_transpose_row(0)));
  CHECK(contains(equal.out, "equal"));
  CHECK_FALSE(contains(equal.out, "differs"));
  const Outcome other = run_command({"compare", "transpose-row"}, {},
                                    answering(machine_with_gpu(), run_of_transpose_row(1)));
  CHECK(other.status == 5);
  CHECK(contains(other.out, "129 +1"));
  CHECK(contains(other.out, "differs"));
  for (size_t begin = 0; begin < other.out.size();) {
    const size_t end = other.out.find('\n', begin);
    if (other.out.compare(begin, 2, "  ") == 0) CHECK(end - begin <= 120);
    begin = end + 1;
  }
}

TEST_CASE("compare: reads of constant memory are rows of their own name, with requests") {
  const TempFolder folder;
  const std::string scale = folder.write("scale.cu", R"(__constant__ float factors[5] = {1, 2};
__global__ void scale(const float* in, float* out) {
  const float factor = factors[threadIdx.x % 5];
  out[threadIdx.x] = factor * in[threadIdx.x];
}
)");
  const std::vector<std::string> words = {"compare", scale,           "--block",
                                          "64",      "--arg",         "in=float[64]",
                                          "--arg",   "out=float[64]", "--offline"};
  const Outcome outcome = run_command(words);
  CHECK(outcome.status == 0);
  CHECK(contains(outcome.out, "3      constant load          2  requests"));
  CHECK(contains(outcome.out, "4      global load"));
  std::vector<std::string> for_programs = words;
  for_programs.emplace_back("--json");
  const auto json = nlohmann::json::parse(run_command(for_programs).out);
  const auto& lines = json["launches"][0]["lines"];
  CHECK(lines[0]["space"] == "constant");
  CHECK(lines[0]["constant_requests"] == 2);
  CHECK(lines[1]["space"] == "global");
  CHECK_FALSE(lines[1].contains("constant_requests"));
}

TEST_CASE("compare: a kernel that does not come to its end is not compared, and why") {
  const TempFolder folder;
  const std::string endless =
      folder.write("endless.cu", "__global__ void k(int* a) { while (true) a[0] += 1; }\n");
  const Outcome limit =
      run_command({"compare", endless, "--arg", "a=int[1]", "--step-limit", "99"});
  CHECK(limit.status == 3);
  CHECK(limit.err == golden("cli.compare.stopped_at_step_limit"));
  const Outcome json = run_command(
      {"compare", endless, "--arg", "a=int[1]", "--step-limit", "99", "--json", "--offline"});
  CHECK(json.status == 3);
  CHECK(contains(json.out, "\"ending\": \"step_limit\""));
  const std::string trap = folder.write("trap.cu", "__global__ void k(int* a) { __trap(); }\n");
  const Outcome trapped = run_command({"compare", trap, "--arg", "a=int[1]"});
  CHECK(trapped.status == 1);
  CHECK(contains(trapped.err, "nothing to compare: the simulated kernel stopped at a trap"));
}

TEST_CASE("compare: recordings that are asked for and cannot be used are not replaced by others") {
  const TempFolder folder;
  const auto compare_with = [&](const std::string& recordings) {
    return run_command({"compare", "transpose-row", "--offline", "--measurements", recordings});
  };
  CHECK(compare_with(folder.path() + "/none").status == 2);
  const Outcome empty = compare_with(folder.path());
  CHECK(empty.status == 2);
  CHECK(empty.err == "error: " + folder.path() + " holds no recording (*.json)\n");
  const std::string cut = folder.write("cut.json", "{\"format\": 1, ");
  CHECK(compare_with(folder.path()).status == 2);
  CHECK(contains(compare_with(folder.path()).err, "error: " + cut));
  CHECK(compare_with(folder.path()).out.empty());
}

TEST_CASE("compare: of a lesson the recorded launches are named") {
  const Outcome outcome = run_command({"compare", "transpose-row", "--set", "n=65", "--offline"});
  CHECK(contains(outcome.out, "no recording holds this text and launch"));
  CHECK(contains(outcome.out, "this lesson is recorded with Block 8, 16, 32; Size n 64, 100, 256"));
}

TEST_CASE("compare --all: a report with a row for each launch") {
  const TempFolder folder;
  const std::string path = folder.write("k.cu", lessons::built_in().front().text);
  const Outcome outcome = run_command({"compare", "--all", path, "--json"}, {}, without_gpu());
  CHECK(outcome.status == 4);  // nothing measured, nothing recorded
  CHECK(contains(outcome.err, "recordings are used: " + kReason));
  const auto json = nlohmann::json::parse(outcome.out);
  CHECK(json["command"] == "warplens compare --all " + path + " --json");
  REQUIRE(json["launches"].size() == 1);
  CHECK(json["launches"][0]["outcome"] == "not compared");
}

TEST_CASE("measure --record: what an earlier call left out is measured by a later one") {
  const TempFolder folder;
  const std::string kernel = folder.write("transpose_row.cu", lessons::built_in()[1].text);
  const std::string record = folder.path() + "/record";
  const auto command = answering(machine_with_gpu(), run_of_transpose_row(0));
  const auto times = [&] {
    const compare::Recordings all = compare::load_recordings(record);
    return all.recordings.at(0).measurements.at(0).builds.at(0).launches.at(0).times.has_value();
  };
  std::vector<std::string> words{"measure", kernel,       "--record",  record,
                                 "--build", "as-written", "--no-times"};
  CHECK(run_command(words, {}, answering(machine_with_gpu(), run_of_transpose_row(0, false)))
            .status == 0);
  CHECK_FALSE(times());
  words.pop_back();
  CHECK(contains(run_command(words, {}, command).out, "1 of 1 measured now, 0 were there already"));
  CHECK(times());
  CHECK(contains(run_command(words, {}, command).out, "0 of 1 measured now, 1 were there already"));
  CHECK(compare::load_recordings(record).recordings.at(0).measurements.size() == 1);
}

TEST_CASE("measure --record: a changed text is measured again, another GPU is refused") {
  const TempFolder folder;
  std::string text = lessons::built_in()[1].text;
  std::string kernel = folder.write("transpose_row.cu", text);
  const std::string record = folder.path() + "/record";
  const auto command = answering(machine_with_gpu(), run_of_transpose_row(0));
  const std::vector<std::string> words{"measure", kernel,       "--record",  record,
                                       "--build", "as-written", "--no-times"};
  CHECK(run_command(words, {}, command).status == 0);
  folder.write("transpose_row.cu", text + "\n__device__ int one() { return 1; }\n");
  CHECK(contains(run_command(words, {}, command).out, "1 of 1 measured now"));
  std::string other = machine_with_gpu();
  for (size_t at; (at = other.find("Test GPU")) != std::string::npos;)
    other.replace(at, 8, "Fast GPU");
  const Outcome refused = run_command(words, {}, answering(other, run_of_transpose_row(0)));
  CHECK(refused.status == 4);
  CHECK(contains(refused.err,
                 "is of a GPU named Test GPU, and this is Fast GPU; record it in another"));
}

TEST_CASE("measure --record: what is there is not measured again") {
  const TempFolder folder;
  const std::string kernel = folder.write("transpose_row.cu", lessons::built_in()[1].text);
  const std::string record = folder.path() + "/record";
  const auto command = answering(machine_with_gpu(), run_of_transpose_row(0));
  const std::vector<std::string> words{"measure", kernel,    "--record",
                                       record,    "--build", "as-written"};
  const Outcome first = run_command(words, {}, command);
  CHECK_MESSAGE(contains(first.out, "1 of 1 measured now"), (first.out + first.err));
  const Outcome second = run_command(words, {}, command);
  CHECK(second.status == 0);
  CHECK(contains(second.out, "0 of 1 measured now, 1 were there already, 0 failed"));
  const compare::Recordings recordings = compare::load_recordings(record);
  REQUIRE_FALSE(recordings.recordings.empty());
  CHECK(recordings.recordings[0].device.name == "Test GPU");
  const Outcome offline =
      run_command({"compare", kernel, "--measurements", record, "--offline"}, {}, without_gpu());
  CHECK(offline.status == 5);  // the stand-in left no arrays
  CHECK(contains(offline.out, "array source: not compared: it could not be read back"));
  CHECK(contains(offline.out, "recorded, as written: counters by line, Test GPU"));
}
