// The grids, the registers between them, and the values under way: from a cell to a register for a
// load, from a register to a cell for a store, with a thin line back to where the value was loaded.
#include "app/window/access/tiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/study/format.hpp"
#include "app/window/access/cover.hpp"
#include "app/window/access/grid_cursor.hpp"
#include "app/window/access/heat.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/access/taken_squares.hpp"
#include "app/window/access/tiles_routes.hpp"
#include "app/window/frame/bar.hpp"
#include "app/window/frame/panel.hpp"
#include "sim/base/say.hpp"
#include "sim/run/named_element.hpp"
#include "sim/whatif/edit_sentences.hpp"

namespace warplens::views {
namespace {

constexpr float kArrived = 0.85f;  // of a motion: from here on the value is in its place

struct TilesPicture : PictureContext {
  TilesLayout layout;
  float passes_done = 0;  // scene::Passes; the fraction is under way
  // Of a value's numbers (a vector has several), those that fit in every register; 0: none.
  size_t numbers_shown = 0;
  std::vector<ImVec2> ways = {};  // points close to each other on the routes drawn
};

// The first `count` numbers of a lane's value, with dots for the others.
std::string first_numbers(const std::string& value, size_t count) {
  size_t end = 0;
  for (size_t i = 0; i < count; ++i) {
    end = value.find(' ', end + (i > 0 ? 1 : 0));
    if (end == value.npos) return value;
  }
  return value.substr(0, end) + "…";
}

// As many in every register, so that they do not look gap-toothed.
size_t numbers_that_fit(const TilesPicture& p) {
  if (!p.layout.has_values) return 0;
  ImFont* font = p.ui.fonts.mono_small;
  const float small = smallest_letters(p.ui) / ui::font_size(font);
  const float chip = ui::text_size(font, "00").x * 1.35f;
  const float room = p.layout.lanes[0].width() - chip - 2 - 2 * p.ui.scale;
  constexpr size_t kMostNumbers = 16;  // of 16 bytes
  for (size_t count = kMostNumbers; count > 0; --count) {
    const bool all_fit =
        std::all_of(p.moment.lanes.begin(), p.moment.lanes.end(), [&](const scene::LaneRow& row) {
          return ui::text_size(font, first_numbers(row.value, count)).x * small <= room;
        });
    if (all_fit) return count;
  }
  return 0;
}

float smooth(float t) {
  return t * t * (3 - 2 * t);
}

// Of the lane's value on its way: 0 it waits for its first pass, 1 it has arrived.
float progress_of(const TilesPicture& p, uint32_t lane) {
  const scene::Passes& passes = p.moment.passes;
  if (passes.count() == 0) return 1;
  const auto first = static_cast<float>(passes.first[lane]);
  const auto end = static_cast<float>(passes.last[lane] + 1);
  return std::clamp((p.passes_done - first) / (end - first), 0.0f, 1.0f);
}

struct Found {
  size_t grid = 0;  // of the layout
  Area cell;
};

// Where the bytes that a lane accesses from `address` on are: several elements of a row as one, of
// those in two rows the part in the first.
std::optional<Found> find(const TilesPicture& p, trace::Space space, uint64_t address) {
  for (size_t i = 0; i < p.layout.grids.size(); ++i) {
    const GridPlace& place = p.layout.grids[i];
    const auto first = cell_of_address(place, space, address);
    if (!first) continue;
    Area cells = *first;
    const uint64_t end = address + p.moment.access.bytes, bytes = place.grid->element_bytes;
    for (uint64_t next = address + bytes; next < end; next += bytes) {
      const auto cell = cell_of_address(place, space, next);
      if (!cell || cell->min.y != first->min.y || cell->max.x < cells.max.x) break;
      cells.max = cell->max;
    }
    return Found{i, cells};
  }
  return std::nullopt;
}

std::optional<Area> find_cell(const TilesPicture& p, trace::Space space, uint64_t address) {
  const auto found = find(p, space, address);
  return found ? std::optional(found->cell) : std::nullopt;
}

// So that no words are put on it.
void note_way(TilesPicture& p, const Route& route, size_t first) {
  if (p.moment.faulty.all() == 0) return;
  const float step = p.ui.theme.unit / 2;
  for (size_t i = first + 1; i < route.points.size(); ++i) {
    const ImVec2 a = route.points[i - 1], b = route.points[i];
    const float length = std::hypot(b.x - a.x, b.y - a.y);
    const int parts = std::max(1, static_cast<int>(std::ceil(length / step)));
    for (int k = 0; k <= parts; ++k) {
      const float t = static_cast<float>(k) / static_cast<float>(parts);
      p.ways.emplace_back(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t);
    }
  }
}

// A finding names the lane, or all that is wrong is its value.
bool is_pointed_out(const TilesPicture& p, uint32_t lane) {
  const scene::FaultyLanes& faulty = p.moment.faulty;
  return ((faulty.named | faulty.unwritten) >> lane & 1) != 0;
}

enum class Travel : uint8_t { kNone, kToRegister, kToCell };

// The lane's number is on it while its value is under way. Over its array only that of an outlined
// lane is drawn.
void draw_route(TilesPicture& p, const TilesRoutes& routes, const Found& found, uint32_t lane,
                bool is_outlined, Travel travel, ImU32 color, float thickness) {
  const Route route = routes.to_register(found.grid, found.cell, lane, is_outlined);
  // Many ways back round another array would look as if they led to it: one shows where from.
  if (route.goes_round && travel == Travel::kNone && !is_outlined && !is_pointed_out(p, lane))
    return;
  const size_t first = is_outlined ? 0 : 1;
  p.list->AddPolyline(route.points.data() + first, static_cast<int>(route.points.size() - first),
                      color, ImDrawFlags_None, thickness);
  note_way(p, route, first);
  const float progress = travel == Travel::kNone ? 1 : progress_of(p, lane);
  if (progress <= 0 || progress >= 1) return;
  p.list->ChannelsSetCurrent(kFlightLayer);
  const float way = smooth(progress);
  const ImVec2 at = route.at(travel == Travel::kToRegister ? way : 1 - way);
  const float half = smallest_letters(p.ui) * 0.75f;
  const Area square{ImVec2(at.x - half, at.y - half), ImVec2(at.x + half, at.y + half)};
  p.list->AddRectFilled(square.min, square.max, color | IM_COL32_A_MASK, 2, 0);
  draw_label(p.ui, p.list, square, ink(p.ui), fmt::format("{}", lane), smallest_letters(p.ui));
  p.list->ChannelsSetCurrent(kArrowLayer);
}

void draw_transfer(TilesPicture& p, const TilesRoutes& routes, const scene::Transfer& transfer) {
  const uint32_t lane = transfer.lane;
  const scene::LaneRow& row = p.moment.lanes[lane];
  const bool is_outlined = (outlined_lanes(p.ui, p.moment) >> lane & 1) != 0;
  const bool is_faulty = (p.moment.faulty.all() >> lane & 1) != 0;
  const ImU32 group = is_faulty ? p.ui.theme.error : group_color(p.ui, row.group);
  const ImU32 color = is_faulty     ? p.ui.theme.error
                      : is_outlined ? chosen_color(p.ui)
                                    : ui::fade(group, 0.55f);
  const bool is_named = is_outlined || is_pointed_out(p, lane);
  const float thickness = (is_named ? 2.2f : 1.2f) * p.ui.scale;
  // Until its first pass a value has not set out.
  const bool waits = progress_of(p, lane) <= 0;
  const ImU32 way = waits ? ui::fade(color, is_named ? 0.35f : 0.2f) : color;
  p.list->ChannelsSetCurrent(kArrowLayer);
  const auto from = find(p, transfer.from_space, transfer.from_address);
  if (transfer.to_register) {
    if (from) draw_route(p, routes, *from, lane, is_outlined, Travel::kToRegister, way, thickness);
    return;
  }
  if (transfer.has_origin && from) {
    outline(p.list, from->cell, is_outlined ? color : group, std::max(1.0f, p.ui.scale));
    draw_route(p, routes, *from, lane, is_outlined, Travel::kNone, ui::fade(color, 0.55f),
               thickness * 0.8f);
  }
  const auto to = find(p, transfer.to_space, transfer.to_address);
  if (to) draw_route(p, routes, *to, lane, is_outlined, Travel::kToCell, way, thickness);
}

void draw_register(TilesPicture& p, uint32_t lane) {
  const scene::LaneRow& row = p.moment.lanes[lane];
  const Area& area = p.layout.lanes[lane];
  const ui::Theme& theme = p.ui.theme;
  const bool is_faulty = (p.moment.faulty.all() >> lane & 1) != 0;
  Area chip = area;
  if (p.layout.has_values) {
    chip.max.x = chip.min.x + std::round(ui::text_size(p.ui.fonts.mono_small, "00").x * 1.35f);
    p.list->AddRectFilled(area.min, area.max, row.exists ? theme.panel_raised : theme.panel, 0, 0);
  }
  if (row.active) {
    p.list->AddRectFilled(chip.min, chip.max, group_color(p.ui, row.group), 0, 0);
  } else if (row.exists) {
    outline(p.list, chip, theme.line, 1);
  }
  const float smallest = smallest_letters(p.ui);
  if (row.exists) {
    draw_label(p.ui, p.list, chip, row.active ? ink(p.ui) : theme.text_faint,
               fmt::format("{}", lane), smallest);
  }
  const bool is_there =
      p.moment.access.operation != trace::Operation::kLoad || progress_of(p, lane) >= kArrived;
  if (p.numbers_shown > 0 && row.active && is_there) {
    const bool is_unwritten = (p.moment.faulty.unwritten >> lane & 1) != 0;
    const std::string shown = first_numbers(row.value, p.numbers_shown);
    const std::string value = is_unwritten ? shown + "?" : shown;
    draw_label(p.ui, p.list, {ImVec2(chip.max.x + 1, area.min.y), area.max},
               is_faulty ? theme.error : theme.text, value, smallest);
  }
  if (is_faulty)
    outline(p.list, area, theme.error,
            std::max(1.0f, (is_pointed_out(p, lane) ? 2.4f : 1.0f) * p.ui.scale));
  p.ui.probe.widget(fmt::format("register:{}", lane), area.min, area.max);
  if (row.exists && (outlined_lanes(p.ui, p.moment) >> lane & 1) != 0) {
    outline(p.list, area, is_faulty ? theme.error : chosen_color(p.ui),
            std::max(1.0f, 1.6f * p.ui.scale));
  }
  if (!row.exists || !is_hovered(area)) return;
  point_at_lane(p, lane);
}

// The cell that makes the lane's value faulty: the one that it comes from, or, in a race, is in.
std::optional<Area> faulty_cell(const TilesPicture& p, const scene::Transfer& transfer) {
  const bool is_unwritten = (p.moment.faulty.unwritten >> transfer.lane & 1) != 0;
  return is_unwritten || transfer.to_register
             ? find_cell(p, transfer.from_space, transfer.from_address)
             : find_cell(p, transfer.to_space, transfer.to_address);
}

std::string faulty_words(const TilesPicture& p, const scene::Transfer& transfer) {
  const bool is_unwritten = (p.moment.faulty.unwritten >> transfer.lane & 1) != 0;
  const bool is_from = is_unwritten || transfer.to_register;
  const std::string place = run::element_text(
      run::named_element(*p.model.run, is_from ? transfer.from_space : transfer.to_space,
                         is_from ? transfer.from_address : transfer.to_address));
  return is_unwritten ? say("{element}: nobody has written it", "element"_a = place)
                      : say("{element}: in a race", "element"_a = place);
}

// The free place nearest to the cell for something of that size; beside arrays, registers and the
// ways between them.
std::optional<ImVec2> free_place(const TilesPicture& p, const Area& cell, ImVec2 size) {
  std::vector<Area> taken{p.layout.registers};
  const float ring = 5 * p.ui.scale;  // round a faulty cell
  for (const GridPlace& place : p.layout.grids) {
    const Area frame = frame_area(p.ui, place);
    taken.push_back(
        {ImVec2(frame.min.x - ring, frame.min.y), ImVec2(frame.max.x + ring, frame.max.y + ring)});
  }
  if (p.layout.notes.height() > 0) {
    const float lines = ui::font_size(p.ui.fonts.body) * 1.3f * 3;
    taken.push_back(
        {p.layout.notes.min, ImVec2(p.layout.notes.max.x, p.layout.notes.min.y + lines)});
  }
  const Area whole = content_area();
  const float step = p.ui.theme.unit / 2, bottom = p.layout.foot.min.y - size.y;
  const ImVec2 middle = cell.center();
  TakenSquares squares(whole, step);
  for (const Area& area : taken) squares.take(area);
  for (const ImVec2 at : p.ways) squares.take({at, at});
  squares.add_up();
  std::optional<ImVec2> best;
  float least = 0;
  for (float y = whole.min.y; y <= bottom; y += step) {
    for (float x = whole.min.x; x <= whole.max.x - size.x; x += step) {
      const float across = x + size.x / 2 - middle.x, down = y + size.y / 2 - middle.y;
      const float distance = across * across + down * down;
      if (best && distance >= least) continue;
      if (!squares.is_free({ImVec2(x, y), ImVec2(x + size.x, y + size.y)})) continue;
      best = ImVec2(x, y);
      least = distance;
    }
  }
  return best;
}

// Round the cells of faulty values, widely where a finding names the lane, and what is wrong with
// the chosen lane's, else with a named one's.
void draw_faulty(TilesPicture& p) {
  const auto is_faulty = [&](const scene::Transfer& transfer) {
    return (p.moment.faulty.all() >> transfer.lane & 1) != 0;
  };
  const scene::Transfer* named = nullptr;
  for (const scene::Transfer& transfer : p.moment.transfers) {
    if (!is_faulty(transfer)) continue;
    const bool is_wide = is_pointed_out(p, transfer.lane);
    const auto rank = [&](const scene::Transfer& one) {
      return p.moment.lanes[one.lane].is_chosen ? 2 : is_pointed_out(p, one.lane) ? 1 : 0;
    };
    if (named == nullptr || rank(transfer) > rank(*named)) named = &transfer;
    const auto cell = faulty_cell(p, transfer);
    const float ring = is_wide ? 3 * p.ui.scale : 0;
    if (cell)
      outline(p.list,
              {ImVec2(cell->min.x - ring, cell->min.y - ring),
               ImVec2(cell->max.x + ring, cell->max.y + ring)},
              p.ui.theme.error, std::max(1.0f, (is_wide ? 2 : 1) * p.ui.scale));
  }
  if (named == nullptr) return;
  const auto cell = faulty_cell(p, *named);
  if (!cell) return;
  const std::string text = faulty_words(p, *named);
  ImFont* font = p.ui.fonts.body;
  const float unit = p.ui.theme.unit;
  const ImVec2 size = ui::text_size(font, text);
  const float right = content_area().max.x - unit * 0.5f;
  const ImVec2 room(size.x + unit, size.y + unit * 0.5f);
  const std::optional<ImVec2> place = free_place(p, *cell, room);
  const ImVec2 at = place
                        ? ImVec2(place->x + unit * 0.5f, place->y + unit * 0.25f)
                        : ImVec2(std::min(cell->min.x, right - size.x), cell->max.y + unit * 1.25f);
  p.list->AddRectFilled(ImVec2(at.x - unit * 0.5f, at.y - unit * 0.25f),
                        ImVec2(at.x + size.x + unit * 0.5f, at.y + size.y + unit * 0.25f),
                        p.ui.theme.panel_raised, unit * 0.4f, 0);
  ui::text_at(p.ui, p.list, font, at, p.ui.theme.error, text);
}

void draw_registers(TilesPicture& p) {
  ImFont* font = p.ui.fonts.small;
  const uint32_t warp = p.moment.access.warp;
  const int registers = (p.moment.access.bytes + 3) / 4;  // of 32 bits
  const std::string title = registers == 1 ? say("warp {warp}: a register a lane", "warp"_a = warp)
                                           : say("warp {warp}: {count} registers a lane",
                                                 "warp"_a = warp, "count"_a = registers);
  const std::string shorter = say("registers of warp {warp}", "warp"_a = warp);
  const std::string_view shown = ui::first_fitting(font, p.layout.registers.width() * 1.1f,
                                                   {title, shorter, label("registers")});
  const float wanted = p.layout.registers.center().x - ui::text_size(font, shown).x / 2;
  const float x = std::min(wanted, content_area().max.x - ui::text_size(font, shown).x);
  ui::text_at(p.ui, p.list, font, ImVec2(std::round(x), p.layout.registers.min.y),
              p.ui.theme.text_dim, shown);
  for (uint32_t lane = 0; lane < 32; ++lane) draw_register(p, lane);
}

// The chosen thread's cursor and running sum: large in the free corner of a product, else at the
// foot. Returns the width taken at the foot.
float draw_sum(TilesPicture& p) {
  const scene::Accumulation& sum = p.moment.accumulation;
  if (!sum.present && p.layout.notes.height() <= 0) return 0;
  const ui::Theme& theme = p.ui.theme;
  std::vector<std::pair<std::string, ImU32>> lines = {
      {whatif::thread_text(*p.model.run, p.moment.warp * trace::kWarpSize + p.moment.lane),
       theme.text_dim}};
  const auto equation = [&](const std::string& name, const std::string& value) {
    return fmt::format("{} = {}", name, value);
  };
  if (!sum.cursor_value.empty()) {
    lines.emplace_back(equation(sum.cursor, sum.cursor_value), theme.accent);
  }
  if (sum.present) lines.emplace_back(equation(sum.variable, sum.value), theme.text);
  ImFont* large = p.ui.fonts.body;
  const float pitch = ui::font_size(large) * 1.3f;
  const Area& notes = p.layout.notes;
  float widest = 0;
  for (const auto& line : lines) widest = std::max(widest, ui::text_size(large, line.first).x);
  if (notes.height() >= pitch * static_cast<float>(lines.size()) && notes.width() >= widest) {
    float y = notes.min.y;
    for (const auto& [text, color] : lines) {
      ui::text_at(p.ui, p.list, large, ImVec2(notes.min.x, y), color, text);
      y += pitch;
    }
    return 0;
  }
  float x = p.layout.foot.min.x;
  for (const auto& [text, color] : lines) {
    ui::text_at(p.ui, p.list, p.ui.fonts.small, ImVec2(x, p.layout.foot.min.y), color, text);
    x += ui::text_size(p.ui.fonts.small, text).x + theme.unit * 1.5f;
  }
  return x - p.layout.foot.min.x;
}

// How many arrays there was no room for. Returns the width taken, as draw_sum() does.
float draw_not_shown(TilesPicture& p, float taken) {
  if (p.layout.not_shown == 0) return taken;
  const std::string whole = say_count("{count} more array is not drawn",
                                      "{count} more arrays are not drawn", p.layout.not_shown);
  const std::string brief =
      say_count("{count} array more", "{count} arrays more", p.layout.not_shown);
  const float x = p.layout.foot.min.x + taken;
  const std::string text(
      ui::first_fitting(p.ui.fonts.small, p.layout.foot.max.x - x, {whole, brief, ""}));
  if (text.empty()) return taken;
  ui::text_at(p.ui, p.list, p.ui.fonts.small, ImVec2(x, p.layout.foot.min.y), p.ui.theme.text_faint,
              text);
  return taken + ui::text_size(p.ui.fonts.small, text).x + p.ui.theme.unit * 1.5f;
}

// Behind what is at the foot already. Returns the width taken.
float draw_heat_switch(TilesPicture& p, float taken) {
  const float width = button_width(p.ui, label("Global loads"));
  const Area& foot = p.layout.foot;
  if (taken + width > foot.width() || p.ui.is_on_paper) return 0;
  const float button = ui::font_size(p.ui.fonts.body) + p.ui.theme.unit;
  ImGui::SetCursorScreenPos(ImVec2(foot.min.x + taken, foot.max.y - button));
  put_heat_button(p.ui, p.model, p.actions);
  return width + p.ui.theme.unit * 1.5f;
}

// What the grounds of cells mean, right-aligned at the foot.
void draw_legend(TilesPicture& p, float taken) {
  struct Entry {
    Sentence text, brief;
    ImU32 color;
    std::optional<scene::CellState> state;
  };
  std::vector<Entry> entries;
  bool has_shared = false, has_global = false;
  for (const GridPlace& place : p.layout.grids) {
    has_shared = has_shared || place.grid->space == trace::Space::kShared;
    has_global = has_global || place.grid->space != trace::Space::kShared;
  }
  if (has_global) {
    entries.push_back({sentence("this block"),
                       sentence("this block"),
                       ui::mix(p.ui.theme.panel_raised, p.ui.theme.text_faint, 0.38f),
                       {}});
  }
  if (has_shared) {
    using scene::CellState;
    const auto add = [&](Sentence text, Sentence brief, CellState state) {
      entries.push_back({text, brief, state_color(p.ui, state), state});
    };
    add(sentence("unwritten"), sentence("unwritten"), CellState::kUnwritten);
    add(sentence("from the previous tile"), sentence("previous tile"), CellState::kLeftOver);
    add(sentence("written in this phase"), sentence("this phase"), CellState::kWrittenNow);
  }
  ImFont* font = p.ui.fonts.small;
  const float box = std::round(ui::font_size(font) * 0.95f), gap = p.ui.theme.unit;
  const Area& foot = p.layout.foot;
  const auto width_of = [&](Sentence Entry::*text) {
    float width = 0;
    for (const Entry& entry : entries)
      width += box + gap * 0.6f + ui::text_size(font, label(entry.*text)).x + gap * 1.6f;
    return width;
  };
  const bool is_brief = width_of(&Entry::text) + taken > foot.width();
  Sentence Entry::*const text = is_brief ? &Entry::brief : &Entry::text;
  const float width = width_of(text);
  if (width + taken > foot.width()) return;
  float x = foot.max.x - width + gap * 1.6f;
  for (const Entry& entry : entries) {
    const Area square = make_area(std::round(x), std::round(foot.min.y + 1), box, box);
    p.list->AddRectFilled(square.min, square.max, entry.color, 0, 0);
    if (entry.state) mark_state(p.ui, p.list, square, *entry.state, box, false);
    outline(p.list, square, p.ui.theme.text_faint, 1);
    x += box + gap * 0.6f;
    ui::text_at(p.ui, p.list, font, ImVec2(x, foot.min.y), p.ui.theme.text_dim, label(entry.*text));
    x += ui::text_size(font, label(entry.*text)).x + gap * 1.6f;
  }
}

// Where arrays and registers are, without what is in them.
void draw_covered_tiles(ui::Ui& ui, const gui::State& model) {
  const TilesLayout layout = layout_tiles(ui, *model.moment, content_area());
  for (const GridPlace& place : layout.grids) draw_covered_grid(ui, model, *model.moment, place);
  draw_cover(ui, ImGui::GetWindowDrawList(), layout.registers);
}

void draw_tiles(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  if (!model.moment || !model.run) return;
  if (is_covered(model, gui::Count::kElements)) return draw_covered_tiles(ui, model);
  if (model.options.heat) {
    draw_heat(ui, model, actions);
    return;
  }
  // A step back takes back the motion of the step that is left, and then rests.
  const gui::Motion& motion = model.motion;
  const bool takes_back = motion.backwards && motion.progress < 1 && motion.leaving != nullptr;
  const scene::Moment& moment = takes_back ? *motion.leaving : *model.moment;
  TilesPicture picture{{ui, model, moment, actions, ImGui::GetWindowDrawList()},
                       layout_tiles(ui, moment, content_area())};
  picture.passes_done = passes_done(model, moment);
  picture.numbers_shown = numbers_that_fit(picture);
  uint32_t arrived = 0;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane)
    arrived |= progress_of(picture, lane) >= kArrived ? 1u << lane : 0;
  picture.list->ChannelsSplit(kLayers);
  for (const GridPlace& place : picture.layout.grids) {
    draw_grid(ui, model, moment, place, arrived, actions);
  }
  // Outlined ones over the others.
  const uint32_t outlined = outlined_lanes(ui, moment);
  const TilesRoutes routes(ui, picture.layout);
  for (const bool is_outlined : {false, true}) {
    for (const scene::Transfer& transfer : moment.transfers) {
      if ((outlined >> transfer.lane & 1) == is_outlined) draw_transfer(picture, routes, transfer);
    }
  }
  picture.list->ChannelsSetCurrent(kCellLayer);
  for (const GridPlace& place : picture.layout.grids) draw_cursor(ui, moment, place);
  draw_registers(picture);
  if (!is_outcome_hidden(model)) draw_faulty(picture);
  const float taken = draw_not_shown(picture, draw_sum(picture));
  draw_legend(picture, taken + draw_heat_switch(picture, taken));
  picture.list->ChannelsMerge();
}

std::string block_and_warp(const gui::State& model) {
  if (model.options.heat) return label("whole grid");
  const trace::BlockId block = model.selection.block;
  if (model.run->recording->warps == 1)
    return say("block {block} · warp 0", "block"_a = study::block_text(block, block.z > 0));
  return say("block {block} · warp {warp} of 0–{last}",
             "block"_a = study::block_text(block, block.z > 0),
             "warp"_a = model.moment->access.warp, "last"_a = model.run->recording->warps - 1);
}

}  // namespace

const Panel kTilesPanel = {
    .id = "tiles",
    .title = sentence("TILES"),
    .remark = [](const gui::State& model) -> std::string {
      if (is_covered(model, gui::Count::kElements)) return "";
      const std::string text = block_and_warp(model);
      return model.options.heat ? text : with_lane_colors(model, text);
    },
    .draw = stateless<draw_tiles>,
};

}  // namespace warplens::views
