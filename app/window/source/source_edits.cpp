#include "app/window/source/source_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

bool is_of_barrier(edit::Change change) {
  return change == edit::Change::kNoBarrier || change == edit::Change::kNoWarpBarrier;
}

bool is_offered(edit::Change change) {
  return is_of_barrier(change) || change == edit::Change::kAtomicAdd;
}

// Short, so that it fits behind most lines; in full under the pointer.
std::string shown_words(edit::Change change, bool is_full) {
  if (is_full) return edit::words(change);
  if (change == edit::Change::kAtomicAdd) return label("atomic?");
  return is_of_barrier(change) ? label("remove this barrier?") : label("remove it?");
}

bool is_tried(const gui::State& model, const edit::Edit& edit) {
  return model.edited.is_of(model.run) && model.tried_edit.place == edit.place &&
         model.tried_edit.change == edit.change;
}

}  // namespace

namespace {

struct EditButton {
  ui::Ui& ui;
  const gui::State& model;
  gui::Actions& actions;
  size_t index;      // of model.edits
  std::string name;  // of the widget

  void draw(ImVec2 min, ImVec2 max, std::string_view text) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (ui::hit(ui, name, min, max)) actions.push_back(gui::action::TryEdit{index});
    const ImVec2 size = ui::text_size(ui.fonts.small, text);
    const float text_y = (min.y + max.y - size.y) / 2;
    if (!ui::is_line_whole(list, ui.fonts.small, text_y)) return;  // no frame without its text
    const bool is_lit = ImGui::IsItemHovered() || is_tried(model, model.edits[index]);
    ui::tooltip(ui, label("Runs the text so, and shows what differs; the text stays as it is"));
    list->AddRectFilled(min, max, ui.theme.panel_raised, ui.theme.unit * 0.35f, 0);
    list->AddRectFilled(min, max, ui::fade(ui.theme.accent, is_lit ? 0.5f : 0.18f),
                        ui.theme.unit * 0.35f, 0);
    ui::text_at(ui, list, ui.fonts.small, ImVec2((min.x + max.x - size.x) / 2, text_y),
                is_lit ? ui.theme.text : ui.theme.text_dim, text);
  }
};

}  // namespace

void draw_edits(ui::Ui& ui, const gui::State& model, const SourceState& state,
                const SourceMetrics& metrics, uint32_t line, const LinePlace& place,
                gui::Actions& actions) {
  if (ui.is_on_paper) return;
  float right = place.right, gutter = place.gutter;
  const float gap = ui.theme.unit * 0.5f;
  // What is always offered is at the right end, so that it stays where it is under the pointer.
  std::vector<std::pair<size_t, uint32_t>> edits;  // with its number in the line
  uint32_t number = 0;
  for (size_t i = 0; i < model.edits.size(); ++i) {
    const std::optional<base::Span> span = state.map.map(model.edits[i].place);
    if (span && model.buffer.line_of(span->begin) == line) edits.emplace_back(i, ++number);
  }
  std::stable_partition(edits.begin(), edits.end(),
                        [&](const auto& one) { return is_offered(model.edits[one.first].change); });
  for (const auto& [i, place_in_line] : edits) {
    const edit::Edit& edit = model.edits[i];
    EditButton button{ui, model, actions, i,
                      fmt::format("source.try.{}.{}", line + 1, place_in_line)};
    if (is_offered(edit.change) && gutter > 0) {
      const std::string words = shown_words(edit.change, false);
      const std::string_view text =
          ui::first_fitting(ui.fonts.small, gutter - 2, {words, label("remove?")});
      button.draw(ImVec2(place.gutter_left, place.gutter_y + 1),
                  ImVec2(place.gutter_left + gutter, place.gutter_y + metrics.row - 1), text);
      gutter = 0;
      continue;
    }
    // In full where that covers nothing of the line.
    const float full = ui::text_size(ui.fonts.small, shown_words(edit.change, true)).x;
    const bool is_full = place.is_under_pointer && right - full - gap * 2 > place.text_end + gap;
    const std::string text = shown_words(edit.change, is_full);
    const float width = ui::text_size(ui.fonts.small, text).x + gap * 2;
    const ImVec2 min(right - width, place.y + 1), max(right, place.y + metrics.row - 1);
    const bool has_room = min.x > place.text_end + gap;
    if (!place.is_under_pointer && !(has_room && is_offered(edit.change))) continue;
    button.draw(min, max, text);
    right = min.x - gap;
  }
}

}  // namespace warplens::views
