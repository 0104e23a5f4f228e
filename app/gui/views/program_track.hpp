// The steps of a program as a row of boxes, launches with their kernels' names; a press chooses
// one.
#pragma once

#include "app/gui/session/model.hpp"
#include "app/gui/ui/ui.hpp"

namespace warplens::views {

// Whether a launch that was run to be stepped through has an error of the kernel's.
bool has_kernel_error(const gui::Model& model, const study::ProgramStep& step);

// At the cursor. The chosen step is in sight.
void draw_program_track(ui::Ui& ui, const gui::Model& model, gui::Actions& actions);

}  // namespace warplens::views
