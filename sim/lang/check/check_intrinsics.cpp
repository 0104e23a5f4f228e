// CUDA's functions: which row of the table a call means. Those that are no operation of the machine
// are expanded in expand_intrinsics.cpp.
#include <algorithm>
#include <cctype>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/checker.hpp"
#include "sim/lang/check/phrases.hpp"

namespace warplens::lang {
namespace {

using base::Scalar;

size_t argument_count(const Intrinsic& row) {
  return row.signature.find(':');
}
char result_letter(const Intrinsic& row) {
  return row.signature.back();
}
bool is_pointer_letter(char letter) {
  return std::isupper(static_cast<unsigned char>(letter)) != 0;
}

// Which parameter types may take an argument whose common type is the first letter, best first.
std::string_view preferences(char common) {
  switch (common) {
    case 'i':
      return "ildf";
    case 'u':
      return "umldf";
    case 'l':
      return "ldf";
    case 'm':
      return "mldf";
    case 'h':
      return "hfd";
    case 'g':
      return "gfd";
    case 'f':
      return "fd";
    default:
      return "df";
  }
}

size_t least_arguments(const Intrinsic& row) {
  return argument_count(row) - (default_argument(row.op) ? 1 : 0);
}

}  // namespace

// The signature's letter for a type, after promotion; '?' if it has none.
char Checker::signature_letter(const Type* type) const {
  return type->is_scalar() ? computing_letter(promoted(type->scalar)) : '?';
}

// Makes values of the arguments; a list in braces is an error.
bool Checker::take_values(Call& call) {
  for (ExprPtr& argument : call.arguments) {
    if (argument->type == nullptr) {
      reporter_.error(argument->span,
                      say("'{name}' takes no list in braces", "name"_a = call.name));
      return false;
    }
    argument = to_value(std::move(argument));
  }
  return true;
}

// The arguments are checked, but not yet values.
ExprPtr Checker::check_intrinsic(ExprPtr expr, const std::vector<uint16_t>& rows) {
  auto& call = as<Call>(*expr);
  const Intrinsic& first = intrinsics()[rows.front()];
  const size_t count = call.arguments.size();
  const size_t least = least_arguments(first), most = argument_count(first);
  if (count < least || count > most) {
    reporter_.error(call.span, wrong_argument_count(call.name, least, most, count));
    return nullptr;
  }
  if (!take_values(call)) return nullptr;
  if (kind_of(first.op) == IntrinsicKind::kCached) return check_cached(std::move(expr), first.op);
  if (kind_of(first.op) == IntrinsicKind::kAtomic) return check_pointed(std::move(expr), rows);
  return check_numbers(std::move(expr), rows);
}

// __ldg(address) is *address, __stcg(address, value) is *address = value.
ExprPtr Checker::check_cached(ExprPtr expr, IntrinsicOp op) {
  auto& call = as<Call>(*expr);
  const Type* type = call.arguments[0]->type;
  if (!type->is_pointer() || type->element->is_void()) {
    reporter_.error(call.arguments[0]->span,
                    say("the first argument of {name} is an address, this is '{type}'",
                        "name"_a = call.name, "type"_a = name_of(type)),
                    call.arguments[0]->kind == ExprKind::kLoad ? say("write & before it") : "");
    return nullptr;
  }
  auto place = make_at<Dereference>(*expr, type->element);
  place->is_lvalue = true;
  place->pointer = std::move(call.arguments[0]);
  if (op == IntrinsicOp::kMadeLoad) return to_value(std::move(place));
  auto assign = make_at<Assign>(*expr, type->element);
  if (!require_modifiable(*place, Writing::kStore)) return nullptr;
  assign->target = std::move(place);
  assign->value = initialize_checked(std::move(call.arguments[1]), type->element);
  return assign->value ? std::move(assign) : nullptr;
}

ExprPtr Checker::check_pointed(ExprPtr expr, const std::vector<uint16_t>& rows) {
  auto& call = as<Call>(*expr);
  const Expr& address = *call.arguments[0];
  if (!address.type->is_pointer()) {
    const bool is_place = address.kind == ExprKind::kLoad;
    const bool is_pointee =  // atomicAdd(*x, 1)
        is_place && as<Load>(address).operand->kind == ExprKind::kDereference &&
        !as<Dereference>(*as<Load>(address).operand).is_implicit;
    reporter_.error(address.span,
                    say("the first argument of {name} is an address, this is a value of type "
                        "{type}",
                        "name"_a = call.name, "type"_a = name_of(address.type)),
                    is_pointee ? say("leave out the *: the pointer is the address")
                    : is_place ? say("write & before it")
                               : say("write &array[index]"));
    return nullptr;
  }
  const Type* element = address.type->element;
  if (element->is_const) {
    reporter_.error(address.span,
                    say("{name} cannot write here: the pointer is {type}", "name"_a = call.name,
                        "type"_a = name_of(address.type)),
                    say("remove the const of its declaration if it is meant to change"));
    return nullptr;
  }
  const bool is_small = element->is_scalar() && base::size_of(element->scalar) < 4;
  for (const uint16_t row : rows) {
    const char letter = result_letter(intrinsics()[row]);
    const bool is_it = is_small ? type_of_signature(letter) == plain(element)
                                : signature_letter(element) == letter;
    if (!is_it) continue;
    const Type* type = type_of_signature(result_letter(intrinsics()[row]));
    for (size_t i = 1; i < call.arguments.size(); ++i) {
      call.arguments[i] = convert_value(std::move(call.arguments[i]), type);
      if (!call.arguments[i]) return nullptr;
    }
    if (element != type)  // unsigned long and unsigned long long are two types of one size
      call.arguments[0] = cast(std::move(call.arguments[0]), types().pointer_to(type));
    return apply_row(std::move(expr), row);
  }
  std::vector<std::string> known;
  for (const uint16_t row : rows)
    known.push_back(name_of(type_of_signature(result_letter(intrinsics()[row]))));

  const bool is_long = element == scalar(Scalar::kLongLong) || element == scalar(Scalar::kLong);
  const bool takes_unsigned =
      std::find(known.begin(), known.end(), "unsigned long long") != known.end();
  reporter_.error(
      address.span,
      say("{name} does not work on '{type}'", "name"_a = call.name, "type"_a = name_of(element)),
      is_long && takes_unsigned ? say("cast the address: (unsigned long long*)")
                                : say("it works on {types}", "types"_a = listed(known)));
  return nullptr;
}

// Chooses the row by the arguments at the positions where the rows differ.
ExprPtr Checker::check_numbers(ExprPtr expr, const std::vector<uint16_t>& rows) {
  auto& call = as<Call>(*expr);
  const std::vector<Intrinsic>& table = intrinsics();
  const std::string_view first = table[rows.front()].signature;
  const Type* common = nullptr;
  size_t chooser = 0;  // a place where the rows differ
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    if (is_pointer_letter(first[i])) continue;
    const Expr& argument = *call.arguments[i];
    if (!argument.type->is_scalar()) {
      reporter_.error(argument.span,
                      say("'{name}' takes numbers, this is '{type}'", "name"_a = call.name,
                          "type"_a = name_of(argument.type)),
                      argument.type->is_pointer() ? say("an index is missing") : "");
      return nullptr;
    }
    const bool differs = std::any_of(rows.begin(), rows.end(), [&](uint16_t row) {
      return table[row].signature[i] != first[i];
    });
    if (!differs) continue;
    chooser = i;
    common = common == nullptr ? argument.type : common_type(common, argument.type);
  }
  if (common == nullptr) return apply_row(std::move(expr), rows.front());
  for (const char letter : preferences(signature_letter(common))) {
    for (const uint16_t row : rows) {
      if (table[row].signature[chooser] == letter) return apply_row(std::move(expr), row);
    }
  }
  reporter_.error(call.span, say("'{name}' does not take '{type}'", "name"_a = call.name,
                                 "type"_a = name_of(common)));
  return nullptr;
}

// The call of one row: its arguments converted, those that are left out filled in.
ExprPtr Checker::apply_row(ExprPtr expr, uint16_t row) {
  auto& call = as<Call>(*expr);
  const Intrinsic& overload = intrinsics()[row];
  if (overload.op == IntrinsicOp::kClock && !has_warned_of_clock_) {
    has_warned_of_clock_ = true;
    reporter_.warning(call.span,
                      say("{name}() is a step count here: the instructions that the warp has "
                          "executed so far, not cycles",
                          "name"_a = call.name),
                      say("compare counts of wavefronts and sectors; only a GPU measures time"));
  }
  const Type* result = type_of_signature(result_letter(overload));
  const size_t count = argument_count(overload);
  if (call.arguments.size() < count) {
    const Type* type = type_of_signature(overload.signature[count - 1]);
    call.arguments.push_back(
        make_literal(*expr, Constant{type->scalar, default_argument(overload.op).value_or(0), 0}));
  }
  const bool is_in_float = kind_of(overload.op) == IntrinsicKind::kNumber &&
                           overload.signature.find_first_of("hg") != std::string_view::npos;
  for (size_t i = 0; i < count; ++i) {
    const Type* type = type_of_signature(overload.signature[i]);
    call.arguments[i] = convert_value(std::move(call.arguments[i]), type);
    if (!call.arguments[i]) return nullptr;
    if (is_in_float) call.arguments[i] = cast(std::move(call.arguments[i]), scalar(Scalar::kFloat));
  }
  if (is_in_float) {
    std::vector<ExprPtr>& given = call.arguments;
    ExprPtr made = operation(*expr, overload.op, std::move(given[0]),
                             given.size() > 1 ? std::move(given[1]) : nullptr, nullptr);
    return cast(std::move(made), result);
  }
  if (is_made(overload.op)) return expand(*expr, overload.op, result, std::move(call.arguments));
  call.intrinsic = row;
  call.type = result;
  return expr;
}

// A call of the row that does `op` on arguments of exactly these types.
ExprPtr Checker::operation(const Expr& origin, IntrinsicOp op, ExprPtr a, ExprPtr b, ExprPtr c) {
  std::string letters;
  std::vector<ExprPtr> arguments;
  for (ExprPtr* argument : {&a, &b, &c}) {
    if (!*argument) continue;
    const Type* type = (*argument)->type;
    const bool is_pointer = type->is_pointer();
    const char letter = signature_letter(is_pointer ? type->element : type);
    letters +=
        is_pointer ? static_cast<char>(std::toupper(static_cast<unsigned char>(letter))) : letter;
    arguments.push_back(std::move(*argument));
  }
  const std::vector<Intrinsic>& table = intrinsics();
  for (size_t row = 0; row < table.size(); ++row) {
    const std::string_view signature = table[row].signature;
    if (table[row].op != op || signature.substr(0, signature.find(':')) != letters) continue;
    auto call = make_at<Call>(origin, type_of_signature(signature.back()));
    call->name = std::string(table[row].name);
    call->name_span = origin.span;
    call->intrinsic = static_cast<uint16_t>(row);
    call->arguments = std::move(arguments);
    return call;
  }
  return nullptr;
}

}  // namespace warplens::lang
