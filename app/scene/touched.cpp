// Room for marks is made on both sides, so that they are moved seldom however an array is walked.
#include "app/scene/touched.hpp"

#include <algorithm>
#include <utility>

namespace warplens::scene {
namespace {

// Where [from, to) leaves [begin, end): as wide, and half as wide again on either side.
void widen(uint64_t& begin, uint64_t& end, uint64_t from, uint64_t to) {
  if (from >= begin && to <= end) return;
  const uint64_t slack = (to - from) / 2;
  begin = from - std::min(from, slack);
  end = to + slack;
}

}  // namespace

void Touched::make_room(uint64_t row, uint64_t column) {
  Box wanted = box_;
  wanted.include(row, column);
  Box held = box_.empty() ? wanted : held_;
  widen(held.row_begin, held.row_end, wanted.row_begin, wanted.row_end);
  widen(held.column_begin, held.column_end, wanted.column_begin, wanted.column_end);
  const Box old_held = std::exchange(held_, held);
  const std::vector<bool> old = std::exchange(marks_, {});
  if (wanted.rows() * wanted.columns() > kMaxMarks) return;
  marks_.resize(static_cast<size_t>(held_.rows() * held_.columns()));
  for (uint64_t r = box_.row_begin; r < box_.row_end; ++r) {
    const auto from =
        old.begin() + static_cast<ptrdiff_t>((r - old_held.row_begin) * old_held.columns());
    std::copy(from + static_cast<ptrdiff_t>(box_.column_begin - old_held.column_begin),
              from + static_cast<ptrdiff_t>(box_.column_end - old_held.column_begin),
              marks_.begin() + static_cast<ptrdiff_t>(index_of(r, box_.column_begin)));
  }
}

}  // namespace warplens::scene
