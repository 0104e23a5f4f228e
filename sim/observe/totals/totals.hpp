// Totals over the whole grid, by operation and access. They are summed while the grid runs; no
// event is kept.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/source.hpp"
#include "sim/trace/event.hpp"

namespace warplens::observe {

struct SharedTotal {
  uint64_t requests = 0, wavefronts = 0, conflicts = 0;
  // Atomics as the hardware counts them: the instructions that it executes for them, and the loads
  // in those that are loops, whose wavefronts are part of `wavefronts`.
  uint64_t atomics = 0, loop_loads = 0, loop_load_wavefronts = 0;
  SharedTotal& operator+=(const SharedTotal& other);
  friend bool operator==(const SharedTotal&, const SharedTotal&) = default;
};
struct GlobalTotal {
  uint64_t requests = 0, sectors = 0, lines = 0;
  uint64_t bytes_requested = 0, bytes_used = 0, bytes_moved = 0;
  uint64_t ideal_sectors = 0, packed_sectors = 0;  // the requests' of model::GlobalCost
  GlobalTotal& operator+=(const GlobalTotal& other);
  friend bool operator==(const GlobalTotal&, const GlobalTotal&) = default;
};

struct ConstantTotal {
  uint64_t requests = 0;
  uint64_t broadcasts = 0;  // one value at a time: distinct places, summed over the requests
  ConstantTotal& operator+=(const ConstantTotal& other);
  friend bool operator==(const ConstantTotal&, const ConstantTotal&) = default;
};

// By trace::Operation: [0] load, [1] store, [2] atomic.
struct Totals {
  SharedTotal shared[3];
  GlobalTotal global[3];
  ConstantTotal constant;  // loads only
  // Of loads, stores and atomics together.
  SharedTotal shared_sum() const;
  GlobalTotal global_sum() const;
  friend bool operator==(const Totals&, const Totals&) = default;
};

// One row per (file, line, column, space, op, array).
struct AccessRow {
  uint32_t line = 0, column = 0;  // 1-based, in characters
  std::string file;               // the included file that holds the line; "" for the root
  // The functions around it, "" for the kernel itself, and the lines of their calls; a place in a
  // function that is called twice is one row.
  std::vector<std::string> functions;
  std::vector<uint32_t> call_lines;
  base::Span span;
  trace::Space space = trace::Space::kGlobal;
  trace::Operation operation = trace::Operation::kLoad;
  std::string array;            // declared or bound name, found from the address; "" if in none
  std::vector<uint32_t> sites;  // the instructions that make it up
  SharedTotal shared;           // space shared
  GlobalTotal global;           // space global
  ConstantTotal constant;       // space constant
  uint64_t lanes = 0;           // lane accesses
};

}  // namespace warplens::observe
