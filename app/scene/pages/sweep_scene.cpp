// Sums over operations: a chart has one number a point.
#include "app/scene/pages/sweep_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "app/study/format.hpp"
#include "app/study/program.hpp"
#include "sim/base/say.hpp"
#include "sim/prepare/program.hpp"

namespace warplens::scene {
namespace {

size_t index_of(SweepMetric metric) {
  return static_cast<size_t>(metric);
}

struct Sums {
  uint64_t shared_requests = 0, wavefronts = 0, global_requests = 0, sectors = 0;
  bool has_shared = false, has_global = false;  // of every operation that occurs, at least one
};

template <class Pick>
Sums sums_of(const std::vector<compare::Row>& totals, const Pick& pick) {
  Sums sums;
  const auto occurs = [&](measure::Space space) {
    return std::any_of(totals.begin(), totals.end(),
                       [&](const compare::Row& row) { return row.space == space; });
  };
  sums.has_shared = occurs(measure::Space::kShared);
  sums.has_global = occurs(measure::Space::kGlobal);
  for (const compare::Row& row : totals) {
    const bool is_shared = row.space == measure::Space::kShared;
    const measure::Counts* counts = pick(row);
    bool& has = is_shared ? sums.has_shared : sums.has_global;
    if (counts == nullptr) {
      has = false;
      continue;
    }
    const std::optional<uint64_t>& cost = is_shared ? counts->wavefronts : counts->sectors;
    has = has && cost.has_value();
    (is_shared ? sums.wavefronts : sums.sectors) += cost.value_or(0);
    const uint64_t requests = counts->requests.value_or(0);
    (is_shared ? sums.shared_requests : sums.global_requests) += requests;
  }
  return sums;
}

double ratio_of(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// `needed`: wavefronts that no layout saves.
SweepValues values_of(const Sums& sums, uint64_t needed) {
  SweepValues values;
  if (sums.has_shared) {
    const uint64_t conflicts = sums.wavefronts - std::min(sums.wavefronts, needed);
    values[index_of(SweepMetric::kConflicts)] = static_cast<double>(conflicts);
    values[index_of(SweepMetric::kWavefronts)] = static_cast<double>(sums.wavefronts);
    if (sums.shared_requests > 0) {
      values[index_of(SweepMetric::kWavefrontsARequest)] =
          ratio_of(sums.wavefronts, sums.shared_requests);
    }
  }
  if (sums.has_global) {
    values[index_of(SweepMetric::kSectors)] = static_cast<double>(sums.sectors);
    if (sums.global_requests > 0) {
      values[index_of(SweepMetric::kSectorsARequest)] =
          ratio_of(sums.sectors, sums.global_requests);
    }
  }
  return values;
}

const measure::Counts* counts_of(const std::optional<compare::Cell>& cell) {
  return cell ? &cell->counts : nullptr;
}

std::optional<double> median(const std::optional<measure::Times>& times) {
  return times ? std::optional(times->median_us) : std::nullopt;
}

bool has_any(const SweepValues& values) {
  return std::any_of(values.begin(), values.end(),
                     [](const auto& value) { return value.has_value(); });
}

bool is_left_out(const SweepSeries& series) {
  return std::all_of(series.points.begin(), series.points.end(), [](const SweepPoint& point) {
    const bool is_open = !point.is_made && point.skipped.empty();
    return !is_open && !has_any(point.simulated) && !has_any(point.measured) &&
           !has_any(point.recorded);
  });
}

std::string difference_of(const std::optional<ProgramEnd>& end,
                          const std::optional<ProgramEnd>& shown) {
  if (!end || !shown || *end == *shown) return "";
  if (end->ending == shown->ending) return label("the program prints something else");
  return say("the program: {ending}", "ending"_a = end->ending);
}

}  // namespace

std::optional<ProgramEnd> end_of(const run::Run& run) {
  if (run.reached == nullptr) return std::nullopt;
  const prepare::ReachedProgram& program = *run.reached;
  if (program.is_cut || !program.refused.empty()) return std::nullopt;
  return ProgramEnd{study::ending_of(program).rendered(),
                    std::hash<std::string>()(program.out + '\0' + program.err)};
}

void fill_sweep_point(SweepPoint& point, const Compared& compared, size_t launch) {
  if (compared.runs.empty() || compared.comparison.launches.empty()) return;
  const size_t index =
      std::min({launch, compared.runs.size() - 1, compared.comparison.launches.size() - 1});
  const compare::LaunchComparison& comparison = compared.comparison.launches[index];
  const observe::SharedTotal shared = compared.runs[index]->totals.shared_sum();
  const uint64_t needed = shared.wavefronts - shared.conflicts;
  const std::vector<compare::Row>& totals = comparison.totals;
  Sums simulated = sums_of(totals, [](const compare::Row& row) { return &row.simulated; });
  simulated.has_shared = simulated.has_global = true;  // what does not occur costs nothing
  point.simulated = values_of(simulated, needed);
  point.measured = values_of(
      sums_of(totals, [](const compare::Row& row) { return counts_of(row.as_written); }), needed);
  point.recorded = values_of(
      sums_of(totals, [](const compare::Row& row) { return counts_of(row.recorded); }), needed);
  point.measured[index_of(SweepMetric::kTime)] = median(comparison.as_compiled_time);
  point.recorded[index_of(SweepMetric::kTime)] = median(comparison.recorded_as_compiled_time);
  point.is_made = true;
}

void fill_recorded_time(SweepPoint& point, const measure::Measurement& recorded, size_t launch) {
  const measure::BuildResult* build = measure::find_build(&recorded, measure::Build::kAsCompiled);
  point.recorded[index_of(SweepMetric::kTime)] = median(measure::time_of(build, launch));
  point.is_made = true;
}

void sum_up(SweepScene& scene) {
  scene.made = scene.count = scene.skipped = scene.columns = 0;
  scene.first_skipped.clear();
  scene.has_measured = scene.has_recorded = scene.has_differences = false;
  std::string names, line, reason;  // of the first point that is left out, and those like it
  for (SweepSeries& series : scene.series) {
    series.is_left_out = is_left_out(series);
    for (size_t i = 0; i < series.points.size(); ++i) {
      SweepPoint& point = series.points[i];
      point.difference = difference_of(point.program_end, scene.shown_end);
      scene.has_differences |= !point.difference.empty();
      if (!point.is_timed_only || has_any(point.recorded))
        scene.columns = std::max(scene.columns, i + 1);
      ++scene.count;
      if (point.is_made || !point.skipped.empty()) ++scene.made;
      scene.has_measured |= has_any(point.measured);
      scene.has_recorded |= has_any(point.recorded);
      if (point.skipped.empty()) continue;
      ++scene.skipped;
      if (!reason.empty() && (point.skipped != reason || series.name != line)) continue;
      reason = point.skipped;
      line = series.name;
      names += (names.empty() ? "" : ", ") + point.value_name;
    }
  }
  if (reason.empty()) return;
  scene.first_skipped =
      fmt::format("{}{}{} {}: {}", line, line.empty() ? "" : ", ", scene.axis_label, names, reason);
}

std::optional<double> known_value(const SweepPoint& point, SweepMetric metric) {
  for (const SweepValues* values : {&point.simulated, &point.measured, &point.recorded}) {
    if (const auto& value = (*values)[index_of(metric)]) return value;
  }
  return std::nullopt;
}

std::optional<SweepLeast> least_of(const SweepScene& scene, SweepMetric metric) {
  std::optional<SweepLeast> least;
  double most = 0;
  size_t known = 0, others = 0;
  for (size_t series = 0; series < scene.series.size(); ++series) {
    const std::vector<SweepPoint>& points = scene.series[series].points;
    for (size_t point = 0; point < points.size(); ++point) {
      const std::optional<double> value = known_value(points[point], metric);
      if (!value) continue;
      most = known == 0 ? *value : std::max(most, *value);
      ++known;
      if (!least || *value < least->value) {
        least = SweepLeast{series, point, *value};
        others = 0;
      } else if (*value == least->value) {
        ++others;
      }
    }
  }
  if (least) {
    least->known = known;
    least->others = others;
    least->is_constant = most == least->value;
  }
  return least;
}

std::string sweep_value_text(SweepMetric metric, double value) {
  if (metric == SweepMetric::kTime) return time_text(value);
  if (std::abs(value - std::round(value)) < 1e-9)
    return study::grouped(static_cast<uint64_t>(value));
  return fmt::format("{:.2f}", value);
}

std::optional<Decades> decades(double lowest, double highest) {
  constexpr double kFarApart = 30;
  if (!(lowest > 0) || highest < lowest * kFarApart) return std::nullopt;
  return Decades{std::pow(10.0, std::floor(std::log10(lowest) + 1e-9)),
                 std::pow(10.0, std::ceil(std::log10(highest) - 1e-9))};
}

AxisMarks axis_marks(double highest, int marks, bool is_whole) {
  if (!(highest > 0)) return {1, 1};
  const double rough = highest / std::max(marks, 1);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double distance = 10 * power;
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * (1 - 1e-9)) {
      distance = factor * power;
      break;
    }
  }
  if (is_whole) distance = std::max(distance, 1.0);
  return {std::ceil(highest / distance - 1e-9) * distance, distance};
}

}  // namespace warplens::scene
