// On top the stations of a byte, DRAM, L2, L1 and the lanes, with what moves between them as bars
// of one scale; below a table of accesses, pressed to go to one.
#include "app/window/pages/caches/caches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "app/study/format.hpp"
#include "app/study/metrics.hpp"
#include "app/window/access/picture.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using study::ByteLevel;
using study::CacheRow;
using study::MemoryFacts;
using study::Quantity;

struct Stretch {
  uint64_t bytes = 0;
  std::string name, hits;  // "L2 ↔ L1", "L2 hit rate: 91.9% ..."
  std::optional<Quantity> quantity{};
};

std::array<Stretch, 4> stretches_of(const MemoryFacts& facts) {
  const model::Traffic& all = facts.caches.result.all;
  return {
      Stretch{bytes_at(facts, ByteLevel::kRequested), label("requested bytes"), ""},
      Stretch{bytes_at(facts, ByteLevel::kL1), label("L1 requested"),
              all.loads == 0 ? ""
                             : say("L1 hit rate: {share} of loads",
                                   "share"_a = study::percent(all.load_hits, all.loads)),
              Quantity::kL1Requested},
      Stretch{bytes_at(facts, ByteLevel::kL2), label("L2 ↔ L1"),
              all.l2_reads == 0 ? ""
                                : say("L2 hit rate: {share} of these loads, in the near partition",
                                      "share"_a = study::percent(all.l2_read_hits, all.l2_reads)),
              Quantity::kL2ToL1},
      Stretch{bytes_at(facts, ByteLevel::kDram), label("DRAM ↔ L2"), "", Quantity::kDramToL2}};
}

// One row for each stretch: its name, a bar, its bytes, what the cache has.
void draw_stretches(ui::Ui& ui, const MemoryFacts& facts, const Area& area) {
  const ui::Theme& theme = ui.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.body;
  const std::array<Stretch, 4> all = stretches_of(facts);
  uint64_t most = 1;
  float names = 0, hits = 0, numbers = 0;
  for (const Stretch& one : all) {
    most = std::max(most, one.bytes);
    names = std::max(names, ui::text_size(font, one.name).x);
    hits = std::max(hits, ui::text_size(font, one.hits).x);
    numbers = std::max(numbers, ui::text_size(font, study::byte_count(one.bytes)).x);
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
    if (all[i].quantity && is_hovered(ground)) tip(ui, study::metric_line(*all[i].quantity));
    ui::text_at(ui, list, font, ImVec2(ground.max.x + unit, text_y), theme.text,
                study::byte_count(all[i].bytes));
    ui::text_at(ui, list, font, ImVec2(area.max.x - hits, text_y), theme.text_dim, all[i].hits);
  }
}

struct CacheColumn {
  const char* head;
  float width = 0;  // [pixels]
};

std::array<std::string, 6> cells_of(const std::string& place, const model::Traffic& traffic) {
  return {place,
          study::byte_count(study::sector_bytes(traffic.requested())),
          traffic.loads == 0 ? "" : study::percent(traffic.load_hits, traffic.loads),
          study::byte_count(study::sector_bytes(traffic.from_l2())),
          traffic.l2_reads == 0 ? "" : study::percent(traffic.l2_read_hits, traffic.l2_reads),
          study::byte_count(study::sector_bytes(traffic.from_dram()))};
}

void draw_rows(ui::Ui& ui, const MemoryFacts& facts, gui::Actions& actions) {
  ImFont* font = ui.fonts.body;
  std::array<CacheColumn, 6> columns{{{label("access")},
                                      {label("L1 requested")},
                                      {label("L1 hit rate")},
                                      {label("L2 ↔ L1")},
                                      {label("near L2 hit rate")},
                                      {label("DRAM ↔ L2")}}};
  std::vector<std::array<std::string, 6>> rows;
  for (const CacheRow& row : facts.rows)
    rows.push_back(cells_of(place_text(row).rendered(), row.traffic));
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
      actions.push_back(gui::action::SelectSite{facts.rows[row].site});
    }
    ui::tooltip(ui, label("Press: the next of these accesses, in the steps"));
    for (size_t i = 0; i < columns.size(); ++i) put(y, i, font, ui.theme.text, rows[row][i]);
    y += height;
  }
  ImGui::SetCursorScreenPos(ImVec2(at.x, y));
  ImGui::Dummy(ImVec2(all, unit));
}

}  // namespace

bool is_memory_missing(ui::Ui& ui, const gui::State& model) {
  const gui::MemoryLaunch* launch = model.memory_shown();
  const Text missing = launch == nullptr ? Text() : missing_text(launch->facts);
  if (launch != nullptr && missing.empty()) return false;
  const std::string words =
      launch != nullptr ? missing.rendered()
      : model.memory.problem.empty()
          ? std::string(label("Running the launch again to keep its requests..."))
          : model.memory.problem;
  ui::text_wrapped(ui, ui.fonts.title, ui.theme.text_dim, words);
  return true;
}

void put_memory_instead(ui::Ui& ui, const MemoryFacts& facts) {
  ui::text_wrapped(ui, ui.fonts.body, ui.theme.warning, instead_text(facts));
}

void draw_caches(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  if (is_memory_missing(ui, model)) return;
  const MemoryFacts& facts = model.memory_shown()->facts;
  const ui::Theme& theme = ui.theme;
  ui::text_wrapped(ui, ui.fonts.title, theme.text, caches_headline(facts));
  put_memory_instead(ui, facts);
  ui::text_wrapped(ui, ui.fonts.body, theme.text_dim, cache_sizes_text(facts));
  ui::text_wrapped(ui, ui.fonts.body, theme.warning, left_out_text(facts));
  const Area area = content_area();
  const float height = std::min(area.height() * 0.35f, ui::font_size(ui.fonts.body) * 9);
  draw_stretches(ui, facts, make_area(area.min.x, area.min.y + theme.unit, area.width(), height));
  ImGui::SetCursorScreenPos(ImVec2(area.min.x, area.min.y + height + theme.unit * 2));
  draw_rows(ui, facts, actions);
  ui::text_wrapped(ui, ui.fonts.body, theme.text_dim,
                   label("Bytes that several lanes of a warp request are requested of L1 once: the "
                         "requested bytes can be more than those of L1. Where lanes request a part "
                         "of each sector of 32 B they are fewer."));
  for (const Text& text : {other_part_text(facts), paired_text(facts), caches_accuracy(facts)})
    ui::text_wrapped(ui, ui.fonts.body, theme.text_dim, text);
}

}  // namespace warplens::views
