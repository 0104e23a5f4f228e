// A variable is found by its home in the frame that the lane's warp is in, or in one that called
// it. Members and elements lead to a byte of memory or to a leaf of a struct in registers.
#include "sim/replay/evaluate_place.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "sim/base/half.hpp"
#include "sim/code/pointer.hpp"
#include "sim/machine/block.hpp"

namespace warplens::replay {
namespace {

using base::Scalar;
using lang::as;
using lang::Expr;
using lang::ExprKind;
using Value = std::optional<uint64_t>;
using HomePlace = code::VariableHome::Place;

// An index outside the local array that the text names reads 0, as in the machine, and not the
// array's neighbour in the frame.
bool leaves_local_array(const LaneState& state, const Expr& lvalue, uint64_t pointer,
                        uint32_t bytes) {
  if (code::space_of(pointer) != base::Space::kLocal) return false;
  const Expr* root = &lvalue;
  while (root->kind == ExprKind::kIndex || root->kind == ExprKind::kMember) {
    root = root->kind == ExprKind::kIndex ? as<lang::Index>(*root).base.get()
                                          : as<lang::Member>(*root).object.get();
  }
  if (root->kind != ExprKind::kVariable) return false;
  const lang::Variable* variable = as<lang::VariableRef>(*root).variable;
  if (!variable->type->is_array() && !variable->type->is_record()) return false;
  const Value begin = address_of(state, *root);
  if (!begin) return false;
  const uint64_t distance = pointer - *begin, size = lang::size_of(variable->type);
  return distance >= size || size - distance < bytes;
}

// The variable that an lvalue in registers belongs to, and where in it the lvalue begins. [bytes]
struct RegisterPart {
  const lang::Variable* variable = nullptr;
  uint64_t offset = 0;
};

std::optional<RegisterPart> register_part(const LaneState& state, const Expr& lvalue) {
  switch (lvalue.kind) {
    case ExprKind::kVariable:
      return RegisterPart{as<lang::VariableRef>(lvalue).variable, 0};
    case ExprKind::kMaterialize:
      return RegisterPart{as<lang::Materialize>(lvalue).variable, 0};
    case ExprKind::kMember: {
      std::optional<RegisterPart> part = register_part(state, *as<lang::Member>(lvalue).object);
      if (part) part->offset += as<lang::Member>(lvalue).field->offset;
      return part;
    }
    case ExprKind::kAssign:
      return register_part(state, *as<lang::Assign>(lvalue).target);
    case ExprKind::kDereference: {
      // A reference or `this` of an inlined call, whose object has no address.
      const Expr* pointer = as<lang::Dereference>(lvalue).pointer.get();
      while (pointer->kind == ExprKind::kLoad) pointer = as<lang::Load>(*pointer).operand.get();
      if (pointer->kind != ExprKind::kAddressOf) return std::nullopt;
      return register_part(state, *as<lang::AddressOf>(*pointer).operand);
    }
    default:
      return std::nullopt;
  }
}

Value read_register(const LaneState& state, const code::VariableHome& home, uint64_t offset,
                    const lang::Type* type) {
  const auto read = [&](uint32_t slot) {
    const auto bytes = static_cast<uint32_t>(lang::size_of(type));
    return extend_type(type, state.block->read(state.warp, slot, state.lane, std::max(bytes, 4u)));
  };
  uint32_t slot = home.slot;
  for (const lang::Leaf& leaf : lang::leaves_of(home.variable->type)) {
    if (leaf.offset == offset) return read(slot);
    slot += lang::size_of(leaf.type) == 8 ? 2 : 1;
  }
  return std::nullopt;
}

Value load_part(const LaneState& state, const Expr& lvalue, uint64_t offset,
                const lang::Type* type) {
  if (!type->is_scalar() && !type->is_pointer()) return std::nullopt;
  if (const Value pointer = address_of(state, lvalue)) {
    const auto bytes = static_cast<uint32_t>(lang::size_of(type));
    if (leaves_local_array(state, lvalue, *pointer + offset, bytes)) return 0;
    if (lvalue.kind == ExprKind::kMember && as<lang::Member>(lvalue).field->unit != nullptr) {
      const uint64_t unit = read_memory(state, *pointer + offset, bytes);
      return lang::bits_of(unit, *as<lang::Member>(lvalue).field);
    }
    return extend_type(type, read_memory(state, *pointer + offset, bytes));
  }
  const std::optional<RegisterPart> part = register_part(state, lvalue);
  if (!part) return std::nullopt;
  const lang::Variable& variable = *part->variable;
  if (variable.storage == lang::Storage::kConstant) {
    return literal_value(variable.type, variable.constant_bits, variable.constant_float);
  }
  if (state.bound != nullptr) {
    const auto bound = state.bound->find(&variable);
    if (bound != state.bound->end()) return bound->second;
  }
  const code::VariableHome* home = find_home(state, variable);
  if (home == nullptr || home->place != HomePlace::kRegister) return std::nullopt;
  return read_register(state, *home, part->offset + offset, type);
}

// Of `{a, b}`: the element that holds the byte.
Value construct_part(const LaneState& state, const lang::Construct& construct, uint64_t offset,
                     const lang::Type* type) {
  const lang::Type* whole = construct.type;
  if (whole->is_array()) {
    const uint64_t size = lang::size_of(whole->element);
    const uint64_t index = offset / size;
    if (index >= construct.elements.size()) return 0;
    return value_of_part(state, *construct.elements[index], offset % size, type);
  }
  if (!whole->is_record() || whole->record->copied_as != nullptr) return std::nullopt;
  const std::vector<lang::Field>& fields = whole->record->fields;
  for (size_t i = fields.size(); i-- > 0;) {
    if (fields[i].offset > offset) continue;
    if (i >= construct.elements.size()) return 0;
    return value_of_part(state, *construct.elements[i], offset - fields[i].offset, type);
  }
  return std::nullopt;
}

// Where a frame's variables in local memory begin: a recursive function's move with each call.
uint64_t local_base(const LaneState& state, uint32_t frame) {
  const code::Program& program = state.program();
  while (frame != 0 && frame < program.frames.size()) {
    if (program.frames[frame].is_subroutine) {
      return state.block->warps()[state.warp].frame_begin;
    }
    frame = program.frames[frame].parent;
  }
  return 0;
}

Value address_of_file_variable(const LaneState& state, const lang::Variable& variable) {
  const std::vector<code::GlobalVariable>& globals = state.program().globals;
  for (size_t i = 0; i < globals.size(); ++i) {
    if (globals[i].variable != &variable) continue;
    if (globals[i].is_constant) return code::kConstantPointerBase + globals[i].offset;
    return state.block->context().global_addresses[i];
  }
  return std::nullopt;
}

Value address_of_variable(const LaneState& state, const lang::Variable& variable) {
  if (variable.storage == lang::Storage::kGlobal ||
      variable.storage == lang::Storage::kConstantMemory) {
    return address_of_file_variable(state, variable);
  }
  const code::VariableHome* home = find_home(state, variable);
  if (home == nullptr || home->place == HomePlace::kRegister) return std::nullopt;
  if (home->place == HomePlace::kSharedMemory) return code::kSharedPointerBase + home->offset;
  return code::kLocalPointerBase + home->offset + local_base(state, home->frame);
}

}  // namespace

uint64_t literal_value(const lang::Type* type, uint64_t bits, double real) {
  if (!type->is_scalar()) return bits;
  if (base::is_small_float(type->scalar)) return base::small_from_double(type->scalar, real);
  if (type->scalar == Scalar::kFloat) return std::bit_cast<uint32_t>(static_cast<float>(real));
  if (type->scalar == Scalar::kDouble) return std::bit_cast<uint64_t>(real);
  return extend(type->scalar, bits);
}

uint64_t extend_type(const lang::Type* type, uint64_t bits) {
  return type->is_scalar() ? extend(type->scalar, bits) : bits;
}

const code::Program& LaneState::program() const {
  return *block->context().program;
}

uint32_t LaneState::frame() const {
  const uint32_t pc = block->pc_in(warp, lane);
  const std::vector<uint32_t>& frames = program().frames_of;
  return pc < frames.size() ? frames[pc] : 0;
}

const code::VariableHome* find_home(const LaneState& state, const lang::Variable& variable) {
  const code::Program& program = state.program();
  for (uint32_t frame = state.frame();;) {
    for (const code::VariableHome& home : program.homes) {
      if (home.variable == &variable && home.frame == frame) return &home;
    }
    if (frame == 0 || frame >= program.frames.size()) return nullptr;
    frame = program.frames[frame].parent;
  }
}

uint64_t local_address(const LaneState& state, const code::VariableHome& home) {
  return code::kLocalPointerBase + home.offset + local_base(state, home.frame);
}

uint64_t from_frame(const machine::LocalMemory& memory, uint32_t lane, uint64_t offset,
                    uint32_t bytes) {
  uint64_t bits = 0;
  if (offset < memory.bytes() && memory.bytes() - offset >= bytes)
    memory.read(lane, static_cast<uint32_t>(offset), &bits, bytes);
  return bits;
}

uint64_t read_memory(const LaneState& state, uint64_t pointer, uint32_t bytes) {
  const uint64_t offset = code::offset_of(pointer);
  const auto from = [&](const std::byte* memory, uint64_t size, uint64_t begin) {
    uint64_t bits = 0;
    if (offset < size && size - offset >= bytes) std::memcpy(&bits, memory + begin + offset, bytes);
    return bits;
  };
  const machine::WarpState& warp = state.block->warps()[state.warp];
  const std::vector<std::byte>& constants = state.block->context().constants;
  switch (code::space_of(pointer)) {
    case base::Space::kShared:
      return from(state.block->shared().data(), state.block->shared().size(), 0);
    case base::Space::kLocal:
      return from_frame(warp.local, state.lane, offset, bytes);
    case base::Space::kConstant:
      return from(constants.data(), constants.size(), 0);
    case base::Space::kRegisters:
    case base::Space::kHost:
    case base::Space::kGlobal:
      break;
  }
  uint64_t bits = 0;
  state.memory->read(pointer, std::as_writable_bytes(std::span(&bits, 1)).first(bytes));
  return bits;
}

std::optional<uint64_t> address_of(const LaneState& state, const Expr& lvalue) {
  switch (lvalue.kind) {
    case ExprKind::kVariable:
      return address_of_variable(state, *as<lang::VariableRef>(lvalue).variable);
    case ExprKind::kMaterialize:
      return address_of_variable(state, *as<lang::Materialize>(lvalue).variable);
    case ExprKind::kIndex: {
      const auto& index = as<lang::Index>(lvalue);
      const Value base = index.base->type->is_array() ? address_of(state, *index.base)
                                                      : evaluate(state, *index.base);
      const Value count = evaluate(state, *index.index);
      if (!base || !count) return std::nullopt;
      return *base + *count * lang::size_of(lvalue.type);
    }
    case ExprKind::kMember: {
      const auto& member = as<lang::Member>(lvalue);
      const Value object = address_of(state, *member.object);
      if (!object) return std::nullopt;
      return *object + member.field->offset;
    }
    case ExprKind::kDereference:
      return evaluate(state, *as<lang::Dereference>(lvalue).pointer);
    default:
      return std::nullopt;
  }
}

std::optional<uint64_t> load(const LaneState& state, const Expr& lvalue) {
  return load_part(state, lvalue, 0, lvalue.type);
}

std::optional<uint64_t> value_of_part(const LaneState& state, const Expr& expr, uint64_t offset,
                                      const lang::Type* type) {
  switch (expr.kind) {
    case ExprKind::kMember: {
      const auto& member = as<lang::Member>(expr);
      return value_of_part(state, *member.object, offset + member.field->offset, type);
    }
    case ExprKind::kLoad:
      return load_part(state, *as<lang::Load>(expr).operand, offset, type);
    case ExprKind::kAssign:
      return load_part(state, *as<lang::Assign>(expr).target, offset, type);
    case ExprKind::kConstruct:
      return construct_part(state, as<lang::Construct>(expr), offset, type);
    case ExprKind::kConditional: {
      const auto& conditional = as<lang::Conditional>(expr);
      const Value condition = evaluate(state, *conditional.condition);
      if (!condition) return std::nullopt;
      return value_of_part(
          state, *condition != 0 ? *conditional.then_value : *conditional.else_value, offset, type);
    }
    case ExprKind::kCast:
      if (expr.type->is_record()) {
        return value_of_part(state, *as<lang::Cast>(expr).operand, offset, type);
      }
      break;
    default:
      break;
  }
  if (expr.type->is_record() || expr.type->is_array()) return load_part(state, expr, offset, type);
  return offset == 0 ? evaluate(state, expr) : std::nullopt;
}

}  // namespace warplens::replay
