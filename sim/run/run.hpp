// The engine: a kernel's text and a launch in, a finished run out. The command line and the window
// call nothing else to execute a kernel.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/code/program.hpp"
#include "sim/machine/context.hpp"
#include "sim/machine/memory.hpp"
#include "sim/model/device.hpp"
#include "sim/model/memory_stream.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/print_log.hpp"
#include "sim/observe/races/check_stop.hpp"
#include "sim/observe/streams/fetches.hpp"
#include "sim/observe/streams/shared_patterns.hpp"
#include "sim/observe/totals/totals.hpp"
#include "sim/prepare/request.hpp"
#include "sim/prepare/run_store.hpp"
#include "sim/run/turns.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::run {

struct BlockStarts;
// kSetUpLimit: starting blocks took too much work. kWorkLimit: Request::most_work.
// kMemoryLimit: RunStore::limit(), or a block's machine::kMostBlockBytes. kSequenceLimit: all
// launches together met kSequenceStepLimits. kTrapped: an assert failed or a __trap() was executed,
// which ends the grid. kRunning: Request::so_far. kDeadlock: no thread can go on; a finding says
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

// The grid's counts by the rules of a device.
struct DeviceCounts {
  model::Device device;
  observe::Totals totals;
  std::vector<observe::AccessRow> accesses;
  std::vector<observe::Finding> advice;  // as Run::advice
};

// Immutable once made, except for contents that the store drops; shared by all views. A view is a
// function of (run, selection).
struct Run {
  prepare::Request request;  // without callbacks and store
  std::shared_ptr<const code::Program> program;
  std::shared_ptr<const machine::GridContext> context;
  model::Device device;
  observe::Totals totals;
  std::vector<observe::AccessRow> accesses;  // in order of line, column, space, op
  // False: of shared memory only requests and lanes are known, because the run was executed for a
  // device with other banks (another_device.hpp).
  bool is_counted = true;
  std::vector<DeviceCounts> other_counts;  // on devices with other banks, as far as they are known
  std::vector<observe::Finding> findings;
  // The same where the lanes of a warp run in step, or, on a device on which they do, where they do
  // not (model::Device::runs_in_lockstep).
  std::vector<observe::Finding> other_findings;
  // Hints about speed and order (sim/hints) from one block, the recorded one or the first; empty
  // where they are not known on `device`.
  std::vector<observe::Finding> advice;
  // From where on races were not looked for; empty: nowhere.
  std::vector<observe::CheckStop> check_stops;
  // Branches of which no thread took one of the sides, as far as it is known
  // (one_way_branches.hpp): nothing is known of what these would do.
  std::vector<uint32_t> one_way_lines;
  observe::Prints prints;  // what printf wrote
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
  // Floating-point operations of all lanes: + - * / and square roots one, a fused multiply-add two.
  uint64_t flops = 0;
  // Null where they were not requested, and of blocks that took turns.
  std::shared_ptr<const observe::Fetches> fetches;
  std::shared_ptr<const observe::SharedPatterns> patterns;  // null as `fetches`
  std::shared_ptr<const model::MemoryStream> stream;        // null as `fetches`
  std::optional<OneThread> one_thread;                      // the results do not depend on it
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
base::Checked<Runs> run_sequence(prepare::Request request);

}  // namespace warplens::run
