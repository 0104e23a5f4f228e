// Places in memory. Arrays that the text names have an address of register + known offset in a
// known space; what a pointer points to is found out by the machine.
#include "sim/base/assert.hpp"
#include "sim/code/lowering.hpp"

namespace warplens::code {

using base::Scalar;
using lang::ExprKind;

namespace {

// The array or pointer variable that the text names; null if the address is computed.
const lang::Variable* root_of(const lang::Expr* expr) {
  for (;;) {
    switch (expr->kind) {
      case ExprKind::kVariable:
        return lang::as<lang::VariableRef>(*expr).variable;
      case ExprKind::kIndex:
        expr = lang::as<lang::Index>(*expr).base.get();
        break;
      case ExprKind::kDereference:
        expr = lang::as<lang::Dereference>(*expr).pointer.get();
        break;
      case ExprKind::kAddressOf:
        expr = lang::as<lang::AddressOf>(*expr).operand.get();
        break;
      case ExprKind::kCast:
        expr = lang::as<lang::Cast>(*expr).operand.get();
        break;
      case ExprKind::kLoad:
        expr = lang::as<lang::Load>(*expr).operand.get();
        break;
      case ExprKind::kIncrement:
        expr = lang::as<lang::Increment>(*expr).operand.get();
        break;
      case ExprKind::kBinary: {
        const auto& binary = lang::as<lang::Binary>(*expr);
        if (binary.op == lang::BinaryOp::kComma) return nullptr;
        expr = (binary.left->type->is_pointer() ? binary.left : binary.right).get();
        if (!expr->type->is_pointer()) return nullptr;
        break;
      }
      default:
        return nullptr;
    }
  }
}

Op after(Op first, uint32_t steps) {
  return static_cast<Op>(static_cast<uint32_t>(first) + steps);
}

// Position in the order of WARPLENS_LOAD_OPS_OF: S8 U8 S16 U16 I32 I64.
uint32_t load_position(const lang::Type* type) {
  if (!type->is_scalar()) return 5;
  switch (base::size_of(type->scalar)) {
    case 1:
      return type->scalar != Scalar::kBool && base::is_signed(type->scalar) ? 0 : 1;
    case 2:
      return base::is_signed(type->scalar) ? 2 : 3;
    case 4:
      return 4;
    default:
      return 5;
  }
}

// Position in the order of WARPLENS_STORE_OPS_OF: I8 I16 I32 I64.
uint32_t store_position(const lang::Type* type) {
  switch (lang::size_of(type)) {
    case 1:
      return 0;
    case 2:
      return 1;
    case 4:
      return 2;
    default:
      return 3;
  }
}

}  // namespace

Place Lowering::place(const lang::Expr& lvalue) {
  Place result;
  switch (lvalue.kind) {
    case ExprKind::kVariable:
      result = variable_place(lang::as<lang::VariableRef>(lvalue));
      break;
    case ExprKind::kIndex: {
      const auto& index = lang::as<lang::Index>(lvalue);
      result = index.base->type->is_array() ? place(*index.base) : pointed_to(*index.base);
      // The base may be a register variable that the index changes: p[(p = q, 0)].
      if (result.kind == Place::Kind::kPointer && writes_variables(*index.index)) {
        result.slot = compute(Op::kCopy64, true, *result.slot);
      }
      builder_.set_span(lvalue.span);
      add_index(result, *index.index, lang::size_of(lvalue.type));
      break;
    }
    case ExprKind::kDereference:
      result = pointed_to(*lang::as<lang::Dereference>(lvalue).pointer);
      break;
    case ExprKind::kAssign:
      return assign(lang::as<lang::Assign>(lvalue), nullptr);
    case ExprKind::kIncrement:
      return increment(lang::as<lang::Increment>(lvalue), nullptr);
    case ExprKind::kBinary: {
      const auto& comma = lang::as<lang::Binary>(lvalue);
      effect(*comma.left);
      return place(*comma.right);
    }
    case ExprKind::kCast:
      result = place(*lang::as<lang::Cast>(lvalue).operand);
      break;
    default:
      fail(lvalue.span, "this expression cannot be used as a place in memory",
           "write the assignment with an if");
      result.slot = builder_.constant(0, true);
      result.kind = Place::Kind::kPointer;
      break;
  }
  result.type = lvalue.type;
  result.lvalue = &lvalue;
  return result;
}

// What a pointer value points to. An array that decays in the text keeps its space.
Place Lowering::pointed_to(const lang::Expr& pointer) {
  if (pointer.kind == ExprKind::kCast) {
    const lang::Expr& operand = *lang::as<lang::Cast>(pointer).operand;
    if (operand.type->is_array()) return place(operand);
  }
  Place result;
  result.kind = Place::Kind::kPointer;
  result.slot = value(pointer);
  return result;
}

Place Lowering::variable_place(const lang::VariableRef& ref) {
  Place result;
  const VariableHome* home = home_of(ref.variable);
  if (home == nullptr) {
    fail(ref.span, "'" + ref.name + "' has no place in memory", "use its value");
    result.slot = builder_.constant(0, true);
    return result;
  }
  result.offset = home->offset;
  switch (home->place) {
    case VariableHome::Place::kRegister:
      result.kind = Place::Kind::kRegister;
      result.slot = static_cast<Slot>(home->slot);
      result.offset = 0;
      break;
    case VariableHome::Place::kLocalMemory:
      result.kind = Place::Kind::kLocal;
      result.local_array = local_arrays_.at(ref.variable);
      break;
    case VariableHome::Place::kSharedMemory:
      result.kind = Place::Kind::kShared;
      break;
  }
  return result;
}

void Lowering::add_index(Place& place, const lang::Expr& index, uint64_t element_bytes) {
  constexpr int64_t kMostOffset = 1 << 30;
  const auto factor = static_cast<int32_t>(element_bytes);
  if (const std::optional<Known> number = known(index); number && !number->is_floating) {
    const auto count = static_cast<int64_t>(number->bits);
    if (count > -kMostOffset && count < kMostOffset) {
      const int64_t offset = place.offset + count * factor;
      if (offset > -kMostOffset && offset < kMostOffset) {
        place.offset = offset;
        return;
      }
    }
  }
  const bool wide = is_wide(index.type);
  if (place.kind == Place::Kind::kPointer) {
    const Slot count = value(index);
    const Op op = wide                              ? Op::kIndex64
                  : rep_of(index.type) == Rep::kS32 ? Op::kIndexS32
                                                    : Op::kIndexU32;
    place.slot = compute(op, true, *place.slot, count, 0, factor);
    return;
  }
  // Offsets in shared and local memory are 32 bits wide; an index that overflows them wraps.
  Slot count = value(index);
  if (wide) count = compute(Op::kTruncateI64, false, count);
  place.slot = place.slot ? compute(Op::kIndex32, false, *place.slot, count, 0, factor)
                          : compute(Op::kScale32, false, count, 0, 0, factor);
}

// The register of an access, with its known offset in imm.
Slot Lowering::address(const Place& place, int32_t& imm) {
  imm = static_cast<int32_t>(place.offset);
  return place.slot ? *place.slot : builder_.constant(0, false);
}

Slot Lowering::pointer_to(const Place& place) {
  int32_t imm = 0;
  Slot slot = address(place, imm);
  switch (place.kind) {
    case Place::Kind::kShared:
      slot = compute(Op::kSharedPointer, true, slot);
      break;
    case Place::Kind::kLocal:
      slot = compute(Op::kLocalPointer, true, slot);
      break;
    case Place::Kind::kPointer:
      break;
    case Place::Kind::kRegister:
      WL_ASSERT(false, "a variable whose address is taken lives in local memory");
      break;
  }
  return imm == 0 ? slot : compute(Op::kAddImm64, true, slot, 0, 0, imm);
}

Slot Lowering::load(const Place& place) {
  if (place.kind == Place::Kind::kRegister) return *place.slot;
  int32_t imm = 0;
  const Slot from = address(place, imm);
  const Slot result = builder_.temporary(is_wide(place.type));
  const uint32_t position = load_position(place.type);
  switch (place.kind) {
    case Place::Kind::kLocal:
      emit_local(after(Op::kLoadLocalS8, position), result, from, 0, imm, place);
      break;
    case Place::Kind::kShared:
      builder_.emit_access(after(Op::kLoadSharedS8, position), result, from, 0, imm,
                           site(place, Operation::kLoad));
      break;
    default:
      builder_.emit_access(after(Op::kLoadGenericS8, position), result, from, 0, imm,
                           site(place, Operation::kLoad));
  }
  // Memory may hold any byte where the text says bool; in a register a bool is 0 or 1.
  const bool is_bool = place.type->is_scalar() && place.type->scalar == Scalar::kBool;
  return is_bool ? compute(Op::kNonZeroI32, false, result) : result;
}

void Lowering::store(const Place& place, Slot value) {
  if (place.kind == Place::Kind::kRegister) return move(*place.slot, value, is_wide(place.type));
  int32_t imm = 0;
  const Slot to = address(place, imm);
  const uint32_t position = store_position(place.type);
  switch (place.kind) {
    case Place::Kind::kLocal:
      emit_local(after(Op::kStoreLocalI8, position), 0, to, value, imm, place);
      break;
    case Place::Kind::kShared:
      builder_.emit_access(after(Op::kStoreSharedI8, position), 0, to, value, imm,
                           site(place, Operation::kStore));
      break;
    default:
      builder_.emit_access(after(Op::kStoreGenericI8, position), 0, to, value, imm,
                           site(place, Operation::kStore));
  }
}

// An access of the frame has no site; its span is that of the place.
void Lowering::emit_local(Op op, Slot dst, Slot a, Slot b, int32_t imm, const Place& place) {
  const Span around = builder_.span();
  if (place.lvalue != nullptr) builder_.set_span(place.lvalue->span);
  builder_.emit(op, dst, a, b, place.local_array, imm);
  builder_.set_span(around);
}

AccessSite Lowering::site(const Place& place, Operation operation) const {
  AccessSite result;
  result.span = place.lvalue->span;
  result.operation = operation;
  result.bytes = static_cast<uint8_t>(lang::size_of(place.type));
  result.type = place.type;
  result.lvalue = place.lvalue;
  result.root = root_of(place.lvalue);
  result.statement = statement_;
  return result;
}

}  // namespace warplens::code
