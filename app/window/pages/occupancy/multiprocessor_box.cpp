// Compartments side by side, each with its name on top and what is used of it below. Slots are
// cells; threads, registers and shared memory are filled from the bottom, a layer a block. What
// allows no further block is orange, and hatched where too little is left over.
#include "app/window/pages/occupancy/occupancy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "app/study/format.hpp"
#include "app/window/access/picture.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using scene::OccupancyBar;
using scene::OccupancyScene;

const char* name_of(model::Resource resource) {
  constexpr Sentence kNames[] = {sentence("blocks"), sentence("threads, in warps"),
                                 sentence("registers"), sentence("shared memory")};
  return label(kNames[static_cast<size_t>(resource)]);
}

bool has_l1(const OccupancyScene& scene) {
  return !scene.carve_outs.empty();
}

std::string l1_text(const OccupancyScene& scene) {
  return say("{shared} shared, L1 keeps {bytes}", "shared"_a = study::byte_count(scene.carve_out),
             "bytes"_a = study::byte_count(scene.left_to_l1));
}

// [pixels]
struct BoxLayout {
  float padding = 0, gap = 0, column = 0;
  float title = 0, names = 0, used = 0;  // heights
};

BoxLayout layout_of(const ui::Ui& ui, const OccupancyScene& scene, float width) {
  BoxLayout layout;
  const float unit = ui.theme.unit;
  const auto columns = static_cast<float>(scene.bars.size() + (has_l1(scene) ? 1 : 0));
  layout.padding = unit;
  layout.gap = unit * 1.5f;
  layout.column = std::max(
      1.0f, std::floor((width - 2 * layout.padding - layout.gap * (columns - 1)) / columns));
  layout.title = ui::font_size(ui.fonts.small) + unit * 0.5f;
  layout.names = ui::font_size(ui.fonts.small) + unit * 0.5f;
  for (const OccupancyBar& bar : scene.bars)
    layout.used =
        std::max(layout.used, ui::wrapped_size(ui.fonts.small, bar.used, layout.column).y);
  if (has_l1(scene))
    layout.used =
        std::max(layout.used, ui::wrapped_size(ui.fonts.small, l1_text(scene), layout.column).y);
  layout.used += unit * 0.5f;
  return layout;
}

// Blocks drop in from above one after another: how far above its place a block is, in heights of
// its compartment.
float height_above(uint32_t block, uint32_t blocks, float entering) {
  const float start = static_cast<float>(block) / static_cast<float>(blocks);
  const float fallen = std::clamp(entering * 2 - start, 0.0f, 1.0f);
  return 1 - fallen * fallen;
}

ImU32 color_of_block(const ui::Theme& theme, const OccupancyBar& bar, uint32_t block) {
  return ui::fade(bar.is_limit ? theme.waste : theme.accent, block % 2 == 0 ? 0.85f : 0.65f);
}

void draw_block(ui::Ui& ui, const OccupancyBar& bar, uint32_t block, const Area& at) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at.min, at.max, color_of_block(ui.theme, bar, block));
  draw_label(ui, list, at, ink(ui), std::to_string(block), smallest_letters(ui));
}

Area raised(const Area& area, float up) {
  return {ImVec2(area.min.x, area.min.y - up), ImVec2(area.max.x, area.max.y - up)};
}

// A cell for each block that the multiprocessor may hold.
void draw_slots(ui::Ui& ui, const OccupancyBar& bar, uint32_t blocks, float entering,
                const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto slots = static_cast<uint32_t>(bar.all);
  const uint32_t columns = slots <= 8 ? 2 : slots <= 16 ? 4 : 8;
  const uint32_t rows = (slots + columns - 1) / columns;
  const float gap = std::max(1.0f, ui.scale * 2);
  const float width = area.width() / static_cast<float>(columns);
  const float height = area.height() / static_cast<float>(rows);
  for (uint32_t slot = 0; slot < slots; ++slot) {
    const Area cell =
        make_area(std::round(area.min.x + width * static_cast<float>(slot % columns)),
                  std::round(area.min.y + height * static_cast<float>(slot / columns)),
                  std::round(width - gap), std::round(height - gap));
    list->AddRectFilled(cell.min, cell.max, ui.theme.background);
    outline(list, cell, bar.is_limit ? ui.theme.waste : ui.theme.text_faint, 1);
    if (slot < blocks)
      draw_block(ui, bar, slot, raised(cell, area.height() * height_above(slot, blocks, entering)));
  }
}

// A layer for each block, from the bottom, and what is left.
void draw_layers(ui::Ui& ui, const OccupancyBar& bar, uint32_t blocks, float entering,
                 const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  list->AddRectFilled(area.min, area.max, theme.background);
  const float of_block = area.height() * static_cast<float>(static_cast<double>(bar.of_block) /
                                                            static_cast<double>(bar.all));
  const float gap = of_block > 4 * ui.scale ? std::max(1.0f, ui.scale) : 0;
  float y = area.max.y;
  for (uint32_t block = 0; block < blocks && of_block > 0; ++block) {
    const Area layer{ImVec2(area.min.x, std::round(y - of_block) + gap),
                     ImVec2(area.max.x, std::round(y))};
    draw_block(ui, bar, block,
               raised(layer, area.height() * height_above(block, blocks, entering)));
    y -= of_block;
  }
  const Area rest{area.min, ImVec2(area.max.x, std::round(y))};
  if (bar.is_limit && rest.height() > 1)  // too little for another block
    hatch(list, rest, ui::fade(theme.waste, 0.5f), theme.unit * 0.75f);
  outline(list, area, bar.is_limit ? theme.waste : theme.text_faint, 1);
}

// The sizes that shared memory may take of what it shares with L1, from the bottom, and the rest;
// left of them how large they are, as far as that has room, the one that is taken first.
void draw_split(ui::Ui& ui, const OccupancyScene& scene, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  ImFont* font = ui.fonts.small;
  std::vector<uint32_t> sizes(scene.carve_outs.rbegin(), scene.carve_outs.rend());
  float numbers = 0;
  for (const uint32_t size : sizes)
    numbers = std::max(numbers, ui::text_size(font, study::byte_count(size)).x);
  const Area split{ImVec2(area.min.x + numbers + theme.unit * 0.5f, area.min.y), area.max};
  const auto all = static_cast<float>(scene.carve_out + scene.left_to_l1);
  const auto at = [&](uint32_t bytes) {
    return std::round(area.max.y - area.height() * static_cast<float>(bytes) / all);
  };
  list->AddRectFilled(split.min, split.max, theme.background);
  list->AddRectFilled(ImVec2(split.min.x, at(scene.carve_out)), split.max,
                      ui::fade(theme.accent, 0.65f));
  for (const uint32_t size : sizes)
    list->AddLine(ImVec2(split.min.x, at(size)), ImVec2(split.max.x, at(size)), theme.text_faint,
                  1);
  outline(list, split, theme.text_faint, 1);
  std::stable_partition(sizes.begin(), sizes.end(),
                        [&](uint32_t size) { return size == scene.carve_out; });
  const float letters = ui::font_size(font);
  std::vector<float> taken;
  for (const uint32_t size : sizes) {
    const float y = std::clamp(at(size) - letters / 2, area.min.y, area.max.y - letters);
    const bool is_free = std::none_of(taken.begin(), taken.end(),
                                      [&](float other) { return std::abs(other - y) < letters; });
    if (!is_free) continue;
    taken.push_back(y);
    const std::string text = study::byte_count(size);
    ui::text_at(ui, list, font, ImVec2(area.min.x + numbers - ui::text_size(font, text).x, y),
                size == scene.carve_out ? theme.text : theme.text_dim, text);
  }
}

// The name on top, the compartment, what is used of it.
void draw_compartment(ui::Ui& ui, const BoxLayout& layout, const Area& column, const char* name,
                      const std::string& used, ImU32 color,
                      const std::function<void(const Area&)>& draw) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.small;
  ui::text_fitted(ui, list, font, column.min, column.width(), color, name);
  const Area inside{ImVec2(column.min.x, column.min.y + layout.names),
                    ImVec2(column.max.x, column.max.y - layout.used)};
  list->PushClipRect(inside.min, inside.max, true);
  draw(inside);
  list->PopClipRect();
  ui::letters(ui, list, font, ui::font_size(font),
              ImVec2(column.min.x, inside.max.y + ui.theme.unit * 0.25f), color, used,
              column.width());
}

}  // namespace

float least_box_height(const ui::Ui& ui, const OccupancyScene& scene, float width) {
  const BoxLayout layout = layout_of(ui, scene, width);
  return layout.title + layout.names + layout.used + layout.padding * 1.5f +
         ui::font_size(ui.fonts.body) * 5;
}

void draw_multiprocessor_box(ui::Ui& ui, const OccupancyScene& scene, float entering,
                             const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  const BoxLayout layout = layout_of(ui, scene, area.width());
  list->AddRectFilled(area.min, area.max, theme.panel_raised, theme.unit * 0.5f);
  list->AddRect(area.min, area.max, theme.text_dim, theme.unit * 0.5f, 0, 1.5f * ui.scale);
  ui::text_at(ui, list, ui.fonts.small,
              ImVec2(area.min.x + layout.padding, area.min.y + layout.padding * 0.5f),
              theme.text_dim, scene.box);
  ui.probe.widget("occupancy.box", area.min, area.max);
  Area column =
      make_area(area.min.x + layout.padding, area.min.y + layout.padding * 0.5f + layout.title,
                layout.column, area.height() - layout.title - layout.padding * 1.25f);
  const auto next = [&] {
    column.min.x += layout.column + layout.gap;
    column.max.x += layout.column + layout.gap;
  };
  for (const OccupancyBar& bar : scene.bars) {
    const bool is_slots = bar.resource == model::Resource::kBlocks;
    draw_compartment(ui, layout, column, name_of(bar.resource), bar.used,
                     bar.is_limit ? theme.waste : theme.text, [&](const Area& inside) {
                       const uint32_t blocks = scene.facts.occupancy.blocks;
                       if (is_slots)
                         draw_slots(ui, bar, blocks, entering, inside);
                       else
                         draw_layers(ui, bar, blocks, entering, inside);
                     });
    ui.probe.widget(fmt::format("occupancy.bar.{}", static_cast<int>(bar.resource)), column.min,
                    column.max);
    if (is_hovered(column) && bar.room != model::Occupancy::kUnlimited) {
      const std::string room = say("{resource}: room for {blocks} such blocks",
                                   "resource"_a = name_of(bar.resource), "blocks"_a = bar.room);
      const Text units = study::register_units_text(scene.facts);
      const bool has_units = bar.resource == model::Resource::kRegisters && !units.empty();
      tip(ui, has_units ? room + "\n" + units.rendered() : room);
    }
    next();
  }
  if (!has_l1(scene)) return;
  draw_compartment(ui, layout, column, label("split with L1"), l1_text(scene), theme.text,
                   [&](const Area& inside) { draw_split(ui, scene, inside); });
  if (is_hovered(column))
    tip(ui, label("Shared memory takes one of these sizes; L1 has what is left."));
}

}  // namespace warplens::views
