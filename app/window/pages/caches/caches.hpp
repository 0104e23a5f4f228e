// What the pages of caches, roofline and DRAM have in common: the launch's requests.
#pragma once

#include "app/window/pages/pages.hpp"

namespace warplens::views {

// What is known of the launch's requests; null where there is nothing to draw yet.
const study::MemoryFacts* shown_memory_facts(const gui::State& model);
// Where the pages of caches, roofline and DRAM have nothing to draw yet: why; false: they have.
bool is_memory_missing(ui::Ui& ui, const gui::State& model);
// That another device's figures are shown, where the device has none.
void put_memory_instead(ui::Ui& ui, const study::MemoryFacts& facts);

}  // namespace warplens::views
