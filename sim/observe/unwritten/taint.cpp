#include "sim/observe/unwritten/taint.hpp"

#include <algorithm>

namespace warplens::observe {

using code::Op;

namespace {

constexpr uint32_t kAll = ~0u;
constexpr uint32_t kTruth = 1;  // a comparison's result is 0 or 1

// From the lowest undefined bit on: what a carry reaches.
uint32_t smeared(uint32_t bits) {
  return bits | (0u - bits);
}

bool is_known(const TaintedValue& operand, uint64_t value) {
  return operand.bits == 0 && operand.value == value;
}

uint32_t low(const TaintedValue& operand) {
  return static_cast<uint32_t>(operand.value);
}

// 0 where it is defined and `decides`, in its place the other operand's bits.
uint32_t of_and(const TaintedValue& a, const TaintedValue& b) {
  return (a.bits & b.bits) | (a.bits & ~b.bits & low(b)) | (b.bits & ~a.bits & low(a));
}

uint32_t of_or(const TaintedValue& a, const TaintedValue& b) {
  return (a.bits & b.bits) | (a.bits & ~b.bits & ~low(b)) | (b.bits & ~a.bits & ~low(a));
}

uint32_t of_shift(Op op, const TaintedValue& a, const TaintedValue& b) {
  if (b.bits != 0) return is_known(a, 0) ? 0 : kAll;
  const uint32_t distance = low(b);
  if (op == Op::kShrS32)
    return static_cast<uint32_t>(static_cast<int32_t>(a.bits) >> std::min(distance, 31u));
  if (distance > 31) return 0;
  return op == Op::kShlI32 ? a.bits << distance : a.bits >> distance;
}

// Where the least and the greatest value that each may have leave no doubt.
uint32_t of_order(Op op, const TaintedValue& a, const TaintedValue& b) {
  const bool is_signed = op == Op::kLtS32 || op == Op::kLeS32;
  if (is_signed && ((a.bits | b.bits) >> 31) != 0) return kTruth;
  const uint32_t sign = is_signed ? 0x80000000u : 0;  // then the order of signed numbers is theirs
  const uint32_t least_a = (low(a) & ~a.bits) ^ sign, most_a = (low(a) | a.bits) ^ sign;
  const uint32_t least_b = (low(b) & ~b.bits) ^ sign, most_b = (low(b) | b.bits) ^ sign;
  const bool or_equal = op == Op::kLeS32 || op == Op::kLeU32;
  const bool is_always = or_equal ? most_a <= least_b : most_a < least_b;
  const bool is_never = or_equal ? least_a > most_b : least_a >= most_b;
  return is_always || is_never ? 0 : kTruth;
}

}  // namespace

uint32_t undefined_bits(Op op, const TaintedValue& a) {
  if (a.bits == 0) return 0;
  switch (op) {
    case Op::kNotI32:
    case Op::kMove32:
    case Op::kCopy32:
      return a.bits;
    case Op::kNegI32:
      return smeared(a.bits);
    case Op::kIsZeroI32:
    case Op::kNonZeroI32:
      return (low(a) & ~a.bits) != 0 ? 0 : kTruth;
    case Op::kNonZeroI64:
    case Op::kNonZeroF32:
    case Op::kNonZeroF64:
    case Op::kIsNanF32:
    case Op::kIsNanF64:
    case Op::kIsInfF32:
    case Op::kIsInfF64:
      return kTruth;
    case Op::kExtendU8:
      return a.bits & 0xff;
    case Op::kExtendU16:
      return a.bits & 0xffff;
    case Op::kExtendS8:
      return static_cast<uint32_t>(static_cast<int8_t>(a.bits));
    case Op::kExtendS16:
      return static_cast<uint32_t>(static_cast<int16_t>(a.bits));
    default:
      return kAll;
  }
}

uint32_t undefined_bits(Op op, const TaintedValue& a, const TaintedValue& b) {
  if (a.bits == 0 && b.bits == 0) return 0;
  switch (op) {
    case Op::kAndI32:
      return of_and(a, b);
    case Op::kOrI32:
      return of_or(a, b);
    case Op::kXorI32:
      return a.bits | b.bits;
    case Op::kShlI32:
    case Op::kShrU32:
    case Op::kShrS32:
      return of_shift(op, a, b);
    case Op::kAddI32:
    case Op::kSubI32:
      return smeared(a.bits | b.bits);
    case Op::kMulI32:
      return is_known(a, 0) || is_known(b, 0) ? 0 : smeared(a.bits | b.bits);
    case Op::kMulI64:
    case Op::kAndI64:
    case Op::kMulHiS32:
    case Op::kMulHiU32:
    case Op::kMulHiS64:
    case Op::kMulHiU64:
      return is_known(a, 0) || is_known(b, 0) ? 0 : kAll;
    case Op::kOrI64:
      return is_known(a, ~uint64_t{0}) || is_known(b, ~uint64_t{0}) ? 0 : kAll;
    case Op::kShlI64:
    case Op::kShrU64:
      return is_known(a, 0) || (b.bits == 0 && low(b) > 63) ? 0 : kAll;
    case Op::kEqI32:
    case Op::kNeI32:
      return ((low(a) ^ low(b)) & ~(a.bits | b.bits)) != 0 ? 0 : kTruth;
    case Op::kLtS32:
    case Op::kLeS32:
    case Op::kLtU32:
    case Op::kLeU32:
      return of_order(op, a, b);
    case Op::kEqI64:
    case Op::kNeI64:
    case Op::kLtS64:
    case Op::kLeS64:
    case Op::kLtU64:
    case Op::kLeU64:
    case Op::kLtF32:
    case Op::kLeF32:
    case Op::kEqF32:
    case Op::kNeF32:
    case Op::kLtF64:
    case Op::kLeF64:
    case Op::kEqF64:
    case Op::kNeF64:
      return kTruth;
    default:
      return kAll;
  }
}

uint32_t bits_of_bytes(uint32_t undefined, uint32_t bytes) {
  if (undefined == 0 || bytes > sizeof(uint32_t)) return undefined == 0 ? 0 : kAll;
  uint32_t bits = 0;
  for (uint32_t byte = 0; byte < bytes; ++byte)
    if ((undefined >> byte & 1) != 0) bits |= 0xffu << 8 * byte;
  const bool may_extend = bytes < sizeof(uint32_t) && (undefined >> (bytes - 1) & 1) != 0;
  return may_extend ? bits | kAll << 8 * bytes : bits;
}

uint32_t bytes_of_bits(uint32_t bits, uint32_t bytes) {
  if (bits == 0 || bytes > sizeof(uint32_t)) return bits == 0 ? 0 : (1u << bytes) - 1;
  uint32_t undefined = 0;
  for (uint32_t byte = 0; byte < bytes; ++byte)
    if ((bits >> 8 * byte & 0xff) != 0) undefined |= 1u << byte;
  return undefined;
}

}  // namespace warplens::observe
