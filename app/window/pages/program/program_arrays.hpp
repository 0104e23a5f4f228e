// The arrays of a program's host and device side by side, with the copies between them as arrows.
#pragma once

#include "app/session/state.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// At the cursor; as they are once the chosen step is done.
void draw_program_arrays(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

}  // namespace warplens::views
