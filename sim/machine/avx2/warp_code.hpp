// A kernel as instructions of the processor, 32 lanes at a time (AVX2), for blocks that nobody
// looks at: only what is rare is reported. Every register, mask, step and count is what the
// interpreter would leave; what code has no instructions for is done by the interpreter's own
// functions. Where there is no translator (other processors, builds without asmjit), the
// interpreter does everything.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "sim/launch/launch.hpp"
#include "sim/machine/interpreter.hpp"
#include "sim/machine/uniform_values.hpp"

namespace warplens::machine {

// Made for the first access of a warp that native code leaves to it.
class RareAccess;

// What native code reads and writes beside registers. Its fields are found by their offsets.
struct NativeWarp {
  uint32_t* registers = nullptr;
  uint64_t* scalars = nullptr;  // WarpState::scalars
  uint32_t* masks = nullptr;
  uint32_t* ended = nullptr;
  const uint32_t* of_block = nullptr;   // by lang::Builtin; of thread indices nothing
  const uint32_t* of_thread = nullptr;  // threadIdx.x of 32 lanes, then y, then z
  int64_t left = 0;                     // of the budget [warp instructions]
  uint64_t flops = 0, extra_work = 0;   // as WarpState's, of this run
  // Apart from each other: what is written as two halves is slow to read as a whole.
  uint32_t mask = 0;
  std::byte* shared = nullptr;
  uint32_t shared_bytes = 0;  // 0 where something is between its arrays
  uint32_t pc = 0;
  std::byte* local = nullptr;  // LocalMemory::data()
  SitePage* pages = nullptr;   // by site
  WarpRun* run = nullptr;
  RareAccess* rare = nullptr;
  int64_t budget = 0;  // `left` as it was in the beginning
  uint64_t steps = 0;  // WarpState::steps, likewise
};

// kBudget: before a block of instructions at `pc`. kInterpret: the interpreter is to execute the
// instruction there.
enum class NativeStop : uint32_t { kBudget, kInterpret, kBarrier, kEnd, kMemory };

class WarpCode {
 public:
  virtual ~WarpCode() = default;
  // From `pc` on, where a block begins.
  virtual NativeStop run(NativeWarp& warp) const = 0;
  virtual const UniformValues& values() const = 0;
};

// Null where there is no translator, or the program has functions that call themselves.
std::unique_ptr<const WarpCode> translate_warp(const code::Program& program,
                                               const WarpShape& shape);

// The native code of one program for the launches that share this: made when it is worth it.
class KernelCode {
 public:
  // The program outlives this. It is interpreted until it has executed so many warp instructions,
  // unless it has a loop.
  KernelCode(const code::Program& program, uint64_t native_after);
  static constexpr uint64_t kNever = ~uint64_t{0};
  // Valid as long as this; null: blocks of that extent are interpreted. May be called on any
  // thread.
  const WarpCode* of(const launch::Dim3& block);
  // code::may_wait_for_others().
  bool may_wait_for_others() const { return may_wait_; }
  // code::waits_at_mbarriers(), of a program whose lanes can progress by themselves here.
  bool may_wait_for_lanes() const { return may_wait_for_lanes_; }
  // thread_indices(); valid until the next call.
  const std::vector<uint32_t>& indices_of(const launch::Dim3& block);
  // Warp instructions that the program's grids have executed.
  void note_steps(uint64_t steps) { steps_ += steps; }

 private:
  struct Made {
    std::once_flag once;
    std::unique_ptr<const WarpCode> code;
  };
  const code::Program& program_;
  uint64_t native_after_;
  bool may_wait_, may_wait_for_lanes_;
  launch::Dim3 indexed_;  // whose threads indices_ has
  std::vector<uint32_t> indices_;
  std::atomic<uint64_t> steps_{0};
  std::array<Made, 4> by_shape_;
};

// GridContext::thread_indices of blocks of that extent.
std::vector<uint32_t> thread_indices(const launch::Dim3& block);

// For a grid's blocks; null: they are interpreted.
inline const WarpCode* native_code(const GridContext& context) {
  return context.code == nullptr ? nullptr : context.code->of(context.block);
}

// Where the program's accesses reached last, while one block runs and nobody else changes memory.
using SitePages = std::vector<SitePage>;

// As run_warp<false>(), of a warp that began so, with the same result.
WarpStop run_warp_natively(const WarpCode& code, WarpRun& run, SitePages& pages, uint64_t& budget);
// WarpState::scalars before the first instruction.
std::vector<uint64_t> scalars_of_launch(const GridContext& context);
// A warp's registers before its first instruction, for code that begins there: of those in lanes,
// only what it reads before it writes them.
void begin_natively(const WarpCode& code, const GridContext& context,
                    const std::vector<uint64_t>& scalars, WarpState& warp);

}  // namespace warplens::machine
