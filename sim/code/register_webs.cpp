// The program is cut into blocks where control meets or parts. What an instruction reads was mostly
// written in its own block; for the rest the blocks before are searched, slot by slot, and all
// writes that are found are joined.
#include "sim/code/register_webs.hpp"

#include <algorithm>
#include <array>

#include "sim/code/opcodes.hpp"

namespace warplens::code {

namespace {

constexpr uint32_t kNoInstr = 0xffffffff;

class UnionFind {
 public:
  uint32_t add() {
    parents_.push_back(static_cast<uint32_t>(parents_.size()));
    return parents_.back();
  }
  uint32_t find(uint32_t node) {
    while (parents_[node] != node) node = parents_[node] = parents_[parents_[node]];
    return node;
  }
  void join(uint32_t a, uint32_t b) { parents_[find(a)] = find(b); }
  size_t size() const { return parents_.size(); }

 private:
  std::vector<uint32_t> parents_;
};

// Straight-line code: control enters at its begin and leaves at its end.
struct Blocks {
  std::vector<uint32_t> begins;                     // by block, and the program's end
  std::vector<std::vector<uint32_t>> predecessors;  // by block
};

Blocks blocks_of(const std::vector<Instr>& instrs) {
  const auto is_jump = [](const Instr& instr) { return info(instr.op).jumps(); };
  std::vector<bool> begins(instrs.size() + 1);
  begins[0] = begins[instrs.size()] = true;
  for (size_t pc = 0; pc < instrs.size(); ++pc) {
    if (is_jump(instrs[pc])) begins[static_cast<uint32_t>(instrs[pc].imm)] = begins[pc + 1] = true;
  }
  Blocks blocks;
  std::vector<uint32_t> block_of(instrs.size() + 1);
  for (uint32_t pc = 0; pc <= instrs.size(); ++pc) {
    if (begins[pc]) blocks.begins.push_back(pc);
    block_of[pc] = static_cast<uint32_t>(blocks.begins.size()) - 1;
  }
  blocks.predecessors.resize(blocks.begins.size());
  for (uint32_t block = 0; block + 1 < blocks.begins.size(); ++block) {
    const Instr& last = instrs[blocks.begins[block + 1] - 1];
    if (is_jump(last))
      blocks.predecessors[block_of[static_cast<uint32_t>(last.imm)]].push_back(block);
    if (last.op != Op::kJump && last.op != Op::kEnd)
      blocks.predecessors[block + 1].push_back(block);
  }
  return blocks;
}

// A write that is the last one of its block in a slot, or what represents all reads of a kind
// before any write of its block.
struct BlockNode {
  uint32_t block = 0, node = 0;
};

class Finder {
 public:
  Finder(const Program& program, const std::vector<RegisterUses>& uses)
      : uses_(uses),
        blocks_(blocks_of(program.instrs)),
        slots_(program.register_slots + 2),
        block_stamps_(blocks_.begins.size(), kNoInstr),
        found_(blocks_.begins.size(), kNoInstr) {
    written_stamps_.resize(blocks_.begins.size(), kNoInstr);
    written_.resize(blocks_.begins.size());
    steps_left_ = kStepsOfInstruction * (program.instrs.size() + kStepsOfInstruction);
    for (const RegisterUse& use : registers_of_launch(program)) {
      const uint32_t node = add_node(use);
      of_launch_.push_back(node);
      for (uint32_t i = 0; i < use.width; ++i) slots_[use.slot + i].of_launch = node;
    }
    for (uint32_t block = 0; block + 1 < blocks_.begins.size(); ++block) go_through(block);
    search_all();
    // Members of a web are of one group.
    for (uint32_t node = 0; node < webs_.size(); ++node) groups_.join(node, webs_.find(node));
  }

  // The nodes' webs and groups, in the order of instructions, the launch's last; `begin` gets
  // the position at which an instruction's begin.
  template <class Begin, class Visit>
  void for_each_value_of_program(Begin begin, Visit visit) {
    size_t at = 0;
    for (const RegisterUses& uses : uses_) {
      begin(at);
      for (const auto* ranges : {&uses.reads, &uses.writes})
        for (const SlotRange& range : *ranges)
          for_each_value(range, [&](const RegisterUse&) { visit(nodes_[at++]); });
    }
    begin(at);
    for (const uint32_t node : of_launch_) visit(node);
  }

  uint32_t web(uint32_t node) { return webs_.find(node); }
  uint32_t group(uint32_t node) { return groups_.find(node); }
  size_t nodes() const { return webs_.size(); }

  // By web, whether its reads and writes are not all of the same slots.
  std::vector<bool> mixed() {
    std::vector<bool> mixed(nodes());
    std::vector<RegisterUse> known(nodes());
    for (uint32_t node = 0; node < nodes(); ++node) {
      if (node_uses_[node].width == 0) continue;
      RegisterUse& use = known[web(node)];
      if (use.width == 0) use = node_uses_[node];
      if (use != node_uses_[node]) mixed[web(node)] = true;
    }
    size_t at = 0;
    for (const RegisterUses& uses : uses_) {
      for (const SlotRange& range : uses.reads)
        for_each_value(range, [&](const RegisterUse& use) {
          const uint32_t its_web = web(nodes_[at++]);
          if (known[its_web].width != 0 && known[its_web] != use) mixed[its_web] = true;
        });
      for (const SlotRange& range : uses.writes) at += range.count;
    }
    return mixed;
  }

 private:
  // Blocks to be looked at, for each instruction of the program; a few would do for most.
  static constexpr size_t kStepsOfInstruction = 64;

  // Reads of a slot, alone and as half of two, and what moves keep.
  enum Kind : uint8_t { kNarrow, kFirstHalf, kSecondHalf, kNarrowKept, kWideKept, kKinds };

  struct Slot {
    uint32_t of_launch = kNoInstr;
    // Of the present block: the latest write, and reads before it.
    uint32_t block = kNoInstr;
    uint32_t latest = kNoInstr;
    std::array<uint32_t, kKinds> before{};
    std::vector<BlockNode> last_writes;  // of all blocks
    std::array<std::vector<BlockNode>, kKinds> reads;
  };

  uint32_t add_node(const RegisterUse& use) {
    node_uses_.push_back(use);
    groups_.add();
    return webs_.add();
  }
  Slot& slot_in(uint32_t block, uint32_t index) {
    Slot& slot = slots_[index];
    if (slot.block != block) {
      slot.block = block;
      slot.latest = kNoInstr;
      slot.before.fill(kNoInstr);
    }
    return slot;
  }

  void go_through(uint32_t block) {
    written_slots_.clear();
    for (uint32_t pc = blocks_.begins[block]; pc < blocks_.begins[block + 1]; ++pc) {
      const RegisterUses& uses = uses_[pc];
      for (const SlotRange& range : uses.reads) {
        const bool is_kept = uses.keeps_last && &range == &uses.reads.back();
        for_each_value(range, [&](const RegisterUse& use) {
          nodes_.push_back(is_kept ? kept(block, use) : read(block, use));
        });
      }
      for (const SlotRange& range : uses.writes) {
        for_each_value(range, [&](const RegisterUse& use) {
          nodes_.push_back(add_node(use));
          for (uint32_t i = 0; i < use.width; ++i) {
            Slot& slot = slot_in(block, use.slot + i);
            if (slot.latest == kNoInstr) written_slots_.push_back(use.slot + i);
            slot.latest = nodes_.back();
          }
        });
      }
    }
    for (const uint32_t index : written_slots_)
      slots_[index].last_writes.push_back({block, slots_[index].latest});
  }

  uint32_t read(uint32_t block, const RegisterUse& use) {
    uint32_t node = kNoInstr;
    for (uint32_t i = 0; i < use.width; ++i) {
      Slot& slot = slot_in(block, use.slot + i);
      const Kind kind = use.width == 1 ? kNarrow : i == 0 ? kFirstHalf : kSecondHalf;
      const uint32_t found = slot.latest != kNoInstr ? slot.latest : before(slot, kind);
      if (node != kNoInstr) webs_.join(node, found);
      node = found;
    }
    return node;
  }

  uint32_t kept(uint32_t block, const RegisterUse& use) {
    Slot& slot = slot_in(block, use.slot);
    if (slot.latest == kNoInstr) return before(slot, use.width == 1 ? kNarrowKept : kWideKept);
    const uint32_t own = add_node({});
    if (node_uses_[slot.latest] == use) groups_.join(own, slot.latest);
    return own;
  }

  uint32_t before(Slot& slot, Kind kind) {
    uint32_t& node = slot.before[kind];
    if (node == kNoInstr) {
      node = add_node({});
      slot.reads[kind].push_back({slot.block, node});
    }
    return node;
  }

  // A read is joined with writes of the same slots. Others that reach it do so on ways that no lane
  // takes that needs the value, unless there are no writes of the same slots at all.
  void search_all() {
    for (uint32_t index = 0; index < slots_.size(); ++index) {
      const auto slot = static_cast<uint16_t>(index);
      const auto& reads = slots_[index].reads;
      search(index, reads[kNarrow], {slot, 1}, webs_);
      search(index, reads[kFirstHalf], {slot, 2}, webs_);
      if (index > 0)
        search(index, reads[kSecondHalf], {static_cast<uint16_t>(index - 1), 2}, webs_);
      search(index, reads[kNarrowKept], {slot, 1}, groups_);
      search(index, reads[kWideKept], {slot, 2}, groups_);
    }
    std::vector<bool> has_writes(webs_.size());
    for (uint32_t node = 0; node < webs_.size(); ++node)
      if (node_uses_[node].width != 0) has_writes[webs_.find(node)] = true;
    std::vector<std::vector<BlockNode>> without_writes(slots_.size());
    for (uint32_t index = 0; index < slots_.size(); ++index) {
      for (const Kind kind : {kNarrow, kFirstHalf, kSecondHalf})
        for (const BlockNode& read : slots_[index].reads[kind])
          if (!has_writes[webs_.find(read.node)]) without_writes[index].push_back(read);
    }
    for (uint32_t index = 0; index < slots_.size(); ++index)
      search(index, without_writes[index], {}, webs_);
  }

  // Joins each of the `reads` with all writes of the slot that may reach it and are writes of
  // `use`; of width 0: any.
  void search(uint32_t index, const std::vector<BlockNode>& reads, const RegisterUse& use,
              UnionFind& sets) {
    if (reads.empty()) return;
    const Slot& slot = slots_[index];
    const uint32_t stamp = next_stamp_++;
    const auto join_write = [&](uint32_t read, uint32_t write) {
      if (use.width == 0 || node_uses_[write] == use) sets.join(read, write);
    };
    for (const BlockNode& write : slot.last_writes) {
      written_stamps_[write.block] = stamp;
      written_[write.block] = write.node;
    }
    const auto reach = [&](uint32_t block, uint32_t read) {
      if (block_stamps_[block] == stamp) return sets.join(read, found_[block]);
      block_stamps_[block] = stamp;
      found_[block] = read;
      ahead_.push_back({block, read});
    };
    for (const BlockNode& read : reads) reach(read.block, read.node);
    while (!ahead_.empty() && steps_left_ != 0) {
      const BlockNode at = ahead_.back();
      ahead_.pop_back();
      steps_left_ -= std::min(steps_left_, 1 + blocks_.predecessors[at.block].size());
      if (at.block == 0 && slot.of_launch != kNoInstr) join_write(at.node, slot.of_launch);
      for (const uint32_t block : blocks_.predecessors[at.block]) {
        if (written_stamps_[block] == stamp)
          join_write(at.node, written_[block]);
        else
          reach(block, at.node);
      }
    }
    if (ahead_.empty()) return;
    ahead_.clear();
    for (const BlockNode& read : reads) sets.join(read.node, reads.front().node);
    if (slot.of_launch != kNoInstr) join_write(reads.front().node, slot.of_launch);
    for (const BlockNode& write : slot.last_writes) join_write(reads.front().node, write.node);
  }

  const std::vector<RegisterUses>& uses_;
  const Blocks blocks_;
  UnionFind webs_, groups_;             // of the same nodes
  std::vector<RegisterUse> node_uses_;  // by node; of what is no write, width 0
  std::vector<uint32_t> nodes_;         // by value, in the order of instructions
  std::vector<uint32_t> of_launch_;     // nodes
  std::vector<Slot> slots_;
  std::vector<uint32_t> written_slots_;  // in the present block
  // Of the present search, by block, where stamped: its last write of the slot, and a read that is
  // reached from there.
  std::vector<uint32_t> written_stamps_, written_;
  std::vector<uint32_t> block_stamps_, found_;
  uint32_t next_stamp_ = 0;
  std::vector<BlockNode> ahead_;
  size_t steps_left_ = 0;
};

}  // namespace

RegisterWebs::RegisterWebs(const Program& program, const std::vector<RegisterUses>& uses) {
  Finder finder(program, uses);
  finder.for_each_value_of_program([&](size_t at) { first_.push_back(at); },
                                   [&](uint32_t node) {
                                     web_of_.push_back(finder.web(node));
                                     group_of_.push_back(finder.group(node));
                                   });
  is_mixed_ = finder.mixed();
}

}  // namespace warplens::code
