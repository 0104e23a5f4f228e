// Ways of values: what they must not cross, in any size of panel.
#include "app/window/access/tiles_routes.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "panel_fixture.hpp"
#include "picture_fixture.hpp"

using namespace warplens;
using namespace warplens::test;
using views::Area;

namespace {

bool is_inside(const Area& area, ImVec2 at) {
  return area.min.x + 1 < at.x && at.x < area.max.x - 1 && area.min.y + 1 < at.y &&
         at.y < area.max.y - 1;
}

// Points every few pixels of the way from where it leaves its array.
std::vector<ImVec2> points_along(const views::Route& route) {
  std::vector<ImVec2> points;
  for (size_t i = 2; i < route.points.size(); ++i) {
    const ImVec2 a = route.points[i - 1], b = route.points[i];
    for (int k = 0; k <= 8; ++k) {
      const float t = static_cast<float>(k) / 8;
      points.emplace_back(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t);
    }
  }
  return points;
}

}  // namespace

TEST_CASE("tiles: values go round arrays, and between registers to their own") {
  const std::pair<std::string, const char*> cases[] = {{product_text(), kProduct},
                                                       {column_copy_text(), kPadded16}};
  for (const auto& [text, words] : cases) {
    gui::State model = run_model(text, words, 1);
    for (const ImVec2 size : {ImVec2(700, 330), ImVec2(1000, 400), ImVec2(1800, 900)}) {
      CAPTURE(words);
      CAPTURE(size.x);
      Stage stage(size);
      const auto layout = views::layout_tiles(stage.ui(), *model.moment, Area{ImVec2(0, 0), size});
      const views::TilesRoutes routes(stage.ui(), layout);
      for (size_t grid = 0; grid < layout.grids.size(); ++grid) {
        const views::GridPlace& place = layout.grids[grid];
        for (const uint32_t lane : {0u, 7u, 15u, 16u, 31u}) {
          const uint64_t row = place.shown.row_begin + lane % place.shown.rows();
          const Area cell = views::cell_area(place, row, place.shown.column_begin);
          const views::Route route = routes.to_register(grid, cell, lane, false);
          REQUIRE(route.points.size() > 2);
          const ImVec2 end = route.at(1), begin = route.at(0);
          CHECK(cell.min.x <= begin.x);
          CHECK(begin.x <= cell.max.x);
          CHECK(end.y == doctest::Approx(layout.lanes[lane].center().y));
          for (const ImVec2 at : points_along(route)) {
            for (const views::GridPlace& other : layout.grids)
              CHECK_FALSE(is_inside(other.cells, at));
            for (const Area& reg : layout.lanes) CHECK_FALSE(is_inside(reg, at));
          }
        }
      }
    }
  }
}

TEST_CASE("tiles: a way's points by its length") {
  const views::Route route{{ImVec2(0, 0), ImVec2(10, 0), ImVec2(10, 30)}};
  CHECK(route.at(0).x == 0);
  CHECK(route.at(0.25f).x == doctest::Approx(10));
  CHECK(route.at(0.5f).y == doctest::Approx(10));
  CHECK(route.at(1).y == doctest::Approx(30));
}
