// Squares and diamonds are what a GPU measured, so no line's shape is one of them.
#include "app/window/pages/sweep/sweep.hpp"

#include <iterator>
#include <vector>

#include "app/window/kit/chart.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

using scene::SweepScene;

namespace {

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

// `up`: 1 or -1.
void draw_triangle(ImDrawList* list, ImVec2 at, float r, float up, ImU32 color) {
  const float y = up * r;
  const ImVec2 top(at.x, at.y - y), left(at.x - r, at.y + y), right(at.x + r, at.y + y);
  list->AddTriangleFilled(top, up > 0 ? right : left, up > 0 ? left : right, color);
}

}  // namespace

ImU32 line_color(const ui::Theme& theme, size_t line) {
  return line < std::size(theme.lines) ? theme.lines[line] : theme.text_dim;
}

void draw_simulated(const ui::Theme& theme, ImVec2 at, ImU32 color, SimulatedMark mark) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float r = mark.radius > 0 ? mark.radius : theme.unit * 0.4f;
  const float stroke = theme.unit * 0.25f;
  const auto stretch = [&](float x, float y) {
    list->AddLine(ImVec2(at.x - x, at.y - y), ImVec2(at.x + x, at.y + y), color, stroke);
  };
  switch (mark.line % 8) {
    case 0:
      return list->AddCircleFilled(at, r, color, 12);
    case 1:
      return draw_triangle(list, at, r, 1, color);
    case 2:
      stretch(r, r);
      return stretch(r, -r);
    case 3:
      list->AddCircleFilled(at, r, theme.panel, 12);
      return list->AddCircle(at, r, color, 12, stroke);
    case 4:
      return draw_triangle(list, at, r, -1, color);
    case 5:
      return stretch(0, r * 1.3f);
    case 6:
      for (const float x : {-0.5f, 0.5f})
        list->AddLine(ImVec2(at.x + x * r, at.y - r), ImVec2(at.x + x * r, at.y + r), color,
                      stroke);
      return;
    default:  // the left half of a disc
      list->PathArcTo(at, r, 1.5708f, 4.7124f, 8);
      return list->PathFillConvex(color);
  }
}

// In the legend, with a piece of the step that it is on.
static void draw_simulated_step(const ui::Theme& theme, ImVec2 at, ImU32 color,
                                SimulatedMark mark) {
  ImGui::GetWindowDrawList()->AddLine(ImVec2(at.x - theme.unit, at.y),
                                      ImVec2(at.x + theme.unit, at.y), color, theme.unit * 0.5f);
  draw_simulated(theme, at, color, mark);
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

float draw_sweep_legend(ui::Ui& ui, const SweepScene& scene, const ui::Area& area) {
  const ui::Theme& theme = ui.theme;
  std::vector<ui::LegendEntry> entries;
  for (size_t i = 0; i < scene.series.size(); ++i) {
    if (scene.series[i].name.empty() || scene.series[i].is_left_out) continue;
    entries.push_back({scene.series[i].name, [&theme, i](const ui::Area& square) {
                         draw_simulated_step(theme, square.center(), line_color(theme, i),
                                             {i, theme.unit * 0.75f});
                       }});
  }
  const auto add = [&](const char* words, auto draw) {
    entries.push_back({words, [&theme, draw](const ui::Area& square) {
                         draw(theme, square.center(), theme.text_dim);
                       }});
  };
  add(label("simulated"),
      [](const ui::Theme& of, ImVec2 at, ImU32 color) { draw_simulated_step(of, at, color, {}); });
  if (scene.has_measured) add(label("measured here"), draw_measured);
  if (scene.has_recorded) add(label("recorded"), draw_recorded);
  if (scene.has_differences)
    add(label("prints something else, or ends otherwise"),
        [](const ui::Theme& of, ImVec2 at, ImU32) { draw_difference(of, at); });
  return ui::draw_legend(ui, ui.fonts.body, entries, area.min, area.width());
}

}  // namespace warplens::views
