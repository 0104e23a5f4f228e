// Below a picture of passes: what a pass is, and what filled and outlined lanes are.
#pragma once

#include "app/window/access/picture.hpp"

namespace warplens::views {

// In a line from `left` to `right`, as much of it as has room; of the lanes' legend all or nothing.
void draw_pass_caption(const PassView& view, float left, float right, float top);
// The same at the foot of the area; returns the area above it.
Area draw_pass_caption(const PassView& view, const Area& area);

}  // namespace warplens::views
