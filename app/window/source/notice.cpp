// The notice is as high as its lines; the source ends above it.
#include "app/window/source/source_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/window/source/window_words.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

namespace {

// Names that were guessed and may be misspelt, each a button: as many as have room in a row.
void draw_meant_names(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  float room = ImGui::GetContentRegionAvail().x;
  for (size_t i = 0; i < model.meant_names.size(); ++i) {
    const prepare::MeantName& meant = model.meant_names[i];
    const std::string text =
        i == 0 ? say("{name}: did you mean '{instead}'?", "name"_a = meant.name,
                     "instead"_a = meant.instead)
               : say("{name}: '{instead}'?", "name"_a = meant.name, "instead"_a = meant.instead);
    room -= ui::button_width(ui, text) + ui.theme.unit;
    if (i > 0 && room < 0) break;
    if (i > 0) ImGui::SameLine(0, ui.theme.unit);
    if (ui::button(ui, fmt::format("meant.{}", i), text, true))
      actions.push_back(gui::action::MeanName{i});
  }
}

using Lines = std::vector<std::pair<ImU32, std::string>>;

// Empty: there is no notice.
Lines lines_of(const ui::Ui& ui, const gui::State& model) {
  Lines lines;
  for (const base::Diagnostic& diagnostic : model.diagnostics) {
    if (!diagnostic.has_place) {
      lines.emplace_back(ui.theme.error, in_window_words(diagnostic.message));
      lines.emplace_back(ui.theme.text_dim, window_hint(diagnostic.hint));
    }
  }
  lines.emplace_back(ui.theme.text, model.notice);
  std::erase_if(lines, [](const auto& line) { return line.second.empty(); });
  if (model.has_conflict) {
    lines.emplace_back(
        ui.theme.warning,
        say("{file} was saved by another program while it has changes here. Yours are kept. Save "
            "(Ctrl+S) writes yours over it; take the other, and undo brings yours back.",
            "file"_a = model.file_name));
  }
  return lines;
}

// What the user may close: what is wrong stays.
bool has_close(const gui::State& model) {
  return !model.notice.empty() && !model.has_conflict;
}

constexpr const char* kClose = "×";

// [pixels] That its words have.
float text_width(const ui::Ui& ui, const gui::State& model, float panel_width) {
  const float close = has_close(model) ? ui::button_width(ui, kClose) + ui.theme.unit : 0;
  return panel_width - ui.theme.unit * 5 - close;
}

float height_of(const ui::Ui& ui, const gui::State& model, const Lines& lines, ImVec2 panel) {
  constexpr float kMost = 0.6f;  // of the panel
  const float width = text_width(ui, model, panel.x);
  float height = ui.theme.unit * 2;
  if (model.has_conflict) height += ui::font_size(ui.fonts.body) + ui.theme.unit * 2;  // buttons
  for (const auto& [color, text] : lines)
    height += ui::wrapped_size(ui.fonts.small, text, width).y + ui.theme.unit * 0.5f;
  if (has_close(model)) height = std::max(height, ui::font_size(ui.fonts.body) + ui.theme.unit * 3);
  if (!model.meant_names.empty()) height += ui::font_size(ui.fonts.body) + ui.theme.unit * 2;
  return std::min(height, panel.y * kMost);
}

}  // namespace

float notice_height(const ui::Ui& ui, const gui::State& model, ImVec2 panel) {
  const Lines lines = lines_of(ui, model);
  return lines.empty() ? 0 : height_of(ui, model, lines, panel);
}

void draw_notice(ui::Ui& ui, const gui::State& model, gui::Actions& actions, const Rect& source) {
  const Lines lines = lines_of(ui, model);
  if (lines.empty()) return;
  const float height = height_of(ui, model, lines, source.size);
  const float width = text_width(ui, model, source.size.x);
  const ImVec2 min(source.pos.x + ui.theme.unit, source.max().y - height - ui.theme.unit);
  const ImVec2 max(source.max().x - ui.theme.unit, source.max().y - ui.theme.unit);
  ImGui::SetCursorScreenPos(min);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ui.theme.panel_raised);
  ImGui::BeginChild("notice", ImVec2(max.x - min.x, max.y - min.y), true, 0);
  ImGui::PopStyleColor();
  const ImVec2 begin = ImGui::GetCursorScreenPos();
  if (has_close(model)) {
    ImGui::SetCursorScreenPos(ImVec2(begin.x + width + ui.theme.unit, begin.y));
    if (ui::button(ui, "notice.close", kClose)) actions.push_back(gui::action::DismissNotice{});
    ui::tooltip(ui, label("Close the notice"));
    ImGui::SetCursorScreenPos(begin);
  }
  for (const auto& [color, text] : lines) {
    ImGui::Dummy(ui::letters(ui, ImGui::GetWindowDrawList(), ui.fonts.small,
                             ui::font_size(ui.fonts.small), ImGui::GetCursorScreenPos(), color,
                             text, width));
  }
  draw_meant_names(ui, model, actions);
  if (model.has_conflict) {
    if (ui::button(ui, "conflict.mine", label("Save mine"))) {
      actions.push_back(gui::action::Save{});
    }
    ImGui::SameLine(0, ui.theme.unit);
    if (ui::button(ui, "conflict.other", label("Take the other"))) {
      actions.push_back(gui::action::Reload{});
    }
  }
  ImGui::EndChild();
}

}  // namespace warplens::views
