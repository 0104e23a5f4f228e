// What the values that a launch leaves depend on: it is executed once more, on memory in which the
// labelled bytes are others, and what it leaves then is compared.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/sliced.hpp"
#include "sim/host/address_set.hpp"
#include "sim/host/device.hpp"
#include "sim/host/follower.hpp"
#include "sim/machine/grid/grid.hpp"

namespace warplens::host {

// A launch that has come to its end.
struct EndedLaunch {
  const Launched& launched;
  std::shared_ptr<const machine::GridContext> context;
  machine::GridOptions options;  // as it was executed
  uint64_t work = 0;             // it took [weighted steps]
  uint64_t price = 0;            // what executing it once more takes, about [weighted steps]
  const machine::GlobalMemory& before;
  const machine::GlobalMemory& after;
};

// Labels what depends on labelled bytes, and takes the labels of what does not any more. Elements
// that a grid that is too small leaves out get one, too.
base::Sliced<> label_effects(const EndedLaunch& launch, Follower& follower);

// What a grid leaves out because it has too few blocks: the launch is executed once more with
// further blocks, and what those store to is compared.

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
base::Sliced<std::vector<LeftOut>> left_out_by(const EndedLaunch& launch, Follower& follower);

}  // namespace warplens::host
