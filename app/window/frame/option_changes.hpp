// What keys and buttons alike change of the options (action::ChangeOptions).
#pragma once

#include "app/session/actions.hpp"
#include "app/session/state.hpp"

namespace warplens::views {

void enlarge(gui::ViewOptions& options);
void reduce(gui::ViewOptions& options);
void toggle_light(gui::ViewOptions& options);
// A page makes room for the question that the steps have; one of measurements has its own.
void toggle_ask_first(gui::ViewOptions& options);
void reveal(gui::ViewOptions& options);
void next_label(gui::ViewOptions& options);
void toggle_playing(gui::ViewOptions& options);
// One of these two has the tiles' place.
void toggle_heat(gui::ViewOptions& options);
void toggle_differences(gui::ViewOptions& options);

}  // namespace warplens::views
