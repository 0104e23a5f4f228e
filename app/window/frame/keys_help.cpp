// In as few columns as have room, in letters that are smaller where the window has none for them.
#include "app/window/frame/overlays.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/window/lecture/lecture.hpp"
#include "app/window/pages/pages.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

struct KeyRow {
  std::string key, does;
};

std::vector<KeyRow> rows_of_keys() {
  constexpr std::pair<Sentence, Sentence> kFirst[] = {
      {sentence("Space"), sentence("play or pause")},
      {sentence("← →"), sentence("the previous or next access")},
      {sentence(",  ."), sentence("the previous or next pass of the access")},
      {sentence("↑ ↓"), sentence("the previous or next source line")},
      {sentence("Page Up, Page Down"),
       sentence("the previous or next phase; of a program, launch")},
      {sentence("Home, End"), sentence("first or last access of the block")},
      {sentence("F"), sentence("follow the chosen thread")},
      {sentence("A"), sentence("ask first: hide all counts")},
      {sentence("R"), sentence("reveal this step's counts")},
      {sentence("T"), sentence("the timeline's axis: steps, or work of one kind")},
      {sentence("L"), sentence("cells say element, thread or value")},
      {sentence("E"), sentence("global loads of each element by threads, in the whole grid")},
      {sentence("G"), sentence("stage: one picture in large letters, for a projector")},
      {sentence("V"), sentence("two runs side by side, or back")},
      {sentence("D"), sentence("side by side: what differs between the two, or back")}};
  constexpr std::pair<Sentence, Sentence> kLast[] = {
      {sentence("M"), sentence("measure: the launch, the sweep, or this access")},
      {sentence("[ ]"), sentence("the previous or next launch")},
      {sentence("N  P"), sentence("the next finding, the previous one")},
      {sentence("+ −  (0)"), sentence("larger, smaller (normal size)")},
      {sentence("I"), sentence("light or dark")},
      {sentence("X"), sentence("details: one thread, 32 lanes, totals; or the pictures alone")},
      {sentence("Backspace"), sentence("back to the lesson's place")},
      {sentence("Return, Page Down"), sentence("in the course: the next stop (Page Up: back)")},
      {sentence("Alt+Up, Down"),
       sentence("in the text: the number at the caret; Alt and the mouse drag one")},
      {sentence("F2"), sentence("edit the text (Esc: back)")},
      {sentence("Tab, Shift+Tab"), sentence("to the next button or list, the previous one")},
      {sentence("Return"), sentence("presses it; arrows move through a list")},
      {sentence("1 to 9"), sentence("answers the question that is open")},
      {sentence("Ctrl+1 to 9"), sentence("the first lessons")},
      {sentence("Ctrl+O"), sentence("opens a lesson or a file")},
      {sentence("Ctrl+V"), sentence("opens the program that was copied")},
      {sentence("Ctrl+S"), sentence("save the file; of a lesson a copy")},
      {sentence("Esc"), sentence("leave the editor, a field or a button; close what is open")},
      {sentence("F1 or ?"), sentence("these keys")}};
  std::vector<KeyRow> rows;
  for (const auto& [key, does] : kFirst) rows.push_back({say(key), say(does)});
  for (const PageView* view : page_views())
    rows.push_back(
        {std::string(1, view->key), say("{page}: {question}", "page"_a = label(view->name),
                                        "question"_a = label(view->question))});
  for (const auto& [key, does] : kLast) rows.push_back({say(key), say(does)});
  return rows;
}

std::vector<KeyRow> rows_of_lecture() {
  constexpr std::pair<Sentence, Sentence> kRows[] = {
      {sentence("Page Down, Page Up"),
       sentence("on and back: a stop's answer, its passes, the next stop")},
      {sentence("Return"), sentence("the next stop at once")},
      {sentence("B or ."), sentence("a blank screen, or the picture again")},
      {sentence("H"), sentence("back to the stop, or to where a bookmark or F5 was pressed")},
      {sentence("J"), sentence("bookmarks: arrows or a first letter, then Return")},
      {sentence("F5"), sentence("from the start")},
      {sentence("Shift+F5"), sentence("from here, or from where the lecture ended last time")},
      {sentence("↑ ↓  Return"), sentence("in a vote: whose hands are counted")},
      {sentence("0 to 9, Backspace"), sentence("in a vote: how many hands")},
      {sentence("1 to 9"), sentence("answers the question, unless a vote on it comes next")},
      {sentence("1 to 4"), sentence("otherwise: the access, the tiles, the memory, the source")},
      {sentence("← →"), sentence("the previous or next access")},
      {sentence(","), sentence("one pass back")},
      {sentence("Space"), sentence("play or pause")},
      {sentence("+ −  (0)"), sentence("larger, smaller (normal size)")},
      {sentence("I"), sentence("light or dark")},
      {sentence("G or Esc"), sentence("leave the stage; Shift+F5 is the way back")},
      {sentence("F1 or ?"), sentence("these keys")}};
  std::vector<KeyRow> rows;
  for (const auto& [key, does] : kRows) rows.push_back({say(key), say(does)});
  return rows;
}

// Rows [first, end), and how wide its two parts are [pixels].
struct KeyColumn {
  size_t first = 0, end = 0;
  float names = 0, widest = 0;
};

struct KeyList {
  ImFont* font = nullptr;
  float size = 0;  // of its letters [pixels]
  std::vector<KeyColumn> columns;
  ImVec2 wanted;  // of the window [pixels]
};

constexpr float kLeastLetters = 11;  // [pixels at scale 1]

float key_row_height(const ui::Ui& ui, float letters) {
  return letters + ui.theme.unit * 0.25f;
}

float keys_head_height(const ui::Ui& ui) {
  return std::max(ui::font_size(ui.fonts.title), ui::font_size(ui.fonts.body) + ui.theme.unit);
}

KeyList list_in(const ui::Ui& ui, ImFont* font, float size, const std::vector<KeyRow>& rows,
                size_t count) {
  const float unit = ui.theme.unit, part = size / ui::font_size(font);
  const size_t in_column = (rows.size() + count - 1) / count;
  KeyList list{font, size, {}, ImVec2(unit * 2, 0)};
  for (size_t first = 0; first < rows.size(); first += in_column) {
    KeyColumn column{first, std::min(first + in_column, rows.size())};
    for (size_t i = column.first; i < column.end; ++i) {
      column.names = std::max(column.names, ui::text_size(font, rows[i].key).x * part + unit * 2);
      column.widest = std::max(column.widest, ui::text_size(font, rows[i].does).x * part);
    }
    list.columns.push_back(column);
    list.wanted.x += column.names + column.widest + unit * 2;
  }
  list.wanted.y =
      unit * 4 + keys_head_height(ui) + key_row_height(ui, size) * static_cast<float>(in_column);
  return list;
}

// In the largest letters that have room, and of these in the fewest columns; if even the smallest
// have none, in the lowest list of those.
KeyList fitting_list(const ui::Ui& ui, const std::vector<KeyRow>& rows, ImVec2 display) {
  constexpr size_t kMostKeyColumns = 3;
  const float small = ui::font_size(ui.fonts.small);
  const std::pair<ImFont*, float> letters[] = {
      {ui.fonts.body, ui::font_size(ui.fonts.body)},
      {ui.fonts.small, small},
      {ui.fonts.small, std::floor(small * 0.9f)},
      {ui.fonts.small, std::floor(std::max(small * 0.8f, kLeastLetters))},
      {ui.fonts.small, std::min(kLeastLetters, small)}};
  KeyList list;
  for (const auto& [font, size] : letters) {
    for (size_t count = 1; count <= kMostKeyColumns; ++count) {
      KeyList next = list_in(ui, font, size, rows, count);
      if (next.wanted.x > display.x) break;
      list = std::move(next);
      if (list.wanted.y <= display.y) return list;
    }
  }
  return list.columns.empty() ? list_in(ui, ui.fonts.small, kLeastLetters, rows, 1) : list;
}

// The title, and the guide's button at the right. True while the pointer is on that.
bool draw_keys_head(ui::Ui& ui, bool& is_shown, gui::Actions& actions) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float right = start.x + ImGui::GetContentRegionAvail().x;
  ui::text(ui, ui.fonts.title, ui.theme.text, label("Keys"));
  ImGui::SetCursorScreenPos(ImVec2(right - ui::button_width(ui, label("Guide")), start.y));
  if (ui::button(ui, "keys.guide", label("Guide"))) {
    is_shown = false;
    ui::close_popups();  // one would cover the guide, unseen
    open_guide(actions);
  }
  const bool is_on_button = ImGui::IsItemHovered();
  ui::tooltip(ui, label("What Warplens can do, topic by topic"));
  ImGui::SetCursorScreenPos(ImVec2(start.x, start.y + keys_head_height(ui) + ui.theme.unit * 0.5f));
  return is_on_button;
}

}  // namespace

void draw_keys_help(ui::Ui& ui, const gui::State& model, bool& is_shown, gui::Actions& actions,
                    ImVec2 display) {
  const std::vector<KeyRow> rows = is_lecture_on_stage(model) ? rows_of_lecture() : rows_of_keys();
  const float unit = ui.theme.unit;
  const KeyList keys = fitting_list(ui, rows, display);
  const ImVec2 size(std::min(keys.wanted.x, display.x), std::min(keys.wanted.y, display.y));
  ImGui::SetNextWindowPos(ImVec2((display.x - size.x) / 2, (display.y - size.y) / 2));
  ImGui::SetNextWindowSize(size);
  ImGui::SetNextWindowFocus();
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ui.theme.panel_raised);
  ImGui::Begin("keys", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleColor();
  const bool is_on_button = draw_keys_head(ui, is_shown, actions);
  const float row = key_row_height(ui, keys.size);
  ImVec2 at = ImGui::GetCursorScreenPos();
  const float top = at.y;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const KeyColumn& column : keys.columns) {
    at.y = top;
    for (size_t i = column.first; i < column.end; ++i, at.y += row) {
      ui::letters(ui, list, keys.font, keys.size, at, ui.theme.text, rows[i].key);
      ui::letters(ui, list, keys.font, keys.size, ImVec2(at.x + column.names, at.y),
                  ui.theme.text_dim, rows[i].does);
    }
    at.x += column.names + column.widest + unit * 2;
  }
  const bool clicked = ImGui::IsMouseClicked(0) && !is_on_button && !ImGui::IsWindowAppearing();
  ImGui::End();
  if (clicked) is_shown = false;
}

}  // namespace warplens::views
