// The Compare view's bars: one card an operation and one for the time; the run before above the
// present one, on the same scale.
#include "app/window/pages/comparison/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/scene/words/launch_words.hpp"
#include "app/study/counts.hpp"
#include "app/window/frame/totals.hpp"
#include "app/window/pages/page.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using scene::BarCard;
using scene::Column;
using scene::ComparedBar;
using scene::ComparedLaunch;
using scene::ComparisonScene;

// The two runs' names, in the lesson's words where a parameter differs, and how large they are.
struct Names {
  std::string now, before, both, launch;
};
Names names_of(const gui::State& model, const ComparisonScene& scene) {
  scene::TotalsTable table;
  table.has_before = scene.has_before;
  table.now_name = scene.now_name;
  table.before_name = scene.before_name;
  if (model.lesson != nullptr) {
    name_by_parameters(model.lesson->parameters, model.run_settings, model.previous_settings,
                       table);
  }
  Names names{label("now"), label("before"), label("before and now"),
              scene.has_before && model.previous != nullptr
                  ? scene::launch_size_words(*model.previous, *model.run)
                  : scene::launch_size_words(*model.run)};
  if (!table.now_name.empty()) names.now += ": " + table.now_name;
  if (!table.before_name.empty()) names.before += ": " + table.before_name;
  return names;
}

// [pixels]
struct CardSizes {
  float width = 0, label = 0;
  float row = 0, caption = 0, gap = 0;        // heights; the gap is between the two runs' bars
  ImFont *font = nullptr, *values = nullptr;  // of labels and asides, of numbers
  float counts = 0, times = 0;                // of the widest text behind a bar
};

// "as written", "as written and compiled".
std::string label_of(const ComparedBar& bar) {
  if (!bar.is_of_both) return name_of(bar.column);
  return bar.column == Column::kAsWritten ? label("both builds") : label("recorded, both builds");
}

bool has_before(const BarCard& card) {
  return !card.bars.empty() && card.bars.front().is_before;
}

float height_of(const ui::Ui& ui, const BarCard& card, const CardSizes& sizes, bool has_names) {
  float captions = has_names ? sizes.caption : 0;
  if (has_names && has_before(card)) captions += sizes.caption + sizes.gap;
  return ui::font_size(ui.fonts.body) + ui.theme.unit * 2 + captions +
         sizes.row * static_cast<float>(card.bars.size());
}

// `launch`: what the time is of, as launch_size_words() says it.
std::string title_of(const BarCard& card, const std::string& launch) {
  if (card.is_time) return say("time of {launch}", "launch"_a = launch);
  return fmt::format("{} · {}", name_of(card.space, card.operation),
                     label(study::name_of(study::cost_in(card.space))));
}

std::string aside_of(const BarCard& card, const ComparedBar& bar) {
  if (card.is_time) {
    if (!(bar.spread > 0)) return "";
    return bar.is_settled
               ? say("± {percent:.1f}%", "percent"_a = bar.spread * 100)
               : say("± {percent:.1f}%, still varied at the end", "percent"_a = bar.spread * 100);
  }
  if (bar.surplus_text.empty()) return "";
  const bool is_shared = card.space == trace::Space::kShared;
  return is_shared ? say("{count} bank conflicts", "count"_a = bar.surplus_text)
                   : say("{count} excessive", "count"_a = bar.surplus_text);
}

void draw_bar(ui::Ui& ui, const BarCard& card, const ComparedBar& bar, ImVec2 at,
              const CardSizes& sizes) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  const float text_y = at.y + (sizes.row - ui::font_size(sizes.font)) / 2;
  ui::text_fitted(ui, list, sizes.font, ImVec2(at.x, text_y), sizes.label - theme.unit,
                  theme.text_dim, label_of(bar));
  const float room = std::max(
      sizes.width - sizes.label - (card.is_time ? sizes.times : sizes.counts), theme.unit * 2);
  const float scale = card.longest > 0 ? room / static_cast<float>(card.longest) : 0;
  const float top = at.y + sizes.row * 0.16f, bottom = at.y + sizes.row * 0.84f;
  const float alpha = bar.is_before ? 0.55f : 1.0f;
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
  part(bar.surplus, theme.waste_fill);
  x += theme.unit * 0.75f;
  ui::text_at(ui, list, sizes.values,
              ImVec2(x, at.y + (sizes.row - ui::font_size(sizes.values)) / 2),
              bar.is_before ? theme.text_dim : theme.text, bar.value);
  x += ui::text_size(sizes.values, bar.value).x + theme.unit;
  ui::text_at(ui, list, sizes.font, ImVec2(x, text_y),
              card.is_time || bar.is_before ? theme.text_dim : theme.waste, aside_of(card, bar));
}

void draw_card(ui::Ui& ui, const BarCard& card, const Names& names, bool has_names, ImVec2 at,
               const CardSizes& sizes) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::string title = title_of(card, names.launch);
  ui::text_at(ui, list, ui.fonts.body, at, ui.theme.text,
              ui::whole_parts(ui.fonts.body, sizes.width, title));
  float y = at.y + ui::font_size(ui.fonts.body) + ui.theme.unit * 0.5f;
  const ComparedBar* last = nullptr;
  for (const ComparedBar& bar : card.bars) {
    if (has_names && (last == nullptr || last->is_before != bar.is_before)) {
      if (last != nullptr) y += sizes.gap;
      ui::text_fitted(ui, list, sizes.font, ImVec2(at.x, y), sizes.width,
                      bar.is_before ? ui.theme.text_dim : ui.theme.text,
                      bar.is_before       ? names.before
                      : card.is_unchanged ? names.both
                                          : names.now);
      y += sizes.caption;
    }
    draw_bar(ui, card, bar, ImVec2(at.x, y), sizes);
    y += sizes.row;
    last = &bar;
  }
}

}  // namespace

void draw_cards(ui::Ui& ui, const gui::State& model, const ComparisonScene& scene,
                const ComparedLaunch& launch) {
  if (launch.cards.empty()) return;
  const float unit = ui.theme.unit;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - unit;
  const int columns =
      std::clamp(static_cast<int>(width / (unit * 48)), 1, static_cast<int>(launch.cards.size()));
  const float gap = unit * 3;
  CardSizes sizes;
  sizes.width = (width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  sizes.font = width > unit * 100 ? ui.fonts.body : ui.fonts.small;
  sizes.values = sizes.font == ui.fonts.body ? ui.fonts.body : ui.fonts.mono;
  sizes.row = ui::font_size(sizes.font) + unit * 0.5f;
  sizes.caption = ui::font_size(sizes.font) + unit * 0.25f;
  sizes.gap = unit * 0.5f;
  for (const BarCard& card : launch.cards) {
    for (const ComparedBar& bar : card.bars) {
      sizes.label = std::max(sizes.label, ui::text_size(sizes.font, label_of(bar)).x + unit * 1.5f);
      const float value = ui::text_size(sizes.values, bar.value).x + unit * 2 +
                          ui::text_size(sizes.font, aside_of(card, bar)).x;
      float& widest = card.is_time ? sizes.times : sizes.counts;
      widest = std::max(widest, value);
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

}  // namespace warplens::views
