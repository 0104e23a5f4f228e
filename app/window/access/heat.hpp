// How often each element of the global arrays is fetched: the grid's whole run, not one step.
#pragma once

#include <cstdint>
#include <optional>

#include "app/window/access/picture.hpp"

namespace warplens::views {

// The arrays beside each other, as large as the area allows. Cells' widgets are
// PREFIXheat:ARRAY:ROW:COLUMN where they are few. More fetches than `enough` are waste; without it
// no colour judges.
void draw_heat_maps(ui::Ui& ui, const scene::HeatScene& scene, const char* prefix, const Area& area,
                    std::optional<uint32_t> enough);

// What the colours mean, on one line, up to `most` fetches.
void draw_heat_legend(ui::Ui& ui, uint32_t most, std::optional<uint32_t> enough, ImVec2 at,
                      float width);

// In the place of the tiles.
void draw_heat(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

// The button that shows it, or the tiles again.
void put_heat_button(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

// Of both runs of a split window, left and right.
void draw_split_heat(ui::Ui& ui, const gui::State& model, const Area& area);

}  // namespace warplens::views
