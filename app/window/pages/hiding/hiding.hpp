// The page Latency hiding: a strip with a row a warp and cycles to the right, the share of issue
// slots in use above it, beside it times by number of warps; below it latencies, and what passes
// cost.
#pragma once

#include <cstdint>
#include <optional>

#include "app/scene/pages/hiding_scene.hpp"
#include "app/window/pages/pages.hpp"

namespace warplens::views {

// What each warp does cycle by cycle: the share of issue slots in use, the strip with a row a
// warp, below it the whole run as a bar, and buttons that move the strip along it.

// The state's colour, and a pattern of its own, by which it is known without the colour.
void fill_warp_state(const ui::Ui& ui, const ui::Area& area, model::WarpState state);

// The cycle that the strip is to begin with, if it was moved. The area's height includes what is
// below the strip.
std::optional<uint64_t> draw_hiding_strip(ui::Ui& ui, const scene::HidingScene& scene,
                                          const ui::Area& area);

}  // namespace warplens::views
