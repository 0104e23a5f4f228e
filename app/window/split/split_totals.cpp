#include "app/window/split/split_totals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/study/counts.hpp"
#include "app/study/format.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

struct Quantity {
  std::string name;
  uint64_t left = 0, right = 0;
  bool is_bytes = false;
};

// What says most first.
std::vector<Quantity> quantities(const run::Run& left, const run::Run& right) {
  const observe::GlobalTotal g1 = left.totals.global_sum(), g2 = right.totals.global_sum();
  const observe::SharedTotal s1 = left.totals.shared_sum(), s2 = right.totals.shared_sum();
  using study::Measure;
  const auto named = [](trace::Space space, Measure measure) {
    return study::name_of(space, measure).rendered();
  };
  using enum trace::Space;
  std::vector<Quantity> all{
      {named(kGlobal, Measure::kBytesRequested), g1.bytes_requested, g2.bytes_requested, true},
      {named(kGlobal, Measure::kBytesUsed), g1.bytes_used, g2.bytes_used, true},
      {named(kGlobal, Measure::kBytesMoved), g1.bytes_moved, g2.bytes_moved, true},
      {label("floating-point operations"), left.flops, right.flops},
      {named(kShared, Measure::kWavefronts), s1.wavefronts, s2.wavefronts},
      {named(kGlobal, Measure::kRequests), g1.requests, g2.requests},
      {named(kShared, Measure::kRequests), s1.requests, s2.requests},
      {named(kConstant, Measure::kBroadcasts), left.totals.constant.broadcasts,
       right.totals.constant.broadcasts}};
  std::erase_if(all, [](const Quantity& one) { return one.left == 0 && one.right == 0; });
  return all;
}

std::string number(const Quantity& quantity, uint64_t value) {
  return quantity.is_bytes ? study::byte_count(value) : study::grouped(value);
}

// "16 x", of the longer one.
std::string times(const Quantity& quantity) {
  const uint64_t least = std::min(quantity.left, quantity.right);
  const uint64_t most = std::max(quantity.left, quantity.right);
  return least == 0 || least == most ? "" : fmt::format("{} ×", study::ratio(most, least));
}

struct Columns {
  float names = 0, bars = 0, numbers = 0;  // left ends [pixels]
};

void draw_bar(ui::Ui& ui, const Quantity& quantity, uint64_t value, ImU32 color,
              const Columns& columns, float y, float height, float right) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto most = static_cast<float>(std::max(quantity.left, quantity.right));
  const float width = (columns.numbers - columns.bars - ui.theme.unit * 2) *
                      static_cast<float>(value) / std::max(most, 1.0f);
  list->AddRectFilled(ImVec2(columns.bars, y), ImVec2(columns.bars + width, y + height - 2), color);
  ImFont* font = height < ui::font_size(ui.fonts.body) ? ui.fonts.small : ui.fonts.body;
  ui::text_fitted(ui, list, font, ImVec2(columns.numbers, y + (height - ui::font_size(font)) / 2),
                  right - columns.numbers, ui.theme.text, number(quantity, value));
}

}  // namespace

void draw_split_totals(ui::Ui& ui, const run::Run& left, const run::Run& right,
                       const std::string& left_name, const std::string& right_name,
                       const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  std::vector<Quantity> all = quantities(left, right);
  const float unit = ui.theme.unit, letters = ui::font_size(ui.fonts.body);
  const ImU32 colors[] = {ui.theme.text_dim, ui.theme.accent};
  float x = area.min.x;
  for (size_t side = 0; side < 2; ++side) {
    list->AddRectFilled(ImVec2(x, area.min.y + letters * 0.15f),
                        ImVec2(x + letters, area.min.y + letters * 1.15f), colors[side]);
    const std::string& name = side == 0 ? left_name : right_name;
    ui::text_at(ui, list, ui.fonts.title, ImVec2(x + letters + unit, area.min.y), ui.theme.text,
                name);
    x += letters + ui::text_size(ui.fonts.title, name).x + unit * 5;
  }
  const float top = area.min.y + ui::font_size(ui.fonts.title) + unit * 2;
  // As many as have two lines of numbers each.
  const float least = ui::font_size(ui.fonts.small) * 2.4f;
  const auto most = static_cast<size_t>(std::max((area.max.y - top) / least, 1.0f));
  if (all.size() > most) all.resize(most);
  const float row = std::min(
      (area.max.y - top) / static_cast<float>(std::max<size_t>(all.size(), 1)), letters * 4);
  const float bar = std::min(row * 0.42f, letters * 1.4f);
  float names = 0;
  for (const Quantity& one : all) names = std::max(names, ui::text_size(ui.fonts.body, one.name).x);
  const Columns columns{area.min.x, area.min.x + names + unit * 2,
                        area.max.x - ui::text_size(ui.fonts.body, "1,000,000,000").x - unit * 8};
  float y = top;
  for (const Quantity& one : all) {
    if (y + 2 * bar > list->GetClipRectMax().y + 1) break;  // whole rows only
    ui::text_at(ui, list, ui.fonts.body, ImVec2(columns.names, y + bar - letters / 2),
                ui.theme.text_dim, one.name);
    draw_bar(ui, one, one.left, colors[0], columns, y, bar, area.max.x);
    draw_bar(ui, one, one.right, colors[1], columns, y + bar, bar, area.max.x);
    const std::string ratio = times(one);
    const ImVec2 size = ui::text_size(ui.fonts.title, ratio);
    ui::text_at(ui, list, ui.fonts.title, ImVec2(area.max.x - size.x, y + bar - size.y / 2),
                ui.theme.text, ratio);
    y += row;
  }
}

}  // namespace warplens::views
