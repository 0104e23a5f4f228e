// The test before and after the course: the line that offers it on the start page, what came out in
// the place of the lessons, and a question whose answer is kept.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/window/course/course.hpp"
#include "app/window/frame/more_rows.hpp"
#include "app/window/kit/area.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using gui::TestPart;
using ui::Area;

constexpr TestPart kTestParts[] = {TestPart::kBefore, TestPart::kAfter};

std::string offer_text(const gui::Course& course, TestPart part) {
  const size_t count = course.test.items.size();
  const size_t answered = gui::test_counts(course, part).answered;
  const bool is_before = part == TestPart::kBefore;
  if (answered == 0 && is_before)
    return say_count("What do you know already? {count} question",
                     "What do you know already? {count} questions", count);
  if (answered == 0)
    return say_count("Ask me again: {count} question", "Ask me again: {count} questions", count);
  return is_before ? say("Go on: before the course, {answered} of {count} answered",
                         "answered"_a = answered, "count"_a = count)
                   : say("Go on: after the course, {answered} of {count} answered",
                         "answered"_a = answered, "count"_a = count);
}

// "Before the course: 3 of 6, after it: 5", of what is done; empty: nothing is.
std::string result_text(const gui::Course& course) {
  const size_t count = course.test.items.size();
  const size_t before = gui::test_counts(course, TestPart::kBefore).right;
  const size_t after = gui::test_counts(course, TestPart::kAfter).right;
  const bool has_before = !gui::open_item(course, TestPart::kBefore);
  const bool has_after = !gui::open_item(course, TestPart::kAfter);
  if (count == 0 || (!has_before && !has_after)) return "";
  if (!has_after)
    return say("Before the course: {right} of {count} right", "right"_a = before,
               "count"_a = count);
  if (!has_before)
    return say("After the course: {right} of {count} right", "right"_a = after, "count"_a = count);
  return say("Before the course: {before} of {count} right, after it: {after}", "before"_a = before,
             "count"_a = count, "after"_a = after);
}

// Of an idea, what the later test says; nothing: it was not asked about.
struct Newest {
  TestPart part;
  bool is_right;
};
std::optional<Newest> newest_answer(const gui::Course& course, const std::string& idea) {
  for (const TestPart part : {TestPart::kAfter, TestPart::kBefore}) {
    const gui::FirstAnswers& answers = gui::answers_of(course.progress, part);
    const auto answer = answers.find(idea);
    if (answer != answers.end()) return Newest{part, answer->second.is_right};
  }
  return std::nullopt;
}

void draw_test_mark(ui::Ui& ui, const gui::Course& course, TestPart part, const std::string& idea,
                    ImVec2 at) {
  const gui::FirstAnswers& answers = gui::answers_of(course.progress, part);
  const auto answer = answers.find(idea);
  const bool is_right = answer != answers.end() && answer->second.is_right;
  const std::string words = answer == answers.end() ? "–"
                            : is_right              ? std::string(label("✓ right"))
                                                    : std::string(label("missed"));
  ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.body, at,
              is_right ? ui.theme.good : ui.theme.text_dim, words);
}

struct TestColumns {
  float idea, parts[2], lesson;  // [pixels] where each begins
  explicit TestColumns(float left, float width)
      : idea(left),
        parts{left + width * 0.4f, left + width * 0.56f},
        lesson(left + width * 0.72f) {}
};

// Its marks, and the way to its lesson where it was missed.
void draw_test_row(ui::Ui& ui, const gui::Course& course, const course::TestItem& item,
                   const TestColumns& x, float y, gui::Actions& actions) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float letters = y + ui.theme.unit * 0.5f;  // of a button's height
  ui::text_fitted(ui, list, ui.fonts.body, ImVec2(x.idea, letters),
                  x.parts[0] - x.idea - ui.theme.unit, ui.theme.text, item.title);
  for (size_t i = 0; i < std::size(kTestParts); ++i)
    draw_test_mark(ui, course, kTestParts[i], item.idea, ImVec2(x.parts[i], letters));
  const std::optional<Newest> newest = newest_answer(course, item.idea);
  if (!newest || newest->is_right) return;
  const std::string& id = gui::question_of(item, newest->part).lesson;
  const auto lesson = std::find_if(course.lessons.begin(), course.lessons.end(),
                                   [&](const auto& one) { return one->id == id; });
  if (lesson == course.lessons.end()) return;
  ImGui::SetCursorScreenPos(ImVec2(x.lesson, y));
  if (ui::button(ui, "test.lesson." + item.idea,
                 say("To lesson {number}", "number"_a = (*lesson)->order)))
    actions.push_back(gui::action::OpenStop{id});
}

}  // namespace

std::string test_title(TestPart part) {
  return part == TestPart::kBefore ? label("What do you know already?") : label("Ask me again");
}

std::string test_place(const gui::Course& course) {
  const size_t number = course.test.item + 1, count = course.test.items.size();
  if (course.test.part == TestPart::kBefore)
    return say("Before the course: {number} of {count}", "number"_a = number, "count"_a = count);
  return say("After the course: {number} of {count}", "number"_a = number, "count"_a = count);
}

void draw_test_line(ui::Ui& ui, const gui::State& model, const Area& row, gui::Actions& actions) {
  const gui::Course& course = model.course;
  const std::optional<TestPart> offered = gui::offered_test(course);
  const std::string words = offered ? offer_text(course, *offered) : result_text(course);
  if (words.empty()) return;
  const float unit = ui.theme.unit, width = ui::text_size(ui.fonts.small, words).x;
  const ImVec2 at(row.max.x - std::min(width, row.width()), row.min.y);
  const ImVec2 min(at.x - unit * 0.5f, at.y - unit * 0.25f);
  const ImVec2 max(row.max.x + unit * 0.5f, row.max.y + unit * 0.25f);
  // Of one that is done, OpenTest shows what came out.
  const bool has_after = !gui::open_item(course, TestPart::kAfter);
  if (ui::hit(ui, "home.test", min, max))
    actions.push_back(gui::action::OpenTest{offered ? *offered == TestPart::kAfter : has_after});
  ui::text_fitted(ui, ImGui::GetWindowDrawList(), ui.fonts.small, at, row.width(),
                  ImGui::IsItemHovered() ? ui.theme.text : ui.theme.accent, words);
}

void draw_test_result(ui::Ui& ui, const gui::State& model, const Area& area,
                      gui::Actions& actions) {
  const gui::Course& course = model.course;
  const float unit = ui.theme.unit, row = ui::font_size(ui.fonts.body) + unit * 1.75f;
  ImGui::SetCursorScreenPos(area.min);
  ImGui::BeginChild("test.result", ImVec2(area.width(), area.height()), false,
                    ImGuiWindowFlags_NoBackground);
  {
    const MoreBelow more(ui, "test:more");
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList* list = ImGui::GetWindowDrawList();
    const std::string result = result_text(course);
    const bool is_large = ui::text_size(ui.fonts.title, result).x <= area.width();
    ui::text_fitted(ui, list, is_large ? ui.fonts.title : ui.fonts.body, at, area.width(),
                    ui.theme.text, result);
    float y = at.y + ui::font_size(ui.fonts.title) + unit * 1.5f;
    const TestColumns x(at.x, area.width());
    ui::text_at(ui, list, ui.fonts.small, ImVec2(x.parts[0], y), ui.theme.text_faint,
                label("BEFORE"));
    ui::text_at(ui, list, ui.fonts.small, ImVec2(x.parts[1], y), ui.theme.text_faint,
                label("AFTER"));
    y += ui::font_size(ui.fonts.small) + unit * 0.5f;
    for (const course::TestItem& item : course.test.items) {
      draw_test_row(ui, course, item, x, y, actions);
      y += row;
    }
    ImGui::SetCursorScreenPos(ImVec2(at.x, y + unit * 0.5f));
    if (ui::button(ui, "test.close", label("To the course"), ui::ButtonLook::kSelected))
      actions.push_back(gui::action::ShowHome{});
  }
  ImGui::EndChild();
  ui.probe.widget("test", area.min, area.max);
}

void draw_kept_answer(ui::Ui& ui, const course::Asked& asked, const Area& area) {
  const std::vector<ColoredText> texts{
      {asked.text + " ", ui.theme.text_dim},
      {label("Your answer is kept. Return goes on."), ui.theme.text}};
  const bool has_room =
      flow_text(ui, nullptr, ui.fonts.body, area.min, area.width(), texts) <= area.height();
  ImFont* font = has_room ? ui.fonts.body : ui.fonts.small;
  const float height =
      flow_text(ui, ImGui::GetWindowDrawList(), font, area.min, area.width(), texts);
  ImGui::SetCursorScreenPos(ImVec2(area.min.x, area.min.y + height));
  ImGui::Dummy(ImVec2(1, 1));
}

}  // namespace warplens::views
