// What begins copies that arrive later, and what waits for them.
#include "sim/base/say.hpp"
#include "sim/code/lowering.hpp"

namespace warplens::code {

namespace {

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
  AccessSite where;
  where.span = builder_.is_pinned() ? builder_.span() : expr.span;
  where.operation = Operation::kCopy;
  where.bytes = static_cast<uint8_t>(bytes->bits);
  where.passes_by_l1 = past->bits != 0;
  const std::optional<Known> read = known(*expr.arguments[3]);
  where.gives_source_bytes = !read || read->bits != bytes->bits;
  where.type = copied_type(*expr.arguments[1], bytes->bits);
  where.lvalue = &expr;
  where.statement = statement_;
  where.frame = builder_.frame();
  builder_.emit_access(copy_of(bytes->bits), 0, slots[1], slots[0], past->bits != 0 ? 1 : 0, where,
                       slots[3]);
  return nothing();
}

// (groups that need not be done)
Slot Lowering::wait_for_copies(const lang::Call& expr) {
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

}  // namespace warplens::code
