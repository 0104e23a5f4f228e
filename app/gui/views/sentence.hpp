// The sentence panel: what happens at this step in one or two sentences, and the chosen thread's
// index written out. Declared in views.hpp: draw_sentence(); it keeps no state of its own.
#pragma once

#include "app/gui/views/views.hpp"
