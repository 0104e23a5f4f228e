// Source: PTX ISA 8.5, "Target ISA Notes" of each instruction.
#include "sim/code/needed_capability.hpp"

#include <utility>

#include "sim/code/mma.hpp"
#include "sim/code/opcodes.hpp"

namespace warplens::code {
namespace {

struct Need {
  uint32_t number = 0;  // 0: none
  std::string instruction;
};

Need need_of(const Instr& instr) {
  switch (instr.op) {
    case Op::kLoadMatrix:
    case Op::kLoadMatrixTurned:
      return {75, "ldmatrix"};
    case Op::kTurnMatrix:
      return {75, "movmatrix"};
    case Op::kStoreMatrix:
    case Op::kStoreMatrixTurned:
      return {90, "stmatrix"};
    case Op::kMma:
    case Op::kMmaF64:
      return {mma_shape(instr).needs, "mma." + std::string(mma_shape(instr).name)};
    case Op::kCopyAsync4:
    case Op::kCopyAsync8:
    case Op::kCopyAsync16:
    case Op::kCopyCommit:
    case Op::kCopyWait:
    case Op::kCopyWaitAll:
      return {80, "cp.async"};
    case Op::kMbarrierInit:
    case Op::kMbarrierInvalidate:
    case Op::kMbarrierArrive:
    case Op::kMbarrierTest:
      return {80, "mbarrier"};
    case Op::kMbarrierBytes:
      return {90, "mbarrier.expect_tx"};
    case Op::kMbarrierWait:
      return instr.imm == 0 ? Need{90, "mbarrier.try_wait"} : Need{80, "mbarrier"};
    case Op::kBulkLoad:
    case Op::kBulkStore:
    case Op::kTensorLoad:
    case Op::kTensorStore:
    case Op::kBulkCommit:
    case Op::kBulkWait:
      return {90, "cp.async.bulk"};
    case Op::kProxyFence:
      return {90, "fence.proxy.async"};
    default:
      return {};
  }
}

}  // namespace

std::optional<NeededCapability> needed_capability(const Program& program) {
  std::optional<NeededCapability> needed;
  for (size_t pc = 0; pc < program.instrs.size(); ++pc) {
    const uint32_t known = needed ? needed->number : 0;
    Need need = need_of(program.instrs[pc]);
    if (need.number <= known) continue;
    const lang::Function* function = program.frames[program.frames_of[pc]].function;
    const bool is_of_header =
        function != nullptr && !program.unit->file.is_own(function->span.begin);
    if (!is_of_header)
      needed = NeededCapability{need.number, std::move(need.instruction), program.spans[pc]};
  }
  return needed;
}

}  // namespace warplens::code
