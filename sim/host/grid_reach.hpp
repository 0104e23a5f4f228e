// What a grid leaves out because it has too few blocks: the launch is executed once more with
// further blocks, and what those store to is compared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/host/address_set.hpp"
#include "sim/host/follower.hpp"
#include "sim/host/launch_labels.hpp"

namespace warplens::host {

// Of an array that a parameter points to: what one block more would store to.
struct LeftOut {
  uint32_t array = 0;
  std::string parameter;
  uint64_t elements = 0, first = 0;  // how many, and the index of the first
  std::string axes;                  // of the blocks that are missing: "x", "x, y"
  AddressSet bytes;
};

// Nothing unless the kernel itself keeps threads behind the data from storing: the block behind the
// grid would still store to arrays, the one behind that to nothing, and none would leave an array.
std::vector<LeftOut> left_out_by(const EndedLaunch& launch, Follower& follower);

}  // namespace warplens::host
