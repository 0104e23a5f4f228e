// Banks of DRAM with their open rows while the launch's requests are served one after another, and
// the same requests in other orders.
#pragma once

#include "app/window/pages/pages.hpp"

namespace warplens::views {

// What keeps a bit: a cell of DRAM, one transistor and one capacitor, beside one of SRAM, six
// transistors. A drawing after textbooks; nothing of it comes from a run. Both cells with their
// captions, in an area at least memory_cells_size() large.
void draw_memory_cells(ui::Ui& ui, const ui::Area& area);
ImVec2 memory_cells_size(const ui::Ui& ui);

}  // namespace warplens::views
