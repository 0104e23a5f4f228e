// Arrays that a launch only stores to and leaves in part as they were, although a parameter says
// how many elements they have: too few threads, or a guard that lets too few through.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/base/slice.hpp"
#include "sim/machine/memory.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/run/run.hpp"

namespace warplens::run {

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

}  // namespace warplens::run
