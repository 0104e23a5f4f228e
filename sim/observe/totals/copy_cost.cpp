#include "sim/observe/totals/copy_cost.hpp"

#include <algorithm>

#include "sim/base/assert.hpp"

namespace warplens::observe {
namespace {

template <class Side>
CopySides::OneSide one_side(const Side& side, const model::Addresses& addresses) {
  return {side.space, side.bytes, side.mask, &addresses};
}

CopyCost cost_by_lanes(const code::AccessSite& site, const CopySides& sides) {
  const AsyncSides lanes = async_sides(site, sides);
  const model::AsyncCopyCost counted =
      model::async_copy_cost(lanes.copy, *lanes.targets, *lanes.sources);
  CopyCost cost;
  cost.written.shared = counted.shared;
  cost.written.step = step_cost(counted.shared);
  cost.step = cost.written.step;
  cost.step.lines = static_cast<uint16_t>(counted.lines);
  if (lanes.copy.reading == 0) return cost;
  cost.read.global = model::global_cost(lanes.copy.bytes, lanes.copy.reading, *lanes.sources);
  cost.read.counted_sectors = counted.sectors;
  cost.read.step = step_cost(cost.read.global);
  return cost;
}

CopyCost cost_in_bulk(const CopySides& sides) {
  const bool is_load = sides.written.space == trace::Space::kShared;
  const CopySides::OneSide& global = is_load ? sides.read : sides.written;
  model::BulkPieces pieces;
  pieces.direction =
      is_load ? model::BulkDirection::kIntoShared : model::BulkDirection::kFromShared;
  pieces.mask = is_load ? sides.written.mask : sides.read.mask | sides.written.mask;
  pieces.begins = sides.begins;
  pieces.inside = global.mask & ~(is_load ? sides.read_outside : 0);
  CopyCost cost;
  cost.bulk =
      model::bulk_cost(pieces, global.addresses ? *global.addresses : *sides.written.addresses);
  if (is_load) return cost;
  const uint64_t least = (cost.bulk.words * 4 + model::kSectorBytes - 1) / model::kSectorBytes;
  cost.step.paid = static_cast<uint16_t>(cost.bulk.sectors);
  cost.step.ideal = static_cast<uint16_t>(std::min(cost.bulk.sectors, least));
  return cost;
}

}  // namespace

CopySides sides_of(const trace::WarpAccess& access) {
  CopySides sides;
  sides.layout = access.layout;
  sides.begins = access.value_mask;
  sides.written = one_side(access, *access.addresses);
  if (access.source == nullptr) return sides;
  sides.read = one_side(*access.source, *access.source->addresses);
  sides.read_outside = access.source->out_of_bounds;
  return sides;
}

CopySides sides_of(const trace::Access& access) {
  CopySides sides;
  sides.layout = access.layout;
  sides.begins = access.value_mask;
  sides.written = one_side(access, access.addresses);
  if (!access.source) return sides;
  sides.read = one_side(*access.source, access.source->addresses);
  sides.read_outside = access.source->out_of_bounds;
  return sides;
}

AsyncSides async_sides(const code::AccessSite& site, const CopySides& sides) {
  WL_ASSERT(sides.written.space == trace::Space::kShared, "lanes copy into shared memory");
  AsyncSides lanes;
  lanes.copy.bytes = sides.written.bytes;
  lanes.copy.passes_by_l1 = site.passes_by_l1;
  lanes.copy.mask = sides.written.mask;
  lanes.copy.reading = sides.read.mask & lanes.copy.mask;
  lanes.copy.gives_size = site.gives_source_bytes || lanes.copy.reading != lanes.copy.mask;
  lanes.targets = sides.written.addresses;
  lanes.sources = sides.read.addresses != nullptr ? sides.read.addresses : lanes.targets;
  return lanes;
}

CopyCost copy_cost(const code::AccessSite& site, const CopySides& sides) {
  return sides.layout == trace::Layout::kBulk ? cost_in_bulk(sides) : cost_by_lanes(site, sides);
}

}  // namespace warplens::observe
