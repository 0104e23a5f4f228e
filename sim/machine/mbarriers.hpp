// What lanes do at mbarriers (sim/trace/mbarrier.hpp), which are words of the block's shared
// memory. A lane's operation at an address where there can be none, or none is, is reported and
// does nothing; who waits there goes on.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "sim/code/program.hpp"
#include "sim/machine/interpreter.hpp"

namespace warplens::machine {

// MbarrierInit, MbarrierInvalidate, MbarrierArrive, MbarrierBytes or MbarrierTest by the lanes of
// `mask`, in ascending order.
void execute_mbarrier(WarpRun& run, const code::Instr& instr, uint32_t mask);

// What lanes' copies do at mbarriers, in the phases that are there when it happens: kPend, kArrive
// or kComplete (of so many bytes), for lanes of the warp that executed the instruction at `pc`.
struct MbarrierNotice {
  trace::MbarrierStep::Kind kind = trace::MbarrierStep::Kind::kArrive;
  uint32_t warp = 0, pc = 0;
  uint32_t mask = 0;                                  // never 0
  std::array<uint32_t, base::kWarpSize> addresses{};  // offsets in the block's shared memory
  uint32_t copy = trace::MbarrierStep::kNoCopy;
  uint32_t number = 1;  // of each lane
};
void notify_mbarriers(WarpRun& run, const MbarrierNotice& notice);

// What the first lane at a MbarrierWait waits for whose phase has not ended; nothing: all go on.
// `shared`: the block's memory.
std::optional<MbarrierWait> first_wait(const std::vector<std::byte>& shared,
                                       const SharedLayout& layout, uint32_t* registers,
                                       const code::Instr& instr, uint32_t mask);
bool is_over(const std::vector<std::byte>& shared, const SharedLayout& layout,
             const MbarrierWait& wait);

// Whether the lanes of `mask` have to wait at the MbarrierWait; the warp then keeps for what.
// `steps`: that it has executed.
bool has_to_wait(WarpRun& run, const code::Instr& instr, uint32_t mask, uint64_t steps);

}  // namespace warplens::machine
