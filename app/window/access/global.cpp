// A row is a line of 128 bytes in four sectors. A sector that is moved has a ground, the bytes that
// lanes use lie on it in the lanes' colours, what is moved for nothing stays hatched.
#include "app/window/access/access_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>

#include "app/scene/words/old_transactions.hpp"
#include "app/scene/words/sentence.hpp"
#include "app/study/counts.hpp"
#include "app/study/format.hpp"
#include "app/window/access/cover.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/access/pass_caption.hpp"
#include "app/window/frame/panel.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

constexpr uint32_t kSectorsPerLine = model::kLineBytes / model::kSectorBytes;

constexpr size_t kMostFannedLines = 8;  // more lines leave no room between them

// Where a lane's bytes are drawn.
struct PartPlace {
  Area cell;
  uint32_t lanes = 0;
};

// A lane's number in its cell.
struct LaneNumber {
  Area cell;
  uint32_t lane = 0;
  ImU32 color = 0, ground = 0;
  float end = 0;  // [pixels] up to which nothing else is used
};

struct GlobalPicture : PassView {
  std::vector<PartPlace> places;
  std::vector<LaneNumber> numbers{};  // of the line that is being drawn
  uint32_t step = 1;                  // of the lanes whose numbers are drawn
  size_t begun = ~size_t{0};  // sectors that have been moved or are under way; the rest waits
};

// The element with which the line begins, "M[8][0]"; the address where it is in no array.
std::string line_name(const scene::Moment& moment, uint64_t line) {
  const uint64_t address = line * model::kLineBytes;
  for (const scene::Grid& grid : moment.grids) {
    const uint64_t end = grid.base + grid.count * grid.element_bytes;
    if (grid.space != trace::Space::kGlobal || address < grid.base || address >= end) continue;
    const uint64_t element = (address - grid.base) / grid.element_bytes;
    return scene::element_name(grid, element / grid.columns, element % grid.columns);
  }
  return fmt::format("{:#x}", address);
}

// `is_begun`: it is moved by one of the passes until now.
void draw_sector(GlobalPicture& p, const Area& area, bool is_begun) {
  if (!is_begun) {
    outline(p.list, area, p.ui.theme.line, 1);
    return;
  }
  // What no access of these lanes could avoid is not waste.
  const ImU32 unused =
      p.moment.is_wasteful ? cost_color(p.ui.theme, p.moment) : p.ui.theme.text_faint;
  p.list->AddRectFilled(area.min, area.max, ui::mix(p.ui.theme.panel_raised, unused, 0.10f), 0, 0);
  if (area.height() > 5) {
    hatch(p.list, area, ui::fade(unused, 0.55f), std::max(5.0f, 7 * p.ui.scale));
  }
}

// Whether a text has room behind a cell, up to `end` [pixels].
bool has_room_behind(const GlobalPicture& p, const Area& cell, float end, const ImVec2& text) {
  return cell.max.x + text.x + 6 * p.ui.scale <= end && text.y <= cell.height();
}

void draw_behind(GlobalPicture& p, const Area& cell, const std::string& text) {
  const ImVec2 size = ui::text_size(p.ui.fonts.mono_small, text);
  const ImVec2 at(std::round(cell.max.x + 3 * p.ui.scale),
                  std::round(cell.center().y - size.y / 2));
  p.list->AddRectFilled(ImVec2(cell.max.x + p.ui.scale, at.y),
                        ImVec2(cell.max.x + size.x + 6 * p.ui.scale, at.y + size.y),
                        p.ui.theme.panel);
  ui::text_at(p.ui, p.list, p.ui.fonts.mono_small, at, p.ui.theme.text, text);
}

// How many lanes use a cell: in it, or behind it where it is narrower than that and nothing else is
// used up to `end` [pixels].
void draw_lane_count(GlobalPicture& p, const Area& plain, const Area& cell, float end,
                     const std::string& text) {
  const ImVec2 size = ui::text_size(p.ui.fonts.mono_small, text);
  if (size.x + 6 * p.ui.scale > cell.width() && has_room_behind(p, cell, end, size))
    return draw_behind(p, cell, text);
  draw_label(p.ui, p.list, plain, ink(p.ui), text, smallest_letters(p.ui));
}

// Every lane's number, or every fourth, eighth, ...: every second would hide most edges of cells.
// `cell`: one lane's width [pixels].
uint32_t lane_step(const ui::Ui& ui, float cell) {
  const uint32_t step = number_step(ui, 32, cell);
  return step == 1 ? 1 : std::max(step, 4u);
}

// In the middle of its cell, and over those beside it where it is wider.
void draw_over(GlobalPicture& p, const LaneNumber& number) {
  const std::string text = fmt::format("{}", number.lane);
  const ImVec2 size = ui::text_size(p.ui.fonts.mono_small, text);
  const Area& cell = number.cell;
  const float needed = size.x + 2 * p.ui.scale, width = std::max(cell.width(), needed);
  const Area area = make_area(cell.center().x - width / 2, cell.min.y, width, cell.height());
  if (size.x > cell.width() && size.y <= cell.height()) {  // no edges between the digits
    const float y = std::round(cell.center().y - size.y / 2);
    p.list->AddRectFilled(ImVec2(area.min.x, y), ImVec2(area.max.x, y + size.y), number.ground, 0,
                          0);
  }
  draw_label(p.ui, p.list, area, number.color, text, smallest_letters(p.ui));
}

LaneNumber numbered(const GlobalPicture& p, const Area& cell, uint32_t lane, bool waits,
                    float end) {
  const ImU32 group = group_color(p.ui, p.moment.lanes[lane].group);
  return {cell, lane, waits ? p.ui.theme.text : ink(p.ui),
          waits ? ui::waiting_ground(p.ui.theme, group) : group, end};
}

// Behind its cell, as above, where the numbers of the cells beside it are left out. Nothing where
// it would be over the one before it, which ends at `before`. Returns where it ends. [pixels]
float draw_lane_number(GlobalPicture& p, const LaneNumber& number, float before) {
  const std::string text = fmt::format("{}", number.lane);
  const ImVec2 size = ui::text_size(p.ui.fonts.mono_small, text);
  const Area& cell = number.cell;
  if (p.step > 1 && size.x + 2 * p.ui.scale > cell.width() &&
      has_room_behind(p, cell, number.end, size)) {
    if (cell.max.x < before) return before;
    draw_behind(p, cell, text);
    return cell.max.x + size.x + 6 * p.ui.scale;
  }
  if (cell.center().x - size.x / 2 < before) return before;
  draw_over(p, number);
  return cell.center().x + size.x / 2;
}

// `is_begun` as above: what is not looks like the lanes below, which wait. Nothing else is used
// from the part to `end` [pixels].
void draw_part(GlobalPicture& p, const Area& row, const LineBytes& part, bool is_begun, float end) {
  const float byte = row.width() / model::kLineBytes;
  const float x0 = std::round(row.min.x + byte * static_cast<float>(part.offset));
  const float x1 = std::round(row.min.x + byte * static_cast<float>(part.offset + part.bytes));
  const Area cell{ImVec2(x0, row.min.y), ImVec2(std::max(x1 - 1, x0 + 1), row.max.y)};
  const uint32_t lane = lane_to_select(p.moment, part.lanes);
  const int count = std::popcount(part.lanes);
  if (!is_begun) {
    draw_waiting(p.ui, p.list, cell, group_color(p.ui, p.moment.lanes[lane].group));
  } else {
    const Area plain = fill_groups(p.ui, p.list, p.moment, cell, part.lanes);
    p.places.push_back({cell, part.lanes});
    if (count > 1) draw_lane_count(p, plain, cell, end, fmt::format("×{}", count));
    mark_outside(p, cell, part.lanes);
  }
  // Over what follows in the row.
  if (count == 1 && lane % p.step == 0)
    p.numbers.push_back(numbered(p, cell, lane, !is_begun, end));
  if ((part.lanes & outlined_lanes(p.ui, p.moment)) != 0) {
    outline(p.list, cell, chosen_color(p.ui), 2 * p.ui.scale);
  }
  if (!is_hovered(cell)) return;
  point_at_lane(p, lane);
}

// Pressed beside its used bytes, a sector selects the first lane that it serves.
void point_at_sector(GlobalPicture& p, const LineUse& line, uint32_t sector) {
  uint32_t lanes = 0, used = 0;
  for (const model::SectorUse& use : p.moment.sectors) {
    if (use.sector != line.line * kSectorsPerLine + sector) continue;
    lanes = use.lanes;
    used = static_cast<uint32_t>(std::popcount(use.bytes_mask));
  }
  picture_tip(
      p.ui, p.model,
      say("sector {sector} of line {line}: {used} of 32 bytes requested\n{lanes}",
          "sector"_a = sector + 1, "line"_a = line_name(p.moment, line.line), "used"_a = used,
          "lanes"_a = lanes == 0 ? std::string(label("not transferred"))
                                 : scene::lanes_text(lanes, false)));
  if (lanes != 0 && ImGui::IsMouseClicked(0)) {
    p.actions.push_back(
        gui::action::SelectThread{p.moment.access.warp, lane_to_select(p.moment, lanes)});
  }
}

// `row`: the line's 128 bytes.
void draw_line(GlobalPicture& p, const Area& row, const LineUse& line, size_t first_sector_index) {
  size_t index = first_sector_index;
  std::array<bool, kSectorsPerLine> is_begun{};
  const float width = row.width() / kSectorsPerLine;
  for (uint32_t sector = 0; sector < kSectorsPerLine; ++sector) {
    const float x = std::round(row.min.x + width * static_cast<float>(sector));
    const Area area{ImVec2(x, row.min.y), ImVec2(std::round(x + width) - 3, row.max.y)};
    const bool is_moved = (line.sectors >> sector & 1) != 0;
    is_begun[sector] = is_moved && index < p.begun;
    draw_sector(p, area, is_begun[sector]);
    if (is_moved) {
      if (index + 1 == p.begun) outline(p.list, area, p.ui.theme.accent, 2 * p.ui.scale);
      p.ui.probe.widget(fmt::format("{}sector:{}", p.prefix, index++), area.min, area.max);
    }
    if (is_hovered(area)) point_at_sector(p, line, sector);
  }
  for (const LineBytes& part : line.parts) {
    // Sectors are drawn three pixels apart; a part never crosses the gap because it is cut there.
    for (uint32_t sector = 0; sector < kSectorsPerLine; ++sector) {
      const uint32_t begin = std::max(part.offset, sector * model::kSectorBytes);
      const uint32_t end = std::min(part.offset + part.bytes, (sector + 1) * model::kSectorBytes);
      if (begin >= end) continue;
      const float x = std::round(row.min.x + width * static_cast<float>(sector));
      const Area span{ImVec2(x, row.min.y), ImVec2(std::round(x + width) - 3, row.max.y)};
      // The sector's bytes over its own width.
      Area scaled = span;
      scaled.max.x = span.min.x + span.width() * kSectorsPerLine;
      uint32_t next = (sector + 1) * model::kSectorBytes;
      for (const LineBytes& other : line.parts)
        if (other.offset >= end) next = std::min(next, other.offset);
      const uint32_t free = next - sector * model::kSectorBytes;
      draw_part(p, scaled, {begin - sector * model::kSectorBytes, end - begin, part.lanes},
                is_begun[sector],
                scaled.min.x + scaled.width() * static_cast<float>(free) / model::kLineBytes);
    }
  }
  float end = row.min.x - row.width();
  for (const LaneNumber& number : p.numbers) end = draw_lane_number(p, number, end);
  p.numbers.clear();
}

// [pixels] The narrowest cell of one lane in a line so wide.
float narrowest_cell(const std::vector<LineUse>& lines, float width) {
  uint32_t least = model::kLineBytes;
  for (const LineUse& line : lines) {
    for (const LineBytes& part : line.parts)
      if (std::popcount(part.lanes) == 1) least = std::min(least, part.bytes);
  }
  return width * static_cast<float>(least) / model::kLineBytes;
}

// As much as the panel is wide for; the sectors and how much of them is used always.
std::string counts_text(const model::GlobalCost& cost, ImFont* font, float width) {
  using study::Measure;
  const std::string requests = study::counted(Measure::kRequests, 1).rendered();
  const std::string sectors = study::counted(Measure::kSectors, cost.sectors).rendered();
  const std::string lines = study::counted(Measure::kLines, cost.lines).rendered();
  const std::string share = study::percent(cost.bytes_used, cost.bytes_moved());
  const std::string used = say("{used} of {moved} transferred bytes are requested ({share})",
                               "used"_a = study::grouped(cost.bytes_used),
                               "moved"_a = study::grouped(cost.bytes_moved()), "share"_a = share);
  const std::string briefly = say("{share} of the bytes are requested", "share"_a = share);
  const std::string_view dot = " · ";
  return std::string(ui::first_fitting(
      font, width,
      {fmt::format("{}{}{}{}{}{}{}", requests, dot, sectors, dot, lines, dot, used),
       fmt::format("{}{}{}{}{}", sectors, dot, lines, dot, used),
       fmt::format("{}{}{}{}{}", sectors, dot, lines, dot, briefly),
       fmt::format("{}{}{}", sectors, dot, briefly), sectors}));
}

void draw_counts(GlobalPicture& p, const Area& area) {
  const model::GlobalCost& cost = p.moment.global;
  ImFont* font = p.ui.fonts.body;
  const scene::Judgement judgement = scene::judge_cost(p.moment);
  const std::string least =
      judgement == scene::Judgement::kWaste
          ? say("ideal: {sectors}",
                "sectors"_a = study::counted(study::Measure::kSectors, cost.ideal_sectors()))
      : judgement == scene::Judgement::kGood ? label("ideal")
                                             : "";
  const float gap = p.ui.theme.unit * 1.5f;
  const float room = area.width() - (least.empty() ? 0 : ui::text_size(font, least).x + gap);
  const std::string text = counts_text(cost, font, room);
  // How little of the bytes is used is not good, only that no access of these lanes needs fewer.
  const ImU32 color =
      judgement == scene::Judgement::kGood ? p.ui.theme.text : cost_color(p.ui.theme, p.moment);
  ui::text_fitted(p.ui, p.list, font, area.min, room, color, text);
  const ImVec2 size = ui::text_size(font, text);
  explain_count(p.ui, p.model, p.moment,
                {area.min, ImVec2(area.min.x + size.x, area.min.y + size.y)});
  const float x = area.min.x + std::min(size.x, room) + gap;
  ui::text_at(p.ui, p.list, font, ImVec2(x, area.min.y),
              judgement == scene::Judgement::kGood ? p.ui.theme.good : p.ui.theme.text_dim, least);
}

// A strip of lanes under the lines, and from each lane to its bytes a line.
void draw_fan(GlobalPicture& p, const Area& strip) {
  const uint32_t outlined = outlined_lanes(p.ui, p.moment);
  const float width = strip.width() / 32;
  const auto lane_area = [&](uint32_t lane) {
    return row_cell(strip.min.x, width, lane, strip.min.y, strip.max.y);
  };
  for (const PartPlace& place : p.places) {
    for (uint32_t rest = place.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
      draw_lane_line(p, lane, ImVec2(place.cell.center().x, place.cell.max.y),
                     ImVec2(lane_area(lane).center().x, strip.min.y), {});
    }
  }
  const std::string_view title = label("lanes");
  const ImVec2 size = ui::text_size(p.ui.fonts.small, title);
  ui::text_at(p.ui, p.list, p.ui.fonts.small,
              ImVec2(strip.min.x - size.x - p.ui.theme.unit, strip.center().y - size.y / 2),
              p.ui.theme.text_faint, title);
  std::vector<LaneNumber> numbers;
  const uint32_t step = lane_step(p.ui, width);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    const scene::LaneRow& row = p.moment.lanes[lane];
    const Area cell = lane_area(lane);
    const bool waits = row.active && p.moment.passes.last[lane] >= p.begun;
    if (waits) {
      draw_waiting(p.ui, p.list, cell, group_color(p.ui, row.group));
    } else if (row.active) {
      p.list->AddRectFilled(cell.min, cell.max, group_color(p.ui, row.group), 0, 0);
    } else {
      outline(p.list, cell, p.ui.theme.line, 1);
    }
    if (!row.exists) continue;
    if (lane % step == 0) {
      numbers.push_back(numbered(p, cell, lane, waits, cell.max.x));
      if (!row.active) numbers.back().color = p.ui.theme.text_faint;
      if (!row.active) numbers.back().ground = p.ui.theme.panel;
    }
    p.ui.probe.widget(fmt::format("{}sectorlane:{}", p.prefix, lane), cell.min, cell.max);
    if ((outlined >> lane & 1) != 0) outline(p.list, cell, chosen_color(p.ui), 2 * p.ui.scale);
    if (!is_hovered(cell)) continue;
    point_at_lane(p, lane);
  }
  for (const LaneNumber& number : numbers) draw_over(p, number);
}

std::vector<std::string> names_of(const scene::Moment& moment, const std::vector<LineUse>& lines) {
  std::vector<std::string> names;
  for (const LineUse& line : lines) names.push_back(line_name(moment, line.line));
  return names;
}

// "[3][0]" for "target[3][0]", where all are of one array.
void drop_array(std::vector<std::string>& names) {
  const std::string array = names.front().substr(0, names.front().find('['));
  const bool is_one = std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    return name.size() > array.size() && name.starts_with(array) && name[array.size()] == '[';
  });
  if (!is_one) return;
  for (std::string& name : names) name.erase(0, array.size());
}

// The lines in one column, or in two and three where one would make them too low to read.
void draw_lines(GlobalPicture& p, const Area& area, const std::vector<LineUse>& lines) {
  const float unit = p.ui.theme.unit;
  const float mono = ui::font_size(p.ui.fonts.mono_small);
  size_t columns = 1;
  while (columns < 3 &&
         area.height() * static_cast<float>(columns) / static_cast<float>(lines.size()) <
             mono * 0.9f) {
    ++columns;
  }
  const size_t rows = (lines.size() + columns - 1) / columns;
  const float pitch = std::min(area.height() / static_cast<float>(rows), mono * 3.0f);
  const float column = (area.width() + unit * 2) / static_cast<float>(columns);
  // Every line says which it is, or every second where lines are lower than letters.
  const float letters = smallest_letters(p.ui) + 1;
  const bool has_text = pitch * 2 >= letters;
  const auto step = static_cast<size_t>(std::max(std::ceil(letters / pitch), 1.0f));
  const float letter = ui::text_size(p.ui.fonts.mono_small, "0").x;
  const float least_letter = letter * smallest_letters(p.ui) / ui::font_size(p.ui.fonts.mono_small);
  std::vector<std::string> line_names = names_of(p.moment, lines);
  const auto longest_of = [&] {
    size_t longest = 0;
    for (const std::string& name : line_names) longest = std::max(longest, name.size());
    return longest;
  };
  if (letter * static_cast<float>(longest_of() + 1) > column * 0.25f) drop_array(line_names);
  const size_t longest = longest_of();
  // The strip of lanes below has its title in the same column.
  const float title = ui::text_size(p.ui.fonts.small, label("lanes")).x + unit;
  const float names = std::max(letter * (static_cast<float>(longest) + 1) + 3 * p.ui.scale, title);
  const float least = least_letter * static_cast<float>(longest) + letter * 1.5f;
  const float name_width = has_text ? std::min(names, std::max(column * 0.25f, least)) : 0;
  const float used_width = has_text ? letter * 8 : 0;
  p.step = lane_step(p.ui, narrowest_cell(lines, column - unit * 2 - used_width - name_width));
  p.list->ChannelsSplit(2);  // 0: the fan, behind; 1: the lines
  p.list->ChannelsSetCurrent(1);
  size_t sector_index = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    const float x = area.min.x + column * static_cast<float>(i / rows);
    const float y = area.min.y + pitch * static_cast<float>(i % rows);
    const float gap = pitch > 8 ? std::max(1.0f, std::round(pitch * 0.12f)) : 1.0f;
    const Area row = {
        ImVec2(x + name_width, std::round(y)),
        ImVec2(x + column - unit * 2 - used_width, std::round(y) + std::floor(pitch) - gap)};
    draw_line(p, row, lines[i], sector_index);
    const int moved = std::popcount(lines[i].sectors);
    sector_index += static_cast<size_t>(moved);
    if (!has_text || i % rows % step != 0) continue;
    const float high = std::max(row.height(), letters);
    const float top = row.center().y - high / 2;
    draw_label(p.ui, p.list, make_area(x, top, name_width - letter, high), p.ui.theme.text_dim,
               line_names[i], smallest_letters(p.ui));
    const bool is_full = lines[i].bytes_used == static_cast<uint32_t>(moved) * 32;
    const bool is_begun = sector_index <= p.begun;  // all of its sectors that are moved
    draw_label(p.ui, p.list, make_area(row.max.x + letter * 0.5f, top, letter * 7, high),
               !is_begun                          ? p.ui.theme.text_faint
               : is_full || !p.moment.is_wasteful ? p.ui.theme.text_dim
                                                  : cost_color(p.ui.theme, p.moment),
               fmt::format("{}/{}", lines[i].bytes_used, moved * 32), smallest_letters(p.ui));
  }
  const float strip = std::round(mono * 1.8f);
  const float top = area.min.y + pitch * static_cast<float>(rows);
  p.list->ChannelsSetCurrent(0);
  if (columns == 1 && lines.size() <= kMostFannedLines && area.max.y - top >= strip + unit * 4) {
    const float y = top + std::min(area.max.y - top - strip, unit * 14);
    const ImVec2 end(area.max.x - used_width, y + strip);
    draw_fan(p, {ImVec2(area.min.x + name_width, y), end});
  }
  p.list->ChannelsMerge();
}

}  // namespace

std::vector<LineUse> line_uses(const scene::Moment& moment) {
  std::map<uint64_t, LineUse> lines;
  for (const model::SectorUse& use : moment.sectors) {
    LineUse& line = lines[use.sector / kSectorsPerLine];
    line.line = use.sector / kSectorsPerLine;
    line.sectors |= 1u << use.sector % kSectorsPerLine;
    line.bytes_used += static_cast<uint32_t>(std::popcount(use.bytes_mask));
  }
  for (uint32_t lane = 0; lane < moment.lanes.size(); ++lane) {
    if ((moment.access.mask >> lane & 1) == 0) continue;
    uint64_t address = moment.access.addresses[lane];
    const uint64_t end = address + moment.access.bytes;
    while (address < end) {
      const auto offset = static_cast<uint32_t>(address % model::kLineBytes);
      const auto bytes =
          static_cast<uint32_t>(std::min<uint64_t>(end - address, model::kLineBytes - offset));
      std::vector<LineBytes>& parts = lines[address / model::kLineBytes].parts;
      const auto same = std::find_if(parts.begin(), parts.end(), [&](const LineBytes& part) {
        return part.offset == offset && part.bytes == bytes;
      });
      if (same != parts.end()) {
        same->lanes |= 1u << lane;
      } else {
        parts.push_back({offset, bytes, 1u << lane});
      }
      address += bytes;
    }
  }
  std::vector<LineUse> list;
  for (auto& [number, line] : lines) {
    std::sort(line.parts.begin(), line.parts.end(),
              [](const LineBytes& a, const LineBytes& b) { return a.offset < b.offset; });
    list.push_back(std::move(line));
  }
  return list;
}

void draw_sectors(const PassView& view) {
  GlobalPicture picture{view, {}};
  Area area = view.area;
  if (steps_by_pass(view.model)) area = draw_pass_caption(view, area);
  if (steps_by_pass(view.model) && !view.is_over()) {
    picture.begun = view.pass;
    draw_pass_head(view, area);
  } else {
    draw_counts(picture, area);
  }
  area.min.y += ui::font_size(view.ui.fonts.body) + view.ui.theme.unit;
  draw_lines(picture, area, line_uses(view.moment));
}

namespace {

void draw_global(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  if (!model.moment || !model.run) return;
  const scene::Moment& moment = *model.moment;
  if (moment.access.space != trace::Space::kGlobal) {
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim,
                     label("This access does not go to global memory: no sector is transferred."));
    return;
  }
  if (counts_hidden(model))  // lines, sectors and bytes: all of it is the answer
    return draw_cover(ui, ImGui::GetWindowDrawList(), content_area());
  draw_sectors(pass_view(ui, model, actions));
}

bool has_unknown_rules(const gui::State& model) {
  return is_by_current_rules(model.run->device, model.moment->access);
}

}  // namespace

const Panel kGlobalPanel = {
    .id = "global",
    .title_now =
        [](const gui::State& model) {
          return has_unknown_rules(model) ? label("GLOBAL MEMORY, BY CURRENT RULES")
                                          : label("GLOBAL MEMORY");
        },
    .remark = [](const gui::State& model) -> std::string {
      const model::Device& device = model.run->device;
      if (!has_unknown_rules(model)) return label("128-byte lines, 32-byte sectors");
      if (counts_hidden(model)) return "";
      const std::string old = scene::old_transactions(*model.moment, device.multiprocessor.major,
                                                      device.multiprocessor.minor);
      return old.empty()
                 ? say("the exact rules of {device} are not public", "device"_a = device.id)
                 : say("{device}: {transactions}", "device"_a = device.id, "transactions"_a = old);
    },
    .tab = sentence("MEMORY"),
    .is_shown =
        [](const gui::State& model) {
          return model.moment != nullptr && model.moment->access.space == trace::Space::kGlobal;
        },
    .draw = stateless<draw_global>,
};

}  // namespace warplens::views
