#include "sim/fix/layouts.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "sim/base/say.hpp"

namespace warplens::fix {

namespace {

using analysis::ArrayLayout;
using analysis::LaidOut;
using Kind = edit::LayoutChange::Kind;

// The array as rows: of its last extent, or, of one dimension, of `row` elements, with the last one
// filled up. Empty where it has no such rows, or not with what a lane takes in one piece.
std::vector<LaidOut> as_rows(const SharedArray& array, uint64_t row) {
  std::vector<LaidOut> all = array.laid_out;
  const uint32_t most = array.most_bytes_a_lane();
  for (size_t i = 0; i < all.size(); ++i) {
    analysis::ArrayInfo info;
    info.base = all[i].layout.begin;
    info.element_bytes = array.element_bytes;
    info.extents = array.places[i].extents;
    info.bytes = info.element_bytes;
    for (const uint64_t extent : info.extents) info.bytes *= extent;
    const std::optional<ArrayLayout> layout =
        row != 0 ? analysis::layout_in_rows(info, row, most) : analysis::layout_of(info, most);
    if (!layout || layout->unit != std::max(array.element_bytes, most)) return {};
    all[i].layout = *layout;
  }
  return all;
}

class Finder {
 public:
  Finder(const SharedArray& array, const base::SourceFile& file, const model::Device& device)
      : array_(array), file_(file), device_(device) {}

  Layouts find() {
    try_all();
    if (found_.all.empty()) {
      found_.is_partial = true;
      try_all();
    }
    return std::move(found_);
  }

 private:
  void try_all() {
    const bool is_flat = array_.places.front().extents.size() == 1;
    if (!is_flat) return try_rows(0);
    for (const uint64_t row : rows_of_flat()) try_rows(row);
  }

  std::vector<uint64_t> rows_of_flat() const {
    uint64_t least = UINT64_MAX;
    for (const Place& place : array_.places) least = std::min(least, place.extents[0]);
    return analysis::rows_of_flat(least, static_cast<uint32_t>(array_.element_bytes));
  }

  bool has(Kind kind) const {
    return std::any_of(found_.all.begin(), found_.all.end(),
                       [&](const Layout& layout) { return layout.change.kind == kind; });
  }

  void try_rows(uint64_t row) {
    const std::vector<LaidOut> rows = as_rows(array_, row);
    if (rows.empty() && row == 0)
      return refuse(base::at(array_.uses.variable->span,
                             say("a lane takes {bytes} bytes of '{array}' at once, and its rows do "
                                 "not begin at multiples of that",
                                 "bytes"_a = array_.most_bytes_a_lane(), "array"_a = array_.name)));
    const bool is_done = !found_.is_partial && has(Kind::kPad) && has(Kind::kSwizzle);
    if (rows.empty() || (row != 0 && is_done)) return;
    const analysis::FoundLayouts free = found_.is_partial
                                            ? analysis::find_fewest_conflicts(rows, device_)
                                            : analysis::find_conflict_free(rows, device_);
    const uint64_t unit = rows.front().layout.unit / array_.element_bytes;
    edit::LayoutChange change;
    change.row = row;
    if (free.padded) {
      change.kind = Kind::kPad;
      change.pad = free.padded->pad * unit;
      add(change, rows, *free.padded);
    }
    if (free.swizzled && is_whole(row)) {
      change.kind = Kind::kSwizzle;
      change.bits = free.swizzled->swizzle_bits;
      change.shift = free.swizzled->swizzle_shift;
      change.unit = unit;
      change.takes_all_of_row = takes_all(rows, change.bits + change.shift);
      add(change, rows, *free.swizzled);
    }
    if (free.turned && row == 0 && unit == 1) {
      change.kind = Kind::kTurn;
      add(change, rows, *free.turned);
    }
  }

  // A swizzle of a row that ends early would leave the array.
  bool is_whole(uint64_t row) const {
    return row == 0 || std::all_of(array_.places.begin(), array_.places.end(),
                                   [&](const Place& place) { return place.extents[0] % row == 0; });
  }

  static bool takes_all(const std::vector<LaidOut>& arrays, uint32_t bits) {
    return std::all_of(arrays.begin(), arrays.end(), [&](const LaidOut& array) {
      const ArrayLayout& layout = array.layout;
      const uint64_t rows = layout.plane_rows != 0 ? layout.plane_rows : layout.rows();
      return rows <= uint64_t{1} << bits;
    });
  }

  uint64_t more_bytes(const edit::LayoutChange& change, const std::vector<LaidOut>& rows) const {
    uint64_t most = 0;
    for (size_t i = 0; i < rows.size() && change.kind == Kind::kPad; ++i) {
      const uint64_t count =
          change.row != 0 ? array_.places[i].extents[0] / change.row : rows[i].layout.rows();
      most = std::max(most, count * change.pad * array_.element_bytes);
    }
    return most;
  }

  void add(const edit::LayoutChange& change, const std::vector<LaidOut>& rows,
           const ArrayLayout& like) {
    const analysis::LayoutCost cost = analysis::cost_of(rows, like, device_);
    const auto had = std::find_if(found_.all.begin(), found_.all.end(), [&](const Layout& layout) {
      return layout.change.kind == change.kind;
    });
    if (had != found_.all.end() && had->cost.paid <= cost.paid) return;  // of other rows
    if (array_.is_dynamic && change.kind == Kind::kPad)
      return refuse(base::at(array_.uses.variable->span,
                             say("a padding of '{array}' needs more dynamic shared memory, and the "
                                 "launch says how much there is",
                                 "array"_a = array_.name)));
    base::Result<std::vector<edit::Replacement>, base::Diagnostic> edits =
        edit::layout_edit(file_, array_.uses, change);
    if (!edits) return refuse(edits.error());
    if (had != found_.all.end()) found_.all.erase(had);
    found_.all.push_back({change, std::move(*edits), cost, more_bytes(change, rows)});
  }

  // Each reason once.
  void refuse(const base::Diagnostic& reason) {
    const bool is_known = std::any_of(
        found_.not_written.begin(), found_.not_written.end(), [&](const base::Diagnostic& known) {
          return known.span == reason.span && known.message == reason.message;
        });
    if (!is_known) found_.not_written.push_back(reason);
  }

  const SharedArray& array_;
  const base::SourceFile& file_;
  const model::Device& device_;
  Layouts found_;
};

}  // namespace

Layouts layouts_of(const SharedArray& array, const base::SourceFile& file,
                   const model::Device& device) {
  return Finder(array, file, device).find();
}

}  // namespace warplens::fix
