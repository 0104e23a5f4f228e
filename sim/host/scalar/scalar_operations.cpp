#include "sim/host/scalar/scalar_operations.hpp"

#include <array>
#include <cstddef>
#include <type_traits>

#include "sim/host/scalar/scalar_arithmetic.hpp"

namespace warplens::host {

using code::Op;

namespace {

using namespace lane;
using code::kLocalPointerBase;

struct Entry {
  Operation operation = nullptr;
  OperationShape shape;
};

template <class D, class A>
constexpr OperationShape kShape{std::is_floating_point_v<A>, std::is_floating_point_v<D>};

constexpr size_t kOps = number_of(Op::kEnd) + size_t{1};

using Table = std::array<Entry, kOps>;

constexpr Table make_table() {
  Table table{};
#define WARPLENS_ONE(name, D, A, ...)                                              \
  table[number_of(Op::k##name)] = {[](uint32_t* r, const ScalarInstr& now) {       \
                                     const A x = get<A>(r, now.a);                 \
                                     set(r, now.dst, static_cast<D>(__VA_ARGS__)); \
                                   },                                              \
                                   kShape<D, A>};
  WARPLENS_UNARY_OPS(WARPLENS_ONE)
#undef WARPLENS_ONE
#define WARPLENS_TWO(name, D, A, B, ...)                                           \
  table[number_of(Op::k##name)] = {[](uint32_t* r, const ScalarInstr& now) {       \
                                     const A x = get<A>(r, now.a);                 \
                                     const B y = get<B>(r, now.b);                 \
                                     set(r, now.dst, static_cast<D>(__VA_ARGS__)); \
                                   },                                              \
                                   kShape<D, A>};
  WARPLENS_BINARY_OPS(WARPLENS_TWO)
#undef WARPLENS_TWO
#define WARPLENS_MATH(name, T, arguments, ...)                               \
  table[number_of(Op::k##name)] = {                                          \
      [](uint32_t* r, const ScalarInstr& now) {                              \
        [[maybe_unused]] const T x = get<T>(r, now.a);                       \
        [[maybe_unused]] const T y = arguments > 1 ? get<T>(r, now.b) : T{}; \
        [[maybe_unused]] const T z = arguments > 2 ? get<T>(r, now.c) : T{}; \
        set(r, now.dst, static_cast<T>(__VA_ARGS__));                        \
      },                                                                     \
      kShape<T, T>};
  WARPLENS_MATH_OPS(WARPLENS_MATH)
#undef WARPLENS_MATH
  table[number_of(Op::kLocalPointer)].operation = nullptr;
  return table;
}

constexpr Table kTable = make_table();

Entry entry_of(uint16_t op) {
  return op < kOps ? kTable[op] : Entry{};
}

}  // namespace

Operation operation_of(uint16_t op) {
  return entry_of(op).operation;
}

OperationShape shape_of(uint16_t op) {
  return entry_of(op).shape;
}

}  // namespace warplens::host
