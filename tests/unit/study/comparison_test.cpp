// A measurement made from the simulation's own counts, with something changed: what programs and
// people get of the comparison.
#include "app/study/comparison.hpp"

#include <doctest/doctest.h>

#include "app/compare/rows.hpp"
#include "app/study/measurement.hpp"
#include "tests/support/runs.hpp"
#include "tests/unit/study/value_at.hpp"

using namespace warplens;
using study::ComparedLaunch;
using study::Outcome;
using study::Section;
using tests::at;
using tests::number_at;
using tests::word_at;

namespace {

constexpr const char* kCopy =
    "__global__ void copy(const float* in, float* out) {\n"
    "  __shared__ float tile[32][32];\n"
    "  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];\n"
    "  __syncthreads();\n"
    "  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];\n"
    "}\n";
constexpr const char* kLaunch = "--block 32,32 --arg in=float[32][32] --arg out=float[32][32]:zero";

// With `more` wavefronts in each row of shared memory than the simulation has.
study::MeasuredTarget target_of(measure::Build build, uint64_t more = 0) {
  const auto run = test::must_run(kCopy, kLaunch);
  measure::LaunchResult launch;
  launch.kernel = "copy";
  launch.times = measure::Times{10, 0.01, 20, true};
  for (const auto& [key, row] : compare::rows_of(*run)) {
    launch.lines.push_back({key.file, key.line, key.space, key.operation, row.counts});
    if (launch.lines.back().counts.wavefronts) *launch.lines.back().counts.wavefronts += more;
  }
  measure::BuildResult result;
  result.build = build;
  result.method = measure::Method::kCountersByLine;
  result.launches.push_back(std::move(launch));
  study::MeasuredTarget target{"copy", {}, {run}};
  target.measurement.provenance.device = "Test GPU";
  target.measurement.builds.push_back(std::move(result));
  target.measurement.arrays.push_back({"out", 1024, 0, 0, "bit-equal", true});
  return target;
}

compare::Comparison compared(uint64_t more) {
  const study::MeasuredTarget target = target_of(measure::Build::kAsWritten, more);
  return compare::compare(target.runs, &target.measurement, nullptr);
}

}  // namespace

TEST_CASE("comparison: counts of each line on both sides, with a verdict") {
  const Section section = study::describe(compared(0));
  CHECK(at<bool>(section, "all_equal"));
  CHECK(word_at(section, "launches.0.kernel") == "copy");
  CHECK(number_at(section, "launches.0.lines.0.line") == 3);
  CHECK(word_at(section, "launches.0.lines.0.as_written.verdict") == "equal");
  CHECK(word_at(section, "launches.0.lines.0.as_written.method") == "counters by line");
  CHECK(study::find(section, "launches.0.lines.0.recorded.verdict") == nullptr);
  CHECK(number_at(section, "launches.0.as_written_time.runs") == 20);
  CHECK(number_at(section, "arrays.out.elements") == 1024);
  CHECK(at<bool>(section, "arrays.out.agrees"));
  CHECK(at<std::vector<study::Value>>(section, "sources").size() == 1);
}

TEST_CASE("comparison: a count that differs has its difference") {
  const Section section = study::describe(compared(1));
  CHECK_FALSE(at<bool>(section, "all_equal"));
  size_t shared = 0;
  for (size_t i = 0; i < 4; ++i) {
    const std::string line = "launches.0.lines." + std::to_string(i);
    if (word_at(section, line + ".space") != "shared") continue;
    ++shared;
    CHECK(word_at(section, line + ".as_written.verdict") == "differs");
    CHECK(number_at(section, line + ".as_written.difference") == 1);
    CHECK(number_at(section, line + ".simulated.wavefronts") == 32);
    CHECK(number_at(section, line + ".as_written.counts.wavefronts") == 33);
  }
  CHECK(shared == 2);
}

TEST_CASE("comparison: many texts have a row each, with what differs first") {
  const ComparedLaunch equal = study::compared_launch("equal", compared(0));
  CHECK(equal.outcome == Outcome::kEqual);
  CHECK(equal.rows == 4);
  CHECK(equal.equal == 4);
  CHECK(equal.wavefronts.measured == 64);
  CHECK(equal.arrays.english() == "1 agree");
  CHECK(equal.reasons.empty());
  const ComparedLaunch other = study::compared_launch("other", compared(1));
  CHECK(other.outcome == Outcome::kDiffers);
  CHECK(other.equal == 2);
  CHECK(other.reasons.size() == 2);
  const ComparedLaunch failed = study::not_compared("failed", "no\nGPU\n");

  const Section section = study::describe(study::ComparedLaunches{
      "command", study::MeasuredBy{{"Test GPU", "9.0", "", "", "", ""}}, {equal, other, failed}});
  CHECK(word_at(section, "provenance.device") == "Test GPU");
  CHECK(study::find(section, "provenance.driver") != nullptr);  // absent, and so no member
  CHECK(word_at(section, "method") == "counters by line");
  CHECK(number_at(section, "equal") == 1);
  CHECK(number_at(section, "explained") == 0);
  CHECK(number_at(section, "differ") == 1);
  CHECK(number_at(section, "failed") == 1);
  CHECK(word_at(section, "launches.equal.wavefronts") == "64");
  CHECK(word_at(section, "launches.other.wavefronts") == "64 / 66");
  CHECK(number_at(section, "launches.other.rows_equal") == 2);
  CHECK(word_at(section, "launches.failed.outcome") == "not compared");
  const auto reasons = at<std::vector<study::Value>>(section, "launches.failed.reasons");
  REQUIRE(reasons.size() == 1);
  CHECK(std::get<Text>(reasons[0].is).english() == "no GPU");
}

TEST_CASE("measurement: counts by line, then in total") {
  const Section section = study::describe(target_of(measure::Build::kAsWritten), std::nullopt);
  CHECK(number_at(section, "as-written.counts.3.requests") == 32);
  CHECK(word_at(section, "as-written.counts.total.place") == "total");
  CHECK(study::time_text({10, 0.01, 20, true}).english().starts_with("10.00 us, spread 1 % "));
  CHECK(study::time_text({10, 0.01, 20, false}).english().ends_with("runs, not settled"));
}

TEST_CASE("measurement: several targets have rates of the text's bytes") {
  study::MeasuredTargets measured;
  measured.targets.push_back(target_of(measure::Build::kAsCompiled));
  measured.cublas = measure::Times{10, 0.01, 20, true};
  measured.cublas_n = 100;
  const Section section = study::describe(measured);
  CHECK(at<double>(section, "targets.copy.median_us") == doctest::Approx(10));
  // 256 sectors of 32 bytes in 10 us [GB/s].
  CHECK(at<double>(section, "targets.copy.gb_per_s") == doctest::Approx(0.8192));
  CHECK(number_at(section, "targets.copy.wavefronts_as_compiled") == 64);
  CHECK(number_at(section, "targets.copy.sectors_as_compiled") == 256);
  CHECK(std::holds_alternative<std::monostate>(
      tests::value_at(section, "targets.copy.as_written_median_us").is));
  CHECK(at<double>(section, "targets.1.gflop_per_s") == doctest::Approx(200));
}

TEST_CASE("measurement: latencies of the memories") {
  const Section section = study::describe(measure::Latencies{24.25, 30.5, 95.75, 32, 272.5, 680});
  CHECK(at<double>(section, "latencies.shared.cycles") == doctest::Approx(24.25));
  CHECK(at<double>(section, "latencies.dram.cycles") == doctest::Approx(680));
  CHECK(study::rendered(tests::value_at(section, "latencies.l2.cycles")) == "272.5");
}
