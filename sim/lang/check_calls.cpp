// Calls: overloads of the intrinsics table, and what to say about a function that is not in it.
#include <algorithm>
#include <utility>

#include "sim/lang/checker.hpp"
#include "sim/lang/intrinsics.hpp"
#include "sim/lang/words.hpp"

namespace warplens::lang {
namespace {

using base::Scalar;

size_t argument_count(const Intrinsic& row) {
  return row.signature.find(':');
}
char result_letter(const Intrinsic& row) {
  return row.signature.back();
}

std::string count_of(size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// For an overload set: which parameter types may take an argument whose common type is the first
// letter, best first.
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
    case 'f':
      return "fd";
    default:
      return "df";
  }
}

std::string what_it_is(const Item& item, bool is_call) {
  switch (item.kind) {
    case ItemKind::kHostFunction:
      return "is host code" +
             std::string(is_call ? ": a kernel cannot call it" : ", not reached from a kernel");
    case ItemKind::kDeviceFunction:
      return "is a __device__ function: these are not supported yet";
    case ItemKind::kTemplate:
      return "is a template: these are not supported yet";
    case ItemKind::kRecord:
      return "is a struct or class: these are not supported yet";
    case ItemKind::kEnum:
      return "is an enum or one of its constants: these are not supported yet";
    case ItemKind::kAlias:
      return "is another name for a type (typedef, using): these are not supported yet";
    case ItemKind::kDeviceVariable:
      return "is a __device__ or __constant__ variable: these are not supported yet";
    case ItemKind::kHostVariable:
      return "is a variable of host code: a kernel cannot see it";
    case ItemKind::kKernel:
      return "is a kernel: a kernel cannot start another here (dynamic parallelism)";
    case ItemKind::kConstant:
    case ItemKind::kPrototype:
    case ItemKind::kReported:
    case ItemKind::kOther:
      break;
  }
  return "is not part of any kernel";
}

std::string what_to_write(const Item& item) {
  switch (item.kind) {
    case ItemKind::kHostFunction:
    case ItemKind::kDeviceFunction:
    case ItemKind::kTemplate:
      return "write its body in the kernel, or as a #define with arguments";
    case ItemKind::kRecord:
      return "use one variable or array for each member";
    case ItemKind::kEnum:
      return "write const int NAME = VALUE;";
    case ItemKind::kAlias:
      return "write the type itself, or #define " + item.name + " TYPE";
    case ItemKind::kDeviceVariable:
    case ItemKind::kHostVariable:
      return "pass it to the kernel as a parameter";
    case ItemKind::kKernel:
      return "write its body in this kernel";
    case ItemKind::kConstant:
    case ItemKind::kPrototype:
    case ItemKind::kReported:
    case ItemKind::kOther:
      break;
  }
  return "";
}

}  // namespace

const Type* Checker::type_of_signature(char letter) {
  switch (letter) {
    case 'i':
      return scalar(Scalar::kInt);
    case 'u':
      return scalar(Scalar::kUInt);
    case 'l':
      return scalar(Scalar::kLongLong);
    case 'm':
      return scalar(Scalar::kULongLong);
    case 'f':
      return scalar(Scalar::kFloat);
    case 'd':
      return scalar(Scalar::kDouble);
    case 'b':
      return scalar(Scalar::kBool);
    default:
      return types().void_type();
  }
}

// The signature's letter for a type, after promotion; '?' if it has none.
char Checker::signature_letter(const Type* type) const {
  if (!type->is_scalar()) return '?';
  switch (promoted(type->scalar)) {
    case Scalar::kInt:
      return 'i';
    case Scalar::kUInt:
      return 'u';
    case Scalar::kLong:
    case Scalar::kLongLong:
      return 'l';
    case Scalar::kULong:
    case Scalar::kULongLong:
      return 'm';
    case Scalar::kFloat:
      return 'f';
    default:
      return 'd';
  }
}

ExprPtr Checker::check_call(ExprPtr expr) {
  auto& call = as<Call>(*expr);
  std::vector<uint16_t> overloads;
  const std::vector<Intrinsic>& table = intrinsics();
  for (size_t i = 0; i < table.size(); ++i) {
    if (table[i].name == call.name) overloads.push_back(static_cast<uint16_t>(i));
  }
  bool is_fine = !overloads.empty();
  for (ExprPtr& argument : call.arguments) {
    argument = value(std::move(argument));
    is_fine &= argument != nullptr;
  }
  if (!is_fine) return nullptr;
  const size_t wanted = argument_count(table[overloads.front()]);
  if (call.arguments.size() != wanted) {
    reporter_.error(call.span, "'" + call.name + "' takes " + count_of(wanted, "argument") +
                                   (call.arguments.size() == 1 ? ", here is " : ", here are ") +
                                   std::to_string(call.arguments.size()));
    return nullptr;
  }
  switch (table[overloads.front()].op) {
    case IntrinsicOp::kSyncThreads:
      if (!loops_.empty()) loops_.back()->holds_barrier = true;
      call.intrinsic = overloads.front();
      call.type = types().void_type();
      return expr;
    case IntrinsicOp::kAtomicAdd:
      return check_atomic(std::move(expr), overloads);
    default:
      return check_overloaded(std::move(expr), overloads);
  }
}

ExprPtr Checker::check_atomic(ExprPtr expr, const std::vector<uint16_t>& overloads) {
  auto& call = as<Call>(*expr);
  const Expr& address = *call.arguments[0];
  if (!address.type->is_pointer()) {
    const bool is_place = address.kind == ExprKind::kLoad;
    reporter_.error(address.span,
                    "the first argument of " + call.name +
                        " is an address, this is a value of type " + name_of(address.type),
                    is_place ? "write & before it" : "write &array[index]");
    return nullptr;
  }
  const Type* element = address.type->element;
  if (element->is_const) {
    reporter_.error(address.span,
                    call.name + " cannot write here: the pointer is " + name_of(address.type),
                    "remove the const of its declaration if it is meant to change");
    return nullptr;
  }
  for (const uint16_t row : overloads) {
    const Type* type = type_of_signature(result_letter(intrinsics()[row]));
    const bool is_ulong = element == scalar(Scalar::kULong) && type == scalar(Scalar::kULongLong);
    if (element != type && !is_ulong) continue;
    call.arguments[1] = convert_value(std::move(call.arguments[1]), type);
    if (is_ulong) call.arguments[0] = cast(std::move(call.arguments[0]), types().pointer_to(type));
    call.intrinsic = row;
    call.type = type;
    return call.arguments[1] ? std::move(expr) : nullptr;
  }
  const bool is_long = element == scalar(Scalar::kLongLong) || element == scalar(Scalar::kLong);
  reporter_.error(address.span, call.name + " does not work on '" + name_of(element) + "'",
                  is_long ? "cast the address: (unsigned long long*)"
                          : "it works on int, unsigned int, unsigned long long, float and double");
  return nullptr;
}

ExprPtr Checker::check_overloaded(ExprPtr expr, const std::vector<uint16_t>& overloads) {
  auto& call = as<Call>(*expr);
  const Type* common = call.arguments[0]->type;
  for (const ExprPtr& argument : call.arguments) {
    if (!argument->type->is_scalar()) {
      reporter_.error(
          argument->span,
          "'" + call.name + "' takes numbers, this is '" + name_of(argument->type) + "'",
          argument->type->is_pointer() ? "an index is missing" : "");
      return nullptr;
    }
    common = common_type(common, argument->type);
  }
  for (const char letter : preferences(signature_letter(common))) {
    for (const uint16_t row : overloads) {
      const Intrinsic& overload = intrinsics()[row];
      if (overload.signature[0] != letter && overloads.size() > 1) continue;
      for (size_t i = 0; i < call.arguments.size(); ++i) {
        call.arguments[i] =
            cast(std::move(call.arguments[i]), type_of_signature(overload.signature[i]));
      }
      call.intrinsic = row;
      call.type = type_of_signature(result_letter(overload));
      return expr;
    }
  }
  reporter_.error(call.span, "'" + call.name + "' does not take '" + name_of(common) + "'");
  return nullptr;
}

bool Checker::report_outside_name(std::string_view name, Span span, bool is_call) {
  const auto found = outside_names_.find(name);
  const bool is_told = found != outside_names_.end() && found->second->kind != ItemKind::kOther;
  if (is_told) {
    if (found->second->kind == ItemKind::kReported) return true;
    reporter_.error(span, "'" + std::string(name) + "' " + what_it_is(*found->second, is_call),
                    what_to_write(*found->second));
    return true;
  }
  for (const auto& refusal : {refused_name(name), refused_type(name)}) {
    if (!refusal) continue;
    reporter_.error(span, refusal->message, refusal->hint);
    return true;
  }
  return false;
}

bool Checker::require_function(std::string_view name, Span span) {
  if (find_variable(name) != nullptr) {
    reporter_.error(span, "'" + std::string(name) + "' is a variable and cannot be called",
                    "write [ ] to index it, or * to multiply");
    return false;
  }
  const std::vector<Intrinsic>& table = intrinsics();
  const auto is_named = [&](const Intrinsic& row) { return row.name == name; };
  if (std::any_of(table.begin(), table.end(), is_named)) return true;
  if (report_outside_name(name, span, true) || reporter_.is_full()) return false;
  if (report_macro_name(name, span)) return false;
  std::vector<std::string> candidates;
  for (const Intrinsic& row : table) candidates.emplace_back(row.name);
  candidates.insert(candidates.end(), unit_.macro_names.begin(), unit_.macro_names.end());
  const std::string nearest = base::nearest_name(name, candidates);
  reporter_.error(span, "unknown function '" + std::string(name) + "'",
                  nearest.empty() ? "" : "did you mean '" + nearest + "'?");
  return false;
}

}  // namespace warplens::lang
