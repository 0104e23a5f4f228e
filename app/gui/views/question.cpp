#include "app/gui/views/question.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

float button_width(const ui::Ui& ui, const std::string& text) {
  return std::max(ui::text_size(ui.fonts.body, text).x + ui.theme.unit * 1.75f,
                  ui.theme.unit * 3.25f);
}

struct Button {
  std::string name, text;
};

// In rows, each in the middle of the area; the one that is pressed, or none.
std::optional<size_t> draw_buttons(ui::Ui& ui, const Area& area, float y,
                                   const std::vector<Button>& buttons) {
  const float gap = ui.theme.unit, height = ui::font_size(ui.fonts.body) + ui.theme.unit * 1.5f;
  std::optional<size_t> pressed;
  for (size_t first = 0; first < buttons.size();) {
    float width = 0;
    size_t end = first;
    for (; end < buttons.size(); ++end) {
      const float one = button_width(ui, buttons[end].text) + (end == first ? 0 : gap);
      if (end > first && width + one > area.width()) break;
      width += one;
    }
    float x = area.center().x - width / 2;
    for (size_t i = first; i < end; ++i) {
      ImGui::SetCursorScreenPos(ImVec2(x, y));
      if (ui::button(ui, buttons[i].name, buttons[i].text)) pressed = i;
      x += button_width(ui, buttons[i].text) + gap;
    }
    y += height;
    first = end;
  }
  ImGui::SetCursorScreenPos(ImVec2(area.min.x, y));
  ImGui::Dummy(ImVec2(1, 1));
  return pressed;
}

// In several lines from the left where one is too short; returns their height.
float draw_centred(ui::Ui& ui, ImFont* font, const Area& area, float y, ImU32 color,
                   const std::string& text) {
  const float room = std::max(0.0f, area.width() - ui::text_size(font, text).x);
  return ui::letters(ui, ImGui::GetWindowDrawList(), font, ui::font_size(font),
                     ImVec2(area.min.x + room / 2, y), color, text, area.width())
      .y;
}

std::string score_text(const gui::Asking& asking) {
  return say("{right} of {asked} right at the first attempt", "right"_a = asking.right,
             "asked"_a = asking.asked);
}

}  // namespace

Asked::Asked(const gui::Model& model) {
  if (model.moment == nullptr || model.run == nullptr) return;
  questions_ = scene::questions_about(*model.moment, model.run->device);
  index_ = model.asking.question;
  answer_ = model.asking.answer;
}

const scene::Choice* Asked::answer() const {
  if (question() == nullptr || !answer_ || *answer_ >= question()->choices.size()) return nullptr;
  return &question()->choices[*answer_];
}

void draw_question(ui::Ui& ui, const gui::Model& model, gui::Actions& actions,
                   std::string_view reveal, Sentence otherwise) {
  const Asked asked(model);
  const scene::Question* question = asked.question();
  const Area area = content_area();
  const float title = ui::font_size(ui.fonts.title), row = ui::font_size(ui.fonts.body) * 2.2f;
  const float height = title * 1.8f + row * (question != nullptr ? 2.0f : 1.0f);
  float y = area.min.y + std::max(0.0f, (area.height() - height) / 2);
  y += draw_centred(ui, ui.fonts.title, area, y, ui.theme.text,
                    question != nullptr ? question->text : std::string(label(otherwise))) +
       title * 0.8f;
  std::vector<Button> choices;
  if (question != nullptr) {
    for (size_t i = 0; i < question->choices.size(); ++i)
      choices.push_back({fmt::format("question:{}", i), question->choices[i].text});
    if (const std::optional<size_t> pressed = draw_buttons(ui, area, y, choices))
      actions.push_back(gui::action::Answer{*pressed});
    y = ImGui::GetCursorScreenPos().y + ui.theme.unit * 0.5f;
  }
  std::vector<Button> others{{std::string(reveal), label("Show the answer (R)")}};
  if (asked.has_others()) others.push_back({"question:another", label("Another question")});
  const std::optional<size_t> pressed = draw_buttons(ui, area, y, others);
  if (pressed == size_t{0}) {
    reveal_counts(model, actions);
  }
  if (pressed == size_t{1}) actions.push_back(gui::action::AskAnother{});
  if (model.asking.asked == 0) return;
  draw_centred(ui, ui.fonts.small, area, ImGui::GetCursorScreenPos().y, ui.theme.text_dim,
               score_text(model.asking));
}

std::vector<ColoredText> feedback(const ui::Ui& ui, const gui::Model& model) {
  if (!model.options.ask_first) return {};
  const Asked asked(model);
  const scene::Choice* answer = asked.answer();
  if (answer == nullptr) return {};
  const std::string right = asked.question()->choices[asked.question()->right()].text;
  if (answer->belief == scene::Belief::kNone)
    return {{say("{answer} is right. ", "answer"_a = right), ui.theme.good}};
  return {{say("{right}, not {answer}. ", "right"_a = right, "answer"_a = answer->text),
           ui.theme.error},
          {answer->why + " ", ui.theme.text}};
}

uint32_t lanes_of_feedback(const gui::Model& model) {
  if (!model.options.ask_first || !model.asking.answer) return 0;
  const Asked asked(model);
  return asked.answer() != nullptr ? asked.answer()->lanes : 0;
}

}  // namespace warplens::views
