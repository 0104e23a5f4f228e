// The share of issue slots in use on top, below it a row for each warp; at the foot the whole run
// with the stretch that is shown, buttons, and what the strip shows in words.
#include "app/window/pages/hiding/hiding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/study/format.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/frame/bar.hpp"
#include "app/window/kit/chart.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using model::WarpState;
using scene::HidingScene;
using scene::HidingStrip;

constexpr uint64_t kStep = scene::kHidingColumns * 3 / 4;  // [cycles] that a button moves the strip

// The share of issue slots in use, as bars.
void draw_busy(ui::Ui& ui, const HidingStrip& strip, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(area.min, area.max, ui.theme.background);
  const float column = area.width() / static_cast<float>(scene::kHidingColumns);
  for (size_t i = 0; i < strip.busy.size(); ++i) {
    const float x = area.min.x + column * static_cast<float>(i);
    list->AddRectFilled(ImVec2(std::round(x), area.max.y - area.height() * strip.busy[i]),
                        ImVec2(std::round(x + column), area.max.y), ui.theme.good);
  }
  outline(list, area, ui.theme.text_faint, 1);
}

ImU32 warp_state_color(const ui::Ui& ui, WarpState state) {
  const ui::Theme& theme = ui.theme;
  switch (state) {
    case WarpState::kIssues:
      return theme.good;
    case WarpState::kReady:
      return theme.accent;
    case WarpState::kMemory:
      return ui::mix(theme.background, theme.accent, 0.42f);
    case WarpState::kPipe:
      return theme.waste_fill;
    case WarpState::kArithmetic:
      return ui::mix(theme.background, theme.text_faint, 0.6f);
    case WarpState::kBarrier:
      return theme.recorded;
    case WarpState::kEnded:
      break;
  }
  return theme.background;
}

std::string strip_words(const HidingScene& scene, size_t warp, size_t column) {
  const WarpState state = scene.strip.rows[warp][column];
  std::string does = label("ended");
  for (const study::WarpStateName& name : study::warp_state_names())
    if (name.state == state) does = label(name.name);
  const uint64_t first = scene.strip.first + column * scene.strip.cycles_of_column;
  return say("warp {warp}: {does}", "warp"_a = warp, "does"_a = does) + "\n" +
         say("cycle {cycle}; scheduler {scheduler}; {busy:.0f}% of the issue slots are used",
             "cycle"_a = study::grouped(first), "scheduler"_a = warp % scene.facts.schedulers,
             "busy"_a = 100 * scene.strip.busy[column]);
}

constexpr float kHighestRow = 10;  // [units] of a warp; two of them fill the strip's place

// A row a warp, as high as there is room up to a limit; returns where they end.
float draw_rows(ui::Ui& ui, const HidingScene& scene, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto count = static_cast<float>(scene.strip.rows.size());
  const float height = std::min(area.height() / count, ui.theme.unit * kHighestRow);
  const float column = area.width() / static_cast<float>(scene::kHidingColumns);
  const float gap = height > 4 * ui.scale ? std::max(1.0f, ui.scale) : 0;
  const Area rows = make_area(area.min.x, area.min.y, area.width(), height * count);
  list->AddRectFilled(rows.min, rows.max, ui.theme.background);
  const float letters = ui::font_size(ui.fonts.small);
  const uint64_t each = label_step(height, letters);
  for (size_t warp = 0; warp < scene.strip.rows.size(); ++warp) {
    const std::vector<WarpState>& row = scene.strip.rows[warp];
    const float top = std::round(area.min.y + height * static_cast<float>(warp));
    const float foot = std::round(area.min.y + height * static_cast<float>(warp + 1)) - gap;
    for (size_t from = 0; from < row.size();) {
      size_t to = from + 1;
      while (to < row.size() && row[to] == row[from]) ++to;
      fill_warp_state(ui,
                      {ImVec2(std::round(area.min.x + column * static_cast<float>(from)), top),
                       ImVec2(std::round(area.min.x + column * static_cast<float>(to)), foot)},
                      row[from]);
      from = to;
    }
    if (warp % each == 0) {
      const std::string text = fmt::format("w{}", warp);
      const ImVec2 size = ui::text_size(ui.fonts.small, text);
      ui::text_at(ui, list, ui.fonts.small,
                  ImVec2(area.min.x - size.x - ui.theme.unit * 0.75f,
                         each == 1 ? (top + foot - size.y) / 2 : top),
                  ui.theme.text_dim, text);
    }
  }
  outline(list, rows, ui.theme.text_faint, 1);
  ui.probe.widget("hiding.strip", rows.min, rows.max);
  if (!is_hovered(rows)) return rows.max.y;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto warp = static_cast<size_t>((mouse.y - rows.min.y) / height);
  const auto at = static_cast<size_t>((mouse.x - rows.min.x) / column);
  if (warp < scene.strip.rows.size() && at < scene.strip.rows[warp].size())
    tip(ui, strip_words(scene, warp, at));
  return rows.max.y;
}

// Of the whole run the share of warps that wait at barriers, and the stretch that is shown. The
// cycle that the strip is to begin with where the bar is pressed or dragged.
std::optional<uint64_t> draw_overview(ui::Ui& ui, const HidingScene& scene, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  list->AddRectFilled(area.min, area.max, theme.background);
  const std::vector<float>& waiting = scene.barriers.waiting;
  const float column = area.width() / static_cast<float>(waiting.size());
  for (size_t i = 0; i < waiting.size(); ++i) {
    if (waiting[i] == 0) continue;
    const float x = area.min.x + column * static_cast<float>(i);
    const float height = area.height() * std::max(0.3f, waiting[i]);  // a short wait is seen too
    list->AddRectFilled(ImVec2(std::round(x), area.max.y - height),
                        ImVec2(std::round(x + column), area.max.y), theme.recorded);
  }
  const float cycle =
      area.width() / static_cast<float>(std::max<uint64_t>(scene.hiding->cycles, 1));
  const float left = area.min.x + cycle * static_cast<float>(scene.strip.first);
  const float width = std::max(theme.unit, cycle * static_cast<float>(scene::kHidingColumns));
  const Area shown{ImVec2(std::min(left, area.max.x - width), area.min.y),
                   ImVec2(std::min(left + width, area.max.x), area.max.y)};
  outline(list, area, theme.text_faint, 1);
  list->AddRectFilled(shown.min, shown.max, ui::fade(theme.text, 0.2f));
  outline(list, shown, theme.text, std::max(1.0f, 1.5f * ui.scale));
  const ui::Drag drag = ui::drag_along(ui, "hiding.overview", area);
  ui::tooltip(ui, scene.barriers.stops.empty()
                      ? label("the whole run: press or drag to move the strip")
                      : label("the whole run, and the share of warps that wait at a barrier: press "
                              "or drag to move the strip"));
  if (drag.nudge != 0) {
    const uint64_t first = scene.strip.first;
    return drag.nudge > 0 ? std::min(scene.last_first, first + kStep)
                          : first - std::min(first, kStep);
  }
  if (!drag.share) return std::nullopt;
  const float middle = *drag.share * area.width() / cycle;
  const float wanted = std::max(0.0f, middle - static_cast<float>(scene::kHidingColumns) / 2);
  return std::min(scene.last_first, static_cast<uint64_t>(wanted));
}

struct MoveButton {
  const char* widget;
  const char* words;
  uint64_t to;  // the cycle that the strip begins with then
};

std::vector<MoveButton> move_buttons(const HidingScene& scene) {
  const uint64_t first = scene.strip.first;
  std::vector<MoveButton> buttons{
      {"hiding.earlier", label("Earlier"), first - std::min(first, kStep)},
      {"hiding.later", label("Later"), std::min(scene.last_first, first + kStep)}};
  if (!scene.barriers.stops.empty())
    buttons.push_back(
        {"hiding.barrier", label("To a barrier"), scene::next_barrier_stop(scene.barriers, first)});
  return buttons;
}

float width_with_gap(const ui::Ui& ui, const MoveButton& button) {
  return ui::button_width(ui, button.words) + ui.theme.unit * 0.5f;
}

std::string extent_words(const HidingScene& scene) {
  const HidingStrip& strip = scene.strip;
  if (strip.cycles_of_column > 1)
    return say(
        "all {all} cycles; a column is {each} of them, and shows what a warp does in most. On top: "
        "the share of issue slots in use.",
        "all"_a = study::grouped(scene.hiding->cycles),
        "each"_a = study::grouped(strip.cycles_of_column));
  const uint64_t last = std::min(scene.hiding->cycles, strip.first + strip.busy.size());
  return say("cycles {first} to {last} of {all}. On top: the share of issue slots in use.",
             "first"_a = study::grouped(strip.first), "last"_a = study::grouped(last),
             "all"_a = study::grouped(scene.hiding->cycles));
}

}  // namespace

void fill_warp_state(const ui::Ui& ui, const Area& area, WarpState state) {
  constexpr float kLeastMarked = 3;  // [pixels]
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(area.min, area.max, warp_state_color(ui, state));
  if (std::min(area.width(), area.height()) < kLeastMarked * ui.scale) return;
  const float distance = ui.theme.unit;
  const ImU32 dark = ui::fade(ui.theme.background, 0.75f), light = ui::fade(ui.theme.text, 0.35f);
  const float middle = std::round((area.min.y + area.max.y) / 2);
  switch (state) {
    case WarpState::kIssues:
    case WarpState::kEnded:
      break;
    case WarpState::kReady:
      list->AddLine(ImVec2(area.min.x, middle), ImVec2(area.max.x, middle), dark,
                    std::max(1.0f, ui.scale));
      break;
    case WarpState::kMemory:
      hatch(list, area, light, distance);
      break;
    case WarpState::kPipe:
      hatch(list, area, dark, distance);
      break;
    case WarpState::kArithmetic:
      for (float x = area.min.x + distance / 2; x < area.max.x; x += distance)
        list->AddRectFilled(ImVec2(x, middle - 1), ImVec2(std::min(x + 2, area.max.x), middle + 1),
                            light);
      break;
    case WarpState::kBarrier:
      for (float x = area.min.x + distance / 2; x < area.max.x; x += distance)
        list->AddLine(ImVec2(x, area.min.y), ImVec2(x, area.max.y), dark, 1.0f);
      break;
  }
}

std::optional<uint64_t> draw_hiding_strip(ui::Ui& ui, const HidingScene& scene, const Area& area) {
  const float unit = ui.theme.unit;
  const float left = area.min.x + ui::text_size(ui.fonts.small, "w63").x + unit * 1.5f;
  const bool can_move = !scene.tried.is_whole && scene.last_first > 0;
  const std::string extent = extent_words(scene);
  const float letters = ui::font_size(ui.fonts.small);
  // The words are beside the buttons where they have room in two lines, else below them.
  const auto moves = can_move ? move_buttons(scene) : std::vector<MoveButton>();
  float indent = unit;
  for (const MoveButton& button : moves) indent += width_with_gap(ui, button);
  const auto lines_in = [&](float width) {
    return ui::wrapped_lines(ui.fonts.small, extent, std::max(width, letters)).size();
  };
  const float width = area.max.x - left;
  const bool are_beside = can_move && lines_in(width - indent) <= 2;
  if (!are_beside) indent = 0;
  const float words = letters * static_cast<float>(lines_in(width - indent));
  const float buttons = can_move ? button_height(ui) : 0;
  const float foot = are_beside ? std::max(words, buttons) : words + buttons;
  const float overview = can_move ? unit * 2.5f : 0;  // with the gap below it
  const float busy = std::max(unit * 3, std::floor(area.height() * 0.14f));
  draw_busy(ui, scene.strip, make_area(left, area.min.y, width, busy));
  const float top = area.min.y + busy + unit * 0.5f;
  float y = draw_rows(
      ui, scene,
      Area{ImVec2(left, top), ImVec2(area.max.x, area.max.y - foot - overview - unit * 0.5f)});
  y += unit * 0.5f;
  std::optional<uint64_t> wanted;
  if (can_move) {
    wanted = draw_overview(ui, scene, make_area(left, y, width, unit * 2));
    y += overview;
  }
  float x = left;
  for (const MoveButton& button : moves) {
    ImGui::SetCursorScreenPos(ImVec2(x, y));
    if (ui::button(ui, button.widget, button.words)) wanted = button.to;
    x += width_with_gap(ui, button);
  }
  const float lower = are_beside ? (foot - words) / 2 : buttons;
  ui::letters(ui, ImGui::GetWindowDrawList(), ui.fonts.small, letters,
              ImVec2(left + indent, y + lower), ui.theme.text_dim, extent, width - indent);
  return wanted;
}

}  // namespace warplens::views
