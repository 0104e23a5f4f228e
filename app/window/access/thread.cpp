// Thread: a stepper an axis, the unfolded index, and a table of variables, those in scope first.
#include <fmt/format.h>

#include <algorithm>

#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/window/access/cover.hpp"
#include "app/window/access/index_text.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/frame/panel.hpp"
#include "app/window/kit/ui.hpp"
#include "app/window/pages/program/program.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

// A small square button; `name` is what scripts press.
bool stepper(ui::Ui& ui, const std::string& name, const char* text, ImVec2 at, float size) {
  const ImVec2 max(at.x + size, at.y + size);
  const bool is_pressed = ui::hit(ui, name, at, max);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, max, ImGui::IsItemHovered() ? ui.theme.line : ui.theme.panel_raised,
                      ui.theme.unit * 0.4f, 0);
  const ImVec2 letters = ui::text_size(ui.fonts.body, text);
  ui::text_at(ui, list, ui.fonts.body,
              ImVec2(at.x + (size - letters.x) / 2, at.y + (size - letters.y) / 2),
              ui.theme.text_dim, text);
  return is_pressed;
}

void draw_picker(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
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
    if (stepper(ui, "thread:" + letter + "-", "−", ImVec2(x, at.y), size)) delta = -1;
    x += size;
    const std::string value = std::to_string(now[axis]);
    const float indent = (digits - ui::text_size(ui.fonts.mono, value).x) / 2;
    ui::text_at(ui, list, ui.fonts.mono, ImVec2(x + indent, text_y), ui.theme.text, value);
    x += digits;
    if (stepper(ui, "thread:" + letter + "+", "+", ImVec2(x, at.y), size)) delta = 1;
    x += size + ui.theme.unit * 1.5f;
    if (delta == 0) continue;
    uint32_t next[3] = {now[0], now[1], now[2]};
    next[axis] = (now[axis] + extent[axis] + static_cast<uint32_t>(delta)) % extent[axis];
    const uint32_t linear = next[0] + block.x * (next[1] + block.y * next[2]);
    actions.push_back(
        gui::action::SelectThread{linear / trace::kWarpSize, linear % trace::kWarpSize});
  }
  const std::string place = is_covered(model, gui::Count::kIndices)
                                ? ""
                                : say("warp {warp}, lane {lane}", "warp"_a = model.selection.warp,
                                      "lane"_a = model.selection.lane);
  const float small = ui::font_size(ui.fonts.small), width = ImGui::GetContentRegionAvail().x;
  const bool is_beside = x + ui::text_size(ui.fonts.small, place).x <= at.x + width;
  float bottom = at.y + size;
  if (is_beside) {
    ui::text_at(ui, list, ui.fonts.small, ImVec2(x, at.y + (size - small) / 2), ui.theme.text_dim,
                place);
  } else {
    ui::text_fitted(ui, list, ui.fonts.small, ImVec2(at.x, bottom + ui.theme.unit * 0.5f), width,
                    ui.theme.text_dim, place);
    bottom += ui.theme.unit * 0.5f + small;
  }
  ImGui::SetCursorScreenPos(ImVec2(at.x, bottom + ui.theme.unit * 0.75f));
}

// Name, value and type of one variable in a cell `width` wide; all of it or nothing, where the row
// is scrolled to the panel's edge.
void draw_variable(ui::Ui& ui, const scene::VariableText& variable, ImVec2 at, float width,
                   float name_width) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (!ui::is_line_whole(list, ui.fonts.mono, at.y)) return;
  const ui::Theme& theme = ui.theme;
  const float gap = theme.unit * 1.5f;
  const ImU32 color = variable.in_scope ? theme.text : theme.text_faint;
  ui::text_fitted(ui, list, ui.fonts.mono, at, name_width, color, variable.name);
  const float value_x = at.x + name_width + gap, room = at.x + width - value_x;
  if (!variable.in_scope) {
    const float drop = (ui::font_size(ui.fonts.mono) - ui::font_size(ui.fonts.small)) / 2;
    ui::text_fitted(ui, list, ui.fonts.small, ImVec2(value_x, at.y + drop), room, theme.text_faint,
                    label("not in scope"));
    return;
  }
  const float value_width = std::min(ui::text_size(ui.fonts.mono, variable.value).x, room);
  ui::text_fitted(ui, list, ui.fonts.mono, ImVec2(value_x, at.y), room, theme.syntax_number,
                  variable.value);
  const float type_width = ui::text_size(ui.fonts.mono_small, variable.type).x;
  if (value_width + gap + type_width > room) return;
  const float drop = ui::font_size(ui.fonts.mono) - ui::font_size(ui.fonts.mono_small);
  ui::text_at(ui, list, ui.fonts.mono_small, ImVec2(at.x + width - type_width, at.y + drop),
              theme.text_faint, variable.type);
}

// Two columns where names, values and types have room side by side; up to four, and then without
// types, where only so all variables are seen without scrolling.
size_t choose_columns(const ui::Ui& ui, size_t count, ImVec2 room, float name_width, float height,
                      float gap) {
  const auto cell = [&](size_t columns) {
    return (room.x - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  };
  size_t columns = cell(2) > name_width + ui.theme.unit * 18 ? 2 : 1;
  const auto is_high = [&] {
    return static_cast<float>((count + columns - 1) / columns) * height > room.y;
  };
  while (is_high() && columns < 4 && cell(columns + 1) > name_width + ui.theme.unit * 9) ++columns;
  return columns;
}

// Those in scope, then the others.
void draw_variables(ui::Ui& ui, std::vector<const scene::VariableText*> shown) {
  const float width = ImGui::GetContentRegionAvail().x, gap = ui.theme.unit * 2.5f;
  const float height = ui::font_size(ui.fonts.mono) * 1.3f;
  float name_width = 0;
  for (const scene::VariableText* variable : shown) {
    name_width = std::max(name_width, ui::text_size(ui.fonts.mono, variable->name).x);
  }
  name_width = std::min(name_width, width * 0.3f);
  const size_t columns =
      choose_columns(ui, shown.size(), ImGui::GetContentRegionAvail(), name_width, height, gap);
  const float cell = (width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  std::stable_partition(shown.begin(), shown.end(),
                        [](const auto* variable) { return variable->in_scope; });
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const size_t rows = (shown.size() + columns - 1) / columns;
  for (size_t i = 0; i < shown.size(); ++i) {
    const ImVec2 place(at.x + (cell + gap) * static_cast<float>(i / rows),
                       at.y + height * static_cast<float>(i % rows));
    draw_variable(ui, *shown[i], place, cell, name_width);
  }
  ImGui::Dummy(ImVec2(width, height * static_cast<float>(rows)));
}

// "in ordered, called in line 24"; the kernel at the end: "kernel reduce".
std::string frame_text(const scene::FrameText& frame) {
  if (frame.call_line == 0) {
    return say("kernel {kernel}", "kernel"_a = frame.function);
  }
  if (!frame.call_file.empty()) {
    return say("in {function}, called in {file}, line {line}", "function"_a = frame.function,
               "file"_a = frame.call_file, "line"_a = frame.call_line);
  }
  return say("in {function}, called in line {line}", "function"_a = frame.function,
             "line"_a = frame.call_line);
}

// A part for each function that the thread is in, the innermost first; a kernel alone needs no
// title.
void draw_frames(ui::Ui& ui, const gui::State& model) {
  const scene::Moment& moment = *model.moment;
  if (!moment.place.file.empty()) {
    ui::text_wrapped(ui, ui.fonts.small, ui.theme.text_dim,
                     say("this access is in {file}, line {line}", "file"_a = moment.place.file,
                         "line"_a = moment.place.line));
  }
  const size_t frames = std::max<size_t>(moment.frames.size(), 1);
  for (size_t frame = 0; frame < frames; ++frame) {
    std::vector<const scene::VariableText*> shown;
    for (const scene::VariableText& variable : moment.variables) {
      if (variable.frame == frame) shown.push_back(&variable);
    }
    if (frames > 1) {
      ui::text_wrapped(ui, ui.fonts.small, frame == 0 ? ui.theme.text : ui.theme.text_dim,
                       frame_text(moment.frames[frame]));
    }
    if (!shown.empty()) draw_variables(ui, std::move(shown));
  }
}

void draw_thread(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  if (!model.moment || !model.run) return;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, ui.theme.unit * 0.25f));
  draw_picker(ui, model, actions);
  if (is_covered(model, gui::Count::kIndices)) {
    draw_cover(ui, ImGui::GetWindowDrawList(), content_area());
  } else {
    draw_index(ui, model);
    ImGui::Dummy(ImVec2(1, ui.theme.unit * 0.25f));
    draw_frames(ui, model);
  }
  ImGui::PopStyleVar();
}

}  // namespace

const Panel kThreadPanel = {
    .id = "thread",
    .drawer = gui::Drawer::kThread,
    .title = sentence("THREAD"),
    .is_shown = is_access_shown,
    .draw = stateless<draw_thread>,
};

}  // namespace warplens::views
