// Constant memory: a row is one value, broadcast to all lanes that read it; rows leave one after
// the other, so that one row is the best there is.
#include "app/gui/views/constant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/gui/scene/sentence.hpp"
#include "app/gui/views/panel.hpp"
#include "app/gui/views/question.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

struct ConstantPicture : PassView {
  float left = 0, cell = 0, height = 0;  // lane 0, a lane's width, a row [pixels]
};

Area lane_area(const ConstantPicture& p, size_t row, uint32_t lane) {
  const float x0 = std::round(p.left + p.cell * static_cast<float>(lane));
  const float x1 = std::round(p.left + p.cell * static_cast<float>(lane + 1));
  const float y0 = std::round(p.area.min.y + p.height * static_cast<float>(row));
  const float y1 = std::round(p.area.min.y + p.height * static_cast<float>(row + 1));
  return {ImVec2(x0, y0), ImVec2(x1 - 1, std::max(y1 - 1, y0 + 1))};
}

std::string row_text(const scene::Broadcast& broadcast) {
  return fmt::format("{} = {}", broadcast.element_name, broadcast.value);
}

void draw_lane(ConstantPicture& p, const scene::Broadcast& broadcast, size_t row, uint32_t lane) {
  const Area cell = lane_area(p, row, lane);
  if ((broadcast.lanes >> lane & 1) == 0) {
    if (p.height >= 6) outline(p.list, cell, p.ui.theme.line, 1);
    return;
  }
  const ImU32 color = group_color(p.ui, p.moment.lanes[lane].group);
  const bool is_begun = p.is_over() || row < p.pass;
  p.list->AddRectFilled(cell.min, cell.max, is_begun ? color : ui::fade(color, 0.15f), 0, 0);
  draw_label(p.ui, p.list, cell, ink(p.ui), fmt::format("{}", lane), smallest_letters(p.ui) - 1);
  if ((outlined_lanes(p.ui, p.moment) >> lane & 1) != 0) {
    outline(p.list, cell, chosen_color(p.ui), 2 * p.ui.scale);
  }
  if (!is_hovered(cell)) return;
  tip(p.ui, row_text(broadcast) + "\n" + scene::lanes_text(broadcast.lanes, false));
  point_at_lane(p, lane);
}

}  // namespace

void draw_broadcasts(const PassView& view) {
  const std::vector<scene::Broadcast>& rows = view.moment.broadcasts;
  ConstantPicture p{view};
  float names = 0;
  for (const scene::Broadcast& row : rows) {
    names = std::max(names, ui::text_size(p.ui.fonts.mono_small, row_text(row)).x);
  }
  const float number = ui::text_size(p.ui.fonts.mono_small, "00 ").x;
  p.left = p.area.min.x + number + std::min(names, p.area.width() * 0.35f) + p.ui.theme.unit;
  p.cell = (p.area.max.x - p.left) / 32;
  p.height = std::min(p.area.height() / static_cast<float>(std::max<size_t>(rows.size(), 1)),
                      ui::font_size(p.ui.fonts.mono_small) * 2.2f);
  if (!p.is_over()) {
    draw_pass_head(p, p.area);
    p.area.min.y += ui::font_size(p.ui.fonts.title) + p.ui.theme.unit;
  }
  for (size_t row = 0; row < rows.size(); ++row) {
    const Area first = lane_area(p, row, 0);
    draw_label(p.ui, p.list,
               {ImVec2(p.area.min.x, first.min.y), ImVec2(p.area.min.x + number, first.max.y)},
               scene::judge_pass(p.moment, static_cast<uint32_t>(row)) == scene::Judgement::kWaste
                   ? p.ui.theme.waste
                   : p.ui.theme.text_dim,
               fmt::format("{}", row + 1), smallest_letters(p.ui) - 2);
    if (p.height >= ui::font_size(p.ui.fonts.mono_small)) {
      ui::text_fitted(p.ui, p.list, p.ui.fonts.mono_small,
                      ImVec2(p.area.min.x + number,
                             first.center().y - ui::font_size(p.ui.fonts.mono_small) / 2),
                      p.left - p.area.min.x - number - p.ui.theme.unit * 0.5f, p.ui.theme.text,
                      row_text(rows[row]));
    }
    for (uint32_t lane = 0; lane < 32; ++lane) draw_lane(p, rows[row], row, lane);
    p.ui.probe.widget(fmt::format("{}broadcast:{}", p.prefix, row),
                      ImVec2(p.area.min.x, first.min.y), ImVec2(p.area.max.x, first.max.y));
  }
}

namespace {

void draw_constant(ui::Ui& ui, const gui::Model& model, gui::Actions& actions) {
  if (!model.moment || !model.run) return;
  if (model.moment->access.space != trace::Space::kConstant) return;
  if (counts_hidden(model)) {
    draw_question(ui, model, actions, "constant:reveal",
                  sentence("How many broadcasts does this access take?"));
    return;
  }
  draw_broadcasts(pass_view(ui, model, actions));
}

}  // namespace

const Panel kConstantPanel = {
    .id = "constant",
    .title = sentence("CONSTANT MEMORY"),
    .remark = [](const gui::Model&) -> std::string {
      return label("one row a broadcast: a value goes to every lane that reads it");
    },
    .tab = sentence("MEMORY"),
    .is_shown =
        [](const gui::Model& model) {
          return model.moment != nullptr && model.moment->access.space == trace::Space::kConstant;
        },
    .asks = true,
    .draw = stateless<draw_constant>,
};

}  // namespace warplens::views
