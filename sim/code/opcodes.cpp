// The opcode list as data: names, operand shapes and effects, for the disassembler and the
// interpreter's bookkeeping.
#include "sim/code/opcodes.hpp"

#include <cstddef>

namespace warplens::code {

namespace {

using Operands = std::array<Operand, 5>;
using enum Operand;

constexpr Operand operand_of(char letter) {
  switch (letter) {
    case 'r':
      return kRegister;
    case 'w':
      return kWideRegister;
    case 'm':
      return kMask;
    case '#':
      return kNumber;
    case '@':
      return kTarget;
    case 'k':
      return kConstant;
    case 's':
      return kShuffle;
    case 'p':
      return kProduct;
    default:
      return kNone;
  }
}

constexpr Operands operands_of(std::string_view letters) {
  Operands operands{};
  for (size_t i = 0; i < operands.size(); ++i) operands[i] = operand_of(letters[i]);
  return operands;
}

// A register that holds a T, widened.
template <class T>
constexpr Operand kOf = sizeof(T) == 8 ? kWideRegister : kRegister;

// The register of an address.
constexpr Operand kInShared = kRegister, kInLocal = kRegister, kInGeneric = kWideRegister;
// An access of a local array names it in c.
constexpr Operand kArrayOfShared = kNone, kArrayOfLocal = kNumber, kArrayOfGeneric = kNone;

constexpr OpInfo computing(std::string_view name, Operands operands, std::string_view transfer) {
  OpInfo result;
  result.name = name;
  result.operands = operands;
  result.transfer = transfer;
  result.writes_register = is_register(operands[0]);
  result.writes_64 = operands[0] == kWideRegister;
  return result;
}

constexpr OpInfo accessing(Operation operation, std::string_view name, Operands operands,
                           std::string_view transfer, size_t bytes) {
  OpInfo result = computing(name, operands, transfer);
  result.is_access = true;
  result.operation = operation;
  result.bytes = static_cast<uint8_t>(bytes);
  result.is_local = operands[3] == kNumber;
  result.is_vector =
      operation != Operation::kAtomic && operands[operation == Operation::kLoad ? 2 : 0] == kNumber;
  return result;
}

constexpr OpInfo moving_matrices(Operation operation, std::string_view name,
                                 std::string_view transfer) {
  const bool is_load = operation == Operation::kLoad;
  OpInfo result = accessing(operation, name,
                            Operands{is_load ? kRegister : kNumber, kInShared,
                                     is_load ? kNumber : kRegister, kNone, kNumber},
                            transfer, sizeof(uint32_t));
  result.is_matrix = true;
  return result;
}

template <class T>
constexpr OpInfo computing_math(std::string_view name, int arguments, std::string_view transfer) {
  constexpr Operand r = kOf<T>;
  return computing(name, {r, r, arguments > 1 ? r : kNone, arguments > 2 ? r : kNone, kNone},
                   transfer);
}

constexpr OpInfo kInfos[] = {
#define WARPLENS_UNARY(name, D, A, expression) \
  computing(#name, Operands{kOf<D>, kOf<A>, kNone, kNone, kNone}, "R[d] := " #expression),
#define WARPLENS_BINARY(name, D, A, B, expression) \
  computing(#name, Operands{kOf<D>, kOf<A>, kOf<B>, kNone, kNone}, "R[d] := " #expression),
#define WARPLENS_MATH(name, T, count, expression) \
  computing_math<T>(#name, count, "R[d] := " #expression),
#define WARPLENS_LOAD(name, space, T)                                      \
  accessing(Operation::kLoad, #name,                                       \
            Operands{kOf<T>, kIn##space, kNone, kArrayOf##space, kNumber}, \
            "R[d] := " #space "[R[a] + imm]", sizeof(T)),
#define WARPLENS_STORE(name, space, T)                                     \
  accessing(Operation::kStore, #name,                                      \
            Operands{kNone, kIn##space, kOf<T>, kArrayOf##space, kNumber}, \
            #space "[R[a] + imm] := R[b]", sizeof(T)),
#define WARPLENS_LOAD_VEC(name, space, T)                                    \
  accessing(Operation::kLoad, #name,                                         \
            Operands{kOf<T>, kIn##space, kNumber, kArrayOf##space, kNumber}, \
            "R[d]... := b values from " #space "[R[a] + imm] on", sizeof(T)),
#define WARPLENS_STORE_VEC(name, space, T)                                   \
  accessing(Operation::kStore, #name,                                        \
            Operands{kNumber, kIn##space, kOf<T>, kArrayOf##space, kNumber}, \
            "d values from " #space "[R[a] + imm] on := R[b]...", sizeof(T)),
#define WARPLENS_ATOMIC(name, space, T, count, expression)                             \
  accessing(Operation::kAtomic, #name,                                                 \
            Operands{kOf<T>, kIn##space, kOf<T>, count > 1 ? kOf<T> : kNone, kNumber}, \
            "R[d] := x = " #space "[R[a] + imm], which becomes " #expression, sizeof(T)),
#define WARPLENS_BULK(name, registers, transfer)                                                \
  accessing(Operation::kCopy, #name, Operands{kNone, kWideRegister, kRegister, kNone, kNumber}, \
            transfer, 16),
#define WARPLENS_COPY(name, size)                                          \
  accessing(Operation::kCopy, #name,                                       \
            Operands{kNone, kWideRegister, kRegister, kRegister, kNumber}, \
            "Shared[R[b]] := R[c] bytes from Generic[R[a]] on, and zeros, later", size),
#define WARPLENS_MATRIX(name, verb, layout)                                                        \
  moving_matrices(Operation::k##verb, #name,                                                       \
                  Operation::k##verb == Operation::kLoad                                           \
                      ? "R[d]... := b matrices, " #layout ", whose rows are at Shared[R[a] + imm]" \
                      : "d matrices, " #layout                                                     \
                        ", whose rows are at Shared[R[a] + imm] := R[b]..."),
#define WARPLENS_OTHER(name, letters, transfer) computing(#name, operands_of(letters), transfer),
    WARPLENS_UNARY_OPS(WARPLENS_UNARY) WARPLENS_BINARY_OPS(WARPLENS_BINARY)
        WARPLENS_MATH_OPS(WARPLENS_MATH) WARPLENS_LOAD_OPS(WARPLENS_LOAD)
            WARPLENS_STORE_OPS(WARPLENS_STORE) WARPLENS_LOAD_VEC_OPS(WARPLENS_LOAD_VEC)
                WARPLENS_STORE_VEC_OPS(WARPLENS_STORE_VEC) WARPLENS_ATOMIC_OPS(WARPLENS_ATOMIC)
                    WARPLENS_COPY_OPS(WARPLENS_COPY) WARPLENS_BULK_OPS(WARPLENS_BULK)
                        WARPLENS_MATRIX_OPS(WARPLENS_MATRIX) WARPLENS_OTHER_OPS(WARPLENS_OTHER)};

}  // namespace

bool is_associative(Op op) {
  switch (op) {
#define WARPLENS_BOTH(name)    \
  case Op::kAtomic##name##I32: \
  case Op::kAtomic##name##I64:
#define WARPLENS_OF(Space)         \
  WARPLENS_BOTH(Add##Space)        \
  WARPLENS_BOTH(And##Space)        \
  WARPLENS_BOTH(Or##Space)         \
  WARPLENS_BOTH(Xor##Space)        \
  case Op::kAtomicMin##Space##S32: \
  case Op::kAtomicMin##Space##U32: \
  case Op::kAtomicMin##Space##S64: \
  case Op::kAtomicMin##Space##U64: \
  case Op::kAtomicMax##Space##S32: \
  case Op::kAtomicMax##Space##U32: \
  case Op::kAtomicMax##Space##S64: \
  case Op::kAtomicMax##Space##U64:
    WARPLENS_OF(Shared)
    WARPLENS_OF(Generic)
#undef WARPLENS_OF
#undef WARPLENS_BOTH
    return true;
    default:
      return false;
  }
}

bool copies_in_bulk(Op op) {
  switch (op) {
#define WARPLENS_BULK_OP(name, ...) case Op::k##name:
    WARPLENS_BULK_OPS(WARPLENS_BULK_OP)
#undef WARPLENS_BULK_OP
    return true;
    default:
      return false;
  }
}

uint8_t bulk_registers(Op op, [[maybe_unused]] int32_t imm) {
  switch (op) {
#define WARPLENS_BULK_OP(name, registers, ...) \
  case Op::k##name:                            \
    return static_cast<uint8_t>(registers);
    WARPLENS_BULK_OPS(WARPLENS_BULK_OP)
#undef WARPLENS_BULK_OP
    default:
      return 0;
  }
}

bool is_library_function(Op op) {
  switch (op) {
#define WARPLENS_FUNCTION(name, ...) case Op::k##name:
    WARPLENS_MATH_OPS(WARPLENS_FUNCTION)
#undef WARPLENS_FUNCTION
    return true;
    default:
      return false;
  }
}

bool computes_lanes(Op op) {
  if (is_library_function(op)) return true;
  switch (op) {
#define WARPLENS_LANES(name, ...) case Op::k##name:
    WARPLENS_UNARY_OPS(WARPLENS_LANES)
    WARPLENS_BINARY_OPS(WARPLENS_LANES)
#undef WARPLENS_LANES
    case Op::kFusedF32:
    case Op::kFusedF64:
      return true;
    default:
      return false;
  }
}

OpInfo info(Op op) {
  return kInfos[static_cast<uint16_t>(op)];
}

}  // namespace warplens::code
