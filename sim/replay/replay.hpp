// Any moment of the recorded block: the state just before step `step` executes (or after the last),
// forwards or back, by checkpoints and re-execution. The machine is deterministic, so a moment is
// always the same.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "sim/base/slice.hpp"
#include "sim/machine/memory.hpp"
#include "sim/machine/undo.hpp"
#include "sim/run/run.hpp"

namespace warplens::machine {
class BlockRun;
}

namespace warplens::replay {

// Limits of a replay's memory. [bytes]
struct ReplayBudget {
  uint64_t checkpoints = uint64_t{64} << 20;
  uint64_t journal = uint64_t{64} << 20;
};

class Replay {
 public:
  // The run must hold a recording, and its memory_before_block, which must not be dropped.
  explicit Replay(std::shared_ptr<const run::Run> run, ReplayBudget budget = {});
  // With that memory passed in, so that the run's may be dropped.
  Replay(std::shared_ptr<const run::Run> run, std::shared_ptr<const machine::GlobalMemory> before,
         ReplayBudget budget = {});
  ~Replay();

  // 0 to recording->size(), both included. Executes no more than from the nearest checkpoint
  // before.
  void go_to(uint32_t step);
  // The same, to be continued later.
  base::Progress go_to(uint32_t step, base::Slice& slice);
  uint32_t step() const { return step_; }

  const machine::BlockRun& block() const { return *block_; }
  const machine::GlobalMemory& memory() const { return memory_; }

 private:
  struct Checkpoint {
    std::unique_ptr<const machine::BlockRun> block;
    uint64_t journal = 0;  // position in the journal
  };
  void run_to_next_access();
  void take_turn();
  void settle();
  void store_by_others();
  void advance();
  void note_stores(const std::vector<machine::UndoEntry>& stores);
  void move_journal(uint64_t position);
  void jump_to(uint32_t step, const Checkpoint& checkpoint);
  void keep_checkpoint();

  std::shared_ptr<const run::Run> run_;
  std::shared_ptr<const machine::GlobalMemory> before_;  // as the block found it
  ReplayBudget budget_;
  machine::GlobalMemory memory_;
  std::unique_ptr<machine::BlockRun> block_;
  uint32_t step_ = 0;
  // The block's global stores in order, each with the bits to swap in: before position_ the
  // overwritten ones, behind it those that a step ahead will write.
  std::vector<machine::UndoEntry> journal_;
  uint64_t dropped_ = 0;                        // entries removed from the journal's front
  uint64_t position_ = 0;                       // of step_, counted with the dropped ones
  std::map<uint32_t, Checkpoint> checkpoints_;  // by step; step 0 is never dropped
  uint32_t checkpoint_distance_ = 32;           // [steps], doubled when the budget is full
};

// A thread's variable at the replay's moment.
struct VariableValue {
  const lang::Variable* variable = nullptr;
  const lang::Type* type = nullptr;  // of the value: the variable's, or what a reference refers to
  uint32_t frame = 0;                // index into Program::frames: whose variable it is
  bool in_scope = false;             // the current statement is in its scope
  std::vector<uint64_t> bits;        // one for each of lang::leaves_of(type), which has the names
};
// Every parameter and local of the thread (warp, lane): the kernel's, and those of the functions
// that it is in at the moment.
std::vector<VariableValue> thread_variables(const run::Run& run, const Replay& replay,
                                            uint32_t warp, uint32_t lane);

// An index expression written out with one thread's values: `row * n + threadIdx.x`, `11 * 16 + 4`,
// `180`.
struct Unfolded {
  std::string array;  // the array it indexes
  std::string
      source;  // as the text has it, macro names kept; joined over dimensions: "[threadIdx.y][k]"
  std::string values;  // every name replaced by its value
  std::string result;  // "180", or "[3][4]" where there are several dimensions
  std::string member;  // ".x" behind the index, where a record's member is accessed
  // Where the index is a plain variable whose defining expression still gives its value: that
  // expression, as above.
  std::string definition_source, definition_values;
  bool is_dereferenced = false;  // source and values are a pointer's, of which `*` is written
  // What the index, or the defining expression, is the sum of, where that is two or more parts none
  // of which is negative: `row * n` of `row * n + k`.
  struct Term {
    std::string source;
    uint64_t value = 0;  // [elements]
  };
  std::vector<Term> terms = {};
};
Unfolded unfold_index(const run::Run& run, const Replay& replay, uint32_t step, uint32_t lane);

}  // namespace warplens::replay
