// One thread block in execution: its warps (32-lane registers, masks, program counter), shared and
// local memory. A value type: a copy is a checkpoint, from which execution goes on exactly as it
// would have.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "sim/base/warp.hpp"
#include "sim/code/program.hpp"
#include "sim/machine/chunk_memory.hpp"
#include "sim/machine/context.hpp"
#include "sim/machine/copies.hpp"
#include "sim/machine/local_memory.hpp"
#include "sim/machine/memory.hpp"
#include "sim/machine/pattern_plan.hpp"
#include "sim/machine/patterns.hpp"
#include "sim/machine/undo.hpp"
#include "sim/trace/observer.hpp"

namespace warplens::machine {

// What a call of a recursive function saves for its caller.
struct CallFrame {
  uint32_t subroutine = 0;  // index into Program::subroutines
  uint32_t return_pc = 0;
  uint32_t mask = 0;
  uint32_t frame_begin = 0, frame_end = 0;
  std::vector<uint32_t> registers;  // of the subroutine's range
  std::vector<uint32_t> masks;
  std::vector<trace::Origin> origins;  // where followed
};

// How far a warp has come with an instruction that copies in bulk, a part of a lane's copy at a
// time.
struct BulkProgress {
  bool is_under_way = false;
  bool has_begun = false;  // of the present lane's copy: a part has been reported
  uint32_t lanes = 0;      // that are not done
  uint64_t piece = 0;      // of the first of them: the next one
  bool has_said_size = false;
};

// What a warp waits for at an MbarrierWait, or has tested without success; of one lane.
struct MbarrierWait {
  uint32_t pc = 0;
  uint32_t address = 0;  // of the mbarrier: an offset in the block's shared memory
  uint32_t parity = 0;   // of the phase that has to end
  uint64_t steps = 0;    // that the warp had executed
};

// Instructions after which a loop that repeats itself comes back, at most: longer ones are not
// recognised.
inline constexpr uint64_t kLongestLoop = 1024;

struct WarpState {
  // kAtMbarrier: at an MbarrierWait, until the phase ends. kYields: goes on when the others have
  // had a turn.
  enum class Status : uint8_t { kReady, kAtBarrier, kAtMbarrier, kYields, kEnded };
  Status status = Status::kReady;
  uint32_t pc = 0;
  uint32_t mask = 0;        // active lanes
  uint32_t present = 0;     // lanes that are threads of the block
  uint32_t ended = 0;       // lanes that have returned from the kernel
  uint32_t pending = 0;     // lanes that a load through mixed pointers has yet to serve
  uint64_t steps = 0;       // warp instructions executed
  uint64_t flops = 0;       // floating-point operations of lanes
  uint64_t extra_work = 0;  // of slow instructions, in weighted steps (instruction_work.hpp)
  BulkProgress bulk;
  std::optional<MbarrierWait> wait;  // the latest one
  std::vector<uint32_t> masks;       // mask registers
  std::vector<uint32_t> registers;   // 32 x u32 a slot
  LocalMemory local;
  uint32_t frame_begin = 0;  // the present function's frame in it
  uint32_t frame_end = 0;
  std::vector<CallFrame> stack;    // of recursive functions; the innermost last
  uint64_t stack_bytes = 0;        // of the frames in it
  std::vector<HeldRegister> held;  // a slot; empty: all registers are in their lanes
  // Of native code: by slot, registers that are the same in all lanes; instructions executed beyond
  // the budget, and the WarpStop that they led to.
  std::vector<uint64_t> scalars;
  uint64_t steps_ahead = 0;
  std::optional<uint8_t> stop_ahead;
  std::vector<trace::Origin> origins;        // 32 a slot, where followed, else empty
  std::vector<trace::Origin> local_origins;  // 32 a 4-byte word of local memory, where followed
};

// The lanes that have arrived at a barrier that counts a condition.
struct BarrierTally {
  uint32_t lanes = 0, lanes_true = 0;
};

// kTrapped: an assertion failed or __trap() was executed; nothing of the grid runs after it.
// kMemory: global memory has no room (GlobalMemory::is_full), or the block has more than
// kMostBlockBytes; nothing runs after that, either. kDeadlock: no thread can go on; of a block, all
// wait at mbarriers or at barriers that those do not reach. The rest is of run_grid() alone.
// kSpins: a warp can't go on unless others do.
enum class StopReason : uint8_t {
  kDone,
  kStepLimit,
  kCancelled,
  kAccess,
  kTrapped,
  kMemory,
  kSetUpLimit,
  kObservers,
  kSpins,
  kDeadlock
};

// Who runs at a time where a schedule decides: a warp, or a lane of one that progresses by itself.
struct Fiber {
  // kReady: goes on without an access. kAtAccess: the next thing it does is an access of shared or
  // global memory; it may do that for all lanes of its warp. kAtMeeting: a lane waits for others at
  // a warp function. kAtMbarrier: for the end of a phase.
  enum class Status : uint8_t { kReady, kAtAccess, kAtBarrier, kAtMeeting, kAtMbarrier, kEnded };
  Status status = Status::kReady;
  bool is_woken = false;             // since take_woken()
  std::optional<MbarrierWait> wait;  // the latest one
  // Of a lane, while its warp's registers hold another lane's.
  uint32_t pc = 0, mask = 0, pending = 0;
  BulkProgress bulk;
  uint64_t steps = 0;
  std::vector<uint32_t> masks;
  std::vector<uint32_t> registers;     // three words a slot: block_fibers.cpp
  std::vector<trace::Origin> origins;  // one a slot, where followed
};

// Where the fibers' stores leave what they replaced; both may be null.
struct UndoLogs {
  std::vector<UndoEntry>* global = nullptr;
  std::vector<UndoEntry>* shared = nullptr;  // addresses are offsets in the block's
};

struct SharedLayout;

// What a warp has at its start. [bytes]
uint64_t warp_bytes(const code::Program& program, bool follow_origins);

class WarpCode;
struct WarpRun;
enum class WarpStop : uint8_t;

class BlockRun {
 public:
  // With a plan (of the program; null is none), where no origins are followed, the warps' registers
  // need not be in their lanes: for who looks at what the block does, and not at its registers.
  BlockRun(std::shared_ptr<const GridContext> context, trace::BlockId id, bool follow_origins,
           std::shared_ptr<const PatternPlan> plan = nullptr, const WarpCode* native = nullptr);
  // Another block of the grid, from its beginning: as a new BlockRun, in the memory of this one.
  // With `native` (of the program and the block's extents; null is none), run() executes that: the
  // observer hears only rare events, and the block is not stopped before accesses.
  void begin(trace::BlockId id, const WarpCode* native = nullptr);

  // Runs in the default order (each warp in turn to its next barrier or its end) until the block is
  // done or `budget` warp instructions are executed; `budget` is reduced by those executed. With
  // stop_before_access it stops before the next instruction that accesses shared or global memory
  // with an active lane (kAccess); the following call executes it and goes on. Stops and
  // Observer::access calls correspond one to one: an instruction whose lanes point to shared and to
  // global memory is executed in two steps, shared lanes first. WarpAccess::values and origins are
  // given only if origins are followed, an atomic's values and results always (the results of
  // atomics that a chunk logs are 0). `memory` is read and written, with a chunk only read: its
  // stores go there. `observer` may be null. After kTrapped or kMemory, it returns that again.
  StopReason run(GlobalMemory& memory, trace::Observer* observer, uint64_t& budget,
                 bool stop_before_access, std::vector<UndoEntry>* undo = nullptr,
                 ChunkMemory* chunk = nullptr);

  // Where a schedule decides: from the block's beginning on, advance() is called in place of run().
  // Where lanes are independent, a fiber is a thread (by its number in the block), else a warp;
  // they meet at barriers and warp functions alone. The program has no recursive functions then.
  // `are_copies_late`: asynchronous copies arrive as late as they may.
  void begin_fibers(bool are_lanes_independent, bool are_copies_late = false);
  uint32_t fiber_count() const { return static_cast<uint32_t>(fibers_.size()); }
  bool are_lanes_independent() const { return !held_lane_.empty(); }
  Fiber::Status status_of(uint32_t fiber) const { return fibers_[fiber].status; }
  uint32_t warp_of(uint32_t fiber) const {
    return are_lanes_independent() ? fiber / base::kWarpSize : fiber;
  }
  // Of a fiber that is kReady or kAtAccess: executes the access that it is at, and goes on to its
  // next access, to where it waits, or until the budget is used up. kStepLimit: the fiber's status
  // says what is next.
  StopReason advance(uint32_t fiber, GlobalMemory& memory, trace::Observer* observer,
                     uint64_t& budget, const UndoLogs& undo);
  // Where copies are late and nobody can go on: those that are in flight arrive. Whether there were
  // any.
  bool end_flights(GlobalMemory& memory, trace::Observer* observer, const UndoLogs& undo);
  // Fibers that have become kReady since the last call, by the block's beginning, a barrier, a
  // meeting or the end of a phase, or kAtAccess by a meeting.
  std::vector<uint32_t> take_woken();
  bool is_woken(uint32_t fiber) const { return fibers_[fiber].is_woken; }
  bool has_ended() const { return ended_ == fibers_.size(); }
  uint32_t pc_of(uint32_t fiber) const;
  // What the fiber waits for, or asks for in vain in the loop that it is in; null: no mbarrier.
  const MbarrierWait* wait_of(uint32_t fiber) const;
  // Everything that decides what the fiber does next, except memory that others see.
  std::vector<uint32_t> state_of(uint32_t fiber) const;
  const MbarrierWait* wait_of_warp(uint32_t warp) const;  // where run() is called
  // Of one lane: where it goes on, whether it has ended, a variable's value as read_lane().
  uint32_t pc_in(uint32_t warp, uint32_t lane) const;
  bool has_ended(uint32_t warp, uint32_t lane) const;
  uint64_t read(uint32_t warp, uint32_t slot, uint32_t lane, uint32_t bytes) const;

  trace::BlockId id() const { return id_; }
  bool is_native() const { return native_ != nullptr; }
  bool follows_origins() const { return follow_origins_; }
  uint32_t current_warp() const { return current_warp_; }
  const std::vector<WarpState>& warps() const { return warps_; }
  const CopyQueue& copies() const { return copies_; }
  // Of all warps so far.
  uint64_t flops() const;
  uint64_t extra_work() const;
  uint64_t bytes() const;  // that the warps have at present
  const std::vector<std::byte>& shared() const { return shared_; }
  const GridContext& context() const { return *context_; }

 private:
  // Whether any warp waits; all that wait go on, from the first.
  bool release_barrier(trace::Observer* observer);
  WarpStop run_present(WarpRun& run, uint64_t& budget);
  WarpStop run_fiber(uint32_t fiber, GlobalMemory& memory, trace::Observer* observer,
                     uint64_t& budget, const UndoLogs& undo);
  void hold_lane(uint32_t warp, uint32_t lane);
  void put_lane_away(uint32_t warp);
  void wake(uint32_t fiber, Fiber::Status status = Fiber::Status::kReady);
  void end_fiber(uint32_t fiber, trace::Observer* observer);
  void release_fibers(trace::Observer* observer);
  bool resume_waiting(const SharedLayout& layout);
  bool may_pass(WarpState& warp, const SharedLayout& layout) const;
  void wake_at_mbarriers();
  void try_meetings(uint32_t warp, GlobalMemory& memory, trace::Observer* observer,
                    const UndoLogs& undo);
  uint32_t members_of(uint32_t fiber) const;
  bool is_at_access_of_all(uint32_t fiber) const;
  uint32_t lanes_at(uint32_t fiber) const;
  void meet(uint32_t warp, uint32_t lanes, GlobalMemory& memory, trace::Observer* observer,
            const UndoLogs& undo);

  std::shared_ptr<const GridContext> context_;
  trace::BlockId id_;
  std::vector<WarpState> warps_;
  std::vector<std::byte> shared_;
  CopyQueue copies_;
  bool are_copies_late_ = false;
  BarrierTally arriving_;  // at the next barrier
  BarrierTally released_;  // at the last one
  uint32_t current_warp_ = 0;
  bool is_trapped_ = false;
  bool is_out_of_memory_ = false;
  bool follow_origins_ = false;
  bool may_execute_access_ = false;
  // Where a schedule decides.
  std::vector<Fiber> fibers_;
  std::vector<uint8_t> held_lane_;  // by warp, where lanes are independent: whose registers it has
  std::vector<uint32_t> woken_;
  // Fibers, at a barrier, at their end and at mbarriers.
  uint32_t waiting_ = 0, ended_ = 0, at_mbarriers_ = 0;
  std::shared_ptr<const SharedLayout> layout_;
  // Where patterns are held; copies share them.
  std::shared_ptr<const PatternPlan> plan_;
  std::shared_ptr<Patterns> patterns_;
  const WarpCode* native_ = nullptr;
  std::vector<uint64_t> first_scalars_;  // WarpState::scalars as warps begin; empty: not known yet
  std::vector<SitePage> pages_;
  uint64_t pages_round_ = 0;  // ChunkMemory::round() of their chunk; 0: of none
};

// A variable's value in one lane, as bits (zero-extended); floating types as their own bit pattern.
uint64_t read_lane(const WarpState& warp, uint32_t slot, uint32_t lane, uint32_t bytes);

}  // namespace warplens::machine
