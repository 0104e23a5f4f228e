// Which lane has which elements of the matrices that an access moves: of each matrix one register,
// with two neighbours of a row, or of a column where they are transposed. The lane that names a row
// hardly ever has values of it, so both are marked, apart.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/scene/moved_matrices.hpp"
#include "app/window/access/matrix_picture.hpp"
#include "app/window/access/panel_text.hpp"
#include "sim/base/say.hpp"
#include "sim/trace/matrix_layout.hpp"

namespace warplens::views {
namespace {

using trace::kMatrixRows;

// What a block of two elements says: "31.3" is lane 31, register 3.
enum class OwnerLabel : uint8_t { kNone, kLane, kRegister };

struct ValuesPicture : PictureContext {
  bool is_turned = false;
  uint32_t first = 0, count = 1;  // matrices that are shown
  float left = 0, pitch = 0, gap = 0;
  float cell_width = 0, row_height = 0;
  float head_top = 0, rows_top = 0, foot_top = 0;
  OwnerLabel label = OwnerLabel::kNone;
};

uint32_t all_of(const PictureContext& p) {
  return trace::matrix_count(p.moment.access.mask);
}

// The lane that the pointer is at, else the chosen one; -1: it is of another warp.
int followed_lane(const PictureContext& p) {
  if (const int lane = hovered_lane(p.ui); lane >= 0) return lane;
  return p.moment.warp == p.moment.access.warp ? static_cast<int>(p.moment.lane) : -1;
}

float shown_left(const ValuesPicture& p, uint32_t matrix) {
  return p.left + p.pitch * static_cast<float>(matrix - p.first);
}

Area element_area(const ValuesPicture& p, uint32_t matrix, uint32_t row, uint32_t column) {
  const float top = std::round(p.rows_top + p.row_height * static_cast<float>(row));
  const float bottom = std::round(p.rows_top + p.row_height * static_cast<float>(row + 1)) - 1;
  return row_cell(shown_left(p, matrix), p.cell_width, column, top, bottom);
}

// Both elements that a lane has of a matrix.
Area owned_area(const ValuesPicture& p, uint32_t matrix, uint32_t lane) {
  const trace::Layout layout = p.moment.access.layout;
  const trace::MatrixPlace low = trace::matrix_place(layout, lane, 0);
  const trace::MatrixPlace high = trace::matrix_place(layout, lane, 1);
  return {element_area(p, matrix, low.row, low.column).min,
          element_area(p, matrix, high.row, high.column).max};
}

OwnerLabel label_for(const ValuesPicture& p) {
  ImFont* font = p.ui.fonts.mono_small;
  const float letters = smallest_letters(p.ui) / ui::font_size(font);
  const float width = p.cell_width * (p.is_turned ? 1 : 2) - 1 - 2 * p.ui.scale;
  const float height = p.row_height * (p.is_turned ? 2 : 1) - 1;
  const auto fits = [&](const char* text) {
    return ui::text_size(font, text).x * letters <= width;
  };
  if (height < smallest_letters(p.ui)) return OwnerLabel::kNone;
  return fits("00.0") ? OwnerLabel::kRegister : fits("00") ? OwnerLabel::kLane : OwnerLabel::kNone;
}

// So many matrices side by side.
void place_values(ValuesPicture& p, const Area& area, uint32_t count) {
  const float widest = ui::font_size(p.ui.fonts.mono_small) * 3;
  p.count = count;
  p.gap = p.ui.theme.unit * 1.5f;
  p.pitch = (area.width() + p.gap) / static_cast<float>(count);
  p.cell_width = std::min((p.pitch - p.gap) / kMatrixRows, widest);
  p.pitch = std::min(p.pitch, p.cell_width * kMatrixRows * 1.5f);
  p.label = label_for(p);
}

// All matrices where their lanes can be read, else those around the one of which the lane that is
// followed names a row.
ValuesPicture values_picture(const PictureContext& context, const Area& area) {
  ValuesPicture p{context};
  const float unit = p.ui.theme.unit, small = ui::font_size(p.ui.fonts.small);
  p.is_turned = p.moment.access.layout == trace::Layout::kMatrix8x8Turned;
  p.left = area.min.x;
  p.head_top = area.min.y;
  p.rows_top = area.min.y + small + unit * 0.25f;
  const float tallest = ui::font_size(p.ui.fonts.mono_small) * 1.8f;
  const float foot = small * 2 + unit * 0.5f;
  p.row_height = std::max(1.0f, std::min((area.max.y - p.rows_top - foot) / kMatrixRows, tallest));
  p.foot_top = p.rows_top + p.row_height * kMatrixRows + unit * 0.5f;
  for (uint32_t count = all_of(p); count > 0; count /= 2) {
    place_values(p, area, count);
    if (p.label != OwnerLabel::kNone) break;
  }
  if (p.label == OwnerLabel::kNone) place_values(p, area, all_of(p));
  const auto followed = static_cast<uint32_t>(std::max(followed_lane(p), 0));
  const uint32_t named = std::min(followed / kMatrixRows, all_of(p) - 1);
  p.first = named / p.count * p.count;
  return p;
}

void draw_value_head(ValuesPicture& p, uint32_t matrix) {
  const std::string text =
      say("matrix {matrix}: register {register}", "matrix"_a = matrix, "register"_a = matrix);
  const std::string brief = say("register {register}", "register"_a = matrix);
  const float room = p.pitch - p.gap;
  ui::text_fitted(p.ui, p.list, p.ui.fonts.small, ImVec2(shown_left(p, matrix), p.head_top), room,
                  p.ui.theme.text_dim, ui::first_fitting(p.ui.fonts.small, room, {text, brief}));
}

bool is_lit(const ValuesPicture& p, uint32_t lane) {
  return (outlined_lanes(p.ui, p.moment) >> lane & 1) != 0;
}

ImU32 ground_of_owner(const ValuesPicture& p, uint32_t matrix, uint32_t lane) {
  constexpr float kLightest = 0.14f, kStep = 0.12f;  // of the matrix's colour in the ground
  const ImU32 color = group_color(p.ui, static_cast<uint8_t>(matrix));
  const float share = kLightest + kStep * static_cast<float>(lane % 4);
  return is_lit(p, lane) ? color : ui::mix(p.ui.theme.panel, color, share);
}

void draw_owner(ValuesPicture& p, uint32_t matrix, uint32_t lane) {
  const Area cell = owned_area(p, matrix, lane);
  p.list->AddRectFilled(cell.min, cell.max, ground_of_owner(p, matrix, lane), 0, 0);
  p.ui.probe.widget(fmt::format("owner:{}:{}", matrix, lane), cell.min, cell.max);
  if (!is_hovered(cell)) return;
  picture_tip(p.ui, p.model, scene::register_words(p.moment, matrix, lane));
  point_at_lane(p, lane);
}

// The ring of a row goes through the middle of cells that are two rows high: not through letters.
void draw_owner_label(ValuesPicture& p, uint32_t matrix, uint32_t lane, bool is_crossed) {
  if (p.label == OwnerLabel::kNone) return;
  const Area cell = owned_area(p, matrix, lane);
  const std::string text = p.label == OwnerLabel::kRegister ? fmt::format("{}.{}", lane, matrix)
                                                            : fmt::format("{}", lane);
  const float half = smallest_letters(p.ui) / 2;
  if (is_crossed)
    p.list->AddRectFilled(ImVec2(cell.min.x + 2, cell.center().y - half),
                          ImVec2(cell.max.x - 2, cell.center().y + half),
                          ground_of_owner(p, matrix, lane), 0, 0);
  draw_label(p.ui, p.list, cell, is_lit(p, lane) ? ink(p.ui) : p.ui.theme.text, text,
             smallest_letters(p.ui));
}

// `lane` -1: none does.
bool names_row_in(const ValuesPicture& p, uint32_t matrix, int lane) {
  return lane >= 0 && static_cast<uint32_t>(lane) / kMatrixRows == matrix &&
         (p.moment.access.mask >> lane & 1) != 0;
}

// Round the row that the lane names.
void draw_named(ValuesPicture& p, uint32_t matrix, uint32_t lane) {
  const uint32_t row = lane % kMatrixRows;
  Area ring{element_area(p, matrix, row, 0).min, element_area(p, matrix, row, kMatrixRows - 1).max};
  const float edge = std::max(1.0f, p.ui.scale);
  ring.min = ImVec2(ring.min.x - edge, ring.min.y - edge);
  ring.max = ImVec2(ring.max.x + edge, ring.max.y + edge);
  outline(p.list, ring, chosen_color(p.ui), 2 * p.ui.scale);
  p.ui.probe.widget("named", ring.min, ring.max);
}

void draw_values_of(ValuesPicture& p, uint32_t matrix, int followed) {
  draw_value_head(p, matrix);
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) draw_owner(p, matrix, lane);
  const bool has_ring = names_row_in(p, matrix, followed);
  const uint32_t named = has_ring ? static_cast<uint32_t>(followed) : 0;
  if (has_ring) draw_named(p, matrix, named);
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    const bool is_crossed = has_ring && p.is_turned && named % kMatrixRows / 2 == lane % 4;
    draw_owner_label(p, matrix, lane, is_crossed);
  }
}

// What the lane names and, in another line, what it has.
void draw_value_foot(ValuesPicture& p, uint32_t lane, float right) {
  ImFont* font = p.ui.fonts.small;
  const float room = right - p.left;
  const std::string values = scene::own_values_words(p.moment, lane);
  const std::string elements = scene::own_elements_words(p.moment, lane);
  ui::text_fitted(p.ui, p.list, font, ImVec2(p.left, p.foot_top), room, p.ui.theme.text,
                  scene::named_row_words(p.moment, lane));
  ui::text_fitted(p.ui, p.list, font, ImVec2(p.left, p.foot_top + ui::font_size(font)), room,
                  p.ui.theme.text, ui::first_fitting(font, room, {values, elements}));
}

}  // namespace

bool is_access_of_matrices(const scene::Moment& moment) {
  return moment.access.space == trace::Space::kShared && trace::is_matrix(moment.access.layout);
}

bool is_access_of_matrices(const gui::State& model) {
  return model.moment != nullptr && is_access_of_matrices(*model.moment);
}

bool has_matrices(const gui::State& model) {
  if (model.run == nullptr || model.run->program == nullptr) return false;
  const std::vector<code::AccessSite>& sites = model.run->program->sites;
  return std::any_of(model.run->accesses.begin(), model.run->accesses.end(),
                     [&](const observe::AccessRow& row) {
                       return row.space == trace::Space::kShared &&
                              std::any_of(row.sites.begin(), row.sites.end(), [&](uint32_t site) {
                                return site < sites.size() && sites[site].is_matrix;
                              });
                     });
}

void draw_matrix_values(const PictureContext& context, const Area& area) {
  ValuesPicture p = values_picture(context, area);
  const int lane = followed_lane(p);
  for (uint32_t m = p.first; m < p.first + p.count; ++m) draw_values_of(p, m, lane);
  if (lane >= 0) draw_value_foot(p, static_cast<uint32_t>(lane), area.max.x);
}

void draw_matrices(const PassView& view) {
  constexpr float kMostRows = 0.54f, kLeastRows = 0.4f;  // of the height: words are below them
  const float height = view.area.height(), unit = view.ui.theme.unit;
  const float room = height - matrix_values_height(view.ui) - unit;
  const float middle = view.area.min.y + std::clamp(room, height * kLeastRows, height * kMostRows);
  draw_matrix_rows(view, {view.area.min, ImVec2(view.area.max.x, middle)});
  draw_matrix_values(view, {ImVec2(view.area.min.x, middle + unit), view.area.max});
}

float matrix_values_height(const ui::Ui& ui) {
  const float small = ui::font_size(ui.fonts.small);
  return small * 3 + ui.theme.unit * 1.5f + (smallest_letters(ui) + 1) * kMatrixRows;
}

}  // namespace warplens::views
