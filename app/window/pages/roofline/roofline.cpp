// Sentences on top, the chart in the middle, below it the two scales.
#include "app/window/pages/roofline/roofline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/study/format.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/frame/value_scale.hpp"
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

struct RoofChart {
  const RooflineScene& scene;
  Area plot;
  float x_of(double intensity) const {
    const double share = (std::log10(intensity) - scene.first_x) / (scene.last_x - scene.first_x);
    return plot.min.x + plot.width() * static_cast<float>(share);
  }
  float y_of(double speed) const {
    const double share = (std::log10(speed) - scene.first_y) / (scene.last_y - scene.first_y);
    return plot.max.y - plot.height() * static_cast<float>(share);
  }
};

std::string power_text(int power) {
  if (power < 0) return fmt::format("{:g}", std::pow(10.0, power));
  return study::grouped(static_cast<uint64_t>(std::llround(std::pow(10.0, power))));
}

void draw_decades(ui::Ui& ui, const RoofChart& chart) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  for (int power = chart.scene.first_x; power <= chart.scene.last_x; ++power) {
    const float x = chart.x_of(std::pow(10.0, power));
    list->AddLine(ImVec2(x, chart.plot.min.y), ImVec2(x, chart.plot.max.y), theme.line, 1);
    const std::string text = power_text(power);
    const float width = ui::text_size(ui.fonts.small, text).x;
    ui::text_at(ui, list, ui.fonts.small,
                ImVec2(std::min(x - width / 2, chart.plot.max.x - width),
                       chart.plot.max.y + theme.unit * 0.5f),
                theme.text_dim, text);
  }
  for (int power = chart.scene.first_y; power <= chart.scene.last_y; ++power) {
    const float y = chart.y_of(std::pow(10.0, power));
    list->AddLine(ImVec2(chart.plot.min.x, y), ImVec2(chart.plot.max.x, y), theme.line, 1);
    const std::string text = power_text(power);
    const ImVec2 size = ui::text_size(ui.fonts.small, text);
    ui::text_at(ui, list, ui.fonts.small,
                ImVec2(chart.plot.min.x - size.x - theme.unit * 0.5f, y - size.y / 2),
                theme.text_dim, text);
  }
}

void draw_roof(const ui::Ui& ui, const RoofChart& chart, const model::Roof& roof, ImU32 color,
               float thickness) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const double left = std::pow(10.0, chart.scene.first_x);
  const double right = std::pow(10.0, chart.scene.last_x);
  const double ridge = std::clamp(roof.ridge(), left, right);
  list->PushClipRect(chart.plot.min, chart.plot.max, true);
  const ImVec2 bend(chart.x_of(ridge), chart.y_of(roof.at(ridge)));
  list->AddLine(ImVec2(chart.plot.min.x, chart.y_of(roof.at(left))), bend, color,
                thickness * ui.scale);
  list->AddLine(bend, ImVec2(chart.plot.max.x, chart.y_of(roof.at(right))), color,
                thickness * ui.scale);
  list->PopClipRect();
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

// Full, or a ring: an earlier run, a time under another roof.
void draw_dot(const ui::Ui& ui, const ImVec2& at, float radius, ImU32 color, bool is_ring) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (is_ring)
    list->AddCircle(at, radius, color, 0, 2 * ui.scale);
  else
    list->AddCircleFilled(at, radius, color);
}

void draw_points(ui::Ui& ui, const RoofChart& chart) {
  size_t number = 0;
  for (const RoofPoint& point : chart.scene.points) {
    const ImVec2 at(chart.x_of(point.intensity), chart.y_of(point.speed));
    const bool is_before = point.kind == RoofPoint::Kind::kBefore;
    const float radius = (is_before ? 4.0f : 6.0f) * ui.scale;
    const ImU32 color = point_color(ui.theme, point.kind);
    draw_dot(ui, at, radius, color, is_before || point.is_of_other);
    const Area around = make_area(at.x - radius, at.y - radius, radius * 2, radius * 2);
    ui.probe.widget(fmt::format("roofline.point.{}", number++), around.min, around.max);
    const std::string words =
        fmt::format("{}: {}, {}", point.name, study::intensity_text(point.intensity).rendered(),
                    study::speed_text(point.speed).rendered());
    if (is_hovered(around)) tip(ui, words);
  }
}

// At runs, this one and those before: where they are on the axis, on the side away from the next.
void draw_intensities(ui::Ui& ui, const RoofChart& chart) {
  std::vector<const RoofPoint*> runs;
  for (const RoofPoint& point : chart.scene.points) {
    const bool is_run =
        point.kind == RoofPoint::Kind::kModel || point.kind == RoofPoint::Kind::kBefore;
    if (is_run) runs.push_back(&point);
  }
  std::sort(runs.begin(), runs.end(),
            [](const RoofPoint* a, const RoofPoint* b) { return a->intensity < b->intensity; });
  const float gap = ui.theme.unit;
  float taken = chart.plot.min.x;
  for (size_t i = 0; i < runs.size(); ++i) {
    const RoofPoint& point = *runs[i];
    const ImVec2 at(chart.x_of(point.intensity), chart.y_of(point.speed));
    const std::string text = study::intensity_text(point.intensity).rendered();
    const ImVec2 size = ui::text_size(ui.fonts.small, text);
    const bool is_now = point.kind == RoofPoint::Kind::kModel;
    // The roof rises to the right: above it there is room on the left of a point.
    const ImVec2 place(at.x - size.x - gap, at.y - size.y - gap * 0.25f);
    if (place.x < taken) continue;
    taken = at.x;
    ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.small, place,
                is_now ? ui.theme.text : ui.theme.text_dim, text);
  }
}

// What the points are, below each other, where the roof leaves room: at the right end's foot.
void draw_legend(ui::Ui& ui, const RoofChart& chart) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float line = ui::font_size(ui.fonts.body) * 1.4f;
  float y = chart.plot.max.y - ui.theme.unit;
  bool has_before = false;
  for (auto point = chart.scene.points.rbegin(); point != chart.scene.points.rend(); ++point) {
    const bool is_before = point->kind == RoofPoint::Kind::kBefore;
    if (is_before && std::exchange(has_before, true)) continue;
    const std::string words =
        is_before ? std::string(label("earlier runs"))
                  : fmt::format("{}: {}", point->name, study::speed_text(point->speed).rendered()) +
                        (point->is_of_other ? label(" (under another roof)") : "");
    const float width = ui::text_size(ui.fonts.body, words).x;
    y -= line;
    const ImVec2 at(chart.plot.max.x - width - ui.theme.unit, y);
    draw_dot(ui, ImVec2(at.x - ui.theme.unit, y + ui::font_size(ui.fonts.body) / 2), 4 * ui.scale,
             point_color(ui.theme, point->kind), is_before || point->is_of_other);
    ui::text_at(ui, list, ui.fonts.body, at, ui.theme.text, words);
  }
}

void draw_chart(ui::Ui& ui, const RooflineScene& scene, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  const float left = ui::text_size(ui.fonts.small, "1,000,000").x + theme.unit;
  const float small = ui::font_size(ui.fonts.small);
  const Area plot{ImVec2(area.min.x + left, area.min.y + small * 1.5f),
                  ImVec2(area.max.x - theme.unit, area.max.y - small * 2.8f)};
  if (plot.width() < 1 || plot.height() < 1) return;
  ui::text_at(ui, list, ui.fonts.small, area.min, theme.text_dim, label("GFLOP/s"));
  const std::string foot =
      say("FLOP/B of {level} bytes", "level"_a = study::level_name(scene.facts.tried.level));
  ui::text_at(ui, list, ui.fonts.small,
              ImVec2(plot.center().x - ui::text_size(ui.fonts.small, foot).x / 2,
                     plot.max.y + small * 1.6f),
              theme.text_dim, foot);
  list->AddRectFilled(plot.min, plot.max, theme.background);
  const RoofChart chart{scene, plot};
  draw_decades(ui, chart);
  if (scene.facts.tried.is_any()) {
    draw_roof(ui, chart, scene.facts.of_device, theme.text_faint, 1);
    if (scene.facts.of_device.peak != scene.facts.roof.peak) {
      const char* words = label("the device's roof");
      const float height = ui::font_size(ui.fonts.body);
      const float y = chart.y_of(scene.facts.of_device.peak);
      ui::text_at(ui, list, ui.fonts.body,
                  ImVec2(plot.max.x - ui::text_size(ui.fonts.body, words).x - theme.unit,
                         y - height * 1.2f < plot.min.y ? y + 2 : y - height * 1.2f),
                  theme.text_dim, words);
    }
  }
  draw_roof(ui, chart, scene.facts.roof, theme.text, 2);
  draw_legend(ui, chart);
  draw_intensities(ui, chart);
  draw_points(ui, chart);
  ui.probe.widget("roofline.chart", plot.min, plot.max);
}

void draw_scales(ui::Ui& ui, const gui::State& model, const RooflineScene& scene, const Area& area,
                 gui::Actions& actions) {
  const float width = (area.width() - ui.theme.unit * 3) / 2;
  study::RoofTry tried = model.options.roof;
  const char* tooltip = label("drag to try another value; the thin line is the device's");
  const auto bandwidth = draw_value_scale(
      ui, "roofline.bandwidth",
      say("bandwidth: {value}", "value"_a = study::bandwidth_text(scene.facts.roof.bandwidth)),
      scene::bandwidths_to_try(), scene.facts.roof.bandwidth, scene.facts.of_device.bandwidth,
      tooltip, make_area(area.min.x, area.min.y, width, area.height()));
  const auto peak =
      draw_value_scale(ui, "roofline.peak",
                       say("peak: {value}", "value"_a = study::speed_text(scene.facts.roof.peak)),
                       scene::peaks_to_try(), scene.facts.roof.peak, scene.facts.of_device.peak,
                       tooltip, make_area(area.max.x - width, area.min.y, width, area.height()));
  if (bandwidth) tried.bandwidth = bandwidth;
  if (peak) tried.peak = peak;
  set_roof(model, tried, actions);
}

}  // namespace

void put_roofline_buttons(ui::Ui&, const gui::State& model, Flow& flow, gui::Actions& actions) {
  study::RoofTry tried = model.options.roof;
  flow.caption(sentence("bytes"));
  for (size_t i = 0; i < study::kByteLevels; ++i) {
    const auto level = static_cast<study::ByteLevel>(i);
    if (flow.button(fmt::format("roofline.level.{}", i), study::level_name(level).rendered(),
                    tried.level == level)) {
      tried.level = level;
      set_roof(model, tried, actions);
    }
  }
  if (tried.is_any() && flow.button("roofline.reset", label("The device's roof"), false))
    set_roof(model, {std::nullopt, std::nullopt, tried.level}, actions);
}

void draw_roofline(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  if (is_memory_missing(ui, model) || model.roofline == nullptr) return;
  const RooflineScene& scene = *model.roofline;
  const ui::Theme& theme = ui.theme;
  if (!scene.problem.empty()) {
    ui::text_wrapped(ui, ui.fonts.title, theme.text_dim, scene.problem);
  } else {
    ui::text_wrapped(ui, ui.fonts.title, theme.text, scene.headline);
    ui::text_wrapped(ui, ui.fonts.body, theme.text, scene.reason);
    ui::text_wrapped(ui, ui.fonts.body, theme.text_dim, scene.note);
  }
  ui::text_wrapped(ui, ui.fonts.body, theme.text_dim, scene.source);
  put_memory_instead(ui, model.memory_shown()->facts);
  if (!scene.refused.empty()) ui::text_wrapped(ui, ui.fonts.body, theme.warning, scene.refused);
  const Area area = content_area();
  const float scales = value_scale_height(ui), letters = ui::font_size(ui.fonts.body);
  const float chart = std::clamp(area.height() - scales - theme.unit * 2, letters * 11,
                                 letters * 34);  // else it scrolls
  draw_chart(ui, scene, make_area(area.min.x, area.min.y + theme.unit, area.width(), chart));
  draw_scales(ui, model, scene,
              make_area(area.min.x, area.min.y + chart + theme.unit, area.width(), scales),
              actions);
  ImGui::SetCursorScreenPos(area.min);
  ImGui::Dummy(ImVec2(1, theme.unit + chart + scales));
}

}  // namespace warplens::views
