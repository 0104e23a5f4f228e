// What a copy from memory to memory costs. It is one instruction, of which each side's addresses
// matter for the cost of the other.
#pragma once

#include "sim/code/program.hpp"
#include "sim/model/async_copy_rule.hpp"
#include "sim/model/bulk_rule.hpp"
#include "sim/observe/totals/side_cost.hpp"

namespace warplens::observe {

// A copy, as it happens or as it was recorded.
struct CopySides {
  trace::Layout layout = trace::Layout::kLane;
  uint32_t begins = 0;  // of kBulk: WarpAccess::value_mask
  struct OneSide {
    trace::Space space = trace::Space::kShared;
    uint8_t bytes = 4;
    uint32_t mask = 0;
    const model::Addresses* addresses = nullptr;
  };
  OneSide written;
  OneSide read;               // without addresses: no lane reads
  uint32_t read_outside = 0;  // lanes of the side that is read: in no array
};
CopySides sides_of(const trace::WarpAccess& access);
// Refers to the access.
CopySides sides_of(const trace::Access& access);

// A copy by lanes as the model takes it. Where no lane reads, it is not known from where it would:
// the targets stand in for the sources.
struct AsyncSides {
  model::AsyncCopy copy;
  const model::Addresses* targets = nullptr;
  const model::Addresses* sources = nullptr;
};
AsyncSides async_sides(const code::AccessSite& site, const CopySides& sides);

struct CopyCost {
  SideCost written, read;
  model::BulkCost bulk;  // of layout kBulk, whose sides then have no cost of shared memory
  // In the unit of the side that is written: by lanes wavefronts, and the source's lines; in bulk
  // sectors, and nothing of shared memory.
  trace::StepCost step;
};

// On every device that has such copies.
CopyCost copy_cost(const code::AccessSite& site, const CopySides& sides);

}  // namespace warplens::observe
