// Calls: overloads of the intrinsics table, and what to say about a function that is not in it.
#include <algorithm>
#include <utility>

#include "sim/lang/checker.hpp"
#include "sim/lang/intrinsics.hpp"
#include "sim/lang/words.hpp"

namespace warplens::lang {
namespace {

using base::Scalar;

std::string what_it_is(const Item& item, bool is_call) {
  switch (item.kind) {
    case ItemKind::kHostFunction:
      return "is host code" +
             std::string(is_call ? ": a kernel cannot call it" : ", not reached from a kernel");
    case ItemKind::kHostVariable:
      return "is a variable of host code: a kernel cannot see it";
    case ItemKind::kKernel:
      return "is a kernel: a kernel cannot start another here (dynamic parallelism)";
    case ItemKind::kTemplate:
      return "is a template of a variable: these are not supported";
    default:
      return "is not part of any kernel";
  }
}

std::string what_to_write(const Item& item) {
  switch (item.kind) {
    case ItemKind::kHostFunction:
      return "write __device__ before it";
    case ItemKind::kHostVariable:
      return "pass it to the kernel as a parameter";
    case ItemKind::kKernel:
      return "make it a __device__ function to call it";
    case ItemKind::kTemplate:
      return "write a constexpr variable for each type";
    default:
      return "";
  }
}

}  // namespace

// As it is written; the object of a member's call is not known here.
Checker::CallSite Checker::site_of(const Call& call) {
  CallSite site;
  site.name = call.name;
  site.span = call.span;
  site.name_span = call.name_span;
  site.arguments = &call.arguments;
  site.written = &call.template_arguments;
  site.has_written = call.has_template_arguments;
  return site;
}

// `std::min` and its like are CUDA's own functions by another name.
std::string Checker::without_std(const std::string& name) {
  for (const std::string_view prefix : {"::cuda::std::", "cuda::std::", "::std::", "std::", "::"}) {
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  }
  return name;
}

// Lists stay as they are: only a parameter says what they make.
bool Checker::check_arguments(Call& call) {
  bool is_fine = true;
  for (ExprPtr& argument : call.arguments) {
    const bool is_list = argument->kind == ExprKind::kConstruct && argument->type == nullptr;
    if (!is_list) argument = check(std::move(argument));
    is_fine &= argument != nullptr;
    if (argument && argument->type != nullptr && argument->type->is_void()) {
      reporter_.error(argument->span, "this has no value: its type is void");
      is_fine = false;
    }
  }
  return is_fine;
}

ExprPtr Checker::check_call(ExprPtr expr) {
  auto& call = as<Call>(*expr);
  if (call.object) return check_member_call(std::move(expr));
  if (!check_arguments(call)) return nullptr;
  std::vector<const FunctionDeclaration*> declared = declarations().find_functions(call.name);
  const std::string name = without_std(call.name);
  const std::vector<uint16_t> rows = intrinsics_named(name);
  const bool is_host = std::none_of(declared.begin(), declared.end(), [](const auto* function) {
    return function->is_device || function->is_constexpr || function->is_kernel;
  });
  if (is_host && !rows.empty()) declared.clear();
  if (!declared.empty()) {
    if (is_host) {
      require_callable(*declared.front(), call.name_span);
      return nullptr;
    }
    const bool has_other = !rows.empty();
    ExprPtr own = check_own_call(expr, declared, !has_other);
    if (own || !has_other) return own;
    if (!expr) return nullptr;  // it was this one, and went wrong
  }
  if (call.has_template_arguments) {
    reporter_.error(call.name_span, "'" + call.name + "' takes no type in < >",
                    "write " + call.name + "(...)");
    return nullptr;
  }
  if (name.starts_with("make_")) {
    if (const Type* type = types().vector(name.substr(5)))
      return check_make_vector(std::move(expr), type);
  }
  if (rows.empty()) {
    require_function(call.name, call.name_span);
    return nullptr;
  }
  return check_intrinsic(std::move(expr), rows);
}

// A call of one of `declared`, which takes `expr`; null, with `expr` left, if none of them fits.
ExprPtr Checker::check_own_call(ExprPtr& expr,
                                const std::vector<const FunctionDeclaration*>& declared,
                                bool reports) {
  auto& call = as<Call>(*expr);
  CallSite site = site_of(call);
  ExprPtr object = this_object(*expr);
  if (object) site.object = object->type;
  std::vector<const FunctionDeclaration*> candidates;
  for (const FunctionDeclaration* candidate : declared) {  // members hide what is outside
    if (candidate->record != nullptr) candidates.push_back(candidate);
  }
  if (candidates.empty()) {
    candidates = declared;
    site.object = nullptr;
  }
  const FunctionDeclaration* chosen = choose(site, candidates, reports);
  if (chosen == nullptr) return nullptr;
  ExprPtr taken = std::move(expr);
  if (!require_callable(*chosen, site.name_span)) return nullptr;
  ExprPtr address;
  if (chosen->record != nullptr && !chosen->is_static) {
    if (!object) {
      reporter_.error(site.name_span, "'" + chosen->full_name + "' needs an object to work on",
                      "write object." + chosen->name + "(...)");
      return nullptr;
    }
    address = address_of(std::move(object));
  }
  return make_call(std::move(taken), *chosen, std::move(address));
}

ExprPtr Checker::check_member_call(ExprPtr expr) {
  auto& call = as<Call>(*expr);
  ExprPtr object = check_object(std::move(call.object), call.is_arrow, call.name, call.name_span);
  const bool is_fine = check_arguments(call);
  if (!object || !is_fine) return nullptr;
  const Record& record = *object->type->record;
  const std::vector<const FunctionDeclaration*> declared =
      declarations().members(record, call.name);
  if (declared.empty()) {
    Member member;
    member.name = call.name;
    member.name_span = call.name_span;
    if (record.find(call.name) == nullptr) return report_no_field(member, record);
    reporter_.error(call.name_span, "'" + call.name + "' is a member variable and cannot be called",
                    "write ." + call.name);
    return nullptr;
  }
  CallSite site = site_of(call);
  site.object = object->type;
  const FunctionDeclaration* chosen = choose(site, declared, true);
  if (chosen == nullptr || !require_callable(*chosen, call.name_span)) return nullptr;
  if (chosen->is_static) return make_call(std::move(expr), *chosen, nullptr);
  if (!object->is_lvalue) object = materialize(std::move(object));
  return make_call(std::move(expr), *chosen, address_of(std::move(object)));
}

bool Checker::require_callable(const FunctionDeclaration& function, Span span) {
  const std::string quoted = "'" + function.full_name + "'";
  if (function.is_kernel) {
    reporter_.error(
        span, quoted + " is a kernel: a kernel cannot start another here (dynamic parallelism)",
        "write its body in this kernel");
    return false;
  }
  if (function.is_device || function.is_constexpr || function.is_constructor) return true;
  reporter_.error(span, quoted + " is host code: a kernel cannot call it",
                  "write __device__ before it");
  return false;
}

// make_float4(x, y, z, w)
ExprPtr Checker::check_make_vector(ExprPtr expr, const Type* type) {
  auto& call = as<Call>(*expr);
  const std::vector<Field>& fields = type->record->fields;
  if (call.arguments.size() != fields.size()) {
    reporter_.error(call.span, "'" + call.name + "' takes " + std::to_string(fields.size()) +
                                   (fields.size() == 1 ? " argument" : " arguments") +
                                   (call.arguments.size() == 1 ? ", here is " : ", here are ") +
                                   std::to_string(call.arguments.size()));
    return nullptr;
  }
  auto made = make_at<Construct>(*expr, type);
  for (size_t i = 0; i < fields.size(); ++i) {
    ExprPtr element = initialize_checked(std::move(call.arguments[i]), fields[i].type);
    if (!element) return nullptr;
    made->elements.push_back(std::move(element));
  }
  return made;
}

bool Checker::report_outside_name(std::string_view name, Span span, bool is_call) {
  const auto found = outside_names_.find(name);
  const bool is_told = found != outside_names_.end() && found->second->kind != ItemKind::kOther;
  if (is_told) {
    if (found->second->kind == ItemKind::kReported) {
      declarations().rely_on(*found->second);
      return true;
    }
    reporter_.error(span, "'" + std::string(name) + "' " + what_it_is(*found->second, is_call),
                    what_to_write(*found->second));
    return true;
  }
  for (const auto& refusal : {refused_name(name), refused_type(name)}) {
    if (!refusal) continue;
    reporter_.unsupported(span, refusal->message, refusal->hint);
    return true;
  }
  return false;
}

bool Checker::require_function(std::string_view name, Span span) {
  if (const Variable* variable = find_variable(name); variable != nullptr) {
    const Type* type = variable->is_reference ? variable->type->element : variable->type;
    if (type->is_record()) {
      reporter_.unsupported(
          span,
          "'" + std::string(name) + "' is an object: calling one (operator()) is not supported",
          "give the struct a function with a name, and call object.name(...)");
      return false;
    }
    reporter_.error(span, "'" + std::string(name) + "' is a variable and cannot be called",
                    "write [ ] to index it, or * to multiply");
    return false;
  }
  const std::vector<Intrinsic>& table = intrinsics();
  const std::string plain_name = without_std(std::string(name));
  if (!declarations().find_functions(name).empty()) return true;
  if (!intrinsics_named(plain_name).empty()) return true;
  if (plain_name.starts_with("make_") && types().vector(plain_name.substr(5)) != nullptr)
    return true;
  if (name.starts_with("std::")) name = "std";  // what is refused is all of it
  if (declarations().report_unusable(name, span)) return false;
  if (report_outside_name(name, span, true) || reporter_.is_full()) return false;
  const std::string message = "unknown function '" + std::string(name) + "'";
  if (report_macro_name(name, span) || reporter_.has(message)) return false;
  if (reporter_.is_trial()) {
    reporter_.error(span, "unknown function");
    return false;
  }
  if (report_missing(message, span)) return false;
  std::vector<std::string> candidates = declarations().visible_names();
  for (const Intrinsic& row : table) candidates.emplace_back(row.name);
  candidates.insert(candidates.end(), unit_.macro_names.begin(), unit_.macro_names.end());
  const std::string known_name = nearest(name, candidates);
  reporter_.error(span, message, known_name.empty() ? "" : "did you mean '" + known_name + "'?");
  return false;
}

}  // namespace warplens::lang
