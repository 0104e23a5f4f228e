// One kind of advice, gathered from the accesses of a recorded block.
#pragma once

#include <memory>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/model/device.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::observe {

// What a block was recorded of. All of it outlives the hints.
struct Subject {
  const code::Program& program;
  const MemoryLayout& layout;
  const model::Device& device;
  const trace::Recording& recording;  // whole
  trace::BlockId block;               // extents
  // Each lane accessed memory by itself: what its warp would cost is not in the recording.
  bool are_lanes_independent = false;
  // What was found by following the block's instructions (instruction_hint.hpp); may be null.
  const std::vector<Finding>* followed = nullptr;

  uint32_t threads() const { return block.x * block.y * block.z; }
};

class Hint {
 public:
  explicit Hint(const Subject& subject) : subject_(subject) {}
  virtual ~Hint() = default;
  // In order; each access of the recording, of a copy each side.
  virtual void access(const trace::Access& access) = 0;
  virtual void add_findings(std::vector<Finding>& to) const = 0;

 protected:
  // A hint at an access site, without a sentence.
  Finding finding_at(FindingKind kind, uint32_t site) const;
  const Subject& subject() const { return subject_; }

 private:
  const Subject& subject_;
};

// Calls visit(lane) for the lanes that access memory in bounds.
template <class Visit>
void for_each_lane(const trace::Access& access, Visit visit) {
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if (((access.mask & ~access.out_of_bounds) >> lane & 1) != 0) visit(lane);
  }
}

// A 4-byte word of a memory.
inline uint64_t word_of(const trace::Access& access, uint64_t address) {
  const uint64_t space = access.space == trace::Space::kShared ? uint64_t{1} << 63 : 0;
  return space | address / 4;
}

// Calls visit(word) for the words that the lane touches.
template <class Visit>
void for_each_word(const trace::Access& access, uint32_t lane, Visit visit) {
  const uint64_t begin = access.addresses[lane];
  const uint64_t first = word_of(access, begin), last = word_of(access, begin + access.bytes - 1);
  for (uint64_t word = first; word <= last; ++word) visit(word);
}

// Each in the file of its name.
#define WL_HINT(function, lanes) std::unique_ptr<Hint> function(const Subject& subject);
#include "sim/observe/finding/findings.def"

}  // namespace warplens::observe
