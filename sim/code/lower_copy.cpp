// Loads and stores: a value moves in the pieces that lang::pieces_of names, each one access a lane.
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
      case ExprKind::kMember:
        expr = lang::as<lang::Member>(*expr).object.get();
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

// The name of the array whose element, or a member of it, the text names.
std::string name_of_indexed(const lang::Expr& lvalue) {
  const lang::Expr* expr = &lvalue;
  while (expr->kind == ExprKind::kMember) expr = lang::as<lang::Member>(*expr).object.get();
  while (expr->kind == ExprKind::kIndex) expr = lang::as<lang::Index>(*expr).base.get();
  if (expr->kind == ExprKind::kMember) return lang::as<lang::Member>(*expr).name;
  const lang::Variable* root = root_of(expr);
  return root == nullptr ? "" : root->name;
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
      return !base::is_small_float(type->scalar) && base::is_signed(type->scalar) ? 2 : 3;
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

struct SpaceOps {
  Op load, load_vector, store, store_vector;
};

SpaceOps ops_of(Place::Kind kind) {
  switch (kind) {
    case Place::Kind::kLocal:
      return {Op::kLoadLocalS8, Op::kLoadVecLocalS8, Op::kStoreLocalI8, Op::kStoreVecLocalI8};
    case Place::Kind::kShared:
      return {Op::kLoadSharedS8, Op::kLoadVecSharedS8, Op::kStoreSharedI8, Op::kStoreVecSharedI8};
    default:
      return {Op::kLoadGenericS8, Op::kLoadVecGenericS8, Op::kStoreGenericI8,
              Op::kStoreVecGenericI8};
  }
}

// The components of a vector piece; any other piece is its own single component.
const lang::Type* component_of(const lang::Type* piece) {
  return piece->is_record() ? piece->record->fields.front().type : piece;
}

Slot count_of(const lang::Type* piece) {
  return static_cast<Slot>(piece->is_record() ? piece->record->fields.size() : 1);
}

bool is_single(const lang::Type* type) {
  return !type->is_record() && !type->is_array();
}

}  // namespace

Slot Lowering::load(const Place& place) {
  if (place.kind == Place::Kind::kRegister) return *place.slot;
  if (place.bits != nullptr) return load_bits(place);
  const Slot result = temporary(place.type, builder_.span());
  if (is_single(place.type)) {
    load_piece(place, place.type, 0, result);
    return result;
  }
  if (!errors_.empty()) return result;
  uint32_t slot = result;
  for (const lang::Piece& piece : lang::pieces_of(place.type)) {
    load_piece(place, piece.type, piece.offset, static_cast<Slot>(slot));
    slot += slots_of(piece.type);
  }
  return result;
}

void Lowering::store(const Place& place, Slot value) {
  if (place.kind == Place::Kind::kRegister) return move(*place.slot, value, place.type);
  if (place.bits != nullptr) return store_bits(place, value);
  if (is_single(place.type)) return store_piece(place, place.type, 0, value);
  if (!errors_.empty()) return;
  uint32_t slot = value;
  for (const lang::Piece& piece : lang::pieces_of(place.type)) {
    store_piece(place, piece.type, piece.offset, static_cast<Slot>(slot));
    slot += slots_of(piece.type);
  }
}

// A bit-field is read with its whole unit, and written by a load and a store of it.
Slot Lowering::load_bits(const Place& place) {
  const lang::Type* unit = place.bits->unit;
  const bool wide = is_wide(unit);
  const uint32_t above = (wide ? 64 : 32) - place.bits->bits;
  Slot slot = builder_.temporary(wide);
  load_piece(place, unit, 0, slot);
  const bool is_signed = base::is_signed(place.type->scalar) && place.type->scalar != Scalar::kBool;
  const Op left = wide ? Op::kShlI64 : Op::kShlI32;
  const Op right =
      wide ? (is_signed ? Op::kShrS64 : Op::kShrU64) : (is_signed ? Op::kShrS32 : Op::kShrU32);
  slot = compute(left, wide, slot, builder_.constant(above - place.bits->first_bit, false));
  return compute(right, wide, slot, builder_.constant(above, false));
}

void Lowering::store_bits(const Place& place, Slot value) {
  const lang::Type* unit = place.bits->unit;
  const bool wide = is_wide(unit);
  const uint64_t ones =
      place.bits->bits == 64 ? ~uint64_t{0} : (uint64_t{1} << place.bits->bits) - 1;
  const uint64_t mask = ones << place.bits->first_bit;
  const auto number = [&](uint64_t bits) {
    return builder_.constant(wide ? bits : bits & 0xffffffff, wide);
  };
  const Op both = wide ? Op::kAndI64 : Op::kAndI32;
  const Slot old = builder_.temporary(wide);
  load_piece(place, unit, 0, old);
  const Slot kept = compute(both, wide, old, number(~mask));
  const Slot shifted = compute(wide ? Op::kShlI64 : Op::kShlI32, wide, value,
                               builder_.constant(place.bits->first_bit, false));
  const Slot added = compute(both, wide, shifted, number(mask));
  store_piece(place, unit, 0, compute(wide ? Op::kOrI64 : Op::kOrI32, wide, kept, added));
}

void Lowering::load_piece(const Place& place, const lang::Type* type, uint64_t offset, Slot to) {
  int32_t imm = 0;
  const Slot from = address(place, imm);
  imm += static_cast<int32_t>(offset);
  const SpaceOps ops = ops_of(place.kind);
  const Slot count = count_of(type);
  const bool is_vector = type->is_record();
  const Op op = after(is_vector ? ops.load_vector : ops.load, load_position(component_of(type)));
  if (place.kind == Place::Kind::kLocal) {
    emit_local(op, to, from, is_vector ? count : Slot{0}, imm, place);
  } else {
    builder_.emit_access(op, to, from, is_vector ? count : Slot{0}, imm,
                         site(place, type, Operation::kLoad));
  }
  if (offset == 0) note_subscripts(place);
  // Memory may hold any byte where the text says bool; in a register a bool is 0 or 1.
  if (type->is_scalar() && type->scalar == Scalar::kBool) builder_.emit(Op::kNonZeroI32, to, to);
}

void Lowering::store_piece(const Place& place, const lang::Type* type, uint64_t offset, Slot from) {
  int32_t imm = 0;
  const Slot to = address(place, imm);
  imm += static_cast<int32_t>(offset);
  const SpaceOps ops = ops_of(place.kind);
  const bool is_vector = type->is_record();
  const Slot count = is_vector ? count_of(type) : Slot{0};
  const Op op = after(is_vector ? ops.store_vector : ops.store, store_position(component_of(type)));
  if (place.kind == Place::Kind::kLocal) {
    emit_local(op, count, to, from, imm, place);
  } else {
    builder_.emit_access(op, count, to, from, imm, site(place, type, Operation::kStore));
  }
  if (offset == 0) note_subscripts(place);
}

void Lowering::note_subscripts(const Place& place) {
  if (place.subscripts.size() < 2 || place.lvalue == nullptr) return;
  SubscriptedAccess access;
  access.span = builder_.is_pinned() ? builder_.span() : place.lvalue->span;
  access.array = name_of_indexed(*place.lvalue);
  access.subscripts = place.subscripts;
  builder_.note_subscripts(std::move(access));
}

// An access of the frame has no site; its span is that of the place.
void Lowering::emit_local(Op op, Slot dst, Slot a, Slot b, int32_t imm, const Place& place) {
  const Span around = builder_.span();
  if (place.lvalue != nullptr) builder_.set_span(place.lvalue->span);
  builder_.emit(op, dst, a, b, place.local_array, imm);
  builder_.set_span(around);
}

AccessSite Lowering::site(const Place& place, const lang::Type* type, Operation operation) const {
  AccessSite result;
  const bool is_named = place.lvalue != nullptr;  // else host code initialises a variable
  result.span = builder_.is_pinned() || !is_named ? builder_.span() : place.lvalue->span;
  result.operation = operation;
  result.bytes = static_cast<uint8_t>(lang::size_of(type));
  result.type = type;
  result.is_volatile =
      type->is_volatile || (is_named && lang::array_base(place.lvalue->type)->is_volatile);
  result.lvalue = place.lvalue;
  result.root = is_named ? root_of(place.lvalue) : nullptr;
  result.statement = statement_;
  result.frame = builder_.frame();
  return result;
}

void Lowering::copy(Slot to, Slot from, const lang::Type* type, bool under_mask) {
  if (is_single(type)) {
    const bool wide = is_wide(type);
    const Op op = under_mask ? (wide ? Op::kMove64 : Op::kMove32)
                  : wide     ? Op::kCopy64
                             : Op::kCopy32;
    builder_.emit(op, to, from);
    return;
  }
  if (!errors_.empty()) return;
  for (const lang::Leaf& leaf : lang::leaves_of(type)) {
    copy(to, from, leaf.type, under_mask);
    to = static_cast<Slot>(to + slots_of(leaf.type));
    from = static_cast<Slot>(from + slots_of(leaf.type));
  }
}

Slot Lowering::copied(Slot from, const lang::Type* type) {
  const Slot result = temporary(type, builder_.span());
  copy(result, from, type, false);
  return result;
}

}  // namespace warplens::code
