// The first thing that the start page shows: one access of two runs, pass by pass beside each other
// at one speed, and a question about it.
#include <algorithm>
#include <cmath>

#include "app/window/access/doors.hpp"
#include "app/window/course/course.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

constexpr float kBelowPictures = 16;  // [units] of what is below the pictures, answered or not
constexpr float kLeastPictures = 10;  // [units] in a lower window there are none

// The stop's text and the names of both sides, above the pictures. Returns where it ends [pixels].
float draw_first_head(ui::Ui& ui, const std::string& text, const Area& area) {
  ImFont* font = ui::wrapped_lines(ui.fonts.title, text, area.width()).size() <= 2 ? ui.fonts.title
                                                                                   : ui.fonts.body;
  const ImVec2 size = ui::letters(ui, ImGui::GetWindowDrawList(), font, ui::font_size(font),
                                  area.min, ui.theme.text, text, area.width());
  return area.min.y + size.y + ui.theme.unit;
}

void draw_first_side(ui::Ui& ui, const gui::State& model, const gui::FirstSide& side,
                     const Queues& queues, float passes, const char* prefix, Area area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::text_fitted(ui, list, ui.fonts.mono, area.min, area.width(), ui.theme.text_dim, side.name);
  ImGui::SetCursorScreenPos(area.min);
  gui::Actions none;  // what is behind the start page stays as it is
  const auto count = static_cast<float>(side.moment->passes.count());
  const float done = std::min(passes, count);
  PassView view{{ui, model, *side.moment, none, list},
                area,
                side.run->device.banks,
                done < count ? static_cast<uint32_t>(done) + 1 : 0,
                done,
                queues,
                prefix};
  view.is_bare = true;
  draw_doors(view);
  ui.probe.widget(std::string(prefix) + "picture", area.min, area.max);
}

void draw_first_sides(ui::Ui& ui, const gui::State& model, const gui::FirstQuestion& first,
                      const Area& area) {
  const gui::FirstSide &left = first.made.results->sides[0], &right = first.made.results->sides[1];
  const Queues queues = both(queues_of(*left.moment, left.run->device.banks),
                             queues_of(*right.moment, right.run->device.banks));
  const uint32_t most = std::max(left.moment->passes.count(), right.moment->passes.count());
  const float passes = first.played * static_cast<float>(most);
  const float middle = std::round(area.center().x), gap = ui.theme.unit * 2;
  ImGui::GetWindowDrawList()->AddLine(ImVec2(middle, area.min.y), ImVec2(middle, area.max.y),
                                      ui.theme.line, 1);
  draw_first_side(ui, model, left, queues, passes, "first.left.",
                  {area.min, ImVec2(middle - gap, area.max.y)});
  draw_first_side(ui, model, right, queues, passes, "first.right.",
                  {ImVec2(middle + gap, area.min.y), area.max});
}

// The ways on, and the pictures once more.
void draw_ways_on(ui::Ui& ui, const gui::State& model, const Area& area, float y,
                  gui::Actions& actions) {
  const gui::FirstQuestion& first = *model.course.first;
  const QuestionButton play{"first.play", label("Play again"), ui::ButtonLook::kFaint};
  const QuestionButton path{"first.path", label("To the course"),
                            first.answer ? ui::ButtonLook::kPlain : ui::ButtonLook::kFaint};
  std::vector<QuestionButton> buttons{play, path};
  if (first.answer) {
    const course::Lesson& lesson = *model.course.lessons[first.of.lesson];
    buttons.insert(buttons.begin(),
                   {"first.lesson", say("Into the lesson: {lesson}", "lesson"_a = lesson.title),
                    ui::ButtonLook::kSelected});
  }
  const auto pressed = draw_buttons(ui, area, y, buttons);
  if (!pressed) return;
  const std::string& name = buttons[*pressed].name;
  if (name == play.name)
    actions.push_back(gui::action::PlayFirst{});
  else if (name == path.name)
    actions.push_back(gui::action::LeaveFirst{});
  else
    actions.push_back(way_on_from_first(model.course));
}

void draw_choices_or_reason(ui::Ui& ui, const gui::State& model, const Area& area,
                            gui::Actions& actions) {
  const gui::FirstQuestion& first = *model.course.first;
  const course::Asked& asked = *first.asked();
  const float row = button_row_height(ui), unit = ui.theme.unit;
  if (first.answer) {
    const std::vector<ColoredText> texts = answered_texts(ui.theme, asked, *first.answer);
    const float room = area.height() - row - unit;
    ImFont* font = ui.fonts.small;
    for (ImFont* larger : {ui.fonts.body, ui.fonts.title}) {
      if (flow_text(ui, nullptr, larger, area.min, area.width(), texts) <= room) font = larger;
    }
    const float height =
        flow_text(ui, ImGui::GetWindowDrawList(), font, area.min, area.width(), texts);
    return draw_ways_on(ui, model, area, area.min.y + height + unit, actions);
  }
  const std::vector<QuestionButton> choices = choice_buttons(asked);
  const float needed = row * static_cast<float>(rows_of_buttons(ui, choices, area.width()) + 1);
  ImFont* font = font_beside(ui, asked.text, area, needed + unit);
  const float y =
      area.min.y + draw_centred(ui, font, area, area.min.y, ui.theme.text, asked.text) + unit;
  if (const auto pressed = draw_buttons(ui, area, y, choices))
    actions.push_back(gui::action::AnswerFirst{*pressed});
  draw_ways_on(ui, model, area, ImGui::GetCursorScreenPos().y, actions);
}

}  // namespace

void draw_first_question(ui::Ui& ui, const gui::State& model, const Area& area,
                         gui::Actions& actions) {
  const gui::FirstQuestion& first = *model.course.first;
  if (first.asked() == nullptr) {
    ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.body, area.min, ui.theme.text_dim,
                label("The question is being made …"));
    return;
  }
  const std::vector<ui::Hint> hints = term_hints(model.course);
  const ui::WithHints with_hints(ui, hints);
  const float top = draw_first_head(ui, first.made.results->facts.text, area);
  float bottom = area.max.y - kBelowPictures * ui.theme.unit;
  if (bottom - top >= kLeastPictures * ui.theme.unit)
    draw_first_sides(ui, model, first, {ImVec2(area.min.x, top), ImVec2(area.max.x, bottom)});
  else
    bottom = top;
  draw_choices_or_reason(ui, model, {ImVec2(area.min.x, bottom + ui.theme.unit), area.max},
                         actions);
  ui.probe.widget("first", area.min, area.max);
}

bool answer_first_with(unsigned character, const gui::State& model, gui::Actions& actions) {
  const std::optional<gui::FirstQuestion>& first = model.course.first;
  if (!first || first->answer || first->asked() == nullptr) return false;
  const size_t count = first->asked()->choices.size();
  if (character < '1' || character - '0' > count) return false;
  actions.push_back(gui::action::AnswerFirst{character - '1'});
  return true;
}

gui::Action way_on_from_first(const gui::Course& course) {
  const gui::FirstQuestion& first = *course.first;
  if (!first.answer) return gui::action::LeaveFirst{};
  const course::Lesson& lesson = *course.lessons[first.of.lesson];
  return gui::action::OpenStop{lesson.id + "." + lesson.stops[first.of.stop].id};
}

}  // namespace warplens::views
