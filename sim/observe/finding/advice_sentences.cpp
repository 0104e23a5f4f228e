// Hints: what costs more than it has to, what depends on an order.
#include <cstdint>

#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/finding_place.hpp"

namespace warplens::observe {

namespace {

using base::grouped;
using base::Operation;

std::string sectors_text(uint64_t number) {
  return number == 1 ? say("1 sector") : say("{count} sectors", "count"_a = grouped(number));
}

std::string where_words(const SectorsDetail& sectors) {
  if (sectors.stride == 0) return say("neighbouring lanes are far apart");
  return say("neighbouring lanes are {bytes} bytes apart", "bytes"_a = grouped(sectors.stride));
}

std::string cure_words(const SectorsDetail& of) {
  const std::string now = grouped(of.sectors), with_cure = sectors_text(of.with_cure);
  switch (of.cure) {
    case SectorsDetail::Cure::kMembers:
      return say(
          "in a structure of arrays, this member would move {needed} in the block instead of {now}",
          "needed"_a = with_cure, "now"_a = now);
    case SectorsDetail::Cure::kVector:
      return say(
          "a lane's neighbouring elements in one access of {bytes} bytes (a vector type) would use "
          "all of it",
          "bytes"_a = of.stride);
    case SectorsDetail::Cure::kTile:
      return say(
          "through a tile in shared memory, in which neighbouring lanes take neighbouring "
          "elements, or with the array transposed, the block would move {once} instead of {now}",
          "once"_a = with_cure, "now"_a = now);
    case SectorsDetail::Cure::kNeighbours:
      break;
  }
  return say(
      "where neighbouring lanes take neighbouring elements, the block would move {needed} instead "
      "of {now}",
      "needed"_a = with_cure, "now"_a = now);
}

// "the load of 'in'", which distinguishes it from the other accesses of its line.
std::string access_words(const ExchangeDetail& of) {
  const bool is_load = of.operation == Operation::kLoad;
  const bool is_store = of.operation == Operation::kStore;
  if (of.array.empty())
    return is_load ? say("the load") : is_store ? say("the store") : say("the atomic");
  return is_load    ? say("the load of '{array}'", "array"_a = of.array)
         : is_store ? say("the store of '{array}'", "array"_a = of.array)
                    : say("the atomic on '{array}'", "array"_a = of.array);
}

using Cure = ConflictsDetail::Cure;

std::string with_rows(const ConflictsDetail& of) {
  if (of.new_row < of.row)
    return say(
        "with rows of {shorter} elements instead of {row}, whose others nothing uses here, it has "
        "no bank conflicts",
        "shorter"_a = of.new_row, "row"_a = of.row);
  if (of.swizzle.empty())
    return say("with rows of {padded} elements instead of {row} it has no bank conflicts",
               "padded"_a = of.new_row, "row"_a = of.row);
  return say(
      "with rows of {padded} elements instead of {row} it has no bank conflicts; the same with "
      "'{swizzle}' in the place of the column",
      "padded"_a = of.new_row, "row"_a = of.row, "swizzle"_a = of.swizzle);
}

// Of an array of one dimension.
std::string flat_change(const ConflictsDetail& of) {
  if (of.cure == Cure::kIndexSwizzle)
    return say("with '{swizzle}' in the place of the index", "swizzle"_a = of.swizzle);
  return say_count("with {count} element left free after every {row}",
                   "with {count} elements left free after every {row}", of.gap, "row"_a = of.row);
}

// Where conflicts remain under every layout.
std::string fewest_words(const ConflictsDetail& of) {
  const std::string paid = grouped(of.left);
  if (of.cure == Cure::kRows)
    return say(
        "no layout that was tried leaves none, but with rows of {padded} elements instead of {row} "
        "it takes {paid}",
        "padded"_a = of.new_row, "row"_a = of.row, "paid"_a = paid);
  if (of.cure == Cure::kSwizzle)
    return say(
        "no layout that was tried leaves none, but with '{swizzle}' in the place of the column it "
        "takes {paid}",
        "swizzle"_a = of.swizzle, "paid"_a = paid);
  return say("no layout that was tried leaves none, but {change} it takes {paid}",
             "change"_a = flat_change(of), "paid"_a = paid);
}

std::string cure_words(const ConflictsDetail& of) {
  if (of.left != 0) return fewest_words(of);
  switch (of.cure) {
    case Cure::kRows:
      return with_rows(of);
    case Cure::kSwizzle:
      return say("with '{swizzle}' in the place of the column it has no bank conflicts",
                 "swizzle"_a = of.swizzle);
    case Cure::kIndexSwizzle:
    case Cure::kGaps:
      return say("{change} it has no bank conflicts", "change"_a = flat_change(of));
    case Cure::kColumns:
      return say("stored by columns it has no bank conflicts");
    case Cure::kStays:
      if (of.line == 0) return of.reason;
      return say("no other layout is advised, because of line {line}: {reason}", "line"_a = of.line,
                 "reason"_a = of.reason);
    case Cure::kNone:
      break;
  }
  return say(
      "no padding of its rows and no swizzle of its columns by bits of the row leaves fewer");
}

std::string unused_words(const ConflictsDetail& of) {
  return say_count(
      "its last element is never accessed: if it is meant as padding, no index counts it in",
      "its last {count} elements are never accessed: if they are meant as padding, no index counts "
      "them in",
      of.unused);
}

std::string element_text(const RowDetail& of, const std::vector<int64_t>& indices) {
  std::string text = of.array;
  for (const int64_t index : indices) text += "[" + std::to_string(index) + "]";
  return text;
}

}  // namespace

std::string NoDetail::sentence(const Finding& finding) const {
  if (finding.kind == FindingKind::kOverwrittenStore)
    return say(
        "threads store here again to a place of which nothing has read the value before: keep it "
        "in a register, and store it once");
  if (finding.kind == FindingKind::kWaitWithoutCopies)
    return say(
        "no thread has begun a copy when it comes here: this waits for nothing; leave it out, or "
        "put it behind the copies");
  return "";
}

std::string SizeDetail::sentence(const Finding& finding) const {
  return say(
      "{threads} threads a block are no multiple of 32: {idle} lanes of each block's last warp do "
      "nothing",
      "threads"_a = threads, "idle"_a = finding.count);
}

std::string NeedDetail::sentence(const Finding&) const {
  switch (why) {
    case NeedDetail::Why::kOnePhase:
      return say(
          "in this run, with one phase, no two threads touch the same element across this barrier: "
          "it orders nothing here, and may be needed with more phases");
    case NeedDetail::Why::kOwnValues:
      return say(
          "in this run, each thread reads only what it stored itself, and no two threads touch the "
          "same element across this barrier: it orders nothing, and is needed as soon as a thread "
          "reads what another one stored");
    case NeedDetail::Why::kNothingShared:
      break;
  }
  return say(
      "in this run, no two threads touch the same element across this barrier: it orders nothing");
}

std::string ArrayDetail::sentence(const Finding&) const {
  return say("shared array '{array}' is written and never read", "array"_a = array);
}

std::string FetchDetail::sentence(const Finding&) const {
  if (times == loads) {
    return say(
        "the block's warps fetch the elements of '{array}' {times} times on average: a tile in "
        "shared memory would load {once} bytes instead of {fetched}",
        "array"_a = array, "times"_a = times, "once"_a = grouped(once),
        "fetched"_a = grouped(fetched));
  }
  return say(
      "the block's warps fetch the elements of '{array}' {times} times on average (its threads "
      "load each {loads} times): a tile in shared memory would load {once} bytes instead of "
      "{fetched}",
      "array"_a = array, "times"_a = times, "loads"_a = loads, "once"_a = grouped(once),
      "fetched"_a = grouped(fetched));
}

std::string SectorsDetail::sentence(const Finding&) const {
  const std::string where = where_words(*this), cure_text = cure_words(*this);
  return is_load
             ? say("{share:.3g} % of the bytes that the load of '{array}' transfers are "
                   "requested: {where}; {cure}",
                   "array"_a = array, "share"_a = percent, "where"_a = where, "cure"_a = cure_text)
             : say("{share:.3g} % of the bytes that the store to '{array}' transfers are "
                   "requested: {where}; {cure}",
                   "array"_a = array, "share"_a = percent, "where"_a = where, "cure"_a = cure_text);
}

std::string ExchangeDetail::sentence(const Finding&) const {
  const std::string access = access_words(*this);
  if (cure == ExchangeDetail::Cure::kTile)
    return say(
        "with threadIdx.x and threadIdx.y exchanged, {access} would move {exchanged} in "
        "the block instead of {now}, but its other accesses of global memory {others_exchanged} "
        "instead of {others_now}: a tile in shared memory lets both be in order",
        "access"_a = access, "exchanged"_a = sectors_text(exchanged), "now"_a = grouped(now),
        "others_exchanged"_a = grouped(others_exchanged), "others_now"_a = grouped(others_now));
  if (cure == ExchangeDetail::Cure::kWarps)
    return say(
        "threads that differ in threadIdx.y take neighbouring elements in {access}, those of a "
        "warp do not: with warps along y it would move {exchanged} in the block instead of "
        "{now}",
        "access"_a = access, "exchanged"_a = sectors_text(exchanged), "now"_a = grouped(now));
  if (others_exchanged > others_now)
    return say(
        "with threadIdx.x and threadIdx.y exchanged, {access} would move {exchanged} in "
        "the block instead of {now}, and all accesses of global memory {all_exchanged} instead of "
        "{all_now}",
        "access"_a = access, "exchanged"_a = sectors_text(exchanged), "now"_a = grouped(now),
        "all_exchanged"_a = grouped(exchanged + others_exchanged),
        "all_now"_a = grouped(now + others_now));
  return say(
      "with threadIdx.x and threadIdx.y exchanged, {access} would move {exchanged} in the "
      "block instead of {now}",
      "access"_a = access, "exchanged"_a = sectors_text(exchanged), "now"_a = grouped(now));
}

std::string ConflictsDetail::sentence(const Finding&) const {
  if (unused == 0)
    return say(
        "'{array}' takes {paid} wavefronts in one block, {ideal} without bank conflicts; {cure}",
        "array"_a = array, "paid"_a = grouped(paid), "ideal"_a = grouped(ideal),
        "cure"_a = cure_words(*this));
  return say(
      "'{array}' takes {paid} wavefronts in one block, {ideal} without bank conflicts; {cure}; "
      "{unused}",
      "array"_a = array, "paid"_a = grouped(paid), "ideal"_a = grouped(ideal),
      "cure"_a = cure_words(*this), "unused"_a = unused_words(*this));
}

std::string LanesDetail::sentence(const Finding&) const {
  return say(
      "most of a warp is idle: {lanes} of 32 lanes take part in an access on average; most are "
      "lost here",
      "lanes"_a = lanes);
}

std::string OrderDetail::sentence(const Finding&) const {
  return is_rounding ? say("the order of these additions decides how the sum is rounded")
                     : say("the order of these atomics decides which thread gets which result");
}

std::string RowDetail::sentence(const Finding& finding) const {
  const std::string thread = thread_words(finding.thread, finding.extent);
  const bool is_innermost = index + 1 == indices.size();
  return is_innermost
             ? say("{thread} accesses {element}, but a row has {extent} elements: this is "
                   "{landed}, in another row",
                   "thread"_a = thread, "element"_a = element_text(*this, indices),
                   "extent"_a = extent, "landed"_a = element_text(*this, landed))
             : say("{thread} accesses {element}, but index {index} counts to {extent}: this is "
                   "{landed}",
                   "thread"_a = thread, "element"_a = element_text(*this, indices),
                   "index"_a = index + 1, "extent"_a = extent,
                   "landed"_a = element_text(*this, landed));
}

std::string BranchDetail::sentence(const Finding&) const {
  if (warps == all_warps)
    return say(
        "every warp of the block executes both sides of this divergent branch, one after the "
        "other: {share} % of the block's threads (32 for each warp instruction) are inactive "
        "meanwhile",
        "share"_a = percent);
  return say(
      "{warps} of {all} warps execute both sides of this divergent branch, one after the other: "
      "{share} % of the block's threads (32 for each warp instruction) are inactive meanwhile",
      "warps"_a = warps, "all"_a = all_warps, "share"_a = percent);
}

std::string RoundingDetail::sentence(const Finding& finding) const {
  return say(
      "{thread} gets {twice} of a product and a sum that are rounded one after the other; a "
      "compiler may fuse the two and round once, which gives {once} (different for {threads} of "
      "the block's threads): __hfma() always rounds once, __hmul_rn() keeps the product apart",
      "thread"_a = thread_words(finding.thread, finding.extent), "twice"_a = twice, "once"_a = once,
      "threads"_a = threads);
}

}  // namespace warplens::observe
