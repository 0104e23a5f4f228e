// The opcode list as data: names, operand shapes and effects, for the disassembler and the
// interpreter's bookkeeping.
#include "sim/code/opcodes.hpp"

#include <type_traits>

namespace warplens::code {

namespace {

template <class T>
constexpr bool is_wide = sizeof(T) == 8;

constexpr OpInfo math_info(std::string_view name, int arguments, std::string_view text, bool wide) {
  return {name, arguments == 1 ? "rr---" : arguments == 2 ? "rrr--" : "rrrr-", text, true, wide};
}

constexpr OpInfo other_info(std::string_view name, std::string_view operands,
                            std::string_view text) {
  const bool wide = (name.ends_with("64") && !name.starts_with("Match")) ||
                    name.starts_with("IndexS") || name.starts_with("IndexU");
  return {name, operands, text, operands[0] == 'r', wide};
}

constexpr OpInfo kInfos[] = {
#define WARPLENS_UNARY(name, D, A, expression) \
  {#name, "rr---", "R[d] := " #expression, true, is_wide<D>},
#define WARPLENS_BINARY(name, D, A, B, expression) \
  {#name, "rrr--", "R[d] := " #expression, true, is_wide<D>},
#define WARPLENS_MATH(name, T, count, expression) \
  math_info(#name, count, "R[d] := " #expression, is_wide<T>),
#define WARPLENS_LOAD(name, space, T) \
  {#name, "rr--#", "R[d] := " #space "[R[a] + imm]", true, is_wide<T>},
#define WARPLENS_STORE(name, space, T) \
  {#name, "-rr-#", #space "[R[a] + imm] := R[b]", false, false},
#define WARPLENS_LOAD_VEC(name, space, T) \
  {#name, "rr#-#", "R[d]... := b values from " #space "[R[a] + imm] on", true, is_wide<T>},
#define WARPLENS_STORE_VEC(name, space, T) \
  {#name, "#rr-#", "d values from " #space "[R[a] + imm] on := R[b]...", false, false},
#define WARPLENS_ATOMIC(name, space, T, expression)                             \
  {#name, std::string_view(#name).starts_with("AtomicCas") ? "rrrr#" : "rrr-#", \
   "R[d] := x = " #space "[R[a] + imm], which becomes " #expression, true, is_wide<T>},
#define WARPLENS_OTHER(name, operands, transfer) other_info(#name, operands, transfer),
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
