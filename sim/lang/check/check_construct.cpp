// What objects are made from: one value or a list, by a constructor, a copy or a functional cast.
// check_lists.cpp shares out the values of a list; check_variables.cpp has what is declared.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/checker.hpp"

namespace warplens::lang {

// ------------------------------------------------------------------------------ entry points

ExprPtr Checker::initialize(ExprPtr unchecked, const Type* type, Span span) {
  if (!unchecked) return nullptr;
  if (is_braced_list(*unchecked)) {
    return initialize_from_list(take_as<Construct>(std::move(unchecked)), type, span);
  }
  if (is_function_pointer(type)) {
    if (ExprPtr function = function_pointer(*unchecked, type)) return function;
  }
  return initialize_checked(check(std::move(unchecked)), type);
}

ExprPtr Checker::initialize_checked(ExprPtr checked, const Type* type) {
  if (!checked) return nullptr;
  type = plain(type);
  if (!type->is_record()) {
    checked = to_value(std::move(checked));
    if (checked->type->is_void()) {
      reporter_.error(checked->span, say("this has no value: its type is void"));
      return nullptr;
    }
    return convert_value(std::move(checked), type);
  }
  if (is_base_of(type, checked->type)) checked = base_of(std::move(checked), type);
  if (!checked) return nullptr;
  if (plain(checked->type) == type) return copy(std::move(checked), type);
  if (is_dimension(plain(checked->type)) && is_dimension(type)) {
    return convert_dimension(std::move(checked), type);
  }
  if (converts_to(*checked, type)) return convert_record(std::move(checked), type);
  const bool is_count = type == types().vector("dim3") && checked->type->is_scalar();
  if (!is_count && declarations().constructors(*type->record).empty()) {
    return convert_value(to_value(std::move(checked)), type);
  }
  auto list = make_at<Construct>(*checked, nullptr);
  list->has_parentheses = true;
  const Span span = checked->span;
  list->elements.push_back(std::move(checked));
  InitializerList values{std::move(list->elements), 0, true, true, span};
  return initialize_record(std::move(values), type);
}

ExprPtr Checker::check_construct(ExprPtr expr) {
  const Type* type = expr->type;
  if (type == nullptr) {
    reporter_.error(expr->span, say("a list in braces is only possible as an initialiser"));
    return nullptr;
  }
  auto& node = as<Construct>(*expr);
  if (type->is_scalar() || type->is_pointer() || type->is_void()) {
    if (node.elements.size() == 1 && !is_braced_list(*node.elements[0])) {
      auto cast = make_at<Cast>(*expr, type);
      cast->operand = std::move(node.elements[0]);
      return check_cast(std::move(cast));
    }
    if (node.elements.empty() && type->is_scalar()) {
      return make_literal(*expr, Constant{type->scalar, 0, 0});
    }
  }
  const Span span = expr->span;
  const bool from_macro = expr->from_macro;
  ExprPtr made = initialize_from_list(take_as<Construct>(std::move(expr)), type, span);
  if (!made) return nullptr;
  made->span = span;
  made->from_macro = from_macro;
  return made;
}

ExprPtr Checker::initialize_from_list(std::unique_ptr<Construct> list, const Type* type,
                                      Span span) {
  type = plain(type);
  InitializerList values{std::move(list->elements),   0, false, list->has_parentheses, span, false,
                         std::move(list->designators)};
  if (!check_designators(values, type)) return nullptr;
  if (type->is_record()) return initialize_record(std::move(values), type);
  if (type->is_array()) {
    ExprPtr made = fill(values, type);
    return made && all_used(values, name_of(type)) ? std::move(made) : nullptr;
  }
  if (values.elements.empty()) return zero_value(type, span);
  if (values.elements.size() > 1) {
    reporter_.error(span, say("'{type}' is made from one value, not {count}",
                              "type"_a = name_of(type), "count"_a = values.elements.size()));
    return nullptr;
  }
  return initialize(std::move(values.elements[0]), type, span);
}

// T(a, b), T{a, b} and {a, b} of a record: by a constructor, or member by member.
ExprPtr Checker::initialize_record(InitializerList values, const Type* type) {
  const Record& record = *type->record;
  if (!record.is_complete) {
    reporter_.error(values.span, say("'{type}' is declared only: its members are not known",
                                     "type"_a = record.name));
    return nullptr;
  }
  const bool has_list = !values.has_parentheses && !values.elements.empty();
  const Type* list = has_list ? list_taken(record) : nullptr;
  if (list != nullptr && !is_function_pointer(list->record->fields[0].type->element)) {
    if (!check_values(values)) return nullptr;
    if (!are_elements_of(values, list)) list = nullptr;
  }
  if (values.elements.size() == 1 && !is_braced_list(*values.elements[0]) && list == nullptr) {
    if (!values.is_checked) values.elements[0] = check(std::move(values.elements[0]));
    values.is_checked = true;
    if (values.elements[0] && is_base_of(type, values.elements[0]->type))
      values.elements[0] = base_of(std::move(values.elements[0]), type);
    if (!values.elements[0]) return nullptr;
    const Type* from = plain(values.elements[0]->type);
    if (from == type) return copy(std::move(values.elements[0]), type);
    if (is_dimension(from) && is_dimension(type))
      return convert_dimension(std::move(values.elements[0]), type);
    const bool has_constructors = !declarations().constructors(record).empty();
    if (converts_to(*values.elements[0], type) ||
        (!has_constructors && conversion_operator(*values.elements[0], type) != nullptr))
      return convert_record(std::move(values.elements[0]), type);
  }
  if (is_initializer_list(type) && !values.is_checked)
    return make_initializer_list(std::move(values), type);
  if (!declarations().constructors(record).empty()) {
    if (list != nullptr) {
      ExprPtr whole = make_initializer_list(std::move(values), list);
      if (!whole) return nullptr;
      InitializerList one{{}, 0, true, true, whole->span};
      one.elements.push_back(std::move(whole));
      return initialize_by_constructor(std::move(one), type);
    }
    return initialize_by_constructor(std::move(values), type);
  }
  const bool is_dim3 = type == types().vector("dim3");
  const bool is_pair =
      type == types().vector("__half2") || type == types().vector("__nv_bfloat162");
  if (values.has_parentheses && !values.elements.empty() && !is_dim3 && !is_pair) {
    reporter_.error(values.span, say("'{type}' has no constructor", "type"_a = record.name),
                    record.is_vector ? say("write make_{type}(...)", "type"_a = record.name)
                                     : say("write {type}{{...}}", "type"_a = record.name));
    return nullptr;
  }
  ExprPtr made = fill(values, type);
  if (!made || !all_used(values, "'" + record.name + "'")) return nullptr;
  as<Construct>(*made).has_parentheses = values.has_parentheses;
  auto& elements = as<Construct>(*made).elements;
  while (is_dim3 && elements.size() < record.fields.size()) {  // its constructor's defaults
    auto one = make_at<Literal>(*made, scalar(base::Scalar::kUInt));
    one->bits = 1;
    elements.push_back(std::move(one));
  }
  return made;
}

// ------------------------------------------------------------------------------ constructors

ExprPtr Checker::initialize_by_constructor(InitializerList values, const Type* type) {
  auto made = std::make_unique<Materialize>();
  made->span = values.span;
  made->type = type;
  made->is_lvalue = true;
  made->variable = declare("", values.span, type, Storage::kLocal);
  made->constructor = construct(variable_address(*made->variable, values.span), *type->record,
                                std::move(values.elements), values.is_checked, values.span);
  return made->constructor ? to_value(std::move(made)) : nullptr;
}

ExprPtr Checker::copied(ExprPtr checked) {
  if (!checked || !checked->type->is_record()) return checked;
  const Type* type = plain(checked->type);
  return copy(std::move(checked), type);
}

// A new object of the type from an object of that type, by the user's copy constructor if there is
// one. A temporary that a call or a constructor has just made is itself the new object.
ExprPtr Checker::copy(ExprPtr checked, const Type* type) {
  const bool is_read = checked->kind == ExprKind::kLoad;
  const Expr& object = is_read ? *as<Load>(*checked).operand : *checked;
  const bool is_object = object.is_lvalue && object.kind != ExprKind::kMaterialize;
  const Record* special = is_object ? with_own(type, Copying::kConstruct) : nullptr;
  if (special == nullptr) return to_value(std::move(checked));
  if (is_read) checked = std::move(as<Load>(*checked).operand);
  if (special != type->record) return copy_members(std::move(checked), type);
  const Span span = checked->span;
  InitializerList values{{}, 0, true, true, span};
  values.elements.push_back(std::move(checked));
  return initialize_by_constructor(std::move(values), type);
}

// The struct (the type or one of its members at any depth) with a user's copy constructor or
// assignment; null if there is none.
const Record* Checker::with_own(const Type* type, Copying copying) {
  const base::Budget::Level level(budget_);
  budget_.charge();
  type = array_base(type);
  if (!type->is_record() || type->record->is_vector) return nullptr;
  const Record& record = *type->record;
  const bool is_construction = copying == Copying::kConstruct;
  const auto functions = is_construction ? declarations().constructors(record)
                                         : declarations().members(record, "operator=");
  const bool has_own = std::any_of(functions.begin(), functions.end(), [&](const auto* function) {
    return !function->is_template && !function->parameters.empty() &&
           plain(function->parameters[0].type) == plain(type) &&
           (is_construction ? function->parameters[0].is_reference : true) &&
           (function->parameters.size() == 1 || function->parameters[1].has_default);
  });
  if (has_own) return &record;
  if (record.is_union) return nullptr;
  for (const Field& field : record.fields) {
    if (const Record* found = with_own(field.type, copying)) return found;
  }
  return nullptr;
}

// The call that makes an object at `address`.
ExprPtr Checker::construct(ExprPtr address, const Record& record, std::vector<ExprPtr> arguments,
                           bool is_checked, Span span) {
  auto call = std::make_unique<Call>();
  call->name = record.name;
  call->span = span;
  call->name_span = span;
  call->arguments = std::move(arguments);
  for (ExprPtr& argument : call->arguments) {
    if (!is_checked && !is_braced_list(*argument)) argument = check(std::move(argument));
    if (!argument) return nullptr;
  }
  CallSite site;
  site.name = record.name;
  site.span = site.name_span = span;
  site.arguments = &call->arguments;
  site.written = &call->template_arguments;
  const FunctionDeclaration* chosen = choose(site, declarations().constructors(record), true);
  return chosen != nullptr ? make_call(std::move(call), *chosen, std::move(address)) : nullptr;
}

ExprPtr Checker::construct_this(ExprPtr list, Span span) {
  Variable& self = *find_local("this");
  return construct(to_value(name_of_variable(self, span)), *self.type->element->record,
                   std::move(as<Construct>(*list).elements), false, span);
}

ExprPtr Checker::name_of_variable(Variable& variable, Span span) {
  auto name = std::make_unique<VariableRef>();
  name->span = span;
  name->name = variable.name;
  name->variable = &variable;
  name->type = variable.type;
  name->is_lvalue = true;
  return name;
}

ExprPtr Checker::variable_address(Variable& variable, Span span) {
  return address_of(name_of_variable(variable, span));
}

bool Checker::needs_construction(const Type* type) {
  const base::Budget::Level level(budget_);
  budget_.charge();
  if (type->is_array()) return needs_construction(type->element);
  if (plain(type) == types().vector("dim3")) return declarations().is_host();  // 1, 1, 1
  if (!type->is_record() || type->record->is_vector) return false;
  const Record& record = *type->record;
  if (!declarations().constructors(record).empty()) return true;
  for (size_t i = 0; i < record.fields.size(); ++i) {
    if (!record.is_union && needs_construction(record.fields[i].type)) return true;
    if (declarations().field_initializer(record, i)) return true;
  }
  return false;
}

// ------------------------------------------------------------------------------ dim3 and uint3

// The two have the same three members, and each converts to the other.
bool Checker::is_dimension(const Type* type) {
  return type == types().vector("dim3") || type == types().vector("uint3");
}

ExprPtr Checker::convert_dimension(ExprPtr checked, const Type* type) {
  if (checked->kind == ExprKind::kConstruct) {
    checked->type = type;
    return checked;
  }
  if (!checked->is_lvalue) checked = materialize(std::move(checked));
  if (!checked) return nullptr;
  auto pointer = make_at<Cast>(*checked, types().pointer_to(type));
  auto place = make_at<Dereference>(*checked, type);
  pointer->operand = address_of(std::move(checked));
  place->pointer = std::move(pointer);
  place->is_lvalue = true;
  place->is_implicit = true;
  return to_value(std::move(place));
}

}  // namespace warplens::lang
