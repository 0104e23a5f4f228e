// Unpacking one step of a recording.
#include "sim/trace/recording.hpp"

#include "sim/base/assert.hpp"
#include "sim/trace/pack.hpp"

namespace warplens::trace {

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

}  // namespace warplens::trace
