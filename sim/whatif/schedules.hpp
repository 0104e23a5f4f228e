// A launch under other schedules, held against one run of it: whether its arrays end the same, and
// where a thread first sees something else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/run/run.hpp"
#include "sim/whatif/first_moment.hpp"

namespace warplens::whatif {

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

// Runs the request under each of them. `runs` is what it gave, with the contents that the last
// launch left. Stops early, without an error, when the request is cancelled.
base::Checked<ScheduleResults> try_schedules(const prepare::Request& request, const run::Runs& runs,
                                             uint32_t count);

// An error: of two threads that race, either may win on the GPU. Null: there is none.
const observe::Finding* race_in(const run::Runs& runs);

// The request as something that is tried beside a run executes it: it reports nothing meanwhile,
// counts for no other device, and keeps nothing to run blocks again from.
prepare::Request beside(prepare::Request request);

// How the arrays of two runs of one program differ; both have memory_after.
std::vector<ArrayDifference> differences(const run::Run& expected, const run::Run& found);

}  // namespace warplens::whatif
