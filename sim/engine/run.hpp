// The engine: a kernel's text and a launch in, a finished run out. The command line and the window
// call nothing else to execute a kernel.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/analysis/fetches.hpp"
#include "sim/analysis/print_log.hpp"
#include "sim/analysis/shared_patterns.hpp"
#include "sim/analysis/totals.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/check/check_stop.hpp"
#include "sim/code/program.hpp"
#include "sim/engine/host_launch.hpp"
#include "sim/engine/run_store.hpp"
#include "sim/engine/turns.hpp"
#include "sim/lang/compile.hpp"
#include "sim/launch/fill.hpp"
#include "sim/launch/launch.hpp"
#include "sim/machine/context.hpp"
#include "sim/machine/memory.hpp"
#include "sim/model/device.hpp"
#include "sim/model/memory_stream.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::engine {

struct BlockStarts;
struct Run;
using Runs = std::vector<std::shared_ptr<const Run>>;  // of a sequence, in order

// Default limits of steps. A block's stops an endless loop soon. A launch's leaves room for sizes
// that people use (the tiled product at n = 1024, tile 16, is 608 million steps) and still ends
// within 10 s: a simple instruction takes 2 to 15 ns on a core of a server.
inline constexpr uint64_t kBlockStepLimit = 80'000'000;
inline constexpr uint64_t kDefaultStepLimit = 640'000'000;
// What starting the blocks may cost, in steps, where no larger step limit is given.
inline constexpr uint64_t kDefaultSetUpLimit = 80'000'000;

// What all launches together may cost, in weighted steps: a simple warp instruction is one, slow
// ones (machine/instruction_work.hpp) and accesses (analysis/access_work.hpp) are more, with what
// is looked for in them. So every text ends within 10 s: 5 ns each on a core of a server. A larger
// step limit raises it to kWorkOfStep a step.
inline constexpr uint64_t kMostWork = 1'500'000'000;
inline constexpr uint64_t kWorkOfStep = 2;

// What is recorded of a block for its hints alone. [bytes]
inline constexpr uint64_t kHintBytes = uint64_t{16} << 20;

struct Request {
  base::SourceFile file;
  launch::Launch launch;
  trace::BlockId recorded_block;
  bool record = true;                            // keep the events of recorded_block
  uint64_t record_budget = uint64_t{256} << 20;  // [bytes]
  uint64_t most_work = kMostWork;                // [weighted steps]
  // Memory that may be kept so that another block can be recorded without running the grid again
  // (another_block.hpp); 0: none is. [bytes]
  uint64_t starts_budget = 0;
  // Devices whose totals are counted in the same execution (Run::other_counts), where the program
  // is the same on them (another_device.hpp sees to that).
  std::vector<model::Device> also_count;
  machine::ChunkSizes chunk_sizes;   // what Launch::threads take at a time
  launch::FileReader read_file;      // for `file=` fills; may be empty
  lang::IncludeReader read_include;  // for `#include "name"`; may be empty
  LaunchPlace launch_place;          // in host code; empty: the options gave the launch
  std::vector<std::string> guessed;  // options of the launch that were not given: "--grid 2,2"
  // Limits what the launches' arrays take and holds their contents; null: one of their own.
  std::shared_ptr<RunStore> store;
  bool keeps_contents = true;  // not only what the last launch of a sequence leaves
  // Run::fetches are to be there. The launch runs on one thread.
  bool counts_fetches = false;
  bool keeps_patterns = false;  // the same of Run::patterns
  bool keeps_stream = false;    // ... of Run::stream
  // Where an access is out of bounds, a guard is looked for and tried (suggest_guard.hpp).
  bool suggests_guards = false;
  bool follows_branches = false;  // Run::one_way_lines are to be there
  uint32_t shown_launch = 0;      // of a sequence: whose memory_before_block is pinned in the store
  const std::atomic<bool>* cancelled = nullptr;
  std::function<void(uint64_t done, uint64_t blocks)> progress;
  // Called now and then once the recorded block of a launch of a sequence is through, as long as
  // others are left. `make` returns the launches until then, the last one's ending kRunning. May be
  // empty.
  std::function<void(uint32_t launch, const std::function<Runs()>& make)> so_far;
};

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
  analysis::Totals totals;
  std::vector<analysis::AccessRow> accesses;
  std::vector<analysis::Finding> advice;  // as Run::advice
};

// Immutable once made, except for contents that the store drops; shared by all views. A view is a
// function of (run, selection).
struct Run {
  Request request;  // without callbacks and store
  std::shared_ptr<const code::Program> program;
  std::shared_ptr<const machine::GridContext> context;
  model::Device device;
  analysis::Totals totals;
  std::vector<analysis::AccessRow> accesses;  // in order of line, column, space, op
  // False: of shared memory only requests and lanes are known, because the run was executed for a
  // device with other banks (another_device.hpp).
  bool is_counted = true;
  std::vector<DeviceCounts> other_counts;  // on devices with other banks, as far as they are known
  std::vector<analysis::Finding> findings;
  // The same where the lanes of a warp run in step, or, on a device on which they do, where they do
  // not (model::Device::runs_in_lockstep).
  std::vector<analysis::Finding> other_findings;
  // Hints about speed and order (sim/hints) from one block, the recorded one or the first; empty
  // where they are not known on `device`.
  std::vector<analysis::Finding> advice;
  // From where on races were not looked for; empty: nowhere.
  std::vector<check::CheckStop> check_stops;
  // Branches of which no thread took one of the sides, as far as it is known
  // (one_way_branches.hpp): nothing is known of what these would do.
  std::vector<uint32_t> one_way_lines;
  analysis::Prints prints;  // what printf wrote
  std::shared_ptr<const trace::Recording>
      recording;  // of the recorded block; null if not recorded or not reached
  std::shared_ptr<const trace::StepCosts> costs;  // of its steps on `device`; null like above
  std::vector<machine::ArrayShape> arrays;        // of global memory, in its order
  // Contents of those arrays as the recorded block found them (null like above) and as the launch
  // left them. Null, too, where Request::keeps_contents is false, but for what the last launch
  // left.
  std::shared_ptr<KeptMemory> memory_before_block, memory_after;
  // Where blocks can be run again from; null: Request::starts_budget was 0 or too small.
  std::shared_ptr<const BlockStarts> starts;
  Ending ending = Ending::kComplete;
  uint64_t blocks = 0;  // executed to the end
  uint64_t steps = 0;   // warp instructions executed
  uint64_t set_up = 0;  // what starting blocks cost, in warp instructions (machine/grid.hpp)
  // Floating-point operations of all lanes: + - * / and square roots one, a fused multiply-add two.
  uint64_t flops = 0;
  // Null where they were not requested, and of blocks that took turns.
  std::shared_ptr<const analysis::Fetches> fetches;
  std::shared_ptr<const analysis::SharedPatterns> patterns;  // null as `fetches`
  std::shared_ptr<const model::MemoryStream> stream;         // null as `fetches`
  std::optional<OneThread> one_thread;                       // the results do not depend on it
  // How blocks took turns; nothing: one ran after another.
  std::optional<Turns> turns;
  base::Diagnostics warnings;
};

// A sequence may have so many launches in all, and all together execute so many times the step
// limit of one.
inline constexpr size_t kMostLaunches = 1000;
inline constexpr uint64_t kSequenceStepLimits = 8;
// What the recordings of all launches may take: several times Request::record_budget.
inline constexpr uint64_t kSequenceRecordBudgets = 4;
// The same of Request::starts_budget.
inline constexpr uint64_t kSequenceStartsBudgets = 4;

// Compiles, binds the launch to the kernel and runs it. Errors have a place in the file, or none if
// they are about the launch (unknown kernel, missing argument (with a completed command as its
// hint), block too large, shared memory over the device's limit, ...).
// Launches that follow (Launch::then) are not run.
base::Checked<std::shared_ptr<const Run>> run(Request request);

// The launch and those that follow it, one after another on the same global memory: a parameter
// without an argument takes the array of its name, "@name" says another. One Run a launch, each
// with its own totals; the text is compiled once. A launch that does not come to its end is the
// last. In a launch whose grid does not hold recorded_block, its last block is recorded instead.
base::Checked<Runs> run_sequence(Request request);

// What is at an address of a run: the array's name, its shape, and the element.
struct NamedElement {
  std::string array;  // "" if the address is in none
  base::Scalar element = base::Scalar::kFloat;
  std::vector<uint64_t> extents;  // of the array
  uint64_t element_index = 0;     // row-major from the array's first element
  std::vector<uint64_t> indices;  // one an extent
};
NamedElement named_element(const Run& run, trace::Space space, uint64_t address);
std::string element_text(const NamedElement& place);  // "tile[1][3]"
// Of an array by the element's row-major index; without extents by that alone.
std::string element_text(const std::string& array, const std::vector<uint64_t>& extents,
                         uint64_t index);

}  // namespace warplens::engine
