#include "app/window/access/question.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/window/access/cover.hpp"
#include "app/window/access/question_parts.hpp"
#include "app/window/course/course.hpp"
#include "app/window/kit/keys.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

std::string score_text(const gui::Scores& scores) {
  return say("{right} of {asked} right at the first attempt", "right"_a = scores.right,
             "asked"_a = scores.asked);
}

// What was believed wrongly, the most frequent first, and a button that forgets all of it.
void draw_beliefs(ui::Ui& ui, const gui::Scores& scores, gui::Actions& actions) {
  std::vector<std::pair<scene::Belief, gui::BeliefScore>> chosen;
  for (const auto& [belief, score] : scores.beliefs) {
    if (score.chosen > 0) chosen.emplace_back(belief, score);
  }
  std::stable_sort(chosen.begin(), chosen.end(),
                   [](const auto& a, const auto& b) { return a.second.chosen > b.second.chosen; });
  ui::text(ui, ui.fonts.body, ui.theme.text, score_text(scores));
  if (chosen.empty())
    ui::text(ui, ui.fonts.small, ui.theme.text_dim, label("No wrong belief has been met."));
  for (const auto& [belief, score] : chosen) {
    ui::text(ui, ui.fonts.small, ui.theme.text_dim,
             say("{chosen} of {met} times: {belief}", "chosen"_a = score.chosen,
                 "met"_a = score.met, "belief"_a = scene::words_of(belief)));
  }
  ui::text(ui, ui.fonts.small, ui.theme.text_faint,
           label("What was wrong comes again. Kept on this machine only."));
  if (ui::button(ui, "scores.clear", label("Forget all of this"))) {
    actions.push_back(gui::action::ClearScores{});
    ImGui::CloseCurrentPopup();
  }
}

// While that is open.
void draw_scores(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  if (!ImGui::BeginPopup("scores")) return;
  if (ui::key_pressed(ui::Key::kEscape, false)) ImGui::CloseCurrentPopup();
  draw_beliefs(ui, model.asking.scores, actions);
  ImGui::EndPopup();
}

}  // namespace

Asked::Asked(const gui::State& model) {
  const gui::Asking& asking = model.asking;
  if (asking.questions == nullptr || asking.of != model.moment) return;
  has_others_ = asking.questions->size() > 1;
  answer_ = asking.answer;
  if (asking.question < asking.questions->size()) question_ = &(*asking.questions)[asking.question];
}

const scene::Choice* Asked::reason() const {
  const scene::Choice* given = answer();
  if (given == nullptr || given->belief != scene::Belief::kNone) return given;
  const auto shown = std::find_if(question_->choices.begin(), question_->choices.end(),
                                  [](const scene::Choice& choice) { return !choice.why.empty(); });
  return shown == question_->choices.end() ? nullptr : &*shown;
}

const scene::Choice* Asked::answer() const {
  if (question_ == nullptr || !answer_ || *answer_ >= question_->choices.size()) return nullptr;
  return &question_->choices[*answer_];
}

void draw_question(ui::Ui& ui, const gui::State& model, gui::Actions& actions,
                   std::string_view reveal) {
  const Asked asked(model);
  const scene::Question* question = asked.question();
  const Area area = content_area();
  std::vector<QuestionButton> choices;
  if (question != nullptr) {
    for (size_t i = 0; i < question->choices.size(); ++i)
      choices.push_back({fmt::format("question:{}", i), question->choices[i].text});
  }
  const size_t count = choices.size();
  std::vector<QuestionButton> others{{std::string(reveal), label("Show the answer (R)")}};
  if (asked.has_others()) others.push_back({"question:another", label("Another question")});
  const std::string text = question != nullptr
                               ? question->text
                               : label(scene::count_question(model.moment->passes.work));
  const bool is_large = model.options.stage != gui::Stage::kOff;
  std::optional<size_t> pressed;
  {
    const LargeLetters letters(ui, is_large);
    const float row = button_row_height(ui);
    std::vector<QuestionButton> all = choices;
    all.insert(all.end(), others.begin(), others.end());
    const bool is_one_row = rows_of_buttons(ui, all, area.width()) == 1;
    const size_t apart =
        rows_of_buttons(ui, choices, area.width()) + rows_of_buttons(ui, others, area.width());
    const auto rows = static_cast<float>(is_one_row ? 1 : apart);
    ImFont* font = font_beside(ui, text, area, rows * row);
    const float height = ui::wrapped_size(font, text, area.width()).y, gap = ui.theme.unit * 0.75f;
    float y =
        draw_above_buttons(ui, area, height, rows * row + gap,
                           [&](ImVec2 at, float width) {
                             return draw_centred(ui, font, ui::make_area(at.x, at.y, width, 0),
                                                 at.y, ui.theme.text, text);
                           }) +
        gap;
    pressed = draw_buttons(ui, area, y, is_one_row ? all : choices);
    y = count > 0 ? ImGui::GetCursorScreenPos().y : y;
    if (!is_one_row) {
      if (const auto other = draw_buttons(ui, area, y, others)) pressed = count + *other;
    }
  }
  // By its picture's name, too, as scripts have it.
  if (const ui::WidgetRect* shown = ui.probe.find(reveal); shown != nullptr)
    ui.probe.widget(covered_answer(model.moment->access.space).reveal, shown->min, shown->max);
  if (pressed && *pressed < count) actions.push_back(gui::action::Answer{*pressed});
  if (pressed == count) reveal_counts(model, actions);
  if (pressed == count + 1) actions.push_back(gui::action::AskAnother{});
  if (model.asking.scores.asked == 0) return;
  const float below = ImGui::GetCursorScreenPos().y;
  if (draw_buttons(ui, area, below, {{"scores", score_text(model.asking.scores)}}))
    ImGui::OpenPopup("scores");
  draw_scores(ui, model, actions);
}

namespace {

// The choices as they were offered.
MadeChoice made_choice(const Asked& asked) {
  MadeChoice made;
  const std::vector<scene::Choice>& choices = asked.question()->choices;
  for (const scene::Choice& choice : choices) made.texts.push_back(choice.text);
  made.right = asked.question()->right();
  made.made = static_cast<size_t>(asked.answer() - choices.data());
  return made;
}

}  // namespace

float answered_height(const ui::Ui& ui, const gui::State& model) {
  constexpr float kLines = 5;  // [units] of the question and of the feedback on the answer
  return feedback(ui, model).empty() ? 0 : ui.theme.unit * (kLines + 1) + choice_height(ui);
}

float draw_choices_made(ui::Ui& ui, const gui::State& model, const Area& area, bool is_drawn) {
  const Asked asked(model);
  if (asked.answer() == nullptr) return 0;
  return draw_made_choice(ui, is_drawn ? ImGui::GetWindowDrawList() : nullptr, area,
                          made_choice(asked)) +
         ui.theme.unit * 0.75f;
}

void draw_answered(ui::Ui& ui, const gui::State& model, gui::Actions& actions, const Area& area) {
  const Asked asked(model);
  std::vector<QuestionButton> buttons;
  const bool has_access = has_other_access(model);
  if (has_access)
    buttons.push_back(other_access_button());
  else if (asked.has_others())
    buttons.push_back({"question:another", label("Another question")});
  buttons.push_back({"scores", score_text(model.asking.scores)});
  const auto pressed = draw_buttons(ui, area, area.min.y, buttons);
  if (pressed && *pressed + 1 == buttons.size()) ImGui::OpenPopup("scores");
  if (pressed && *pressed + 1 < buttons.size())
    actions.push_back(has_access ? gui::Action(gui::action::AskOtherAccess{})
                                 : gui::Action(gui::action::AskAnother{}));
  draw_scores(ui, model, actions);
}

std::vector<ColoredText> feedback(const ui::Ui& ui, const gui::State& model) {
  if (!model.options.ask_first) return {};
  const Asked asked(model);
  const scene::Choice* answer = asked.answer();
  if (answer == nullptr) return {};
  const std::string right = asked.question()->choices[asked.question()->right()].text;
  const ColoredText question{asked.question()->text + " ", ui.theme.text_dim};
  if (answer->belief == scene::Belief::kNone) {
    const scene::Choice* reason = asked.reason();
    return {question,
            {say("{answer} is right. ", "answer"_a = right), ui.theme.good},
            {reason == nullptr ? "" : reason->why + " ", ui.theme.text}};
  }
  return {question,
          {say("{right}, not {answer}. ", "right"_a = right, "answer"_a = answer->text),
           ui.theme.error},
          {say("“{belief}” does not hold. ",
               "belief"_a = scene::words_of(answer->belief, model.moment->access.operation)),
           ui.theme.text},
          {answer->why + " ", ui.theme.text}};
}

uint32_t lanes_of_feedback(const gui::State& model) {
  if (!model.options.ask_first || !model.asking.answer) return 0;
  const Asked asked(model);
  return asked.reason() != nullptr ? asked.reason()->lanes : 0;
}

}  // namespace warplens::views
