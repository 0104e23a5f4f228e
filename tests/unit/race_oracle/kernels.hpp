// Random small kernels that race here and there: loads, stores, updates and atomics of elements of
// 1 to 16 bytes that overlap, at indices that threads share or do not, between barriers,
// __syncwarp()s of some lanes, guards and loops.
//
// Every index is cut to its array, every loop ends, barriers and __syncwarp()s are where all
// threads or lanes that they are for come by. Each statement has a line.
#pragma once

#include <cstdint>
#include <string>

namespace warplens::race_oracle {

struct Kernel {
  std::string text;
  std::string launch;  // options
};

// The same for the same seed.
Kernel random_kernel(uint32_t seed);

}  // namespace warplens::race_oracle
