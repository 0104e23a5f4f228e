// What a model of the caches makes of the launch: three numbers of bytes on their way from DRAM to
// the lanes, and the same for each access of the text.
#pragma once

#include "app/window/pages/pages.hpp"

namespace warplens::views {

PageAnswer caches_answer(const ui::Theme& theme, const gui::State& model);
void draw_caches(ui::Ui& ui, const gui::State& model, const ui::Area& area, gui::Actions& actions);
void draw_caches_details(ui::Ui& ui, const gui::State& model, const ui::Area& picture,
                         gui::Actions& actions);
std::vector<std::string> caches_caveats(const gui::State& model);

// What is known of the launch's requests; null where there is nothing to draw yet.
const study::MemoryFacts* shown_memory_facts(const gui::State& model);
// Where the pages of caches, roofline and DRAM have nothing to draw yet: why; false: they have.
bool is_memory_missing(ui::Ui& ui, const gui::State& model);
// That another device's figures are shown, where the device has none.
void put_memory_instead(ui::Ui& ui, const study::MemoryFacts& facts);

}  // namespace warplens::views
