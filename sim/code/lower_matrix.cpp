// Matrices of 8 rows of 16 bytes, which the lanes of a warp move together (WARPLENS_MATRIX_OPS).
#include "sim/code/lowering.hpp"

namespace warplens::code {

namespace {

constexpr uint8_t kRowBytes = 16;

}  // namespace

// An access of rows, whose addresses are numbers: which array they are in is known where they are.
AccessSite Lowering::site_of_rows(const lang::Call& call, const lang::Expr& address,
                                  Operation operation) const {
  AccessSite result;
  result.span = builder_.is_pinned() ? builder_.span() : call.span;
  result.operation = operation;
  result.bytes = kRowBytes;
  result.is_matrix = true;
  result.type = address.type;
  result.lvalue = &address;
  result.statement = statement_;
  result.frame = builder_.frame();
  return result;
}

// (where each matrix's register goes..., a row's address)
Slot Lowering::load_matrices(const lang::Call& expr, Op op) {
  const lang::Expr& address = *expr.arguments.back();
  const size_t count = expr.arguments.size() - 1;
  std::vector<Place> targets;
  for (size_t i = 0; i < count; ++i) {
    const lang::Expr& pointer = *expr.arguments[i];
    targets.push_back(place_behind(pointer));
    targets.back().type = pointer.type->element;
    for (size_t next = i + 1; next <= count; ++next)
      keep_address(targets.back(), *expr.arguments[next]);
  }
  const Slot rows = value(address);
  const Slot first = builder_.temporary_block(static_cast<uint32_t>(count));
  builder_.emit_access(op, first, rows, static_cast<Slot>(count), 0,
                       site_of_rows(expr, address, Operation::kLoad));
  for (size_t i = 0; i < count; ++i) store(targets[i], static_cast<Slot>(first + i));
  return nothing();
}

// (a row's address, each matrix's register...)
Slot Lowering::store_matrices(const lang::Call& expr, Op op) {
  const std::vector<Slot> slots = argument_values(expr);
  const auto count = static_cast<Slot>(slots.size() - 1);
  const Slot first = builder_.temporary_block(count);
  for (Slot i = 0; i < count; ++i)
    builder_.emit(Op::kCopy32, static_cast<Slot>(first + i), slots[i + size_t{1}]);
  builder_.emit_access(op, count, slots.front(), first, 0,
                       site_of_rows(expr, *expr.arguments.front(), Operation::kStore));
  return nothing();
}

}  // namespace warplens::code
