#include "sim/machine/warp_instructions.hpp"

#include <bit>
#include <string>

#include "sim/code/pointer.hpp"
#include "sim/machine/access_values.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/machine/places.hpp"

namespace warplens::machine {

void report_phase(const WarpRun& run, uint32_t* registers, const code::Instr& instr,
                  uint32_t mask) {
  if (run.observer == nullptr || mask == 0) return;
  const auto lane = static_cast<uint32_t>(std::countr_zero(mask));
  int64_t value = 0;
  if (instr.b == 1) value = lanes_of<int32_t>(registers, instr.a)[lane];
  if (instr.b == 2) value = lanes_of<uint32_t>(registers, instr.a)[lane];
  if (instr.b == 3) value = lanes_of<int64_t>(registers, instr.a)[lane];
  run.observer->phase(run.warp_index, static_cast<uint32_t>(instr.imm), true, instr.b != 0, value);
}

namespace {

bool is_character(const lang::Type* type) {
  return type->is_scalar() && base::size_of(type->scalar) == 1;
}

// The characters up to a zero, to memory that is no array's, or to the most that printf keeps.
std::string string_at(WarpRun& run, uint32_t lane, uint64_t pointer) {
  constexpr size_t kMostCharacters = 4096;
  if (pointer == 0) return "(null)";
  Places places(run);
  const trace::Space space = code::space_of(pointer);
  const uint64_t begin = space == trace::Space::kGlobal ? pointer : code::offset_of(pointer);
  std::string text;
  while (text.size() < kMostCharacters) {
    const uint64_t at = begin + text.size();
    const std::byte* byte = nullptr;
    if (space != trace::Space::kLocal)
      byte = places.locate_to_read(space, at, 1);
    else if (at < run.warp.local.bytes())
      byte = run.warp.local.data() + LocalMemory::place(lane, static_cast<uint32_t>(at));
    if (byte == nullptr || *byte == std::byte{0}) break;
    text += static_cast<char>(*byte);
  }
  return text;
}

}  // namespace

void report_print(WarpRun& run, uint32_t* registers, uint32_t index, uint32_t mask) {
  if (run.observer == nullptr || mask == 0) return;
  const code::PrintSite& print = run.context.program->prints[index];
  trace::PrintArguments arguments;
  arguments.bits.resize(print.arguments.size());
  for (size_t k = 0; k < arguments.bits.size(); ++k) {
    const auto slot = static_cast<uint16_t>(print.arguments[k].slot);
    const lang::Type* type = print.arguments[k].type;
    const bool is_wide = lang::size_of(type) == 8;
    const bool is_string =
        print.launched.empty() && type->is_pointer() && is_character(type->element);
    for_each_lane(mask, [&](uint32_t lane) {
      const uint64_t bits = is_wide ? lanes_of<uint64_t>(registers, slot)[lane]
                                    : lanes_of<uint32_t>(registers, slot)[lane];
      arguments.bits[k][lane] = bits;
      if (is_string) arguments.strings[{lane, bits}] = string_at(run, lane, bits);
    });
  }
  run.observer->prints(run.warp_index, index, mask, arguments);
}

void report_lanes(const WarpRun& run, trace::LaneEvent event, uint32_t index, uint32_t mask) {
  if (run.observer != nullptr) run.observer->lane_event(run.warp_index, event, index, mask);
}

void report_phase_end(const WarpRun& run, const code::Instr& instr) {
  if (run.observer != nullptr)
    run.observer->phase(run.warp_index, static_cast<uint32_t>(instr.imm), false, false, 0);
}

void report_barrier(const WarpRun& run, uint32_t pc, uint32_t mask) {
  if (run.observer != nullptr) run.observer->barrier_arrives(run.warp_index, pc, mask);
}

void report_return(const WarpRun& run, uint32_t mask) {
  if (run.observer != nullptr && mask != 0) run.observer->lanes_return(run.warp_index, mask);
}

void report_fence(const WarpRun& run, uint32_t mask, int32_t scope) {
  if (run.observer != nullptr && mask != 0)
    run.observer->fence(run.warp_index, static_cast<trace::FenceScope>(scope), mask);
}

}  // namespace warplens::machine
