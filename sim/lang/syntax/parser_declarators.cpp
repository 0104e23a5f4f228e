// What follows the type of a declaration: pointers, references, the name, the sizes of an array.
#include <algorithm>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {
namespace {

constexpr uint32_t kDeepestType = 256;  // nested pointers and arrays

}  // namespace

// The number of tokens before the `*` of `Name::*`, which points to a member; 0: there is none.
size_t Parser::member_pointer_length(size_t ahead) const {
  size_t i = peek(ahead).is("::") ? ahead + 1 : ahead;
  while (peek(i).is_identifier() && !is_keyword(peek(i).text) && !is_type_word(peek(i).text)) {
    ++i;
    if (peek(i).is("<")) i += behind_angles(i, true);
    if (!peek(i).is("::")) return 0;
    ++i;
    if (peek(i).is("*")) return i - ahead;
  }
  return 0;
}

// `Name::`; null after a mistake.
const Type* Parser::parse_member_owner() {
  const Token name = peek();
  const Type* owner = parse_named_type().type;
  if (owner != nullptr && !owner->is_record()) {
    error(name.span, say("'{type}' has no members", "type"_a = name_of(owner)));
    return nullptr;
  }
  return owner != nullptr && expect("::", sentence("after the class")) ? owner : nullptr;
}

// pointers := (["Name" "::"] "*" qualifier*)*
const Type* Parser::parse_pointers(const Type* type) {
  TypeTable& types = checker_.types();
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    while (is_qualifier(peek())) {  // `float const*`
      if (is("const")) type = types.with_const(type, true);
      if (is("volatile")) type = types.with_volatile(type, true);
      ++at_;
    }
    if (member_pointer_length(0) > 0) {
      const Type* owner = parse_member_owner();
      if (owner != nullptr) type = types.member(owner->record, type);
    }
    if (is("*")) {
      if (type->depth >= kDeepestType) {
        error_here(say("a type has at most {most} levels of pointers", "most"_a = kDeepestType));
        while (is("*")) ++at_;
        return type;
      }
      ++at_;
      type = types.pointer_to(type);
      goes_on = true;
    }
  }
  return type;
}

// What `&` or `&&` makes of a type that may be a reference already.
Reference Parser::parse_reference_mark(Reference of_type) {
  if (!is("&") && !is("&&")) return of_type;
  const Reference written = is("&") ? Reference::kPlace : Reference::kValue;
  ++at_;
  return of_type == Reference::kNone || of_type == Reference::kValue ? written : of_type;
}

// `Box<T>::`, of a member that is defined outside of its struct; 0: there is none.
size_t Parser::length_of_owner() const {
  if (!peek().is_identifier() || is_keyword(peek().text)) return 0;
  const size_t length = 1 + behind_angles(1, true);
  return peek(length).is("::") && peek(length + 1).is_identifier() ? length + 1 : 0;
}

// declarator := pointers ["&"] (name extents | "(" ("*" | "&") name ")" extents)
bool Parser::parse_declarator(const Specifiers& specifiers, DeclaratorText& declarator) {
  TypeTable& types = checker_.types();
  const Type* type = specifiers.type == nullptr ? types.void_type() : specifiers.type;
  if (specifiers.type == nullptr) {  // auto: whether it is a pointer depends on the value
    while (accept("*") || is_qualifier(peek())) {
      if (is_qualifier(peek())) ++at_;
    }
  } else {
    type = parse_pointers(type);
  }
  const bool has_owner = is("(") && member_pointer_length(1) > 0;
  const bool has_inner = has_owner || (is("(") && (peek(1).is("*") || peek(1).is("&")));
  const bool is_inner_pointer = has_owner || (has_inner && peek(1).is("*"));
  if (has_inner) ++at_;
  const Type* owner = has_owner ? parse_member_owner() : nullptr;
  if (has_owner && owner == nullptr) return false;
  if (is_inner_pointer) ++at_;
  while (is_inner_pointer && is_qualifier(peek())) ++at_;
  const Reference reference = parse_reference_mark(specifiers.reference);
  if (reference != Reference::kNone) {
    declarator.is_reference = true;
    const bool is_const =
        type->is_const || (specifiers.is_const && specifiers.reference == Reference::kNone);
    declarator.takes_temporaries = reference == Reference::kValue || is_const;
  }
  if (element_) accept("...");  // of a pack of parameters
  if (is("[") && specifiers.is_auto) {
    declarator.type = type;
    return parse_binding_names(declarator);
  }
  while (const size_t length = length_of_owner()) at_ += length;
  declarator.span = peek().is_identifier() ? peek().span : end_of_previous();
  if (peek().is_identifier() && !is_keyword(peek().text) &&
      (!is_type_word(peek().text) || is_type_name(peek().text))) {
    declarator.name = std::string(peek().text);
    ++at_;
  } else if (is("(")) {
    unsupported_here(say("parentheses in a declaration are not supported"),
                     say("write TYPE* name, or TYPE name[COUNT]"));
    return false;
  } else if (!is(",") && !is(")") && !is("[") && !is("=")) {
    error_here(say("expected a name, found {found}", "found"_a = describe_here()));
    return false;
  }
  const size_t extents = has_inner && is("[") ? at_ : 0;  // of an array of pointers to functions
  while (extents != 0 && !at_end() && !is(")")) ++at_;
  if (has_inner && !expect(")", sentence("after the name"))) return false;
  if (has_inner && is("(")) {
    const bool is_of_pointer = is_inner_pointer || declarator.is_reference;
    declarator.is_reference = false;
    declarator.type = is_of_pointer ? pointed_function(type, false, owner) : nullptr;
    const size_t end = at_;
    if (declarator.type != nullptr && extents != 0) {
      at_ = extents;
      declarator.type = parse_extents(declarator.type, declarator);
      at_ = end;
    }
    return declarator.type != nullptr;
  }
  declarator.type = parse_extents(type, declarator);
  if (declarator.type != nullptr && is_inner_pointer)
    declarator.type = types.pointer_to(declarator.type);
  return declarator.type != nullptr;
}

// The expression between [ and ]; nothing after a mistake.
std::optional<uint64_t> Parser::parse_extent() {
  const Span place = peek().span;
  operators_ = 0;
  const auto extent = checker_.constant_integer(parse_conditional(), label("the size of an array"));
  if (!extent) return std::nullopt;
  const bool is_negative =
      base::is_signed(extent->scalar) && static_cast<int64_t>(extent->bits) < 0;
  if (!is_negative && extent->bits != 0) return extent->bits;
  error(base::join(place, previous().span),
        say("an array of {count} elements", "count"_a = static_cast<int64_t>(extent->bits)),
        say("its size must be at least 1"));
  return std::nullopt;
}

// Behind the ] of the only extent, if that is not known before execution; else nothing is skipped.
bool Parser::skip_counted_extent(DeclaratorText& declarator) {
  if (peek().kind == TokenKind::kNumber && peek(1).is("]")) return false;
  const size_t begin = at_;
  operators_ = 0;
  const ExprPtr count = checker_.integer_value(parse_conditional(), label("the size of an array"));
  const bool is_counted =
      count && is("]") && !peek(1).is("[") && !checker_.evaluate(*count).has_value();
  if (is_counted) {
    declarator.counted_at = begin;
    ++at_;
  } else {
    at_ = begin;
  }
  return is_counted;
}

// extents := ("[" [expression] "]")*
const Type* Parser::parse_extents(const Type* element, DeclaratorText& declarator) {
  std::vector<uint64_t> extents;
  bool is_fine = true;
  const int operators = operators_;  // of the expression that contains the type
  while (is("[")) {
    const Span open = peek().span;
    ++at_;
    if (is("]")) {
      if (!extents.empty()) {
        error(open, say("only the first extent of an array can be left out"));
        is_fine = false;
      }
      declarator.has_open_extent = true;
      extents.push_back(0);
    } else if (extents.empty() && declarator.may_be_counted && skip_counted_extent(declarator)) {
      operators_ = operators;
      return element;
    } else {
      const std::optional<uint64_t> extent = parse_extent();
      is_fine = is_fine && extent;
      extents.push_back(extent.value_or(0));
    }
    declarator.has_extents = true;
    if (!accept("]")) {
      if (is_fine)
        error(end_of_previous(), say("expected ']' after the size of the array, found {found}",
                                     "found"_a = describe_here()));
      return nullptr;
    }
  }
  operators_ = operators;
  return is_fine ? array_type(element, extents, declarator) : nullptr;
}

// `element` itself if there are no extents.
const Type* Parser::array_type(const Type* element, const std::vector<uint64_t>& extents,
                               const DeclaratorText& declarator) {
  if (extents.size() + element->depth > kDeepestType) {
    error(declarator.span,
          say("an array has at most {most} dimensions, not {count}", "most"_a = kDeepestType,
              "count"_a = extents.size() + element->depth));
    return nullptr;
  }
  if (!extents.empty() && element->is_void()) {
    error(declarator.span, say("an array needs elements with a type, not void"));
    return nullptr;
  }
  if (!extents.empty() && !names_.complete(element, declarator.span)) return nullptr;
  uint64_t bytes = std::max(size_of(element), uint64_t{1});
  for (auto extent = extents.rbegin(); extent != extents.rend(); ++extent) {
    if (!names_.is_pattern() && *extent > kLargestArray / bytes) {
      error(declarator.span,
            say("the array '{name}' is larger than 2 GiB", "name"_a = declarator.name));
      return nullptr;
    }
    bytes *= *extent != 0 ? *extent : 1;
    element = checker_.types().array_of(element, *extent);
  }
  return element;
}

}  // namespace warplens::lang
