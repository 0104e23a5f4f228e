#include "app/window/frame/value_scale.hpp"

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

bool is_power_of_ten(double value) {
  if (value < 1) return false;
  const double power = std::round(std::log10(value));
  return std::abs(value - std::pow(10.0, power)) < 1e-9 * value;
}

// Below the strip: both ends, and between them powers of ten where they have room, so that it is
// seen that the scale is not linear.
template <typename Place>
void draw_numbers(ui::Ui& ui, const std::vector<double>& values, const Area& strip,
                  const Place& place) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float foot = strip.max.y + ui.theme.unit * 0.25f;
  if (!ui::is_line_whole(list, ui.fonts.small, foot)) return;  // they are below what is in sight
  const auto width_of = [&](double value) {
    return ui::text_size(ui.fonts.small, end_text(value)).x;
  };
  const auto put = [&](double value, float x) {
    ui::text_at(ui, list, ui.fonts.small, ImVec2(x, foot), ui.theme.text_dim, end_text(value));
  };
  put(values.front(), strip.min.x);
  const float last = strip.max.x - width_of(values.back());
  put(values.back(), last);
  float taken = strip.min.x + width_of(values.front()) + ui.theme.unit;
  for (size_t i = 1; i + 1 < values.size(); ++i) {
    if (!is_power_of_ten(values[i])) continue;
    const float at = strip.min.x + strip.width() * place(values[i]);
    const float half = width_of(values[i]) / 2;
    if (at - half < taken || at + half + ui.theme.unit > last) continue;
    put(values[i], at - half);
    list->AddLine(ImVec2(at, strip.max.y), ImVec2(at, foot), ui.theme.text_faint, ui.scale);
    taken = at + half + ui.theme.unit;
  }
}

}  // namespace

std::optional<double> draw_value_scale(ui::Ui& ui, const char* widget, const std::string& name,
                                       const std::vector<double>& values, double now, double usual,
                                       const char* tooltip, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  if (ui::is_line_whole(list, ui.fonts.body, area.min.y))
    ui::text_at(ui, list, ui.fonts.body, area.min, theme.text, name);
  const float y = area.min.y + ui::font_size(ui.fonts.body) * 1.5f;
  const Area strip{ImVec2(area.min.x, y), ImVec2(area.max.x, y + theme.unit * 2)};
  list->AddRectFilled(strip.min, strip.max, theme.background);
  outline(list, strip, theme.text_faint, 1);
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
  draw_numbers(ui, values, strip, place);
  mark(usual, theme.text_faint, 1);
  mark(now, theme.accent, 3);
  ui::hit(ui, widget, strip.min, strip.max);
  ui::tooltip(ui, tooltip);
  if (const int nudge = ui.focus.nudge(widget); nudge != 0) {
    const auto index = std::lround(place(now) * static_cast<float>(values.size() - 1)) + nudge;
    return values[static_cast<size_t>(
        std::clamp<long>(index, 0, static_cast<long>(values.size()) - 1))];
  }
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
