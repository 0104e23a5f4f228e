// Unpacking one step of a recording.
#include "sim/trace/recording.hpp"

#include <algorithm>

#include "sim/base/assert.hpp"
#include "sim/trace/pack.hpp"

namespace warplens::trace {
namespace {

void unpack_copy(const PackedLanes& lanes, uint32_t step, Access& access) {
  const auto found =
      std::lower_bound(lanes.copies.begin(), lanes.copies.end(), step,
                       [](const PackedCopy& copy, uint32_t wanted) { return copy.step < wanted; });
  if (found == lanes.copies.end() || found->step != step) return;
  access.layout = found->layout;
  access.lane = found->lane;
  access.continues = found->continues;
  access.group = found->group;
  access.value_mask = found->value_mask;
  if (!found->has_source) return;
  const SideOf<Shape>& packed = found->source;
  RecordedSide& side = access.source.emplace();
  side.space = packed.space;
  side.bytes = packed.bytes;
  side.mask = packed.mask;
  side.out_of_bounds = packed.out_of_bounds;
  uint64_t offset = found->offset;
  unpack(packed.addresses, packed.mask | access.mask, lanes.bytes, offset, side.addresses);
}

}  // namespace

Access Recording::at(uint32_t step) const {
  WL_ASSERT(step < size(), "a step of the recording");
  const AccessHead& head = heads[step];
  const PackedStep& packed = lanes.steps[step];
  Access access;
  access.step = step;
  access.warp = head.warp;
  access.site = head.site;
  access.space = head.space;
  access.operation = head.operation;
  access.bytes = head.bytes;
  access.mask = head.mask;
  access.out_of_bounds = packed.out_of_bounds;
  access.interval = head.interval;
  access.phase = head.phase;
  const bool has_more = head.operation == Operation::kCopy || !lanes.copies.empty();
  if (has_more) unpack_copy(lanes, step, access);
  uint64_t offset = packed.offset;
  uint32_t shift = 0;
  for (Lanes* part :
       {&access.addresses, &access.values, &access.results, &access.origins, &access.high_values}) {
    const auto shape = static_cast<Shape>((packed.shapes >> shift) & 3);
    unpack(shape, head.mask, lanes.bytes, offset, *part);
    shift += 2;
  }
  return access;
}

const StepIndex& Recording::steps() const {
  std::call_once(is_indexed_, [this] { steps_ = std::make_unique<const StepIndex>(*this); });
  return *steps_;
}

}  // namespace warplens::trace
