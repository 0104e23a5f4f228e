// A lecture on stage: its items in letters for the last row, votes, bookmarks, and the keys that a
// presenter's remote sends.
#pragma once

#include <cstddef>
#include <string>

#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/window/frame/panel_states.hpp"
#include "app/window/kit/area.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// All words are at least so much of the window's height.
inline constexpr float kLeastShareOfHeight = 1.0f / 30;
// The scale at which the usual letters are so high in a window of that size [pixels].
float lecture_scale(ImVec2 display);

// Between frames.
struct LectureView {
  bool is_list_shown = false;  // of bookmarks
  size_t listed = 0;           // the chosen one
  // Where the pointer was last seen to move, and when, in the lecture's seconds; it hides after a
  // while.
  ImVec2 pointer{-1, -1};
  double moved_at = 0;
  bool is_pointer_hidden = false;
};

bool is_lecture_on_stage(const gui::State& model);
// Fills the display.
void draw_lecture(ui::Ui& ui, const gui::State& model, PanelStates& panels, LectureView& view,
                  gui::Actions& actions);
// The stop or the text that is open in the area, as a lecture shows it: its text, its picture, its
// question.
void draw_lecture_item(ui::Ui& ui, const gui::State& model, PanelStates& panels,
                       const ui::Area& area, gui::Actions& actions);
// What on stage depends on the time alone, as a text: while it is the same nothing needs a frame.
std::string stage_ticks(const gui::State& model, const LectureView& view);

// While a lecture is given, on stage or not: F5, Page Up and Page Down, where nobody types; on
// stage Return, too, and, while a vote, the bookmarks or a blank screen is shown, all keys. True:
// nothing else hears this frame's.
bool read_lecture_keys(const ui::Ui& ui, const gui::State& model, LectureView& view,
                       const PanelStates& panels, bool& keys_shown, gui::Actions& actions);
// What a character does on stage in a lecture. False: what it does elsewhere.
bool take_lecture_character(unsigned character, const gui::State& model, LectureView& view,
                            gui::Actions& actions);

// The parts of a frame.
// The question, its choices and their hands, in the area.
void draw_vote(ui::Ui& ui, const gui::State& model, const ui::Area& area, gui::Actions& actions);
// "0:42", since the round began that is counted.
std::string round_clock(const gui::Lecture& lecture);
// The bookmarks, over the whole window.
void draw_bookmarks(ui::Ui& ui, const gui::State& model, LectureView& view, gui::Actions& actions);
void read_bookmark_keys(const gui::State& model, LectureView& view, gui::Actions& actions);

}  // namespace warplens::views
