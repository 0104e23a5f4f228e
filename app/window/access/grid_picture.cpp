// Cells are drawn as few large rectangles (draw_cells), lines between them as thin ones, and
// letters only where every label of the grid fits: a grid of 64 x 64 costs little more than one of
// 8 x 8.
#include "app/window/access/grid_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/window/access/cover.hpp"
#include "app/window/access/grid_cursor.hpp"
#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

constexpr uint64_t kMostNamedCells =
    1100;  // each a widget for scripts; of larger grids only the lit

struct CellsPicture {
  ui::Ui& ui;
  const gui::State& model;
  const scene::Moment& moment;
  const GridPlace& place;
  const scene::Grid& grid;
  ImDrawList* list;
};

std::string size_text(const scene::Grid& grid) {
  std::string text;
  for (const uint64_t extent : grid.extents) {
    if (grid.space == trace::Space::kShared || grid.extents.size() == 1) {
      text += fmt::format("[{}]", extent);
    } else {
      text += fmt::format("{}{}", text.empty() ? "" : " × ", extent);
    }
  }
  return text;
}

std::string title_text(const scene::Grid& grid) {
  return fmt::format("{}  {}", grid.name, size_text(grid));
}

// Of a text that arrows go behind.
void draw_ground(CellsPicture& p, ImVec2 at, ImVec2 size) {
  p.list->AddRectFilled(at, ImVec2(at.x + size.x, at.y + size.y), p.ui.theme.panel, 0, 0);
}

// What is shown of the array, where the title's line has no room for it.
void draw_part_below(CellsPicture& p) {
  ImVec2 at(p.place.cells.min.x, p.place.cells.max.y + 1);
  for (const LineBelow& line : lines_below(p.ui, p.place)) {
    draw_ground(p, at, ImVec2(line.width, line.letters));
    ui::letters(p.ui, p.list, p.ui.fonts.small, line.letters, at, p.ui.theme.text_dim, line.text);
    at.y += line.letters;
  }
}

// "shared" or "constant"; empty for global memory.
std::string kind_text(const scene::Grid& grid) {
  if (grid.space == trace::Space::kShared) return label("shared");
  return grid.space == trace::Space::kConstant ? label("constant") : "";
}

void draw_title(CellsPicture& p) {
  const GridFrame frame = frame_of(p.ui);
  ImVec2 at(p.place.cells.min.x, p.place.cells.min.y - frame.axis_height - frame.title);
  const float end = at.x + p.place.title_room;
  const bool is_accessed = p.grid.name == p.moment.array;
  ImFont* font = p.ui.fonts.small;
  const std::string whole = title_text(p.grid), kind = kind_text(p.grid);
  const float full = ui::font_size(font), gap = p.ui.theme.unit;
  const float least = smallest_letters(p.ui) / full;
  const auto width_of = [&](const std::string& text, const std::string& more) {
    return ui::text_size(font, text).x + (more.empty() ? 0 : gap + ui::text_size(font, more).x);
  };
  // Smaller letters come before less of the title, and where the array is before its size.
  const std::pair<std::string, std::string> titles[] = {{whole, kind}, {p.grid.name, kind}};
  std::pair<std::string, std::string> title{p.grid.name, ""};
  for (const auto& [text, more] : titles) {
    if (width_of(text, more) * least > p.place.title_room) continue;
    title = {text, more};
    break;
  }
  const float width = width_of(title.first, title.second);
  const float shrink = std::clamp(p.place.title_room / std::max(width, 1.0f), least, 1.0f);
  const ImU32 color = is_accessed ? p.ui.theme.text : p.ui.theme.text_dim;
  const auto add = [&](std::string_view text, ImU32 in) {
    const ImVec2 size = ui::text_size(font, text);
    draw_ground(p, at, ImVec2(size.x * shrink, size.y));
    ui::letters(p.ui, p.list, font, full * shrink, at, in, text);
    at.x += (size.x + gap) * shrink;
  };
  add(title.first, color);
  if (!title.second.empty()) add(title.second, p.ui.theme.text_dim);
  const scene::Box& shown = p.place.shown;
  if (shown.rows() == p.grid.rows && shown.columns() == p.grid.columns) return;
  const std::vector<std::string> part = part_words(p.grid, shown);
  if (at.x + ui::text_size(font, part.front()).x <= end) {
    add(part.front(), p.ui.theme.text_dim);
  } else {
    draw_part_below(p);
  }
}

// Behind the title and the columns' numbers; of an array that has no part in the access behind all
// of it. What flies past is below.
void draw_plates(CellsPicture& p) {
  const GridFrame frame = frame_of(p.ui);
  const Area& cells = p.place.cells;
  const float head = cells.min.y - frame.axis_height - frame.title;
  const float right = std::max(cells.max.x, cells.min.x + title_width(p.ui, p.grid));
  draw_ground(p, ImVec2(cells.min.x, head), ImVec2(right - cells.min.x, cells.min.y - head));
  if (!takes_part(p.moment, p.grid))
    draw_ground(p, ImVec2(cells.min.x - frame.axis_width, cells.min.y),
                ImVec2(cells.width() + frame.axis_width, cells.height()));
}

// Of an array whose rows are drawn several beside each other, the elements of one: `tile[128][4]`
// as 16 rows of 32. Its axes count rows of the text. Else 1.
uint64_t folded_row(const scene::Grid& grid) {
  if (grid.extents.size() < 2) return 1;
  const uint64_t last = grid.extents.back();
  return last > 0 && last < grid.columns && grid.columns % last == 0 ? last : 1;
}

void draw_axes(CellsPicture& p) {
  const GridFrame frame = frame_of(p.ui);
  const float letters = smallest_letters(p.ui), size = std::max(letters - 1, p.ui.least_letters);
  const float digit =
      ui::text_size(p.ui.fonts.mono_small, "0").x / ui::font_size(p.ui.fonts.mono_small) * letters;
  const scene::Box& shown = p.place.shown;
  const auto digits = static_cast<float>(fmt::format("{}", shown.column_end).size());
  const uint64_t folded = folded_row(p.grid);
  const uint64_t least = label_step(p.place.cell, digit * (digits + 1));
  const uint64_t across = (least + folded - 1) / folded * folded;
  const std::optional<Area> cursor = cursor_area(p.ui, p.moment, p.place);
  const ImVec2 clip_min = p.list->GetClipRectMin(), clip_max = p.list->GetClipRectMax();
  const auto is_covered = [&](const Area& area) {
    return cursor && area.min.x < cursor->max.x && cursor->min.x < area.max.x &&
           area.min.y < cursor->max.y && cursor->min.y < area.max.y;
  };
  const auto small = [&](const Area& area, uint64_t number) {
    const bool is_inside = area.min.x >= clip_min.x - 1 && area.max.x <= clip_max.x + 1;
    if (is_covered(area) || !is_inside) return;
    draw_ground(p, area.min, ImVec2(area.width() - 1, area.height()));
    draw_label(p.ui, p.list, area, p.ui.theme.text_faint, fmt::format("{}", number), size);
  };
  for (uint64_t c = (shown.column_begin + across - 1) / across * across; c < shown.column_end;
       c += across) {
    const Area cell = cell_area(p.place, shown.row_begin, c);
    const float middle = cell.center().x, half = digit * (digits + 1) / 2;
    small({ImVec2(middle - half, cell.min.y - frame.axis_height),
           ImVec2(middle + half, cell.min.y - 1)},
          c / folded);
  }
  if (shown.rows() < 2) return;
  // Of a short vector the index of the row's first element.
  constexpr uint64_t kMostNumbered = 1000;  // three digits have room
  const bool is_vector = ((p.grid.extents.size() == 1 && p.grid.row_length == 0) || folded > 1) &&
                         p.grid.count / folded <= kMostNumbered;
  // What the numbers below it are: of rows, or the index of a row's first element.
  const Area corner{
      ImVec2(p.place.cells.min.x - frame.axis_width, p.place.cells.min.y - frame.axis_height),
      ImVec2(p.place.cells.min.x - digit * 0.5f, p.place.cells.min.y - 1)};
  if (!is_covered(corner))
    draw_label(p.ui, p.list, corner, p.ui.theme.text_faint, is_vector ? "[i]" : label("row"), size);
  const uint64_t down = label_step(p.place.cell, letters + 1);
  float taken = p.place.cells.min.y;  // [pixels] down to there is the last number
  for (uint64_t r = (shown.row_begin + down - 1) / down * down; r < shown.row_end; r += down) {
    const Area cell = cell_area(p.place, r, shown.column_begin);
    // Beside its row; that of a first row, which may be low, below the corner.
    const float top = std::max(cell.center().y - letters / 2, p.place.cells.min.y);
    if (top < taken) continue;
    taken = top + letters;
    small({ImVec2(cell.min.x - frame.axis_width, top), ImVec2(cell.min.x - 1, top + letters)},
          is_vector ? r * p.grid.columns / folded : r);
  }
}

ImU32 ground_of(const CellsPicture& p, uint64_t row, uint64_t column) {
  const ui::Theme& theme = p.ui.theme;
  if (row * p.grid.columns + column >= p.grid.count) return 0;
  if (column >= p.grid.used_columns) return 0;
  ImU32 color = theme.panel_raised;
  if (!p.grid.holds(row, column)) return color;
  const size_t at = p.grid.at(row, column);
  if (!p.grid.states.empty()) {
    color = state_color(p.ui, p.grid.states[at]);
  } else if (p.grid.block_part[at] != 0) {
    color = ui::mix(theme.panel_raised, theme.text_faint, 0.38f);
  }
  switch (p.grid.thread_now[at]) {
    case scene::kThreadPast:
      return ui::mix(color, theme.accent, 0.62f);
    case scene::kThreadToCome:
      return ui::mix(color, theme.accent, 0.26f);
    default:
      return color;
  }
}

void draw_lines(CellsPicture& p) {
  const Area& cells = p.place.cells;
  const scene::Box& shown = p.place.shown;
  const ImU32 color = p.place.cell >= 9 ? p.ui.theme.panel : ui::fade(p.ui.theme.panel, 0.7f);
  for (uint64_t c = shown.column_begin + 1; c < shown.column_end; ++c) {
    const float x = cell_area(p.place, shown.row_begin, c).min.x;
    p.list->AddRectFilled(ImVec2(x - 1, cells.min.y), ImVec2(x, cells.max.y), color, 0, 0);
  }
  for (uint64_t r = shown.row_begin + 1; r < shown.row_end; ++r) {
    const float y = cell_area(p.place, r, shown.column_begin).min.y;
    p.list->AddRectFilled(ImVec2(cells.min.x, y - 1), ImVec2(cells.max.x, y), color, 0, 0);
  }
}

// The patterns of a shared array's cells.
void mark_states(CellsPicture& p, bool has_labels) {
  if (p.grid.states.empty()) return;
  const scene::Box& shown = p.place.shown;
  const float gap = p.place.cell >= 5 ? 1.0f : 0.0f;
  for (uint64_t r = shown.row_begin; r < shown.row_end; ++r) {
    for (uint64_t c = shown.column_begin; c < shown.column_end; ++c) {
      if (!p.grid.holds(r, c) || c >= p.grid.used_columns) continue;
      Area cell = cell_area(p.place, r, c);
      cell.max = ImVec2(cell.max.x - gap, cell.max.y - gap);
      mark_state(p.ui, p.list, cell, p.grid.states[p.grid.at(r, c)], p.place.cell, has_labels);
    }
  }
}

// Teeth along the sides beyond which the array goes on, so that a part is seen to be one.
void draw_torn_edges(CellsPicture& p) {
  const scene::Box& shown = p.place.shown;
  const Area& cells = p.place.cells;
  const float tooth = std::max(4.0f, 5 * p.ui.scale), depth = tooth * 0.7f;
  const ImU32 color = p.ui.theme.panel, edge = p.ui.theme.text_dim;
  const auto bite = [&](ImVec2 a, ImVec2 b, ImVec2 inside) {
    p.list->AddTriangleFilled(a, b, inside, color);
    p.list->AddLine(a, inside, edge, 1.0f);
    p.list->AddLine(inside, b, edge, 1.0f);
  };
  const auto across = [&](float y, float inwards) {
    const float count = std::max(std::floor(cells.width() / tooth), 1.0f);
    const float width = cells.width() / count;
    for (float x = cells.min.x; x + width / 2 < cells.max.x; x += width) {
      bite(ImVec2(x, y), ImVec2(x + width, y), ImVec2(x + width / 2, y + inwards));
    }
  };
  const auto down = [&](float x, float inwards) {
    const float count = std::max(std::floor(cells.height() / tooth), 1.0f);
    const float height = cells.height() / count;
    for (float y = cells.min.y; y + height / 2 < cells.max.y; y += height) {
      bite(ImVec2(x, y), ImVec2(x, y + height), ImVec2(x + inwards, y + height / 2));
    }
  };
  if (shown.row_begin > 0) across(cells.min.y, depth);
  if (shown.row_end < p.grid.rows) across(cells.max.y, -depth);
  if (shown.column_begin > 0) down(cells.min.x, depth);
  if (shown.column_end < p.grid.columns) down(cells.max.x, -depth);
}

void draw_grounds(CellsPicture& p, bool has_labels) {
  const scene::Box& shown = p.place.shown;
  std::vector<ImU32> colors;
  colors.reserve(static_cast<size_t>(shown.rows() * shown.columns()));
  for (uint64_t r = shown.row_begin; r < shown.row_end; ++r) {
    for (uint64_t c = shown.column_begin; c < shown.column_end; ++c) {
      colors.push_back(ground_of(p, r, c));
    }
  }
  draw_cells(p.list, p.place.cells.min, ImVec2(p.place.cell, p.place.cell), shown.rows(),
             shown.columns(), colors.data());
  if (p.place.cell >= 5) draw_lines(p);
  mark_states(p, has_labels);
  outline(p.list, p.place.cells, p.ui.theme.line, 1);
  if (p.grid.used_columns < shown.column_end) {
    const uint64_t first = std::max(p.grid.used_columns, shown.column_begin);
    const Area pad{cell_area(p.place, shown.row_begin, first).min, p.place.cells.max};
    hatch(p.list, pad, p.ui.theme.text_faint, std::max(4.0f, 5 * p.ui.scale));
  }
}

// The part of the box that is shown.
std::optional<Area> shown_area(const CellsPicture& p, const scene::Box& box) {
  const scene::Box& shown = p.place.shown;
  const scene::Box cut{
      std::max(box.row_begin, shown.row_begin), std::min(box.row_end, shown.row_end),
      std::max(box.column_begin, shown.column_begin), std::min(box.column_end, shown.column_end)};
  if (cut.empty()) return std::nullopt;
  return Area{cell_area(p.place, cut.row_begin, cut.column_begin).min,
              cell_area(p.place, cut.row_end - 1, cut.column_end - 1).max};
}

// An outline round what this block touches, where that is not everything, and a bright one round
// what it does in this phase, where that is less; in any case one round its part of a product while
// that is computed.
void draw_block_outline(CellsPicture& p) {
  const scene::Box& box = p.grid.block_box;
  const scene::Box& phase = p.grid.focus;
  if (p.grid.space != trace::Space::kGlobal || box.empty()) return;
  const bool is_computed =
      p.moment.accumulation.present && p.moment.product && p.moment.product->result == p.grid.name;
  const float thin = std::max(1.0f, p.ui.scale);
  if (is_computed) {
    if (const auto area = shown_area(p, box))
      outline(p.list, *area, p.ui.theme.accent, std::max(2.0f, 2 * p.ui.scale));
    return;
  }
  const bool is_all = box.rows() == p.grid.rows && box.columns() == p.grid.columns;
  if (const auto area = shown_area(p, box); area && !is_all)
    outline(p.list, *area, p.ui.theme.text_dim, thin);
  const bool is_less = phase.rows() < box.rows() || phase.columns() < box.columns();
  if (const auto area = shown_area(p, phase); area && is_less)
    outline(p.list, *area, p.ui.theme.text, 1.5f * thin);
}

// What a cell says: its value, if that is known, or who touches it; the axes have its indices.
std::string label_of(const CellsPicture& p, uint64_t row, uint64_t column) {
  const bool is_lane = p.model.options.label == gui::CellLabel::kThread;
  const bool is_unwritten = !is_lane && p.grid.holds(row, column) && !p.grid.states.empty() &&
                            p.grid.states[p.grid.at(row, column)] == scene::CellState::kUnwritten;
  if (is_unwritten) return "";
  return element_label(is_lane ? gui::CellLabel::kThread : gui::CellLabel::kValue, p.grid, row,
                       column);
}

// All or none: one array's cells do not say different things.
bool labels_fit(const CellsPicture& p) {
  if (p.place.cell < smallest_letters(p.ui) + 2) return false;
  size_t longest = 0;
  for (uint64_t r = p.place.shown.row_begin; r < p.place.shown.row_end; ++r) {
    for (uint64_t c = p.place.shown.column_begin; c < p.place.shown.column_end; ++c) {
      longest = std::max(longest, label_of(p, r, c).size());
    }
  }
  ImFont* font = p.ui.fonts.mono_small;
  const float letter = ui::text_size(font, "0").x / ui::font_size(font) * smallest_letters(p.ui);
  return static_cast<float>(longest) * letter <= p.place.cell - 3;
}

void draw_labels(CellsPicture& p) {
  for (uint64_t r = p.place.shown.row_begin; r < p.place.shown.row_end; ++r) {
    for (uint64_t c = p.place.shown.column_begin; c < p.place.shown.column_end; ++c) {
      if (r * p.grid.columns + c >= p.grid.count || c >= p.grid.used_columns) continue;
      if (p.grid.holds(r, c) && p.grid.lanes_now[p.grid.at(r, c)] != 0) continue;
      const std::string text = label_of(p, r, c);
      const bool has_state = p.grid.holds(r, c) && !p.grid.states.empty();
      const ImU32 color = has_state ? state_ink(p.ui, p.grid.states[p.grid.at(r, c)], true)
                                    : ui::readable_on(p.ui.theme, ground_of(p, r, c));
      draw_label(p.ui, p.list, cell_area(p.place, r, c), color, text, smallest_letters(p.ui));
    }
  }
}

void name_cells(CellsPicture& p, const std::vector<TouchedElement>& touched) {
  const scene::Box& shown = p.place.shown;
  const auto name = [&](uint64_t row, uint64_t column) {
    const Area cell = cell_area(p.place, row, column);
    p.ui.probe.widget(fmt::format("cell:{}:{}:{}", p.grid.name, row, column), cell.min, cell.max);
  };
  if (shown.rows() * shown.columns() <= kMostNamedCells) {
    for (uint64_t r = shown.row_begin; r < shown.row_end; ++r) {
      for (uint64_t c = shown.column_begin; c < shown.column_end; ++c) {
        if (r * p.grid.columns + c < p.grid.count) name(r, c);
      }
    }
    return;
  }
  for (const TouchedElement& element : touched) {
    const uint64_t row = element.element / p.grid.columns,
                   column = element.element % p.grid.columns;
    if (shown.contains(row, column)) name(row, column);
  }
}

// As the other cells: a lane's number is not written where values are expected. "?" is a value that
// nobody has written.
std::string touched_label(const CellsPicture& p, uint64_t row, uint64_t column, uint32_t lanes,
                          bool has_labels) {
  if (p.model.options.label == gui::CellLabel::kThread) return lanes_label(p.moment, lanes);
  if (!has_labels) return "";
  const std::string value = label_of(p, row, column);
  const bool is_unknown = (p.moment.faulty.unwritten & lanes) != 0;  // stored, but from nowhere
  return value.empty() ? "?" : is_unknown && !value.ends_with("?") ? value + "?" : value;
}

void draw_touched(CellsPicture& p, const std::vector<TouchedElement>& touched, bool has_labels,
                  uint32_t arrived) {
  const bool is_store = p.moment.access.operation != trace::Operation::kLoad;
  for (const TouchedElement& element : touched) {
    const uint64_t row = element.element / p.grid.columns,
                   column = element.element % p.grid.columns;
    if (!p.place.shown.contains(row, column)) continue;
    const Area cell = cell_area(p.place, row, column);
    const Area inner{cell.min, ImVec2(cell.max.x - (p.place.cell >= 5 ? 1.0f : 0.0f),
                                      cell.max.y - (p.place.cell >= 5 ? 1.0f : 0.0f))};
    if (is_store && (element.lanes & arrived) == 0) {
      p.list->AddRectFilled(inner.min, inner.max, p.ui.theme.background, 0, 0);
      outline(p.list, inner,
              group_color(p.ui, p.moment.lanes[lane_to_select(p.moment, element.lanes)].group), 1);
      continue;
    }
    draw_lit_cell(p.ui, p.list, p.moment, inner, element.lanes,
                  touched_label(p, row, column, element.lanes, has_labels));
    if (is_store && (p.moment.faulty.unwritten & element.lanes) != 0)
      outline(p.list, inner, p.ui.theme.error, std::max(2.0f, 2 * p.ui.scale));
  }
}

void point_at(CellsPicture& p, const std::vector<TouchedElement>& touched, gui::Actions& actions) {
  if (!is_hovered(p.place.cells)) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const scene::Box& shown = p.place.shown;
  const uint64_t row = std::min(
      shown.row_begin + static_cast<uint64_t>((mouse.y - p.place.cells.min.y) / p.place.cell),
      shown.row_end - 1);
  const uint64_t column = std::min(
      shown.column_begin + static_cast<uint64_t>((mouse.x - p.place.cells.min.x) / p.place.cell),
      shown.column_end - 1);
  const uint64_t index = row * p.grid.columns + column;
  if (index >= p.grid.count) return;
  outline(p.list, cell_area(p.place, row, column), p.ui.theme.text, 1);
  for (const TouchedElement& element : touched) {
    if (element.element == index) note_hovered(p.ui, lane_to_select(p.moment, element.lanes));
  }
  picture_tip(p.ui, p.model,
              column >= p.grid.used_columns ? beyond_used_tip(p.grid, row, column)
                                            : element_tip(p.moment, p.grid, row, column));
  if (ImGui::IsMouseClicked(0)) {
    actions.push_back(
        gui::action::SelectAddress{p.grid.space, p.grid.base + index * p.grid.element_bytes});
  }
}

}  // namespace

std::vector<std::string> part_words(const scene::Grid& grid, const scene::Box& shown) {
  using base::grouped;
  if (grid.is_folded() && (shown.columns() == grid.columns || shown.rows() == 1)) {
    const uint64_t end = (shown.row_end - 1) * grid.columns + shown.column_end;
    return {say("elements {first}–{last}",
                "first"_a = grouped(shown.row_begin * grid.columns + shown.column_begin),
                "last"_a = grouped(std::min(end, grid.count) - 1))};
  }
  const std::string rows = say("rows {first}–{last}", "first"_a = grouped(shown.row_begin),
                               "last"_a = grouped(shown.row_end - 1));
  const std::string columns = say("columns {first}–{last}", "first"_a = grouped(shown.column_begin),
                                  "last"_a = grouped(shown.column_end - 1));
  if (!grid.is_folded())
    return {say("{rows}, {columns}", "rows"_a = rows, "columns"_a = columns), rows, columns};
  const std::string width = grouped(grid.columns);
  return {say("rows of {width}: {rows}, {columns}", "width"_a = width, "rows"_a = rows,
              "columns"_a = columns),
          rows, say("{columns} of {width}", "columns"_a = columns, "width"_a = width)};
}

GridFrame frame_of(const ui::Ui& ui) {
  const float letters = smallest_letters(ui);
  // Where letters are not made smaller "row" needs its own width, with what is beside it.
  const float row = ui::text_size(ui.fonts.mono_small, label("row")).x;
  const float width =
      ui.least_letters > 0 ? std::ceil(row + letters * 0.3f + 2 * ui.scale) + 1 : letters * 2.2f;
  return {ui::font_size(ui.fonts.small) + ui.theme.unit * 0.25f, letters + 2, width};
}

bool takes_part(const scene::Moment& moment, const scene::Grid& grid) {
  const auto is_in = [&](trace::Space space, uint64_t address) {
    return space == grid.space && address >= grid.base &&
           address < grid.base + grid.count * grid.element_bytes;
  };
  return std::any_of(
      moment.transfers.begin(), moment.transfers.end(), [&](const scene::Transfer& transfer) {
        const bool has_from = !transfer.from_register || transfer.has_origin;
        return (has_from && is_in(transfer.from_space, transfer.from_address)) ||
               (!transfer.to_register && is_in(transfer.to_space, transfer.to_address));
      });
}

Area frame_area(const ui::Ui& ui, const GridPlace& place) {
  const GridFrame frame = frame_of(ui);
  return {
      ImVec2(place.cells.min.x - frame.axis_width,
             place.cells.min.y - frame.axis_height - frame.title),
      ImVec2(std::max(place.cells.max.x, place.cells.min.x + place.title_room), place.cells.max.y)};
}

std::vector<LineBelow> lines_below(const ui::Ui& ui, const GridPlace& place) {
  const std::vector<std::string> words = part_words(*place.grid, place.shown);
  ImFont* font = ui.fonts.small;
  const float full = ui::font_size(font), least = std::min(smallest_letters(ui) + 1, full);
  const float room = std::max(place.title_room, place.cells.width());
  std::vector<LineBelow> lines;
  float end = place.cells.max.y + 1;
  const auto add = [&](const std::string& text) {
    const float width = ui::text_size(font, text).x;
    const float letters = width <= room ? full : std::max(least, std::floor(full * room / width));
    if (width * letters / full > room) return;  // rather none than over what is beside it
    lines.push_back({text, letters, width * letters / full});
    end += letters;
  };
  const auto has_room = [&](float height) { return end + height <= place.bottom + 1; };
  const bool is_one = ui::text_size(font, words.front()).x * least / full <= room;
  if (!has_room(is_one ? full : least)) return lines;
  if (is_one || words.size() == 1) {
    add(words.front());
    return lines;
  }
  // What is shown whole says nothing.
  if (place.shown.rows() < place.grid->rows) add(words[1]);
  if (place.shown.columns() < place.grid->columns && has_room(least)) add(words[2]);
  return lines;
}

float title_width(const ui::Ui& ui, const scene::Grid& grid) {
  const std::string kind = kind_text(grid);
  const float more = kind.empty() ? 0 : ui.theme.unit + ui::text_size(ui.fonts.small, kind).x;
  return ui::text_size(ui.fonts.small, title_text(grid)).x + more;
}

void draw_grid(ui::Ui& ui, const gui::State& model, const scene::Moment& moment,
               const GridPlace& place, uint32_t arrived, gui::Actions& actions) {
  CellsPicture picture{ui, model, moment, place, *place.grid, ImGui::GetWindowDrawList()};
  const std::vector<TouchedElement> touched = touched_elements(moment, *place.grid);
  const bool has_labels = labels_fit(picture);
  // What has no part in the access is over the arrows of what has.
  picture.list->ChannelsSetCurrent(kCellLayer);
  draw_plates(picture);
  if (takes_part(moment, *place.grid)) picture.list->ChannelsSetCurrent(kGroundLayer);
  draw_grounds(picture, has_labels);
  draw_block_outline(picture);
  draw_torn_edges(picture);
  picture.list->ChannelsSetCurrent(kCellLayer);
  if (has_labels) draw_labels(picture);
  draw_title(picture);
  draw_axes(picture);
  draw_touched(picture, touched, has_labels, arrived);
  name_cells(picture, touched);
  point_at(picture, touched, actions);
}

void draw_covered_grid(ui::Ui& ui, const gui::State& model, const scene::Moment& moment,
                       const GridPlace& place) {
  CellsPicture picture{ui, model, moment, place, *place.grid, ImGui::GetWindowDrawList()};
  draw_title(picture);
  draw_axes(picture);
  draw_cover(ui, picture.list, place.cells);
}

}  // namespace warplens::views
