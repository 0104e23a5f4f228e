#include "app/window/access/question.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/window/access/cover.hpp"
#include "app/window/kit/keys.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

struct Button {
  std::string name, text;
};

// Buttons have the letters of titles while it lives.
class LargeLetters {
 public:
  LargeLetters(ui::Ui& ui, bool are_large) : ui_(ui), body_(ui.fonts.body) {
    if (are_large) ui.fonts.body = ui.fonts.title;
  }
  ~LargeLetters() { ui_.fonts.body = body_; }
  LargeLetters(const LargeLetters&) = delete;
  LargeLetters& operator=(const LargeLetters&) = delete;

 private:
  ui::Ui& ui_;
  ImFont* body_;
};

// How wide the row is that begins with that button, in so much room [pixels], and behind which
// button it ends.
struct ButtonRow {
  float width = 0;
  size_t end = 0;
};
ButtonRow row_from(const ui::Ui& ui, const std::vector<Button>& buttons, size_t first, float room) {
  ButtonRow row{0, first};
  for (; row.end < buttons.size(); ++row.end) {
    const float one =
        button_width(ui, buttons[row.end].text) + (row.end == first ? 0 : ui.theme.unit);
    if (row.end > first && row.width + one > room) break;
    row.width += one;
  }
  return row;
}

// In rows, each in the middle of the area; the one that is pressed, or none.
std::optional<size_t> draw_buttons(ui::Ui& ui, const Area& area, float y,
                                   const std::vector<Button>& buttons) {
  const float gap = ui.theme.unit, height = ui::font_size(ui.fonts.body) + ui.theme.unit * 1.5f;
  std::optional<size_t> pressed;
  for (size_t first = 0; first < buttons.size();) {
    const auto [width, end] = row_from(ui, buttons, first, area.width());
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

namespace {

// How many rows buttons with these texts take. [pixels] of the width.
size_t rows_of(const ui::Ui& ui, const std::vector<Button>& buttons, float width) {
  size_t rows = 0;
  for (size_t first = 0; first < buttons.size(); ++rows)
    first = row_from(ui, buttons, first, width).end;
  return rows;
}

// The largest letters in which the text leaves so much of the area for buttons. [pixels]
ImFont* font_beside(const ui::Ui& ui, const std::string& text, const Area& area, float buttons) {
  for (ImFont* font : {ui.fonts.title, ui.fonts.body}) {
    const auto lines = static_cast<float>(ui::wrapped_lines(font, text, area.width()).size());
    if (lines * ui::font_size(font) * 1.3f + buttons <= area.height()) return font;
  }
  return ui.fonts.small;
}

}  // namespace

void draw_question(ui::Ui& ui, const gui::State& model, gui::Actions& actions,
                   std::string_view reveal) {
  const Asked asked(model);
  const scene::Question* question = asked.question();
  const Area area = content_area();
  std::vector<Button> choices;
  if (question != nullptr) {
    for (size_t i = 0; i < question->choices.size(); ++i)
      choices.push_back({fmt::format("question:{}", i), question->choices[i].text});
  }
  const size_t count = choices.size();
  std::vector<Button> others{{std::string(reveal), label("Show the answer (R)")}};
  if (asked.has_others()) others.push_back({"question:another", label("Another question")});
  const std::string text = question != nullptr
                               ? question->text
                               : label(scene::count_question(model.moment->passes.work));
  const bool is_large = model.options.stage != gui::Stage::kOff;
  std::optional<size_t> pressed;
  {
    const LargeLetters letters(ui, is_large);
    const float row = ui::font_size(ui.fonts.body) + ui.theme.unit * 1.5f;
    std::vector<Button> all = choices;
    all.insert(all.end(), others.begin(), others.end());
    const bool is_one_row = rows_of(ui, all, area.width()) == 1;
    const size_t apart = rows_of(ui, choices, area.width()) + rows_of(ui, others, area.width());
    const auto rows = static_cast<float>(is_one_row ? 1 : apart);
    ImFont* font = font_beside(ui, text, area, rows * row);
    float y = area.min.y + draw_centred(ui, font, area, area.min.y, ui.theme.text, text) +
              ui.theme.unit * 0.75f;
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

float choice_height(const ui::Ui& ui) {
  return std::round(ui::font_size(ui.fonts.small) + ui.theme.unit * 0.75f);
}

// The choices as they were offered: the right one filled, the one that was made and is wrong struck
// out. Returns the height; null: only that.
float draw_made_choice(ui::Ui& ui, ImDrawList* list, const Area& area, const Asked& asked) {
  const std::vector<scene::Choice>& choices = asked.question()->choices;
  ImFont* font = ui.fonts.small;
  const float height = choice_height(ui), edge = ui.theme.unit * 0.75f, gap = ui.theme.unit * 0.5f;
  float x = area.min.x, y = area.min.y;
  for (size_t i = 0; i < choices.size(); ++i) {
    const float width = std::min(ui::text_size(font, choices[i].text).x + 2 * edge, area.width());
    if (x > area.min.x && x + width > area.max.x) {
      x = area.min.x;
      y += height + gap;
    }
    const Area chip = make_area(x, y, width, height);
    x += width + gap;
    if (list == nullptr) continue;
    const bool is_right = i == asked.question()->right();
    const bool is_wrong = &choices[i] == asked.answer() && !is_right;
    const ImU32 color = is_right ? ui.theme.good : is_wrong ? ui.theme.error : ui.theme.text_dim;
    const ImU32 ground =
        is_right ? ui::mix(ui.theme.panel, color, ui.theme.own_tint) : ui.theme.panel;
    list->AddRectFilled(chip.min, chip.max, ground, edge * 0.5f, 0);
    list->AddRect(chip.min, chip.max, is_right || is_wrong ? color : ui.theme.line, edge * 0.5f, 0,
                  (is_right ? 2.0f : 1.0f) * ui.scale);
    const ImVec2 at(chip.min.x + edge, chip.center().y - ui::font_size(font) / 2);
    ui::text_at(ui, list, font, at, color, choices[i].text);
    if (is_wrong)
      list->AddLine(ImVec2(chip.min.x, chip.max.y), ImVec2(chip.max.x, chip.min.y), color,
                    1.5f * ui.scale);
    ui.probe.widget(fmt::format("choice:{}", i), chip.min, chip.max);
  }
  return y + height - area.min.y;
}

}  // namespace

float answered_height(const ui::Ui& ui, const gui::State& model) {
  constexpr float kLines = 5;  // [units] of the question and of the feedback on the answer
  return feedback(ui, model).empty() ? 0 : ui.theme.unit * (kLines + 1) + choice_height(ui);
}

float draw_choices_made(ui::Ui& ui, const gui::State& model, const Area& area, bool is_drawn) {
  const Asked asked(model);
  if (asked.answer() == nullptr) return 0;
  return draw_made_choice(ui, is_drawn ? ImGui::GetWindowDrawList() : nullptr, area, asked) +
         ui.theme.unit * 0.75f;
}

void draw_answered(ui::Ui& ui, const gui::State& model, gui::Actions& actions, const Area& area) {
  const Asked asked(model);
  std::vector<Button> buttons;
  if (asked.has_others()) buttons.push_back({"question:another", label("Another question")});
  buttons.push_back({"scores", score_text(model.asking.scores)});
  const auto pressed = draw_buttons(ui, area, area.min.y, buttons);
  if (pressed && *pressed + 1 == buttons.size()) ImGui::OpenPopup("scores");
  if (pressed && *pressed + 1 < buttons.size()) actions.push_back(gui::action::AskAnother{});
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
