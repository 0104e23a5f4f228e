// Kernels that show what a barrier, or an atomic, is for.
#pragma once

namespace warplens::test {

// The second warp's values are needed by the first one.
inline constexpr const char* kReverse =
    "__global__ void reverse(const int* in, int* out) {\n"
    "  __shared__ int s[64];\n"
    "  int t = threadIdx.x;\n"
    "  s[t] = in[t];\n"
    "  __syncthreads();\n"
    "  out[t] = s[63 - t];\n"
    "}\n";
inline constexpr const char* kReverseLaunch =
    "--block 64 --arg in=int[64]:iota --arg out=int[64]:zero";

// All threads change one place.
inline constexpr const char* kCount = "__global__ void k(int* x) {\n  (*x)++;\n}\n";
inline constexpr const char* kCountLaunch = "--block 128 --arg x=int[1]:zero";

}  // namespace warplens::test
