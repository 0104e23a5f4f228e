// Lines are drawn only where they can be seen: a kernel may print ten thousand of them.
#include "app/window/frame/panel_states.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/study/format.hpp"
#include "app/window/access/panel_text.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

bool passes(const gui::State& model, PrintFilter filter, const observe::PrintLine& line) {
  if (filter == PrintFilter::kAll) return true;
  if (!(line.block == model.selection.block)) return false;
  if (filter == PrintFilter::kBlock) return true;
  const ThreadIndex thread =
      thread_index(model.run->context->block, model.selection.warp, model.selection.lane);
  return line.thread[0] == thread.x && line.thread[1] == thread.y && line.thread[2] == thread.z;
}

void update(const gui::State& model, PrintedState& state) {
  if (state.made_for_run == model.run.get() && state.made_for_filter == state.filter &&
      state.made_for == model.selection) {
    return;
  }
  state.made_for_run = model.run.get();
  state.made_for_filter = state.filter;
  state.made_for = model.selection;
  state.lines.clear();
  const std::vector<observe::PrintLine>& lines = model.run->prints.lines;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (passes(model, state.filter, lines[i])) state.lines.push_back(i);
  }
}

void draw_filter(ui::Ui& ui, PrintedState& state) {
  constexpr struct {
    PrintFilter filter;
    const char* name;
    Sentence label;
  } kChoices[] = {{PrintFilter::kAll, "printed:all", sentence("all")},
                  {PrintFilter::kBlock, "printed:block", sentence("this block")},
                  {PrintFilter::kThread, "printed:thread", sentence("this thread")}};
  for (const auto& choice : kChoices) {
    if (ui::button(ui, choice.name, label(choice.label), state.filter == choice.filter)) {
      state.filter = choice.filter;
    }
    ImGui::SameLine(0, ui.theme.unit * 0.5f);
  }
  ImGui::NewLine();
}

// "(1,0)  (4,2)": block and thread with as many axes as the launch has.
std::string place_text(const run::Run& run, const observe::PrintLine& line) {
  const auto text = [](const launch::Dim3& extent, uint32_t x, uint32_t y, uint32_t z) {
    if (extent.z > 1) return fmt::format("{},{},{}", x, y, z);
    return extent.y > 1 ? fmt::format("{},{}", x, y) : fmt::format("{}", x);
  };
  return say("block {block}  thread {thread}",
             "block"_a = text(run.context->grid, line.block.x, line.block.y, line.block.z),
             "thread"_a = text(run.context->block, line.thread[0], line.thread[1], line.thread[2]));
}

// A line's end is no part of it, others stand as signs.
std::string shown_text(std::string text) {
  if (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return text;
}

}  // namespace

bool has_printed(const gui::State& model) {
  return model.run != nullptr && !model.run->prints.lines.empty();
}

void draw_printed(ui::Ui& ui, const gui::State& model, PrintedState& state, gui::Actions& actions) {
  if (!has_printed(model)) return;
  draw_filter(ui, state);
  update(model, state);
  const observe::Prints& prints = model.run->prints;
  std::string count =
      say("{shown} of {count} lines", "shown"_a = study::grouped(state.lines.size()),
          "count"_a = study::grouped(prints.lines.size()));
  if (prints.dropped > 0) {
    count += "; " + say("{count} more were not kept", "count"_a = study::grouped(prints.dropped));
  }
  ui::text_wrapped(ui, ui.fonts.small, ui.theme.text_dim, count);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::BeginChild("printed:lines", ImVec2(0, 0), false, ImGuiWindowFlags_NoBackground);
  ImGui::PopStyleVar();
  const float row = ui::font_size(ui.fonts.mono) + ui.theme.unit * 0.75f;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const auto first = static_cast<size_t>(std::max(ImGui::GetScrollY() / row, 0.0f));
  const auto seen = static_cast<size_t>(ImGui::GetWindowHeight() / row) + 2;
  const float place = ui::text_size(ui.fonts.mono_small, "block 00  thread 0000  ").x;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (size_t i = first; i < std::min(first + seen, state.lines.size()); ++i) {
    const observe::PrintLine& line = prints.lines[state.lines[i]];
    const ImVec2 min(origin.x, origin.y + row * static_cast<float>(i));
    const ImVec2 max(min.x + width, min.y + row);
    if (ui::hit(ui, fmt::format("print:{}", state.lines[i]), min, max)) {
      actions.push_back(gui::action::SelectPrint{state.lines[i]});
    }
    if (ImGui::IsItemHovered()) list->AddRectFilled(min, max, ui.theme.panel_raised, 0, 0);
    const std::string from = place_text(*model.run, line);
    const float left = std::max(place, ui::text_size(ui.fonts.mono_small, from).x + ui.theme.unit);
    const float drop = ui::font_size(ui.fonts.mono) - ui::font_size(ui.fonts.mono_small);
    ui::text_at(ui, list, ui.fonts.mono_small, ImVec2(min.x, min.y + drop), ui.theme.text_dim,
                from);
    const std::string text = shown_text(line.text);
    ui::text_fitted(ui, list, ui.fonts.mono, ImVec2(min.x + left, min.y), width - left,
                    ui.theme.text, text);
    if (ui::text_size(ui.fonts.mono, text).x > width - left) ui::tooltip(ui, text);
  }
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy(ImVec2(1, row * static_cast<float>(state.lines.size())));
  ImGui::EndChild();
}

const Panel kPrintedPanel = {
    .id = "printed",
    .drawer = gui::Drawer::kTotals,
    .title = sentence("PRINTED"),
    .is_shown = has_printed,
    .draw = [](ui::Ui& ui, const gui::State& model, PanelStates& states,
               gui::Actions& actions) { draw_printed(ui, model, states.printed, actions); },
};

}  // namespace warplens::views
