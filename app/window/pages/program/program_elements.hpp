// The elements of the arrays that a step of a program is about, the host's beside the device's: as
// many as have room, whatever the arrays' sizes are; those that the step changed are lit.
#pragma once

#include "app/session/state.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// From ImGui's cursor to the end of what is in sight, or a few rows more.
void draw_program_elements(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

}  // namespace warplens::views
