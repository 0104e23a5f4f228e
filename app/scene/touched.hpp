// Which elements of an array are touched, while its touched part is still growing: a bit each, of
// the smallest box that holds them all.
#pragma once

#include <cstdint>
#include <vector>

#include "app/scene/moment.hpp"

namespace warplens::scene {

class Touched {
 public:
  static constexpr uint64_t kMaxMarks = uint64_t{1} << 26;  // elements of a box that have one each

  void include(uint64_t row, uint64_t column) {
    if (!held_.contains(row, column)) make_room(row, column);
    box_.include(row, column);
    if (!marks_.empty()) marks_[index_of(row, column)] = true;
  }
  const Box& box() const { return box_; }
  // In a box of more than kMaxMarks elements, every one.
  bool has(uint64_t row, uint64_t column) const {
    if (!box_.contains(row, column)) return false;
    return box_.rows() * box_.columns() > kMaxMarks || marks_[index_of(row, column)];
  }

 private:
  size_t index_of(uint64_t row, uint64_t column) const {
    return static_cast<size_t>((row - held_.row_begin) * held_.columns() + column -
                               held_.column_begin);
  }
  void make_room(uint64_t row, uint64_t column);

  Box box_;
  Box held_;                 // that marks_ have room for: box_, at most twice as high and as wide
  std::vector<bool> marks_;  // by row and column of held_; empty where they would be too many
};

}  // namespace warplens::scene
