// What a model of the caches makes of the launch: three numbers of bytes on their way from DRAM to
// the lanes, and the same for each access of the text.
#pragma once

#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// At the cursor, to the end of the window.
void draw_caches(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

// Where the pages of caches, roofline and DRAM have nothing to draw yet: why; false: they have.
bool is_memory_missing(ui::Ui& ui, const gui::State& model);
// That another device's figures are shown, where the device has none.
void put_memory_instead(ui::Ui& ui, const study::MemoryFacts& facts);

}  // namespace warplens::views
