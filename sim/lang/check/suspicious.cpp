#include "sim/lang/check/suspicious.hpp"

#include <string>

#include "sim/base/say.hpp"
#include "sim/lang/tree/walk.hpp"

namespace warplens::lang {
namespace {

// Whether executing it can change something, or a cast to void says that it need not.
bool does_something(const Expr& expr) {
  return any_part(expr, [](const Expr& part) {
    return part.kind == ExprKind::kAssign || part.kind == ExprKind::kIncrement ||
           part.kind == ExprKind::kCall || part.kind == ExprKind::kPrint ||
           part.kind == ExprKind::kAssert || part.kind == ExprKind::kLaunch ||
           (part.kind == ExprKind::kCast && part.type->is_void());
  });
}

const Expr& without_casts(const Expr& expr) {
  const Expr* inner = &expr;
  for (;;) {
    if (inner->kind == ExprKind::kCast && as<Cast>(*inner).is_implicit)
      inner = as<Cast>(*inner).operand.get();
    else if (inner->kind == ExprKind::kLoad)
      inner = as<Load>(*inner).operand.get();
    else
      return *inner;
  }
}

}  // namespace

void warn_without_effect(const Expr& discarded, Reporter& reporter) {
  if (discarded.kind == ExprKind::kDereference) {
    const Expr& pointer = without_casts(*as<Dereference>(discarded).pointer);
    if (pointer.kind == ExprKind::kIncrement) {  // *x++;
      const auto& step = as<Increment>(pointer);
      const std::string name = step.operand->kind == ExprKind::kVariable
                                   ? as<VariableRef>(*step.operand).name
                                   : "pointer";
      return reporter.warning(
          discarded.span, say("this moves the pointer, and changes nothing in memory"),
          step.is_decrement ? say("write (*{name})-- to change what it points to, or "
                                  "atomicAdd({name}, -1) if several threads do",
                                  "name"_a = name)
                            : say("write (*{name})++ to change what it points to, or "
                                  "atomicAdd({name}, 1) if several threads do",
                                  "name"_a = name));
    }
  }
  if (does_something(discarded)) return;
  const bool compares =
      discarded.kind == ExprKind::kBinary && as<Binary>(discarded).op == BinaryOp::kEqual;
  if (compares) {
    reporter.warning(discarded.span, say("this only compares, and nothing uses the result"),
                     say("write = to assign"));
  } else if (discarded.kind == ExprKind::kIndex || discarded.kind == ExprKind::kDereference) {
    reporter.warning(discarded.span, say("this names a place in memory, and stores nothing there"),
                     discarded.type->is_array()
                         ? say("write [index] = VALUE after it: it is a whole row")
                         : say("write = VALUE after it"));
  } else {
    reporter.warning(discarded.span, say("this statement does nothing, and accesses no memory"),
                     say("use its value, or remove it"));
  }
}

void warn_step_without_effect(const Expr& step, Reporter& reporter) {
  if (does_something(step)) return;
  reporter.warning(step.span, say("the loop's step changes nothing"), say("write i += 1 or ++i"));
}

void warn_assignment_as_condition(const Expr& condition, Reporter& reporter) {
  const Expr& inner = without_casts(condition);
  if (inner.kind != ExprKind::kAssign || as<Assign>(inner).is_compound) return;
  reporter.warning(condition.span, say("this condition assigns, it does not compare"),
                   say("write == to compare, or a second pair of parentheses if it is meant"));
}

}  // namespace warplens::lang
