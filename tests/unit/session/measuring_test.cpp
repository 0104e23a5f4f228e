// The session measuring: progress, cancel, problems, what belongs to which run, sweeps.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

#include "app/session/session.hpp"
#include "session_fixture.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/stand_in_measurer.hpp"

using namespace warplens;
using namespace warplens::gui;
using test::StandInMeasurer;
using warplens::test::golden;

namespace {

struct Stand {
  std::shared_ptr<StandInMeasurer> gpu = std::make_shared<StandInMeasurer>();
  std::unique_ptr<Session> session;

  explicit Stand(const std::string& target = "transpose-padded", bool threads = true) {
    SessionOptions options;
    options.lessons = lessons::built_in();
    options.threads = threads;
    options.measurer = gpu;
    session = std::make_unique<Session>(std::move(options));
    REQUIRE(session->open(target));
    session->wait_idle();
  }
  const State& model() const { return session->model(); }
  const Measuring& measuring() const { return session->model().measuring; }
  void act(Action action) {
    session->apply({std::move(action)});
    session->wait_idle();
  }
  void turn_to(Page page) {
    act(action::ChangeOptions{[&](ViewOptions& o) { o.page = page; }});
    now_ += 0.1;
    session->update(now_);
    session->wait_idle();
  }

 private:
  double now_ = 1;
};

const scene::ComparedCell& cell(const Measuring& measuring, size_t total, scene::Column column) {
  return measuring.comparison->launches.at(0).totals.at(total).cells[static_cast<size_t>(column)];
}

}  // namespace

TEST_CASE("measuring: nothing is asked of a GPU before the Compare view is opened") {
  Stand stand;
  CHECK(stand.gpu->machines == 0);
  CHECK(stand.measuring().comparison == nullptr);
  stand.turn_to(Page::kCompare);
  CHECK(stand.gpu->machines == 1);
  CHECK(stand.measuring().has_gpu());
  REQUIRE(stand.measuring().comparison != nullptr);
  CHECK(stand.measuring().is_current);
  CHECK_FALSE(stand.measuring().comparison->is_measured);
  stand.turn_to(Page::kSteps);
  stand.turn_to(Page::kCompare);
  CHECK(stand.gpu->machines == 1);
}

TEST_CASE("measuring: a measurement is beside the simulation, with and without threads") {
  for (const bool threads : {true, false}) {
    Stand stand("transpose-padded", threads);
    stand.turn_to(Page::kCompare);
    stand.act(action::Measure{});
    CHECK(stand.gpu->launches == 1);
    const Measuring& measuring = stand.measuring();
    REQUIRE(measuring.comparison->is_measured);
    CHECK(cell(measuring, 0, scene::Column::kAsWritten).verdict == compare::Verdict::kEqual);
    CHECK(cell(measuring, 0, scene::Column::kAsWritten).cost ==
          cell(measuring, 0, scene::Column::kSimulated).cost);
    CHECK(measuring.task == MeasuringTask::kNone);
    CHECK(measuring.problem.empty());
    CHECK_FALSE(measuring.is_outdated);
  }
}

TEST_CASE("measuring: the window goes on meanwhile, progress is shown, and cancel ends it") {
  Stand stand;
  stand.turn_to(Page::kCompare);
  stand.gpu->waits = true;
  stand.session->apply({action::Measure{}});
  double now = 10;
  for (int i = 0; i < 400 && stand.measuring().doing.empty(); ++i) {
    stand.session->update(now += 0.01);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  CHECK(stand.measuring().task == MeasuringTask::kLaunch);
  CHECK(stand.measuring().doing == "counting");
  CHECK(stand.measuring().share == doctest::Approx(0.5));
  CHECK(stand.session->is_moving());
  const uint32_t step = stand.model().selection.step;
  stand.session->apply({action::Step{1, StepUnit::kAccess}});
  CHECK(stand.model().selection.step != step);
  stand.act(action::CancelMeasuring{});
  CHECK(stand.measuring().task == MeasuringTask::kNone);
  CHECK(stand.measuring().problem == golden("measure.conversation.cancelled"));
  stand.gpu->waits = false;
  stand.act(action::Measure{});
  CHECK(stand.measuring().problem.empty());
  CHECK(stand.measuring().comparison->is_measured);
}

TEST_CASE("measuring: a fault is a sentence, and the next measurement works") {
  Stand stand;
  stand.turn_to(Page::kCompare);
  const std::string fault = "the kernel wrote where nothing is";
  stand.gpu->problem = fault;
  stand.act(action::Measure{});
  CHECK(stand.measuring().problem == fault);
  CHECK_FALSE(stand.measuring().comparison->is_measured);
  stand.act(action::Measure{});
  CHECK(stand.measuring().problem.empty());
  CHECK(stand.measuring().comparison->is_measured);
}

TEST_CASE("measuring: without a GPU the reason is shown, and it is looked for again") {
  Stand stand;
  stand.gpu->has_gpu = false;
  stand.turn_to(Page::kCompare);
  CHECK(stand.measuring().no_gpu == "there is no driver");
  CHECK(stand.measuring().problem.empty());
  stand.act(action::Measure{});
  CHECK(stand.gpu->launches == 0);
  CHECK(stand.measuring().problem == "there is no driver");
  stand.gpu->has_gpu = true;
  stand.act(action::Measure{});
  CHECK(stand.gpu->launches == 1);
  CHECK(stand.measuring().has_gpu());
}

TEST_CASE("measuring: a change leaves the measurement behind, and the change back finds it again") {
  Stand stand;
  stand.turn_to(Page::kCompare);
  stand.act(action::Measure{});
  stand.act(action::SetParameter{"pad", 0});
  CHECK(stand.measuring().is_outdated);
  CHECK_FALSE(stand.measuring().comparison->is_measured);
  CHECK(stand.measuring().comparison->has_before);  // the measured run is beside it
  const auto& bars = stand.measuring().comparison->launches.at(0).cards.at(0).bars;
  CHECK(std::any_of(bars.begin(), bars.end(), [](const scene::ComparedBar& bar) {
    return bar.is_before && bar.column == scene::Column::kAsWritten;
  }));
  stand.act(action::SetParameter{"pad", 1});
  CHECK_FALSE(stand.measuring().is_outdated);
  CHECK(stand.measuring().comparison->is_measured);
  stand.act(test::edited(stand.model().text() + "// other\n"));
  CHECK(stand.measuring().is_outdated);
}

TEST_CASE("measuring: recorded values appear without a GPU") {
  Stand stand;
  stand.gpu->has_gpu = false;
  measure::Measurement measurement;
  const auto key = stand.gpu->key_of(stand.model().run->request);
  REQUIRE(key.ok());
  measurement.text_hash = key->text_hash;
  measurement.launch = key->launch;
  measurement.builds.push_back(
      StandInMeasurer::result_of(measure::Build::kAsWritten, stand.model().launches));
  stand.gpu->recorded.recordings.emplace_back();
  stand.gpu->recorded.recordings.back().measurements.push_back(measurement);
  stand.gpu->recorded.problems = {"other.json: line 3: a comma is missing"};
  stand.turn_to(Page::kCompare);
  CHECK(stand.measuring().comparison->is_recorded);
  CHECK(cell(stand.measuring(), 0, scene::Column::kRecorded).verdict == compare::Verdict::kEqual);
  CHECK(stand.measuring().recording_problems.size() == 1);
}

TEST_CASE("measuring: an access's result stays with its step and goes with its run") {
  Stand stand("transpose-column");
  stand.turn_to(Page::kCompare);
  const uint32_t step = stand.model().moment->step;
  stand.act(action::MeasureAccess{});
  CHECK(stand.gpu->accesses == 1);
  CHECK(stand.gpu->last_access.space == measure::Space::kShared);
  CHECK(stand.gpu->last_access.operation == measure::Operation::kStore);
  CHECK(stand.gpu->last_access.addresses[1] - stand.gpu->last_access.addresses[0] == 128);
  REQUIRE(stand.measuring().accesses.count({0, step}) == 1);
  CHECK(stand.measuring().accesses.at({0, step}).predicted == 32);
  CHECK(stand.measuring().accesses.at({0, step}).result.wavefronts == doctest::Approx(7.98));
  stand.act(action::Step{-1, StepUnit::kAccess});
  stand.act(action::MeasureAccess{});  // a global load: counted from its array's line
  CHECK(stand.gpu->last_access.space == measure::Space::kGlobal);
  CHECK(*std::min_element(stand.gpu->last_access.addresses.begin(),
                          stand.gpu->last_access.addresses.end()) == 0);
  CHECK(stand.measuring().accesses.size() == 2);
  stand.act(action::SetParameter{"block", 16});
  CHECK(stand.measuring().accesses.empty());
}

TEST_CASE("measuring: an access's problem is shown at its step, and not as the launch's") {
  Stand stand("transpose-column");
  stand.turn_to(Page::kCompare);
  const std::string fault = "the clock register does not advance";
  stand.gpu->problem = fault;
  stand.act(action::MeasureAccess{});
  CHECK(stand.measuring().problem.empty());
  CHECK(stand.measuring().access_problem == fault);
  CHECK(stand.measuring().access_problem_at == AccessPlace{0, stand.model().moment->step});
  stand.act(action::MeasureAccess{});
  CHECK(stand.measuring().access_problem.empty());
  stand.gpu->problem = fault;
  stand.act(action::MeasureAccess{});
  stand.act(action::SetParameter{"block", 16});  // the same step of another run
  CHECK(stand.measuring().access_problem.empty());
}

TEST_CASE("measuring: an access's result is of one launch of a sequence") {
  Stand stand(WARPLENS_SOURCE_DIR "/tests/gui/kernels/sequence.cu");
  stand.turn_to(Page::kCompare);
  stand.act(action::MeasureAccess{});
  CHECK(stand.measuring().accesses.count({0, stand.model().moment->step}) == 1);
  stand.act(action::SelectLaunch{1});
  CHECK(stand.measuring().accesses.count({1, stand.model().moment->step}) == 0);
  stand.act(action::MeasureAccess{});
  stand.act(action::SelectLaunch{0});
  CHECK(stand.measuring().accesses.size() == 2);
}

TEST_CASE("measuring: a key that is held down orders once") {
  Stand stand("transpose-row");
  stand.session->apply({action::Measure{}, action::Measure{}, action::Measure{}});
  stand.session->wait_idle();
  CHECK(stand.gpu->machines == 1);
  CHECK(stand.gpu->launches == 1);
  stand.session->apply({action::MeasureAccess{}, action::MeasureAccess{}});
  stand.session->wait_idle();
  CHECK(stand.gpu->accesses == 1);
  stand.turn_to(Page::kSweep);
  stand.session->apply({action::MeasureSweep{}, action::MeasureSweep{}});
  stand.session->wait_idle();
  CHECK(stand.gpu->launches == 4);
}

TEST_CASE("measuring: another lesson is opened meanwhile, and shows nothing of it") {
  Stand stand;
  stand.turn_to(Page::kCompare);
  for (const bool fails : {false, true}) {
    stand.gpu->waits = true;
    stand.session->apply({action::Measure{}});
    stand.session->update(50);  // it is out
    stand.session->apply({action::OpenLesson{"transpose-row"}});
    while (stand.model().run == nullptr ||
           stand.model().run->request.file.name() != "transpose_row.cu") {
      stand.session->update(51);
    }
    CHECK(stand.measuring().task == MeasuringTask::kLaunch);
    if (fails) stand.session->apply({action::CancelMeasuring{}});
    stand.gpu->waits = false;
    stand.session->wait_idle();
    CHECK(stand.measuring().task == MeasuringTask::kNone);
    CHECK(stand.measuring().problem.empty());
    REQUIRE(stand.measuring().comparison != nullptr);
    CHECK(stand.measuring().comparison->launches.at(0).kernel == "transpose_row");
    CHECK_FALSE(stand.measuring().comparison->is_measured);
    CHECK_FALSE(stand.measuring().is_outdated);
    stand.act(action::OpenLesson{"transpose-padded"});
    CHECK(stand.measuring().comparison->is_measured);  // the first one went on
  }
}

TEST_CASE("measuring: a session ends while a measurement and a sweep are out") {
  Stand stand;
  stand.turn_to(Page::kCompare);
  stand.gpu->waits = true;  // until it is cancelled
  stand.session->apply({action::Measure{}});
  stand.session->apply({action::ChangeOptions{[&](ViewOptions& o) { o.page = Page::kSweep; }}});
  stand.session->update(50);
  stand.session.reset();
  CHECK(stand.gpu->launches <= 1);
}

TEST_CASE("measuring: what does not run has neither comparison nor sweep, whatever was out") {
  const std::string path =
      (std::filesystem::temp_directory_path() / "warplens_measuring_test.cu").string();
  std::ofstream(path) << "// warplens: --kernel f --grid 1 --block 32\n__global__ void f() { x }\n";
  Stand stand;
  stand.session->apply({action::ChangeOptions{[&](ViewOptions& o) { o.page = Page::kSweep; }}});
  stand.session->update(50);  // a point or a comparison is out
  stand.act(action::OpenFile{path});
  std::filesystem::remove(path);
  CHECK_FALSE(stand.model().diagnostics.empty());
  CHECK(stand.model().run == nullptr);
  CHECK(stand.measuring().comparison == nullptr);
  CHECK(stand.measuring().sweeping.scene == nullptr);
  CHECK_FALSE(stand.session->is_moving());
}

TEST_CASE("sweep: another launch of a sequence is another sweep") {
  Stand stand(WARPLENS_SOURCE_DIR "/tests/gui/kernels/sequence.cu");
  stand.act(test::edited("#ifndef PAD\n#define PAD 0\n#endif\n" + stand.model().text()));
  stand.turn_to(Page::kSweep);
  const Sweeping& sweeping = stand.measuring().sweeping;
  REQUIRE(sweeping.scene != nullptr);
  const auto first = sweeping.scene->series[0].points[0].simulated;
  stand.act(action::SelectLaunch{1});
  CHECK(sweeping.scene->made == sweeping.scene->count);
  CHECK(sweeping.scene->series[0].points[0].simulated != first);
}

TEST_CASE("sweep: points at which a program prints something else than what is shown are named") {
  Stand stand(WARPLENS_SOURCE_DIR "/tests/gui/kernels/self_checking.cu");
  stand.turn_to(Page::kSweep);
  const auto differences = [&] {
    std::vector<int64_t> values;
    for (const scene::SweepPoint& point : stand.measuring().sweeping.scene->series.at(0).points) {
      if (!point.difference.empty()) values.push_back(point.value);
    }
    return values;
  };
  CHECK(stand.measuring().sweeping.choice.axis == "TILE");
  CHECK(differences() == std::vector<int64_t>{8});
}

TEST_CASE("measuring: a press on a row goes to an access of that line") {
  Stand stand;
  stand.turn_to(Page::kCompare);
  const scene::ComparedRow& last = stand.measuring().comparison->launches.at(0).lines.back();
  stand.act(action::SelectLine{last.file, last.line, last.space, last.operation});
  CHECK(stand.model().moment->access.space == last.space);
  CHECK(stand.model().moment->access.operation == last.operation);
  CHECK(stand.model().moment->place.line == last.line);
}

TEST_CASE("sweep: every point is simulated, and one that is pressed is shown") {
  for (const bool threads : {true, false}) {
    Stand stand("transpose-padded", threads);
    stand.turn_to(Page::kSweep);
    const Sweeping& sweeping = stand.measuring().sweeping;
    REQUIRE(sweeping.scene != nullptr);
    CHECK(sweeping.choice == SweepChoice{"pad", "block"});
    CHECK(sweeping.scene->series.size() == 3);
    CHECK(sweeping.scene->made == 27);
    const auto conflicts = [&](size_t series, size_t point) {
      return sweeping.scene->series[series].points[point].simulated[0].value_or(-1);
    };
    CHECK(conflicts(2, 1) == 0);  // blocks of 32, pad 1
    CHECK(conflicts(1, 1) > 0);   // blocks of 16, pad 1: no cure
    const auto scene = sweeping.scene;
    stand.act(action::TakeSweepPoint{1, 2});
    CHECK(stand.model().launch.block.x == 16);
    CHECK(stand.model().run->totals.shared[1].conflicts == 0);  // of stores
    CHECK(stand.measuring().sweeping.scene == scene);           // it is the same sweep
  }
}

TEST_CASE("sweep: what is chosen of it in one frame holds together") {
  Stand stand("transpose-padded");
  stand.turn_to(Page::kSweep);
  stand.session->apply({action::ChooseSweep{.metric = scene::SweepMetric::kWavefronts},
                        action::ChooseSweep{.axis = "block"}, action::ChooseSweep{.lines = "pad"}});
  stand.session->wait_idle();
  CHECK(stand.measuring().sweeping.choice == SweepChoice{"block", "pad"});
  CHECK(stand.measuring().sweeping.metric == scene::SweepMetric::kWavefronts);
}

TEST_CASE("sweep: without conflicts anywhere, sectors are shown, but what was chosen stays") {
  Stand stand("matmul-tiled");
  stand.turn_to(Page::kSweep);
  const Sweeping& sweeping = stand.measuring().sweeping;
  REQUIRE(sweeping.scene->made == sweeping.scene->count);
  CHECK(sweeping.metric == scene::SweepMetric::kSectors);
  stand.act(action::ChooseSweep{.metric = scene::SweepMetric::kConflicts});
  stand.act(action::MeasureSweep{});
  CHECK(sweeping.metric == scene::SweepMetric::kConflicts);
}

TEST_CASE("sweep: measured points join the line, a problem is shown once") {
  Stand stand("transpose-row");
  stand.turn_to(Page::kSweep);
  REQUIRE(stand.measuring().sweeping.scene->made == 3);
  CHECK_FALSE(stand.measuring().sweeping.scene->has_measured);
  stand.gpu->problem = "too little memory";
  stand.act(action::MeasureSweep{});
  CHECK(stand.gpu->launches == 1);
  CHECK(stand.measuring().problem == "too little memory");
  stand.act(action::MeasureSweep{});
  CHECK(stand.gpu->launches == 4);
  const scene::SweepScene& scene = *stand.measuring().sweeping.scene;
  CHECK(scene.has_measured);
  for (const scene::SweepPoint& point : scene.series[0].points) {
    CHECK(point.measured[1] == point.simulated[1]);
    CHECK(point.measured[5].has_value());
  }
}

TEST_CASE("sweep: sizes too large to simulate have the times that were recorded") {
  Stand stand("transpose-padded");
  measure::MeasurementFile recording;
  measure::Measurement large;
  prepare::Request request;
  request.file = base::SourceFile("transpose_padded.cu", stand.model().text());
  const lessons::Lesson& lesson = *stand.model().lesson;
  request.launch = *lessons::make_recorded_launch(lesson, {{"block", 32}, {"pad", 1}, {"n", 4096}});
  const auto key = stand.gpu->key_of(request);
  REQUIRE(key.ok());
  large.text_hash = key->text_hash;
  large.launch = key->launch;
  measure::BuildResult build;
  build.build = measure::Build::kAsCompiled;
  build.launches.resize(1);
  build.launches[0].times = measure::Times{77.5, 0.01, 30, true};
  large.builds.push_back(build);
  recording.measurements.push_back(large);
  stand.gpu->recorded.recordings.push_back(recording);
  stand.turn_to(Page::kSweep);
  stand.act(action::ChooseSweep{"n", "block", scene::SweepMetric::kWavefronts});
  const scene::SweepScene& scene = *stand.measuring().sweeping.scene;
  REQUIRE(scene.series.size() == 3);
  const std::vector<scene::SweepPoint>& points = scene.series[2].points;
  CHECK(scene.made == scene.count);
  CHECK(points[scene.columns - 1].value_name == "4096");
  CHECK(points[scene.columns - 1].recorded[5] == 77.5);
  CHECK_FALSE(points[scene.columns - 1].simulated[1].has_value());
  const bool has_100 = std::any_of(points.begin(), points.end(),
                                   [](const auto& point) { return point.value == 100; });
  CHECK(has_100);  // recorded, too, though no power of two
  const size_t count = scene.count;
  stand.act(action::MeasureSweep{});
  CHECK(stand.gpu->launches == static_cast<int>(count - 3));
}

TEST_CASE("sweep: a size that cannot be run is left out with its reason") {
  Stand stand("matmul-tiled");
  stand.act(test::edited("#if BLOCK_SIZE == 5\n#error no fives\n#endif\n" + stand.model().text()));
  stand.turn_to(Page::kSweep);
  const scene::SweepScene& scene = *stand.measuring().sweeping.scene;
  CHECK(stand.measuring().sweeping.choice == SweepChoice{"tile", ""});
  CHECK(scene.skipped == 1);
  CHECK(scene.made == scene.count);
  CHECK(scene.first_skipped.find("Tile 5: ") == 0);
}

TEST_CASE("sweep: a value with which the kernel leaves its arrays is left out") {
  Stand stand("matmul-tiled");
  std::string text = stand.model().text();
  text.insert(text.find("float sum"), "if (BLOCK_SIZE == 5) P[1 << 20] = 1;  ");
  stand.act(test::edited(text));
  stand.turn_to(Page::kSweep);
  const scene::SweepScene& scene = *stand.measuring().sweeping.scene;
  CHECK(scene.skipped == 1);
  CHECK(scene.made == scene.count);
  CHECK(scene.first_skipped.find("Tile 5: line ") == 0);
}

TEST_CASE("sweep: a file's macros and its block's shape are axes") {
  SweepSubject subject;
  subject.text =
      "#ifndef TILE\n#define TILE 16\n#endif\n#define FIXED 3\n#ifndef PAD\n#define PAD 0\n";
  subject.launch.block = {32, 8, 1};
  subject.launch.grid = {2, 4, 1};
  const std::vector<SweepAxis> axes = sweep_axes(subject);
  REQUIRE(axes.size() == 4);
  CHECK(axes[3].name == "FIXED");
  CHECK(axes[0].name == "TILE");
  CHECK(axes[1].name == "PAD");
  CHECK(axes[1].values.size() == 9);
  CHECK(axes[2].name == kBlockShape);
  CHECK(first_choice(axes) == SweepChoice{"PAD", "TILE"});
  const auto launch = launch_at(subject, {{"PAD", 3}, {kBlockShape, 64}});
  REQUIRE(launch.ok());
  CHECK(launch->defines == std::vector<launch::Definition>{{"PAD", "3"}});
  CHECK(launch->block == launch::Dim3{64, 4, 1});
  CHECK(launch->grid == launch::Dim3{1, 8, 1});
  // One row of threads in several rows of blocks can be made higher again.
  subject.launch.block = {256, 1, 1};
  subject.launch.grid = {1, 8, 1};
  CHECK(find_axis(sweep_axes(subject), kBlockShape) != nullptr);
  subject.launch.grid = {8, 1, 1};
  CHECK(find_axis(sweep_axes(subject), kBlockShape) == nullptr);
}

TEST_CASE("measuring: what two runs took is looked up, of the run before and of a split window") {
  Stand stand;
  stand.act(action::SetParameter{"pad", 0});
  CHECK_MESSAGE(stand.measuring().times.empty(), "nothing was measured or recorded");
  stand.turn_to(Page::kCompare);
  stand.act(action::Measure{});
  stand.act(action::SetParameter{"pad", 1});
  CHECK_MESSAGE(stand.measuring().times.empty(), "one side has no figure");
  stand.act(action::Measure{});
  REQUIRE(stand.measuring().times.size() == 1);
  const scene::TimePair pair = stand.measuring().times.front();
  CHECK(pair.left_us > pair.right_us);  // the stand-in's times grow with the passes
  CHECK_FALSE(pair.is_recorded);
  stand.turn_to(Page::kSteps);
  stand.act(action::SetSplit{true, true});
  CHECK_MESSAGE(stand.measuring().times.empty(), "beside itself");
  stand.act(action::SetParameter{"pad", 0});
  REQUIRE(stand.measuring().times.size() == 1);
  CHECK(stand.measuring().times.front().left_us == pair.right_us);
  CHECK(stand.measuring().times.front().right_us == pair.left_us);
  stand.act(action::SetSplit{false, false});
  stand.act(action::OpenLesson{"matmul-tiled"});
  CHECK(stand.measuring().times.empty());
}
