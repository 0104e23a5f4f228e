// The strip of a stop: at the left the lesson's name above its stops as dots, in the middle the
// stop's text, at the right the way on.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/guide/guide.hpp"
#include "app/session/course/path.hpp"
#include "app/window/course/course.hpp"
#include "app/window/kit/area.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

struct StripText {
  std::string text;
  ImU32 color = 0;
};

StripText strip_text(const ui::Theme& theme, const gui::Course& course) {
  if (course.task) return {course.task->exercise->title, theme.text};
  if (course.stop() == nullptr)
    return {
        say("Remember: {sentence}", "sentence"_a = guide::plain_text(course.lesson()->remember)),
        theme.text};
  if (!course.facts.problem.empty()) return {course.facts.problem, theme.error};
  if (course.facts.results == nullptr) return {"…", theme.text_faint};
  return {course.facts.results->text, theme.text};
}

std::string place_text(const gui::Course& course) {
  if (course.test.part) return test_place(course);
  if (course.at->twin) return label("Once more");
  const size_t stops = course.lesson()->stops.size();
  if (course.task)
    return say("Task {number} of {count}", "number"_a = course.at->stop - stops,
               "count"_a = course.task_count(course.at->lesson));
  if (course.stop() == nullptr) return label("The end");
  return say("{number} of {count}", "number"_a = course.at->stop + 1, "count"_a = stops);
}

// A stop: a dot, or a diamond where it asks; filled when it is done, ringed where one is.
void draw_mark(const ui::Ui& ui, ImDrawList* list, ImVec2 centre, float radius, bool asks,
               bool is_done, bool is_here) {
  const ImU32 color = is_here ? ui.theme.accent : is_done ? ui.theme.text_dim : ui.theme.text_faint;
  const float thick = (is_here ? 2.0f : 1.2f) * ui.scale;
  if (asks) {
    const float r = radius * 1.25f;
    const ImVec2 top(centre.x, centre.y - r), right(centre.x + r, centre.y),
        bottom(centre.x, centre.y + r), left(centre.x - r, centre.y);
    if (is_done) list->AddQuadFilled(top, right, bottom, left, color);
    list->AddQuad(top, right, bottom, left, color, thick);
  } else {
    if (is_done) list->AddCircleFilled(centre, radius, color);
    list->AddCircle(centre, radius, color, 0, thick);
  }
}

// A task: a square, filled and green once one of its texts has passed.
void draw_task_mark(const ui::Ui& ui, ImVec2 centre, float radius, bool is_done, bool is_here) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 color = is_done ? ui.theme.good : is_here ? ui.theme.accent : ui.theme.text_faint;
  const ImVec2 min(centre.x - radius, centre.y - radius), max(centre.x + radius, centre.y + radius);
  if (is_done) list->AddRectFilled(min, max, color, 0, 0);
  list->AddRect(min, max, color, 0, 0, (is_here ? 2.0f : 1.2f) * ui.scale);
}

struct StripMark {
  bool asks = false, is_done = false, is_here = false;
};
// Of the lesson's stops, or of the test's questions.
std::vector<StripMark> strip_marks(const gui::Course& course) {
  std::vector<StripMark> marks;
  if (course.test.part) {
    const gui::FirstAnswers& answers = gui::answers_of(course.progress, *course.test.part);
    for (const course::TestItem& item : course.test.items)
      marks.push_back({true, answers.contains(item.idea), marks.size() == course.test.item});
    return marks;
  }
  for (const course::Stop& stop : course.lesson()->stops)
    marks.push_back({stop.question.has_value(), course.progress.done.contains(stop.id),
                     marks.size() == course.at->stop && !course.at->twin});
  return marks;
}

// Stops and tasks that can be pressed, from `x` on; returns where they end.
float draw_marks(ui::Ui& ui, const gui::State& model, gui::Actions& actions, ImVec2 at,
                 float height) {
  const gui::Course& course = model.course;
  const std::vector<StripMark> stops = strip_marks(course);
  const float pitch = ui.theme.unit * 1.75f, radius = ui.theme.unit * 0.45f;
  for (size_t i = 0; i < stops.size(); ++i) {
    const ImVec2 min(at.x + pitch * static_cast<float>(i), at.y);
    const ImVec2 max(min.x + pitch, at.y + height);
    if (ui::hit(ui, fmt::format("stop.{}", i + 1), min, max))
      actions.push_back(gui::action::GoToStop{i});
    draw_mark(ui, ImGui::GetWindowDrawList(), ImVec2(min.x + pitch / 2, at.y + height / 2), radius,
              stops[i].asks, stops[i].is_done, stops[i].is_here);
  }
  const size_t tasks = course.test.part ? 0 : course.task_count(course.at->lesson);
  for (size_t i = 0; i < tasks; ++i) {
    const size_t place = stops.size() + 1 + i;
    const ImVec2 min(at.x + pitch * static_cast<float>(stops.size() + i), at.y);
    const ImVec2 max(min.x + pitch, at.y + height);
    if (ui::hit(ui, fmt::format("task.{}", i + 1), min, max))
      actions.push_back(gui::action::GoToStop{place});
    const std::string& exercise = course.tasks[course.at->lesson][i]->id;
    draw_task_mark(ui, ImVec2(min.x + pitch / 2, at.y + height / 2), radius,
                   course.progress.task(exercise).is_passed, place == course.at->stop);
  }
  return at.x + pitch * static_cast<float>(stops.size() + tasks);
}

// In the largest letters in which it has room, and the least at last.
void draw_fitting(ui::Ui& ui, const ui::Area& area, const StripText& words) {
  struct Way {
    ImFont* font;
    float size;
  };
  const float least = std::floor(ui::font_size(ui.fonts.small) * 0.85f);
  const Way ways[] = {{ui.fonts.body, ui::font_size(ui.fonts.body)},
                      {ui.fonts.small, ui::font_size(ui.fonts.small)},
                      {ui.fonts.small, least}};
  for (const Way& way : ways) {
    const float ratio = way.size / ui::font_size(way.font);
    const float height = ui::wrapped_size(way.font, words.text, area.width() / ratio).y * ratio;
    if (height > area.height() && &way != &ways[2]) continue;
    const float top = area.min.y + std::max(0.0f, std::floor((area.height() - height) / 2));
    ui::letters(ui, ImGui::GetWindowDrawList(), way.font, way.size, ImVec2(area.min.x, top),
                words.color, words.text, area.width());
    return;
  }
}

std::string next_text(const gui::Course& course) {
  if (course.left_task) return label("Back to the task");
  if (course.stop() != nullptr) return label("Next");
  if (course.then && course.task_at(*course.then) != nullptr)
    return course.task ? label("Next task") : label("To the task");
  return course.then ? label("Next lesson") : label("To the course");
}

}  // namespace

bool has_course_strip(const gui::State& model) {
  return model.course.at.has_value();
}

std::string way_into_course(const gui::State& model) {
  if (model.lesson == nullptr || model.lesson->stop.empty()) return "";
  const auto place = gui::find_stop(model.course, model.lesson->stop);
  if (!place) return "";
  const course::Lesson& lesson = *model.course.lessons[place->lesson];
  if (place->stop >= lesson.stops.size()) return "";  // a task
  return say("In the course: {lesson}, stop {number}", "lesson"_a = lesson.title,
             "number"_a = place->stop + 1);
}

void draw_course_strip(ui::Ui& ui, const gui::State& model, gui::Actions& actions,
                       const Rect& rect) {
  const gui::Course& course = model.course;
  const float unit = ui.theme.unit, margin = unit * 1.5f;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(rect.pos, rect.max(), ui.theme.panel_raised, 0, 0);
  const float half = rect.size.y / 2, small = ui::font_size(ui.fonts.small);
  const ImVec2 at(rect.pos.x + margin, rect.pos.y);
  // The name with an arrow back to the start page, above the stops.
  const float most = rect.size.x * 0.26f;
  const std::string whole =
      course.test.part ? test_title(*course.test.part) : course.lesson()->title;
  const std::string name = "‹ " + whole;
  const std::string brief = "‹ " + whole.substr(0, whole.find_first_of(":?"));
  const std::string& title = ui::text_size(ui.fonts.small, name).x <= most ? name : brief;
  const float width = std::min(ui::text_size(ui.fonts.small, title).x, most);
  const ImVec2 name_max(at.x + width, at.y + half);
  if (ui::hit(ui, "course.home", at, name_max)) actions.push_back(gui::action::ShowHome{});
  ui::text_fitted(ui, list, ui.fonts.small, ImVec2(at.x, at.y + (half - small) / 2 + unit * 0.25f),
                  most, ImGui::IsItemHovered() ? ui.theme.text : ui.theme.text_dim, title);
  const float marks =
      draw_marks(ui, model, actions, ImVec2(at.x, at.y + half), half - unit * 0.25f);
  const std::string place = place_text(course);
  ui::text_at(ui, list, ui.fonts.small,
              ImVec2(marks + unit * 0.5f, at.y + half + (half - small) / 2 - unit * 0.25f),
              ui.theme.text_faint, place);
  const float left =
      std::max(at.x + width, marks + unit * 0.5f + ui::text_size(ui.fonts.small, place).x) +
      unit * 2;
  const std::string next = next_text(course);
  const float button = ui::font_size(ui.fonts.body) + unit;
  const float right = rect.max().x - margin - button_width(ui, next);
  ImGui::SetCursorScreenPos(ImVec2(right, rect.pos.y + (rect.size.y - button) / 2));
  // Nothing else calls for a press, and this does not while something is asked or to be done.
  const bool is_open = (course.is_asking() && !gui::is_test_answered(course)) ||
                       (course.task && !course.task_progress().is_passed);
  if (ui::button(ui, "stop.next", next,
                 is_open ? ui::ButtonLook::kPlain : ui::ButtonLook::kSelected))
    actions.push_back(gui::action::NextStop{});
  float end = right - unit * 2;  // of the text
  if (offers_own_at_end(course)) {
    const std::string own = label("Now your own kernel");
    const float x = right - unit - button_width(ui, own);
    ImGui::SetCursorScreenPos(ImVec2(x, rect.pos.y + (rect.size.y - button) / 2));
    if (ui::button(ui, "stop.own", own)) {
      actions.push_back(gui::action::AskOwn{});
      actions.push_back(gui::action::ShowHome{});
    }
    end = x - unit * 2;
  }
  const std::vector<ui::Hint> hints = term_hints(course);
  const ui::WithHints with_hints(ui, hints);
  draw_fitting(ui, {ImVec2(left, rect.pos.y + 1), ImVec2(end, rect.max().y - 1)},
               strip_text(ui.theme, course));
  ui.probe.widget("course", rect.pos, rect.max());
}

}  // namespace warplens::views
