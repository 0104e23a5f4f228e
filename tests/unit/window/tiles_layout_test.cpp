// Where arrays, registers and tiles are, and which part of an array is shown: nothing is on
// something else, or outside of the panel, in any size of it.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/window/access/grid_picture.hpp"
#include "app/window/access/tiles.hpp"
#include "app/window/frame/panel.hpp"
#include "panel_fixture.hpp"
#include "picture_fixture.hpp"

using namespace warplens;
using namespace warplens::test;
using views::Area;

TEST_CASE("tiles: cells are as large as the panel allows, and of small arrays never a hairline") {
  constexpr const char* kNaive =
      "__global__ void k(const float* a, const float* b, float* c, int n) {\n"
      "  int row = threadIdx.y, col = threadIdx.x;\n  float sum = 0;\n"
      "  for (int i = 0; i < n; ++i) sum += a[row * n + i] * b[i * n + col];\n"
      "  c[row * n + col] = sum;\n}\n";
  for (const int n : {2, 3, 8, 16, 32}) {
    const std::string one = fmt::format("float[{0}][{0}]", n);
    gui::State model = run_model(
        kNaive,
        fmt::format("--grid 1 --block {0},{0} --arg a={1} --arg b={1} --arg c={1}:zero --arg n={0}",
                    n, one),
        0);
    for (const ImVec2 size :
         {ImVec2(600, 250), ImVec2(700, 330), ImVec2(1000, 400), ImVec2(1800, 900)}) {
      CAPTURE(n);
      CAPTURE(size.x);
      Stage stage(size);
      const auto layout = views::layout_tiles(stage.ui(), *model.moment, Area{ImVec2(0, 0), size});
      REQUIRE(layout.grids.size() == 3);
      const views::GridFrame frame = views::frame_of(stage.ui());
      const float unit = stage.ui().theme.unit;
      float cell = 1e9f, across = 0, down = 0;
      bool is_whole = true;
      for (const views::GridPlace& place : layout.grids) {
        CHECK(std::min(place.cells.width(), place.cells.height()) >= 12);
        cell = std::min(cell, place.cell);
        is_whole = is_whole && place.shown.rows() == place.grid->rows &&
                   place.shown.columns() == place.grid->columns;
        across = std::max(across, place.cells.max.x);
        down = std::max(down, place.cells.max.y);
      }
      CHECK(across <= layout.registers.min.x);
      CHECK(down <= layout.foot.min.y);
      if (!is_whole) continue;
      // One pixel more, and the two beside or below each other would not fit.
      const auto both = static_cast<float>(2 * n);
      const float room_x = size.x - layout.registers.width() -
                           std::clamp(size.x * 0.06f, unit * 2, unit * 10) - 2 * frame.axis_width -
                           unit * 1.5f;
      const float room_y =
          layout.foot.min.y - unit * 1.1f - 2 * (frame.title + frame.axis_height) - unit * 1.5f;
      CHECK((cell + 1 > 44 || (cell + 1) * both > room_x - 1 || (cell + 1) * both > room_y - 1));
      CHECK(cell * both <= room_x + 1);
      CHECK(cell * both <= room_y + 1);
    }
  }
}

TEST_CASE("tiles: arrays of one shape have one scale and show the same part") {
  // The first thread reads the board's far corner, which is nothing that the other board has.
  const gui::State model = run_model(
      "__global__ void k(const int* now, int* next, int n) {\n"
      "  int x = threadIdx.x, y = threadIdx.y;\n"
      "  next[y * n + x] = now[(y + n - 1) % n * n + (x + n - 1) % n];\n}\n",
      "--block 16,16 --arg now=int[4225] --arg next=int[4225]:zero --arg n=65", 0);
  for (const ImVec2 size : {ImVec2(700, 330), ImVec2(1000, 400), ImVec2(1800, 900)}) {
    CAPTURE(size.x);
    Stage stage(size);
    const auto layout = views::layout_tiles(stage.ui(), *model.moment, Area{ImVec2(0, 0), size});
    REQUIRE(layout.grids.size() == 2);
    const views::GridPlace &one = layout.grids[0], &other = layout.grids[1];
    CHECK(one.grid->columns == 65);
    CHECK(one.cell == other.cell);
    CHECK(one.shown.rows() == other.shown.rows());
    CHECK(one.shown.columns() == other.shown.columns());
  }
}

TEST_CASE("tiles: matrices, registers and tiles never overlap or leave the panel") {
  struct Case {
    std::string text, words;
  };
  const Case cases[] = {
      {product_text(), kProduct},
      {product_text(),
       "-D TILE=16 --grid 4,4 --block 16,16 --arg M=float[64][64] --arg N=float[64][64] --arg "
       "P=float[64][64]:zero --arg n=64"},
      {column_copy_text(), kPadded16},
      {column_copy_text(), kPlain32},
      {"__global__ void k(const float* a, float* b) { b[threadIdx.x] = a[threadIdx.x]; }",
       "--grid 1 --block 32 --arg a=float[4000] --arg b=float[32]"},
  };
  for (const Case& one : cases) {
    gui::State model = run_model(one.text, one.words, 1);
    for (const ImVec2 size : {ImVec2(600, 250), ImVec2(700, 330), ImVec2(1000, 400),
                              ImVec2(1800, 900), ImVec2(640, 800)}) {
      CAPTURE(one.words);
      CAPTURE(size.x);
      CAPTURE(size.y);
      Stage stage(size);
      const Area panel{ImVec2(0, 0), size};
      const auto layout = views::layout_tiles(stage.ui(), *model.moment, panel);
      CHECK(layout.not_shown == 0);
      std::vector<Area> areas = {layout.registers};
      const views::GridFrame frame = views::frame_of(stage.ui());
      for (const views::GridPlace& place : layout.grids) {
        CHECK(place.cell >= 2.5f);
        const scene::Box touched = views::touched_box(*model.moment, *place.grid);
        CHECK((place.cell >= 3 || touched.rows() == place.shown.rows()));  // so small only for it
        CHECK_FALSE(place.shown.empty());
        areas.push_back({ImVec2(place.cells.min.x - frame.axis_width,
                                place.cells.min.y - frame.title - frame.axis_height),
                         place.cells.max});
      }
      for (size_t i = 0; i < areas.size(); ++i) {
        CHECK(lies_in(areas[i], panel));
        CHECK_FALSE(overlap(areas[i], layout.foot));
        for (size_t j = i + 1; j < areas.size(); ++j) {
          CAPTURE(i);
          CAPTURE(j);
          CHECK_FALSE(overlap(areas[i], areas[j]));
        }
      }
      for (const Area& lane : layout.lanes) CHECK(lies_in(lane, layout.registers));
      for (const scene::Transfer& transfer : model.moment->transfers) {
        const bool is_shown = std::any_of(
            layout.grids.begin(), layout.grids.end(), [&](const views::GridPlace& place) {
              return views::cell_of_address(place, trace::Space::kGlobal, transfer.from_address) ||
                     views::cell_of_address(place, transfer.to_space, transfer.to_address);
            });
        CHECK(is_shown);
      }
    }
  }
}

TEST_CASE("tiles: no row's number is on another one, also where the first rows are low") {
  const gui::State model = opening_product(0);
  for (const ImVec2 size : {ImVec2(378, 285), ImVec2(378, 230), ImVec2(600, 250)}) {
    Stage stage(size);
    stage.draw(views::kTilesPanel, model);
    for (const std::string array : {"M", "N", "P"}) {
      std::vector<Area> cells, numbers;
      for (const ui::WidgetRect& widget : stage.probe().widgets()) {
        if (widget.name.rfind("cell:" + array + ":", 0) == 0) cells.push_back(area_of(widget));
      }
      if (cells.empty()) continue;
      Area all = cells.front();
      for (const Area& cell : cells) {
        all.min = ImVec2(std::min(all.min.x, cell.min.x), std::min(all.min.y, cell.min.y));
        all.max.y = std::max(all.max.y, cell.max.y);
      }
      for (const ui::DrawnText& text : stage.probe().texts()) {
        const bool is_number = text.text.find_first_not_of("0123456789") == std::string::npos;
        const bool is_beside = text.max.x <= all.min.x && text.max.x > all.min.x - 24;
        if (is_number && is_beside && text.min.y >= all.min.y - 2 && text.max.y <= all.max.y + 8)
          numbers.push_back({text.min, text.max});
      }
      CAPTURE(size.y);
      CAPTURE(array);
      CHECK(numbers.size() >= 2);
      for (size_t i = 0; i < numbers.size(); ++i) {
        for (size_t j = i + 1; j < numbers.size(); ++j)
          CHECK_FALSE(
              overlap(Area{numbers[i].min, ImVec2(numbers[i].max.x, numbers[i].max.y - 2)},
                      Area{numbers[j].min, ImVec2(numbers[j].max.x, numbers[j].max.y - 2)}));
      }
    }
  }
}

TEST_CASE("tiles: the loop's cursor is beside the cells of its array, not on them") {
  for (const ImVec2 size : {ImVec2(700, 420), ImVec2(900, 330), ImVec2(560, 500)}) {
    CAPTURE(size.x);
    Stage stage(size);
    for (uint32_t step = 8; step < 14; ++step) {
      stage.draw(views::kTilesPanel, opening_product(step));
      size_t tags = 0;
      for (const ui::DrawnText& text : stage.probe().texts()) {
        if (!text.text.starts_with("k=")) continue;
        ++tags;
        for (const ui::WidgetRect& widget : stage.probe().widgets()) {
          if (widget.name.starts_with("cell:"))
            CHECK_FALSE(overlap(area_of(widget), {text.min, text.max}));
        }
      }
      CHECK(tags >= 1);
    }
  }
}

TEST_CASE("tiles: an array that has no part in the access is known, and a torn one says its rows") {
  const gui::State model = run_model(column_copy_text(), kPlain32, 1);
  const auto grid_named = [&](std::string_view name) -> const scene::Grid& {
    const auto& grids = model.moment->grids;
    return *std::find_if(grids.begin(), grids.end(),
                         [&](const scene::Grid& grid) { return grid.name == name; });
  };
  CHECK(views::takes_part(*model.moment, grid_named("m")));  // where the value was loaded
  CHECK(views::takes_part(*model.moment, grid_named("s")));
  CHECK_FALSE(views::takes_part(*model.moment, grid_named("out")));
  for (const ImVec2 size :
       {ImVec2(680, 240), ImVec2(680, 300), ImVec2(640, 260), ImVec2(680, 290)}) {
    CAPTURE(size.x);
    Stage stage(size);
    stage.draw(views::kTilesPanel, model);
    const auto& texts = stage.probe().texts();
    const auto parts = std::count_if(texts.begin(), texts.end(), [](const ui::DrawnText& drawn) {
      return drawn.text.find("0–") != std::string::npos;
    });
    CHECK(parts >= 2);  // m and out
  }
}

TEST_CASE("tiles: a part of an axis holds the focus, or else what is touched now") {
  using views::Span;
  const auto part = [](Span all, Span focus, Span now, uint64_t most) {
    const Span span = views::choose_span(all, focus, now, most);
    return std::pair(span.begin, span.end);
  };
  CHECK(part({0, 16}, {8, 16}, {}, 20) == std::pair<uint64_t, uint64_t>{0, 16});
  const auto [begin, end] = part({0, 256}, {16, 32}, {20, 21}, 24);
  CHECK(begin <= 16);
  CHECK(end >= 32);
  CHECK(end - begin == 24);
  const auto [from, to] = part({0, 256}, {0, 256}, {100, 108}, 24);
  CHECK(from <= 100);
  CHECK(to >= 108);
  CHECK(to - from == 24);
  const auto [last_from, last_to] = part({0, 256}, {0, 256}, {250, 256}, 24);
  CHECK(last_to == 256);
  CHECK(last_from == 232);
}
