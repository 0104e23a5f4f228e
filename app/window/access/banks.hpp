// The bank view: banks across, wavefronts down, which lanes each cell serves.
#pragma once

#include "app/window/access/picture.hpp"

namespace warplens::views {

// Where the picture's parts go, from the room there is and what is to be shown.
struct BanksLayout {
  float left = 0;        // of bank 0
  float cell_width = 0;  // of a bank
  float header_top = 0;  // bank numbers
  float rows_top = 0;    // wavefront 0
  float row_height = 0;
  float lanes_top = 0;  // the strip of 32 lanes under the rows; 0: no room for it
  float lanes_height = 0;
  float remark_top = 0;  // 0: no room
};
// `has_groups`: beside the rows stand their lanes, and no strip of lanes below.
BanksLayout layout_banks(const ui::Ui& ui, const Area& area, uint32_t banks, size_t wavefronts,
                         bool has_groups = false);

}  // namespace warplens::views
