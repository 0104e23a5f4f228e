#include "app/window/kit/value_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/window/kit/chart.hpp"
#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"

namespace warplens::ui {
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

// Where a value is among growing ones that have equal distances, 0 to 1.
float place_among(const std::vector<double>& values, double value) {
  const auto next = std::lower_bound(values.begin(), values.end(), value);
  if (next == values.end()) return 1;
  auto at = static_cast<double>(next - values.begin());
  if (next != values.begin() && *next > value) at -= (*next - value) / (*next - *(next - 1));
  return static_cast<float>(at / static_cast<double>(values.size() - 1));
}

// Below the strip: both ends, and between them powers of ten where they have room, so that it is
// seen that the scale is not linear.
void draw_numbers(Ui& ui, const std::vector<double>& values, const Area& strip) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float foot = strip.max.y + ui.theme.unit * 0.25f;
  if (!is_line_whole(list, ui.fonts.small, foot)) return;  // they are below what is in sight
  Labels labels(ui, ui.fonts.small, ui.theme.unit);
  const auto put = [&](double value) {
    const float x = strip.min.x + strip.width() * place_among(values, value);
    return labels.put_centered(ImVec2(x, foot), strip, ui.theme.text_dim, end_text(value));
  };
  put(values.front());
  put(values.back());
  for (size_t i = 1; i + 1 < values.size(); ++i) {
    if (!is_power_of_ten(values[i]) || !put(values[i])) continue;
    const float x = strip.min.x + strip.width() * place_among(values, values[i]);
    list->AddLine(ImVec2(x, strip.max.y), ImVec2(x, foot), ui.theme.text_faint, ui.scale);
  }
}

}  // namespace

std::optional<double> draw_value_scale(Ui& ui, const char* widget, const std::string& name,
                                       const std::vector<double>& values, double now, double usual,
                                       const char* words, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Theme& theme = ui.theme;
  ImFont* font = ui.fonts.body;
  if (is_line_whole(list, font, area.min.y)) text_at(ui, list, font, area.min, theme.text, name);
  const float y = area.min.y + font_size(font) * 1.5f;
  const Area strip{ImVec2(area.min.x, y), ImVec2(area.max.x, y + theme.unit * 2)};
  list->AddRectFilled(strip.min, strip.max, theme.background);
  outline(list, strip, theme.text_faint, 1);
  draw_numbers(ui, values, strip);
  draw_marker(ui, strip, place_among(values, usual), theme.text_faint, 1);
  draw_marker(ui, strip, place_among(values, now), theme.accent, 3);
  const auto last = static_cast<float>(values.size() - 1);
  const auto value_at = [&](float share) {
    return values[static_cast<size_t>(std::lround(std::clamp(share, 0.0f, 1.0f) * last))];
  };
  const Drag drag = drag_along(ui, widget, strip);
  tooltip(ui, words);
  if (drag.nudge != 0)
    return value_at((std::round(place_among(values, now) * last) + static_cast<float>(drag.nudge)) /
                    last);
  if (!drag.share) return std::nullopt;
  if (*drag.share < 0 || *drag.share > 1) {
    const char* end = *drag.share < 0 ? label("the least that can be tried")
                                      : label("the most that can be tried");
    const float x = area.max.x - text_size(font, end).x;
    if (x > area.min.x + text_size(font, name).x)
      text_at(ui, list, font, ImVec2(x, area.min.y), theme.warning, end);
  }
  return value_at(*drag.share);
}

float value_scale_height(const Ui& ui) {
  return font_size(ui.fonts.body) * 1.5f + ui.theme.unit * 2.75f + font_size(ui.fonts.small);
}

}  // namespace warplens::ui
