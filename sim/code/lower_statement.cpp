// Control flow by masks. The comment at each construct shows what it becomes.
#include <algorithm>

#include "sim/base/say.hpp"
#include "sim/code/lowering.hpp"

namespace warplens::code {

using lang::StmtKind;

void Lowering::statement(const lang::Stmt& stmt) {
  constexpr uint64_t kStepsAStatement = 20;
  const base::Budget::Level level(budget_);
  budget_.work_at(stmt.span);
  budget_.charge(kStepsAStatement);
  if (has_too_many_instructions()) return;  // reported when lowering ends
  const lang::Stmt* const outer = statement_;
  const uint32_t mark = builder_.mark();
  const size_t objects = objects_.size();
  if (stmt.kind != StmtKind::kBlock && !builder_.is_pinned()) statement_ = &stmt;
  builder_.set_span(stmt.span);
  switch (stmt.kind) {
    case StmtKind::kBlock:
      block(lang::as<lang::Block>(stmt));
      break;
    case StmtKind::kDeclaration:
      declaration(lang::as<lang::Declaration>(stmt));
      break;
    case StmtKind::kExpression:
      effect(*lang::as<lang::ExpressionStmt>(stmt).expression);
      break;
    case StmtKind::kIf:
      if_statement(lang::as<lang::If>(stmt));
      break;
    case StmtKind::kFor:
      for_statement(lang::as<lang::For>(stmt));
      break;
    case StmtKind::kWhile:
      while_statement(lang::as<lang::While>(stmt));
      break;
    case StmtKind::kDoWhile:
      do_statement(lang::as<lang::DoWhile>(stmt));
      break;
    case StmtKind::kSwitch:
      switch_statement(lang::as<lang::Switch>(stmt));
      break;
    case StmtKind::kBreak:
      leave_objects(targets_.back().objects);
      builder_.emit(Op::kLeave, targets_.back().left);
      ++escapes_;
      reachable_ = false;
      break;
    case StmtKind::kContinue:
      continue_statement();
      break;
    case StmtKind::kReturn:
      return_statement(lang::as<lang::Return>(stmt));
      break;
    case StmtKind::kGoto:
      goto_statement(lang::as<lang::Goto>(stmt));
      break;
    case StmtKind::kLabel:
    case StmtKind::kEmpty:
      break;
  }
  if (stmt.kind != StmtKind::kDeclaration) end_objects(objects);
  builder_.release_to(mark);
  statement_ = outer;
}

void Lowering::begin_object(const lang::Variable* variable,
                            const std::vector<lang::ExprPtr>& destructors) {
  if (!destructors.empty()) objects_.push_back({variable, &destructors});
}

void Lowering::leave_objects(size_t from, const lang::Variable* moved) {
  for (size_t i = objects_.size(); i-- > from;) {
    if (moved != nullptr && objects_[i].variable == moved) continue;
    const uint32_t mark = builder_.mark();
    const Object object = objects_[i];
    for (const lang::ExprPtr& destructor : *object.destructors) effect(*destructor);
    builder_.release_to(mark);
  }
}

void Lowering::end_objects(size_t from) {
  if (reachable_) leave_objects(from);
  objects_.resize(from);
}

Slot Lowering::condition(const lang::Expr& expr) {
  const size_t objects = objects_.size();
  const Slot slot = value(expr);
  end_objects(objects);
  return slot;
}

void Lowering::continue_statement() {
  for (size_t i = targets_.size(); i-- > 0;) {
    if (!targets_[i].continued) continue;  // a switch
    targets_[i].has_continue = true;
    leave_objects(targets_[i].objects);
    builder_.emit(Op::kLeave, *targets_[i].continued);
    break;
  }
  ++escapes_;
  reachable_ = false;
}

// A mask register that lanes are collected in. Each leaves it empty; but a subroutine
// begins while a call of the same one is under way.
Mask Lowering::collecting_mask() {
  const Mask mask = builder_.mask();
  if (frame_base_) builder_.emit(Op::kMaskClear, mask);
  return mask;
}

// A side of an if, or a loop's body; `boundary` is its end.
void Lowering::branch(const lang::Stmt& stmt, Label boundary) {
  const Label outer = boundary_;
  boundary_ = boundary;
  statement(stmt);
  boundary_ = outer;
}

// After a construct that lanes may have left for good: if no lane is active, jump to where others
// may join.
void Lowering::jump_if_deserted(uint32_t escapes_before) {
  if (escapes_ != escapes_before && reachable_) {
    builder_.emit_jump(Op::kJumpIfNone, 0, 0, boundary_);
  }
}

//   If m c else;  then...;  else: Else m end;  else...;  end: Join m
void Lowering::if_statement(const lang::If& stmt) {
  const uint32_t escapes_before = escapes_;
  const Mask others = builder_.mask();
  const Label side = builder_.label();
  const Slot chosen = condition(*stmt.condition);
  builder_.set_span(stmt.condition->span);
  builder_.emit_jump(Op::kIf, others, chosen, side);
  if (stmt.else_branch != nullptr) builder_.note_two_sided();
  branch(*stmt.then_branch, side);
  const bool then_reaches = reachable_;
  reachable_ = true;
  builder_.place(side);
  builder_.set_span(stmt.condition->span);
  if (stmt.else_branch != nullptr) {
    const Label end = builder_.label();
    builder_.emit_jump(Op::kElse, others, 0, end);
    branch(*stmt.else_branch, end);
    builder_.place(end);
    reachable_ = reachable_ || then_reaches;
  }
  builder_.set_span(stmt.condition->span);
  if (reachable_) builder_.emit(Op::kJoin, others);
  jump_if_deserted(escapes_before);
}

void Lowering::open_loop() {
  const Mask left = collecting_mask(), continued = collecting_mask();
  targets_.push_back({left, continued, false, objects_.size(), std::nullopt});
}

void Lowering::phase_begins(const lang::Loop& loop) {
  if (!loop.holds_barrier || builder_.is_pinned()) return;
  Slot slot = 0, kind = 0;
  const lang::Variable* induction = loop.induction;
  const Home* home = induction == nullptr ? nullptr : home_of(induction);
  if (home != nullptr && home->place == VariableHome::Place::kRegister &&
      induction->type->is_scalar() && base::is_integer(induction->type->scalar)) {
    slot = static_cast<Slot>(home->slot);
    const Rep rep = rep_of(induction->type);
    kind = rep == Rep::kS32 ? 1 : rep == Rep::kU32 ? 2 : 3;
  }
  targets_.back().phase_loop = static_cast<int32_t>(program_->phase_loops.size());
  program_->phase_loops.push_back({loop.span, &loop});
  builder_.set_span(loop.span);
  builder_.emit(Op::kPhase, 0, slot, kind, 0, *targets_.back().phase_loop);
}

// The body up to where `continue` goes: lanes that continued are active again after it.
void Lowering::loop_body(const lang::Loop& loop, Label boundary) {
  phase_begins(loop);
  branch(*loop.body, boundary);
  builder_.place(boundary);
  builder_.set_span(loop.span);
  if (targets_.back().has_continue) builder_.emit(Op::kRejoin, *targets_.back().continued);
  reachable_ = true;
}

// Lanes that left the loop are active again after it; those that returned are not.
void Lowering::close_loop(const lang::Loop& loop, Label end, uint32_t escapes_before) {
  builder_.place(end);
  builder_.set_span(loop.span);
  builder_.emit(Op::kRejoin, targets_.back().left);
  if (targets_.back().phase_loop) {
    builder_.emit(Op::kPhaseEnd, 0, 0, 0, 0, *targets_.back().phase_loop);
  }
  targets_.pop_back();
  reachable_ = true;
  jump_if_deserted(escapes_before);
}

//   init;  test: LoopTest left c end;  body...;  on: Rejoin continued;  step;  JumpIfAny test; end:
//   Rejoin left
void Lowering::for_statement(const lang::For& stmt) {
  if (stmt.init != nullptr) statement(*stmt.init);
  const uint32_t escapes_before = escapes_;
  open_loop();
  const Label test = builder_.label(), on = builder_.label(), end = builder_.label();
  const uint32_t mark = builder_.mark();
  builder_.place(test);
  if (stmt.condition != nullptr) {
    const Slot chosen = condition(*stmt.condition);
    builder_.set_span(stmt.condition->span);
    builder_.emit_jump(Op::kLoopTest, targets_.back().left, chosen, end);
    builder_.release_to(mark);
  }
  loop_body(stmt, on);
  if (stmt.step != nullptr) {
    if (escapes_ != escapes_before) builder_.emit_jump(Op::kJumpIfNone, 0, 0, end);
    const size_t objects = objects_.size();
    effect(*stmt.step);
    end_objects(objects);
    builder_.release_to(mark);
  }
  builder_.emit_jump(Op::kJumpIfAny, 0, 0, test);
  close_loop(stmt, end, escapes_before);
}

void Lowering::while_statement(const lang::While& stmt) {
  const uint32_t escapes_before = escapes_;
  open_loop();
  const Label test = builder_.label(), on = builder_.label(), end = builder_.label();
  const uint32_t mark = builder_.mark();
  builder_.place(test);
  const Slot chosen = condition(*stmt.condition);
  builder_.set_span(stmt.condition->span);
  builder_.emit_jump(Op::kLoopTest, targets_.back().left, chosen, end);
  builder_.release_to(mark);
  loop_body(stmt, on);
  builder_.emit_jump(Op::kJumpIfAny, 0, 0, test);
  close_loop(stmt, end, escapes_before);
}

//   begin: body...;  on: Rejoin continued;  LoopTest left c end;  Jump begin;  end: Rejoin left
void Lowering::do_statement(const lang::DoWhile& stmt) {
  const uint32_t escapes_before = escapes_;
  open_loop();
  const Label begin = builder_.label(), on = builder_.label(), end = builder_.label();
  const uint32_t mark = builder_.mark();
  builder_.place(begin);
  loop_body(stmt, on);
  if (escapes_ != escapes_before) builder_.emit_jump(Op::kJumpIfNone, 0, 0, end);
  const Slot chosen = condition(*stmt.condition);
  builder_.set_span(stmt.condition->span);
  builder_.emit_jump(Op::kLoopTest, targets_.back().left, chosen, end);
  builder_.release_to(mark);
  builder_.emit_jump(Op::kJump, 0, 0, begin);
  close_loop(stmt, end, escapes_before);
}

// The body in order; a label lets its lanes in. Lanes that match none wait for `default`, or for
// the end.
void Lowering::switch_statement(const lang::Switch& stmt) {
  const uint32_t escapes_before = escapes_;
  const lang::Type* type = stmt.condition->type;
  const bool wide = is_wide(type);
  const Slot chosen = callee_ == nullptr ? builder_.lasting(wide) : builder_.temporary(wide);
  builder_.emit(wide ? Op::kCopy64 : Op::kCopy32, chosen, condition(*stmt.condition));
  const Mask entered = builder_.mask(), others = builder_.mask();
  builder_.set_span(stmt.condition->span);
  builder_.emit(Op::kMaskTake, entered);
  builder_.emit(Op::kMaskCopy, others, entered);
  bool has_default = false;
  for (const lang::SwitchLabel& label : stmt.labels) {
    has_default = has_default || label.is_default;
    if (label.is_default) continue;
    const Slot same = operate(lang::BinaryOp::kEqual, type, chosen,
                              builder_.constant(label.value, is_wide(type)));
    builder_.emit(Op::kMaskDrop, others, same);
  }
  targets_.push_back({collecting_mask(), std::nullopt, false, objects_.size(), std::nullopt});
  reachable_ = false;
  Label next = builder_.label();
  auto label = stmt.labels.begin();  // they are in the order of their positions
  for (size_t i = 0; i <= stmt.statements.size(); ++i) {
    for (; label != stmt.labels.end() && label->position == i; ++label)
      switch_label(stmt, *label, chosen, entered, others);
    if (i == stmt.statements.size()) break;
    if (!reachable_) continue;
    builder_.emit_jump(Op::kJumpIfNone, 0, 0, next);  // no lane has this label, or all have left
    branch(*stmt.statements[i], next);
    builder_.place(next);
    next = builder_.label();
  }
  builder_.place(next);
  builder_.set_span(stmt.condition->span);
  builder_.emit(Op::kRejoin, targets_.back().left);
  if (!has_default) builder_.emit(Op::kJoin, others);
  targets_.pop_back();
  reachable_ = true;
  jump_if_deserted(escapes_before);
}

void Lowering::switch_label(const lang::Switch& stmt, const lang::SwitchLabel& label, Slot chosen,
                            Mask entered, Mask others) {
  builder_.set_span(label.span);
  reachable_ = true;
  if (label.is_default) {
    builder_.emit(Op::kJoin, others);
    return;
  }
  const lang::Type* type = stmt.condition->type;
  const Slot same =
      operate(lang::BinaryOp::kEqual, type, chosen, builder_.constant(label.value, is_wide(type)));
  builder_.emit(Op::kMaskEnter, entered, same);
}

}  // namespace warplens::code
