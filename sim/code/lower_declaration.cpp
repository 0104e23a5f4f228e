// Initial values of variables.
#include "sim/code/lowering.hpp"

namespace warplens::code {

void Lowering::declaration(const lang::Declaration& stmt) {
  if (stmt.guard != nullptr) return guarded(stmt);
  for (const lang::Declarator& declarator : stmt.declarators) {
    const size_t objects = objects_.size();
    const lang::Storage storage = declarator.variable->storage;
    if (storage == lang::Storage::kHost || storage == lang::Storage::kResult) {
      initialise(declarator,
                 storage == lang::Storage::kHost ? host_place(*declarator.variable)
                                                 : result_place(*declarator.variable),
                 stmt.span);
      end_objects(objects);
      begin_object(declarator.variable, declarator.destructors);
      continue;
    }
    const Home* home = home_of(declarator.variable);
    if (home == nullptr || home->place == VariableHome::Place::kSharedMemory) continue;
    const Home own = *home;
    initialise(declarator, place_of(own), stmt.span);
    end_objects(objects);  // the initial value's temporaries
    begin_object(declarator.variable, declarator.destructors);
    if (!declarator.has_initializer) note_bare_declaration(declarator, own);
  }
}

void Lowering::initialise(const lang::Declarator& declarator, const Place& target, Span span) {
  const lang::Type* type = declarator.variable->type;
  for (const lang::ExprPtr& constructor : declarator.constructors) effect(*constructor);
  if (declarator.constructor != nullptr) effect(*declarator.constructor);
  if (!declarator.has_initializer) return;
  if (type->is_array() && !declarator.variable->is_reference) {
    if (declarator.constructors.empty()) initialise_array(declarator, target);
  } else if (declarator.value != nullptr) {
    const Slot slot = value(*declarator.value);
    builder_.set_span(span);
    Place place = target;
    place.type = declarator.variable->is_reference ? declarator.value->type : type;
    store(place, slot);
  }
}

// Of subroutines' variables, of which each call has its own, only arrays of host code are listed.
void Lowering::note_bare_declaration(const lang::Declarator& declarator, const Home& home) {
  const bool is_constructed = declarator.constructor != nullptr || !declarator.constructors.empty();
  if (is_constructed || declarator.variable->is_reference || builder_.is_pinned()) return;
  if (frame_base_) {
    if (is_host() && declarator.variable->type->is_array())
      program_->bare_arrays.push_back({declarator.variable, home.frame, home.offset});
    return;
  }
  // A store of a bit-field reads its unit, whose other bits may be unwritten.
  const lang::Type* element = lang::array_base(declarator.variable->type);
  if (element->is_record() && lang::has_bit_fields(*element->record)) return;
  BareDeclaration& declaration = program_->bare_declarations.emplace_back();
  declaration.variable = declarator.variable;
  declaration.pc = builder_.position();
  declaration.is_local = home.place == VariableHome::Place::kLocalMemory;
  declaration.slot = home.slot;
  declaration.offset = home.offset;
}

void Lowering::initialise_array(const lang::Declarator& declarator, const Place& target) {
  const lang::Type* type = declarator.variable->type;
  const lang::Type* element = type;
  while (element->is_array()) element = element->element;
  const uint64_t element_bytes = lang::size_of(element);
  if (declarator.elements.size() < lang::size_of(type) / element_bytes) clear_place(target, type);
  for (size_t i = 0; i < declarator.elements.size(); ++i) {
    if (declarator.elements[i] == nullptr) continue;
    const uint32_t mark = builder_.mark();
    Place place = target;
    place.local_array = 0;
    place.offset += static_cast<int64_t>(i * element_bytes);
    place.type = element;
    store(place, value(*declarator.elements[i]));
    builder_.release_to(mark);
  }
}

// A subroutine's frame moves, so that each of its bytes is written by a store.
void Lowering::clear_place(const Place& target, const lang::Type* type) {
  const uint64_t bytes = lang::size_of(type);
  if (target.kind == Place::Kind::kLocal && !frame_base_) {
    builder_.emit(Op::kClearLocal, 0, static_cast<Slot>(bytes & 0xffff),
                  static_cast<Slot>(bytes >> 16), 0, static_cast<int32_t>(target.offset));
    return;
  }
  for (const lang::Leaf& leaf : lang::leaves_of(type)) {
    store_piece(target, leaf.type, leaf.offset, builder_.constant(0, is_wide(leaf.type)));
  }
}

}  // namespace warplens::code
