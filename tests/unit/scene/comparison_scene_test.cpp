// What the Compare and Sweep views show, made of a run and of measurements that are written by
// hand.
#include "app/scene/pages/comparison_scene.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "app/compare/rows.hpp"
#include "app/scene/pages/sweep_scene.hpp"
#include "kernel_run.hpp"
#include "tests/support/golden_sentences.hpp"

using warplens::test::golden;

namespace {

using namespace warplens;
using scene::Column;
using scene::ComparedBar;

// A column of a 32 x (32 + PAD) tile: with PAD 0 all lanes want one bank.
const char* const kText =
    "#ifndef PAD\n#define PAD 0\n#endif\n"
    "__global__ void column(float* out) {\n"
    "  __shared__ float tile[32 * (32 + PAD)];\n"
    "  tile[threadIdx.x * (32 + PAD)] = 1.0f;\n"
    "  out[threadIdx.x] = tile[threadIdx.x * (32 + PAD)];\n"
    "}\n";

measure::BuildResult counted(measure::Build build, const run::Run& run, double us) {
  measure::BuildResult result;
  result.build = build;
  result.method = measure::Method::kCountersByLine;
  measure::LaunchResult launch;
  for (const auto& [key, row] : compare::rows_of(run)) {
    launch.lines.push_back({key.file, key.line, key.space, key.operation, row.counts});
  }
  launch.times = measure::Times{us, 0.01, 30, true};
  result.launches.push_back(std::move(launch));
  return result;
}

measure::LineCounts& shared_load(measure::Measurement& measurement, size_t build) {
  auto& lines = measurement.builds.at(build).launches.at(0).lines;
  const auto at = std::find_if(lines.begin(), lines.end(), [](const measure::LineCounts& line) {
    return line.space == measure::Space::kShared && line.operation == measure::Operation::kLoad;
  });
  REQUIRE(at != lines.end());
  return *at;
}

struct Case {
  scene::Runs runs;
  measure::Measurement measurement;

  explicit Case(const std::string& pad) {
    runs = {test::record(kText, "--block 32 --arg out=float[32] -D PAD=" + pad).run};
    for (const auto build : {measure::Build::kAsWritten, measure::Build::kAsCompiled}) {
      measurement.builds.push_back(counted(build, *runs[0], 8));
    }
  }
  scene::Compared compared(bool is_recorded = false) const {
    scene::Compared result;
    result.runs = runs;
    result.comparison = compare::compare(runs, is_recorded ? nullptr : &measurement,
                                         is_recorded ? &measurement : nullptr);
    return result;
  }
};

const scene::BarCard& card_of(const scene::ComparisonScene& scene, trace::Space space,
                              trace::Operation operation) {
  for (const scene::BarCard& card : scene.launches.at(0).cards) {
    if (!card.is_time && card.space == space && card.operation == operation) return card;
  }
  FAIL("no such card");
  return scene.launches[0].cards[0];
}

const scene::Tally& tally_of(const scene::ComparisonScene& scene, Column column) {
  return scene.launches.at(0).tallies[static_cast<size_t>(column)];
}

}  // namespace

TEST_CASE("comparison scene: what is equal is counted, and one bar is for both builds") {
  const Case now("0");
  const auto scene = scene::make_comparison_scene(now.compared(), nullptr);
  CHECK(scene->is_measured);
  CHECK_FALSE(scene->is_recorded);
  CHECK(tally_of(*scene, Column::kAsWritten).equal == 3);
  CHECK(tally_of(*scene, Column::kAsWritten).compared() == 3);
  CHECK_FALSE(tally_of(*scene, Column::kAsWritten).is_of_totals);
  CHECK(tally_of(*scene, Column::kRecorded).compared() == 0);
  const scene::BarCard& loads = card_of(*scene, trace::Space::kShared, trace::Operation::kLoad);
  REQUIRE(loads.bars.size() == 2);
  CHECK(loads.bars[0].column == Column::kSimulated);
  CHECK_FALSE(loads.bars[0].is_of_both);
  CHECK(loads.bars[1].column == Column::kAsWritten);
  CHECK(loads.bars[1].is_of_both);
  CHECK(loads.bars[1].needed == 1);
  CHECK(loads.bars[1].surplus == 31);
  CHECK(loads.bars[1].value == "32");
  CHECK(loads.bars[1].surplus_text == "31");
  CHECK(loads.longest == 32);
}

TEST_CASE("comparison scene: a difference as written is one, and names itself") {
  Case now("0");
  shared_load(now.measurement, 0).counts.wavefronts = 40;
  const auto scene = scene::make_comparison_scene(now.compared(), nullptr);
  CHECK(tally_of(*scene, Column::kAsWritten).differs == 1);
  CHECK(tally_of(*scene, Column::kAsWritten).equal == 2);
  const auto& lines = scene->launches.at(0).lines;
  const auto load = std::find_if(lines.begin(), lines.end(), [](const scene::ComparedRow& row) {
    return row.space == trace::Space::kShared && row.operation == trace::Operation::kLoad;
  });
  REQUIRE(load != lines.end());
  CHECK(load->line == 7);
  CHECK(load->is_recorded);
  const scene::ComparedCell& cell = load->cells[static_cast<size_t>(Column::kAsWritten)];
  CHECK(cell.cost == "40");
  CHECK(cell.difference == "+8");
  CHECK(cell.verdict == compare::Verdict::kDiffers);
  // The builds differ: each has its bar.
  CHECK(card_of(*scene, trace::Space::kShared, trace::Operation::kLoad).bars.size() == 3);
}

TEST_CASE("comparison scene: the compiler's changes are its own, with the cause in words") {
  Case now("0");
  shared_load(now.measurement, 1).counts.wavefronts = 8;
  shared_load(now.measurement, 1).counts.requests = 1;
  now.measurement.builds[1].launches[0].causes.push_back(
      {"", 7, measure::Space::kShared, measure::Operation::kLoad, measure::CauseKind::kMerged,
       "4 loads became 1"});
  const auto scene = scene::make_comparison_scene(now.compared(), nullptr);
  CHECK(tally_of(*scene, Column::kAsWritten).equal == 3);
  CHECK(tally_of(*scene, Column::kAsCompiled).equal == 2);
  CHECK(tally_of(*scene, Column::kAsCompiled).compiler == 1);
  const auto& lines = scene->launches.at(0).lines;
  CHECK(std::any_of(lines.begin(), lines.end(), [](const scene::ComparedRow& row) {
    return row.causes.find("4 loads became 1") != std::string::npos;
  }));
}

TEST_CASE("comparison scene: the run before is above, and only where it was another") {
  const Case before("0"), now("1");
  const scene::Compared earlier = before.compared();
  const auto scene = scene::make_comparison_scene(now.compared(), &earlier);
  CHECK(scene->has_before);
  CHECK(scene->before_name == "PAD 0");
  CHECK(scene->now_name == "PAD 1");
  const scene::BarCard& loads = card_of(*scene, trace::Space::kShared, trace::Operation::kLoad);
  CHECK_FALSE(loads.is_unchanged);
  REQUIRE(loads.bars.size() == 4);
  CHECK(loads.bars[0].is_before);
  CHECK(loads.bars[0].value == "32");
  CHECK_FALSE(loads.bars[3].is_before);
  CHECK(loads.bars[3].value == "1");
  CHECK(loads.longest == 32);  // on one scale
  const scene::BarCard& stores = card_of(*scene, trace::Space::kGlobal, trace::Operation::kStore);
  CHECK(stores.is_unchanged);
  CHECK(std::none_of(stores.bars.begin(), stores.bars.end(),
                     [](const ComparedBar& bar) { return bar.is_before; }));
}

TEST_CASE("comparison scene: of a method that knows no lines, the totals are counted") {
  Case now("0");
  for (measure::BuildResult& build : now.measurement.builds) {
    build.method = measure::Method::kCountersByKernel;
    for (measure::LineCounts& line : build.launches[0].lines) line.line = 0;
  }
  const auto scene = scene::make_comparison_scene(now.compared(), nullptr);
  CHECK(tally_of(*scene, Column::kAsWritten).is_of_totals);
  CHECK(tally_of(*scene, Column::kAsWritten).compared() > 0);
}

TEST_CASE("comparison scene: recorded values have columns of their own") {
  const Case now("0");
  const auto scene = scene::make_comparison_scene(now.compared(true), nullptr);
  CHECK(scene->is_recorded);
  CHECK_FALSE(scene->is_measured);
  CHECK(tally_of(*scene, Column::kRecorded).equal == 3);
  const auto& bars = card_of(*scene, trace::Space::kShared, trace::Operation::kStore).bars;
  REQUIRE(bars.size() == 2);
  CHECK(bars[1].column == Column::kRecorded);
  CHECK(bars[1].is_of_both);
}

TEST_CASE("comparison scene: accesses that only the optimiser makes are none of the text's") {
  Case now("0");
  measure::LineCounts added = shared_load(now.measurement, 1);
  added.line = 4;  // of the text, where it makes no access
  now.measurement.builds[1].launches[0].lines.push_back(added);
  const auto scene = scene::make_comparison_scene(now.compared(), nullptr);
  CHECK(scene->launches[0].lines.size() == 4);
  CHECK(tally_of(*scene, Column::kAsCompiled).compared() == 3);
}

TEST_CASE("comparison scene: a time that is not settled says so") {
  Case now("0");
  now.measurement.builds[1].launches[0].times->settled = false;
  const auto scene = scene::make_comparison_scene(now.compared(), nullptr);
  const scene::BarCard& times = scene->launches[0].cards.back();
  REQUIRE(times.is_time);
  CHECK(times.bars[0].is_settled);
  CHECK_FALSE(times.bars[1].is_settled);
}

TEST_CASE("comparison scene: times are shown in the unit that reads best") {
  CHECK(scene::time_text(3.456) == "3.46 µs");
  CHECK(scene::time_text(12.44) == "12.4 µs");
  CHECK(scene::time_text(1250) == "1.25 ms");
  CHECK(scene::time_text(12'500) == "12.5 ms");
}

TEST_CASE("sweep scene: a point's values come from the totals; what was not measured is missing") {
  const Case with_conflicts("0");
  scene::SweepPoint point;
  scene::fill_sweep_point(point, with_conflicts.compared(), 0);
  const auto value = [](const scene::SweepValues& values, scene::SweepMetric metric) {
    return values[static_cast<size_t>(metric)];
  };
  CHECK(point.is_made);
  CHECK(value(point.simulated, scene::SweepMetric::kConflicts) == 62);  // store and load
  CHECK(value(point.simulated, scene::SweepMetric::kWavefronts) == 64);
  CHECK(value(point.simulated, scene::SweepMetric::kWavefrontsARequest) == 32);
  CHECK(value(point.simulated, scene::SweepMetric::kSectors) == 4);
  CHECK_FALSE(value(point.simulated, scene::SweepMetric::kTime).has_value());
  CHECK(value(point.measured, scene::SweepMetric::kConflicts) == 62);
  CHECK(value(point.measured, scene::SweepMetric::kTime) == 8);
  CHECK_FALSE(value(point.recorded, scene::SweepMetric::kConflicts).has_value());
  CHECK_FALSE(value(point.recorded, scene::SweepMetric::kTime).has_value());
}

TEST_CASE("sweep scene: the least value is the first of equal ones, and says if all are equal") {
  constexpr auto kMetric = scene::SweepMetric::kConflicts;
  const auto point = [](std::optional<double> simulated, std::optional<double> recorded) {
    scene::SweepPoint one;
    one.simulated[static_cast<size_t>(kMetric)] = simulated;
    one.recorded[static_cast<size_t>(kMetric)] = recorded;
    return one;
  };
  scene::SweepScene sweep;
  CHECK_FALSE(scene::least_of(sweep, kMetric).has_value());
  sweep.series.resize(2);
  sweep.series[0].points = {point({}, {}), point(62, {})};
  CHECK(scene::least_of(sweep, kMetric)->is_constant);
  sweep.series[1].points = {point(30, 5), point({}, 0), point(0, {})};
  const auto least = scene::least_of(sweep, kMetric);
  REQUIRE(least.has_value());
  CHECK(least->series == 1);
  CHECK(least->point == 1);
  CHECK(least->known == 4);
  CHECK(least->others == 1);
  CHECK_FALSE(least->is_constant);
}

TEST_CASE("sweep scene: marks of an axis are round and hold the highest value") {
  const scene::AxisMarks conflicts = scene::axis_marks(7936, 5, true);
  CHECK(conflicts.distance == 2000);
  CHECK(conflicts.last == 8000);
  const scene::AxisMarks few = scene::axis_marks(1, 6, true);
  CHECK(few.distance == 1);
  CHECK(few.last >= 1);
  for (const double highest : {0.013, 0.7, 3.2, 99.0, 12'345.0}) {
    const scene::AxisMarks marks = scene::axis_marks(highest, 5, false);
    CHECK(marks.last >= highest);
    CHECK(marks.last / marks.distance <= 5.0001);
  }
}

TEST_CASE("sweep scene: values far apart are drawn by powers of ten") {
  CHECK_FALSE(scene::decades(3, 80).has_value());
  CHECK_FALSE(scene::decades(0, 80).has_value());
  const auto decades = scene::decades(3.5, 28'000);
  REQUIRE(decades.has_value());
  CHECK(decades->first == 1);
  CHECK(decades->last == doctest::Approx(100'000));
}

TEST_CASE("sweep scene: points that are left out are named with those of the same reason") {
  scene::SweepScene scene;
  scene.axis_label = "Tile";
  scene.series.resize(1);
  for (const char* name : {"2", "3", "4"}) {
    scene::SweepPoint point;
    point.value_name = name;
    scene.series[0].points.push_back(point);
  }
  scene.series[0].points[0].skipped = scene.series[0].points[2].skipped = "too many steps";
  scene::sum_up(scene);
  CHECK(scene.first_skipped == golden("scene.comparison.first_skipped"));
  CHECK(scene.skipped == 2);
}

TEST_CASE("sweep scene: a column of times alone is drawn where a time is recorded") {
  Case now("0");
  scene::SweepScene scene;
  scene.series.resize(1);
  scene.series[0].points.resize(3);
  scene.series[0].points[1].is_timed_only = scene.series[0].points[2].is_timed_only = true;
  scene::sum_up(scene);
  CHECK(scene.columns == 1);
  scene::fill_recorded_time(scene.series[0].points[1], now.measurement, 0);
  scene::sum_up(scene);
  CHECK(scene.columns == 2);
  CHECK(scene.series[0].points[1].recorded[static_cast<size_t>(scene::SweepMetric::kTime)] == 8);
}

TEST_CASE("sweep scene: a point whose program ends or prints otherwise is marked") {
  scene::SweepScene scene;
  scene.series.resize(1);
  scene.series[0].points.resize(1);
  scene.series[0].points[0].program_end = scene::ProgramEnd{"it ended with status 1", 7};
  const auto difference = [&] {
    scene::sum_up(scene);
    CHECK(scene.has_differences == !scene.series[0].points[0].difference.empty());
    return scene.series[0].points[0].difference;
  };
  CHECK(difference().empty());  // no program is shown
  scene.shown_end = scene::ProgramEnd{"it ended with status 1", 7};
  CHECK(difference().empty());
  scene.shown_end->printed = 8;
  CHECK(difference() == golden("scene.comparison.prints_something_else"));
  scene.shown_end->ending = "it ended with status 0";
  CHECK(difference() == golden("scene.comparison.ends_with_other_status"));
}

TEST_CASE("sweep scene: a line is left out once none of its points can have a value") {
  scene::SweepScene scene;
  scene.series.resize(1);
  std::vector<scene::SweepPoint>& points = scene.series[0].points;
  points.resize(2);
  const auto is_left_out = [&] {
    scene::sum_up(scene);
    return scene.series[0].is_left_out;
  };
  points[0].skipped = "too many threads";
  CHECK_FALSE(is_left_out());  // the second one is still to be made
  points[1].skipped = "too many threads";
  CHECK(is_left_out());
  points[1].skipped.clear();
  points[1].is_made = true;
  points[1].simulated[0] = 0;
  CHECK_FALSE(is_left_out());
}
