// One kind of advice, gathered from the instructions of a block that is executed once more: what
// registers hold is in no recording.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/base/warp.hpp"
#include "sim/code/program.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/trace/event.hpp"

namespace warplens::observe {

// The block that is executed. All of it outlives the hints.
struct FollowedBlock {
  const code::Program& program;
  const MemoryLayout& layout;
  trace::BlockId block, extent;

  uint32_t warps() const {
    return (extent.x * extent.y * extent.z + base::kWarpSize - 1) / base::kWarpSize;
  }
};

// A warp instruction that is about to be executed.
struct Instruction {
  uint32_t warp = 0, pc = 0;
  uint32_t mask = 0;                    // active lanes, may be 0
  std::span<const uint32_t> registers;  // of the warp: 32 numbers a slot

  uint32_t bits32(uint32_t slot, uint32_t lane) const {
    return registers[size_t{slot} * base::kWarpSize + lane];
  }
  // Of a register of two slots.
  uint64_t bits64(uint32_t slot, uint32_t lane) const {
    const size_t low = size_t{slot} * base::kWarpSize + 2 * size_t{lane};
    return registers[low] | uint64_t{registers[low + 1]} << 32;
  }
};

class InstructionHint {
 public:
  explicit InstructionHint(const FollowedBlock& subject) : subject_(subject) {}
  virtual ~InstructionHint() = default;
  // In order; each instruction of the block.
  virtual void before(const Instruction& instruction) = 0;
  // Of the instruction that has just been announced.
  virtual void access(const trace::WarpAccess&) {}
  virtual void add_findings(std::vector<Finding>& to) const = 0;

 protected:
  // A hint about the block, without a sentence.
  Finding finding_at(FindingKind kind, base::Span span, uint32_t frame) const;
  void put_thread(Finding& finding, uint32_t thread) const;
  const FollowedBlock& subject() const { return subject_; }

 private:
  const FollowedBlock& subject_;
};

// Those that the program may give reason for; none: it need not be executed.
std::vector<std::unique_ptr<InstructionHint>> instruction_hints(const FollowedBlock& subject);

// Each in the file of its name; null if the program has nothing of its kind.
#define WL_INSTRUCTION_HINT(function) \
  std::unique_ptr<InstructionHint> function(const FollowedBlock& subject);
#include "sim/observe/finding/findings.def"

}  // namespace warplens::observe
