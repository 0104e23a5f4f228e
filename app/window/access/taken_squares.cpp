// Sums from the upper left corner on, so that a rectangle of any size is looked at in four numbers.
#include "app/window/access/taken_squares.hpp"

#include <algorithm>
#include <cmath>

namespace warplens::views {

TakenSquares::TakenSquares(const Area& whole, float side)
    : whole_(whole),
      side_(side),
      columns_(std::max(1, static_cast<int>(std::ceil(whole.width() / side)))),
      rows_(std::max(1, static_cast<int>(std::ceil(whole.height() / side)))),
      counts_(static_cast<size_t>(columns_ + 1) * static_cast<size_t>(rows_ + 1)) {}

void TakenSquares::take(const Area& area) {
  for (int row = row_of(area.min.y); row <= row_of(area.max.y); ++row) {
    for (int column = column_of(area.min.x); column <= column_of(area.max.x); ++column)
      counts_[at(row + 1, column + 1)] = 1;
  }
}

void TakenSquares::add_up() {
  for (int row = 1; row <= rows_; ++row) {
    for (int column = 1; column <= columns_; ++column) {
      counts_[at(row, column)] += counts_[at(row - 1, column)] + counts_[at(row, column - 1)] -
                                  counts_[at(row - 1, column - 1)];
    }
  }
}

bool TakenSquares::is_free(const Area& area) const {
  const int top = row_of(area.min.y), bottom = row_of(area.max.y) + 1;
  const int left = column_of(area.min.x), right = column_of(area.max.x) + 1;
  const int count = counts_[at(bottom, right)] - counts_[at(top, right)] -
                    counts_[at(bottom, left)] + counts_[at(top, left)];
  return count == 0;
}

int TakenSquares::row_of(float y) const {
  return std::clamp(static_cast<int>((y - whole_.min.y) / side_), 0, rows_ - 1);
}

int TakenSquares::column_of(float x) const {
  return std::clamp(static_cast<int>((x - whole_.min.x) / side_), 0, columns_ - 1);
}

size_t TakenSquares::at(int row, int column) const {
  return static_cast<size_t>(row) * static_cast<size_t>(columns_ + 1) + static_cast<size_t>(column);
}

}  // namespace warplens::views
