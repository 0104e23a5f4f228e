#include "app/cli/limits.hpp"

#include <fmt/format.h>

#include "app/cli/report.hpp"
#include "app/cli/table.hpp"
#include "app/files/exit_status.hpp"
#include "app/files/files.hpp"
#include "sim/engine/bind.hpp"
#include "sim/engine/guess.hpp"
#include "sim/engine/run.hpp"
#include "sim/lang/compile.hpp"

namespace warplens::cli {
namespace {

std::string size_text(uint64_t bytes) {
  if (bytes % (uint64_t{1} << 30) == 0) return grouped(bytes >> 30) + " GiB";
  if (bytes % (uint64_t{1} << 20) == 0) return grouped(bytes >> 20) + " MiB";
  return grouped(bytes) + " bytes";
}

}  // namespace

std::vector<Limit> limits() {
  const std::string steps = grouped(engine::kDefaultStepLimit);
  return {
      {"a kernel's text, or a file that it includes", size_text(files::kTextLimit), "refused"},
      {"steps of reading a text", grouped(lang::kCompileLimits.steps), "refused"},
      {"memory of reading a text", size_text(lang::kCompileLimits.bytes), "refused"},
      {"nesting of statements and expressions", grouped(lang::kDeepestNesting) + " levels",
       "refused"},
      {"nesting of a text in other ways", grouped(lang::kCompileLimits.levels) + " levels",
       "refused"},
      {"warp instructions of a launch", steps + "; --step-limit N", "the run is cut"},
      {"warp instructions of a block", grouped(engine::kBlockStepLimit) + "; --step-limit N",
       "the run is cut"},
      {"starting blocks, in warp instructions' worth",
       grouped(engine::kDefaultSetUpLimit) + ", or --step-limit N if that is more",
       "the run is cut"},
      {"rounds of shared atomics that are loops; each atomic counts 3 more",
       grouped(engine::kMostAtomicRounds) + ", or a third of --step-limit N if that is more",
       "the run is cut"},
      {"warp instructions of all launches of a sequence",
       std::to_string(engine::kSequenceStepLimits) + " times one launch's", "the run is cut"},
      {"launches of a sequence", grouped(engine::kMostLaunches), "refused"},
      {"arrays of a launch", size_text(engine::kGlobalMemoryLimit), "refused"},
      {"memory that arrays take (of those over 16 MiB only what is written, or filled without "
       "repeating)",
       "a quarter of the machine's; --memory SIZE", "the run is cut"},
      {"the same, for the window to keep what it does not show",
       size_text(engine::MemoryLimits{}.spare) + "; --memory SIZE", "run again when it is chosen"},
      {"registers, local arrays and stacks of a block", size_text(machine::kMostBlockBytes),
       "refused; a recursion is cut"},
      {"depth of a recursion", grouped(machine::kMaxCallDepth) + " calls", "a finding"},
      {"local memory of a recursing thread", size_text(machine::kMaxLocalBytes), "a finding"},
      {"a file= fill", size_text(files::kDataLimit), "refused"},
      {"recording of a block", size_text(engine::Request{}.record_budget), "the recording is cut"},
      {"recordings of a sequence",
       std::to_string(engine::kSequenceRecordBudgets) + " times one block's",
       "the recording is cut"},
      {"phases of a recording", grouped(trace::Recording::kMaxPhases), "the recording is cut"},
      {"waits of warps at barriers in a recording", grouped(trace::Recording::kMaxWaits),
       "the recording is cut"},
      {"prints of a recording", grouped(trace::Recording::kMaxNotes), "the rest is counted"},
      {"accesses that trace prints of a launch", grouped(kMostPrintedAccesses) + "; --most N",
       "the rest is counted"},
      {"a trial run of --guess", grouped(engine::kTrialSteps) + " warp instructions",
       "the guess stays as it is"},
      {"an array that --guess makes larger", size_text(engine::kMostGuessedBytes),
       "the guess stays as it is"},
  };
}

std::string limits_text() {
  std::vector<std::vector<std::string>> rows;
  for (const Limit& limit : limits()) rows.push_back({limit.what, limit.amount, limit.when});
  return "Limits:\n" + format_table({{"of"}, {"at most"}, {"then"}}, rows, "  ");
}

std::string exit_statuses_text() {
  std::string text = "Exit statuses; where several hold, the first of these:\n";
  for (const files::ExitStatus& status : files::kExitStatuses)
    text += fmt::format("  {:>3}  {}\n", status.status, status.meaning);
  return text;
}

}  // namespace warplens::cli
