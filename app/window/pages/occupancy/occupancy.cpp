// The multiprocessor as a box (multiprocessor_box.cpp), below it three curves; pressing or dragging
// in one tries that value in the place of the run's.
#include "app/window/pages/occupancy/occupancy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/scene/pages/occupancy_scene.hpp"
#include "app/study/format.hpp"
#include "app/study/metrics.hpp"
#include "app/window/access/picture.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using scene::OccupancyCurve;
using scene::OccupancyScene;
using study::BlockNeed;

const char* title_of(BlockNeed need) {
  constexpr Sentence kNames[] = {sentence("threads a block"), sentence("registers a thread"),
                                 sentence("shared memory a block")};
  return label(kNames[static_cast<size_t>(need)]);
}

const char* widget_of(BlockNeed need) {
  constexpr const char* kNames[] = {"threads", "registers", "shared"};
  return kNames[static_cast<size_t>(need)];
}

void set_tried(const gui::State& model, BlockNeed need, uint64_t value, gui::Actions& actions) {
  study::OccupancyTry tried = model.options.occupancy;
  if (need == BlockNeed::kThreads) tried.threads = static_cast<uint32_t>(value);
  if (need == BlockNeed::kRegisters) tried.registers = static_cast<uint32_t>(value);
  if (need == BlockNeed::kShared) tried.shared = value;
  if (tried == model.options.occupancy) return;
  actions.push_back(
      gui::action::ChangeOptions{[tried](gui::ViewOptions& o) { o.occupancy = tried; }});
}

ImU32 reason_color(const ui::Theme& theme, const study::OccupancyFacts& facts) {
  if (facts.fails()) return theme.error;
  return facts.occupancy.fraction < 1 ? theme.waste : theme.good;
}

// -------------------------------------------------------------------------------------------------
// curves

void draw_marker(const ui::Ui& ui, const Area& plot, float place, ImU32 color, float thickness) {
  const float x = plot.min.x + plot.width() * place;
  ImGui::GetWindowDrawList()->AddLine(ImVec2(x, plot.min.y), ImVec2(x, plot.max.y), color,
                                      thickness * ui.scale);
}

// Steps: between two points the occupancy is that of the next one; where the launch fails, red.
void draw_steps(const ui::Ui& ui, const OccupancyCurve& curve, const Area& plot) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto count = static_cast<float>(curve.fractions.size() - 1);
  const auto at = [&](size_t i) {
    return ImVec2(plot.min.x + plot.width() * static_cast<float>(i) / count,
                  plot.max.y - plot.height() * curve.fractions[i]);
  };
  for (size_t i = 0; i + 1 < curve.fractions.size(); ++i) {
    const ImVec2 from = at(i), to = at(i + 1);
    const bool fails = curve.fractions[i + 1] == 0;
    const ImU32 color = fails ? ui.theme.error : ui.theme.text;
    list->AddLine(from, ImVec2(from.x, to.y), color, 1.5f * ui.scale);
    list->AddLine(ImVec2(from.x, to.y), to, color, (fails ? 3.0f : 1.5f) * ui.scale);
  }
}

// What the red part is, above it.
void draw_failure(ui::Ui& ui, const OccupancyCurve& curve, const Area& plot) {
  const auto& fractions = curve.fractions;
  const auto first = std::find(fractions.begin(), fractions.end(), 0.0f);
  if (first == fractions.end() || fractions.size() < 2) return;
  const float share =
      static_cast<float>(first - fractions.begin()) / static_cast<float>(fractions.size() - 1);
  const float left = plot.min.x + plot.width() * share, room = plot.max.x - left;
  const std::string_view words =
      ui::first_fitting(ui.fonts.body, room, {label("the launch fails"), label("fails")});
  const float width = ui::text_size(ui.fonts.body, words).x;
  const float x = std::min(left + std::max(0.0f, room - width) / 2, plot.max.x - width);
  ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.body,
              ImVec2(x, plot.max.y - ui::font_size(ui.fonts.body) * 1.3f), ui.theme.error, words);
}

void draw_scale(ui::Ui& ui, const Area& plot) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const int share : {0, 50, 100}) {
    const float y = plot.max.y - plot.height() * static_cast<float>(share) / 100;
    list->AddLine(ImVec2(plot.min.x, y), ImVec2(plot.max.x, y), ui.theme.line, 1);
    const std::string text = fmt::format("{}%", share);
    const ImVec2 size = ui::text_size(ui.fonts.small, text);
    ui::text_at(ui, list, ui.fonts.small,
                ImVec2(plot.min.x - size.x - ui.theme.unit * 0.5f, y - size.y / 2),
                ui.theme.text_dim, text);
  }
}

// Of the curve's present value, the longest that has room.
std::string now_text(const OccupancyScene& scene, const OccupancyCurve& curve, ImFont* font,
                     float width) {
  if (curve.need != BlockNeed::kRegisters)
    return study::need_text(curve.need, curve.now.value_or(0)).rendered();
  std::string words;
  for (const Text& text : study::registers_texts(scene.facts)) {
    words = text.rendered();
    if (ui::text_size(font, words).x <= width) break;
  }
  return words;
}

void draw_curve(ui::Ui& ui, const gui::State& model, const OccupancyScene& scene,
                const OccupancyCurve& curve, const Area& area, gui::Actions& actions) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  ImFont* font = ui.fonts.body;
  const bool is_tried = curve.now != curve.of_run;
  ui::text_at(ui, list, font, area.min, theme.text, title_of(curve.need));
  ui::text_at(ui, list, font, ImVec2(area.min.x, area.min.y + ui::font_size(font) * 1.15f),
              is_tried ? theme.accent : theme.text_dim, now_text(scene, curve, font, area.width()));
  const float left = ui::text_size(ui.fonts.small, "100%").x + theme.unit;
  const float top = ui::font_size(font) * 2.3f + theme.unit;
  const float foot = ui::font_size(ui.fonts.small) + theme.unit;
  const Area plot{ImVec2(area.min.x + left, area.min.y + top),
                  ImVec2(area.max.x, area.max.y - foot)};
  if (plot.width() < 1 || plot.height() < 1) return;
  draw_scale(ui, plot);
  if (curve.of_run && is_tried)
    draw_marker(ui, plot, scene::place_of(curve, *curve.of_run), theme.text_faint, 1);
  draw_steps(ui, curve, plot);
  draw_failure(ui, curve, plot);
  if (curve.now) draw_marker(ui, plot, scene::place_of(curve, *curve.now), theme.accent, 2);
  const std::string first = study::need_text(curve.need, curve.first).rendered();
  const std::string last = study::need_text(curve.need, curve.last).rendered();
  const float foot_y = plot.max.y + theme.unit * 0.5f;
  ui::text_at(ui, list, ui.fonts.small, ImVec2(plot.min.x, foot_y), theme.text_dim, first);
  ui::text_at(ui, list, ui.fonts.small,
              ImVec2(plot.max.x - ui::text_size(ui.fonts.small, last).x, foot_y), theme.text_dim,
              last);
  const std::string widget = fmt::format("occupancy.{}", widget_of(curve.need));
  ui::hit(ui, widget, plot.min, plot.max);
  if (const int nudge = ui.focus.nudge(widget); nudge != 0) {
    const uint64_t now = curve.now.value_or(curve.first);
    const uint64_t next = nudge > 0 ? now + curve.unit : now - std::min(now, curve.unit);
    set_tried(model, curve.need, std::clamp(next, curve.first, curve.last), actions);
  }
  const float share = (ImGui::GetIO().MousePos.x - plot.min.x) / plot.width();
  if (ImGui::IsItemActive()) set_tried(model, curve.need, scene::value_at(curve, share), actions);
  if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) {
    const uint64_t value = scene::value_at(curve, share);
    const auto index = static_cast<size_t>((value - curve.first) / curve.unit);
    tip(ui, say("{need}: theoretical occupancy {percent:.0f}%\ndrag to try it",
                "need"_a = study::need_text(curve.need, value).rendered(),
                "percent"_a = 100.0 * static_cast<double>(curve.fractions[index])));
  }
}

}  // namespace

void put_occupancy_reset(ui::Ui&, const gui::State& model, Flow& flow, gui::Actions& actions) {
  if (!model.options.occupancy.is_any()) return;
  if (flow.button("occupancy.reset", label("As the run has it"), false)) {
    actions.push_back(gui::action::ChangeOptions{[](gui::ViewOptions& o) { o.occupancy = {}; }});
  }
}

void draw_occupancy(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  if (model.occupancy == nullptr) return;
  const OccupancyScene& scene = *model.occupancy;
  const ui::Theme& theme = ui.theme;
  const study::OccupancyFacts& facts = scene.facts;
  ui::text_wrapped(ui, ui.fonts.title, theme.text, study::headline(facts));
  ui::tooltip(ui, study::metric_line(study::Quantity::kTheoreticalOccupancy));
  ui::text_wrapped(ui, ui.fonts.body, reason_color(theme, facts), study::reason_text(facts));
  for (const Text& text : {study::budget_text(facts), study::grid_text(facts),
                           study::registers_problem(facts), study::source_text(facts)})
    ui::text_wrapped(ui, ui.fonts.body, theme.text_dim, text);
  Area area = content_area();
  area.min.y += theme.unit;
  const float body = ui::font_size(ui.fonts.body);
  const float least = body * 9;  // of a curve with its words
  if (!scene.bars.empty()) {
    const float height = std::clamp(area.height() - least - theme.unit * 1.5f,
                                    least_box_height(ui, scene, area.width()), body * 24);
    draw_multiprocessor_box(ui, scene, model.entering,
                            make_area(area.min.x, area.min.y, area.width(), height));
    area.min.y += height + theme.unit * 1.5f;
  }
  const float width = area.width() / static_cast<float>(scene.curves.size());
  const float height = std::clamp(area.height(), least, body * 18);
  for (size_t i = 0; i < scene.curves.size(); ++i) {
    const float x = area.min.x + width * static_cast<float>(i);
    draw_curve(ui, model, scene, scene.curves[i],
               make_area(x, area.min.y, width - theme.unit * 2, height), actions);
  }
  ImGui::SetCursorScreenPos(area.min);  // what has no room is scrolled to
  ImGui::Dummy(ImVec2(1, height - theme.unit * 0.5f));
}

}  // namespace warplens::views
