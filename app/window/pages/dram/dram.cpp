// A row of banks, the channel's data wires in time, transport; below them the table of orders.
// Blue is a hit, orange a row that had to be opened: what it costs is waste.
#include "app/window/pages/dram/dram.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/study/format.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/kit/chart.hpp"
#include "app/window/kit/table.hpp"
#include "app/window/pages/caches/caches.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using model::DramStep;
using model::RowEvent;
using study::DramFacts;

void set_dram(const study::DramTry& tried, bool plays, gui::Actions& actions) {
  actions.push_back(gui::action::ChangeOptions{[tried, plays](gui::ViewOptions& o) {
    o.dram = tried;
    o.playing = plays;
  }});
}

ImU32 event_color(const ui::Theme& theme, RowEvent event) {
  return event == RowEvent::kHit ? theme.accent : theme.waste_fill;
}

// What each bank did last, of the first `done` steps.
struct BankPicture {
  const DramStep* last = nullptr;
  uint32_t hits = 0, opened = 0;
};

std::vector<BankPicture> banks_after(const DramFacts& facts, uint32_t done) {
  std::vector<BankPicture> banks(facts.timings.banks);
  for (uint32_t i = 0; i < done && i < facts.steps.size(); ++i) {
    BankPicture& bank = banks[facts.steps[i].bank];
    bank.last = &facts.steps[i];
    ++(facts.steps[i].event == RowEvent::kHit ? bank.hits : bank.opened);
  }
  return banks;
}

// A hit is filled, an activation hatched, too: it is seen without its colour.
void draw_event(const ui::Ui& ui, ImDrawList* list, const Area& area, RowEvent event) {
  list->AddRectFilled(area.min, area.max, event_color(ui.theme, event));
  if (event != RowEvent::kHit) hatch(list, area, ui.theme.background, ui.theme.unit * 0.75f);
}

// A cell array for each bank: above its rows, below the row buffer with the open row's number.
void draw_dram_banks(ui::Ui& ui, const DramFacts& facts, uint32_t done, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  const std::vector<BankPicture> banks = banks_after(facts, done);
  const DramStep* now = done == 0 ? nullptr : &facts.steps[done - 1];
  const float width = area.width() / static_cast<float>(banks.size());
  ImFont* font = ui.fonts.small;
  const float small = ui::font_size(font);
  const auto bank_words = [](size_t bank) { return say("bank {number}", "number"_a = bank); };
  // All of them, or numbers alone.
  const bool has_words = ui::text_size(font, bank_words(banks.size() - 1)).x + 2 * ui.scale <=
                         width - theme.unit * 0.5f;
  for (size_t i = 0; i < banks.size(); ++i) {
    const float x = area.min.x + width * static_cast<float>(i);
    const bool is_now = now != nullptr && now->bank == i;
    const Area cells = make_area(x, area.min.y + small * 1.5f, width - theme.unit * 0.5f,
                                 area.height() - small * 5.2f);
    const Area buffer = make_area(x, cells.max.y + theme.unit * 0.25f, cells.width(), small * 1.9f);
    draw_label(ui, list, make_area(x, area.min.y, cells.width(), small * 1.3f),
               is_now ? theme.text : theme.text_dim,
               has_words ? bank_words(i) : fmt::format("{}", i), smallest_letters(ui), 0, font);
    list->AddRectFilled(cells.min, cells.max, theme.background);
    const float line = std::max(2.0f, theme.unit * 0.75f);
    for (float y = cells.min.y + line; y < cells.max.y; y += line)
      list->AddLine(ImVec2(cells.min.x, y), ImVec2(cells.max.x, y), theme.line, 1);
    const BankPicture& bank = banks[i];
    if (bank.last != nullptr) {
      // Where among 64 rows, so that neighbours are neighbours.
      const float share = static_cast<float>(bank.last->row % 64) / 64;
      const float y = cells.min.y + (cells.height() - line) * share;
      const Area row{ImVec2(cells.min.x, y), ImVec2(cells.max.x, y + line)};
      if (is_now)
        draw_event(ui, list, row, now->event);
      else
        list->AddRectFilled(row.min, row.max, ui::fade(theme.text_dim, 0.7f));
      const ImU32 ground = is_now ? event_color(theme, now->event) : theme.panel_raised;
      list->AddRectFilled(buffer.min, buffer.max, ground);
      draw_label(ui, list, buffer, ui::readable_on(theme, ground),
                 fmt::format("{}", bank.last->row), smallest_letters(ui), 0, font);
    }
    outline(list, cells, theme.text_faint, 1);
    outline(list, buffer, is_now ? theme.text : theme.text_faint, is_now ? 2.0f : 1.0f);
    ui.probe.widget(fmt::format("dram.bank.{}", i), cells.min, buffer.max);
    draw_label(ui, list, make_area(x, buffer.max.y, cells.width(), small * 1.5f), theme.text_dim,
               fmt::format("{} / {}", bank.hits, bank.opened), smallest_letters(ui), 0, font);
    if (is_hovered(make_area(x, area.min.y, cells.width(), area.height())))
      tip(ui, say("bank {number}: {hits} row-buffer hits, {opened} activates so far",
                  "number"_a = i, "hits"_a = bank.hits, "opened"_a = bank.opened));
  }
}

// The channel's wires: bursts where they are in time, around the present one.
void draw_wires(ui::Ui& ui, const DramFacts& facts, uint32_t done, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  list->AddRectFilled(area.min, area.max, theme.background);
  const double window = std::max(60 * facts.timings.burst, 8 * facts.timings.rcd);
  const double end = done == 0 ? window : std::max(window, facts.steps[done - 1].end);
  const auto x_of = [&](double ns) {
    return area.min.x + area.width() * static_cast<float>((ns - (end - window)) / window);
  };
  list->PushClipRect(area.min, area.max, true);
  for (uint32_t i = done; i-- > 0;) {
    const DramStep& step = facts.steps[i];
    if (step.end < end - window) break;
    const Area burst{ImVec2(x_of(step.begin), area.min.y),
                     ImVec2(std::max(x_of(step.end) - 1, x_of(step.begin) + 1), area.max.y)};
    draw_event(ui, list, burst, step.event);
    if (step.after_refresh && i > 0) {
      const double from = facts.steps[i - 1].end;
      list->AddRectFilled(ImVec2(x_of(from), area.min.y),
                          ImVec2(x_of(from + facts.timings.rfc), area.max.y), theme.text_faint);
    }
  }
  list->PopClipRect();
  outline(list, area, theme.text_faint, 1);
}

void draw_dram_transport(ui::Ui& ui, const gui::State& model, const DramFacts& facts,
                         gui::Actions& actions) {
  study::DramTry tried = model.options.dram;
  tried.step = steps_done(facts, tried.step);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const auto last = static_cast<uint32_t>(facts.steps.size());
  const bool plays = model.options.playing;
  if (ui::button(ui, "dram.first", "|<")) {
    tried.step = 0;
    set_dram(tried, false, actions);
  }
  ImGui::SameLine(0, 1);
  if (ui::button(ui, "dram.less", "<") && tried.step > 0) {
    --tried.step;
    set_dram(tried, false, actions);
  }
  ImGui::SameLine(0, 1);
  if (ui::button(ui, "dram.play", plays ? label("Pause") : label("Play"), plays)) {
    if (tried.step == last) tried.step = 0;
    set_dram(tried, !plays, actions);
  }
  ImGui::SameLine(0, 1);
  if (ui::button(ui, "dram.more", ">") && tried.step < last) {
    ++tried.step;
    set_dram(tried, false, actions);
  }
  ImGui::SameLine(0, ui.theme.unit);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - ui.theme.unit;
  const Area strip = make_area(at.x, at.y, width, ImGui::GetFrameHeight());
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(strip.min, strip.max, ui.theme.background);
  const float share = last == 0 ? 0 : static_cast<float>(tried.step) / static_cast<float>(last);
  list->AddRectFilled(strip.min, ImVec2(strip.min.x + strip.width() * share, strip.max.y),
                      ui::fade(ui.theme.accent, 0.5f));
  outline(list, strip, ui.theme.text_faint, 1);
  const ui::Drag drag = ui::drag_along(ui, "dram.strip", strip);
  uint32_t step = tried.step;
  if (drag.nudge != 0)
    step = drag.nudge > 0 ? std::min(step + 1, last) : step - std::min(step, 1u);
  else if (drag.share)
    step = static_cast<uint32_t>(std::clamp(*drag.share, 0.0f, 1.0f) * static_cast<float>(last) +
                                 0.5f);
  if (step != tried.step) {
    tried.step = step;
    set_dram(tried, false, actions);
  }
  ImGui::SetCursorScreenPos(ImVec2(start.x, strip.max.y + ui.theme.unit));
}

std::string step_words(const DramFacts& facts, uint32_t done) {
  if (done == 0)
    return say("Channel {channel}, the busiest: nothing is served yet.",
               "channel"_a = facts.channel);
  const DramStep& now = facts.steps[done - 1];
  const DramStep* before = nullptr;
  for (uint32_t i = done - 1; i-- > 0 && before == nullptr;) {
    if (facts.steps[i].bank == now.bank) before = &facts.steps[i];
  }
  return say("Channel {channel}, request {number} of {all}, {time:.3f} µs: {what}",
             "channel"_a = facts.channel, "number"_a = study::grouped(done),
             "all"_a = study::grouped(facts.channels[facts.channel]), "time"_a = now.end / 1000,
             "what"_a = study::step_text(now, before));
}

ui::Table orders_table(const DramFacts& facts) {
  ui::Table table{{label("served"), label("row-buffer hits"), label("activates"),
                   label("precharges"), label("time"), label("bandwidth")},
                  {}};
  for (const DramFacts::Row& row : facts.rows) {
    const model::DramCounts& counts = row.counts;
    table.rows.push_back({say(row.ordering->name),
                          fmt::format("{} ({})", study::grouped(counts.hits),
                                      study::percent(counts.hits, counts.bursts)),
                          study::grouped(counts.activations()), study::grouped(counts.conflicts),
                          say("{time:.2f} µs", "time"_a = counts.ns / 1000),
                          say("{speed:.1f} GB/s", "speed"_a = static_cast<double>(facts.bytes()) /
                                                              std::max(counts.ns, 1e-9))});
  }
  table.chosen = static_cast<size_t>(facts.tried.order);
  return table;
}

// Null where there is nothing to draw yet.
const DramFacts* dram_of(const gui::State& model) {
  return shown_memory_facts(model) != nullptr ? model.dram.results.get() : nullptr;
}

// The picture has no room for what its last request did in words.
bool is_dram_low(const ui::Ui& ui, const Area& picture) {
  constexpr float kWithWords = 16;  // [lines]
  return picture.height() < ui::font_size(ui.fonts.body) * kWithWords;
}

PageAnswer dram_answer(const ui::Theme& theme, const gui::State& model) {
  const DramFacts* facts = dram_of(model);
  if (facts == nullptr) return {};
  if (const Text missing = missing_text(*facts); !missing.empty())
    return {{missing.rendered(), theme.text_dim}};
  return {{answer_text(*facts).rendered(), theme.text}};
}

// Kind of memory, order of service, with or without caches before it.
PageChoices dram_choices(const gui::State& model, gui::Actions& actions) {
  const study::DramTry& tried = model.options.dram;
  const auto choice = [&](std::string widget, std::string words, auto member, auto value) {
    study::DramTry next = tried;
    next.*member = value;
    return ui::Choice{std::move(widget), std::move(words), tried.*member == value,
                      [next, is_new = !next.is_like(tried), &actions] {
                        if (is_new) set_dram(next, false, actions);
                      }};
  };
  ui::ChoiceGroup kinds{"dram.kind", label("memory"), {}};
  for (const auto kind : {model::DramKind::kDdr4, model::DramKind::kGddr5, model::DramKind::kHbm2})
    kinds.choices.push_back(choice(fmt::format("dram.kind.{}", static_cast<int>(kind)),
                                   model::dram_timings(kind).name, &study::DramTry::kind, kind));
  using model::DramOrder;
  return {kinds,
          {"dram.order",
           label("order"),
           {choice("dram.fifo", label("First come"), &study::DramTry::order, DramOrder::kFifo),
            choice("dram.hits-first", label("Row-buffer hits first"), &study::DramTry::order,
                   DramOrder::kRowHitFirst)}},
          {"dram.behind",
           label("requests"),
           {choice("dram.caches", label("Behind L2"), &study::DramTry::behind_caches, true),
            choice("dram.no-caches", label("No caches"), &study::DramTry::behind_caches, false)}}};
}

std::vector<std::string> dram_caveats(const gui::State& model) {
  const DramFacts* facts = dram_of(model);
  if (facts == nullptr || !missing_text(*facts).empty()) return {};
  return {kind_text(*facts).rendered(), mapping_text(*facts).rendered(),
          source_text(*facts).rendered()};
}

void draw_dram(ui::Ui& ui, const gui::State& model, const Area& area, gui::Actions& actions) {
  if (is_memory_missing(ui, model) || model.dram.results == nullptr) return;
  const DramFacts& facts = *model.dram.results;
  if (!missing_text(facts).empty()) return;
  const ui::Theme& theme = ui.theme;
  const uint32_t done = steps_done(facts, model.options.dram.step);
  const float body = ui::font_size(ui.fonts.body);
  const bool is_low = is_dram_low(ui, area);
  const float wires = is_low ? body : body * 1.6f, transport = body + theme.unit * 2;
  const std::string words = is_low ? "" : step_words(facts, done);
  const float lines = is_low ? 0 : ui::wrapped_size(ui.fonts.body, words, area.width()).y;
  const float banks = area.height() - wires - transport - lines - theme.unit * 1.5f;
  float y = area.min.y;
  draw_dram_banks(ui, facts, done, make_area(area.min.x, y, area.width(), banks));
  y += banks + theme.unit;
  draw_wires(ui, facts, done, make_area(area.min.x, y, area.width() - theme.unit, wires));
  y += wires + theme.unit * 0.5f;
  ImGui::SetCursorScreenPos(ImVec2(area.min.x, y));
  draw_dram_transport(ui, model, facts, actions);
  ui::letters(ui, ImGui::GetWindowDrawList(), ui.fonts.body, body,
              ImVec2(area.min.x, y + transport), theme.text, words, area.width());
}

void draw_dram_details(ui::Ui& ui, const gui::State& model, const Area& picture, gui::Actions&) {
  const DramFacts* found = dram_of(model);
  if (found == nullptr || !missing_text(*found).empty()) return;
  const DramFacts& facts = *found;
  const ui::Theme& theme = ui.theme;
  put_memory_instead(ui, model.memory_shown()->facts);
  if (is_dram_low(ui, picture))
    ui::text_wrapped(ui, ui.fonts.body, theme.text,
                     step_words(facts, steps_done(facts, model.options.dram.step)));
  ui::text_wrapped(ui, ui.fonts.body, theme.text_dim,
                   label("Below each bank: row-buffer hits / activates. Then the data wires: a "
                         "burst is blue where it hit the row buffer, orange and hatched where a "
                         "row had to be activated; they are empty during precharge and activate."));
  ui::text_wrapped(ui, ui.fonts.body, theme.text, headline(facts));
  ui::text_wrapped(ui, ui.fonts.body, theme.text, rows_text(facts));
  ui::text_wrapped(ui, ui.fonts.body, theme.warning, left_out_text(facts));
  // Beside the table where there is room, else at the end.
  const ui::Table orders = orders_table(facts);
  const ImVec2 table = ImGui::GetCursorScreenPos(), size = ui::table_size(ui, orders);
  const ImVec2 cells = memory_cells_size(ui);
  const float end = table.x + size.x + theme.unit * 3;
  const bool is_beside = picture.max.x - end >= cells.x;
  ui::draw_table(ui, orders, table);
  if (is_beside) draw_memory_cells(ui, make_area(end, table.y, cells.x, cells.y));
  ImGui::SetCursorScreenPos(table);
  ImGui::Dummy(ImVec2(1, std::max(size.y, is_beside ? cells.y : 0.0f)));
  for (const Text& text : {orders_text(facts), refresh_text(facts)})
    ui::text_wrapped(ui, ui.fonts.body, theme.text_dim, text);
  if (is_beside) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_memory_cells(ui, make_area(at.x, at.y + theme.unit, cells.x, cells.y));
  ImGui::Dummy(ImVec2(cells.x, cells.y + theme.unit));
}

}  // namespace

constexpr PageView kDramPage{.page = gui::Page::kDram,
                             .group = PageGroup::kBytes,
                             .widget = "page.dram",
                             .key = 'B',
                             .name = sentence("DRAM"),
                             .question = sentence("What does DRAM do?"),
                             .answer = dram_answer,
                             .draw = draw_dram,
                             .details = kManyDetails,
                             .draw_details = draw_dram_details,
                             .choices = dram_choices,
                             .caveats = dram_caveats};

}  // namespace warplens::views
