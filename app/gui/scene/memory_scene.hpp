// What models make of a launch's requests of global memory: its caches, line by line, and what of
// it reaches DRAM. Made once a run; the roofline and the page of DRAM are made from it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/whatif/run_caches.hpp"

namespace warplens::scene {

// One access of the text, or all of them.
struct CacheRow {
  std::string place;  // "line 10: load of a"; "" of all
  uint32_t site = 0;
  model::Traffic traffic;
};

struct MemoryScene {
  std::string problem;  // why there is nothing else: blocks take turns
  whatif::RunCaches caches;
  std::vector<model::StreamArray> arrays;
  std::vector<CacheRow> rows;                                // in order of the text
  uint64_t flops = 0;                                        // of all lanes
  model::Arithmetic arithmetic = model::Arithmetic::kFloat;  // of the kernel
  std::string device;                                        // "H200"
  std::string dram;                                          // what it has: "HBM3e"
  bool is_h200 = false;     // whose caches were counted and whose times are recorded
  std::string instead;      // that another device's figures are shown; "" mostly
  std::string pairs;        // how much DRAM gives that nobody asked for; "" if nothing
  std::string other_part;   // what one part of L2 had for the other; "" if nothing
  uint64_t load_bytes = 0;  // that lanes of loads request; 0 where they are not counted
  // "2 MiB asked of L1, 256 KiB moved from and to L2, 128 KiB from and to DRAM".
  std::string headline;
  std::string sizes;     // of the caches, and that they are empty at first
  std::string accuracy;  // how far the model is from counters
  std::string left_out;  // of a run with too many requests; "" of others
};

// Of a run that has kept its requests (ExtraObservers::stream).
MemoryScene memory_scene(const run::Run& run);

uint64_t sector_bytes(uint64_t sectors);

}  // namespace warplens::scene
