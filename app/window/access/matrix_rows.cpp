// A matrix is eight rows of 16 bytes, each on four neighbouring banks: two rows in one column of a
// matrix are two wavefronts. Rows of different matrices never meet.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/scene/moved_matrices.hpp"
#include "app/window/access/matrix_picture.hpp"
#include "app/window/access/panel_text.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using trace::kMatrixRows;

constexpr uint32_t kBanksOfPiece = trace::kMatrixRowBytes / 4;

struct MatrixRowsPicture : PassView {
  std::vector<scene::MovedMatrix> matrices;
  uint32_t pieces = 8;
  float left = 0, pitch = 0;  // of matrix 0, from one to the next
  float lanes = 0;            // [pixels] for the lanes' numbers beside a matrix
  float cell_width = 0;
  float numbers_top = 0, rows_top = 0, row_height = 0;
  float words_top = 0;      // 0: no room
  float gap = 0;            // between matrices
  bool has_passes = false;  // cells have room for the number of their wavefront
};

// [bytes] of all banks side by side
uint32_t row_bytes(const gui::State& model) {
  return model.run->device.banks * model.run->device.bank_bytes;
}

uint32_t count_of(const MatrixRowsPicture& p) {
  return static_cast<uint32_t>(p.matrices.size());
}

float matrix_left(const MatrixRowsPicture& p, uint32_t matrix) {
  return p.left + p.pitch * static_cast<float>(matrix);
}

Area piece_area(const MatrixRowsPicture& p, uint32_t matrix, uint32_t row, uint32_t piece) {
  const float top = std::round(p.rows_top + p.row_height * static_cast<float>(row));
  const float bottom = std::round(p.rows_top + p.row_height * static_cast<float>(row + 1)) - 1;
  return row_cell(matrix_left(p, matrix) + p.lanes, p.cell_width, piece, top, bottom);
}

bool meets(const scene::MovedMatrix& matrix, uint32_t piece) {
  return !matrix.meeting.empty() && matrix.rows[matrix.meeting.front()].piece == piece;
}

ImU32 words_color(const MatrixRowsPicture& p, const scene::MovedMatrix& matrix) {
  if (!p.moment.finding.empty()) return p.ui.theme.text;
  return matrix.wavefronts > 1 ? p.ui.theme.waste : p.ui.theme.text;
}

// Below a matrix, in lines as wide as it; where the rows have room for it.
void place_words(MatrixRowsPicture& p, float bottom) {
  constexpr float kLeastRow = 5;  // [pixels at scale 1]
  float height = 0;
  for (uint32_t m = 0; m < count_of(p); ++m)
    height = std::max(
        height,
        ui::wrapped_size(p.ui.fonts.small, scene::matrix_words(p.matrices[m], m), p.pitch - p.gap)
            .y);
  const float room = bottom - p.rows_top - height - p.ui.theme.unit * 0.5f;
  const bool has_words = room >= kLeastRow * p.ui.scale * kMatrixRows;
  const float rows = has_words ? room : bottom - p.rows_top;
  const float tallest = ui::font_size(p.ui.fonts.mono_small) * 1.8f;
  p.row_height = std::max(1.0f, std::min(rows / kMatrixRows, tallest));
  if (has_words) p.words_top = p.rows_top + p.row_height * kMatrixRows + p.ui.theme.unit * 0.5f;
}

MatrixRowsPicture rows_picture(const PassView& view, const Area& area, float top) {
  MatrixRowsPicture p{view, scene::moved_matrices(view.moment, row_bytes(view.model))};
  const float unit = p.ui.theme.unit, mono = ui::font_size(p.ui.fonts.mono_small);
  const auto count = static_cast<float>(count_of(p));
  const float letters = smallest_letters(p.ui) / mono;
  p.pieces = std::max(1u, p.model.run->device.banks / kBanksOfPiece);
  p.lanes = ui::text_size(p.ui.fonts.mono_small, "00").x * letters + unit * 0.75f;
  p.gap = unit * 1.5f;
  p.left = area.min.x;
  const float widest = mono * 3 * static_cast<float>(p.pieces) + p.lanes + p.gap;
  p.pitch = std::min((area.width() + p.gap) / count, count > 1 ? area.width() : widest * 1.5f);
  p.cell_width = std::min((p.pitch - p.gap - p.lanes) / static_cast<float>(p.pieces), mono * 3);
  p.numbers_top = top;
  p.rows_top = top + mono + unit * 0.25f;
  place_words(p, area.max.y);
  p.has_passes = p.row_height - 1 >= smallest_letters(p.ui) &&
                 p.cell_width >= ui::text_size(p.ui.fonts.mono_small, "0").x * letters + 3;
  return p;
}

void draw_bank_numbers_of(MatrixRowsPicture& p, uint32_t matrix) {
  const scene::MovedMatrix& moved = p.matrices[matrix];
  const uint32_t step = number_step(p.ui, p.pieces, p.cell_width);
  for (uint32_t piece = 0; piece < p.pieces; piece += step) {
    Area cell = piece_area(p, matrix, 0, piece);
    const float width = p.cell_width * static_cast<float>(step);
    // The first of the four banks, over its column's left edge.
    cell = make_area(cell.center().x - width / 2, p.numbers_top, width,
                     ui::font_size(p.ui.fonts.mono_small));
    draw_label(p.ui, p.list, cell, meets(moved, piece) ? p.ui.theme.waste : p.ui.theme.text_faint,
               fmt::format("{}", piece * kBanksOfPiece), smallest_letters(p.ui));
  }
}

void draw_lane_numbers_of(MatrixRowsPicture& p, uint32_t matrix) {
  const uint32_t outlined = outlined_lanes(p.ui, p.moment);
  const float letters = smallest_letters(p.ui) + 1;
  const auto step = std::max(1u, static_cast<uint32_t>(std::ceil(letters / p.row_height)));
  for (uint32_t row = 0; row < kMatrixRows; row += step) {
    const uint32_t lane = matrix * kMatrixRows + row;
    const Area first = piece_area(p, matrix, row, 0);
    const float half = std::max(first.height(), letters) / 2;
    const Area at{ImVec2(matrix_left(p, matrix), first.center().y - half),
                  ImVec2(first.min.x - 2, first.center().y + half)};
    const bool is_named = p.matrices[matrix].rows[row].is_named;
    draw_label(p.ui, p.list, at,
               (outlined >> lane & 1) != 0 ? chosen_color(p.ui)
               : is_named                  ? p.ui.theme.text_dim
                                           : p.ui.theme.text_faint,
               fmt::format("{}", lane), smallest_letters(p.ui));
  }
}

void draw_named_row(MatrixRowsPicture& p, uint32_t matrix, uint32_t row) {
  const uint32_t lane = matrix * kMatrixRows + row;
  const scene::MovedMatrix& moved = p.matrices[matrix];
  const scene::MovedRow& at = moved.rows[row];
  const Area cell = piece_area(p, matrix, row, at.piece);
  const ImU32 color = group_color(p.ui, p.moment.lanes[lane].group);
  const bool waits = static_cast<float>(p.moment.passes.first[lane]) >= p.done || p.is_overview;
  if (waits) {
    draw_waiting(p.ui, p.list, cell, color);
  } else {
    p.list->AddRectFilled(cell.min, cell.max, color, 0, 0);
  }
  const ImU32 letters = waits ? p.ui.theme.text : ink(p.ui);
  if (p.has_passes && moved.wavefronts > 1) {
    draw_label(p.ui, p.list, cell, letters, fmt::format("{}", at.pass + 1), smallest_letters(p.ui));
  } else if (at.pass > 0 && !waits) {
    draw_judged_mark(p.list, cell, scene::Judgement::kWaste, ink(p.ui),
                     std::max(3.0f, 4 * p.ui.scale));
  }
  mark_outside(p, cell, 1u << lane);
  if ((outlined_lanes(p.ui, p.moment) >> lane & 1) != 0)
    outline(p.list, cell, chosen_color(p.ui), std::min(2 * p.ui.scale, cell.height() / 3));
}

void draw_rows_of(MatrixRowsPicture& p, uint32_t matrix) {
  for (uint32_t row = 0; row < kMatrixRows; ++row) {
    const uint32_t lane = matrix * kMatrixRows + row;
    for (uint32_t piece = 0; piece < p.pieces; ++piece) {
      const Area cell = piece_area(p, matrix, row, piece);
      p.list->AddRectFilled(cell.min, cell.max,
                            ui::mix(p.ui.theme.panel, p.ui.theme.panel_raised, 0.8f), 0, 0);
    }
    if (p.matrices[matrix].rows[row].is_named) draw_named_row(p, matrix, row);
    const Area whole{ImVec2(matrix_left(p, matrix), piece_area(p, matrix, row, 0).min.y),
                     piece_area(p, matrix, row, p.pieces - 1).max};
    p.ui.probe.widget(fmt::format("{}row:{}", p.prefix, lane), whole.min, whole.max);
    if (!is_hovered(whole)) continue;
    picture_tip(p.ui, p.model, scene::named_row_words(p.moment, lane));
    point_at_lane(p, lane);
  }
}

void draw_words_of(MatrixRowsPicture& p, uint32_t matrix) {
  if (p.words_top == 0) return;
  const std::string text = scene::matrix_words(p.matrices[matrix], matrix);
  const ImVec2 at(matrix_left(p, matrix), p.words_top);
  ui::letters(p.ui, p.list, p.ui.fonts.small, ui::font_size(p.ui.fonts.small), at,
              words_color(p, p.matrices[matrix]), text, p.pitch - p.gap);
}

// What all of it takes, and at the right end which pass is under way.
void draw_floor(const PassView& view, const Area& area) {
  const std::string text = scene::floor_words(view.moment);
  const bool is_under_way = !view.is_over() && !view.is_overview;
  const std::string counter =
      is_under_way ? scene::pass_counter(view.moment.passes, view.pass) : std::string();
  ImFont* font = view.ui.fonts.body;
  const ImVec2 size = ui::text_size(font, counter);
  ui::text_at(view.ui, view.list, font, ImVec2(area.max.x - size.x, area.min.y), view.ui.theme.text,
              counter);
  const float room = area.width() - size.x - view.ui.theme.unit;
  ui::text_fitted(view.ui, view.list,
                  ui::text_size(font, text).x <= room ? font : view.ui.fonts.small, area.min, room,
                  cost_color(view.ui.theme, view.moment), text);
  explain_count(view.ui, view.model, view.moment,
                {area.min, ImVec2(area.min.x + std::min(room, ui::text_size(font, text).x),
                                  area.min.y + ui::font_size(font))});
}

}  // namespace

void draw_matrix_rows(const PassView& view, const Area& area) {
  const float head = ui::font_size(view.ui.fonts.body) + view.ui.theme.unit * 0.5f;
  draw_floor(view, area);
  MatrixRowsPicture p = rows_picture(view, area, area.min.y + head);
  for (uint32_t m = 0; m < count_of(p); ++m) {
    draw_bank_numbers_of(p, m);
    draw_lane_numbers_of(p, m);
    draw_rows_of(p, m);
    draw_words_of(p, m);
  }
}

}  // namespace warplens::views
