// A deliberately naive interpreter of the warp bytecode, to hold the real one against: every lane
// has its own program counter, its own registers and its own one-lane masks, and executes one
// instruction at a time.
//
// A warp's lanes meet again without any mask being joined: of all lanes that can go on, those in
// the deepest call, there those at the lowest program counter, take the next step, one after the
// other. Programs are laid out in the order of the text, so that this is where the text joins them.
// Lanes that access memory in one step are one warp access.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "sim/machine/block.hpp"
#include "sim/machine/memory.hpp"
#include "sim/trace/event.hpp"

namespace warplens::oracle {

// What the observer of the real machine receives of an access, by value.
struct SeenAccess {
  trace::BlockId block;
  uint32_t warp = 0, site = 0;
  trace::Space space = trace::Space::kGlobal;
  trace::Operation operation = trace::Operation::kLoad;
  uint32_t bytes = 0, mask = 0, out_of_bounds = 0;
  std::array<uint64_t, trace::kWarpSize> addresses{};  // of active lanes; others are 0
  trace::Layout layout = trace::Layout::kLane;
  uint32_t value_mask = 0;
  // Of a copy: the side that is read.
  uint32_t source_mask = 0, source_out_of_bounds = 0;
  std::array<uint64_t, trace::kWarpSize> source_addresses{};
  friend bool operator==(const SeenAccess&, const SeenAccess&) = default;
};

class LaneMachine {
 public:
  // `memory` is read and written. Stops, with is_complete false, after `step_limit` lane steps.
  LaneMachine(const machine::GridContext& context, machine::GlobalMemory& memory,
              uint64_t step_limit);
  void run();

  bool is_complete() const { return steps_left_ > 0; }
  const std::vector<SeenAccess>& accesses() const { return accesses_; }

 private:
  struct Call {
    uint32_t pc = 0, subroutine = 0, frame_base = 0, frame_end = 0;
    bool is_active = false;
    std::vector<uint32_t> registers;
    std::vector<bool> masks;
  };
  // Bytes on their way to shared memory, begun in the step `step` of the block.
  struct Copy {
    uint64_t step = 0;
    uint32_t target = 0;
    std::vector<std::byte> bytes;
    std::optional<uint32_t> mbarrier;  // that counts them
  };
  struct Lane {
    bool is_present = false, is_active = false, is_at_barrier = false, has_ended = false;
    uint32_t pc = 0;
    uint32_t frame_base = 0, frame_end = 0;  // of the present function, in `local`
    uint64_t steps = 0;
    std::vector<uint32_t> registers;  // one word a slot; 64-bit values in two
    std::vector<bool> masks;
    std::vector<std::byte> local;
    std::vector<Call> calls;
    bool predicate = false;  // of the barrier it waits at
    std::vector<Copy> copies;
  };
  struct Mbarrier {
    int64_t expected = 0, pending = 0, bytes = 0;
    uint64_t ended = 0;  // phases
  };
  // Of a warp: whether it goes on, waits at an mbarrier, or lets others go on first.
  enum class Turn : uint8_t { kHas, kWaits, kGaveAway };
  using Warp = std::array<Lane, trace::kWarpSize>;

  void run_block(trace::BlockId block);
  Lane first_lane(uint32_t thread) const;
  bool step(uint32_t warp);
  void execute(uint32_t warp, uint32_t index, const code::Instr& instr);
  bool execute_arithmetic(Lane& lane, const code::Instr& instr);
  void put(std::byte* to, std::byte value, uint32_t lane, uint32_t bytes);
  bool execute_memory(uint32_t warp, uint32_t index, const code::Instr& instr);
  void execute_control(Lane& lane, const code::Instr& instr);
  bool begin_copy(uint32_t warp, uint32_t index, const code::Instr& instr);
  void land(uint32_t warp, const std::vector<uint32_t>& lanes);
  bool execute_bulk(uint32_t warp, uint32_t index, const code::Instr& instr);
  void note_pieces(uint32_t warp, const code::Instr& instr, uint32_t shared, uint64_t global,
                   uint32_t bytes);
  std::vector<uint32_t> next_lanes(uint32_t warp) const;
  bool is_awaited(uint32_t address, uint32_t parity) const;
  bool execute_mbarrier(Lane& lane, const code::Instr& instr);
  static void end_phase_if_whole(Mbarrier& mbarrier);
  bool has_to_wait(uint32_t warp, const std::vector<uint32_t>& lanes) const;
  bool give_turns();
  void execute_together(uint32_t warp, const std::vector<uint32_t>& lanes,
                        const code::Instr& instr);
  void exchange(uint32_t warp, const std::vector<uint32_t>& lanes, const code::Instr& instr);
  void load_matrices(uint32_t warp, const std::vector<uint32_t>& lanes, const code::Instr& instr);
  void store_matrices(uint32_t warp, const std::vector<uint32_t>& lanes, const code::Instr& instr);
  std::vector<std::byte*> matrix_rows(uint32_t warp, const std::vector<uint32_t>& lanes,
                                      const code::Instr& instr, uint32_t matrices);
  void turn_matrix(uint32_t warp, const std::vector<uint32_t>& lanes, const code::Instr& instr);
  void multiply(uint32_t warp, const std::vector<uint32_t>& lanes, const code::Instr& instr);
  uint32_t builtin(uint32_t warp, uint32_t index, int32_t which) const;

  // The bytes at an address; null if they lie in no array. `pointer` as in sim/code/pointer.hpp.
  std::byte* locate(Lane& lane, uint64_t pointer, uint32_t bytes, uint32_t local_array);
  void note(uint32_t warp, uint32_t index, const code::Instr& instr, trace::Operation operation,
            uint64_t pointer, uint32_t bytes, bool is_inside);

  const machine::GridContext& context_;
  const code::Program& program_;
  machine::GlobalMemory& memory_;
  uint64_t steps_left_;
  trace::BlockId block_;
  uint64_t block_steps_ = 0;
  std::vector<Warp> warps_;
  std::vector<std::byte> shared_;
  std::map<uint32_t, Mbarrier> mbarriers_;     // by address
  std::vector<Turn> turns_;                    // by warp
  uint32_t true_count_ = 0, voter_count_ = 0;  // of the last barrier
  std::vector<SeenAccess> accesses_;
  std::vector<SeenAccess> pending_;             // of the present step: at most one a space
  std::map<const std::byte*, uint32_t> ranks_;  // of the lanes that stored bytes in this step
};

}  // namespace warplens::oracle
