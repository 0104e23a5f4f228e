#include "sim/whatif/fix/find_fixes.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/edit/pitch_edits.hpp"

namespace warplens::fix {

namespace {

using observe::ArrayLayout;
using observe::LaidOut;
using Kind = edit::LayoutChange::Kind;

// The array as rows: of its last extent, or, of one dimension, of `row` elements, with the last one
// filled up. Empty where it has no such rows, or not with what a lane takes in one piece.
std::vector<LaidOut> as_rows(const SharedArray& array, uint64_t row) {
  std::vector<LaidOut> all = array.laid_out;
  const uint32_t most = array.most_bytes_a_lane();
  for (size_t i = 0; i < all.size(); ++i) {
    observe::ArrayInfo info;
    info.base = all[i].layout.begin;
    info.element_bytes = array.element_bytes;
    info.extents = array.places[i].extents;
    info.bytes = info.element_bytes;
    for (const uint64_t extent : info.extents) info.bytes *= extent;
    const std::optional<ArrayLayout> layout =
        row != 0 ? observe::layout_in_rows(info, row, most) : observe::layout_of(info, most);
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
    if (!is_flat) return try_rows(0, false);
    for (const uint64_t row : edit::pitches(file_, array_.uses)) {
      const bool is_of_all =
          std::all_of(array_.also.begin(), array_.also.end(), [&](const auto& uses) {
            const std::vector<uint64_t> others = edit::pitches(file_, uses);
            return std::find(others.begin(), others.end(), row) != others.end();
          });
      if (is_of_all) try_rows(row, true);
    }
    for (const uint64_t row : rows_of_flat()) try_rows(row, false);
  }

  // Powers of two, and the distances of lanes.
  std::vector<uint64_t> rows_of_flat() const {
    uint64_t least = UINT64_MAX;
    for (const Place& place : array_.places) least = std::min(least, place.extents[0]);
    std::vector<uint64_t> rows =
        observe::rows_of_flat(least, static_cast<uint32_t>(array_.element_bytes));
    for (const uint64_t row : observe::strides_of(array_.laid_out, array_.element_bytes)) {
      if (row < least && std::find(rows.begin(), rows.end(), row) == rows.end())
        rows.push_back(row);
    }
    return rows;
  }

  bool has(Kind kind) const {
    return std::any_of(found_.all.begin(), found_.all.end(),
                       [&](const Layout& layout) { return layout.change.kind == kind; });
  }

  // `is_pitch`: the subscripts say the rows' length.
  void try_rows(uint64_t row, bool is_pitch) {
    const std::vector<LaidOut> rows = as_rows(array_, row);
    if (rows.empty() && row == 0)
      return refuse(base::at(array_.uses.variable->span,
                             say("a lane takes {bytes} bytes of '{array}' at once, and its rows do "
                                 "not begin at multiples of that",
                                 "bytes"_a = array_.most_bytes_a_lane(), "array"_a = array_.name)));
    const bool is_done = !found_.is_partial && has(Kind::kPad) && has(Kind::kSwizzle);
    if (rows.empty() || (row != 0 && is_done)) return;
    const observe::FoundLayouts free = search(rows);
    const auto unit = static_cast<int64_t>(rows.front().layout.unit / array_.element_bytes);
    edit::LayoutChange change;
    change.row = row;
    change.is_pitch = is_pitch;
    change.columns = same_columns(rows) * static_cast<uint64_t>(unit);
    change.keeps_extents = array_.is_dynamic && row != 0;
    if (free.padded) {
      change.kind = Kind::kPad;
      change.pad = free.padded->pad * unit;
      add(change, rows, *free.padded);
    }
    if (free.shortened) {
      change.kind = Kind::kShorten;
      change.pad = free.shortened->pad * unit;
      add(change, rows, *free.shortened);
    }
    if (is_pitch) return;
    if (free.swizzled && is_whole(row)) {
      change.kind = Kind::kSwizzle;
      change.bits = free.swizzled->swizzle_bits;
      change.shift = free.swizzled->swizzle_shift;
      change.unit = static_cast<uint64_t>(unit) << free.swizzled->swizzle_position;
      change.by_plane = free.swizzled->swizzles_by_plane;
      change.takes_all_of_row = takes_all(rows, change.by_plane, change.bits + change.shift);
      add(change, rows, *free.swizzled);
      if (!free.padded && !found_.is_partial && !array_.is_dynamic) say_why_no_padding(rows, unit);
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

  static bool takes_all(const std::vector<LaidOut>& arrays, bool by_plane, uint32_t bits) {
    return std::all_of(arrays.begin(), arrays.end(), [&](const LaidOut& array) {
      const ArrayLayout& layout = array.layout;
      const uint64_t rows = layout.plane_rows != 0 ? layout.plane_rows : layout.rows();
      return (by_plane ? layout.rows() / rows : rows) <= uint64_t{1} << bits;
    });
  }

  // 0: they differ.
  static uint64_t same_columns(const std::vector<LaidOut>& arrays) {
    const uint64_t columns = arrays.front().layout.columns;
    const bool is_same = std::all_of(arrays.begin(), arrays.end(), [&](const LaidOut& array) {
      return array.layout.columns == columns;
    });
    return is_same ? columns : 0;
  }

  // The paddings that fit; where the least one does not, that is a reason.
  observe::FoundLayouts search(const std::vector<LaidOut>& rows) {
    const auto find = [&](uint64_t room) {
      return found_.is_partial ? observe::find_fewest_conflicts(rows, device_, room)
                               : observe::find_conflict_free(rows, device_, room);
    };
    observe::FoundLayouts found = find(array_.room);
    if (found.padded || found_.is_partial || array_.room == UINT64_MAX) return found;
    const std::optional<ArrayLayout> large = find(UINT64_MAX).padded;
    if (large)
      refuse(
          base::at(array_.uses.variable->span,
                   say_count("a padding of '{array}' by {count} element does not fit: {device} "
                             "allows {limit} bytes of static shared memory a block",
                             "a padding of '{array}' by {count} elements does not fit: {device} "
                             "allows {limit} bytes of static shared memory a block",
                             static_cast<uint64_t>(large->pad) * large->unit / array_.element_bytes,
                             "array"_a = array_.name, "device"_a = device_.name,
                             "limit"_a = device_.static_shared_limit())));
    return found;
  }

  // Wavefronts of loads or of what writes.
  observe::LayoutCost cost_of_side(std::vector<LaidOut> rows, const ArrayLayout& like,
                                   bool loads) const {
    for (LaidOut& one : rows) {
      std::erase_if(one.accesses, [&](const observe::SharedPattern& access) {
        const code::AccessSite& site = one.program->sites[access.site];
        return (site.operation == code::Operation::kLoad) != loads;
      });
    }
    return observe::cost_of(rows, like, device_);
  }

  // A padding that cures what reads and costs what writes, or the other way round.
  void say_why_no_padding(const std::vector<LaidOut>& rows, int64_t unit) {
    const std::optional<ArrayLayout> best =
        observe::find_fewest_conflicts(rows, device_, array_.room).padded;
    if (!best) return;
    const ArrayLayout now = rows.front().layout;
    for (const bool loads : {true, false}) {
      const observe::LayoutCost cured = cost_of_side(rows, *best, loads);
      const observe::LayoutCost lost = cost_of_side(rows, *best, !loads);
      const uint64_t had = cost_of_side(rows, now, !loads).paid;
      if (cured.paid != cured.ideal || lost.paid <= had) continue;
      const auto count = static_cast<uint64_t>(best->pad * unit);
      const auto lost_text = base::grouped(lost.paid), had_text = base::grouped(had);
      return refuse(base::placeless(
          loads ? say("rows that are {count} elements longer leave loads without conflicts, but "
                      "stores and copies take {lost} wavefronts instead of {had}",
                      "count"_a = count, "lost"_a = lost_text, "had"_a = had_text)
                : say("rows that are {count} elements longer leave stores and copies without "
                      "conflicts, but loads take {lost} wavefronts instead of {had}",
                      "count"_a = count, "lost"_a = lost_text, "had"_a = had_text)));
    }
  }

  // Whether all accesses stay in the dynamic memory that the launch gives the array.
  static bool is_in_room(const std::vector<LaidOut>& rows, const SharedArray& array,
                         const ArrayLayout& like) {
    for (size_t i = 0; i < rows.size(); ++i) {
      const ArrayLayout layout = observe::laid_out_as(like, rows[i].layout);
      const uint64_t end = layout.begin + array.places[i].extents[0] * array.element_bytes;
      for (const observe::SharedPattern& access : rows[i].accesses) {
        for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
          if ((access.mask >> lane & 1) == 0) continue;
          if (layout.moved(access.addresses[lane]) + access.bytes > end) return false;
        }
      }
    }
    return true;
  }

  void add(const edit::LayoutChange& change, const std::vector<LaidOut>& rows,
           const ArrayLayout& like) {
    const observe::LayoutCost cost = observe::cost_of(rows, like, device_);
    const auto had = std::find_if(found_.all.begin(), found_.all.end(), [&](const Layout& layout) {
      return layout.change.kind == change.kind;
    });
    if (had != found_.all.end() && had->cost.paid <= cost.paid) return;  // of other rows
    if (array_.is_dynamic && change.kind == Kind::kPad && !is_in_room(rows, array_, like))
      return refuse(base::at(array_.uses.variable->span,
                             say("a padding of '{array}' needs more dynamic shared memory, and the "
                                 "launch says how much there is",
                                 "array"_a = array_.name)));
    base::Result<std::vector<edit::Replacement>, base::Diagnostic> edits =
        edit::layout_edit(file_, array_.uses, change);
    for (size_t i = 0; edits && i < array_.also.size(); ++i) {
      auto more = edit::layout_edit(file_, array_.also[i], change);
      if (more)
        edit::add_edits(*edits, *more);
      else
        edits = base::fail(more.error());
    }
    if (!edits) return refuse(edits.error());
    std::vector<observe::LayoutCost> costs;
    for (const LaidOut& one : rows) costs.push_back(observe::cost_of({one}, like, device_));
    if (had != found_.all.end()) found_.all.erase(had);
    found_.all.push_back({change, std::move(*edits), cost, std::move(costs), 0});
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
