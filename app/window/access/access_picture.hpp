// The selected access at one of its passes, in the picture of the memory that it goes to.
#pragma once

#include <vector>

#include "app/window/access/picture.hpp"
#include "app/window/frame/layout.hpp"

namespace warplens::views {

// Banks as doors, sectors of lines, or broadcasts.
void draw_access(const PassView& view);

// Whether a shared access of the run takes more than `most` wavefronts on average: the same at
// every step, so that panels keep their places. While counts are hidden, no height gives them away.
bool has_wavefronts_over(const gui::State& model, uint64_t most);
// The same of lines that a global access takes.
bool has_lines_over(const gui::State& model, uint64_t most);
inline constexpr uint64_t kManyWavefronts = 2;  // an access of more: banks get more of the height

// What the run's accesses need of the height; the same at every step, too.
AccessHeight access_height(const gui::State& model);

// The global-memory view: lines, sectors and the bytes that lanes use of them.

// What lanes use of one line.
struct LineBytes {
  uint32_t offset = 0, bytes = 0;  // in the line
  uint32_t lanes = 0;
};
struct LineUse {
  uint64_t line = 0;     // address / 128
  uint32_t sectors = 0;  // a bit a sector moved
  uint32_t bytes_used = 0;
  std::vector<LineBytes> parts;  // by ascending offset
};
// The access's lines in ascending order.
std::vector<LineUse> line_uses(const scene::Moment& moment);

// Of a global access; sectors that the passes have not reached are dim.
void draw_sectors(const PassView& view);

// The constant-memory view: a row a broadcast. Of a constant access; broadcasts that the passes
// have not reached are dim.
void draw_broadcasts(const PassView& view);

}  // namespace warplens::views
