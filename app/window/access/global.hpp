// The global-memory view: lines, sectors and the bytes that lanes use of them.
#pragma once

#include <vector>

#include "app/window/access/picture.hpp"

namespace warplens::views {

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

}  // namespace warplens::views
