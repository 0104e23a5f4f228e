// A stop's question: its text, the choices or a number that is typed, and the way to be shown the
// answer; once there is one, in the same place what it was and why.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "app/window/course/course.hpp"
#include "app/window/frame/panel.hpp"
#include "app/window/frame/panel_states.hpp"
#include "app/window/kit/keys.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

size_t right_choice(const course::Asked& asked) {
  const auto right = std::find_if(asked.choices.begin(), asked.choices.end(),
                                  [](const auto& choice) { return choice.is_right; });
  return static_cast<size_t>(right - asked.choices.begin());
}

constexpr size_t kMostDigits = 18;  // what int64_t holds

std::optional<int64_t> number_in(const std::string& digits) {
  int64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), end, value);
  return error == std::errc() && stopped == end ? std::optional(value) : std::nullopt;
}

// One that was typed for another question is none of this one's.
std::string& digits_of(const gui::State& model, TypedAnswer& typed) {
  if (!model.course.at || typed.of != *model.course.at) {
    typed.digits.clear();
    typed.is_other = false;
    typed.of = model.course.at.value_or(gui::StopPlace{});
  }
  return typed.digits;
}

void send(const std::string& digits, gui::Actions& actions) {
  if (const auto number = number_in(digits)) actions.push_back(gui::action::TypeAnswer{*number});
}

// Some text is too long for a button of one line.
bool is_any_long(const ui::Ui& ui, const std::vector<QuestionButton>& buttons, float width) {
  return std::any_of(buttons.begin(), buttons.end(), [&](const QuestionButton& button) {
    return button_width(ui, button.text) > width;
  });
}

// A choice in several lines over the whole width. Null list: only its height. [pixels]
float draw_long_choice(ui::Ui& ui, const QuestionButton& button, ImVec2 at, float width,
                       bool is_drawn, bool& is_pressed) {
  const float pad = ui.theme.unit * 0.75f;
  ImFont* font = ui.fonts.small;
  const float height = std::ceil(ui::wrapped_size(font, button.text, width - 2 * pad).y + pad);
  if (!is_drawn) return height;
  const ImVec2 max(at.x + width, at.y + height);
  if (!ui.is_on_paper) {
    ui::button_ground(ui.theme, button.look, at, max, is_hovered({at, max}));
    if (ui::hit(ui, button.name, at, max)) is_pressed = true;  // its ring is above the ground
  }
  ui::letters(ui, ImGui::GetWindowDrawList(), font, ui::font_size(font),
              ImVec2(at.x + pad, at.y + pad / 2), ui::button_ink(ui.theme, button.look),
              button.text, width - 2 * pad);
  return height;
}

float long_choices_height(ui::Ui& ui, const std::vector<QuestionButton>& buttons, float width) {
  float height = 0;
  bool ignored = false;
  for (const QuestionButton& button : buttons)
    height +=
        draw_long_choice(ui, button, ImVec2(0, 0), width, false, ignored) + ui.theme.unit * 0.5f;
  return height;
}

// Returns their height [pixels]; `pressed`: the one that is.
float draw_long_choices(ui::Ui& ui, ImVec2 at, float width,
                        const std::vector<QuestionButton>& buttons,
                        std::optional<size_t>& pressed) {
  const float top = at.y;
  for (size_t i = 0; i < buttons.size(); ++i) {
    bool is_pressed = false;
    at.y += draw_long_choice(ui, buttons[i], at, width, true, is_pressed) + ui.theme.unit * 0.5f;
    if (is_pressed) pressed = i;
  }
  return at.y - top;
}

// What was typed so far, in a frame, and what ends it.
void draw_number(ui::Ui& ui, const Area& area, float y, const std::string& digits,
                 gui::Actions& actions) {
  const float unit = ui.theme.unit, height = ui::font_size(ui.fonts.body) + unit * 0.75f;
  const std::string hint = label("Type a number, then Return");
  const std::string& text = digits.empty() ? hint : digits;
  const float width =
      std::max(ui::text_size(ui.fonts.body, hint).x, ui::text_size(ui.fonts.body, text).x) +
      unit * 2;
  const bool has_button = !digits.empty();
  const std::string words = label("Answer");
  const float whole = width + (has_button ? unit + button_width(ui, words) : 0);
  const ImVec2 min(area.center().x - whole / 2, y), max(min.x + width, y + height);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(min, max, ui.theme.background, unit * 0.5f, 0);
  list->AddRect(min, max, ui.theme.accent, unit * 0.5f, 0, ui.scale);
  ui::text_at(ui, list, ui.fonts.body, ImVec2(min.x + unit, min.y + unit * 0.375f),
              digits.empty() ? ui.theme.text_faint : ui.theme.text, text);
  ui.probe.widget("answer.number", min, max);
  if (has_button) {
    ImGui::SetCursorScreenPos(ImVec2(max.x + unit, y));
    if (ui::button(ui, "answer.send", words)) send(digits, actions);
  }
  ImGui::SetCursorScreenPos(ImVec2(area.min.x, y + button_row_height(ui)));
  ImGui::Dummy(ImVec2(1, 1));
}

// What an open question is drawn of, and what it takes of the height [pixels]: choices of several
// lines scroll with the text above the buttons.
struct OpenParts {
  std::vector<QuestionButton> choices, others;
  bool is_typed = false, are_long = false;
  float above = 0, buttons = 0;
};

OpenParts parts_of(ui::Ui& ui, const gui::State& model, const course::Asked& asked, bool is_other,
                   float width) {
  OpenParts parts;
  parts.is_typed = asked.is_typed || is_other;
  if (!parts.is_typed) parts.choices = choice_buttons(asked);
  if (!ui.is_on_paper) {
    const bool is_test = model.course.test.part.has_value();
    parts.others.push_back({"answer.reveal", is_test ? label("I don't know") : label("Show me"),
                            ui::ButtonLook::kFaint});
    if (asked.truth && !parts.is_typed && !is_test)
      parts.others.push_back({"answer.other", label("Another number"), ui::ButtonLook::kFaint});
  }
  parts.are_long = is_any_long(ui, parts.choices, width);
  if (parts.are_long) parts.above = long_choices_height(ui, parts.choices, width);
  const size_t rows = rows_of_buttons(ui, parts.others, width) +
                      (parts.are_long   ? 0
                       : parts.is_typed ? 1
                                        : rows_of_buttons(ui, parts.choices, width));
  parts.buttons = button_row_height(ui) * static_cast<float>(rows);
  return parts;
}

// The other buttons go on behind the choices, where that takes fewer rows.
void join_rows(const ui::Ui& ui, OpenParts& parts, float width) {
  if (parts.is_typed || parts.are_long) return;
  std::vector<QuestionButton> all = parts.choices;
  all.insert(all.end(), parts.others.begin(), parts.others.end());
  const float joined = button_row_height(ui) * static_cast<float>(rows_of_buttons(ui, all, width));
  if (joined >= parts.buttons) return;
  parts.buttons = joined;
  parts.choices = std::move(all);
  parts.others.clear();
}

void draw_open(ui::Ui& ui, const gui::State& model, TypedAnswer& typed, gui::Actions& actions,
               const Area& area) {
  const course::Asked* asked = model.course.asked();
  if (asked == nullptr) {
    const std::string& problem = model.course.facts.problem;
    ui::text_wrapped(ui, ui.fonts.body, problem.empty() ? ui.theme.text_dim : ui.theme.error,
                     problem.empty() ? label("The question is being made …") : problem);
    return;
  }
  if (gui::is_test_answered(model.course)) return draw_kept_answer(ui, *asked, area);
  std::string& digits = digits_of(model, typed);
  OpenParts parts = parts_of(ui, model, *asked, typed.is_other, area.width());
  const float least = ui::wrapped_size(ui.fonts.small, asked->text, area.width()).y;
  const bool is_tight = least + ui.theme.unit * 0.75f + parts.buttons > area.height();
  if (is_tight) join_rows(ui, parts, area.width());
  const float gap = ui.theme.unit * (is_tight ? 0.25f : 0.75f);
  ImFont* font = font_beside(ui, asked->text, area, parts.buttons + parts.above + ui.theme.unit);
  std::optional<size_t> answered;
  const auto draw_above = [&](ImVec2 at, float width) {
    const std::vector<ui::Hint> hints = term_hints(model.course);
    const ui::WithHints with_hints(ui, hints);
    const Area room = make_area(at.x, at.y, width, area.height());
    const float height = draw_centred(ui, font, room, at.y, ui.theme.text, asked->text) + gap;
    if (!parts.are_long) return height;
    return height +
           draw_long_choices(ui, ImVec2(at.x, at.y + height), width, parts.choices, answered);
  };
  const float above = ui::wrapped_size(font, asked->text, area.width()).y + gap + parts.above;
  float y = draw_above_buttons(ui, area, above, parts.buttons, draw_above);
  if (parts.is_typed && !ui.is_on_paper) {
    draw_number(ui, area, y, digits, actions);
    y = ImGui::GetCursorScreenPos().y;
  } else if (!parts.is_typed && !parts.are_long) {
    answered = draw_buttons(ui, area, y, parts.choices);
    y = ImGui::GetCursorScreenPos().y;
  }
  std::optional<size_t> pressed;
  if (answered && *answered >= asked->choices.size())
    pressed = *answered - asked->choices.size();  // joined
  else if (answered)
    actions.push_back(gui::action::AnswerStop{*answered});
  if (const auto other = draw_buttons(ui, area, y, parts.others)) pressed = other;
  if (pressed == 0u) actions.push_back(gui::action::RevealStop{});
  if (pressed == 1u) typed.is_other = true;
}

void draw_answered_stop(ui::Ui& ui, const gui::State& model, const Area& area) {
  const course::Asked* asked = model.course.asked();
  if (asked == nullptr) return;
  const gui::StopAnswer& answer = *model.course.answer;
  ImDrawList* list = ImGui::GetWindowDrawList();
  MadeChoice made;
  for (const course::Asked::Choice& choice : asked->choices) made.texts.push_back(choice.text);
  made.right = right_choice(*asked);
  made.made = answer.choice;
  const float gap = ui.theme.unit * 0.5f;
  std::vector<ColoredText> texts = answered_texts(ui.theme, *asked, answer);
  std::vector<ColoredText> whole = texts;
  whole.insert(whole.begin(), {asked->text + " ", ui.theme.text_dim});
  const auto height_of = [&](ImFont* font, const std::vector<ColoredText>& all) {
    return flow_text(ui, nullptr, font, area.min, area.width(), all);
  };
  // Nothing may be too high by a hair: what is scrolled is narrower, and might have room again.
  const float inside = area.height() - gap - 1;
  float chips = 0;
  if (!asked->is_typed && !is_any_long(ui, choice_buttons(*asked), area.width())) {
    chips = draw_made_choice(ui, nullptr, area, made) + ui.theme.unit * 0.75f;
    if (height_of(ui.fonts.small, texts) > inside - chips) chips = 0;
  }
  // With the question where there is room.
  const float room = inside - chips;
  const bool has_question = height_of(ui.fonts.small, whole) <= room;
  const std::vector<ColoredText>& shown = has_question ? whole : texts;
  ImFont* font = height_of(ui.fonts.title, shown) <= room  ? ui.fonts.title
                 : height_of(ui.fonts.body, shown) <= room ? ui.fonts.body
                                                           : ui.fonts.small;
  const std::vector<ui::Hint> hints = term_hints(model.course);
  const ui::WithHints with_hints(ui, hints);
  const float height = flow_text(ui, list, font, area.min, area.width(), shown);
  const float y = area.min.y + height + gap;
  if (chips > 0) draw_made_choice(ui, list, {ImVec2(area.min.x, y), area.max}, made);
  ImGui::SetCursorScreenPos(ImVec2(area.min.x, y + chips));
  ImGui::Dummy(ImVec2(1, 1));
}

void draw_question_panel(ui::Ui& ui, const gui::State& model, PanelStates& states,
                         gui::Actions& actions) {
  draw_stop_question(ui, model, states.answer, actions, false);
}

}  // namespace

std::vector<QuestionButton> choice_buttons(const course::Asked& asked) {
  std::vector<QuestionButton> buttons;
  for (size_t i = 0; i < asked.choices.size(); ++i)
    buttons.push_back({fmt::format("answer.{}", i + 1),
                       fmt::format("{}) {}", i + 1, asked.choices[i].text)});  // by its key
  return buttons;
}

std::vector<ColoredText> answered_texts(const ui::Theme& theme, const course::Asked& asked,
                                        const gui::StopAnswer& answer) {
  const size_t right = right_choice(asked);
  const std::string truth = right < asked.choices.size() ? asked.choices[right].text
                            : asked.truth                ? fmt::format("{}", *asked.truth)
                                                         : "";
  const ColoredText reason{asked.reason, theme.text};
  if (answer.is_right)
    return {{say("{answer} is right. ", "answer"_a = truth), theme.good}, reason};
  if (!answer.choice && !answer.number)
    return {{say("{answer}. ", "answer"_a = truth), theme.good}, reason};
  if (!answer.choice)
    return {{say("It is not {number}: count them, {answer}. ", "number"_a = *answer.number,
                 "answer"_a = truth),
             theme.error},
            answer.lanes ? ColoredText{answer.lanes->why.rendered(), theme.text} : reason};
  const course::Asked::Choice& given = asked.choices[*answer.choice];
  const std::string said =
      asked.truth ? say("{right}, not {answer}. ", "right"_a = truth, "answer"_a = given.text)
                  : say("The right answer: {right}. ", "right"_a = truth);
  return {{said, theme.error}, {given.why, theme.text}};
}

bool has_stop_question(const gui::State& model) {
  if (model.course.is_asking()) return true;
  return model.course.answer && model.course.stop() != nullptr && model.is_where_arranged();
}

void draw_stop_question(ui::Ui& ui, const gui::State& model, TypedAnswer& typed,
                        gui::Actions& actions, bool are_large) {
  const LargeLetters letters(ui, are_large);
  const Area area = content_area();
  if (are_large) ui.probe.widget("question", area.min, area.max);  // else it is the panel's name
  if (model.course.is_asking())
    draw_open(ui, model, typed, actions, area);
  else
    draw_answered_stop(ui, model, area);
}

float stop_question_height(ui::Ui& ui, const gui::State& model, float width, bool are_large) {
  const LargeLetters letters(ui, are_large);
  const course::Asked* asked = model.course.asked();
  if (asked == nullptr) return 0;
  const OpenParts parts = parts_of(ui, model, *asked, false, width);
  const float text = ui::wrapped_size(ui.fonts.body, asked->text, width).y;
  return std::ceil(text * 1.3f + parts.above + parts.buttons + ui.theme.unit * 2);
}

bool answer_stop_with(unsigned character, const gui::State& model, TypedAnswer& typed,
                      gui::Actions& actions) {
  if (!model.course.is_asking()) return false;
  const bool is_digit = character >= '0' && character <= '9';
  const bool is_reveal = character == 'r' || character == 'R';
  if (gui::is_test_answered(model.course)) return is_digit || is_reveal;
  if (is_reveal) {
    actions.push_back(gui::action::RevealStop{});
    return true;
  }
  const course::Asked* asked = model.course.asked();
  if (asked == nullptr) return is_digit;
  std::string& digits = digits_of(model, typed);
  if (asked->is_typed || typed.is_other) {
    const bool is_sign = character == '-' && digits.empty();
    if (!is_digit && !is_sign) return false;
    if (digits.size() < kMostDigits) digits += static_cast<char>(character);
    return true;
  }
  if (!is_digit) return false;
  const size_t choice = character - '0';
  if (choice >= 1 && choice <= asked->choices.size())
    actions.push_back(gui::action::AnswerStop{choice - 1});
  return true;
}

void read_course_keys(const ui::Ui& ui, const gui::State& model, TypedAnswer& typed, bool leads,
                      gui::Actions& actions) {
  std::string& digits = digits_of(model, typed);
  const bool is_open = model.course.is_asking() && !gui::is_test_answered(model.course);
  const bool is_typing = is_open && !digits.empty();
  if (ui::key_pressed(ui::Key::kBackspace, true)) {
    if (is_typing)
      digits.pop_back();
    else if (typed.is_other && model.course.is_asking())
      typed.is_other = false;
    else
      actions.push_back(gui::action::BackToArranged{});
  }
  if (leads && ui::key_pressed(ui::Key::kPageUp, false))
    actions.push_back(gui::action::PreviousStop{});
  const bool is_enter = !ui.focus.is_seen() && ui::key_pressed(ui::Key::kEnter, false);
  if (is_enter && is_typing) return send(digits, actions);
  if (!leads) return;
  // What is asked is answered, or shown, before Return goes on.
  const bool goes_on = is_enter && !is_open && !has_task(model);
  if (goes_on || ui::key_pressed(ui::Key::kPageDown, false))
    actions.push_back(gui::action::NextStop{});
}

const Panel kStopQuestionPanel = {
    .id = "question",
    .is_shown = has_stop_question,
    .draw = draw_question_panel,
};

}  // namespace warplens::views
