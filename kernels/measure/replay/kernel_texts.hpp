// Texts of the kernels that repeat accesses: one to count them, in CUDA, and one to time them, in
// PTX.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/measure/replay/kind.hpp"

namespace warplens::measure::replay {

// The CUDA text of a kernel that executes given accesses, for counting: one line for each access,
// so that a counter's line identifies its access.

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

// The text of the kernel that times accesses of one kind, in PTX, which the driver compiles: no
// compiler is needed.

// kChain: an access waits for the value of the one before it; the time is latency, in which each
// further wavefront is a fixed number of cycles. kStream: accesses back to back by several warps,
// as fast as the memory pipe accepts them: for stores, for which nothing waits, and for global
// loads, whose latency depends on the sector's place in the L2 cache.
enum class Loop : uint8_t { kChain, kStream };
Loop loop_of(const AccessKind& kind);
// Of the block. Four, one for each part of a multiprocessor, issue shared stores faster than the
// data stage accepts them; a single one does not (measured on an H200: one store in 5.5 cycles).
// Global loads need more warps in flight.
uint32_t warps_of(const AccessKind& kind);

inline constexpr const char* kTimingEntry = "time_accesses";
inline constexpr uint32_t kUnrolled = 16;  // accesses in the loop's body

// The kernel's parameters, in order: each access's 32 addresses (8 bytes each, from `memory` on),
// the masks (4 bytes each), the clocks (for each access, repeat and warp: begin and end, 4 bytes
// each), the memory of global accesses, how many accesses, repeats and loops, bytes of shared
// memory, and a 0 that the assembler cannot know. One block of whole warps, all of which execute
// the access.
std::string timing_ptx(const AccessKind& kind);

}  // namespace warplens::measure::replay
