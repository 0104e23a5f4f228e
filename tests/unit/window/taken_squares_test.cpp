// Where words have room beside what is drawn.
#include "app/window/access/taken_squares.hpp"

#include <doctest/doctest.h>

using namespace warplens;
using views::Area;

TEST_CASE("taken squares: a place is free if nothing is in any of its squares") {
  views::TakenSquares squares({ImVec2(100, 50), ImVec2(200, 110)}, 4);
  squares.take({ImVec2(120, 60), ImVec2(130, 70)});
  squares.take({ImVec2(160, 80), ImVec2(160, 80)});  // a point of a way
  squares.add_up();
  CHECK(squares.is_free({ImVec2(104, 54), ImVec2(115, 100)}));
  CHECK_FALSE(squares.is_free({ImVec2(104, 54), ImVec2(121, 62)}));
  CHECK_FALSE(squares.is_free({ImVec2(122, 62), ImVec2(124, 64)}));  // in the middle of it
  CHECK_FALSE(squares.is_free({ImVec2(140, 76), ImVec2(180, 90)}));
  CHECK(squares.is_free({ImVec2(140, 84), ImVec2(180, 100)}));
}

TEST_CASE("taken squares: what is taken twice is free no less and no more beside it") {
  views::TakenSquares squares({ImVec2(0, 0), ImVec2(40, 40)}, 4);
  for (int i = 0; i < 3; ++i) squares.take({ImVec2(8, 8), ImVec2(11, 11)});
  squares.add_up();
  CHECK_FALSE(squares.is_free({ImVec2(9, 9), ImVec2(10, 10)}));
  CHECK(squares.is_free({ImVec2(12, 8), ImVec2(39, 39)}));
  CHECK(squares.is_free({ImVec2(0, 0), ImVec2(7, 39)}));
}
