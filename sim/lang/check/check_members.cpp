// Members of records and vectors, names that are references or fields, and places: their addresses,
// and temporaries for values that need one.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/checker.hpp"
#include "sim/lang/check/phrases.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {
namespace {

using base::Scalar;

bool is_swizzle(std::string_view member) {
  return member.size() > 1 && member.size() <= 4 &&
         member.find_first_not_of("xyzwrgba") == std::string_view::npos;
}

}  // namespace

// -------------------------------------------------------------------------------------- members

ExprPtr Checker::check_member(ExprPtr expr) {
  auto& node = as<Member>(*expr);
  const bool is_builtin = node.object->kind == ExprKind::kVariable &&
                          find_variable(as<VariableRef>(*node.object).name) == nullptr &&
                          builtin_triple(as<VariableRef>(*node.object).name).has_value();
  if (is_builtin && node.name.size() == 1) {
    const Builtin first = *builtin_triple(as<VariableRef>(*node.object).name);
    const size_t part = std::string_view("xyz").find(node.name);
    if (part != std::string_view::npos) {
      auto builtin = make_at<BuiltinRef>(*expr, scalar(Scalar::kUInt));
      builtin->builtin = static_cast<Builtin>(static_cast<size_t>(first) + part);
      return builtin;
    }
  }
  if (is_builtin) {
    const std::string& name = as<VariableRef>(*node.object).name;
    reporter_.error(node.name_span,
                    say("'{name}' has no part '{part}'", "name"_a = name, "part"_a = node.name),
                    name_a_part(name));
    return nullptr;
  }
  node.object = check_object(std::move(node.object), node.is_arrow, node.name, node.name_span);
  if (!node.object) return nullptr;
  const Record& record = *node.object->type->record;
  node.field = record.find(node.name);
  if (node.field != nullptr) return finish_member(std::move(expr));
  if (record.find_around(node.name) != nullptr)
    return member_at(*expr, std::move(node.object), node.name, node.is_arrow);
  Variable* of_all = declarations().find_variable(record.name + "::" + node.name);  // static
  if (of_all == nullptr) return report_no_field(node, record);
  auto name = make_at<VariableRef>(*expr, nullptr);
  name->name = node.name;
  return use_variable(std::move(name), *of_all);
}

// For a member whose object is checked and of record type, and whose field is known.
ExprPtr Checker::finish_member(ExprPtr expr) {
  auto& node = as<Member>(*expr);
  const bool is_temporary = node.object->kind == ExprKind::kLoad &&
                            as<Load>(*node.object).operand->kind == ExprKind::kMaterialize;
  const bool needs_memory = node.object->type->record->copied_as != nullptr && !is_temporary;
  const bool ends = needs_destruction(node.object->type) || needs_memory;
  if (!node.object->is_lvalue && ends)
    node.object = materialize(std::move(node.object));
  else if (is_temporary)
    node.object = std::move(as<Load>(*node.object).operand);
  if (!node.object) return nullptr;
  if (node.object->kind == ExprKind::kConditional) {
    node.object = node.field->type->is_array() ? to_place(std::move(node.object))
                                               : to_value(std::move(node.object));
  }
  if (!node.object->is_lvalue && node.field->type->is_array()) {
    node.object = materialize(std::move(node.object));
    if (!node.object) return nullptr;
  }
  node.is_lvalue = node.object->is_lvalue;
  if (node.field->is_reference) {
    node.type = node.field->type;
    auto referred = make_at<Dereference>(*expr, node.type->element);
    referred->is_lvalue = true;
    referred->is_implicit = true;
    referred->pointer = to_value(std::move(expr));
    return referred;
  }
  node.type = node.field->is_mutable
                  ? node.field->type
                  : types().with_qualifiers_of(node.field->type, node.object->type);
  if (!node.is_lvalue) node.type = plain(node.type);
  return expr;
}

// The member of that name of a checked object, itself or in an anonymous member.
ExprPtr Checker::member_at(const Expr& origin, ExprPtr object, const std::string& name,
                           bool is_arrow) {
  const Record& record = *object->type->record;
  auto member = make_at<Member>(origin, nullptr);
  member->object = std::move(object);
  member->name_span = origin.span;
  member->is_arrow = is_arrow;
  member->field = record.find(name);
  if (member->field != nullptr) {
    member->name = name;
    return finish_member(std::move(member));
  }
  member->field = record.find_around(name);
  return member_at(origin, finish_member(std::move(member)), name, false);
}

// The object of `object.member` or `object->member`: of record type.
ExprPtr Checker::check_object(ExprPtr object, bool is_arrow, std::string_view member, Span span) {
  object = check(std::move(object));
  if (!object) return nullptr;
  const Type* type = object->type;
  if (is_arrow) {
    if (type->is_array()) object = to_value(std::move(object));
    while (object && object->type->is_record()) {
      auto made = overloaded(*object, "operator->", object);
      if (!made) break;
      object = std::move(*made);
    }
    if (!object) return nullptr;
    type = object->type;
    if (type->is_pointer() && type->element->is_record()) {
      object = to_value(std::move(object));
      auto place = make_at<Dereference>(*object, object->type->element);
      place->is_lvalue = true;
      place->pointer = std::move(object);
      object = std::move(place);
      type = object->type;
    } else if (type->is_record()) {
      reporter_.error(
          span, say("an arrow needs a pointer, and this is '{type}'", "type"_a = name_of(type)),
          say("write .{name}", "name"_a = member));
      return nullptr;
    }
  }
  if (type->is_record()) {
    if (type->record->is_complete) return object;
    reporter_.error(
        span,
        say("'{type}' is declared only: its members are not known", "type"_a = type->record->name),
        say("define the struct before the kernel"));
    return nullptr;
  }
  const bool hides_builtin = object->kind == ExprKind::kVariable &&
                             builtin_triple(as<VariableRef>(*object).name).has_value();
  if (hides_builtin) {
    const std::string& name = as<VariableRef>(*object).name;
    reporter_.error(object->span,
                    say("'{name}' is a variable here, which hides CUDA's {name}", "name"_a = name),
                    say("give the variable or parameter another name"));
    return nullptr;
  }
  std::string hint;
  if (type->is_pointer() && type->element->is_record())
    hint = say("write ->{name}", "name"_a = member);
  if (type->is_array()) hint = say("an index is missing");
  reporter_.error(
      span, say("'{type}' has no members (.{name})", "type"_a = name_of(type), "name"_a = member),
      hint);
  return nullptr;
}

ExprPtr Checker::report_no_field(const Member& node, const Record& record) {
  if (!declarations().members(record, node.name).empty()) {
    reporter_.error(
        node.name_span,
        say("'{name}' is a function of '{type}'", "name"_a = node.name, "type"_a = record.name),
        say("call it: .{name}(...)", "name"_a = node.name));
    return nullptr;
  }
  const std::vector<std::string> names = field_names(record);
  const std::string message =
      say("'{type}' has no member '{name}'", "type"_a = record.name, "name"_a = node.name);
  const std::string near = record.is_vector ? "" : nearest(node.name, names);
  if (!near.empty()) {
    reporter_.unknown_name(node.name_span, message, near);
    return nullptr;
  }
  std::string hint;
  if (record.is_vector && is_swizzle(node.name))
    hint = say("CUDA has no swizzles: name each component by itself");
  else if (!names.empty())
    hint = say("it has {names}", "names"_a = listed(names));
  reporter_.error(node.name_span, message, hint);
  return nullptr;
}

// ---------------------------------------------------------------------------------------- names

// threadIdx or its like as a whole: a uint3, blockDim and gridDim a dim3.
ExprPtr Checker::whole_builtin(const Expr& origin, Builtin first) {
  const bool is_extent = first == Builtin::kBlockDimX || first == Builtin::kGridDimX;
  auto whole = make_at<Construct>(origin, types().vector(is_extent ? "dim3" : "uint3"));
  for (int part = 0; part < 3; ++part) {
    auto builtin = make_at<BuiltinRef>(origin, scalar(Scalar::kUInt));
    builtin->builtin = static_cast<Builtin>(static_cast<int>(first) + part);
    whole->elements.push_back(std::move(builtin));
  }
  return whole;
}

// `*this` in a member function; null outside of one.
ExprPtr Checker::this_object(const Expr& origin) {
  Variable* pointer = find_variable("this");
  if (pointer == nullptr) return nullptr;
  auto name = make_at<VariableRef>(origin, pointer->type);
  name->name = "this";
  name->variable = pointer;
  name->is_lvalue = true;
  auto object = make_at<Dereference>(origin, pointer->type->element);
  object->pointer = to_value(std::move(name));
  object->is_lvalue = true;
  object->is_implicit = true;
  return object;
}

// The struct whose `this` or `*this` a lambda captures; null where there is none.
const Record* Checker::around(const Record& closure) const {
  if (!declarations().is_closure(&closure)) return nullptr;
  if (const Field* pointer = closure.find("this")) return pointer->type->element->record;
  const Field* copy = closure.find(kCopiedThis);
  return copy != nullptr ? copy->type->record : nullptr;
}

// The object that a lambda, whose own one is given, has of the member function around it.
ExprPtr Checker::captured_object(const Expr& origin, ExprPtr closure) {
  if (closure->type->record->find(kCopiedThis) != nullptr)
    return member_at(origin, std::move(closure), std::string(kCopiedThis), true);
  ExprPtr pointer = to_value(member_at(origin, std::move(closure), "this", true));
  auto object = make_at<Dereference>(origin, pointer->type->element);
  object->pointer = std::move(pointer);
  object->is_lvalue = true;
  object->is_implicit = true;
  return object;
}

// The object whose members are named here without `this->`: the member function's own, or, in a
// lambda, the one whose `this` it captures. Null where none is meant.
ExprPtr Checker::own_object(const Expr& origin,
                            const std::function<bool(const Record&)>& is_meant) {
  const Record* record = declarations().current_record();
  if (record == nullptr) return nullptr;
  ExprPtr object = this_object(origin);
  while (object && !is_meant(*record)) {
    if (around(*record) == nullptr) return nullptr;
    object = captured_object(origin, std::move(object));
    record = around(*record);
  }
  return object;
}

// A field that a member function names without `this->`; null if it is none.
ExprPtr Checker::implicit_member(const Expr& origin, const std::string& name) {
  ExprPtr object = own_object(origin, [&](const Record& record) {
    return record.find(name) != nullptr || record.find_around(name) != nullptr;
  });
  return object ? member_at(origin, std::move(object), name, true) : nullptr;
}

// A use of a variable: a known constant's value, what a reference refers to, or its place.
ExprPtr Checker::use_variable(ExprPtr expr, Variable& variable) {
  auto& name = as<VariableRef>(*expr);
  if (variable.storage == Storage::kConstant) {
    ExprPtr literal = make_literal(
        *expr, Constant{variable.type->scalar, variable.constant_bits, variable.constant_float});
    literal->type = plain(variable.type);  // of an enum: its own
    return literal;
  }
  name.variable = &variable;
  name.type = variable.type;
  name.is_lvalue = true;
  if (name.name == "this") return to_value(std::move(expr));
  if (!variable.is_reference) return expr;
  auto referred = make_at<Dereference>(*expr, variable.type->element);
  referred->is_lvalue = true;
  referred->is_implicit = true;
  referred->pointer = to_value(std::move(expr));
  return referred;
}

// --------------------------------------------------------------------------------------- places

// The address of an lvalue, as a pointer value.
ExprPtr Checker::address_of(ExprPtr place) {
  if (!place) return nullptr;
  if (place->kind == ExprKind::kDereference) {
    ExprPtr pointer = std::move(as<Dereference>(*place).pointer);
    return cast(std::move(pointer), types().pointer_to(place->type));
  }
  if (place->kind == ExprKind::kConditional) {
    auto& node = as<Conditional>(*place);
    node.type = types().pointer_to(node.type);
    node.then_value = address_of(std::move(node.then_value));
    node.else_value = address_of(std::move(node.else_value));
    node.is_lvalue = false;
    return place;
  }
  if (!require_addressable(*place)) return nullptr;
  note_address_taken(*place);
  auto address = make_at<AddressOf>(*place, types().pointer_to(place->type));
  address->operand = std::move(place);
  return address;
}

bool Checker::require_addressable(const Expr& place) {
  if (!is_bit_field(place)) return true;
  reporter_.error(place.span, say("a bit-field has no address"),
                  say("copy it to a variable, and use that"));
  return false;
}

// The variable that contains the place needs memory of its own.
void Checker::note_address_taken(const Expr& place) {
  const Expr* root = &place;
  for (;;) {
    if (root->kind == ExprKind::kMember) {
      root = as<Member>(*root).object.get();
    } else if (root->kind == ExprKind::kIndex && as<Index>(*root).base->type->is_array()) {
      root = as<Index>(*root).base.get();
    } else if (root->kind == ExprKind::kAssign) {
      root = as<Assign>(*root).target.get();
    } else if (root->kind == ExprKind::kIncrement) {
      root = as<Increment>(*root).operand.get();
    } else if (root->kind == ExprKind::kBinary) {
      root = as<Binary>(*root).right.get();
    } else {
      break;
    }
  }
  if (root->kind == ExprKind::kVariable) as<VariableRef>(*root).variable->address_taken = true;
  if (root->kind == ExprKind::kMaterialize) as<Materialize>(*root).variable->address_taken = true;
}

// An lvalue that lowering can locate: `c ? a : b` becomes a dereferenced address.
ExprPtr Checker::to_place(ExprPtr lvalue) {
  if (!lvalue || lvalue->kind != ExprKind::kConditional || !lvalue->is_lvalue) return lvalue;
  auto place = make_at<Dereference>(*lvalue, lvalue->type);
  place->is_lvalue = true;
  place->is_implicit = true;
  place->pointer = address_of(std::move(lvalue));
  return place;
}

// A temporary that holds the value.
ExprPtr Checker::materialize(ExprPtr value) {
  if (!value) return nullptr;
  if (declarations().current() == nullptr) {
    reporter_.error(value->span,
                    say("this needs a variable, and none is possible outside of a function"));
    return nullptr;
  }
  const bool ends = needs_destruction(value->type);
  const bool is_made = (ends || is_host_only()) && value->kind == ExprKind::kLoad &&
                       as<Load>(*value).operand->kind == ExprKind::kMaterialize;
  if (is_made) {  // by a constructor
    ExprPtr object = std::move(as<Load>(*value).operand);
    auto& temporary = as<Materialize>(*object);
    return add_destructors_of(*temporary.variable, temporary.destructors) ? std::move(object)
                                                                          : nullptr;
  }
  auto made = make_at<Materialize>(*value, plain(value->type));
  made->variable = declare("", value->span, made->type, Storage::kLocal);
  made->value = std::move(value);
  made->is_lvalue = true;
  if (ends && !add_destructors_of(*made->variable, made->destructors)) return nullptr;
  return made;
}

}  // namespace warplens::lang
