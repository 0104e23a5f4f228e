// The Compare view: what came out in one line, conflicts and times as bars (comparison_bars.cpp),
// and below them every line as a row of numbers, each with its verdict in colour and word.
#include "app/window/pages/comparison/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/scene/words/costs.hpp"
#include "app/study/format.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/pages/page.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using scene::Column;
using scene::ComparedCell;
using scene::ComparedLaunch;
using scene::ComparedRow;
using scene::ComparisonScene;

struct RowSizes {
  std::vector<Column> columns;
  float width = 0, cell = 0, text = 0;  // of the whole row, a column, what precedes them
};

RowSizes row_sizes(const ui::Ui& ui, const gui::State& model, const ComparisonScene& scene,
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
  constexpr Sentence kWords[] = {sentence("counters by line"), sentence("counters by kernel"),
                                 sentence("replay")};
  return label(kWords[static_cast<size_t>(method)]);
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
    words += " " + say("(beside {cause})", "cause"_a = cell.beside);
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
  ui::text_at(ui, list, ui.fonts.small, at, theme.text_faint,
              ui::first_fitting(ui.fonts.small, sizes.text - theme.unit, scene::compared_counts()));
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

bool is_selected(const gui::State& model, const ComparedRow& row) {
  if (model.moment == nullptr || row.line == 0) return false;
  const trace::Access& access = model.moment->access;
  if (access.space != row.space || access.operation != row.operation) return false;
  return std::any_of(model.run->accesses.begin(), model.run->accesses.end(),
                     [&](const observe::AccessRow& candidate) {
                       return candidate.line == row.line && candidate.file == row.file &&
                              std::find(candidate.sites.begin(), candidate.sites.end(),
                                        access.site) != candidate.sites.end();
                     });
}

std::string place_of(const ComparedRow& row) {
  const std::string operation = name_of(row.space, row.operation);
  if (!row.file.empty()) {
    return say("{file} line {line} · {operation}", "file"_a = row.file, "line"_a = row.line,
               "operation"_a = operation);
  }
  return say("line {line} · {operation}", "line"_a = row.line, "operation"_a = operation);
}

void draw_row(ui::Ui& ui, const gui::State& model, const ComparedRow& row, bool is_total,
              const std::string& name, const RowSizes& sizes, gui::Actions& actions) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float pad = theme.unit * 0.375f;
  const float first = ui::font_size(ui.fonts.mono) + theme.unit * 0.25f;
  const float lines = first + ui::font_size(ui.fonts.small);
  float height = lines + 2 * pad;
  // A total's name leaves the second line free.
  const float cause_width = sizes.width - theme.unit * 2;
  const bool is_beside =
      is_total && ui::text_size(ui.fonts.small, row.causes).x <= sizes.text - theme.unit * 2;
  const ImVec2 cause_at(at.x + theme.unit, at.y + pad + (is_beside ? first : lines));
  const std::vector<ColoredText> cause = {{row.causes, theme.text_dim}};
  if (!row.causes.empty() && !is_beside) {
    height += flow_text(ui, nullptr, ui.fonts.small, cause_at, cause_width, cause);
  }
  const ImVec2 max(at.x + sizes.width, at.y + height);
  if (ui::hit(ui, name, at, max) && row.is_recorded) {
    actions.push_back(gui::action::SelectLine{row.file, row.line, row.space, row.operation});
  }
  const bool is_hovered = ImGui::IsItemHovered() && row.is_recorded;
  if (is_selected(model, row) || is_hovered) {
    list->AddRectFilled(at, max,
                        ui::fade(theme.accent, theme.row_tint * (is_hovered ? 0.65f : 1.0f)), 0, 0);
  }
  const float text_x = at.x + theme.unit;
  const float text_width = sizes.text - theme.unit * 2;
  const std::string place =
      is_total ? say("total: {operation}", "operation"_a = name_of(row.space, row.operation))
               : place_of(row);
  if (is_total) {
    ui::text_fitted(ui, list, ui.fonts.body, ImVec2(text_x, at.y + pad), text_width, theme.text,
                    place);
  } else {
    ImFont* font = ui::text_size(ui.fonts.mono, row.source_text).x <= text_width
                       ? ui.fonts.mono
                       : ui.fonts.mono_small;
    ui::text_fitted(ui, list, font, ImVec2(text_x, at.y + pad), text_width, theme.text,
                    row.source_text);
    ui::text_fitted(ui, list, ui.fonts.small, ImVec2(text_x, at.y + pad + first), text_width,
                    theme.text_dim, place);
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

std::string array_words(const measure::ArrayAgreement& array) {
  if (array.elements == 0)
    return say("array {array}: {cause}", "array"_a = array.name, "cause"_a = array.rule);
  return array.agrees ? say("array {array}: GPU and simulation agree ({rule}, {count} elements)",
                            "array"_a = array.name, "rule"_a = array.rule,
                            "count"_a = study::grouped(array.elements))
                      : say("array {array}: {differing} of {count} elements differ ({rule})",
                            "array"_a = array.name, "differing"_a = study::grouped(array.differing),
                            "count"_a = study::grouped(array.elements), "rule"_a = array.rule);
}

void draw_arrays(ui::Ui& ui, const ComparisonScene& scene) {
  for (const measure::ArrayAgreement& array : scene.arrays) {
    const ImU32 color = !array.agrees         ? ui.theme.error
                        : array.elements == 0 ? ui.theme.text_dim
                                              : ui.theme.good;
    ui::text_wrapped(ui, ui.fonts.small, color, array_words(array));
  }
}

// "as written: 4 of 4 accesses equal the simulation  ·  as compiled: 3 equal, 1 changed by the
// compiler", in the colours of the verdicts.
PageAnswer summary_of(const ui::Theme& theme, const ComparisonScene& scene,
                      const ComparedLaunch& launch) {
  PageAnswer texts;
  const auto begin = [&](const std::string& name) {
    texts.push_back({(texts.empty() ? "" : "  ·  ") + name + ": ", theme.text_dim});
  };
  for (size_t i = 1; i < scene::kColumns; ++i) {
    const scene::Tally& tally = launch.tallies[i];
    if (tally.compared() + tally.not_comparable == 0) continue;
    const auto column = static_cast<Column>(i);
    const bool is_written = column == Column::kAsWritten || column == Column::kRecorded;
    begin(name_of(column));
    texts.push_back(
        {(!is_written          ? say("{equal} equal", "equal"_a = tally.equal)
          : tally.is_of_totals ? say("{equal} of {count} totals equal the simulation",
                                     "equal"_a = tally.equal, "count"_a = tally.compared())
                               : say("{equal} of {count} accesses equal the simulation",
                                     "equal"_a = tally.equal, "count"_a = tally.compared())),
         tally.equal > 0 ? theme.good : theme.text_dim});
    const auto add = [&](uint32_t count, const std::string& words, compare::Verdict verdict) {
      if (count == 0) return;
      texts.push_back({", " + words, verdict_color(theme, verdict)});
    };
    add(tally.compiler, say("{count} changed by the compiler", "count"_a = tally.compiler),
        compare::Verdict::kCompiler);
    add(tally.arbitration, say("{count} with lost arbitration", "count"_a = tally.arbitration),
        compare::Verdict::kArbitration);
    add(tally.differs, say("{count} differ", "count"_a = tally.differs),
        compare::Verdict::kDiffers);
    add(tally.not_comparable, say("{count} not comparable", "count"_a = tally.not_comparable),
        compare::Verdict::kNotComparable);
  }
  if (!scene.arrays.empty()) {
    const bool agree = std::all_of(scene.arrays.begin(), scene.arrays.end(),
                                   [](const auto& array) { return array.agrees; });
    begin(label("arrays"));
    texts.push_back({(agree ? label("agree") : label("differ")), agree ? theme.good : theme.error});
  }
  return texts;
}

// What the two builds are.
void draw_builds(ui::Ui& ui, const ComparisonScene& scene) {
  if (!scene.is_measured && !scene.is_recorded) return;
  ImGui::Dummy(ImVec2(1, ui.theme.unit * 0.5f));
  ui::text_wrapped(
      ui, ui.fonts.small, ui.theme.text_dim,
      label("as written: compiled without optimisation, so that each access of the text is one of "
            "the machine code; as compiled: optimised, as it is usually run; both builds: their "
            "counts are equal"));
  ImGui::Dummy(ImVec2(1, ui.theme.unit));
}

// What to do where there is nothing to compare with.
std::string advice(const gui::State& model, const ComparisonScene& scene) {
  if (!scene.problem.empty()) return scene.problem;
  if (scene.is_measured) return "";
  if (model.measuring.task == gui::MeasuringTask::kLaunch)
    return label(
        "The GPU is running this text; its counts will appear here. You can go on working "
        "meanwhile.");
  if (model.measuring.has_gpu())
    return label(
        "Press Measure to run this text on the GPU and see its counts beside the simulated ones.");
  if (scene.is_recorded)
    return label(
        "Nothing was measured on this machine: recorded values of a real GPU are shown instead.");
  if (model.measuring.recorded_words.empty())
    return label(
        "Only simulated: there is no GPU here, and no recording of this text with this launch. "
        "Open a lesson and leave its text as it is: many of their sizes are recorded.");
  std::string words =
      label("Only simulated: there is no GPU here, and this launch is not recorded. Recorded are:");
  for (const std::string& grid : model.measuring.recorded_words) words += "\n  " + grid;
  return words;
}

// In the colours of the verdicts: "as written: 4 of 4 accesses equal the simulation".
PageAnswer comparison_answer(const ui::Theme& theme, const gui::State& model) {
  const ComparisonScene* scene = model.measuring.comparison.get();
  if (scene == nullptr) return {};
  const size_t chosen = std::min<size_t>(model.chosen_launch, scene->launches.size());
  return chosen < scene->launches.size() ? summary_of(theme, *scene, scene->launches[chosen])
                                         : PageAnswer();
}

void draw_comparison(ui::Ui& ui, const gui::State& model, const ui::Area&, gui::Actions& actions) {
  const gui::Measuring& measuring = model.measuring;
  if (measuring.comparison == nullptr) {
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim, label("Comparing …"));
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
      ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim,
                       label("The block makes no access to shared or global memory."));
    }
  }
  ImGui::Dummy(ImVec2(1, ui.theme.unit * 0.5f));
  draw_arrays(ui, scene);
  draw_builds(ui, scene);
  ImGui::PopStyleVar();
}

}  // namespace

constexpr PageView kComparePage{.page = gui::Page::kCompare,
                                .group = PageGroup::kMeasured,
                                .widget = "page.compare",
                                .key = 'C',
                                .name = sentence("Counters of a GPU"),
                                .question = sentence("Does a GPU count the same?"),
                                .answer = comparison_answer,
                                .draw = draw_comparison};

}  // namespace warplens::views
