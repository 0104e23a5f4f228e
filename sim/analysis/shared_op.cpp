#include "sim/analysis/shared_op.hpp"

#include "sim/base/assert.hpp"
#include "sim/base/scalar.hpp"
#include "sim/lang/tree/ast.hpp"

namespace warplens::analysis {
namespace {

// "u32", "f64"; `letter` is that of integers.
std::string type_word(const code::AccessSite& site, char letter) {
  const bool is_floating = site.type != nullptr && base::is_floating(site.type->scalar);
  return std::string(1, is_floating && letter != 'b' ? 'f' : letter) +
         std::to_string(8 * site.bytes);
}

char sign_letter(const code::AccessSite& site) {
  return site.type != nullptr && base::is_signed(site.type->scalar) ? 's' : 'u';
}

}  // namespace

std::string ptx_atomic(const code::AccessSite& site) {
  switch (site.atomic) {
    case code::Atomic::kNone:
      return "";
    case code::Atomic::kAdd:
      return "add." + type_word(site, 'u');
    case code::Atomic::kMinimum:
      return "min." + type_word(site, sign_letter(site));
    case code::Atomic::kMaximum:
      return "max." + type_word(site, sign_letter(site));
    case code::Atomic::kAnd:
      return "and." + type_word(site, 'b');
    case code::Atomic::kOr:
      return "or." + type_word(site, 'b');
    case code::Atomic::kXor:
      return "xor." + type_word(site, 'b');
    case code::Atomic::kExchange:
      return "exch." + type_word(site, 'b');
    case code::Atomic::kIncrement:
      return "inc." + type_word(site, 'u');
    case code::Atomic::kDecrement:
      return "dec." + type_word(site, 'u');
    case code::Atomic::kCompareSwap:
      return "cas." + type_word(site, 'b');
  }
  return "";
}

model::AtomicRule shared_rule(const code::AccessSite& site) {
  if (site.operation == code::Operation::kLoad) return {model::SharedOp::kLoad, {}};
  if (site.operation == code::Operation::kStore) return {model::SharedOp::kStore, {}};
  return model::atomic_rule(ptx_atomic(site)).value_or(model::AtomicRule{});
}

std::optional<model::CasValues> cas_values(const model::AtomicRule& rule,
                                           const model::Addresses* operands,
                                           const model::Addresses* old_values) {
  if (!model::is_loop(rule.op) || operands == nullptr || old_values == nullptr) return std::nullopt;
  return model::CasValues{rule.function, *old_values, *operands};
}

model::SharedCost shared_cost(const model::Device& device, const code::AccessSite& site,
                              const trace::Access& access) {
  WL_ASSERT(access.space == trace::Space::kShared, "its cost is in wavefronts");
  const model::AtomicRule rule = shared_rule(site);
  const std::optional<model::CasValues> values = cas_values(rule, &access.values, &access.results);
  return model::shared_cost(device, rule.op, access.bytes, access.mask, access.addresses,
                            values ? &*values : nullptr);
}

}  // namespace warplens::analysis
