#include "app/window/access/cover.hpp"

#include <algorithm>

#include "app/scene/passes.hpp"

namespace warplens::views {

const CoveredAnswer& covered_answer(trace::Space space) {
  static constexpr CoveredAnswer kAnswers[scene::kWorks] = {
      // by scene::Work
      {gui::Count::kWavefronts, "banks:reveal"},
      {gui::Count::kBroadcasts, "constant:reveal"},
      {gui::Count::kSectors, "global:reveal"}};
  return kAnswers[static_cast<size_t>(scene::work_of(space))];
}

bool is_count_covered(const gui::State& model) {
  if (model.moment == nullptr) return false;
  const gui::Choices<gui::Count>& covered = model.options.arrangement.covered;
  return covered.has(gui::Count::kElements) ||
         covered.has(covered_answer(model.moment->access.space).count);
}

void draw_cover(ui::Ui& ui, ImDrawList* list, const Area& area) {
  if (area.width() <= 0 || area.height() <= 0) return;
  list->AddRectFilled(area.min, area.max, ui.theme.panel_raised, 0, 0);
  list->PushClipRect(area.min, area.max, true);
  hatch(list, area, ui.theme.line, ui.theme.unit * 1.5f);
  list->PopClipRect();
  outline(list, area, ui.theme.text_faint, ui.scale);
  const float side = ui::font_size(ui.fonts.title) * 1.6f;
  const Area middle = make_area(area.center().x - side / 2, area.center().y - side / 2, side, side);
  if (side <= std::min(area.width(), area.height())) {
    list->AddRectFilled(middle.min, middle.max, ui.theme.panel, side / 2, 0);
    const ImVec2 size = ui::text_size(ui.fonts.title, "?");
    ui::text_at(ui, list, ui.fonts.title,
                ImVec2(middle.center().x - size.x / 2, middle.center().y - size.y / 2),
                ui.theme.accent, "?");
  }
  ui.probe.widget("cover", area.min, area.max);
}

}  // namespace warplens::views
