// Pointers to functions: what a function's name is as a value, and calls through a pointer.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/checker.hpp"
#include "sim/lang/check/phrases.hpp"

namespace warplens::lang {
namespace {

bool is_member(const FunctionDeclaration& function) {
  return function.record != nullptr && !function.is_static;
}

bool takes(const FunctionDeclaration& function, const Signature& signature) {
  if (signature.is_member) {
    const Type* object = signature.parameters.front().type->element;
    if (function.is_const != object->is_const || !is_member(function)) return false;
  }
  return std::equal(function.parameters.begin(), function.parameters.end(),
                    signature.parameters.begin() + (signature.is_member ? 1 : 0),
                    signature.parameters.end(),
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
  signature.is_member = is_member(function) && !declarations().is_closure(function.record);
  if (signature.is_member) {
    const Type* object = types().record(function.record, function.is_const);
    signature.parameters.push_back({types().pointer_to(object)});
  }
  for (const FunctionParameter& parameter : function.parameters) {
    signature.parameters.push_back({parameter.is_reference ? parameter.type : plain(parameter.type),
                                    parameter.is_reference, parameter.takes_temporaries});
  }
  return types().function(std::move(signature));
}

// The function of the set that a pointer of that type points to; with a null type the only one.
// A member function is meant where its address is taken by its class's name.
const FunctionDeclaration* Checker::pointed(const VariableRef& name, const Type* type,
                                            bool takes_members) {
  const FunctionDeclaration* found = nullptr;
  std::vector<const FunctionDeclaration*> functions = declarations().find_functions(name.name);
  // CUDA's own have no address: what host code points to is a function that calls one.
  if (declarations().is_host() && !functions.empty() && functions.front()->builtin != nullptr) {
    const std::string last = name.name.substr(name.name.rfind(':') + 1);
    const auto callers = declarations().find_functions("::warplens_at_" + last);
    if (type == nullptr && !callers.empty()) return callers.front();  // of doubles
    functions.insert(functions.end(), callers.begin(), callers.end());
  }
  for (const FunctionDeclaration* function : functions) {
    const bool is_other = is_member(*function) && !takes_members;
    const bool is_kernel_in_kernel = function->is_kernel && !declarations().is_host();
    if (function->builtin != nullptr || is_other || is_kernel_in_kernel) continue;
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
  const bool is_address = meant->kind == ExprKind::kAddressOf;
  if (is_address) meant = as<AddressOf>(*meant).operand.get();
  if (meant->kind != ExprKind::kVariable) return nullptr;
  const auto& name = as<VariableRef>(*meant);
  if (find_variable(name.name) != nullptr) return nullptr;
  const bool is_qualified = name.name.find("::") != std::string::npos;
  const FunctionDeclaration* function = pointed(name, type, is_address && is_qualified);
  return function != nullptr ? address_of_function(unchecked, *function) : nullptr;
}

std::optional<uint64_t> Checker::function_address(const std::string& name, const Type* type,
                                                  Span span) {
  VariableRef named;
  named.name = name;
  named.span = span;
  const ExprPtr pointer = function_pointer(named, type);
  return pointer ? std::optional(as<Literal>(*pointer).bits) : std::nullopt;
}

ExprPtr Checker::address_of_function(const Expr& origin, const FunctionDeclaration& function) {
  const uint64_t address = declarations().use_address(function, origin.span);
  if (address == 0) return nullptr;
  auto pointer = make_at<Literal>(origin, types().pointer_to(function_type(function)));
  pointer->bits = address;
  return pointer;
}

ExprPtr Checker::member_address(const Record& record, std::string_view field) {
  if (const Field* found = record.find(field); found != nullptr && !found->is_reference) {
    auto literal = std::make_unique<Literal>();
    literal->type = types().pointer_to(types().member(&record, found->type));
    literal->bits = found->offset + 1;
    return literal;
  }
  for (const Field& base : record.fields) {
    if (!base.is_base) continue;
    if (ExprPtr address = member_address(*base.type->record, field)) return address;
  }
  return nullptr;
}

// A known pointer to a base's member as one to the derived class's; null if it is none.
ExprPtr Checker::member_of_derived(const Expr& pointer, const Type* type) {
  const Type* from = pointer.type->element;
  const auto distance = offset_of_base(*type->element->record, *from->record);
  if (pointer.kind != ExprKind::kLiteral || !distance || from->element != type->element->element)
    return nullptr;
  auto moved = make_at<Literal>(pointer, type);
  const uint64_t bits = as<Literal>(pointer).bits;
  moved->bits = bits == 0 ? 0 : bits + *distance;
  return moved;
}

// The object whose member it is: the checked left side, or what that points to.
ExprPtr Checker::pointed_object(const Call& node, ExprPtr left) {
  if (!node.is_arrow || !left) return left;
  ExprPtr object = to_operand(std::move(left));
  if (!object) return nullptr;
  if (!object->type->is_pointer()) {
    reporter_.error(node.span,
                    say("'{type}' is no pointer to an object", "type"_a = name_of(object->type)),
                    say("write object.*member"));
    return nullptr;
  }
  auto place = make_at<Dereference>(node, object->type->element);
  place->pointer = std::move(object);
  place->is_lvalue = true;
  return place;
}

// `object.*pointer`, which is not called.
ExprPtr Checker::check_pointed_member(ExprPtr expr) {
  auto& node = as<Call>(*expr);
  ExprPtr left = check(std::move(node.arguments[0]));
  ExprPtr right = check(std::move(node.arguments[1]));
  if (!left || !right) return nullptr;
  if (node.is_arrow) {
    if (auto made = overloaded(*expr, "operator->*", left, right)) return std::move(*made);
  }
  ExprPtr object = pointed_object(node, std::move(left));
  ExprPtr pointer = to_value(std::move(right));
  if (!object || !pointer) return nullptr;
  if (is_data_member_pointer(pointer->type))
    return pointed_data(*expr, std::move(object), std::move(pointer));
  const bool is_function = is_member_function_pointer(pointer->type);
  reporter_.error(
      expr->span,
      is_function ? say("a member function is only called: its address is no value")
                  : say("'{type}' does not point to a member", "type"_a = name_of(pointer->type)),
      is_function ? say("write (object.*function)(arguments)") : "");
  return nullptr;
}

// The member as a place: behind the object's address, as far as the pointer says.
ExprPtr Checker::pointed_data(const Expr& origin, ExprPtr object, ExprPtr pointer) {
  const Type* member = pointer->type->element;
  const Type* owner = types().record(member->record);
  if (object->type->is_record() && is_base_of(owner, object->type))
    object = base_of(std::move(object), owner);
  if (object && !object->is_lvalue) object = materialize(std::move(object));
  if (!object) return nullptr;
  if (plain(object->type) != owner) {
    reporter_.error(origin.span, say("'{type}' is no '{owner}'", "type"_a = name_of(object->type),
                                     "owner"_a = member->record->name));
    return nullptr;
  }
  const Type* type = types().with_qualifiers_of(member->element, object->type);
  const Type* bytes = types().pointer_to(scalar(base::Scalar::kChar));
  auto one = make_at<Literal>(origin, scalar(base::Scalar::kLong));
  one->bits = 1;
  auto distance = make_at<Binary>(origin, scalar(base::Scalar::kLong));
  distance->op = BinaryOp::kSubtract;
  distance->left = cast(std::move(pointer), distance->type);
  distance->right = std::move(one);
  auto moved = make_at<Binary>(origin, bytes);
  moved->op = BinaryOp::kAdd;
  moved->left = cast(address_of(std::move(object)), bytes);
  moved->right = std::move(distance);
  auto place = make_at<Dereference>(origin, type);
  place->pointer = cast(std::move(moved), types().pointer_to(type));
  place->is_lvalue = true;
  return place;
}

// `(object.*pointer)(arguments)`
ExprPtr Checker::call_pointed_member(ExprPtr expr) {
  auto& call = as<Call>(*expr);
  auto& node = as<Call>(*call.object);
  ExprPtr object = pointed_object(node, check(std::move(node.arguments[0])));
  ExprPtr pointer = value(std::move(node.arguments[1]));
  if (!check_arguments(call) || !object || !pointer) return nullptr;
  if (is_data_member_pointer(pointer->type)) {  // of a function object, or a pointer
    ExprPtr callee = pointed_data(*expr, std::move(object), std::move(pointer));
    if (!callee) return nullptr;
    return is_function_pointer(callee->type) ? call_pointer(std::move(expr), std::move(callee))
                                             : call_object(std::move(expr), std::move(callee));
  }
  if (!is_member_function_pointer(pointer->type)) {
    reporter_.error(node.span,
                    say("'{type}' does not point to a member", "type"_a = name_of(pointer->type)));
    return nullptr;
  }
  const Type* taken = pointer->type->element->signature->parameters.front().type;
  if (is_base_of(taken->element, object->type)) object = base_of(std::move(object), taken->element);
  if (object && !object->is_lvalue) object = materialize(std::move(object));
  if (!object) return nullptr;
  call.is_first_before_others = true;
  call.arguments.insert(call.arguments.begin(), address_of(std::move(object)));
  return call.arguments.front() ? call_pointer(std::move(expr), std::move(pointer)) : nullptr;
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
