// The list of bookmarks: a row each, in the letters of all words on stage, as many as have room.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "app/window/kit/keys.hpp"
#include "app/window/lecture/lecture.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using gui::Bookmark;
using ui::Key;

// The one whose name begins with that letter, behind the chosen one, round.
size_t next_with(const std::vector<Bookmark>& bookmarks, size_t chosen, unsigned letter) {
  const auto lower = [](unsigned char c) { return static_cast<unsigned>(std::tolower(c)); };
  if (letter >= 0x80) return chosen;
  for (size_t i = 1; i <= bookmarks.size(); ++i) {
    const size_t at = (chosen + i) % bookmarks.size();
    const std::string& name = bookmarks[at].name;
    if (!name.empty() && lower(static_cast<unsigned char>(name.front())) ==
                             lower(static_cast<unsigned char>(letter)))
      return at;
  }
  return chosen;
}

void go_to(const Bookmark& bookmark, LectureView& view, gui::Actions& actions) {
  view.is_list_shown = false;
  actions.push_back(gui::action::GoToItem{bookmark.item});
}

}  // namespace

void read_bookmark_keys(const gui::State& model, LectureView& view, gui::Actions& actions) {
  const std::vector<Bookmark> bookmarks = gui::bookmarks_of(*model.lecture.playlist);
  const bool is_closed = ui::key_pressed(Key::kEscape, false) || bookmarks.empty();
  if (is_closed) {
    view.is_list_shown = false;
    return;
  }
  view.listed = std::min(view.listed, bookmarks.size() - 1);
  const bool is_up = ui::key_pressed(Key::kUp, true) || ui::key_pressed(Key::kPageUp, true);
  const bool is_down = ui::key_pressed(Key::kDown, true) || ui::key_pressed(Key::kPageDown, true);
  if (is_up && view.listed > 0) --view.listed;
  if (is_down) view.listed = std::min(view.listed + 1, bookmarks.size() - 1);
  for (const ImWchar character : ImGui::GetIO().InputQueueCharacters) {
    if (character == 'j' || character == 'J') {
      view.is_list_shown = false;
      return;
    }
    if (character > ' ') view.listed = next_with(bookmarks, view.listed, character);
  }
  if (ui::key_pressed(Key::kEnter, false)) go_to(bookmarks[view.listed], view, actions);
}

void draw_bookmarks(ui::Ui& ui, const gui::State& model, LectureView& view, gui::Actions& actions) {
  const std::vector<Bookmark> bookmarks = gui::bookmarks_of(*model.lecture.playlist);
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float unit = ui.theme.unit, letters = ui::font_size(ui.fonts.body);
  const float row = letters + unit, head = ui::font_size(ui.fonts.title) + unit * 1.5f;
  const auto most = static_cast<size_t>(std::max((display.y - head - unit * 4) / row, 1.0f));
  const size_t count = std::min(bookmarks.size(), most);
  const size_t chosen = std::min(view.listed, std::max<size_t>(bookmarks.size(), 1) - 1);
  const size_t first = std::min(chosen < count ? 0 : chosen - count + 1, bookmarks.size() - count);
  const float width = std::min(display.x - unit * 4, unit * 70);
  const ImVec2 size(width, head + row * static_cast<float>(count) + unit * 2);
  const ImVec2 min((display.x - size.x) / 2, (display.y - size.y) / 2);
  // In front of the picture, which is in windows of its own.
  ImGui::SetNextWindowPos(min);
  ImGui::SetNextWindowSize(size);
  ImGui::SetNextWindowFocus();
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ui.theme.panel_raised);
  ImGui::Begin("bookmarks", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleColor();
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::text_at(ui, list, ui.fonts.title, ImVec2(min.x + unit * 2, min.y + unit), ui.theme.text,
              label("Bookmarks"));
  for (size_t i = 0; i < count; ++i) {
    const Bookmark& bookmark = bookmarks[first + i];
    const ImVec2 at(min.x + unit, min.y + unit + head + row * static_cast<float>(i));
    const ImVec2 end(min.x + size.x - unit, at.y + row);
    const bool is_chosen = first + i == chosen;
    if (is_chosen) list->AddRectFilled(at, end, ui::fade(ui.theme.accent, 0.25f), unit * 0.5f, 0);
    if (ui::hit(ui, fmt::format("bookmark.{}", first + i + 1), at, end))
      go_to(bookmark, view, actions);
    const std::string number = fmt::format("{}", bookmark.item + 1);
    const float right = end.x - unit - ui::text_size(ui.fonts.body, number).x;
    ui::text_fitted(ui, list, ui.fonts.body, ImVec2(at.x + unit, at.y + unit * 0.5f),
                    right - at.x - unit * 2, is_chosen ? ui.theme.text : ui.theme.text_dim,
                    bookmark.name);
    ui::text_at(ui, list, ui.fonts.body, ImVec2(right, at.y + unit * 0.5f), ui.theme.text_faint,
                number);
  }
  ui.probe.widget("bookmarks", min, ImVec2(min.x + size.x, min.y + size.y));
  ImGui::End();
}

}  // namespace warplens::views
