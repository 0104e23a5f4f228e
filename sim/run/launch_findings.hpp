// Findings about a launch as a whole: threads that cannot go on, arrays that are left in part as
// they were; and on which guesses a finding rests.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/slice.hpp"
#include "sim/machine/grid/grid.hpp"
#include "sim/machine/memory.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/prepare/request.hpp"
#include "sim/run/run.hpp"

namespace warplens::run {

// A launch in which no thread can go on, as a finding.

// `stuck` is not empty.
observe::Finding deadlock_finding(const machine::GridContext& context,
                                  const observe::MemoryLayout& layout,
                                  const std::vector<machine::StuckThreads>& stuck);
// The same where it did not come to that: lanes that progress independently end it.
observe::Finding lockstep_finding(const machine::GridContext& context,
                                  const std::vector<machine::StuckThreads>& stuck);

// Arrays that a launch only stores to and leaves in part as they were, although a parameter says
// how many elements they have: too few threads, or a guard that lets too few through.

// Fewer bytes are stored than such an array has: only then is the grid executed again to see which
// elements they are. Hints need no more than the counts of the run, so the usual run costs nothing.
// Indexes of layout.global.
std::vector<uint32_t> sparsely_stored(const Run& run, const observe::MemoryLayout& layout);

// Hints on those `arrays` of which a first part is stored to, thread after thread, and the
// rest by nobody. Of launches of one dimension, in which a thread's place says what it stores to,
// and of two, with as many rows and columns as two parameters say, where there are too few threads:
// where data decides (a compaction, a histogram), and of borders that are left out, nothing is
// reported.
class UnwrittenOutputs {
 public:
  virtual ~UnwrittenOutputs() = default;
  virtual base::Progress advance(base::Slice& slice) = 0;
  virtual std::vector<observe::Finding> findings() const = 0;  // when it is done
};
// `memory`: as the launch found it. `run` and `layout` outlive what is returned.
std::unique_ptr<UnwrittenOutputs> look_at_outputs(const Run& run,
                                                  const observe::MemoryLayout& layout,
                                                  const std::vector<uint32_t>& arrays,
                                                  machine::GlobalMemory memory);

// Which of a launch's options that nobody gave a finding rests on. Guessed options of the
// request's launch, "--arg n=64", without which the finding might be none. Sizes and numbers
// decide about every access; an array about accesses to it, and about those whose index may be one
// of its elements. So does the default fill of an array that the request gives without one.
std::vector<std::string> guesses_behind(const observe::Finding& finding,
                                        const prepare::Request& request);

}  // namespace warplens::run
