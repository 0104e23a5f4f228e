// String literals; and what only host code has, launches of kernels.
#include <iterator>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/checker.hpp"

namespace warplens::lang {

using base::Scalar;

ExprPtr Checker::check_string(ExprPtr expr) {
  const uint64_t bytes = as<String>(*expr).text.size() + 1;
  expr->type = types().array_of(scalar(Scalar::kChar, true), bytes);
  expr->is_lvalue = true;
  as<String>(*expr).variable = string_variable(*expr);
  return expr;
}

// Equal literals are one array of global memory, as nvcc has it.
const Variable* Checker::string_variable(const Expr& expr) {
  const std::string& text = as<String>(expr).text;
  const auto [known, is_new] = strings_.emplace(text, nullptr);
  if (!is_new) return known->second;
  budget_.keep(2 * (sizeof(Variable) + text.size()));
  auto variable = std::make_unique<Variable>();
  variable->name = variable->full_name = "\"" + text + "\"";
  variable->type = expr.type;
  variable->storage = Storage::kGlobal;
  variable->span = expr.span;
  variable->has_initializer = true;
  variable->initial.assign(text.begin(), text.end());
  variable->initial.push_back(0);
  known->second = variable.get();
  unit_.strings.push_back(std::move(variable));
  return known->second;
}

bool Checker::check_configuration(Launch& launch) {
  const Type* extents = types().vector("dim3");
  launch.grid = value_as(std::move(launch.grid), extents);
  launch.block = value_as(std::move(launch.block), extents);
  if (!launch.grid || !launch.block) return false;
  if (launch.shared) {
    launch.shared = value_as(std::move(launch.shared), scalar(Scalar::kULong));
    if (!launch.shared) return false;
  }
  if (launch.stream) {
    launch.stream = value_as(std::move(launch.stream), types().pointer_to(types().void_type()));
    if (!launch.stream) return false;
  }
  return true;
}

// What a kernel's reference refers to must be memory that both sides have: managed, as a rule.
ExprPtr Checker::refer_to(ExprPtr place, const Type* type) {
  if (!place->is_lvalue || plain(place->type) != plain(type)) {
    reporter_.error(
        place->span,
        say("a kernel's reference to '{type}' needs an object in memory", "type"_a = name_of(type)),
        say("pass the value, or a pointer"));
    return nullptr;
  }
  return cast(address_of(std::move(place)), types().pointer_to(type));
}

bool Checker::check_launch_arguments(Launch& launch, const FunctionDeclaration& kernel) {
  std::vector<ExprPtr> given = std::exchange(launch.arguments, {});
  for (size_t i = 0; i < kernel.parameters.size(); ++i) {
    const Type* type = kernel.parameters[i].type;
    ExprPtr argument;
    if (i >= given.size()) {
      argument = initialize(declarations().default_argument(kernel, i), type, launch.span);
    } else if (kernel.parameters[i].is_reference) {
      argument = refer_to(std::move(given[i]), type);
    } else if (given[i]->kind == ExprKind::kConstruct && given[i]->type == nullptr) {
      argument = initialize(std::move(given[i]), type, launch.span);
    } else {
      argument = initialize_checked(std::move(given[i]), type);
    }
    if (!argument) return false;
    launch.arguments.push_back(std::move(argument));
  }
  return true;
}

// Where what is not supported is left out, a value that nobody knows is given in its place.
bool Checker::check_launch_values(Call& call) {
  if (!declarations().leaves_out()) return check_arguments(call);
  std::vector<const FunctionDeclaration*> kernels = declarations().find_functions(call.name);
  const bool is_one = kernels.size() == 1 && !kernels.front()->is_template;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    ExprPtr& argument = call.arguments[i];
    if (argument->kind == ExprKind::kConstruct && argument->type == nullptr) continue;
    const size_t errors = reporter_.count();
    const Span span = argument->span;
    argument = check(std::move(argument));
    if (argument != nullptr && !(argument->type != nullptr && argument->type->is_void())) continue;
    const Type* type = is_one && i < kernels.front()->parameters.size()
                           ? kernels.front()->parameters[i].type
                           : nullptr;
    if (type == nullptr || !(type->is_scalar() || type->is_pointer())) return false;
    reporter_.forget_after(errors);
    argument = declarations().unknown_value(type, span);
  }
  return true;
}

ExprPtr Checker::check_launch(ExprPtr expr) {
  auto& launch = as<Launch>(*expr);
  const bool is_configured = check_configuration(launch);
  Call call;  // which the overloads of the kernel are chosen by
  call.name = launch.name;
  call.name_span = launch.name_span;
  call.span = launch.span;
  call.has_template_arguments = launch.has_template_arguments;
  call.template_arguments = launch.template_arguments;
  call.arguments = std::move(launch.arguments);
  if (!check_launch_values(call) || !is_configured) return nullptr;
  if (!launch.callee && find_variable(launch.name) != nullptr) {
    launch.callee = make_at<VariableRef>(*expr, nullptr);
    as<VariableRef>(*launch.callee).name = launch.name;
  }
  if (launch.callee) return launch_pointer(std::move(expr), std::move(call.arguments));
  std::vector<const FunctionDeclaration*> declared = declarations().find_functions(call.name);
  std::erase_if(declared, [](const FunctionDeclaration* function) { return !function->is_kernel; });
  if (declared.empty()) {
    reporter_.error(launch.name_span, say("there is no kernel '{name}'", "name"_a = launch.name),
                    say("a kernel has __global__ before its void"));
    return nullptr;
  }
  const FunctionDeclaration* chosen = choose(site_of(call), declared, true);
  if (chosen == nullptr) return nullptr;
  launch.arguments = std::move(call.arguments);
  if (!check_launch_arguments(launch, *chosen)) return nullptr;
  launch.kernel = declarations().use_kernel(*chosen, launch.name_span);
  launch.type = types().void_type();
  return launch.kernel.empty() ? nullptr : std::move(expr);
}

// A launch of the kernel that a pointer points to.
ExprPtr Checker::launch_pointer(ExprPtr expr, std::vector<ExprPtr> arguments) {
  auto& launch = as<Launch>(*expr);
  ExprPtr pointer = to_value(check(std::move(launch.callee)));
  if (!pointer) return nullptr;
  if (!is_function_pointer(pointer->type)) {
    reporter_.error(launch.name_span, say("this is no kernel: its type is '{type}'",
                                          "type"_a = name_of(pointer->type)));
    return nullptr;
  }
  if (pointer->kind == ExprKind::kLiteral) {
    const FunctionDeclaration* kernel = declarations().function_at(as<Literal>(*pointer).bits);
    if (kernel != nullptr && kernel->is_kernel) {
      launch.arguments = std::move(arguments);
      if (!check_launch_arguments(launch, *kernel)) return nullptr;
      launch.kernel = declarations().use_kernel(*kernel, launch.name_span);
      launch.type = types().void_type();
      return launch.kernel.empty() ? nullptr : std::move(expr);
    }
  }
  const Type* kernel = pointer->type->element;
  auto call = make_at<Call>(*expr, types().void_type());
  call->name_span = launch.name_span;
  call->arguments = std::move(arguments);
  if (!take_pointer_arguments(*call, *kernel->signature, std::move(pointer))) return nullptr;
  std::vector<ExprPtr> configuration;
  configuration.push_back(std::move(launch.grid));
  configuration.push_back(std::move(launch.block));
  configuration.push_back(launch.shared ? std::move(launch.shared)
                                        : zero_value(scalar(Scalar::kULong), launch.span));
  configuration.push_back(launch.stream
                              ? std::move(launch.stream)
                              : zero_value(types().pointer_to(types().void_type()), launch.span));
  call->arguments.insert(call->arguments.begin() + 1,
                         std::make_move_iterator(configuration.begin()),
                         std::make_move_iterator(configuration.end()));
  call->function = declarations().use_pointer_launch(kernel);
  return call;
}

// The launch of a kernel with the values of the parameters of `from`, which use_pointer_launch()
// made.
StmtPtr Checker::forward_launch(const Function& from, const std::string& kernel) {
  auto launch = std::make_unique<Launch>();
  launch->span = launch->name_span = from.span;
  launch->type = types().void_type();
  launch->name = launch->kernel = kernel;
  size_t next = 1;
  for (ExprPtr* part : {&launch->grid, &launch->block, &launch->shared, &launch->stream})
    *part = parameter_value(*from.parameters[next++]);
  for (; next < from.parameters.size(); ++next)
    launch->arguments.push_back(parameter_value(*from.parameters[next]));
  return done_and_returned(std::move(launch));
}

}  // namespace warplens::lang
