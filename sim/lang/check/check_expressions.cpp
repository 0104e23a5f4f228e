// Names, unary operators, memory operands, casts and ?:.
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/checker.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {

using base::Scalar;

ExprPtr Checker::check(ExprPtr expr) {
  constexpr uint64_t kStepsANode = 20;
  constexpr uint64_t kBytesANode = 2 * sizeof(Cast);  // with the conversions around it
  if (!expr) return nullptr;
  const base::Budget::Level level(budget_);
  budget_.charge(kStepsANode);
  budget_.keep(kBytesANode);
  switch (expr->kind) {
    case ExprKind::kLiteral:
      return expr;  // the parser gave it its type
    case ExprKind::kBuiltin: {
      const bool is_warp_size = as<BuiltinRef>(*expr).builtin == Builtin::kWarpSize;
      expr->type = scalar(is_warp_size ? Scalar::kInt : Scalar::kUInt);
      return expr;
    }
    case ExprKind::kVariable:
      return check_variable(std::move(expr));
    case ExprKind::kUnary:
      return check_unary(std::move(expr));
    case ExprKind::kIncrement:
      return check_increment(std::move(expr));
    case ExprKind::kBinary:
      return check_binary(std::move(expr));
    case ExprKind::kLogical:
      return check_logical(std::move(expr));
    case ExprKind::kAssign:
      return check_assign(std::move(expr));
    case ExprKind::kConditional:
      return check_conditional(std::move(expr), false);
    case ExprKind::kIndex:
      return check_index(std::move(expr));
    case ExprKind::kDereference:
      return check_dereference(std::move(expr));
    case ExprKind::kAddressOf:
      return check_address_of(std::move(expr));
    case ExprKind::kCast:
      return check_cast(std::move(expr));
    case ExprKind::kCall:
      return check_call(std::move(expr));
    case ExprKind::kMember:
      return check_member(std::move(expr));
    case ExprKind::kConstruct:
      return check_construct(std::move(expr));
    case ExprKind::kPrint:
      return check_print(std::move(expr));
    case ExprKind::kAssert:
      return check_assert(std::move(expr));
    case ExprKind::kString:
      return check_string(std::move(expr));
    case ExprKind::kLaunch:
      return check_launch(std::move(expr));
    case ExprKind::kMaterialize:
    case ExprKind::kLoad:
      break;  // only made here, never parsed
  }
  return expr;
}

// The function's own names, then its record's fields, then the file's.
ExprPtr Checker::check_variable(ExprPtr expr) {
  const std::string name = as<VariableRef>(*expr).name;
  const bool is_captured =
      name == "this" && declarations().is_closure(declarations().current_record());
  if (is_captured && declarations().current_record()->find(kCopiedThis) != nullptr)
    return address_of(implicit_member(*expr, std::string(kCopiedThis)));
  Variable* variable = is_captured ? nullptr : find_local(name);
  if (variable == nullptr) {
    if (ExprPtr member = implicit_member(*expr, name)) return member;
    variable = declarations().find_variable(name);
  }
  if (variable != nullptr) return use_variable(std::move(expr), *variable);
  if (name == "warpSize") {
    auto builtin = make_at<BuiltinRef>(*expr, scalar(Scalar::kInt));
    builtin->builtin = Builtin::kWarpSize;
    return builtin;
  }
  if (const auto triple = builtin_triple(name)) return whole_builtin(*expr, *triple);
  const std::vector<const FunctionDeclaration*> functions = declarations().find_functions(name);
  if (ExprPtr pointer = function_pointer(*expr, nullptr)) return pointer;
  if (!functions.empty() && functions.back()->builtin == nullptr) {
    reporter_.unsupported(expr->span,
                          functions.size() > 1
                              ? say("'{name}' names more than one function", "name"_a = name)
                              : say("'{name}' is a function", "name"_a = name),
                          functions.size() > 1 ? say("cast it to the type of the one that is meant")
                                               : say("call it: {name}(...)", "name"_a = name));
    return nullptr;
  }
  report_unknown_name(name, expr->span);
  return nullptr;
}

ExprPtr Checker::check_unary(ExprPtr expr) {
  auto& unary = as<Unary>(*expr);
  unary.operand = check(std::move(unary.operand));
  if (!unary.operand) return nullptr;
  const char* const symbol = unary.op == UnaryOp::kNot      ? "!"
                             : unary.op == UnaryOp::kBitNot ? "~"
                             : unary.op == UnaryOp::kNegate ? "-"
                                                            : "+";
  if (auto made = overloaded(*expr, std::string("operator") + symbol, unary.operand))
    return std::move(*made);
  const bool is_not = unary.op == UnaryOp::kNot;
  unary.operand =
      is_not ? to_value(std::move(unary.operand)) : to_operand(std::move(unary.operand));
  if (!unary.operand) return nullptr;
  if (is_not) {
    unary.operand = to_bool(std::move(unary.operand));
    unary.type = scalar(Scalar::kBool);
    return unary.operand ? std::move(expr) : nullptr;
  }
  const Type* type = unary.operand->type;
  if (unary.op == UnaryOp::kPlus && type->is_pointer()) {
    unary.type = type;
    return expr;
  }
  const bool is_integer = type->is_scalar() && base::is_integer(type->scalar);
  if (!type->is_scalar() || (unary.op == UnaryOp::kBitNot && !is_integer)) {
    reporter_.error(unary.span, say("operator {operator} does not work on '{type}'",
                                    "operator"_a = symbol, "type"_a = name_of(type)));
    return nullptr;
  }
  unary.operand = promote(std::move(unary.operand));
  const Type* result = unary.operand->type;
  unary.type = computed_in(result);
  unary.operand = cast(std::move(unary.operand), unary.type);
  return cast(std::move(expr), result);
}

ExprPtr Checker::check_increment(ExprPtr expr) {
  auto& increment = as<Increment>(*expr);
  if (!require_not_constant(*increment.operand, Writing::kChange)) return nullptr;
  increment.operand = check(std::move(increment.operand));
  if (!increment.operand) return nullptr;
  std::vector<ExprPtr> operands;
  operands.push_back(std::move(increment.operand));
  if (!increment.is_prefix)
    operands.push_back(make_literal(*expr, Constant{Scalar::kInt, 0, 0}));  // which marks it
  if (auto made = overloaded(*expr, increment.is_decrement ? "operator--" : "operator++", operands))
    return std::move(*made);
  increment.operand = std::move(operands.front());
  if (!require_modifiable(*increment.operand, Writing::kChange)) return nullptr;
  const Type* type = increment.operand->type;
  const bool is_bool = type->is_scalar() && type->scalar == Scalar::kBool;
  if (is_bool || type->is_void() || (type->is_pointer() && type->element->is_void())) {
    reporter_.error(increment.span,
                    say("'{type}' cannot be counted up or down", "type"_a = name_of(type)),
                    is_bool ? say("write flag = true") : "");
    return nullptr;
  }
  increment.operand = to_place(std::move(increment.operand));
  increment.type = increment.is_prefix ? type : plain(type);
  increment.is_lvalue = increment.is_prefix;
  return expr;
}

// The side of ?: that throws is of the other side's kind and type: a place that nothing reaches.
void Checker::give_value_to_throw(ExprPtr& side, const Expr& other) {
  if (side->kind != ExprKind::kCall || as<Call>(*side).name != kThrowsValue) return;
  auto pointer = make_at<Literal>(*side, types().pointer_to(other.type));
  auto place = make_at<Dereference>(*side, other.type);
  place->pointer = std::move(pointer);
  place->is_lvalue = true;
  auto both = make_at<Binary>(*side, other.type);
  both->op = BinaryOp::kComma;
  both->left = std::move(side);
  both->right = std::move(place);
  both->is_lvalue = true;
  side = std::move(both);
}

ExprPtr Checker::check_conditional(ExprPtr expr, bool is_discarded) {
  auto& node = as<Conditional>(*expr);
  node.condition = condition(std::move(node.condition));
  if (is_discarded) {
    node.then_value = discarded(std::move(node.then_value));
    node.else_value = discarded(std::move(node.else_value));
    if (!node.condition || !node.then_value || !node.else_value) return nullptr;
    node.type = types().void_type();
    return expr;
  }
  node.then_value = check(std::move(node.then_value));
  node.else_value = check(std::move(node.else_value));
  if (!node.condition || !node.then_value || !node.else_value) return nullptr;
  give_value_to_throw(node.then_value, *node.else_value);
  give_value_to_throw(node.else_value, *node.then_value);
  if (node.then_value->is_lvalue && node.else_value->is_lvalue &&
      node.then_value->type == node.else_value->type) {
    node.type = node.then_value->type;
    node.is_lvalue = true;
    return expr;
  }
  node.then_value = to_value(std::move(node.then_value));
  node.else_value = to_value(std::move(node.else_value));
  const Type* then_type = node.then_value->type;
  const Type* else_type = node.else_value->type;
  if (then_type == else_type) {
    node.type = then_type;
  } else if (then_type->is_scalar() && else_type->is_scalar()) {
    node.type = common_type(then_type, else_type);
  } else if (else_type->is_pointer() && is_null_constant(*node.then_value)) {
    node.type = else_type;
  } else if (then_type->is_pointer() &&
             (is_null_constant(*node.else_value) ||
              (else_type->is_pointer() && pointer_converts(else_type, then_type)))) {
    node.type = then_type;
  } else if (else_type->is_pointer() && then_type->is_pointer() &&
             pointer_converts(then_type, else_type)) {
    node.type = else_type;
  } else {
    reporter_.error(node.span,
                    say("the two sides of ?: have no common type: '{first}' and '{second}'",
                        "first"_a = name_of(then_type), "second"_a = name_of(else_type)));
    return nullptr;
  }
  node.then_value = cast(std::move(node.then_value), node.type);
  node.else_value = cast(std::move(node.else_value), node.type);
  return expr;
}

ExprPtr Checker::check_index(ExprPtr expr) {
  auto& node = as<Index>(*expr);
  node.base = check(std::move(node.base));
  node.index = check(std::move(node.index));
  if (!node.base || !node.index) return nullptr;
  if (node.base->type->is_record()) {
    if (auto made = overloaded(*expr, "operator[]", node.base, node.index)) return std::move(*made);
  }
  node.index = to_value(std::move(node.index));
  if (!node.index) return nullptr;
  if (node.base->type->is_scalar() && node.index->type->is_pointer())
    std::swap(node.base, node.index);  // 2[a]
  const bool is_named_array =
      node.base->type->is_array() && node.base->kind != ExprKind::kConditional;
  if (!is_named_array) node.base = to_value(std::move(node.base));
  if (conversion_operator(*node.base, nullptr) != nullptr)
    node.base = convert_record(std::move(node.base), nullptr);
  if (!node.base) return nullptr;
  const Type* base_type = node.base->type;
  if (!base_type->is_array() && !base_type->is_pointer()) {
    const bool is_element = node.base->kind == ExprKind::kLoad &&
                            as<Load>(*node.base).operand->kind == ExprKind::kIndex;
    reporter_.error(
        node.span, say("'{type}' has no elements to index", "type"_a = name_of(base_type)),
        is_element
            ? say("the array has fewer dimensions than there are indexes; a flat array is indexed "
                  "[row * width + column]")
            : "");
    return nullptr;
  }
  if (base_type->element->is_void()) {
    reporter_.error(node.span, say("void* cannot be indexed"),
                    say("convert it first: ((float*)pointer)[i]"));
    return nullptr;
  }
  if (!node.index->type->is_scalar() || base::is_floating(node.index->type->scalar)) {
    reporter_.error(
        node.index->span,
        say("an index must be an integer, this is {type}", "type"_a = name_of(node.index->type)),
        node.index->type->is_scalar() ? say("write (int)(...) around it") : "");
    return nullptr;
  }
  node.index = promote(std::move(node.index));
  node.type = base_type->element;
  node.is_lvalue = true;
  return expr;
}

ExprPtr Checker::check_dereference(ExprPtr expr) {
  auto& node = as<Dereference>(*expr);
  node.pointer = check(std::move(node.pointer));
  if (!node.pointer) return nullptr;
  if (auto made = overloaded(*expr, "operator*", node.pointer)) return std::move(*made);
  node.pointer = to_value(std::move(node.pointer));
  if (!node.pointer) return nullptr;
  const Type* type = node.pointer->type;
  if (is_function_pointer(type)) return std::move(node.pointer);  // as good as the function itself
  if (!type->is_pointer() || type->element->is_void() || type->element->is_member()) {
    reporter_.error(
        node.span,
        say("'{type}' does not point to anything that * could read", "type"_a = name_of(type)),
        type->is_pointer() && type->element->is_void() ? say("convert it first: *(float*)pointer")
                                                       : "");
    return nullptr;
  }
  node.type = type->element;
  node.is_lvalue = true;
  return expr;
}

ExprPtr Checker::check_address_of(ExprPtr expr) {
  auto& node = as<AddressOf>(*expr);
  const bool is_name = node.operand->kind == ExprKind::kVariable;
  if (is_name) {
    if (ExprPtr function = function_pointer(*expr, nullptr)) return function;
  }
  node.operand = check(std::move(node.operand));
  if (!node.operand) return nullptr;
  const bool is_constant = is_name && !node.operand->is_lvalue &&
                           node.operand->kind == ExprKind::kLiteral &&
                           node.operand->type->is_scalar();
  if (is_constant && declarations().is_host()) {  // its name is the value; here it needs a place
    const Type* type = types().with_const(node.operand->type, true);
    ExprPtr place = materialize(std::move(node.operand));
    if (!place) return nullptr;
    place->type = type;
    return address_of(std::move(place));
  }
  if (node.operand->kind == ExprKind::kLiteral && node.operand->type->is_pointer())
    return std::move(node.operand);  // a function's
  if (!node.operand->is_lvalue) {
    reporter_.error(node.span, say("& needs a variable or an array element, and this is a value"));
    return nullptr;
  }
  const bool is_reference =
      node.operand->kind == ExprKind::kDereference && as<Dereference>(*node.operand).is_implicit;
  if (is_reference || node.operand->kind == ExprKind::kConditional) {
    ExprPtr pointer = address_of(std::move(node.operand));
    pointer->span = expr->span;
    return pointer;
  }
  if (!require_addressable(*node.operand)) return nullptr;
  note_address_taken(*node.operand);
  node.type = types().pointer_to(node.operand->type);
  return expr;
}

ExprPtr Checker::check_cast(ExprPtr expr) {
  auto& node = as<Cast>(*expr);
  if (node.type->is_void()) {
    node.operand = discarded(std::move(node.operand));
    return node.operand ? std::move(expr) : nullptr;
  }
  if (node.type->is_record()) return initialize(std::move(node.operand), node.type, node.span);
  if (is_function_pointer(node.type)) {
    if (ExprPtr function = function_pointer(*node.operand, node.type)) return function;
  }
  node.operand = value(std::move(node.operand));
  if (!node.operand) return nullptr;
  node.type = plain(node.type);
  if (conversion_operator(*node.operand, node.type) != nullptr)
    return convert_value(std::move(node.operand), node.type);
  const Type* to = node.type;
  // In a kernel that is mostly a mistake; host code makes handles and arguments of threads so.
  const Type* number = node.operand->type;
  if (declarations().is_host() && to->is_pointer() && number->is_scalar() &&
      base::is_integer(number->scalar) && base::size_of(number->scalar) < 8 &&
      !is_null_constant(*node.operand)) {
    const bool has_sign = base::is_signed(number->scalar);
    node.operand = cast(std::move(node.operand), scalar(has_sign ? Scalar::kLong : Scalar::kULong));
  }
  const Type* from = node.operand->type;
  const bool is_wide_integer =
      to->is_scalar() && base::is_integer(to->scalar) && base::size_of(to->scalar) == 8;
  const bool is_bool = to->is_scalar() && to->scalar == Scalar::kBool;
  const auto is_wide = [](const Type* type) {
    return type->is_scalar() && base::is_integer(type->scalar) && base::size_of(type->scalar) == 8;
  };
  const bool is_possible =
      (from->is_scalar() && to->is_scalar()) || (from->is_pointer() && to->is_pointer()) ||
      (from->is_pointer() && (is_wide_integer || is_bool)) || (to->is_pointer() && is_wide(from)) ||
      (to->is_pointer() && is_null_constant(*node.operand));
  const bool are_pointers = from->is_pointer() && to->is_pointer();
  if (are_pointers &&
      (is_base_of(to->element, from->element) || is_base_of(from->element, to->element))) {
    ExprPtr moved = cast_pointer(std::move(node.operand), to);
    moved->span = node.span;
    return moved;
  }
  if (is_possible) return expr;
  std::string hint;
  if (from->is_pointer() && to->is_scalar()) {
    hint = base::is_floating(to->scalar)
               ? say("an index is missing")
               : say("an address needs 64 bits: write (unsigned long long)");
  }
  reporter_.error(node.span,
                  say("a cast from '{from}' to '{to}' is not supported", "from"_a = name_of(from),
                      "to"_a = name_of(to)),
                  hint);
  return nullptr;
}

}  // namespace warplens::lang
