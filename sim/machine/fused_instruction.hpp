// Whether the processor has instructions for products and sums that are rounded once. The build's
// need not have them: a function that is compiled with WL_WITH_FMA, too, is chosen where kHasFma is
// set, and the library computes else.
#pragma once

#if defined(__GNUC__) && defined(__x86_64__)
#define WL_ASKS_FOR_FMA
#define WL_WITH_FMA __attribute__((target("avx2,fma")))

namespace warplens::machine {

inline bool has_fma() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
inline const bool kHasFma = has_fma();  // asked once, when the process starts

}  // namespace warplens::machine
#endif
