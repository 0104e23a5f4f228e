// One column, or two in small letters where the window is too low for it.
#include "app/gui/views/keys_help.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/gui/views/pages.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

struct KeyRow {
  std::string key, does;
};

std::vector<KeyRow> rows_of_keys() {
  constexpr std::pair<Sentence, Sentence> kFirst[] = {
      {sentence("Space"), sentence("play or pause")},
      {sentence("← →"), sentence("one access back or on")},
      {sentence(",  ."), sentence("one pass of the access back or on")},
      {sentence("↑ ↓"), sentence("one source line back or on")},
      {sentence("Page Up, Page Down"), sentence("one phase back or on")},
      {sentence("Home, End"), sentence("first or last access of the block")},
      {sentence("F"), sentence("follow the chosen thread")},
      {sentence("A"), sentence("ask first: hide all counts")},
      {sentence("R"), sentence("reveal this step's counts")},
      {sentence("T"), sentence("the timeline's axis: steps, or work of one kind")},
      {sentence("L"), sentence("cells say element, thread or value")},
      {sentence("E"), sentence("how often each element is fetched, in the whole grid")},
      {sentence("G"), sentence("stage: one picture in large letters, for a projector")},
      {sentence("V"), sentence("two runs side by side, or back")},
      {sentence("D"), sentence("side by side: what differs between the two, or back")}};
  constexpr std::pair<Sentence, Sentence> kLast[] = {
      {sentence("M"), sentence("measure: the launch, the sweep, or this access")},
      {sentence("[ ]"), sentence("the launch before or behind")},
      {sentence("N  P"), sentence("the next finding, the one before")},
      {sentence("+ −  (0)"), sentence("larger, smaller (normal size)")},
      {sentence("I"), sentence("light or dark")},
      {sentence("Alt+Up, Down"),
       sentence("in the text: the number at the caret; Alt and the mouse drag one")},
      {sentence("Ctrl+S"), sentence("save the file; of a lesson a copy")},
      {sentence("Esc"), sentence("leave the editor; close what is open")},
      {sentence("F1 or ?"), sentence("these keys")}};
  std::vector<KeyRow> rows;
  for (const auto& [key, does] : kFirst) rows.push_back({say(key), say(does)});
  for (const PageView& view : page_views())
    rows.push_back(
        {std::string(1, view.key), say("page {page}, or back", "page"_a = label(view.name))});
  for (const auto& [key, does] : kLast) rows.push_back({say(key), say(does)});
  return rows;
}

// Rows [first, end), and how wide its two parts are [pixels].
struct KeyColumn {
  size_t first = 0, end = 0;
  float names = 0, widest = 0;
};

KeyColumn column_of(const ui::Ui& ui, ImFont* font, const std::vector<KeyRow>& rows, size_t first,
                    size_t end) {
  KeyColumn column{first, end};
  for (size_t i = first; i < end; ++i) {
    column.names = std::max(column.names, ui::text_size(font, rows[i].key).x + ui.theme.unit * 2);
    column.widest = std::max(column.widest, ui::text_size(font, rows[i].does).x);
  }
  return column;
}

}  // namespace

void draw_keys_help(ui::Ui& ui, bool& is_shown, ImVec2 display) {
  const std::vector<KeyRow> rows = rows_of_keys();
  const float unit = ui.theme.unit;
  const auto height_of = [&](const ImFont* font, size_t count) {
    return unit * 8 + (ui::font_size(font) + unit * 0.25f) * static_cast<float>(count);
  };
  const bool is_low = height_of(ui.fonts.body, rows.size()) > display.y;
  ImFont* font = is_low ? ui.fonts.small : ui.fonts.body;
  const size_t in_column = is_low ? (rows.size() + 1) / 2 : rows.size();
  std::vector<KeyColumn> columns;
  float width = unit * 2;
  for (size_t first = 0; first < rows.size(); first += in_column) {
    columns.push_back(column_of(ui, font, rows, first, std::min(first + in_column, rows.size())));
    width += columns.back().names + columns.back().widest + unit * 2;
  }
  const ImVec2 size(std::min(width, display.x), std::min(height_of(font, in_column), display.y));
  ImGui::SetNextWindowPos(ImVec2((display.x - size.x) / 2, (display.y - size.y) / 2));
  ImGui::SetNextWindowSize(size);
  ImGui::SetNextWindowFocus();
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ui.theme.panel_raised);
  ImGui::Begin("keys", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleColor();
  ui::text(ui, ui.fonts.title, ui.theme.text, label("Keys"));
  ImGui::Dummy(ImVec2(0, unit * 0.5f));
  const float row = ui::font_size(font) + unit * 0.25f;
  ImVec2 at = ImGui::GetCursorScreenPos();
  const float top = at.y;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const KeyColumn& column : columns) {
    at.y = top;
    for (size_t i = column.first; i < column.end; ++i, at.y += row) {
      ui::text_at(ui, list, font, at, ui.theme.text, rows[i].key);
      ui::text_at(ui, list, font, ImVec2(at.x + column.names, at.y), ui.theme.text_dim,
                  rows[i].does);
    }
    at.x += column.names + column.widest + unit * 2;
  }
  const bool clicked = ImGui::IsMouseClicked(0) && !ImGui::IsWindowAppearing();
  ImGui::End();
  if (clicked) is_shown = false;
}

}  // namespace warplens::views
