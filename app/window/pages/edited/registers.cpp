#include "app/window/pages/edited/edited.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "sim/replay/expression_text.hpp"

namespace warplens::views {
namespace {

struct Register {
  std::string text;  // "0→1"; "": the lane makes no update
  bool has_arrived = false;
};

std::array<Register, trace::kWarpSize> registers_of(const observe::UpdateChain& chain,
                                                    uint32_t warp) {
  std::array<Register, trace::kWarpSize> registers;
  if (chain.type == nullptr || !chain.type->is_scalar()) return registers;
  const base::Scalar scalar = chain.type->scalar;
  for (const observe::Update& update : chain.updates) {
    Register& one = registers[update.lane];
    const bool is_shown = !one.text.empty() && (update.has_arrived || !one.has_arrived);
    if (update.warp != warp || is_shown) continue;
    one.text = fmt::format(
        "{}→{}", replay::number_text(scalar, update.before),
        update.has_after ? replay::number_text(scalar, update.after) : std::string("?"));
    one.has_arrived = update.has_arrived;
  }
  return registers;
}

void draw_register(ui::Ui& ui, ImVec2 at, ImVec2 size, const Register& one) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float unit = ui.theme.unit;
  const ImU32 color = one.has_arrived ? ui.theme.good : ui.theme.error;
  const ImVec2 max(at.x + size.x - unit * 0.25f, at.y + size.y - unit * 0.25f);
  list->AddRectFilled(at, max, ui::fade(color, 0.3f), unit * 0.3f, 0);
  const ImVec2 letters = ui::text_size(ui.fonts.mono, one.text);
  const ImVec2 corner((at.x + max.x - letters.x) / 2, (at.y + max.y - letters.y) / 2);
  ui::text_at(ui, list, ui.fonts.mono, corner, ui.theme.text, one.text);
}

}  // namespace

float draw_registers(ui::Ui& ui, const observe::UpdateChain& chain, uint32_t warp, ImVec2 at,
                     float width) {
  const std::array<Register, trace::kWarpSize> registers = registers_of(chain, warp);
  float widest = 0;
  for (const Register& one : registers)
    widest = std::max(widest, ui::text_size(ui.fonts.mono, one.text).x);
  uint32_t columns = 8;
  while (columns > 1 && (widest + ui.theme.unit * 1.5f) * static_cast<float>(columns) > width)
    columns /= 2;
  const ImVec2 size(width / static_cast<float>(columns),
                    ui::font_size(ui.fonts.mono) + ui.theme.unit * 1.25f);
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if (registers[lane].text.empty()) continue;
    const ImVec2 corner(at.x + size.x * static_cast<float>(lane % columns),
                        at.y + size.y * static_cast<float>(lane / columns));
    draw_register(ui, corner, size, registers[lane]);
  }
  return size.y * static_cast<float>(trace::kWarpSize / columns);
}

}  // namespace warplens::views
