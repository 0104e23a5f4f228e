// CUDA's functions that are made of operators and of other functions.
#include <limits>
#include <utility>

#include "sim/lang/check/checker.hpp"

namespace warplens::lang {
namespace {

using base::Scalar;
using Op = IntrinsicOp;

// The operator that a row means; kComma if it is none.
BinaryOp operator_of(Op op) {
  switch (op) {
    case Op::kMadeRoundedAdd:
      return BinaryOp::kAdd;
    case Op::kMadeSubtract:
    case Op::kMadeRoundedSubtract:
      return BinaryOp::kSubtract;
    case Op::kMadeMultiply:
    case Op::kMadeRoundedMultiply:
      return BinaryOp::kMultiply;
    case Op::kMadeDivide:
      return BinaryOp::kDivide;
    case Op::kMadeLess:
      return BinaryOp::kLess;
    case Op::kMadeLessEqual:
      return BinaryOp::kLessEqual;
    case Op::kMadeGreater:
      return BinaryOp::kGreater;
    case Op::kMadeGreaterEqual:
      return BinaryOp::kGreaterEqual;
    case Op::kMadeEqual:
      return BinaryOp::kEqual;
    default:
      return BinaryOp::kComma;
  }
}

bool is_rounded_alone(Op op) {
  return op == Op::kMadeRoundedAdd || op == Op::kMadeRoundedSubtract ||
         op == Op::kMadeRoundedMultiply;
}

// The operation below the conversions that it is checked to.
void round_alone(Expr* value) {
  while (value != nullptr && value->kind == ExprKind::kCast) value = as<Cast>(*value).operand.get();
  if (value != nullptr && value->kind == ExprKind::kBinary)
    as<Binary>(*value).fusible = Fusible::kNo;
}

}  // namespace

ExprPtr Checker::operation(const Expr& origin, BinaryOp op, ExprPtr left, ExprPtr right) {
  auto binary = make_at<Binary>(origin, nullptr);
  binary->op = op;
  binary->left = std::move(left);
  binary->right = std::move(right);
  const bool compares = op >= BinaryOp::kLess && op <= BinaryOp::kNotEqual;
  return compares ? check_comparison(std::move(binary)) : check_arithmetic(std::move(binary));
}

ExprPtr Checker::number(const Expr& origin, Scalar type, double value) {
  if (base::is_floating(type)) return make_literal(origin, Constant{type, 0, value});
  return make_literal(origin, Constant{type, static_cast<uint64_t>(value), 0});
}

// -x, in the type of x
ExprPtr Checker::negation(const Expr& origin, ExprPtr operand) {
  auto negated = make_at<Unary>(origin, operand->type);
  negated->op = UnaryOp::kNegate;
  negated->operand = std::move(operand);
  return negated;
}

// The arguments are values of the row's types.
ExprPtr Checker::expand(const Expr& origin, IntrinsicOp op, const Type* result,
                        std::vector<ExprPtr> arguments) {
  const auto take = [&](size_t i) { return std::move(arguments[i]); };
  const auto take_as_type = [&](size_t i, Scalar type) { return cast(take(i), scalar(type)); };
  const auto binary = [&](BinaryOp binary_op, ExprPtr left, ExprPtr right) {
    return operation(origin, binary_op, std::move(left), std::move(right));
  };
  const BinaryOp plain_operator = operator_of(op);
  if (plain_operator != BinaryOp::kComma) {
    ExprPtr value = binary(plain_operator, take(0), take(1));
    if (is_rounded_alone(op)) round_alone(value.get());
    return cast(std::move(value), result);
  }
  const Scalar type = arguments[0]->type->is_scalar() ? arguments[0]->type->scalar : Scalar::kInt;
  switch (op) {
    case Op::kMadeNegate:
      return cast(negation(origin, take_as_type(0, Scalar::kFloat)), result);
    case Op::kMadeReciprocal: {
      const Type* computed = computed_in(arguments[0]->type);
      ExprPtr one = number(origin, computed->scalar, 1);
      return cast(binary(BinaryOp::kDivide, std::move(one), cast(take(0), computed)), result);
    }
    case Op::kMadeFma:
      return cast(operation(origin, type == Scalar::kBfloat ? Op::kFmaToOdd : Op::kFma,
                            take_as_type(0, Scalar::kDouble), take_as_type(1, Scalar::kDouble),
                            take_as_type(2, Scalar::kDouble)),
                  result);
    case Op::kMadeConvert:
      return cast(take(0), result);
    case Op::kMadeRintConvert:
    case Op::kMadeFloorConvert:
    case Op::kMadeCeilConvert: {
      const Op rounding = op == Op::kMadeRintConvert    ? Op::kRint
                          : op == Op::kMadeFloorConvert ? Op::kFloor
                                                        : Op::kCeil;
      return cast(operation(origin, rounding, cast(take(0), computed_in(scalar(type)))), result);
    }
    case Op::kMadeSaturate:
      return operation(origin, Op::kMin,
                       operation(origin, Op::kMax, take(0), number(origin, Scalar::kFloat, 0)),
                       number(origin, Scalar::kFloat, 1));
    case Op::kMadeIsFinite:
      return binary(BinaryOp::kLess, operation(origin, Op::kAbs, take(0)),
                    number(origin, type, std::numeric_limits<double>::infinity()));
    case Op::kMadeSignBit: {
      ExprPtr bits = operation(origin, Op::kBitCast, take(0));
      const Scalar integer = bits->type->scalar;
      return binary(BinaryOp::kLess, std::move(bits), number(origin, integer, 0));
    }
    case Op::kMadeScale:
      return cast(binary(BinaryOp::kMultiply, take_as_type(0, Scalar::kDouble),
                         operation(origin, Op::kExp2, take_as_type(1, Scalar::kDouble))),
                  result);
    case Op::kMadeSincos:
    case Op::kMadeSincospi:
      return expand_sincos(origin, op == Op::kMadeSincospi, std::move(arguments));
    case Op::kMadeAtomicSubtract:
      return operation(origin, Op::kAtomicAdd, take(0), negation(origin, take(1)));
    default:
      return expand_integer(origin, op, result, std::move(arguments));
  }
}

ExprPtr Checker::expand_integer(const Expr& origin, IntrinsicOp op, const Type* result,
                                std::vector<ExprPtr> arguments) {
  const auto take = [&](size_t i) { return std::move(arguments[i]); };
  const auto binary = [&](BinaryOp binary_op, ExprPtr left, ExprPtr right) {
    return operation(origin, binary_op, std::move(left), std::move(right));
  };
  const Type* type = arguments[0]->type;
  switch (op) {
    case Op::kMadeMul24: {
      const auto low = [&](size_t i) {  // the low 24 bits, with their sign if they have one
        if (!base::is_signed(type->scalar))
          return binary(BinaryOp::kBitAnd, take(i), number(origin, Scalar::kUInt, 0xffffff));
        ExprPtr high = binary(BinaryOp::kShiftLeft, take(i), number(origin, Scalar::kInt, 8));
        return binary(BinaryOp::kShiftRight, std::move(high), number(origin, Scalar::kInt, 8));
      };
      ExprPtr left = low(0);
      return binary(BinaryOp::kMultiply, std::move(left), low(1));
    }
    case Op::kMadeFunnelLeft:
    case Op::kMadeFunnelRight:
      return cast(expand_funnel(origin, op == Op::kMadeFunnelRight, std::move(arguments)), result);
    case Op::kMadeHypot3:
    case Op::kMadeHypot4: {
      ExprPtr length = operation(origin, Op::kHypot, take(0), take(1));
      length = operation(origin, Op::kHypot, std::move(length), take(2));
      if (op == Op::kMadeHypot3) return length;
      return operation(origin, Op::kHypot, std::move(length), take(3));
    }
    case Op::kMadeReciprocalHypot: {
      ExprPtr one = number(origin, type->scalar, 1);
      return binary(BinaryOp::kDivide, std::move(one),
                    operation(origin, Op::kHypot, take(0), take(1)));
    }
    case Op::kMadeAbsDifference: {
      const Type* wide = scalar(Scalar::kLongLong);
      ExprPtr left = cast(take(0), wide);
      ExprPtr difference = binary(BinaryOp::kSubtract, std::move(left), cast(take(1), wide));
      ExprPtr size = cast(operation(origin, Op::kAbs, std::move(difference)), result);
      return binary(BinaryOp::kAdd, std::move(size), take(2));
    }
    case Op::kMadeAverage: {
      if (base::is_floating(type->scalar))
        return binary(BinaryOp::kAdd, take(0), take(1));  // __hadd
      const Type* wide = scalar(Scalar::kLongLong);
      ExprPtr left = cast(take(0), wide);
      ExprPtr sum = binary(BinaryOp::kAdd, std::move(left), cast(take(1), wide));
      return cast(binary(BinaryOp::kShiftRight, std::move(sum), number(origin, Scalar::kInt, 1)),
                  result);
    }
    default:
      return nullptr;
  }
}

// The low and the high half, of 64 bits, shifted by the low five bits of the third argument. To the
// left the high half is the result.
ExprPtr Checker::expand_funnel(const Expr& origin, bool is_to_right,
                               std::vector<ExprPtr> arguments) {
  const auto binary = [&](BinaryOp binary_op, ExprPtr left, ExprPtr right) {
    return operation(origin, binary_op, std::move(left), std::move(right));
  };
  const Type* wide = scalar(Scalar::kULongLong);
  ExprPtr low = cast(std::move(arguments[0]), wide);
  ExprPtr high = binary(BinaryOp::kShiftLeft, cast(std::move(arguments[1]), wide),
                        number(origin, Scalar::kInt, 32));
  ExprPtr both = binary(BinaryOp::kBitOr, std::move(high), std::move(low));
  ExprPtr shift =
      binary(BinaryOp::kBitAnd, std::move(arguments[2]), number(origin, Scalar::kUInt, 31));
  if (is_to_right) return binary(BinaryOp::kShiftRight, std::move(both), std::move(shift));
  ExprPtr shifted = binary(BinaryOp::kShiftLeft, std::move(both), std::move(shift));
  return binary(BinaryOp::kShiftRight, std::move(shifted), number(origin, Scalar::kInt, 32));
}

// x is computed once: *sine = sin(x), *cosine = cos(x)
ExprPtr Checker::expand_sincos(const Expr& origin, bool is_of_pi, std::vector<ExprPtr> arguments) {
  const auto store = [&](ExprPtr pointer, ExprPtr value) {
    auto place = make_at<Dereference>(origin, pointer->type->element);
    place->pointer = std::move(pointer);
    place->is_lvalue = true;
    auto assign = make_at<Assign>(origin, place->type);
    assign->target = std::move(place);
    assign->value = std::move(value);
    return assign;
  };
  ExprPtr angle = materialize(std::move(arguments[0]));
  if (!angle) return nullptr;
  Variable& held = *as<Materialize>(*angle).variable;
  auto again = make_at<VariableRef>(origin, held.type);
  again->variable = &held;
  again->is_lvalue = true;
  auto both = make_at<Binary>(origin, types().void_type());
  both->op = BinaryOp::kComma;
  both->left = store(std::move(arguments[1]), operation(origin, is_of_pi ? Op::kSinpi : Op::kSin,
                                                        to_value(std::move(angle))));
  both->right = store(std::move(arguments[2]), operation(origin, is_of_pi ? Op::kCospi : Op::kCos,
                                                         to_value(std::move(again))));
  return both;
}

}  // namespace warplens::lang
