#include "sim/whatif/fix/sentences.hpp"

#include <fmt/format.h>

#include <bit>

#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/edit/swizzle.hpp"

namespace warplens::fix {

namespace {

using base::grouped;
using Kind = edit::LayoutChange::Kind;

std::string bytes_words(int64_t more) {
  if (more == 0) return say("no more bytes");
  if (more < 0)
    return say_count("{count} byte less a block", "{count} bytes less a block",
                     static_cast<uint64_t>(-more));
  return say_count("{count} more byte a block", "{count} more bytes a block",
                   static_cast<uint64_t>(more));
}

// Of an array of rows, or of one whose subscripts say how long its rows are.
std::string length_words(const edit::LayoutChange& change) {
  const bool is_shorter = change.kind == Kind::kShorten;
  const auto by = static_cast<uint64_t>(is_shorter ? -change.pad : change.pad);
  if (is_shorter && change.columns == 0)
    return say_count("make each row {count} element shorter",
                     "make each row {count} elements shorter", by);
  if (!is_shorter && !change.is_pitch)
    return say_count("pad each row by {count} element", "pad each row by {count} elements", by);
  return say("make each row {to} elements long instead of {from}",
             "to"_a = is_shorter ? change.columns - by : change.columns + by,
             "from"_a = change.columns);
}

}  // namespace

std::string head(const ArrayFixes& array) {
  const std::string paid = grouped(array.before.paid), ideal = grouped(array.before.ideal);
  if (!array.has_conflicts())
    return say(
        "'{array}' (line {line}) takes {paid} wavefronts for {requests} requests: it has no bank "
        "conflicts",
        "array"_a = array.array, "line"_a = array.line, "paid"_a = paid,
        "requests"_a = grouped(array.before.requests));
  return say(
      "'{array}' (line {line}) takes {paid} wavefronts for {requests} requests; without bank "
      "conflicts it would take {ideal}",
      "array"_a = array.array, "line"_a = array.line, "paid"_a = paid, "ideal"_a = ideal,
      "requests"_a = grouped(array.before.requests));
}

std::string swizzle_words(const edit::LayoutChange& change) {
  const bool is_flat = change.row != 0;
  const uint64_t divisor = (is_flat ? change.row : 1) << change.shift;
  std::string text = is_flat           ? "index ^ index"
                     : change.by_plane ? "column ^ plane"
                                       : "column ^ row";
  if (divisor != 1) text += fmt::format(" / {}", divisor);
  if (!change.takes_all_of_row) text += fmt::format(" % {}", uint64_t{1} << change.bits);
  if (change.unit != 1) text += fmt::format(" * {}", change.unit);
  return text;
}

std::string cute_words(const edit::LayoutChange& change, uint32_t element_bytes) {
  const std::optional<edit::Swizzle> swizzle = edit::swizzle_of(change);
  if (!swizzle || !std::has_single_bit(element_bytes)) return "";
  return say("in CuTe {swizzle} on indices of elements: {bits}",
             "swizzle"_a = edit::name_of(*swizzle),
             "bits"_a = edit::address_bits(*swizzle, element_bytes));
}

std::string words(const edit::LayoutChange& change) {
  switch (change.kind) {
    case Kind::kPad:
      if (change.row == 0 || change.is_pitch) return length_words(change);
      return say_count("leave {count} element free after every {row}",
                       "leave {count} elements free after every {row}",
                       static_cast<uint64_t>(change.pad), "row"_a = change.row);
    case Kind::kShorten:
      if (change.row == 0 || change.is_pitch) return length_words(change);
      return say("write '{index}' in the place of the index",
                 "index"_a = change.pad == -1
                                 ? fmt::format("index - index / {}", change.row)
                                 : fmt::format("index - index / {} * {}", change.row, -change.pad));
    case Kind::kSwizzle:
      if (change.row == 0)
        return say("write '{swizzle}' in the place of the column",
                   "swizzle"_a = swizzle_words(change));
      return say("write '{swizzle}' in the place of the index",
                 "swizzle"_a = swizzle_words(change));
    case Kind::kTurn:
      break;
  }
  return say("store it by columns: both extents and both subscripts change places");
}

std::string words(const Fix& fix) {
  const std::string edit = words(fix.layout.change);
  if (!fix.together.empty())
    return say("{edit}, of {arrays} alike, whose subscripts a macro writes", "edit"_a = edit,
               "arrays"_a = fix.together);
  if (!fix.define) return edit;
  return say("set {name} to {to} instead of the launch's {from}, or {edit}",
             "name"_a = fix.define->name, "to"_a = fix.define->to, "from"_a = fix.define->from,
             "edit"_a = edit);
}

std::string cost_words(const ArrayFixes& array, const Fix& fix) {
  const uint32_t now = array.occupancy.blocks, then = fix.occupancy.blocks;
  const std::string blocks =
      now == then ? say_count("{count} active block an SM, as now",
                              "{count} active blocks an SM, as now", now)
                  : say_count("{count} active block an SM instead of {now}",
                              "{count} active blocks an SM instead of {now}", then, "now"_a = now);
  const std::string paid = grouped(fix.layout.cost.paid);
  const std::string bytes = bytes_words(fix.layout.more_bytes);
  if (fix.is_partial)
    return say("{before} wavefronts -> {paid}, {ideal} ideal; {bytes}, {blocks}",
               "before"_a = grouped(array.before.paid), "paid"_a = paid,
               "ideal"_a = grouped(array.before.ideal), "bytes"_a = bytes, "blocks"_a = blocks);
  return say("{paid} wavefronts, {bytes}, {blocks}", "paid"_a = paid, "bytes"_a = bytes,
             "blocks"_a = blocks);
}

std::string condition(const ArrayFixes& array, const Fix& fix) {
  const edit::LayoutChange& change = fix.layout.change;
  if (change.kind == Kind::kShorten && change.columns != 0)
    return say("no access of this launch uses an element of a row from {first} on",
               "first"_a = change.columns - static_cast<uint64_t>(-change.pad));
  if (change.kind == Kind::kShorten)
    return say("no access of this launch uses the elements at a row's end");
  if (!array.is_dynamic) return "";
  if (change.is_pitch)
    return say("the launch gives the size of '{array}', which has to hold rows of {row} elements",
               "array"_a = array.array, "row"_a = change.row + static_cast<uint64_t>(change.pad));
  return say("the launch gives the size of '{array}', which has to be a multiple of {row} elements",
             "array"_a = array.array, "row"_a = fix.layout.change.row);
}

std::string no_layout(const ArrayFixes& array) {
  const uint64_t most = static_cast<uint64_t>(observe::kMostPadding) * array.together;
  const std::string none =
      array.dimensions == 1 ? say("taken as rows of the lengths that its subscripts say, of the "
                                  "lanes' distances and of powers of two, no padding up to {most}, "
                                  "no shorter row and no swizzle of '{array}' leaves it without "
                                  "bank conflicts; other orders of its elements were not tried",
                                  "most"_a = most, "array"_a = array.array)
      : array.dimensions == 2
          ? say("no padding up to {most}, no shorter row, no swizzle by bits of the row and no "
                "other order of '{array}' leaves it without bank conflicts",
                "most"_a = most, "array"_a = array.array)
          : say("no padding up to {most}, no shorter row and no swizzle of '{array}' by row or "
                "plane leaves it without bank conflicts; other orders of its elements were not "
                "tried",
                "most"_a = most, "array"_a = array.array);
  if (array.together > 1)
    return say(
        "{none}: a lane takes {count} elements in one piece somewhere, so they stay side by side "
        "under every layout",
        "none"_a = none, "count"_a = array.together);
  if (array.has_members)
    return say("{none}; an array for each member was not tried", "none"_a = none);
  return none;
}

}  // namespace warplens::fix
