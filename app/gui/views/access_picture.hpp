// The selected access at one of its passes, in the picture of the memory that it goes to.
#pragma once

#include "app/gui/views/picture.hpp"

namespace warplens::views {

// Banks as doors, sectors of lines, or broadcasts.
void draw_access(const PassView& view);

}  // namespace warplens::views
