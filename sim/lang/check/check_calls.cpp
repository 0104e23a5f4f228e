// Calls of functions, members and CUDA's own functions; the error for a name that is none of them.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/checker.hpp"
#include "sim/lang/check/phrases.hpp"
#include "sim/lang/library/builtins.hpp"
#include "sim/lang/library/intrinsics.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {
namespace {

using base::Scalar;

// "max" of "std::max".
std::string_view without_std(std::string_view name) {
  constexpr std::string_view kStd = "std::";
  return name.starts_with(kStd) ? name.substr(kStd.size()) : name;
}

std::string is_host_code(std::string_view name) {
  return say("'{name}' is host code: a kernel cannot call it", "name"_a = name);
}
std::string is_kernel(std::string_view name) {
  return say("'{name}' is a kernel: a kernel cannot start another here (dynamic parallelism)",
             "name"_a = name);
}

std::string why_unusable(const Item& item, std::string_view name, bool is_call) {
  switch (item.kind) {
    case ItemKind::kHostFunction:
      return is_call ? is_host_code(name)
                     : say("'{name}' is host code, not reached from a kernel", "name"_a = name);
    case ItemKind::kHostVariable:
      return say("'{name}' is a variable of host code: a kernel cannot see it", "name"_a = name);
    case ItemKind::kKernel:
      return is_kernel(name);
    case ItemKind::kTemplate:
      return say("'{name}' is a template of a variable: these are not supported", "name"_a = name);
    default:
      return say("'{name}' is not part of any kernel", "name"_a = name);
  }
}

std::string what_to_write(const Item& item) {
  switch (item.kind) {
    case ItemKind::kHostFunction:
      return say("write __device__ before it");
    case ItemKind::kHostVariable:
      return say("pass it to the kernel as a parameter");
    case ItemKind::kKernel:
      return say("make it a __device__ function to call it");
    case ItemKind::kTemplate:
      return say("write a constexpr variable for each type");
    default:
      return "";
  }
}

// Members hide the functions outside. Whether there are any.
bool keep_members(std::vector<const FunctionDeclaration*>& declared) {
  const auto is_outside = [](const FunctionDeclaration* function) {
    return function->record == nullptr;
  };
  if (std::all_of(declared.begin(), declared.end(), is_outside)) return false;
  std::erase_if(declared, is_outside);
  return true;
}

bool is_cuda_only(const std::vector<const FunctionDeclaration*>& declared) {
  return std::all_of(declared.begin(), declared.end(), [](const FunctionDeclaration* function) {
    return function->builtin != nullptr;
  });
}

bool is_called(const Type* type) {
  return type->is_record() || is_function_pointer(type);
}

// The object that is called by a name, object(...): from here on a call of its operator().
ExprPtr name_object(Call& call) {
  auto object = make_at<VariableRef>(call, nullptr);
  object->span = call.name_span;
  object->name = std::exchange(call.name, "operator()");
  return object;
}

}  // namespace

// The call as it is written; the object of a member call is not known here.
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

// Lists stay as they are: only a parameter determines what they make.
bool Checker::check_arguments(Call& call) {
  bool is_fine = true;
  for (ExprPtr& argument : call.arguments) {
    const bool is_list = is_braced_list(*argument);
    if (!is_list) argument = check(std::move(argument));
    is_fine &= argument != nullptr;
    if (argument && argument->type != nullptr && argument->type->is_void()) {
      reporter_.error(argument->span, say("this has no value: its type is void"));
      is_fine = false;
    }
  }
  return is_fine;
}

// Whether a name that is called is a variable or a field of a struct's type.
bool Checker::is_object(std::string_view name) const {
  const Variable* variable = find_local(name);
  const Record* record = variable == nullptr ? declarations().current_record() : nullptr;
  for (; record != nullptr; record = around(*record)) {
    const Field* field = record->find(name);
    if (field != nullptr)
      return is_called(field->is_reference ? field->type->element : field->type);
  }
  if (variable == nullptr) variable = find_variable(name);
  if (variable == nullptr) return false;
  return is_called(variable->is_reference ? variable->type->element : variable->type);
}

// Whether a call is std::min(), std::max() or std::minmax() of a list.
bool Checker::is_extreme_of_list(const Call& call) {
  const std::string_view name = without_std(call.name);
  const bool is_extreme = name == "min" || name == "max" || name == "minmax";
  const bool is_of_list =
      is_extreme && (call.arguments.size() == 1 || call.arguments.size() == 2) &&
      is_braced_list(*call.arguments[0]) && !as<Construct>(*call.arguments[0]).elements.empty();
  if (!is_of_list || name != call.name) return is_of_list;
  const std::vector<const FunctionDeclaration*> named = declarations().find_functions(name);
  return std::none_of(named.begin(), named.end(), [&](const FunctionDeclaration* one) {
    return one->builtin == nullptr && unit_.file.is_own(one->span.begin);
  });
}

// Whether a call asks the compiler about types: warplens_ends<T>().
bool Checker::is_trait(const Call& call) {
  constexpr std::string_view kTraits[] = {"warplens_begins",
                                          "warplens_copies",
                                          "warplens_ends",
                                          "warplens_is_class",
                                          "warplens_is_enum",
                                          "warplens_converts",
                                          "warplens_news",
                                          "warplens_news_arrays",
                                          "warplens_is_member_object",
                                          "warplens_is_member_function",
                                          "warplens_is_base"};
  return call.has_template_arguments &&
         std::find(std::begin(kTraits), std::end(kTraits), call.name) != std::end(kTraits);
}

// Reports a call that no overload resolution can help. Whether it did.
bool Checker::report_uncallable(const Call& call,
                                const std::vector<const FunctionDeclaration*>& declared) {
  if (declared.empty()) {
    require_function(call.name, call.name_span, false);
    return true;
  }
  if (is_cuda_only(declared) && call.has_template_arguments && !declared.front()->is_template) {
    reporter_.error(call.name_span, say("'{name}' takes no type in < >", "name"_a = call.name),
                    say("write {name}(...)", "name"_a = call.name));
    return true;
  }
  const bool is_uncallable = std::none_of(
      declared.begin(), declared.end(),
      [this](const auto* function) { return may_call(*function, declarations().is_host()); });
  if (is_uncallable) require_callable(*declared.front(), call.name_span);
  return is_uncallable;
}

// std::max({a, b, c}) is std::max(std::max(a, b), c); minmax({a, b}, less) and the like are calls
// of functions of ours (library/prelude_algorithm.cpp): warplens_minmax_by(less, a, b).
ExprPtr Checker::fold_list(std::unique_ptr<Call> call) {
  std::vector<ExprPtr> values = std::move(as<Construct>(*call->arguments[0]).elements);
  const auto call_of = [&](std::string name) {
    auto made = make_at<Call>(*call, nullptr);
    made->name = std::move(name);
    made->name_span = call->name_span;
    made->has_template_arguments = call->has_template_arguments;
    made->template_arguments = call->template_arguments;
    return made;
  };
  const std::string bare(without_std(call->name));
  if (bare == "minmax" || call->arguments.size() == 2) {
    const bool is_ordered = call->arguments.size() == 2;
    auto made = call_of("std::warplens_" + bare + (is_ordered ? "_by" : ""));
    if (is_ordered) made->arguments.push_back(std::move(call->arguments[1]));
    for (ExprPtr& value : values) made->arguments.push_back(std::move(value));
    return made;
  }
  ExprPtr folded = std::move(values.front());
  for (size_t i = 1; i < values.size(); ++i) {
    auto pair = call_of(call->name);
    pair->arguments.push_back(std::move(folded));
    pair->arguments.push_back(std::move(values[i]));
    folded = std::move(pair);
  }
  return folded;
}

ExprPtr Checker::check_call(ExprPtr expr) {
  auto& call = as<Call>(*expr);
  if (call.name == "dynamic_cast") return check_dynamic_cast(std::move(expr));
  if (call.name == "typeid") return check_typeid(std::move(expr));
  if (call.name == kPointedMember) return check_pointed_member(std::move(expr));
  if (is_extreme_of_list(call)) return check(fold_list(take_as<Call>(std::move(expr))));
  if (call.name == "new" || call.name == "new[]") return check_creation(std::move(expr));
  if (is_trait(call)) return check_trait(call);
  if (!call.object && is_object(call.name)) call.object = name_object(call);
  if (call.object) return check_member_call(std::move(expr));
  if (!check_arguments(call)) return nullptr;
  std::vector<const Type*> types_given;
  for (const ExprPtr& argument : call.arguments) {
    if (argument->type != nullptr) types_given.push_back(argument->type);
  }
  std::vector<const FunctionDeclaration*> declared =
      declarations().find_called(call.name, types_given);
  call.is_qualified = call.name.find("::") != std::string::npos;
  CallSite site = site_of(call);
  ExprPtr object;
  if (keep_members(declared)) {
    const Record* owner = declared.front()->record;
    object = own_object(
        *expr, [&](const Record& record) { return offset_of_base(record, *owner).has_value(); });
    if (object) site.object = object->type;
  }
  if (report_uncallable(call, declared)) return nullptr;
  const bool is_of_cuda = is_cuda_only(declared);
  bool is_ambiguous = false;
  const FunctionDeclaration* chosen = choose(site, declared, !is_of_cuda, &is_ambiguous);
  if (chosen == nullptr) {
    if (!is_of_cuda || is_ambiguous) return nullptr;
    return check_unfitting(std::move(expr), *declared.front());
  }
  if (chosen->builtin != nullptr) return check_builtin(std::move(expr), *chosen);
  if (!require_callable(*chosen, site.name_span)) return nullptr;
  ExprPtr address;
  if (chosen->record != nullptr && !chosen->is_static) {
    if (!object) {
      reporter_.error(site.name_span,
                      say("'{name}' needs an object to work on", "name"_a = chosen->full_name),
                      say("write object.{name}(...)", "name"_a = chosen->name));
      return nullptr;
    }
    address = address_of(std::move(object));
  }
  return make_call(std::move(expr), *chosen, std::move(address));
}

// A call of the function of CUDA's that overload resolution chose.
ExprPtr Checker::check_builtin(ExprPtr expr, const FunctionDeclaration& chosen) {
  auto& call = as<Call>(*expr);
  const BuiltinFunction& function = *chosen.builtin;
  if (function.kind == BuiltinKind::kVector)
    return check_make_vector(std::move(expr), function.result);
  if (!take_values(call)) return nullptr;
  const IntrinsicOp op = intrinsics()[function.row].op;
  if (function.kind == BuiltinKind::kLoad || function.kind == BuiltinKind::kStore)
    return check_cached(std::move(expr), op);
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    call.arguments[i] = convert_value(std::move(call.arguments[i]), function.parameters[i]);
    if (!call.arguments[i]) return nullptr;
  }
  if (function.kind == BuiltinKind::kUnmasked) {
    if (old_functions_used_.emplace(chosen.name).second) {
      reporter_.warning(call.span,
                        say("{name} is deprecated since CUDA 9 and gone for compute capability "
                            "7.0 and newer: here the active lanes execute it",
                            "name"_a = chosen.name),
                        say("write {name}_sync(0xffffffff, ...)", "name"_a = chosen.name));
    }
    auto lanes = make_at<Call>(*expr, scalar(Scalar::kUInt));
    lanes->name = "__activemask";
    lanes->name_span = call.name_span;
    lanes->intrinsic = intrinsics_named(lanes->name).front();
    call.arguments.insert(call.arguments.begin(), std::move(lanes));
  }
  return cast(apply_row(std::move(expr), function.row), function.result);
}

// A call of a function of CUDA's with arguments that fit no overload: reports what is wrong.
ExprPtr Checker::check_unfitting(ExprPtr expr, const FunctionDeclaration& function) {
  if (function.builtin->kind == BuiltinKind::kVector)
    return check_make_vector(std::move(expr), function.builtin->result);
  if (function.builtin->kind == BuiltinKind::kUnmasked) {
    const auto& call = as<Call>(*expr);
    reporter_.error(call.span, say("'{name}' takes no such arguments", "name"_a = call.name),
                    say("write {name}_sync(0xffffffff, ...)", "name"_a = call.name));
    return nullptr;
  }
  return check_intrinsic(std::move(expr), intrinsics_named(function.name));
}

ExprPtr Checker::check_member_call(ExprPtr expr) {
  if (as<Call>(*expr).name == "~") return check_destruction(std::move(expr));
  auto& call = as<Call>(*expr);
  const bool is_pointed = call.name == "operator()" && call.object->kind == ExprKind::kCall &&
                          as<Call>(*call.object).name == kPointedMember;
  if (is_pointed) return call_pointed_member(std::move(expr));
  ExprPtr object;
  if (call.name == "operator()") {
    object = check(std::move(call.object));
    if (object && is_function_pointer(object->type))
      return check_arguments(call) ? call_pointer(std::move(expr), std::move(object)) : nullptr;
    if (object && !object->type->is_record()) {
      reporter_.error(call.name_span, say("only a function's name can be called"),
                      say("write * to multiply"));
      return nullptr;
    }
  } else {
    object = check_object(std::move(call.object), call.is_arrow, call.name, call.name_span);
  }
  const bool is_fine = check_arguments(call);
  if (object && call.qualifier != nullptr && is_base_of(call.qualifier, object->type))
    object = base_of(std::move(object), call.qualifier);
  call.is_qualified = call.qualifier != nullptr;
  if (!object || !is_fine) return nullptr;
  const Record& record = *object->type->record;
  const std::vector<const FunctionDeclaration*> declared =
      declarations().members(record, call.name);
  if (declared.empty()) {
    Member member;
    member.name = call.name;
    member.name_span = call.name_span;
    const Field* field = record.find(call.name);
    if (field == nullptr && record.find_around(call.name) == nullptr)
      return report_no_field(member, record);
    ExprPtr callee = member_at(*expr, std::move(object), call.name, call.is_arrow);
    if (!callee) return nullptr;
    if (is_function_pointer(callee->type)) return call_pointer(std::move(expr), std::move(callee));
    if (callee->type->is_record()) {
      call.name = "operator()";
      return call_object(std::move(expr), std::move(callee));
    }
    reporter_.error(call.name_span,
                    say("'{name}' is a member variable and cannot be called", "name"_a = call.name),
                    say("write .{name}", "name"_a = call.name));
    return nullptr;
  }
  return call_object(std::move(expr), std::move(object));
}

// A call of a member function; the object and the arguments are checked.
ExprPtr Checker::call_object(ExprPtr expr, ExprPtr object) {
  auto& call = as<Call>(*expr);
  const std::vector<const FunctionDeclaration*> declared =
      declarations().members(*object->type->record, call.name);
  if (declared.empty()) {
    reporter_.error(call.name_span,
                    say("'{type}' has no operator()", "type"_a = name_of(object->type)));
    return nullptr;
  }
  CallSite site = site_of(call);
  site.object = object->type;
  const FunctionDeclaration* chosen = choose(site, declared, true);
  if (chosen == nullptr || !require_callable(*chosen, call.name_span)) return nullptr;
  if (chosen->is_static) return make_call(std::move(expr), *chosen, nullptr);
  if (!object->is_lvalue) object = materialize(std::move(object));
  call.is_first_before_others = true;
  return make_call(std::move(expr), *chosen, address_of(std::move(object)));
}

bool Checker::require_callable(const FunctionDeclaration& function, Span span) {
  if (function.is_kernel && declarations().is_host()) {
    reporter_.error(span, say("'{name}' is a kernel: it is launched", "name"_a = function.name),
                    say("write {name}<<<blocks, threads>>>(...)", "name"_a = function.name));
    return false;
  }
  if (function.is_kernel) {
    reporter_.error(span, is_kernel(function.full_name), say("write its body in this kernel"));
    return false;
  }
  if (function.is_constructor || may_call(function, declarations().is_host())) return true;
  // What both sides may call reaches it only where a kernel does: nvcc warns.
  if (declarations().is_host() && declarations().is_for_kernels()) return true;
  if (declarations().is_host()) {
    reporter_.error(span,
                    say("'{name}' is a __device__ function: host code cannot call it",
                        "name"_a = function.full_name),
                    say("write __host__ __device__ before it"));
    return false;
  }
  reporter_.error(span, is_host_code(function.full_name), say("write __device__ before it"));
  return false;
}

// make_float4(x, y, z, w)
ExprPtr Checker::check_make_vector(ExprPtr expr, const Type* type) {
  auto& call = as<Call>(*expr);
  const std::vector<Field>& fields = type->record->fields;
  if (call.arguments.size() != fields.size()) {
    reporter_.error(call.span, wrong_argument_count(call.name, fields.size(), fields.size(),
                                                    call.arguments.size()));
    return nullptr;
  }
  auto made = make_at<Construct>(*expr, type);
  made->has_parentheses = true;
  for (size_t i = 0; i < fields.size(); ++i) {
    ExprPtr element = initialize_checked(std::move(call.arguments[i]), fields[i].type);
    if (!element) return nullptr;
    made->elements.push_back(std::move(element));
  }
  return made;
}

const Item* Checker::outside_item(std::string_view name) const {
  budget_.charge(outside_.size());
  const auto found = std::find_if(outside_.begin(), outside_.end(), [&](const Item& item) {
    return (item.name == name && item.kind != ItemKind::kConstant) ||
           std::find(item.members.begin(), item.members.end(), name) != item.members.end();
  });
  return found == outside_.end() ? nullptr : &*found;
}

bool Checker::report_outside_name(std::string_view name, Span span, bool is_call) {
  const Item* const item = outside_item(name);
  if (item != nullptr && item->kind != ItemKind::kOther) {
    if (item->kind == ItemKind::kReported) {
      declarations().rely_on(*item);
      return true;
    }
    reporter_.error(span, why_unusable(*item, name, is_call), what_to_write(*item));
    return true;
  }
  for (const auto& refusal : {refused_name(name), refused_type(name)}) {
    if (!refusal) continue;
    reporter_.unsupported(span, refusal->message, refusal->hint);
    return true;
  }
  return false;
}

bool Checker::require_function(std::string_view name, Span span, bool may_be_associated) {
  if (is_object(name)) return true;  // by its operator()
  if (const Variable* variable = find_variable(name); variable != nullptr) {
    reporter_.error(span, say("'{name}' is a variable and cannot be called", "name"_a = name),
                    say("write [ ] to index it, or * to multiply"));
    return false;
  }
  if (!declarations().find_functions(name).empty()) return true;
  if (may_be_associated && name.find("::") == std::string_view::npos &&
      declarations().is_function_somewhere(name))
    return true;
  if (name.starts_with("::")) name.remove_prefix(2);
  if (name.starts_with("std::")) {
    if (report_missing_member(name, span)) return false;
    name = "std";  // all of it is refused
  }
  if (declarations().report_unusable(name, span)) return false;
  if (report_outside_name(name, span, true) || reporter_.is_full()) return false;
  const std::string message = say("unknown function '{name}'", "name"_a = name);
  if (report_macro_name(name, span) || reporter_.has(message)) return false;
  if (reporter_.is_trial()) {  // trial messages are discarded
    reporter_.error(span, "unknown function");
    return false;
  }
  if (report_missing(message, span)) return false;
  std::vector<std::string> candidates = declarations().visible_names();
  for (const Intrinsic& row : intrinsics()) candidates.emplace_back(row.name);
  candidates.insert(candidates.end(), unit_.macro_names.begin(), unit_.macro_names.end());
  reporter_.unknown_name(span, message, nearest(name, candidates));
  return false;
}

}  // namespace warplens::lang
