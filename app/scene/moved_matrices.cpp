#include "app/scene/moved_matrices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "app/scene/moment.hpp"
#include "app/scene/words/sentence_parts.hpp"
#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/base/scalar_text.hpp"

namespace warplens::scene {
namespace {

using trace::kMatrixRowBytes;
using trace::kMatrixRows;
using trace::MatrixPlace;

constexpr uint32_t kBanksOfPiece = kMatrixRowBytes / 4;

bool is_turned(const Moment& moment) {
  return moment.access.layout == trace::Layout::kMatrix8x8Turned;
}

// Of the rows with a piece those with different addresses: others share the words.
std::vector<uint32_t> rows_on(const Moment& moment, const MovedMatrix& matrix, uint32_t first,
                              uint32_t piece) {
  std::vector<uint32_t> rows;
  for (uint32_t row = 0; row < kMatrixRows; ++row) {
    if (!matrix.rows[row].is_named || matrix.rows[row].piece != piece) continue;
    const bool is_known = std::any_of(rows.begin(), rows.end(), [&](uint32_t other) {
      return moment.access.addresses[first + other] == moment.access.addresses[first + row];
    });
    if (!is_known) rows.push_back(row);
  }
  return rows;
}

// The array that holds the row which the lane names.
const Grid* array_of(const Moment& moment, uint32_t lane) {
  const uint64_t address = moment.access.addresses[lane];
  const auto found = std::find_if(moment.grids.begin(), moment.grids.end(), [&](const Grid& grid) {
    return grid.space == moment.access.space && address >= grid.base &&
           address - grid.base < grid.count * grid.element_bytes;
  });
  return found == moment.grids.end() ? nullptr : &*found;
}

// Two bytes of a row as elements of its array; as bits where it has larger ones.
std::string half_text(const Moment& moment, uint32_t matrix, MatrixPlace place) {
  const uint32_t lane = matrix * kMatrixRows + place.row;
  if ((moment.access.mask >> lane & 1) == 0) return "?";
  const uint64_t four =
      place.column < 4 ? moment.access.values[lane] : moment.access.high_values[lane];
  const uint64_t bits = four >> 16 * (place.column % 4) & 0xffff;
  const Grid* array = array_of(moment, lane);
  if (array != nullptr && array->element_bytes == 2) return base::scalar_text(array->element, bits);
  if (array != nullptr && array->element_bytes == 1)
    return base::scalar_text(array->element, bits & 0xff) + " " +
           base::scalar_text(array->element, bits >> 8);
  return fmt::format("0x{:04x}", bits);
}

std::string register_text(const Moment& moment, uint32_t matrix, uint32_t lane) {
  const trace::Layout layout = moment.access.layout;
  return half_text(moment, matrix, trace::matrix_place(layout, lane, 0)) + " " +
         half_text(moment, matrix, trace::matrix_place(layout, lane, 1));
}

}  // namespace

std::vector<MovedMatrix> moved_matrices(const Moment& moment, uint32_t row_bytes) {
  const uint32_t pieces = std::max(1u, row_bytes / kMatrixRowBytes);
  const trace::Access& access = moment.access;
  std::vector<MovedMatrix> matrices;
  if (!trace::is_matrix(access.layout) || access.space != trace::Space::kShared) return matrices;
  matrices.resize(trace::matrix_count(access.mask));
  for (uint32_t m = 0; m < matrices.size(); ++m) {
    MovedMatrix& matrix = matrices[m];
    const uint32_t first = m * kMatrixRows;
    uint32_t earliest = ~0u, latest = 0;
    for (uint32_t row = 0; row < kMatrixRows; ++row) {
      const uint32_t lane = first + row;
      if ((access.mask >> lane & 1) == 0) continue;
      earliest = std::min(earliest, moment.passes.first[lane]);
      latest = std::max(latest, moment.passes.last[lane]);
      matrix.rows[row] = {true,
                          static_cast<uint32_t>(access.addresses[lane] / kMatrixRowBytes % pieces),
                          moment.passes.first[lane]};
    }
    if (earliest > latest) continue;
    matrix.wavefronts = latest - earliest + 1;
    for (MovedRow& row : matrix.rows)
      if (row.is_named) row.pass -= earliest;
    for (uint32_t piece = 0; piece < pieces; ++piece) {
      std::vector<uint32_t> rows = rows_on(moment, matrix, first, piece);
      if (rows.size() > std::max<size_t>(1, matrix.meeting.size()))
        matrix.meeting = std::move(rows);
    }
  }
  return matrices;
}

std::string floor_words(const Moment& moment) {
  const model::SharedCost& cost = moment.banks.cost;
  const uint32_t bytes = static_cast<uint32_t>(std::popcount(moment.access.mask)) * kMatrixRowBytes;
  if (cost.conflicts() == 0)
    return say_count("{count} wavefront = {bytes} bytes, 0 bank conflicts",
                     "{count} wavefronts = {bytes} bytes, 0 bank conflicts", cost.wavefronts,
                     "bytes"_a = bytes);
  return say_count("{wavefronts} wavefronts: {least} for {bytes} bytes + {count} bank conflict",
                   "{wavefronts} wavefronts: {least} for {bytes} bytes + {count} bank conflicts",
                   cost.conflicts(), "wavefronts"_a = cost.wavefronts,
                   "least"_a = cost.ideal_wavefronts, "bytes"_a = bytes);
}

std::string matrix_words(const MovedMatrix& moved, uint32_t matrix) {
  if (moved.meeting.empty())
    return say("matrix {matrix}: no rows meet in a bank, {wavefronts}", "matrix"_a = matrix,
               "wavefronts"_a = wavefronts_text(moved.wavefronts));
  std::vector<std::string> rows;
  for (const uint32_t row : moved.meeting) rows.push_back(fmt::format("{}", row));
  const uint32_t bank = moved.rows[moved.meeting.front()].piece * kBanksOfPiece;
  return say("matrix {matrix}: rows {rows} on banks {first}–{last}, {wavefronts}",
             "matrix"_a = matrix, "rows"_a = base::list_words(rows), "first"_a = bank,
             "last"_a = bank + kBanksOfPiece - 1,
             "wavefronts"_a = wavefronts_text(moved.wavefronts));
}

std::string named_row_words(const Moment& moment, uint32_t lane) {
  const LaneRow& row = moment.lanes[lane];
  if (!row.active) return say("lane {lane} names no row", "lane"_a = lane);
  return say("lane {lane} names row {row} of matrix {matrix}: {element}, banks {first}–{last}",
             "lane"_a = lane, "row"_a = lane % kMatrixRows, "matrix"_a = lane / kMatrixRows,
             "element"_a = row.element_name, "first"_a = row.bank, "last"_a = row.last_bank);
}

std::string own_elements_words(const Moment& moment, uint32_t lane) {
  const uint32_t line = lane / 4, first = lane % 4 * 2, second = first + 1;
  const bool is_load = moment.access.operation == trace::Operation::kLoad;
  if (is_load && is_turned(moment))
    return say("gets column {column}, rows {first} and {second} of each", "column"_a = line,
               "first"_a = first, "second"_a = second);
  if (is_load)
    return say("gets row {row}, columns {first} and {second} of each", "row"_a = line,
               "first"_a = first, "second"_a = second);
  if (is_turned(moment))
    return say("gives column {column}, rows {first} and {second} of each", "column"_a = line,
               "first"_a = first, "second"_a = second);
  return say("gives row {row}, columns {first} and {second} of each", "row"_a = line,
             "first"_a = first, "second"_a = second);
}

std::string own_values_words(const Moment& moment, uint32_t lane) {
  std::string values;
  for (uint32_t m = 0; m < trace::matrix_count(moment.access.mask); ++m)
    values += (m == 0 ? "" : ", ") + register_text(moment, m, lane);
  return own_elements_words(moment, lane) + ": " + values;
}

std::string register_words(const Moment& moment, uint32_t matrix, uint32_t lane) {
  const uint32_t line = lane / 4, first = lane % 4 * 2, second = first + 1;
  const std::string values = register_text(moment, matrix, lane);
  if (is_turned(moment))
    return say(
        "lane {lane}, register {register}: column {column}, rows {first} and {second}\n{values}",
        "lane"_a = lane, "register"_a = matrix, "column"_a = line, "first"_a = first,
        "second"_a = second, "values"_a = values);
  return say("lane {lane}, register {register}: row {row}, columns {first} and {second}\n{values}",
             "lane"_a = lane, "register"_a = matrix, "row"_a = line, "first"_a = first,
             "second"_a = second, "values"_a = values);
}

}  // namespace warplens::scene
