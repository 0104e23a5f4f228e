#include "sim/replay/instruction_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "sim/code/disassemble.hpp"
#include "sim/code/register_uses.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/run/block_again.hpp"

namespace warplens::replay {
namespace {

// Where a warp is before an instruction.
struct Moment {
  uint32_t pc = 0, mask = 0;
};

std::vector<Moment> moments_of(const run::BlockAgain& again) {
  std::vector<Moment> moments;
  for (const machine::WarpState& warp : again.warps()) moments.push_back({warp.pc, warp.mask});
  return moments;
}

// The bits of one value in the mask's lanes: one number if all lanes have it, else the first four.
std::string value_text(const machine::WarpState& warp, const code::RegisterUse& use,
                       uint32_t mask) {
  constexpr size_t kMost = 4;
  std::vector<uint64_t> values;
  bool are_equal = true;
  machine::for_each_lane(mask, [&](uint32_t lane) {
    values.push_back(machine::read_lane(warp, use.slot, lane, 4 * use.width));
    are_equal = are_equal && values.back() == values.front();
  });
  std::string text = fmt::format("r{} =", use.slot);
  for (size_t i = 0; i < (are_equal ? 1 : std::min(values.size(), kMost)); ++i)
    text += fmt::format(" {:#x}", values[i]);
  return text + (are_equal || values.size() <= kMost ? "" : " ...");
}

std::string results_text(const code::Program& program, const machine::WarpState& warp,
                         const Moment& before) {
  std::string text;
  if (before.mask == 0) return text;
  const code::RegisterUses uses = code::register_uses(program, program.instrs[before.pc]);
  for (const code::SlotRange& write : uses.writes) {
    code::for_each_value(write, [&](const code::RegisterUse& use) {
      text += "  " + value_text(warp, use, before.mask);
    });
  }
  return text;
}

}  // namespace

void trace_instructions(const run::Run& run,
                        const std::function<bool(uint32_t warp, const std::string& line)>& report) {
  const code::Program& program = *run.context->program;
  machine::GlobalMemory memory = *run.memory_before_block->get();
  run::BlockAgain again(run.context, memory, run.recording->block);
  std::vector<Moment> before = moments_of(again);
  for (uint64_t count = 0; count < run.steps && again.step(nullptr); ++count) {
    const uint32_t warp = again.executed();
    const Moment& moment = before[warp];
    const std::string line = fmt::format("{:5}  line {:<4} {:<36} {:08x}{}", moment.pc,
                                         program.unit->file.line_of(program.spans[moment.pc].begin),
                                         code::instruction_text(program, moment.pc), moment.mask,
                                         results_text(program, again.warps()[warp], moment));
    if (!report(warp, line)) return;
    before = moments_of(again);
  }
}

}  // namespace warplens::replay
