#include "app/cli/declared_options.hpp"

#include <fmt/format.h>

#include <sstream>

#include "app/cli/print_section.hpp"
#include "app/cli/report.hpp"
#include "app/cli/table.hpp"
#include "app/course/fields.hpp"
#include "app/course/stop_run.hpp"
#include "app/files/exit_status.hpp"
#include "app/files/files.hpp"
#include "app/lecture/playlist.hpp"
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

Text number_text(uint64_t number) {
  return Text::as_is(grouped(number));
}

Text size_text(uint64_t bytes) {
  if (bytes % (uint64_t{1} << 30) == 0) return Text::as_is(grouped(bytes >> 30) + " GiB");
  if (bytes % (uint64_t{1} << 20) == 0) return Text::as_is(grouped(bytes >> 20) + " MiB");
  return to_say("{count} bytes", "count"_a = grouped(bytes));
}

Text steps_text(uint64_t steps) {
  return to_say("{count}; --step-limit N", "count"_a = grouped(steps));
}

std::vector<Limit> limits_of_texts() {
  return {
      {sentence("a kernel's text, or a file that it includes"), size_text(files::kTextLimit),
       sentence("refused")},
      {sentence("steps to compile a text"), number_text(lang::kCompileLimits.steps),
       sentence("refused")},
      {sentence("memory to compile a text"), size_text(lang::kCompileLimits.bytes),
       sentence("refused")},
      {sentence("nesting of statements and expressions"),
       to_say("{count} levels", "count"_a = grouped(lang::kDeepestNesting)), sentence("refused")},
      {sentence("nesting of a text in other ways"),
       to_say("{count} levels", "count"_a = grouped(lang::kCompileLimits.levels)),
       sentence("refused")},
  };
}

std::vector<Limit> limits_of_launches() {
  return {
      {sentence("warp instructions of a launch"), steps_text(prepare::kDefaultStepLimit),
       sentence("the run is cut")},
      {sentence("warp instructions of a block"), steps_text(prepare::kBlockStepLimit),
       sentence("the run is cut")},
      {sentence("cost of starting blocks, in warp instructions"),
       to_say("{count}, or --step-limit N if that is more",
              "count"_a = grouped(prepare::kDefaultSetUpLimit)),
       sentence("the run is cut")},
      {sentence("work of all launches: a simple warp instruction counts 1, slow ones up to some "
                "thousands, accesses 2 to 200, and up to 200 a lane where lanes are far apart"),
       to_say("{count}, or {factor} times --step-limit N if that is more",
              "count"_a = grouped(prepare::kMostWork), "factor"_a = prepare::kWorkOfStep),
       sentence("the run is cut")},
      {sentence("warp instructions of all launches of a sequence"),
       to_say("{count} times one launch's", "count"_a = prepare::kSequenceStepLimits),
       sentence("the run is cut")},
      {sentence("launches of a sequence"), number_text(prepare::kMostLaunches),
       sentence("refused")},
      {sentence("work of a program that run executes: of translated host code a step counts 1, of "
                "kernels a warp instruction 6, an access 60 and up to 110 a lane"),
       to_say("{count}, or {factor} times --step-limit N if that is more",
              "count"_a = grouped(prepare::kMostProgramWork),
              "factor"_a = prepare::kProgramWorkOfStep),
       sentence("the run is cut, and what it reached is shown")},
      {sentence("work of looking at a program's launches"),
       to_say("{least} to {most}, by what the program left",
              "least"_a = grouped(prepare::kLeastSurvey), "most"_a = grouped(prepare::kMostWork)),
       sentence("launches are cut, the largest first")},
      {sentence("output of a program"), size_text(prepare::kMostWritten),
       sentence("the run is cut")},
  };
}

std::vector<Limit> limits_of_memory() {
  return {
      {sentence("arrays of a launch"), size_text(prepare::kGlobalMemoryLimit), sentence("refused")},
      {sentence("an array that a program allocates"), size_text(host::kMostOfArray),
       sentence("there is no memory")},
      {sentence(
           "memory that arrays take (of those over 1 MiB only pages that are written, or filled "
           "with values that do not repeat)"),
       sentence("a quarter of the machine's; --memory SIZE"), sentence("the run is cut")},
      {sentence("the same, for runs that the window keeps and does not show"),
       to_say("{size}; --memory SIZE", "size"_a = size_text(prepare::MemoryLimits{}.spare)),
       sentence("run again when it is chosen")},
      {sentence("memory that checks and recordings keep of a launch"),
       to_say("{size}; half of --memory SIZE", "size"_a = size_text(prepare::MemoryLimits{}.kept)),
       sentence("the rest is not checked for races, or not recorded")},
      {sentence("registers, local arrays and stacks of a block"),
       size_text(machine::kMostBlockBytes), sentence("refused; a recursion is cut")},
      {sentence("depth of a recursion"),
       to_say("{count} calls", "count"_a = grouped(machine::kMaxCallDepth)), sentence("a finding")},
      {sentence("local memory of a recursing thread"), size_text(machine::kMaxLocalBytes),
       sentence("a finding")},
      {sentence("a file= fill"), size_text(files::kDataLimit), sentence("refused")},
  };
}

// Recordings, what is printed of them, and guesses.
std::vector<Limit> limits_of_reports() {
  return {
      {sentence("different accesses of shared memory of a launch that fix looks at"),
       number_text(observe::kMostPatterns), sentence("refused")},
      {sentence("recording of a block"), size_text(prepare::Request{}.record_budget),
       sentence("the recording is cut")},
      {sentence("recordings of a sequence"),
       to_say("{count} times one block's", "count"_a = prepare::kSequenceRecordBudgets),
       sentence("the recording is cut")},
      {sentence("phases of a recording"), number_text(trace::Recording::kMaxPhases),
       sentence("the recording is cut")},
      {sentence("waits of warps at barriers in a recording"),
       number_text(trace::Recording::kMaxWaits), sentence("the recording is cut")},
      {sentence("prints of a recording"), number_text(trace::Recording::kMaxNotes),
       sentence("the rest is counted")},
      {sentence("accesses that trace prints of a launch"),
       to_say("{count}; --most N", "count"_a = grouped(kMostPrintedAccesses)),
       sentence("the rest is counted")},
      {sentence("warp instructions of a block whose masks are followed"),
       number_text(whatif::kMostFollowedMasks), sentence("the rest is not followed")},
      {sentence("a trial run of --guess"),
       to_say("{count} warp instructions", "count"_a = grouped(prepare::kTrialSteps)),
       sentence("the guess stays as it is")},
      {sentence("an array that --guess makes larger"), size_text(prepare::kMostGuessedBytes),
       sentence("the guess stays as it is")},
      {sentence("warp instructions of all runs of a hand-in"), number_text(course::Budget{}.steps),
       sentence("the verdict is cut")},
      {sentence("memory of a hand-in's arrays, and as much again for checks"),
       size_text(course::Budget{}.bytes), sentence("the verdict is cut")},
      {sentence("a text of a lesson or an exercise of the course"),
       size_text(course::kLongestBeside), sentence("refused")},
      {sentence("texts of all runs of a lesson of the course"),
       size_text(course::kMostTextOfLesson), sentence("refused")},
      {sentence("warp instructions of a stop's runs"), number_text(course::kStopBudget.steps),
       sentence("the stop has no facts")},
      {sentence("warp instructions of all runs of a lesson that is checked"),
       number_text(course::kLessonBudget.steps), sentence("the rest is not checked")},
      {sentence("the playlist of a lecture"), size_text(lecture::kLongestPlaylist),
       sentence("refused")},
      {sentence("stops, texts, votes and blank screens of a lecture"),
       number_text(lecture::kMostItems), sentence("refused")},
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
  study::Section section{.title = sentence("Limits:")};
  study::Table& table = section.table(nullptr, {{nullptr, sentence("of"), study::Align::kLeft},
                                                {nullptr, sentence("at most"), study::Align::kLeft},
                                                {nullptr, sentence("then"), study::Align::kLeft}});
  for (const Limit& limit : limits()) table.rows.push_back({limit.what, limit.amount, limit.when});
  std::ostringstream out;
  print(out, section, false);
  return out.str();
}

std::string exit_statuses_text() {
  std::string text = say("Exit statuses; where several hold, the first of these:") + "\n";
  for (const files::ExitStatus& status : files::kExitStatuses)
    text += fmt::format("  {:>3}  {}\n", status.status, label(status.meaning));
  return text;
}

}  // namespace warplens::cli
