#include "sim/observe/totals/shared_op.hpp"

#include "sim/base/scalar.hpp"
#include "sim/lang/tree/ast.hpp"

namespace warplens::observe {
namespace {

using model::AtomicFunction;
using model::AtomicType;

// Nothing for a load or store.
std::optional<model::AtomicKind> kind_of(const code::AccessSite& site) {
  const bool is_floating = site.type != nullptr && base::is_floating(site.type->scalar);
  const bool is_signed = site.type != nullptr && base::is_signed(site.type->scalar);
  const AtomicType unsigned_or_float = is_floating ? AtomicType::kFloat : AtomicType::kUnsigned;
  const AtomicType by_sign = is_floating ? AtomicType::kFloat
                             : is_signed ? AtomicType::kSigned
                                         : AtomicType::kUnsigned;
  const auto kind = [&](AtomicFunction function, AtomicType type) {
    return model::AtomicKind{function, type, 8u * site.bytes};
  };
  switch (site.atomic) {
    case code::Atomic::kNone:
      return std::nullopt;
    case code::Atomic::kAdd:
      return kind(AtomicFunction::kAdd, unsigned_or_float);
    case code::Atomic::kMinimum:
      return kind(AtomicFunction::kMinimum, by_sign);
    case code::Atomic::kMaximum:
      return kind(AtomicFunction::kMaximum, by_sign);
    case code::Atomic::kAnd:
      return kind(AtomicFunction::kAnd, AtomicType::kBits);
    case code::Atomic::kOr:
      return kind(AtomicFunction::kOr, AtomicType::kBits);
    case code::Atomic::kXor:
      return kind(AtomicFunction::kXor, AtomicType::kBits);
    case code::Atomic::kExchange:
      return kind(AtomicFunction::kExchange, AtomicType::kBits);
    case code::Atomic::kIncrement:
      return kind(AtomicFunction::kIncrement, unsigned_or_float);
    case code::Atomic::kDecrement:
      return kind(AtomicFunction::kDecrement, unsigned_or_float);
    case code::Atomic::kCompareSwap:
      return kind(AtomicFunction::kCompareSwap, AtomicType::kBits);
  }
  return std::nullopt;
}

}  // namespace

std::string ptx_atomic(const code::AccessSite& site) {
  const std::optional<model::AtomicKind> kind = kind_of(site);
  return kind ? model::ptx_name(*kind) : "";
}

model::AtomicRule shared_rule(const code::AccessSite& site) {
  // A matrix is a group of eight rows, loaded or stored, whatever rows are the same.
  if (site.is_matrix) return {model::SharedOp::kStore, {}};
  if (site.operation == code::Operation::kLoad) return {model::SharedOp::kLoad, {}};
  if (site.operation != code::Operation::kAtomic) return {model::SharedOp::kStore, {}};
  const std::optional<model::AtomicKind> kind = kind_of(site);
  if (!kind) return {};
  return model::atomic_rule(*kind).value_or(model::AtomicRule{});
}

std::optional<model::CasValues> cas_values(const model::AtomicRule& rule,
                                           const model::Addresses* operands,
                                           const model::Addresses* old_values) {
  if (!model::is_loop(rule.op) || operands == nullptr || old_values == nullptr) return std::nullopt;
  return model::CasValues{rule.function, *old_values, *operands};
}

}  // namespace warplens::observe
