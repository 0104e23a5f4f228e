// The engine: a kernel's text and a launch in, a finished run out. The command line and the window
// call nothing else to execute a kernel.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/code/program.hpp"
#include "sim/launch/schedule.hpp"
#include "sim/machine/context.hpp"
#include "sim/machine/memory.hpp"
#include "sim/machine/undo.hpp"
#include "sim/model/device.hpp"
#include "sim/observe/observed.hpp"
#include "sim/prepare/request.hpp"
#include "sim/prepare/run_store.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::prepare {
struct ReachedProgram;
}

namespace warplens::run {

// How the blocks of a run took turns.

struct Turns {
  launch::Schedule schedule;  // `resident`: how many blocks there were room for, at least 1
  // Nobody chose it: a warp waited for one that comes after it in order.
  bool was_needed = false;
  // What other blocks stored while the recorded block ran, in order; null: not recorded. Beyond
  // kMostForeignStores the block has no recording.
  std::shared_ptr<const std::vector<machine::ForeignStore>> foreign_stores;
};

// That counts are those of this schedule.
std::string turns_words(const Turns& turns);

inline constexpr size_t kMostForeignStores = 2'000'000;
// What the resident blocks' registers, local and shared memory may take; fewer are resident then.
// [bytes]
inline constexpr uint64_t kResidentBytes = uint64_t{256} << 20;

struct BlockStarts;
class SequenceRun;
// kSetUpLimit: starting blocks took too much work. kWorkLimit: Request::most_work.
// kMemoryLimit: RunStore::limit(), or a block's machine::kMostBlockBytes. kSequenceLimit: all
// launches together met kSequenceStepLimits. kTrapped: an assert failed or a __trap() was executed,
// which ends the grid. kRunning: it goes on. kDeadlock: no thread can go on; a finding says
// who waits for what.
enum class Ending : uint8_t {
  kComplete,
  kStepLimit,
  kCancelled,
  kTrapped,
  kSetUpLimit,
  kWorkLimit,
  kMemoryLimit,
  kSequenceLimit,
  kRunning,
  kDeadlock
};
// Whether a limit ended the run.
constexpr bool is_cut(Ending ending) {
  return ending == Ending::kStepLimit || ending == Ending::kSetUpLimit ||
         ending == Ending::kWorkLimit || ending == Ending::kMemoryLimit ||
         ending == Ending::kSequenceLimit;
}

// Why a launch that had several threads was run on one from some block on.
struct OneThread {
  uint64_t first_block = 0;  // by linear index
  // Blocks read what other blocks store in this array; "": they take far longer beside each other,
  // or store to too many places.
  std::string array;
};

// Immutable once made, except for contents that the store drops; shared by all views. A view is a
// function of (run, selection).
struct Run : observe::Observed {
  prepare::Request request;  // without readers and store
  std::shared_ptr<const code::Program> program;
  std::shared_ptr<const machine::GridContext> context;
  std::shared_ptr<const prepare::ReachedProgram> reached;  // whose launch it is; null: no program's
  model::Device device;
  // False: of shared memory only requests and lanes are known, because the run was executed for a
  // device with other banks (another_device.hpp).
  bool is_counted = true;
  // Hints about speed and order (sim/observe/hints) from one block, the recorded one or the first;
  // empty where they are not known on `device`.
  std::vector<observe::Finding> advice;
  // Branches of which no thread took one of the sides, as far as it is known
  // (one_way_branches.hpp): nothing is known of what these would do.
  std::vector<uint32_t> one_way_lines;
  std::shared_ptr<const trace::Recording>
      recording;  // of the recorded block; null if not recorded or not reached
  std::shared_ptr<const trace::StepCosts> costs;  // of its steps on `device`; null like above
  std::vector<machine::ArrayShape> arrays;        // of global memory, in its order
  // Contents of those arrays as the recorded block found them (null like above) and as the launch
  // left them. Null, too, where Request::keeps_contents is false, but for what the last launch
  // left.
  std::shared_ptr<prepare::KeptMemory> memory_before_block, memory_after;
  // Where blocks can be run again from; null: Request::starts_budget was 0 or too small.
  std::shared_ptr<const BlockStarts> starts;
  Ending ending = Ending::kComplete;
  uint64_t blocks = 0;  // executed to the end
  uint64_t steps = 0;   // warp instructions executed
  uint64_t set_up = 0;  // what starting blocks cost, in warp instructions (machine/grid.hpp)
  uint64_t work = 0;    // what executing it took (Request::most_work) [weighted steps]
  // Floating-point operations of all lanes: + - * / and square roots one, a fused multiply-add two.
  uint64_t flops = 0;
  std::optional<OneThread> one_thread;  // the results do not depend on it
  // How blocks took turns; nothing: one ran after another.
  std::optional<Turns> turns;
  base::Diagnostics warnings;
};

// Compiles, binds the launch to the kernel and runs it. Errors have a place in the file, or none if
// they are about the launch (unknown kernel, missing argument (with a completed command as its
// hint), block too large, shared memory over the device's limit, ...).
// Launches that follow (Launch::then) are not run.
base::Checked<std::shared_ptr<const Run>> run(prepare::Request request);

// The launch and those that follow it, one after another on the same global memory: a parameter
// without an argument takes the array of its name, "@name" says another. One Run a launch, each
// with its own totals; the text is compiled once. A launch that does not come to its end is the
// last. In a launch whose grid does not hold recorded_block, its last block is recorded instead.
// `after_slice`, which may be empty, is called now and then (base::Slice::kUsual).
using AfterSlice = std::function<void(const SequenceRun&)>;
base::Checked<Runs> run_sequence(prepare::Request request, const AfterSlice& after_slice = {});

}  // namespace warplens::run
