// Each cell is drawn in units of the theme, from its left upper corner.
#include "app/window/pages/dram/dram.hpp"

#include <algorithm>

#include "app/window/access/picture.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

struct CellDrawing {
  ui::Ui& ui;
  ImVec2 origin;
  float unit = 1;  // [pixels]
  ImVec2 at(float x, float y) const { return {origin.x + x * unit, origin.y + y * unit}; }

  void line(float x0, float y0, float x1, float y1, ImU32 color, float thickness = 1.5f) const {
    ImGui::GetWindowDrawList()->AddLine(at(x0, y0), at(x1, y1), color, thickness * ui.scale);
  }
  // Between (x, y) and (x + 4, y), its gate above it.
  void transistor(float x, float y, float gate_end) const {
    const ImU32 color = ui.theme.accent;
    line(x, y, x + 1, y, color);
    line(x + 1, y, x + 1, y - 1, color);
    line(x + 1, y - 1, x + 3, y - 1, color, 2.5f);
    line(x + 3, y - 1, x + 3, y, color);
    line(x + 3, y, x + 4, y, color);
    line(x + 1, y - 1.8f, x + 3, y - 1.8f, color, 2.5f);
    line(x + 2, y - 1.8f, x + 2, gate_end, color);
  }
  // Two transistors: from (x, y) to the right, or to the left.
  void inverter(float x, float y, float direction) const {
    const ImU32 color = ui.theme.accent;
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddTriangle(at(x, y - 1.3f), at(x, y + 1.3f), at(x + direction * 2.4f, y), color,
                      2 * ui.scale);
    list->AddCircle(at(x + direction * 2.8f, y), 0.4f * unit, color, 0, 1.5f * ui.scale);
  }
};

constexpr float kHigh = 11;  // [the drawing's units]
constexpr float kDramWide = 12, kSramWide = 20;

void draw_dram_cell(const CellDrawing& d) {
  const ImU32 wire = d.ui.theme.text_dim;
  d.line(0, 1.5f, kDramWide, 1.5f, wire);
  d.line(1.5f, 0, 1.5f, kHigh, wire);
  d.transistor(1.5f, 6, 1.5f);
  d.line(5.5f, 6, 8, 6, d.ui.theme.accent);
  d.line(8, 6, 8, 7.4f, d.ui.theme.accent);
  d.line(6.6f, 7.4f, 9.4f, 7.4f, d.ui.theme.accent, 3);
  d.line(6.6f, 8.2f, 9.4f, 8.2f, d.ui.theme.accent, 3);
  d.line(8, 8.2f, 8, 9.6f, wire);
  d.line(7, 9.6f, 9, 9.6f, wire);
  d.line(7.5f, 10.1f, 8.5f, 10.1f, wire);
}

void draw_sram_cell(const CellDrawing& d) {
  const ImU32 wire = d.ui.theme.text_dim;
  d.line(0, 1.5f, kSramWide, 1.5f, wire);
  d.line(1, 0, 1, kHigh, wire);
  d.line(kSramWide - 1, 0, kSramWide - 1, kHigh, wire);
  d.transistor(1, 6, 1.5f);
  d.transistor(kSramWide - 5, 6, 1.5f);
  const float left = 6.5f, right = kSramWide - 6.5f;
  d.line(5, 6, left, 6, wire);
  d.line(right, 6, kSramWide - 5, 6, wire);
  for (const float y : {4.2f, 8.2f}) {
    d.line(left, y, right, y, wire);
    d.line(left, 6, left, y, wire);
    d.line(right, 6, right, y, wire);
  }
  d.inverter(8.4f, 4.2f, 1);
  d.inverter(11.6f, 8.2f, -1);
}

const char* dram_words() {
  return label("DRAM: 1 transistor, 1 capacitor");
}

float gap_of(const ui::Ui& ui) {
  return ui.theme.unit * 3;
}

}  // namespace

ImVec2 memory_cells_size(const ui::Ui& ui) {
  return {ui::text_size(ui.fonts.body, dram_words()).x + gap_of(ui) + ui.theme.unit * kSramWide,
          ui.theme.unit * kHigh + ui::font_size(ui.fonts.body) * 1.5f};
}

void draw_memory_cells(ui::Ui& ui, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float caption = ui::font_size(ui.fonts.body) * 1.5f, unit = ui.theme.unit;
  const float second = area.min.x +
                       std::max(unit * kDramWide, ui::text_size(ui.fonts.body, dram_words()).x) +
                       gap_of(ui);
  const auto put = [&](float x, const char* text) {
    ui::text_at(ui, list, ui.fonts.body, ImVec2(x, area.max.y - caption * 0.8f), ui.theme.text,
                text);
  };
  draw_dram_cell({ui, area.min, unit});
  put(area.min.x, dram_words());
  draw_sram_cell({ui, ImVec2(second, area.min.y), unit});
  put(second, label("SRAM: 6 transistors"));
  ui.probe.widget("dram.cells", area.min, area.max);
}

}  // namespace warplens::views
