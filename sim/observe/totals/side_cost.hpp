// The models' cost of one side of an access, in the unit of its memory.
#pragma once

#include "sim/model/coalescing.hpp"
#include "sim/model/device.hpp"
#include "sim/model/shared_cost.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::observe {

struct SideCost {
  model::SharedCost shared;  // of shared memory
  model::GlobalCost global;  // of global memory
  // Of global memory, as counters see them: of a copy past L1 more than the distinct ones.
  uint32_t counted_sectors = 0;
  uint32_t broadcasts = 0;  // of constant memory
  trace::StepCost step;     // the same as a recording keeps it
};

trace::StepCost step_cost(const model::SharedCost& cost);
trace::StepCost step_cost(const model::GlobalCost& cost);

// Of a side in shared, global or constant memory. `op`: what the hardware does to shared memory;
// `values`: of an atomic that is a loop, where they are known.
// Written to `cost`, which has no cost yet.
void put_cost(SideCost& cost, const model::Device& device, trace::Space space, uint32_t bytes,
              uint32_t mask, const model::Addresses& addresses, model::SharedOp op,
              const model::CasValues* values);

inline SideCost cost_of(const model::Device& device, const trace::RecordedSide& side,
                        model::SharedOp op, const model::CasValues* values = nullptr) {
  SideCost cost;
  put_cost(cost, device, side.space, side.bytes, side.mask, side.addresses, op, values);
  return cost;
}

}  // namespace warplens::observe
