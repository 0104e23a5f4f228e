// What only host code has: calls of functions that its runtime provides, launches, variables and
// literals in static memory. Functions are inlined where that is less than a call, else they are in
// the program once, as subroutines.
#include <algorithm>

#include "sim/base/say.hpp"
#include "sim/code/lowering.hpp"
#include "sim/code/pointer.hpp"
#include "sim/lang/tree/walk.hpp"

namespace warplens::code {

using lang::StmtKind;

namespace {

constexpr size_t kMostInlined = 40;  // expressions and statements

bool is_loop(const lang::Stmt& stmt) {
  return stmt.kind == StmtKind::kFor || stmt.kind == StmtKind::kWhile ||
         stmt.kind == StmtKind::kDoWhile || stmt.kind == StmtKind::kSwitch;
}

size_t parts_of(const lang::Expr& expr) {
  size_t parts = 1;
  lang::for_each_part(expr, [&](const lang::Expr& part) { parts += parts_of(part); });
  return parts;
}

}  // namespace

bool Lowering::is_worth_inlining(const lang::Function& function) {
  const auto known = is_inlined_.find(&function);
  if (known != is_inlined_.end()) return known->second;
  size_t parts = 0;
  bool has_loop = false;
  lang::for_each_statement(*function.body, [&](const lang::Stmt& stmt) {
    ++parts;
    has_loop = has_loop || is_loop(stmt);
    lang::for_each_expression(stmt, [&](const lang::Expr& expr) { parts += parts_of(expr); });
  });
  budget_.charge(parts);
  return is_inlined_.emplace(&function, !has_loop && parts <= kMostInlined).first->second;
}

std::vector<HostArgument> Lowering::host_arguments(const lang::Type* type, Slot slot) const {
  std::vector<HostArgument> all;
  uint32_t at = slot;
  for (const lang::Leaf& leaf : lang::leaves_of(type)) {
    all.push_back({leaf.type, at});
    at += slots_of(leaf.type);
  }
  return all;
}

// A host compiler (g++) evaluates the last argument first, and where C++ says so the first before
// all others.
std::vector<Slot> Lowering::argument_values_backwards(const std::vector<lang::ExprPtr>& arguments,
                                                      bool is_first_before_others) {
  std::vector<Slot> slots(arguments.size());
  const size_t known = is_first_before_others && arguments.size() > 1 ? 1 : 0;
  if (known == 1) {
    slots[0] = value(*arguments[0]);
    const bool is_changed =
        std::any_of(arguments.begin() + 1, arguments.end(),
                    [this](const lang::ExprPtr& other) { return writes_variables(*other); });
    if (is_changed) slots[0] = copied(slots[0], arguments[0]->type);
  }
  for (size_t i = arguments.size(); i-- > known;) {
    slots[i] = value(*arguments[i]);
    const bool is_changed =
        std::any_of(arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(i),
                    [this](const lang::ExprPtr& other) { return writes_variables(*other); });
    if (is_changed) slots[i] = copied(slots[i], arguments[i]->type);
  }
  return slots;
}

Slot Lowering::call_host(const lang::Call& expr) {
  HostCallSite site;
  site.span = expr.span;
  site.function = expr.function;
  const std::vector<Slot> slots = argument_values(expr);
  for (size_t i = 0; i < slots.size(); ++i) {
    for (const HostArgument& part : host_arguments(expr.arguments[i]->type, slots[i]))
      site.arguments.push_back(part);
  }
  const lang::Type* type = expr.function->return_type;
  const Slot result = type->is_void() ? builder_.constant(0, false) : temporary(type, expr.span);
  site.result = result;
  builder_.set_span(expr.span);
  builder_.emit(Op::kHostCall, 0, 0, 0, 0, static_cast<int32_t>(program_->host_calls.size()));
  program_->host_calls.push_back(std::move(site));
  return result;
}

// After a call: on to the handlers of the try block around, or out of the function.
void Lowering::check_exception() {
  const lang::Stmt* const check = check_ != nullptr ? check_ : unit_->program->check.get();
  if (check == nullptr) return;
  const uint32_t escapes = escapes_;
  statement(*check);
  jump_if_deserted(escapes);
}

// Its numbers are in registers of the lanes that launch.
void Lowering::launch_from_kernel(const lang::Launch& expr) {
  PrintSite site;
  site.span = expr.span;
  site.launched = expr.kernel;
  const auto add = [&](const lang::Type* type, Slot slot) {
    for (const HostArgument& part : host_arguments(type, slot))
      site.arguments.push_back({part.type, part.slot});
  };
  const std::vector<Slot> slots = argument_values(expr.arguments, false);
  if (expr.stream) value(*expr.stream);
  const auto own = [this](const lang::Expr& part) { return copied(value(part), part.type); };
  const Slot shared = expr.shared ? own(*expr.shared) : builder_.constant(0, false);
  const Slot block = own(*expr.block);
  add(expr.grid->type, own(*expr.grid));
  add(expr.block->type, block);
  const lang::Type* const number = site.arguments.front().type;
  add(expr.shared ? expr.shared->type : number, shared);
  for (size_t i = 0; i < slots.size(); ++i) add(expr.arguments[i]->type, slots[i]);
  builder_.set_span(expr.span);
  builder_.emit(Op::kPrint, 0, 0, 0, 0, static_cast<int32_t>(program_->prints.size()));
  program_->prints.push_back(std::move(site));
}

void Lowering::launch(const lang::Launch& expr) {
  if (!is_host()) return launch_from_kernel(expr);
  LaunchSite site;
  site.span = expr.span;
  site.kernel = expr.kernel;
  const std::vector<Slot> slots = argument_values(expr.arguments, false);
  for (size_t i = 0; i < slots.size(); ++i) {
    const Slot slot = copied(slots[i], expr.arguments[i]->type);
    for (const HostArgument& part : host_arguments(expr.arguments[i]->type, slot))
      site.arguments.push_back(part);
  }
  const auto own = [this](const lang::Expr& part) { return copied(value(part), part.type); };
  if (expr.stream) site.stream = own(*expr.stream);
  if (expr.shared) site.shared = own(*expr.shared);
  site.block = own(*expr.block);
  site.grid = own(*expr.grid);
  builder_.set_span(expr.span);
  builder_.emit(Op::kLaunch, 0, 0, 0, 0, static_cast<int32_t>(program_->launches.size()));
  program_->launches.push_back(std::move(site));
}

// ------------------------------------------------------------------------------- static memory

uint64_t Lowering::add_host_bytes(uint64_t bytes, uint64_t alignment) {
  uint64_t& end = program_->host_static_bytes;
  const uint64_t offset = (end + alignment - 1) / alignment * alignment;
  end = offset + bytes;
  return offset;
}

Place Lowering::host_place_at(uint64_t offset) {
  Place result;
  result.kind = Place::Kind::kPointer;
  result.slot = builder_.constant(kHostPointerBase + kHostStaticOffset + offset, true);
  return result;
}

// Static variables begin at a multiple of 16, so that all are aligned.
Place Lowering::host_place(const lang::Variable& variable) {
  constexpr uint64_t kAlignment = 16;
  const auto [known, is_new] = host_offsets_.emplace(&variable, 0);
  if (is_new) {
    const bool is_array = variable.type->is_array();
    known->second =
        add_host_bytes(lang::size_of(variable.type) + (is_array ? kHostArrayGap : 0),
                       std::max<uint64_t>(kAlignment, lang::alignment_of(variable.type)));
    if (is_array) program_->static_arrays.push_back({&variable, known->second});
    if (!variable.initial.empty()) {
      const size_t end = known->second + variable.initial.size();
      if (program_->host_static.size() < end) program_->host_static.resize(end);
      std::copy(variable.initial.begin(), variable.initial.end(),
                program_->host_static.begin() + static_cast<std::ptrdiff_t>(known->second));
    }
  }
  Place result = host_place_at(known->second);
  result.type = variable.type;
  return result;
}

// The object that the function returns.
Place Lowering::result_place(const lang::Variable& variable) {
  const lang::Variable* pointer = callee_->function->parameters.back();
  Place result;
  if (const auto referred = referred_.find(pointer); referred != referred_.end()) {
    result = referred->second;
    result.lvalue = nullptr;
    result.subscripts.clear();
  } else {
    result.kind = Place::Kind::kPointer;
    result.slot = load(place_of(*home_of(pointer)));
  }
  result.type = variable.type;
  return result;
}

Place Lowering::string_place(const lang::String& string) {
  const auto [known, is_new] = string_offsets_.emplace(string.text, 0);
  if (is_new) {
    known->second = add_host_bytes(string.text.size() + 1, 1);
    program_->host_static.resize(known->second + string.text.size() + 1);
    std::copy(string.text.begin(), string.text.end(),
              program_->host_static.begin() + static_cast<std::ptrdiff_t>(known->second));
  }
  return host_place_at(known->second);
}

Place Lowering::symbol_place(const lang::Variable& variable) {
  std::vector<const lang::Variable*>& symbols = program_->symbols;
  size_t index = 0;
  while (index < symbols.size() && symbols[index] != &variable) ++index;
  if (index == symbols.size()) symbols.push_back(&variable);
  Place result;
  result.kind = Place::Kind::kPointer;
  result.slot = builder_.constant(kSymbolPointerBase + (uint64_t{index} << 32), true);
  result.type = variable.type;
  return result;
}

//   If !guard;  initialise...;  guard := true;  Join
void Lowering::guarded(const lang::Declaration& stmt) {
  const Place guard = host_place(*stmt.guard);
  const Mask others = builder_.mask();
  const Label end = builder_.label();
  const Slot is_first = compute(Op::kIsZeroI32, false, load(guard));
  builder_.emit_jump(Op::kIf, others, is_first, end);
  for (const lang::Declarator& declarator : stmt.declarators) {
    const size_t objects = objects_.size();
    initialise(declarator, host_place(*declarator.variable), stmt.span);
    end_objects(objects);
  }
  store(guard, builder_.constant(1, false));
  builder_.place(end);
  builder_.emit(Op::kJoin, others);
}

void Lowering::finish_host_sites() {
  const auto finish = [this](uint32_t& slot) { slot = builder_.final_slot(slot); };
  for (HostCallSite& site : program_->host_calls) {
    for (HostArgument& argument : site.arguments) finish(argument.slot);
    finish(site.result);
  }
  for (LaunchSite& site : program_->launches) {
    for (HostArgument& argument : site.arguments) finish(argument.slot);
    finish(site.grid);
    finish(site.block);
    if (site.shared) finish(*site.shared);
    if (site.stream) finish(*site.stream);
  }
}

}  // namespace warplens::code
