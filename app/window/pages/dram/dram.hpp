// Banks of DRAM with their open rows while the launch's requests are served one after another, and
// the same requests in other orders.
#pragma once

#include "app/window/pages/pages.hpp"

namespace warplens::views {

PageAnswer dram_answer(const ui::Theme& theme, const gui::State& model);
void draw_dram(ui::Ui& ui, const gui::State& model, const ui::Area& area, gui::Actions& actions);
void draw_dram_details(ui::Ui& ui, const gui::State& model, const ui::Area& picture,
                       gui::Actions& actions);
// Kind of memory, order of service, with or without caches before it.
PageChoices dram_choices(const gui::State& model, gui::Actions& actions);
std::vector<std::string> dram_caveats(const gui::State& model);

// What keeps a bit: a cell of DRAM, one transistor and one capacitor, beside one of SRAM, six
// transistors. A drawing after textbooks; nothing of it comes from a run. Both cells with their
// captions, in an area at least memory_cells_size() large.
void draw_memory_cells(ui::Ui& ui, const ui::Area& area);
ImVec2 memory_cells_size(const ui::Ui& ui);

}  // namespace warplens::views
