// The launch shown, below it all launches of the text (launch_list); then a row a limit: name, the
// limit, what the launch shown takes with a bar, the meaning in what is left.
#include "app/window/pages/limits/limits.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/pages/device_scene.hpp"
#include "app/window/access/picture.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using scene::DeviceScene;
using scene::LimitRow;

// [pixels], the same in all sections.
struct LimitColumns {
  float name = 0, most = 0, used = 0, bar = 0;
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
  columns.bar = ui.theme.unit * 8;
  return columns;
}

ImU32 limit_color(const ui::Theme& theme, const LimitRow& row) {
  if (row.state == model::LimitState::kExceeded) return theme.error;
  return row.is_limiter ? theme.waste : theme.text;
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
  const Area bar = make_area(used + unit, at.y + height * 0.2f, columns.bar, height * 0.7f);
  if (row.share > 0) {
    list->AddRectFilled(bar.min, bar.max, ui.theme.background);
    const float width = std::max(1.0f, std::round(bar.width() * row.share));
    const ImU32 fill = row.state == model::LimitState::kExceeded ? ui.theme.error
                       : row.is_limiter                          ? ui.theme.waste_fill
                                                                 : ui.theme.accent;
    list->AddRectFilled(bar.min, ImVec2(bar.min.x + width, bar.max.y), fill);
    outline(list, bar, ui.theme.text_faint, 1);
  }
  const float left = bar.max.x + unit * 2;
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

}  // namespace

void draw_device_limits(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  if (model.limits == nullptr) return;
  const DeviceScene& scene = *model.limits;
  const ui::Theme& theme = ui.theme;
  ui::text_wrapped(ui, ui.fonts.title, theme.text, scene.headline);
  ui::text_wrapped(ui, ui.fonts.body,
                   !scene.starts       ? theme.error
                   : scene.has_limiter ? theme.waste
                   : !scene.is_known   ? theme.text
                                       : theme.good,
                   scene.verdict);
  ui::text_wrapped(ui, ui.fonts.body, theme.text_dim, scene.everywhere);
  for (const std::string& one : scene.elsewhere)
    ui::text_wrapped(ui, ui.fonts.body, theme.text_dim, one);
  draw_launch_list(ui, model, actions);
  const LimitColumns columns = columns_of(ui, scene);
  for (const scene::LimitSection& section : scene.sections) {
    draw_heads(ui, section, columns);
    for (const LimitRow& row : section.rows) draw_limit(ui, row, columns);
  }
  ImGui::Dummy(ImVec2(1, theme.unit * 0.5f));
  ui::text_wrapped(ui, ui.fonts.body, theme.text_dim, scene.source);
}

}  // namespace warplens::views
