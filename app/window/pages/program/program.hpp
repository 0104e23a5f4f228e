// The page Program: what the host's code did, a step at a time. While it is shown, the panels
// around it are the program's: its steps as a track in the timeline's place, the step in words in
// the sentence's, what is printed in the thread's.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/session/state.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

void draw_program(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

// Whether the page is shown and has steps, so that panels about an access give way.
bool is_program_shown(const gui::State& model);
// What Panel::is_shown says of a panel about an access.
bool is_access_shown(const gui::State& model);
// The step that is chosen, from 0; the program has steps.
size_t chosen_program_index(const gui::State& model);
// The same step; null: there is none.
const study::ProgramStep* chosen_program_step(const gui::State& model);
// To another step, by so many; to the next launch, forwards or back; to the one at an index.
void step_program(const gui::State& model, int delta, gui::Actions& actions);
// The step of the next launch; nothing where there is none that way.
std::optional<size_t> next_program_launch(const gui::State& model, bool forwards);
void step_program_launch(const gui::State& model, bool forwards, gui::Actions& actions);
void go_to_program_step(size_t step, gui::Actions& actions);

// What the button says that turns to the page: with the program's own verdict where that is short.
std::string program_button(const gui::State& model);

// In the colour of a mistake where it is one.
void draw_program_words(ui::Ui& ui, const gui::State& model);
// Lines of the program's output as far as it had been written at the chosen step.
void draw_program_output(ui::Ui& ui, const gui::State& model);

}  // namespace warplens::views
