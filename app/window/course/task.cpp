// A task: its goal in the sentence's place, with hints one after another; below its text a mark for
// each thing that its judge looks at, and why the first one fails.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "app/window/access/panel_text.hpp"
#include "app/window/access/question_parts.hpp"
#include "app/window/course/course.hpp"
#include "app/window/frame/panel.hpp"
#include "app/window/frame/panel_states.hpp"
#include "app/window/kit/area.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using course::Mark;
using course::MarkState;
using course::Outcome;

constexpr size_t kReasonLines = 2;
constexpr float kTextGap = 0.5f;  // [units] between the goal and a hint

// -------------------------------------------------------------------------------------------------
// the goal

struct TaskTexts {
  std::string goal, hint;  // hint: the last one that is shown
};

TaskTexts task_texts(const gui::State& model) {
  const gui::Task& task = *model.course.task;
  if (!task.problem.empty()) return {task.problem, ""};
  if (task.goal.empty()) return {label("The task is being made …"), ""};
  const size_t shown = std::min<size_t>(model.course.task_progress().hints, task.hints.size());
  return {task.goal, shown == 0 ? "" : task.hints[shown - 1]};
}

std::vector<QuestionButton> task_buttons(const gui::State& model) {
  const gui::Task& task = *model.course.task;
  const gui::TaskProgress progress = model.course.task_progress();
  const size_t count = task.exercise->hints.size();
  std::vector<QuestionButton> buttons;
  if (progress.hints < count && !task.goal.empty())
    buttons.push_back({"task.hint",
                       progress.hints == 0
                           ? label("Hint")
                           : say("Next hint, {number} of {count}", "number"_a = progress.hints + 1,
                                 "count"_a = count),
                       ui::ButtonLook::kFaint});
  if (progress.hints > 0)
    buttons.push_back({"task.stop", label("Where it was shown"), ui::ButtonLook::kPlain});
  if (progress.is_passed && !task.exercise->is_program)
    buttons.push_back({"task.ours", label("Your way beside ours"), ui::ButtonLook::kPlain});
  return buttons;
}

// [pixels]
float texts_height(ui::Ui& ui, ImFont* font, const TaskTexts& texts, float width) {
  float height = ui::wrapped_size(font, texts.goal, width).y;
  if (!texts.hint.empty())
    height += ui.theme.unit * kTextGap + ui::wrapped_size(font, texts.hint, width).y;
  return height;
}

float buttons_height(const ui::Ui& ui, const std::vector<QuestionButton>& buttons, float width) {
  return button_row_height(ui) * static_cast<float>(rows_of_buttons(ui, buttons, width));
}

// -------------------------------------------------------------------------------------------------
// marks

// As long as none is known, those that there will be.
std::vector<Mark> marks_of(const gui::Task& task) {
  if (task.verdict != nullptr) return task.verdict->marks;
  return course::Judging(task.exercise, nullptr, "", {}).so_far().marks;
}

ImU32 color_of(const ui::Theme& theme, MarkState state) {
  switch (state) {
    case MarkState::kPassed:
      return theme.good;
    case MarkState::kFailed:
      return theme.error;
    case MarkState::kCut:
      return theme.waste;
    case MarkState::kOpen:
      break;
  }
  return theme.text_faint;
}

// A ring, a disc, a cross or a bar, so that no state is a colour alone.
void draw_state(const ui::Ui& ui, ImVec2 centre, float radius, MarkState state) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 color = color_of(ui.theme, state);
  const float thick = 1.5f * ui.scale;
  switch (state) {
    case MarkState::kPassed:
      list->AddCircleFilled(centre, radius, color);
      return;
    case MarkState::kFailed:
      list->AddLine(ImVec2(centre.x - radius, centre.y - radius),
                    ImVec2(centre.x + radius, centre.y + radius), color, thick);
      list->AddLine(ImVec2(centre.x - radius, centre.y + radius),
                    ImVec2(centre.x + radius, centre.y - radius), color, thick);
      return;
    case MarkState::kCut:
      list->AddLine(ImVec2(centre.x - radius, centre.y), ImVec2(centre.x + radius, centre.y), color,
                    2 * thick);
      return;
    case MarkState::kOpen:
      list->AddCircle(centre, radius, color, 0, thick);
      return;
  }
}

std::string widget_of(const Mark& mark) {
  return "mark." + (mark.goal ? mark.goal->id : std::string(course::word(mark.kind)));
}

// Marks without a number share a row.
bool is_counted(const Mark& mark) {
  return mark.kind != course::MarkKind::kResult && mark.kind != course::MarkKind::kErrors;
}

// Where there are fewer `rows` than they need, those that passed make room, then the last ones.
std::vector<Mark> fitting(std::vector<Mark> marks, float rows) {
  const auto needed = 1 + std::count_if(marks.begin(), marks.end(), is_counted);
  auto over = needed - std::max<ptrdiff_t>(static_cast<ptrdiff_t>(rows), 1);
  for (const bool is_any : {false, true}) {
    for (size_t i = marks.size(); i-- > 0 && over > 0;) {
      if (!is_counted(marks[i]) || (!is_any && marks[i].state != MarkState::kPassed)) continue;
      marks.erase(marks.begin() + static_cast<ptrdiff_t>(i));
      --over;
    }
  }
  return marks;
}

float row_height(const ui::Ui& ui) {
  return std::ceil(ui::font_size(ui.fonts.small) * 1.3f);
}

// What is counted at the shown size, beside its goal; where only another size fails, which one.
std::string mark_words(const ui::Ui& ui, const Mark& mark, float room) {
  const std::string counted = counted_text(mark).rendered();
  if (counted.empty()) return label(name_of(mark.state));
  if (mark.state != MarkState::kFailed || !mark.where || mark.where->at.size == 0) return counted;
  std::string place = place_text(*mark.where).rendered();
  return ui::text_size(ui.fonts.small, place).x <= room ? place : label(name_of(mark.state));
}

void draw_mark_of_task(ui::Ui& ui, const Mark& mark, const ui::Area& area, bool is_finished) {
  const MarkState state = is_finished ? mark.state : MarkState::kOpen;
  const float letters = ui::font_size(ui.fonts.small), radius = std::floor(letters * 0.3f);
  draw_state(ui, ImVec2(area.min.x + radius, area.min.y + letters * 0.55f), radius, state);
  const std::string name = name_of(mark).rendered();
  const float x = area.min.x + radius * 2 + ui.theme.unit;
  const float room = area.max.x - x - ui::text_size(ui.fonts.small, name).x - ui.theme.unit;
  const std::string words = is_finished ? mark_words(ui, mark, room) : label(name_of(state));
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float right = area.max.x - ui::text_size(ui.fonts.small, words).x;
  ui::text_fitted(ui, list, ui.fonts.small, ImVec2(x, area.min.y), right - ui.theme.unit - x,
                  ui.theme.text, name);
  ui::text_at(ui, list, ui.fonts.small, ImVec2(right, area.min.y), color_of(ui.theme, state),
              words);
  ui.probe.widget(widget_of(mark), area.min, area.max);
}

// The one that came to it at the first of the sizes; null: there is none.
const Mark* first_in(const course::Verdict& verdict, MarkState state) {
  const Mark* first = nullptr;
  const auto size_of = [](const Mark& mark) {
    return mark.where ? mark.where->at.size : std::numeric_limits<size_t>::max();
  };
  for (const Mark& mark : verdict.marks) {
    if (mark.state != state) continue;
    if (first == nullptr || size_of(mark) < size_of(*first)) first = &mark;
  }
  return first;
}

struct Reason {
  std::string text;
  ImU32 color = 0;
};

// What is to be known beside the marks: why the first that fails does, or what is still to come.
Reason reason_of(const ui::Theme& theme, const gui::Task& task) {
  if (task.verdict == nullptr) return {label("It is being judged …"), theme.text_faint};
  const course::Verdict& verdict = *task.verdict;
  if (verdict.outcome == Outcome::kNotFinished)
    return {say("Not finished: {problem}",
                "problem"_a = verdict.problems.empty() ? "" : verdict.problems.front().message),
            theme.text_faint};
  if (verdict.outcome == Outcome::kPassed)
    return {label("Passed, at all sizes, shown and hidden."), theme.good};
  for (const MarkState state : {MarkState::kFailed, MarkState::kCut}) {
    if (const Mark* mark = first_in(verdict, state))
      return {say("{mark}: {reason}", "mark"_a = name_of(*mark), "reason"_a = reason_text(*mark)),
              theme.text_dim};
  }
  return {label("So far at the shown size; hidden sizes follow."), theme.text_faint};
}

// From the area's top on, a hint first where they are scrolled; the cursor is below them then.
void draw_texts(ui::Ui& ui, const gui::State& model, const TaskTexts& texts, ImFont* font,
                const ui::Area& area, bool is_scrolled) {
  const ImU32 color = model.course.task->problem.empty() ? ui.theme.text : ui.theme.error;
  std::vector<ColoredText> parts{{texts.goal, color}};
  if (!texts.hint.empty())
    parts.insert(is_scrolled ? parts.begin() : parts.end(), {texts.hint, ui.theme.text_dim});
  float y = area.min.y;
  for (const ColoredText& part : parts) {
    y += ui::letters(ui, ImGui::GetWindowDrawList(), font, ui::font_size(font),
                     ImVec2(area.min.x, y), part.color, part.text, area.width())
             .y;
    if (&part != &parts.back()) y += ui.theme.unit * kTextGap;
  }
  ImGui::SetCursorScreenPos(ImVec2(area.min.x, y));
  ImGui::Dummy(ImVec2(1, 1));
}

}  // namespace

bool has_task(const gui::State& model) {
  return model.course.task.has_value();
}

void draw_task(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  const ui::Area area = ui::content_area();
  const std::vector<QuestionButton> buttons = task_buttons(model);
  const float row = buttons_height(ui, buttons, area.width());
  const TaskTexts texts = task_texts(model);
  ImFont* font = ui.fonts.small;
  for (ImFont* larger : {ui.fonts.title, ui.fonts.body}) {
    if (texts_height(ui, larger, texts, area.width()) + row > area.height()) continue;
    font = larger;
    break;
  }
  // Where the letters are the least already they are scrolled, above buttons that stay.
  const float room = area.height() - row - 1;
  const bool is_scrolled = texts_height(ui, font, texts, area.width()) > room;
  if (is_scrolled)
    ImGui::BeginChild("task.texts", ImVec2(area.width(), room), false,
                      ImGuiWindowFlags_NoBackground);
  draw_texts(ui, model, texts, font, is_scrolled ? ui::content_area() : area, is_scrolled);
  if (is_scrolled) ImGui::EndChild();
  const auto pressed = draw_buttons(ui, area, area.max.y - row - 1, buttons);
  if (!pressed) return;
  const std::string& name = buttons[*pressed].name;
  if (name == "task.hint") actions.push_back(gui::action::ShowHint{});
  if (name == "task.stop")
    actions.push_back(gui::action::FollowHint{model.course.task_progress().hints - 1});
  if (name == "task.ours") actions.push_back(gui::action::ShowReference{});
}

float task_height(ui::Ui& ui, const gui::State& model, float width) {
  const float inside = width - ui::panel_frame(ui).x;
  const float texts = texts_height(ui, ui.fonts.body, task_texts(model), inside);
  return std::ceil(ui.theme.unit * 4 + texts + buttons_height(ui, task_buttons(model), inside));
}

float judge_height(const ui::Ui& ui, const gui::State& model) {
  size_t rows = 1 + kReasonLines;  // of result and errors
  for (const Mark& mark : marks_of(*model.course.task)) rows += is_counted(mark) ? 1 : 0;
  return std::ceil(row_height(ui) * static_cast<float>(rows) + ui.theme.unit * 1.5f);
}

void draw_judge(ui::Ui& ui, const gui::State& model, const Rect& rect) {
  const gui::Task& task = *model.course.task;
  const float unit = ui.theme.unit, row = row_height(ui);
  ImGui::GetWindowDrawList()->AddRectFilled(rect.pos, rect.max(), ui.theme.panel, 0, 0);
  const ui::Area area{ImVec2(rect.pos.x + unit * 1.5f, rect.pos.y + unit * 0.75f),
                      ImVec2(rect.max().x - unit * 1.5f, rect.max().y - unit * 0.75f)};
  const std::vector<Mark> marks = fitting(marks_of(task), area.height() / row - kReasonLines);
  const bool is_finished =
      task.verdict != nullptr && task.verdict->outcome != Outcome::kNotFinished;
  const auto uncounted = static_cast<float>(std::count_if(
      marks.begin(), marks.end(), [](const Mark& mark) { return !is_counted(mark); }));
  const float gap = unit * 2;
  const float part = (area.width() - gap * (uncounted - 1)) / uncounted;
  float x = area.min.x, y = area.min.y + row;
  for (const Mark& mark : marks) {
    if (is_counted(mark)) {
      draw_mark_of_task(ui, mark, ui::make_area(area.min.x, y, area.width(), row), is_finished);
      y += row;
    } else {
      draw_mark_of_task(ui, mark, ui::make_area(x, area.min.y, part, row), is_finished);
      x += part + gap;
    }
  }
  const Reason reason = reason_of(ui.theme, task);
  // In smaller letters where it is longer than its lines.
  const float room = area.max.y - y;
  float size = ui::font_size(ui.fonts.small);
  const float least = std::floor(size * 0.8f);
  const auto height_in = [&](float letters) {
    const float ratio = letters / ui::font_size(ui.fonts.small);
    return ui::wrapped_size(ui.fonts.small, reason.text, area.width() / ratio).y * ratio;
  };
  while (size > least && height_in(size) > room) size -= 1;
  ImGui::PushClipRect(ImVec2(area.min.x, y), rect.max(), true);
  ui::letters(ui, ImGui::GetWindowDrawList(), ui.fonts.small, size, ImVec2(area.min.x, y),
              reason.color, reason.text, area.width());
  ImGui::PopClipRect();
  ui.probe.widget("judge", rect.pos, rect.max());
}

const Panel kTaskPanel = {
    .id = "task",
    .is_shown = has_task,
    .draw = stateless<draw_task>,
};

}  // namespace warplens::views
