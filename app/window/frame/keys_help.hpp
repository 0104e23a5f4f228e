// The list of all keys, over the window; a click closes it.
#pragma once

#include "app/window/kit/ui.hpp"

namespace warplens::views {

// Of a window of so many pixels. `is_shown` becomes false when it is closed.
void draw_keys_help(ui::Ui& ui, bool& is_shown, ImVec2 display);

}  // namespace warplens::views
