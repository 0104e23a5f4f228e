// Banks of DRAM with their open rows while the launch's requests are served one after another, and
// the same requests in other orders.
#pragma once

#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/frame/flow.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// At the cursor, to the end of the window.
void draw_dram(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

// Kind of memory, order of service, with or without caches before it.
void put_dram_buttons(ui::Ui& ui, const gui::State& model, Flow& flow, gui::Actions& actions);

// What keeps a bit: a cell of DRAM, one transistor and one capacitor, beside one of SRAM, six
// transistors. A drawing after textbooks; nothing of it comes from a run. Both cells with their
// captions, in an area at least memory_cells_size() large.
void draw_memory_cells(ui::Ui& ui, const Area& area);
ImVec2 memory_cells_size(const ui::Ui& ui);

}  // namespace warplens::views
