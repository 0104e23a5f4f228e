// How the warps of one multiprocessor hide each other's waiting: each scheduler issues one
// instruction of one ready warp a cycle, in turn and without priority; switching costs nothing. A
// model of time, to be held against measured times (tests/data/latency_hiding): it knows
// latencies, passes and barriers, and no caches, no bandwidth beyond the multiprocessor and no
// units that take less than an instruction a cycle.
//
// Source: CUDA C++ Programming Guide 13.0, "Hardware Multithreading" and "Multiprocessor Level".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/base/slice.hpp"

namespace warplens::model {

// What an instruction of a warp occupies.
enum class Unit : uint8_t { kArithmetic, kShared, kConstant, kGlobal, kBarrier, kClock };

inline constexpr uint32_t kNoOp = 0xffffffff;

struct WarpOp {
  Unit unit = Unit::kArithmetic;
  bool is_load = false;  // someone may wait for its value; of shared and global memory
  uint32_t passes = 1;   // that it takes in the memory pipe
  // Indices in its stream of the instructions whose results it needs; all smaller than its own.
  std::array<uint32_t, 3> waits{kNoOp, kNoOp, kNoOp};
};
using Stream = std::vector<WarpOp>;  // what one warp executes, in order

// From an instruction's issue until one that needs its result can be issued. [cycles]
struct Latencies {
  uint32_t arithmetic = 1, shared = 1, constant = 5, global = 500;
  uint32_t barrier = 1;  // from the last arrival until the block goes on
  uint32_t pass = 1;     // from one pass of a warp to its next; others' passes fit between them
  // How long one instruction keeps others from the barriers, and from the constants.
  uint32_t arrival = 1, constant_rate = 1;
  friend bool operator==(const Latencies&, const Latencies&) = default;
};
inline constexpr uint32_t kLeastLatency = 1, kMostLatency = 100'000;

// The lecture's: registers 1, shared memory 5, cached constants 5, global memory 500 cycles.
Latencies lecture_latencies();
// Where an H200's global loads are served. kL1: a load in 4 KiB, the first ones from L2.
enum class Served : uint8_t { kL1, kL2, kDram };
// An H200's, from the rows unit_* of tests/data/latency_hiding/latency_hiding.csv, whose README
// has the arithmetic.
Latencies h200_latencies(Served served = Served::kDram);
// How near the model is to an H200's times; the test that compares them holds these numbers. The
// farthest one is a product in tiles, whose loop nvcc unrolls, with one warp.
struct HidingAccuracy {
  uint32_t times = 132;  // compared
  uint32_t near = 125;   // within a factor of 1.5
  double worst = 6.4;    // factor of the farthest one
  const char* worst_kernel = "tile_product";
};
// What loads from shared memory took on an H200 that wait for each other: cycles of each, its
// index's arithmetic (4) included. From tests/data/latency_hiding/passes.csv.
struct MeasuredPasses {
  double alone = 0, many = 0;  // of one warp; of 32 warps, for each load of all of them
};
// Loads of so many passes, 1 to 32; null beyond.
const MeasuredPasses* measured_passes(uint32_t passes);
// Within kLeastLatency and kMostLatency.
uint32_t usable_latency(int64_t wanted);

// What a warp does in a cycle.
enum class WarpState : uint8_t {
  kIssues,
  kArithmetic,  // waits for the result of arithmetic
  kMemory,      // waits for a load
  kPipe,        // what it has to issue is kept back by others' passes, in the memory pipe mostly
  kReady,       // could be issued; its scheduler issues another warp
  kBarrier,
  kEnded,
};
inline constexpr size_t kWarpStates = 7;

struct WarpSpan {
  uint64_t begin = 0, end = 0;  // [cycles]
  WarpState state = WarpState::kIssues;
};

struct HidingSetup {
  uint32_t warps = 1;        // resident at once: the k-th executes stream k mod their number
  uint32_t block_warps = 1;  // that meet at barriers: warps 0 to block_warps - 1 and so on
  uint32_t schedulers = 4;   // warp k belongs to scheduler k mod schedulers
  Latencies latencies{};
  bool keeps_spans = false;
};

struct Hiding {
  uint64_t cycles = 0;  // until the last warp has ended and its accesses are done
  // From the first warp's first clock instruction to the last one's last; `cycles` without any.
  uint64_t timed = 0;
  uint64_t issued = 0;                              // instructions
  std::array<uint64_t, kWarpStates> warp_cycles{};  // of all warps, by state; kEnded: 0
  std::vector<std::vector<WarpSpan>> spans;         // by warp, without gaps until its end
};

// Time grows with the instructions of all warps together. No streams or no warps: nothing happens.
class HidingRun {
 public:
  // `streams` outlive this.
  HidingRun(const std::vector<Stream>& streams, const HidingSetup& setup);
  ~HidingRun();
  base::Progress advance(base::Slice& slice);
  Hiding take();  // when it is done

 private:
  class Simulation;
  std::unique_ptr<Simulation> simulation_;  // null: nothing happens
};
// The same, at once.
Hiding hide_latencies(const std::vector<Stream>& streams, const HidingSetup& setup);

}  // namespace warplens::model
