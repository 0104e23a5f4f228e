// What begins copies that arrive later, and what waits for them.
#include "sim/base/say.hpp"
#include "sim/code/lowering.hpp"

namespace warplens::code {

namespace {

constexpr uint64_t kBulkPieceBytes = 16;

Op copy_of(uint64_t bytes) {
  return bytes == 4 ? Op::kCopyAsync4 : bytes == 8 ? Op::kCopyAsync8 : Op::kCopyAsync16;
}

// Of what the text copies, where that has so many bytes; else null.
const lang::Type* copied_type(const lang::Expr& pointer, uint64_t bytes) {
  const lang::Expr* inner = &pointer;
  while (inner->kind == lang::ExprKind::kCast) inner = lang::as<lang::Cast>(*inner).operand.get();
  const lang::Type* type = inner->type;
  if (!type->is_pointer() || type->element->is_void()) return nullptr;
  return lang::size_of(type->element) == bytes ? type->element : nullptr;
}

}  // namespace

AccessSite Lowering::site_of_copy(const lang::Call& expr, uint64_t bytes) const {
  AccessSite where;
  where.span = builder_.is_pinned() ? builder_.span() : expr.span;
  where.operation = Operation::kCopy;
  where.bytes = static_cast<uint8_t>(bytes);
  where.lvalue = &expr;
  where.statement = statement_;
  where.frame = builder_.frame();
  return where;
}

// (offset in shared memory, address, bytes, bytes of these that are read, 1: past L1)
Slot Lowering::copy_async(const lang::Call& expr) {
  const std::optional<Known> bytes = known(*expr.arguments[2]), past = known(*expr.arguments[4]);
  if (!bytes || (bytes->bits != 4 && bytes->bits != 8 && bytes->bits != 16) || !past ||
      (past->bits != 0 && bytes->bits != 16)) {
    fail(expr.span, say("an asynchronous copy moves 4, 8 or 16 bytes, past L1 16 alone"),
         say("write the number of bytes as a constant"));
    return nothing();
  }
  const std::vector<Slot> slots = argument_values(expr);
  AccessSite where = site_of_copy(expr, bytes->bits);
  where.passes_by_l1 = past->bits != 0;
  const std::optional<Known> read = known(*expr.arguments[3]);
  where.gives_source_bytes = !read || read->bits != bytes->bits;
  where.type = copied_type(*expr.arguments[1], bytes->bits);
  builder_.emit_access(copy_of(bytes->bits), 0, slots[1], slots[0], past->bits != 0 ? 1 : 0, where,
                       slots[3]);
  return nothing();
}

// (groups that need not be done)
Slot Lowering::wait_for_copies(const lang::Call& expr) {
  const std::optional<Known> newest = known(*expr.arguments[0]);
  if (newest && static_cast<int32_t>(newest->bits) < 0) {
    fail(expr.span,
         say("a wait for copies cannot leave out {count} groups",
             "count"_a = static_cast<int32_t>(newest->bits)),
         say("write 0 to wait for all groups of the thread"));
    return nothing();
  }
  builder_.emit(Op::kCopyWait, 0, value(*expr.arguments[0]));
  return nothing();
}

// (mbarrier, 1: that has the arrival pending already)
Slot Lowering::arrive_with_copies(const lang::Call& expr) {
  const std::optional<Known> is_pending = known(*expr.arguments[1]);
  if (!is_pending) {
    fail(expr.span, say("whether the arrival is pending already is a constant"),
         say("write 0 or 1"));
    return nothing();
  }
  builder_.emit(Op::kCopyArrive, 0, value(*expr.arguments[0]), 0, 0, is_pending->bits != 0 ? 1 : 0);
  return nothing();
}

// The operands are put into registers that follow each other.
Slot Lowering::copy_of_operands(const lang::Call& expr, Op op, Slot pointer,
                                const std::vector<Slot>& operands, int32_t imm) {
  const Slot first = builder_.temporary_block(static_cast<uint32_t>(operands.size()));
  for (size_t i = 0; i < operands.size(); ++i)
    builder_.emit(Op::kCopy32, static_cast<Slot>(first + i), operands[i]);
  builder_.emit_access(op, 0, pointer, first, imm, site_of_copy(expr, kBulkPieceBytes));
  return nothing();
}

// (offset in shared memory, address, bytes, mbarrier)
Slot Lowering::load_in_bulk(const lang::Call& expr) {
  const std::vector<Slot> slots = argument_values(expr);
  return copy_of_operands(expr, Op::kBulkLoad, slots[1], {slots[0], slots[2], slots[3]}, 0);
}

// (address, offset in shared memory, bytes)
Slot Lowering::store_in_bulk(const lang::Call& expr, int32_t sum) {
  const std::vector<Slot> slots = argument_values(expr);
  return copy_of_operands(expr, Op::kBulkStore, slots[0], {slots[1], slots[2]}, sum);
}

// (address, offset in shared memory, bytes, what they are)
Slot Lowering::add_in_bulk(const lang::Call& expr) {
  const std::optional<Known> sum = known(*expr.arguments[3]);
  if (!sum || sum->bits >= kBulkSums) {
    fail(expr.span, say("a copy in bulk adds numbers of a known type"),
         say("write the type's number as a constant"));
    return nothing();
  }
  return store_in_bulk(expr, static_cast<int32_t>(sum->bits) + 1);
}

// (offset in shared memory, map, dimensions, three coordinates, mbarrier), or (map, dimensions,
// three coordinates, offset in shared memory).
Slot Lowering::copy_box(const lang::Call& expr, Op op) {
  constexpr uint64_t kMostDimensions = 3;
  const bool loads = op == Op::kTensorLoad;
  const std::optional<Known> dimensions = known(*expr.arguments[loads ? 2 : 1]);
  if (!dimensions || dimensions->bits == 0 || dimensions->bits > kMostDimensions) {
    fail(expr.span, say("a tensor copy has 1 to 3 coordinates"),
         say("write the number of dimensions as a constant"));
    return nothing();
  }
  const std::vector<Slot> slots = argument_values(expr);
  const size_t coordinates = loads ? 3 : 2;
  std::vector<Slot> operands{slots[loads ? 0 : 5]};
  if (loads) operands.push_back(slots[6]);
  operands.insert(operands.end(), slots.begin() + static_cast<ptrdiff_t>(coordinates),
                  slots.begin() + static_cast<ptrdiff_t>(coordinates + dimensions->bits));
  return copy_of_operands(expr, op, slots[loads ? 1 : 0], operands,
                          static_cast<int32_t>(dimensions->bits));
}

// (groups that need not be done, 1: it is enough that they have read)
Slot Lowering::wait_for_bulk(const lang::Call& expr) {
  const std::vector<Slot> slots = argument_values(expr);
  const std::optional<Known> reads = known(*expr.arguments[1]);
  builder_.emit(Op::kBulkWait, 0, slots[0], 0, 0, reads && reads->bits != 0 ? 1 : 0);
  return nothing();
}

}  // namespace warplens::code
