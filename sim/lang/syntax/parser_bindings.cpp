// Structured bindings: auto [a, b] = whole. The whole is a variable that the text cannot name, and
// each name a reference to a part of it.
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"

namespace warplens::lang {
namespace {

ExprPtr named(const std::string& name, Span span) {
  auto variable = std::make_unique<VariableRef>();
  variable->name = name;
  variable->span = span;
  return variable;
}

}  // namespace

// bindings := "[" name ("," name)* "]"
bool Parser::parse_binding_names(DeclaratorText& text) {
  const size_t begin = at_++;
  do {
    if (!peek().is_identifier()) {
      error_here(say("expected a name, found {found}", "found"_a = describe_here()));
      return false;
    }
    text.bindings.push_back({std::string(peek().text), peek().span});
    ++at_;
  } while (accept(","));
  if (!expect("]", sentence("after the names"))) return false;
  text.span = base::join(tokens_[begin].span, previous().span);
  text.name = "[" + text.bindings.front().name + "...]";
  return true;
}

// From the initialiser on.
bool Parser::parse_bindings(const Specifiers& specifiers, DeclaratorText& text,
                            Declaration& declaration) {
  const size_t known = declaration.declarators.size();
  const size_t begin = at_;
  bool is_fine = true;
  const bool is_of_array = [&] {
    accept("=");
    const Type* type = checker_.type_of(parse_initializer_clause());
    at_ = begin;
    return type != nullptr && type->is_array();
  }();
  DeclaratorText whole = text;
  whole.bindings.clear();
  // Of an array each element is copied, so that the array itself need not be.
  if (is_of_array) whole.is_reference = true;
  is_fine = whole.is_reference ? parse_reference(specifiers, whole, declaration)
                               : parse_scalar_initializer(specifiers, whole, declaration);
  const bool is_declared = is_fine && declaration.declarators.size() > known;
  if (is_declared) {
    Variable& variable = *declaration.declarators.back().variable;
    if (declare_bindings(text, variable, declaration)) return true;
  }
  for (const DeclaratorText::Binding& binding : text.bindings) checker_.suppress_name(binding.name);
  return is_fine;
}

// The parts of the whole, not yet checked: elements of an array, what get<i>() gives of a tuple, or
// members. Nothing, reported, if their number is not that of the names.
std::optional<std::vector<ExprPtr>> Parser::parts_of(const DeclaratorText& text,
                                                     const Variable& whole) {
  const Type* type = whole.is_reference ? whole.type->element : whole.type;
  const auto tuple_size = type->is_record() ? names_.tuple_size(type) : std::optional<uint64_t>();
  const uint64_t count = type->is_array()    ? type->count
                         : tuple_size        ? *tuple_size
                         : type->is_record() ? type->record->fields.size()
                                             : 0;
  if (count != text.bindings.size()) {
    error(text.span,
          say("{names} names for '{type}', which has {count} parts",
              "names"_a = text.bindings.size(), "type"_a = name_of(type), "count"_a = count));
    return std::nullopt;
  }
  std::vector<ExprPtr> parts;
  for (uint64_t i = 0; i < count; ++i) {
    const Span span = text.bindings[i].span;
    if (type->is_array()) {
      auto element = std::make_unique<Index>();
      auto at = std::make_unique<Literal>();
      at->type = checker_.types().scalar(base::Scalar::kInt);
      at->bits = i;
      at->span = element->span = span;
      element->base = named(whole.name, span);
      element->index = std::move(at);
      parts.push_back(std::move(element));
    } else if (tuple_size) {
      auto call = std::make_unique<Call>();
      call->name = "get";
      call->span = call->name_span = span;
      call->has_template_arguments = true;
      call->template_arguments.emplace_back();
      call->template_arguments.back().value = i;
      call->arguments.push_back(named(whole.name, span));
      parts.push_back(std::move(call));
    } else {
      auto member = std::make_unique<Member>();
      member->span = member->name_span = span;
      member->object = named(whole.name, span);
      member->name = type->record->fields[i].name;
      parts.push_back(std::move(member));
    }
  }
  return parts;
}

bool Parser::declare_bindings(const DeclaratorText& text, Variable& whole,
                              Declaration& declaration) {
  auto parts = parts_of(text, whole);
  if (!parts) return false;
  const bool copies = whole.is_reference && !text.is_reference;
  for (size_t i = 0; i < parts->size(); ++i) {
    const DeclaratorText::Binding& binding = text.bindings[i];
    Declarator declarator;
    declarator.has_initializer = true;
    if (copies) {
      declarator.value = checker_.copied(checker_.value(std::move((*parts)[i])));
    } else {
      declarator.value = checker_.bind_reference(std::move((*parts)[i]), nullptr, true);
    }
    if (!declarator.value) return false;
    declarator.variable =
        checker_.declare(binding.name, binding.span, declarator.value->type, Storage::kLocal);
    declarator.variable->is_reference = !copies;
    declaration.declarators.push_back(std::move(declarator));
  }
  return true;
}

}  // namespace warplens::lang
