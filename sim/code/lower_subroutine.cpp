// Recursive functions: each is in the program once, as a subroutine. Its registers, masks and
// frame are its own, and the machine saves them for whoever called it; arguments and the result
// travel in registers outside of them, written by the lanes of the call alone.
#include <utility>

#include "sim/code/lowering.hpp"

namespace warplens::code {

Slot Lowering::call_subroutine(const lang::Call& expr) {
  const lang::Type* type = expr.function->return_type;
  const size_t index = subroutine_of(expr);
  const std::vector<Slot> values = argument_values(expr);
  for (size_t i = 0; i < values.size(); ++i) {
    move(subroutine_calls_[index].arguments[i], values[i], expr.arguments[i]->type);
  }
  builder_.set_span(expr.span);
  builder_.emit(Op::kCall, 0, 0, 0, 0, static_cast<int32_t>(index));
  if (type->is_void()) return builder_.constant(0, false);
  return copied(subroutine_calls_[index].result, type);
}

size_t Lowering::subroutine_of(const lang::Call& expr) {
  const lang::Function& function = *expr.function;
  budget_.charge(program_->subroutines.size());
  for (size_t i = 0; i < program_->subroutines.size(); ++i) {
    if (program_->subroutines[i].function == &function) return i;
  }
  Subroutine subroutine;
  subroutine.function = &function;
  subroutine.frame = static_cast<uint32_t>(program_->frames.size());
  program_->frames.push_back({&function, expr.span, builder_.frame(), true});
  program_->subroutines.push_back(subroutine);
  SubroutineCall call;
  for (const lang::ExprPtr& argument : expr.arguments) {
    call.arguments.push_back(builder_.lasting_block(slots_of(argument->type)));
  }
  call.result = builder_.lasting_block(slots_of(function.return_type));
  call.entry = builder_.label();
  subroutine_calls_.push_back(std::move(call));
  return program_->subroutines.size() - 1;
}

void Lowering::lower_subroutine(size_t index) {
  if (!errors_.empty()) return;
  const lang::Function& function = *program_->subroutines[index].function;
  const uint32_t frame = program_->subroutines[index].frame;
  const Mask first_mask = builder_.masks();
  builder_.begin_subroutine();
  builder_.set_frame(frame);
  builder_.set_span(function.span);
  Callee callee;
  callee.function = &function;
  callee.result = subroutine_calls_[index].result;
  callee.is_subroutine = true;
  callee_ = &callee;
  objects_.clear();
  labels_.clear();
  boundary_ = builder_.label();
  reachable_ = true;
  escapes_ = 0;
  local_bytes_ = most_local_bytes_ = 0;
  builder_.place(subroutine_calls_[index].entry);
  frame_base_ = builder_.temporary(false);
  builder_.emit(Op::kFrameBase, *frame_base_);
  callee.returned = collecting_mask();
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    const Home home = give_home(*function.parameters[i], false);
    use_home(home);
    store(place_of(home), subroutine_calls_[index].arguments[i]);
  }
  give_callee_homes(function);
  statement(*function.body);
  builder_.place(boundary_);
  builder_.set_span(
      {function.full_span.end > 0 ? function.full_span.end - 1 : 0, function.full_span.end});
  builder_.emit(Op::kSubReturn);
  callee_ = nullptr;
  Subroutine& made = program_->subroutines[index];
  std::tie(made.first_slot, made.end_slot) = builder_.end_subroutine();
  made.first_mask = first_mask;
  made.end_mask = builder_.masks();
  made.local_bytes = static_cast<uint32_t>(most_local_bytes_);
}

// Frames of calls are one above the other, each as aligned as its variables need.
void Lowering::list_subroutines() {
  constexpr uint32_t kFrameAlignment = 16;
  const auto align = [](uint32_t& bytes) {
    bytes = (bytes + kFrameAlignment - 1) / kFrameAlignment * kFrameAlignment;
  };
  for (size_t i = 0; i < program_->subroutines.size(); ++i) {
    Subroutine& made = program_->subroutines[i];
    made.entry = builder_.final_pc(subroutine_calls_[i].entry);
    made.first_slot = builder_.final_slot(made.first_slot);
    made.end_slot = builder_.final_slot(made.end_slot);
    align(made.local_bytes);
  }
  if (!program_->subroutines.empty()) align(program_->local_bytes);
}

}  // namespace warplens::code
