// The measurements of a launch on a real GPU, as plain data. Written by the child process
// (kernels/measure/child), kept in files (README.md describes the format), and compared with a
// simulation by app/compare. No CUDA type appears here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/operation.hpp"

namespace warplens::measure {

// kAsWritten: the debug build, in which every access of the text executes as one instruction, no
// fused multiply-add. kAsCompiled: the optimised build that a user would ship.
enum class Build : uint8_t { kAsWritten, kAsCompiled };

// Ways of measuring, the best first. kCountersByLine: SASS metrics, a count for each instruction,
// gathered by source line. kCountersByKernel: hardware counters of the whole kernel, which also
// count lost arbitration. kReplay: accesses of the trace repeated by one warp and timed; needs no
// permission.
enum class Method : uint8_t { kCountersByLine, kCountersByKernel, kReplay };

using base::Space;

// Matrices count with loads and stores: the hardware's own counters do not tell them apart. Copies
// past the registers: kCpAsync by lanes, kBulk by the engine for bulk and tensor copies.
enum class Operation : uint8_t { kLoad, kStore, kAtomic, kCpAsync, kBulk };
inline constexpr Operation kOperations[] = {Operation::kLoad, Operation::kStore, Operation::kAtomic,
                                            Operation::kCpAsync, Operation::kBulk};

// Counts; nothing where the method has none. Shared memory has requests and
// wavefronts, global memory requests, sectors (32 B) and lines (128 B); `lanes` are the accesses of
// single lanes that the requests consist of.
struct Counts {
  std::optional<uint64_t> requests, wavefronts, sectors, lines, lanes;
  friend bool operator==(const Counts&, const Counts&) = default;
};
// Adds the counts that either has; lanes only if both have them, because a partial sum is
// meaningless.
void add(Counts& to, const Counts& from);
void add(std::optional<uint64_t>& to, const std::optional<uint64_t>& from);

// One row per (file, line, space, op).
struct LineCounts {
  std::string file;   // the included file with the line; "" for the kernel's text
  uint32_t line = 0;  // from 1; 0: the whole kernel (kCountersByKernel)
  Space space = Space::kGlobal;
  Operation operation = Operation::kLoad;
  Counts counts;
  friend bool operator==(const LineCounts&, const LineCounts&) = default;
};

// Of one launch, by CUDA events, after a warm-up and with the L2 cache flushed before each run.
struct Times {
  double median_us = 0;
  double spread = 0;  // half of the range of the middle half of the runs, as a share of the median
  uint32_t runs = 0;
  bool settled =
      false;  // the spread fell below 2 %; false: the limit of runs or time was reached first
  friend bool operator==(const Times&, const Times&) = default;
};

// Why the optimised build's counts at a line differ from those of the text, by the machine code.
enum class CauseKind : uint8_t {
  kMerged,        // several accesses became one wider
  kHoisted,       // moved out of a loop or of the branches of an if
  kRemoved,       // no instruction is left
  kPredicated,    // a branch became a predicate: lanes switched off instead of a jump
  kUnrolled,      // the loop's body is repeated
  kSplit,         // one access became several narrower
  kUndetermined,  // no disassembler, or none of the above
};
struct Cause {
  std::string file;
  uint32_t line = 0;
  Space space = Space::kGlobal;
  Operation operation = Operation::kLoad;
  CauseKind kind = CauseKind::kUndetermined;
  std::string words;  // one sentence: "4 loads of 4 bytes became 1 of 16 (LDS.128)"
  friend bool operator==(const Cause&, const Cause&) = default;
};

struct LaunchResult {
  std::string kernel;
  std::vector<LineCounts> lines;  // in order of file, line, space, op
  std::optional<Times> times;
  std::vector<Cause> causes;  // of kAsCompiled
  friend bool operator==(const LaunchResult&, const LaunchResult&) = default;
};

struct BuildResult {
  Build build = Build::kAsWritten;
  std::vector<std::string> options;  // of NVRTC, without paths
  std::optional<Method> method;      // nothing was counted: none
  std::string refusal;  // one sentence: why a better method was not available, and what to change
  std::vector<LaunchResult> launches;  // in order
  friend bool operator==(const BuildResult&, const BuildResult&) = default;
};

// A GPU as its driver describes it.
struct GpuDevice {
  std::string name;
  uint32_t compute_major = 0, compute_minor = 0;
  uint32_t multiprocessors = 0;
  uint64_t shared_per_block = 0, shared_per_block_optin = 0;  // [bytes]
  uint64_t shared_per_multiprocessor = 0;                     // [bytes]
  uint32_t threads_per_block = 0, threads_per_multiprocessor = 0, blocks_per_multiprocessor = 0;
  uint32_t registers_per_block = 0, registers_per_multiprocessor = 0;
  uint64_t l2_bytes = 0, memory_bytes = 0;
  uint32_t clock_khz = 0, memory_clock_khz = 0, memory_bus_bits = 0;
  friend bool operator==(const GpuDevice&, const GpuDevice&) = default;
};

// The device's best results in this program's own tests.
struct Ceilings {
  double copy_gb_per_s = 0;  // bytes read and written
  double fma_gflop_per_s = 0;
  friend bool operator==(const Ceilings&, const Ceilings&) = default;
};

// Of a load whose address is the value of the one before, by one thread alone [cycles].
struct Latencies {
  double shared = 0;
  double constant = 0;              // in the multiprocessor's smallest cache
  double constant_next = 0;         // beyond it
  double l1 = 0, l2 = 0, dram = 0;  // of global memory, by where the value is found
  std::string date{};               // of another day than the recording's provenance; or empty
  friend bool operator==(const Latencies&, const Latencies&) = default;
};

struct Provenance {
  std::string device;   // "NVIDIA H200"
  std::string compute;  // "9.0"
  std::string driver;   // "580.159.04", or the CUDA version that it offers
  std::string toolkit;  // of NVRTC: "13.0"
  std::string date;     // "2026-11-21"
  std::string program;  // "warplens 0.1.0"
  friend bool operator==(const Provenance&, const Provenance&) = default;
};

// An array after the launches, compared with the simulation's.
struct ArrayAgreement {
  std::string name;
  uint64_t elements = 0, differing = 0;
  uint64_t worst_ulp = 0;  // floating elements; differing ones only
  std::string rule;  // "bit-equal", "within 2 ulp", "within 1e-5 of the largest"; of 0 elements
                     // "not compared: " and why
  bool agrees = false;
  friend bool operator==(const ArrayAgreement&, const ArrayAgreement&) = default;
};

// Everything about one text and launch on one GPU.
struct Measurement {
  std::string lesson;                 // its id; "" for a file
  std::string file;                   // the text's name without folders
  std::string text_hash;              // of what was compiled: FNV-1a of the text, 16 hex digits
  std::string launch;                 // launch::print(): the options
  std::vector<std::string> settings;  // a lesson's parameters: "tile=16"
  Provenance provenance;
  std::vector<BuildResult> builds;
  std::vector<ArrayAgreement> arrays;  // of the as-written build; empty if not compared
  friend bool operator==(const Measurement&, const Measurement&) = default;
};

// The result of that build; null if there is none, or no measurement.
const BuildResult* find_build(const Measurement* measurement, Build build);
// Of one of its launches; none if it has no such launch. `build` may be null.
std::optional<Times> time_of(const BuildResult* build, size_t launch);

// A file of measurements: assets/measurements/*.json.
struct MeasurementFile {
  GpuDevice device;
  Provenance provenance;
  std::optional<Ceilings> ceilings;
  std::optional<Latencies> latencies;
  std::vector<Measurement> measurements;
  friend bool operator==(const MeasurementFile&, const MeasurementFile&) = default;
};

}  // namespace warplens::measure
