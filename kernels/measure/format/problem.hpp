// Why something could not be measured: one sentence for the user, and a kind for the program.
#pragma once

#include <cstdint>
#include <string>

namespace warplens::measure {

enum class ProblemKind : uint8_t {
  kBuiltWithout,  // this program was built without the CUDA Toolkit's headers
  kNoDriver,      // no NVIDIA driver on this machine, or one that does not start
  kNoDevice,      // a driver, but no GPU
  kNoCompiler,    // NVRTC is missing
  kNoCounters,    // CUPTI is missing, or has no such counter for this GPU
  kPermission,    // the driver lets only administrators read counters
  kCompile,       // NVRTC refused the text
  kMemory,        // more memory needed than is free or allowed
  kFault,         // the kernel did what the GPU forbids: an illegal address, a trap
  kTimeLimit,     // a kernel or the compiler did not end in time; its process was ended
  kKilled,        // the measuring process or the compiler's died
  kCancelled,     // by the user
  kInput,         // a request that is impossible on this GPU: a block too large...
  kInternal,      // an error of CUDA that none of the above covers
};

struct Problem {
  ProblemKind kind = ProblemKind::kInternal;
  std::string message;  // one sentence: what is wrong and what to do
  friend bool operator==(const Problem&, const Problem&) = default;
};

}  // namespace warplens::measure
