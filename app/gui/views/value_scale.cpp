#include "app/gui/views/value_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

std::string end_text(double value) {
  return value == std::floor(value) ? base::grouped(static_cast<uint64_t>(value))
                                    : fmt::format("{:g}", value);
}

}  // namespace

std::optional<double> draw_value_scale(ui::Ui& ui, const char* widget, const std::string& name,
                                       const std::vector<double>& values, double now, double usual,
                                       const char* tooltip, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  ui::text_at(ui, list, ui.fonts.body, area.min, theme.text, name);
  const float y = area.min.y + ui::font_size(ui.fonts.body) * 1.5f;
  const Area strip{ImVec2(area.min.x, y), ImVec2(area.max.x, y + theme.unit * 2)};
  list->AddRectFilled(strip.min, strip.max, theme.background);
  outline(list, strip, theme.text_faint, 1);
  const std::string most = end_text(values.back());
  const float foot = strip.max.y + theme.unit * 0.25f;
  ui::text_at(ui, list, ui.fonts.small, ImVec2(strip.min.x, foot), theme.text_dim,
              end_text(values.front()));
  ui::text_at(ui, list, ui.fonts.small,
              ImVec2(strip.max.x - ui::text_size(ui.fonts.small, most).x, foot), theme.text_dim,
              most);
  const auto place = [&](double value) {
    const auto next = std::lower_bound(values.begin(), values.end(), value);
    const auto last = static_cast<double>(values.size() - 1);
    if (next == values.end()) return 1.0f;
    auto at = static_cast<double>(next - values.begin());
    if (next != values.begin() && *next > value) at -= (*next - value) / (*next - *(next - 1));
    return static_cast<float>(at / last);
  };
  const auto mark = [&](double value, ImU32 color, float thickness) {
    const float x = strip.min.x + strip.width() * place(value);
    list->AddLine(ImVec2(x, strip.min.y), ImVec2(x, strip.max.y), color, thickness * ui.scale);
  };
  mark(usual, theme.text_faint, 1);
  mark(now, theme.accent, 3);
  ui::hit(ui, widget, strip.min, strip.max);
  ui::tooltip(ui, tooltip);
  if (!ImGui::IsItemActive()) return std::nullopt;
  const float wanted = (ImGui::GetIO().MousePos.x - strip.min.x) / std::max(1.0f, strip.width());
  const float share = std::clamp(wanted, 0.0f, 1.0f);
  if (share != wanted) {
    const char* end =
        wanted < 0 ? label("the least that can be tried") : label("the most that can be tried");
    const float x = area.max.x - ui::text_size(ui.fonts.body, end).x;
    if (x > area.min.x + ui::text_size(ui.fonts.body, name).x)
      ui::text_at(ui, list, ui.fonts.body, ImVec2(x, area.min.y), theme.warning, end);
  }
  return values[static_cast<size_t>(std::lround(share * static_cast<float>(values.size() - 1)))];
}

float value_scale_height(const ui::Ui& ui) {
  return ui::font_size(ui.fonts.body) * 1.5f + ui.theme.unit * 2.75f +
         ui::font_size(ui.fonts.small);
}

}  // namespace warplens::views
