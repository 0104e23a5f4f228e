#include "sim/observe/totals/copy_cost.hpp"

#include <algorithm>

#include "sim/base/assert.hpp"
#include "sim/model/async_copy_rule.hpp"

namespace warplens::observe {
namespace {

template <class Side>
CopySides::OneSide one_side(const Side& side, const model::Addresses& addresses) {
  return {side.space, side.bytes, side.mask, &addresses};
}

CopyCost cost_by_lanes(const code::AccessSite& site, const CopySides& sides) {
  WL_ASSERT(sides.written.space == trace::Space::kShared, "lanes copy into shared memory");
  model::AsyncCopy copy;
  copy.bytes = sides.written.bytes;
  copy.passes_by_l1 = site.passes_by_l1;
  copy.mask = sides.written.mask;
  copy.reading = sides.read.mask & copy.mask;
  copy.gives_size = site.gives_source_bytes || copy.reading != copy.mask;
  const model::Addresses& targets = *sides.written.addresses;
  // Where no lane reads, it is not known from where it would: as if from the targets' banks.
  const model::Addresses& sources = sides.read.addresses ? *sides.read.addresses : targets;
  const model::AsyncCopyCost counted = model::async_copy_cost(copy, targets, sources);
  CopyCost cost;
  cost.written.shared = counted.shared;
  cost.written.step = step_cost(counted.shared);
  cost.step = cost.written.step;
  cost.step.lines = static_cast<uint16_t>(counted.lines);
  if (copy.reading == 0) return cost;
  cost.read.global = model::global_cost(copy.bytes, copy.reading, sources);
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

CopyCost copy_cost(const code::AccessSite& site, const CopySides& sides) {
  return sides.layout == trace::Layout::kBulk ? cost_in_bulk(sides) : cost_by_lanes(site, sides);
}

}  // namespace warplens::observe
