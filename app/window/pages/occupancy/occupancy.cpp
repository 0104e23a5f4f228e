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
#include "app/window/kit/chart.hpp"
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

ui::Chart chart_of(const OccupancyCurve& curve, const Area& plot) {
  return {plot, {0, static_cast<double>(curve.fractions.size() - 1)}, {0, 1}};
}

// Steps: between two points the occupancy is that of the next one; where the launch fails, red.
void draw_steps(const ui::Ui& ui, const OccupancyCurve& curve, const ui::Chart& chart) {
  for (size_t i = 0; i + 1 < curve.fractions.size(); ++i) {
    const auto at = [&](size_t point, size_t level) {
      return chart.at(static_cast<double>(point), static_cast<double>(curve.fractions[level]));
    };
    const bool fails = curve.fractions[i + 1] == 0;
    const ImU32 color = fails ? ui.theme.error : ui.theme.text;
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddLine(at(i, i), at(i, i + 1), color, 1.5f * ui.scale);
    list->AddLine(at(i, i + 1), at(i + 1, i + 1), color, (fails ? 3.0f : 1.5f) * ui.scale);
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
  const ui::Chart chart = chart_of(curve, plot);
  ui::draw_y_marks(ui, chart, ui.fonts.small, {{0, "0%"}, {0.5, "50%"}, {1, "100%"}});
  if (curve.of_run && is_tried)
    ui::draw_marker(ui, plot, scene::place_of(curve, *curve.of_run), theme.text_faint, 1);
  draw_steps(ui, curve, chart);
  draw_failure(ui, curve, plot);
  if (curve.now) ui::draw_marker(ui, plot, scene::place_of(curve, *curve.now), theme.accent, 2);
  ui::Labels ends(ui, ui.fonts.small, theme.unit);
  for (const uint64_t end : {curve.first, curve.last})
    ends.put_centered(
        ImVec2(end == curve.first ? plot.min.x : plot.max.x, plot.max.y + theme.unit * 0.5f), plot,
        theme.text_dim, study::need_text(curve.need, end).rendered());
  const ui::Drag drag =
      ui::drag_along(ui, fmt::format("occupancy.{}", widget_of(curve.need)), plot);
  if (drag.nudge != 0) {
    const uint64_t now = curve.now.value_or(curve.first);
    const uint64_t next = drag.nudge > 0 ? now + curve.unit : now - std::min(now, curve.unit);
    set_tried(model, curve.need, std::clamp(next, curve.first, curve.last), actions);
  }
  if (drag.share) set_tried(model, curve.need, scene::value_at(curve, *drag.share), actions);
  if (drag.is_hovered) {
    const uint64_t value = scene::value_at(curve, drag.pointer);
    const auto index = static_cast<size_t>((value - curve.first) / curve.unit);
    tip(ui, say("{need}: theoretical occupancy {percent:.0f}%\ndrag to try it",
                "need"_a = study::need_text(curve.need, value).rendered(),
                "percent"_a = 100.0 * static_cast<double>(curve.fractions[index])));
  }
}

// [pixels] of a curve with its words.
float least_curve(const ui::Ui& ui) {
  return ui::font_size(ui.fonts.body) * 8;
}

float gap_below_box(const ui::Ui& ui) {
  return ui.theme.unit * 1.5f;
}

// [pixels] Of the box with the curves below it.
float height_with_curves(const ui::Ui& ui, const OccupancyScene& scene, float width) {
  return scene.bars.empty()
             ? least_curve(ui)
             : least_box_height(ui, scene, width) + gap_below_box(ui) + least_curve(ui);
}

// The curves are in the picture, below the box.
bool have_curves_room(const ui::Ui& ui, const OccupancyScene& scene, const Area& picture) {
  return scene.bars.empty() || picture.height() >= height_with_curves(ui, scene, picture.width());
}

// A part of that height at the cursor that could be whole is below what is in sight.
bool is_cut_at_foot(float height) {
  const ImDrawList* list = ImGui::GetWindowDrawList();
  const float top = list->GetClipRectMin().y, foot = list->GetClipRectMax().y;
  return height <= foot - top && ImGui::GetCursorScreenPos().y + height > foot;
}

void draw_curves(ui::Ui& ui, const gui::State& model, const OccupancyScene& scene, const Area& area,
                 gui::Actions& actions) {
  const float width = area.width() / static_cast<float>(scene.curves.size());
  for (size_t i = 0; i < scene.curves.size(); ++i) {
    const float x = area.min.x + width * static_cast<float>(i);
    draw_curve(ui, model, scene, scene.curves[i],
               make_area(x, area.min.y, width - ui.theme.unit * 2, area.height()), actions);
  }
}

PageAnswer occupancy_answer(const ui::Theme& theme, const gui::State& model) {
  if (model.occupancy == nullptr) return {};
  const study::OccupancyFacts& facts = model.occupancy->facts;
  return {{study::answer_text(facts).rendered(), facts.fails() ? theme.error : theme.text}};
}

std::vector<std::string> occupancy_caveats(const gui::State& model) {
  if (model.occupancy == nullptr) return {};
  return {study::source_text(model.occupancy->facts).rendered()};
}

// [pixels] With the curves below the box.
float whole_occupancy(const ui::Ui& ui, const gui::State& model, float width) {
  if (model.occupancy == nullptr) return 0;
  return height_with_curves(ui, *model.occupancy, width - ImGui::GetStyle().ScrollbarSize);
}

// The curves are below the picture where they have no room in it.
void draw_occupancy(ui::Ui& ui, const gui::State& model, const Area& area, gui::Actions& actions) {
  if (model.occupancy == nullptr) return;
  const OccupancyScene& scene = *model.occupancy;
  Area rest = area;
  if (!scene.bars.empty()) {
    float height = area.height();
    if (have_curves_room(ui, scene, area))
      height = std::clamp(height * 0.58f, least_box_height(ui, scene, area.width()),
                          height - gap_below_box(ui) - least_curve(ui));
    draw_multiprocessor_box(ui, scene, model.entering,
                            make_area(area.min.x, area.min.y, area.width(), height));
    rest.min.y += height + gap_below_box(ui);
  }
  if (have_curves_room(ui, scene, area)) draw_curves(ui, model, scene, rest, actions);
}

void draw_occupancy_details(ui::Ui& ui, const gui::State& model, const Area& picture,
                            gui::Actions& actions) {
  if (model.occupancy == nullptr) return;
  const OccupancyScene& scene = *model.occupancy;
  const ui::Theme& theme = ui.theme;
  const study::OccupancyFacts& facts = scene.facts;
  if (!have_curves_room(ui, scene, picture)) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = least_curve(ui) * 1.4f;
    if (!is_cut_at_foot(height + theme.unit))
      draw_curves(ui, model, scene, make_area(at.x, at.y + theme.unit, picture.width(), height),
                  actions);
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy(ImVec2(1, height + theme.unit));
  }
  ui::text_wrapped(ui, ui.fonts.body, theme.text, study::headline(facts));
  ui::tooltip(ui, study::metric_line(study::Quantity::kTheoreticalOccupancy));
  ui::text_wrapped(ui, ui.fonts.body, reason_color(theme, facts), study::reason_text(facts));
  for (const Text& text :
       {study::budget_text(facts), study::grid_text(facts), study::registers_problem(facts)})
    ui::text_wrapped(ui, ui.fonts.body, theme.text_dim, text);
}

}  // namespace

PageChoices occupancy_choices(const gui::State& model, gui::Actions& actions) {
  if (!model.options.occupancy.is_any()) return {};
  return {{"occupancy.tried",
           "",
           {{"occupancy.reset", label("As the run has it"), false,
             [&actions] {
               actions.push_back(
                   gui::action::ChangeOptions{[](gui::ViewOptions& o) { o.occupancy = {}; }});
             }}},
           ui::ChoiceForm::kButtons}};
}

constexpr PageView kOccupancyPage{.page = gui::Page::kOccupancy,
                                  .group = PageGroup::kLimits,
                                  .widget = "page.occupancy",
                                  .key = 'O',
                                  .name = sentence("Occupancy"),
                                  .question = sentence("How many blocks does an SM hold?"),
                                  .answer = occupancy_answer,
                                  .draw = draw_occupancy,
                                  .whole_height = whole_occupancy,
                                  .details = 22,
                                  .draw_details = draw_occupancy_details,
                                  .choices = occupancy_choices,
                                  .caveats = occupancy_caveats};

}  // namespace warplens::views
