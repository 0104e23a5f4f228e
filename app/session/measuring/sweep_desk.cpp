// The desk's part that sweeps: which points there are, and each made one after another.
#include <fmt/format.h>

#include <algorithm>

#include "app/session/measuring/measuring_desk.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::gui {

namespace {

std::string value_name(const SweepAxis& axis, size_t index) {
  return index < axis.value_names.size() ? axis.value_names[index]
                                         : std::to_string(axis.values[index]);
}

scene::SweepSeries make_series(const SweepAxis& axis) {
  scene::SweepSeries series;
  for (size_t i = 0; i < axis.values.size(); ++i) {
    scene::SweepPoint point;
    point.value = axis.values[i];
    point.value_name = value_name(axis, i);
    series.points.push_back(std::move(point));
  }
  for (const int64_t value : axis.timed_values) {
    scene::SweepPoint point;
    point.value = value;
    point.value_name = std::to_string(value);
    point.is_timed_only = true;
    series.points.push_back(std::move(point));
  }
  return series;
}

bool has_shared(const run::Run& run) {
  return std::any_of(std::begin(run.totals.shared), std::end(run.totals.shared),
                     [](const observe::SharedTotal& total) { return total.requests > 0; });
}

bool has_conflicts(const scene::SweepScene& scene) {
  constexpr auto kConflicts = static_cast<size_t>(scene::SweepMetric::kConflicts);
  for (const scene::SweepSeries& series : scene.series) {
    for (const scene::SweepPoint& point : series.points) {
      for (const scene::SweepValues* values :
           {&point.simulated, &point.measured, &point.recorded}) {
        if ((*values)[kConflicts].value_or(0) > 0) return true;
      }
    }
  }
  return false;
}

}  // namespace

SweepSubject MeasuringDesk::subject() const {
  return {lesson_, model_.run_settings, now_.request.file.text(), now_.request.launch};
}

// Another sweep if something but the swept parameters differs; else only what is marked as present.
void MeasuringDesk::renew_sweep() {
  if (now_.runs.empty() || !model_.measuring.is_open) return;
  Sweeping& sweeping = model_.measuring.sweeping;
  const SweepSubject subject = this->subject();
  sweeping.axes = sweep_axes(subject);
  const bool is_new_text = sweep_document_ != document_ || sweep_key_.empty();
  sweep_document_ = document_;
  const bool has_axis = find_axis(sweeping.axes, sweeping.choice.axis) != nullptr;
  if (!has_axis || is_new_text) sweeping.choice = first_choice(sweeping.axes);
  const SweepAxis* axis = find_axis(sweeping.axes, sweeping.choice.axis);
  const SweepAxis* lines = find_axis(sweeping.axes, sweeping.choice.lines);
  if (axis == nullptr) {
    drop_sweep();
    return;
  }
  std::vector<SweepSetting> first{{axis->name, axis->values.front()}};
  if (lines != nullptr) first.push_back({lines->name, lines->values.front()});
  const auto launch = launch_at(subject, first);
  const std::string key = fmt::format(
      "{}\n{} {}\n{} {}\n{}\n{}", document_, axis->name,
      axis->values.size() + axis->timed_values.size(), sweeping.choice.lines, model_.chosen_launch,
      launch ? launch::print(*launch) : launch.error(), subject.text);
  const auto shown_end = scene::end_of(*now_.runs.front());
  if (key == sweep_key_) {
    if (shown_end == scene_.shown_end) return;
    scene_.shown_end = shown_end;
    return publish_sweep();
  }
  sweep_key_ = key;
  ++sweep_;
  is_stopped_ = false;
  jobs_.cancel_comparing();
  scene_ = {};
  scene_.shown_end = shown_end;
  scene_.axis_label = axis->label;
  for (size_t i = 0; i < (lines == nullptr ? 1 : lines->values.size()); ++i) {
    scene::SweepSeries series = make_series(*axis);
    if (lines != nullptr) {
      series.value = lines->values[i];
      series.name = lines->label + (lines->is_literal ? " → " : " ") + value_name(*lines, i);
    }
    scene_.series.push_back(std::move(series));
  }
  if (is_new_text) {
    is_metric_chosen_ = false;
    sweeping.metric = has_shared(*now_.runs.front()) ? scene::SweepMetric::kConflicts
                                                     : scene::SweepMetric::kSectorsARequest;
  }
  publish_sweep();
}

// A point that is out belongs to no sweep any more.
void MeasuringDesk::drop_sweep() {
  ++sweep_;
  sweep_key_.clear();
  scene_ = {};
  model_.measuring.sweeping.scene = nullptr;
  jobs_.cancel_comparing();
}

void MeasuringDesk::publish_sweep() {
  scene::sum_up(scene_);
  // Nobody requested conflicts, and there are none: something that changes says more.
  scene::SweepMetric& metric = model_.measuring.sweeping.metric;
  if (!is_metric_chosen_ && metric == scene::SweepMetric::kConflicts &&
      scene_.made == scene_.count && !has_conflicts(scene_)) {
    metric = scene::SweepMetric::kSectors;
  }
  model_.measuring.sweeping.scene = std::make_shared<const scene::SweepScene>(scene_);
}

void MeasuringDesk::choose(const action::ChooseSweep& chosen) {
  Sweeping& sweeping = model_.measuring.sweeping;
  const scene::SweepMetric metric = chosen.metric.value_or(sweeping.metric);
  if (sweeping.metric != metric) is_metric_chosen_ = true;
  sweeping.metric = metric;
  is_stopped_ = false;
  const SweepChoice choice{chosen.axis.value_or(sweeping.choice.axis),
                           chosen.lines.value_or(sweeping.choice.lines)};
  if (choice == sweeping.choice || find_axis(sweeping.axes, choice.axis) == nullptr) return;
  sweeping.choice = choice;
  if (choice.lines == choice.axis) sweeping.choice.lines.clear();
  renew_sweep();
}

void MeasuringDesk::go_on_sweeping() {
  is_stopped_ = false;
}

std::vector<SweepSetting> MeasuringDesk::settings_of(size_t series, size_t point) const {
  if (series >= scene_.series.size() || point >= scene_.series[series].points.size()) return {};
  const SweepChoice& choice = model_.measuring.sweeping.choice;
  std::vector<SweepSetting> settings{{choice.axis, scene_.series[series].points[point].value}};
  if (!choice.lines.empty()) settings.push_back({choice.lines, scene_.series[series].value});
  return settings;
}

// The chart learns of what was measured: its point is made again.
void MeasuringDesk::renew_points_of(const prepare::Request& measured) {
  for (size_t series = 0; series < scene_.series.size(); ++series) {
    for (size_t point = 0; point < scene_.series[series].points.size(); ++point) {
      const auto launch = launch_at(subject(), settings_of(series, point));
      if (launch && *launch == measured.launch &&
          text_at(subject(), settings_of(series, point)) == measured.file.text()) {
        scene_.series[series].points[point].is_made = false;
      }
    }
  }
}

prepare::Request MeasuringDesk::request_of(size_t series, size_t point) const {
  prepare::Request request = now_.request;
  const auto launch = launch_at(subject(), settings_of(series, point));
  if (launch) request.launch = *launch;
  if (std::string text = text_at(subject(), settings_of(series, point));
      text != request.file.text())
    request.file = base::SourceFile(request.file.name(), std::move(text));
  request.recorded_block = {};
  request.keeps_contents = false;
  return request;
}

// False when all are made.
bool MeasuringDesk::start_sweep_point() {
  for (size_t series = 0; series < scene_.series.size(); ++series) {
    for (size_t i = 0; i < scene_.series[series].points.size(); ++i) {
      scene::SweepPoint& point = scene_.series[series].points[i];
      if (point.is_made || !point.skipped.empty()) continue;
      const auto launch = launch_at(subject(), settings_of(series, i));
      if (!launch) {
        point.skipped = launch.error();
        publish_sweep();
        continue;
      }
      jobs_.start_sweep_point(sweep_, series, i, point, request_of(series, i), model_.chosen_launch,
                              measurements_);
      return true;
    }
  }
  return false;
}

}  // namespace warplens::gui
