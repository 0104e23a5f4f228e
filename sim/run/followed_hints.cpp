#include "sim/run/followed_hints.hpp"

#include <utility>

#include "sim/observe/hints/instruction_hint.hpp"
#include "sim/run/again.hpp"
#include "sim/run/unwritten_reads.hpp"

namespace warplens::run {
namespace {

using Hints = std::vector<std::unique_ptr<observe::InstructionHint>>;

class Accesses : public trace::Observer {
 public:
  explicit Accesses(const Hints& hints) : hints_(hints) {}
  void access(const trace::WarpAccess& access) override {
    for (const auto& hint : hints_) hint->access(access);
  }

 private:
  const Hints& hints_;
};

}  // namespace

std::vector<observe::Finding> followed_hints(
    const std::shared_ptr<const machine::GridContext>& context, machine::GlobalMemory memory,
    trace::BlockId block, const observe::MemoryLayout& layout) {
  const trace::BlockId extent = context->block_extents();
  const observe::FollowedBlock subject{*context->program, layout, block, extent};
  const Hints hints = observe::instruction_hints(subject);
  std::vector<observe::Finding> found;
  if (hints.empty()) return found;
  Accesses accesses(hints);
  Again again(context, memory, block);
  for (uint64_t count = 0; count < kMostFollowed && again.goes_on(); ++count) {
    const machine::WarpState& warp = again.state();
    for (const auto& hint : hints) hint->before({again.warp(), warp.pc, warp.mask, warp.registers});
    again.step(&accesses);
  }
  for (const auto& hint : hints) hint->add_findings(found);
  return found;
}

}  // namespace warplens::run
