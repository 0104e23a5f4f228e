// The steps of a program one behind the other: launches by their names, the rest by a sign.
#pragma once

#include <cstdint>
#include <optional>

#include "app/session/state.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// Of the shown launches the one that a step is; nothing where it is none of them.
std::optional<uint32_t> launch_of(const gui::State& model, const study::ProgramStep& step);
// Whether that launch has findings that are errors.
bool has_kernel_error(const gui::State& model, const study::ProgramStep& step);

}  // namespace warplens::views
