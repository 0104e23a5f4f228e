// When the lane's program is translated to the processor's instructions, and what these call.
#include <algorithm>
#include <cstring>
#include <optional>

#include "sim/host/follower.hpp"
#include "sim/host/scalar/scalar_machine.hpp"

namespace warplens::host {

namespace {

// What the interpreter does at least, and at most, before native code is tried again: a value with
// a label is often gone after some steps, or there for long.
constexpr uint64_t kLeastInterpreted = 256, kMostInterpreted = 65'536;

}  // namespace

Stop ScalarMachine::run(uint64_t& budget) {
  for (;;) {
    if (native_ == nullptr && steps_ >= native_after_) make_native();
    uint64_t most = 0;
    if (native_ == nullptr) {
      most = native_after_ - steps_;
    } else if (has_labels()) {
      most = interpreted_;
      interpreted_ = std::min(2 * interpreted_, kMostInterpreted);
    } else {
      if (const std::optional<Stop> stop = run_natively(budget)) return *stop;
      most = interpreted_ = kLeastInterpreted;
    }
    const Stop stop = run_interpreted(most, budget);
    if (stop != Stop::kBudget || budget == 0) return stop;
  }
}

Stop ScalarMachine::run_interpreted(uint64_t most, uint64_t& budget) {
  uint64_t part = std::min(budget, most);
  budget -= part;
  has_labels_ = true;
  const Stop stop = follower_ == nullptr ? run_as<false>(part) : run_as<true>(part);
  budget += part;
  return stop;
}

// Native code does not know of labels. Those of registers that it does not keep are taken off.
bool ScalarMachine::has_labels() {
  if (follower_ == nullptr || !has_labels_) return false;
  Label any = 0;
  for (size_t slot = 0; slot < labels_.size(); ++slot) {
    labels_[slot] &= kept_[slot];
    any |= labels_[slot];
  }
  for (const Label label : saved_labels_) any |= label;
  has_labels_ = any != 0;
  return has_labels_;
}

// Where there is no translator, that is not asked for again.
void ScalarMachine::make_native() {
  NativeLayout layout{code_,
                      *program_,
                      masks_.data(),
                      &number_,
                      Memory::kBase + memory_.stack_offset(),
                      native_calls(),
                      nullptr,
                      nullptr,
                      direct_calls_};
  if (follower_ != nullptr) {
    layout.reach = &*reach_;
    layout.turn = &turn_;
  }
  native_ = translate_natively(layout);
  native_after_ = kNever;
  interpreted_ = kLeastInterpreted;
  if (native_ == nullptr) return;
  for (const bool is_local : native_->local_slots())
    kept_.push_back(is_local ? Label{0} : Label{255});
}

// Nothing: the interpreter is to go on.
std::optional<Stop> ScalarMachine::run_natively(uint64_t& budget) {
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
  state.reads = other_.reads();
  state.writes = other_.writes();
  if (follower_ != nullptr) {
    state.labels = follower_->labels();
    state.frame_labels = state.labels + (state.frames - state.memory);
  }
  const uint32_t stop = native_->run(state);
  stopped_at_ = state.now;
  at_ = state.next;
  note_steps(most - state.left, budget);
  native_steps_ += static_cast<uint64_t>(most - state.left);
  if (stop == NativeCode::kInterpret) return std::nullopt;
  return static_cast<Stop>(stop);
}

NativeCalls ScalarMachine::native_calls() {
  NativeCalls calls;
  calls.enter = [](ScalarMachine& machine, uint32_t subroutine, uint32_t next) {
    machine.number_ = subroutine;
    return machine.enter(subroutine, next);
  };
  calls.leave = [](ScalarMachine& machine) { return machine.leave(); };
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
  calls.overwrite = [](ScalarMachine& machine, uint64_t address, uint32_t bytes) {
    Label* const labels = machine.follower_->labels() + (address - Memory::first_address());
    if (machine.follower_->forbids(first_label(labels, bytes))) return false;
    std::memset(labels, 0, bytes);
    return true;
  };
  calls.execute = [](ScalarMachine& machine, uint32_t index) {
    const std::optional<Stop> stop = machine.execute_rare(machine.code_.instrs[index]);
    return stop ? 1 + static_cast<uint32_t>(*stop) : uint32_t{0};
  };
  return calls;
}

}  // namespace warplens::host
