// Types of functions, as pointers to them are declared: `float (*name)(float, int)`.
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {

// signature := "(" [parameter ("," parameter)*] ["," "..."] ")" ["const"] ["noexcept"], behind the
// result; the type of such a function, null after a mistake. `owner`: the class of a member.
const Type* Parser::parse_signature(const Type* result, bool returns_reference, const Type* owner) {
  Signature signature;
  signature.result = result;
  signature.returns_reference = returns_reference;
  ++at_;
  if (is("void") && peek(1).is(")")) ++at_;
  while (!is(")")) {
    if (accept("...")) {
      signature.is_variadic = true;
      break;
    }
    const size_t length = expansion_length(true);
    const size_t begin = at_;
    const size_t count = length == 0 ? 1 : expansion_count(begin, begin + length).value_or(0);
    for (size_t i = 0; i < count; ++i) {
      at_ = begin;
      if (length != 0) element_ = i;
      const bool is_fine = parse_signature_parameter(signature);
      if (length != 0) element_.reset();
      if (!is_fine) return nullptr;
    }
    if (length != 0) at_ = begin + length + 1;
    if (!accept(",")) break;
  }
  if (!expect(")", sentence("after the parameters"))) return nullptr;
  bool is_const = false;
  while (is("const") || is("noexcept")) {
    is_const |= is("const");
    ++at_;
  }
  if (owner != nullptr) {
    TypeTable& types = checker_.types();
    signature.is_member = true;
    signature.parameters.insert(signature.parameters.begin(),
                                {types.pointer_to(types.with_const(owner, is_const))});
  }
  return checker_.types().function(std::move(signature));
}

bool Parser::parse_signature_parameter(Signature& signature) {
  Specifiers specifiers;
  DeclaratorText text;
  if (!parse_specifiers(specifiers)) return false;
  if (specifiers.type == nullptr) {
    error(specifiers.span, say("auto is not allowed here"), say("write the type"));
    return false;
  }
  if (!parse_declarator(specifiers, text)) return false;
  TypeTable& types = checker_.types();
  if (!text.is_reference && text.type->is_array()) text.type = types.pointer_to(text.type->element);
  const Type* type = text.is_reference ? text.type : types.unqualified(text.type);
  signature.parameters.push_back({type, text.is_reference, text.takes_temporaries});
  return true;
}

// Behind a declared name: a function's parameters make it a pointer to one where that is meant.
const Type* Parser::pointed_function(const Type* result, bool returns_reference,
                                     const Type* owner) {
  const Type* function = parse_signature(result, returns_reference, owner);
  return function == nullptr ? nullptr : checker_.types().pointer_to(function);
}

}  // namespace warplens::lang
