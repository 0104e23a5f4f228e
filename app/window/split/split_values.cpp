#include "app/window/split/split.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "app/scene/faulty.hpp"
#include "app/window/frame/stage.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

uint32_t lanes_that_differ(const scene::Moment& one, const scene::Moment& other) {
  if (one.array != other.array) return 0;
  uint32_t differing = 0;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    const scene::LaneRow &a = one.lanes[lane], &b = other.lanes[lane];
    if (a.active && b.active && a.value != b.value) differing |= 1u << lane;
  }
  return differing;
}

namespace {

constexpr float kHigh = 8;  // [units] from which the words are large

// As much as has room [pixels].
std::string words_of(uint32_t unwritten, uint32_t differing, ImFont* font, float room) {
  const auto count = static_cast<uint64_t>(std::popcount(differing));
  const std::string values =
      say_count("the lanes' values: {count} differs from the other side",
                "the lanes' values: {count} differ from the other side", count);
  const std::string briefly = say_count("{count} value differs", "{count} values differ", count);
  if (unwritten == 0) return std::string(ui::first_fitting(font, room, {values, briefly}));
  const auto lanes = static_cast<uint64_t>(std::popcount(unwritten));
  const std::string whole =
      say_count("{count} lane reads a cell that nobody has written yet",
                "{count} lanes read a cell that nobody has written yet", lanes);
  const std::string brief = say_count("{count} lane reads an unwritten cell",
                                      "{count} lanes read unwritten cells", lanes);
  return std::string(ui::first_fitting(
      font, room, {whole + "; " + values, whole + "; " + briefly, brief + "; " + briefly, brief}));
}

std::string value_text(const scene::LaneRow& row, bool is_unwritten) {
  return is_unwritten ? row.value + "?" : row.value;  // nobody knows what is there
}

// [pixels] On stage, where letters are large, as the numbers at the lanes above.
float value_letters(const ui::Ui& ui, const gui::State& model) {
  return model.options.stage == gui::Stage::kOff
             ? smallest_letters(ui)
             : std::max(kRowLetters * ui.scale / kStageScale, ui.least_letters);
}

// [pixels]
float widest_value(const ui::Ui& ui, const scene::Moment& moment, float letters) {
  ImFont* font = ui.fonts.mono_small;
  const uint32_t unwritten = scene::lanes_at_unwritten(moment);
  float widest = 0;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    const std::string text = value_text(moment.lanes[lane], (unwritten >> lane & 1) != 0);
    widest = std::max(widest, ui::text_size(font, text).x * letters / ui::font_size(font));
  }
  return widest;
}

// How many rows of cells, so that every value has room in its own, as far as the height goes.
uint32_t rows_for(const ui::Ui& ui, float widest, ImVec2 room, float letters) {
  constexpr uint32_t kMostRows = 4;
  uint32_t rows = 1;
  const auto cell = [&] { return room.x * static_cast<float>(rows) / trace::kWarpSize - 2; };
  while (rows < kMostRows && cell() < widest + 2 * ui.scale &&
         room.y / static_cast<float>(rows * 2) > letters + 1)
    rows *= 2;
  return rows;
}

}  // namespace

void draw_lane_values(ui::Ui& ui, const gui::State& model, const scene::Moment& moment,
                      const scene::Moment* other, uint32_t differing, const Area& area) {
  const uint32_t unwritten = scene::lanes_at_unwritten(moment);
  const bool is_other_wrong = other != nullptr && scene::lanes_at_unwritten(*other) != 0;
  const uint32_t wrong = unwritten != 0 || is_other_wrong ? unwritten : differing;
  ImDrawList* list = ImGui::GetWindowDrawList();
  ImFont* font = area.height() > ui.theme.unit * kHigh ? ui.fonts.title : ui.fonts.small;
  const float title = ui::font_size(font) + ui.theme.unit * 0.75f;
  ui::text_fitted(ui, list, font, area.min, area.width(),
                  wrong != 0 ? ui.theme.error : ui.theme.text,
                  words_of(unwritten, differing, font, area.width()));
  const float letters = value_letters(ui, model);
  const float top = area.min.y + title;
  // Both sides have the same rows.
  const float widest = std::max(widest_value(ui, moment, letters),
                                other == nullptr ? 0.0f : widest_value(ui, *other, letters));
  const uint32_t rows = rows_for(ui, widest, {area.width(), area.max.y - top}, letters);
  const uint32_t columns = trace::kWarpSize / rows;
  const float width = area.width() / static_cast<float>(columns);
  const float height = (area.max.y - top) / static_cast<float>(rows);
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    const scene::LaneRow& row = moment.lanes[lane];
    const float y = top + height * static_cast<float>(lane / columns);
    const float foot = lane / columns + 1 < rows ? y + height - 1 : area.max.y;
    const Area cell = row_cell(area.min.x, width, lane % columns, std::round(y), std::round(foot));
    const bool is_wrong = (wrong >> lane & 1) != 0, differs = (differing >> lane & 1) != 0;
    list->AddRectFilled(cell.min, cell.max,
                        is_wrong ? ui::fade(ui.theme.error, 0.45f) : ui.theme.panel_raised);
    if (differs && !is_wrong) outline(list, cell, ui.theme.text_dim, 1);
    if (!row.active) continue;
    const ImU32 color = is_wrong || differs ? ui.theme.text : ui.theme.text_dim;
    const std::string text = value_text(row, (unwritten >> lane & 1) != 0);
    if (!draw_label(ui, list, cell, color, text, letters))
      draw_label(ui, list, cell, color, "…", letters);
    if (is_hovered(cell)) tip(ui, say("lane {lane}: {value}", "lane"_a = lane, "value"_a = text));
  }
}

}  // namespace warplens::views
