// A presenter's remote sends Page Up and Page Down, B or a full stop, F5 and Esc; the keyboard has
// a few more, and those of a vote.
#include <algorithm>
#include <optional>

#include "app/window/frame/option_changes.hpp"
#include "app/window/kit/keys.hpp"
#include "app/window/lecture/lecture.hpp"

namespace warplens::views {
namespace {

using ui::Key;
using ui::key_pressed;

bool is_digit(unsigned character) {
  return character >= '0' && character <= '9';
}

// A step on or back. True: one of the keys was pressed.
bool read_step_keys(gui::Actions& actions) {
  const bool is_on = key_pressed(Key::kPageDown, false), is_back = key_pressed(Key::kPageUp, false);
  if (is_on || is_back) actions.push_back(gui::action::StepLecture{is_on ? 1 : -1});
  return is_on || is_back;
}

size_t choices_of(const gui::State& model) {
  const course::Asked* asked = model.course.asked();
  return asked == nullptr ? 0 : asked->choices.size();
}

// Of the round that is counted.
std::optional<uint32_t> hands_of(const gui::Lecture& lecture, size_t choice) {
  const gui::Vote* vote = lecture.vote();
  if (vote == nullptr) return std::nullopt;
  const auto& hands = vote->rounds[lecture.vote_step() == gui::VoteStep::kFirst ? 0 : 1].hands;
  return choice < hands.size() ? hands[choice] : std::nullopt;
}

// As the actions before leave them.
struct Counting {
  size_t choice = 0;
  std::optional<uint32_t> hands;
};

// Up, Down and Return choose whose hands are typed, digits are their number.
void read_counting_keys(const gui::State& model, gui::Actions& actions) {
  const gui::Lecture& lecture = model.lecture;
  const size_t count = choices_of(model);
  if (count == 0) return;
  const size_t last = count - 1;
  Counting now{std::min(lecture.choice, last), {}};
  now.hands = hands_of(lecture, now.choice);
  const std::optional<uint32_t> before = now.hands;
  for (const ImWchar character : ImGui::GetIO().InputQueueCharacters) {
    if (!is_digit(character)) continue;
    now.hands = std::min(now.hands.value_or(0) * 10 + (character - '0'), gui::kMostHands);
  }
  if (key_pressed(Key::kBackspace, true) && now.hands)
    now.hands = *now.hands < 10 ? std::nullopt : std::optional(*now.hands / 10);
  if (now.hands != before) actions.push_back(gui::action::CountHands{now.choice, now.hands});
  if (key_pressed(Key::kUp, true) && now.choice > 0)
    actions.push_back(gui::action::ChooseVoted{now.choice - 1});
  if ((key_pressed(Key::kDown, true) || key_pressed(Key::kEnter, false)) && now.choice < last)
    actions.push_back(gui::action::ChooseVoted{now.choice + 1});
}

// The window's own, which change no picture.
void change_look_with(unsigned character, gui::Actions& actions) {
  if (character == 'i' || character == 'I')
    actions.push_back(gui::action::ChangeOptions{toggle_light});
  if (character == '+' || character == '=') actions.push_back(gui::action::ChangeOptions{enlarge});
  if (character == '-') actions.push_back(gui::action::ChangeOptions{reduce});
}

// The last one up to the item.
size_t bookmark_at(const gui::Lecture& lecture) {
  size_t at = 0, count = 0;
  for (const gui::Bookmark& bookmark : gui::bookmarks_of(*lecture.playlist)) {
    if (bookmark.item <= lecture.at.item) at = count;
    ++count;
  }
  return at;
}

void leave_stage(gui::Actions& actions) {
  actions.push_back(
      gui::action::ChangeOptions{[](gui::ViewOptions& o) { o.stage = gui::Stage::kOff; }});
}

// What is shown of a vote, or of nothing, has no other keys.
void read_closed_keys(const gui::State& model, LectureView& view, bool& keys_shown,
                      gui::Actions& actions) {
  const gui::Lecture& lecture = model.lecture;
  const bool is_vote = !lecture.shows_nothing();
  if (key_pressed(Key::kF1, false)) keys_shown = !keys_shown;
  if (key_pressed(Key::kEscape, false)) {
    if (keys_shown)
      keys_shown = false;
    else if (lecture.is_blank)
      actions.push_back(gui::action::BlankScreen{});
    else if (!is_vote)
      leave_stage(actions);
  }
  if (is_vote && lecture.is_counting()) read_counting_keys(model, actions);
  for (const ImWchar character : ImGui::GetIO().InputQueueCharacters) {
    if (is_digit(character) || take_lecture_character(character, model, view, actions)) continue;
    if (character == '?') keys_shown = !keys_shown;
    if (is_vote) change_look_with(character, actions);
    if (character == 'g' || character == 'G') leave_stage(actions);
  }
}

}  // namespace

bool read_lecture_keys(const ui::Ui& ui, const gui::State& model, LectureView& view,
                       const PanelStates& panels, bool& keys_shown, gui::Actions& actions) {
  const gui::Lecture& lecture = model.lecture;
  if (!lecture.is_on()) return false;
  if (key_pressed(Key::kF5, false)) {
    view.is_list_shown = false;
    actions.push_back(gui::action::StartLecture{ImGui::GetIO().KeyShift});
    return true;
  }
  const bool is_typing = panels.source.focused || ImGui::GetIO().WantTextInput;
  if (!is_lecture_on_stage(model)) return !is_typing && read_step_keys(actions);
  if (view.is_list_shown) {
    read_bookmark_keys(model, view, actions);
    return true;
  }
  if (read_step_keys(actions)) return true;
  const auto step = lecture.vote_step();
  if (lecture.shows_nothing() || (step && step != gui::VoteStep::kAnswer)) {
    read_closed_keys(model, view, keys_shown, actions);
    return true;
  }
  // A number that was typed is sent first.
  const bool is_sent = model.course.is_asking() && !panels.answer.digits.empty();
  if (is_typing || is_sent || ui.focus.is_seen() || !key_pressed(Key::kEnter, false)) return false;
  actions.push_back(gui::action::StepLecture{1, true});
  return true;
}

bool take_lecture_character(unsigned character, const gui::State& model, LectureView& view,
                            gui::Actions& actions) {
  const gui::Lecture& lecture = model.lecture;
  switch (character) {
    case '.':
    case 'b':
    case 'B':
      actions.push_back(gui::action::BlankScreen{});
      return true;
    case 'h':
    case 'H':
      actions.push_back(gui::action::BackToItem{});
      return true;
    case 'j':
    case 'J':
      view.is_list_shown = true;
      view.listed = bookmark_at(lecture);
      return true;
    default:
      // The room answers first.
      return is_digit(character) && model.course.is_asking() &&
             gui::is_voted_on(*lecture.playlist, lecture.at.item);
  }
}

}  // namespace warplens::views
