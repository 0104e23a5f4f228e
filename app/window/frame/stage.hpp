// Stage mode, for a projector: one picture fills the window, in large letters.
#pragma once

#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/window/frame/panel_states.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// The window is so much larger on stage: its smallest captions are 20 pixels in one of 1280 x 720.
inline constexpr float kStageScale = 1.6f;

struct StageState {
  bool is_blank = false;
  // Where the user was when the stage was entered, which "back to where I was" returns to.
  std::optional<gui::Selection> entered_at;
};

// Hours and minutes, of the lecture hall's clock.
std::string clock_text();
// A ring round the pointer, which is lost on a large screen.
void draw_halo(ui::Ui& ui);

// The parts of one. The access and what it does, from the top of a display so wide [pixels];
// returns its height. The chosen thread's index in the largest letters that have room below the
// picture, which keeps most of it, up to the lower right corner `end`; returns its height. In the
// current panel the picture, without a question below it.
float draw_stage_head(ui::Ui& ui, const gui::State& model, float width);
float draw_stage_index(ui::Ui& ui, const gui::State& model, ImVec2 end);
void draw_stage_picture(ui::Ui& ui, const gui::State& model, PanelStates& panels,
                        gui::Actions& actions);

// Fills the display. Takes no keys.
void draw_stage(ui::Ui& ui, const gui::State& model, PanelStates& panels, const StageState& state,
                gui::Actions& actions);

// What a character does on stage: 1 to 4 choose the picture, B blanks the screen, H goes back to
// where the user was.
void take_stage_character(StageState& state, unsigned character, gui::Actions& actions);

}  // namespace warplens::views
