// The CUDA text of a kernel that executes given accesses, for counting: one line an access, so that
// the counters' line tells which access they belong to.
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
// Addresses: 32 for each access, from dynamic shared memory or `memory` on. Each begins with the
// memory of an atomic as it was, so that every repeat does the same.
inline constexpr const char* kCountingKernel = "count_accesses";
CountingText counting_text(const std::vector<AccessKind>& kinds);

}  // namespace warplens::measure::replay
