#include "app/window/access/doors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

#include "app/scene/words/costs.hpp"
#include "app/scene/words/sentence.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/access/pass_caption.hpp"
#include "app/window/frame/stage.hpp"
#include "app/window/split/time_beside.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

// A word that a bank has still to hand out, or hands out now.
struct Chip {
  model::BankService service;
  uint32_t pass = 0;  // from 0
};

constexpr size_t kDigits = 2;  // of a bank or a lane

struct DoorsPicture : PassView {
  DoorsLayout layout;
  std::vector<uint32_t> used = {};  // banks, ascending
  uint32_t now = 0;                 // the pass under way, from 0
  float through = 0;                // how far it has gone, 0 to 1
};

std::vector<std::vector<Chip>> chips_of(const scene::Moment& moment, uint32_t banks) {
  std::vector<std::vector<Chip>> queues(banks);
  const auto& wavefronts = moment.banks.wavefronts;
  for (uint32_t pass = 0; pass < wavefronts.size(); ++pass) {
    for (const model::BankService& service : wavefronts[pass])
      queues[service.bank].push_back({service, pass});
  }
  return queues;
}

// Banks, ascending.
std::vector<uint32_t> used_of(const std::vector<std::vector<Chip>>& chips) {
  std::vector<uint32_t> used;
  for (uint32_t bank = 0; bank < chips.size(); ++bank)
    if (!chips[bank].empty()) used.push_back(bank);
  return used;
}

Queues queues_of(const std::vector<std::vector<Chip>>& chips, const std::vector<uint32_t>& used) {
  Queues queues{0, static_cast<uint32_t>(chips.size())};
  for (size_t i = 0; i < used.size(); ++i) {
    const uint32_t begin = i == 0 ? 0 : used[i];  // the first has the banks before it, too
    const auto end = i + 1 < used.size() ? used[i + 1] : static_cast<uint32_t>(chips.size());
    const auto length = static_cast<uint32_t>(chips[used[i]].size());
    if (length > 1) queues.columns = std::min(queues.columns, end - begin);
    queues.longest = std::max(queues.longest, length);
  }
  return queues;
}

bool is_done(const DoorsPicture& p) {
  return p.is_over() && p.through >= 1;
}

Area door_area(const DoorsPicture& p, uint32_t bank) {
  return row_cell(p.layout.left, p.layout.width, bank, p.layout.doors_top,
                  p.layout.doors_top + p.layout.doors_height);
}

float lane_width(const DoorsPicture& p) {
  return p.layout.width * static_cast<float>(p.banks) / trace::kWarpSize;
}

Area strip_area(const DoorsPicture& p, uint32_t lane) {
  const float width = lane_width(p);
  return row_cell(p.layout.left, width, lane, p.layout.lanes_top,
                  p.layout.lanes_top + p.layout.lanes_height);
}

// Of numbers at doors and lanes. On stage, where letters are large, the numbers keep to their
// doors.
float number_letters(const DoorsPicture& p) {
  constexpr float kOnStage = 12;
  const bool is_on_stage = p.model.options.stage != gui::Stage::kOff;
  return is_on_stage ? std::max(kOnStage * p.ui.scale / kStageScale, p.ui.least_letters)
                     : smallest_letters(p.ui);
}

// The area as far as its edges.
void draw_number(DoorsPicture& p, Area area, ImU32 color, const std::string& text,
                 size_t like_letters = 0) {
  const float edge = p.ui.scale - 0.5f;
  area.min.x -= edge;
  area.max.x += edge;
  draw_label(p.ui, p.list, area, color, text, number_letters(p), like_letters);
}

// Every how many of the doors or lanes, so wide each, have a number.
uint32_t numbers_step(const DoorsPicture& p, uint32_t count, float width) {
  ImFont* font = p.ui.fonts.mono_small;
  const float digits = ui::text_size(font, "00").x / ui::font_size(font) * number_letters(p);
  uint32_t step = 1;
  while (step < count && width * static_cast<float>(step) < digits + 2) step *= 2;
  return step;
}

// It may be wider than its door or lane, so wide each: numbers are drawn when all of these are.
void draw_number_across(DoorsPicture& p, const Area& cell, float width, uint32_t step, ImU32 color,
                        uint32_t number) {
  Area room = row_label(cell, width);
  const float more = width * static_cast<float>(step - 1) / 2;
  room.min.x -= more;
  room.max.x += more;
  draw_number(p, room, color, fmt::format("{}", number), kDigits);
}

// `pass` (from 0) is that in which it is open: the one under way; before the first and when all are
// done, its last.
void draw_door(DoorsPicture& p, uint32_t bank, std::optional<uint32_t> pass) {
  const Area door = door_area(p, bank);
  const bool is_busy = pass.has_value();
  const ImU32 busy =
      p.moment.finding.empty()
          ? judgement_color(p.ui.theme, scene::judge_pass(p.moment, pass.value_or(0)),
                            p.ui.theme.cell_written)
          : p.ui.theme.error;
  p.list->AddRectFilled(door.min, door.max, is_busy ? busy : p.ui.theme.panel_raised,
                        p.layout.width * 0.12f, 0);
  outline(p.list, door, is_busy ? busy : p.ui.theme.line, 1);
  p.ui.probe.widget(fmt::format("{}door:{}", p.prefix, bank), door.min, door.max);
}

void draw_door_number(DoorsPicture& p, uint32_t bank, bool is_busy) {
  const uint32_t step = numbers_step(p, p.banks, p.layout.width);
  if (bank % step == 0)
    draw_number_across(p, door_area(p, bank), p.layout.width, step,
                       is_busy ? ink(p.ui) : p.ui.theme.text_dim, bank);
}

void point_at_chip(DoorsPicture& p, const Area& area, const Chip& chip) {
  if (!is_hovered(area)) return;
  const uint32_t lane = lane_to_select(p.moment, chip.service.lanes);
  picture_tip(p.ui, p.model, scene::service_words(p.moment, chip.service, chip.pass, lane));
  point_at_lane(p, lane);
}

// One that waits looks like its lanes below, which wait; one that goes through is filled.
void draw_chip(DoorsPicture& p, const Area& area, const Chip& chip, bool waits) {
  const Area plain = fill_groups(p.ui, p.list, p.moment, area, chip.service.lanes);
  if (waits) {
    const uint32_t lane = lane_to_select(p.moment, chip.service.lanes);
    draw_waiting(p.ui, p.list, plain, group_color(p.ui, p.moment.lanes[lane].group));
  }
  draw_number(p, plain, waits ? p.ui.theme.text : ink(p.ui),
              bank_lanes_label(p.ui, chip.service.lanes, area.width()), kDigits);
  mark_outside(p, area, chip.service.lanes);
  if ((chip.service.lanes & outlined_lanes(p.ui, p.moment)) != 0)
    outline(p.list, area, chosen_color(p.ui), std::min(2 * p.ui.scale, area.height() / 3));
  point_at_chip(p, area, chip);
}

// Over which door the column of a bank's queue is: its own, those up to the next bank that is used,
// and of the first bank those before it.
uint32_t door_of_column(const DoorsPicture& p, uint32_t bank, uint32_t column) {
  if (bank + column < p.banks) {
    const auto next = std::upper_bound(p.used.begin(), p.used.end(), bank);
    const uint32_t end = next == p.used.end() ? p.banks : *next;
    if (bank + column < end) return bank + column;
    column -= end - bank;
  } else {
    column -= p.banks - bank;
  }
  return bank > column ? bank - 1 - column : 0;
}

// The chip in a column of its bank's queue, in the row so far above the lowest one.
Area chip_area(const DoorsPicture& p, uint32_t bank, uint32_t column, float row) {
  const Area door = door_area(p, door_of_column(p, bank, column));
  const float foot = door.min.y - 2 - p.layout.lift - row * p.layout.chip_height;
  return {ImVec2(door.min.x, foot - p.layout.chip_height + 1), ImVec2(door.max.x, foot)};
}

// Of `through`, what is between `begin` and `end`, from 0 to 1.
float part_of(float through, float begin, float end) {
  return std::clamp((through - begin) / (end - begin), 0.0f, 1.0f);
}

constexpr float kBelowQueue = 0.25f, kAtDoor = 0.5f;  // of a pass: where its chip is by then

// The chip that goes through the door: out of its column, which is alone below the others, along
// the free row there, and down. So it covers no other one on its way.
Area moving_area(const DoorsPicture& p, uint32_t bank, uint32_t column) {
  Area area = chip_area(p, bank, column, 0);
  const float way = p.layout.chip_height + p.layout.doors_height + 4;
  ImVec2 moved(0, way * p.through);
  if (p.layout.columns > 1) {
    moved.x = (door_area(p, bank).min.x - area.min.x) * part_of(p.through, kBelowQueue, kAtDoor);
    moved.y =
        p.layout.lift * part_of(p.through, 0, kBelowQueue) + way * part_of(p.through, kAtDoor, 1);
  }
  area.min = ImVec2(area.min.x + moved.x, area.min.y + moved.y);
  area.max = ImVec2(area.max.x + moved.x, area.max.y + moved.y);
  return area;
}

// Round a queue of several columns; it narrows to the door that all of it waits for.
void draw_tray(DoorsPicture& p, uint32_t bank, const std::vector<Area>& waiting) {
  if (p.layout.columns < 2 || waiting.size() < 2) return;
  Area tray = waiting.front();
  for (const Area& chip : waiting) {
    tray = {ImVec2(std::min(tray.min.x, chip.min.x), std::min(tray.min.y, chip.min.y)),
            ImVec2(std::max(tray.max.x, chip.max.x), std::max(tray.max.y, chip.max.y))};
  }
  const Area door = door_area(p, bank);
  const float edge = 2 * p.ui.scale, low = tray.max.y + edge, high = tray.min.y - edge;
  const ImVec2 corners[] = {{door.min.x, door.min.y},  {tray.min.x - edge, low},
                            {tray.min.x - edge, high}, {tray.max.x + edge, high},
                            {tray.max.x + edge, low},  {door.max.x, door.min.y}};
  p.list->AddPolyline(corners, static_cast<int>(std::size(corners)),
                      cost_color(p.ui.theme, p.moment), ImDrawFlags_None, 1.5f * p.ui.scale);
}

// Those that wait, and above them how many more do. A chip keeps its column; the rows fall when the
// last chip of the lowest one has left it, so that they can be read in order at any time.
void draw_queue(DoorsPicture& p, uint32_t bank, const std::vector<Chip>& queue) {
  const auto next = static_cast<uint32_t>(
      std::find_if(queue.begin(), queue.end(), [&](const Chip& one) { return one.pass >= p.now; }) -
      queue.begin());
  if (next == queue.size()) return;
  const uint32_t columns = p.layout.columns, left = static_cast<uint32_t>(queue.size()) - next;
  const bool has_left = queue[next].pass == p.now && !p.is_overview;
  const bool moves = has_left && p.through < 1;
  const bool ends_row = has_left && (next + 1) % columns == 0;
  const float fallen = !ends_row ? 0 : columns == 1 ? p.through : part_of(p.through, kAtDoor, 1);
  const uint32_t gone = next % columns;  // of the lowest row
  std::vector<Area> waiting;
  const uint32_t room = p.layout.most_chips + (ends_row && !moves ? columns : 0);
  for (uint32_t i = has_left ? 1 : 0; i < left && gone + i < room; ++i) {
    const float row = static_cast<float>((gone + i) / columns) - fallen;
    const Area area = chip_area(p, bank, (next + i) % columns, row);
    draw_chip(p, area, queue[next + i], true);
    p.ui.probe.widget(fmt::format("{}queue:{}:{}", p.prefix, bank, waiting.size()), area.min,
                      area.max);
    waiting.push_back(area);
  }
  draw_tray(p, bank, waiting);
  if (moves) {  // over the tray, out of which it comes
    const Area area = moving_area(p, bank, next % columns);
    draw_chip(p, area, queue[next], false);
    p.ui.probe.widget(fmt::format("{}through:{}", p.prefix, bank), area.min, area.max);
  }
  const uint32_t hidden = left - (has_left ? 1 : 0) - static_cast<uint32_t>(waiting.size());
  if (hidden == 0) return;
  const Area top = chip_area(p, bank, 0, static_cast<float>(p.layout.most_chips / columns));
  const float middle = top.center().x, width = std::max(top.width(), p.ui.theme.unit * 4);
  draw_label(p.ui, p.list,
             make_area(std::max(middle - width / 2, p.layout.left), top.min.y, width, top.height()),
             cost_color(p.ui.theme, p.moment), fmt::format("+{}", hidden), number_letters(p));
}

// From a door to the lanes that it serves in the pass.
void draw_served(DoorsPicture& p, uint32_t pass, const LaneLine& line) {
  for (const model::BankService& service : p.moment.banks.wavefronts[pass]) {
    const Area door = door_area(p, service.bank);
    for (uint32_t left = service.lanes; left != 0; left &= left - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(left));
      draw_lane_line(p, lane, ImVec2(door.center().x, door.max.y),
                     ImVec2(strip_area(p, lane).center().x, p.layout.lanes_top), line);
    }
  }
}

// Of the pass under way; of all of them when they are done.
void draw_served(DoorsPicture& p) {
  const auto count = static_cast<uint32_t>(p.moment.banks.wavefronts.size());
  if (p.now >= count || p.is_overview) return;
  if (!is_done(p)) {
    draw_served(p, p.now, {.strength = 0.7f, .thickness = 1.5f, .outlined_thickness = 2.2f});
    return;
  }
  for (uint32_t pass = 0; pass < count; ++pass)
    draw_served(p, pass, {.strength = 0.5f, .thickness = 1.2f, .outlined_thickness = 2.2f});
}

bool has_all_words(const DoorsPicture& p, uint32_t lane) {
  const uint32_t last = p.moment.passes.last[lane];
  return p.moment.lanes[lane].active && (last < p.now || (last == p.now && p.through >= 1));
}

void draw_lane_number(DoorsPicture& p, uint32_t lane) {
  const scene::LaneRow& row = p.moment.lanes[lane];
  const float width = lane_width(p);
  const uint32_t step = numbers_step(p, trace::kWarpSize, width);
  if (!row.exists || lane % step != 0) return;
  const ImU32 color = has_all_words(p, lane) ? ink(p.ui)
                      : row.active           ? p.ui.theme.text
                                             : p.ui.theme.text_dim;
  draw_number_across(p, strip_area(p, lane), width, step, color, lane);
}

// A lane is filled when it has all its words, and outlined on a dim ground while it waits.
void draw_lane(DoorsPicture& p, uint32_t lane) {
  const scene::LaneRow& row = p.moment.lanes[lane];
  const Area cell = strip_area(p, lane);
  const bool is_done = has_all_words(p, lane);
  const ImU32 color = row.active ? group_color(p.ui, row.group) : p.ui.theme.line;
  if (row.active && !is_done) {
    draw_waiting(p.ui, p.list, cell, color);
  } else {
    if (is_done) p.list->AddRectFilled(cell.min, cell.max, color, 0, 0);
    outline(p.list, cell, color, 1);
  }
  p.ui.probe.widget(fmt::format("{}donelane:{}", p.prefix, lane), cell.min, cell.max);
  if (!row.exists) return;
  if ((outlined_lanes(p.ui, p.moment) >> lane & 1) != 0)
    outline(p.list, cell, chosen_color(p.ui), 2 * p.ui.scale);
  if (!is_hovered(cell)) return;
  point_at_lane(p, lane);
}

void draw_side_word(DoorsPicture& p, const char* text, float top, float height) {
  const ImVec2 size = ui::text_size(p.ui.fonts.small, text);
  ui::text_at(
      p.ui, p.list, p.ui.fonts.small,
      ImVec2(std::max(p.layout.left - p.ui.theme.unit * 0.75f - size.x, content_area().min.x),
             top + (height - size.y) / 2),
      p.ui.theme.text_dim, text);
}

}  // namespace

DoorsLayout layout_doors(const ui::Ui& ui, const Area& area, uint32_t banks, const Queues& queues) {
  const float unit = ui.theme.unit, mono = ui::font_size(ui.fonts.mono_small);
  const float small = ui::font_size(ui.fonts.small);
  DoorsLayout layout;
  layout.left = area.min.x + ui::text_size(ui.fonts.small, label("banks")).x + unit * 1.5f;
  layout.width = (area.max.x - layout.left) / static_cast<float>(std::max(banks, 1u));
  layout.head_top = area.min.y;
  layout.queues_top = area.min.y + ui::font_size(ui.fonts.title) + unit;
  float bottom = area.max.y;
  if (bottom - layout.queues_top > mono * 8 + small) {
    layout.caption_top = bottom - small - 1;
    bottom = layout.caption_top - unit * 0.5f;
  }
  layout.doors_height = layout.lanes_height = std::round(mono * 1.7f);
  const float chip = std::round(mono + unit * 0.25f);
  const float room = bottom - layout.queues_top - layout.doors_height - layout.lanes_height;
  const float fan = std::clamp(room * 0.25f, unit * 2, unit * 9);
  // One place is for the number of those that are not drawn.
  const auto rows_in = [&](float height) {
    return static_cast<uint32_t>(std::max(std::floor(height / chip), 1.0f));
  };
  uint32_t rows = rows_in(room - fan - 2);
  const uint32_t longest = std::max(queues.longest, 1u);
  const auto columns_for = [&] {
    return std::clamp((longest + rows - 1) / rows, 1u, std::max(queues.columns, 1u));
  };
  layout.columns = columns_for();
  // Below several columns a row is free, along which their chips come to the door.
  const bool has_free_row = layout.columns > 1;
  const float between = 2;
  if (has_free_row) {
    rows = std::max(rows_in(room - fan - 2 - between), 2u) - 1;
    layout.columns = columns_for();
  }
  const uint32_t wanted = (longest + layout.columns - 1) / layout.columns;
  layout.most_chips = wanted <= rows ? queues.longest : (rows - 1) * layout.columns;
  const auto shown = static_cast<float>(std::min(wanted, rows));
  const float all_rows = shown + (has_free_row ? 1 : 0);
  layout.chip_height =
      std::min((room - fan - 2 - (has_free_row ? between : 0)) / all_rows, std::round(mono * 1.7f));
  if (has_free_row) layout.lift = layout.chip_height + between;
  layout.doors_top = std::round(layout.queues_top + shown * layout.chip_height + layout.lift + 2);
  const float below = bottom - layout.doors_top - layout.doors_height - layout.lanes_height;
  layout.lanes_top =
      std::round(layout.doors_top + layout.doors_height + std::min(below, unit * 12));
  return layout;
}

bool doors_fit(const ui::Ui& ui, const Area& area, const DoorsLayout& layout,
               const Queues& queues) {
  return layout.most_chips >= queues.longest &&
         layout.chip_height >= ui::font_size(ui.fonts.mono_small) &&
         layout.lanes_top >= layout.doors_top + layout.doors_height &&
         layout.lanes_top + layout.lanes_height <= area.max.y;
}

Queues queues_of(const scene::Moment& moment, uint32_t banks) {
  const std::vector<std::vector<Chip>> chips = chips_of(moment, banks);
  return queues_of(chips, used_of(chips));
}

Queues both(const Queues& one, const Queues& other) {
  return {std::max(one.longest, other.longest), std::min(one.columns, other.columns)};
}

void draw_doors(const PassView& view) {
  const std::vector<std::vector<Chip>> queues = chips_of(view.moment, view.banks);
  const std::vector<uint32_t> used = used_of(queues);
  DoorsPicture p{
      view,
      layout_doors(view.ui, view.area, view.banks, both(queues_of(queues, used), view.queues)),
      used};
  const uint32_t count = view.moment.passes.count();
  if (count == 0) return;
  p.now = view.is_over() ? std::min(static_cast<uint32_t>(view.done), count - 1) : view.pass - 1;
  p.through = std::clamp(view.done - static_cast<float>(p.now), 0.0f, 1.0f);
  // In a low picture what is drawn comes first.
  const bool has_head = p.layout.doors_top >= p.layout.queues_top;
  if (!view.is_bare && has_head) draw_pass_head(p, view.area);
  draw_served(p);
  std::vector<bool> is_open;
  for (uint32_t bank = 0; bank < view.banks; ++bank) {
    std::optional<uint32_t> open;
    for (const Chip& chip : queues[bank])
      if (is_done(p) || view.is_overview || (!view.is_over() && chip.pass == p.now))
        open = chip.pass;
    draw_queue(p, bank, queues[bank]);
    draw_door(p, bank, open);
    is_open.push_back(open.has_value());
  }
  for (uint32_t bank = 0; bank < view.banks; ++bank) draw_door_number(p, bank, is_open[bank]);
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) draw_lane(p, lane);
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) draw_lane_number(p, lane);
  draw_side_word(p, label("banks"), p.layout.doors_top, p.layout.doors_height);
  draw_side_word(p, label("lanes"), p.layout.lanes_top, p.layout.lanes_height);
  if (p.layout.caption_top == 0 || view.is_bare) return;
  const bool is_alone = view.model.split.run == nullptr;
  const float time = is_alone ? draw_time_at_end(p.ui, p.model, p.list, view.area.max.x,
                                                 p.layout.caption_top, view.area.width() * 0.75f)
                              : 0;
  draw_pass_caption(p, view.area.min.x, view.area.max.x - time, p.layout.caption_top);
}

}  // namespace warplens::views
