// The caption gives way to the legend as far as its shorter forms go that name the order; where
// even they have no room beside it, it is alone.
#include "app/gui/views/pass_caption.hpp"

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "app/gui/views/panel_text.hpp"
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

void draw_swatch(const PassView& p, const Area& area, Look look) {
  const ImU32 color = group_color(p.ui, 0);
  if (look == Look::kWaits) return draw_waiting(p.ui, p.list, area, color);
  if (look == Look::kDone) p.list->AddRectFilled(area.min, area.max, color, 0, 0);
  outline(p.list, area, look == Look::kChosen ? chosen_color(p.ui) : color,
          look == Look::kChosen ? 2 * p.ui.scale : 1);
}

// What a pass is; as much as has room [pixels].
std::string_view caption_of(const PassView& p, float room) {
  return p.moment.passes.work == scene::Work::kWavefronts ? wavefront_caption(p.ui, room)
                                                          : work_caption(p.ui, room);
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
