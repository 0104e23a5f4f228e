// The page Program: what the host's code did, a step at a time. The track of all steps, the arrays
// of host and device with the copies between them, what it printed.
#pragma once

#include "app/gui/session/model.hpp"
#include "app/gui/ui/ui.hpp"

namespace warplens::views {

void draw_program(ui::Ui& ui, const gui::Model& model, gui::Actions& actions);

// The step that is chosen; null: there is none.
const study::ProgramStep* chosen_program_step(const gui::Model& model);
// To another step, by so many; or to the next launch, forwards or back.
void step_program(const gui::Model& model, int delta, gui::Actions& actions);
void step_program_launch(const gui::Model& model, bool forwards, gui::Actions& actions);

}  // namespace warplens::views
