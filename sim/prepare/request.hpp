// What is to be executed, with the limits and what is wanted of it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/source.hpp"
#include "sim/lang/compile.hpp"
#include "sim/launch/fill.hpp"
#include "sim/launch/launch.hpp"
#include "sim/machine/context.hpp"
#include "sim/model/device.hpp"
#include "sim/observe/extra_observers.hpp"
#include "sim/prepare/host_launch.hpp"
#include "sim/prepare/run_store.hpp"
#include "sim/trace/event.hpp"

namespace warplens::run {
struct Run;
using Runs = std::vector<std::shared_ptr<const Run>>;  // of a sequence, in order
}  // namespace warplens::run

namespace warplens::prepare {

// Default limits of steps. A block's stops an endless loop soon. A launch's leaves room for sizes
// that people use (the tiled product at n = 1024, tile 16, is 608 million steps) and still ends
// within 10 s: a simple instruction takes 2 to 15 ns on a core of a server.
inline constexpr uint64_t kBlockStepLimit = 80'000'000;
inline constexpr uint64_t kDefaultStepLimit = 640'000'000;
// What starting the blocks may cost, in steps, where no larger step limit is given.
inline constexpr uint64_t kDefaultSetUpLimit = 80'000'000;

// What all launches together may cost, in weighted steps: a simple warp instruction is one, slow
// ones (machine/instruction_work.hpp) and accesses (observe/totals/access_work.hpp) are more, with
// what is looked for in them. So every text ends within 10 s: 5 ns each on a core of a server. A
// larger step limit raises it to kWorkOfStep a step.
inline constexpr uint64_t kMostWork = 1'500'000'000;
inline constexpr uint64_t kWorkOfStep = 2;

// A program is cut after so much work of its host code, launches and copies, in steps of translated
// host code (host::Process::Options::work_limit): 5 s on a core of a server.
inline constexpr uint64_t kMostProgramWork = 12'000'000'000;
// A larger step limit raises it to so much a step.
inline constexpr uint64_t kProgramWorkOfStep = 24;

// What is recorded of a block for its hints alone. [bytes]
inline constexpr uint64_t kHintBytes = uint64_t{16} << 20;

// A sequence may have so many launches in all, and all together execute so many times the step
// limit of one.
inline constexpr size_t kMostLaunches = 1000;
// Launches of a program that are run one after another, to be stepped through.
inline constexpr uint32_t kMostShownLaunches = 32;
inline constexpr uint64_t kSequenceStepLimits = 8;
// What the recordings of all launches may take: several times Request::record_budget.
inline constexpr uint64_t kSequenceRecordBudgets = 4;
// The same of Request::starts_budget.
inline constexpr uint64_t kSequenceStartsBudgets = 4;

class ReachedPrograms;

// What options say of a program's launch beside what the program itself gives it.
struct LaunchChanges {
  std::optional<launch::Dim3> grid, block;
  std::optional<uint64_t> shared_bytes;
  std::vector<launch::Argument> arguments;
  bool empty() const { return !grid && !block && !shared_bytes && arguments.empty(); }
  friend bool operator==(const LaunchChanges&, const LaunchChanges&) = default;
};

// A launch of the whole program that the text is: main() is executed, or a function that is called
// in its place, and this one is meant of those that it reaches.
struct ProgramChoice {
  std::vector<std::string> arguments;    // of main(), without the program's name
  std::string called;                    // the function; empty: main()
  std::vector<launch::Argument> values;  // of the function's parameters
  uint64_t seed = 0;                     // host::Process::Options
  bool real_clock = false;               // likewise
  uint32_t launch = 0;
  uint32_t count = 1;     // launches that are meant, from that one on, as far as there are so many
  LaunchChanges changes;  // of that launch
  friend bool operator==(const ProgramChoice&, const ProgramChoice&) = default;
};

struct Request {
  base::SourceFile file;
  launch::Launch launch;
  trace::BlockId recorded_block;
  bool record = true;                            // keep the events of recorded_block
  uint64_t record_budget = uint64_t{256} << 20;  // [bytes]
  uint64_t most_work = kMostWork;                // [weighted steps]
  uint64_t most_program_work = kMostProgramWork;
  // Memory that may be kept so that another block can be recorded without running the grid again
  // (another_run.hpp); 0: none is. [bytes]
  uint64_t starts_budget = 0;
  // Devices whose totals are counted in the same execution (Run::other_counts), where the program
  // is the same on them (another_device.hpp sees to that).
  std::vector<model::Device> also_count;
  machine::ChunkSizes chunk_sizes;   // what Launch::threads take at a time
  launch::FileReader read_file;      // for `file=` fills; may be empty
  launch::DataReader read_data;      // what a program opens; may be empty: nothing
  lang::IncludeReader read_include;  // for `#include "name"`; may be empty
  // The launch's sizes, arguments and memory are the program's, not those of `launch`.
  std::optional<ProgramChoice> program;
  std::shared_ptr<ReachedPrograms> reached;  // that ran before; null: none is kept
  LaunchPlace launch_place;                  // in host code; empty: the options gave the launch
  std::vector<std::string> guessed;  // options of the launch that were not given: "--grid 2,2"
  std::string guess_note;            // what is to be known of the guess; or empty
  // Limits what the launches' arrays take and holds their contents; null: one of their own.
  std::shared_ptr<RunStore> store;
  bool keeps_contents = true;     // not only what the last launch of a sequence leaves
  observe::ExtraObservers extra;  // their results are to be there (Run::fetches, ...)
  bool follows_branches = false;  // Run::one_way_lines are to be there
  uint32_t shown_launch = 0;      // of a sequence: whose memory_before_block is pinned in the store
  const std::atomic<bool>* cancelled = nullptr;  // ends all soon when it becomes true
};

}  // namespace warplens::prepare
