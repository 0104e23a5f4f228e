#include "app/window/kit/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/grouped.hpp"

namespace warplens::ui {
namespace {

std::string power_text(int power) {
  if (power < 0) return fmt::format("{:g}", std::pow(10.0, power));
  return base::grouped(static_cast<uint64_t>(std::llround(std::pow(10.0, power))));
}

bool is_apart(const Area& a, const Area& b) {
  return a.max.x <= b.min.x || b.max.x <= a.min.x || a.max.y <= b.min.y || b.max.y <= a.min.y;
}

}  // namespace

float Axis::share_of(double value) const {
  const double share = is_logarithmic ? std::log(value / first) / std::log(last / first)
                                      : (value - first) / (last - first);
  return static_cast<float>(share);
}

ImVec2 Chart::at(double x_value, double y_value) const {
  return {plot.min.x + plot.width() * x.share_of(x_value),
          plot.max.y - plot.height() * y.share_of(y_value)};
}

std::vector<Mark> decade_marks(int first, int last) {
  std::vector<Mark> marks;
  for (int power = first; power <= last; ++power)
    marks.push_back({std::pow(10.0, power), power_text(power)});
  return marks;
}

float marks_width(ImFont* font, const std::vector<Mark>& marks) {
  float width = 0;
  for (const Mark& mark : marks) width = std::max(width, text_size(font, mark.text).x);
  return width;
}

bool Labels::put(ImVec2 at, ImU32 color, std::string_view text) {
  const ImVec2 size = text_size(font_, text);
  const Area area = make_area(at.x, at.y, size.x + gap_, size.y);
  const bool is_free = std::all_of(taken_.begin(), taken_.end(),
                                   [&](const Area& other) { return is_apart(area, other); });
  if (!is_free) return false;
  taken_.push_back(area);
  text_at(ui_, ImGui::GetWindowDrawList(), font_, at, color, text);
  return true;
}

bool Labels::put_centered(ImVec2 middle, const Area& within, ImU32 color, std::string_view text) {
  const float width = text_size(font_, text).x;
  const float last = std::max(within.min.x, within.max.x - width);
  return put(ImVec2(std::clamp(middle.x - width / 2, within.min.x, last), middle.y), color, text);
}

void draw_y_marks(Ui& ui, const Chart& chart, ImFont* font, const std::vector<Mark>& marks) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  Labels labels(ui, font, 0);
  for (const Mark& mark : marks) {
    const float y = chart.at(chart.x.first, mark.value).y;
    list->AddLine(ImVec2(chart.plot.min.x, y), ImVec2(chart.plot.max.x, y), ui.theme.line, 1);
    const ImVec2 size = text_size(font, mark.text);
    labels.put(ImVec2(chart.plot.min.x - size.x - ui.theme.unit * 0.75f, y - size.y / 2),
               ui.theme.text_dim, mark.text);
  }
}

void draw_x_marks(Ui& ui, const Chart& chart, ImFont* font, const std::vector<Mark>& marks) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  Labels labels(ui, font, ui.theme.unit);
  const Area& plot = chart.plot;
  for (const Mark& mark : marks) {
    const float x = chart.at(mark.value, chart.y.first).x;
    list->AddLine(ImVec2(x, plot.min.y), ImVec2(x, plot.max.y), ui.theme.line, 1);
    const Area below{ImVec2(plot.min.x - plot.width(), plot.max.y), plot.max};
    labels.put_centered(ImVec2(x, plot.max.y + ui.theme.unit * 0.5f), below, ui.theme.text_dim,
                        mark.text);
  }
}

void draw_path(const Chart& chart, std::span<const ImVec2> points, ImU32 color, float thickness) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRect(chart.plot.min, chart.plot.max, true);
  for (size_t i = 1; i < points.size(); ++i)
    list->AddLine(points[i - 1], points[i], color, thickness);
  list->PopClipRect();
}

void draw_dot(const Ui& ui, ImVec2 at, float radius, ImU32 color, bool is_ring) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (is_ring)
    list->AddCircle(at, radius, color, 0, 2 * ui.scale);
  else
    list->AddCircleFilled(at, radius, color);
}

void draw_marker(const Ui& ui, const Area& plot, float share, ImU32 color, float thickness) {
  const float x = plot.min.x + plot.width() * share;
  ImGui::GetWindowDrawList()->AddLine(ImVec2(x, plot.min.y), ImVec2(x, plot.max.y), color,
                                      thickness * ui.scale);
}

float draw_legend(Ui& ui, ImFont* font, const std::vector<LegendEntry>& entries, ImVec2 at,
                  float width) {
  const float unit = ui.theme.unit, letters = font_size(font), row = letters + unit * 0.5f;
  ImVec2 pen = at;
  for (const LegendEntry& entry : entries) {
    const float wanted = letters + unit * 0.5f + text_size(font, entry.words).x;
    if (pen.x > at.x && pen.x + wanted > at.x + width) pen = ImVec2(at.x, pen.y + row);
    const float inset = letters * 0.1f;
    entry.draw({ImVec2(pen.x + inset, pen.y + inset),
                ImVec2(pen.x + letters - inset, pen.y + letters - inset)});
    text_at(ui, ImGui::GetWindowDrawList(), font, ImVec2(pen.x + letters + unit * 0.5f, pen.y),
            ui.theme.text_dim, entry.words);
    if (!entry.tooltip.empty() && is_hovered(make_area(pen.x, pen.y, wanted, letters)))
      tip(ui, entry.tooltip);
    pen.x += wanted + unit * 1.5f;
  }
  return entries.empty() ? 0 : pen.y + row - at.y;
}

Drag drag_along(Ui& ui, std::string_view widget, const Area& strip) {
  hit(ui, widget, strip.min, strip.max);
  Drag drag;
  drag.nudge = ui.focus.nudge(widget);
  drag.pointer = (ImGui::GetIO().MousePos.x - strip.min.x) / std::max(1.0f, strip.width());
  const bool is_held = ImGui::IsItemActive();
  if (is_held) drag.share = drag.pointer;
  drag.is_hovered = ImGui::IsItemHovered() && !is_held;
  return drag;
}

void fill_bar(const Ui& ui, const Area& area, ImU32 color, bool is_hatched) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(area.min, area.max, is_hatched ? fade(color, 0.4f) : color);
  if (!is_hatched) return;
  const ImU32 line = mix(color, ui.theme.text, 0.4f);
  hatch(list, area, line, ui.theme.unit * 0.75f);
  outline(list, area, line, 1);
}

void draw_bars(Ui& ui, const std::vector<Bar>& bars, const Area& area) {
  if (bars.empty()) return;
  constexpr float kHighest = 8;  // [lines] of a row
  const Theme& theme = ui.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.body;
  const float letters = font_size(font), small = font_size(ui.fonts.small);
  float names = 0, amounts = 0;
  for (const Bar& bar : bars) {
    names = std::max(names, text_size(font, bar.name).x);
    amounts = std::max(amounts, text_size(font, bar.amount).x);
  }
  const float row = std::min(area.height() / static_cast<float>(bars.size()), letters * kHighest);
  const float gap = std::min(theme.unit * 0.75f, row * 0.2f);
  const bool has_room = row - gap >= letters + small * 1.2f;
  const bool has_remarks = has_room && std::any_of(bars.begin(), bars.end(), [](const Bar& bar) {
                             return !bar.remark.empty();
                           });
  const float remark = has_remarks ? small * 1.2f : 0;  // below each, so that all are as thick
  const float left = area.min.x + names + theme.unit;
  const float right = std::max(left, area.max.x - amounts - theme.unit);
  for (size_t i = 0; i < bars.size(); ++i) {
    const Bar& bar = bars[i];
    const float y = area.min.y + row * static_cast<float>(i);
    const Area ground{ImVec2(left, y), ImVec2(right, y + row - gap - remark)};
    const float text_y = y + (ground.height() - letters) / 2;
    text_at(ui, list, font, ImVec2(area.min.x, text_y), bar.ink, bar.name);
    list->AddRectFilled(ground.min, ground.max, theme.background);
    fill_bar(
        ui,
        {ground.min, ImVec2(left + std::max(ui.scale, ground.width() * bar.share), ground.max.y)},
        bar.color, bar.is_hatched);
    ui.probe.widget(bar.widget, ground.min, ground.max);
    if (!bar.tooltip.empty() && is_hovered(ground)) tip(ui, bar.tooltip);
    text_at(ui, list, font, ImVec2(right + theme.unit, text_y), bar.ink, bar.amount);
    if (has_remarks)
      text_at(ui, list, ui.fonts.small, ImVec2(left, ground.max.y), theme.text_dim, bar.remark);
  }
}

}  // namespace warplens::ui
