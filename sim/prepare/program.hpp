// The launches of a whole program, as its host code reaches them: with their real sizes, arguments
// and memory. The program runs to its end once, without anything being counted; each launch's
// memory is kept as it was before it, sharing what does not change.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/base/scalar.hpp"
#include "sim/base/slice.hpp"
#include "sim/base/source.hpp"
#include "sim/launch/launch.hpp"
#include "sim/machine/context.hpp"
#include "sim/machine/memory.hpp"
#include "sim/model/device.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/prepare/journal.hpp"

namespace warplens::prepare {

struct Request;

struct ReachedLaunch {
  base::Span span;     // in the text
  std::string kernel;  // lang::Kernel::name
  std::shared_ptr<const machine::GridContext> context;
  // As the launch finds it. An array that a parameter points to has its name and type.
  machine::GlobalMemory memory;
  // Of executing it, and of one of its warp instructions, in steps of host code
  // (host::LaunchPrice).
  uint64_t work = 0, work_of_step = 0;
};

struct ReachedProgram {
  std::shared_ptr<const lang::Unit> unit;
  model::Device device;
  std::vector<ReachedLaunch> launches;  // the first kMostReached
  uint64_t all_launches = 0;
  uint64_t work = 0;                       // of host code, launches and copies, as kMostProgramWork
  std::string out, err;                    // what it wrote
  int status = 0;                          // it ended with
  std::string message;                     // why it ended, if not by itself: "Segmentation fault"
  bool is_cut = false;                     // ... it did not end within kMostProgramWork
  base::Span ended_at;                     // ... and where, in its text
  base::Diagnostics refused;               // it reached what is not supported, or was cut
  std::vector<observe::Finding> findings;  // of host code
  Journal journal;                         // what it did with the device's memory
  std::vector<std::string> notices;        // about the run, beside its output
  std::map<std::string, std::shared_ptr<std::string>> files;  // that it wrote, by name
  // Arrays as it left or freed them: those that a called function was given, and those that
  // parameters of its launches pointed to, by their names; of two with one name, the later one's.
  std::vector<machine::GlobalArray> left;
};
inline constexpr size_t kMostReached = 1000;

// What looking at its launches may take then: what of 9 s is left, this at least. [weighted steps]
inline constexpr uint64_t kLeastSurvey = 875'000'000;
uint64_t most_work_of_survey(const ReachedProgram& program);
// Of that, what a launch may take so that it does not take longer than `share`: one whose accesses
// are far apart takes longer than its weighted steps say.
uint64_t most_work_of(const ReachedLaunch& launch, uint64_t share);
// A program is cut where it has written more to its output and errors. [bytes]
inline constexpr uint64_t kMostWritten = uint64_t{16} << 20;

// Runs the request's program (Request::program), to be continued later: what it calls is not cut.
class ProgramRun {
 public:
  using Result = base::Checked<std::shared_ptr<const ReachedProgram>>;
  explicit ProgramRun(const Request& request);
  ~ProgramRun();
  base::Progress advance(base::Slice& slice);
  // When it is done. Errors of its text, of a called function's arguments, and what it reached
  // before its first launch. Once the slice is cancelled, it is as far as it came.
  Result take();

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

// Programs that ran before, so that each launch of one is not another run of all. Of one text, and
// one that is tried beside it. Any thread may ask.
class ReachedPrograms {
 public:
  // Runs the request's program or finds that it was run.
  ProgramRun::Result of(const Request& request);
  // Null: it was not run.
  std::shared_ptr<const ReachedProgram> find(const Request& request);
  // Of who runs it; not where that was cancelled.
  void keep(const Request& request, std::shared_ptr<const ReachedProgram> program);

 private:
  static constexpr size_t kKept = 2;
  struct Known {
    std::string key;
    std::shared_ptr<const ReachedProgram> program;
  };
  std::mutex running_;        // while of() runs one, so that nobody runs it twice
  std::mutex mutex_;          // of `known_`
  std::vector<Known> known_;  // the latest last
};

// The same kernel, at the same place of the text, with the same sizes.
bool is_same_kind(const ReachedLaunch& a, const ReachedLaunch& b);

// The launch as options would give it: its sizes and, as far as options can say it, its arguments.
// An array has its size; what it holds is the program's alone.
launch::Launch launch_of(const ReachedLaunch& reached);

// "-3", "0.5": the value of a parameter of that type.
std::string scalar_words(base::Scalar scalar, uint64_t bits);

// Whether a text may be a program to execute: it names main, and it has a launch or no kernel.
bool may_be_program(const base::SourceFile& file);

}  // namespace warplens::prepare
