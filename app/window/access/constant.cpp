// Constant memory: a row is one value, broadcast to all lanes that read it; rows leave one after
// the other, so that one row is the best there is.
#include "app/window/access/access_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/scene/words/sentence.hpp"
#include "app/window/access/cover.hpp"
#include "app/window/access/pass_caption.hpp"
#include "app/window/frame/panel.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

struct ConstantPicture : PassView {
  float left = 0, cell = 0, top = 0, height = 0;  // lane 0, a lane's width; row 0, a row [pixels]
  float numbers_top = 0;                          // of the lanes
  float number = 0;                               // the width of a broadcast's number
};

Area lane_area(const ConstantPicture& p, size_t row, uint32_t lane) {
  const float y0 = std::round(p.top + p.height * static_cast<float>(row));
  const float y1 = std::round(p.top + p.height * static_cast<float>(row + 1));
  return row_cell(p.left, p.cell, lane, y0, std::max(y1 - 1, y0 + 1));
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
  if (is_begun)
    p.list->AddRectFilled(cell.min, cell.max, color, 0, 0);
  else
    draw_waiting(p.ui, p.list, cell, color);
  if ((outlined_lanes(p.ui, p.moment) >> lane & 1) != 0) {
    outline(p.list, cell, chosen_color(p.ui), std::min(2 * p.ui.scale, cell.height() / 3));
  }
  if (!is_hovered(cell)) return;
  picture_tip(p.ui, p.model,
              row_text(broadcast) + "\n" + scene::lanes_text(broadcast.lanes, false));
  point_at_lane(p, lane);
}

// Above the columns: which lane each is.
void draw_lane_numbers(ConstantPicture& p) {
  const float size = ui::font_size(p.ui.fonts.mono_small);
  const float y = p.numbers_top;
  const std::string_view word = label("lane");
  const float width = ui::text_size(p.ui.fonts.small, word).x;
  ui::text_at(p.ui, p.list, p.ui.fonts.small, ImVec2(p.left - width - p.ui.theme.unit * 0.75f, y),
              p.ui.theme.text_dim, word);
  const float digits = ui::text_size(p.ui.fonts.mono_small, "00").x + p.ui.theme.unit * 0.75f;
  uint32_t step = 1;
  while (step < trace::kWarpSize && p.cell * static_cast<float>(step) < digits) step *= 2;
  for (uint32_t lane = 0; lane < trace::kWarpSize; lane += step) {
    const float middle = p.left + p.cell * (static_cast<float>(lane) + 0.5f);
    const float half = p.cell * static_cast<float>(step) / 2;
    draw_label(p.ui, p.list, {ImVec2(middle - half, y), ImVec2(middle + half, y + size)},
               p.ui.theme.text_dim, fmt::format("{}", lane), smallest_letters(p.ui));
  }
}

// Which broadcast it is, and its value.
void draw_row_texts(ConstantPicture& p, const scene::Broadcast& broadcast, size_t row) {
  const Area first = lane_area(p, row, 0);
  const float size = ui::font_size(p.ui.fonts.mono_small), x = p.area.min.x;
  const float y = std::min(first.center().y - size / 2, p.area.max.y - size);
  const bool is_wasteful =
      scene::judge_pass(p.moment, static_cast<uint32_t>(row)) == scene::Judgement::kWaste;
  const bool is_now = !p.is_over() && row + 1 == p.pass;
  const bool is_begun = p.is_over() || row < p.pass;
  const ImU32 dim = is_begun ? p.ui.theme.text_dim : p.ui.theme.text_faint;
  draw_label(p.ui, p.list, {ImVec2(x, y), ImVec2(x + p.number, y + size)},
             is_wasteful && is_begun ? p.ui.theme.waste : dim, fmt::format("{}", row + 1),
             smallest_letters(p.ui));
  ui::text_fitted(p.ui, p.list, p.ui.fonts.mono_small, ImVec2(x + p.number, y),
                  p.left - x - p.number - p.ui.theme.unit * 0.5f, is_now ? p.ui.theme.text : dim,
                  row_text(broadcast));
}

// How many rows apart texts are, where rows are lower than letters.
size_t text_step(const ConstantPicture& p) {
  const float letters = ui::font_size(p.ui.fonts.mono_small) + 1;
  return std::max<size_t>(1, static_cast<size_t>(std::ceil(letters / std::max(p.height, 1.0f))));
}

}  // namespace

void draw_broadcasts(const PassView& view) {
  const std::vector<scene::Broadcast>& rows = view.moment.broadcasts;
  ConstantPicture p{view};
  if (steps_by_pass(p.model)) {
    p.area = draw_pass_caption(p, p.area);
    draw_pass_head(p, p.area);
    p.area.min.y += ui::font_size(p.ui.fonts.title) + p.ui.theme.unit * 0.5f;
  }
  float names = 0;
  for (const scene::Broadcast& row : rows)
    names = std::max(names, ui::text_size(p.ui.fonts.mono_small, row_text(row)).x);
  p.number = ui::text_size(p.ui.fonts.mono_small, "00 ").x + p.ui.theme.unit * 0.5f;
  p.left = p.area.min.x + p.number + std::min(names, p.area.width() * 0.35f) + p.ui.theme.unit;
  p.cell = (p.area.max.x - p.left) / static_cast<float>(trace::kWarpSize);
  const float letters = ui::font_size(p.ui.fonts.mono_small);
  const float heading = std::max(letters, ui::font_size(p.ui.fonts.small)) + 2;
  const bool has_numbers = p.area.height() >= heading + letters;
  p.numbers_top = p.area.min.y + 1;
  p.top = p.area.min.y + (has_numbers ? heading : 0);
  p.height = std::min((p.area.max.y - p.top) / static_cast<float>(std::max<size_t>(rows.size(), 1)),
                      letters * 2.2f);
  // The first row's text, in its middle, is not on the numbers of the lanes; what the rows move
  // down by makes them lower.
  if (letters > p.height) {
    const float twice = 2 * static_cast<float>(std::max<size_t>(rows.size(), 1));
    p.top += (letters - p.height) / 2 * twice / (twice - 1);
    p.height = std::max(0.0f, p.area.max.y - p.top) * 2 / twice;
  }
  if (has_numbers) draw_lane_numbers(p);
  // The one under way has a text in any case.
  const size_t step = text_step(p), with_text = p.is_over() ? 0 : (p.pass - 1) % step;
  for (size_t row = 0; row < rows.size(); ++row) {
    if (row % step == with_text) draw_row_texts(p, rows[row], row);
    for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) draw_lane(p, rows[row], row, lane);
    p.ui.probe.widget(fmt::format("{}broadcast:{}", p.prefix, row),
                      ImVec2(p.area.min.x, lane_area(p, row, 0).min.y),
                      ImVec2(p.area.max.x, lane_area(p, row, 0).max.y));
  }
}

namespace {

void draw_constant(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  if (!model.moment || !model.run) return;
  if (model.moment->access.space != trace::Space::kConstant) return;
  if (counts_hidden(model))  // a row a broadcast
    return draw_cover(ui, ImGui::GetWindowDrawList(), content_area());
  draw_broadcasts(pass_view(ui, model, actions));
}

}  // namespace

const Panel kConstantPanel = {
    .id = "constant",
    .title = sentence("CONSTANT MEMORY"),
    .remark = [](const gui::State&) -> std::string {
      return label("one row a broadcast: a value goes to every lane that reads it");
    },
    .tab = sentence("MEMORY"),
    .is_shown =
        [](const gui::State& model) {
          return model.moment != nullptr && model.moment->access.space == trace::Space::kConstant;
        },
    .draw = stateless<draw_constant>,
};

}  // namespace warplens::views
