// The CUDA text of a kernel that executes given accesses, for counting: one line for each access,
// so that a counter's line identifies its access.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/measure/replay/kind.hpp"

namespace warplens::measure::replay {

inline constexpr uint32_t kCountedRepeats = 32;

struct CountingText {
  std::string text;
  std::vector<uint32_t> lines;  // of each kind's access, parallel to the kinds
};

// A kernel for one warp: `extern "C" kCountingKernel(const unsigned long long* addresses, const
// unsigned* masks, char* memory)`, which executes an access of each kind kCountedRepeats times.
// Addresses: 32 for each access, from dynamic shared memory or `memory` on. Before each
// repeat the memory of an atomic is reset, so that all repeats do the same.
inline constexpr const char* kCountingKernel = "count_accesses";
CountingText counting_text(const std::vector<AccessKind>& kinds);

}  // namespace warplens::measure::replay
