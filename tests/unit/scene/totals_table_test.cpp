// The totals table and the way the window writes numbers.
#include "app/scene/pages/totals_table.hpp"

#include <doctest/doctest.h>

#include "app/study/format.hpp"

namespace {

using namespace warplens;

run::Run make_run(uint64_t wavefronts, const char* pad) {
  run::Run run;
  run.totals.shared[1] = {2048, wavefronts, wavefronts - 2048};
  run.totals.global[0].requests = 2048;
  run.totals.global[0].sectors = run.totals.global[0].ideal_sectors = 8192;
  run.totals.global[0].bytes_used = run.totals.global[0].bytes_moved = 8192 * 32;
  run.request.launch.defines = {{"BLOCK", "16"}, {"PAD", pad}};
  return run;
}

const scene::TotalsCell& cell(const scene::TotalsTable& table, size_t section,
                              scene::Measure measure) {
  for (const scene::TotalsLine& line : table.sections.at(section).lines) {
    if (line.measure == measure) return line.cells.at(0);
  }
  FAIL("no such line");
  return table.sections[0].lines[0].cells[0];
}

}  // namespace

TEST_CASE("format: thousands, bytes, percentages and ratios") {
  CHECK(study::grouped(0) == "0");
  CHECK(study::grouped(999) == "999");
  CHECK(study::grouped(1000) == "1,000");
  CHECK(study::grouped(37800000) == "37,800,000");
  CHECK(study::byte_count(640) == "640 B");
  CHECK(study::byte_count(8192) == "8 KiB");
  CHECK(study::byte_count(2621440) == "2.5 MiB");
  CHECK(study::percent(1, 8) == "12.5%");
  CHECK(study::percent(8, 8) == "100%");
  CHECK(study::percent(0, 0) == "-");
  CHECK(study::ratio(4096, 2048) == "2");
  CHECK(study::ratio(17, 4) == "4.25");
}

TEST_CASE("totals table: only the operations a run made have columns") {
  const scene::TotalsTable table = scene::make_totals_table(make_run(2048, "1"), nullptr);
  REQUIRE(table.sections.size() == 2);
  CHECK(table.sections[0].space == trace::Space::kShared);
  CHECK(table.sections[0].kinds == std::vector{observe::AccessKind::kStore});
  CHECK(table.sections[1].kinds == std::vector{observe::AccessKind::kLoad});
  CHECK_FALSE(table.has_before);
  CHECK(cell(table, 0, scene::Measure::kWavefronts).now == "2,048");
  CHECK(cell(table, 0, scene::Measure::kWavefronts).before == "");
  CHECK(cell(table, 1, scene::Measure::kEfficiency).now == "100%");
}

TEST_CASE("totals table: where only a number of the text differs, it names both runs") {
  run::Run now = make_run(2048, "1"), before = make_run(4096, "1");
  now.request.file = base::SourceFile("k.cu", "__shared__ float s[32][33];");
  before.request.file = base::SourceFile("k.cu", "__shared__ float s[32][32];");
  const scene::TotalsTable table = scene::make_totals_table(now, &before);
  CHECK(table.now_name == "s[32][33]");
  CHECK(table.before_name == "s[32][32]");
}

TEST_CASE("totals table: lines are judged as their sectors are") {
  run::Run run = make_run(2048, "1");
  observe::GlobalTotal& loads = run.totals.global[0];
  loads.requests = 128;
  loads.ideal_sectors = 512;
  loads.sectors = loads.lines = 4096;  // a row apart each
  const auto lines = [&] {
    return cell(scene::make_totals_table(run, nullptr), 1, scene::Measure::kLines);
  };
  CHECK(lines().is_wasteful);
  loads.lines = 128;  // sectors of few lines
  CHECK_FALSE(lines().is_wasteful);
}

TEST_CASE("totals table: what is not counted on the device has no number and no verdict") {
  run::Run now = make_run(2048, "1");
  now.is_counted = false;
  now.totals.shared[1] = {2048, 0, 0};
  const run::Run before = make_run(16384, "0");
  const scene::TotalsTable table = scene::make_totals_table(now, &before);
  CHECK(cell(table, 0, scene::Measure::kRequests).now == "2,048");
  CHECK(cell(table, 0, scene::Measure::kRequests).is_known);
  const scene::TotalsCell& wavefronts = cell(table, 0, scene::Measure::kWavefronts);
  CHECK(!wavefronts.is_known);
  CHECK(wavefronts.now.empty());
  CHECK(wavefronts.before == "16,384");
  CHECK(wavefronts.verdict == scene::Verdict::kSame);
  CHECK(cell(table, 1, scene::Measure::kSectors).is_known);
}

TEST_CASE("totals table: the run before is beside it, and fewer wavefronts are better") {
  const run::Run now = make_run(4096, "1"), before = make_run(16384, "0");
  const scene::TotalsTable table = scene::make_totals_table(now, &before);
  const scene::TotalsCell& wavefronts = cell(table, 0, scene::Measure::kWavefronts);
  CHECK(wavefronts.now == "4,096");
  CHECK(wavefronts.before == "16,384");
  CHECK(wavefronts.verdict == scene::Verdict::kBetter);
  CHECK(wavefronts.is_wasteful);
  CHECK(cell(table, 0, scene::Measure::kWavefrontsARequest).now == "2");
  CHECK(cell(table, 0, scene::Measure::kWavefrontsARequest).before == "8");
  CHECK(cell(table, 0, scene::Measure::kRequests).verdict == scene::Verdict::kSame);
  CHECK(cell(table, 1, scene::Measure::kSectors).verdict == scene::Verdict::kSame);
  CHECK(table.now_name == "PAD 1");
  CHECK(table.before_name == "PAD 0");
  const scene::TotalsTable back = scene::make_totals_table(before, &now);
  CHECK(cell(back, 0, scene::Measure::kConflicts).verdict == scene::Verdict::kWorse);
}

TEST_CASE("totals table: constant memory has its own section") {
  run::Run run = make_run(2048, "1");
  run.totals.constant = {10, 40};
  const scene::TotalsTable table = scene::make_totals_table(run, nullptr);
  REQUIRE(table.sections.size() == 3);
  CHECK(table.sections[1].space == trace::Space::kConstant);
  CHECK(cell(table, 1, scene::Measure::kRequests).now == "10");
  CHECK(cell(table, 1, scene::Measure::kBroadcasts).now == "40");
  CHECK(cell(table, 1, scene::Measure::kBroadcasts).is_wasteful);
  CHECK(cell(table, 1, scene::Measure::kBroadcastsARequest).now == "4");
}

TEST_CASE("totals table: sums of runs with different arguments are not judged, rates are") {
  run::Run now = make_run(4096, "1"), before = make_run(16384, "0");
  before.request.launch.arguments = {{"n", std::string("64")}};
  const scene::TotalsTable table = scene::make_totals_table(now, &before);
  CHECK(cell(table, 0, scene::Measure::kWavefronts).verdict == scene::Verdict::kNeutral);
  CHECK(cell(table, 0, scene::Measure::kWavefrontsARequest).verdict == scene::Verdict::kBetter);
}

TEST_CASE("totals table: another kernel on the same arrays is no better and no worse") {
  run::Run now = make_run(4096, "1"), before = make_run(16384, "0");
  before.request.launch.kernel = "transpose";
  const scene::TotalsTable table = scene::make_totals_table(now, &before);
  REQUIRE(table.has_before);
  CHECK(cell(table, 0, scene::Measure::kWavefronts).verdict == scene::Verdict::kNeutral);
  CHECK(cell(table, 0, scene::Measure::kWavefrontsARequest).verdict == scene::Verdict::kNeutral);
}

TEST_CASE("totals table: a run without a change before it has nothing beside it") {
  const run::Run now = make_run(4096, "1"), before = make_run(4096, "1");
  CHECK_FALSE(scene::make_totals_table(now, &before).has_before);
  CHECK(scene::make_totals_table(now, nullptr).before_name.empty());
  run::Run other = make_run(16384, "0");
  other.request.launch.kernel = "another";
  CHECK(scene::make_totals_table(now, &other).before_name == "another");  // the same arguments
  other.request.launch.arguments = {{"n", std::string("64")}};
  CHECK_FALSE(scene::make_totals_table(now, &other).has_before);
}

TEST_CASE(
    "totals table: what lanes request, operations and operations a byte are beside those before") {
  run::Run before = make_run(4096, "0"), now = make_run(2048, "1");
  before.flops = 8192 * 64;
  now.flops = 8192 * 32;
  before.totals.global[0].bytes_requested = 2 << 20;
  now.totals.global[0].bytes_requested = 1 << 20;
  const scene::TotalsTable table = scene::make_totals_table(now, &before);
  CHECK(table.requested.now == "1 MiB");
  CHECK(table.requested.before == "2 MiB");
  CHECK(table.operations.now == "262,144");
  CHECK(table.operations.before == "524,288");
  CHECK(table.intensity.now == "1");
  CHECK(table.intensity.before == "2");
  CHECK(scene::make_totals_table(make_run(2048, "1"), nullptr).operations.now == "");
}

TEST_CASE(
    "totals table: another kernel is held against this one on arrays as large, and judged by "
    "work") {
  const auto with_arrays = [](run::Run run, const char* kernel, std::vector<uint64_t> bytes) {
    run.request.launch.kernel = kernel;
    run.request.launch.arguments = {{kernel, std::string("16")}};
    run.flops = 8192;
    for (const uint64_t one : bytes) {
      run.arrays.emplace_back();
      run.arrays.back().bytes = one;
    }
    return run;
  };
  const run::Run naive = with_arrays(make_run(4096, "0"), "naive", {64, 1024});
  const run::Run tiled = with_arrays(make_run(2048, "0"), "tiled", {1024, 64});
  const scene::TotalsTable table = scene::make_totals_table(tiled, &naive);
  CHECK(table.has_before);
  CHECK(table.before_name == "naive");
  CHECK(cell(table, 0, scene::Measure::kWavefronts).verdict == scene::Verdict::kBetter);
  const run::Run other = with_arrays(make_run(4096, "0"), "other", {64, 512});
  CHECK_FALSE(scene::make_totals_table(tiled, &other).has_before);
}
