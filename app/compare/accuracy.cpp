#include "app/compare/accuracy.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "sim/base/half.hpp"
#include "sim/base/say.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/lang/text/lexer.hpp"

namespace warplens::compare {
namespace {

// How they are applied: README.md.
constexpr double kFunctionUlp = 64;
constexpr double kFastFunctionUlp = 1024;

constexpr auto kFastFunctions = std::to_array<std::string_view>(
    {"__expf", "__exp10f", "__logf", "__log2f", "__log10f", "__sinf", "__cosf", "__tanf", "__tanhf",
     "__powf", "__sincosf", "__fdividef", "fdividef"});

struct Uses {
  bool functions = false, single_functions = false;  // inexact ones
  bool divisions = false;
  bool products = false, sums = false;
  bool fused_sums = false;
  bool compare_and_swap = false;
  bool float_atomics = false, single_atomics = false;
};

// Library functions whose results IEEE 754 or C fix to the last bit.
bool is_exact(code::Op op) {
  using enum code::Op;
  switch (op) {
#define WARPLENS_CASE(name) \
  case k##name##F32:        \
  case k##name##F64:
    WARPLENS_CASE(Sqrt)
    WARPLENS_CASE(Floor)
    WARPLENS_CASE(Ceil)
    WARPLENS_CASE(Round)
    WARPLENS_CASE(Trunc)
    WARPLENS_CASE(Rint)
    WARPLENS_CASE(Copysign)
    WARPLENS_CASE(Fdim)
    WARPLENS_CASE(Remainder)
    WARPLENS_CASE(Nextafter)
    WARPLENS_CASE(Fmod)
    WARPLENS_CASE(Fma)
    WARPLENS_CASE(FmaToOdd)
#undef WARPLENS_CASE
    return true;
    default:
      return false;
  }
}

// Of a library function: whether it is of single precision; nothing for any other operation.
std::optional<bool> is_single_function(code::Op op) {
  using enum code::Op;
  switch (op) {
#define WARPLENS_CASE(name, ...) \
  case k##name##F32:             \
    return true;                 \
  case k##name##F64:             \
    return false;
    WARPLENS_MATH_FUNCTIONS(WARPLENS_CASE)
#undef WARPLENS_CASE
    default:
      return std::nullopt;
  }
}

void note(code::Op op, Uses& uses) {
  using enum code::Op;
  if (const std::optional<bool> is_single = is_single_function(op)) {
    uses.functions |= !is_exact(op);
    uses.single_functions |= !is_exact(op) && *is_single;
    return;
  }
  switch (op) {
    case kAtomicCasSharedI32:
    case kAtomicCasSharedI64:
    case kAtomicCasGenericI32:
    case kAtomicCasGenericI64:
      uses.compare_and_swap = true;
      break;
    case kAtomicAddSharedF32:
    case kAtomicAddGenericF32:
      uses.single_atomics = true;
      [[fallthrough]];
    case kAtomicAddSharedF64:
    case kAtomicAddGenericF64:
      uses.float_atomics = true;
      break;
    case kDivF32:
    case kDivF64:
      uses.divisions = true;
      break;
    case kFusedF32:
    case kFusedF64:
      uses.sums = uses.fused_sums = true;
      break;
    case kMulF32:
    case kMulF64:
    case kKeepMulF32:
    case kKeepMulF64:
      uses.products = true;
      break;
    case kAddF32:
    case kAddF64:
    case kSubF32:
    case kSubF64:
      uses.sums = true;
      break;
    default:
      break;
  }
}

// Anywhere in the file: which kernel it is does not matter, a division may be meant.
bool names_fast_functions(const base::SourceFile& file) {
  for (uint32_t part = 0; part < file.part_count(); ++part) {
    if (!file.is_own(file.begin_of(part))) continue;
    for (const lang::Token& token : lang::lex(file.text(part))) {
      const bool is_fast = token.is_identifier() &&
                           std::find(kFastFunctions.begin(), kFastFunctions.end(), token.text) !=
                               kFastFunctions.end();
      if (is_fast) return true;
    }
  }
  return false;
}

// Lanes that executed an atomic: so many terms at most went into one sum.
uint64_t atomic_lanes(const run::Runs& runs) {
  uint64_t lanes = 0;
  for (const auto& run : runs) {
    for (const observe::AccessRow& row : run->accesses) {
      if (row.operation == trace::Operation::kAtomic) lanes += row.lanes;
    }
  }
  return lanes;
}

}  // namespace

double Accuracy::unit_of(base::Scalar scalar, double value) const {
  const bool is_float =
      scalar == base::Scalar::kFloat || (is_single && !base::is_small_float(scalar));
  const int digits = scalar == base::Scalar::kHalf     ? base::kHalfFormat.fraction_bits
                     : scalar == base::Scalar::kBfloat ? base::kBfloatFormat.fraction_bits
                     : is_float                        ? 23
                                                       : 52;
  const int lowest = scalar == base::Scalar::kHalf     ? base::kHalfFormat.lowest_exponent
                     : scalar == base::Scalar::kDouble ? -1022
                                                       : -126;
  const int exponent = value == 0 ? lowest : std::max(std::ilogb(value), lowest);
  return std::ldexp(1.0, exponent - digits);
}

Agreement agreement(const Accuracy& accuracy, double a, double b, double largest,
                    base::Scalar scalar) {
  if (!std::isfinite(a) || !std::isfinite(b))
    return a == b ? Agreement::kWithinUlp : Agreement::kNone;
  const double difference = std::abs(a - b);
  if (accuracy.ulp > 0 &&
      difference <= accuracy.ulp * accuracy.unit_of(scalar, std::min(std::abs(a), std::abs(b))))
    return Agreement::kWithinUlp;
  const double most =
      std::max(accuracy.ulp * accuracy.unit_of(scalar, largest), accuracy.of_largest * largest);
  return difference <= most ? Agreement::kWithinLargest : Agreement::kNone;
}

std::string rule_words(const Accuracy& accuracy, Agreement worst) {
  const bool has_rule = accuracy.ulp > 0 || accuracy.of_largest > 0;
  if (worst == Agreement::kBitEqual || !has_rule) return say("bit-equal");
  if (worst == Agreement::kWithinUlp) return say("within {ulp:.0f} ulp", "ulp"_a = accuracy.ulp);
  if (accuracy.of_largest <= accuracy.ulp * 0x1p-23)
    return say("within {ulp:.0f} ulp of the largest element", "ulp"_a = accuracy.ulp);
  return say("within {share:.1e} of the largest element", "share"_a = accuracy.of_largest);
}

Accuracy accuracy_of(const run::Runs& runs, measure::Build build) {
  Uses uses;
  for (const auto& run : runs) {
    for (const code::Instr& instr : run->program->instrs) note(instr.op, uses);
  }
  Accuracy accuracy;
  const bool is_fast = (uses.functions || uses.divisions) && !runs.empty() &&
                       names_fast_functions(runs.front()->request.file);
  // As written, the GPU's code fuses nothing; as compiled, it may be other sums than here.
  const bool is_contracted =
      uses.fused_sums || (build == measure::Build::kAsCompiled && uses.products && uses.sums);
  if (uses.functions || is_contracted) accuracy.ulp = kFunctionUlp;
  if (is_fast) accuracy.ulp = kFastFunctionUlp;
  accuracy.is_single = uses.single_functions || is_fast;
  // Adding in another order: each sum rounds by half a unit, as often up as down.
  if (uses.float_atomics || (uses.compare_and_swap && uses.sums)) {
    const double unit = uses.single_atomics || uses.compare_and_swap ? 0x1p-23 : 0x1p-52;
    accuracy.of_largest = unit * (16 + 4 * std::sqrt(static_cast<double>(atomic_lanes(runs))));
  }
  return accuracy;
}

}  // namespace warplens::compare
