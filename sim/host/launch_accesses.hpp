// Which bytes of global memory a launch accesses: it is executed once more, with somebody who hears
// that.
#pragma once

#include <memory>

#include "sim/host/address_set.hpp"
#include "sim/machine/memory.hpp"

namespace warplens::machine {
struct GridContext;
}

namespace warplens::trace {
struct WarpAccess;
}

namespace warplens::host {

// Adds the bytes that the lanes of an access of global memory reach, without those out of bounds.
void add_reached(AddressSet& set, const trace::WarpAccess& side);

struct LaunchAccesses {
  AddressSet loads;    // without volatile ones, which may wait for others
  AddressSet atomics;  // by atomic operations
};

// `work`: that it took [weighted steps].
LaunchAccesses accesses_of(const std::shared_ptr<const machine::GridContext>& context,
                           machine::GlobalMemory memory, uint64_t work);

// Adds the bytes of the array from `begin` to before `end` that are others in `after`. Up to three
// bytes that are alike between others count as such: a number changes as a whole.
void add_changed(const machine::GlobalMemory& before, const machine::GlobalMemory& after,
                 uint32_t array, uint64_t begin, uint64_t end, AddressSet& changed);

}  // namespace warplens::host
