// One cell a word, one column a bank, so that a conflict is seen as two lit cells in one column.
// Arrays at their addresses; columns that nothing ever addresses are hatched as padding.
#include "app/window/access/memory_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "app/window/access/matrix_picture.hpp"
#include "app/window/frame/panel.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

struct MemoryPicture : PictureContext {
  uint32_t banks, bank_bytes;
  uint64_t words;               // of all shared memory
  float left, top, cell_width;  // of bank 0, of the first row shown
  MemoryRows rows;
  std::vector<uint32_t> lanes;  // that touch each word shown
};

struct WordPlace {
  const scene::Grid* grid = nullptr;
  uint64_t row = 0, column = 0;
  bool begins = false;  // the element begins in this word
  bool is_padding = false;
};

WordPlace place_of_word(const MemoryPicture& p, uint64_t word) {
  WordPlace place;
  const uint64_t address = word * p.bank_bytes;
  for (const scene::Grid& grid : p.moment.grids) {
    const uint64_t end = grid.base + grid.count * grid.element_bytes;
    if (grid.space != trace::Space::kShared || address + p.bank_bytes <= grid.base ||
        address >= end) {
      continue;
    }
    const uint64_t inside = address > grid.base ? address - grid.base : 0;
    const uint64_t element = inside / grid.element_bytes;
    place.grid = &grid;
    place.row = element / grid.columns;
    place.column = element % grid.columns;
    place.begins = inside % grid.element_bytes == 0;
    place.is_padding = place.column >= grid.used_columns;
    return place;
  }
  return place;
}

Area word_area(const MemoryPicture& p, uint64_t word) {
  const uint64_t row = word / p.banks - p.rows.first, bank = word % p.banks;
  const float x0 = std::round(p.left + static_cast<float>(bank) * p.cell_width);
  const float x1 = std::round(p.left + static_cast<float>(bank + 1) * p.cell_width);
  const float y0 = std::round(p.top + static_cast<float>(row) * p.rows.height);
  const float y1 = std::round(p.top + static_cast<float>(row + 1) * p.rows.height);
  const float gap = p.rows.height > 3 ? 1.0f : 0.0f;
  return {ImVec2(x0, y0), ImVec2(x1 - 1, y1 - gap)};
}

uint64_t shown_end(const MemoryPicture& p) {
  return std::min(p.words, (p.rows.first + p.rows.count) * p.banks);
}

// The banks in which an access has stored answer what is asked about it.
bool shows_states(const MemoryPicture& p, const scene::Grid& grid) {
  return !grid.states.empty() && !(counts_hidden(p.model) && grid.name == p.moment.array);
}

ImU32 ground_of(const MemoryPicture& p, const WordPlace& place) {
  if (place.grid == nullptr || place.is_padding) return 0;
  const scene::Grid& grid = *place.grid;
  if (!grid.holds(place.row, place.column) || !shows_states(p, grid))
    return p.ui.theme.panel_raised;
  return state_color(p.ui, grid.states[grid.at(place.row, place.column)]);
}

void fill_lanes(MemoryPicture& p) {
  const uint64_t first = p.rows.first * p.banks, end = shown_end(p);
  p.lanes.assign(static_cast<size_t>(end > first ? end - first : 0), 0);
  if (counts_hidden(p.model)) return;  // who meets in a bank is the answer
  for (uint32_t lane = 0; lane < p.moment.lanes.size(); ++lane) {
    const scene::LaneRow& row = p.moment.lanes[lane];
    if (!row.active) continue;
    const uint64_t last = (row.address + p.moment.access.bytes - 1) / p.bank_bytes;
    for (uint64_t word = row.address / p.bank_bytes; word <= last; ++word) {
      if (word >= first && word < end) p.lanes[static_cast<size_t>(word - first)] |= 1u << lane;
    }
  }
}

// Narrow letters: cells side by side have a gap between "0,7" and "1,0".
ImFont* label_font(const MemoryPicture& p) {
  return p.ui.fonts.small;
}

// Whether the longest of the labels fits its cell at a size that can be read: all or none are
// drawn, so that the picture does not look gap-toothed.
bool labels_fit(const MemoryPicture& p) {
  if (p.rows.height < smallest_letters(p.ui) + 1) return false;
  float longest = 0;
  for (uint64_t word = p.rows.first * p.banks; word < shown_end(p); ++word) {
    const WordPlace place = place_of_word(p, word);
    if (place.grid == nullptr || place.is_padding || !place.begins) continue;
    const std::string text =
        element_label(p.model.options.label, *place.grid, place.row, place.column);
    longest = std::max(longest, ui::text_size(label_font(p), text).x);
  }
  return longest / ui::font_size(label_font(p)) * smallest_letters(p.ui) <=
         std::floor(p.cell_width) - 1.5f - 2 * p.ui.scale;
}

// Whether cells have room for the numbers of the lanes that touch them.
bool has_lane_numbers(const MemoryPicture& p) {
  const bool is_any =
      std::any_of(p.lanes.begin(), p.lanes.end(), [](uint32_t lanes) { return lanes != 0; });
  return is_any && p.rows.height >= smallest_letters(p.ui) + 1 &&
         number_step(p.ui, p.banks, p.cell_width) == 1;
}

void draw_grounds(MemoryPicture& p, bool has_labels) {
  for (uint64_t row = 0; row < p.rows.count; ++row) {
    for (uint32_t bank = 0; bank < p.banks;) {
      const uint64_t word = (p.rows.first + row) * p.banks + bank;
      if (word >= p.words) return;
      const WordPlace place = place_of_word(p, word);
      const Area cell = word_area(p, word);
      if (const ImU32 color = ground_of(p, place); color != 0) {
        p.list->AddRectFilled(cell.min, cell.max, color, 0, 0);
        const scene::Grid& grid = *place.grid;
        if (grid.holds(place.row, place.column) && shows_states(p, grid)) {
          mark_state(p.ui, p.list, cell, grid.states[grid.at(place.row, place.column)],
                     std::min(p.cell_width, p.rows.height), has_labels);
        }
      } else if (place.grid != nullptr) {
        outline(p.list, cell, p.ui.theme.line, 1);
        hatch(p.list, cell, p.ui.theme.text_faint, std::max(4.0f, 5 * p.ui.scale));
      }
      ++bank;
    }
  }
}

ImU32 ink_of(const MemoryPicture& p, const WordPlace& place) {
  const bool is_accessed = place.grid->name == p.moment.array;
  const scene::Grid& grid = *place.grid;
  if (grid.holds(place.row, place.column) && shows_states(p, grid)) {
    return state_ink(p.ui, grid.states[grid.at(place.row, place.column)], is_accessed);
  }
  return is_accessed ? p.ui.theme.text : p.ui.theme.text_dim;
}

void draw_words(MemoryPicture& p, bool has_labels) {
  const uint64_t first = p.rows.first * p.banks;
  for (uint64_t word = first; word < shown_end(p); ++word) {
    const uint32_t lanes = p.lanes[static_cast<size_t>(word - first)];
    const WordPlace place = place_of_word(p, word);
    if (lanes == 0 && (place.grid == nullptr || !has_labels)) continue;
    const Area cell = word_area(p, word);
    std::string text;
    if (has_labels && place.grid != nullptr && place.begins && !place.is_padding) {
      text = element_label(p.model.options.label, *place.grid, place.row, place.column);
    }
    if (lanes != 0) {
      const bool is_lane = !has_labels || p.model.options.label == gui::CellLabel::kThread;
      draw_lit_cell(p.ui, p.list, p.moment, cell, lanes,
                    is_lane ? lanes_label(p.moment, lanes) : text, label_font(p));
      p.ui.probe.widget(fmt::format("word:{}", word), cell.min, cell.max);
    } else if (!text.empty()) {
      draw_label(p.ui, p.list, cell, ink_of(p, place), text, smallest_letters(p.ui), 0,
                 label_font(p));
    }
  }
}

// The banks' numbers, above the words.
void draw_column_numbers(MemoryPicture& p, float top) {
  const float size = ui::font_size(p.ui.fonts.mono_small);
  const uint32_t step = number_step(p.ui, p.banks, p.cell_width);
  for (uint32_t bank = 0; bank < p.banks; bank += step) {
    const float middle = p.left + (static_cast<float>(bank) + 0.5f) * p.cell_width;
    const float width = p.cell_width * static_cast<float>(step);
    draw_label(p.ui, p.list, make_area(middle - width / 2, top, width, size), p.ui.theme.text_faint,
               fmt::format("{}", bank), smallest_letters(p.ui));
  }
}

// Of each row the first word, or of every second, third... where rows are lower than letters.
void draw_row_numbers(MemoryPicture& p) {
  const float letters = smallest_letters(p.ui);
  const auto step = static_cast<uint64_t>(std::ceil((letters + 1) / std::max(p.rows.height, 1.0f)));
  const float width = std::min(p.left - content_area().min.x - p.ui.theme.unit * 0.5f,
                               ui::text_size(p.ui.fonts.mono_small, "00000").x);
  for (uint64_t row = 0; row < p.rows.count; row += step) {
    const Area cell = word_area(p, (p.rows.first + row) * p.banks);
    const float height = std::max(cell.height(), letters + 1);
    const float y = std::min(cell.center().y - height / 2, content_area().max.y - height);
    draw_label(p.ui, p.list,
               make_area(cell.min.x - width - p.ui.theme.unit * 0.5f, y, width, height),
               p.ui.theme.text_faint, fmt::format("{}", (p.rows.first + row) * p.banks), letters);
  }
}

void point_at(MemoryPicture& p) {
  const Area all{word_area(p, p.rows.first * p.banks).min,
                 ImVec2(p.left + p.cell_width * static_cast<float>(p.banks),
                        p.top + p.rows.height * static_cast<float>(p.rows.count))};
  if (!is_hovered(all)) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto bank = static_cast<uint64_t>((mouse.x - p.left) / p.cell_width);
  const auto row = static_cast<uint64_t>((mouse.y - p.top) / p.rows.height);
  const uint64_t word = (p.rows.first + row) * p.banks + std::min<uint64_t>(bank, p.banks - 1);
  if (mouse.x < p.left || word >= shown_end(p)) return;
  const WordPlace place = place_of_word(p, word);
  std::string text = say("word {word}, bank {bank}", "word"_a = word, "bank"_a = word % p.banks);
  if (place.grid != nullptr && place.is_padding) {
    text += "\n" + beyond_used_tip(*place.grid, place.row, place.column);
  } else if (place.grid != nullptr) {
    text += "\n" + element_tip(p.moment, *place.grid, place.row, place.column);
  }
  picture_tip(p.ui, p.model, text);
  const uint32_t lanes = p.lanes[static_cast<size_t>(word - p.rows.first * p.banks)];
  if (lanes != 0) note_hovered(p.ui, lane_to_select(p.moment, lanes));
  if (place.grid == nullptr || !ImGui::IsMouseClicked(0)) return;
  p.actions.push_back(gui::action::SelectAddress{
      trace::Space::kShared, place.grid->base + (place.row * place.grid->columns + place.column) *
                                                    place.grid->element_bytes});
}

float lowest_row(const ui::Ui& ui) {
  return 3.2f * ui.scale;
}

float buttons_height(const ui::Ui& ui) {
  return ui::font_size(ui.fonts.body) + ui.theme.unit;
}

// Buttons that choose what cells say; lit is what they do say.
void draw_label_buttons(ui::Ui& ui, gui::CellLabel shown, ImVec2 start, gui::Actions& actions) {
  struct Choice {
    gui::CellLabel label;
    const char* name;
    Sentence text;
  };
  constexpr Choice kChoices[] = {
      {gui::CellLabel::kElement, "label:element", sentence("element")},
      {gui::CellLabel::kThread, "label:thread", sentence("lane")},
      {gui::CellLabel::kValue, "label:value", sentence("value")},
  };
  const float height = buttons_height(ui);
  ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.small,
              ImVec2(start.x, start.y + (height - ui::font_size(ui.fonts.small)) / 2),
              ui.theme.text_faint, label("labels:"));
  float x = start.x + ui::text_size(ui.fonts.small, label("labels:")).x + ui.theme.unit;
  for (const Choice& choice : kChoices) {
    ImGui::SetCursorScreenPos(ImVec2(x, start.y));
    if (ui::button(ui, choice.name, label(choice.text), shown == choice.label)) {
      actions.push_back(gui::action::ChangeOptions{
          [value = choice.label](gui::ViewOptions& o) { o.label = value; }});
    }
    x = ImGui::GetItemRectMax().x + ui.theme.unit * 0.5f;
  }
}

// That cells say something else than what was chosen; which words are shown where not all are; and
// "tile_m from word 0  ·  tile_n from word 64" where there are several arrays; right-aligned beside
// the buttons.
void draw_words_remark(MemoryPicture& p, const MemoryExtent& extent, const Area& area, float header,
                       bool are_lanes) {
  std::vector<std::string> parts;
  if (are_lanes) {
    const bool is_value = p.model.options.label == gui::CellLabel::kValue;
    const bool has_rows =
        std::any_of(p.moment.grids.begin(), p.moment.grids.end(), [](const scene::Grid& grid) {
          return grid.space == trace::Space::kShared && grid.extents.size() > 1;
        });
    parts.push_back(is_value   ? label("values have no room: numbers are lanes")
                    : has_rows ? label("[row][column] has no room: numbers are lanes")
                               : label("elements have no room: numbers are lanes"));
  }
  if (p.rows.count < extent.rows) {
    parts.push_back(say("words {first} to {last} of {count}", "first"_a = p.rows.first * p.banks,
                        "last"_a = shown_end(p) - 1, "count"_a = p.words));
  }
  std::vector<std::string> begins;
  for (const scene::Grid& grid : p.moment.grids) {
    if (grid.space != trace::Space::kShared) continue;
    begins.push_back(say("{array} from word {word}", "array"_a = grid.name,
                         "word"_a = grid.base / p.bank_bytes));
  }
  if (begins.size() > 1) parts.insert(parts.end(), begins.begin(), begins.end());
  const std::string text = fmt::format("{}", fmt::join(parts, "  ·  "));
  ImFont* font = p.ui.fonts.small;
  const float left = area.min.x + p.ui.theme.unit * 34;
  const std::string_view shown = ui::whole_parts(font, area.max.x - left, text);
  const ImVec2 size = ui::text_size(font, shown);
  ui::text_at(p.ui, p.list, font, ImVec2(area.max.x - size.x, area.min.y + (header - size.y) / 2),
              p.ui.theme.text_faint, shown);
}

MemoryExtent extent_of(const MemoryPicture& p) {
  const uint64_t row_bytes = uint64_t{p.banks} * p.bank_bytes;
  MemoryExtent extent;
  extent.rows = (p.words + p.banks - 1) / p.banks;
  extent.array_end = extent.rows;
  for (const scene::Grid& grid : p.moment.grids) {
    if (grid.space != trace::Space::kShared || grid.name != p.moment.array) continue;
    extent.array_first = grid.base / row_bytes;
    extent.array_end = (grid.base + grid.count * grid.element_bytes + row_bytes - 1) / row_bytes;
  }
  extent.touched_first = extent.array_end;
  for (const scene::LaneRow& row : p.moment.lanes) {
    if (!row.active || row.out_of_bounds) continue;
    extent.touched_first = std::min(extent.touched_first, row.address / row_bytes);
    extent.touched_end =
        std::max(extent.touched_end, (row.address + p.moment.access.bytes - 1) / row_bytes + 1);
  }
  return extent;
}

}  // namespace

MemoryRows choose_rows(const MemoryExtent& extent, float room, float tallest, float lowest) {
  MemoryRows rows;
  const auto fits = [&](uint64_t count, float height) {
    return static_cast<float>(count) * height <= room;
  };
  const uint64_t array_rows = extent.array_end - extent.array_first;
  if (fits(extent.rows, 3 * lowest)) {
    rows.count = extent.rows;
  } else if (fits(array_rows, lowest)) {
    rows.first = extent.array_first;
    rows.count = array_rows;
  } else {
    rows.count = std::min(extent.rows, static_cast<uint64_t>(std::max(room / lowest, 1.0f)));
    const uint64_t touched =
        extent.touched_end > extent.touched_first ? extent.touched_end - extent.touched_first : 1;
    const uint64_t above = rows.count > touched ? (rows.count - touched) / 2 : 0;
    rows.first = extent.touched_first > above ? extent.touched_first - above : 0;
    rows.first = std::min(rows.first, extent.rows - rows.count);
  }
  rows.height = std::min(tallest, room / static_cast<float>(std::max<uint64_t>(rows.count, 1)));
  return rows;
}

namespace {

// Of matrices, who has which values takes its place; on stage those are below the banks.
bool shows_values(const gui::State& model) {
  return is_access_of_matrices(model) && model.options.stage == gui::Stage::kOff;
}

// All rows that the access touches, as low as they may be.
float least_height(const ui::Ui& ui, const gui::State& model) {
  if (shows_values(model)) return ui::panel_frame(ui).y + matrix_values_height(ui);
  constexpr uint64_t kMostRows = 48;
  const uint64_t row_bytes = uint64_t{model.run->device.banks} * model.run->device.bank_bytes;
  uint64_t first = UINT64_MAX, end = 0;
  for (const scene::LaneRow& row : model.moment->lanes) {
    if (!row.active || row.out_of_bounds) continue;
    first = std::min(first, row.address / row_bytes);
    end = std::max(end, (row.address + model.moment->access.bytes - 1) / row_bytes + 1);
  }
  const uint64_t rows = end > first ? std::min(end - first, kMostRows) : 1;
  return ui::panel_frame(ui).y + buttons_height(ui) + ui.theme.unit +
         lowest_row(ui) * static_cast<float>(rows + 1);
}

void draw_memory_layout(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  if (!model.moment || !model.run) return;
  const scene::Moment& moment = *model.moment;
  if (moment.access.space != trace::Space::kShared) {
    ui::text(ui, ui.fonts.body, ui.theme.text_dim,
             label("This access does not go to shared memory: no bank is used."));
    return;
  }
  const Area area = content_area();
  if (shows_values(model))
    return draw_matrix_values({ui, model, moment, actions, ImGui::GetWindowDrawList()}, area);
  const float header = buttons_height(ui);
  const model::Device& device = model.run->device;
  MemoryPicture p{{ui, model, moment, actions, ImGui::GetWindowDrawList()},
                  device.banks,
                  device.bank_bytes,
                  (model.run->context->shared_bytes + device.bank_bytes - 1) / device.bank_bytes,
                  bank_columns_left(ui, area, has_lane_groups(model)),
                  area.min.y + header + ui.theme.unit * 0.75f,
                  0,
                  {},
                  {}};
  p.cell_width = (area.max.x - p.left) / static_cast<float>(std::max(p.banks, 1u));
  const MemoryExtent extent = extent_of(p);
  // Where that leaves every row its least height.
  const float numbers = ui::font_size(ui.fonts.mono_small) + ui.theme.unit * 0.25f;
  const float numbers_top = p.top - ui.theme.unit * 0.5f;
  const bool has_numbers = area.max.y - p.top - numbers >=
                           lowest_row(ui) * static_cast<float>(std::min<uint64_t>(extent.rows, 48));
  if (has_numbers) p.top = numbers_top + numbers;
  p.rows = choose_rows(extent, area.max.y - p.top,
                       std::min(p.cell_width * 1.3f, ui::font_size(ui.fonts.mono_small) * 2.4f),
                       lowest_row(ui));
  fill_lanes(p);
  const bool has_labels = labels_fit(p);
  const bool are_lanes = !has_labels && has_lane_numbers(p);
  draw_label_buttons(ui, are_lanes ? gui::CellLabel::kThread : model.options.label, area.min,
                     actions);
  draw_grounds(p, has_labels);
  draw_words(p, has_labels);
  draw_row_numbers(p);
  if (has_numbers) draw_column_numbers(p, numbers_top);
  draw_words_remark(p, extent, area, header, are_lanes);
  point_at(p);
}

}  // namespace

const Panel kMemoryPanel = {
    .id = "memory",
    .title_now =
        [](const gui::State& model) {
          return shows_values(model) ? label("WHO HAS WHICH VALUES")
                                     : label("SHARED MEMORY LAYOUT");
        },
    .remark = [](const gui::State& model) -> std::string {
      if (shows_values(model)) return label("lane.register; ringed: the row that the lane names");
      const auto& grids = model.moment->grids;
      const bool has_unused = std::any_of(grids.begin(), grids.end(), [](const auto& grid) {
        return grid.used_columns < grid.columns && !grid.has_padding;
      });
      return has_unused ? label("row after row over the banks; hatched = unused")
                        : label("row after row over the banks; hatched = padding");
    },
    .tab = sentence("MEMORY"),
    .tab_if_low = sentence("LAYOUT"),
    .is_shown = is_access_shared,
    .least_height = least_height,
    .draw = stateless<draw_memory_layout>,
};

}  // namespace warplens::views
