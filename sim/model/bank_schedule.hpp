// A shared-memory access as a picture: which bank serves which word to which lanes in which
// wavefront.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/model/shared_cost.hpp"

namespace warplens::model {

// One bank's work in one wavefront: a word and the lanes it serves.
struct BankService {
  uint32_t bank = 0;
  uint64_t word = 0;   // address / device.bank_bytes
  uint32_t lanes = 0;  // more than one bit: broadcast or multicast
};
// Wavefronts in an illustrative order; their number equals shared_cost().wavefronts.
struct BankSchedule {
  SharedCost cost;
  std::vector<std::vector<BankService>> wavefronts;
  std::array<uint32_t, kWarpSize> first_wavefront{};  // of each active lane, from 0
};
BankSchedule bank_schedule(const Device& device, SharedOp op, uint32_t bytes_per_lane,
                           uint32_t mask, const Addresses& addresses,
                           const CasValues* values = nullptr);

}  // namespace warplens::model
