// The end of objects, by their destructors and those of their members; and the copying of objects
// whose members have copy constructors or assignments of their own, member by member.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/checker.hpp"

namespace warplens::lang {
ExprPtr Checker::member_of(ExprPtr object, const Field& field, const Type* type) {
  auto member = std::make_unique<Member>();
  member->span = member->name_span = object->span;
  member->name = field.name;
  member->field = &field;
  member->type = type;
  member->is_lvalue = true;
  member->object = std::move(object);
  return member;
}

const FunctionDeclaration* Checker::destructor_of(const Record& record) {
  const auto functions = declarations().members(record, "~");
  return functions.empty() ? nullptr : functions.front();
}

bool Checker::needs_destruction(const Type* type) {
  const base::Budget::Level level(budget_);
  budget_.charge();
  type = array_base(type);
  if (!type->is_record() || type->record->is_vector) return false;
  if (destructor_of(*type->record) != nullptr) return true;
  if (type->record->is_union) return false;
  const std::vector<Field>& fields = type->record->fields;
  return std::any_of(fields.begin(), fields.end(),
                     [&](const Field& field) { return needs_destruction(field.type); });
}

ExprPtr Checker::element_of(ExprPtr base, uint64_t at, const Type* type) {
  auto place = make_at<Index>(*base, type);
  place->index = make_at<Literal>(*base, scalar(base::Scalar::kLong));
  as<Literal>(*place->index).bits = at;
  place->is_lvalue = true;
  place->base = std::move(base);
  return place;
}

// The last one of what an object consists of ends first.
bool Checker::add_destructors(const MakeExpr& object, const Type* type, Span span,
                              std::vector<ExprPtr>& calls) {
  const base::Budget::Level level(budget_);
  budget_.charge();
  if (!needs_destruction(type)) return true;
  if (type->is_array()) {
    for (uint64_t i = type->count; i-- > 0;) {
      const MakeExpr element = [&, i] { return element_of(object(), i, type->element); };
      if (!add_destructors(element, type->element, span, calls)) return false;
    }
    return true;
  }
  const Record& record = *type->record;
  if (const FunctionDeclaration* destructor = destructor_of(record)) {
    auto call = std::make_unique<Call>();
    call->name = "~" + record.name;
    call->span = call->name_span = span;
    call->is_qualified = true;
    ExprPtr made = make_call(std::move(call), *destructor, address_of(object()));
    if (!made) return false;
    calls.push_back(std::move(made));
  }
  if (record.is_union) return true;
  for (size_t i = record.fields.size(); i-- > 0;) {
    const Field& field = record.fields[i];
    const MakeExpr member = [&] { return member_of(object(), field, field.type); };
    if (!add_destructors(member, field.type, span, calls)) return false;
  }
  return true;
}

bool Checker::add_destructors_of(Variable& variable, std::vector<ExprPtr>& calls) {
  const MakeExpr object = [&] { return name_of_variable(variable, variable.span); };
  return add_destructors(object, variable.type, variable.span, calls);
}

ExprPtr Checker::end_at_exit(Variable& variable) {
  if (variable.is_reference || !needs_destruction(variable.type)) return nullptr;
  const Type* object = types().unqualified(array_base(variable.type));
  ExprPtr place = name_of_variable(variable, variable.span);
  auto count = make_at<Literal>(*place, scalar(base::Scalar::kULong));
  count->bits = size_of(variable.type) / size_of(object);
  std::vector<ExprPtr> arguments;
  arguments.push_back(cast(address_of(std::move(place)), types().pointer_to(object)));
  arguments.push_back(std::move(count));
  return call_of_template("::warplens_end_at_exit", object, variable.span, std::move(arguments));
}

// The call of a function of ours, name<type>(arguments); null where no header has it.
ExprPtr Checker::call_of_template(std::string_view name, const Type* type, Span span,
                                  std::vector<ExprPtr> arguments) {
  TemplateArgument of;
  of.type = type;
  const FunctionDeclaration* function = nullptr;
  for (const FunctionDeclaration* one : declarations().find_functions(name))
    function = declarations().instantiate(*one, {of}, {}, nullptr);
  if (function == nullptr) return nullptr;
  auto call = std::make_unique<Call>();
  call->name = function->name;
  call->span = call->name_span = span;
  call->arguments = std::move(arguments);
  return make_call(std::move(call), *function, nullptr);
}

void Checker::extend_lifetime(Declarator& declarator) {
  Expr* bound = declarator.value.get();
  while (bound != nullptr && bound->kind == ExprKind::kCast) bound = as<Cast>(*bound).operand.get();
  if (bound == nullptr || bound->kind != ExprKind::kAddressOf) return;
  Expr* place = as<AddressOf>(*bound).operand.get();
  while (place->kind == ExprKind::kMember) place = as<Member>(*place).object.get();
  if (place->kind == ExprKind::kMaterialize)
    declarator.destructors = std::move(as<Materialize>(*place).destructors);
}

// object.~T() and pointer->~T(), of any type.
ExprPtr Checker::check_destruction(ExprPtr expr) {
  auto& call = as<Call>(*expr);
  const Span span = call.span;
  ExprPtr object = check(std::move(call.object));
  if (!object) return nullptr;
  ExprPtr pointer = call.is_arrow ? to_value(std::move(object)) : address_of(std::move(object));
  if (!pointer || !pointer->type->is_pointer()) return nullptr;
  const Type* type = pointer->type->element;
  const Function* end =
      call.is_arrow && type->is_record() ? declarations().use_virtual_end(*type->record) : nullptr;
  if (end != nullptr) {
    auto made = make_at<Call>(*expr, types().void_type());
    made->name = "~";
    made->name_span = call.name_span;
    made->function = end;
    made->arguments.push_back(std::move(pointer));
    return made;
  }
  std::vector<ExprPtr> calls;
  const Variable* held = nullptr;
  ExprPtr all = hold(std::move(pointer), &held);
  if (!all || !add_destructors([&] { return held_object(*held, span); }, type, span, calls))
    return nullptr;
  for (ExprPtr& one : calls) all = both(std::move(all), std::move(one));
  return without_value(std::move(all));
}

ExprPtr Checker::without_value(ExprPtr checked) {
  if (checked->type->is_void()) return checked;
  auto nothing = make_at<Cast>(*checked, types().void_type());
  nothing->operand = std::move(checked);
  return nothing;
}

// Makes an object at a place from a list, an expression, or (null) without a value.
ExprPtr Checker::create(const MakeExpr& place, const Type* type, ExprPtr unchecked, Span span) {
  return create_from(place, initialize(std::move(unchecked), type, span), type, span);
}

// new (pointer) T list: the object is made where the pointer points to. Its value is the pointer.
ExprPtr Checker::check_creation(ExprPtr expr) {
  auto& call = as<Call>(*expr);
  const Type* type = call.template_arguments[0].type;
  const Span span = call.span;
  ExprPtr pointer = value(std::move(call.arguments[0]));
  if (!pointer) return nullptr;
  const Variable* held = nullptr;
  ExprPtr all = hold(cast(std::move(pointer), types().pointer_to(type)), &held);
  if (!all) return nullptr;
  const MakeExpr place = [&] { return held_object(*held, span); };
  if (call.name == "new[]") {
    std::vector<ExprPtr> elements = std::move(as<Construct>(*call.arguments[1]).elements);
    for (uint64_t i = 0; i < elements.size(); ++i) {
      const MakeExpr element = [&] {
        ExprPtr pointer_to = to_value(name_of_variable(const_cast<Variable&>(*held), span));
        return element_of(std::move(pointer_to), i, type);
      };
      ExprPtr made = create(element, type, std::move(elements[i]), span);
      if (!made) return nullptr;
      all = both(std::move(all), std::move(made));
    }
  } else if (call.arguments.size() > 1) {
    ExprPtr made = create(place, type, std::move(call.arguments[1]), span);
    if (!made) return nullptr;
    all = both(std::move(all), std::move(made));
  }
  return both(std::move(all), address_of(place()));
}

// A list as the standard library's initializer_list: an array and its size.
ExprPtr Checker::make_initializer_list(InitializerList values, const Type* type) {
  const Type* element = types().unqualified(type->record->fields[0].type->element);
  const uint64_t count = values.elements.size() - values.next;
  const Type* array = types().array_of(element, count == 0 ? 1 : count);
  auto holds = std::make_unique<Materialize>();
  holds->span = values.span;
  holds->type = array;
  holds->is_lvalue = true;
  holds->variable = declare("", values.span, array, Storage::kLocal);
  holds->variable->address_taken = true;
  Variable& variable = *holds->variable;
  const auto element_at = [&](uint64_t at) {
    return element_of(name_of_variable(variable, values.span), at, element);
  };
  if (count != 0 && !add_destructors_of(variable, holds->destructors)) return nullptr;
  ExprPtr all = std::move(holds);
  for (uint64_t i = 0; i < count; ++i) {
    ExprPtr& given = values.elements[values.next + i];
    const bool is_ready = values.is_checked && !is_braced_list(*given);
    ExprPtr initial = is_ready ? initialize_checked(std::move(given), element)
                               : initialize(std::move(given), element, values.span);
    ExprPtr made =
        create_from([&] { return element_at(i); }, std::move(initial), element, values.span);
    if (!made) return nullptr;
    all = both(std::move(all), std::move(made));
  }
  auto list = std::make_unique<Construct>();
  list->span = values.span;
  list->type = type;
  list->elements.push_back(cast(address_of(element_at(0)), type->record->fields[0].type));
  auto size = std::make_unique<Literal>();
  size->span = values.span;
  size->type = type->record->fields[1].type;
  size->bits = count;
  list->elements.push_back(std::move(size));
  return both(std::move(all), std::move(list));
}

// The type of the constructor's only parameter where that is an initializer_list.
const Type* Checker::list_taken(const Record& record) {
  for (const FunctionDeclaration* constructor : declarations().constructors(record)) {
    if (constructor->is_template || constructor->parameters.size() != 1) continue;
    const Type* type = plain(constructor->parameters[0].type);
    if (is_initializer_list(type)) return type;
  }
  return nullptr;
}

// Checks the values of a list but for lists among them. Whether all are right.
bool Checker::check_values(InitializerList& values) {
  for (ExprPtr& one : values.elements) {
    if (!values.is_checked && !is_braced_list(*one)) one = check(std::move(one));
    if (!one) return false;
  }
  values.is_checked = true;
  return true;
}

// Whether each of the values, which are checked, converts to the initializer_list's element: else
// the list is the arguments of another constructor.
bool Checker::are_elements_of(const InitializerList& values, const Type* list) {
  const Type* element = types().unqualified(list->record->fields[0].type->element);
  return std::all_of(values.elements.begin(), values.elements.end(),
                     [&](const ExprPtr& one) { return value_fit(*one, element).is_possible(); });
}

bool Checker::is_initializer_list(const Type* type) {
  return type->is_record() && type->record->name.starts_with("std::initializer_list<");
}

// warplens_begins<T>(), warplens_copies<T>(), warplens_ends<T>(): whether making an object without
// a value, copying one, and its end execute anything; warplens_news<T>(): whether it has an
// operator new of its own; warplens_converts<T, U>(): whether a T is implicitly a U.
ExprPtr Checker::check_trait(const Call& call) {
  const Type* type = call.template_arguments[0].type;
  if (type == nullptr) {
    reporter_.error(call.span, say("'{name}' is about a type", "name"_a = call.name));
    return nullptr;
  }
  auto literal = make_at<Literal>(call, scalar(base::Scalar::kBool));
  if (call.name == "warplens_begins") {
    literal->bits = needs_construction(type);
  } else if (call.name == "warplens_ends") {
    literal->bits = needs_destruction(type);
  } else if (call.name == "warplens_copies") {
    literal->bits = with_own(type, Copying::kConstruct) != nullptr;
  } else if (call.name.starts_with("warplens_news")) {
    const char* own = call.name == "warplens_news" ? "operator new" : "operator new[]";
    literal->bits = type->is_record() && !declarations().members(*type->record, own).empty();
  } else if (call.name == "warplens_is_class") {
    literal->bits = type->is_record();
  } else if (call.name == "warplens_is_member_object") {
    literal->bits = is_data_member_pointer(type);
  } else if (call.name == "warplens_is_member_function") {
    literal->bits = is_member_function_pointer(type);
  } else if (call.name == "warplens_is_base") {
    const Type* derived = call.template_arguments.back().type;
    literal->bits = derived != nullptr && ((plain(type) == plain(derived) && type->is_record()) ||
                                           is_base_of(plain(type), plain(derived)));
  } else if (call.name == "warplens_is_enum") {
    literal->bits = type->is_scalar() && type->enumeration != nullptr;
  } else {
    const Type* to = call.template_arguments.back().type;
    Literal value;  // any of that type
    value.type = plain(type);
    literal->bits =
        to != nullptr &&
        (type->is_void() ? to->is_void() : !to->is_void() && value_fit(value, to).is_possible());
  }
  return literal;
}

// ------------------------------------------------------------------------------ member by member

// A temporary that holds the pointer, for several uses.
ExprPtr Checker::hold(ExprPtr pointer, const Variable** held) {
  ExprPtr made = materialize(std::move(pointer));
  if (made) *held = as<Materialize>(*made).variable;
  return made;
}

ExprPtr Checker::held_object(const Variable& held, Span span) {
  auto place = std::make_unique<Dereference>();
  place->span = span;
  place->type = held.type->element;
  place->is_lvalue = true;
  place->is_implicit = true;
  place->pointer = to_value(name_of_variable(const_cast<Variable&>(held), span));
  return place;
}

ExprPtr Checker::both(ExprPtr first, ExprPtr second) {
  auto comma = make_at<Binary>(*second, second->type);
  comma->op = BinaryOp::kComma;
  comma->left = std::move(first);
  comma->is_lvalue = second->is_lvalue;
  comma->right = std::move(second);
  return comma;
}

// The value of a member, or of an element of one: an array's is all of it, not a pointer.
ExprPtr Checker::copied_part(const MakeExpr& part, const Type* type) {
  const base::Budget::Level level(budget_);
  budget_.charge();
  if (!type->is_array()) return to_value(copied(part()));
  if (with_own(type, Copying::kConstruct) == nullptr) return whole_array(part());
  auto made = std::make_unique<Construct>();
  made->type = plain(type);
  for (uint64_t i = 0; i < type->count; ++i) {
    const MakeExpr element = [&] {
      ExprPtr array = part();
      const bool is_moved = array->is_moved;
      ExprPtr one = element_of(std::move(array), i, type->element);
      one->is_moved = is_moved;
      return one;
    };
    ExprPtr value = copied_part(element, type->element);
    if (!value) return nullptr;
    made->span = value->span;
    made->elements.push_back(std::move(value));
  }
  return made;
}

ExprPtr Checker::whole_array(ExprPtr place) {
  auto load = make_at<Load>(*place, plain(place->type));
  load->operand = std::move(place);
  return load;
}

// Of an object that is moved, the members are moved.
ExprPtr Checker::copy_members(ExprPtr object, const Type* type) {
  const Span span = object->span;
  const bool is_moved = object->is_moved;
  const Variable* held = nullptr;
  ExprPtr holds = hold(address_of(std::move(object)), &held);
  if (!holds) return nullptr;
  auto made = std::make_unique<Construct>();
  made->span = span;
  made->type = type;
  for (const Field& field : type->record->fields) {
    const MakeExpr member = [&] {
      ExprPtr part = member_of(held_object(*held, span), field, field.type);
      part->is_moved = is_moved;
      return part;
    };
    ExprPtr part = copied_part(member, field.type);
    if (!part) return nullptr;
    made->elements.push_back(std::move(part));
  }
  return both(std::move(holds), std::move(made));
}

// The assignments of a member, or of the elements of one, behind what `all` has.
ExprPtr Checker::assign_part(ExprPtr all, const MakeExpr& target, const MakeExpr& value,
                             const Type* type) {
  const base::Budget::Level level(budget_);
  budget_.charge();
  if (type->is_array() && with_own(type, Copying::kAssign) != nullptr) {
    for (uint64_t i = 0; all && i < type->count; ++i) {
      const auto element = [&](const MakeExpr& array) {
        ExprPtr whole = array();
        const bool is_moved = whole->is_moved;
        ExprPtr one = element_of(std::move(whole), i, type->element);
        one->is_moved = is_moved;
        return one;
      };
      all = assign_part(
          std::move(all), [&] { return element(target); }, [&] { return element(value); },
          type->element);
    }
    return all;
  }
  ExprPtr place = target();
  auto assign = make_at<Assign>(*place, type);
  assign->target = std::move(place);
  assign->value = value();
  assign->is_lvalue = true;
  ExprPtr done;
  if (type->is_array()) {
    assign->value = whole_array(std::move(assign->value));
    done = std::move(assign);
  } else {
    done = assign_checked(std::move(assign));
  }
  return done ? both(std::move(all), std::move(done)) : nullptr;
}

ExprPtr Checker::assign_members(ExprPtr target, ExprPtr value) {
  const Span span = target->span;
  const Type* type = target->type;
  if (!value->is_lvalue) value = materialize(std::move(value));
  if (!value) return nullptr;
  const bool is_moved = value->is_moved || value->kind == ExprKind::kMaterialize;
  const Variable *to = nullptr, *from = nullptr;
  ExprPtr all = hold(address_of(std::move(value)), &from);
  ExprPtr second = hold(address_of(std::move(target)), &to);
  if (!all || !second) return nullptr;
  all = both(std::move(all), std::move(second));
  for (const Field& field : type->record->fields) {
    const auto member = [&](const Variable& object, bool is_of_moved) {
      ExprPtr part = member_of(held_object(object, span), field, field.type);
      part->is_moved = is_of_moved;
      return part;
    };
    all = assign_part(
        std::move(all), [&] { return member(*to, false); }, [&] { return member(*from, is_moved); },
        field.type);
    if (!all) return nullptr;
  }
  return both(std::move(all), held_object(*to, span));
}

}  // namespace warplens::lang
