// The two kernels that measure a device's ceilings, as PTX, which its driver compiles: no compiler
// is needed.
#pragma once

#include <cstdint>
#include <string>

namespace warplens::measure::timing {

// The oldest target that a driver of CUDA 13 takes is that of compute capability 7.0's programs.
inline constexpr const char* kPtxHead = ".version 6.3\n.target sm_70\n.address_size 64\n";

inline constexpr uint32_t kCeilingBlock = 256;  // threads of both kernels' blocks

// `copy(from, to)`: every thread copies kCopiesPerThread times 16 bytes, neighbours beside each
// other. A grid of n blocks copies n * kBytesPerCopyBlock bytes.
inline constexpr uint32_t kCopiesPerThread = 4;
inline constexpr uint64_t kBytesPerCopyBlock = uint64_t{kCeilingBlock} * kCopiesPerThread * 16;
std::string copy_ptx();

// `multiply_add(out, iterations, factor, summand)`: every thread executes kFmasPerIteration x
// iterations fused multiply-adds in kFmaChains independent chains, and stores one float, so that
// nothing can be dropped.
inline constexpr uint32_t kFmaChains = 16;
inline constexpr uint32_t kFmasPerIteration = kFmaChains * 16;
std::string multiply_add_ptx();

}  // namespace warplens::measure::timing
