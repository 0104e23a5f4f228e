// The launch in the top bar: the form's button, which of several, its size, block and device.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/study/format.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/frame/bar.hpp"
#include "app/window/pages/program/program.hpp"
#include "sim/base/say.hpp"
#include "sim/model/device.hpp"
#include "sim/prepare/program.hpp"

namespace warplens::views {
namespace {

// How many blocks there are is asked about.
bool are_blocks_covered(const gui::State& model) {
  return model.options.arrangement.covered.has(gui::Count::kBlocks);
}

// Of the chosen launch, where there are several or a program has the sizes.
std::string launch_text(const gui::State& model) {
  const bool is_of_run =
      model.run != nullptr && (model.launches.size() > 1 || model.run->reached != nullptr);
  if (are_blocks_covered(model))
    return say("block {block}",
               "block"_a = dim_text(is_of_run ? model.run->context->block : model.launch.block));
  return say("grid {grid}  block {block}",
             "grid"_a = dim_text(is_of_run ? model.run->context->grid : model.launch.grid),
             "block"_a = dim_text(is_of_run ? model.run->context->block : model.launch.block));
}

std::string kernel_of(const run::Run& run) {
  return run.program != nullptr && run.program->kernel != nullptr ? run.program->kernel->name
                                                                  : run.request.launch.kernel;
}

// "launch 2 of 3: scale"; at a step of the page Program that is none also where it is.
std::string launches_text(const gui::State& model) {
  const ShownLaunch shown = shown_launch(model);
  const study::ProgramStep* const step =
      is_program_shown(model) ? chosen_program_step(model) : nullptr;
  if (step != nullptr && step->launch != shown.index) {
    const std::vector<study::ProgramStep>& steps = model.program_facts->steps;
    const auto at = std::find_if(steps.begin(), steps.end(), [&](const study::ProgramStep& one) {
      return one.launch == shown.index;
    });
    const bool is_ahead = at != steps.end() && at - steps.begin() > step - steps.data();
    return is_ahead
               ? say("before launch {launch} of {count}: {kernel}", "launch"_a = shown.index + 1,
                     "count"_a = shown.count, "kernel"_a = kernel_of(*model.run))
               : say("after launch {launch} of {count}: {kernel}", "launch"_a = shown.index + 1,
                     "count"_a = shown.count, "kernel"_a = kernel_of(*model.run));
  }
  return say("launch {launch} of {count}: {kernel}", "launch"_a = shown.index + 1,
             "count"_a = shown.count, "kernel"_a = kernel_of(*model.run));
}

// A row of the popup for blocks: axis, minus, number, plus.
void put_block_axis(ui::Ui& ui, const char* axis, uint32_t extent, uint32_t value,
                    std::optional<uint32_t> gui::action::SelectBlock::*member,
                    gui::Actions& actions) {
  const auto select = [&](uint32_t at) {
    gui::action::SelectBlock wanted;
    wanted.*member = at;
    actions.push_back(wanted);
  };
  const std::string name = std::string("block.") + axis;
  ui::text(ui, ui.fonts.body, ui.theme.text_dim, axis);
  ImGui::SameLine(0, ui.theme.unit);
  if (ui::button(ui, name + ".less", "−") && value > 0) select(value - 1);
  ImGui::SameLine(0, ui.theme.unit);
  ui::text(ui, ui.fonts.body, ui.theme.text, fmt::format("{}", value));
  ImGui::SameLine(0, ui.theme.unit);
  if (ui::button(ui, name + ".more", "+") && value + 1 < extent) select(value + 1);
}

// "block (1, 1)"; with z where the grid has a depth.
std::string block_name(trace::BlockId block, const launch::Dim3& grid) {
  return say("block {block}", "block"_a = study::block_text(block, grid.z > 1));
}

// Numbers along one side of the cells, as many as have room; the axis is named at the side's end.
void draw_block_axis(ui::Ui& ui, const char* axis, uint32_t count, ImVec2 origin, float cell,
                     bool is_down) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.small;
  const float widest = ui::text_size(font, fmt::format("{}", count)).x + ui.theme.unit;
  const float needed = is_down ? ui::font_size(font) : widest;
  uint32_t step = 1;
  while (static_cast<float>(step) * cell < needed) step *= 2;
  for (uint32_t i = 0; i < count; i += step) {
    const std::string text = fmt::format("{}", i);
    const ImVec2 size = ui::text_size(font, text);
    const float middle = (static_cast<float>(i) + 0.5f) * cell;
    const ImVec2 at =
        is_down ? ImVec2(origin.x - size.x - ui.theme.unit * 0.75f, origin.y + middle - size.y / 2)
                : ImVec2(origin.x + middle - size.x / 2, origin.y - size.y - ui.theme.unit * 0.25f);
    ui::text_at(ui, list, font, at, ui.theme.text_dim, text);
  }
  const float end = static_cast<float>(count) * cell + ui.theme.unit * 0.75f;
  const float line = ui::font_size(font);
  ui::text_at(ui, list, font,
              is_down ? ImVec2(origin.x - widest, origin.y + end)
                      : ImVec2(origin.x + end, origin.y - line - ui.theme.unit * 0.25f),
              ui.theme.text, axis);
}

// The grid, a cell a block; one click chooses.
void draw_block_cells(ui::Ui& ui, const launch::Dim3& grid, trace::BlockId chosen,
                      gui::Actions& actions) {
  const float cell = std::min(ui.theme.unit * 4,
                              ui.theme.unit * 64 / static_cast<float>(std::max(grid.x, grid.y)));
  const float line = ui::font_size(ui.fonts.small) + ui.theme.unit;
  const float left = ui::text_size(ui.fonts.small, fmt::format("{}", grid.y)).x + ui.theme.unit * 2;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 origin(corner.x + left, corner.y + line);
  ImDrawList* list = ImGui::GetWindowDrawList();
  draw_block_axis(ui, "blockIdx.x", grid.x, origin, cell, false);
  draw_block_axis(ui, "blockIdx.y", grid.y, origin, cell, true);
  for (uint32_t y = 0; y < grid.y; ++y) {
    for (uint32_t x = 0; x < grid.x; ++x) {
      const ImVec2 min(origin.x + static_cast<float>(x) * cell,
                       origin.y + static_cast<float>(y) * cell);
      const ImVec2 max(min.x + cell - 1, min.y + cell - 1);
      if (ui::hit(ui, fmt::format("block.{}.{}", x, y), min, max)) {
        actions.push_back(gui::action::SelectBlock{x, y, {}});
      }
      const bool is_chosen = x == chosen.x && y == chosen.y;
      const ImU32 fill = is_chosen                ? ui.theme.accent
                         : ImGui::IsItemHovered() ? ui.theme.text_faint
                                                  : ui.theme.line;
      list->AddRectFilled(min, max, fill, 0, 0);
      ui::tooltip(ui, block_name({x, y, chosen.z}, grid));
    }
  }
  const float name = ui::text_size(ui.fonts.small, "blockIdx.x").x + ui.theme.unit * 2;
  ImGui::Dummy(ImVec2(left + cell * static_cast<float>(grid.x) + name,
                      line + cell * static_cast<float>(grid.y) + line));
}

// Which block is recorded and shown.
void put_block(Bar& bar, const gui::State& model, gui::Actions& actions) {
  ui::Ui& ui = bar.ui;
  const launch::Dim3& grid = model.run->context->grid;
  const trace::BlockId block = model.selection.block;
  const std::string text = block_name(block, grid);
  const ImVec2 at(bar.x, bar.y + bar.height);
  if (are_blocks_covered(model)) {
    put_text(bar, ui.fonts.body, ui.theme.text_dim, text, 0);
    return;
  }
  if (put_button(bar, "block", text, false, 0)) {
    ImGui::OpenPopup("blocks");
  }
  if (!ui::begin_popup_at("blocks", at)) {
    return;
  }
  ui::text(ui, ui.fonts.small, ui.theme.text_faint, label("The block whose accesses are shown"));
  ui::text(ui, ui.fonts.body, ui.theme.text,
           say("{block} of {grid}", "block"_a = text, "grid"_a = dim_text(grid)));
  if (grid.x <= 32 && grid.y <= 32) {
    draw_block_cells(ui, grid, block, actions);
  } else {
    put_block_axis(ui, "x", grid.x, block.x, &gui::action::SelectBlock::x, actions);
    put_block_axis(ui, "y", grid.y, block.y, &gui::action::SelectBlock::y, actions);
  }
  if (grid.z > 1) {
    put_block_axis(ui, "z", grid.z, block.z, &gui::action::SelectBlock::z, actions);
  }
  ImGui::EndPopup();
}

const std::string& device_label(const gui::State& model) {
  return model.launch.device.empty() ? model.run->device.id : model.launch.device;
}

// How the devices are listed.
struct DeviceList {
  size_t rows = 0;  // of a column
  float width = 0;  // of all columns, with the margins [pixels]
};

// All below one another where they fit under `top`; else in two columns if the window is as wide,
// and else they scroll.
DeviceList device_list(const ui::Ui& ui, float top) {
  const std::vector<model::Device>& devices = model::devices();
  const ImGuiStyle& style = ImGui::GetStyle();
  const float line = ui::text_size(ui.fonts.body, "X").y + ui.theme.unit + style.ItemSpacing.y;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float height = line * static_cast<float>(devices.size() + 1) + 2 * style.WindowPadding.y;
  const size_t half = (devices.size() + 1) / 2;
  float left = 0, right = 0;
  for (size_t i = 0; i < devices.size(); ++i) {
    float& column = i < half ? left : right;
    column = std::max(column, ui::button_width(ui, devices[i].name));
  }
  const float margins = 2 * style.WindowPadding.x + style.ScrollbarSize;
  const float both = left + style.ItemSpacing.x + right + margins;
  if (top + height <= display.y || both > display.x)
    return {devices.size(), std::max(left, right) + margins};
  return {half, both};
}

// The device whose rules count: the same text under the lecture's older ones is one click away.
void put_device(Bar& bar, const gui::State& model, gui::Actions& actions) {
  ui::Ui& ui = bar.ui;
  const std::string& text = device_label(model);
  const float top = bar.y + bar.height;
  const DeviceList list = device_list(ui, top);
  const ImVec2 at(std::clamp(ImGui::GetIO().DisplaySize.x - list.width, 0.0f, bar.x), top);
  if (put_button(bar, "device", text, false, 0)) {
    ImGui::OpenPopup("devices");
  }
  if (model.run != nullptr) ui::tooltip(ui, model.run->device.name);
  if (!ui::begin_popup_at("devices", at)) {
    return;
  }
  ui::text(ui, ui.fonts.small, ui.theme.text_faint, label("The device whose rules count"));
  const std::vector<model::Device>& devices = model::devices();
  ImGui::BeginGroup();
  for (size_t i = 0; i < devices.size(); ++i) {
    if (i > 0 && i % list.rows == 0) {
      ImGui::EndGroup();
      ImGui::SameLine();
      ImGui::BeginGroup();
    }
    if (!ui::button(ui, "device." + devices[i].id, devices[i].name, devices[i].id == text))
      continue;
    actions.push_back(gui::action::ChangeLaunch{
        [id = devices[i].id](launch::Launch& launch) { launch.device = id; }});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndGroup();
  ImGui::EndPopup();
}

// The launches that were run; or those of the host code, of which one was run by itself.
void list_launches(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  const ShownLaunch shown = shown_launch(model);
  const bool were_run = model.launches.size() > 1 || model.run->reached != nullptr;
  // Of a program with many, those around the one shown.
  const uint32_t first = model.first_launch();
  const uint32_t end =
      were_run ? first + static_cast<uint32_t>(model.launches.size()) : shown.count;
  if (end - first < shown.count)
    ui::text(ui, ui.fonts.small, ui.theme.text_faint,
             say("{first} to {last} of {count}; the page Program leads to each",
                 "first"_a = first + 1, "last"_a = end, "count"_a = shown.count));
  for (uint32_t i = first; i < end; ++i) {
    std::string text = fmt::format("{}  ", i + 1);
    if (were_run) {
      const run::Run& run = *model.launches[i - first];
      text += fmt::format("{}  {}", kernel_of(run),
                          say("grid {grid}  block {block}", "grid"_a = dim_text(run.context->grid),
                              "block"_a = dim_text(run.context->block)));
    } else {
      text += prepare::words(model.host_launches[i].place);
    }
    if (ui::button(ui, fmt::format("launch.{}", i + 1), text, i == shown.index)) {
      actions.push_back(gui::action::SelectLaunch{i});
      ImGui::CloseCurrentPopup();
    }
  }
}

// Which of the text's launches is shown; a list of all under the button.
void put_launches(Bar& bar, const gui::State& model, gui::Actions& actions) {
  ui::Ui& ui = bar.ui;
  const ShownLaunch shown = shown_launch(model);
  const ImVec2 at(bar.x, bar.y + bar.height);
  const auto look = [](bool leads) {
    return leads ? ui::ButtonLook::kPlain : ui::ButtonLook::kFaint;
  };
  const bool has_next = shown.index + 1 < shown.count;
  if (put_button(bar, "launch.previous", "‹", look(shown.index > 0), 1) && shown.index > 0) {
    actions.push_back(gui::action::SelectLaunch{shown.index - 1});
  }
  if (put_button(bar, "launches", launches_text(model), true, 1)) {
    ImGui::OpenPopup("launches");
  }
  ui::tooltip(ui, label("The text's launches, one after another on the same memory ([ and ])"));
  if (put_button(bar, "launch.next", "›", look(has_next), 0) && has_next) {
    actions.push_back(gui::action::SelectLaunch{shown.index + 1});
  }
  if (!ui::begin_popup_at("launches", at)) {
    return;
  }
  ui::text(ui, ui.fonts.small, ui.theme.text_faint,
           label("The text's launches, one after another on the same memory ([ and ])"));
  list_launches(ui, model, actions);
  ImGui::EndPopup();
}

bool has_form(const gui::State& model) {
  return (model.lesson == nullptr || !model.diagnostics.empty()) && !model.file_name.empty();
}

// Which of the host code's launches it is, from 1; 0 where there is no other one.
size_t number_of_launch(const gui::State& model) {
  const std::vector<prepare::HostDefault>& hosts = model.host_launches;
  const auto shown = std::find_if(hosts.begin(), hosts.end(), [&](const prepare::HostDefault& one) {
    return model.launch_place.is_same(one.place);
  });
  if (hosts.size() < 2 || shown == hosts.end()) return 0;
  return static_cast<size_t>(shown - hosts.begin()) + 1;
}

// Of a program's launch that is shown.
std::string reached_text(const run::Run& run) {
  const prepare::ReachedProgram& program = *run.reached;
  const base::Span span = program.launches[run.request.program->launch].span;
  prepare::LaunchPlace place;
  place.line = program.unit->file.line_of(span.begin);
  place.code = program.unit->file.slice(span);
  return say("launched as in {place}", "place"_a = prepare::words(place));
}

// Where in the host's code the launch is: "launched as in line 18 (1 of 3): reverse<<<1,
// 128>>>(x)".
std::string source_text(const gui::State& model) {
  if (model.launch_place.empty() || model.chosen_launch > 0) {
    const bool is_of_program = model.run != nullptr && model.run->reached != nullptr;
    return is_of_program ? reached_text(*model.run) : "";
  }
  const prepare::LaunchPlace& place = model.launch_place;
  const size_t number = number_of_launch(model);
  if (number == 0) return say("launched as in {place}", "place"_a = prepare::words(place));
  const std::string launched =
      say("launched as in line {line} ({number} of {count}): {launch}", "line"_a = place.line,
          "number"_a = number, "count"_a = model.host_launches.size(), "launch"_a = place.code);
  if (place.guessed.empty()) return launched;
  return say("{source}; guessed: {options}", "source"_a = launched, "options"_a = place.guessed);
}

std::string form_tip(const gui::State& model) {
  const std::string own =
      say("This launch is the file's own: {launch}. What it does not say is a guess.",
          "launch"_a = prepare::words(model.launch_place));
  if (number_of_launch(model) == 0) return own;
  return own + "\n" +
         say("The host code has {count} launches: press to take another one.",
             "count"_a = model.host_launches.size());
}

// What the form asks for.
const char* form_name(const gui::State& model) {
  return model.program && !model.program->called.empty() ? label("Call") : label("Launch");
}

void put_form_button(Bar& bar, const gui::State& model, gui::Actions& actions) {
  if (put_button(bar, "launch", form_name(model), model.launch_shown, 0)) {
    actions.push_back(gui::action::ShowLaunch{!model.launch_shown});
  }
  if (!model.launch_place.empty()) ui::tooltip(bar.ui, form_tip(model));
}

}  // namespace

ShownLaunch shown_launch(const gui::State& model) {
  const auto count = static_cast<uint32_t>(model.launch_count());
  if (count > 1) return {model.first_launch() + model.chosen_launch, count};
  const auto number = static_cast<uint32_t>(number_of_launch(model));
  if (number == 0) return {};
  return {number - 1, static_cast<uint32_t>(model.host_launches.size())};
}

void add_launch(const ui::Ui& ui, const gui::State& model, BarItems& items) {
  const float unit = ui.theme.unit;
  if (has_form(model)) {
    items.push_back({button_width(ui, form_name(model)), unit * 1.5f,
                     [&](Bar& bar, TopBarState&, gui::Actions& actions) {
                       put_form_button(bar, model, actions);
                     }});
  }
  if (shown_launch(model).count > 1 && model.run != nullptr) {
    items.push_back({button_width(ui, launches_text(model)) + 2 * button_width(ui, "‹") + 2,
                     unit * 1.5f, [&](Bar& bar, TopBarState&, gui::Actions& actions) {
                       put_launches(bar, model, actions);
                     }});
  }
  if (model.run == nullptr && (model.program || model.busy)) return;  // nothing is launched yet
  items.push_back({ui::text_size(ui.fonts.body, launch_text(model)).x, unit * 1.5f,
                   [&](Bar& bar, TopBarState&, gui::Actions&) {
                     put_text(bar, bar.ui.fonts.body, bar.ui.theme.text_dim, launch_text(model), 0);
                   }});
  if (model.run != nullptr) {
    const std::string block = block_name(model.selection.block, model.run->context->grid);
    items.push_back(
        {button_width(ui, block), unit,
         [&](Bar& bar, TopBarState&, gui::Actions& actions) { put_block(bar, model, actions); }});
  }
  // Also where nothing ran: the chosen device may be why.
  if (model.run == nullptr && model.launch.device.empty()) return;
  items.push_back(
      {button_width(ui, device_label(model)), unit * 1.5f,
       [&](Bar& bar, TopBarState&, gui::Actions& actions) { put_device(bar, model, actions); }});
  // In a low window, where it would take a row of its own from the pictures, the button says it.
  constexpr float kLow = 60;  // [units]
  if (ImGui::GetIO().DisplaySize.y < kLow * unit) return;
  if (model.run == nullptr || source_text(model).empty()) return;
  const float from = ui::text_size(ui.fonts.small, source_text(model)).x;
  items.push_back({std::min(from, unit * 40), 0, [&](Bar& bar, TopBarState&, gui::Actions&) {
                     put_text(bar, bar.ui.fonts.small, bar.ui.theme.text_dim, source_text(model),
                              0);
                   }});
}

}  // namespace warplens::views
