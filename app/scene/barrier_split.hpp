// Barriers that a block passes although not all of its threads have come to the same one: which
// lanes of a warp wait, at which line, and which skip it. Found by one pass over a recording.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/run/run.hpp"

namespace warplens::scene {

// What is wrong with a barrier: nothing; who skips it waits at no other one; who skips it waits at
// another one; it never opens, which is a mistake only of a run that ends in a deadlock.
enum class BarrierKind : uint8_t { kEven, kHint, kError, kStuck };

// Lanes and the line of a barrier that they wait at.
struct LanesAtLine {
  uint32_t lanes = 0, line = 0;
};

// What one warp does at a barrier.
struct BarrierSplit {
  std::vector<LanesAtLine> waiting;   // empty: the warp comes to no such barrier
  std::vector<LanesAtLine> skipping;  // with the barrier that they come to next; line 0: to none
  uint32_t warp = 0;
  uint32_t other_warp = 0, other_line = 0;  // a warp that waits elsewhere meanwhile; line 0: none
  BarrierKind kind = BarrierKind::kEven;

  bool is_empty() const { return waiting.empty(); }
  bool is_error() const { return kind == BarrierKind::kError || kind == BarrierKind::kStuck; }
};

// Why it is an error, as a finding says it; "" if it is none.
std::string words(const BarrierSplit& split);

// The barrier that the step's warp comes to next, as if nothing were wrong with it; empty: to none.
BarrierSplit next_barrier(const run::Run& run, uint32_t step);

class UnevenBarriers {
 public:
  UnevenBarriers() = default;
  // Takes as long as reading the heads of the recording's steps.
  explicit UnevenBarriers(const trace::Recording& recording);

  // Of one of the recording's waits.
  BarrierKind kind_of(const trace::BarrierWait& wait) const;

  // Of the step's warp, at the first uneven barrier that it comes to before its next access; at its
  // first access also at one before. `step` < run.recording->size(); the recording is the one that
  // this was made of.
  BarrierSplit at(const run::Run& run, uint32_t step) const;

 private:
  // One warp at an uneven barrier.
  struct Uneven {
    uint32_t warp = 0, interval = 0;  // that the barrier ends
    uint32_t arrival = 0;             // step before which its first lanes come
    uint32_t lanes = 0;               // that wait
    size_t begin = 0, end = 0;        // Recording::waits of the block at this opening
    BarrierKind kind = BarrierKind::kEven;
  };
  // Where a lane is seen last: intervals counted from 1, 0: nowhere.
  struct LastSeen {
    uint32_t interval = 0, waiting = 0;
    uint32_t step = 0;  // of its last access
  };
  void read_lanes(const trace::Recording& recording);
  void add_meeting(const trace::Recording& recording, size_t begin, size_t end);
  // Lanes that do not wait there but go on behind it.
  uint32_t skipping_lanes(const Uneven& uneven) const;
  BarrierSplit split_at(const run::Run& run, const Uneven& uneven) const;

  std::vector<LastSeen> seen_;  // by warp x lane
  std::vector<Uneven> uneven_;  // by warp, then interval
};

}  // namespace warplens::scene
