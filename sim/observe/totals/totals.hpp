// Totals over the whole grid, by kind and access. They are summed while the grid runs; no
// event is kept.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/source.hpp"
#include "sim/observe/totals/access_kind.hpp"

namespace warplens::observe {

struct SharedTotal {
  uint64_t requests = 0, wavefronts = 0, conflicts = 0;
  // Atomics as the hardware counts them: the instructions that it executes for them, and the loads
  // in those that are loops, whose wavefronts are part of `wavefronts`.
  uint64_t atomics = 0, loop_loads = 0, loop_load_wavefronts = 0;
  uint64_t untimed_wavefronts = 0;  // those of copies past L1, which wait for lines alone
  uint64_t ideal() const { return wavefronts - conflicts; }
  // That the hardware executes: of an atomic that is a loop several.
  uint64_t instructions() const {
    return atomics + loop_loads != 0 ? atomics + loop_loads : requests;
  }
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

// Of bulk copies, which take no wavefront and of which no counter sees a conflict.
struct BulkTotal {
  uint64_t copies = 0;   // instructions
  uint64_t bytes = 0;    // written into shared memory, or read from it
  uint64_t sectors = 0;  // of global memory
  BulkTotal& operator+=(const BulkTotal& other);
  friend bool operator==(const BulkTotal&, const BulkTotal&) = default;
};

// What they move as requests of global memory.
GlobalTotal global_of(const BulkTotal& bulk);

struct Totals {
  SharedTotal shared[kSharedKinds];  // by AccessKind
  GlobalTotal global[4];             // by trace::Operation; a copy: what cp.async reads
  ConstantTotal constant;            // loads only
  BulkTotal bulk[2];                 // [0] into shared memory, [1] from it
  // Of all kinds together; of global memory also what bulk copies move.
  SharedTotal shared_sum() const;
  SharedTotal shared_of(trace::Operation operation) const;  // by lanes and of matrices
  GlobalTotal global_sum() const;
  friend bool operator==(const Totals&, const Totals&) = default;
};

// One row per (file, line, column, space, kind, array); of a copy one for each of its sides.
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
  AccessKind kind = AccessKind::kLoad;
  std::string array;            // declared or bound name, found from the address; "" if in none
  std::vector<uint32_t> sites;  // the instructions that make it up
  SharedTotal shared;           // space shared
  GlobalTotal global;           // space global
  ConstantTotal constant;       // space constant
  // Kind bulk: of the whole copy, in each side's row, which says the same as its memory has it.
  BulkTotal bulk;
  uint64_t lanes = 0;  // lane accesses
};

}  // namespace warplens::observe
