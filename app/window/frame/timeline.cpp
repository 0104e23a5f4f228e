// Timeline: transport on top, then (over one common scale of steps) phases, intervals, rows of
// bars, a strip to move by. Where steps are narrower than a few pixels, a column of pixels shows
// the worst of its steps, so that the number of rectangles depends on the panel's size and not on
// the recording's.
#include "app/window/frame/timeline.hpp"
#include "app/window/pages/program/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/scene/finding_step.hpp"
#include "app/scene/words/costs.hpp"
#include "app/study/format.hpp"
#include "app/window/access/cover.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/frame/transport.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using scene::TimelineScene;

constexpr float kLeastStepWidth = 6;  // [pixels] narrower steps are drawn together
constexpr float kSeenStepWidth = 6;   // [pixels] a narrower step needs a line to be seen
constexpr float kMostColumns = 3600;  // over all rows
constexpr uint32_t kNoWarp = 0xffffffff;
constexpr uint32_t kMostRows = 12;  // beyond it: all warps in one row, the chosen one below

// What one frame needs, in screen coordinates.
struct Canvas {
  ui::Ui& ui;
  const gui::State& model;
  const TimelineScene& scene;
  ImDrawList* list;
  TimeScale scale;
  float phases_top = 0, intervals_top = 0, rows_top = 0, rows_bottom = 0, strip_top = 0,
        strip_bottom = 0;
  bool is_hidden = false;
};

scene::Judgement judgement_of(const Canvas& canvas, uint32_t step) {
  const std::vector<uint32_t>& faulty = canvas.scene.findings.faulty;
  if (std::binary_search(faulty.begin(), faulty.end(), step)) return scene::Judgement::kError;
  return canvas.is_hidden ? scene::Judgement::kNone : scene::judge_cost(canvas.scene.bars[step]);
}

ImU32 bar_color(const Canvas& canvas, uint32_t step) {
  const ui::Theme& theme = canvas.ui.theme;
  const scene::Judgement judgement = judgement_of(canvas, step);
  if (judgement == scene::Judgement::kError) return theme.error;
  if (judgement == scene::Judgement::kWaste) return theme.waste_fill;
  return work_color(theme, scene::work_of(canvas.scene.bars[step].space));
}

float height_of(const Canvas& canvas, const scene::Bar& bar) {
  return canvas.is_hidden ? 0.6f : bar_height(bar);
}

// Bands of one level; those too narrow to see are left out, so that there are never more than
// pixels.
void draw_bands(const Canvas& canvas, const std::vector<scene::Band>& bands, float top,
                float height, const char* name, bool is_strong) {
  ui::Ui& ui = canvas.ui;
  const TimeScale& scale = canvas.scale;
  const uint32_t first = scale.step_at(scale.left, canvas.scene.size());
  const size_t current = scene::band_at(bands, canvas.model.selection.step);
  float drawn_to = scale.left - 1;
  for (size_t i = scene::band_at(bands, first); i < bands.size(); ++i) {
    const scene::Band& band = bands[i];
    const float x0 = std::max(scale.x_of(band.begin), scale.left);
    const float x1 = std::min(scale.x_of(band.end), scale.left + scale.width);
    if (x0 >= scale.left + scale.width) break;
    if (x1 - drawn_to < 2 && i != current) continue;
    drawn_to = x1;
    const ImVec2 min(x0, top), max(std::max(x1 - 1.5f * ui.scale, x0 + 1), top + height);
    const ImU32 fill = ui::mix(ui.theme.panel_raised, ui.theme.accent, is_strong ? 0.20f : 0.08f);
    canvas.list->AddRectFilled(min, max,
                               i == current ? ui::mix(fill, ui.theme.accent, 0.35f) : fill,
                               ui.theme.unit * 0.25f, 0);
    ui.probe.widget(fmt::format("{}:{}", name, i), min, max);
    const float room = max.x - min.x - ui.theme.unit;
    if (room < ui.theme.unit * 2.5f) continue;
    const float y = top + (height - ui::font_size(ui.fonts.small)) / 2;
    std::string label = scene::label_of(*canvas.model.run, canvas.scene, band);
    if (ui::text_size(ui.fonts.small, label).x > room)
      label = scene::name_of(*canvas.model.run, canvas.scene, band);
    if (ui::text_size(ui.fonts.small, label).x > room) continue;  // rather none than a part
    ui::text_at(ui, canvas.list, ui.fonts.small, ImVec2(min.x + ui.theme.unit * 0.5f, y),
                i == current ? ui.theme.text : ui.theme.text_dim, label);
  }
}

struct RowPlace {
  const scene::TimelineRow* row = nullptr;
  std::string label;
  uint32_t warp = kNoWarp;  // none: the row of all warps
  float top = 0, bottom = 0;
  bool names_bars = true;  // each step's bar is known to scripts by one of the rows only
};

// Warps that did something, and the chosen one.
std::vector<uint32_t> busy_warps(const Canvas& canvas) {
  std::vector<uint32_t> warps;
  for (uint32_t warp = 0; warp < canvas.scene.warps.size(); ++warp) {
    const scene::TimelineRow& row = canvas.scene.warps[warp];
    const bool is_busy = !row.peaks[0].empty() || !row.waits.empty();
    if (is_busy || warp == canvas.model.selection.warp) warps.push_back(warp);
  }
  return warps;
}

// One row a warp where they fit, else all warps together and the chosen one.
std::vector<RowPlace> place_rows(const Canvas& canvas) {
  const TimelineScene& scene = canvas.scene;
  const float room = canvas.rows_bottom - canvas.rows_top;
  const std::vector<uint32_t> warps = busy_warps(canvas);
  // Judged by the room without the strip, so that zooming does not change the rows.
  const float least = canvas.ui.theme.unit * static_cast<float>(warps.size());
  const bool all_fit = warps.size() <= 2 || (warps.size() <= kMostRows &&
                                             canvas.strip_bottom - canvas.rows_top >= least);
  const auto name = [](uint32_t warp) { return say("w{warp}", "warp"_a = warp); };
  std::vector<RowPlace> rows;
  if (all_fit) {
    for (const uint32_t warp : warps) rows.push_back({&scene.warps[warp], name(warp), warp});
  } else {
    const uint32_t warp = canvas.model.selection.warp;
    rows.push_back({&scene.all, label("all")});
    rows.push_back({&scene.warps[warp], name(warp), warp});
    rows.back().names_bars = false;
  }
  const float height = room / static_cast<float>(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i].top = canvas.rows_top + height * static_cast<float>(i);
    rows[i].bottom = rows[i].top + height - std::max(1.0f, height * 0.08f);
  }
  return rows;
}

// [pixels] a bar's width, for an outline around its colour, and for a mark in it
constexpr float kLeastOutlined = 6, kLeastMarked = 5;

void draw_bar(const Canvas& canvas, const RowPlace& place, uint32_t step, float x0, float x1) {
  const scene::Bar& bar = canvas.scene.bars[step];
  const float height = std::max(2.0f, (place.bottom - place.top) * height_of(canvas, bar));
  ImU32 color = bar_color(canvas, step);
  const bool is_selected = step == canvas.model.selection.step;
  const bool has_outline = is_selected && x1 - x0 >= kLeastOutlined * canvas.ui.scale;
  if (is_selected && !has_outline) {
    color = canvas.ui.theme.text;
  } else if (!is_selected && canvas.model.selection.follow_thread &&
             bar.warp != canvas.model.selection.warp) {
    color = ui::fade(color, 0.4f);
  }
  const ImVec2 min(x0, place.bottom - height), max(x1, place.bottom);
  canvas.list->AddRectFilled(min, max, color);
  if (x1 - x0 >= kLeastMarked * canvas.ui.scale)
    draw_judged_mark(canvas.list, {min, max}, judgement_of(canvas, step),
                     ui::fade(canvas.ui.theme.background, 0.5f), canvas.ui.theme.unit * 0.75f);
  if (has_outline) outline(canvas.list, {min, max}, canvas.ui.theme.text, 2 * canvas.ui.scale);
  if (bar.cost == 0 || canvas.is_hidden || color != bar_color(canvas, step)) return;
  draw_label(canvas.ui, canvas.list, {min, max}, ui::readable_on(canvas.ui.theme, color),
             fmt::format("{}", bar.cost), smallest_letters(canvas.ui));
}

// Of a bar that is drawn by itself: by steps whole pixels, so that all are equally wide.
float bar_width(const Canvas& canvas, uint32_t step) {
  const float width = canvas.scale.width_of(step);
  const float gapped = std::max(width * 0.78f, width - 4 * canvas.ui.scale);
  if (canvas.scale.work != nullptr) return gapped;
  return std::max(std::floor(std::min(gapped, canvas.ui.theme.unit * 5)), 1.0f);
}

constexpr float kLeastStep = 3;  // [pixels] of a narrow bar and the gap behind it

// Where a step's bar begins and ends: in the middle of its step, or, where that is narrow, between
// whole pixels.
std::pair<float, float> bar_edges(const Canvas& canvas, uint32_t step, bool is_narrow) {
  const TimeScale& scale = canvas.scale;
  if (is_narrow) return {std::round(scale.x_of(step)), std::round(scale.x_of(step + 1)) - 1};
  const float width = bar_width(canvas, step);
  const float x = std::round(scale.x_of(step) + (scale.width_of(step) - width) / 2);
  return {x, x + width};
}

// A bar a step.
void draw_single_bars(const Canvas& canvas, const RowPlace& place, bool are_narrow) {
  const TimeScale& scale = canvas.scale;
  const std::vector<uint32_t>& steps = place.row->peaks[0];
  const uint32_t first = scale.step_at(scale.left, canvas.scene.size());
  const float end_of_axis = scale.left + scale.width;
  const float left = are_narrow ? std::round(scale.left) : scale.left;
  const float right = are_narrow ? std::round(end_of_axis) : end_of_axis;
  for (auto it = std::lower_bound(steps.begin(), steps.end(), first); it != steps.end(); ++it) {
    const auto [begin, end] = bar_edges(canvas, *it, are_narrow);
    if (begin >= right) break;
    const float x0 = std::max(begin, left), x1 = std::min(end, right);
    if (x1 <= x0) continue;
    draw_bar(canvas, place, *it, x0, x1);
    if (place.names_bars) {
      canvas.ui.probe.widget(fmt::format("bar:{}", *it), ImVec2(x0, place.top),
                             ImVec2(x1, place.bottom));
    }
  }
}

// Columns of equally many whole pixels, each with the worst of the steps that begin in it. By steps
// none is narrower than a step, so that none is left empty between two bars.
void draw_columns(const Canvas& canvas, const RowPlace& place, size_t rows) {
  const TimeScale& scale = canvas.scale;
  const uint32_t steps = canvas.scene.size();
  const float least = std::max(2.0f, scale.width * static_cast<float>(rows) / kMostColumns);
  const float width =
      std::ceil(scale.work == nullptr ? std::max(least, scale.unit_width()) : least);
  const float gap = width >= 3 ? 1.0f : 0.0f;
  const float begin = std::round(scale.left), end = std::floor(scale.left + scale.width);
  const auto step_from = [&](float x) {
    if (scale.work != nullptr) return scale.step_at(x, steps);
    const float step = std::ceil(scale.first + (x - scale.left) / scale.unit_width());
    return static_cast<uint32_t>(std::clamp(step, 0.0f, static_cast<float>(steps)));
  };
  for (float x = begin; x < end; x += width) {
    const uint32_t here = step_from(x == begin ? scale.left : x);
    uint32_t worst = scene::worst_of(canvas.scene, *place.row, here, step_from(x + width));
    // By work, a step may be wider than a column, and the worst one of another kind.
    if (scale.work != nullptr && (worst == scene::kNoStep || scale.width_of(worst) <= 0)) {
      const bool is_of_row = place.warp == kNoWarp || canvas.scene.bars[here].warp == place.warp;
      worst = is_of_row ? here : scene::kNoStep;
    }
    if (worst == scene::kNoStep) continue;
    draw_bar(canvas, place, worst, x, std::min(x + width - gap, end));
  }
}

ImU32 wait_color(const Canvas& canvas, scene::BarrierKind kind) {
  const ui::Theme& theme = canvas.ui.theme;
  return ui::mix(theme.panel, barrier_color(theme, *canvas.model.run, kind), 0.55f);
}

// Its hatching, from left to right. A wait between two steps takes the room beside the bar before.
std::pair<float, float> ends_of(const Canvas& canvas, const scene::Wait& wait) {
  const TimeScale& scale = canvas.scale;
  const float x = scale.x_of(wait.begin);
  if (wait.end > wait.begin) return {x, scale.x_of(wait.end)};
  const uint32_t beside = wait.begin == 0 ? 0 : wait.begin - 1;
  const float room = (scale.width_of(beside) - bar_width(canvas, beside)) / 2;
  const float width =
      std::clamp(room - canvas.ui.scale, 4 * canvas.ui.scale, canvas.ui.theme.unit * 3);
  return wait.begin == 0 ? std::pair(x, x + width) : std::pair(x - width, x);
}

void draw_waits(const Canvas& canvas, const RowPlace& place) {
  const TimeScale& scale = canvas.scale;
  const float gap = canvas.ui.theme.unit * 0.75f;
  const uint32_t first = scale.step_at(scale.left, canvas.scene.size());
  const auto by_end = [](const scene::Wait& wait, uint32_t step) { return wait.end < step; };
  const std::vector<scene::Wait>& waits = place.row->waits;
  float drawn_to = scale.left - 1;
  for (auto it = std::lower_bound(waits.begin(), waits.end(), first, by_end); it != waits.end();
       ++it) {
    const auto [begin, end] = ends_of(canvas, *it);
    const float x0 = std::max(begin, scale.left), x1 = std::min(end, scale.left + scale.width);
    if (x0 >= scale.left + scale.width) break;
    if (x1 - std::max(x0, drawn_to) < 3) continue;
    drawn_to = x1;
    const ImU32 color = wait_color(canvas, it->kind);
    const ImVec2 min(x0 + 1, place.top), max(x1 - 1, place.bottom);
    canvas.list->AddRectFilled(min, max, ui::fade(color, 0.22f));
    hatch(canvas.list, {min, max}, color, gap);
  }
}

void draw_barriers(const Canvas& canvas) {
  const TimeScale& scale = canvas.scale;
  const std::vector<uint32_t>& barriers = canvas.scene.barriers;
  const uint32_t first = scale.step_at(scale.left, canvas.scene.size());
  const uint32_t end = scale.step_at(scale.left + scale.width, canvas.scene.size()) + 1;
  const auto begin_it = std::lower_bound(barriers.begin(), barriers.end(), first);
  const auto end_it = std::lower_bound(begin_it, barriers.end(), end);
  // Many barriers become a texture, which must not hide the bars.
  const float distance = scale.width / static_cast<float>(end_it - begin_it + 1);
  const float strength = std::clamp(distance / (canvas.ui.theme.unit * 4), 0.15f, 1.0f);
  const ImU32 color =
      ui::fade(ui::mix(canvas.ui.theme.panel, canvas.ui.theme.text, 0.6f), strength);
  float drawn_at = scale.left - 4;
  for (auto it = begin_it; it != end_it; ++it) {
    const float x = scale.x_of(*it) - 0.75f * canvas.ui.scale;
    if (x > scale.left + scale.width) break;
    if (x - drawn_at < 3) continue;
    drawn_at = x;
    canvas.list->AddLine(ImVec2(x, canvas.intervals_top), ImVec2(x, canvas.rows_bottom), color,
                         1.5f * canvas.ui.scale);
  }
}

void draw_rows(const Canvas& canvas) {
  const std::vector<RowPlace> rows = place_rows(canvas);
  ui::Ui& ui = canvas.ui;
  const bool is_dense = canvas.scale.step_width(canvas.scene.size()) < kLeastStepWidth;
  const float row_height = rows.front().bottom - rows.front().top;
  const auto labelled =
      static_cast<uint32_t>(std::ceil(ui::font_size(ui.fonts.small) * 0.8f / row_height));
  for (const RowPlace& place : rows) {
    const float middle = (place.top + place.bottom - ui::font_size(ui.fonts.small)) / 2;
    const bool is_chosen = place.warp == canvas.model.selection.warp;
    const ImVec2 label = ui::text_size(ui.fonts.small, place.label);
    if (place.warp == kNoWarp || place.warp % labelled == 0) {
      ui::text_at(ui, canvas.list, ui.fonts.small,
                  ImVec2(canvas.scale.left - label.x - ui.theme.unit, middle),
                  is_chosen ? ui.theme.text : ui.theme.text_faint, place.label);
    }
    canvas.list->AddLine(ImVec2(canvas.scale.left, place.bottom),
                         ImVec2(canvas.scale.left + canvas.scale.width, place.bottom),
                         ui::fade(ui.theme.line, 0.7f), 1.0f);
    // By work of one kind, a wait is as wide as what others do meanwhile: it says nothing.
    if (canvas.scale.work == nullptr) draw_waits(canvas, place);
    const bool has_bars =
        !is_dense || (canvas.scale.work == nullptr && canvas.scale.unit_width() >= kLeastStep);
    if (has_bars) {
      draw_single_bars(canvas, place, is_dense);
    } else {
      draw_columns(canvas, place, rows.size());
    }
  }
  draw_barriers(canvas);
}

void draw_mark(const Canvas& canvas, uint32_t step, ImU32 color) {
  const TimeScale& scale = canvas.scale;
  const float x = scale.x_of(step) + scale.width_of(step) / 2;
  if (x < scale.left || x > scale.left + scale.width) return;
  const float half = 1.25f * canvas.ui.scale;
  canvas.list->AddRectFilled(ImVec2(x - half, canvas.rows_top),
                             ImVec2(x + half, canvas.rows_bottom), ui::fade(color, 0.35f));
  const float size = canvas.ui.theme.unit * 0.6f;
  canvas.list->AddRectFilled(ImVec2(x - size, canvas.rows_top),
                             ImVec2(x + size, canvas.rows_top + size), color);
}

void draw_findings(const Canvas& canvas) {
  for (const uint32_t step : canvas.scene.findings.warned)
    draw_mark(canvas, step, canvas.ui.theme.warning);
  for (const uint32_t step : canvas.scene.findings.failed)
    draw_mark(canvas, step, canvas.ui.theme.error);
}

// Behind the bars: the current step's column.
void draw_cursor_ground(const Canvas& canvas) {
  const ui::Theme& theme = canvas.ui.theme;
  const TimeScale& scale = canvas.scale;
  const float x = scale.x_of(canvas.model.selection.step),
              width = scale.width_of(canvas.model.selection.step);
  // By work a step is as wide as its bar.
  const float inset = scale.work ? 0 : std::max(0.0f, (width - theme.unit * 6) / 2);
  const float x0 = std::max(x + inset, scale.left),
              x1 = std::min(x + width - inset, scale.left + scale.width);
  if (x1 <= x0) return;
  canvas.list->AddRectFilled(ImVec2(x0, canvas.rows_top), ImVec2(x1, canvas.rows_bottom),
                             ui::fade(theme.accent, 0.28f));
}

// Of the current step, up to where the cursor is: the middle, or behind the selected pass.
float passed_width(const Canvas& canvas) {
  const gui::Selection& selection = canvas.model.selection;
  const float width = canvas.scale.width_of(selection.step);
  const uint32_t cost = canvas.scene.bars[selection.step].cost;
  if (canvas.scale.work == nullptr || selection.pass == 0 || cost == 0) return width / 2;
  return width * static_cast<float>(std::min(selection.pass, cost)) / static_cast<float>(cost);
}

// Over everything: a handle, and where a step is too narrow to be seen a line.
void draw_cursor(const Canvas& canvas) {
  const ui::Theme& theme = canvas.ui.theme;
  const TimeScale& scale = canvas.scale;
  const float x = scale.x_of(canvas.model.selection.step) + passed_width(canvas);
  if (x < scale.left || x > scale.left + scale.width) return;
  if (scale.width_of(canvas.model.selection.step) < kSeenStepWidth) {
    const float line = 2 * canvas.ui.scale;
    canvas.list->AddRectFilled(ImVec2(x - line, canvas.rows_top),
                               ImVec2(x + line, canvas.rows_bottom), theme.panel);
    canvas.list->AddRectFilled(ImVec2(x - line / 2, canvas.rows_top),
                               ImVec2(x + line / 2, canvas.rows_bottom), theme.text);
  }
  const float size = theme.unit * 0.7f, tip = canvas.rows_top + 1;
  canvas.list->AddTriangleFilled(ImVec2(x - size, tip - size * 1.2f),
                                 ImVec2(x + size, tip - size * 1.2f), ImVec2(x, tip), theme.text);
}

// The whole recording in little, with the part that is in sight; only where that is not all.
// Returns a new first step while it is dragged.
std::optional<float> draw_strip(const Canvas& canvas) {
  const TimeScale& scale = canvas.scale;
  const float units = scale.units(canvas.scene.size());
  if (scale.span >= units) return std::nullopt;
  const ui::Theme& theme = canvas.ui.theme;
  const ImVec2 min(scale.left, canvas.strip_top),
      max(scale.left + scale.width, canvas.strip_bottom);
  canvas.list->AddRectFilled(min, max, theme.panel_raised, theme.unit * 0.25f, 0);
  const float x0 = min.x + scale.width * scale.first / units;
  const float x1 =
      std::max(min.x + scale.width * (scale.first + scale.span) / units, x0 + theme.unit);
  canvas.list->AddRectFilled(ImVec2(x0, min.y), ImVec2(x1, max.y), theme.text_faint,
                             theme.unit * 0.25f, 0);
  ui::hit(canvas.ui, "timeline:strip", min, max);
  if (!ImGui::IsItemActive()) return std::nullopt;
  return (ImGui::GetIO().MousePos.x - min.x) / scale.width * units - scale.span / 2;
}

void show_tip(const Canvas& canvas, uint32_t step) {
  const scene::Bar& bar = canvas.scene.bars[step];
  const run::Run& run = *canvas.model.run;
  const uint32_t site_index = run.recording->heads[step].site;
  const base::SourceFile& file = run.program->unit->file;
  std::string text;
  if (site_index < run.program->sites.size()) {
    const base::Span span = run.program->sites[site_index].span;
    text = say("step {step}  ·  warp {warp}  ·  line {line}: {access}",
               "step"_a = study::grouped(step + 1), "warp"_a = bar.warp,
               "line"_a = file.line_column(span.begin).line, "access"_a = file.slice(span));
  }
  if (!canvas.is_hidden) text += "\n" + scene::cost_words(bar);
  ui::tooltip(canvas.ui, text);
}

// Click, drag and wheel over bands and bars.
void take_input(const Canvas& canvas, TimeScale& scale, gui::Actions& actions) {
  const uint32_t steps = canvas.scene.size();
  const ImVec2 min(scale.left, canvas.phases_top),
      max(scale.left + scale.width, canvas.rows_bottom);
  ui::hit(canvas.ui, "timeline:scrubber", min, max);
  const bool is_hovered = ImGui::IsItemHovered(), is_held = ImGui::IsItemActive();
  const float mouse = ImGui::GetIO().MousePos.x;
  const uint32_t step = scale.step_at(mouse, steps);
  if (is_held && step != canvas.model.selection.step)
    actions.push_back(gui::action::GoToStep{step});
  if (is_hovered && !is_held) show_tip(canvas, step);
  const Area all = {min, ImVec2(max.x, canvas.strip_bottom)};  // the strip, too
  if (views::is_hovered(all) && ImGui::GetIO().MouseWheel != 0) {
    scale = zoomed(scale, std::pow(1.25f, ImGui::GetIO().MouseWheel), mouse, steps);
  }
}

// The zoom as it was left, made fit for this recording.
TimeScale stored_scale(const gui::State& model, float left, float width) {
  ImGuiStorage* storage = ImGui::GetStateStorage();
  const uint32_t steps = model.timeline->size();
  // How wide an access is would give away what it costs.
  const scene::Axis axis = counts_hidden(model) ? scene::Axis::kSteps : model.options.axis;
  TimeScale scale{0, 1, left, width, scene::work_axis(*model.timeline, axis)};
  scale.span = scale.units(steps);
  if (storage->GetInt(ImGui::GetID("timeline:units"), -1) == static_cast<int>(scale.span)) {
    scale.first = storage->GetFloat(ImGui::GetID("timeline:first"), 0);
    scale.span = storage->GetFloat(ImGui::GetID("timeline:span"), scale.span);
  }
  const int last = storage->GetInt(ImGui::GetID("timeline:step"), -1);
  const bool has_moved = last != static_cast<int>(model.selection.step);
  return has_moved ? scrolled_to(scale, model.selection.step, steps) : scale;
}

void store_scale(const gui::State& model, const TimeScale& scale) {
  ImGuiStorage* storage = ImGui::GetStateStorage();
  storage->SetInt(ImGui::GetID("timeline:units"),
                  static_cast<int>(scale.units(model.timeline->size())));
  storage->SetInt(ImGui::GetID("timeline:step"), static_cast<int>(model.selection.step));
  storage->SetFloat(ImGui::GetID("timeline:first"), scale.first);
  storage->SetFloat(ImGui::GetID("timeline:span"), scale.span);
}

}  // namespace

uint32_t TimeScale::step_at(float x, uint32_t steps) const {
  const float unit = std::floor(first + (x - left) / unit_width());
  if (work == nullptr)
    return static_cast<uint32_t>(std::clamp(unit, 0.0f, static_cast<float>(steps) - 1));
  const auto wanted = static_cast<uint32_t>(std::max(unit, 0.0f));
  const auto behind = std::upper_bound(work->begin(), work->begin() + steps, wanted);
  return static_cast<uint32_t>(std::max<ptrdiff_t>(behind - work->begin() - 1, 0));
}

float TimeScale::step_width(uint32_t steps) const {
  if (work == nullptr) return unit_width();
  return width / static_cast<float>(step_at(left + width, steps) - step_at(left, steps) + 1);
}

TimeScale zoomed(const TimeScale& scale, float factor, float x, uint32_t steps) {
  const float all = scale.units(steps);
  TimeScale result = scale;
  result.span = std::clamp(scale.span / factor, std::min(8.0f, all), all);
  const float fixed =
      scale.first + (x - scale.left) / scale.unit_width();  // stays under the pointer
  result.first =
      std::clamp(fixed - (x - scale.left) / scale.width * result.span, 0.0f, all - result.span);
  return result;
}

TimeScale scrolled_to(const TimeScale& scale, uint32_t step, uint32_t steps) {
  TimeScale result = scale;
  const float begin = scale.begin_of(step), end = scale.begin_of(step + 1);
  const float margin = scale.span * 0.1f;
  if (begin < scale.first) result.first = begin - margin;
  if (end > scale.first + scale.span) result.first = end - scale.span + margin;
  result.first = std::clamp(result.first, 0.0f, scale.units(steps) - scale.span);
  return result;
}

float bar_height(const scene::Bar& bar) {
  constexpr double kBase = 0.4, kMostDoublings = 5;  // 32 times
  if (bar.ideal == 0) return static_cast<float>(kBase);
  const double ratio = std::max(1.0, static_cast<double>(bar.cost) / bar.ideal);
  const double doublings = std::min(std::log2(ratio), kMostDoublings);
  return static_cast<float>(kBase + (1 - kBase) * doublings / kMostDoublings);
}

namespace {

void draw_timeline(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  if (!model.run || !model.timeline || model.timeline->size() == 0) return;
  if (model.selection.warp >= model.timeline->warps.size())
    return;  // of a run that is not shown yet
  draw_transport(ui, model, actions);
  const float unit = ui.theme.unit;
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  if (is_outcome_hidden(model)) {
    draw_cover(ui, ImGui::GetWindowDrawList(), make_area(at.x, at.y, room.x, room.y));
    return;
  }
  const float label = ui::text_size(ui.fonts.small, "w00").x + unit * 1.5f;
  TimeScale scale = stored_scale(model, at.x + label, std::max(room.x - label, 1.0f));
  Canvas canvas{ui, model, *model.timeline, ImGui::GetWindowDrawList(), scale};
  canvas.is_hidden = counts_hidden(model);
  const float band = ui::font_size(ui.fonts.small) + unit * 0.5f;
  canvas.phases_top = at.y;
  // In a low panel the bars come first (barriers still divide the phases then).
  const bool has_intervals =
      room.y > 2 * band + unit * 6 && canvas.scene.intervals.size() > canvas.scene.phases.size();
  canvas.intervals_top = at.y + band + 1;
  canvas.rows_top = canvas.intervals_top + (has_intervals ? band : 0) + unit * 0.75f;
  const float axis_top = canvas.rows_top - unit * 0.25f;
  const bool has_axis = scale.work != nullptr && room.y > 2 * band + unit * 8;
  if (has_axis) canvas.rows_top += band;
  canvas.strip_bottom = at.y + room.y;
  canvas.strip_top = canvas.strip_bottom - unit * 0.75f;
  const bool is_zoomed = scale.span < scale.units(canvas.scene.size());
  canvas.rows_bottom = is_zoomed ? canvas.strip_top - unit * 0.25f : canvas.strip_bottom;
  if (canvas.rows_bottom - canvas.rows_top < unit) return;

  draw_cursor_ground(canvas);
  draw_bands(canvas, canvas.scene.phases, canvas.phases_top, band, "phase", true);
  if (has_intervals) {
    draw_bands(canvas, canvas.scene.intervals, canvas.intervals_top, band, "interval", false);
  }
  draw_rows(canvas);
  if (has_axis)
    draw_work_axis(ui, canvas.list, scale, scale.units(canvas.scene.size()), model.options.axis,
                   axis_top);
  draw_findings(canvas);
  draw_cursor(canvas);
  take_input(canvas, scale, actions);
  if (const std::optional<float> first = draw_strip(canvas)) {
    scale.first = std::clamp(*first, 0.0f, scale.units(canvas.scene.size()) - scale.span);
  }
  store_scale(model, scale);
}

}  // namespace

const Panel kTimelinePanel = {
    .id = "timeline",
    .is_shown = is_access_shown,
    .draw = stateless<draw_timeline>,
};

}  // namespace warplens::views
