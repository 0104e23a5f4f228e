// The record as JSON: what is written comes back, what was not measured stays absent, and what does
// not fit is refused with its place.
#include "kernels/measure/format/json.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>

#include "kernels/measure/format/words.hpp"
#include "tests/support/golden_sentences.hpp"

using warplens::test::golden;
using namespace std::string_literals;

namespace {

using namespace warplens;
using namespace warplens::measure;

constexpr uint64_t kLargest = std::numeric_limits<uint64_t>::max();

Measurement full_measurement() {
  Measurement measurement;
  measurement.lesson = "transpose-row";
  measurement.file = "transpose_row.cu";
  measurement.text_hash = "0123456789abcdef";
  measurement.launch = "--grid 2,2 --block 8,8";
  measurement.settings = {"n=16", "tile=8"};
  measurement.provenance = {"NVIDIA H200", "9.0", "580.1", "13.0", "2026-11-21", "warplens 0.1.0"};
  BuildResult build;
  build.build = Build::kAsCompiled;
  build.options = {"-G", "--fmad=false"};
  build.method = Method::kCountersByKernel;
  build.refusal = "counters by line need something";
  LaunchResult launch;
  launch.kernel = "copy<8>";
  launch.lines.push_back(
      {"tile.cuh", 7, Space::kShared, Operation::kAtomic, {4, 0, {}, kLargest, {}}});
  launch.lines.push_back({"", 0, Space::kGlobal, Operation::kStore, {}});
  launch.times = Times{1.25, 0.015, 31, true};
  launch.causes.push_back(
      {"", 7, Space::kShared, Operation::kLoad, CauseKind::kMerged, "4 became 1 (LDS.128)"});
  build.launches.push_back(launch);
  measurement.builds.push_back(build);
  measurement.arrays.push_back({"out", 256, 3, 2, "within 2 ulp", true});
  return measurement;
}

GpuDevice full_device() {
  return {"NVIDIA H200", 9,         0,   132,   49152, 232448,   233472,
          1024,          2048,      32,  65536, 65536, 60 << 20, 150'000'000'000,
          1'980'000,     3'201'000, 6144};
}

MeasurementFile full_recording() {
  MeasurementFile recording;
  recording.device = full_device();
  recording.provenance = full_measurement().provenance;
  recording.ceilings = Ceilings{4012.5, 60123.25};
  recording.latencies = Latencies{29.5, 34, 109.25, 39.5, 291, 720, "2026-11-24"};
  recording.measurements = {full_measurement(), Measurement{}, full_measurement()};
  return recording;
}

template <class T>
Json through_text(const T& value) {
  return Json::parse(one_line(Json(value)));
}

std::string complaint(const char* text) {
  try {
    (void)Json::parse(text).get<Measurement>();
  } catch (const Json::exception& error) {
    return error.what();
  }
  return "";
}

template <class E>
void check_words(size_t count) {
  CHECK(words<E>().size() == count);
  for (const auto& entry : words<E>()) {
    CHECK(word(entry.value) == std::string(entry.word));
    for (const auto& other : words<E>())
      CHECK((entry.value == other.value) == (std::string(entry.word) == other.word));
  }
}

}  // namespace

TEST_CASE("record: every enumerator has one word of its own") {
  check_words<Build>(2);
  check_words<Method>(3);
  check_words<Space>(2);
  check_words<Operation>(5);
  check_words<CauseKind>(7);
  check_words<ProblemKind>(14);
}

TEST_CASE("record: a full recording comes back from its text") {
  const MeasurementFile recording = full_recording();
  const std::string text = print_recording(recording);
  const auto read = parse_recording(text);
  REQUIRE(read.ok());
  CHECK(*read == recording);
  CHECK(print_recording(*read) == text);
}

TEST_CASE("record: a recording without measurements comes back") {
  const auto read = parse_recording(print_recording({}));
  REQUIRE(read.ok());
  CHECK(*read == MeasurementFile{});
}

TEST_CASE("record: what was not counted is absent, and zero is not") {
  const Json rows = through_text(full_measurement())["builds"][0]["launches"][0]["lines"];
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["requests"] == 4);
  CHECK(rows[0]["wavefronts"] == 0);
  CHECK_FALSE(rows[0].contains("sectors"));
  CHECK(rows[0]["lines"] == kLargest);
  CHECK(rows[0]["file"] == "tile.cuh");
  CHECK_FALSE(rows[1].contains("requests"));
  CHECK_FALSE(rows[1].contains("file"));
  CHECK(rows[1]["line"] == 0);
  CHECK(Json(LaunchResult{}) == Json::object());
}

TEST_CASE("record: a row of counts is one line of a recording's text") {
  MeasurementFile recording;
  recording.measurements = {full_measurement()};
  const std::string text = print_recording(recording);
  const size_t row = text.find("{\"file\":\"tile.cuh\",\"line\":7,");
  REQUIRE(row != std::string::npos);
  const size_t line = text.rfind('\n', row) + 1;
  CHECK(text.find_first_not_of(' ', line) == row);
  CHECK(text.substr(row, text.find('\n', row) - row).ends_with("},"));
}

TEST_CASE("record: a job keeps its bytes, its 64-bit numbers and its text exactly") {
  Job job;
  job.file_name = "k.cu";
  job.text = "__global__ void k() {}\n\t\"\\\x01 \xc3\xa4";
  job.headers = {{"tile.cuh", "int x;\n"}};
  job.defines = {{"N", "16"}, {"EMPTY", ""}};
  job.arrays = {{"a", kLargest, 0x8000'0000'0000'0001, true}};
  job.data_file = "/tmp/a b/data.bin";
  job.result_folder = "/tmp/a b";
  JobLaunch launch;
  launch.kernel = "matmul<32, 1>";
  launch.grid = {1, 2, 3};
  launch.block = {4, 5, 6};
  launch.shared_bytes = 100'000;
  launch.parameters = {{std::byte{0x00}, std::byte{0xff}, std::byte{0x1a}}, {}};
  launch.pointers = {{0, 8, 1, kLargest}};
  job.launches = {launch};
  job.builds = {Build::kAsCompiled, Build::kAsWritten};
  job.count = false;
  job.time = true;
  job.time_limit_s = 0.1;
  job.method = Method::kReplay;
  job.explain = true;

  const Json json = through_text(job);
  CHECK(json["launches"][0]["parameters"] == Json{"00ff1a", ""});
  const Job back = json.get<Job>();
  CHECK(one_line(Json(back)) == one_line(json));
  CHECK(back.text == job.text);
  CHECK(back.arrays[0].offset == 0x8000'0000'0000'0001);
  CHECK(back.launches[0].parameters == launch.parameters);
  CHECK(back.launches[0].grid == launch.grid);
  CHECK(back.launches[0].pointers[0].array_offset == kLargest);
  CHECK(back.builds == job.builds);
  CHECK(back.time_limit_s == 0.1);
  CHECK(back.method == Method::kReplay);
}

TEST_CASE("record: accesses keep their 64-bit addresses, answers what was not counted") {
  AccessJob job;
  job.method = Method::kCountersByLine;
  WarpAccess access;
  access.space = Space::kGlobal;
  access.operation = Operation::kAtomic;
  access.bytes_per_lane = 8;
  access.mask = 0x8000'0001;
  access.atomic = "max.u64";
  for (size_t lane = 0; lane < kWarpSize; ++lane) access.addresses[lane] = kLargest - lane;
  job.accesses = {access, {}};
  const AccessJob back = through_text(job).get<AccessJob>();
  REQUIRE(back.accesses.size() == 2);
  CHECK(back.accesses[0].addresses == access.addresses);
  CHECK(back.accesses[0].mask == access.mask);
  CHECK(back.accesses[0].atomic == "max.u64");
  CHECK(back.method == Method::kCountersByLine);

  AccessAnswer answer;
  answer.calibration = "28 + 2.0 x (wavefronts - 1) cycles";
  answer.results.push_back({{1, {}, 4, {}, {}}, 3.98, 0.02, 33.5, ""});
  answer.results.push_back({{}, 0, 0, 0, "out of range"});
  const AccessAnswer result = through_text(answer).get<AccessAnswer>();
  REQUIRE(result.results.size() == 2);
  CHECK(result.results[0].counts == answer.results[0].counts);
  CHECK(result.results[0].wavefronts == 3.98);
  CHECK(result.results[1].note == "out of range");
  CHECK(result.calibration == answer.calibration);
}

TEST_CASE("record: a machine's answer and a problem come back") {
  MachineAnswer machine;
  machine.devices = {full_device(), {}};
  machine.missing = {"CUPTI was not found"};
  const MachineAnswer back = through_text(machine).get<MachineAnswer>();
  CHECK(back.devices == machine.devices);
  CHECK(back.missing == machine.missing);
  for (const auto& entry : words<ProblemKind>()) {
    const Problem problem{entry.value, "what to do"};
    CHECK(through_text(problem).get<Problem>() == problem);
  }
}

TEST_CASE("record: wavefronts that no access takes are brought into range") {
  const auto whole = [](double wavefronts) {
    AccessResult result;
    result.wavefronts = wavefronts;
    return whole_wavefronts(result);
  };
  CHECK(whole(3.4) == 3);
  CHECK(whole(3.6) == 4);
  CHECK(whole(-2) == 0);
  CHECK(whole(1e300) == 0xffffffff);
}

TEST_CASE("record: a number that JSON cannot hold is left out") {
  const Json json(Times{std::numeric_limits<double>::quiet_NaN(), 0.5, 3, false});
  CHECK_FALSE(json.contains("median_us"));
  CHECK(json["spread"] == 0.5);
}

TEST_CASE("record: bytes that are no UTF-8 are written as U+FFFD") {
  CHECK(one_line(Json("a\xe4"
                      "b")) ==
        "\"a\xef\xbf\xbd"
        "b\"");
}

TEST_CASE("record: a wrong member is named with its place") {
  CHECK(complaint(R"({"builds": [{}, {"method": "guess"}]})") ==
        golden("measure.recording.unknown_method"));
  CHECK(complaint(R"({"builds": [{"launches": [{"lines": [{"line": -1}]}]}]})") ==
        golden("measure.recording.line_below_zero"));
  CHECK(complaint(R"({"builds": [{"launches": [{"lines": [{"line": 4294967296}]}]}]})") != "");
  CHECK(complaint(R"({"builds": [{"launches": [{"lines": [{"line": 1.0}]}]}]})") != "");
  CHECK(complaint(R"({"builds": [{"launches": [{"times": {"runs": true}}]}]})") != "");
  CHECK(complaint(R"({"builds": {}})") == golden("measure.recording.list_needed"));
  CHECK(complaint(R"({"builds": [3]})") == golden("measure.recording.object_needed"));
  CHECK(complaint(R"({"settings": ["a", 1]})") == golden("measure.recording.text_needed_in_list"));
  CHECK(complaint(R"({"arrays": [{"agrees": 1}]})") == golden("measure.recording.bool_needed"));
  CHECK(complaint(R"({"lesson": 1})") == golden("measure.recording.text_needed"));
  CHECK(complaint("[]") == golden("measure.recording.object_needed_at_root"));
  CHECK(complaint(R"({"lesson": null, "unknown": 1})") == "");
}

TEST_CASE("record: bytes of a parameter are whole pairs of hexadecimal digits") {
  for (const char* bytes : {"0", "0g", "abc", "+1", " 1", "0x"}) {
    const Json json{{"launches", {{{"parameters", {bytes}}}}}};
    CHECK_THROWS_AS((void)json.get<Job>(), Json::exception);
  }
}

TEST_CASE("record: an array of addresses has 32 of them") {
  const Json json{{"accesses", {{{"addresses", {1, 2, 3}}}}}};
  CHECK_THROWS_WITH((void)json.get<AccessJob>(),
                    "accesses[0].addresses: a list of 32 is needed here");
}

TEST_CASE("record: a file that is no recording is refused in one line") {
  const auto error = [](const char* text) {
    const auto read = parse_recording(text);
    return read.ok() ? std::string() : read.error();
  };
  CHECK(error("{}") == golden("measure.recording.no_measurements"));
  CHECK(error("[1]") == golden("measure.recording.no_measurements"));
  CHECK(error("{\"format\": 2, \"measurements\": []}") == golden("measure.recording.newer_format"));
  CHECK(error("{\"measurements\": [{\"file\": 1}]}") ==
        golden("measure.recording.file_is_no_text"));
  const std::string syntax = error("{\"measurements\":\n [}");
  CHECK(syntax.starts_with("parse error at line 2, column 3"));
  CHECK(syntax.find('\n') == std::string::npos);
  CHECK(error("") != "");
}

TEST_CASE("record: brackets without an end are refused, not walked") {
  const std::string deep = std::string(200000, '[') + std::string(200000, ']');
  for (const char* member : {"format", "measurements", "unknown"}) {
    const auto recording = measure::parse_recording("{\"" + std::string(member) + "\": " + deep +
                                                    ", \"measurements\": []}");
    REQUIRE_FALSE(recording.ok());
    CHECK(recording.error() == golden("base.json.too_deep"));
  }
}

TEST_CASE("record: numbers too large, names twice and broken text are refused") {
  const auto error = [](const std::string& text) {
    const auto read = measure::parse_recording(text);
    return read.ok() ? std::string() : read.error();
  };
  CHECK(error("{\"format\": 1e999, \"measurements\": []}").find("1e999") != std::string::npos);
  CHECK(error("{\"measurements\": [], \"measurements\": []}") ==
        golden("measure.recording.key_twice"));
  CHECK(error("{\"measurements\": [{\"file\": \"\xFF\"}]}").find("UTF-8") != std::string::npos);
  std::string many = "{\"measurements\": [{}";
  for (int i = 0; i < 1'000'000; ++i) many += ",{}";
  CHECK(error(many + "]}") == golden("measure.recording.list_too_long"));
}

TEST_CASE("record: a recording that is parsed in slices is the one that is parsed at once") {
  const auto read = [](const std::string& path) {
    std::ifstream file(std::string(WARPLENS_SOURCE_DIR) + path);
    return std::string{std::istreambuf_iterator<char>(file), {}};
  };
  const std::string full = print_recording(full_recording());
  size_t most = 0;
  for (const std::string& text :
       {read("/assets/measurements/h200.json"),
        full,
        print_recording({}),
        std::string(),
        "{}"s,
        "[1]"s,
        full.substr(0, full.size() / 2),
        "{\"measurements\": [{\"file\": 1}]}"s,
        "{\"measurements\": [{\"file\": \"a\"}, {\"file\": 1}]}"s,
        "{\"measurements\":\n [}"s,
        "{\"measurements\": [{}, ]}"s,
        "{\"measurements\": [{} {}]}"s,
        "{\"measurements\": [1}"s,
        "{\"measurements\": [null]}"s,
        "{\"measurements\": [], \"measurements\": []}"s,
        "{\"measurement\\u0073\": [{\"file\": \"a\"}]}"s,
        "{\"format\": 2, \"measurements\": [{}]}"s,
        "{\"measurements\": [{\"file\": \"],\\\"{\"}], \"unknown\": {\"measurements\": 1}}"s,
        "{\"unknown\": {\"measurements\": [1]}, \"measurements\": {}}"s,
        "{\"measurements"s,
        "{\"measurements\": [{}]} x"s,
        "{\"measurements\": null}"s}) {
    CAPTURE(text.substr(0, 100));
    measure::RecordingParse parse(text);
    size_t slices = 1;
    for (base::Slice slice(1); parse.advance(slice) == base::Progress::kMore;
         slice = base::Slice(1))
      ++slices;
    most = std::max(most, slices);
    const auto cut = parse.take(), whole = parse_recording(text);
    REQUIRE(cut.ok() == whole.ok());
    if (whole.ok())
      CHECK(*cut == *whole);
    else
      CHECK(cut.error() == whole.error());
  }
  CHECK(most > 100);  // one a measurement of the first
}

TEST_CASE("record: the example of the format's description is a recording, its members all known") {
  std::ifstream file(std::string(WARPLENS_SOURCE_DIR) + "/kernels/measure/format/README.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const size_t begin = text.find("```json\n") + 8;
  const std::string example = text.substr(begin, text.find("```", begin) - begin);
  const auto recording = parse_recording(example);
  REQUIRE(recording.ok());
  const Json expected = Json::parse(example).flatten();
  const Json written = Json::parse(print_recording(*recording)).flatten();
  for (const auto& item : expected.items()) {  // what is not known is not written again
    CAPTURE(item.key());
    CHECK((written.contains(item.key()) && written[item.key()] == item.value()));
  }
  // Every member that can be written is described.
  const Json full = Json::parse(print_recording(full_recording())).flatten();
  for (const auto& [place, value] : full.items()) {
    const std::string member = place.substr(place.rfind('/') + 1);
    if (member.find_first_not_of("0123456789") == std::string::npos) continue;
    CHECK_MESSAGE(text.find("`" + member + "`") != std::string::npos, member);
  }
}
