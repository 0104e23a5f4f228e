// On top the stations of a byte, DRAM, L2, L1 and the lanes, with what moves between them as bars
// of one scale; below a table of accesses, pressed to go to one.
#include "app/gui/views/caches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/gui/scene/format.hpp"
#include "app/gui/views/picture.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using scene::CacheRow;
using scene::MemoryScene;

struct Stretch {
  uint64_t bytes = 0;
  std::string name, hits;  // "moved from L2", "L2 has 91.9%"
};

std::array<Stretch, 4> stretches_of(const MemoryScene& scene) {
  const model::CachesResult& result = scene.caches.result;
  const model::Traffic& all = result.all;
  return {
      Stretch{result.lane_bytes, label("lanes request"), ""},
      Stretch{scene::sector_bytes(all.requested()), label("asked of L1"),
              all.loads == 0 ? ""
                             : say("L1 serves {share} of loads",
                                   "share"_a = scene::percent(all.load_hits, all.loads))},
      Stretch{scene::sector_bytes(all.from_l2()), label("moved from or to L2"),
              all.l2_reads == 0 ? ""
                                : say("the near part of L2 serves {share} of these loads",
                                      "share"_a = scene::percent(all.l2_read_hits, all.l2_reads))},
      Stretch{scene::sector_bytes(all.from_dram()), label("moved from or to DRAM"), ""}};
}

// One row for each stretch: its name, a bar, its bytes, what the cache has.
void draw_stretches(ui::Ui& ui, const MemoryScene& scene, const Area& area) {
  const ui::Theme& theme = ui.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.body;
  const std::array<Stretch, 4> all = stretches_of(scene);
  uint64_t most = 1;
  float names = 0, hits = 0, numbers = 0;
  for (const Stretch& one : all) {
    most = std::max(most, one.bytes);
    names = std::max(names, ui::text_size(font, one.name).x);
    hits = std::max(hits, ui::text_size(font, one.hits).x);
    numbers = std::max(numbers, ui::text_size(font, scene::byte_count(one.bytes)).x);
  }
  const float unit = theme.unit, row = area.height() / 4;
  const float left = area.min.x + names + unit;
  const float right = area.max.x - hits - numbers - unit * 3;
  for (size_t i = 0; i < all.size(); ++i) {
    const float y = area.min.y + row * static_cast<float>(i);
    const float height = row - unit * 0.75f;
    const float text_y = y + (height - ui::font_size(font)) / 2;
    ui::text_at(ui, list, font, ImVec2(area.min.x, text_y), theme.text, all[i].name);
    const float share =
        static_cast<float>(static_cast<double>(all[i].bytes) / static_cast<double>(most));
    const Area ground{ImVec2(left, y), ImVec2(std::max(left, right), y + height)};
    list->AddRectFilled(ground.min, ground.max, theme.background);
    list->AddRectFilled(
        ground.min, ImVec2(ground.min.x + std::max(ui.scale, ground.width() * share), ground.max.y),
        ui::fade(theme.accent, 0.85f));
    ui.probe.widget(fmt::format("caches.bar.{}", i), ground.min, ground.max);
    ui::text_at(ui, list, font, ImVec2(ground.max.x + unit, text_y), theme.text,
                scene::byte_count(all[i].bytes));
    ui::text_at(ui, list, font, ImVec2(area.max.x - hits, text_y), theme.text_dim, all[i].hits);
  }
}

struct CacheColumn {
  const char* head;
  float width = 0;  // [pixels]
};

std::array<std::string, 6> cells_of(const std::string& place, const model::Traffic& traffic) {
  return {place,
          scene::byte_count(scene::sector_bytes(traffic.requested())),
          traffic.loads == 0 ? "" : scene::percent(traffic.load_hits, traffic.loads),
          scene::byte_count(scene::sector_bytes(traffic.from_l2())),
          traffic.l2_reads == 0 ? "" : scene::percent(traffic.l2_read_hits, traffic.l2_reads),
          scene::byte_count(scene::sector_bytes(traffic.from_dram()))};
}

void draw_rows(ui::Ui& ui, const MemoryScene& scene, gui::Actions& actions) {
  ImFont* font = ui.fonts.body;
  std::array<CacheColumn, 6> columns{{{label("access")},
                                      {label("asked of L1")},
                                      {label("L1 serves")},
                                      {label("to and from L2")},
                                      {label("near L2 serves")},
                                      {label("to and from DRAM")}}};
  std::vector<std::array<std::string, 6>> rows;
  for (const CacheRow& row : scene.rows) rows.push_back(cells_of(row.place, row.traffic));
  for (size_t i = 0; i < columns.size(); ++i) {
    columns[i].width = ui::text_size(ui.fonts.small, columns[i].head).x;
    for (const auto& row : rows)
      columns[i].width = std::max(columns[i].width, ui::text_size(font, row[i]).x);
  }
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float unit = ui.theme.unit, gap = unit * 3, height = ui::font_size(font) * 1.6f;
  const auto put = [&](float y, size_t column, ImFont* with, ImU32 color, const std::string& text) {
    float x = at.x;
    for (size_t i = 0; i < column; ++i) x += columns[i].width + gap;
    if (column > 0) x += columns[column].width - ui::text_size(with, text).x;
    ui::text_at(ui, list, with, ImVec2(x, y), color, text);
  };
  for (size_t i = 0; i < columns.size(); ++i)
    put(at.y, i, ui.fonts.small, ui.theme.text_dim, columns[i].head);
  float y = at.y + ui::font_size(ui.fonts.small) * 1.6f;
  float all = 0;
  for (const CacheColumn& column : columns) all += column.width + gap;
  for (size_t row = 0; row < rows.size(); ++row) {
    const Area line = make_area(at.x, y, all - gap, height);
    if (ui::hit(ui, fmt::format("caches.row.{}", row), line.min, line.max)) {
      actions.push_back(gui::action::SelectSite{scene.rows[row].site});
    }
    ui::tooltip(ui, label("Press: the next of these accesses, in the steps"));
    for (size_t i = 0; i < columns.size(); ++i) put(y, i, font, ui.theme.text, rows[row][i]);
    y += height;
  }
  ImGui::SetCursorScreenPos(ImVec2(at.x, y));
  ImGui::Dummy(ImVec2(all, unit));
}

}  // namespace

bool is_memory_missing(ui::Ui& ui, const gui::Model& model) {
  const gui::MemoryLaunch* launch = model.memory_shown();
  if (launch != nullptr && launch->scene.problem.empty()) return false;
  const std::string words =
      launch != nullptr ? launch->scene.problem
      : model.memory.problem.empty()
          ? std::string(label("Running the launch again to keep its requests..."))
          : model.memory.problem;
  ui::text_wrapped(ui, ui.fonts.title, ui.theme.text_dim, words);
  return true;
}

void put_memory_instead(ui::Ui& ui, const scene::MemoryScene& scene) {
  if (!scene.instead.empty()) ui::text_wrapped(ui, ui.fonts.body, ui.theme.warning, scene.instead);
}

void draw_caches(ui::Ui& ui, const gui::Model& model, gui::Actions& actions) {
  if (is_memory_missing(ui, model)) return;
  const MemoryScene& scene = model.memory_shown()->scene;
  const ui::Theme& theme = ui.theme;
  ui::text_wrapped(ui, ui.fonts.title, theme.text, scene.headline);
  put_memory_instead(ui, scene);
  ui::text_wrapped(ui, ui.fonts.body, theme.text_dim, scene.sizes);
  if (!scene.left_out.empty()) ui::text_wrapped(ui, ui.fonts.body, theme.warning, scene.left_out);
  const Area area = content_area();
  const float height = std::min(area.height() * 0.35f, ui::font_size(ui.fonts.body) * 9);
  draw_stretches(ui, scene, make_area(area.min.x, area.min.y + theme.unit, area.width(), height));
  ImGui::SetCursorScreenPos(ImVec2(area.min.x, area.min.y + height + theme.unit * 2));
  draw_rows(ui, scene, actions);
  ui::text_wrapped(ui, ui.fonts.body, theme.text_dim,
                   label("Lanes of a warp that read the same bytes ask L1 once: what lanes request "
                         "can be more than what is asked of L1. Where they use a part of each "
                         "sector of 32 B it is less."));
  for (const std::string* text : {&scene.other_part, &scene.pairs})
    if (!text->empty()) ui::text_wrapped(ui, ui.fonts.body, theme.text_dim, *text);
  ui::text_wrapped(ui, ui.fonts.body, theme.text_dim, scene.accuracy);
}

}  // namespace warplens::views
