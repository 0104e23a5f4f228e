// The totals panel: the whole grid's counts, those of the run before the last change, findings.
// Declared in views.hpp: draw_totals(); it keeps no state of its own.
#pragma once

#include "app/gui/views/views.hpp"
