// Shared arrays with bank conflicts, and what cures them, or leaves the fewest: a padding of their
// rows, rows without columns that nothing uses, a swizzle of their columns; of an array of one
// dimension, of rows that it is taken as, as sim/whatif/fix does. Nothing is advised that that
// refuses: where an array's address is kept, or an index goes past its row, its layout has to stay;
// a layout has to fit in the static memory of a block, and the text has to permit it.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "sim/base/say.hpp"
#include "sim/edit/array_uses.hpp"
#include "sim/edit/layout_edits.hpp"
#include "sim/edit/pitch_edits.hpp"
#include "sim/lang/tree/type.hpp"
#include "sim/observe/finding/sentence.hpp"
#include "sim/observe/hints/hint.hpp"
#include "sim/observe/layouts/layout_search.hpp"
#include "sim/observe/totals/step_cost.hpp"

namespace warplens::observe {

namespace {

// Of each array so many accesses are worked out again for each layout.
constexpr size_t kMostAccesses = 2000;

using Cure = ConflictsDetail::Cure;

struct Cost {
  uint64_t paid = 0, ideal = 0;
};

class RowPaddingHint : public Hint {
 public:
  explicit RowPaddingHint(const Subject& subject)
      : Hint(subject),
        accesses_(subject.layout.shared.size()),
        ends_(subject.layout.shared.size()),
        crossed_(subject.layout.shared.size()) {}

  void access(const trace::Access& access) override {
    if (access.space != trace::Space::kShared || access.out_of_bounds != 0) return;
    std::vector<uint32_t> touched;
    for_each_lane(access, [&](uint32_t lane) {
      const uint32_t here = subject().layout.find(access.space, access.addresses[lane]);
      if (here >= accesses_.size()) return;
      ends_[here] = std::max(ends_[here], access.addresses[lane] + access.bytes);
      if (touched.empty() || touched.back() != here) touched.push_back(here);
    });
    if (touched.size() > 1) {
      for (const uint32_t index : touched) crossed_[index] = true;
    } else if (!touched.empty() && accesses_[touched[0]].size() < kMostAccesses) {
      accesses_[touched[0]].push_back(access.step);
    }
  }

  void add_findings(std::vector<Finding>& to) const override {
    for (size_t i = 0; i < accesses_.size(); ++i) {
      const ArrayInfo array = as_in_text(subject().layout.shared[i]);
      if (array.extents.empty() || accesses_[i].empty()) continue;
      const Cost now = cost(i);
      if (now.paid == now.ideal) continue;
      const Text text = text_of(array);
      if (const std::optional<base::Diagnostic> reason = fixed_by(text)) {
        to.push_back(finding(i, now, stays_because(*reason)));
        continue;
      }
      if (crossed_[i]) continue;
      std::optional<ConflictsDetail> detail =
          array.extents.size() == 1 ? cure_of_flat(i, array, text, now) : cure_of(i, array, text);
      if (!detail) continue;
      detail->unused = unused(i, array);
      to.push_back(finding(i, now, std::move(*detail)));
    }
  }

 private:
  // What the text says of an array; nothing where it is not the text's.
  struct Text {
    std::optional<edit::ArrayUses> uses;
    bool is_dynamic = false;
    uint64_t room = UINT64_MAX;                         // [bytes] of static memory that are left
    mutable std::optional<base::Diagnostic> unwritten;  // why a layout can't be written
  };

  Text text_of(const ArrayInfo& array) const {
    Text text;
    const code::SharedArray* one = declared(array);
    if (one == nullptr) return text;
    text.is_dynamic = one->is_dynamic;
    const uint64_t limit = subject().device.static_shared_limit();
    if (!one->is_dynamic)
      text.room = limit - std::min<uint64_t>(limit, subject().program.static_shared_bytes);
    if (const lang::Variable* variable = edit::declaration_of(subject().program, *one))
      text.uses = edit::uses_of(subject().program, *variable);
    return text;
  }

  // Whether sim/whatif/fix writes it.
  bool may_be_written(const Text& text, const edit::LayoutChange& change) const {
    if (!text.uses) return true;
    const auto edits = edit::layout_edit(subject().program.unit->file, *text.uses, change);
    if (!edits && !text.unwritten) text.unwritten = edits.error();
    return edits.ok();
  }

  // `row`: of an array of one dimension.
  edit::LayoutChange change_of(const Text& text, const ArrayInfo& array, uint64_t row,
                               edit::LayoutChange::Kind kind, const ArrayLayout& layout) const {
    const auto unit = static_cast<int64_t>(layout.unit / array.element_bytes);
    edit::LayoutChange change;
    change.kind = kind;
    change.row = row;
    change.columns = row != 0 ? row : array.extents.back();
    change.pad = layout.pad * unit;
    change.bits = layout.swizzle_bits;
    change.shift = layout.swizzle_shift;
    change.unit = static_cast<uint64_t>(unit) << layout.swizzle_position;
    change.by_plane = layout.swizzles_by_plane;
    change.keeps_extents = text.is_dynamic && row != 0;
    return change;
  }

  // Without those that can't be written.
  FoundLayouts written(const Text& text, const ArrayInfo& array, uint64_t row,
                       FoundLayouts found) const {
    using Kind = edit::LayoutChange::Kind;
    const auto keep = [&](std::optional<ArrayLayout>& layout, Kind kind) {
      if (layout && !may_be_written(text, change_of(text, array, row, kind, *layout)))
        layout.reset();
    };
    keep(found.padded, Kind::kPad);
    keep(found.shortened, Kind::kShorten);
    keep(found.swizzled, Kind::kSwizzle);
    if (row != 0) found.turned.reset();
    keep(found.turned, Kind::kTurn);
    return found;
  }

  // Of an array of one dimension: a few elements at its end that nothing accesses were meant as a
  // padding of rows, if the text has not been made to skip them.
  uint64_t unused(size_t index, const ArrayInfo& array) const {
    constexpr uint64_t kLeastUsed = 4;  // times the unused ones
    const uint64_t end = array.base + array.bytes;
    if (array.extents.size() != 1 || ends_[index] >= end) return 0;
    const uint64_t unused = (end - ends_[index]) / array.element_bytes;
    return kLeastUsed * unused > array.extents[0] - unused ? 0 : unused;
  }

  // Of an array of rows.
  std::optional<ConflictsDetail> cure_of(size_t index, const ArrayInfo& array,
                                         const Text& text) const {
    const auto layout = layout_of(array, bytes_a_lane(index));
    if (!layout) return std::nullopt;
    const std::vector<LaidOut> laid_out = {
        {*layout, patterns_of(subject().recording, accesses_[index]), &subject().program}};
    const FoundLayouts free =
        written(text, array, 0, find_conflict_free(laid_out, subject().device, text.room));
    if (free.padded || free.swizzled || free.shortened) return cure(array, free);
    if (free.turned) return with(Cure::kColumns);
    if (text.unwritten) return stays_because(*text.unwritten);
    return best_of(array, text, laid_out);
  }

  Cost cost(size_t index) const {
    Cost sum;
    for (const uint32_t step : accesses_[index]) {
      const trace::Access access = subject().recording.at(step);
      const trace::StepCost one =
          cost_of(access, subject().program.sites[access.site], subject().device);
      sum.paid += one.paid;
      sum.ideal += one.ideal;
    }
    return sum;
  }

  const code::SharedArray* declared(const ArrayInfo& array) const {
    for (const code::SharedArray& one : subject().program.shared) {
      if (one.offset == array.base && one.name == array.name) return &one;
    }
    return nullptr;
  }

  // With the extents of its declaration and whole elements: a float4 is one of 16 bytes.
  ArrayInfo as_in_text(ArrayInfo array) const {
    const code::SharedArray* one = declared(array);
    if (one == nullptr || one->type == nullptr) return array;
    array.element_bytes = static_cast<uint32_t>(lang::size_of(lang::array_base(one->type)));
    array.extents = lang::extents_of(one->type);
    if (one->is_dynamic && !array.extents.empty())
      array.extents[0] = array.bytes / array.element_bytes;
    return array;
  }

  // Of an array of one dimension: the first rows under which it has none; else the fewest as rows
  // that go once over the banks, which is all that there is time for while a text is typed. Nothing
  // where that is more than half of the conflicts: these come from the data, as a histogram's do.
  std::optional<ConflictsDetail> cure_of_flat(size_t index, const ArrayInfo& array,
                                              const Text& text, const Cost& now) const {
    const auto patterns = patterns_of(subject().recording, accesses_[index]);
    const std::vector<uint64_t> rows = rows_of_flat(array.extents[0], array.element_bytes);
    const auto laid_out_in = [&](uint64_t row) {
      std::vector<LaidOut> laid_out;
      if (const auto layout = layout_in_rows(array, row, bytes_a_lane(index)))
        laid_out.push_back({*layout, patterns, &subject().program});
      return laid_out;
    };
    if (const std::optional<ConflictsDetail> cure = cure_of_pitch(array, text, laid_out_in))
      return cure;
    for (const uint64_t row : rows) {
      const std::vector<LaidOut> laid_out = laid_out_in(row);
      if (laid_out.empty()) continue;
      const auto like =
          usable(array, text, row, find_conflict_free(laid_out, subject().device, text.room));
      if (like) return change_of_flat(array, row, *like);
    }
    if (text.unwritten) return stays_because(*text.unwritten);
    const std::vector<LaidOut> laid_out =
        rows.empty() ? std::vector<LaidOut>() : laid_out_in(rows.front());
    if (!laid_out.empty()) {
      const auto like = usable(array, text, rows.front(),
                               find_fewest_conflicts(laid_out, subject().device, text.room));
      const uint64_t paid = like ? cost_of(laid_out, *like, subject().device).paid : now.paid;
      if (2 * (paid - now.ideal) <= now.paid - now.ideal) {
        ConflictsDetail detail = change_of_flat(array, rows.front(), *like);
        detail.left = paid;
        return detail;
      }
    }
    return std::nullopt;
  }

  // Rows whose length the subscripts say, longer or shorter.
  template <class InRows>
  std::optional<ConflictsDetail> cure_of_pitch(const ArrayInfo& array, const Text& text,
                                               InRows laid_out_in) const {
    if (!text.uses || text.is_dynamic) return std::nullopt;
    for (const uint64_t row : edit::pitches(subject().program.unit->file, *text.uses)) {
      const std::vector<LaidOut> laid_out = laid_out_in(row);
      if (laid_out.empty()) continue;
      const FoundLayouts found = find_conflict_free(laid_out, subject().device, text.room);
      for (const auto& like : {found.padded, found.shortened}) {
        if (!like) continue;
        edit::LayoutChange change =
            change_of(text, array, row, edit::LayoutChange::Kind::kPad, *like);
        change.is_pitch = true;
        if (may_be_written(text, change))
          return with_rows(row, row + static_cast<uint64_t>(change.pad));
      }
    }
    return std::nullopt;
  }

  // A swizzle, where rows are whole, or a padding, where the launch does not give the size.
  std::optional<ArrayLayout> usable(const ArrayInfo& array, const Text& text, uint64_t row,
                                    const FoundLayouts& found) const {
    const FoundLayouts kept = written(text, array, row, found);
    if (kept.swizzled && array.extents[0] % row == 0) return kept.swizzled;
    return text.is_dynamic ? std::nullopt : kept.padded;
  }

  static ConflictsDetail change_of_flat(const ArrayInfo& array, uint64_t row,
                                        const ArrayLayout& layout) {
    if (layout.swizzle_bits != 0) {
      ConflictsDetail detail = with(Cure::kIndexSwizzle);
      detail.swizzle = flat_swizzle_text(array, row, layout);
      return detail;
    }
    ConflictsDetail detail = with(Cure::kGaps);
    detail.row = row;
    detail.gap = static_cast<uint64_t>(layout.pad) * layout.unit / array.element_bytes;
    return detail;
  }

  // "index ^ index / 32 % 32".
  static std::string flat_swizzle_text(const ArrayInfo& array, uint64_t row,
                                       const ArrayLayout& layout) {
    const uint64_t unit = uint64_t{layout.unit / array.element_bytes} << layout.swizzle_position;
    std::string text = fmt::format("index ^ index / {}", row << layout.swizzle_shift);
    if (layout.rows() > uint64_t{1} << (layout.swizzle_bits + layout.swizzle_shift))
      text += fmt::format(" % {}", uint64_t{1} << layout.swizzle_bits);
    if (unit > 1) text += fmt::format(" * {}", unit);
    return text;
  }

  // Why its elements have to stay where they are: as sim/whatif/fix sees it.
  std::optional<base::Diagnostic> fixed_by(const Text& text) const {
    if (!text.uses || text.uses->escape || subject().followed == nullptr)
      return text.uses ? text.uses->escape : std::nullopt;
    for (const edit::ElementPlace& place : text.uses->places) {
      for (const Finding& finding : *subject().followed) {
        if (finding.kind != FindingKind::kPastRow || finding.span != place.span) continue;
        return base::at(place.span, say("an index goes past its row of '{array}' here, so the code "
                                        "counts on rows that follow one another",
                                        "array"_a = text.uses->variable->name));
      }
    }
    return std::nullopt;
  }

  ConflictsDetail stays_because(const base::Diagnostic& escape) const {
    const base::SourceFile& file = subject().program.unit->file;
    ConflictsDetail detail = with(Cure::kStays);
    detail.reason = escape.message;
    if (escape.has_place) detail.line = file.line_column(file.in_root(escape.span).begin).line;
    return detail;
  }

  // Where conflicts remain under every layout.
  ConflictsDetail best_of(const ArrayInfo& array, const Text& text,
                          const std::vector<LaidOut>& laid_out) const {
    const FoundLayouts best =
        written(text, array, 0, find_fewest_conflicts(laid_out, subject().device, text.room));
    const auto paid = [&](const ArrayLayout& like) {
      return cost_of(laid_out, like, subject().device).paid;
    };
    const bool is_padding =
        best.padded && (!best.swizzled || paid(*best.padded) <= paid(*best.swizzled));
    if (is_padding) {
      ConflictsDetail detail = with_rows(array.extents.back(), padded_row(array, *best.padded));
      detail.left = paid(*best.padded);
      return detail;
    }
    if (!best.swizzled) return with(Cure::kNone);
    ConflictsDetail detail = with(Cure::kSwizzle);
    detail.swizzle = swizzle_text(array, *best.swizzled);
    detail.left = paid(*best.swizzled);
    return detail;
  }

  static uint64_t padded_row(const ArrayInfo& array, const ArrayLayout& layout) {
    const auto unit = static_cast<int64_t>(layout.unit / array.element_bytes);
    return array.extents.back() + static_cast<uint64_t>(layout.pad * unit);
  }

  uint32_t bytes_a_lane(size_t index) const {
    uint32_t most = 1;
    for (const uint32_t step : accesses_[index])
      most = std::max<uint32_t>(most, subject().recording.at(step).bytes);
    return most;
  }

  static ConflictsDetail cure(const ArrayInfo& array, const FoundLayouts& free) {
    const uint64_t row = array.extents.back();
    if (!free.padded && free.shortened) return with_rows(row, padded_row(array, *free.shortened));
    ConflictsDetail detail =
        free.padded ? with_rows(row, padded_row(array, *free.padded)) : with(Cure::kSwizzle);
    if (free.swizzled) detail.swizzle = swizzle_text(array, *free.swizzled);
    return detail;
  }

  static ConflictsDetail with(Cure cure) {
    ConflictsDetail detail;
    detail.cure = cure;
    return detail;
  }

  static ConflictsDetail with_rows(uint64_t row, uint64_t new_row) {
    ConflictsDetail detail = with(Cure::kRows);
    detail.row = row;
    detail.new_row = new_row;
    return detail;
  }

  // "column ^ row % 32", "column ^ row / 2 % 4 * 4": of elements, where a lane takes 4 at once.
  static std::string swizzle_text(const ArrayInfo& array, const ArrayLayout& layout) {
    const uint64_t unit = uint64_t{layout.unit / array.element_bytes} << layout.swizzle_position;
    std::string text = layout.swizzles_by_plane ? "column ^ plane" : "column ^ row";
    if (layout.swizzle_shift > 0) text += fmt::format(" / {}", uint64_t{1} << layout.swizzle_shift);
    text += fmt::format(" % {}", uint64_t{1} << layout.swizzle_bits);
    if (unit > 1) text += fmt::format(" * {}", unit);
    return text;
  }

  Finding finding(size_t index, const Cost& now, ConflictsDetail detail) const {
    const ArrayInfo& array = subject().layout.shared[index];
    uint32_t worst = 0;
    uint32_t site = 0;
    for (const uint32_t step : accesses_[index]) {
      const trace::Access access = subject().recording.at(step);
      const trace::StepCost one =
          cost_of(access, subject().program.sites[access.site], subject().device);
      if (one.paid - one.ideal <= static_cast<int>(worst)) continue;
      worst = static_cast<uint32_t>(one.paid - one.ideal);
      site = access.site;
    }
    Finding result = finding_at(FindingKind::kBankConflicts, site);
    result.count = now.paid - now.ideal;
    detail.array = array.name;
    detail.paid = now.paid;
    detail.ideal = now.ideal;
    result.detail = std::move(detail);
    result.message = sentence(result);
    return result;
  }

  std::vector<std::vector<uint32_t>> accesses_;  // steps, by index in the layout
  std::vector<uint64_t> ends_;                   // of what is accessed [address]; likewise
  std::vector<bool> crossed_;                    // an access reaches it and another array; likewise
};

}  // namespace

std::unique_ptr<Hint> row_padding(const Subject& subject) {
  return std::make_unique<RowPaddingHint>(subject);
}

}  // namespace warplens::observe
