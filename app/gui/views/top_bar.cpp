// From left to right: name, lesson or file, its parameters, launch and device; at the right end the
// run's progress and the window's own switches. What does not fit beside the name goes into a
// second row.
#include "app/gui/views/top_bar.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <charconv>

#include "app/gui/ui/keys.hpp"
#include "app/gui/ui/strings.hpp"
#include "app/gui/views/page.hpp"
#include "sim/model/device.hpp"

namespace warplens::views {

namespace {

using ui::Str;
using ui::str;

struct Bar {
  ui::Ui& ui;
  float x, right;  // the free stretch
  float y, height;

  float centre(float item) const { return y + (height - item) / 2; }
};

float button_width(ui::Ui& ui, std::string_view label) {
  return std::max(ui::text_size(ui.fonts.body, label).x + ui.theme.unit * 1.75f,
                  ui.theme.unit * 3.25f);
}

float button_height(ui::Ui& ui) {
  return ui::font_size(ui.fonts.body) + ui.theme.unit;
}

void put_text(Bar& bar, ImFont* font, ImU32 color, std::string_view text, float gap) {
  const ImVec2 size = ui::text_size(font, text);
  const float room = bar.right - bar.x;
  if (room > bar.ui.theme.unit * 3) {
    ui::text_fitted(bar.ui, ImGui::GetWindowDrawList(), font, ImVec2(bar.x, bar.centre(size.y)),
                    room, color, text);
    bar.x += std::min(size.x, room) + gap;
  }
}

bool put_button(Bar& bar, std::string_view name, std::string_view label, bool on, float gap) {
  ImGui::SetCursorScreenPos(ImVec2(bar.x, bar.centre(button_height(bar.ui))));
  bar.x += button_width(bar.ui, label) + gap;
  return ui::button(bar.ui, name, label, on);
}

bool put_button_right(Bar& bar, std::string_view name, std::string_view label, bool on) {
  bar.right -= button_width(bar.ui, label);
  ImGui::SetCursorScreenPos(ImVec2(bar.right, bar.centre(button_height(bar.ui))));
  const bool pressed = ui::button(bar.ui, name, label, on);
  bar.right -= bar.ui.theme.unit;
  return pressed;
}

int64_t value_of(const gui::Model& model, const lessons::Parameter& parameter) {
  for (const launch::Definition& setting : model.settings) {
    if (setting.name == parameter.name) {
      int64_t value = parameter.value;
      std::from_chars(setting.value.data(), setting.value.data() + setting.value.size(), value);
      return value;
    }
  }
  return parameter.value;
}

float value_width(ui::Ui& ui, const lessons::Parameter& parameter) {
  return ui::text_size(ui.fonts.body, fmt::format("{}", parameter.maximum)).x + ui.theme.unit * 2;
}

// What the button of a choice says: its name where the lesson gives one, else the number.
std::string choice_label(const lessons::Parameter& parameter, size_t index) {
  if (index < parameter.choice_names.size()) return parameter.choice_names[index];
  return fmt::format("{}", parameter.choices[index]);
}

float parameter_width(ui::Ui& ui, const lessons::Parameter& parameter) {
  float width = ui::text_size(ui.fonts.small, parameter.label).x + ui.theme.unit * 2.5f;
  if (parameter.choices.empty()) {
    return width + 2 * button_width(ui, "−") + value_width(ui, parameter) + 2;
  }
  for (size_t i = 0; i < parameter.choices.size(); ++i) {
    width += button_width(ui, choice_label(parameter, i)) + 1;
  }
  return width;
}

// The value as a field; Enter or a click elsewhere takes it.
void put_value(Bar& bar, const lessons::Parameter& parameter, int64_t value, TopBarState& state,
               gui::Actions& actions) {
  const bool is_typing = state.value_name == parameter.name;
  std::string text = is_typing ? state.value : fmt::format("{}", value);
  const std::string name = "set." + parameter.name;
  ImGui::SetCursorScreenPos(ImVec2(bar.x, bar.centre(button_height(bar.ui))));
  ImGui::SetNextItemWidth(value_width(bar.ui, parameter));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(bar.ui.theme.unit * 0.75f, bar.ui.theme.unit * 0.5f));
  ImGui::InputText(("##" + name).c_str(), &text, ImGuiInputTextFlags_CharsDecimal);
  ImGui::PopStyleVar();
  bar.ui.probe.widget(name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  bar.ui.probe.text(text);
  if (ImGui::IsItemActive()) {
    state.value_name = parameter.name;
    state.value = text;
  } else if (is_typing) {
    int64_t wanted = value;
    std::from_chars(text.data(), text.data() + text.size(), wanted);
    state.value_name.clear();
    if (wanted != value) {
      actions.push_back(gui::action::SetParameter{
          parameter.name, std::clamp(wanted, parameter.minimum, parameter.maximum)});
    }
  }
  bar.x += value_width(bar.ui, parameter) + 1;
}

// Choices as a row of buttons, a range as minus, value, plus.
void put_parameter(Bar& bar, const lessons::Parameter& parameter, int64_t value, TopBarState& state,
                   gui::Actions& actions) {
  const ui::Theme& theme = bar.ui.theme;
  put_text(bar, bar.ui.fonts.small, theme.text_dim, parameter.label, theme.unit * 0.75f);
  const std::string name = "set." + parameter.name;
  if (parameter.choices.empty()) {
    if (put_button(bar, name + ".less", "−", false, 1) && value > parameter.minimum) {
      actions.push_back(gui::action::SetParameter{parameter.name, value - 1});
    }
    put_value(bar, parameter, value, state, actions);
    if (put_button(bar, name + ".more", "+", false, 0) && value < parameter.maximum) {
      actions.push_back(gui::action::SetParameter{parameter.name, value + 1});
    }
  } else {
    for (size_t i = 0; i < parameter.choices.size(); ++i) {
      const int64_t choice = parameter.choices[i];
      const std::string widget = fmt::format("{}.{}", name, choice);
      if (put_button(bar, widget, choice_label(parameter, i), choice == value, 1)) {
        actions.push_back(gui::action::SetParameter{parameter.name, choice});
      }
    }
  }
  bar.x += theme.unit * 1.75f;
}

void close_on_escape() {
  if (ui::key_pressed(ui::Key::kEscape, false)) {
    ImGui::CloseCurrentPopup();
  }
}

void draw_chooser(ui::Ui& ui, const gui::Model& model, TopBarState& state, gui::Actions& actions,
                  ImVec2 at) {
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSizeConstraints(ImVec2(ui.theme.unit * 50, 0),
                                      ImVec2(ui.theme.unit * 90, ui.theme.unit * 90));
  if (!ImGui::BeginPopup("chooser")) {
    return;
  }
  close_on_escape();
  ui::text(ui, ui.fonts.small, ui.theme.text_faint, str(Str::kChooseLesson));
  int number = 0;
  for (const lessons::Lesson* lesson : model.lessons) {
    const std::string title = fmt::format("{}  {}", ++number, lesson->title);
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const ImVec2 size(std::max(ImGui::GetContentRegionAvail().x, ui.theme.unit * 48),
                      ui.theme.unit * 3.5f);
    const ImVec2 max(min.x + size.x, min.y + size.y);
    const bool pressed = ui::hit(ui, "lesson." + lesson->id, min, max);
    const bool is_current = lesson == model.lesson;
    if (ImGui::IsItemHovered() || is_current) {
      ImGui::GetWindowDrawList()->AddRectFilled(
          min, max, ui::fade(ui.theme.accent, is_current ? 0.45f : 0.25f), ui.theme.unit * 0.5f, 0);
    }
    ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.body,
                ImVec2(min.x + ui.theme.unit, min.y + ui.theme.unit * 0.75f), ui.theme.text, title);
    ImGui::Dummy(size);
    if (pressed) {
      actions.push_back(gui::action::OpenLesson{lesson->id});
      ImGui::CloseCurrentPopup();
    }
  }
  ImGui::Dummy(ImVec2(0, ui.theme.unit * 0.5f));
  ui::text(ui, ui.fonts.small, ui.theme.text_faint, str(Str::kOpenHint));
  ImGui::SetNextItemWidth(ui.theme.unit * 40);
  const bool entered =
      ImGui::InputText("##path", &state.path, ImGuiInputTextFlags_EnterReturnsTrue);
  ui.probe.widget("open.path", ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  ui.probe.text(state.path);
  ImGui::SameLine();
  const bool pressed = ui::button(ui, "open.go", str(Str::kOpen));
  if ((entered || pressed) && !state.path.empty()) {
    actions.push_back(gui::action::OpenFile{state.path});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

std::string title_of(const gui::Model& model) {
  if (model.lesson == nullptr) {
    return model.file_name.empty() ? str(Str::kOpenFile) : model.file_name;
  }
  const auto at = std::find(model.lessons.begin(), model.lessons.end(), model.lesson);
  return fmt::format("{}  {}", at - model.lessons.begin() + 1, model.lesson->title);
}

// A button with the title and a triangle; the list hangs below it.
void put_chooser(Bar& bar, const gui::Model& model, TopBarState& state, gui::Actions& actions) {
  ui::Ui& ui = bar.ui;
  const std::string title = title_of(model);
  const float width =
      std::min(ui::text_size(ui.fonts.body, title).x + ui.theme.unit * 4.5f, ui.theme.unit * 46);
  const float height = button_height(ui);
  const ImVec2 min(bar.x, bar.centre(height));
  const ImVec2 max(min.x + width, min.y + height);
  if (ui::hit(ui, "chooser", min, max)) {
    ImGui::OpenPopup("chooser");
  }
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(min, max, ImGui::IsItemHovered() ? ui.theme.line : ui.theme.panel_raised,
                      ui.theme.unit * 0.5f, 0);
  list->AddRect(min, max, ui.theme.line, ui.theme.unit * 0.5f, 0, 1.0f);
  ui::text_fitted(ui, list, ui.fonts.body,
                  ImVec2(min.x + ui.theme.unit, min.y + ui.theme.unit * 0.5f),
                  width - ui.theme.unit * 4, ui.theme.text, title);
  const float r = ui.theme.unit * 0.5f;
  const ImVec2 c(max.x - ui.theme.unit * 1.5f, (min.y + max.y) / 2);
  list->AddTriangleFilled(ImVec2(c.x - r, c.y - r / 2), ImVec2(c.x + r, c.y - r / 2),
                          ImVec2(c.x, c.y + r * 0.7f), ui.theme.text_dim);
  bar.x = max.x + ui.theme.unit;
  draw_chooser(ui, model, state, actions, ImVec2(min.x, max.y + ui.theme.unit * 0.5f));
}

// The lesson's own words, under a button beside its title.
void put_about(Bar& bar, const gui::Model& model) {
  if (model.lesson == nullptr || model.lesson->sentences.empty()) {
    return;
  }
  ui::Ui& ui = bar.ui;
  const ImVec2 at(bar.x, bar.y + bar.height);
  if (put_button(bar, "about", str(Str::kAbout), false, ui.theme.unit * 2)) {
    ImGui::OpenPopup("about");
  }
  ui::tooltip(ui, str(Str::kAboutHelp));
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize(
      ImVec2(std::min(ui.theme.unit * 72, ImGui::GetIO().DisplaySize.x - at.x), 0));
  if (!ImGui::BeginPopup("about")) {
    return;
  }
  close_on_escape();
  ui::text_wrapped(ui, ui.fonts.title, ui.theme.text, model.lesson->title);
  for (const std::string& sentence : model.lesson->sentences) {
    ImGui::Dummy(ImVec2(0, ui.theme.unit * 0.25f));
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim, sentence);
  }
  ImGui::EndPopup();
}

std::string dim_text(const launch::Dim3& dim) {
  std::string text = fmt::format("{}", dim.x);
  if (dim.y > 1 || dim.z > 1) {
    text += fmt::format(" × {}", dim.y);
  }
  return dim.z > 1 ? text + fmt::format(" × {}", dim.z) : text;
}

// Of the chosen launch, where there are several.
std::string launch_text(const gui::Model& model) {
  const bool is_one_of_many = model.launches.size() > 1 && model.run != nullptr;
  return fmt::format(fmt::runtime(str(Str::kLaunchSummary)),
                     dim_text(is_one_of_many ? model.run->context->grid : model.launch.grid),
                     dim_text(is_one_of_many ? model.run->context->block : model.launch.block));
}

std::string kernel_of(const engine::Run& run) {
  return run.program != nullptr && run.program->kernel != nullptr ? run.program->kernel->name
                                                                  : run.request.launch.kernel;
}

// "launch 2 of 3: scale"
std::string launches_text(const gui::Model& model) {
  return fmt::format(fmt::runtime(str(Str::kLaunchOf)), model.chosen_launch + 1,
                     model.launches.size(), kernel_of(*model.run));
}

// A row of the popup for blocks: axis, minus, number, plus.
void put_block_axis(ui::Ui& ui, const char* axis, uint32_t extent, uint32_t value,
                    trace::BlockId wanted, uint32_t trace::BlockId::*member,
                    gui::Actions& actions) {
  const std::string name = std::string("block.") + axis;
  ui::text(ui, ui.fonts.body, ui.theme.text_dim, axis);
  ImGui::SameLine(0, ui.theme.unit);
  if (ui::button(ui, name + ".less", "−") && value > 0) {
    wanted.*member = value - 1;
    actions.push_back(gui::action::SelectBlock{wanted});
  }
  ImGui::SameLine(0, ui.theme.unit);
  ui::text(ui, ui.fonts.body, ui.theme.text, fmt::format("{}", value));
  ImGui::SameLine(0, ui.theme.unit);
  if (ui::button(ui, name + ".more", "+") && value + 1 < extent) {
    wanted.*member = value + 1;
    actions.push_back(gui::action::SelectBlock{wanted});
  }
}

// "block (1, 1)"; with z where the grid has a depth.
std::string block_text(trace::BlockId block, const launch::Dim3& grid) {
  return fmt::format(fmt::runtime(str(Str::kBlockAt)), block.x, block.y,
                     grid.z > 1 ? fmt::format(", {}", block.z) : "");
}

// The grid as it lies, a cell a block; one click chooses.
void draw_block_cells(ui::Ui& ui, const launch::Dim3& grid, trace::BlockId chosen,
                      gui::Actions& actions) {
  const float cell = std::min(ui.theme.unit * 4,
                              ui.theme.unit * 64 / static_cast<float>(std::max(grid.x, grid.y)));
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (uint32_t y = 0; y < grid.y; ++y) {
    for (uint32_t x = 0; x < grid.x; ++x) {
      const ImVec2 min(origin.x + static_cast<float>(x) * cell,
                       origin.y + static_cast<float>(y) * cell);
      const ImVec2 max(min.x + cell - 1, min.y + cell - 1);
      if (ui::hit(ui, fmt::format("block.{}.{}", x, y), min, max)) {
        actions.push_back(gui::action::SelectBlock{{x, y, chosen.z}});
      }
      const bool is_chosen = x == chosen.x && y == chosen.y;
      const ImU32 fill = is_chosen                ? ui.theme.accent
                         : ImGui::IsItemHovered() ? ui.theme.text_faint
                                                  : ui.theme.line;
      list->AddRectFilled(min, max, fill, 0, 0);
      ui::tooltip(ui, block_text({x, y, chosen.z}, grid));
    }
  }
  ImGui::Dummy(ImVec2(cell * static_cast<float>(grid.x), cell * static_cast<float>(grid.y)));
}

// Which block is recorded and shown.
void put_block(Bar& bar, const gui::Model& model, gui::Actions& actions) {
  if (model.run == nullptr) {
    return;
  }
  ui::Ui& ui = bar.ui;
  const launch::Dim3& grid = model.run->context->grid;
  const trace::BlockId block = model.selection.block;
  const std::string label = block_text(block, grid);
  const ImVec2 at(bar.x, bar.y + bar.height);
  if (bar.x + button_width(ui, label) > bar.right) {
    return;
  }
  if (put_button(bar, "block", label, false, ui.theme.unit)) {
    ImGui::OpenPopup("blocks");
  }
  ImGui::SetNextWindowPos(at);
  if (!ImGui::BeginPopup("blocks")) {
    return;
  }
  close_on_escape();
  ui::text(ui, ui.fonts.small, ui.theme.text_faint, str(Str::kChooseBlock));
  if (grid.x <= 32 && grid.y <= 32) {
    draw_block_cells(ui, grid, block, actions);
  } else {
    put_block_axis(ui, "x", grid.x, block.x, block, &trace::BlockId::x, actions);
    put_block_axis(ui, "y", grid.y, block.y, block, &trace::BlockId::y, actions);
  }
  if (grid.z > 1) {
    put_block_axis(ui, "z", grid.z, block.z, block, &trace::BlockId::z, actions);
  }
  ImGui::EndPopup();
}

// The device whose rules count: the same text under the lecture's older ones is one click away.
void put_device(Bar& bar, const gui::Model& model, gui::Actions& actions) {
  if (model.run == nullptr) {
    return;
  }
  ui::Ui& ui = bar.ui;
  const std::string& label =
      model.launch.device.empty() ? model.run->device.id : model.launch.device;
  const ImVec2 at(bar.x, bar.y + bar.height);
  if (bar.x + button_width(ui, label) > bar.right) {
    return;
  }
  if (put_button(bar, "device", label, false, 0)) {
    ImGui::OpenPopup("devices");
  }
  ui::tooltip(ui, model.run->device.name);
  ImGui::SetNextWindowPos(at);
  if (!ImGui::BeginPopup("devices")) {
    return;
  }
  close_on_escape();
  ui::text(ui, ui.fonts.small, ui.theme.text_faint, str(Str::kChooseDevice));
  for (const model::Device& device : model::devices()) {
    const std::string name = "device." + device.id;
    if (ui::button(ui, name, device.name, device.id == model.run->device.id)) {
      launch::Launch launch = model.launch;
      launch.device = device.id;
      actions.push_back(gui::action::SetLaunch{launch});
      ImGui::CloseCurrentPopup();
    }
  }
  ImGui::EndPopup();
}

// Which of the text's launches is shown; a list of all under the button.
void put_launches(Bar& bar, const gui::Model& model, gui::Actions& actions) {
  if (model.launches.size() < 2 || model.run == nullptr) {
    return;
  }
  ui::Ui& ui = bar.ui;
  const ImVec2 at(bar.x, bar.y + bar.height);
  if (put_button(bar, "launch.previous", "‹", false, 1) && model.chosen_launch > 0) {
    actions.push_back(gui::action::SelectLaunch{model.chosen_launch - 1});
  }
  if (put_button(bar, "launches", launches_text(model), true, 1)) {
    ImGui::OpenPopup("launches");
  }
  ui::tooltip(ui, str(Str::kLaunchesHelp));
  if (put_button(bar, "launch.next", "›", false, ui.theme.unit * 1.5f)) {
    actions.push_back(gui::action::SelectLaunch{model.chosen_launch + 1});
  }
  ImGui::SetNextWindowPos(at);
  if (!ImGui::BeginPopup("launches")) {
    return;
  }
  close_on_escape();
  ui::text(ui, ui.fonts.small, ui.theme.text_faint, str(Str::kLaunchesHelp));
  for (uint32_t i = 0; i < model.launches.size(); ++i) {
    const engine::Run& run = *model.launches[i];
    const std::string text =
        fmt::format(fmt::runtime(str(Str::kLaunchEntry)), i + 1, kernel_of(run),
                    fmt::format(fmt::runtime(str(Str::kLaunchSummary)), dim_text(run.context->grid),
                                dim_text(run.context->block)));
    if (ui::button(ui, fmt::format("launch.{}", i + 1), text, i == model.chosen_launch)) {
      actions.push_back(gui::action::SelectLaunch{i});
      ImGui::CloseCurrentPopup();
    }
  }
  ImGui::EndPopup();
}

void put_launch(Bar& bar, const gui::Model& model, gui::Actions& actions) {
  const ui::Theme& theme = bar.ui.theme;
  const bool has_form = model.lesson == nullptr || !model.diagnostics.empty();
  if (has_form && !model.file_name.empty() &&
      put_button(bar, "launch", str(Str::kLaunchButton), model.launch_shown, theme.unit * 1.5f)) {
    actions.push_back(gui::action::ShowLaunch{!model.launch_shown});
  }
  if (has_form && !model.launch_source.empty()) {
    ui::tooltip(bar.ui, fmt::format(fmt::runtime(str(Str::kLaunchFrom)), model.launch_source));
  }
  put_launches(bar, model, actions);
  put_text(bar, bar.ui.fonts.body, theme.text_dim, launch_text(model), theme.unit * 1.5f);
  put_block(bar, model, actions);
  put_device(bar, model, actions);
  if (!model.launch_source.empty() && model.chosen_launch == 0) {
    bar.x += theme.unit * 1.5f;
    put_text(bar, bar.ui.fonts.small, theme.text_dim,
             fmt::format(fmt::runtime(str(Str::kLaunchFromHost)), model.launch_source), 0);
  }
}

void put_switches(Bar& bar, const gui::Model& model, TopBarResult& result, gui::Actions& actions) {
  gui::ViewOptions options = model.options;
  result.keys_pressed = put_button_right(bar, "keys", "?", false);
  ui::tooltip(bar.ui, str(Str::kKeysTitle));
  if (put_button_right(bar, "scale.more", "+", false)) {
    options.scale = std::min(options.scale + 0.125f, 2.0f);
  }
  ui::tooltip(bar.ui, str(Str::kScaleHelp));
  if (put_button_right(bar, "scale.less", "−", false)) {
    options.scale = std::max(options.scale - 0.125f, 0.75f);
  }
  if (put_button_right(bar, "ask-first", str(Str::kAskFirst), options.ask_first)) {
    options.ask_first = !options.ask_first;
    options.revealed = false;
  }
  ui::tooltip(bar.ui, str(Str::kAskFirstHelp));
  const bool is_page = options.page != gui::Page::kSteps;
  if (put_button_right(bar, "compare", str(Str::kCompare), is_page)) {
    turn_to(model, is_page ? options.page : gui::Page::kCompare, actions);
  }
  ui::tooltip(bar.ui, str(Str::kCompareHelp));
  if (options.ask_first && !options.revealed &&
      put_button_right(bar, "reveal", str(Str::kReveal), false)) {
    options.revealed = true;
  }
  if (options.scale != model.options.scale || options.ask_first != model.options.ask_first ||
      options.revealed != model.options.revealed) {
    actions.push_back(gui::action::SetOptions{options});
  }
}

void put_progress(Bar& bar, const gui::Model& model, gui::Actions& actions) {
  if (!model.busy) {
    return;
  }
  if (put_button_right(bar, "cancel", str(Str::kCancel), false)) {
    actions.push_back(gui::action::Cancel{});
  }
  const std::string text =
      fmt::format(fmt::runtime(str(Str::kRunning)), 100.0 * static_cast<double>(model.progress));
  const ImVec2 size = ui::text_size(bar.ui.fonts.small, text);
  bar.right -= size.x;
  ui::text_at(bar.ui, ImGui::GetWindowDrawList(), bar.ui.fonts.small,
              ImVec2(bar.right, bar.centre(size.y)), bar.ui.theme.text_dim, text);
  bar.right -= bar.ui.theme.unit * 1.5f;
}

}  // namespace

int top_bar_rows(ui::Ui& ui, const gui::Model& model, float width) {
  const float unit = ui.theme.unit;
  float needed = ui::text_size(ui.fonts.title, str(Str::kAppName)).x +
                 ui::text_size(ui.fonts.body, title_of(model)).x + unit * 14 +
                 ui::text_size(ui.fonts.body, launch_text(model)).x +
                 ui::text_size(ui.fonts.body, str(Str::kAskFirst)).x + 3 * button_width(ui, "+") +
                 button_width(ui, str(Str::kCompare)) + unit +
                 (model.is_modified ? button_width(ui, str(Str::kUnsaved)) + unit : 0) + unit * 8;
  if (model.launches.size() > 1 && model.run != nullptr) {
    needed += button_width(ui, launches_text(model)) + 2 * button_width(ui, "‹") + unit * 2;
  }
  if (model.lesson != nullptr) {
    for (const lessons::Parameter& parameter : model.lesson->parameters) {
      needed += parameter_width(ui, parameter) + unit * 1.75f;
    }
  }
  return needed > width ? 2 : 1;
}

TopBarResult draw_top_bar(ui::Ui& ui, const gui::Model& model, TopBarState& state,
                          gui::Actions& actions, ImVec2 pos, ImVec2 size) {
  TopBarResult result;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(pos, ImVec2(pos.x + size.x, pos.y + size.y), ui.theme.panel, 0, 0);
  const float margin = ui.theme.unit * 1.5f;
  const bool has_two_rows = top_bar_rows(ui, model, size.x) > 1;
  Bar bar{ui, pos.x + margin, pos.x + size.x - margin, pos.y,
          has_two_rows ? ui.theme.unit * 5.5f : size.y};
  put_switches(bar, model, result, actions);
  put_progress(bar, model, actions);
  const std::string_view name = str(Str::kAppName);
  put_text(bar, ui.fonts.title, ui.theme.text, name.substr(0, 4), 0);
  put_text(bar, ui.fonts.title, ui.theme.accent, name.substr(4), ui.theme.unit * 2.5f);
  put_chooser(bar, model, state, actions);
  put_about(bar, model);
  if (model.is_modified && put_button(bar, "save", str(Str::kUnsaved), false, ui.theme.unit)) {
    actions.push_back(gui::action::Save{});
  }
  if (model.is_modified) {
    ui::tooltip(ui, std::string(str(Str::kKeySave)) + ": " + str(Str::kKeySaveDoes));
  }
  if (has_two_rows) {
    bar.x = pos.x + margin;
    bar.right = pos.x + size.x - margin;
    bar.y = pos.y + ui.theme.unit * 5;
    bar.height = ui.theme.unit * 4.5f;
  }
  if (model.lesson != nullptr) {
    for (const lessons::Parameter& parameter : model.lesson->parameters) {
      put_parameter(bar, parameter, value_of(model, parameter), state, actions);
    }
  }
  put_launch(bar, model, actions);
  if (model.busy) {
    const float done = size.x * std::clamp(model.progress, 0.02f, 1.0f);
    list->AddRectFilled(ImVec2(pos.x, pos.y + size.y - ui.theme.unit * 0.25f),
                        ImVec2(pos.x + done, pos.y + size.y), ui.theme.accent, 0, 0);
  }
  return result;
}

}  // namespace warplens::views
