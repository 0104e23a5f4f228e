// What a constructor does before its body: bases, the object's class, members.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"

namespace warplens::lang {
namespace {

// `*this`.
ExprPtr this_object(Variable& self) {
  auto name = std::make_unique<VariableRef>();
  name->name = self.name;
  name->variable = &self;
  name->type = self.type;
  name->is_lvalue = true;
  auto load = std::make_unique<Load>();
  load->type = self.type;
  load->operand = std::move(name);
  auto object = std::make_unique<Dereference>();
  object->is_implicit = true;
  object->type = self.type->element;
  object->is_lvalue = true;
  object->pointer = std::move(load);
  return object;
}

// A member as it is initialised: not const, and of a reference its pointer.
ExprPtr member_of(ExprPtr object, const Field& field, const Type* type, Span span) {
  auto member = std::make_unique<Member>();
  member->name = field.name;
  member->field = &field;
  member->type = type;
  member->is_lvalue = true;
  member->is_arrow = object->kind == ExprKind::kDereference;
  member->object = std::move(object);
  member->span = span;
  return member;
}

// From a field of the record to the one of that name, in anonymous ones; empty if there is none.
std::vector<const Field*> path_to(const Record& record, std::string_view name) {
  if (const Field* field = record.find(name)) return {field};
  const Field* around = record.find_around(name);
  if (around == nullptr) return {};
  std::vector<const Field*> path = path_to(*around->type->record, name);
  path.insert(path.begin(), around);
  return path;
}

}  // namespace

// The parameters of a constructor that is a base's have names of their own: there they may have
// none.
void Parser::name_inherited_parameters(FunctionEntity& function) {
  for (size_t i = 0; i < function.parameters.size(); ++i)
    function.parameters[i].name = "(argument " + std::to_string(i + 1) + ")";
}

// What such a constructor gives the base's: its own arguments.
ExprPtr Parser::passed_on(const FunctionEntity& inherited) const {
  auto list = std::make_unique<Construct>();
  list->has_parentheses = true;
  list->span = inherited.span;
  for (const FunctionParameter& parameter : inherited.parameters) {
    auto name = std::make_unique<VariableRef>();
    name->name = parameter.name;
    name->span = inherited.span;
    const bool is_value =
        !parameter.is_reference || (parameter.takes_temporaries && !parameter.type->is_const);
    if (!is_value || !parameter.type->is_record()) {
      list->elements.push_back(std::move(name));
      continue;
    }
    auto moved = std::make_unique<Call>();
    moved->name = "::std::move";
    moved->span = moved->name_span = inherited.span;
    moved->arguments.push_back(std::move(name));
    list->elements.push_back(std::move(moved));
  }
  return list;
}

// member_initializers := ":" name ("(" arguments ")" | "{" list "}") ("," ...)*
// Initialises every field in order: by the list, else by its default value, else not at all. A
// member of an anonymous union or struct is initialised in the place of that.
void Parser::parse_member_initializers(const FunctionEntity& entity, Block& body) {
  const RecordEntity& record = *entity.owner;
  const std::vector<Field>& fields = record.record->fields;
  struct Inner {
    std::vector<const Field*> path;  // from the record's own field on
    ExprPtr value;
  };
  std::vector<ExprPtr> values(fields.size());
  std::vector<Inner> inner;
  if (entity.is_inherited) {
    for (size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].is_base && fields[i].type->record == entity.inherited_from->record)
        values[i] = passed_on(entity);
    }
  } else if (accept(":")) {
    do {
      const Token name = peek();
      if (const auto base = parse_base_name(record)) {
        const bool has_braces = is("{");
        if (!has_braces && !is("(")) {
          report_expected("(", say("after the base's name"));
          return;
        }
        ++at_;
        values[*base] = parse_initializer_list(has_braces ? "}" : ")");
        continue;
      }
      if (name.is(record.declaration == nullptr ? "" : record.declaration->name) &&
          peek(1).is("(")) {  // another constructor does it all
        at_ += 2;
        auto statement = std::make_unique<ExpressionStmt>();
        statement->span = name.span;
        ExprPtr list = parse_initializer_list(")");
        if (list) statement->expression = checker_.construct_this(std::move(list), name.span);
        if (statement->expression) body.statements.push_back(std::move(statement));
        return;
      }
      std::vector<const Field*> path;
      if (name.is_identifier()) path = path_to(*record.record, name.text);
      if (path.empty()) {
        error_here(say("'{name}' has no member '{member}'", "name"_a = record.record->name,
                       "member"_a = name.text),
                   say("a member initialiser is written : member(value)"));
        while (!at_end() && !is("{")) ++at_;
        return;
      }
      ++at_;
      const bool is_list = is("{");
      if (!is_list && !is("(")) {
        error_here(say("expected '(' after the member's name, found {found}",
                       "found"_a = describe_here()));
        while (!at_end() && !is("{")) ++at_;
        return;
      }
      ++at_;
      ExprPtr value = parse_initializer_list(is_list ? "}" : ")");
      if (path.size() > 1)
        inner.push_back({std::move(path), std::move(value)});
      else
        values[static_cast<size_t>(path[0] - fields.data())] = std::move(value);
    } while (accept(","));
  }
  Variable& self = *checker_.find_local("this");
  const Span end = end_of_previous();
  const auto member = [&](ExprPtr object, const Field& field) {
    return member_of(std::move(object), field, checker_.types().unqualified(field.type), end);
  };
  bool is_class_known = !record.record->is_polymorphic;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!is_class_known && !fields[i].is_base && fields[i].name != kClassField) {
      store_class(record, self, end, body);
      is_class_known = true;
    }
    bool is_inner = false;
    for (Inner& one : inner) {
      if (one.path[0] != &fields[i]) continue;
      is_inner = true;
      const auto place = [&] {
        ExprPtr part = this_object(self);
        for (const Field* field : one.path) part = member(std::move(part), *field);
        return part;
      };
      initialize_member(place, *one.path.back(), std::move(one.value), body);
    }
    if (is_inner) continue;
    ExprPtr value = values[i] ? std::move(values[i]) : names_.field_initializer(*record.record, i);
    const bool is_left_out = record.record->is_union && !value;
    const auto place = [&] { return member(this_object(self), fields[i]); };
    if (!is_left_out) initialize_member(place, fields[i], std::move(value), body);
  }
  if (!is_class_known) store_class(record, self, end, body);
}

// The pointer of a reference member, from what initialises it.
ExprPtr Parser::bind_member(const Field& field, ExprPtr value) {
  const bool is_list = value->kind == ExprKind::kConstruct && value->type == nullptr;
  if (is_list && as<Construct>(*value).elements.size() != 1) {
    error(value->span, say("the reference '{name}' is bound to one object", "name"_a = field.name));
    return nullptr;
  }
  if (is_list) value = std::move(as<Construct>(*value).elements[0]);
  const Type* referred = field.type->element;
  return checker_.bind_reference(std::move(value), referred, referred->is_const);
}

void Parser::initialize_member(const Checker::MakeExpr& target, const Field& of, ExprPtr value,
                               Block& body) {
  if (!value && !checker_.needs_construction(of.type)) return;
  const Span span = value ? value->span : end_of_previous();
  if (!value) {
    auto nothing = std::make_unique<Construct>();
    nothing->has_parentheses = true;
    nothing->span = span;
    value = std::move(nothing);
  }
  TypeTable& types = checker_.types();
  const Type* type = types.unqualified(of.type);
  const auto place = [&] {
    ExprPtr part = target();
    part->span = span;
    return part;
  };
  ExprPtr made = of.is_reference ? bind_member(of, std::move(value))
                                 : checker_.initialize(std::move(value), type, span);
  made = checker_.create_member(place, std::move(made), type, span);
  if (!made) return;
  auto statement = std::make_unique<ExpressionStmt>();
  statement->span = span;
  statement->expression = std::move(made);
  body.statements.push_back(std::move(statement));
}

// The base that a member initialiser names, as the index of its field; its name is read.
std::optional<size_t> Parser::parse_base_name(const RecordEntity& record) {
  const std::vector<Field>& fields = record.record->fields;
  const bool has_bases =
      std::any_of(fields.begin(), fields.end(), [](const Field& field) { return field.is_base; });
  const size_t length = has_bases ? type_name_length(0) : 0;
  if (length == 0 || record.record->find(peek().text) != nullptr) return {};
  const size_t begin = at_;
  const Type* type = parse_named_type().type;
  for (size_t i = 0; type != nullptr && i < fields.size(); ++i) {
    if (fields[i].is_base && fields[i].type == checker_.types().unqualified(type)) return i;
  }
  at_ = begin;
  return {};
}

// Stores which class the object is of, in the object and in each base that has virtual functions.
void Parser::store_class(const RecordEntity& record, Variable& self, Span span, Block& body) {
  const auto store = [&](auto& store_in, const Record& part, ExprPtr object) -> void {
    for (const Field& field : part.fields) {
      const Type* type = field.type;
      if (field.is_base && type->record->is_polymorphic) {
        ExprPtr again = this_object(self);
        store_in(store_in, *type->record, member_of(std::move(object), field, type, span));
        object = std::move(again);
      } else if (field.name == kClassField) {
        auto number = std::make_unique<Literal>();
        number->span = span;
        number->type = type;
        number->bits = names_.class_of(*record.members->record);
        auto assign = std::make_unique<Assign>();
        assign->span = span;
        assign->type = type;
        assign->target = member_of(std::move(object), field, type, span);
        assign->value = std::move(number);
        auto statement = std::make_unique<ExpressionStmt>();
        statement->span = span;
        statement->expression = std::move(assign);
        body.statements.push_back(std::move(statement));
        return;
      }
    }
  };
  store(store, *record.record, this_object(self));
}

}  // namespace warplens::lang
