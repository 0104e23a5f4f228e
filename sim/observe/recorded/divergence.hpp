// Which lanes of a warp execute, instruction by instruction: where they part, what each side of a
// branch costs, and how many lane-slots are lost meanwhile. Pure: it is fed the instructions of a
// block in their order (whatif/follow_divergence.hpp) and follows the masks from one to the next; a
// lane that leaves the mask waits because of the instruction in between. Instructions without an
// active lane only keep the masks, which a GPU does not issue: they are not counted.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/base/warp.hpp"
#include "sim/code/program.hpp"

namespace warplens::observe {

// What a lane-slot (one lane of one warp instruction) is used for. kWaiting: the lane is masked
// until other lanes come to where it waits. kExited: it has returned from the kernel. kAbsent: the
// block has no such thread.
struct LaneSlots {
  uint64_t active = 0, waiting = 0, exited = 0, absent = 0;
  uint64_t all() const { return active + waiting + exited + absent; }
  uint64_t lost() const { return all() - active; }
  void add(const LaneSlots& other);
  friend bool operator==(const LaneSlots&, const LaneSlots&) = default;
};

// kLeave: a break, a continue, or a return from a function. kReturn: from the kernel.
enum class ForkKind : uint8_t { kBranch, kLoop, kSwitch, kLeave, kReturn };

// The sides of a branch; of an `if` without an else the second is empty.
enum class Side : uint8_t { kFirst, kSecond };

// A place in the text at which lanes of a warp part.
struct Fork {
  ForkKind kind = ForkKind::kBranch;
  uint32_t pc = 0;  // its span says where (Program::spans)
  bool has_second_side = false;
  uint64_t reached = 0;  // by the warp, with an active lane; kBranch alone
  uint64_t parted = 0;   // how often lanes went another way than others that then executed
  uint64_t lost = 0;     // lane-slots of the lanes that wait, or have exited, because of it
  // kBranch, while lanes are parted: warp instructions of each side, and lane-slots of those that
  // wait for it.
  std::array<uint64_t, 2> instructions{}, side_lost{};
};

// How often each lane goes through a loop, in all the times that the warp enters it. A run of it
// is from a lane's entry to its exit.
struct LoopTrips {
  uint32_t pc = 0;     // of its test, or of its end where it has none
  uint32_t lanes = 0;  // that have entered it
  std::array<uint32_t, base::kWarpSize> trips{};
  std::optional<uint32_t> trips_of_run;  // where all runs, of all lanes, have as many
  uint32_t least() const;                // of these lanes
  uint32_t most() const;
  bool is_unequal() const { return least() != most(); }
};

// Instructions that follow each other in one line of the text, with one mask.
struct Stretch {
  static constexpr uint32_t kNoFork = 0xffffffff;
  uint64_t begin = 0;  // counted in instructions of the warp
  uint32_t count = 0;
  uint32_t mask = 0, exited = 0;
  uint32_t pc = 0;           // of the first one
  uint32_t fork = kNoFork;   // index into forks: what parts the lanes; of several the innermost
  Side side = Side::kFirst;  // of a branch
  uint32_t step = 0;         // accesses that the block has made before the first one
};

struct WarpDivergence {
  uint32_t present = 0;  // lanes that are threads of the block
  uint64_t instructions = 0;
  LaneSlots slots;
  std::vector<Stretch> stretches;
  std::vector<Fork> forks;       // at which lanes have parted, or might have; in order of the text
  std::vector<LoopTrips> loops;  // that it has entered, in order of the text
};

// One warp instruction before it is executed.
struct WarpInstruction {
  uint32_t pc = 0, mask = 0;
  uint32_t exited = 0;  // lanes that have returned from the kernel
  uint32_t depth = 0;   // calls of recursive functions under way
  uint32_t step = 0;    // accesses that the block has made so far
};

class DivergenceFollower {
 public:
  // `program` must outlive this. `present`: lanes that are threads of the block.
  DivergenceFollower(const code::Program& program, uint32_t present);
  // In the order of execution; each instruction of the warp.
  void before(const WarpInstruction& instruction);
  // Once, at the end.
  WarpDivergence take();

 private:
  struct Branch {                // of the program: an If
    uint32_t side = 0, end = 0;  // pcs of its Else and of what is behind it; without one both are
                                 // where its lanes join
    bool has_else = false;
  };
  struct Loop {  // of the program
    uint32_t begin = 0, test = kNone, back = 0;
    bool tests_first = false;
  };
  struct Open {  // a branch whose lanes are parted
    uint32_t fork = 0, begin = 0, depth = 0;
    Branch branch;
    Side side = Side::kFirst;
  };
  struct Waiting {
    uint32_t fork = 0, lanes = 0;
    uint32_t unpaid = 0;  // how often lanes have left without another executing since
  };
  struct LoopRun {
    uint32_t lanes = 0;
    std::array<uint32_t, base::kWarpSize> before{};  // trips of earlier runs
  };
  static constexpr uint32_t kNone = 0xffffffff;

  void find_branches_and_loops();
  void note_change(const WarpInstruction& next);
  void note_branch(uint32_t pc, uint32_t before, uint32_t yes, uint32_t depth);
  void note_trips(const WarpInstruction& now);
  void end_run(size_t loop);
  void close_branches(const WarpInstruction& now);
  uint32_t fork_at(uint32_t pc, ForkKind kind);
  uint32_t fork_of(uint32_t pc);  // of an instruction that takes lanes out of the mask
  void park(uint32_t fork, uint32_t lanes, bool is_counted);
  void pay(const WarpInstruction& now);
  void extend(const WarpInstruction& now);

  const code::Program& program_;
  std::vector<uint32_t> lines_;      // by pc
  std::vector<uint32_t> branch_at_;  // by pc of an If or its Else: index into branches_
  std::vector<bool> begins_loop_;    // by pc
  std::vector<Branch> branches_;
  std::vector<uint32_t> branch_pcs_;  // parallel: of the If
  std::vector<Loop> loops_;
  std::vector<LoopTrips> trips_;      // parallel
  std::vector<LoopRun> runs_;         // parallel: the last
  std::vector<uint32_t> fork_by_pc_;  // index into the result's forks
  std::vector<Open> open_;            // outermost first
  std::vector<Waiting> waiting_;      // in the order in which they began to
  WarpInstruction last_;
  bool has_last_ = false;
  WarpDivergence result_;
};

}  // namespace warplens::observe
