// The Compare view: conflicts and times as bars, the run before above the present one, and below
// them every line as a row of numbers, each with its verdict in colour and word.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/gui/scene/format.hpp"
#include "app/gui/ui/strings.hpp"
#include "app/gui/views/page.hpp"
#include "app/gui/views/panel_text.hpp"
#include "app/gui/views/picture.hpp"
#include "app/gui/views/totals.hpp"

namespace warplens::views {
namespace {

using scene::BarCard;
using scene::Column;
using scene::ComparedBar;
using scene::ComparedCell;
using scene::ComparedLaunch;
using scene::ComparedRow;
using scene::ComparisonScene;
using ui::Str;
using ui::str;

// The two runs' names, in the lesson's words where a parameter differs.
struct Names {
  std::string now, before, both;
};
Names names_of(const gui::Model& model, const ComparisonScene& scene) {
  scene::TotalsTable table;
  table.has_before = scene.has_before;
  table.now_name = scene.now_name;
  table.before_name = scene.before_name;
  if (model.lesson != nullptr) {
    name_by_parameters(model.lesson->parameters, model.run_settings, model.previous_settings,
                       table);
  }
  Names names{str(Str::kCompareNow), str(Str::kTotalsBefore), str(Str::kCompareBoth)};
  if (!table.now_name.empty()) names.now += ": " + table.now_name;
  if (!table.before_name.empty()) names.before += ": " + table.before_name;
  return names;
}

// -------------------------------------------------------------------------------------------------
// bars

struct CardSizes {
  float width, label, row, caption;
};

bool has_before(const BarCard& card) {
  return !card.bars.empty() && card.bars.front().is_before;
}

float height_of(const ui::Ui& ui, const BarCard& card, const CardSizes& sizes, bool has_names) {
  const float captions = has_names ? sizes.caption * (has_before(card) ? 2.0f : 1.0f) : 0;
  return ui::font_size(ui.fonts.body) + ui.theme.unit * 1.5f + captions +
         sizes.row * static_cast<float>(card.bars.size());
}

std::string title_of(const BarCard& card) {
  if (card.is_time) return str(Str::kBarsTime);
  const bool is_shared = card.space == trace::Space::kShared;
  return fmt::format("{} · {}", name_of(card.space, card.operation),
                     str(is_shared ? Str::kMeasureWavefronts : Str::kMeasureSectors));
}

std::string aside_of(const BarCard& card, const ComparedBar& bar) {
  if (card.is_time) {
    return bar.spread > 0 ? fmt::format(fmt::runtime(str(Str::kBarSpread)), bar.spread * 100) : "";
  }
  if (bar.surplus_text.empty()) return "";
  const bool is_shared = card.space == trace::Space::kShared;
  return fmt::format(fmt::runtime(str(is_shared ? Str::kBarConflicts : Str::kBarSurplus)),
                     bar.surplus_text);
}

void draw_bar(ui::Ui& ui, const BarCard& card, const ComparedBar& bar, ImVec2 at,
              const CardSizes& sizes, double longest, float value_width) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  const float text_y = at.y + (sizes.row - ui::font_size(ui.fonts.small)) / 2;
  ui::text_fitted(ui, list, ui.fonts.small, ImVec2(at.x, text_y), sizes.label - theme.unit,
                  bar.is_before ? theme.text_faint : theme.text_dim, name_of(bar.column));
  const float room = std::max(sizes.width - sizes.label - value_width, theme.unit * 2);
  const float scale = longest > 0 ? room / static_cast<float>(longest) : 0;
  const float top = at.y + sizes.row * 0.16f, bottom = at.y + sizes.row * 0.84f;
  const float alpha = bar.is_before ? 0.45f : 1.0f;
  float x = at.x + sizes.label;
  const auto part = [&](double amount, ImU32 color) {
    const float width = static_cast<float>(amount) * scale;
    if (width > 0) {
      list->AddRectFilled(ImVec2(x, top), ImVec2(x + std::max(width, 1.0f), bottom),
                          ui::fade(color, alpha), 0, 0);
    }
    x += width;
  };
  part(bar.needed, color_of(theme, bar.column));
  part(bar.surplus, theme.waste);
  x += theme.unit * 0.75f;
  ui::text_at(ui, list, ui.fonts.mono,
              ImVec2(x, at.y + (sizes.row - ui::font_size(ui.fonts.mono)) / 2),
              bar.is_before ? theme.text_dim : theme.text, bar.value);
  x += ui::text_size(ui.fonts.mono, bar.value).x + theme.unit;
  ui::text_at(ui, list, ui.fonts.small, ImVec2(x, text_y),
              ui::fade(card.is_time ? theme.text_faint : theme.waste, bar.is_before ? 0.7f : 1.0f),
              aside_of(card, bar));
}

void draw_card(ui::Ui& ui, const BarCard& card, const Names& names, bool has_names, ImVec2 at,
               const CardSizes& sizes) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::text_at(ui, list, ui.fonts.body, at, ui.theme.text, title_of(card));
  float y = at.y + ui::font_size(ui.fonts.body) + ui.theme.unit * 0.5f;
  float value_width = 0;
  for (const ComparedBar& bar : card.bars) {
    value_width = std::max(value_width, ui::text_size(ui.fonts.mono, bar.value).x +
                                            ui::text_size(ui.fonts.small, aside_of(card, bar)).x +
                                            ui.theme.unit * 2);
  }
  const ComparedBar* last = nullptr;
  for (const ComparedBar& bar : card.bars) {
    if (has_names && (last == nullptr || last->is_before != bar.is_before)) {
      ui::text_fitted(ui, list, ui.fonts.small, ImVec2(at.x, y), sizes.width,
                      bar.is_before ? ui.theme.text_faint : ui.theme.text_dim,
                      bar.is_before       ? names.before
                      : card.is_unchanged ? names.both
                                          : names.now);
      y += sizes.caption;
    }
    draw_bar(ui, card, bar, ImVec2(at.x, y), sizes, card.longest, value_width);
    y += sizes.row;
    last = &bar;
  }
}

void draw_cards(ui::Ui& ui, const gui::Model& model, const ComparisonScene& scene,
                const ComparedLaunch& launch) {
  if (launch.cards.empty()) return;
  const float unit = ui.theme.unit;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - unit;
  const int columns =
      std::clamp(static_cast<int>(width / (unit * 48)), 1, static_cast<int>(launch.cards.size()));
  const float gap = unit * 3;
  CardSizes sizes{};
  sizes.width = (width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  sizes.row = ui::font_size(ui.fonts.small) + unit * 0.5f;
  sizes.caption = ui::font_size(ui.fonts.small) + unit * 0.25f;
  for (const BarCard& card : launch.cards) {
    for (const ComparedBar& bar : card.bars) {
      sizes.label =
          std::max(sizes.label, ui::text_size(ui.fonts.small, name_of(bar.column)).x + unit * 1.5f);
    }
  }
  const Names names = names_of(model, scene);
  float y = origin.y;
  for (size_t i = 0; i < launch.cards.size(); i += static_cast<size_t>(columns)) {
    float height = 0;
    for (size_t k = 0; k < static_cast<size_t>(columns) && i + k < launch.cards.size(); ++k) {
      const BarCard& card = launch.cards[i + k];
      const float x = origin.x + static_cast<float>(k) * (sizes.width + gap);
      draw_card(ui, card, names, scene.has_before, ImVec2(x, y), sizes);
      ui.probe.widget(fmt::format("compare.bars.{}", i + k), ImVec2(x, y),
                      ImVec2(x + sizes.width, y + height_of(ui, card, sizes, scene.has_before)));
      height = std::max(height, height_of(ui, card, sizes, scene.has_before));
    }
    y += height;
  }
  ImGui::Dummy(ImVec2(width, y - origin.y));
}

// -------------------------------------------------------------------------------------------------
// rows

struct RowSizes {
  std::vector<Column> columns;
  float width = 0, cell = 0, text = 0;  // of the whole row, a column, what stands before them
};

RowSizes row_sizes(const ui::Ui& ui, const gui::Model& model, const ComparisonScene& scene,
                   float width) {
  RowSizes sizes;
  for (size_t i = 0; i < scene::kColumns; ++i) {
    const auto column = static_cast<Column>(i);
    const bool is_of_gpu = column == Column::kAsWritten || column == Column::kAsCompiled;
    if (scene.has_column[i] || column == Column::kSimulated ||
        (is_of_gpu && model.measuring.has_gpu())) {
      sizes.columns.push_back(column);
    }
  }
  const auto count = static_cast<float>(sizes.columns.size());
  sizes.width = width;
  sizes.cell = std::clamp(width * 0.6f / count, ui.theme.unit * 9, ui.theme.unit * 19);
  sizes.text = width - sizes.cell * count;
  return sizes;
}

ImU32 verdict_color(const ui::Theme& theme, compare::Verdict verdict) {
  switch (verdict) {
    case compare::Verdict::kEqual:
      return theme.good;
    case compare::Verdict::kCompiler:
      return theme.syntax_keyword;
    case compare::Verdict::kArbitration:
      return theme.warning;
    case compare::Verdict::kDiffers:
      return theme.error;
    case compare::Verdict::kNotComparable:
      break;
  }
  return theme.text_faint;
}

const char* method_word(measure::Method method) {
  constexpr Str kWords[] = {Str::kMethodByLine, Str::kMethodByKernel, Str::kMethodReplay};
  return str(kWords[static_cast<size_t>(method)]);
}

// "128→1,024": requests and what they cost.
std::string counts_text(const ComparedCell& cell) {
  if (!cell.is_known) return "–";
  if (cell.requests.empty()) return cell.cost;
  return cell.cost.empty() ? cell.requests : cell.requests + "→" + cell.cost;
}

std::string verdict_text(const ComparedCell& cell) {
  std::string words = compare::word(cell.verdict);
  if (!cell.difference.empty()) words += " " + cell.difference;
  if (!cell.beside.empty()) {
    words += " " + fmt::format(fmt::runtime(str(Str::kCompareBeside)), cell.beside);
  }
  return words;
}

void draw_cell(ui::Ui& ui, const ComparedCell& cell, bool is_simulated, ImVec2 at, float width,
               float first_line) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  const std::string counts = counts_text(cell);
  ImFont* font =
      ui::text_size(ui.fonts.mono, counts).x <= width ? ui.fonts.mono : ui.fonts.mono_small;
  ui::text_fitted(ui, list, font, at, width, cell.is_known ? theme.text : theme.text_faint, counts);
  if (is_simulated || !cell.is_known) return;
  ui::text_fitted(ui, list, ui.fonts.small, ImVec2(at.x, at.y + first_line), width,
                  verdict_color(theme, cell.verdict), verdict_text(cell));
}

void draw_heads(ui::Ui& ui, const RowSizes& sizes, const ComparedLaunch& launch) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = ui::font_size(ui.fonts.small) + theme.unit * 0.25f;
  ui::text_at(ui, list, ui.fonts.small, at, theme.text_faint, str(Str::kCompareCounts));
  for (size_t i = 0; i < sizes.columns.size(); ++i) {
    const Column column = sizes.columns[i];
    const float x = at.x + sizes.text + sizes.cell * static_cast<float>(i);
    ui::text_fitted(ui, list, ui.fonts.small, ImVec2(x, at.y), sizes.cell - theme.unit,
                    column == Column::kSimulated ? theme.text : color_of(theme, column),
                    name_of(column));
    for (const ComparedRow& row : launch.totals) {
      const ComparedCell& cell = row.cells[static_cast<size_t>(column)];
      if (!cell.method) continue;
      ui::text_fitted(ui, list, ui.fonts.small, ImVec2(x, at.y + line), sizes.cell - theme.unit,
                      theme.text_faint, method_word(*cell.method));
      break;
    }
  }
  list->AddLine(ImVec2(at.x, at.y + 2 * line), ImVec2(at.x + sizes.width, at.y + 2 * line),
                theme.line, 1);
  ImGui::Dummy(ImVec2(sizes.width, 2 * line + theme.unit * 0.25f));
}

bool is_selected(const gui::Model& model, const ComparedRow& row) {
  if (model.moment == nullptr || row.line == 0) return false;
  const trace::Access& access = model.moment->access;
  if (access.space != row.space || access.operation != row.operation) return false;
  return std::any_of(model.run->accesses.begin(), model.run->accesses.end(),
                     [&](const analysis::AccessRow& candidate) {
                       return candidate.line == row.line && candidate.file == row.file &&
                              std::find(candidate.sites.begin(), candidate.sites.end(),
                                        access.site) != candidate.sites.end();
                     });
}

std::string place_of(const ComparedRow& row) {
  const std::string operation = name_of(row.space, row.operation);
  if (!row.file.empty()) {
    return fmt::format(fmt::runtime(str(Str::kCompareInFile)), row.file, row.line, operation);
  }
  return fmt::format(fmt::runtime(str(Str::kCompareLine)), row.line, operation);
}

void draw_row(ui::Ui& ui, const gui::Model& model, const ComparedRow& row, bool is_total,
              const std::string& name, const RowSizes& sizes, gui::Actions& actions) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float pad = theme.unit * 0.375f;
  const float first = ui::font_size(ui.fonts.mono) + theme.unit * 0.25f;
  const float lines = first + ui::font_size(ui.fonts.small);
  float height = lines + 2 * pad;
  const ImVec2 cause_at(at.x + theme.unit, at.y + pad + lines);
  const std::vector<ColoredText> cause = {{row.causes, theme.text_dim}};
  const float cause_width = sizes.width - theme.unit * 2;
  if (!row.causes.empty()) {
    height += flow_text(ui, nullptr, ui.fonts.small, cause_at, cause_width, cause);
  }
  const ImVec2 max(at.x + sizes.width, at.y + height);
  if (ui::hit(ui, name, at, max) && row.is_recorded) {
    actions.push_back(gui::action::SelectLine{row.file, row.line, row.space, row.operation});
  }
  const bool is_hovered = ImGui::IsItemHovered() && row.is_recorded;
  if (is_selected(model, row) || is_hovered) {
    list->AddRectFilled(at, max, ui::fade(theme.accent, is_hovered ? 0.18f : 0.28f), 0, 0);
  }
  const float text_x = at.x + theme.unit;
  const float text_width = sizes.text - theme.unit * 2;
  const std::string place = is_total ? fmt::format(fmt::runtime(str(Str::kCompareTotal)),
                                                   name_of(row.space, row.operation))
                                     : place_of(row);
  if (is_total) {
    ui::text_fitted(ui, list, ui.fonts.body, ImVec2(text_x, at.y + pad), text_width, theme.text,
                    place);
  } else {
    ui::text_fitted(ui, list, ui.fonts.mono_small, ImVec2(text_x, at.y + pad), text_width,
                    theme.text, row.source_text);
    ui::text_fitted(ui, list, ui.fonts.small, ImVec2(text_x, at.y + pad + first), text_width,
                    theme.text_faint, place);
  }
  for (size_t i = 0; i < sizes.columns.size(); ++i) {
    const ImVec2 cell(at.x + sizes.text + sizes.cell * static_cast<float>(i), at.y + pad);
    draw_cell(ui, row.cells[static_cast<size_t>(sizes.columns[i])],
              sizes.columns[i] == Column::kSimulated, cell, sizes.cell - theme.unit, first);
  }
  if (!row.causes.empty()) flow_text(ui, list, ui.fonts.small, cause_at, cause_width, cause);
  list->AddLine(ImVec2(at.x, max.y), max, ui::fade(theme.line, 0.6f), 1);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy(ImVec2(sizes.width, height));
}

void draw_arrays(ui::Ui& ui, const ComparisonScene& scene) {
  for (const measure::ArrayAgreement& array : scene.arrays) {
    const std::string words = array.agrees
                                  ? fmt::format(fmt::runtime(str(Str::kArrayAgrees)), array.name,
                                                array.rule, scene::grouped(array.elements))
                                  : fmt::format(fmt::runtime(str(Str::kArrayDiffers)), array.name,
                                                scene::grouped(array.differing),
                                                scene::grouped(array.elements), array.rule);
    ui::text_wrapped(ui, ui.fonts.small, array.agrees ? ui.theme.good : ui.theme.error, words);
  }
}

// What to do where there is nothing to compare with.
std::string advice(const gui::Model& model, const ComparisonScene& scene) {
  if (!scene.problem.empty()) return scene.problem;
  if (scene.is_measured) return "";
  if (model.measuring.has_gpu()) return str(Str::kCompareMeasure);
  if (!scene.is_recorded) return str(Str::kCompareNothing);
  return str(Str::kCompareStandIn);
}

}  // namespace

void draw_comparison(ui::Ui& ui, const gui::Model& model, gui::Actions& actions) {
  const gui::Measuring& measuring = model.measuring;
  if (measuring.comparison == nullptr) {
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim, str(Str::kComparing));
    return;
  }
  const ComparisonScene& scene = *measuring.comparison;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  const std::string words = advice(model, scene);
  if (!words.empty()) {
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text, words);
    ImGui::Dummy(ImVec2(1, ui.theme.unit));
  }
  const size_t chosen = std::min<size_t>(model.chosen_launch, scene.launches.size());
  if (chosen < scene.launches.size()) {
    const ComparedLaunch& launch = scene.launches[chosen];
    draw_cards(ui, model, scene, launch);
    ImGui::Dummy(ImVec2(1, ui.theme.unit * 0.5f));
    const float width = ImGui::GetContentRegionAvail().x - ui.theme.unit;
    const RowSizes sizes = row_sizes(ui, model, scene, width);
    draw_heads(ui, sizes, launch);
    for (size_t i = 0; i < launch.totals.size(); ++i) {
      draw_row(ui, model, launch.totals[i], true, fmt::format("compare.total.{}", i), sizes,
               actions);
    }
    ImGui::Dummy(ImVec2(1, ui.theme.unit * 0.5f));
    for (size_t i = 0; i < launch.lines.size(); ++i) {
      draw_row(ui, model, launch.lines[i], false, fmt::format("compare.line.{}", i), sizes,
               actions);
    }
    if (launch.totals.empty()) {
      ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim, str(Str::kNoAccess));
    }
  }
  ImGui::Dummy(ImVec2(1, ui.theme.unit * 0.5f));
  draw_arrays(ui, scene);
  ImGui::PopStyleVar();
}

}  // namespace warplens::views
