// A task: its goal in the sentence's place, with the hints that were shown, the newest first; below
// its text a mark for each thing that its judge looks at, and why the first one fails.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
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

// The goal, then the hints that are shown, the newest first.
struct TaskTexts {
  std::string goal;
  std::vector<std::string> hints;
};

TaskTexts task_texts(const gui::State& model) {
  const gui::Task& task = *model.course.task;
  if (!task.problem.empty()) return {task.problem, {}};
  if (task.goal.empty()) return {label("The task is being made …"), {}};
  TaskTexts texts{task.goal, {}};
  const size_t shown = std::min<size_t>(model.course.task_progress().hints, task.hints.size());
  for (size_t i = shown; i-- > 0;)
    texts.hints.push_back(
        say("Hint {number}: {hint}", "number"_a = i + 1, "hint"_a = task.hints[i]));
  return texts;
}

// `are_brief`: in few words, as a low window has them.
std::vector<QuestionButton> task_buttons(const gui::State& model, bool are_brief) {
  const gui::Task& task = *model.course.task;
  const gui::TaskProgress progress = model.course.task_progress();
  const size_t count = task.exercise->hints.size();
  std::vector<QuestionButton> buttons;
  if (progress.hints < count && !task.goal.empty()) {
    const size_t next = progress.hints + 1;
    const std::string words =
        next == 1   ? label("Hint")
        : are_brief ? say("Hint {number}", "number"_a = next)
                    : say("Next hint, {number} of {count}", "number"_a = next, "count"_a = count);
    buttons.push_back({"task.hint", words, ui::ButtonLook::kFaint});
  }
  if (progress.hints > 0)
    buttons.push_back({"task.stop", are_brief ? label("Its stop") : label("Where it was shown"),
                       ui::ButtonLook::kPlain});
  if (progress.is_passed && !task.exercise->is_program)
    buttons.push_back({"task.ours", are_brief ? label("Our way") : label("Your way beside ours"),
                       ui::ButtonLook::kPlain});
  return buttons;
}

// In one row, if need be with fewer words.
std::vector<QuestionButton> fitting_buttons(const ui::Ui& ui, const gui::State& model,
                                            float width) {
  std::vector<QuestionButton> buttons = task_buttons(model, false);
  return rows_of_buttons(ui, buttons, width) > 1 ? task_buttons(model, true) : buttons;
}

// TaskLetters of a size [pixels].
struct TaskLetters {
  ImFont* font;
  float size;
};

TaskLetters letters_of(ImFont* font) {
  return {font, ui::font_size(font)};
}

// [pixels]
float height_in(const TaskLetters& letters, const std::string& text, float width) {
  const float ratio = letters.size / ui::font_size(letters.font);
  return ui::wrapped_size(letters.font, text, width / ratio).y * ratio;
}

// Of all hints: the newest in these letters, earlier ones in small ones. [pixels]
float hints_height(const ui::Ui& ui, const TaskLetters& letters, const TaskTexts& texts,
                   float width) {
  float height = 0;
  for (size_t i = 0; i < texts.hints.size(); ++i) {
    const TaskLetters own = i == 0 ? letters : letters_of(ui.fonts.small);
    height += ui.theme.unit * kTextGap + height_in(own, texts.hints[i], width);
  }
  return height;
}

float texts_height(const ui::Ui& ui, const TaskLetters& letters, const TaskTexts& texts,
                   float width) {
  return height_in(letters, texts.goal, width) + hints_height(ui, letters, texts, width);
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

// Of a mark that is not decided; its ring says so, too.
std::string open_words(const ui::Ui& ui, float room) {
  return std::string(ui::first_fitting(ui.fonts.small, room,
                                       {label(name_of(MarkState::kOpen)), label("not yet"), ""}));
}

// What is counted at the shown size, beside its goal; where only another size fails, which one.
std::string mark_words(const ui::Ui& ui, const Mark& mark, float room) {
  const std::string counted = counted_text(mark).rendered();
  if (counted.empty())
    return mark.state == MarkState::kOpen ? open_words(ui, room) : label(name_of(mark.state));
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
  const std::string words = is_finished ? mark_words(ui, mark, room) : open_words(ui, room);
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

// From `y` on; returns where it ends [pixels].
float draw_text(ui::Ui& ui, const TaskLetters& letters, const ui::Area& area, float y, ImU32 color,
                const std::string& text) {
  return y + ui::letters(ui, ImGui::GetWindowDrawList(), letters.font, letters.size,
                         ImVec2(area.min.x, y), color, text, area.width())
                 .y;
}

// The cursor is below them then.
void draw_shown_hints(ui::Ui& ui, const TaskLetters& letters, const TaskTexts& texts,
                      const ui::Area& area) {
  float y = area.min.y;
  for (size_t i = 0; i < texts.hints.size(); ++i)
    y = draw_text(ui, i == 0 ? letters : letters_of(ui.fonts.small), area,
                  y + (i == 0 ? 0 : ui.theme.unit * kTextGap),
                  i == 0 ? ui.theme.text : ui.theme.text_dim, texts.hints[i]);
  ImGui::SetCursorScreenPos(ImVec2(area.min.x, y));
  ImGui::Dummy(ImVec2(1, 1));
}

// The largest letters in which all of it has that room [pixels], and the least at last.
TaskLetters fitting_letters(const ui::Ui& ui, float room,
                            const std::function<float(const TaskLetters&)>& height) {
  const float small = ui::font_size(ui.fonts.small);
  TaskLetters letters = letters_of(ui.fonts.title);
  for (const TaskLetters& smaller : {letters_of(ui.fonts.body), letters_of(ui.fonts.small),
                                     TaskLetters{ui.fonts.small, std::floor(small * 0.9f)},
                                     TaskLetters{ui.fonts.small, std::floor(small * 0.8f)}}) {
    if (height(letters) <= room) break;
    letters = smaller;
  }
  return letters;
}

// The goal stays where it is, above hints that are scrolled where they have no room, so that it is
// read beside its judge's marks.
void draw_goal(ui::Ui& ui, const gui::State& model, const ui::Area& area) {
  const TaskTexts texts = task_texts(model);
  const float width = area.width(), room = area.height();
  const ImU32 color = model.course.task->problem.empty() ? ui.theme.text : ui.theme.error;
  const TaskLetters all = fitting_letters(ui, room, [&](const TaskLetters& letters) {
    return texts_height(ui, letters, texts, width);
  });
  const bool fits = texts_height(ui, all, texts, width) <= room;
  // Two lines of the newest hint at least.
  const float hint = texts.hints.empty() ? 0 : ui::font_size(ui.fonts.small) * 2.5f;
  const TaskLetters goal =
      fits ? all : fitting_letters(ui, room - hint, [&](const TaskLetters& letters) {
        return height_in(letters, texts.goal, width);
      });
  const TaskLetters hints = fits ? all : letters_of(ui.fonts.small);
  float goal_room = height_in(goal, texts.goal, width);
  const bool is_goal_scrolled = goal_room > room - hint;
  if (is_goal_scrolled) goal_room = std::max(room - hint, ui::font_size(ui.fonts.small));
  const auto draw_scrolled = [&](const char* id, float top, float height, const auto& draw) {
    ImGui::SetCursorScreenPos(ImVec2(area.min.x, top));
    ImGui::BeginChild(id, ImVec2(width, std::max(height, 1.0f)), false,
                      ImGuiWindowFlags_NoBackground);
    draw(ui::content_area());
    ImGui::EndChild();
  };
  const auto draw_goal_in = [&](const ui::Area& within) {
    const float end = draw_text(ui, goal, within, within.min.y, color, texts.goal);
    ImGui::SetCursorScreenPos(ImVec2(within.min.x, end));
    ImGui::Dummy(ImVec2(1, 1));
  };
  if (is_goal_scrolled)
    draw_scrolled("task.goal", area.min.y, goal_room, draw_goal_in);
  else
    draw_goal_in(area);
  ui.probe.widget("task.goal", area.min, ImVec2(area.max.x, area.min.y + goal_room));
  if (texts.hints.empty()) return;
  const float top = area.min.y + goal_room + ui.theme.unit * kTextGap;
  const auto draw_hints_in = [&](const ui::Area& within) {
    draw_shown_hints(ui, hints, texts, within);
  };
  if (fits)
    draw_hints_in({ImVec2(area.min.x, top), area.max});
  else
    draw_scrolled("task.hints", top, area.max.y - top, draw_hints_in);
}

}  // namespace

bool has_task(const gui::State& model) {
  return model.course.task.has_value();
}

void draw_task(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  const ui::Area area = ui::content_area();
  const std::vector<QuestionButton> buttons = fitting_buttons(ui, model, area.width());
  const float row = buttons_height(ui, buttons, area.width());
  draw_goal(ui, model, {area.min, ImVec2(area.max.x, area.max.y - row - 1)});
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
  const float texts = texts_height(ui, letters_of(ui.fonts.body), task_texts(model), inside);
  return std::ceil(ui.theme.unit * 4 + texts +
                   buttons_height(ui, fitting_buttons(ui, model, inside), inside));
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
  TaskLetters small = letters_of(ui.fonts.small);
  const float least = std::floor(small.size * 0.8f);
  while (small.size > least && height_in(small, reason.text, area.width()) > room) small.size -= 1;
  ImGui::PushClipRect(ImVec2(area.min.x, y), rect.max(), true);
  ui::letters(ui, ImGui::GetWindowDrawList(), small.font, small.size, ImVec2(area.min.x, y),
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
