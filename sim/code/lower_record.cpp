// Values of several parts: a record's leaves are in consecutive registers.
#include <algorithm>

#include "sim/base/assert.hpp"
#include "sim/base/say.hpp"
#include "sim/code/lowering.hpp"

namespace warplens::code {

using lang::ExprKind;

namespace {

constexpr uint32_t kMostValueSlots = 256, kMostHostValueSlots = 2048;

// Slots of a record's fields before this one.
uint32_t slots_before(const lang::Type* record, const lang::Field* field) {
  uint32_t slots = 0;
  for (const lang::Field& before : record->record->fields) {
    if (&before == field) break;
    slots += slots_of(before.type);
  }
  return slots;
}

}  // namespace

uint32_t slots_of(const lang::Type* type) {
  constexpr uint64_t kVeryMany = 1 << 20;
  if (type->is_void()) return 1;
  if (type->is_array()) {
    return static_cast<uint32_t>(
        std::min(kVeryMany, std::min(kVeryMany, type->count) * slots_of(type->element)));
  }
  if (!type->is_record()) return is_wide(type) ? 2 : 1;
  if (type->record->copied_as != nullptr) return slots_of(type->record->copied_as);
  uint64_t slots = 0;
  for (const lang::Field& field : type->record->fields) slots += slots_of(field.type);
  return static_cast<uint32_t>(std::min(kVeryMany, slots));
}

Slot Lowering::temporary(const lang::Type* type, Span span) {
  const uint32_t slots = slots_of(type);
  if (slots > (is_host() ? kMostHostValueSlots : kMostValueSlots)) {
    fail(span,
         say("a value of type '{type}' is too large to be copied as a whole",
             "type"_a = lang::name_of(type)),
         say("pass it by pointer or reference, and copy its elements in a loop"));
    return builder_.temporary(true);
  }
  return builder_.temporary_block(slots);
}

Slot Lowering::construct(const lang::Construct& expr) {
  const Slot result = temporary(expr.type, expr.span);
  if (errors_.empty()) construct_at(expr, result);
  return result;
}

void Lowering::construct_at(const lang::Construct& expr, Slot to) {
  const bool is_record = expr.type->is_record();
  if (is_record && expr.type->record->copied_as != nullptr) return construct_in_memory(expr, to);
  const size_t count =
      is_record ? expr.type->record->fields.size() : static_cast<size_t>(expr.type->count);
  for (size_t i = 0; i < count; ++i) {
    const lang::Type* type = is_record ? expr.type->record->fields[i].type : expr.type->element;
    if (i < expr.elements.size() && expr.elements[i] != nullptr) {
      value_at(*expr.elements[i], to);
    } else {
      zero_at(type, to);
    }
    to = static_cast<Slot>(to + slots_of(type));
  }
}

// Fields that share bytes are stored one by one in the frame, and read as a whole.
void Lowering::construct_in_memory(const lang::Construct& expr, Slot to) {
  const std::vector<lang::Field>& fields = expr.type->record->fields;
  Home home;
  give_local_home(home, lang::size_of(expr.type), lang::alignment_of(expr.type), expr.span);
  Place whole = place_of(home);
  whole.type = expr.type;
  clear_place(whole, expr.type);
  for (size_t i = 0; i < expr.elements.size(); ++i) {
    if (expr.elements[i] == nullptr) continue;
    Place part = whole;
    part.type = fields[i].type;
    part.offset += static_cast<int64_t>(fields[i].offset);
    if (fields[i].unit != nullptr) part.bits = &fields[i];
    store(part, value(*expr.elements[i]));
  }
  copy(to, load(whole), expr.type, false);
}

// The value in these registers, in all lanes.
void Lowering::value_at(const lang::Expr& expr, Slot to) {
  const Span outer = builder_.span();
  const uint32_t mark = builder_.mark();
  builder_.set_span(expr.span);
  if (expr.kind == ExprKind::kConstruct) {
    construct_at(lang::as<lang::Construct>(expr), to);
  } else {
    const Slot slot = value(expr);
    if (!expr.type->is_record() && !expr.type->is_array() &&
        builder_.is_temporary_since(mark, slot)) {
      builder_.settle(slot, to, is_wide(expr.type));
    } else {
      copy(to, slot, expr.type, false);
    }
  }
  builder_.release_to(mark);
  builder_.set_span(outer);
}

void Lowering::zero_at(const lang::Type* type, Slot to) {
  for (const lang::Leaf& leaf : lang::leaves_of(type)) {
    copy(to, builder_.constant(0, is_wide(leaf.type)), leaf.type, false);
    to = static_cast<Slot>(to + slots_of(leaf.type));
  }
}

// A part of a value that is no place.
Slot Lowering::member_value(const lang::Member& member) {
  const Slot object = value(*member.object);
  return static_cast<Slot>(object + slots_before(member.object->type, member.field));
}

Place Lowering::member_place(const lang::Member& member) {
  Place result = place(*member.object);
  if (result.kind == Place::Kind::kRegister) {
    result.slot = static_cast<Slot>(*result.slot + slots_before(member.object->type, member.field));
  } else {
    result.offset += static_cast<int64_t>(member.field->offset);
  }
  if (member.field->unit != nullptr) result.bits = member.field;
  return result;
}

// A temporary object, made anew.
Place Lowering::materialized(const lang::Materialize& made) {
  const Home* home = home_of(made.variable);
  WL_ASSERT(home != nullptr, "a temporary object is among its function's variables");
  const Place target = place_of(*home);
  if (made.value != nullptr) store(target, value(*made.value));
  if (made.constructor != nullptr) effect(*made.constructor);
  begin_object(made.variable, made.destructors);
  return target;
}

Place Lowering::place_of_value(const lang::Expr& expr) {
  Place result;
  result.slot = value(expr);
  result.is_value = true;
  result.type = expr.type;
  return result;
}

// What is in registers is copied to the frame: an element of it is chosen while the program runs.
Place Lowering::spilled(const Place& registers, Span span) {
  Home home;
  give_local_home(home, lang::size_of(registers.type), lang::alignment_of(registers.type), span);
  Place result = place_of(home);
  result.type = registers.type;
  result.lvalue = registers.lvalue;
  store(result, *registers.slot);
  return result;
}

Slot Lowering::select(const lang::Type* type, Slot chosen, Slot left, Slot right) {
  const Slot result = temporary(type, builder_.span());
  if (!type->is_record()) {
    builder_.emit(is_wide(type) ? Op::kSelect64 : Op::kSelect32, result, chosen, left, right);
    return result;
  }
  if (!errors_.empty()) return result;
  uint32_t step = 0;
  for (const lang::Leaf& leaf : lang::leaves_of(type)) {
    const auto at = [&](Slot first) { return static_cast<Slot>(first + step); };
    builder_.emit(is_wide(leaf.type) ? Op::kSelect64 : Op::kSelect32, at(result), chosen, at(left),
                  at(right));
    step += slots_of(leaf.type);
  }
  return result;
}

}  // namespace warplens::code
