// Lanes: a table of columns (one set for shared, one for global accesses), widths from what they
// hold, 32 rows.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <vector>

#include "app/scene/words/costs.hpp"
#include "app/study/format.hpp"
#include "app/window/access/cover.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/frame/panel.hpp"
#include "sim/base/say.hpp"
#include "sim/machine/memory.hpp"
#include "sim/trace/matrix_layout.hpp"

namespace warplens::views {
namespace {

using scene::LaneRow;
using scene::Moment;

struct Column {
  Sentence title;
  std::string (*text)(const Moment&, const LaneRow&);
  bool is_count = false;  // hidden until requested
  bool is_cost = false;   // in the colour of waste where the lane takes part in a conflict
  std::optional<Sentence> help = std::nullopt;
};

// [bytes] from the array's start; negative before it.
int64_t offset_in_array(const LaneRow& row) {
  return static_cast<int64_t>(row.address % machine::GlobalMemory::kWindow) -
         static_cast<int64_t>(machine::GlobalMemory::kStart);
}

// Which unit of so many bytes the lane's address is in, counted from the array's start.
std::string unit_text(const LaneRow& row, int64_t bytes) {
  const int64_t offset = offset_in_array(row);
  return std::to_string((offset - (offset < 0 ? bytes - 1 : 0)) / bytes);
}

std::string address_text(const Moment& moment, const LaneRow& row) {
  return moment.access.space == trace::Space::kShared ? std::to_string(row.address)
                                                      : std::to_string(offset_in_array(row));
}

std::string value_text(const Moment&, const LaneRow& row) {
  return row.out_of_bounds ? label("out of bounds") : row.value;
}

// As in the tiles: a value from a cell that nobody has written has a question mark.
std::string cell_text(const Moment& moment, const Column& column, uint32_t lane) {
  const bool is_unwritten = column.text == value_text && (moment.faulty.unwritten >> lane & 1) != 0;
  return column.text(moment, moment.lanes[lane]) + (is_unwritten ? "?" : "");
}

constexpr Column kSharedColumns[] = {
    {sentence("addr."), address_text, false, false,
     sentence("Byte offset in the block's shared memory")},
    {sentence("word"), [](const Moment&, const LaneRow& row) { return std::to_string(row.word); }},
    {sentence("bank"), [](const Moment&, const LaneRow& row) { return std::to_string(row.bank); },
     true, true},
    {sentence("pass"),
     [](const Moment&, const LaneRow& row) { return std::to_string(row.wavefront + 1); }, true,
     true, scene::kPassOfLane},
    {sentence("value"), value_text},
};

// "4–7": what an access of several words takes, first and last.
std::string range_text(uint64_t first, uint64_t last) {
  return first == last ? std::to_string(first) : fmt::format("{}–{}", first, last);
}

// Of more than one word a lane; the words say what the address would.
constexpr Column kWideColumns[] = {
    {sentence("words"),
     [](const Moment&, const LaneRow& row) { return range_text(row.word, row.last_word); }},
    {sentence("banks"),
     [](const Moment&, const LaneRow& row) { return range_text(row.bank, row.last_bank); }, true,
     true},
    {sentence("pass"),
     [](const Moment&, const LaneRow& row) { return std::to_string(row.wavefront + 1); }, true,
     true, scene::kPassOfLane},
    {sentence("value"), value_text},
};

constexpr Column kConstantColumns[] = {
    {sentence("byte"),
     [](const Moment&, const LaneRow& row) { return std::to_string(row.address); }, false, false,
     sentence("Bytes from the start of constant memory")},
    {sentence("broadcast"),
     [](const Moment&, const LaneRow& row) { return std::to_string(row.broadcast + 1); }, true,
     false, sentence("The broadcast that brings the lane its value; their order is illustrative")},
    {sentence("value"), value_text},
};

constexpr Column kGlobalColumns[] = {
    {sentence("byte"), address_text, false, false,
     sentence("Bytes from the start of its array; sectors and lines are counted from there, too")},
    {sentence("sector"),
     [](const Moment&, const LaneRow& row) { return unit_text(row, model::kSectorBytes); }, true},
    {sentence("line"),
     [](const Moment&, const LaneRow& row) { return unit_text(row, model::kLineBytes); }, true},
    {sentence("value"), value_text},
};

// Lanes whose bank is to supply more words than one wavefront of their group can give.
uint32_t conflicting_lanes(const Moment& moment) {
  if (moment.access.space != trace::Space::kShared || !moment.is_wasteful) return 0;
  std::array<uint32_t, 64> services{}, lanes{};
  for (const auto& wavefront : moment.banks.wavefronts) {
    for (const model::BankService& service : wavefront) {
      ++services[service.bank % services.size()];
      lanes[service.bank % lanes.size()] |= service.lanes;
    }
  }
  uint32_t result = 0;
  for (size_t bank = 0; bank < services.size(); ++bank) {
    if (scene::judge(services[bank], moment.banks.cost.ideal_wavefronts) ==
        scene::Judgement::kWaste)
      result |= lanes[bank];
  }
  return result;
}

// Its cells are drawn over the rows, as lanes beside each other mostly do the same.
constexpr Column kBarrierColumn = {
    sentence("barrier"), [](const Moment&, const LaneRow&) { return std::string(); }, false, false,
    sentence("Which lanes wait at the barrier that comes next, and which skip it")};

// Lanes that do the same at the barrier.
struct BarrierPart {
  uint32_t lanes = 0;
  bool waits = false;
  std::vector<std::string> lines;
  std::vector<std::string> short_lines;  // one, for a single row
};

std::vector<BarrierPart> barrier_parts(const scene::BarrierSplit& split) {
  std::vector<BarrierPart> parts;
  const auto at_line = [](uint32_t line) { return say("line {line}", "line"_a = line); };
  for (const scene::LanesAtLine& part : split.waiting) {
    std::vector<std::string> lines = {label("waits at"), at_line(part.line)};
    if (split.kind == scene::BarrierKind::kStuck) lines.emplace_back(label("for ever"));
    if (split.other_line != 0) {
      lines.push_back(say("but warp {warp}", "warp"_a = split.other_warp));
      lines.push_back(say("at line {line}", "line"_a = split.other_line));
    }
    parts.push_back({part.lanes, true, lines, {at_line(part.line)}});
  }
  for (const scene::LanesAtLine& part : split.skipping) {
    std::vector<std::string> lines = {label("skips it")};
    if (part.line != 0) lines = {label("skips it,"), label("waits at"), at_line(part.line)};
    parts.push_back({part.lanes, false, lines, {label("skips it")}});
  }
  return parts;
}

float width_of(ImFont* font, const std::vector<std::string>& lines) {
  float width = 0;
  for (const std::string& line : lines) width = std::max(width, ui::text_size(font, line).x);
  return width;
}

struct Table {
  std::vector<Column> columns;
  std::vector<BarrierPart> barrier;                  // not empty: the last column is kBarrierColumn
  std::array<std::array<std::string, 8>, 32> cells;  // by lane and column
  std::string axes;                                  // "x, y"
  std::array<std::string, 32> threads;               // "4, 3"
};

Table make_table(const gui::State& model) {
  const Moment& moment = *model.moment;
  const launch::Dim3& block = model.run->context->block;
  Table table;
  const bool is_shared = moment.access.space == trace::Space::kShared;
  const auto choose = [&table](const auto& columns) {
    table.columns.assign(std::begin(columns), std::end(columns));
  };
  if (moment.access.space == trace::Space::kConstant) {
    choose(kConstantColumns);
  } else if (!is_shared) {
    choose(kGlobalColumns);
  } else if (moment.access.bytes > 4) {
    choose(kWideColumns);
  } else {
    choose(kSharedColumns);
  }
  table.barrier = barrier_parts(moment.split);
  if (!table.barrier.empty()) table.columns.push_back(kBarrierColumn);
  table.axes = (block.z > 1 ? "x, y, z" : block.y > 1 ? "x, y" : "x");
  const bool is_hidden = counts_hidden(model);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    const LaneRow& row = moment.lanes[lane];
    if (!row.exists) continue;
    table.threads[lane] = std::to_string(row.thread[0]);
    if (block.y > 1 || block.z > 1) table.threads[lane] += "," + std::to_string(row.thread[1]);
    if (block.z > 1) table.threads[lane] += "," + std::to_string(row.thread[2]);
    if (!row.active) continue;
    for (size_t i = 0; i < table.columns.size(); ++i) {
      const Column& column = table.columns[i];
      table.cells[lane][i] = is_hidden && column.is_count ? "?" : cell_text(moment, column, lane);
    }
  }
  return table;
}

// Where each column's text ends (all are flush right); [0] is the lane's number, [1] the thread.
struct LanesLayout {
  ImFont* font = nullptr;
  std::array<float, 10> right{};
  float row_height = 0;
};

// Pixels that the columns' texts take, one after the other.
std::array<float, 10> text_widths(const ui::Ui& ui, const Table& table, ImFont* font) {
  ImFont* header = ui.fonts.small;
  std::array<float, 10> widths{};
  const float digit = ui::text_size(font, "0").x;
  const auto widen = [&](size_t column, const std::string& text, Sentence title) {
    widths[column] = std::max({widths[column], digit * static_cast<float>(text.size()),
                               ui::text_size(header, label(title)).x});
  };
  widths[0] = std::max(digit * 2, ui::text_size(header, label("lane")).x);
  widths[1] = ui::text_size(header, table.axes).x;
  for (size_t lane = 0; lane < 32; ++lane) {
    widths[1] = std::max(widths[1], digit * static_cast<float>(table.threads[lane].size()));
    for (size_t i = 0; i < table.columns.size(); ++i)
      widen(i + 2, table.cells[lane][i], table.columns[i].title);
  }
  ImFont* beside = font == ui.fonts.mono ? ui.fonts.body : ui.fonts.small;
  for (const BarrierPart& part : table.barrier) {
    float& width = widths[table.columns.size() + 1];
    width = std::max(width, width_of(beside, part.lines) + ui.theme.unit);
  }
  return widths;
}

float header_height(const ui::Ui& ui) {
  return ui::font_size(ui.fonts.small) + ui.theme.unit * 0.5f;
}

LanesLayout make_layout(const ui::Ui& ui, const Table& table, float chip, ImVec2 available) {
  LanesLayout layout;
  const float least = ui::font_size(ui.fonts.mono_small);  // letters do not touch
  layout.row_height =
      std::clamp((available.y - header_height(ui)) / 32, least, ui.theme.unit * 2.75f);
  for (ImFont* font : {ui.fonts.mono, ui.fonts.mono_small}) {
    std::array<float, 10> widths = text_widths(ui, table, font);
    float sum = chip;
    for (const float width : widths) sum += width;
    // Long values (a vector's components) are cut where even small letters leave no room.
    const float excess =
        sum + static_cast<float>(table.columns.size() + 2) * ui.theme.unit * 0.75f - available.x;
    if (font == ui.fonts.mono_small && excess > 0) {
      float& value = widths[table.columns.size() + (table.barrier.empty() ? 1 : 0)];
      const float cut = std::min(excess, value * 0.75f);
      value -= cut;
      sum -= cut;
    }
    const float gap = (available.x - sum) / static_cast<float>(table.columns.size() + 2);
    const bool fits =
        gap >= ui.theme.unit * 0.75f && layout.row_height >= ui::font_size(font) + ui.scale;
    if (!fits && font != ui.fonts.mono_small) continue;
    layout.font = font;
    float x = chip;
    for (size_t i = 0; i < table.columns.size() + 2; ++i) {
      x += widths[i] + std::clamp(i == 0 ? ui.theme.unit * 0.5f : gap, ui.theme.unit * 0.25f,
                                  ui.theme.unit * 4);
      layout.right[i] = x;
    }
    break;
  }
  return layout;
}

void text_right(ui::Ui& ui, ImDrawList* list, ImFont* font, float right, float y, ImU32 color,
                std::string_view text) {
  ui::text_at(ui, list, font, ImVec2(right - ui::text_size(font, text).x, y), color, text);
}

void draw_header(ui::Ui& ui, const Table& table, const LanesLayout& layout) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float height = header_height(ui);
  const auto title = [&](size_t column, const std::string& text, std::optional<Sentence> help) {
    const float right = at.x + layout.right[column];
    text_right(ui, list, ui.fonts.small, right, at.y, ui.theme.text_faint, text);
    if (!help) return;
    const float left = right - ui::text_size(ui.fonts.small, text).x;
    ui::hit(ui, fmt::format("lanes:column{}", column), ImVec2(left, at.y),
            ImVec2(right, at.y + height));
    ui::tooltip(ui, label(*help));
  };
  title(0, label("lane"), std::nullopt);
  title(1, table.axes,
        sentence("threadIdx as CUDA names it: x first, x runs fastest. The lecture writes (y, x), "
                 "as rows and columns."));
  for (size_t i = 0; i < table.columns.size(); ++i)
    title(i + 2, label(table.columns[i].title), table.columns[i].help);
  ImGui::SetCursorScreenPos(ImVec2(at.x, at.y + height));
}

void draw_row_texts(ui::Ui& ui, const Table& table, const LanesLayout& layout, const LaneRow& row,
                    uint32_t lane, ImVec2 at, bool in_conflict, bool is_faulty) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  const float y = at.y + (layout.row_height - ui::font_size(layout.font)) / 2;
  const ImU32 color = row.active ? theme.text : theme.text_faint;
  text_right(ui, list, layout.font, at.x + layout.right[0], y, color, std::to_string(lane));
  text_right(ui, list, layout.font, at.x + layout.right[1], y, color, table.threads[lane]);
  if (!row.exists || !row.active) {
    ui::text_at(ui, list, ui.fonts.small, ImVec2(at.x + layout.right[1] + theme.unit * 2, y),
                theme.text_faint, row.exists ? label("inactive") : label("no such thread"));
    return;
  }
  for (size_t i = 0; i < table.columns.size(); ++i) {
    const bool is_wasteful = in_conflict && table.columns[i].is_cost;
    const bool is_last = i + 1 == table.columns.size() - (table.barrier.empty() ? 0 : 1);
    const bool is_wrong = is_last && (row.out_of_bounds || is_faulty);
    ImFont* font = is_last && row.out_of_bounds ? ui.fonts.small : layout.font;
    const float left = layout.right[i + 1] + theme.unit * 0.5f;
    if (ui::text_size(font, table.cells[lane][i]).x > layout.right[i + 2] - left) {
      ui::text_fitted(ui, list, font, ImVec2(at.x + left, y), layout.right[i + 2] - left,
                      is_wrong ? theme.error : color, table.cells[lane][i]);
      continue;
    }
    text_right(ui, list, font, at.x + layout.right[i + 2], y,
               is_wrong      ? theme.error
               : is_wasteful ? theme.waste
                             : color,
               table.cells[lane][i]);
  }
}

// A run of lanes that do the same, from top to bottom; who waits is hatched, as in the timeline.
void draw_barrier_part(ui::Ui& ui, const Area& area, const BarrierPart& part, ImU32 color) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto fits = [&](ImFont* font) {
    return width_of(font, part.lines) + ui.theme.unit <= area.width() + 1 &&
           ui::font_size(font) * static_cast<float>(part.lines.size()) <= area.height();
  };
  ImFont* font = fits(ui.fonts.body) ? ui.fonts.body : ui.fonts.small;
  const std::vector<std::string>& lines = fits(font) ? part.lines : part.short_lines;
  if (part.waits) {
    list->AddRectFilled(area.min, area.max, ui::fade(color, 0.16f));
    hatch(list, area, ui::fade(color, 0.5f), ui.theme.unit * 0.75f);
  }
  if (fits(font)) list->AddRect(area.min, area.max, ui::fade(color, 0.7f), 0, 0, 1.0f);
  const float height = ui::font_size(font) * static_cast<float>(lines.size());
  float y = area.center().y - height / 2;
  if (part.waits)
    list->AddRectFilled(ImVec2(area.min.x + 1, std::max(y, area.min.y + 1)),
                        ImVec2(area.max.x - 1, std::min(y + height, area.max.y - 1)),
                        ui::fade(ui.theme.panel, 0.8f));
  for (const std::string& line : lines) {
    const float x = area.center().x - ui::text_size(font, line).x / 2;
    ui::text_at(ui, list, font, ImVec2(x, y), part.waits ? ui.theme.text : color, line);
    y += ui::font_size(font);
  }
}

void draw_barrier_column(ui::Ui& ui, const gui::State& model, const Table& table,
                         const LanesLayout& layout, ImVec2 origin) {
  const ImU32 color = barrier_color(ui.theme, *model.run, model.moment->split.kind);
  const size_t column = table.columns.size() + 1;
  const float left = origin.x + layout.right[column - 1] + ui.theme.unit * 0.5f;
  const float right = origin.x + layout.right[column];
  for (const BarrierPart& part : table.barrier) {
    for (uint32_t lane = 0; lane < 32;) {
      const uint32_t first = lane;
      while (lane < 32 && (part.lanes >> lane & 1) != 0) ++lane;
      if (lane == first) {
        ++lane;
        continue;
      }
      const float top = origin.y + layout.row_height * static_cast<float>(first);
      const float height = layout.row_height * static_cast<float>(lane - first);
      draw_barrier_part(ui, make_area(left, top + 1, right - left, height - 2), part, color);
    }
  }
}

std::string tip_of(const LaneRow& row, uint32_t lane) {
  return say("lane {lane}: thread ({x}, {y}, {z})  ·  {element}  ·  address {address:#x}",
             "lane"_a = lane, "x"_a = row.thread[0], "y"_a = row.thread[1], "z"_a = row.thread[2],
             "element"_a = row.active ? row.element_name : label("inactive"),
             "address"_a = row.address) +
         (row.value.empty() ? "" : "\n" + row.value);
}

// The first two lanes that meet in a bank; the second one is what takes the first pass too many.
uint32_t meeting_lanes(const Moment& moment) {
  if (moment.access.space != trace::Space::kShared || !moment.is_wasteful) return 0;
  std::array<int, 64> first;
  first.fill(-1);
  for (const auto& wavefront : moment.banks.wavefronts) {
    for (const model::BankService& service : wavefront) {
      int& lane = first[service.bank % first.size()];
      const int now = std::countr_zero(service.lanes);
      if (lane >= 0 && lane != now) return 1u << lane | 1u << now;
      lane = now;
    }
  }
  return 0;
}

// The chosen lane, those that show why an answer is wrong, and two that meet in a bank, as far as
// `view` pixels have room for all of them.
uint32_t lanes_to_show(const ui::Ui& ui, const gui::State& model, float row_height, float view) {
  const Moment& moment = *model.moment;
  uint32_t lanes = ui.shown_lanes;
  const auto add = [&](uint32_t more) {
    const uint32_t all = lanes | more;
    if (all == 0) return;
    const int rows = 32 - std::countl_zero(all) - std::countr_zero(all);
    if (lanes == 0 || static_cast<float>(rows) * row_height <= view) lanes = all;
  };
  if (moment.access.warp == moment.warp) add(1u << moment.lane);
  if (!counts_hidden(model)) add(meeting_lanes(moment));
  return lanes;
}

// Brings these into sight where they are other ones than last time, which is kept in ImGui's
// storage.
void scroll_to(uint32_t lanes, float row_height) {
  int& last = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("lanes:shown"), 0);
  if (lanes == 0 || last == static_cast<int>(lanes)) return;
  last = static_cast<int>(lanes);
  const float top = row_height * static_cast<float>(std::countr_zero(lanes));
  const float end = row_height * static_cast<float>(32 - std::countl_zero(lanes));
  const float view = ImGui::GetWindowHeight();
  if (end > ImGui::GetScrollY() + view) ImGui::SetScrollY(end - view);
  if (top < ImGui::GetScrollY()) ImGui::SetScrollY(top);
}

void draw_lanes(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  if (!model.moment || !model.run) return;
  if (is_covered(model, gui::Count::kElements))
    return draw_cover(ui, ImGui::GetWindowDrawList(), content_area());
  const Moment& moment = *model.moment;
  const Table table = make_table(model);
  const float chip = ui.theme.unit * 1.5f;
  ImVec2 available = ImGui::GetContentRegionAvail();
  LanesLayout layout = make_layout(ui, table, chip, available);
  if (layout.row_height * 32 > available.y - header_height(ui)) {
    available.x -= ImGui::GetStyle().ScrollbarSize;
    layout = make_layout(ui, table, chip, available);
  }
  draw_header(ui, table, layout);

  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::BeginChild("lanes:rows", ImVec2(0, 0), false, ImGuiWindowFlags_NoBackground);
  ImGui::PopStyleVar();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const uint32_t conflicts = counts_hidden(model) ? 0 : conflicting_lanes(moment);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    const LaneRow& row = moment.lanes[lane];
    const ImVec2 min(origin.x, origin.y + layout.row_height * static_cast<float>(lane));
    const ImVec2 max(min.x + available.x, min.y + layout.row_height);
    if (row.exists) {
      if (ui::hit(ui, fmt::format("lane:{}", lane), min, max)) {
        actions.push_back(gui::action::SelectThread{moment.access.warp, lane});
      }
      if (ImGui::IsItemHovered()) note_hovered(ui, lane);
      if (!is_outcome_hidden(model)) ui::tooltip(ui, tip_of(row, lane));
      // Those that show why an answer is wrong come before the chosen one.
      const bool is_pointed_out =
          ui.shown_lanes != 0 ? (ui.shown_lanes >> lane & 1) != 0 : row.is_chosen;
      if (is_pointed_out) {
        const float round = ui.theme.unit * 0.25f;
        list->AddRectFilled(min, max, ui::fade(ui.theme.accent, ui.theme.row_tint), round, 0);
        list->AddRect(min, max, ui.theme.accent, round, 0, 1.0f);
      } else if (hovered_lane(ui) == static_cast<int>(lane)) {
        list->AddRectFilled(min, max, ui.theme.panel_raised, ui.theme.unit * 0.25f, 0);
      }
    }
    const float size = ui.theme.unit, top = min.y + (layout.row_height - size) / 2;
    const ImVec2 a(min.x + ui.theme.unit * 0.25f, top), b(a.x + size, top + size);
    const bool is_whole =
        min.y >= list->GetClipRectMin().y - 2 && max.y <= list->GetClipRectMax().y + 2;
    if (!is_whole) continue;
    if (row.active) {
      list->AddRectFilled(a, b, group_color(ui, row.group), 1.5f * ui.scale, 0);
    } else if (row.exists) {
      list->AddRect(a, b, group_color(ui, row.group), 1.5f * ui.scale, 0, 1.0f);
    }
    draw_row_texts(ui, table, layout, row, lane, min, (conflicts >> lane) & 1,
                   (moment.faulty.all() >> lane & 1) != 0);
  }
  if (!table.barrier.empty()) draw_barrier_column(ui, model, table, layout, origin);
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy(ImVec2(1, layout.row_height * 32 - 1));
  scroll_to(lanes_to_show(ui, model, layout.row_height, ImGui::GetWindowHeight()),
            layout.row_height);
  ImGui::EndChild();
}

// "load of tile_m · 4 bytes a lane"
std::string access_words_of(const gui::State& model) {
  if (model.moment == nullptr) {
    return "";
  }
  const trace::Access& access = model.moment->access;
  if (trace::is_matrix(access.layout)) {
    const std::string& array = model.moment->array;
    return access.operation == trace::Operation::kLoad
               ? say("load of rows of {array} · {bytes} bytes a row", "array"_a = array,
                     "bytes"_a = access.bytes)
               : say("store of rows of {array} · {bytes} bytes a row", "array"_a = array,
                     "bytes"_a = access.bytes);
  }
  switch (access.operation) {
    case trace::Operation::kLoad:
      return say("load of {array} · {bytes} bytes a lane", "array"_a = model.moment->array,
                 "bytes"_a = access.bytes);
    case trace::Operation::kStore:
      return say("store of {array} · {bytes} bytes a lane", "array"_a = model.moment->array,
                 "bytes"_a = access.bytes);
    case trace::Operation::kCopy:
      return say("copy to {array} · {bytes} bytes a lane", "array"_a = model.moment->array,
                 "bytes"_a = access.bytes);
    case trace::Operation::kAtomic:
      break;
  }
  return say("atomic of {array} · {bytes} bytes a lane", "array"_a = model.moment->array,
             "bytes"_a = access.bytes);
}

std::string access_remark(const gui::State& model) {
  return with_lane_colors(model, access_words_of(model));
}

}  // namespace

const Panel kLanesPanel = {
    .id = "lanes",
    .drawer = gui::Drawer::kLanes,
    .title = sentence("LANES"),
    .remark = access_remark,
    .draw = stateless<draw_lanes>,
};

}  // namespace warplens::views
