// Random kernels that are valid CUDA: nested divergence, loops, shared arrays, barriers, atomics,
// warp functions, local arrays, records and vectors, device functions.
//
// Every loop ends, every index is cut to its array, barriers and warp functions stand where all
// threads come by. The kernel is `k(int* out, const int* in, float4* wide, int n)`, for blocks of
// up to kMostThreads threads; `out` has kOut, `in` kIn elements, `wide` kWide.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace warplens::oracle {

inline constexpr uint32_t kMostThreads = 128;
inline constexpr uint32_t kOut = 1024, kIn = 512, kWide = 128;

// The same text for the same numbers. `uses_functions`: device functions, records and vectors too.
std::string random_kernel(const std::function<uint32_t()>& next_number, bool uses_functions);
std::string random_kernel(uint32_t seed, bool uses_functions);

}  // namespace warplens::oracle
