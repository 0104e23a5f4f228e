// The walk over the tree: names from registers and memory, then operators bottom-up
// (evaluate_scalar.cpp). Pointers are followed as the machine follows them, so that an lvalue's
// address can be compared with the recorded one.
#include "sim/engine/evaluate.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/code/pointer.hpp"
#include "sim/engine/evaluate_scalar.hpp"

namespace warplens::engine {
namespace {

using base::Scalar;
using lang::as;
using lang::Expr;
using lang::ExprKind;
using Value = std::optional<uint64_t>;

uint64_t builtin_value(const LaneState& state, lang::Builtin builtin) {
  const machine::GridContext& context = state.block->context();
  const launch::Dim3 block = context.block;
  const uint32_t thread = state.warp * trace::kWarpSize + state.lane;
  const trace::BlockId id = state.block->id();
  switch (builtin) {
    case lang::Builtin::kThreadIdxX:
      return thread % block.x;
    case lang::Builtin::kThreadIdxY:
      return thread / block.x % block.y;
    case lang::Builtin::kThreadIdxZ:
      return thread / block.x / block.y;
    case lang::Builtin::kBlockIdxX:
      return id.x;
    case lang::Builtin::kBlockIdxY:
      return id.y;
    case lang::Builtin::kBlockIdxZ:
      return id.z;
    case lang::Builtin::kBlockDimX:
      return block.x;
    case lang::Builtin::kBlockDimY:
      return block.y;
    case lang::Builtin::kBlockDimZ:
      return block.z;
    case lang::Builtin::kGridDimX:
      return context.grid.x;
    case lang::Builtin::kGridDimY:
      return context.grid.y;
    case lang::Builtin::kGridDimZ:
      return context.grid.z;
    case lang::Builtin::kWarpSize:
      return trace::kWarpSize;
  }
  return 0;
}

uint64_t constant_value(const lang::Type* type, uint64_t bits, double real) {
  if (!type->is_scalar()) return bits;
  if (type->scalar == Scalar::kFloat) return std::bit_cast<uint32_t>(static_cast<float>(real));
  if (type->scalar == Scalar::kDouble) return std::bit_cast<uint64_t>(real);
  return extend(type->scalar, bits);
}

uint64_t extend_type(const lang::Type* type, uint64_t bits) {
  return type->is_scalar() ? extend(type->scalar, bits) : bits;
}

Value variable_value(const LaneState& state, const lang::Variable& variable) {
  if (variable.storage == lang::Storage::kConstant) {
    return constant_value(variable.type, variable.constant_bits, variable.constant_float);
  }
  const code::VariableHome* home = find_home(state.program(), variable);
  if (home == nullptr) return std::nullopt;
  const auto bytes = static_cast<uint32_t>(lang::size_of(variable.type));
  const machine::WarpState& warp = state.block->warps()[state.warp];
  switch (home->place) {
    case code::VariableHome::Place::kRegister:
      return extend_type(variable.type,
                         machine::read_lane(warp, home->slot, state.lane, std::max(bytes, 4u)));
    case code::VariableHome::Place::kLocalMemory:
      return extend_type(variable.type,
                         read_memory(state, code::kLocalPointerBase + home->offset, bytes));
    case code::VariableHome::Place::kSharedMemory:
      return extend_type(variable.type,
                         read_memory(state, code::kSharedPointerBase + home->offset, bytes));
  }
  return std::nullopt;
}

// The value that an lvalue holds now.
// An index that leaves the local array that the text names reads 0, as in the machine, and not what
// lies beside it in the frame.
bool leaves_local_array(const LaneState& state, const Expr& lvalue, uint64_t pointer,
                        uint32_t bytes) {
  const Expr* root = &lvalue;
  while (root->kind == ExprKind::kIndex) root = as<lang::Index>(*root).base.get();
  if (root->kind != ExprKind::kVariable) return false;
  const lang::Variable* variable = as<lang::VariableRef>(*root).variable;
  const auto& arrays = state.program().local_arrays;
  const auto array = std::find_if(arrays.begin(), arrays.end(), [&](const code::LocalArray& entry) {
    return entry.variable == variable;
  });
  if (array == arrays.end()) return false;
  const uint64_t offset = code::offset_of(pointer);
  return offset < array->begin || offset + bytes > array->end;
}

Value load(const LaneState& state, const Expr& lvalue) {
  if (lvalue.kind == ExprKind::kVariable) {
    return variable_value(state, *as<lang::VariableRef>(lvalue).variable);
  }
  const Value pointer = address_of(state, lvalue);
  if (!pointer) return std::nullopt;
  const auto bytes = static_cast<uint32_t>(lang::size_of(lvalue.type));
  if (leaves_local_array(state, lvalue, *pointer, bytes)) return 0;
  return extend_type(lvalue.type, read_memory(state, *pointer, bytes));
}

Value evaluate_pointer_binary(const lang::Binary& binary, uint64_t left, uint64_t right) {
  const bool left_is_pointer = binary.left->type->is_pointer();
  const lang::Type* pointer = left_is_pointer ? binary.left->type : binary.right->type;
  const auto size =
      std::max<uint64_t>(1, pointer->element->is_void() ? 1 : lang::size_of(pointer->element));
  switch (binary.op) {
    case lang::BinaryOp::kAdd:
      return left_is_pointer ? left + right * size : left * size + right;
    case lang::BinaryOp::kSubtract:
      if (!binary.right->type->is_pointer()) return left - right * size;
      return static_cast<uint64_t>(static_cast<int64_t>(left - right) / static_cast<int64_t>(size));
    default:
      return binary_value(binary.op, Scalar::kULongLong, left, right);
  }
}

Value evaluate_binary(const LaneState& state, const lang::Binary& binary) {
  const Value left = evaluate(state, *binary.left);
  const Value right = evaluate(state, *binary.right);
  if (binary.op == lang::BinaryOp::kComma) return right;
  if (!left || !right) return std::nullopt;
  if (binary.left->type->is_pointer() || binary.right->type->is_pointer()) {
    return evaluate_pointer_binary(binary, *left, *right);
  }
  if (!binary.left->type->is_scalar()) return std::nullopt;
  return binary_value(binary.op, binary.left->type->scalar, *left, *right);
}

Value evaluate_increment(const LaneState& state, const lang::Increment& increment) {
  const Value now = load(state, *increment.operand);
  if (!now || increment.is_prefix) return now;
  const lang::Type* type = increment.operand->type;
  if (type->is_pointer()) {
    const uint64_t size = lang::size_of(type->element);
    return increment.is_decrement ? *now + size : *now - size;
  }
  const uint64_t one = convert(Scalar::kInt, type->scalar, 1);
  return binary_value(increment.is_decrement ? lang::BinaryOp::kAdd : lang::BinaryOp::kSubtract,
                      type->scalar, *now, one);
}

Value evaluate_cast(const LaneState& state, const lang::Cast& cast) {
  if (cast.operand->type->is_array()) return address_of(state, *cast.operand);
  const Value value = evaluate(state, *cast.operand);
  if (!value || !cast.type->is_scalar()) return value;
  if (cast.operand->type->is_pointer()) {
    return cast.type->scalar == Scalar::kBool ? uint64_t{*value != 0} : value;
  }
  return convert(cast.operand->type->scalar, cast.type->scalar, *value);
}

Value evaluate_call(const LaneState& state, const lang::Call& call) {
  uint64_t arguments[3] = {0, 0, 0};
  if (call.arguments.size() > 3 || !call.type->is_scalar()) return std::nullopt;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const Value argument = evaluate(state, *call.arguments[i]);
    if (!argument || !call.arguments[i]->type->is_scalar()) return std::nullopt;
    arguments[i] = *argument;
  }
  if (call.arguments.empty()) return std::nullopt;
  const lang::Intrinsic& intrinsic = lang::intrinsics()[call.intrinsic];
  const Value value = call_value(intrinsic.op, call.arguments[0]->type->scalar, arguments);
  return value ? Value(extend_type(call.type, *value)) : std::nullopt;
}

}  // namespace

const code::VariableHome* find_home(const code::Program& program, const lang::Variable& variable) {
  const auto home = std::find_if(program.homes.begin(), program.homes.end(),
                                 [&](const auto& entry) { return entry.variable == &variable; });
  return home == program.homes.end() ? nullptr : &*home;
}

uint64_t read_memory(const LaneState& state, uint64_t pointer, uint32_t bytes) {
  const uint64_t offset = code::offset_of(pointer);
  const auto from = [&](const std::byte* memory, uint64_t size, uint64_t begin) {
    uint64_t bits = 0;
    if (offset < size && size - offset >= bytes) std::memcpy(&bits, memory + begin + offset, bytes);
    return bits;
  };
  switch (code::space_of(pointer)) {
    case code::PointerSpace::kShared:
      return from(state.block->shared().data(), state.block->shared().size(), 0);
    case code::PointerSpace::kLocal: {
      const machine::WarpState& warp = state.block->warps()[state.warp];
      return from(warp.local.data(), warp.local_bytes, size_t{warp.local_bytes} * state.lane);
    }
    case code::PointerSpace::kConstant:
      return 0;
    case code::PointerSpace::kGlobal:
      break;
  }
  uint64_t bits = 0;
  if (const std::byte* found = state.memory->find(pointer, bytes); found != nullptr) {
    std::memcpy(&bits, found, bytes);
  }
  return bits;
}

std::optional<uint64_t> address_of(const LaneState& state, const Expr& lvalue) {
  switch (lvalue.kind) {
    case ExprKind::kVariable: {
      const code::VariableHome* home =
          find_home(state.program(), *as<lang::VariableRef>(lvalue).variable);
      if (home == nullptr || home->place == code::VariableHome::Place::kRegister) {
        return std::nullopt;
      }
      return home->offset + (home->place == code::VariableHome::Place::kSharedMemory
                                 ? code::kSharedPointerBase
                                 : code::kLocalPointerBase);
    }
    case ExprKind::kIndex: {
      const auto& index = as<lang::Index>(lvalue);
      const Value base = index.base->type->is_array() ? address_of(state, *index.base)
                                                      : evaluate(state, *index.base);
      const Value count = evaluate(state, *index.index);
      if (!base || !count) return std::nullopt;
      return *base + *count * lang::size_of(lvalue.type);
    }
    case ExprKind::kDereference:
      return evaluate(state, *as<lang::Dereference>(lvalue).pointer);
    default:
      return std::nullopt;
  }
}

std::optional<uint64_t> evaluate(const LaneState& state, const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kLiteral: {
      const auto& literal = as<lang::Literal>(expr);
      return constant_value(expr.type, literal.bits, literal.real);
    }
    case ExprKind::kVariable:
      return variable_value(state, *as<lang::VariableRef>(expr).variable);
    case ExprKind::kBuiltin:
      return builtin_value(state, as<lang::BuiltinRef>(expr).builtin);
    case ExprKind::kUnary: {
      const auto& unary = as<lang::Unary>(expr);
      const Value value = evaluate(state, *unary.operand);
      if (!value || !unary.operand->type->is_scalar()) return std::nullopt;
      return unary_value(unary.op, unary.operand->type->scalar, *value);
    }
    case ExprKind::kIncrement:
      return evaluate_increment(state, as<lang::Increment>(expr));
    case ExprKind::kBinary:
      return evaluate_binary(state, as<lang::Binary>(expr));
    case ExprKind::kLogical: {
      const auto& logical = as<lang::Logical>(expr);
      const Value left = evaluate(state, *logical.left);
      if (!left || (*left != 0) != logical.is_and) return left;
      return evaluate(state, *logical.right);
    }
    case ExprKind::kAssign:
      return load(state, *as<lang::Assign>(expr).target);
    case ExprKind::kConditional: {
      const auto& conditional = as<lang::Conditional>(expr);
      const Value condition = evaluate(state, *conditional.condition);
      if (!condition) return std::nullopt;
      return evaluate(state, *condition != 0 ? *conditional.then_value : *conditional.else_value);
    }
    case ExprKind::kIndex:
    case ExprKind::kDereference:
      return load(state, expr);
    case ExprKind::kAddressOf:
      return address_of(state, *as<lang::AddressOf>(expr).operand);
    case ExprKind::kCast:
      return evaluate_cast(state, as<lang::Cast>(expr));
    case ExprKind::kLoad:
      return load(state, *as<lang::Load>(expr).operand);
    case ExprKind::kCall:
      return evaluate_call(state, as<lang::Call>(expr));
    case ExprKind::kMember:
    case ExprKind::kConstruct:
    case ExprKind::kMaterialize:
    case ExprKind::kPrint:
    case ExprKind::kAssert:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace warplens::engine
