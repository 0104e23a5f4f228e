// The lanes panel: all 32 lanes of the access's warp, one row each. Declared in views.hpp:
// draw_lanes(). What stands in its columns is a table in lanes.cpp; it keeps no state of its own.
#pragma once

#include "app/gui/views/views.hpp"
