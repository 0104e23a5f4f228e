// Where in a panel words have room: the panel in small squares, of which some are taken by what is
// drawn. Take all that is there, add up, then ask for as many places as there are.
#pragma once

#include <cstddef>
#include <vector>

#include "app/window/access/picture.hpp"

namespace warplens::views {

class TakenSquares {
 public:
  // `side` of a square [pixels]. What is taken or asked for outside of `whole` is at its rim.
  TakenSquares(const Area& whole, float side);
  void take(const Area& area);
  // Between take() and is_free().
  void add_up();
  bool is_free(const Area& area) const;

 private:
  int row_of(float y) const;
  int column_of(float x) const;
  size_t at(int row, int column) const;

  Area whole_;
  float side_;
  int columns_, rows_;
  std::vector<int> counts_;  // of taken squares above and left of a corner, once added up
};

}  // namespace warplens::views
