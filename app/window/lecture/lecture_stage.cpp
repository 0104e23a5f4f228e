// What the room sees: the item's text above its picture, its question below; a vote or nothing in
// their place; at the foot where the lecture is.
#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string>

#include "app/window/access/panel_text.hpp"
#include "app/window/course/course.hpp"
#include "app/window/frame/stage.hpp"
#include "app/window/kit/fonts.hpp"
#include "app/window/lecture/lecture.hpp"
#include "app/window/pages/page.hpp"
#include "app/window/pages/page_head.hpp"
#include "app/window/pages/pages.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using ui::Area;

constexpr float kEdge = 1.5f;             // [units] of the window, beside words and pictures
constexpr double kPointerRests = 2;       // [s] until it hides
constexpr float kMostOfQuestion = 0.45f;  // of the height, of a question below a picture

uint32_t minutes_of(const gui::Lecture& lecture) {
  return static_cast<uint32_t>(std::max(lecture.seconds(), 0.0) / 60);
}

bool is_pointer_due(const gui::Lecture& lecture, const LectureView& view) {
  return lecture.now - view.moved_at >= kPointerRests;
}

void follow_pointer(const gui::Lecture& lecture, LectureView& view) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool has_moved = io.MousePos.x != view.pointer.x || io.MousePos.y != view.pointer.y;
  if (has_moved || io.MouseDown[0]) {
    view.pointer = io.MousePos;
    view.moved_at = lecture.now;
  }
  view.is_pointer_hidden = is_pointer_due(lecture, view);
}

// While it is hidden nothing is below it; it comes back where it was.
class PointerAway {
 public:
  explicit PointerAway(bool is_hidden) : before_(ImGui::GetIO().MousePos) {
    if (is_hidden) ImGui::GetIO().MousePos = ImVec2(-FLT_MAX, -FLT_MAX);
  }
  ~PointerAway() { ImGui::GetIO().MousePos = before_; }
  PointerAway(const PointerAway&) = delete;
  PointerAway& operator=(const PointerAway&) = delete;

 private:
  const ImVec2 before_;
};

void draw_pointer(ui::Ui& ui, const LectureView& view) {
  if (view.is_pointer_hidden) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    return;
  }
  draw_halo(ui);
  ui.probe.widget("pointer", view.pointer, ImVec2(view.pointer.x + 1, view.pointer.y + 1));
}

// -------------------------------------------------------------------------------------------------
// the foot

std::string place_words(const gui::Lecture& lecture) {
  const auto& items = lecture.playlist->items;
  std::string words =
      say("{number} of {count}", "number"_a = lecture.at.item + 1, "count"_a = items.size());
  const uint32_t all = lecture.playlist->minutes_together(), minute = minutes_of(lecture) + 1;
  words += "   ";
  words += all == 0 ? say("minute {minute}", "minute"_a = minute)
                    : say("minute {minute} of {all} (this stop: until {planned})",
                          "minute"_a = minute, "all"_a = all,
                          "planned"_a = lecture.playlist->minutes_before(lecture.at.item + 1));
  if (lecture.is_over) words += "   " + say("End of the lecture");
  return words;
}

std::string foot_words(const ui::Ui& ui, const gui::State& model, float room) {
  const gui::Lecture& lecture = model.lecture;
  if (!model.notice.empty()) return model.notice;
  if (lecture.offered)
    return say("Shift+F5: on with {item}, where it ended last time",
               "item"_a = lecture.playlist->items[lecture.offered->at.item].words);
  if (lecture.is_resumed)
    return say("{place}   It broke off here. F5: from the start", "place"_a = place_words(lecture));
  if (lecture.is_over || !(lecture.at == gui::LecturePlace{})) return place_words(lecture);
  return std::string(ui::first_fitting(
      ui.fonts.body, room,
      {label("Page Down, Page Up: on and back   B: blank   H: back here   J: bookmarks   ?: keys"),
       label("Page Down, Page Up: on and back   B: blank   J: bookmarks   ?: keys"),
       label("Page Down: on   Page Up: back   ?: keys")}));
}

// Returns its height. [pixels]
float draw_foot(ui::Ui& ui, const gui::State& model, ImVec2 display) {
  if (!model.options.stage_hints) return 0;
  const float unit = ui.theme.unit, body = ui::font_size(ui.fonts.body);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::string time = clock_text();
  const float right = display.x - unit * kEdge - ui::text_size(ui.fonts.body, time).x;
  const float room = right - unit * (kEdge + 2);
  const std::string words = foot_words(ui, model, room);
  const float height = std::max(ui::wrapped_size(ui.fonts.body, words, room).y, body);
  const float y = display.y - height - unit * 0.5f;
  ui::text_at(ui, list, ui.fonts.body, ImVec2(right, y), ui.theme.text_faint, time);
  ui::letters(ui, list, ui.fonts.body, body, ImVec2(unit * kEdge, y),
              model.notice.empty() ? ui.theme.text_faint : ui.theme.warning, words, room);
  return height + unit;
}

// -------------------------------------------------------------------------------------------------
// an item

// The stop's text in the largest letters in which it is two lines, else the usual ones; of a page
// its answer below. Returns where it ends. [pixels]
float draw_stop_head(ui::Ui& ui, const gui::State& model, const Area& area) {
  const gui::Course& course = model.course;
  const bool is_there = course.facts.results != nullptr;
  const std::string& problem = course.facts.problem;
  const std::string text = !problem.empty() ? problem
                           : is_there       ? course.facts.results->text
                                            : std::string("…");
  ImDrawList* list = ImGui::GetWindowDrawList();
  constexpr size_t kTitleLines = 2;
  const bool is_short = ui::wrapped_lines(ui.fonts.title, text, area.width()).size() <= kTitleLines;
  ImFont* font = is_short ? ui.fonts.title : ui.fonts.body;
  float y =
      area.min.y + ui::letters(ui, list, font, ui::font_size(font), area.min,
                               problem.empty() ? ui.theme.text : ui.theme.error, text, area.width())
                       .y;
  if (model.options.page != gui::Page::kSteps && !course.is_asking()) {
    const PageAnswer answer = shown_answer(ui.theme, model);
    if (!answer.empty()) {
      y += ui.theme.unit * 0.5f;
      y += flow_text(ui, list, ui.fonts.body, ImVec2(area.min.x, y), area.width(), answer);
    }
  }
  return y;
}

template <class Draw>
void draw_part(const char* id, const Area& area, const Draw& draw) {
  if (area.height() < 1) return;
  ImGui::SetCursorScreenPos(area.min);
  ImGui::BeginChild(id, ImVec2(area.width(), area.height()), false, ImGuiWindowFlags_NoBackground);
  draw();
  ImGui::EndChild();
}

void draw_lecture_picture(ui::Ui& ui, const gui::State& model, PanelStates& panels,
                          gui::Actions& actions) {
  if (model.options.page != gui::Page::kSteps)
    return draw_page_picture(ui, model, ui::content_area(), actions);
  if (model.moment != nullptr && model.run != nullptr)
    return draw_stage_picture(ui, model, panels, actions);
  const bool is_wrong = !model.busy && !model.diagnostics.empty();
  ui::text_wrapped(ui, ui.fonts.body, is_wrong ? ui.theme.error : ui.theme.text_dim,
                   is_wrong     ? model.diagnostics.front().message
                   : model.busy ? label("It is running. What it does is shown as soon as it is "
                                        "known.")
                                : label("Nothing has run yet."));
}

// What its question, or the answer's reason in the same place, takes of the room. [pixels]
float question_height(ui::Ui& ui, const gui::State& model, ImVec2 room) {
  if (!has_stop_question(model)) return 0;
  const float usual = ui::font_size(ui.fonts.title) * 5 + ui.theme.unit * 5;
  const float needed = std::max(usual, stop_question_height(ui, model, room.x, true));
  return std::floor(std::min(needed, room.y * kMostOfQuestion));
}

}  // namespace

void draw_lecture_item(ui::Ui& ui, const gui::State& model, PanelStates& panels, const Area& area,
                       gui::Actions& actions) {
  const float unit = ui.theme.unit;
  const bool is_stop = model.course.stop() != nullptr;
  float top = area.min.y;
  if (is_stop)
    top = draw_stop_head(ui, model, area);
  else if (model.moment != nullptr && model.options.page == gui::Page::kSteps)
    top = draw_stage_head(ui, model, area.max.x + area.min.x);
  const float question = question_height(ui, model, ImVec2(area.width(), area.max.y - top));
  float bottom = area.max.y - question;
  const bool has_index =
      !is_stop && model.moment != nullptr && model.options.page == gui::Page::kSteps;
  if (has_index) bottom -= draw_stage_index(ui, model, ImVec2(area.max.x + area.min.x, bottom));
  draw_part("lecture.picture",
            {ImVec2(area.min.x, top + unit), ImVec2(area.max.x, bottom - unit * 0.5f)},
            [&] { draw_lecture_picture(ui, model, panels, actions); });
  draw_part("lecture.question", {ImVec2(area.min.x, area.max.y - question), area.max},
            [&] { draw_stop_question(ui, model, panels.answer, actions, true); });
}

float lecture_scale(ImVec2 display) {
  constexpr float kNarrowest = 4.0f / 3.0f;  // a narrower window has letters by its width
  const float height = std::min(display.y, display.x / kNarrowest);
  // Whole pixels, none too few.
  return std::max(1.0f, std::ceil(height * kLeastShareOfHeight) / ui::kBodyLetters);
}

bool is_lecture_on_stage(const gui::State& model) {
  return model.lecture.is_on() && model.options.stage != gui::Stage::kOff && !model.course.is_home;
}

void draw_lecture(ui::Ui& ui, const gui::State& model, PanelStates& panels, LectureView& view,
                  gui::Actions& actions) {
  const gui::Lecture& lecture = model.lecture;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float unit = ui.theme.unit;
  follow_pointer(lecture, view);
  const PointerAway away(view.is_pointer_hidden && !view.is_list_shown);
  if (lecture.shows_nothing()) {
    list->AddRectFilled(ImVec2(0, 0), display, ui.theme.blank, 0, 0);
    ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    if (lecture.is_over)
      ui::text_at(ui, list, ui.fonts.body,
                  ImVec2(unit * kEdge, display.y - ui::font_size(ui.fonts.body) - unit * 0.5f),
                  ui.theme.text_faint, label("End of the lecture"));
  } else {
    list->AddRectFilled(ImVec2(0, 0), display, ui.theme.panel, 0, 0);
    const float foot = draw_foot(ui, model, display);
    const Area area{ImVec2(unit * kEdge, unit),
                    ImVec2(display.x - unit * kEdge, display.y - foot - unit * 0.5f)};
    const auto vote = lecture.vote_step();
    if (vote && vote != gui::VoteStep::kAnswer)
      draw_vote(ui, model, area, actions);
    else
      draw_lecture_item(ui, model, panels, area, actions);
    draw_pointer(ui, view);
  }
  if (view.is_list_shown) draw_bookmarks(ui, model, view, actions);
}

std::string stage_ticks(const gui::State& model, const LectureView& view) {
  if (model.options.stage == gui::Stage::kOff) return "";
  const gui::Lecture& lecture = model.lecture;
  std::string ticks = model.options.stage_hints ? clock_text() : "";
  if (!lecture.is_on()) return ticks;
  const std::string round = lecture.is_counting() ? round_clock(lecture) : "";
  return fmt::format("{} {} {} {}", ticks, minutes_of(lecture), round,
                     is_pointer_due(lecture, view));
}

}  // namespace warplens::views
