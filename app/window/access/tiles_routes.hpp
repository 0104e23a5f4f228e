// Ways of values between arrays and registers that cross no other array, no title and no number:
// out of an array at the end of the row, between the arrays, and to a register in the second column
// between the rows of the first.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "app/window/access/tiles.hpp"

namespace warplens::views {

// From a cell to a register, in screen coordinates; the other way for a store.
struct Route {
  std::vector<ImVec2> points;  // [0] in the cell, [1] where it leaves the array; never fewer
  bool goes_round = false;     // another array is in its way
  ImVec2 at(float t) const;    // by length: 0 the first point, 1 the last
};

class TilesRoutes {
 public:
  TilesRoutes(const ui::Ui& ui, const TilesLayout& layout);
  // `cell` of `layout.grids[grid]`. `follows_row`: along the lower edge of its row, so that it can
  // be drawn over the array.
  Route to_register(size_t grid, const Area& cell, uint32_t lane, bool follows_row) const;

 private:
  struct Side {
    float end = 0;  // of its arrays with their titles
    std::vector<Area> arrays, titles;
  };
  bool is_left(const GridPlace& place) const;
  float free_level(const Side& side, float x, float y, float middle, float spread) const;
  void enter_register(std::vector<ImVec2>& points, bool from_left, uint32_t lane) const;

  const TilesLayout& layout_;
  float gap_ = 0;                   // [pixels] between a way and what it passes by
  float axis_ = 0;                  // the width of row numbers
  Side sides_[2];                   // left of the registers, right of them
  std::array<float, 4> columns_{};  // left ends of the registers' columns, ascending
  size_t column_count_ = 0;
};

}  // namespace warplens::views
