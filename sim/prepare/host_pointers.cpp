// Which arrays that a host function is given are in the host's memory, by what its code does with
// them.
#include "sim/prepare/guess_roles.hpp"

#include <optional>
#include <string_view>

#include "sim/lang/check/evaluate.hpp"
#include "sim/lang/tree/constant.hpp"
#include "sim/lang/tree/walk.hpp"

namespace warplens::prepare {

namespace {

using lang::as;
using lang::Expr;
using lang::ExprKind;

constexpr int kDeepest = 4;  // calls that a pointer is followed through

bool is_variable(const Expr& expr, const lang::Variable& variable) {
  return lang::named_variable(expr) == &variable;
}

// *pointer, pointer[i], pointer->member
bool is_element(const Expr& place, const lang::Variable& pointer) {
  if (place.kind == ExprKind::kMember) return is_element(*as<lang::Member>(place).object, pointer);
  if (place.kind == ExprKind::kIndex) return is_variable(*as<lang::Index>(place).base, pointer);
  return place.kind == ExprKind::kDereference &&
         is_variable(*as<lang::Dereference>(place).pointer, pointer);
}

// cudaMemcpy(to, from, bytes, kind), and cudaMemcpyAsync.
bool is_host_side(const lang::Call& call, const lang::Variable& pointer) {
  constexpr size_t kTo = 0, kFrom = 1, kKind = 3;
  constexpr uint64_t kHostToDevice = 1, kDeviceToHost = 2;  // cudaMemcpyKind
  const std::string_view name = call.function->name;
  if ((name != "cudaMemcpy" && name != "cudaMemcpyAsync") || call.arguments.size() <= kKind)
    return false;
  const std::optional<lang::Constant> kind = lang::fold(*call.arguments[kKind]);
  if (!kind) return false;
  return (kind->bits == kHostToDevice && is_variable(*call.arguments[kFrom], pointer)) ||
         (kind->bits == kDeviceToHost && is_variable(*call.arguments[kTo], pointer));
}

bool is_used(const lang::Function& function, const lang::Variable& pointer, int depth);

bool is_used_by(const lang::Call& call, const lang::Variable& pointer, int depth) {
  if (call.function == nullptr) return false;
  if (is_host_side(call, pointer)) return true;
  const auto& parameters = call.function->parameters;
  for (size_t i = 0; i < call.arguments.size() && i < parameters.size() && depth < kDeepest; ++i) {
    if (is_variable(*call.arguments[i], pointer) &&
        is_used(*call.function, *parameters[i], depth + 1))
      return true;
  }
  return false;
}

bool is_used(const lang::Function& function, const lang::Variable& pointer, int depth) {
  if (function.body == nullptr) return false;
  bool found = false;
  const auto is_use = [&](const Expr& part) -> bool {
    switch (part.kind) {
      case ExprKind::kLoad:
        return is_element(*as<lang::Load>(part).operand, pointer);
      case ExprKind::kAssign:
        return is_element(*as<lang::Assign>(part).target, pointer);
      case ExprKind::kIncrement:
        return is_element(*as<lang::Increment>(part).operand, pointer);
      case ExprKind::kCall:
        return is_used_by(as<lang::Call>(part), pointer, depth);
      default:
        return false;
    }
  };
  lang::for_each_statement(*function.body, [&](const lang::Stmt& stmt) {
    lang::for_each_expression(stmt,
                              [&](const Expr& expr) { found = found || any_part(expr, is_use); });
  });
  return found;
}

}  // namespace

bool is_used_by_host(const lang::Function& function, const lang::Variable& pointer) {
  return is_used(function, pointer, 0);
}

}  // namespace warplens::prepare
