// A launch under other schedules, held against one run of it: whether its arrays end the same, and
// where a thread first sees something else.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/slice.hpp"
#include "sim/base/work_queue.hpp"
#include "sim/run/run.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::whatif {

// Two recordings of one block, held against each other: where a thread first does or gets
// something else.

// The first access, in the other recording's order, at which a thread accesses another address than
// in the expected one, or gets another value.
struct FirstMoment {
  trace::BlockId block;
  uint32_t warp = 0, lane = 0;
  uint32_t expected_step = 0, step = 0;  // of the recordings
  uint32_t site = 0;                     // in code::Program::sites of the other recording's program
  bool is_elsewhere = false;             // another access or address, else another value
  uint64_t expected = 0, found = 0;      // the values' bits
};

// From a site of the other recording's program to the same one of the expected recording's;
// code::kNoSite: it has none, and is not compared.
using SameSite = std::function<uint32_t(uint32_t site)>;

// None where they do not differ, or have over 500,000 steps. `is_compared`: which sites of the
// expected recording have one in the other.
std::optional<FirstMoment> first_moment(const trace::Recording& expected,
                                        const trace::Recording& found, const SameSite& same_site,
                                        const std::function<bool(uint32_t site)>& is_compared);

// An array that ends otherwise.
struct ArrayDifference {
  std::string array;
  base::Scalar element = base::Scalar::kFloat;  // of an array of structs: 4-byte words
  uint64_t count = 0;                           // elements that differ
  uint64_t first = 0;                           // index of the first one, row-major
  std::string first_text;                       // "P[0][3]"
  uint64_t expected = 0, found = 0;             // its bits, in the run and in the other one
};

struct ScheduleResult {
  launch::Schedule schedule;
  run::Ending ending = run::Ending::kComplete;
  std::vector<ArrayDifference> differences;
};

struct ScheduleResults {
  std::vector<ScheduleResult> tried;
  // Of the first one that differs.
  std::optional<FirstMoment> first_moment;
  std::optional<size_t> explained_by;  // index into the run's findings: a race

  uint32_t different(run::Ending expected) const;  // how many have differences, or end otherwise
};

inline constexpr uint32_t kMostSchedules = 1000;

// The first `count` of: adversarial, round-robin, random=1, random=2, ...; where the device's lanes
// progress independently, each of them in lockstep and with independent lanes in turn.
std::vector<launch::Schedule> schedules_to_try(const run::Runs& runs, uint32_t count);

// Runs the request under each of them.
class ScheduleTrials {
 public:
  // `runs`: what the request gave, with the contents that the last launch left.
  ScheduleTrials(const prepare::Request& request, run::Runs runs, uint32_t count);
  ScheduleTrials(const ScheduleTrials&) = delete;
  ScheduleTrials& operator=(const ScheduleTrials&) = delete;
  base::Progress advance(base::Slice& slice);
  // When it is done; fewer results, without an error, if it was cancelled.
  base::Checked<ScheduleResults> take();

 private:
  void try_one(const launch::Schedule& schedule);
  void look_for_first_moment();

  prepare::Request request_;
  const run::Runs runs_;
  base::WorkQueue work_;
  ScheduleResults results_;
  base::Diagnostics errors_;
  bool is_cancelled_ = false;
  std::optional<run::Runs> expected_;  // recorded, while the first moment is looked for
};
// The same, at once, until the request is cancelled.
base::Checked<ScheduleResults> try_schedules(const prepare::Request& request, const run::Runs& runs,
                                             uint32_t count);

// An error: of two threads that race, either may win on the GPU. Null: there is none.
const observe::Finding* race_in(const run::Runs& runs);

// The request as something that is tried beside a run executes it: it counts
// for no other device, and keeps nothing to run blocks again from.
prepare::Request beside(prepare::Request request);

// How the arrays of two runs of one program differ; both have memory_after.
std::vector<ArrayDifference> differences(const run::Run& expected, const run::Run& found);
// The same, to be continued later.
class ArrayDifferences {
 public:
  ArrayDifferences(const run::Run& expected, const run::Run& found);
  base::Progress advance(base::Slice& slice);
  std::vector<ArrayDifference> take() { return std::move(all_); }  // when it is done

 private:
  void begin_array();

  std::shared_ptr<const machine::GlobalMemory> expected_, found_;  // null: nothing to compare
  uint32_t next_ = 0;                                              // array
  uint64_t at_ = 0, end_ = 0;                                      // [bytes] in it
  ArrayDifference of_array_;
  std::vector<ArrayDifference> all_;
};

}  // namespace warplens::whatif
