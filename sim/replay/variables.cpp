// A thread's variables, read from their homes: registers or the thread's local memory. Whether one
// is in scope follows from the warp's position in the text, in the function itself and in those
// that called it.
#include <algorithm>

#include "sim/code/pointer.hpp"
#include "sim/machine/block.hpp"
#include "sim/replay/evaluate_place.hpp"
#include "sim/replay/replay.hpp"

namespace warplens::replay {
namespace {

// The warp's frame and those that called it, each with the position in its text; none after the
// warp has ended.
struct OpenFrame {
  uint32_t frame = 0;
  uint32_t position = 0;  // in the text
};
std::vector<OpenFrame> open_frames(const LaneState& state) {
  const code::Program& program = state.program();
  const uint32_t pc = state.block->pc_in(state.warp, state.lane);
  if (state.block->has_ended(state.warp, state.lane) || pc >= program.spans.size()) return {};
  std::vector<OpenFrame> open{{state.frame(), program.spans[pc].begin}};
  while (open.back().frame != 0) {
    const code::Frame& frame = program.frames[open.back().frame];
    open.push_back({frame.parent, frame.call.begin});
  }
  return open;
}

uint64_t read_leaf(const LaneState& state, uint64_t pointer, const lang::Type* type) {
  return extend_type(type, read_memory(state, pointer, static_cast<uint32_t>(lang::size_of(type))));
}

std::vector<uint64_t> bits_at(const LaneState& state, uint64_t pointer,
                              const std::vector<lang::Leaf>& leaves) {
  std::vector<uint64_t> bits;
  for (const lang::Leaf& leaf : leaves) {
    bits.push_back(read_leaf(state, pointer + leaf.offset, leaf.type));
  }
  return bits;
}

void fill_value(const LaneState& state, const code::VariableHome& home, VariableValue& value) {
  value.type = home.variable->type;
  const bool is_reference = home.variable->is_reference && value.type->is_pointer();
  const std::vector<lang::Leaf> leaves = lang::leaves_of(value.type);
  if (home.place == code::VariableHome::Place::kRegister) {
    uint32_t slot = home.slot;
    for (const lang::Leaf& leaf : leaves) {
      const auto bytes = static_cast<uint32_t>(lang::size_of(leaf.type));
      value.bits.push_back(extend_type(
          leaf.type, state.block->read(state.warp, slot, state.lane, std::max(bytes, 4u))));
      slot += bytes == 8 ? 2 : 1;
    }
  } else {
    value.bits = bits_at(state, local_address(state, home), leaves);
  }
  if (!is_reference) return;
  constexpr uint64_t kMostShown = uint64_t{64} << 10;  // [bytes] of what a reference refers to
  const uint64_t pointer = value.bits.front();
  value.type = value.type->element;
  value.bits.clear();
  if (lang::size_of(value.type) > kMostShown) return;
  value.bits = bits_at(state, pointer, lang::leaves_of(value.type));
}

}  // namespace

std::vector<VariableValue> thread_variables(const run::Run& run, const Replay& replay,
                                            uint32_t warp, uint32_t lane) {
  const LaneState state{&replay.block(), &replay.memory(), warp, lane};
  const std::vector<OpenFrame> open = open_frames(state);
  std::vector<VariableValue> values;
  for (const code::VariableHome& home : run.program->homes) {
    if (home.place == code::VariableHome::Place::kSharedMemory) continue;
    const auto around = std::find_if(open.begin(), open.end(),
                                     [&](const auto& entry) { return entry.frame == home.frame; });
    if (home.frame != 0 && around == open.end()) continue;
    VariableValue value;
    value.variable = home.variable;
    value.frame = home.frame;
    const base::Span scope = home.variable->scope;
    value.in_scope =
        around != open.end() && around->position >= scope.begin && around->position < scope.end;
    fill_value(state, home, value);
    values.push_back(std::move(value));
  }
  return values;
}

}  // namespace warplens::replay
