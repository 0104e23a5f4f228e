#include "app/cli/declared_options.hpp"

#include <fmt/format.h>

#include "app/cli/report.hpp"
#include "app/cli/table.hpp"
#include "app/files/exit_status.hpp"
#include "app/files/files.hpp"
#include "sim/base/say.hpp"
#include "sim/host/device.hpp"
#include "sim/lang/compile.hpp"
#include "sim/machine/context.hpp"
#include "sim/prepare/bind.hpp"
#include "sim/prepare/guess.hpp"
#include "sim/prepare/program.hpp"
#include "sim/run/run.hpp"
#include "sim/whatif/follow_divergence.hpp"

namespace warplens::cli {
namespace {

std::string size_text(uint64_t bytes) {
  if (bytes % (uint64_t{1} << 30) == 0) return grouped(bytes >> 30) + " GiB";
  if (bytes % (uint64_t{1} << 20) == 0) return grouped(bytes >> 20) + " MiB";
  return say("{count} bytes", "count"_a = grouped(bytes));
}

std::string steps_text(uint64_t steps) {
  return say("{count}; --step-limit N", "count"_a = grouped(steps));
}

std::vector<Limit> limits_of_texts() {
  return {
      {say("a kernel's text, or a file that it includes"), size_text(files::kTextLimit),
       say("refused")},
      {say("steps to compile a text"), grouped(lang::kCompileLimits.steps), say("refused")},
      {say("memory to compile a text"), size_text(lang::kCompileLimits.bytes), say("refused")},
      {say("nesting of statements and expressions"),
       say("{count} levels", "count"_a = grouped(lang::kDeepestNesting)), say("refused")},
      {say("nesting of a text in other ways"),
       say("{count} levels", "count"_a = grouped(lang::kCompileLimits.levels)), say("refused")},
  };
}

std::vector<Limit> limits_of_launches() {
  return {
      {say("warp instructions of a launch"), steps_text(prepare::kDefaultStepLimit),
       say("the run is cut")},
      {say("warp instructions of a block"), steps_text(prepare::kBlockStepLimit),
       say("the run is cut")},
      {say("cost of starting blocks, in warp instructions"),
       say("{count}, or --step-limit N if that is more",
           "count"_a = grouped(prepare::kDefaultSetUpLimit)),
       say("the run is cut")},
      {say("work of all launches: a simple warp instruction counts 1, slow ones up to some "
           "thousands, accesses 2 to 200, and up to 200 a lane where lanes are far apart"),
       say("{count}, or {factor} times --step-limit N if that is more",
           "count"_a = grouped(prepare::kMostWork), "factor"_a = prepare::kWorkOfStep),
       say("the run is cut")},
      {say("warp instructions of all launches of a sequence"),
       say("{count} times one launch's", "count"_a = prepare::kSequenceStepLimits),
       say("the run is cut")},
      {say("launches of a sequence"), grouped(prepare::kMostLaunches), say("refused")},
      {say("work of a program that run executes: of translated host code a step counts 1, of "
           "kernels a warp instruction 6, an access 60 and up to 110 a lane"),
       say("{count}, or {factor} times --step-limit N if that is more",
           "count"_a = grouped(prepare::kMostProgramWork),
           "factor"_a = prepare::kProgramWorkOfStep),
       say("the run is cut, and what it reached is shown")},
      {say("work of looking at a program's launches"),
       say("{least} to {most}, by what the program left",
           "least"_a = grouped(prepare::kLeastSurvey), "most"_a = grouped(prepare::kMostWork)),
       say("launches are cut, the largest first")},
      {say("output of a program"), size_text(prepare::kMostWritten), say("the run is cut")},
  };
}

std::vector<Limit> limits_of_memory() {
  return {
      {say("arrays of a launch"), size_text(prepare::kGlobalMemoryLimit), say("refused")},
      {say("an array that a program allocates"), size_text(host::kMostOfArray),
       say("there is no memory")},
      {say("memory that arrays take (of those over 16 MiB only pages that are written, or filled "
           "with values that do not repeat)"),
       say("a quarter of the machine's; --memory SIZE"), say("the run is cut")},
      {say("the same, for runs that the window keeps and does not show"),
       say("{size}; --memory SIZE", "size"_a = size_text(prepare::MemoryLimits{}.spare)),
       say("run again when it is chosen")},
      {say("memory that checks and recordings keep of a launch"),
       say("{size}; half of --memory SIZE", "size"_a = size_text(prepare::MemoryLimits{}.kept)),
       say("the rest is not checked for races, or not recorded")},
      {say("registers, local arrays and stacks of a block"), size_text(machine::kMostBlockBytes),
       say("refused; a recursion is cut")},
      {say("depth of a recursion"),
       say("{count} calls", "count"_a = grouped(machine::kMaxCallDepth)), say("a finding")},
      {say("local memory of a recursing thread"), size_text(machine::kMaxLocalBytes),
       say("a finding")},
      {say("a file= fill"), size_text(files::kDataLimit), say("refused")},
  };
}

// Recordings, what is printed of them, and guesses.
std::vector<Limit> limits_of_reports() {
  return {
      {say("different accesses of shared memory of a launch that fix looks at"),
       grouped(observe::kMostPatterns), say("refused")},
      {say("recording of a block"), size_text(prepare::Request{}.record_budget),
       say("the recording is cut")},
      {say("recordings of a sequence"),
       say("{count} times one block's", "count"_a = prepare::kSequenceRecordBudgets),
       say("the recording is cut")},
      {say("phases of a recording"), grouped(trace::Recording::kMaxPhases),
       say("the recording is cut")},
      {say("waits of warps at barriers in a recording"), grouped(trace::Recording::kMaxWaits),
       say("the recording is cut")},
      {say("prints of a recording"), grouped(trace::Recording::kMaxNotes),
       say("the rest is counted")},
      {say("accesses that trace prints of a launch"),
       say("{count}; --most N", "count"_a = grouped(kMostPrintedAccesses)),
       say("the rest is counted")},
      {say("warp instructions of a block whose masks are followed"),
       grouped(whatif::kMostFollowedMasks), say("the rest is not followed")},
      {say("a trial run of --guess"),
       say("{count} warp instructions", "count"_a = grouped(prepare::kTrialSteps)),
       say("the guess stays as it is")},
      {say("an array that --guess makes larger"), size_text(prepare::kMostGuessedBytes),
       say("the guess stays as it is")},
  };
}

}  // namespace

std::vector<Limit> limits() {
  std::vector<Limit> all;
  for (const auto& part :
       {limits_of_texts(), limits_of_launches(), limits_of_memory(), limits_of_reports()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

std::string limits_text() {
  std::vector<std::vector<std::string>> rows;
  for (const Limit& limit : limits()) rows.push_back({limit.what, limit.amount, limit.when});
  return say("Limits:") + "\n" +
         format_table({{label("of")}, {label("at most")}, {label("then")}}, rows, "  ");
}

std::string exit_statuses_text() {
  std::string text = say("Exit statuses; where several hold, the first of these:") + "\n";
  for (const files::ExitStatus& status : files::kExitStatuses)
    text += fmt::format("  {:>3}  {}\n", status.status, label(status.meaning));
  return text;
}

}  // namespace warplens::cli
