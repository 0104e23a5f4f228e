// The thread panel: picks a thread of the block and shows its variables at this step. Declared in
// views.hpp: draw_thread(); it keeps no state of its own.
#pragma once

#include "app/gui/views/views.hpp"
