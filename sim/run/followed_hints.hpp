// Hints that depend on what registers hold: the recorded block is executed again, instruction by
// instruction.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/base/slice.hpp"
#include "sim/machine/context.hpp"
#include "sim/machine/memory.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/observe/hints/instruction_hint.hpp"
#include "sim/run/block_again.hpp"
#include "sim/run/unwritten_reads.hpp"

namespace warplens::run {

class FollowedHints {
 public:
  // `memory`: as the block found it. Follows kMostFollowed instructions at most; none of a program
  // that gives no reason for such a hint. `layout` outlives this.
  FollowedHints(const FollowedHints&) = delete;
  FollowedHints& operator=(const FollowedHints&) = delete;
  FollowedHints(std::shared_ptr<const machine::GridContext> context, machine::GlobalMemory memory,
                trace::BlockId block, const observe::MemoryLayout& layout);
  base::Progress advance(base::Slice& slice);
  std::vector<observe::Finding> findings() const;

 private:
  class Accesses : public trace::Observer {
   public:
    explicit Accesses(const FollowedHints& of) : of_(of) {}
    void access(const trace::WarpAccess& access) override {
      for (const auto& hint : of_.hints_) hint->access(access);
    }

   private:
    const FollowedHints& of_;
  };

  std::shared_ptr<const machine::GridContext> context_;
  machine::GlobalMemory memory_;
  const observe::FollowedBlock subject_;
  std::vector<std::unique_ptr<observe::InstructionHint>> hints_;
  Accesses accesses_;
  std::optional<BlockAgain> again_;
  uint64_t left_ = kMostFollowed;
};

}  // namespace warplens::run
