// A shared access pass by pass: banks as doors, lanes that queue over theirs, and the lanes that
// are done.
#pragma once

#include "app/window/access/picture.hpp"

namespace warplens::views {

// From top to bottom: what the pass does and which it is, the queues, the doors, the lanes.
struct DoorsLayout {
  float left = 0;   // of door 0
  float width = 0;  // of a door
  float head_top = 0;
  float queues_top = 0, chip_height = 0;
  uint32_t most_chips = 0;  // of a queue that are drawn; the rest is a number above them
  uint32_t columns = 1;     // in which a queue waits where one would be too high
  float lift = 0;  // [pixels] between such a queue and the doors, more than a chip's height
  float doors_top = 0, doors_height = 0;
  float lanes_top = 0, lanes_height = 0;
  float caption_top = 0;  // 0: no room
};
// `queues`: before the first pass.
DoorsLayout layout_doors(const ui::Ui& ui, const Area& area, uint32_t banks, const Queues& queues);

// Whether there is room for whole queues, doors and lanes, one below the other.
bool doors_fit(const ui::Ui& ui, const Area& area, const DoorsLayout& layout, const Queues& queues);

// Of a shared access before its first pass.
Queues queues_of(const scene::Moment& moment, uint32_t banks);
// Room for either.
Queues both(const Queues& one, const Queues& other);

// Of a shared access.
void draw_doors(const PassView& view);

}  // namespace warplens::views
