// Kernels of textbooks and of this project, line by line, beside what an H200 counted for them.
#include <doctest/doctest.h>

#include "app/compare/gather.hpp"
#include "app/compare/points.hpp"
#include "kernels/measure/format/json.hpp"
#include "sim/run/run.hpp"

using namespace warplens;
using compare::Verdict;

namespace {

struct Outcome {
  size_t found = 0, equal = 0, otherwise = 0;
};

// Nothing may differ without a reason that the kernel's own text gives.
void check_point(const compare::Point& point, const compare::Recordings& recordings,
                 Outcome& outcome) {
  const measure::Measurement* recorded = compare::look_up(recordings, point.request);
  if (recorded == nullptr) return;
  ++outcome.found;
  const auto runs = run::run_sequence(point.request);
  REQUIRE(runs.ok());
  const compare::Comparison comparison = compare::compare(*runs, nullptr, recorded);
  INFO(point.name);
  bool is_equal = true;
  for (const compare::LaunchComparison& launch : comparison.launches) {
    for (const compare::Row& row : launch.lines) {
      REQUIRE(row.recorded);
      INFO("line " << row.line << " " << measure::word(row.space) << " "
                   << measure::word(row.operation));
      CHECK(row.recorded->verdict != Verdict::kDiffers);
      is_equal = is_equal && row.recorded->verdict == Verdict::kEqual;
      if (row.recorded->verdict != Verdict::kEqual) CHECK_FALSE(row.recorded->cause.empty());
    }
  }
  for (const measure::ArrayAgreement& array : comparison.arrays) {
    INFO(array.name);
    CHECK(array.agrees);
  }
  ++(is_equal ? outcome.equal : outcome.otherwise);
}

}  // namespace

TEST_CASE("recorded kernels: every line equals an H200's, or the text says why not") {
  const std::string folder = WARPLENS_SOURCE_DIR "/tests/";
  const compare::Recordings recordings = compare::load_recordings(folder + "data/recorded");
  CHECK(recordings.problems.empty());
  const compare::Points points =
      compare::points_of({folder + "kernels/textbook", folder + "kernels/measured"}, {});
  CHECK(points.problems.empty());
  Outcome outcome;
  for (const compare::Point& point : points.points) check_point(point, recordings, outcome);
  // A kernel whose text has been changed since is not found.
  CHECK(outcome.found >= 120);
  CHECK(outcome.otherwise <= outcome.found / 5);
  MESSAGE(outcome.equal << " of " << outcome.found << " equal in every line, " << outcome.otherwise
                        << " otherwise for a reason");
}
