// The constant-memory view: a row a broadcast.
#pragma once

#include "app/window/access/picture.hpp"

namespace warplens::views {

// Of a constant access; broadcasts that the passes have not reached are dim.
void draw_broadcasts(const PassView& view);

}  // namespace warplens::views
