// In the top bar a lesson's parameters, or what a program is run with: its arguments, and numbers
// that its text defines.
#include "app/window/frame/bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

int64_t value_of(const gui::State& model, const lessons::Parameter& parameter) {
  for (const launch::Definition& setting : model.settings) {
    if (setting.name == parameter.name) {
      int64_t value = parameter.value;
      std::from_chars(setting.value.data(), setting.value.data() + setting.value.size(), value);
      return value;
    }
  }
  return parameter.value;
}

// A number that is typed or stepped.
struct Number {
  std::string name;  // of its widgets: "set.NAME"
  std::string label;
  int64_t value = 0, minimum = 0, maximum = 0;
  float width = 0;  // of the field [pixels]
  std::function<void(int64_t, gui::Actions&)> take;
};

float value_width(const ui::Ui& ui, int64_t widest) {
  return ui::text_size(ui.fonts.body, fmt::format("{}", widest)).x + ui.theme.unit * 2;
}

float number_width(const ui::Ui& ui, const Number& number) {
  return ui::text_size(ui.fonts.small, number.label).x + ui.theme.unit * 0.75f +
         2 * button_width(ui, "−") + number.width + 2;
}

Number number_of(const ui::Ui& ui, const lessons::Parameter& parameter, int64_t value) {
  return {parameter.name,
          parameter.label,
          value,
          parameter.minimum,
          parameter.maximum,
          value_width(ui, parameter.maximum),
          [name = parameter.name](int64_t wanted, gui::Actions& actions) {
            actions.push_back(gui::action::SetParameter{name, wanted});
          }};
}

// A number that a program's text defines.
Number number_of(const ui::Ui& ui, const gui::TextNumber& number) {
  constexpr int64_t kMost = int64_t{1} << 30;
  return {number.name,
          number.name,
          number.now,
          0,
          kMost,
          value_width(ui, std::max<int64_t>(number.now, 99'999)),
          [name = number.name](int64_t wanted, gui::Actions& actions) {
            actions.push_back(gui::action::SetProgramNumber{name, wanted});
          }};
}

// What the button of a choice says: its name where the lesson gives one, else the number.
std::string choice_label(const lessons::Parameter& parameter, size_t index) {
  if (index < parameter.choice_names.size()) return parameter.choice_names[index];
  return fmt::format("{}", parameter.choices[index]);
}

float parameter_width(const ui::Ui& ui, const lessons::Parameter& parameter) {
  if (parameter.choices.empty()) return number_width(ui, number_of(ui, parameter, 0));
  float width = ui::text_size(ui.fonts.small, parameter.label).x + ui.theme.unit * 0.75f;
  for (size_t i = 0; i < parameter.choices.size(); ++i) {
    width += button_width(ui, choice_label(parameter, i)) + 1;
  }
  return width;
}

// A field that is typed into; what was typed once Enter or a click elsewhere has ended that.
std::optional<std::string> put_field(Bar& bar, const std::string& name, std::string text,
                                     float width, ImGuiInputTextFlags flags, TopBarState& state) {
  const bool is_typing = state.value_name == name;
  if (is_typing) text = state.value;
  ImGui::SetCursorScreenPos(ImVec2(bar.x, bar.centre(button_height(bar.ui))));
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(bar.ui.theme.unit * 0.75f, bar.ui.theme.unit * 0.5f));
  ui::field(bar.ui, "set." + name, text, flags);
  ImGui::PopStyleVar();
  bar.ui.probe.text(text);
  bar.x += width + 1;
  if (ImGui::IsItemActive()) {
    state.value_name = name;
    state.value = text;
    return std::nullopt;
  }
  if (!is_typing) return std::nullopt;
  state.value_name.clear();
  return text;
}

void put_value(Bar& bar, const Number& number, TopBarState& state, gui::Actions& actions) {
  const auto typed = put_field(bar, number.name, fmt::format("{}", number.value), number.width,
                               ImGuiInputTextFlags_CharsDecimal, state);
  if (!typed) return;
  int64_t wanted = number.value;
  std::from_chars(typed->data(), typed->data() + typed->size(), wanted);
  if (wanted != number.value)
    number.take(std::clamp(wanted, number.minimum, number.maximum), actions);
}

// Minus, value, plus.
void put_number(Bar& bar, const Number& number, TopBarState& state, gui::Actions& actions) {
  const ui::Theme& theme = bar.ui.theme;
  put_text(bar, bar.ui.fonts.small, theme.text_dim, number.label, theme.unit * 0.75f);
  const std::string name = "set." + number.name;
  if (put_button(bar, name + ".less", "−", false, 1) && number.value > number.minimum)
    number.take(number.value - 1, actions);
  put_value(bar, number, state, actions);
  if (put_button(bar, name + ".more", "+", false, 0) && number.value < number.maximum)
    number.take(number.value + 1, actions);
}

// Choices as a row of buttons.
void put_choices(Bar& bar, const lessons::Parameter& parameter, int64_t value,
                 gui::Actions& actions) {
  const ui::Theme& theme = bar.ui.theme;
  put_text(bar, bar.ui.fonts.small, theme.text_dim, parameter.label, theme.unit * 0.75f);
  for (size_t i = 0; i < parameter.choices.size(); ++i) {
    const int64_t choice = parameter.choices[i];
    const std::string widget = fmt::format("set.{}.{}", parameter.name, choice);
    if (put_button(bar, widget, choice_label(parameter, i), choice == value, 1)) {
      actions.push_back(gui::action::SetParameter{parameter.name, choice});
    }
  }
}

// What main() finds in argv.
void put_arguments(Bar& bar, const gui::State& model, TopBarState& state, gui::Actions& actions) {
  const ui::Theme& theme = bar.ui.theme;
  put_text(bar, bar.ui.fonts.small, theme.text_dim, label("arguments"), theme.unit * 0.75f);
  const std::string now = fmt::format("{}", fmt::join(model.program->arguments, " "));
  const auto typed = put_field(bar, "program arguments", now, theme.unit * 16, 0, state);
  if (typed && *typed != now) actions.push_back(gui::action::SetProgramArguments{*typed});
}

void add_program(const ui::Ui& ui, const gui::State& model, BarItems& items) {
  const float gap = ui.theme.unit * 1.75f;
  if (model.program_facts->reads_arguments) {
    const float width =
        ui::text_size(ui.fonts.small, label("arguments")).x + ui.theme.unit * 16.75f;
    items.push_back({width, gap, [&](Bar& bar, TopBarState& state, gui::Actions& actions) {
                       put_arguments(bar, model, state, actions);
                     }});
  }
  for (const gui::TextNumber& number : model.program_numbers) {
    items.push_back({number_width(ui, number_of(ui, number)), gap,
                     [&](Bar& bar, TopBarState& state, gui::Actions& actions) {
                       put_number(bar, number_of(bar.ui, number), state, actions);
                     }});
  }
}

}  // namespace

void add_parameters(const ui::Ui& ui, const gui::State& model, BarItems& items) {
  if (model.lesson == nullptr) {
    if (model.program && model.program_facts != nullptr) add_program(ui, model, items);
    return;
  }
  for (const lessons::Parameter& parameter : model.lesson->parameters) {
    const bool is_fixed = parameter.choices.empty() && parameter.minimum == parameter.maximum;
    if (is_fixed) continue;  // of a stop: no twin has another
    items.push_back({parameter_width(ui, parameter), ui.theme.unit * 1.75f,
                     [&](Bar& bar, TopBarState& state, gui::Actions& actions) {
                       const int64_t value = value_of(model, parameter);
                       if (parameter.choices.empty())
                         put_number(bar, number_of(bar.ui, parameter, value), state, actions);
                       else
                         put_choices(bar, parameter, value, actions);
                     }});
  }
}

}  // namespace warplens::views
