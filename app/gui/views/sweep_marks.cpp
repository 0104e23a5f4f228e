#include "app/gui/views/sweep_marks.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "app/gui/views/panel_text.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

using scene::SweepMetric;
using scene::SweepPoint;
using scene::SweepScene;
using scene::SweepSeries;

namespace {

// Of as many lines. Green is left out as long as the others suffice: no line is good by itself.
std::vector<ImU32> colors_of_lines(const ui::Theme& theme, size_t count) {
  const auto is_green = [](ImU32 color) {
    const ImU32 red = color & 255, green = color >> 8 & 255, blue = color >> 16 & 255;
    return green > red && green > blue;
  };
  std::vector<ImU32> colors(std::begin(theme.groups), std::end(theme.groups));
  std::stable_partition(colors.begin(), colors.end(),
                        [&](ImU32 color) { return !is_green(color); });
  colors.resize(std::min(count, colors.size()));
  while (colors.size() < count) colors.push_back(theme.text_dim);
  return colors;
}

void draw_diamond(ImDrawList* list, ImVec2 at, float r, ImU32 fill, ImU32 edge) {
  list->AddQuadFilled(ImVec2(at.x, at.y - r), ImVec2(at.x + r, at.y), ImVec2(at.x, at.y + r),
                      ImVec2(at.x - r, at.y), fill);
  list->AddQuad(ImVec2(at.x, at.y - r), ImVec2(at.x + r, at.y), ImVec2(at.x, at.y + r),
                ImVec2(at.x - r, at.y), edge, 1.5f);
}

void draw_square(ImDrawList* list, ImVec2 at, float r, ImU32 fill, ImU32 edge) {
  list->AddRectFilled(ImVec2(at.x - r, at.y - r), ImVec2(at.x + r, at.y + r), fill, 0, 0);
  list->AddRect(ImVec2(at.x - r, at.y - r), ImVec2(at.x + r, at.y + r), edge, 0, 0, 1.5f);
}

// In the legend with a piece of the step that it is on.
void draw_simulated_step(const ui::Theme& theme, ImVec2 at, ImU32 color) {
  ImGui::GetWindowDrawList()->AddLine(ImVec2(at.x - theme.unit, at.y),
                                      ImVec2(at.x + theme.unit, at.y), color, theme.unit * 0.5f);
  draw_simulated(theme, at, color);
}
}  // namespace

std::vector<ImU32> sweep_colors(const ui::Theme& theme, const SweepScene& scene,
                                SweepMetric metric) {
  const auto highest = [&](const SweepSeries& series) {
    double value = 0;
    for (const SweepPoint& point : series.points)
      value = std::max(value, value_of(point.simulated, metric).value_or(0));
    return value;
  };
  const auto worst = std::max_element(
      scene.series.begin(), scene.series.end(),
      [&](const SweepSeries& a, const SweepSeries& b) { return highest(a) < highest(b); });
  std::vector<ImU32> colors = colors_of_lines(theme, scene.series.size());
  if (!colors.empty())
    std::swap(colors.front(), colors[static_cast<size_t>(worst - scene.series.begin())]);
  return colors;
}

void draw_simulated(const ui::Theme& theme, ImVec2 at, ImU32 color) {
  ImGui::GetWindowDrawList()->AddCircleFilled(at, theme.unit * 0.4f, color, 12);
}
void draw_measured(const ui::Theme& theme, ImVec2 at, ImU32 color) {
  draw_diamond(ImGui::GetWindowDrawList(), at, theme.unit * 0.75f, color, theme.text);
}
void draw_recorded(const ui::Theme& theme, ImVec2 at, ImU32 color) {
  draw_square(ImGui::GetWindowDrawList(), at, theme.unit * 0.95f, ui::fade(color, 0.2f), color);
}

void draw_difference(const ui::Theme& theme, ImVec2 at) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float r = theme.unit * 0.9f;
  for (const float side : {-1.0f, 1.0f})
    list->AddLine(ImVec2(at.x - r, at.y - r * side), ImVec2(at.x + r, at.y + r * side),
                  theme.warning, theme.unit * 0.35f);
}

void draw_sweep_legend(ui::Ui& ui, const SweepScene& scene, SweepMetric metric) {
  const std::vector<ImU32> colors = sweep_colors(ui.theme, scene, metric);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float unit = ui.theme.unit, letters = ui::font_size(ui.fonts.body);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImVec2 pen = start;
  const auto place = [&](std::string_view text) {
    const float wanted = unit * 3 + ui::text_size(ui.fonts.body, text).x + unit * 2;
    if (pen.x > start.x && pen.x + wanted > start.x + width) {
      pen = ImVec2(start.x, pen.y + letters + unit * 0.5f);
    }
    const ImVec2 mark(pen.x + unit, pen.y + letters / 2);
    ui::text_at(ui, list, ui.fonts.body, ImVec2(pen.x + unit * 3, pen.y), ui.theme.text, text);
    pen.x += wanted;
    return mark;
  };
  for (size_t i = 0; i < scene.series.size(); ++i) {
    if (scene.series[i].name.empty() || scene.series[i].is_left_out) continue;
    const ImVec2 at = place(scene.series[i].name);
    list->AddLine(ImVec2(at.x - unit, at.y), ImVec2(at.x + unit, at.y), colors[i], unit * 0.4f);
  }
  draw_simulated_step(ui.theme, place(label("simulated")), ui.theme.text_dim);
  if (scene.has_measured) {
    draw_measured(ui.theme, place(label("measured here")), ui.theme.text_dim);
  }
  if (scene.has_recorded) {
    draw_recorded(ui.theme, place(label("recorded")), ui.theme.text_dim);
  }
  if (scene.has_differences)
    draw_difference(ui.theme, place(label("prints something else, or ends otherwise")));
  ImGui::Dummy(ImVec2(width, pen.y - start.y + letters + unit * 0.5f));
}

}  // namespace warplens::views
