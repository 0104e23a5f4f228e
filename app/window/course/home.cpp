// The start page, one screen: going on with the course, its lessons as cards, and one's own kernel.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "app/session/course/path.hpp"
#include "app/window/course/course.hpp"
#include "app/window/frame/more_rows.hpp"
#include "app/window/frame/overlays.hpp"
#include "app/window/kit/area.hpp"
#include "app/window/kit/choices.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using ui::Area;
using ui::make_area;

constexpr float kHomeMargin = 4;       // [units] of the window
constexpr float kWidest = 180;         // [units] more is no easier to read
constexpr float kLeastCard = 27;       // [units] of its width
constexpr float kHeadingShare = 0.3f;  // of a row, before what it offers
constexpr size_t kMostRecentShown = 4;

// A paragraph from the top of the area; what has no room in it is drawn smaller. Returns where it
// ends. [pixels]
float put_text(ui::Ui& ui, ImFont* font, const Area& area, ImU32 color, const std::string& text) {
  return area.min.y + ui::letters(ui, ImGui::GetWindowDrawList(), font, ui::font_size(font),
                                  area.min, color, text, area.width())
                          .y;
}

// A rectangle that is pressed as a whole. Returns what is inside its edge.
struct Card {
  Area inside;
  bool is_pressed = false;
};
Card begin_card(ui::Ui& ui, std::string_view name, const Area& area, bool calls) {
  const float pad = ui.theme.unit * 1.25f, round = ui.theme.unit * 0.75f;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(area.min, area.max, ui.theme.panel_raised, round, 0);
  list->AddRect(area.min, area.max, calls || ui::is_hovered(area) ? ui.theme.accent : ui.theme.line,
                round, 0, (calls ? 2.0f : 1.0f) * ui.scale);
  const bool is_pressed = ui::hit(ui, name, area.min, area.max);  // its ring is above the ground
  return {{ImVec2(area.min.x + pad, area.min.y + pad * 0.75f),
           ImVec2(area.max.x - pad, area.max.y - pad * 0.75f)},
          is_pressed};
}

size_t due_at_start(const gui::Course& course) {
  return static_cast<size_t>(
      std::count_if(course.again.begin(), course.again.end(),
                    [](const auto& one) { return one.second == gui::Again::kNextStart; }));
}

void draw_continue(ui::Ui& ui, const gui::Course& course, const Area& area, gui::Actions& actions) {
  const auto place = gui::continue_place(course);
  if (!place) return;
  const course::Lesson& lesson = *course.lessons[place->lesson];
  const Card card = begin_card(ui, "home.continue", area, true);
  if (card.is_pressed) actions.push_back(gui::action::ContinueCourse{});
  const bool is_new = course.progress.lesson.empty();
  const size_t stops = lesson.stops.size();
  const std::string head =
      place->stop > stops
          ? say("Continue: {lesson}, task {number} of {count}", "lesson"_a = lesson.title,
                "number"_a = place->stop - stops, "count"_a = course.task_count(place->lesson))
      : is_new ? say("Begin: {lesson}", "lesson"_a = lesson.title)
               : say("Continue: {lesson}, stop {number} of {count}", "lesson"_a = lesson.title,
                     "number"_a = place->stop + 1, "count"_a = stops);
  Area rest = card.inside;
  rest.min.y = put_text(ui, ui.fonts.title, rest, ui.theme.text, head) + ui.theme.unit * 0.25f;
  const size_t due = due_at_start(course);
  const std::string below =
      due > 0  ? say_count("{count} question of last time comes first.",
                           "{count} questions of last time come first.", due)
      : is_new ? label("You predict, then look: each stop shows one thing, and most of them ask.")
               : lesson.claim;
  put_text(ui, ui.fonts.body, rest, ui.theme.text_dim, below);
}

void draw_lesson(ui::Ui& ui, const gui::Course& course, const course::Lesson& lesson,
                 const Area& area, gui::Actions& actions) {
  const bool is_open = course.at && !course.test.part && course.lesson() == &lesson;
  const Card card = begin_card(ui, "home.lesson." + lesson.id, area, is_open);
  if (card.is_pressed) actions.push_back(gui::action::OpenStop{lesson.id});
  const bool is_done = course.is_done(lesson);
  const float small = ui::font_size(ui.fonts.small);
  const std::string minutes = say("Lesson {number}, {minutes} min", "number"_a = lesson.order,
                                  "minutes"_a = lesson.minutes);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float foot = card.inside.max.y - small;
  ui::text_at(ui, list, ui.fonts.small, ImVec2(card.inside.min.x, foot), ui.theme.text_faint,
              minutes);
  if (is_done) {
    const std::string done = label("✓ done");
    ui::text_at(ui, list, ui.fonts.small,
                ImVec2(card.inside.max.x - ui::text_size(ui.fonts.small, done).x, foot),
                ui.theme.good, done);
  }
  Area text = card.inside;
  text.max.y = foot;
  const float gap = ui.theme.unit * 0.25f;
  // In the largest letters in which both have room.
  struct Letters {
    ImFont *title, *claim;
  };
  const Letters sizes[] = {{ui.fonts.title, ui.fonts.body},
                           {ui.fonts.body, ui.fonts.small},
                           {ui.fonts.small, ui.fonts.small}};
  const auto has_room = [&](const Letters& one) {
    return ui::wrapped_size(one.title, lesson.title, text.width()).y + gap +
               ui::wrapped_size(one.claim, lesson.claim, text.width()).y <=
           text.height();
  };
  const auto* found = std::find_if(std::begin(sizes), std::end(sizes), has_room);
  if (found == std::end(sizes)) {
    ui::text_fitted(ui, list, ui.fonts.body, text.min, text.width(), ui.theme.text, lesson.title);
    return;
  }
  text.min.y = put_text(ui, found->title, text, ui.theme.text, lesson.title) + gap;
  put_text(ui, found->claim, text, ui.theme.text_dim, lesson.claim);
}

// A button, and the room behind it.
bool put_button_at(ui::Ui& ui, ImVec2& at, const char* name, const std::string& words,
                   ui::ButtonLook look = ui::ButtonLook::kPlain) {
  ImGui::SetCursorScreenPos(at);
  const bool is_pressed = ui::button(ui, name, words, look);
  at.x += button_width(ui, words) + ui.theme.unit;
  return is_pressed;
}

// Which of a course's lessons are shown: those of its core, or those that go on from there.
class Parts {
 public:
  explicit Parts(const gui::Course& course) {
    for (const auto& lesson : course.lessons)
      (lesson->is_further ? further_ : core_).push_back(lesson.get());
    const auto place = gui::continue_place(course);
    const bool is_there = place && course.lessons[place->lesson]->is_further;
    chosen_ = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("home:further"), is_there ? 1 : 0);
  }

  const std::vector<const course::Lesson*>& shown() const {
    if (further_.empty()) return core_;
    return *chosen_ != 0 || core_.empty() ? further_ : core_;
  }

  // Two buttons from there on, where there are both.
  void draw(ui::Ui& ui, ImVec2 at) {
    if (further_.empty() || core_.empty()) return;
    const std::pair<const char*, const std::vector<const course::Lesson*>*> parts[] = {
        {"home.core", &core_}, {"home.further", &further_}};
    for (int i = 0; i < 2; ++i) {
      const size_t count = parts[i].second->size();
      const std::string words = i == 0 ? say("The core, {count}", "count"_a = count)
                                       : say("Further, {count}", "count"_a = count);
      const bool is_shown = (*chosen_ != 0) == (i == 1);
      if (put_button_at(ui, at, parts[i].first, words,
                        is_shown ? ui::ButtonLook::kPlain : ui::ButtonLook::kFaint))
        *chosen_ = i;
    }
  }

 private:
  std::vector<const course::Lesson*> core_, further_;
  int* chosen_ = nullptr;
};

// In rows of cards of one size, which fill the area; in a low one they are scrolled.
void draw_lessons_of_course(ui::Ui& ui, const gui::Course& course,
                            const std::vector<const course::Lesson*>& lessons, const Area& area,
                            gui::Actions& actions) {
  const size_t count = lessons.size();
  if (count == 0) return;
  const float gap = ui.theme.unit, least = kLeastCard * ui.theme.unit;
  const auto most =
      static_cast<size_t>(std::max(1.0f, std::floor((area.width() + gap) / (least + gap))));
  // As many as have room beside each other, in rows of equal length.
  const size_t rows = (count + most - 1) / most;
  const size_t columns = (count + rows - 1) / rows;
  const float tallest = ui.theme.unit * 16;
  const float lowest =  // a line of the title above the foot
      ui::font_size(ui.fonts.body) * 1.2f + ui::font_size(ui.fonts.small) + ui.theme.unit * 2;
  const float height = std::clamp(
      std::floor((area.height() + gap) / static_cast<float>(rows) - gap), lowest, tallest);
  const bool scrolls = (height + gap) * static_cast<float>(rows) - gap > area.height();
  const float room = area.width() - (scrolls ? ImGui::GetStyle().ScrollbarSize + gap : 0);
  const float width = std::floor((room + gap) / static_cast<float>(columns) - gap);
  ImGui::SetCursorScreenPos(area.min);
  ImGui::BeginChild("home.lessons", ImVec2(area.width(), area.height()), false,
                    ImGuiWindowFlags_NoBackground);
  {
    const MoreBelow more(ui, "home:more");
    const ImVec2 at = ImGui::GetCursorScreenPos();
    for (size_t i = 0; i < count; ++i) {
      const float x = at.x + (width + gap) * static_cast<float>(i % columns);
      const float y = at.y + (height + gap) * static_cast<float>(i / columns);
      draw_lesson(ui, course, *lessons[i], make_area(x, y, width, height), actions);
    }
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy(ImVec2(1, (height + gap) * static_cast<float>(rows) - gap));
  }
  ImGui::EndChild();
}

std::string more_lessons_words() {
  return label("More lessons");
}

// Lessons that are none of the course's, behind a quiet button at the right of a heading that ends
// at `bottom`.
void draw_more_lessons(ui::Ui& ui, const gui::State& model, float right, float bottom,
                       gui::Actions& actions) {
  const std::string words = more_lessons_words();
  ImVec2 at(right - button_width(ui, words), bottom - ui::font_size(ui.fonts.body) - ui.theme.unit);
  if (put_button_at(ui, at, "home.more", words, ui::ButtonLook::kFaint))
    ImGui::OpenPopup("home.more");
  if (!ui::begin_popup_at("home.more", ImVec2(right, bottom))) return;
  for (const lessons::Lesson* lesson : model.lessons) {
    if (!ui::button(ui, "home.more." + lesson->id, lesson->title, ui::ButtonLook::kFaint)) continue;
    actions.push_back(gui::action::OpenLesson{lesson->id});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void draw_own_kernel(ui::Ui& ui, const gui::State& model, const Area& area, bool& opens,
                     gui::Actions& actions) {
  ImVec2 at = area.min;
  if (put_button_at(ui, at, "home.open", label("Open a file (Ctrl+O)"))) {
    opens = true;
    actions.push_back(gui::action::AskOwn{});
    actions.push_back(gui::action::ShowHome{false});
  }
  const char* clipboard = ImGui::GetClipboardText();
  const bool has_text = clipboard != nullptr && clipboard[0] != '\0';
  if (put_button_at(ui, at, "home.paste", label("Paste a program (Ctrl+V)"),
                    has_text ? ui::ButtonLook::kPlain : ui::ButtonLook::kFaint) &&
      has_text)
    actions.push_back(gui::action::OpenText{clipboard});
  const std::vector<std::string>& recent = model.openable.recent;
  for (size_t i = 0; i < std::min(recent.size(), kMostRecentShown); ++i) {
    const std::string name = std::filesystem::path(recent[i]).filename().string();
    if (at.x + button_width(ui, name) > area.max.x) break;
    if (put_button_at(ui, at, fmt::format("home.recent.{}", i).c_str(), name))
      actions.push_back(gui::action::OpenFile{recent[i]});
    ui::tooltip(ui, recent[i]);
  }
  const Area below{
      ImVec2(area.min.x, area.min.y + ui::font_size(ui.fonts.body) + ui.theme.unit * 1.5f),
      area.max};
  put_text(ui, ui.fonts.small, below, ui.theme.text_faint, own_kernel_words(model.course));
}

// A line that opens what the guide says of lectures.
void draw_for_lecture(ui::Ui& ui, const Area& area, gui::Actions& actions) {
  const std::string words = label(
      "For a lecture: G shows one picture in large letters, Page Down goes to the next stop.");
  const ImVec2 size = ui::wrapped_size(ui.fonts.small, words, area.width());
  const bool is_pressed =
      ui::hit(ui, "home.lecture", area.min, ImVec2(area.min.x + size.x, area.min.y + size.y));
  put_text(ui, ui.fonts.small, area,
           ImGui::IsItemHovered() ? ui.theme.text_dim : ui.theme.text_faint, words);
  if (is_pressed) open_guide(actions, "lectures");
}

// What is quiet: for a lecture, what can be handed in and forgotten, the way back.
void draw_foot(ui::Ui& ui, const gui::State& model, const Area& area, gui::Actions& actions) {
  if (!model.notice.empty())
    put_text(ui, ui.fonts.small, area, ui.theme.text_dim, model.notice);
  else
    draw_for_lecture(ui, area, actions);
  ImVec2 at(area.min.x, area.max.y - ui::font_size(ui.fonts.body) - ui.theme.unit);
  if (put_button_at(ui, at, "home.close", label("Back (Esc)"), ui::ButtonLook::kFaint))
    actions.push_back(gui::action::ShowHome{model.course.test.is_result});
  if (model.course.progress.is_empty()) return;
  if (put_button_at(ui, at, "home.hand-in", label("Write a hand-in file"), ui::ButtonLook::kFaint))
    actions.push_back(gui::action::WriteHandIn{});
  if (put_button_at(ui, at, "home.clear", label("Forget my progress"), ui::ButtonLook::kFaint))
    ImGui::OpenPopup("home.clear");
  if (!ui::begin_popup_at("home.clear", ImVec2(at.x, at.y - ui.theme.unit * 9))) return;
  ui::text(ui, ui.fonts.body, ui.theme.text,
           label("Which stops are done and your first answers are lost."));
  if (ui::button(ui, "home.clear.yes", label("Forget it"))) {
    actions.push_back(gui::action::ClearProgress{});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

float put_heading(ui::Ui& ui, const Area& area, const char* words) {
  return put_text(ui, ui.fonts.small, area, ui.theme.text_faint, words) + ui.theme.unit * 0.5f;
}

}  // namespace

void draw_home(ui::Ui& ui, const gui::State& model, bool& opens, gui::Actions& actions) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float unit = ui.theme.unit, margin = unit * kHomeMargin;
  const float width = std::min(display.x - 2 * margin, kWidest * unit);
  const float left = std::floor((display.x - width) / 2);
  ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(0, 0), display, ui.theme.background, 0, 0);
  const float body = ui::font_size(ui.fonts.body), title = ui::font_size(ui.fonts.title);
  const float foot = ui::font_size(ui.fonts.small) * 2.4f + body + unit * 1.5f;
  const float own = ui::font_size(ui.fonts.small) * 2.6f + body + unit * 3;
  const float bottom = display.y - margin * 0.5f;
  Area rest{ImVec2(left, margin * 0.75f), ImVec2(left + width, bottom)};
  constexpr float kLowest = 80;  // [units] of a window that has room for the title
  if (display.y >= kLowest * unit) {
    ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.title, rest.min, ui.theme.text_dim,
                label("See what a warp does to memory"));
    rest.min.y += title + unit * 1.5f;
  }
  const Area course{rest.min, ImVec2(rest.max.x, bottom - foot - own - unit * 2)};
  if (model.course.first) {
    draw_first_question(ui, model, course, actions);
  } else if (model.course.test.is_result) {
    draw_test_result(ui, model, course, actions);
  } else {
    const float card = title + body * 1.3f + unit * 3;
    draw_continue(ui, model.course, make_area(left, rest.min.y, width, card), actions);
    rest.min.y += card + unit * 2;
    const float more = button_width(ui, more_lessons_words()) + unit * 2;
    const ImVec2 row_max(rest.max.x - more, rest.min.y + ui::font_size(ui.fonts.small));
    draw_test_line(ui, model, {ImVec2(left + width * kHeadingShare, rest.min.y), row_max}, actions);
    rest.min.y = put_heading(ui, rest, label("COURSE"));
    Parts parts(model.course);
    parts.draw(ui, ImVec2(left + ui::text_size(ui.fonts.small, label("COURSE")).x + unit * 2,
                          rest.min.y - body - unit));
    draw_more_lessons(ui, model, rest.max.x, rest.min.y, actions);
    draw_lessons_of_course(ui, model.course, parts.shown(), {rest.min, course.max}, actions);
  }
  rest.min.y = course.max.y + unit * 1.5f;
  rest.min.y = put_heading(
      ui, rest,
      gui::offers_own_kernel(model.course) ? label("NOW YOUR OWN KERNEL") : label("MY KERNEL"));
  draw_own_kernel(ui, model, rest, opens, actions);
  draw_foot(ui, model, {ImVec2(left, bottom - foot), rest.max}, actions);
  ui.probe.widget("home", ImVec2(0, 0), display);
}

}  // namespace warplens::views
