// Thread: a stepper an axis, the unfolded index, and a table of variables, those in scope first.
#include "app/gui/views/thread.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/gui/ui/strings.hpp"
#include "app/gui/views/index_text.hpp"
#include "app/gui/views/panel_text.hpp"

namespace warplens::views {
namespace {

using ui::Str;

// A small square button; `name` is what scripts press.
bool stepper(ui::Ui& ui, const std::string& name, Str label, ImVec2 at, float size) {
  const ImVec2 max(at.x + size, at.y + size);
  const bool is_pressed = ui::hit(ui, name, at, max);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, max, ImGui::IsItemHovered() ? ui.theme.line : ui.theme.panel_raised,
                      ui.theme.unit * 0.4f, 0);
  const ImVec2 text = ui::text_size(ui.fonts.body, ui::str(label));
  ui::text_at(ui, list, ui.fonts.body,
              ImVec2(at.x + (size - text.x) / 2, at.y + (size - text.y) / 2), ui.theme.text_dim,
              ui::str(label));
  return is_pressed;
}

void draw_picker(ui::Ui& ui, const gui::Model& model, gui::Actions& actions) {
  const launch::Dim3& block = model.run->context->block;
  const ThreadIndex thread = thread_index(block, model.selection.warp, model.selection.lane);
  const uint32_t now[3] = {thread.x, thread.y, thread.z}, extent[3] = {block.x, block.y, block.z};
  const uint32_t axes = block.z > 1 ? 3 : block.y > 1 ? 2 : 1;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float size = ui.theme.unit * 2.75f,
              text_y = at.y + (size - ui::font_size(ui.fonts.mono)) / 2;
  const float digits = ui::text_size(ui.fonts.mono, "0000").x;
  float x = at.x;
  for (uint32_t axis = 0; axis < axes; ++axis) {
    const std::string letter(1, "xyz"[axis]);
    ui::text_at(ui, list, ui.fonts.mono, ImVec2(x, text_y), ui.theme.text_dim, letter);
    x += ui::text_size(ui.fonts.mono, letter).x + ui.theme.unit * 0.75f;
    int delta = 0;
    if (stepper(ui, "thread:" + letter + "-", Str::kThreadFewer, ImVec2(x, at.y), size)) delta = -1;
    x += size;
    const std::string value = std::to_string(now[axis]);
    const float indent = (digits - ui::text_size(ui.fonts.mono, value).x) / 2;
    ui::text_at(ui, list, ui.fonts.mono, ImVec2(x + indent, text_y), ui.theme.text, value);
    x += digits;
    if (stepper(ui, "thread:" + letter + "+", Str::kThreadMore, ImVec2(x, at.y), size)) delta = 1;
    x += size + ui.theme.unit * 1.5f;
    if (delta == 0) continue;
    uint32_t next[3] = {now[0], now[1], now[2]};
    next[axis] = (now[axis] + extent[axis] + static_cast<uint32_t>(delta)) % extent[axis];
    const uint32_t linear = next[0] + block.x * (next[1] + block.y * next[2]);
    actions.push_back(
        gui::action::SelectThread{linear / trace::kWarpSize, linear % trace::kWarpSize});
  }
  const std::string place = fmt::format(fmt::runtime(ui::str(Str::kThreadPlace)),
                                        model.selection.warp, model.selection.lane);
  const float right =
      at.x + ImGui::GetContentRegionAvail().x - ui::text_size(ui.fonts.small, place).x;
  if (right > x) {
    const float y = at.y + (size - ui::font_size(ui.fonts.small)) / 2;
    ui::text_at(ui, list, ui.fonts.small, ImVec2(right, y), ui.theme.text_dim, place);
  }
  ImGui::SetCursorScreenPos(ImVec2(at.x, at.y + size + ui.theme.unit));
}

void draw_variables(ui::Ui& ui, const gui::Model& model) {
  std::vector<const scene::VariableText*> order;
  for (const scene::VariableText& variable : model.moment->variables) order.push_back(&variable);
  std::stable_partition(order.begin(), order.end(),
                        [](const auto* variable) { return variable->in_scope; });
  ImFont* font = ui.fonts.mono;
  float name_width = 0, type_width = 0;
  for (const scene::VariableText* variable : order) {
    name_width = std::max(name_width, ui::text_size(font, variable->name).x);
    type_width = std::max(type_width, ui::text_size(ui.fonts.mono_small, variable->type).x);
  }
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  const float width = ImGui::GetContentRegionAvail().x, gap = theme.unit * 2;
  name_width = std::min(name_width, width * 0.35f);
  type_width = std::min(type_width, width * 0.3f);
  bool was_in_scope = true;
  for (const scene::VariableText* variable : order) {
    if (was_in_scope && !variable->in_scope)
      ui::text(ui, ui.fonts.small, theme.text_faint, ui::str(Str::kThreadOutOfScope));
    was_in_scope = variable->in_scope;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImU32 color = variable->in_scope ? theme.text : theme.text_faint;
    ui::text_fitted(ui, list, font, at, name_width, color, variable->name);
    const float value_x = at.x + name_width + gap;
    const float value_width = std::max(width - name_width - type_width - 2 * gap, width * 0.3f);
    ui::text_fitted(ui, list, font, ImVec2(value_x, at.y), value_width,
                    variable->in_scope ? theme.syntax_number : theme.text_faint, variable->value);
    const float drop = ui::font_size(font) - ui::font_size(ui.fonts.mono_small);
    ui::text_fitted(ui, list, ui.fonts.mono_small, ImVec2(value_x + value_width + gap, at.y + drop),
                    type_width, theme.text_faint, variable->type);
    ImGui::Dummy(ImVec2(width, ui::font_size(font)));
  }
}

}  // namespace

void draw_thread(ui::Ui& ui, const gui::Model& model, gui::Actions& actions) {
  if (!model.moment || !model.run) return;
  draw_picker(ui, model, actions);
  draw_index(ui, model);
  ImGui::Dummy(ImVec2(1, ui.theme.unit * 0.5f));
  draw_variables(ui, model);
}

}  // namespace warplens::views
