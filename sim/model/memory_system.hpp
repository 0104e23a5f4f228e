// What is public of devices' memory: caches, bandwidth, peak, kind of DRAM. Data only; caches.hpp
// and roofline.hpp are fed with it.
//
// Sources: NVIDIA's data sheets and architecture white papers of the boards that device.cpp names.
// Of the H200, the sizes of L2 and of its memory and the multiprocessors are what its driver
// reports (assets/measurements/h200.json); of the H100 80GB HBM3, what programs there print.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/model/caches.hpp"
#include "sim/model/device.hpp"

namespace warplens::model {

// The floating-point types that a kernel computes with.
enum class Arithmetic : uint8_t { kFloat, kDouble, kBoth };

struct MemoryFigures {
  std::string board;      // whose figures these are
  uint64_t l2 = 0;        // [bytes]; 0: none
  uint64_t l1_apart = 0;  // [bytes], where L1 does not share its memory with shared memory
  bool loads_skip_l1 = false;
  uint32_t l2_parts = 1;
  double bandwidth = 0;  // of DRAM [GB/s]
  double peak = 0;       // of float, without tensor cores; a fused multiply-add is two [GFLOP/s]
  std::optional<double> double_peak;  // the same of double; none: not known
  const char* dram = "";              // its kind
  std::optional<uint64_t> memory;     // [bytes]; none: the board was sold with several sizes
};

// Null: there is no public figure.
const MemoryFigures* memory_figures(const Device& device);
// How much memory the device reports to a program: the board's, and of those that are sold
// with several sizes the least. [bytes]
uint64_t memory_bytes(const Device& device);
// The figures, an H200's where there are none: who shows them says so.
const MemoryFigures& shown_memory_figures(const Device& device);

// The peak that limits such a kernel: the lower one of a kernel that computes with both types, and
// float's where that of double is not known.
struct Peak {
  double value = 0;  // [GFLOP/s]
  bool is_of_double = false;
};
Peak peak_for(const MemoryFigures& figures, Arithmetic arithmetic);

// What L1 and L2 hold of a launch with so many threads and bytes of shared memory a block. What
// shared memory needs is taken from L1 in the steps that the device has for it. 0 where there is no
// cache; of shown_memory_figures().
CacheSizes cache_sizes(const Device& device, uint64_t threads, uint64_t shared_bytes);

// Blocks on each multiprocessor at once; registers are not counted.
Placement placement_of(const Device& device, uint64_t threads, uint64_t shared_bytes);

}  // namespace warplens::model
