// Variables and their initialisers: objects, arrays, and references with what they are bound to.
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/checker.hpp"

namespace warplens::lang {

bool Checker::initialize_variable(Declarator& declarator, ExprPtr unchecked, Span span) {
  if (!initialize_value(declarator, std::move(unchecked), span)) return false;
  Variable& variable = *declarator.variable;
  if (variable.storage != Storage::kLocal) return true;
  if (!variable.is_reference) return add_destructors_of(variable, declarator.destructors);
  extend_lifetime(declarator);
  return true;
}

bool Checker::initialize_value(Declarator& declarator, ExprPtr unchecked, Span span) {
  Variable& variable = *declarator.variable;
  declarator.has_initializer = unchecked != nullptr;
  if (variable.is_reference) {
    if (!unchecked) {
      reporter_.error(span,
                      say("the reference '{name}' refers to nothing", "name"_a = variable.name),
                      say("give it a variable: = ..."));
      return false;
    }
    const Type* referred = variable.type->element;
    declarator.value = bind_reference(std::move(unchecked), referred, is_const_object(referred));
  } else if (variable.type->is_array()) {
    return initialize_array(declarator, std::move(unchecked), span);
  } else if (unchecked) {
    declarator.value = initialize_object(declarator, std::move(unchecked), span);
  } else if (needs_construction(variable.type) ||
             plain(variable.type) == types().vector("dim3")) {  // 1, 1, 1
    InitializerList none{{}, 0, true, true, span};
    return take_constructed(declarator, initialize_record(std::move(none), plain(variable.type)));
  } else {
    return true;
  }
  return declarator.value != nullptr || declarator.constructor != nullptr;
}

ExprPtr Checker::initialize_object(Declarator& declarator, ExprPtr unchecked, Span span) {
  const Type* type = declarator.variable->type;
  const bool is_braced_argument = is_braced_list(*unchecked) &&
                                  as<Construct>(*unchecked).has_parentheses && !type->is_record() &&
                                  as<Construct>(*unchecked).elements.empty();
  if (is_braced_argument) {
    reporter_.error(span, say("a value is missing between the parentheses"));
    return nullptr;
  }
  take_constructed(declarator, initialize(std::move(unchecked), type, span));
  return std::move(declarator.value);
}

bool Checker::initialize_array(Declarator& declarator, ExprPtr unchecked, Span span) {
  Variable& variable = *declarator.variable;
  const Type* element = array_base(variable.type);
  if (unchecked && unchecked->kind == ExprKind::kString)
    return add_characters(*unchecked, variable.type, declarator.elements);
  if (unchecked) {
    if (!is_braced_list(*unchecked) || as<Construct>(*unchecked).has_parentheses) {
      reporter_.error(unchecked->span, say("an array is initialised by a list"),
                      say("write = {{1, 2, 3}}; an array cannot be copied as a whole"));
      return false;
    }
    InitializerList values{std::move(as<Construct>(*unchecked).elements), 0, false, false, span};
    if (!fill_elements(values, variable.type, declarator.elements)) return false;
    if (!all_elements_used(values, variable.type)) return false;
  }
  if (!needs_construction(element)) return true;
  declarator.has_initializer = true;
  const uint64_t count = size_of(variable.type) / size_of(element);
  constexpr uint64_t kMostConstructed = 4096;
  if (count > kMostConstructed) {
    reporter_.error(span,
                    say("an array of {count} objects with constructors is too large for a thread",
                        "count"_a = count));
    return false;
  }
  while (declarator.elements.size() < count) {
    ExprPtr value = zero_value(element, span);
    if (!value) return false;
    declarator.elements.push_back(std::move(value));
  }
  return !is_host_only() || construct_elements(declarator, span);
}

// ------------------------------------------------------------------------------ references

ExprPtr Checker::bind_reference(ExprPtr unchecked, const Type* referred, bool takes_temporaries) {
  if (!unchecked) return nullptr;
  if (is_braced_list(*unchecked)) {
    const Span span = unchecked->span;
    return address_of(materialize(initialize(std::move(unchecked), referred, span)));
  }
  return bind(check(std::move(unchecked)), referred, takes_temporaries);
}

ExprPtr Checker::bind(ExprPtr checked, const Type* referred, bool takes_temporaries) {
  if (!checked) return nullptr;
  if (referred == nullptr) referred = checked->type;  // auto&
  if (is_base_of(referred, checked->type)) checked = base_of(std::move(checked), referred);
  if (!checked) return nullptr;
  const bool is_same = plain(checked->type) == plain(referred);
  if (checked->is_lvalue && is_same && !(takes_temporaries && is_bit_field(*checked))) {
    if (is_const_object(checked->type) && !is_const_object(referred)) {
      reporter_.error(checked->span, say("this is const, and the reference may write it"),
                      say("write const {type}&", "type"_a = name_of(referred)));
      return nullptr;
    }
    if (drops_volatile(checked->type, referred) && !is_const_object(referred)) {
      reporter_.error(checked->span, say("this is volatile, and the reference is not"),
                      say("write volatile {type}&", "type"_a = name_of(referred)));
      return nullptr;
    }
    const Span span = checked->span;
    ExprPtr pointer = address_of(std::move(checked));
    if (!pointer) return nullptr;
    pointer->span = span;
    return cast(std::move(pointer), types().pointer_to(referred));
  }
  if (!takes_temporaries) {
    if (!checked->is_lvalue) {
      reporter_.error(checked->span, say("a reference needs a variable, and this is a value"),
                      say("write const {type}&", "type"_a = name_of(referred)));
      return nullptr;
    }
    reporter_.error(checked->span,
                    say("a reference to '{type}' cannot refer to '{other}'",
                        "type"_a = name_of(referred), "other"_a = name_of(checked->type)));
    return nullptr;
  }
  ExprPtr pointer = address_of(materialize(initialize_checked(std::move(checked), referred)));
  return cast(std::move(pointer), types().pointer_to(referred));
}

}  // namespace warplens::lang
