// The Sweep view: counts and times over a parameter. What the simulator counts is a line; what a
// GPU measured are points. Marks are at equal distances whatever the values are, because tiles and
// sizes double.
#include "app/window/pages/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include "app/scene/words/judgement.hpp"
#include "app/study/counts.hpp"
#include "app/study/format.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/frame/bar.hpp"
#include "app/window/kit/chart.hpp"
#include "app/window/pages/page.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using scene::SweepMetric;
using scene::SweepPoint;
using scene::SweepScene;
using scene::SweepSeries;

constexpr struct {
  SweepMetric metric;
  study::Measure measure;
  const char* widget;
} kMetrics[] = {
    {SweepMetric::kConflicts, study::Measure::kConflicts, "conflicts"},
    {SweepMetric::kWavefronts, study::Measure::kWavefronts, "wavefronts"},
    {SweepMetric::kWavefrontsARequest, study::Measure::kWavefrontsARequest, "wavefronts-a-request"},
    {SweepMetric::kSectors, study::Measure::kSectors, "sectors"},
    {SweepMetric::kSectorsARequest, study::Measure::kSectorsARequest, "sectors-a-request"},
};

const char* name_of(SweepMetric metric) {
  for (const auto& entry : kMetrics) {
    if (entry.metric == metric) return label(study::name_of(entry.measure));
  }
  return label("time [µs]");
}

// "1 sector per request", "2.50 sectors per request", "8.2 µs"; in a sentence.
std::string amount_of(SweepMetric metric, double value) {
  const std::string number = scene::sweep_value_text(metric, value);
  const bool is_one = number == "1";
  switch (metric) {
    case SweepMetric::kConflicts:
      return is_one ? label("1 bank conflict") : say("{count} bank conflicts", "count"_a = number);
    case SweepMetric::kWavefronts:
      return is_one ? label("1 wavefront") : say("{count} wavefronts", "count"_a = number);
    case SweepMetric::kWavefrontsARequest:
      return is_one ? label("1 wavefront per request")
                    : say("{count} wavefronts per request", "count"_a = number);
    case SweepMetric::kSectors:
      return is_one ? label("1 sector") : say("{count} sectors", "count"_a = number);
    case SweepMetric::kSectorsARequest:
      return is_one ? label("1 sector per request")
                    : say("{count} sectors per request", "count"_a = number);
    case SweepMetric::kTime:
      break;
  }
  return number;
}

// -------------------------------------------------------------------------------------------------
// charts

struct SweepChart {
  ui::Ui& ui;
  const gui::State& model;
  const SweepScene& scene;
  SweepMetric metric;
  gui::Actions& actions;
  ui::Chart axes{};  // x: a column each value
  std::vector<ui::Mark> marks{};

  ImVec2 at(size_t index, double value) const { return axes.at(static_cast<double>(index), value); }
  // Of one of the lines: each has its part of a value's width, so that equal ones are all seen.
  ImVec2 at(size_t index, double value, size_t series) const {
    const auto lines = static_cast<float>(scene.series.size());
    const float from_middle = static_cast<float>(series) - (lines - 1) / 2;
    const ImVec2 middle = at(index, value);
    return ImVec2(middle.x + from_middle * part_width(), middle.y);
  }
  float part_width() const {
    constexpr float kUsed = 0.8f;  // of a value's width, where there are several lines
    const float width = axes.plot.width() / static_cast<float>(scene.columns);
    const size_t lines = scene.series.size();
    return lines < 2 ? width : width * kUsed / static_cast<float>(lines);
  }
  // Of one line a point on it; those of several differ without colours, too.
  SimulatedMark mark(size_t series) const {
    if (scene.series.size() < 2) return {};
    const float unit = ui.theme.unit;
    return {series, std::clamp(part_width() * 0.45f, unit * 0.4f, unit * 0.75f)};
  }
  ImU32 color(size_t series) const { return line_color(ui.theme, series); }
  // Of a point that the simulator counted: where there is no other line, conflicts are waste.
  ImU32 color(size_t series, double value) const {
    if (metric != SweepMetric::kConflicts || scene.series.size() > 1) return color(series);
    return judgement_color(ui.theme, scene::judge(static_cast<uint64_t>(value), 0), ui.theme.text);
  }
};

struct Extent {
  double lowest = 0, highest = 0;
};
Extent extent_of(const SweepScene& scene, SweepMetric metric) {
  std::optional<Extent> extent;
  for (const SweepSeries& series : scene.series) {
    for (const SweepPoint& point : series.points) {
      for (const scene::SweepValues* values :
           {&point.simulated, &point.measured, &point.recorded}) {
        const std::optional<double> value = value_of(*values, metric);
        if (!value) continue;
        if (!extent) extent = {*value, *value};
        extent->lowest = std::min(extent->lowest, *value);
        extent->highest = std::max(extent->highest, *value);
      }
    }
  }
  return extent.value_or(Extent{});
}

std::string mark_text(SweepMetric metric, double value) {
  if (metric == SweepMetric::kTime && value < 1000) return fmt::format("{:g}", value);
  if (metric == SweepMetric::kTime) return study::grouped(static_cast<uint64_t>(value));
  return scene::sweep_value_text(metric, value);
}

// Of what; beside a GPU's, which build it is, and of times, which the simulator has not, whose.
std::string title_of(const SweepScene& scene, SweepMetric metric) {
  std::string title = name_of(metric);
  const bool is_sum = metric == SweepMetric::kConflicts || metric == SweepMetric::kWavefronts ||
                      metric == SweepMetric::kSectors;
  if (is_sum) title = say("{metric} of all accesses", "metric"_a = title);
  if (!scene.has_measured && !scene.has_recorded) return title;
  const auto add = [&](Sentence what) { title = fmt::format("{}, {}", title, label(what)); };
  add(metric == SweepMetric::kTime ? sentence("as compiled") : sentence("as written"));
  if (metric != SweepMetric::kTime) return title;
  const auto has = [&](scene::SweepValues SweepPoint::*values) {
    for (const SweepSeries& series : scene.series) {
      for (const SweepPoint& point : series.points) {
        if (value_of(point.*values, metric)) return true;
      }
    }
    return false;
  };
  if (has(&SweepPoint::measured)) add(sentence("measured here"));
  if (has(&SweepPoint::recorded)) add(sentence("recorded"));
  return title;
}

// A GPU measured something of a column's points.
bool is_from_gpu(const SweepScene& scene, size_t column) {
  return std::any_of(scene.series.begin(), scene.series.end(), [&](const SweepSeries& series) {
    const SweepPoint& point = series.points[column];
    const auto is_known = [](const auto& value) { return value.has_value(); };
    return std::any_of(point.measured.begin(), point.measured.end(), is_known) ||
           std::any_of(point.recorded.begin(), point.recorded.end(), is_known);
  });
}

// Between this value of an axis that counts on and the next one, others are left out.
bool is_followed_by_gap(const std::vector<SweepPoint>& points, size_t i) {
  const auto step = [&](size_t at) { return points[at + 1].value - points[at].value; };
  return points.size() > 3 && i + 1 < points.size() && step(0) == step(1) && step(i) > step(0);
}

// Two strokes through the axis.
void draw_gap(const SweepChart& chart, size_t i) {
  const float unit = chart.ui.theme.unit, y = chart.axes.plot.max.y;
  const float middle = (chart.at(i, 0).x + chart.at(i + 1, 0).x) / 2;
  for (const float side : {-0.3f, 0.3f}) {
    const float x = middle + side * unit;
    ImGui::GetWindowDrawList()->AddLine(ImVec2(x - unit * 0.3f, y + unit * 0.8f),
                                        ImVec2(x + unit * 0.3f, y - unit * 0.8f),
                                        chart.ui.theme.text_dim, 1.5f * chart.ui.scale);
  }
}

// The axes: marks of the values on the left, of the parameter below.
void draw_axes(const SweepChart& chart) {
  ui::Ui& ui = chart.ui;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  const Area& plot = chart.axes.plot;
  ui::draw_y_marks(ui, chart.axes, ui.fonts.body, chart.marks);
  const std::vector<SweepPoint>& points = chart.scene.series.front().points;
  ui::Labels labels(ui, ui.fonts.body, theme.unit * 0.5f);
  const Area below{ImVec2(plot.min.x - theme.unit * 4, plot.max.y),
                   ImVec2(plot.max.x + theme.unit * 4, plot.max.y)};
  const auto write = [&](size_t i) {
    labels.put_centered(ImVec2(chart.at(i, 0).x, plot.max.y + theme.unit * 1.25f), below,
                        theme.text_dim, points[i].value_name);
  };
  for (size_t i = chart.scene.columns; i-- > 0;) {
    const float x = chart.at(i, 0).x;
    list->AddLine(ImVec2(x, plot.max.y), ImVec2(x, plot.max.y + theme.unit * 0.5f), theme.line, 1);
    if (is_from_gpu(chart.scene, i)) write(i);  // before those that only the simulator knows
  }
  for (size_t i = 0; i < chart.scene.columns; ++i) {
    if (!is_from_gpu(chart.scene, i)) write(i);
    if (i + 1 < chart.scene.columns && is_followed_by_gap(points, i)) draw_gap(chart, i);
  }
}

// A step a value, of a single line with thin risers: between two values of a parameter there is
// none.
void draw_steps(const SweepChart& chart, size_t index, float thickness) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float half = chart.part_width() / 2;
  std::optional<ImVec2> from;
  const std::vector<SweepPoint>& points = chart.scene.series[index].points;
  for (size_t i = 0; i < points.size(); ++i) {
    const std::optional<double> value = value_of(points[i].simulated, chart.metric);
    if (!value) {
      from.reset();
      continue;
    }
    const ImVec2 at = chart.at(i, *value, index);
    const ImU32 color = chart.color(index, *value);
    if (from && chart.scene.series.size() == 1)
      list->AddLine(*from, ImVec2(at.x - half, at.y), chart.ui.theme.line, 1);
    list->AddLine(ImVec2(at.x - half, at.y), ImVec2(at.x + half, at.y), color, thickness);
    from = ImVec2(at.x + half, at.y);
    if (is_followed_by_gap(points, i)) from.reset();
  }
}

// What a GPU measured of one line belongs together.
void draw_thread_of_times(const SweepChart& chart, size_t index) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  std::optional<ImVec2> from;
  const std::vector<SweepPoint>& points = chart.scene.series[index].points;
  for (size_t i = 0; i < points.size(); ++i) {
    const auto measured = value_of(points[i].measured, chart.metric);
    const auto value = measured ? measured : value_of(points[i].recorded, chart.metric);
    if (!value) continue;
    const ImVec2 to = chart.at(i, *value, index);
    if (from) list->AddLine(*from, to, chart.color(index), 1);
    from = to;
  }
}

std::string tip_of(const SweepChart& chart, const SweepSeries& series, const SweepPoint& point) {
  const SweepMetric metric = chart.metric;
  std::string words = fmt::format("{}{}{} {}", series.name, series.name.empty() ? "" : ", ",
                                  chart.scene.axis_label, point.value_name);
  const auto add = [&](const std::optional<double>& value, const char* name) {
    if (!value) return;
    words += fmt::format("\n{}: {} {}", name, scene::sweep_value_text(metric, *value),
                         metric == SweepMetric::kTime ? "" : name_of(metric));
  };
  add(value_of(point.simulated, metric), label("simulated"));
  add(value_of(point.measured, metric), label("measured here"));
  add(value_of(point.recorded, metric), label("recorded"));
  if (!point.difference.empty()) words += "\n" + point.difference;
  return words + "\n" +
         (point.is_timed_only ? label("too large to be simulated here")
                              : label("a press shows it"));
}

bool is_present(const gui::Sweeping& sweeping, const SweepSeries& series, const SweepPoint& point) {
  const gui::SweepAxis* axis = gui::find_axis(sweeping.axes, sweeping.choice.axis);
  const gui::SweepAxis* lines = gui::find_axis(sweeping.axes, sweeping.choice.lines);
  return axis != nullptr && axis->now == point.value &&
         (lines == nullptr || lines->now == series.value);
}

// Of a single line, above its points, where all have room beside each other.
void draw_value(const SweepChart& chart, size_t index, size_t column, ImVec2 at, double value) {
  if (chart.scene.series.size() > 1) return;
  ui::Ui& ui = chart.ui;
  const auto have_room = [&](ImFont* font) {
    const auto& points = chart.scene.series[index].points;
    return std::all_of(points.begin(), points.end(), [&](const SweepPoint& point) {
      const auto one = scene::known_value(point, chart.metric);
      if (!one) return true;
      const std::string text = scene::sweep_value_text(chart.metric, *one);
      return ui::text_size(font, text).x + ui.theme.unit * 0.5f <= chart.part_width();
    });
  };
  ImFont* font = have_room(ui.fonts.body) ? ui.fonts.body : ui.fonts.small;
  if (!have_room(font)) return;
  const std::string text = scene::sweep_value_text(chart.metric, value);
  const ImVec2 size = ui::text_size(font, text);
  const float above = at.y - size.y - ui.theme.unit * 1.75f;
  const float below = at.y + ui.theme.unit * 1.75f;
  const bool has_room_above = above > chart.axes.plot.min.y - ui.theme.unit * 1.25f;
  const ImVec2 left(at.x - size.x / 2, has_room_above ? above : below);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(left, ImVec2(left.x + size.x, left.y + size.y),
                      ui.theme.panel);  // over the lines of the plot
  ui::text_at(ui, list, font, left, chart.color(index, value), text);
  ui.probe.widget(fmt::format("sweep.value.{}.{}", index, column), at, at);
}

void draw_points(const SweepChart& chart, size_t index) {
  ui::Ui& ui = chart.ui;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const SweepSeries& series = chart.scene.series[index];
  const float reach = ui.theme.unit * 1.25f;
  const char* prefix = chart.metric == SweepMetric::kTime ? "sweep.time" : "sweep.point";
  for (size_t i = 0; i < series.points.size(); ++i) {
    const SweepPoint& point = series.points[i];
    const auto value = scene::known_value(point, chart.metric);
    if (!value) continue;
    const ImVec2 at = chart.at(i, *value, index);
    ui.probe.part(
        fmt::format("{}: {}", point.value_name, scene::sweep_value_text(chart.metric, *value)),
        chart.color(index, *value));
    if (value_of(point.simulated, chart.metric))
      draw_simulated(ui.theme, at, chart.color(index, *value), chart.mark(index));
    if (const auto recorded = value_of(point.recorded, chart.metric)) {
      draw_recorded(ui.theme, chart.at(i, *recorded, index), chart.color(index));
    }
    if (const auto measured = value_of(point.measured, chart.metric)) {
      draw_measured(ui.theme, chart.at(i, *measured, index), chart.color(index));
    }
    if (!point.difference.empty()) draw_difference(ui.theme, at);
    draw_value(chart, index, i, at, *value);
    if (is_present(chart.model.measuring.sweeping, series, point)) {
      list->AddCircle(at, ui.theme.unit * 1.375f, ui.theme.text, 24, 2.0f);
    }
    if (ui::hit(ui, fmt::format("{}.{}.{}", prefix, index, i), ImVec2(at.x - reach, at.y - reach),
                ImVec2(at.x + reach, at.y + reach)) &&
        !point.is_timed_only) {
      chart.actions.push_back(gui::action::TakeSweepPoint{index, i});
    }
    if (ImGui::IsItemHovered()) tip(ui, tip_of(chart, series, point));
  }
}

// Sets the marks of the values, and their axis.
void set_marks(SweepChart& chart, float height) {
  const SweepMetric metric = chart.metric;
  const Extent extent = extent_of(chart.scene, metric);
  const std::optional<scene::Decades> decades =
      metric == SweepMetric::kTime ? scene::decades(extent.lowest, extent.highest) : std::nullopt;
  const auto add = [&](double value) { chart.marks.push_back({value, mark_text(metric, value)}); };
  if (decades) {
    for (double value = decades->first; value < decades->last * 1.5; value *= 10) add(value);
  } else {
    const bool is_whole = metric != SweepMetric::kTime && metric != SweepMetric::kSectorsARequest &&
                          metric != SweepMetric::kWavefrontsARequest;
    const int wanted =
        std::clamp(static_cast<int>(height / (ui::font_size(chart.ui.fonts.body) * 2.2f)), 1, 6);
    const scene::AxisMarks marks = scene::axis_marks(extent.highest, wanted, is_whole);
    for (double value = 0; value <= marks.last * (1 + 1e-9); value += marks.distance) add(value);
  }
  chart.axes.x = {-0.5, static_cast<double>(chart.scene.columns) - 0.5};
  chart.axes.y = {chart.marks.front().value, chart.marks.back().value, decades.has_value()};
}

// `left`: room for the numbers beside the axis; 0: what they need.
float draw_chart(ui::Ui& ui, const gui::State& model, SweepMetric metric, const Area& area,
                 float left, gui::Actions& actions) {
  const SweepScene& scene = *model.measuring.sweeping.scene;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float unit = ui.theme.unit;
  const float letters = ui::font_size(ui.fonts.body);
  SweepChart chart{ui, model, scene, metric, actions};
  const float top = area.min.y + letters + unit * 1.5f;
  const float bottom = area.max.y - letters * 2 - unit * 2.25f;
  set_marks(chart, bottom - top);
  left = std::max(left, ui::marks_width(ui.fonts.body, chart.marks));
  chart.axes.plot = {ImVec2(area.min.x + left + unit * 2, top), ImVec2(area.max.x - unit, bottom)};
  std::string title = title_of(scene, metric);
  if (chart.axes.y.is_logarithmic) title += fmt::format(" ({})", label("logarithmic scale"));
  ui::text_at(ui, list, ui.fonts.body, area.min, ui.theme.text, title);
  draw_axes(chart);
  const ImVec2 label = ui::text_size(ui.fonts.body, scene.axis_label);
  ui::text_at(ui, list, ui.fonts.body,
              ImVec2(chart.axes.plot.center().x - label.x / 2, area.max.y - label.y), ui.theme.text,
              scene.axis_label);
  // The first series is on top, as it is first in the legend.
  for (size_t i = scene.series.size(); i-- > 0;) {
    draw_steps(chart, i, unit * 0.5f);
    if (metric == SweepMetric::kTime) draw_thread_of_times(chart, i);
  }
  for (size_t i = scene.series.size(); i-- > 0;) draw_points(chart, i);
  return left;
}

std::string skipped_words(const SweepScene& scene) {
  if (scene.skipped == 0) return "";
  return say_count("{count} point is left out. {cause}", "{count} points are left out. {cause}",
                   scene.skipped, "cause"_a = scene.first_skipped);
}

bool has_times(const SweepScene& scene) {
  return extent_of(scene, SweepMetric::kTime).highest > 0;
}

// Why there are none.
const char* times_words(const gui::State& model) {
  if (has_times(*model.measuring.sweeping.scene)) return "";
  return model.measuring.has_gpu()
             ? label("No times yet: the simulator has none; Measure all brings them.")
             : label(
                   "No times here: there is no GPU in this machine, and no recording of this "
                   "sweep.");
}

// How far it is, and what is left out.
void draw_state(ui::Ui& ui, const gui::Sweeping& sweeping, gui::Actions& actions) {
  const SweepScene& scene = *sweeping.scene;
  if (scene.made < scene.count) {
    if (!sweeping.is_running) {
      if (ui::button(ui, "sweep.go-on", label("Go on"))) {
        actions.push_back(gui::action::GoOnSweeping{});
      }
      ImGui::SameLine(0, ui.theme.unit);
    }
    ui::text(
        ui, ui.fonts.small, ui.theme.text_dim,
        say("{done} of {count} points simulated", "done"_a = scene.made, "count"_a = scene.count));
  }
  if (const std::string words = skipped_words(scene); !words.empty())
    ui::text_wrapped(ui, ui.fonts.small, ui.theme.warning, words);
}

constexpr size_t kFewLiterals = 4;  // that are shown at once

std::function<void()> take_choice(gui::Actions& actions, gui::action::ChooseSweep chosen) {
  return [&actions, chosen = std::move(chosen)] { actions.push_back(chosen); };
}

// Numbers without a name are many: after a press, and the one that is swept.
ui::ChoiceGroup axis_choices(const gui::Sweeping& sweeping, gui::Actions& actions) {
  ui::ChoiceGroup group{"sweep.axis", label("along"), {}};
  ImGuiStorage* storage = ImGui::GetStateStorage();
  const ImGuiID all_id = ImGui::GetID("sweep.all");
  bool shows_all = storage->GetBool(all_id);
  const auto literals = static_cast<size_t>(
      std::count_if(sweeping.axes.begin(), sweeping.axes.end(),
                    [](const gui::SweepAxis& axis) { return axis.is_literal; }));
  if (literals <= kFewLiterals) shows_all = true;
  for (const gui::SweepAxis& axis : sweeping.axes) {
    const bool is_chosen = axis.name == sweeping.choice.axis;
    if (axis.is_literal && !shows_all && !is_chosen) continue;
    group.choices.push_back({"sweep.axis." + axis.name, axis.label, is_chosen,
                             take_choice(actions, {.axis = axis.name})});
  }
  if (literals > kFewLiterals)
    group.choices.push_back(
        {"sweep.all",
         shows_all ? std::string(label("fewer"))
                   : say("{count} numbers of the text", "count"_a = literals),
         false, [storage, all_id, shows_all] { storage->SetBool(all_id, !shows_all); }});
  return group;
}

// More lines than colours cannot be distinguished.
ui::ChoiceGroup line_choices(const gui::Sweeping& sweeping, gui::Actions& actions) {
  ui::ChoiceGroup group{"sweep.lines", label("a line for each"), {}};
  const auto add = [&](const std::string& name, const std::string& words, const char* widget) {
    group.choices.push_back({std::string("sweep.lines.") + widget, words,
                             name == sweeping.choice.lines, take_choice(actions, {.lines = name})});
  };
  for (const gui::SweepAxis& axis : sweeping.axes) {
    const bool can_be_lines = axis.name != sweeping.choice.axis && !axis.is_literal &&
                              axis.values.size() <= std::extent_v<decltype(ui::Theme::lines)>;
    if (!can_be_lines) continue;
    if (group.choices.empty()) add("", "–", "none");
    add(axis.name, axis.label, axis.name.c_str());
  }
  return group;
}

// Nothing to draw: no number can be changed.
bool is_sweep_empty(const gui::Sweeping& sweeping) {
  return sweeping.scene == nullptr || sweeping.scene->series.empty();
}

PageAnswer sweep_answer(const ui::Theme& theme, const gui::State& model) {
  const gui::Sweeping& sweeping = model.measuring.sweeping;
  if (is_sweep_empty(sweeping)) return {};
  const SweepScene& scene = *sweeping.scene;
  const auto least = scene::least_of(scene, sweeping.metric);
  if (!least) return {};
  const std::string amount = amount_of(sweeping.metric, least->value);
  if (least->is_constant)
    return {{say("All alike: {amount} at every value", "amount"_a = amount), theme.text}};
  const SweepSeries& series = scene.series[least->series];
  std::string point = say("{axis} {value}", "axis"_a = scene.axis_label,
                          "value"_a = series.points[least->point].value_name);
  if (!series.name.empty())
    point = say("{line}, {point}", "line"_a = series.name, "point"_a = point);
  if (least->others > 0) {
    return {
        {say_count("{point} and {count} other: {amount}, the least of {known} values",
                   "{point} and {count} others: {amount}, the least of {known} values",
                   least->others, "point"_a = point, "amount"_a = amount, "known"_a = least->known),
         theme.text}};
  }
  return {{say("{point}: {amount}, the least of {count} values", "point"_a = point,
               "amount"_a = amount, "count"_a = least->known),
           theme.text}};
}

// Along which parameter, a line for each value of which other one, and what is counted.
PageChoices sweep_choices(const gui::State& model, gui::Actions& actions) {
  const gui::Sweeping& sweeping = model.measuring.sweeping;
  if (is_sweep_empty(sweeping)) return {};
  ui::ChoiceGroup metrics{"sweep.shows", label("shows"), {}, ui::ChoiceForm::kList};
  for (const auto& entry : kMetrics)
    metrics.choices.push_back(
        {std::string("sweep.shows.") + entry.widget, label(study::name_of(entry.measure)),
         entry.metric == sweeping.metric, take_choice(actions, {.metric = entry.metric})});
  return {axis_choices(sweeping, actions), line_choices(sweeping, actions), metrics};
}

void draw_sweep(ui::Ui& ui, const gui::State& model, const Area& whole, gui::Actions& actions) {
  const gui::Sweeping& sweeping = model.measuring.sweeping;
  if (is_sweep_empty(sweeping)) {
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim,
                     label("There is nothing to sweep: the text has no number to change, such as a "
                           "#define, a const int of the file or of main(), or the padding of a "
                           "shared array."));
    return;
  }
  const float unit = ui.theme.unit;
  const float legend = draw_sweep_legend(ui, *sweeping.scene, whole);
  const Area area{ImVec2(whole.min.x, whole.min.y + legend + unit * 0.5f),
                  ImVec2(whole.max.x - unit, whole.max.y)};
  const bool has_time = has_times(*sweeping.scene);
  Area counts = area, times = area;
  if (has_time && area.height() > unit * 62) {  // lower ones would be flat
    counts.max.y = area.min.y + area.height() * 0.5f - unit;
    times.min.y = counts.max.y + unit * 2;
  } else if (has_time) {
    counts.max.x = area.min.x + area.width() * 0.5f - unit;
    times.min.x = counts.max.x + unit * 2;
  }
  const float left = draw_chart(ui, model, sweeping.metric, counts, 0, actions);
  if (has_time) draw_chart(ui, model, SweepMetric::kTime, times, left, actions);
}

// How far it is, and what is left out; first its height [pixels].
float sweep_details_height(const ui::Ui& ui, const gui::State& model, float width) {
  const gui::Sweeping& sweeping = model.measuring.sweeping;
  if (is_sweep_empty(sweeping)) return 0;
  const float gap = ui.theme.unit;
  float height = sweeping.scene->made < sweeping.scene->count ? button_height(ui) + gap : 0;
  for (const std::string& words : {skipped_words(*sweeping.scene), std::string(times_words(model))})
    if (!words.empty()) height += ui::wrapped_size(ui.fonts.small, words, width).y + gap;
  return height;
}

void draw_sweep_details(ui::Ui& ui, const gui::State& model, const Area&, gui::Actions& actions) {
  const gui::Sweeping& sweeping = model.measuring.sweeping;
  if (is_sweep_empty(sweeping)) return;
  draw_state(ui, sweeping, actions);
  const std::string_view words = times_words(model);
  if (!words.empty()) ui::text_wrapped(ui, ui.fonts.small, ui.theme.text_dim, words);
}

}  // namespace

constexpr PageView kSweepPage{.page = gui::Page::kSweep,
                              .group = PageGroup::kMeasured,
                              .widget = "sweep",
                              .key = 'S',
                              .name = sentence("Sweep"),
                              .question = sentence("Which number costs the least?"),
                              .answer = sweep_answer,
                              .draw = draw_sweep,
                              .details_height = sweep_details_height,
                              .draw_details = draw_sweep_details,
                              .choices = sweep_choices};

}  // namespace warplens::views
