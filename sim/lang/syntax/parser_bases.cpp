// Base classes: the list after a class's name, their initialisation by constructors, and the field
// that says which class an object with virtual functions is of.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {

// bases := ":" base ["..."] ("," base ["..."])*
bool Parser::parse_bases(RecordEntity& record) {
  ++at_;
  do {
    const size_t length = expansion_length(true);
    const bool is_fine =
        length != 0 ? expands(length, [&] { return parse_base(record); }) : parse_base(record);
    if (!is_fine) return false;
  } while (accept(","));
  return true;
}

// base := ["public" | "protected" | "private"] named_type
// They are the first fields of the class, without a name.
bool Parser::parse_base(RecordEntity& record) {
  while (is("public") || is("protected") || is("private")) ++at_;
  if (is("virtual")) {
    unsupported_here(say("virtual base classes are not supported"), say("make the base a member"));
    return false;
  }
  const Token name = peek();
  if (type_name_length(0) == 0) {
    checker_.report_unknown_type(name.text, name.span);
    return false;
  }
  const Type* type = parse_named_type().type;
  if (type == nullptr || !names_.complete(type, name.span)) return false;
  if (!type->is_record()) {
    error(name.span, say("'{type}' is no struct: it cannot be a base", "type"_a = name_of(type)));
    return false;
  }
  Field base;
  base.type = checker_.types().unqualified(type);
  base.span = name.span;
  base.is_base = true;
  record.record->fields.push_back(std::move(base));
  record.initializers.emplace_back();
  return true;
}

// From the class's `{` on. The first base with virtual functions is at the start of the object, and
// both begin with the same field.
void Parser::add_class_field(RecordEntity& record) {
  std::vector<Field>& fields = record.record->fields;
  const auto primary = std::find_if(fields.begin(), fields.end(), [](const Field& field) {
    return field.type->record->is_polymorphic;
  });
  if (primary != fields.end()) {
    std::rotate(fields.begin(), primary, primary + 1);
    record.record->is_polymorphic = true;
    return;
  }
  int depth = 0;
  for (size_t i = 0; !peek(i).at_end(); ++i) {
    if (peek(i).is("{")) ++depth;
    if (peek(i).is("}") && --depth == 0) break;
    record.record->is_polymorphic |= depth == 1 && peek(i).is("virtual");
  }
  if (!record.record->is_polymorphic) return;
  Field field;
  field.name = kClassField;
  field.type = checker_.types().pointer_to(checker_.types().void_type());
  fields.insert(fields.begin(), std::move(field));
  record.initializers.emplace_back();
}

// `using Base::name;` in a class: the base's functions of that name are found beside its own.
// `using Base::Base;`: its constructors make a derived object, too.
bool Parser::parse_used_name(RecordEntity& record) {
  size_t end = 1, colons = 0;
  for (; !peek(end).at_end() && !peek(end).is(";") && !peek(end).is("="); ++end) {
    if (peek(end).is("::")) colons = end;
  }
  if (!peek(end).is(";") || colons < 2) return false;
  const Token& name = peek(colons + 1);
  const bool is_operator = name.is("operator");
  RecordEntity* base = is_operator ? nullptr : names_.base_named(record, name.text);
  if (base != nullptr)
    names_.inherit_constructors(record, *base);
  else
    record.used_names.insert(is_operator ? names_.operator_name({at_ + colons, at_ + end})
                                         : std::string(name.text));
  at_ += end + 1;
  return true;
}

// typeid := "typeid" "(" (type | expression) ")"
ExprPtr Parser::parse_typeid() {
  const size_t begin = at_++;
  auto call = std::make_unique<Call>();
  call->name = "typeid";
  call->name_span = tokens_[begin].span;
  if (is_parenthesized_type()) {
    ++at_;
    call->template_arguments.push_back(parse_type_argument());
    if (call->template_arguments.front().type == nullptr) return nullptr;
  } else if (expect("(", sentence("after 'typeid'"))) {
    call->arguments.push_back(parse_expression());
    if (!call->arguments.front()) return nullptr;
  } else {
    return nullptr;
  }
  if (!expect(")", sentence("after what typeid is about"))) return nullptr;
  return finish(std::move(call), begin);
}

}  // namespace warplens::lang
