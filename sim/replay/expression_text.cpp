// Text comes from slices of the file, as the user wrote it, or from a printer of trees that writes
// as few brackets as C needs. The printer writes names or, with values, each name's value in one
// lane.
#include "sim/replay/expression_text.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <string_view>

#include "sim/base/half.hpp"
#include "sim/base/say.hpp"
#include "sim/code/pointer.hpp"
#include "sim/replay/evaluate_place.hpp"

namespace warplens::replay {
namespace {

using lang::as;
using lang::BinaryOp;
using lang::Expr;
using lang::ExprKind;

// Precedence in C, lowest first. A negative number has the lowest, so that it is in brackets as any
// operand.
enum Precedence : int {
  kNegativeNumber = 0,
  kComma,
  kAssignment,
  kTernary,
  kOr,
  kAnd,
  kBitOr,
  kBitXor,
  kBitAnd,
  kEquality,
  kRelation,
  kShift,
  kSum,
  kProduct,
  kPrefix,
  kPostfix,
  kPrimary,
};

struct Printed {
  std::string text;
  int precedence = kPrimary;
};

int precedence_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::kAdd:
    case BinaryOp::kSubtract:
      return kSum;
    case BinaryOp::kMultiply:
    case BinaryOp::kDivide:
    case BinaryOp::kRemainder:
      return kProduct;
    case BinaryOp::kShiftLeft:
    case BinaryOp::kShiftRight:
      return kShift;
    case BinaryOp::kBitAnd:
      return kBitAnd;
    case BinaryOp::kBitOr:
      return kBitOr;
    case BinaryOp::kBitXor:
      return kBitXor;
    case BinaryOp::kLess:
    case BinaryOp::kLessEqual:
    case BinaryOp::kGreater:
    case BinaryOp::kGreaterEqual:
      return kRelation;
    case BinaryOp::kEqual:
    case BinaryOp::kNotEqual:
      return kEquality;
    case BinaryOp::kComma:
      return kComma;
  }
  return kPrimary;
}

const char* spelling_of(lang::UnaryOp op) {
  switch (op) {
    case lang::UnaryOp::kPlus:
      return "+";
    case lang::UnaryOp::kNegate:
      return "-";
    case lang::UnaryOp::kNot:
      return "!";
    case lang::UnaryOp::kBitNot:
      return "~";
  }
  return "";
}

class Printer {
 public:
  Printer(const LaneState& state, bool with_values) : state_(state), with_values_(with_values) {}

  Printed print(const Expr& expr) const {
    switch (expr.kind) {
      case ExprKind::kLiteral:
        return number_of(expr);
      case ExprKind::kVariable:
        return with_values_ ? value_of(expr) : Printed{as<lang::VariableRef>(expr).name};
      case ExprKind::kBuiltin:
        if (with_values_) return value_of(expr);
        return {std::string(lang::name_of(as<lang::BuiltinRef>(expr).builtin))};
      case ExprKind::kUnary: {
        const auto& unary = as<lang::Unary>(expr);
        return {spelling_of(unary.op) + operand(*unary.operand, kPostfix), kPrefix};
      }
      case ExprKind::kIncrement:
        return print_increment(as<lang::Increment>(expr));
      case ExprKind::kBinary:
        return print_binary(as<lang::Binary>(expr));
      case ExprKind::kLogical:
        return print_logical(as<lang::Logical>(expr));
      case ExprKind::kAssign:
        return with_values_ ? value_of(expr) : print_assign(as<lang::Assign>(expr));
      case ExprKind::kConditional:
        return print_conditional(as<lang::Conditional>(expr));
      case ExprKind::kIndex:
        return with_values_ ? value_of(expr) : print_index(as<lang::Index>(expr));
      case ExprKind::kDereference:
        return with_values_ ? value_of(expr) : print_dereference(as<lang::Dereference>(expr));
      case ExprKind::kAddressOf:
        if (with_values_) return value_of(expr);
        return {"&" + operand(*as<lang::AddressOf>(expr).operand, kPrefix), kPrefix};
      case ExprKind::kCast:
        return print_cast(as<lang::Cast>(expr));
      case ExprKind::kLoad:
        return with_values_ ? value_of(expr) : print(*as<lang::Load>(expr).operand);
      case ExprKind::kCall:
        return print_call(as<lang::Call>(expr));
      case ExprKind::kMember:
        return with_values_ ? value_of(expr) : print_member(as<lang::Member>(expr));
      case ExprKind::kConstruct:
        return print_construct(as<lang::Construct>(expr));
      case ExprKind::kMaterialize:
        return print_materialize(as<lang::Materialize>(expr));
      case ExprKind::kPrint:
        return {"printf(...)"};
      case ExprKind::kString:
        return {"\"...\""};
      case ExprKind::kLaunch:
        return {as<lang::Launch>(expr).name + "<<<...>>>(...)"};
      case ExprKind::kAssert:
        return {"assert(" + as<lang::Assert>(expr).text + ")"};
    }
    return {};
  }

 private:
  Printed print_logical(const lang::Logical& logical) const {
    const int own = logical.is_and ? kAnd : kOr;
    return {operand(*logical.left, own) + (logical.is_and ? " && " : " || ") +
                operand(*logical.right, own + 1),
            own};
  }

  Printed print_assign(const lang::Assign& assign) const {
    const std::string op =
        assign.is_compound ? std::string(lang::spelling_of(assign.op)) : std::string();
    return {
        operand(*assign.target, kPrefix) + " " + op + "= " + operand(*assign.value, kAssignment),
        kAssignment};
  }

  Printed print_conditional(const lang::Conditional& choice) const {
    return {operand(*choice.condition, kTernary + 1) + " ? " + operand(*choice.then_value, kComma) +
                " : " + operand(*choice.else_value, kTernary),
            kTernary};
  }

  Printed print_index(const lang::Index& index) const {
    return {operand(*index.base, kPostfix) + "[" + print(*index.index).text + "]", kPostfix};
  }

  Printed print_dereference(const lang::Dereference& dereference) const {
    if (dereference.is_implicit) return print(*dereference.pointer);
    return {"*" + operand(*dereference.pointer, kPrefix), kPrefix};
  }

  Printed print_materialize(const lang::Materialize& made) const {
    const Expr* from = made.value != nullptr ? made.value.get() : made.constructor.get();
    return from != nullptr ? print(*from) : Printed{lang::name_of(made.type) + "()"};
  }

  std::string operand(const Expr& expr, int least) const {
    Printed printed = print(expr);
    if (printed.precedence >= least) return std::move(printed.text);
    return "(" + printed.text + ")";
  }

  static Printed number(std::string text) {
    const int precedence = text.starts_with('-') ? kNegativeNumber : kPrimary;
    return {std::move(text), precedence};
  }

  Printed number_of(const Expr& expr) const {
    const std::optional<uint64_t> bits = evaluate(state_, expr);
    if (!bits) return {"?"};
    if (expr.type->is_scalar()) return number(number_text(expr.type->scalar, *bits));
    if (!expr.type->is_pointer()) return {"?"};
    const lang::Type* element = expr.type->element;
    const uint64_t size = element->is_void() ? 1 : std::max<uint64_t>(1, lang::size_of(element));
    const auto distance = static_cast<int64_t>(*bits - array_of(state_, *bits).begin);
    return number(std::to_string(distance / static_cast<int64_t>(size)));
  }

  // A name's or memory read's value; if that cannot be known, its spelling.
  Printed value_of(const Expr& expr) const {
    if (expr.type->is_array()) return {"0"};  // its first element, counted from its start
    if (expr.type->is_record()) return struct_text(expr);
    if (evaluate(state_, expr)) return number_of(expr);
    return Printer(state_, false).print(expr);
  }

  // "{1, 2.5}"
  Printed struct_text(const Expr& expr) const {
    constexpr uint64_t kMostShown = 4096;  // [bytes]
    if (lang::size_of(expr.type) > kMostShown) return Printer(state_, false).print(expr);
    std::string text;
    for (const lang::Leaf& leaf : lang::leaves_of(expr.type)) {
      const std::optional<uint64_t> bits = value_of_part(state_, expr, leaf.offset, leaf.type);
      if (!bits) return Printer(state_, false).print(expr);
      text += (text.empty() ? "" : ", ") +
              (leaf.type->is_scalar() ? number_text(leaf.type->scalar, *bits) : say("pointer"));
    }
    return {"{" + text + "}"};
  }

  Printed print_member(const lang::Member& member) const {
    const Expr& object = *member.object;
    if (object.kind == ExprKind::kDereference) {
      const auto& followed = as<lang::Dereference>(object);
      if (member.is_arrow) return {operand(*followed.pointer, kPostfix) + "->" + member.name};
      if (followed.is_implicit && print(*followed.pointer).text == "this") return {member.name};
    }
    return {operand(object, kPostfix) + "." + member.name, kPostfix};
  }

  Printed print_construct(const lang::Construct& construct) const {
    std::string text;
    for (const lang::ExprPtr& element : construct.elements) {
      text += (text.empty() ? "" : ", ") + print(*element).text;
    }
    const std::string name = construct.type != nullptr ? lang::name_of(construct.type) : "";
    return {name + "{" + text + "}", kPostfix};
  }

  Printed print_increment(const lang::Increment& increment) const {
    if (with_values_) return value_of(increment);
    const std::string sign = increment.is_decrement ? "--" : "++";
    if (increment.is_prefix) return {sign + operand(*increment.operand, kPrefix), kPrefix};
    return {operand(*increment.operand, kPostfix) + sign, kPostfix};
  }

  Printed print_binary(const lang::Binary& binary) const {
    const int own = precedence_of(binary.op);
    const std::string sign(lang::spelling_of(binary.op));
    return {operand(*binary.left, own) + (binary.op == BinaryOp::kComma ? "" : " ") + sign + " " +
                operand(*binary.right, own + 1),
            own};
  }

  Printed print_cast(const lang::Cast& cast) const {
    if (cast.operand->type->is_array()) {
      return with_values_ ? value_of(cast) : print(*cast.operand);
    }
    if (cast.is_implicit) return print(*cast.operand);
    if (with_values_ && cast.type->is_pointer()) return value_of(cast);
    return {"(" + lang::name_of(cast.type) + ")" + operand(*cast.operand, kPrefix), kPrefix};
  }

  Printed print_call(const lang::Call& call) const {
    // A member function follows its object; an argument for a reference has no `&` in C.
    const lang::Function* function = call.function;
    const auto is_address_of_object = [&](size_t i) {
      if (function == nullptr || i >= function->parameters.size()) return false;
      const lang::Variable& parameter = *function->parameters[i];
      return (parameter.is_reference || parameter.name == "this") &&
             call.arguments[i]->kind == ExprKind::kAddressOf;
    };
    const auto argument = [&](size_t i) -> const Expr& {
      return is_address_of_object(i) ? *as<lang::AddressOf>(*call.arguments[i]).operand
                                     : *call.arguments[i];
    };
    const bool is_member = function != nullptr && !function->parameters.empty() &&
                           function->parameters[0]->name == "this" && !call.arguments.empty();
    std::string text = call.name + "(";
    if (is_member) {
      text = Printer(state_, false).operand(argument(0), kPostfix) +
             (is_address_of_object(0) ? "." : "->") + text;
    }
    const size_t first = is_member ? 1 : 0;
    for (size_t i = first; i < call.arguments.size(); ++i) {
      text += (i > first ? ", " : "") + print(argument(i)).text;
    }
    return {text + ")", kPostfix};
  }

  const LaneState& state_;
  bool with_values_;
};

}  // namespace

std::string named_text(const LaneState& state, const Expr& expr) {
  return Printer(state, false).print(expr).text;
}

std::string valued_text(const LaneState& state, const Expr& expr) {
  return Printer(state, true).print(expr).text;
}

std::string number_text(base::Scalar scalar, uint64_t bits) {
  if (base::is_integer(scalar)) {
    return base::is_signed(scalar) ? std::to_string(static_cast<int64_t>(bits))
                                   : std::to_string(bits);
  }
  if (base::is_small_float(scalar)) {
    const float value = base::small_to_float(scalar, static_cast<uint16_t>(bits));
    return number_text(base::Scalar::kFloat, std::bit_cast<uint32_t>(value));
  }
  char digits[64];
  const auto end = scalar == base::Scalar::kFloat
                       ? std::to_chars(digits, digits + sizeof digits,
                                       std::bit_cast<float>(static_cast<uint32_t>(bits)))
                       : std::to_chars(digits, digits + sizeof digits, std::bit_cast<double>(bits));
  return std::string(digits, end.ptr);
}

PointedArray array_of(const LaneState& state, uint64_t pointer) {
  if (code::space_of(pointer) == base::Space::kShared) {
    const auto offset = static_cast<uint32_t>(code::offset_of(pointer));
    PointedArray found;
    for (const code::SharedArray& array : state.program().shared) {
      if (found.name.empty() || array.offset <= offset) {
        found = {array.name, code::kSharedPointerBase + array.offset};
      }
    }
    return found;
  }
  if (code::space_of(pointer) == base::Space::kLocal) return {"", code::kLocalPointerBase};
  if (code::space_of(pointer) == base::Space::kConstant) {
    PointedArray found{"", code::kConstantPointerBase};
    uint32_t nearest = 0;
    for (const code::GlobalVariable& global : state.program().globals) {
      if (!global.is_constant || global.offset > code::offset_of(pointer)) continue;
      if (!found.name.empty() && global.offset < nearest) continue;
      nearest = global.offset;
      found = {global.variable->name, code::kConstantPointerBase + global.offset};
    }
    return found;
  }
  const std::optional<uint32_t> index = state.memory->array_at(pointer);
  if (!index) return {};
  return {state.memory->array(*index).name, state.memory->address_of(*index)};
}

}  // namespace warplens::replay
