// Objects that are made where they are wanted, not copied there: by constructors, and by functions
// of host code that make their result in place.
#include <algorithm>
#include <utility>

#include "sim/lang/check/checker.hpp"

namespace warplens::lang {

// What kernels call has its objects in registers, where it can.
bool Checker::is_host_only() const {
  return declarations().is_host() && !declarations().is_for_kernels();
}

// By a constructor or a function that makes its result in place: on one side of ?: at least, or a
// part of it.
bool Checker::is_constructed(const Expr& value) {
  if (value.kind == ExprKind::kConditional) {
    const auto& node = as<Conditional>(value);
    return !node.is_lvalue &&
           (is_constructed(*node.then_value) || is_constructed(*node.else_value));
  }
  if (value.kind == ExprKind::kConstruct && value.type != nullptr) {
    const std::vector<ExprPtr>& parts = as<Construct>(value).elements;
    const bool is_union = value.type->is_record() && value.type->record->is_union;
    return !is_union && std::any_of(parts.begin(), parts.end(), [](const ExprPtr& part) {
      return part && is_constructed(*part);
    });
  }
  if (value.kind != ExprKind::kLoad) return false;
  const Expr& object = *as<Load>(value).operand;
  return object.kind == ExprKind::kMaterialize && as<Materialize>(object).constructor;
}

ExprPtr Checker::take_constructor(Expr& value, const MakeExpr& place) {
  if (!is_constructed(value) || (value.kind != ExprKind::kLoad && !is_host_only())) return nullptr;
  if (value.kind == ExprKind::kConstruct) return create_parts(place, as<Construct>(value));
  if (value.kind == ExprKind::kConditional) {
    auto& node = as<Conditional>(value);
    const auto side = [&](ExprPtr& of) {
      return without_value(create_from(place, std::move(of), value.type, value.span));
    };
    auto both_sides = make_at<Conditional>(value, types().void_type());
    both_sides->condition = std::move(node.condition);
    both_sides->then_value = side(node.then_value);
    both_sides->else_value = side(node.else_value);
    return both_sides->then_value && both_sides->else_value ? std::move(both_sides) : nullptr;
  }
  ExprPtr constructor = std::move(as<Materialize>(*as<Load>(value).operand).constructor);
  auto& call = as<Call>(*constructor);
  ExprPtr& target =
      call.function->returns_in_place ? call.arguments.back() : call.arguments.front();
  const Type* pointer = target->type;
  target = cast(address_of(place()), pointer);
  return constructor;
}

// Member by member, or element by element; those without a value are zero.
ExprPtr Checker::create_parts(const MakeExpr& place, Construct& value) {
  const Type* type = value.type;
  const uint64_t count = type->is_array() ? type->count : type->record->fields.size();
  ExprPtr all;
  for (uint64_t i = 0; i < count; ++i) {
    budget_.charge();
    const Type* part = type->is_array() ? type->element : type->record->fields[i].type;
    const MakeExpr at = [&] {
      return type->is_array() ? element_of(place(), i, part)
                              : member_of(place(), type->record->fields[i], part);
    };
    const bool has_value = i < value.elements.size() && value.elements[i];
    ExprPtr made =
        create_from(at, has_value ? std::move(value.elements[i]) : zero_value(part, value.span),
                    plain(part), value.span);
    if (!made) return nullptr;
    made = without_value(std::move(made));
    all = all ? both(std::move(all), std::move(made)) : std::move(made);
  }
  return all;
}

ExprPtr Checker::create_from(const MakeExpr& place, ExprPtr made, const Type* type, Span span) {
  if (!made) return nullptr;
  if (ExprPtr constructor = take_constructor(*made, place)) return constructor;
  return stored(place, std::move(made), type, span);
}

ExprPtr Checker::create_member(const MakeExpr& place, ExprPtr made, const Type* type, Span span) {
  if (is_host_only()) return create_from(place, std::move(made), type, span);
  return made ? stored(place, std::move(made), type, span) : nullptr;
}

ExprPtr Checker::stored(const MakeExpr& place, ExprPtr value, const Type* type, Span span) {
  auto assign = std::make_unique<Assign>();
  assign->span = span;
  assign->type = type;
  assign->target = place();
  assign->value = std::move(value);
  return assign;
}

// A constructor's call makes the variable itself, not a temporary that is copied.
bool Checker::take_constructed(Declarator& declarator, ExprPtr value) {
  if (!value) return false;
  declarator.has_initializer = true;
  declarator.constructor =
      take_constructor(*value, [&] { return name_of_variable(*declarator.variable, value->span); });
  if (!declarator.constructor) declarator.value = std::move(value);
  return true;
}

void Checker::take_initial(Declarator& declarator, ExprPtr value) {
  if (is_host_only())
    take_constructed(declarator, std::move(value));
  else
    declarator.value = std::move(value);
}

// An array's elements, if a constructor makes one of them.
bool Checker::construct_elements(Declarator& declarator, Span span) {
  std::vector<ExprPtr>& values = declarator.elements;
  const bool is_made = std::any_of(values.begin(), values.end(),
                                   [](const ExprPtr& one) { return is_constructed(*one); });
  if (!is_made) return true;
  const Type* element = array_base(declarator.variable->type);
  for (uint64_t i = 0; i < values.size(); ++i) {
    const MakeExpr place = [&] {
      ExprPtr part = name_of_variable(*declarator.variable, span);
      uint64_t rest = i * size_of(element);
      while (part->type->is_array()) {
        const Type* inner = part->type->element;
        part = element_of(std::move(part), rest / size_of(inner), inner);
        rest %= size_of(inner);
      }
      return part;
    };
    ExprPtr made = create_from(place, std::move(values[i]), plain(element), span);
    if (!made) return false;
    declarator.constructors.push_back(without_value(std::move(made)));
  }
  values.clear();
  return true;
}

// ------------------------------------------------------------------------------ results in place

// Of others C++ may copy the bytes on their way, and these are faster in registers.
bool Checker::is_made_in_place(const Type* type) {
  if (!type->is_record() || type->record->is_vector) return false;
  return needs_destruction(type) || with_own(type, Copying::kConstruct) != nullptr;
}

// What the call of a function that makes its result in place gives: a temporary, until it is known
// where the object is wanted.
ExprPtr Checker::made_in_place(std::unique_ptr<Call> call, const Type* type) {
  auto made = make_at<Materialize>(*call, type);
  made->is_lvalue = true;
  made->variable = declare("", call->span, type, Storage::kLocal);
  call->type = types().void_type();
  call->arguments.push_back(variable_address(*made->variable, call->span));
  made->constructor = std::move(call);
  return to_value(std::move(made));
}

// The one local object that all returns name is in the result's place from its beginning.
bool Checker::return_in_place(const std::vector<Return*>& returns) {
  const Type* type = plain(function_->return_type);
  const Span span = function_->span;
  Variable* result = declare("", span, types().pointer_to(type), Storage::kLocal);
  function_->parameters.push_back(result);
  for (Return* one : returns) {
    if (one->moved != nullptr) {
      const_cast<Variable*>(one->moved)->storage = Storage::kResult;
      one->value = nullptr;
    } else if (one->value && !one->value->type->is_void()) {
      ExprPtr made = create_from([&] { return held_object(*result, span); }, std::move(one->value),
                                 type, span);
      if (!made) return false;
      one->value = without_value(std::move(made));
    }
  }
  return true;
}

}  // namespace warplens::lang
