// The sweep's charts as plain data: for each value of a parameter what the simulator counts, and
// what was measured or recorded there.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/pages/comparison_scene.hpp"

namespace warplens::scene {

enum class SweepMetric : uint8_t {
  kConflicts,
  kWavefronts,
  kWavefrontsARequest,
  kSectors,
  kSectorsARequest,
  kTime,  // [µs]; the simulator has none
};
inline constexpr size_t kSweepMetrics = 6;
using SweepValues = std::array<std::optional<double>, kSweepMetrics>;

// Of a program that was run: how it ended, in words, and what it printed, of which a hash is kept.
struct ProgramEnd {
  std::string ending;
  size_t printed = 0;
  friend bool operator==(const ProgramEnd&, const ProgramEnd&) = default;
};
// Nothing where no program was run to its end: a sweep has fewer steps.
std::optional<ProgramEnd> end_of(const run::Run& run);

struct SweepPoint {
  int64_t value = 0;           // of the parameter along the axis
  std::string value_name;      // as the axis says it
  bool is_made = false;        // the values below are known, as far as they can be
  bool is_timed_only = false;  // too large to be simulated: a recording may have its time
  std::string skipped;         // why there are none, in a few words
  SweepValues simulated, measured, recorded;
  std::optional<ProgramEnd> program_end;
  // What its program does otherwise than that of the run that is shown: "the program prints
  // something else", "the program: it ended with status 1"; "" where nothing.
  std::string difference;
};
struct SweepSeries {
  int64_t value = 0;  // of the second parameter
  std::string name;   // "Block 16"; "" of a single line
  std::vector<SweepPoint> points;
  bool is_left_out = false;  // nothing is known of its points, and nothing will be
};

struct SweepScene {
  std::string axis_label;
  std::vector<SweepSeries> series;
  size_t columns = 0;          // points of a series that are to be drawn, at its front
  size_t made = 0, count = 0;  // points
  size_t skipped = 0;
  std::string first_skipped;  // "Tile 2, 3: ...": the first one and those with the same reason
  bool has_measured = false, has_recorded = false, has_differences = false;
  std::vector<std::string> sources;     // where measured and recorded points come from, each once
  std::optional<ProgramEnd> shown_end;  // of the run that is shown
};

// The point at which a metric is least, of those with the same value the first; what a GPU measured
// counts where the simulator has nothing.
struct SweepLeast {
  size_t series = 0, point = 0;
  double value = 0;
  size_t known = 0;          // points with a value
  size_t others = 0;         // ... with this one, beside it
  bool is_constant = false;  // all of them have the same
};
std::optional<SweepLeast> least_of(const SweepScene& scene, SweepMetric metric);
// Simulated, else measured here, else recorded.
std::optional<double> known_value(const SweepPoint& point, SweepMetric metric);

// The values of one point, of one launch of the sequence.
void fill_sweep_point(SweepPoint& point, const Compared& compared, size_t launch);
// Of a point that is not simulated.
void fill_recorded_time(SweepPoint& point, const measure::Measurement& recorded, size_t launch);
// Counts again what `scene` holds, and compares its points with the run that is shown.
void sum_up(SweepScene& scene);

// "1,024", "2.5", "12.4 µs".
std::string sweep_value_text(SweepMetric metric, double value);

// Ends of an axis and the distance of its marks: 1, 2 or 5 times a power of ten, at most `marks`
// of them, so that `highest` (above 0) is below the last.
struct AxisMarks {
  double last = 1, distance = 1;
};
AxisMarks axis_marks(double highest, int marks, bool is_whole);

// Of values that are so far apart that on a common scale the low ones could not be distinguished
// from 0: the powers of ten around them.
struct Decades {
  double first = 1, last = 10;
};
std::optional<Decades> decades(double lowest, double highest);

}  // namespace warplens::scene
