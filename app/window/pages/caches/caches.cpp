// What a model of the caches makes of the launch: bytes on their way from DRAM to the lanes, and
// the same for each access of the text. On top the stations of a byte, DRAM, L2, L1 and the lanes,
// with what moves between them as bars of one scale; below a table of accesses, pressed to go to
// one.
#include "app/window/pages/caches/caches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "app/study/format.hpp"
#include "app/study/metrics.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/kit/chart.hpp"
#include "app/window/kit/table.hpp"
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

void draw_stretches(ui::Ui& ui, const MemoryFacts& facts, const Area& area) {
  const std::array<Stretch, 4> all = stretches_of(facts);
  uint64_t most = 1;
  for (const Stretch& one : all) most = std::max(most, one.bytes);
  std::vector<ui::Bar> bars;
  for (const Stretch& one : all)
    bars.push_back({fmt::format("caches.bar.{}", bars.size()), one.name,
                    study::byte_count(one.bytes),
                    static_cast<float>(static_cast<double>(one.bytes) / static_cast<double>(most)),
                    ui::fade(ui.theme.accent, 0.85f), ui.theme.text, false, one.hits,
                    one.quantity ? study::metric_line(*one.quantity) : ""});
  ui::draw_bars(ui, bars, area);
}

std::vector<std::string> cells_of(const std::string& place, const model::Traffic& traffic) {
  return {place,
          study::byte_count(study::sector_bytes(traffic.requested())),
          traffic.loads == 0 ? "" : study::percent(traffic.load_hits, traffic.loads),
          study::byte_count(study::sector_bytes(traffic.from_l2())),
          traffic.l2_reads == 0 ? "" : study::percent(traffic.l2_read_hits, traffic.l2_reads),
          study::byte_count(study::sector_bytes(traffic.from_dram()))};
}

void draw_rows(ui::Ui& ui, const MemoryFacts& facts, gui::Actions& actions) {
  ui::Table table{{label("access"), label("L1 requested"), label("L1 hit rate"), label("L2 ↔ L1"),
                   label("near L2 hit rate"), label("DRAM ↔ L2")},
                  {}};
  for (const CacheRow& row : facts.rows)
    table.rows.push_back(cells_of(place_text(row).rendered(), row.traffic));
  const char* press = label("Press: the next of these accesses, in the steps");
  table.widget = "caches.row";
  table.tooltip = press;
  const ImVec2 at = ImGui::GetCursorScreenPos(), size = ui::table_size(ui, table);
  if (const auto row = ui::draw_table(ui, table, at))
    actions.push_back(gui::action::SelectSite{facts.rows[*row].site});
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy(ImVec2(size.x, size.y + ui.theme.unit));
}

}  // namespace

const MemoryFacts* shown_memory_facts(const gui::State& model) {
  const gui::MemoryLaunch* launch = model.memory_shown();
  return launch != nullptr && missing_text(launch->facts).empty() ? &launch->facts : nullptr;
}

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

namespace {

PageAnswer caches_answer(const ui::Theme& theme, const gui::State& model) {
  const MemoryFacts* facts = shown_memory_facts(model);
  if (facts == nullptr) return {};
  return {{study::caches_answer(*facts).rendered(), theme.text}};
}

std::vector<std::string> caches_caveats(const gui::State& model) {
  const MemoryFacts* facts = shown_memory_facts(model);
  if (facts == nullptr) return {};
  return {caches_accuracy(*facts).rendered(), cache_sizes_text(*facts).rendered()};
}

void draw_caches(ui::Ui& ui, const gui::State& model, const Area& area, gui::Actions&) {
  if (is_memory_missing(ui, model)) return;
  draw_stretches(ui, model.memory_shown()->facts, area);
}

void draw_caches_details(ui::Ui& ui, const gui::State& model, const Area&, gui::Actions& actions) {
  const MemoryFacts* facts = shown_memory_facts(model);
  if (facts == nullptr) return;
  const ui::Theme& theme = ui.theme;
  put_memory_instead(ui, *facts);
  ui::text_wrapped(ui, ui.fonts.body, theme.warning, left_out_text(*facts));
  ui::text_wrapped(ui, ui.fonts.body, theme.text, caches_headline(*facts));
  draw_rows(ui, *facts, actions);
  ui::text_wrapped(ui, ui.fonts.body, theme.text_dim,
                   label("Bytes that several lanes of a warp request are requested of L1 once: the "
                         "requested bytes can be more than those of L1. Where lanes request a part "
                         "of each sector of 32 B they are fewer."));
  for (const Text& text : {other_part_text(*facts), paired_text(*facts)})
    ui::text_wrapped(ui, ui.fonts.body, theme.text_dim, text);
}

}  // namespace

constexpr PageView kCachesPage{.page = gui::Page::kCaches,
                               .group = PageGroup::kBytes,
                               .widget = "page.caches",
                               .key = 'K',
                               .name = sentence("Caches"),
                               .question = sentence("What moves between L1, L2 and DRAM?"),
                               .answer = caches_answer,
                               .draw = draw_caches,
                               .details = kManyDetails,
                               .draw_details = draw_caches_details,
                               .caveats = caches_caveats};

}  // namespace warplens::views
