// The notice is as high as its lines and covers the foot of the source.
#include "app/gui/views/notice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/gui/views/window_words.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

namespace {

// Names that were guessed and may be misspelt, each a button: as many as have room in a row.
void draw_meant_names(ui::Ui& ui, const gui::Model& model, gui::Actions& actions) {
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

}  // namespace

void draw_notice(ui::Ui& ui, const gui::Model& model, gui::Actions& actions, const Rect& source) {
  std::vector<std::pair<ImU32, std::string>> lines;
  for (const base::Diagnostic& diagnostic : model.diagnostics) {
    if (!diagnostic.has_place) {
      lines.emplace_back(ui.theme.error, in_window_words(diagnostic.message));
      lines.emplace_back(ui.theme.text_dim, window_hint(diagnostic.hint));
    }
  }
  lines.emplace_back(ui.theme.text, model.notice);
  const float width = source.size.x - ui.theme.unit * 5;
  float height = ui.theme.unit * 2;
  ImFont* font = ui.fonts.small;
  std::erase_if(lines, [](const auto& line) { return line.second.empty(); });
  if (lines.empty() && !model.has_conflict) {
    return;
  }
  if (model.has_conflict) {
    lines.emplace_back(
        ui.theme.warning,
        say("{file} was saved by another program while it has changes here. Yours are kept. Save "
            "(Ctrl+S) writes yours over it; take the other, and undo brings yours back.",
            "file"_a = model.file_name));
    height += ui::font_size(ui.fonts.body) + ui.theme.unit * 2;  // the buttons
  }
  for (const auto& [color, text] : lines) {
    height += ui::wrapped_size(font, text, width).y + ui.theme.unit * 0.5f;
  }
  if (!model.meant_names.empty()) height += ui::font_size(ui.fonts.body) + ui.theme.unit * 2;
  height = std::min(height, source.size.y - ui.theme.unit * 4);
  const ImVec2 min(source.pos.x + ui.theme.unit, source.max().y - height - ui.theme.unit);
  const ImVec2 max(source.max().x - ui.theme.unit, source.max().y - ui.theme.unit);
  ImGui::SetCursorScreenPos(min);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ui.theme.panel_raised);
  ImGui::BeginChild("notice", ImVec2(max.x - min.x, max.y - min.y), true, 0);
  ImGui::PopStyleColor();
  for (const auto& [color, text] : lines) {
    ui::text_wrapped(ui, font, color, text);
  }
  draw_meant_names(ui, model, actions);
  const float inset = ui.theme.unit * 2;  // inside the padding: the item must not make it scroll
  if (model.has_conflict) {
    if (ui::button(ui, "conflict.mine", label("Save mine"))) {
      actions.push_back(gui::action::Save{});
    }
    ImGui::SameLine(0, ui.theme.unit);
    if (ui::button(ui, "conflict.other", label("Take the other"))) {
      actions.push_back(gui::action::Reload{});
    }
  } else if (!model.notice.empty() &&
             ui::hit(ui, "notice", min, ImVec2(max.x - inset, max.y - inset))) {
    actions.push_back(gui::action::DismissNotice{});
  }
  ImGui::EndChild();
}

}  // namespace warplens::views
