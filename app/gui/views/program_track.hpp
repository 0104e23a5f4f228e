// The steps of a program as a row of boxes, launches with their kernels' names; a press chooses
// one.
#pragma once

#include <cstdint>
#include <optional>

#include "app/gui/session/model.hpp"
#include "app/gui/ui/ui.hpp"

namespace warplens::views {

// Which of the model's launches a step is; nothing: none, or one that was not run to be stepped
// through.
std::optional<uint32_t> launch_of(const gui::Model& model, const study::ProgramStep& step);
// Whether that launch has an error of the kernel's.
bool has_kernel_error(const gui::Model& model, const study::ProgramStep& step);

// At the cursor. The chosen step is in sight.
void draw_program_track(ui::Ui& ui, const gui::Model& model, gui::Actions& actions);

}  // namespace warplens::views
