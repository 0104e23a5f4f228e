// A row a launch: its words, below them the verdict for the device and on how many others it
// starts. What is too long for a line is wrapped and not cut. A press shows the launch.
#include "app/window/pages/limits/limits.hpp"

#include <fmt/format.h>

#include "app/scene/pages/launch_list.hpp"
#include "sim/base/say.hpp"
#include "sim/prepare/program.hpp"

namespace warplens::views {
namespace {

void show_launch(const gui::State& model, size_t index, gui::Actions& actions) {
  const scene::LaunchRow& row = model.launch_list->rows[index];
  if (row.reached)
    actions.push_back(gui::action::SelectLaunch{*row.reached});
  else if (model.launch_list->is_of_host)
    actions.push_back(gui::action::RunHostLaunch{row.launch});
  else if (index < model.launches.size())
    actions.push_back(
        gui::action::SelectLaunch{model.first_launch() + static_cast<uint32_t>(index)});
}

bool is_shown_launch(const gui::State& model, size_t index) {
  if (!model.launch_list->is_of_host) return index == model.chosen_launch;
  const scene::LaunchRow& row = model.launch_list->rows[index];
  if (!row.reached) return model.launch_place.is_same(row.launch.place);
  if (model.run == nullptr || model.run->reached == nullptr) return false;
  const std::vector<prepare::ReachedLaunch>& launches = model.run->reached->launches;
  return *row.reached < launches.size() &&
         prepare::is_same_kind(launches[*row.reached],
                               launches[model.run->request.program->launch]);
}

// On how many devices it starts is behind the verdict, or below it where that is too narrow.
void draw_verdict(ui::Ui& ui, const scene::LaunchRow& row) {
  const ui::Theme& theme = ui.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float before = ui::text_size(ui.fonts.body, row.verdict).x + theme.unit * 3;
  ui::text_wrapped(ui, ui.fonts.body, row.starts ? theme.text : theme.error, row.verdict);
  if (before + ui::text_size(ui.fonts.body, row.devices).x <= width)
    ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.body, ImVec2(at.x + before, at.y),
                theme.text_dim, row.devices);
  else
    ui::text_wrapped(ui, ui.fonts.body, theme.text_dim, row.devices);
}

void draw_row(ui::Ui& ui, const gui::State& model, size_t index, gui::Actions& actions) {
  const scene::LaunchRow& row = model.launch_list->rows[index];
  const ui::Theme& theme = ui.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  const bool is_shown = is_shown_launch(model, index);
  ui::text_wrapped(ui, ui.fonts.mono, is_shown ? theme.accent : theme.text,
                   is_shown ? say("{launch}  (shown)", "launch"_a = row.head) : row.head);
  ImGui::Indent(theme.unit * 2);
  draw_verdict(ui, row);
  ImGui::Unindent(theme.unit * 2);
  const ImVec2 next = ImGui::GetCursorScreenPos();
  const ImVec2 end(right, next.y);
  if (ui::hit(ui, fmt::format("limits.launch.{}", index), at, end))
    show_launch(model, index, actions);
  if (ImGui::IsItemHovered())
    ImGui::GetWindowDrawList()->AddRectFilled(at, end, ui::fade(theme.accent, 0.12f));
  const std::string why = row.reasons.empty() ? "" : row.reasons + "\n";
  ui::tooltip(ui, why + label("Press to show this launch"));
  ImGui::SetCursorScreenPos(next);
  ImGui::Dummy(ImVec2(1, theme.unit * 0.25f));
}

}  // namespace

void draw_launch_list(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  if (model.launch_list == nullptr) return;
  const float unit = ui.theme.unit;
  ImGui::Dummy(ImVec2(1, unit * 0.5f));
  ui::text_wrapped(ui, ui.fonts.title, ui.theme.text, label("Your kernels"));
  for (size_t i = 0; i < model.launch_list->rows.size(); ++i) draw_row(ui, model, i, actions);
  for (const std::string& note : model.launch_list->notes)
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim, note);
}

}  // namespace warplens::views
