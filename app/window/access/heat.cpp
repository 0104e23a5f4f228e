#include "app/window/access/heat.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/scene/arrays.hpp"
#include "app/scene/heat.hpp"
#include "app/study/format.hpp"
#include "app/window/frame/option_changes.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

constexpr size_t kMostNamedHeatCells = 1100;  // widgets for scripts

// `enough`: how often the other run of a split window fetches an element at most; more is waste.
// One run alone shows no waste: what it needs is not known.
ImU32 heat_color(const ui::Theme& theme, uint32_t loads, std::optional<uint32_t> enough) {
  if (loads == 0) return theme.background;
  const ImU32 once = ui::mix(theme.panel_raised, theme.text_faint, 0.38f);
  if (loads == 1) return once;
  const ImU32 most = enough && loads > *enough ? theme.waste_fill : theme.text;
  return ui::mix(once, most, 0.2f + 0.8f * scene::heat_share(loads));
}

std::string extents_text(const scene::HeatMap& map) {
  std::string text;
  for (const uint64_t extent : map.extents)
    text += fmt::format("{}{}", text.empty() ? "" : " × ", extent);
  return text;
}

struct MapPicture {
  ui::Ui& ui;
  const scene::HeatMap& map;
  const char* prefix;
  std::optional<uint32_t> enough;  // heat_color()
  Area cells;
  float cell;
  ImDrawList* list;
};

Area cell_area(const MapPicture& p, uint64_t row, uint64_t column) {
  const float x = p.cells.min.x + static_cast<float>(column) * p.cell;
  const float y = p.cells.min.y + static_cast<float>(row) * p.cell;
  return {ImVec2(std::round(x), std::round(y)),
          ImVec2(std::round(x + p.cell), std::round(y + p.cell))};
}

// All or none.
bool numbers_fit(const MapPicture& p) {
  const float letters = smallest_letters(p.ui);
  ImFont* font = p.ui.fonts.mono_small;
  const float digit = ui::text_size(font, "0").x / ui::font_size(font) * letters;
  const auto digits = static_cast<float>(fmt::format("{}", p.map.most).size());
  return p.cell >= letters + 3 && digits * digit <= p.cell - 4 * p.ui.scale;
}

void draw_numbers(const MapPicture& p) {
  for (uint64_t row = 0; row < p.map.rows_of_cells; ++row) {
    for (uint64_t column = 0; column < p.map.columns_of_cells; ++column) {
      const uint32_t loads =
          p.map.loads[static_cast<size_t>(row * p.map.columns_of_cells + column)];
      if (loads == 0) continue;
      draw_label(p.ui, p.list, cell_area(p, row, column),
                 ui::readable_on(p.ui.theme, heat_color(p.ui.theme, loads, p.enough)),
                 fmt::format("{}", loads), smallest_letters(p.ui));
    }
  }
}

std::string cell_name(const scene::HeatMap& map, uint64_t row, uint64_t column) {
  const uint64_t first = row * map.cell_rows * map.columns + column * map.cell_columns;
  std::string name = scene::element_name(map.array, map.extents, std::min(first, map.count - 1));
  if (map.cell_rows > 1 || map.cell_columns > 1)
    name = say("{element} and its neighbours ({rows} × {columns}), the most of them",
               "element"_a = name, "rows"_a = map.cell_rows, "columns"_a = map.cell_columns);
  return name;
}

void point_at(const MapPicture& p) {
  if (!is_hovered(p.cells)) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const uint64_t row =
      std::min(static_cast<uint64_t>((mouse.y - p.cells.min.y) / p.cell), p.map.rows_of_cells - 1);
  const uint64_t column = std::min(static_cast<uint64_t>((mouse.x - p.cells.min.x) / p.cell),
                                   p.map.columns_of_cells - 1);
  if ((row * p.map.columns + column) * p.map.cell_rows >= p.map.count) return;
  const auto at = static_cast<size_t>(row * p.map.columns_of_cells + column);
  outline(p.list, cell_area(p, row, column), p.ui.theme.text, 1);
  tip(p.ui, fmt::format("{}\n{}", cell_name(p.map, row, column),
                        scene::heat_words(p.map.loads[at], p.map.blocks[at])));
}

void draw_cells_of(const MapPicture& p) {
  std::vector<ImU32> colors;
  colors.reserve(p.map.loads.size());
  for (const uint32_t loads : p.map.loads)
    colors.push_back(heat_color(p.ui.theme, loads, p.enough));
  draw_cells(p.list, p.cells.min, ImVec2(p.cell, p.cell), p.map.rows_of_cells,
             p.map.columns_of_cells, colors.data());
  outline(p.list, p.cells, p.ui.theme.text_faint, 1);
  if (p.cell >= 6) {
    const ImU32 line = ui::fade(p.ui.theme.panel, 0.8f);
    for (uint64_t column = 1; column < p.map.columns_of_cells; ++column) {
      const float x = cell_area(p, 0, column).min.x;
      p.list->AddRectFilled(ImVec2(x - 1, p.cells.min.y), ImVec2(x, p.cells.max.y), line);
    }
    for (uint64_t row = 1; row < p.map.rows_of_cells; ++row) {
      const float y = cell_area(p, row, 0).min.y;
      p.list->AddRectFilled(ImVec2(p.cells.min.x, y - 1), ImVec2(p.cells.max.x, y), line);
    }
  }
  if (numbers_fit(p)) draw_numbers(p);
  if (p.map.loads.size() > kMostNamedHeatCells) return;
  for (uint64_t row = 0; row < p.map.rows_of_cells; ++row) {
    for (uint64_t column = 0; column < p.map.columns_of_cells; ++column) {
      const Area cell = cell_area(p, row, column);
      p.ui.probe.widget(fmt::format("{}heat:{}:{}:{}", p.prefix, p.map.array, row, column),
                        cell.min, cell.max);
    }
  }
}

// Above the cells: the array, and in words how often.
float head_height(const ui::Ui& ui, const scene::HeatMap& map, float width) {
  const float lines = ui::wrapped_size(ui.fonts.small, scene::heat_words(map), width).y;
  return ui::font_size(ui.fonts.body) + lines + ui.theme.unit;
}

void draw_map(ui::Ui& ui, const scene::HeatMap& map, const char* prefix,
              std::optional<uint32_t> enough, const Area& slot) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::text_fitted(ui, list, ui.fonts.body, slot.min, slot.width(), ui.theme.text,
                  fmt::format("{}  {}", map.array, extents_text(map)));
  // In a low slot the cells come before the words.
  const float title = ui::font_size(ui.fonts.body) + ui.theme.unit * 0.25f;
  const float whole_head = head_height(ui, map, slot.width());
  const bool has_words = whole_head < slot.height() * 0.6f;
  if (has_words)
    ui::letters(ui, list, ui.fonts.small, ui::font_size(ui.fonts.small),
                ImVec2(slot.min.x, slot.min.y + title), ui.theme.text_dim, scene::heat_words(map),
                slot.width());
  const float head = has_words ? whole_head : title;
  const float cell = std::min(slot.width() / static_cast<float>(map.columns_of_cells),
                              (slot.height() - head) / static_cast<float>(map.rows_of_cells));
  if (cell <= 0) return;
  const ImVec2 min(slot.min.x, slot.min.y + head);
  MapPicture picture{ui, map, prefix, enough, {}, cell, list};
  picture.cells = {min, ImVec2(min.x + cell * static_cast<float>(map.columns_of_cells),
                               min.y + cell * static_cast<float>(map.rows_of_cells))};
  draw_cells_of(picture);
  point_at(picture);
}

// The number of maps beside each other with which the smallest cell is largest.
size_t best_columns(const ui::Ui& ui, const scene::HeatScene& scene, const Area& area) {
  size_t best = 1;
  float best_cell = -1;
  for (size_t columns = 1; columns <= scene.maps.size(); ++columns) {
    const size_t rows = (scene.maps.size() + columns - 1) / columns;
    const float width = area.width() / static_cast<float>(columns) - ui.theme.unit * 2;
    const float height = area.height() / static_cast<float>(rows) - ui.theme.unit;
    float least = 1e9f;
    for (const scene::HeatMap& map : scene.maps) {
      const float below = height - head_height(ui, map, width);
      least = std::min({least, width / static_cast<float>(map.columns_of_cells),
                        below / static_cast<float>(map.rows_of_cells)});
    }
    if (least > best_cell) {
      best = columns;
      best_cell = least;
    }
  }
  return best;
}

// What is shown while there is nothing to show; "" where there is.
std::string waiting_words(const gui::HeatTrial& trial, const scene::HeatScene* scene) {
  if (trial.is_running) return label("The loads of the whole grid are being counted.");
  if (!trial.problem.empty()) return trial.problem;
  if (scene == nullptr) return label("Where blocks take turns, loads of elements are not counted.");
  if (scene->maps.empty()) return label("No element of a global array is loaded.");
  return "";
}

const scene::HeatScene* scene_of(const gui::HeatTrial& trial, uint32_t launch) {
  if (trial.results == nullptr || launch >= trial.results->size()) return nullptr;
  return (*trial.results)[launch].get();
}

}  // namespace

void draw_heat_maps(ui::Ui& ui, const scene::HeatScene& scene, const char* prefix, const Area& area,
                    std::optional<uint32_t> enough) {
  const size_t columns = best_columns(ui, scene, area);
  const size_t rows = (scene.maps.size() + columns - 1) / columns;
  const float width = area.width() / static_cast<float>(columns);
  const float height = area.height() / static_cast<float>(rows);
  for (size_t i = 0; i < scene.maps.size(); ++i) {
    const float x = area.min.x + width * static_cast<float>(i % columns);
    const float y = area.min.y + height * static_cast<float>(i / columns);
    draw_map(ui, scene.maps[i], prefix, enough,
             make_area(x, y, width - ui.theme.unit * 2, height - ui.theme.unit));
  }
}

void draw_heat_legend(ui::Ui& ui, uint32_t most, std::optional<uint32_t> enough, ImVec2 at,
                      float width) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.small;
  const float box = std::round(ui::font_size(font) * 0.95f), gap = ui.theme.unit;
  std::vector<uint32_t> counts{0, 1};
  for (uint32_t count = 2; count < most && counts.size() < 6; count *= 4) counts.push_back(count);
  if (most > 1) counts.push_back(most);
  const float end = at.x + width;
  const std::string_view head =
      ui::first_fitting(font, width * 0.5f,
                        {label("global loads of each element, by threads of the whole grid:"),
                         label("loads by threads of the whole grid:"), label("loads:")});
  ui::text_at(ui, list, font, at, ui.theme.text_dim, head);
  float x = at.x + ui::text_size(font, head).x + gap;
  for (const uint32_t count : counts) {
    const std::string text = count == 0 ? std::string(label("never")) : study::grouped(count);
    const float needed = box + gap * 0.5f + ui::text_size(font, text).x;
    if (x + needed > end) return;
    const Area square = make_area(std::round(x), std::round(at.y + 1), box, box);
    list->AddRectFilled(square.min, square.max, heat_color(ui.theme, count, enough), 0, 0);
    outline(list, square, ui.theme.text_faint, 1);
    ui::text_at(ui, list, font, ImVec2(x + box + gap * 0.5f, at.y), ui.theme.text_dim, text);
    x += needed + gap * 1.5f;
  }
  if (!enough || most <= *enough) return;
  ui::text_at(ui, list, font, ImVec2(x, at.y), ui.theme.waste,
              ui::first_fitting(font, end - x,
                                {label("orange: more often than the other run loads any element"),
                                 label("orange: more than the other run"), ""}));
}

void put_heat_button(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  if (ui::button(ui, "heat", label("Global loads"), model.options.heat))
    actions.push_back(gui::action::ChangeOptions{toggle_heat});
  ui::tooltip(ui, model.options.heat
                      ? label("Back to this step's tiles (E)")
                      : label("Global loads of each element by threads, in the whole grid (E)"));
}

void draw_heat(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  Area area = content_area();
  put_heat_button(ui, model, actions);
  const ImVec2 after = ImGui::GetItemRectMax();
  const scene::HeatScene* scene = scene_of(model.heat, model.chosen_launch);
  const float top = after.y + ui.theme.unit;
  if (const std::string words = waiting_words(model.heat, scene); !words.empty()) {
    ImGui::SetCursorScreenPos(ImVec2(area.min.x, top));
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim, words);
    return;
  }
  const float legend = area.min.y + (after.y - area.min.y - ui::font_size(ui.fonts.small)) / 2;
  const float x = after.x + ui.theme.unit * 1.5f;
  draw_heat_legend(ui, scene->most, std::nullopt, ImVec2(x, legend), area.max.x - x);
  area.min.y = top;
  draw_heat_maps(ui, *scene, "", area, std::nullopt);
}

void draw_split_heat(ui::Ui& ui, const gui::State& model, const Area& area) {
  const scene::HeatScene* sides[] = {scene_of(model.split_heat, model.split_launch),
                                     scene_of(model.heat, model.chosen_launch)};
  const gui::HeatTrial* trials[] = {&model.split_heat, &model.heat};
  uint32_t most = 1;
  for (const scene::HeatScene* side : sides)
    if (side != nullptr) most = std::max(most, side->most);
  // Of two runs, the one that fetches less shows what is enough for the other.
  std::optional<uint32_t> enough;
  if (sides[0] != nullptr && sides[1] != nullptr) enough = std::min(sides[0]->most, sides[1]->most);
  const float line = ui::font_size(ui.fonts.small) + ui.theme.unit;
  draw_heat_legend(ui, most, enough, area.min, area.width());
  for (size_t i = 0; i < 2; ++i) {
    const float width = area.width() / 2;
    const Area half = make_area(area.min.x + width * static_cast<float>(i), area.min.y + line,
                                width - ui.theme.unit * 2, area.height() - line);
    const std::string words = waiting_words(*trials[i], sides[i]);
    if (words.empty()) {
      draw_heat_maps(ui, *sides[i], i == 0 ? "left." : "", half, enough);
    } else {
      ui::letters(ui, ImGui::GetWindowDrawList(), ui.fonts.body, ui::font_size(ui.fonts.body),
                  half.min, ui.theme.text_dim, words, half.width());
    }
  }
}

}  // namespace warplens::views
