// The caption gives way to the legend as far as its shorter forms go that name the order; where
// even they have no room beside it, it is alone.
#include "app/window/access/pass_caption.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "app/scene/words/costs.hpp"
#include "app/window/access/panel_text.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

enum class Look { kDone, kWaits, kChosen };

struct Entry {
  Look look;
  std::string text;
};

std::vector<Entry> entries_of(const PassView& p) {
  std::vector<Entry> entries{{Look::kDone, label("lane done")},
                             {Look::kWaits, label("lane waits")}};
  if (std::has_single_bit(outlined_lanes(p.ui, p.moment)))
    entries.push_back({Look::kChosen, label("chosen")});
  return entries;
}

// The colours of the access's lanes, each once.
std::vector<ImU32> lane_colors(const PassView& p) {
  std::vector<ImU32> colors;
  for (const scene::LaneRow& row : p.moment.lanes) {
    const ImU32 color = group_color(p.ui, row.group);
    if (row.active && std::find(colors.begin(), colors.end(), color) == colors.end())
      colors.push_back(color);
  }
  return colors;
}

// In all colours that lanes have, side by side.
void draw_swatch(const PassView& p, const Area& area, Look look) {
  if (look == Look::kChosen) return outline(p.list, area, chosen_color(p.ui), 2 * p.ui.scale);
  const std::vector<ImU32> colors = lane_colors(p);
  const float width = area.width() / static_cast<float>(colors.size());
  for (size_t i = 0; i < colors.size(); ++i) {
    const float x = area.min.x + width * static_cast<float>(i);
    const Area part{ImVec2(std::round(x), area.min.y), ImVec2(std::round(x + width), area.max.y)};
    if (look == Look::kWaits)
      draw_waiting(p.ui, p.list, part, colors[i]);
    else
      p.list->AddRectFilled(part.min, part.max, colors[i], 0, 0);
  }
}

// What a pass is; as much as has room [pixels].
std::string_view caption_of(const PassView& p, float room) {
  const bool are_wavefronts = p.moment.passes.work == scene::Work::kWavefronts;
  return ui::first_fitting(p.ui.fonts.small, room,
                           are_wavefronts ? scene::wavefront_words() : scene::order_words());
}

}  // namespace

void draw_pass_caption(const PassView& p, float left, float right, float top) {
  ImFont* font = p.ui.fonts.small;
  const float gap = p.ui.theme.unit, box = std::round(ui::font_size(font) * 0.8f);
  const std::vector<Entry> entries = entries_of(p);
  float width = -gap * 1.6f;
  for (const Entry& entry : entries)
    width += box + gap * 0.6f + ui::text_size(font, entry.text).x + gap * 1.6f;
  const float beside = right - left - width - gap * 2;
  const std::string_view shorter = caption_of(p, beside);
  const bool has_both = shorter != caption_of(p, 0);
  const std::string_view caption = has_both ? shorter : caption_of(p, right - left);
  ui::text_at(p.ui, p.list, font, ImVec2(left, top), p.ui.theme.text_dim, caption);
  if (!has_both) return;
  float x = right - width;
  for (const Entry& entry : entries) {
    const float y = std::round(top + (ui::font_size(font) - box) / 2);
    draw_swatch(p, make_area(x, y, box, box), entry.look);
    x += box + gap * 0.6f;
    ui::text_at(p.ui, p.list, font, ImVec2(x, top), p.ui.theme.text_dim, entry.text);
    x += ui::text_size(font, entry.text).x + gap * 1.6f;
  }
}

Area draw_pass_caption(const PassView& p, const Area& area) {
  const float top = area.max.y - ui::font_size(p.ui.fonts.small);
  draw_pass_caption(p, area.min.x, area.max.x, top);
  return {area.min, ImVec2(area.max.x, top - p.ui.theme.unit * 0.5f)};
}

}  // namespace warplens::views
