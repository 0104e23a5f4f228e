// What the values that a launch leaves depend on: it is executed once more, on memory in which the
// labelled bytes are others, and what it leaves then is compared.
#pragma once

#include <memory>

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
void label_effects(const EndedLaunch& launch, Follower& follower);

}  // namespace warplens::host
