// A warp's registers as updates of one place use them: before and after, and which were lost.
#pragma once

#include "app/window/kit/ui.hpp"
#include "sim/observe/recorded/update_chain.hpp"

namespace warplens::views {

// Of each lane of the warp the first update that is lost, or its first one, in as many columns as
// their texts have room for. Returns the height. [pixels]
float draw_registers(ui::Ui& ui, const observe::UpdateChain& chain, uint32_t warp, ImVec2 at,
                     float width);

}  // namespace warplens::views
