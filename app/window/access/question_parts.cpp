#include "app/window/access/question_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/window/frame/more_rows.hpp"

namespace warplens::views {

using ui::Area;
using ui::make_area;

namespace {

// How wide the row is that begins with that button, in so much room [pixels], and behind which
// button it ends.
struct ButtonRow {
  float width = 0;
  size_t end = 0;
};
ButtonRow row_from(const ui::Ui& ui, const std::vector<QuestionButton>& buttons, size_t first,
                   float room) {
  ButtonRow row{0, first};
  for (; row.end < buttons.size(); ++row.end) {
    const float one =
        button_width(ui, buttons[row.end].text) + (row.end == first ? 0 : ui.theme.unit);
    if (row.end > first && row.width + one > room) break;
    row.width += one;
  }
  return row;
}

}  // namespace

float button_row_height(const ui::Ui& ui) {
  return ui::font_size(ui.fonts.body) + ui.theme.unit * 1.5f;
}

std::optional<size_t> draw_buttons(ui::Ui& ui, const Area& area, float y,
                                   const std::vector<QuestionButton>& buttons) {
  const float gap = ui.theme.unit, height = button_row_height(ui);
  std::optional<size_t> pressed;
  for (size_t first = 0; first < buttons.size();) {
    const auto [width, end] = row_from(ui, buttons, first, area.width());
    float x = area.center().x - width / 2;
    for (size_t i = first; i < end; ++i) {
      ImGui::SetCursorScreenPos(ImVec2(x, y));
      if (ui.is_on_paper)
        ui::text(ui, ui.fonts.body, ui.theme.text, buttons[i].text);
      else if (ui::button(ui, buttons[i].name, buttons[i].text, buttons[i].look))
        pressed = i;
      x += button_width(ui, buttons[i].text) + gap;
    }
    y += height;
    first = end;
  }
  ImGui::SetCursorScreenPos(ImVec2(area.min.x, y));
  ImGui::Dummy(ImVec2(1, 1));
  return pressed;
}

float draw_above_buttons(ui::Ui& ui, const Area& area, float height, float buttons,
                         const std::function<float(ImVec2 at, float width)>& draw) {
  const float least = ui::font_size(ui.fonts.body) * 2 + ui::font_size(ui.fonts.small);
  const float room = std::floor(std::max(area.height() - buttons, least));
  if (height <= room) {
    draw(area.min, area.width());
    return area.min.y + height;
  }
  ImGui::SetCursorScreenPos(area.min);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::BeginChild("question.above", ImVec2(area.width(), room), false,
                    ImGuiWindowFlags_NoBackground);
  ImGui::PopStyleVar();
  {
    const MoreBelow more(ui, "question:more");
    const Area inside = ui::content_area();
    const float drawn = draw(inside.min, inside.width());
    ImGui::SetCursorScreenPos(inside.min);
    ImGui::Dummy(ImVec2(1, drawn));
  }
  ImGui::EndChild();
  return area.min.y + room;
}

float draw_centred(ui::Ui& ui, ImFont* font, const Area& area, float y, ImU32 color,
                   const std::string& text) {
  const float room = std::max(0.0f, area.width() - ui::text_size(font, text).x);
  return ui::letters(ui, ImGui::GetWindowDrawList(), font, ui::font_size(font),
                     ImVec2(area.min.x + room / 2, y), color, text, area.width())
      .y;
}

size_t rows_of_buttons(const ui::Ui& ui, const std::vector<QuestionButton>& buttons, float room) {
  size_t rows = 0;
  for (size_t first = 0; first < buttons.size(); ++rows)
    first = row_from(ui, buttons, first, room).end;
  return rows;
}

ImFont* font_beside(const ui::Ui& ui, const std::string& text, const Area& area, float buttons) {
  for (ImFont* font : {ui.fonts.title, ui.fonts.body}) {
    const auto lines = static_cast<float>(ui::wrapped_lines(font, text, area.width()).size());
    if (lines * ui::font_size(font) * 1.3f + buttons <= area.height()) return font;
  }
  return ui.fonts.small;
}

float choice_height(const ui::Ui& ui) {
  return std::round(ui::font_size(ui.fonts.small) + ui.theme.unit * 0.75f);
}

namespace {

// Beside the words of a wrong choice, which stay to be read.
void draw_cross(const ui::Ui& ui, ImDrawList* list, const Area& area, ImU32 color) {
  const float thick = 1.5f * ui.scale;
  list->AddLine(area.min, area.max, color, thick);
  list->AddLine(ImVec2(area.min.x, area.max.y), ImVec2(area.max.x, area.min.y), color, thick);
}

}  // namespace

float draw_made_choice(ui::Ui& ui, ImDrawList* list, const Area& area, const MadeChoice& made) {
  const std::vector<std::string>& choices = made.texts;
  ImFont* font = ui.fonts.small;
  const float height = choice_height(ui), edge = ui.theme.unit * 0.75f, gap = ui.theme.unit * 0.5f;
  const float cross = std::round(ui::font_size(font) * 0.55f);
  float x = area.min.x, y = area.min.y;
  for (size_t i = 0; i < choices.size(); ++i) {
    const bool is_right = i == made.right;
    const bool is_wrong = i == made.made && !is_right;
    const float before = is_wrong ? cross + edge * 0.75f : 0;  // of the words, for the mark
    const float width =
        std::min(before + ui::text_size(font, choices[i]).x + 2 * edge, area.width());
    if (x > area.min.x && x + width > area.max.x) {
      x = area.min.x;
      y += height + gap;
    }
    const Area chip = make_area(x, y, width, height);
    x += width + gap;
    if (list == nullptr) continue;
    const ImU32 color = is_right ? ui.theme.good : is_wrong ? ui.theme.error : ui.theme.text_dim;
    const ImU32 ground =
        is_right ? ui::mix(ui.theme.panel, color, ui.theme.own_tint) : ui.theme.panel;
    list->AddRectFilled(chip.min, chip.max, ground, edge * 0.5f, 0);
    list->AddRect(chip.min, chip.max, is_right || is_wrong ? color : ui.theme.line, edge * 0.5f, 0,
                  (is_right ? 2.0f : 1.0f) * ui.scale);
    const ImVec2 at(chip.min.x + edge + before, chip.center().y - ui::font_size(font) / 2);
    ui::text_at(ui, list, font, at, is_wrong ? ui.theme.text_dim : color, choices[i]);
    if (is_wrong) {
      const Area mark = make_area(chip.min.x + edge, chip.center().y - cross / 2, cross, cross);
      draw_cross(ui, list, mark, color);
      ui.probe.widget(fmt::format("choice:{}:wrong", i), mark.min, mark.max);
    }
    ui.probe.widget(fmt::format("choice:{}", i), chip.min, chip.max);
  }
  return y + height - area.min.y;
}

}  // namespace warplens::views
