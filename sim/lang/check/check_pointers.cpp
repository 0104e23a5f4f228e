// Pointers to functions: what a function's name is as a value, and calls through a pointer.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/checker.hpp"
#include "sim/lang/check/phrases.hpp"

namespace warplens::lang {
namespace {

bool takes(const FunctionDeclaration& function, const Signature& signature) {
  return std::equal(function.parameters.begin(), function.parameters.end(),
                    signature.parameters.begin(), signature.parameters.end(),
                    [](const FunctionParameter& a, const SignatureParameter& b) {
                      return a.type == b.type && a.is_reference == b.is_reference;
                    });
}

}  // namespace

const Type* Checker::function_type(const FunctionDeclaration& function) {
  Signature signature;
  signature.result = function.return_type != nullptr ? function.return_type : types().void_type();
  signature.returns_reference = function.returns_reference;
  signature.is_variadic = function.is_variadic;
  for (const FunctionParameter& parameter : function.parameters) {
    signature.parameters.push_back({parameter.is_reference ? parameter.type : plain(parameter.type),
                                    parameter.is_reference, parameter.takes_temporaries});
  }
  return types().function(std::move(signature));
}

// The function of the set that a pointer of that type points to; with a null type the only one.
const FunctionDeclaration* Checker::pointed(const VariableRef& name, const Type* type) {
  const FunctionDeclaration* found = nullptr;
  for (const FunctionDeclaration* function : declarations().find_functions(name.name)) {
    const bool is_member = function->record != nullptr && !function->is_static;
    const bool is_kernel_in_kernel = function->is_kernel && !declarations().is_host();
    if (function->builtin != nullptr || is_member || is_kernel_in_kernel) continue;
    if (function->is_template) {
      std::vector<GivenArgument> given;
      if (type != nullptr) given = given_by(*type->element->signature);
      function = declarations().instantiate(*function, name.template_arguments, given, nullptr);
      if (function == nullptr) continue;
    } else if (name.has_template_arguments) {
      continue;
    }
    if (type != nullptr && !takes(*function, *type->element->signature)) continue;
    if (found != nullptr) return nullptr;
    found = function;
  }
  return found;
}

std::vector<GivenArgument> Checker::given_by(const Signature& signature) {
  std::vector<GivenArgument> given;
  for (const SignatureParameter& parameter : signature.parameters) {
    GivenArgument one;
    one.type = parameter.type;
    given.push_back(one);
  }
  return given;
}

// A pointer to the function that the name means, `&name` too; null, without an error, if it means
// none, or several of which the type chooses none.
ExprPtr Checker::function_pointer(const Expr& unchecked, const Type* type) {
  const Expr* meant = &unchecked;
  if (meant->kind == ExprKind::kAddressOf) meant = as<AddressOf>(*meant).operand.get();
  if (meant->kind != ExprKind::kVariable) return nullptr;
  const auto& name = as<VariableRef>(*meant);
  if (find_variable(name.name) != nullptr) return nullptr;
  const FunctionDeclaration* function = pointed(name, type);
  return function != nullptr ? address_of_function(unchecked, *function) : nullptr;
}

ExprPtr Checker::address_of_function(const Expr& origin, const FunctionDeclaration& function) {
  const uint64_t address = declarations().use_address(function, origin.span);
  if (address == 0) return nullptr;
  auto pointer = make_at<Literal>(origin, types().pointer_to(function_type(function)));
  pointer->bits = address;
  return pointer;
}

// A lambda without captures converts to a pointer to its function.
const FunctionDeclaration* Checker::lambda_function(const Type* closure, const Type* pointer) {
  if (!closure->is_record() || !declarations().is_closure(closure->record) ||
      !closure->record->fields.empty() || !is_function_pointer(pointer))
    return nullptr;
  const Signature& signature = *pointer->element->signature;
  for (const FunctionDeclaration* function :
       declarations().members(*closure->record, "operator()")) {
    if (function->is_template)
      function = declarations().instantiate(*function, {}, given_by(signature), nullptr);
    if (function != nullptr && takes(*function, signature)) return function;
  }
  return nullptr;
}

bool Checker::take_pointer_arguments(Call& call, const Signature& signature, ExprPtr pointer) {
  const size_t count = signature.parameters.size();
  std::vector<ExprPtr> given = std::exchange(call.arguments, {});
  const bool is_right = signature.is_variadic ? given.size() >= count : given.size() == count;
  if (!is_right) {
    reporter_.error(call.span,
                    wrong_argument_count(name_of(pointer->type), count, count, given.size()));
    return false;
  }
  call.arguments.push_back(std::move(pointer));
  for (size_t i = 0; i < count; ++i) {
    const SignatureParameter& parameter = signature.parameters[i];
    const bool is_list = given[i]->kind == ExprKind::kConstruct && given[i]->type == nullptr;
    ExprPtr argument;
    if (parameter.is_reference && is_list)
      argument = bind_reference(std::move(given[i]), parameter.type, parameter.takes_temporaries);
    else if (parameter.is_reference)
      argument = bind(std::move(given[i]), parameter.type, parameter.takes_temporaries);
    else if (is_list)
      argument = initialize(std::move(given[i]), parameter.type, call.span);
    else
      argument = initialize_checked(std::move(given[i]), parameter.type);
    if (!argument) return false;
    call.arguments.push_back(std::move(argument));
  }
  return true;
}

// A call through a pointer, whose arguments are checked. One with a known value is a call of the
// function that it points to.
ExprPtr Checker::call_pointer(ExprPtr expr, ExprPtr pointer) {
  pointer = to_value(std::move(pointer));
  if (!pointer) return nullptr;
  auto& call = as<Call>(*expr);
  call.object = nullptr;
  if (pointer->kind == ExprKind::kLiteral) {
    const auto* known = declarations().function_at(as<Literal>(*pointer).bits);
    if (known != nullptr && known->record == nullptr)
      return make_call(std::move(expr), *known, nullptr);
  }
  const Type* function = pointer->type->element;
  const Signature& signature = *function->signature;
  if (!take_pointer_arguments(call, signature, std::move(pointer))) return nullptr;
  call.function = declarations().use_pointer(function);
  call.name = "operator()";
  call.type =
      signature.returns_reference ? types().pointer_to(signature.result) : plain(signature.result);
  if (!signature.returns_reference) return expr;
  auto place = make_at<Dereference>(*expr, signature.result);
  place->is_lvalue = true;
  place->is_implicit = true;
  place->pointer = std::move(expr);
  return place;
}

}  // namespace warplens::lang
