// The box on top: a bar for each resource with a part for each resident block. Below it three
// curves; pressing or dragging in one tries that value in the place of the run's.
#include "app/gui/views/occupancy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/gui/scene/format.hpp"
#include "app/gui/scene/occupancy_scene.hpp"
#include "app/gui/views/picture.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using scene::BlockNeed;
using scene::OccupancyBar;
using scene::OccupancyCurve;
using scene::OccupancyScene;

const char* name_of(model::Resource resource) {
  constexpr Sentence kNames[] = {sentence("blocks"), sentence("warps"), sentence("registers"),
                                 sentence("shared memory")};
  return label(kNames[static_cast<size_t>(resource)]);
}

const char* title_of(BlockNeed need) {
  constexpr Sentence kNames[] = {sentence("threads a block"), sentence("registers a thread"),
                                 sentence("shared memory a block")};
  return label(kNames[static_cast<size_t>(need)]);
}

const char* widget_of(BlockNeed need) {
  constexpr const char* kNames[] = {"threads", "registers", "shared"};
  return kNames[static_cast<size_t>(need)];
}

void set_tried(const gui::Model& model, BlockNeed need, uint64_t value, gui::Actions& actions) {
  gui::ViewOptions options = model.options;
  scene::OccupancyTry& tried = options.occupancy;
  if (need == BlockNeed::kThreads) tried.threads = static_cast<uint32_t>(value);
  if (need == BlockNeed::kRegisters) tried.registers = static_cast<uint32_t>(value);
  if (need == BlockNeed::kShared) tried.shared = value;
  if (tried != model.options.occupancy) actions.push_back(gui::action::SetOptions{options});
}

ImU32 reason_color(const ui::Theme& theme, const OccupancyScene& scene) {
  if (scene.fails()) return theme.error;
  return scene.occupancy.fraction < 1 ? theme.waste : theme.good;
}

// Blocks drop in from above one after another, while `entering` goes from 0 to 1: how far above its
// place a block is, in heights of the bar.
float height_above(uint32_t block, uint32_t blocks, float entering) {
  const float start = static_cast<float>(block) / static_cast<float>(blocks);
  const float fallen = std::clamp(entering * 2 - start, 0.0f, 1.0f);
  return 1 - fallen * fallen;
}

// One part a block, and what is left.
void draw_bar(ui::Ui& ui, const OccupancyBar& bar, uint32_t blocks, float entering,
              const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  list->AddRectFilled(area.min, area.max, theme.background);
  const float of_block = area.width() * static_cast<float>(static_cast<double>(bar.of_block) /
                                                           static_cast<double>(bar.all));
  const ImU32 color = bar.is_limit ? theme.waste : theme.accent;
  const float gap = of_block > 4 * ui.scale ? std::max(1.0f, ui.scale) : 0;
  float x = area.min.x;
  list->PushClipRect(area.min, area.max, true);
  for (uint32_t block = 0; block < blocks; ++block) {
    const float up = area.height() * height_above(block, blocks, entering);
    const Area part{ImVec2(std::round(x), area.min.y - up),
                    ImVec2(std::round(x + of_block) - gap, area.max.y - up)};
    list->AddRectFilled(part.min, part.max, ui::fade(color, block % 2 == 0 ? 0.85f : 0.65f));
    x += of_block;
  }
  list->PopClipRect();
  const Area rest{ImVec2(std::round(x), area.min.y), area.max};
  if (bar.is_limit && rest.width() > 1) {  // too little for another block
    list->PushClipRect(rest.min, rest.max, true);
    hatch(list, rest, ui::fade(theme.waste, 0.5f), theme.unit * 0.75f);
    list->PopClipRect();
  }
  outline(list, area, bar.is_limit ? theme.waste : theme.text_faint, 1);
  ui.probe.widget(fmt::format("occupancy.bar.{}", static_cast<int>(bar.resource)), area.min,
                  area.max);
  if (is_hovered(area) && bar.room != model::Occupancy::kUnlimited)
    tip(ui, say("{resource}: room for {blocks} such blocks", "resource"_a = name_of(bar.resource),
                "blocks"_a = bar.room));
}

// The sizes that shared memory may take, and what L1 keeps.
void draw_carve_out(ui::Ui& ui, const OccupancyScene& scene, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  const auto all = static_cast<float>(scene.carve_out + scene.left_to_l1);
  const auto at = [&](uint32_t bytes) {
    return std::round(area.min.x + area.width() * static_cast<float>(bytes) / all);
  };
  list->AddRectFilled(area.min, area.max, theme.background);
  list->AddRectFilled(area.min, ImVec2(at(scene.carve_out), area.max.y),
                      ui::fade(theme.accent, 0.65f));
  for (const uint32_t size : scene.carve_outs)
    list->AddLine(ImVec2(at(size), area.min.y), ImVec2(at(size), area.max.y), theme.text_faint, 1);
  outline(list, area, theme.text_faint, 1);
}

// The multiprocessor: names on the left, bars, what is used on the right.
void draw_box(ui::Ui& ui, const OccupancyScene& scene, float entering, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  ImFont* font = ui.fonts.body;
  const bool has_l1 = !scene.carve_outs.empty();
  const std::string split =
      say("L1 keeps {bytes}", "bytes"_a = scene::byte_count(scene.left_to_l1));
  float names = ui::text_size(font, label("split with L1")).x, used = 0;
  for (const OccupancyBar& bar : scene.bars) {
    names = std::max(names, ui::text_size(font, name_of(bar.resource)).x);
    used = std::max(used, ui::text_size(font, bar.used).x);
  }
  used = std::max(used, ui::text_size(font, split).x);
  const auto rows = static_cast<float>(scene.bars.size() + (has_l1 ? 1 : 0));
  const float row = area.height() / rows;
  const float height = std::min(row - theme.unit * 0.5f, ui::font_size(font) * 1.5f);
  float y = area.min.y;
  const auto put_row = [&](const char* name, std::string_view words, ImU32 color) {
    const float text_y = y + (height - ui::font_size(font)) / 2;
    ui::text_at(ui, list, font, ImVec2(area.min.x, text_y), color, name);
    ui::text_at(ui, list, font, ImVec2(area.max.x - used, text_y), color, words);
    const float left = area.min.x + names + theme.unit, right = area.max.x - used - theme.unit;
    const Area result = make_area(left, y, std::max(0.0f, right - left), height);
    y += row;
    return result;
  };
  for (const OccupancyBar& bar : scene.bars) {
    const ImU32 color = bar.is_limit ? theme.waste : theme.text;
    draw_bar(ui, bar, scene.occupancy.blocks, entering,
             put_row(name_of(bar.resource), bar.used, color));
  }
  if (has_l1) draw_carve_out(ui, scene, put_row(label("split with L1"), split, theme.text_dim));
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

std::string now_text(const OccupancyCurve& curve) {
  if (!curve.now) return label("not known: press here to try");
  return scene::need_text(curve.need, *curve.now);
}

void draw_curve(ui::Ui& ui, const gui::Model& model, const OccupancyCurve& curve, const Area& area,
                gui::Actions& actions) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  ImFont* font = ui.fonts.body;
  const bool is_tried = curve.now != curve.of_run;
  ui::text_at(ui, list, font, area.min, theme.text, title_of(curve.need));
  ui::text_at(ui, list, font, ImVec2(area.min.x, area.min.y + ui::font_size(font) * 1.15f),
              is_tried ? theme.accent : theme.text_dim, now_text(curve));
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
  if (curve.now) draw_marker(ui, plot, scene::place_of(curve, *curve.now), theme.accent, 2);
  const std::string first = scene::need_text(curve.need, curve.first);
  const std::string last = scene::need_text(curve.need, curve.last);
  const float foot_y = plot.max.y + theme.unit * 0.5f;
  ui::text_at(ui, list, ui.fonts.small, ImVec2(plot.min.x, foot_y), theme.text_dim, first);
  ui::text_at(ui, list, ui.fonts.small,
              ImVec2(plot.max.x - ui::text_size(ui.fonts.small, last).x, foot_y), theme.text_dim,
              last);
  ui::hit(ui, fmt::format("occupancy.{}", widget_of(curve.need)), plot.min, plot.max);
  const float share = (ImGui::GetIO().MousePos.x - plot.min.x) / plot.width();
  if (ImGui::IsItemActive()) set_tried(model, curve.need, scene::value_at(curve, share), actions);
  if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) {
    const uint64_t value = scene::value_at(curve, share);
    const auto index = static_cast<size_t>((value - curve.first) / curve.unit);
    tip(ui, say("{need}: occupancy {percent:.0f}%\ndrag to try it",
                "need"_a = scene::need_text(curve.need, value),
                "percent"_a = 100.0 * static_cast<double>(curve.fractions[index])));
  }
}

}  // namespace

void put_occupancy_reset(ui::Ui&, const gui::Model& model, Flow& flow, gui::Actions& actions) {
  if (!model.options.occupancy.is_any()) return;
  if (flow.button("occupancy.reset", label("As the run has it"), false)) {
    gui::ViewOptions options = model.options;
    options.occupancy = {};
    actions.push_back(gui::action::SetOptions{options});
  }
}

void draw_occupancy(ui::Ui& ui, const gui::Model& model, gui::Actions& actions) {
  if (model.occupancy == nullptr) return;
  const OccupancyScene& scene = *model.occupancy;
  const ui::Theme& theme = ui.theme;
  ui::text_wrapped(ui, ui.fonts.title, theme.text, scene.headline);
  ui::text_wrapped(ui, ui.fonts.body, reason_color(theme, scene), scene.reason);
  if (!scene.grid.empty()) ui::text_wrapped(ui, ui.fonts.small, theme.text_dim, scene.grid);
  ui::text_wrapped(ui, ui.fonts.small, theme.text_dim, scene.source);
  Area area = content_area();
  area.min.y += theme.unit;
  const float bars =
      scene.bars.empty() ? 0 : std::min(area.height() * 0.45f, ui::font_size(ui.fonts.body) * 10);
  if (!scene.bars.empty())
    draw_box(ui, scene, model.entering, make_area(area.min.x, area.min.y, area.width(), bars));
  area.min.y += bars + theme.unit * 1.5f;
  const float width = area.width() / static_cast<float>(scene.curves.size());
  for (size_t i = 0; i < scene.curves.size(); ++i) {
    const float x = area.min.x + width * static_cast<float>(i);
    draw_curve(ui, model, scene.curves[i],
               make_area(x, area.min.y, width - theme.unit * 2,
                         std::min(area.height(), ui::font_size(ui.fonts.body) * 18)),
               actions);
  }
}

}  // namespace warplens::views
