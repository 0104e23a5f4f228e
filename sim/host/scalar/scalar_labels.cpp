// What the machine does with labels outside of its loop.
#include <cstring>

#include "sim/host/follower.hpp"
#include "sim/host/scalar/scalar_machine.hpp"

namespace warplens::host {

base::Span ScalarMachine::own_place_of(uint32_t index) const {
  uint32_t pc = code_.pcs[index];
  for (size_t depth = native_state_.calls.depth;; --depth) {
    base::Span span = program_->spans[pc];
    const code::Frame* around = &program_->frames[program_->frames_of[pc]];
    while (around->function != nullptr && !around->function->is_own && !around->is_subroutine &&
           around != &program_->frames.front()) {
      span = around->call;
      around = &program_->frames[around->parent];
    }
    if (around->function == nullptr || around->function->is_own || depth == 0) return span;
    pc = code_.pcs[stack_[depth - 1].next - 1];
  }
}

void ScalarMachine::follow(Follower& follower) {
  follower_ = &follower;
  labels_.assign(registers_.size(), 0);
  reach_.emplace(code_, *program_);
}

std::optional<ScalarMachine::Turn> ScalarMachine::last_turn() const {
  if (turn_ == kNoTurn) return std::nullopt;
  return Turn{own_place_of(turn_), reach_->launch_beside(turn_)};
}

std::vector<uint32_t> ScalarMachine::all_registers() const {
  std::vector<uint32_t> all = registers_;
  all.insert(all.end(), saved_.begin(), saved_.end());
  return all;
}

Label ScalarMachine::label_at(uint64_t address, uint64_t bytes) {
  if (memory_.at(address, bytes) == nullptr) return other_.label(address, bytes);
  const Label label = first_label(follower_->labels() + (address - Memory::first_address()), bytes);
  if (label == kBeyond) follower_->accessed(label, address);
  return label == kBeyond ? Label{0} : label;
}

void ScalarMachine::put_label_at(uint64_t address, uint64_t bytes, Label label) {
  if (memory_.at(address, bytes) == nullptr) return other_.put_label(address, bytes, label);
  Label* const at = follower_->labels() + (address - Memory::first_address());
  const Label old = first_label(at, bytes);
  if (follower_->forbids(old)) follower_->accessed(old, address);
  std::memset(at, label, bytes);
}

}  // namespace warplens::host
