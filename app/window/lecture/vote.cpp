// A vote: its question as large as it can be, a row for each choice with the hands that are
// counted, and, once both rounds are, a bar for each.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/window/lecture/lecture.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using gui::VoteStep;
using ui::Area;

constexpr float kChoicesShare = 0.58f;                   // of the width, beside counts and bars
constexpr float kLargest = 2.2f, kStepOfLetters = 0.1f;  // of the letters of titles
constexpr float kRowGap = 1;                             // [units] between choices

struct VoteTexts {
  std::string question;
  std::vector<std::string> choices;  // with their numbers
};

VoteTexts texts_of(const course::Asked& asked) {
  VoteTexts texts{asked.text, {}};
  for (size_t i = 0; i < asked.choices.size(); ++i)
    texts.choices.push_back(fmt::format("{}) {}", i + 1, asked.choices[i].text));
  return texts;
}

// In letters so high. [pixels]
float height_of(ImFont* font, float letters, const std::string& text, float width) {
  const float ratio = letters / ui::font_size(font);
  return std::ceil(ui::wrapped_size(font, text, width / ratio).y * ratio);
}

// What all takes in such letters. [pixels]
struct VoteHeights {
  float question = 0;
  std::vector<float> rows;
  float whole = 0;
};
VoteHeights heights_in(const ui::Ui& ui, float letters, const VoteTexts& texts, float width) {
  ImFont* font = ui.fonts.title;
  const float unit = ui.theme.unit;
  VoteHeights result;
  result.question = height_of(font, letters, texts.question, width);
  result.whole = result.question + unit * 2;
  for (const std::string& choice : texts.choices) {
    const float text = height_of(font, letters, choice, width * kChoicesShare - unit * 3);
    result.rows.push_back(std::max(text, letters * 1.4f) + unit);
    result.whole += result.rows.back() + unit * kRowGap;
  }
  return result;
}

// The hands of the round, "–" where none are counted. Nothing: the choice has no place in it.
std::string hands_text(const gui::VoteRound& round, size_t choice) {
  const bool is_there = choice < round.hands.size() && round.hands[choice];
  return is_there ? fmt::format("{}", *round.hands[choice]) : "–";
}

void draw_field(ui::Ui& ui, const Area& area, float letters, const std::string& text,
                bool is_chosen) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float round = ui.theme.unit * 0.5f;
  list->AddRectFilled(area.min, area.max, ui.theme.background, round, 0);
  list->AddRect(area.min, area.max, is_chosen ? ui.theme.accent : ui.theme.line, round, 0,
                (is_chosen ? 3.0f : 1.0f) * ui.scale);
  const float ratio = letters / ui::font_size(ui.fonts.title);
  const float width = ui::text_size(ui.fonts.title, text).x * ratio;
  ui::letters(ui, list, ui.fonts.title, letters,
              ImVec2(area.center().x - width / 2, area.center().y - letters * 0.55f),
              text == "–" ? ui.theme.text_faint : ui.theme.text, text);
}

// Of both rounds, one above the other: the first is an outline, the second filled.
void draw_bars(ui::Ui& ui, const gui::Vote& vote, size_t choice, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float unit = ui.theme.unit;
  const uint32_t most = std::max({vote.rounds[0].most(), vote.rounds[1].most(), 1u});
  const float body = ui::font_size(ui.fonts.body);
  const float digits = ui::text_size(ui.fonts.body, "0000").x + unit;
  const bool are_both = vote.rounds[0].is_counted() && vote.rounds[1].is_counted();
  const float height = std::min(area.height() / (are_both ? 2.0f : 1.0f), body * 1.4f);
  float y = area.center().y - height * (are_both ? 1.0f : 0.5f);
  for (size_t i = 0; i < vote.rounds.size(); ++i) {
    const gui::VoteRound& round = vote.rounds[i];
    if (!round.is_counted()) continue;
    const uint32_t hands = choice < round.hands.size() ? round.hands[choice].value_or(0) : 0;
    const float length =
        std::max((area.width() - digits) * static_cast<float>(hands) / static_cast<float>(most),
                 2 * ui.scale);
    const ImVec2 min(area.min.x, y + height * 0.1f), max(min.x + length, y + height * 0.9f);
    if (i == 0)
      list->AddRect(min, max, ui.theme.text_dim, 0, 0, 2 * ui.scale);
    else
      list->AddRectFilled(min, max, ui.theme.accent, 0, 0);
    ui.probe.widget(fmt::format("vote.bar.{}.{}", i + 1, choice + 1), min, max);
    ui::text_at(ui, list, ui.fonts.body, ImVec2(max.x + unit, y + (height - body) / 2),
                i == 0 ? ui.theme.text_dim : ui.theme.text, hands_text(round, choice));
    y += height;
  }
}

// What is to be done, above the question.
std::string head_words(const gui::Lecture& lecture) {
  switch (*lecture.vote_step()) {
    case VoteStep::kFirst:
      return label("Vote: the first round");
    case VoteStep::kSecond:
      return label("Vote again: the first round is kept");
    case VoteStep::kBoth:
    case VoteStep::kAnswer:
      break;
  }
  const gui::Vote* vote = lecture.vote();
  const bool are_both =
      vote != nullptr && vote->rounds[0].is_counted() && vote->rounds[1].is_counted();
  return are_both ? label("Outlined the first round, filled the second") : label("The vote");
}

// At the right of each choice: what is typed, or the bars.
void draw_hands(ui::Ui& ui, const gui::Lecture& lecture, size_t choice, const Area& area,
                float letters) {
  static const gui::Vote kNone;
  const gui::Vote& vote = lecture.vote() != nullptr ? *lecture.vote() : kNone;
  if (!lecture.is_counting()) return draw_bars(ui, vote, choice, area);
  const gui::VoteRound& round = vote.rounds[lecture.vote_step() == VoteStep::kFirst ? 0 : 1];
  const float width = std::min(area.width(), letters * 3.5f);
  draw_field(ui, {area.min, ImVec2(area.min.x + width, area.max.y)}, letters,
             hands_text(round, choice), choice == lecture.choice);
}

float draw_vote_head(ui::Ui& ui, const gui::Lecture& lecture, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float size = ui::font_size(ui.fonts.body);
  float right = area.max.x;
  if (lecture.is_counting()) {
    const std::string time = round_clock(lecture);
    right -= ui::text_size(ui.fonts.body, time).x;
    ui::text_at(ui, list, ui.fonts.body, ImVec2(right, area.min.y), ui.theme.text_faint, time);
    ui.probe.widget("vote.timer", ImVec2(right, area.min.y), ImVec2(area.max.x, area.min.y + size));
  }
  ui::text_fitted(ui, list, ui.fonts.body, area.min, right - area.min.x - ui.theme.unit,
                  ui.theme.text_dim, head_words(lecture));
  return size + ui.theme.unit * 1.5f;
}

}  // namespace

std::string round_clock(const gui::Lecture& lecture) {
  const auto seconds = static_cast<uint32_t>(std::max(lecture.now - lecture.round_began, 0.0));
  return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
}

void draw_vote(ui::Ui& ui, const gui::State& model, const Area& area, gui::Actions& actions) {
  const gui::Lecture& lecture = model.lecture;
  const float unit = ui.theme.unit;
  const float top = area.min.y + draw_vote_head(ui, lecture, area);
  ui.probe.widget("vote", area.min, area.max);
  const course::Asked* asked = model.course.asked();
  if (asked == nullptr) {
    const std::string& problem = model.course.facts.problem;
    ui::letters(ui, ImGui::GetWindowDrawList(), ui.fonts.body, ui::font_size(ui.fonts.body),
                ImVec2(area.min.x, top), problem.empty() ? ui.theme.text_dim : ui.theme.error,
                problem.empty() ? label("The question is being made …") : problem, area.width());
    return;
  }
  const VoteTexts texts = texts_of(*asked);
  const float title = ui::font_size(ui.fonts.title), least = ui::font_size(ui.fonts.body);
  float letters = std::floor(title * kLargest);
  VoteHeights heights = heights_in(ui, letters, texts, area.width());
  while (letters > least && heights.whole > area.max.y - top) {
    letters = std::max(least, letters - std::ceil(title * kStepOfLetters));
    heights = heights_in(ui, letters, texts, area.width());
  }
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::letters(ui, list, ui.fonts.title, letters, ImVec2(area.min.x, top), ui.theme.text,
              texts.question, area.width());
  float y = top + heights.question + unit * 2;
  for (size_t i = 0; i < texts.choices.size(); ++i) {
    const Area row{ImVec2(area.min.x, y), ImVec2(area.max.x, y + heights.rows[i])};
    const bool is_chosen = lecture.is_counting() && i == lecture.choice;
    if (is_chosen)
      list->AddRectFilled(row.min, row.max, ui::fade(ui.theme.accent, 0.12f), unit * 0.5f, 0);
    if (ui::hit(ui, fmt::format("vote.choice.{}", i + 1), row.min, row.max) &&
        lecture.is_counting())
      actions.push_back(gui::action::ChooseVoted{i});
    const float right = row.min.x + row.width() * kChoicesShare;
    ui::letters(ui, list, ui.fonts.title, letters,
                ImVec2(row.min.x + unit, row.min.y + unit * 0.5f), ui.theme.text, texts.choices[i],
                right - row.min.x - unit * 3);
    draw_hands(ui, lecture, i,
               {ImVec2(right, row.min.y + unit * 0.25f),
                ImVec2(row.max.x - unit, row.max.y - unit * 0.25f)},
               letters);
    y += heights.rows[i] + unit * kRowGap;
  }
}

}  // namespace warplens::views
