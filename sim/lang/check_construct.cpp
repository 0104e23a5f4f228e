// What objects are made from: lists, constructors, functional casts; what references are bound to.
#include <utility>

#include "sim/lang/checker.hpp"

namespace warplens::lang {

ExprPtr Checker::initialize(ExprPtr unchecked, const Type* type, Span) {
  return value_as(std::move(unchecked), type);
}

bool Checker::initialize_variable(Declarator& declarator, ExprPtr unchecked, Span span) {
  if (!unchecked) return true;
  declarator.has_initializer = true;
  declarator.value = initialize(std::move(unchecked), declarator.variable->type, span);
  return declarator.value != nullptr;
}

ExprPtr Checker::bind_reference(ExprPtr unchecked, const Type* referred, bool) {
  ExprPtr bound = check(std::move(unchecked));
  if (!bound) return nullptr;
  auto address = make_at<AddressOf>(*bound, types().pointer_to(referred));
  address->operand = std::move(bound);
  return address;
}

uint64_t Checker::elements_of_list(const Expr& unchecked, const Type*) {
  return unchecked.kind == ExprKind::kConstruct ? as<Construct>(unchecked).elements.size() : 0;
}

}  // namespace warplens::lang
