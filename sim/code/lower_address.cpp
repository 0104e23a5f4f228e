// Places in memory. Arrays that the text names have an address of register + known offset in a
// known space; what a pointer points to is found out by the machine.
#include "sim/base/assert.hpp"
#include "sim/base/say.hpp"
#include "sim/code/lowering.hpp"

namespace warplens::code {

using lang::ExprKind;

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
      if (index.base->kind != ExprKind::kIndex) result.subscripts.clear();
      add_index(result, index);
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
    case ExprKind::kMember:
      result = member_place(lang::as<lang::Member>(lvalue));
      break;
    case ExprKind::kMaterialize:
      result = materialized(lang::as<lang::Materialize>(lvalue));
      break;
    case ExprKind::kConditional:
      result = conditional_place(lang::as<lang::Conditional>(lvalue));
      break;
    case ExprKind::kString:
      result = is_host() ? string_place(lang::as<lang::String>(lvalue))
                         : place_of_global(*lang::as<lang::String>(lvalue).variable);
      break;
    case ExprKind::kLoad:
    case ExprKind::kCall:
    case ExprKind::kConstruct:
      result = place_of_value(lvalue);
      break;
    default:
      fail(lvalue.span, say("this expression cannot be used as a place in memory"),
           say("write the assignment with an if"));
      result.slot = builder_.constant(0, true);
      result.kind = Place::Kind::kPointer;
      break;
  }
  result.type = lvalue.type;
  result.lvalue = &lvalue;
  return result;
}

// What a pointer value points to. An array that decays in the text keeps its space, and so does a
// place whose address is taken there.
Place Lowering::pointed_to(const lang::Expr& pointer) {
  const lang::Expr* inner = &pointer;
  while (inner->kind == ExprKind::kCast && inner->type->is_pointer()) {
    const lang::Expr& operand = *lang::as<lang::Cast>(*inner).operand;
    if (operand.type->is_array()) return place(operand);
    if (!operand.type->is_pointer()) break;
    inner = &operand;
  }
  if (inner->kind == ExprKind::kAddressOf) {
    return place(*lang::as<lang::AddressOf>(*inner).operand);
  }
  if (const Place* referred = referred_by(*inner)) {
    Place result = *referred;
    result.lvalue = nullptr;
    result.subscripts.clear();
    return result;
  }
  Place result;
  result.kind = Place::Kind::kPointer;
  result.slot = value(pointer);
  return result;
}

// The place, where it is known, that a read of a reference's own pointer, or of `this`, names.
const Place* Lowering::referred_by(const lang::Expr& pointer) const {
  if (pointer.kind != ExprKind::kLoad) return nullptr;
  const lang::Expr& operand = *lang::as<lang::Load>(pointer).operand;
  if (operand.kind != ExprKind::kVariable) return nullptr;
  const auto referred = referred_.find(lang::as<lang::VariableRef>(operand).variable);
  return referred == referred_.end() ? nullptr : &referred->second;
}

Place Lowering::variable_place(const lang::VariableRef& ref) {
  const lang::Variable& variable = *ref.variable;
  if (is_host() && variable.storage == lang::Storage::kHost) return host_place(variable);
  if (variable.storage == lang::Storage::kResult) return result_place(variable);
  const bool is_of_device = variable.storage == lang::Storage::kGlobal ||
                            variable.storage == lang::Storage::kConstantMemory;
  if (is_host() && is_of_device && !variable.is_managed) return symbol_place(variable);
  if (variable.storage == lang::Storage::kGlobal ||
      variable.storage == lang::Storage::kConstantMemory) {
    return place_of_global(variable);
  }
  if (const Home* home = home_of(&variable)) return place_of(*home);
  fail(ref.span, say("'{name}' has no place in memory", "name"_a = ref.name), say("use its value"));
  Place result;
  result.slot = builder_.constant(0, true);
  return result;
}

// cond ? a : b as a place: each lane's own address.
Place Lowering::conditional_place(const lang::Conditional& expr) {
  Place result;
  result.kind = Place::Kind::kPointer;
  result.slot = builder_.temporary(true);
  const Slot chosen = value(*expr.condition);
  const size_t objects = objects_.size();
  const Mask others = builder_.mask();
  const Label side = builder_.label(), end = builder_.label();
  builder_.emit_jump(Op::kIf, others, chosen, side);
  builder_.emit(Op::kMove64, *result.slot, pointer_to(place(*expr.then_value)));
  objects_.resize(
      objects);  // what only some lanes have made is never ended: the place may be in it
  builder_.place(side);
  builder_.emit_jump(Op::kElse, others, 0, end);
  builder_.emit(Op::kMove64, *result.slot, pointer_to(place(*expr.else_value)));
  objects_.resize(objects);
  builder_.place(end);
  builder_.emit(Op::kJoin, others);
  return result;
}

void Lowering::add_index(Place& place, const lang::Index& expr) {
  constexpr int64_t kMostOffset = 1 << 30;
  const lang::Expr& index = *expr.index;
  const lang::Type* element = expr.type;
  const auto factor = static_cast<int32_t>(lang::size_of(element));
  Subscript subscript;
  subscript.extent = expr.base->type->is_array() ? expr.base->type->count : 0;
  subscript.type = index.type;
  const std::optional<Known> number = known(index);
  if (place.kind == Place::Kind::kRegister) {  // an array in a value
    if (number && number->bits < place.type->count) {
      place.slot = static_cast<Slot>(*place.slot + number->bits * slots_of(element));
      return;
    }
    place = spilled(place, index.span);
  }
  if (number && !number->is_floating) {
    const auto count = static_cast<int64_t>(number->bits);
    if (count > -kMostOffset && count < kMostOffset) {
      const int64_t offset = place.offset + count * factor;
      if (offset > -kMostOffset && offset < kMostOffset) {
        place.offset = offset;
        subscript.value = count;
        place.subscripts.push_back(subscript);
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
    subscript.pc = builder_.last_pc();
    place.subscripts.push_back(subscript);
    return;
  }
  // Offsets in shared and local memory are 32 bits wide; an index that overflows them wraps.
  Slot count = value(index);
  if (wide) count = compute(Op::kTruncateI64, false, count);
  place.slot = place.slot ? compute(Op::kIndex32, false, *place.slot, count, 0, factor)
                          : compute(Op::kScale32, false, count, 0, 0, factor);
  subscript.pc = builder_.last_pc();
  place.subscripts.push_back(subscript);
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
      WL_ASSERT(place.is_value, "a variable whose address is taken lives in local memory");
      return pointer_to(spilled(place, builder_.span()));
  }
  return imm == 0 ? slot : compute(Op::kAddImm64, true, slot, 0, 0, imm);
}

}  // namespace warplens::code
