// The expressions of sim/code/opcodes.hpp once more, for those whose operands and results are
// integers.
#include "sim/machine/scalar_operations.hpp"

#include <bit>
#include <type_traits>

#include "sim/code/opcodes.hpp"
#include "sim/machine/arithmetic.hpp"

namespace warplens::machine {

namespace {

template <class T>
uint64_t bits_of(T value) {
  return static_cast<uint64_t>(static_cast<std::make_unsigned_t<T>>(value));
}

template <class D, class A, class B, class Function>
ScalarOperation scalar(Function) {
  if constexpr (std::is_integral_v<D> && std::is_integral_v<A> && std::is_integral_v<B>) {
    return [](uint64_t x, uint64_t y) {
      return bits_of<D>(Function()(static_cast<A>(x), static_cast<B>(y)));
    };
  } else {
    return nullptr;
  }
}

}  // namespace

ScalarOperation scalar_operation(code::Op op) {
  switch (op) {
#define WARPLENS_UNARY(name, D, A, expression) \
  case code::Op::k##name:                      \
    return scalar<D, A, A>([](const A x, const A) -> D { return static_cast<D>(expression); });
#define WARPLENS_BINARY(name, D, A, B, expression) \
  case code::Op::k##name:                          \
    return scalar<D, A, B>([](const A x, const B y) -> D { return static_cast<D>(expression); });
    WARPLENS_UNARY_OPS(WARPLENS_UNARY)
    WARPLENS_BINARY_OPS(WARPLENS_BINARY)
#undef WARPLENS_BINARY
#undef WARPLENS_UNARY
    default:
      return nullptr;
  }
}

}  // namespace warplens::machine
