#include "sim/observe/totals/side_cost.hpp"

#include "sim/model/constant.hpp"

namespace warplens::observe {

trace::StepCost step_cost(const model::SharedCost& cost) {
  return {static_cast<uint16_t>(cost.wavefronts), static_cast<uint16_t>(cost.ideal_wavefronts), 0};
}

trace::StepCost step_cost(const model::GlobalCost& cost) {
  return {static_cast<uint16_t>(cost.sectors), static_cast<uint16_t>(cost.ideal_sectors()),
          static_cast<uint16_t>(cost.lines)};
}

void put_cost(SideCost& cost, const model::Device& device, trace::Space space, uint32_t bytes,
              uint32_t mask, const model::Addresses& addresses, model::SharedOp op,
              const model::CasValues* values) {
  switch (space) {
    case trace::Space::kShared:
      cost.shared = model::shared_cost(device, op, bytes, mask, addresses, values);
      cost.step = step_cost(cost.shared);
      break;
    case trace::Space::kGlobal:
      cost.global = model::global_cost(bytes, mask, addresses);
      cost.counted_sectors = cost.global.sectors;
      cost.step = step_cost(cost.global);
      break;
    case trace::Space::kConstant:
      cost.broadcasts = model::constant_broadcasts(bytes, mask, addresses);
      cost.step = {static_cast<uint16_t>(cost.broadcasts), 1, 0};
      break;
    case trace::Space::kLocal:
    case trace::Space::kRegisters:
    case trace::Space::kHost:
      break;  // no model
  }
}

}  // namespace warplens::observe
