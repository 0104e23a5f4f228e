// Conversions of C++: reads of lvalues, decay of arrays, promotions, the usual arithmetic
// conversions.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/checker.hpp"
#include "sim/lang/check/phrases.hpp"

namespace warplens::lang {

using base::Scalar;

ExprPtr Checker::to_value(ExprPtr checked) {
  if (!checked || !checked->is_lvalue) return checked;
  switch (checked->kind) {
    case ExprKind::kAssign:  // their values are what lowering reads, or has, without a Load
    case ExprKind::kIncrement:
      checked->is_lvalue = false;
      return checked;
    case ExprKind::kConditional: {
      auto& node = as<Conditional>(*checked);
      node.then_value = to_value(std::move(node.then_value));
      node.else_value = to_value(std::move(node.else_value));
      node.type = node.then_value->type;
      node.is_lvalue = false;
      return checked;
    }
    case ExprKind::kBinary: {  // a comma
      auto& node = as<Binary>(*checked);
      node.right = to_value(std::move(node.right));
      node.type = node.right->type;
      node.is_lvalue = false;
      return checked;
    }
    default:
      break;
  }
  if (checked->type->is_array()) {
    const Type* first = types().pointer_to(checked->type->element);
    return cast(std::move(checked), first);
  }
  auto load = make_at<Load>(*checked, plain(checked->type));
  load->operand = std::move(checked);
  return load;
}

ExprPtr Checker::cast(ExprPtr checked, const Type* type) {
  if (!checked || checked->type == type) return checked;
  auto node = make_at<Cast>(*checked, type);
  node->is_implicit = true;
  node->operand = std::move(checked);
  return node;
}

ExprPtr Checker::to_bool(ExprPtr checked_value) {
  if (!checked_value) return nullptr;
  if (checked_value->type->is_void()) {
    reporter_.error(checked_value->span, say("a condition needs a value, and this has none"));
    return nullptr;
  }
  if (checked_value->type->is_record())
    return convert_value(std::move(checked_value), scalar(Scalar::kBool));
  return cast(std::move(checked_value), scalar(Scalar::kBool));
}

bool Checker::is_null_constant(const Expr& expr) {
  if (expr.kind != ExprKind::kLiteral) return false;
  if (expr.type->is_pointer()) return as<Literal>(expr).bits == 0;  // nullptr
  return expr.type->is_scalar() && base::is_integer(expr.type->scalar) &&
         as<Literal>(expr).bits == 0;
}

bool Checker::is_string(const Expr& value) {
  return value.kind == ExprKind::kCast && as<Cast>(value).operand->kind == ExprKind::kString;
}

bool Checker::is_const_object(const Type* type) {
  while (type->is_array()) type = type->element;
  return type->is_const;
}

bool Checker::drops_volatile(const Type* from, const Type* to) {
  return array_base(from)->is_volatile && !array_base(to)->is_volatile;
}

// T* to const T* or volatile T*, and any object pointer to void*.
bool Checker::pointer_converts(const Type* from, const Type* to) {
  if (from->element == to->element) return true;
  const bool drops_const = is_const_object(from->element) && !is_const_object(to->element);
  if (drops_const || drops_volatile(from->element, to->element)) return false;
  if (to->element->is_void() || plain(from->element) == plain(to->element) ||
      is_base_of(to->element, from->element))
    return true;
  // T** to const T* const*: what is changed further in needs const all the way out.
  const bool are_pointers = from->element->is_pointer() && to->element->is_pointer();
  return are_pointers && to->element->is_const && pointer_converts(from->element, to->element) &&
         !to->element->element->is_void();
}

// The operator T() of a struct that makes a `to`, or something that converts to it; null: none, or
// several that do so equally well. A null `to` is any pointer. The one that fits the object better
// wins, then the one whose result needs the better conversion ([over.match.conv]).
const FunctionDeclaration* Checker::conversion_operator(const Expr& object, const Type* to) {
  const bool is_read = object.kind == ExprKind::kLoad;  // which loses its const
  const Type* from = is_read ? as<Load>(object).operand->type : object.type;
  if (!from->is_record() || from->record->is_vector) return nullptr;
  const FunctionDeclaration* best = nullptr;
  std::pair<int, int> best_rank;
  bool is_ambiguous = false;
  for (const auto* function : declarations().members(*from->record, "operator")) {
    if (function->return_type == nullptr || (from->is_const && !function->is_const)) continue;
    const Type* made = plain(function->return_type);
    std::pair<int, int> rank(function->is_const == from->is_const ? 0 : 1, 0);
    if (to == nullptr) {
      if (!made->is_pointer()) continue;
    } else if (made != plain(to)) {
      const StandardFit fit = standard_fit(nullptr, made, plain(to));
      const bool is_half = made->is_scalar() && to->is_scalar() && !fit.is_possible();
      if (!fit.is_possible() && !is_half) continue;
      rank.second = is_half ? StandardFit::kConversion : fit.rank;
      rank.second = 2 * rank.second + (fit.adds_qualifier || fit.is_pointer_to_bool ? 2 : 1);
    }
    if (best != nullptr && rank > best_rank) continue;
    is_ambiguous = best != nullptr && rank == best_rank;
    best = function;
    best_rank = rank;
  }
  return is_ambiguous ? nullptr : best;
}

// Whether the object has an operator that makes just that struct.
bool Checker::converts_to(const Expr& object, const Type* type) {
  const FunctionDeclaration* function = conversion_operator(object, type);
  return function != nullptr && plain(function->return_type) == plain(type);
}

// Converts by the struct's conversion operator; null after an error, `checked_value` is consumed.
ExprPtr Checker::convert_record(ExprPtr checked_value, const Type* type) {
  const FunctionDeclaration* chosen = conversion_operator(*checked_value, type);
  ExprPtr object = std::move(checked_value);
  if (object->kind == ExprKind::kLoad) object = std::move(as<Load>(*object).operand);
  if (!require_callable(*chosen, object->span)) return nullptr;
  if (!object->is_lvalue) object = materialize(std::move(object));
  if (!object) return nullptr;
  auto call = make_at<Call>(*object, nullptr);
  call->name = "operator";
  call->name_span = object->span;
  ExprPtr made = to_value(make_call(std::move(call), *chosen, address_of(std::move(object))));
  return type == nullptr ? std::move(made) : convert_value(std::move(made), type);
}

// The value of an operand of one of the language's own operators: an object whose struct has one
// conversion to a number or a pointer is converted by it ([over.built]).
ExprPtr Checker::to_operand(ExprPtr checked) {
  if (!checked || !checked->type->is_record() || checked->type->record->is_vector)
    return to_value(std::move(checked));
  const Type* made = nullptr;
  for (const auto* function : declarations().members(*checked->type->record, "operator")) {
    const Type* type = function->return_type;
    const bool is_possible = type != nullptr && (type->is_scalar() || type->is_pointer()) &&
                             !function->is_explicit && !function->is_template;
    if (!is_possible || plain(type) == made) continue;
    if (made != nullptr) return to_value(std::move(checked));  // which one, nothing says
    made = plain(type);
  }
  if (made == nullptr || conversion_operator(*checked, made) == nullptr)
    return to_value(std::move(checked));
  return convert_record(std::move(checked), made);
}

ExprPtr Checker::convert_value(ExprPtr checked_value, const Type* type) {
  if (!checked_value || checked_value->type == type) return checked_value;
  const Type* from = checked_value->type;
  if (const FunctionDeclaration* function = lambda_function(from, type))
    return address_of_function(*checked_value, *function);
  if (conversion_operator(*checked_value, type) != nullptr)
    return convert_record(std::move(checked_value), type);
  if (from->is_scalar() && type->is_scalar()) return cast(std::move(checked_value), type);
  if (from->is_pointer() && type->is_scalar() && type->scalar == Scalar::kBool) {
    return cast(std::move(checked_value), type);
  }
  if (type->is_pointer() && is_null_constant(*checked_value))
    return cast(std::move(checked_value), type);
  if (type->is_pointer() && from->is_pointer() && pointer_converts(from, type)) {
    return cast_pointer(std::move(checked_value), type);
  }
  if (is_data_member_pointer(type) && is_data_member_pointer(from)) {
    if (ExprPtr moved = member_of_derived(*checked_value, type)) return moved;
  }
  if (type->is_pointer() && from->is_pointer() && is_string(*checked_value) &&
      type->element == plain(from->element))
    return cast(std::move(checked_value), type);  // of C
  std::string hint;
  if (from->is_pointer() && type->is_scalar()) {
    const bool is_array = checked_value->kind == ExprKind::kCast &&
                          as<Cast>(*checked_value).operand->type->is_array();
    hint = from->element->is_array() || is_array
               ? say("an index is missing")
               : say("to read what it points to, write an index: pointer[i]");
  } else if (from->is_pointer() && type->is_pointer()) {
    hint = plain(from->element) == plain(type->element)
               ? say("declare the pointer as {type}", "type"_a = name_of(from))
               : say("if that is meant, write ({type})(...)", "type"_a = name_of(type));
  } else if (from->is_pointer() && plain(from->element) == type) {
    hint = say("write * before it");
  } else if (from->is_record() && from->record->is_vector && type->is_scalar()) {
    const bool is_builtin = checked_value->kind == ExprKind::kConstruct &&
                            !as<Construct>(*checked_value).elements.empty() &&
                            as<Construct>(*checked_value).elements[0]->kind == ExprKind::kBuiltin;
    hint = is_builtin ? name_a_part(unit_.file.slice(checked_value->span))
                      : say("name a component: .x");
  } else if (type->is_pointer() && !from->is_record()) {
    hint = say("an address is written &variable or array + index");
  }
  reporter_.error(
      checked_value->span,
      say("'{from}' does not convert to '{to}'", "from"_a = name_of(from), "to"_a = name_of(type)),
      hint);
  return nullptr;
}

Scalar Checker::promoted(Scalar scalar) const {
  return base::is_integer(scalar) && base::size_of(scalar) < 4 ? Scalar::kInt : scalar;
}

bool Checker::is_bit_field(const Expr& place) {
  return place.kind == ExprKind::kMember && as<Member>(place).field->unit != nullptr;
}

// A bit-field whose values int can hold is an int, whatever its own type.
ExprPtr Checker::promote_bits(ExprPtr checked_value) {
  if (!checked_value || checked_value->kind != ExprKind::kLoad) return checked_value;
  const Expr& place = *as<Load>(*checked_value).operand;
  if (!is_bit_field(place) || checked_value->type->enumeration != nullptr) return checked_value;
  const bool is_signed = base::is_signed(checked_value->type->scalar);
  const bool fits = as<Member>(place).field->bits < (is_signed ? 33 : 32);
  return fits ? cast(std::move(checked_value), scalar(Scalar::kInt)) : std::move(checked_value);
}

ExprPtr Checker::promote(ExprPtr checked_value) {
  checked_value = promote_bits(std::move(checked_value));
  if (!checked_value || !checked_value->type->is_scalar()) return checked_value;
  const Type* type = scalar(promoted(checked_value->type->scalar));
  return cast(std::move(checked_value), type);
}

const Type* Checker::common_type(const Type* a, const Type* b) {
  const Scalar left = promoted(a->scalar);
  const Scalar right = promoted(b->scalar);
  for (const Scalar floating : {Scalar::kDouble, Scalar::kFloat, Scalar::kHalf, Scalar::kBfloat}) {
    if (left == floating || right == floating) return scalar(floating);
  }
  // Integers from int on are listed by rank, the unsigned one of each rank last. The higher one
  // wins, but a wider signed type holds every value of a narrower unsigned one; of two equally wide
  // it is the unsigned one that wins.
  const Scalar high = std::max(left, right);
  const Scalar low = std::min(left, right);
  const bool same_width = base::size_of(high) == base::size_of(low);
  if (same_width && base::is_signed(high) && !base::is_signed(low))
    return scalar(Scalar::kULongLong);
  return scalar(high);
}

ExprPtr Checker::make_literal(const Expr& origin, const Constant& constant) {
  auto literal = make_at<Literal>(origin, scalar(constant.scalar));
  literal->bits = constant.bits;
  literal->real = constant.real;
  return literal;
}

// `target` is unchecked: once checked, the name of a folded constant is lost.
bool Checker::require_not_constant(const Expr& target, Writing writing) {
  if (target.kind != ExprKind::kVariable) return true;
  const std::string& name = as<VariableRef>(target).name;
  const Variable* variable = find_variable(name);
  if (variable == nullptr || variable->storage != Storage::kConstant) return true;
  reporter_.error(target.span, is_const_message(name, writing),
                  say("remove the const of its declaration if it is meant to change"));
  return false;
}

bool Checker::require_modifiable(const Expr& expr, Writing writing) {
  if (!expr.is_lvalue) {
    constexpr Sentence kIsValue[] = {
        sentence("this cannot be changed: it is a value, not a place in memory"),
        sentence("this cannot be assigned to: it is a value, not a place in memory"),
        sentence("this cannot be stored to: it is a value, not a place in memory")};
    reporter_.error(expr.span, say(kIsValue[static_cast<size_t>(writing)]),
                    expr.kind == ExprKind::kLiteral ? say("a constant never changes") : "");
    return false;
  }
  if (expr.type->is_array()) {
    constexpr Sentence kIsArray[] = {sentence("a whole array cannot be changed"),
                                     sentence("a whole array cannot be assigned to"),
                                     sentence("a whole array cannot be stored to")};
    reporter_.error(expr.span, say(kIsArray[static_cast<size_t>(writing)]),
                    expr.kind == ExprKind::kIndex
                        ? say("an index is missing: the array has more dimensions")
                        : say("write to its elements one by one"));
    return false;
  }
  if (expr.type->is_const) {
    const bool is_name = expr.kind == ExprKind::kVariable;
    reporter_.error(expr.span, is_const_message(is_name ? as<VariableRef>(expr).name : "", writing),
                    say("remove the const of its declaration if it is meant to change"));
    return false;
  }
  return true;
}

// An empty name means that the expression has none.
std::string Checker::is_const_message(const std::string& name, Writing writing) {
  constexpr Sentence kThis[] = {sentence("this is const and cannot be changed"),
                                sentence("this is const and cannot be assigned to"),
                                sentence("this is const and cannot be stored to")};
  if (name.empty()) return say(kThis[static_cast<size_t>(writing)]);
  switch (writing) {
    case Writing::kChange:
      return say("'{name}' is const and cannot be changed", "name"_a = name);
    case Writing::kAssign:
      return say("'{name}' is const and cannot be assigned to", "name"_a = name);
    default:
      return say("'{name}' is const and cannot be stored to", "name"_a = name);
  }
}

}  // namespace warplens::lang
