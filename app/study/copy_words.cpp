#include "app/study/copy_words.hpp"

#include <bit>
#include <vector>

#include "app/study/counts.hpp"
#include "app/study/format.hpp"
#include "sim/base/assert.hpp"
#include "sim/observe/totals/copy_cost.hpp"

namespace warplens::study {
namespace {

using model::AsyncCopyCost;
using model::CrowdedLane;

uint32_t count_of(uint32_t lanes) {
  return static_cast<uint32_t>(std::popcount(lanes));
}

Text crowd_text(const CrowdedLane& most, const model::SharedCost& cost) {
  const Text wavefronts = counted(Measure::kWavefronts, cost.wavefronts);
  const uint32_t writing = count_of(most.on_target), reading = count_of(most.on_source);
  if (cost.conflicts() == 0)
    return to_say(
        "cp.async.ca serves {lanes} lanes at a time; no two of them meet in a bank, neither where "
        "they read nor where they write: {wavefronts}, which is ideal.",
        "lanes"_a = most.group, "wavefronts"_a = wavefronts);
  if (reading == 1)
    return to_say(
        "cp.async.ca serves {lanes} lanes at a time; {writing} of them write to bank {bank}: "
        "{wavefronts} instead of {ideal}.",
        "lanes"_a = most.group, "writing"_a = writing, "bank"_a = most.target_bank,
        "wavefronts"_a = wavefronts, "ideal"_a = cost.ideal_wavefronts);
  if (writing == 1)
    return to_say(
        "cp.async.ca serves {lanes} lanes at a time; {reading} of them read from bank {bank}, as "
        "their addresses in global memory have banks, too: {wavefronts} instead of {ideal}.",
        "lanes"_a = most.group, "reading"_a = reading, "bank"_a = most.source_bank,
        "wavefronts"_a = wavefronts, "ideal"_a = cost.ideal_wavefronts);
  return to_say(
      "cp.async.ca serves {lanes} lanes at a time; {all} of them write to bank {target} or read "
      "from bank {source}, as their addresses in global memory have banks, too: {wavefronts} "
      "instead of {ideal}.",
      "lanes"_a = most.group, "all"_a = most.wavefronts, "target"_a = most.target_bank,
      "source"_a = most.source_bank, "wavefronts"_a = wavefronts,
      "ideal"_a = cost.ideal_wavefronts);
}

Text past_l1_text(const observe::AsyncSides& sides, const AsyncCopyCost& cost) {
  const Text wavefronts = counted(Measure::kWavefronts, cost.shared.wavefronts);
  const Text sectors = counted(Measure::kSectors, cost.sectors);
  const Text lines = counted(Measure::kLines, cost.lines);
  return sides.copy.gives_size
             ? to_say(
                   "cp.async.cg: {wavefronts} and {sectors} are counted, by the rules of .cg and "
                   ".ca together, as it gives a number of source bytes. These passes cost no time, "
                   "the source's {lines} do.",
                   "wavefronts"_a = wavefronts, "sectors"_a = sectors, "lines"_a = lines)
             : to_say(
                   "cp.async.cg: {wavefronts} and {sectors} are counted. These passes cost no "
                   "time, the source's {lines} do.",
                   "wavefronts"_a = wavefronts, "sectors"_a = sectors, "lines"_a = lines);
}

}  // namespace

Text copy_text(const code::AccessSite& site, const trace::Access& access) {
  WL_ASSERT(access.operation == trace::Operation::kCopy, "a copy");
  const observe::CopySides sides = observe::sides_of(access);
  if (access.layout == trace::Layout::kBulk) {
    const model::BulkCost bulk = observe::copy_cost(site, sides).bulk;
    return to_say(
        "Bulk copy: {bytes} in {sectors}; no wavefront and no bank conflict is counted for it.",
        "bytes"_a = byte_count(bulk.words * 4),
        "sectors"_a = counted(Measure::kSectors, bulk.sectors));
  }
  const observe::AsyncSides lanes = observe::async_sides(site, sides);
  const AsyncCopyCost cost = model::async_copy_cost(lanes.copy, *lanes.targets, *lanes.sources);
  const uint32_t zeros = count_of(lanes.copy.mask & ~lanes.copy.reading);
  const Text text =
      lanes.copy.passes_by_l1
          ? past_l1_text(lanes, cost)
          : crowd_text(model::crowded_lane(lanes.copy, *lanes.targets, *lanes.sources),
                       cost.shared);
  if (zeros == 0) return text;
  return to_say("{text} {zeros}", "text"_a = text,
                "zeros"_a = to_say_count("{count} lane reads nothing and writes zeros.",
                                         "{count} lanes read nothing and write zeros.", zeros));
}

}  // namespace warplens::study
