#include "sim/fix/sentences.hpp"

#include <fmt/format.h>

#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"

namespace warplens::fix {

namespace {

using base::grouped;
using Kind = edit::LayoutChange::Kind;

// "column ^ row / 2 % 4 * 4".
std::string swizzle_words(const edit::LayoutChange& change) {
  const bool is_flat = change.row != 0;
  const uint64_t divisor = (is_flat ? change.row : 1) << change.shift;
  std::string text = is_flat ? "index ^ index" : "column ^ row";
  if (divisor != 1) text += fmt::format(" / {}", divisor);
  if (!change.takes_all_of_row) text += fmt::format(" % {}", uint64_t{1} << change.bits);
  if (change.unit != 1) text += fmt::format(" * {}", change.unit);
  return text;
}

std::string bytes_words(uint64_t more) {
  if (more == 0) return say("no more bytes");
  return say_count("{count} more byte a block", "{count} more bytes a block", more);
}

}  // namespace

std::string head(const ArrayFixes& array) {
  const std::string paid = grouped(array.before.paid), ideal = grouped(array.before.ideal);
  if (!array.has_conflicts())
    return say(
        "'{array}' (line {line}) takes {paid} wavefronts for {requests} requests: it has no "
        "conflicts",
        "array"_a = array.array, "line"_a = array.line, "paid"_a = paid,
        "requests"_a = grouped(array.before.requests));
  return say(
      "'{array}' (line {line}) takes {paid} wavefronts for {requests} requests; without "
      "conflicts it would take {ideal}",
      "array"_a = array.array, "line"_a = array.line, "paid"_a = paid, "ideal"_a = ideal,
      "requests"_a = grouped(array.before.requests));
}

std::string words(const edit::LayoutChange& change) {
  switch (change.kind) {
    case Kind::kPad:
      if (change.row == 0)
        return say_count("pad each row by {count} element", "pad each row by {count} elements",
                         change.pad);
      return say_count("leave {count} element free behind every {row}",
                       "leave {count} elements free behind every {row}", change.pad,
                       "row"_a = change.row);
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
  if (!fix.define) return edit;
  return say("set {name} to {to} instead of the launch's {from}, or {edit}",
             "name"_a = fix.define->name, "to"_a = fix.define->to, "from"_a = fix.define->from,
             "edit"_a = edit);
}

std::string cost_words(const ArrayFixes& array, const Fix& fix) {
  const uint32_t now = array.occupancy.blocks, then = fix.occupancy.blocks;
  const std::string blocks =
      now == then ? say_count("{count} block resident on a multiprocessor, as now",
                              "{count} blocks resident on a multiprocessor, as now", now)
                  : say_count("{count} block resident on a multiprocessor instead of {now}",
                              "{count} blocks resident on a multiprocessor instead of {now}", then,
                              "now"_a = now);
  const std::string paid = grouped(fix.layout.cost.paid);
  const std::string bytes = bytes_words(fix.layout.more_bytes);
  if (fix.is_partial)
    return say("{before} wavefronts -> {paid}, {ideal} would do; {bytes}, {blocks}",
               "before"_a = grouped(array.before.paid), "paid"_a = paid,
               "ideal"_a = grouped(array.before.ideal), "bytes"_a = bytes, "blocks"_a = blocks);
  return say("{paid} wavefronts, {bytes}, {blocks}", "paid"_a = paid, "bytes"_a = bytes,
             "blocks"_a = blocks);
}

std::string condition(const ArrayFixes& array, const Fix& fix) {
  if (!array.is_dynamic) return "";
  return say("the launch gives the size of '{array}', which has to be a multiple of {row} elements",
             "array"_a = array.array, "row"_a = fix.layout.change.row);
}

std::string no_layout(const ArrayFixes& array) {
  const std::string none =
      say("no padding up to {most}, no swizzle and no other order of '{array}' leaves it without "
          "conflicts",
          "most"_a = analysis::kMostPadding * array.together, "array"_a = array.array);
  if (array.together == 1) return none;
  return say(
      "{none}: a lane takes {count} elements in one piece somewhere, so they stay side by side "
      "under every layout",
      "none"_a = none, "count"_a = array.together);
}

}  // namespace warplens::fix
