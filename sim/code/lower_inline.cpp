// Calls of the text's own functions, inlined: the callee's variables are temporaries of the call,
// its `return` moves the value and collects the lanes, which go on together at its end.
#include <utility>

#include "sim/base/assert.hpp"
#include "sim/base/say.hpp"
#include "sim/code/lowering.hpp"

namespace warplens::code {

namespace {

constexpr size_t kDeepestCall = 64;

}  // namespace

Slot Lowering::call_function(const lang::Call& expr) {
  const lang::Function& function = *expr.function;
  if (is_host() && (function.body == nullptr || function.is_device_only)) return call_host(expr);
  if (function.body == nullptr) {
    if (function.errors.empty())
      fail(expr.span,
           say("'{name}' is host code: a kernel cannot call it", "name"_a = function.name),
           say("write __device__ before it"));
    for (const base::Diagnostic& error : function.errors) errors_.push_back(error);
    return temporary(function.return_type, expr.span);
  }
  if (function.is_recursive || (is_host() && !is_worth_inlining(function)))
    return call_subroutine(expr);
  const lang::Type* type = function.return_type;
  const Slot result = type->is_void() ? builder_.constant(0, false) : temporary(type, expr.span);
  if (!may_inline(expr)) return result;
  const uint32_t mark = builder_.mark();
  const uint64_t local_bytes = local_bytes_;

  // The same function may be called by its arguments: its variables are the callee's from here on.
  const bool is_shown = function.is_own && !builder_.is_pinned();
  std::vector<Home> homes;
  std::vector<std::optional<Place>> referred;
  for (const lang::Variable* parameter : function.parameters)
    homes.push_back(give_home(*parameter, false));
  referred.resize(homes.size());
  for (size_t i = 0; i < homes.size(); ++i) {
    // A host compiler evaluates the last one first, or the first one and then the last.
    const size_t from_last =
        expr.is_first_before_others ? (homes.size() - i) % homes.size() : homes.size() - 1 - i;
    const size_t at = is_host() ? from_last : i;
    referred[at] = argument(*expr.arguments[at], homes[at], is_shown);
  }
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    referred_.erase(function.parameters[i]);
    if (referred[i]) referred_.emplace(function.parameters[i], *referred[i]);
  }
  const uint32_t frame = builder_.frame();
  const bool was_pinned = builder_.is_pinned();
  if (!function.is_own) {
    builder_.pin_span(true);
  } else if (!was_pinned) {
    builder_.set_frame(static_cast<uint32_t>(program_->frames.size()));
    program_->frames.push_back({&function, expr.span, frame, false});
  }
  for (const Home& home : homes) use_home(home);
  give_callee_homes(function);
  function_body(expr, result);
  builder_.set_frame(frame);
  builder_.pin_span(was_pinned);
  builder_.set_span(expr.span);
  builder_.release_to(mark);
  local_bytes_ = local_bytes;
  return result;
}

// Evaluates an argument into its parameter's home. What a reference, or `this`, refers to keeps
// its space where that is known: no assignment makes it refer to anything else.
std::optional<Place> Lowering::argument(const lang::Expr& expr, const Home& home, bool is_shown) {
  const lang::Variable& parameter = *home.variable;
  if (parameter.is_reference || parameter.name == "this") {
    const Place place = pointed_to(expr);
    const bool is_known = place.kind == Place::Kind::kShared || place.kind == Place::Kind::kLocal;
    // The register is needed only to show the variable.
    if (!is_known || is_shown) store(place_of(home), pointer_to(place));
    return is_known ? std::optional(place) : std::nullopt;
  }
  const uint32_t mark = builder_.mark();
  store(place_of(home), value(expr));
  builder_.release_to(mark);
  return std::nullopt;
}

bool Lowering::may_inline(const lang::Call& expr) {
  if (!errors_.empty()) return false;
  const std::string& name = expr.function->name;
  if (callee_ != nullptr && callee_->depth >= kDeepestCall) {
    fail(expr.span, say("calls are nested more than 64 deep at '{name}'", "name"_a = name),
         say("call fewer functions from within each other"));
  } else if (has_too_many_instructions() ||
             program_->frames.size() > kMostInstructions) {  // calls of functions that do nothing
    fail(expr.span,
         say("inlining '{name}' makes the kernel larger than 100000 instructions", "name"_a = name),
         say("call it from fewer places, or in a loop"));
  }
  return errors_.empty();
}

// For the variables that are not parameters.
void Lowering::give_callee_homes(const lang::Function& function) {
  list_shared_homes(function);
  for (const auto& variable : function.variables) {
    if (variable->storage != lang::Storage::kLocal) continue;
    bool is_parameter = false;
    budget_.charge(function.parameters.size());
    for (const lang::Variable* parameter : function.parameters) {
      is_parameter = is_parameter || parameter == variable.get();
    }
    if (!is_parameter) use_home(give_home(*variable, false));
  }
}

//   body...;  end: Rejoin returned
void Lowering::function_body(const lang::Call& expr, Slot result) {
  Callee callee;
  callee.function = expr.function;
  callee.result = result;
  callee.depth = callee_ == nullptr ? 1 : callee_->depth + 1;
  callee.objects = objects_.size();
  Callee* const caller = std::exchange(callee_, &callee);
  const Label boundary = std::exchange(boundary_, builder_.label());
  const bool was_reachable = std::exchange(reachable_, true);
  const uint32_t escapes = std::exchange(escapes_, 0);
  const lang::Stmt* const around = statement_;
  std::vector<Target> targets = std::exchange(targets_, {});
  std::vector<GotoLabel> labels = std::exchange(labels_, {});
  const lang::Stmt* const check = std::exchange(check_, nullptr);
  statement(*expr.function->body);
  if (escapes_ != 0) builder_.place(boundary_);
  builder_.set_span(expr.span);
  if (callee.returned) builder_.emit(Op::kRejoin, *callee.returned);
  targets_ = std::move(targets);
  labels_ = std::move(labels);
  check_ = check;
  statement_ = around;
  escapes_ = escapes;
  reachable_ = was_reachable;
  boundary_ = boundary;
  callee_ = caller;
}

void Lowering::return_statement(const lang::Return& stmt) {
  if (callee_ == nullptr) {
    leave_objects(0);
    reachable_ = false;
    builder_.emit(Op::kReturn);
    ++escapes_;
    return;
  }
  const auto& statements = callee_->function->body->statements;
  const bool is_last = !statements.empty() && statements.back().get() == &stmt;
  if (stmt.value != nullptr && stmt.value->type->is_void()) {
    effect(*stmt.value);
  } else if (stmt.value != nullptr) {
    // Lanes that returned before have their values there already; a subroutine's are of all calls.
    const bool is_only = is_last && !callee_->returned && !callee_->is_subroutine;
    if (is_only) {
      value_at(*stmt.value, callee_->result);
    } else {
      move(callee_->result, value(*stmt.value), stmt.value->type);
    }
  }
  leave_objects(callee_->objects, stmt.moved);
  reachable_ = false;
  if (is_last) return;
  if (!callee_->returned) callee_->returned = builder_.mask();
  builder_.set_span(stmt.span);
  builder_.emit(Op::kLeave, *callee_->returned);
  ++escapes_;
}

}  // namespace warplens::code
