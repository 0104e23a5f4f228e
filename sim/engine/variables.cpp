// A thread's variables, read where the program says that each lives: registers or the thread's
// frame of local memory. Whether one is in scope follows from the place in the text at which its
// warp stands.
#include <algorithm>

#include "sim/code/pointer.hpp"
#include "sim/engine/evaluate.hpp"
#include "sim/engine/replay.hpp"

namespace warplens::engine {
namespace {

// Where the warp stands in the text; nothing once it has ended.
std::optional<uint32_t> text_position(const LaneState& state) {
  const machine::WarpState& warp = state.block->warps()[state.warp];
  const code::Program& program = state.program();
  if (warp.status == machine::WarpState::Status::kEnded || warp.pc >= program.spans.size()) {
    return std::nullopt;
  }
  return program.spans[warp.pc].begin;
}

std::vector<uint64_t> bits_of(const LaneState& state, const code::VariableHome& home) {
  const lang::Type* type = home.variable->type;
  if (home.place == code::VariableHome::Place::kRegister) {
    const auto bytes = static_cast<uint32_t>(lang::size_of(type));
    const uint64_t bits = machine::read_lane(state.block->warps()[state.warp], home.slot,
                                             state.lane, std::max(bytes, 4u));
    return {type->is_scalar() ? extend(type->scalar, bits) : bits};
  }
  const lang::Type* element = type->is_array() ? lang::innermost_element(type) : type;
  const auto size = static_cast<uint32_t>(element != nullptr ? lang::size_of(element) : 8);
  std::vector<uint64_t> bits;
  for (uint64_t offset = 0; offset < lang::size_of(type); offset += size) {
    const uint64_t value = read_memory(state, code::kLocalPointerBase + home.offset + offset, size);
    bits.push_back(element != nullptr && element->is_scalar() ? extend(element->scalar, value)
                                                              : value);
  }
  return bits;
}

}  // namespace

std::vector<VariableValue> thread_variables(const Run& run, const Replay& replay, uint32_t warp,
                                            uint32_t lane) {
  const LaneState state{&replay.block(), &replay.memory(), warp, lane};
  const std::optional<uint32_t> position = text_position(state);
  std::vector<VariableValue> values;
  for (const code::VariableHome& home : run.program->homes) {
    if (home.place == code::VariableHome::Place::kSharedMemory) continue;
    VariableValue value;
    value.variable = home.variable;
    const base::Span scope = home.variable->scope;
    value.in_scope = position && *position >= scope.begin && *position < scope.end;
    value.bits = bits_of(state, home);
    values.push_back(std::move(value));
  }
  return values;
}

}  // namespace warplens::engine
