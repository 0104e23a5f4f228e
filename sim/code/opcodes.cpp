// The opcode list as data: names, operand shapes and effects, for the disassembler and the
// interpreter's bookkeeping.
#include "sim/code/opcodes.hpp"

#include <cstddef>

namespace warplens::code {

namespace {

template <char... shapes>
constexpr char kOperands[] = {shapes..., '\0'};

// A register that holds a T, widened.
template <class T>
constexpr char kOf = sizeof(T) == 8 ? 'w' : 'r';

// The register of an address.
constexpr char kInShared = 'r', kInLocal = 'r', kInGeneric = 'w';
// An access of a local array names it in c.
constexpr char kArrayOfShared = '-', kArrayOfLocal = '#', kArrayOfGeneric = '-';

constexpr OpInfo computing(std::string_view name, std::string_view operands,
                           std::string_view transfer) {
  return {name, operands, transfer, is_register(operands[0]), operands[0] == 'w'};
}

constexpr OpInfo accessing(std::string_view name, std::string_view operands,
                           std::string_view transfer, size_t bytes) {
  OpInfo result = computing(name, operands, transfer);
  result.bytes = static_cast<uint8_t>(bytes);
  return result;
}

template <class T>
constexpr OpInfo computing_math(std::string_view name, int arguments, std::string_view transfer) {
  constexpr char r = kOf<T>;
  const std::string_view operands = arguments == 1   ? kOperands<r, r, '-', '-', '-'>
                                    : arguments == 2 ? kOperands<r, r, r, '-', '-'>
                                                     : kOperands<r, r, r, r, '-'>;
  return computing(name, operands, transfer);
}

// A compare-and-swap has a second operand.
template <class T, char address>
constexpr OpInfo accessing_atomic(std::string_view name, std::string_view transfer) {
  constexpr char r = kOf<T>;
  const std::string_view operands = name.starts_with("AtomicCas")
                                        ? kOperands<r, address, r, r, '#'>
                                        : kOperands<r, address, r, '-', '#'>;
  return accessing(name, operands, transfer, sizeof(T));
}

constexpr OpInfo kInfos[] = {
#define WARPLENS_UNARY(name, D, A, expression) \
  computing(#name, kOperands<kOf<D>, kOf<A>, '-', '-', '-'>, "R[d] := " #expression),
#define WARPLENS_BINARY(name, D, A, B, expression) \
  computing(#name, kOperands<kOf<D>, kOf<A>, kOf<B>, '-', '-'>, "R[d] := " #expression),
#define WARPLENS_MATH(name, T, count, expression) \
  computing_math<T>(#name, count, "R[d] := " #expression),
#define WARPLENS_LOAD(name, space, T)                                        \
  accessing(#name, kOperands<kOf<T>, kIn##space, '-', kArrayOf##space, '#'>, \
            "R[d] := " #space "[R[a] + imm]", sizeof(T)),
#define WARPLENS_STORE(name, space, T)                                       \
  accessing(#name, kOperands<'-', kIn##space, kOf<T>, kArrayOf##space, '#'>, \
            #space "[R[a] + imm] := R[b]", sizeof(T)),
#define WARPLENS_LOAD_VEC(name, space, T)                                    \
  accessing(#name, kOperands<kOf<T>, kIn##space, '#', kArrayOf##space, '#'>, \
            "R[d]... := b values from " #space "[R[a] + imm] on", sizeof(T)),
#define WARPLENS_STORE_VEC(name, space, T)                                   \
  accessing(#name, kOperands<'#', kIn##space, kOf<T>, kArrayOf##space, '#'>, \
            "d values from " #space "[R[a] + imm] on := R[b]...", sizeof(T)),
#define WARPLENS_ATOMIC(name, space, T, expression) \
  accessing_atomic<T, kIn##space>(                  \
      #name, "R[d] := x = " #space "[R[a] + imm], which becomes " #expression),
#define WARPLENS_OTHER(name, operands, transfer) computing(#name, operands, transfer),
    WARPLENS_UNARY_OPS(WARPLENS_UNARY) WARPLENS_BINARY_OPS(WARPLENS_BINARY)
        WARPLENS_MATH_OPS(WARPLENS_MATH) WARPLENS_LOAD_OPS(WARPLENS_LOAD)
            WARPLENS_STORE_OPS(WARPLENS_STORE) WARPLENS_LOAD_VEC_OPS(WARPLENS_LOAD_VEC)
                WARPLENS_STORE_VEC_OPS(WARPLENS_STORE_VEC) WARPLENS_ATOMIC_OPS(WARPLENS_ATOMIC)
                    WARPLENS_OTHER_OPS(WARPLENS_OTHER)};

}  // namespace

OpInfo info(Op op) {
  return kInfos[static_cast<uint16_t>(op)];
}

}  // namespace warplens::code
