// What is to be observed of a launch: all that its observers are made of.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/launch/checks.hpp"
#include "sim/model/device.hpp"
#include "sim/observe/extra_observers.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/observe/races/race_scope.hpp"
#include "sim/trace/event.hpp"

namespace warplens::observe {

struct Wanted {
  std::shared_ptr<const code::Program> program;
  MemoryLayout layout;
  model::Device device;
  std::vector<model::Device> other_devices;  // whose totals are counted, too
  launch::CheckSet checks;
  RaceScope scope;                    // also the extents of grid and block
  uint64_t most_work = ~uint64_t{0};  // of instructions and accesses [weighted steps]
  ExtraObservers extra;
  bool blocks_take_turns = false;
};

}  // namespace warplens::observe
