// The selected access at one of its passes, in the picture of the memory that it goes to.
#pragma once

#include "app/window/access/picture.hpp"
#include "app/window/frame/layout.hpp"

namespace warplens::views {

// Banks as doors, sectors of lines, or broadcasts.
void draw_access(const PassView& view);

// Whether a shared access of the run takes more than `most` wavefronts on average: the same at
// every step, so that panels keep their places. While counts are hidden, no height gives them away.
bool has_wavefronts_over(const gui::State& model, uint64_t most);
inline constexpr uint64_t kManyWavefronts = 2;  // an access of more: banks get more of the height

// What the run's accesses need of the height; the same at every step, too.
AccessHeight access_height(const gui::State& model);

}  // namespace warplens::views
