// What all pictures are drawn with: cells of one colour, the states of cells.
#include "app/window/access/picture.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <vector>

#include "panel_fixture.hpp"
#include "picture_fixture.hpp"

using namespace warplens;
using namespace warplens::test;

namespace {

// How much two greys differ to the eye, as the web's guidelines have it: 1 not at all, 21 at most.
double contrast(ImU32 a, ImU32 b) {
  const auto luminance = [](ImU32 color) {
    const auto part = [&](int shift) {
      const double value = static_cast<double>(color >> shift & 255u) / 255.0;
      return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(IM_COL32_R_SHIFT) + 0.7152 * part(IM_COL32_G_SHIFT) +
           0.0722 * part(IM_COL32_B_SHIFT);
  };
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

}  // namespace

TEST_CASE("picture: neighbouring cells become few rectangles that cover each cell once") {
  Stage stage({400, 400});
  std::mt19937 random(3);
  for (int round = 0; round < 20; ++round) {
    const uint64_t rows = 1 + random() % 12, columns = 1 + random() % 12;
    const ImU32 palette[] = {0, IM_COL32(255, 0, 0, 255), IM_COL32(0, 255, 0, 255)};
    std::vector<ImU32> colors(static_cast<size_t>(rows * columns));
    std::map<ImU32, double> wanted, drawn;
    for (ImU32& color : colors) {
      color = palette[random() % 3 * (random() % 2)];
      if (color != 0) wanted[color] += 100;
    }
    stage.draw(
        [&](ui::Ui&, const gui::State&, gui::Actions&) {
          ImDrawList* list = ImGui::GetWindowDrawList();
          const int first = list->VtxBuffer.Size;
          views::draw_cells(list, ImVec2(20, 20), ImVec2(10, 10), rows, columns, colors.data());
          for (int i = first; i + 3 < list->VtxBuffer.Size; i += 4) {
            const ImDrawVert &a = list->VtxBuffer[i], &c = list->VtxBuffer[i + 2];
            drawn[a.col] += (c.pos.x - a.pos.x) * (c.pos.y - a.pos.y);
          }
        },
        gui::State());
    CHECK(wanted == drawn);
  }
}

TEST_CASE(
    "cell states: distinguished by lightness and by pattern, and letters on them can be read") {
  using scene::CellState;
  Stage stage({200, 200});
  const auto& look = stage.ui();
  const CellState states[] = {CellState::kUnwritten, CellState::kLeftOver, CellState::kWrittenNow};
  for (const CellState a : states) {
    for (const CellState b : states) {
      if (a != b) CHECK(contrast(views::state_color(look, a), views::state_color(look, b)) > 1.4);
    }
    CHECK(contrast(views::state_color(look, a), views::state_ink(look, a, true)) > 4.5);
  }
  CHECK(contrast(look.theme.cell_written, look.theme.cell_left_over) > 3.0);
  // Left over has dots, unwritten an outline, written nothing on its fill.
  std::map<CellState, int> vertices;
  stage.draw(
      [&](ui::Ui& ui, const gui::State&, gui::Actions&) {
        ImDrawList* list = ImGui::GetWindowDrawList();
        for (const CellState state : states) {
          const int before = list->VtxBuffer.Size;
          views::mark_state(ui, list, views::make_area(10, 10, 20, 20), state, 20, false);
          vertices[state] = list->VtxBuffer.Size - before;
        }
      },
      test::make_model({}));
  CHECK(vertices[CellState::kWrittenNow] == 0);
  CHECK(vertices[CellState::kUnwritten] > 0);
  CHECK(vertices[CellState::kLeftOver] >= 9 * 4);
}
