// Where the values of registers come from, as far as a compiler would see: which instruction made
// one, in which loops it changes, and in which order a compiler has it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "sim/code/lane_blocks.hpp"
#include "sim/code/loops.hpp"
#include "sim/code/register_webs.hpp"

namespace warplens::code {

// Whether it negates a floating-point number.
bool negates(Op op);

class ValueSources {
 public:
  static constexpr uint32_t kNone = 0xffffffff;

  // `uses` is parallel to the program's instructions. All must outlive this.
  ValueSources(const Program& program, const std::vector<RegisterUses>& uses,
               const LaneBlocks& blocks);

  // The web of the k-th value that the instruction reads, or of the one that was moved there.
  uint32_t read(uint32_t pc, size_t k) const { return source_[webs_.web(pc, k)]; }
  // The web of the first value that it writes.
  uint32_t written(uint32_t pc) const { return webs_.web(pc, reads_of(pc)); }
  // Whether a move only hands on the value: nothing else is ever written to where it goes.
  bool hands_on(uint32_t pc) const;
  // The instruction that alone writes the web; kNone: there are several, or it is the launch's.
  uint32_t only_write(uint32_t web) const;
  // Whether the launch alone writes the web.
  bool is_parameter(uint32_t web) const {
    return known_[web].is_launch && known_[web].writes.empty();
  }
  // Whether a web is written by an instruction within [begin, end].
  bool is_written(uint32_t web, uint32_t begin, uint32_t end) const;

  // Whether the program does anything with what the instruction makes; a compiler leaves others
  // out.
  bool is_used(uint32_t pc) const;

  // How many values the instruction reads, without those that a move leaves as they were.
  uint32_t operands_of(uint32_t pc) const;
  // The innermost loop around the instruction in which what it makes of its operands changes.
  uint32_t changes_in(uint32_t pc) const;
  // The rank by which LLVM's Reassociate pass orders operands: lower for what it has first, which
  // are constants, parameters, and then by blocks the variables that change in a loop and what is
  // loaded; one more with each operation.
  uint32_t rank_of_read(uint32_t pc, size_t k) const;

  const LoopNest& loops() const { return loops_; }

 private:
  struct Web {
    std::vector<uint32_t> writes;  // ascending
    uint32_t slot = 0;
    bool is_launch = false;
    uint32_t rank = 0;                   // of a web of one write
    uint32_t changes = LoopNest::kNone;  // its loop, of a web of one write
  };

  void find_used();
  bool stays(uint32_t pc) const;
  void find_changing();
  void find_ranks();
  uint32_t loop_that_writes(uint32_t web, uint32_t pc) const;
  uint32_t reads_of(uint32_t pc) const;
  uint32_t changes_of_read(uint32_t pc, size_t k) const;

  const Program& program_;
  const std::vector<RegisterUses>& uses_;
  const RegisterWebs webs_;
  const LoopNest loops_;
  const LaneBlocks& blocks_;
  std::vector<Web> known_;        // by web
  std::vector<uint32_t> source_;  // by web
  std::vector<bool> is_used_;     // by web
  std::map<uint32_t, std::vector<uint32_t>>
      changing_;  // by loop: slots of its variables, ascending
};

}  // namespace warplens::code
