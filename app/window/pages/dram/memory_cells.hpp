// What keeps a bit: a cell of DRAM, one transistor and one capacitor, beside one of SRAM, six
// transistors. A drawing after textbooks; nothing of it comes from a run.
#pragma once

#include "app/window/access/picture.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// Both cells with their captions, in an area at least memory_cells_size() large.
void draw_memory_cells(ui::Ui& ui, const Area& area);
ImVec2 memory_cells_size(const ui::Ui& ui);

}  // namespace warplens::views
