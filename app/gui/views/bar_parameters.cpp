// A lesson's parameters in the top bar.
#include "app/gui/views/bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace warplens::views {
namespace {

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

float value_width(const ui::Ui& ui, const lessons::Parameter& parameter) {
  return ui::text_size(ui.fonts.body, fmt::format("{}", parameter.maximum)).x + ui.theme.unit * 2;
}

// What the button of a choice says: its name where the lesson gives one, else the number.
std::string choice_label(const lessons::Parameter& parameter, size_t index) {
  if (index < parameter.choice_names.size()) return parameter.choice_names[index];
  return fmt::format("{}", parameter.choices[index]);
}

float parameter_width(const ui::Ui& ui, const lessons::Parameter& parameter) {
  float width = ui::text_size(ui.fonts.small, parameter.label).x + ui.theme.unit * 0.75f;
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
  ui::field(bar.ui, name, text, ImGuiInputTextFlags_CharsDecimal);
  ImGui::PopStyleVar();
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
}

}  // namespace

void add_parameters(const ui::Ui& ui, const gui::Model& model, BarItems& items) {
  if (model.lesson == nullptr) return;
  for (const lessons::Parameter& parameter : model.lesson->parameters) {
    items.push_back({parameter_width(ui, parameter), ui.theme.unit * 1.75f,
                     [&](Bar& bar, TopBarState& state, gui::Actions& actions) {
                       put_parameter(bar, parameter, value_of(model, parameter), state, actions);
                     }});
  }
}

}  // namespace warplens::views
