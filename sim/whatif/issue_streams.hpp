// What each warp of the recorded block issues, as model::hide_latencies takes it: the bytecode's
// instructions, with the results that each needs, and the passes of its accesses on the run's
// device.
//
// As a compiler would, some instructions are not counted: constants, copies from one register to
// another, and what keeps track of the lanes that are active. A product that goes only into the
// sum right behind it is one instruction with that sum. Nothing else is optimised: a loop's test
// and step are issued in every iteration, an index is worked out at every access.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/base/slice.hpp"
#include "sim/model/latency_hiding.hpp"
#include "sim/run/run.hpp"

namespace warplens::whatif {

// Instructions of all warps together that are kept.
inline constexpr uint64_t kMostIssued = 2'000'000;

struct IssueStreams {
  std::vector<model::Stream> warps;
  bool is_cut = false;  // the block has more than `most` instructions, or its recording is cut
};

class IssueStreamsOfBlock {
 public:
  // The run must hold a recording, its costs and its memory_before_block, and outlives this.
  explicit IssueStreamsOfBlock(const run::Run& run, uint64_t most = kMostIssued);
  ~IssueStreamsOfBlock();
  base::Progress advance(base::Slice& slice);
  IssueStreams take();  // when it is done

 private:
  class Followed;
  std::unique_ptr<Followed> followed_;
};
// The same, at once.
IssueStreams issue_streams(const run::Run& run, uint64_t most = kMostIssued);

// Loops of a kernel whose number of turns is in its text: `for (int k = 0; k < 16; ++k)`, macros
// and template arguments included. A compiler unrolls those that are short; models that follow the
// text instruction by instruction do not, and are off for it. Their lines, ascending, each once;
// also of functions that the kernel calls, not of included texts.
std::vector<uint32_t> counted_loop_lines(const run::Run& run);

}  // namespace warplens::whatif
