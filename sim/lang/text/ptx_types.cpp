#include "sim/lang/text/ptx_types.hpp"

#include <algorithm>
#include <array>

#include "sim/base/assert.hpp"

namespace warplens::lang {
namespace {

constexpr auto kPtxTypes = std::to_array<PtxType>({
    {"s8", "signed char", "unsigned char", "short", PtxRegister::kHalfWord, 8, false},
    {"u8", "unsigned char", "unsigned char", "unsigned short", PtxRegister::kHalfWord, 8, false},
    {"b8", "unsigned char", "unsigned char", "unsigned short", PtxRegister::kHalfWord, 8, false},
    {"s16", "short", "unsigned short", "int", PtxRegister::kHalfWord, 16, false},
    {"u16", "unsigned short", "unsigned short", "unsigned", PtxRegister::kHalfWord, 16, false},
    {"b16", "unsigned short", "unsigned short", "unsigned", PtxRegister::kHalfWord, 16, false},
    {"s32", "int", "unsigned", "long long", PtxRegister::kWord, 32, false},
    {"u32", "unsigned", "unsigned", "unsigned long long", PtxRegister::kWord, 32, false},
    {"b32", "unsigned", "unsigned", "unsigned long long", PtxRegister::kWord, 32, false},
    {"s64", "long long", "unsigned long long", "", PtxRegister::kLong, 64, false},
    {"u64", "unsigned long long", "unsigned long long", "", PtxRegister::kLong, 64, false},
    {"b64", "unsigned long long", "unsigned long long", "", PtxRegister::kLong, 64, false},
    {"f16", "__half", "unsigned short", "", PtxRegister::kHalfWord, 16, true},
    {"bf16", "__nv_bfloat16", "unsigned short", "", PtxRegister::kHalfWord, 16, true},
    {"f16x2", "unsigned", "unsigned", "", PtxRegister::kWord, 32, false},
    {"bf16x2", "unsigned", "unsigned", "", PtxRegister::kWord, 32, false},
    {"tf32", "unsigned", "unsigned", "", PtxRegister::kWord, 32, false},
    {"f32", "float", "unsigned", "double", PtxRegister::kFloat, 32, true},
    {"f64", "double", "unsigned long long", "", PtxRegister::kDouble, 64, true},
    {"pred", "bool", "bool", "", PtxRegister::kPredicate, 1, false},
});

}  // namespace

std::string_view type_of(PtxRegister one) {
  switch (one) {
    case PtxRegister::kHalfWord:
      return "unsigned short";
    case PtxRegister::kWord:
      return "unsigned";
    case PtxRegister::kLong:
      return "unsigned long long";
    case PtxRegister::kFloat:
      return "float";
    case PtxRegister::kDouble:
      return "double";
    case PtxRegister::kPredicate:
      return "bool";
  }
  return "";
}

int bits_of(PtxRegister one) {
  switch (one) {
    case PtxRegister::kHalfWord:
      return 16;
    case PtxRegister::kLong:
    case PtxRegister::kDouble:
      return 64;
    case PtxRegister::kPredicate:
      return 1;
    default:
      return 32;
  }
}

const PtxType* find_ptx_type(std::string_view name) {
  const auto found = std::find_if(kPtxTypes.begin(), kPtxTypes.end(),
                                  [&](const PtxType& type) { return type.name == name; });
  return found == kPtxTypes.end() ? nullptr : &*found;
}

const PtxType& ptx_type(std::string_view name) {
  const PtxType* known = find_ptx_type(name);
  WL_ASSERT(known != nullptr, "a type of the table");
  return *known;
}

bool fits(PtxRegister kind, const PtxType& type, bool may_be_wider) {
  const bool is_truth = type.name == "pred";
  if (is_truth || kind == PtxRegister::kPredicate)
    return is_truth && kind == PtxRegister::kPredicate;
  const int bits = bits_of(kind);
  const bool is_floating = kind == PtxRegister::kFloat || kind == PtxRegister::kDouble;
  if (bits < type.bits) return false;
  // Values of 8 bits have no registers of their own.
  if (bits > type.bits) return type.bits == 8 || (may_be_wider && !is_floating);
  return !is_floating || type.is_floating || type.is_bits();
}

std::string_view constraint_of(PtxRegister kind) {
  switch (kind) {
    case PtxRegister::kHalfWord:
      return "h";
    case PtxRegister::kWord:
      return "r";
    case PtxRegister::kLong:
      return "l";
    case PtxRegister::kFloat:
      return "f";
    case PtxRegister::kDouble:
      return "d";
    case PtxRegister::kPredicate:
      return "";
  }
  return "";
}

}  // namespace warplens::lang
