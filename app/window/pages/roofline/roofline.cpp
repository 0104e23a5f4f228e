// The launch in the roofline model: a chart with both axes logarithmic; below it two scales on
// which bandwidth and peak are dragged, and the sentences.
#include "app/window/pages/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "app/study/format.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/kit/chart.hpp"
#include "app/window/kit/value_scale.hpp"
#include "app/window/pages/caches/caches.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using scene::RooflineScene;
using scene::RoofPoint;

void set_roof(const gui::State& model, const study::RoofTry& tried, gui::Actions& actions) {
  if (tried == model.options.roof) return;
  actions.push_back(gui::action::ChangeOptions{[tried](gui::ViewOptions& o) { o.roof = tried; }});
}

ui::Chart chart_of(const RooflineScene& scene, const Area& plot) {
  const auto decades = [](int first, int last) {
    return ui::Axis{std::pow(10.0, first), std::pow(10.0, last), true};
  };
  return {plot, decades(scene.first_x, scene.last_x), decades(scene.first_y, scene.last_y)};
}

void draw_roof(const ui::Chart& chart, const model::Roof& roof, ImU32 color, float thickness) {
  const double left = chart.x.first, right = chart.x.last;
  const double ridge = std::clamp(roof.ridge(), left, right);
  const auto at = [&](double intensity) { return chart.at(intensity, roof.at(intensity)); };
  ui::draw_path(chart, std::array{at(left), at(ridge), at(right)}, color, thickness);
}

ImU32 point_color(const ui::Theme& theme, RoofPoint::Kind kind) {
  switch (kind) {
    case RoofPoint::Kind::kBefore:
      return theme.text_dim;
    case RoofPoint::Kind::kMeasured:
      return theme.accent;
    case RoofPoint::Kind::kRecorded:
      return theme.recorded;
    case RoofPoint::Kind::kModel:
      break;
  }
  return theme.cell_written;
}

// A ring: an earlier run, or a time under another roof.
bool is_ring(const RoofPoint& point) {
  return point.kind == RoofPoint::Kind::kBefore || point.is_of_other;
}

void draw_points(ui::Ui& ui, const ui::Chart& chart, const RooflineScene& scene) {
  size_t number = 0;
  for (const RoofPoint& point : scene.points) {
    const ImVec2 at = chart.at(point.intensity, point.speed);
    const float radius = (point.kind == RoofPoint::Kind::kBefore ? 4.0f : 6.0f) * ui.scale;
    ui::draw_dot(ui, at, radius, point_color(ui.theme, point.kind), is_ring(point));
    const Area around = make_area(at.x - radius, at.y - radius, radius * 2, radius * 2);
    ui.probe.widget(fmt::format("roofline.point.{}", number++), around.min, around.max);
    if (is_hovered(around))
      tip(ui,
          fmt::format("{}: {}, {}", point.name, study::intensity_text(point.intensity).rendered(),
                      study::speed_text(point.speed).rendered()));
  }
}

// At runs, this one first and those before: where they are on the axis.
void draw_intensities(ui::Ui& ui, const ui::Chart& chart, const RooflineScene& scene) {
  const float gap = ui.theme.unit;
  ui::Labels labels(ui, ui.fonts.small, gap * 0.5f);
  for (auto point = scene.points.rbegin(); point != scene.points.rend(); ++point) {
    const bool is_now = point->kind == RoofPoint::Kind::kModel;
    if (!is_now && point->kind != RoofPoint::Kind::kBefore) continue;
    const ImVec2 at = chart.at(point->intensity, point->speed);
    const std::string text = study::intensity_text(point->intensity).rendered();
    const ImVec2 size = ui::text_size(ui.fonts.small, text);
    // The roof rises to the right: above it there is room on the left of a point.
    const ImVec2 place(at.x - size.x - gap, at.y - size.y - gap * 0.25f);
    if (place.x >= chart.plot.min.x)
      labels.put(place, is_now ? ui.theme.text : ui.theme.text_dim, text);
  }
}

// What the points are, below each other, where the roof leaves room: at the right end's foot.
void draw_legend(ui::Ui& ui, const ui::Chart& chart, const RooflineScene& scene) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float line = ui::font_size(ui.fonts.body) * 1.4f;
  float y = chart.plot.max.y - ui.theme.unit;
  bool has_before = false;
  for (auto point = scene.points.rbegin(); point != scene.points.rend(); ++point) {
    const bool is_before = point->kind == RoofPoint::Kind::kBefore;
    if (is_before && std::exchange(has_before, true)) continue;
    const std::string words =
        is_before ? std::string(label("earlier runs"))
                  : fmt::format("{}: {}", point->name, study::speed_text(point->speed).rendered()) +
                        (point->is_of_other ? label(" (under another roof)") : "");
    const float width = ui::text_size(ui.fonts.body, words).x;
    y -= line;
    const ImVec2 at(chart.plot.max.x - width - ui.theme.unit, y);
    ui::draw_dot(ui, ImVec2(at.x - ui.theme.unit, y + ui::font_size(ui.fonts.body) / 2),
                 4 * ui.scale, point_color(ui.theme, point->kind), is_ring(*point));
    ui::text_at(ui, list, ui.fonts.body, at, ui.theme.text, words);
  }
}

// Of the device, behind the one that was dragged.
void draw_device_roof(ui::Ui& ui, const ui::Chart& chart, const RooflineScene& scene) {
  draw_roof(chart, scene.facts.of_device, ui.theme.text_faint, ui.scale);
  if (scene.facts.of_device.peak == scene.facts.roof.peak) return;
  const char* words = label("the device's roof");
  const float height = ui::font_size(ui.fonts.body);
  const float y = chart.at(chart.x.last, scene.facts.of_device.peak).y;
  ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.body,
              ImVec2(chart.plot.max.x - ui::text_size(ui.fonts.body, words).x - ui.theme.unit,
                     y - height * 1.2f < chart.plot.min.y ? y + 2 : y - height * 1.2f),
              ui.theme.text_dim, words);
}

void draw_chart(ui::Ui& ui, const RooflineScene& scene, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  // The same whatever is dragged.
  const float left = ui::text_size(ui.fonts.small, "1,000,000").x + theme.unit;
  const float small = ui::font_size(ui.fonts.small);
  const Area plot{ImVec2(area.min.x + left, area.min.y + small * 1.5f),
                  ImVec2(area.max.x - theme.unit * 2, area.max.y - small * 2.8f)};
  if (plot.width() < 1 || plot.height() < 1) return;
  ui::text_at(ui, list, ui.fonts.small, area.min, theme.text_dim, label("GFLOP/s"));
  const std::string foot =
      say("FLOP/B of {level} bytes", "level"_a = study::level_name(scene.facts.tried.level));
  ui::text_at(ui, list, ui.fonts.small,
              ImVec2(plot.center().x - ui::text_size(ui.fonts.small, foot).x / 2,
                     plot.max.y + small * 1.6f),
              theme.text_dim, foot);
  list->AddRectFilled(plot.min, plot.max, theme.background);
  const ui::Chart chart = chart_of(scene, plot);
  ui::draw_x_marks(ui, chart, ui.fonts.small, ui::decade_marks(scene.first_x, scene.last_x));
  ui::draw_y_marks(ui, chart, ui.fonts.small, ui::decade_marks(scene.first_y, scene.last_y));
  if (scene.facts.tried.is_any()) draw_device_roof(ui, chart, scene);
  draw_roof(chart, scene.facts.roof, theme.text, 2 * ui.scale);
  draw_legend(ui, chart, scene);
  draw_intensities(ui, chart, scene);
  draw_points(ui, chart, scene);
  ui.probe.widget("roofline.chart", plot.min, plot.max);
}

void draw_scales(ui::Ui& ui, const gui::State& model, const RooflineScene& scene, const Area& area,
                 gui::Actions& actions) {
  const float width = (area.width() - ui.theme.unit * 3) / 2;
  study::RoofTry tried = model.options.roof;
  const char* tooltip = label("drag to try another value; the thin line is the device's");
  const auto bandwidth = ui::draw_value_scale(
      ui, "roofline.bandwidth",
      say("bandwidth: {value}", "value"_a = study::bandwidth_text(scene.facts.roof.bandwidth)),
      scene::bandwidths_to_try(), scene.facts.roof.bandwidth, scene.facts.of_device.bandwidth,
      tooltip, make_area(area.min.x, area.min.y, width, area.height()));
  const auto peak = ui::draw_value_scale(
      ui, "roofline.peak",
      say("peak: {value}", "value"_a = study::speed_text(scene.facts.roof.peak)),
      scene::peaks_to_try(), scene.facts.roof.peak, scene.facts.of_device.peak, tooltip,
      make_area(area.max.x - width, area.min.y, width, area.height()));
  if (bandwidth) tried.bandwidth = bandwidth;
  if (peak) tried.peak = peak;
  set_roof(model, tried, actions);
}

// Null where there is nothing to draw yet.
const RooflineScene* roofline_of(const gui::State& model) {
  return shown_memory_facts(model) != nullptr ? model.roofline.get() : nullptr;
}

PageAnswer roofline_answer(const ui::Theme& theme, const gui::State& model) {
  const RooflineScene* scene = roofline_of(model);
  if (scene == nullptr) return {};
  if (!scene->problem.empty()) return {{scene->problem, theme.text}};
  return {{scene->answer, theme.text}};
}

// Which bytes are counted; a button that takes back what is tried.
PageChoices roofline_choices(const gui::State& model, gui::Actions& actions) {
  const study::RoofTry& tried = model.options.roof;
  const auto set = [&](const study::RoofTry& next) {
    return [&model, &actions, next] { set_roof(model, next, actions); };
  };
  ui::ChoiceGroup levels{"roofline.level", label("bytes"), {}};
  for (size_t i = 0; i < study::kByteLevels; ++i) {
    const auto level = static_cast<study::ByteLevel>(i);
    study::RoofTry next = tried;
    next.level = level;
    levels.choices.push_back({fmt::format("roofline.level.{}", i),
                              study::level_name(level).rendered(), tried.level == level,
                              set(next)});
  }
  ui::ChoiceGroup reset{"roofline.tried", "", {}, ui::ChoiceForm::kButtons};
  if (tried.is_any())
    reset.choices.push_back({"roofline.reset", label("The device's roof"), false,
                             set({std::nullopt, std::nullopt, tried.level})});
  return {levels, reset};
}

std::vector<std::string> roofline_caveats(const gui::State& model) {
  const RooflineScene* scene = roofline_of(model);
  if (scene == nullptr) return {};
  std::vector<std::string> caveats{scene->note, scene->source};
  std::erase(caveats, "");
  return caveats;
}

void draw_roofline(ui::Ui& ui, const gui::State& model, const Area& area, gui::Actions&) {
  if (is_memory_missing(ui, model) || model.roofline == nullptr) return;
  draw_chart(ui, *model.roofline, area);
}

void draw_roofline_details(ui::Ui& ui, const gui::State& model, const Area& picture,
                           gui::Actions& actions) {
  const RooflineScene* scene = roofline_of(model);
  if (scene == nullptr) return;
  const ui::Theme& theme = ui.theme;
  put_memory_instead(ui, model.memory_shown()->facts);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float scales = ui::value_scale_height(ui);
  draw_scales(ui, model, *scene, make_area(at.x, at.y, picture.width(), scales), actions);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy(ImVec2(1, scales + theme.unit * 0.5f));
  if (!scene->refused.empty()) ui::text_wrapped(ui, ui.fonts.body, theme.warning, scene->refused);
  if (!scene->problem.empty()) return;
  ui::text_wrapped(ui, ui.fonts.body, theme.text, scene->headline);
  ui::text_wrapped(ui, ui.fonts.body, theme.text, scene->reason);
}

}  // namespace

constexpr PageView kRooflinePage{.page = gui::Page::kRoofline,
                                 .group = PageGroup::kLimits,
                                 .widget = "page.roofline",
                                 .key = 'U',
                                 .name = sentence("Roofline"),
                                 .question = sentence("What limits its speed?"),
                                 .answer = roofline_answer,
                                 .draw = draw_roofline,
                                 .details = 22,
                                 .draw_details = draw_roofline_details,
                                 .choices = roofline_choices,
                                 .caveats = roofline_caveats};

}  // namespace warplens::views
