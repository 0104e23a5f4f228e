// Requests to the measuring process and its answers, as plain data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/measure/format/measurement.hpp"
#include "sim/base/warp.hpp"
#include "sim/launch/launch.hpp"

namespace warplens::measure {

using base::kWarpSize;

// Memory of the launches. Its first contents are in the job's data file at `offset`.
struct JobArray {
  std::string name;
  uint64_t bytes = 0;
  uint64_t offset = 0;       // in Job::data_file, and in the result files
  bool is_variable = false;  // a __device__ or __constant__ variable of the text, found by its name
};

// A pointer in a kernel parameter (which may be a struct): where the device's address of an array
// goes.
struct JobPointer {
  uint32_t parameter = 0;     // index into JobLaunch::parameters
  uint32_t offset = 0;        // in its bytes
  uint32_t array = 0;         // index into Job::arrays
  uint64_t array_offset = 0;  // added to the array's address [bytes]
};

struct JobLaunch {
  std::string kernel;  // as NVRTC's name expression: "matmul<32, 1>"
  launch::Dim3 grid, block;
  uint64_t shared_bytes = 0;                       // dynamic
  std::vector<std::vector<std::byte>> parameters;  // their bytes, in the order of the declaration
  std::vector<JobPointer> pointers;
};

struct JobHeader {
  std::string name, text;
};

// The text is the simulator's, with host code blanked and lines kept.
struct Job {
  std::string file_name;  // for messages and line information; without folders
  std::string text;
  std::vector<JobHeader> headers;  // included by "name"
  std::vector<launch::Definition> defines;
  std::vector<JobArray> arrays;
  std::string data_file;      // the arrays' first contents
  std::string result_folder;  // takes as-written.bin and as-compiled.bin: the arrays afterwards
                              // (variables, too); "": none
  std::vector<JobLaunch> launches;  // on the same memory, one after another
  std::vector<Build> builds{Build::kAsWritten};
  bool count = true;  // wavefronts and so on
  bool time = false;
  double time_limit_s = 2;       // for one launch's repeated timing
  std::optional<Method> method;  // only this one; none: the best one available
  bool explain = false;          // causes from the machine code, kAsCompiled
  // Set only by the measuring process for the processes that it starts, because CUPTI counts once
  // in a process: they return only this launch's counts, of the first of `builds`.
  std::optional<uint32_t> counted_launch;
};

struct JobAnswer {
  Provenance provenance;
  std::vector<BuildResult> builds;  // as in Job::builds
};

// One warp access: its 32 addresses [bytes] from an aligned base; inactive lanes' are ignored.
struct WarpAccess {
  Space space = Space::kShared;
  Operation operation = Operation::kLoad;
  uint32_t bytes_per_lane = 4;
  uint32_t mask = 0xffffffff;
  std::array<uint64_t, kWarpSize> addresses{};
  std::string atomic;  // kAtomic: "add.u32" (the default if empty), "cas.b32", "add.f32",
                       // "exch.b32", "max.u64"..: PTX's operation and type
};

// kCountersByLine counts a kernel of one warp that repeats the access; kReplay times one.
struct AccessJob {
  std::vector<WarpAccess> accesses;
  Method method = Method::kReplay;
};

struct AccessResult {
  Counts counts;           // kCountersByLine; per access
  double wavefronts = 0;   // kReplay: as measured, not rounded
  double uncertainty = 0;  // of that
  double cycles = 0;       // of one access
  std::string note;        // "" or why there is no result for this one
};

// Its wavefronts as a whole number, clamped to possible numbers.
uint32_t whole_wavefronts(const AccessResult& result);

struct AccessAnswer {
  Provenance provenance;
  std::vector<AccessResult> results;  // parallel to AccessJob::accesses
  std::string calibration;  // one sentence: "28 + 2.0 x (wavefronts - 1) cycles on known patterns"
};

struct MachineAnswer {  // the GPUs and tools of this machine
  std::vector<GpuDevice> devices;
  Provenance provenance;             // of the first one
  std::vector<std::string> missing;  // one line each: "CUPTI was not found: ..."
};

}  // namespace warplens::measure
