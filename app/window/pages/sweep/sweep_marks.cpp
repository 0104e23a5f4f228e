// Squares and diamonds are what a GPU measured, so no line's shape is one of them.
#include "app/window/pages/sweep/sweep_marks.hpp"

#include <iterator>
#include <string_view>

#include "app/window/access/panel_text.hpp"
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

void draw_sweep_legend(ui::Ui& ui, const SweepScene& scene) {
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
    draw_simulated_step(ui.theme, at, line_color(ui.theme, i), {i, unit * 0.75f});
  }
  draw_simulated_step(ui.theme, place(label("simulated")), ui.theme.text_dim, {});
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
