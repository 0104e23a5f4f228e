// Bars of what the launch shown takes; below them all launches of the text (launch_list), then a
// row a limit: name, the limit, what the launch takes, the meaning in what is left.
#include "app/window/pages/limits/limits.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/pages/device_scene.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/kit/chart.hpp"
#include "app/window/pages/occupancy/occupancy.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using scene::DeviceScene;
using scene::LimitRow;

// [pixels], the same in all sections.
struct LimitColumns {
  float name = 0, most = 0, used = 0;
};

LimitColumns columns_of(const ui::Ui& ui, const DeviceScene& scene) {
  LimitColumns columns;
  ImFont* font = ui.fonts.body;
  for (const scene::LimitSection& section : scene.sections) {
    columns.most = std::max(columns.most, ui::text_size(font, section.most_head).x);
    columns.used = std::max(columns.used, ui::text_size(font, section.used_head).x);
    for (const LimitRow& row : section.rows) {
      columns.name = std::max(columns.name, ui::text_size(font, row.name).x);
      columns.most = std::max(columns.most, ui::text_size(font, row.at_most).x);
      columns.used = std::max(columns.used, ui::text_size(font, row.used).x);
    }
  }
  return columns;
}

ImU32 limit_color(const ui::Theme& theme, const LimitRow& row) {
  if (row.state == model::LimitState::kExceeded) return theme.error;
  return row.is_limiter ? theme.waste : theme.text;
}

ImU32 limit_fill(const ui::Theme& theme, const LimitRow& row) {
  if (row.state == model::LimitState::kExceeded) return theme.error;
  return row.is_limiter ? theme.waste_fill : theme.accent;
}

void put_right(ui::Ui& ui, float right, float y, ImU32 color, const std::string& text) {
  const float width = ui::text_size(ui.fonts.body, text).x;
  ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.body, ImVec2(right - width, y), color, text);
}

void draw_limit(ui::Ui& ui, const LimitRow& row, const LimitColumns& columns) {
  const float unit = ui.theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  const ImU32 color = limit_color(ui.theme, row);
  ui::text_at(ui, list, ui.fonts.body, at, color, row.name);
  const float most = at.x + columns.name + unit * 2 + columns.most;
  put_right(ui, most, at.y, ui.theme.text, row.at_most);
  const float used = most + unit * 2 + columns.used;
  put_right(ui, used, at.y, color, row.used);
  const float height = ui::font_size(ui.fonts.body);
  const float left = used + unit * 2;
  const ImVec2 size =
      ui::letters(ui, list, ui.fonts.body, ui::font_size(ui.fonts.body), ImVec2(left, at.y),
                  ui.theme.text_dim, row.meaning, std::max(unit * 10, right - left));
  ImGui::Dummy(ImVec2(1, std::max(height, size.y) + unit * 0.25f));
  ui.probe.widget(std::string("limit:") + model::word(row.kind), at,
                  ImVec2(right, ImGui::GetCursorScreenPos().y));
}

// The section's title on a line of its own, below it what the columns of numbers are.
void draw_heads(ui::Ui& ui, const scene::LimitSection& section, const LimitColumns& columns) {
  const float unit = ui.theme.unit;
  ImGui::Dummy(ImVec2(1, unit * 0.5f));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::text_at(ui, list, ui.fonts.title, at, ui.theme.text, section.title);
  const float most = at.x + columns.name + unit * 2 + columns.most;
  const float y = at.y + ui::font_size(ui.fonts.title);
  put_right(ui, most, y, ui.theme.text_dim, section.most_head);
  put_right(ui, most + unit * 2 + columns.used, y, ui.theme.text_dim, section.used_head);
  const float height = ui::font_size(ui.fonts.title) + ui::font_size(ui.fonts.body);
  ImGui::Dummy(ImVec2(1, height));
}

// Of the limits that the launch takes something of so many at most, those that it comes nearest to.
std::vector<const LimitRow*> nearest_limits(const DeviceScene& scene, size_t most) {
  std::vector<const LimitRow*> rows;
  for (const scene::LimitSection& section : scene.sections)
    for (const LimitRow& row : section.rows)
      if (row.share > 0) rows.push_back(&row);
  std::stable_sort(rows.begin(), rows.end(),
                   [](const LimitRow* a, const LimitRow* b) { return a->share > b->share; });
  rows.resize(std::min(rows.size(), most));
  return rows;
}

ImU32 verdict_color(const ui::Theme& theme, const DeviceScene& scene) {
  if (!scene.starts) return theme.error;
  if (scene.has_limiter) return theme.waste;
  return scene.is_known ? theme.good : theme.text;
}

PageAnswer limits_answer(const ui::Theme& theme, const gui::State& model) {
  if (model.limits == nullptr) return {};
  const DeviceScene& scene = *model.limits;
  if (!scene.starts) return {{scene.verdict, theme.error}};
  return {{scene.answer, theme.text}};
}

std::vector<std::string> limits_caveats(const gui::State& model) {
  if (model.limits == nullptr) return {};
  return {model.limits->source};
}

void draw_device_limits(ui::Ui& ui, const gui::State& model, const Area& area, gui::Actions&) {
  if (model.limits == nullptr) return;
  constexpr float kMostBars = 10, kLeastBar = 1.25f;  // [lines]
  const float room = area.height() / (ui::font_size(ui.fonts.body) * kLeastBar);
  std::vector<ui::Bar> bars;
  for (const LimitRow* row :
       nearest_limits(*model.limits, static_cast<size_t>(std::clamp(room, 1.0f, kMostBars))))
    bars.push_back({std::string("limits.bar.") + model::word(row->kind), row->name,
                    say("{used} of {most}", "used"_a = row->used, "most"_a = row->at_most),
                    row->share, limit_fill(ui.theme, *row), limit_color(ui.theme, *row),
                    row->is_limiter});
  ui::draw_bars(ui, bars, area);
}

void draw_limit_details(ui::Ui& ui, const gui::State& model, const Area&, gui::Actions& actions) {
  if (model.limits == nullptr) return;
  const DeviceScene& scene = *model.limits;
  const ui::Theme& theme = ui.theme;
  draw_launch_list(ui, model, actions);
  ui::text_wrapped(ui, ui.fonts.title, theme.text, scene.headline);
  if (scene.starts) ui::text_wrapped(ui, ui.fonts.body, verdict_color(theme, scene), scene.verdict);
  ui::text_wrapped(ui, ui.fonts.body, theme.text_dim, scene.everywhere);
  for (const std::string& one : scene.elsewhere)
    ui::text_wrapped(ui, ui.fonts.body, theme.text_dim, one);
  const LimitColumns columns = columns_of(ui, scene);
  for (const scene::LimitSection& section : scene.sections) {
    draw_heads(ui, section, columns);
    for (const LimitRow& row : section.rows) draw_limit(ui, row, columns);
  }
}

}  // namespace

constexpr PageView kLimitsPage{.page = gui::Page::kLimits,
                               .group = PageGroup::kLimits,
                               .widget = "page.limits",
                               .key = 'Z',
                               .name = sentence("Device limits"),
                               .question = sentence("What does the device allow?"),
                               .answer = limits_answer,
                               .draw = draw_device_limits,
                               .details = kManyDetails,
                               .draw_details = draw_limit_details,
                               .choices = occupancy_choices,
                               .caveats = limits_caveats};

}  // namespace warplens::views
