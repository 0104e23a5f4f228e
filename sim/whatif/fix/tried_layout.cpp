#include "sim/whatif/fix/tried_layout.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/edit/pitch_edits.hpp"

namespace warplens::fix {
namespace {

using Tried = TriedLayout::Kind;

constexpr uint32_t kPiece = 16;         // [bytes] that TMA's swizzles leave together
constexpr uint32_t kBankLine = 128;     // [bytes] of all banks side by side
constexpr uint32_t kPatternEnd = 1024;  // [bytes] behind which every pattern repeats

uint32_t log2_of(uint64_t power) {
  return static_cast<uint32_t>(std::countr_zero(power));
}

bool is_flat_array(const SharedArray& array) {
  return array.places.front().extents.size() == 1;
}

uint64_t least_length(const SharedArray& array) {
  uint64_t least = UINT64_MAX;
  for (const Place& place : array.places) least = std::min(least, place.extents[0]);
  return least;
}

observe::LayoutCost& operator+=(observe::LayoutCost& to, const observe::LayoutCost& more) {
  to.requests += more.requests;
  to.paid += more.paid;
  to.ideal += more.ideal;
  return to;
}

// The pattern where its lanes would be; what keeps them from being there.
std::optional<Parted> move(observe::SharedPattern& pattern, const TriedMove& by) {
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((pattern.mask >> lane & 1) == 0) continue;
    const uint64_t first = pattern.addresses[lane], last = first + pattern.bytes - 1;
    const uint64_t to = by.moved(first);
    pattern.addresses[lane] = static_cast<uint32_t>(to);
    const bool is_whole = by.moved(last) == to + pattern.bytes - 1;
    if (is_whole && to % pattern.bytes == 0) continue;
    return Parted{pattern.site, 0, pattern.bytes, is_whole};
  }
  return std::nullopt;
}

class TriedCounter {
 public:
  TriedCounter(const run::Runs& runs) : runs_(runs) {}

  void count(const observe::SharedPattern& pattern, size_t launch, const TriedMove& by) {
    const run::Run& run = *runs_[launch];
    const code::AccessSite& site = run.program->sites[pattern.site];
    SiteCost& cost = sites_[{site.span.begin, pattern.site, launch}];
    if (cost.requests == 0) {
      cost.site = pattern.site;
      cost.launch = launch;
      cost.kind = pattern.kind;
      cost.bytes = pattern.bytes;
      cost.operation = site.operation;
      cost.passes_by_l1 = pattern.kind == observe::PatternKind::kCopy && site.passes_by_l1;
      cost.is_matrix = site.is_matrix;
    }
    cost.requests += pattern.count;
    add(cost.before, pattern, run);
    observe::SharedPattern there = pattern;
    if (pattern.kind != observe::PatternKind::kBulk) {
      const std::optional<Parted> parted = move(there, by);
      if (parted && !costs_.parted) {
        costs_.parted = parted;
        costs_.parted->launch = launch;
      }
    }
    add(cost.after, there, run);
  }

  TriedCosts take() {
    for (auto& [place, cost] : sites_) {
      costs_.before += cost.before;
      costs_.after += cost.after;
      costs_.sites.push_back(cost);
    }
    return std::move(costs_);
  }

 private:
  static void add(observe::LayoutCost& to, const observe::SharedPattern& pattern,
                  const run::Run& run) {
    const trace::StepCost one = observe::cost_of(pattern, *run.program, run.device);
    to += {pattern.count, pattern.count * one.paid, pattern.count * one.ideal};
  }

  const run::Runs& runs_;
  TriedCosts costs_;
  std::map<std::tuple<uint32_t, uint32_t, size_t>, SiteCost> sites_;
};

}  // namespace

uint64_t usual_row(const SharedArray& array, const base::SourceFile& file) {
  if (!is_flat_array(array)) return std::max<uint64_t>(1, array.places.front().extents.back());
  const auto is_row = [&](uint64_t row) {  // and not what a lane takes at once
    return row * array.element_bytes > array.most_bytes_a_lane() && row < least_length(array);
  };
  for (const uint64_t row : edit::pitches(file, array.uses)) {
    if (is_row(row)) return row;
  }
  for (const uint64_t row : observe::strides_of(array.laid_out, array.element_bytes)) {
    if (is_row(row)) return row;
  }
  return std::max<uint64_t>(1, kBankLine / array.element_bytes);
}

std::vector<uint64_t> rows_to_try(const SharedArray& array, const base::SourceFile& file) {
  std::vector<uint64_t> rows{usual_row(array, file)};
  if (!is_flat_array(array)) return rows;
  for (const uint64_t row : edit::pitches(file, array.uses)) rows.push_back(row);
  for (const uint64_t row : observe::rows_of_flat(least_length(array), array.element_bytes)) {
    if (row * array.element_bytes >= kPiece) rows.push_back(row);
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

TriedMove::TriedMove(const TriedLayout& tried, const observe::ArrayLayout& at, uint64_t row,
                     uint32_t element_bytes)
    : tried_(tried), begin_(at.begin), row_(row), element_(element_bytes) {}

uint64_t TriedMove::moved(uint64_t address) const {
  if (tried_.kind == Tried::kAsWritten || address < begin_) return address;
  const uint64_t offset = address - begin_;
  const uint64_t index = offset / element_, rest = offset % element_;
  uint64_t to = index;
  switch (tried_.kind) {
    case Tried::kPad:
      to = index + index / row_ * tried_.pad;
      break;
    case Tried::kXor: {
      const uint64_t mask = (uint64_t{1} << tried_.bits) - 1;
      const uint64_t number = index / row_ >> tried_.shift & mask;
      to = index / row_ * row_ + (index % row_ ^ number << tried_.base);
      break;
    }
    case Tried::kSwizzle:
      to = edit::Swizzle{tried_.bits, tried_.base, tried_.shift}.apply(index);
      break;
    case Tried::kTma: {
      const uint64_t absolute = tried_.begin + offset;
      const uint64_t chunk = absolute / kBankLine % (tried_.span / kPiece);
      return begin_ / kPatternEnd * kPatternEnd + (absolute ^ chunk * kPiece);
    }
    case Tried::kAsWritten:
      break;
  }
  return begin_ + to * element_ + rest;
}

std::optional<edit::Swizzle> as_swizzle(const TriedLayout& tried, uint64_t row,
                                        uint32_t element_bytes) {
  if (!std::has_single_bit(element_bytes)) return std::nullopt;
  switch (tried.kind) {
    case Tried::kXor: {
      if (!std::has_single_bit(row) || log2_of(row) + tried.shift < tried.base) return std::nullopt;
      return edit::Swizzle{tried.bits, tried.base, log2_of(row) + tried.shift - tried.base};
    }
    case Tried::kSwizzle:
      return edit::Swizzle{tried.bits, tried.base, tried.shift};
    case Tried::kTma:
      if (tried.begin % kPatternEnd != 0 || element_bytes > kPiece) return std::nullopt;
      return edit::Swizzle{log2_of(tried.span / kPiece), log2_of(kPiece / element_bytes),
                           log2_of(kBankLine / kPiece)};
    case Tried::kAsWritten:
    case Tried::kPad:
      break;
  }
  return std::nullopt;
}

TriedCosts costs_of(const SharedArray& array, const TriedLayout& tried, uint64_t row,
                    const run::Runs& runs) {
  TriedCounter counter(runs);
  int64_t more = 0;
  for (size_t i = 0; i < array.laid_out.size(); ++i) {
    const observe::LaidOut& laid_out = array.laid_out[i];
    const TriedMove by(tried, laid_out.layout, row, array.element_bytes);
    for (const observe::SharedPattern& pattern : laid_out.accesses)
      counter.count(pattern, array.places[i].launch, by);
    if (tried.kind != Tried::kPad) continue;
    const uint64_t rows = laid_out.layout.bytes / array.element_bytes / row;
    more = std::max(more, static_cast<int64_t>(rows * tried.pad * array.element_bytes));
  }
  TriedCosts costs = counter.take();
  costs.more_bytes = more;
  return costs;
}

base::Result<std::string, base::Diagnostic> text_with(const SharedArray& array,
                                                      const TriedLayout& tried, uint64_t row,
                                                      const base::SourceFile& file) {
  const auto refuse = [&](std::string message) {
    return base::fail(base::at(array.uses.variable->span, std::move(message)));
  };
  if (array.fixed_by) return base::fail(*array.fixed_by);
  const bool is_flat = is_flat_array(array);
  edit::LayoutChange change;
  if (tried.kind == Tried::kPad) {
    if (tried.pad == 0) return refuse(say("there is nothing to change"));
    change.pad = static_cast<int64_t>(tried.pad);
    change.columns = row;
    if (is_flat) {
      const std::vector<uint64_t> said = edit::pitches(file, array.uses);
      change.row = row;
      change.is_pitch = std::find(said.begin(), said.end(), row) != said.end();
    }
    if (array.is_dynamic)
      return refuse(
          say("a padding of '{array}' needs more dynamic shared memory, and the launch "
              "says how much there is",
              "array"_a = array.name));
  } else if (tried.kind == Tried::kXor && !is_flat && !std::has_single_bit(row)) {
    change.kind = edit::LayoutChange::Kind::kSwizzle;
    change.columns = row;
    change.bits = tried.bits;
    change.shift = tried.shift;
    change.unit = uint64_t{1} << tried.base;
  } else {
    const std::optional<edit::Swizzle> swizzle = as_swizzle(tried, row, array.element_bytes);
    if (!swizzle && tried.kind == Tried::kTma)
      return refuse(
          say("where the array begins decides about this order, and no text says it: an "
              "array that is aligned to 1,024 bytes has one that can be written"));
    const std::optional<edit::LayoutChange> made =
        swizzle ? edit::change_of(*swizzle, row, is_flat) : std::nullopt;
    if (!made && swizzle && swizzle->bits != 0)
      return refuse(
          say("{swizzle} of '{array}' can't be written with its subscripts: its rows have "
              "{row} elements",
              "swizzle"_a = edit::name_of(*swizzle), "array"_a = array.name, "row"_a = row));
    if (!made) return refuse(say("there is nothing to change"));
    change = *made;
    change.keeps_extents = array.is_dynamic;
  }
  auto edits = edit::layout_edit(file, array.uses, change);
  if (!edits) return base::fail(edits.error());
  return edit::apply(file, *edits);
}

}  // namespace warplens::fix
