// When the lane's program is translated to the processor's instructions, and what these call.
#include <algorithm>
#include <cstring>

#include "sim/host/scalar_machine.hpp"

namespace warplens::host {

Stop ScalarMachine::run(uint64_t& budget) {
  if (follower_ != nullptr) return run_as<true>(budget);
  if (native_ == nullptr && steps_ < native_after_) {
    uint64_t part = std::min(budget, native_after_ - steps_);
    const uint64_t before = part;
    const Stop stop = run_as<false>(part);
    budget -= before - part;
    if (stop != Stop::kBudget || budget == 0) return stop;
  }
  if (native_ == nullptr) make_native();
  return native_ != nullptr ? run_natively(budget) : run_as<false>(budget);
}

// Where there is no translator, that is not asked for again.
void ScalarMachine::make_native() {
  native_ = translate_natively({code_, *program_, masks_.data(), &number_,
                                Memory::kBase + memory_.stack_offset(), native_calls()});
  if (native_ == nullptr) native_after_ = ~uint64_t{0};
}

Stop ScalarMachine::run_natively(uint64_t& budget) {
  NativeState& state = native_state_;
  const auto most = static_cast<int64_t>(std::min<uint64_t>(budget, INT64_MAX));
  state.machine = this;
  state.registers = registers_.data();
  state.memory = memory_.first_byte();
  state.frames = memory_.stack();
  for (uint64_t i = 0; i < std::size(state.last_of); ++i)
    state.last_of[i] = memory_.reachable() - (uint64_t{1} << i);
  state.left = most;
  state.next = at_;
  state.frame_begin = frame_begin_;
  const auto stop = static_cast<Stop>(native_->run(state));
  stopped_at_ = state.now;
  at_ = state.next;
  note_steps(most - state.left, budget);
  return stop;
}

NativeCalls ScalarMachine::native_calls() {
  NativeCalls calls;
  calls.enter = [](ScalarMachine& machine, uint32_t subroutine, uint32_t next) {
    machine.number_ = subroutine;
    const bool is_entered = machine.enter(subroutine, next);
    machine.native_state_.frame_begin = machine.frame_begin_;
    return is_entered;
  };
  calls.leave = [](ScalarMachine& machine) {
    const uint32_t next = machine.leave();
    machine.native_state_.frame_begin = machine.frame_begin_;
    return next;
  };
  calls.load = [](ScalarMachine& machine, uint64_t address, uint32_t bytes) {
    machine.address_ = address;
    machine.is_store_ = false;
    return machine.other_.read(address, &machine.native_state_.value, bytes);
  };
  calls.store = [](ScalarMachine& machine, uint64_t address, uint32_t bytes) {
    machine.address_ = address;
    machine.is_store_ = true;
    return machine.other_.write(address, &machine.native_state_.value, bytes);
  };
  calls.execute = [](ScalarMachine& machine, uint32_t index) {
    const std::optional<Stop> stop = machine.execute_rare(machine.code_.instrs[index]);
    return stop ? 1 + static_cast<uint32_t>(*stop) : uint32_t{0};
  };
  return calls;
}

}  // namespace warplens::host
