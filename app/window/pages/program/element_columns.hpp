// Which arrays of a program are shown element by element, and where their values are: as many in a
// row as have room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/session/state.hpp"
#include "app/study/array_state.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// One array at the chosen step.
struct ShownArray {
  uint32_t array = 0;
  bool is_left = false;
  study::ArrayState state;
  const study::ArraySummary* summary = nullptr;  // null until it is known
  uint64_t row_length = 0;  // of the matrix that the kernel takes it for; 0: it is none
};
// Of State::program_arrays those of which something is known, from left to right. One alone where
// it needs the `width` of both, `gap` apart [pixels]: the members of structs, or a row of a matrix,
// with digits or, where only those have room, of small cells.
std::vector<ShownArray> shown_arrays(const ui::Ui& ui, const gui::State& model, float width,
                                     float gap);

// Where the rows of one side are, and what is in a row.
struct ElementColumns {
  float left = 0, width = 0;   // [pixels] of the side
  float head = 0;              // [pixels] for the row's number
  uint64_t count = 1;          // of elements
  std::vector<float> cells{};  // [pixels] from the left of a value; of a struct of each member
  float cell = 0;              // [pixels] of a value that is no member
  bool is_small = false;       // no digits fit: cells are square, and their colour shows values

  // Behind the last one that has room.
  size_t members() const { return cells.size() - 1; }
};
// For a side at `left`, so wide. [pixels]
ElementColumns columns_of(const ui::Ui& ui, const ShownArray& shown, float left, float width);

}  // namespace warplens::views
