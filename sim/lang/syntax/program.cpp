// A whole program: main(), or another function that is called in its place, the host functions that
// it reaches, the kernels that they launch, and the variables of the file that they use, with what
// initialises them before main() begins.
#include <algorithm>
#include <utility>

#include "sim/base/assert.hpp"
#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/lang/syntax/made_nodes.hpp"
#include "sim/lang/syntax/names.hpp"
#include "sim/lang/syntax/parser.hpp"

namespace warplens::lang {
// A function without __device__, or with __host__ as well.
bool Names::is_host_code(const FunctionEntity& function) const {
  return !function.is_kernel && may_call(function, true);
}

// Whether the host's machine executes the function itself: it is declared in a header of ours.
bool Names::is_provided(const FunctionEntity& function) const {
  for (const FunctionEntity* one = &function; one != nullptr; one = one->earlier) {
    if (one->builtin == nullptr && !unit_.file.is_own(one->span.begin)) return true;
  }
  return false;
}

// What is wrong with a function concerns who calls it, once that happens.
void Names::keep_errors(size_t before, Function& function) {
  if (reporter_.count() == before) return;
  function.errors = reporter_.after(before);
  reporter_.forget_after(before);
  function.body = nullptr;
}

// The last definition of that name at the top of the file or, "geo::solve", in a namespace; null if
// there is none.
FunctionEntity* Names::find_definition(std::string_view name) {
  const NameScope* scope = file_;
  for (size_t colons = name.find("::"); colons != std::string_view::npos;
       colons = name.find("::")) {
    const auto space = scope->names.find(name.substr(0, colons));
    const bool is_space =
        space != scope->names.end() && space->second.front()->kind == EntityKind::kNamespace;
    if (!is_space) return nullptr;
    scope = space->second.front()->space;
    name.remove_prefix(colons + 2);
  }
  const auto known = scope->names.find(name);
  if (known == scope->names.end()) return nullptr;
  FunctionEntity* last = nullptr;
  for (const Entity* entity : known->second) {
    if (entity->kind == EntityKind::kFunction && entity->function->has_body)
      last = entity->function;
  }
  return last;
}

// The function that is called in main()'s place, which may be an instance of a template; null, and
// an error, where it can't be.
FunctionEntity* Names::find_entry(const std::string& called) {
  std::string name = called.substr(0, called.find('<'));
  name.erase(name.find_last_not_of(' ') + 1);
  FunctionEntity* found = find_definition(name);
  if (found == nullptr) {
    std::vector<std::string> others;
    for (const std::string& other : names_in_order(file_->names)) {
      budget().charge();
      const FunctionEntity* function = find_definition(other);
      if (function != nullptr && is_host_code(*function) && unit_.file.is_own(function->span.begin))
        others.push_back(other);
    }
    const std::string near = base::nearest_name(name, others);
    reporter_.placeless_error(
        say("the text has no function '{name}'", "name"_a = name),
        !near.empty()    ? say("did you mean '{name}'?", "name"_a = near)
        : others.empty() ? say("choose a kernel of it")
                         : say("its functions are {names}", "names"_a = base::list_words(others)));
    return nullptr;
  }
  if (found->is_kernel) {
    reporter_.error(found->span,
                    say("'{name}' is a kernel, which host code launches", "name"_a = name),
                    say("run it alone: --kernel {name}", "name"_a = name));
    return nullptr;
  }
  if (!is_host_code(*found)) {
    reporter_.error(
        found->span,
        say("'{name}' is a function of the device, which only kernels call", "name"_a = name),
        say("call a function of the host that uses it"));
    return nullptr;
  }
  return found->is_template || name != called ? find_called_instance(*found, called) : found;
}

// `last`: the last definition of that name.
FunctionEntity* Names::find_called_instance(const FunctionEntity& last, const std::string& called) {
  std::vector<FunctionEntity*> templates;
  for (const Entity* entity : last.scope->names[last.name]) {
    if (entity->kind != EntityKind::kFunction || !entity->function->has_body) continue;
    FunctionEntity& one = *entity->function;
    if (one.is_template && is_host_code(one)) templates.push_back(&one);
  }
  std::string reason;
  FunctionEntity* const found =
      templates.empty() ? nullptr : find_instance(templates, called, &reason);
  if (found != nullptr) return found;
  if (templates.empty()) {
    reporter_.error(last.span, say("'{name}' is no template", "name"_a = last.full_name),
                    say("call it without '<': --call {name}", "name"_a = last.full_name));
    return nullptr;
  }
  const FunctionEntity& shown = *templates.back();
  reporter_.error(
      shown.span,
      called.find('<') == std::string::npos
          ? say("'{name}' is a template: nothing says with which arguments", "name"_a = called)
          : say("there is no function '{name}': {reason}", "name"_a = called, "reason"_a = reason),
      say("the template is {name}{parameters}", "name"_a = shown.full_name,
          "parameters"_a = parameters_text(shown)));
  return nullptr;
}

// main(argc, argv), of which it may take none.
ExprPtr Names::call_of_main(const Function& main, Kernel& entry) {
  TypeTable& types = unit_.types;
  const Type* strings = types.pointer_to(types.pointer_to(types.scalar(base::Scalar::kChar)));
  entry.parameters = {
      checker_.declare("argc", main.span, types.scalar(base::Scalar::kInt), Storage::kParameter),
      checker_.declare("argv", main.span, strings, Storage::kParameter)};
  std::vector<ExprPtr> arguments;
  for (size_t i = 0; i < std::min<size_t>(main.parameters.size(), 2); ++i)
    arguments.push_back(load_of(*entry.parameters[i]));
  return call_of(main, std::move(arguments));
}

// solve(A, B, C, N), whose parameters are the entry's. One that is a reference refers to it.
ExprPtr Names::call_of_entry(const Function& function, Kernel& entry) {
  std::vector<ExprPtr> arguments;
  for (const Variable* parameter : function.parameters) {
    if (function.returns_in_place && parameter == function.parameters.back()) {
      const Type* made = parameter->type->element;
      arguments.push_back(
          address_of(*checker_.declare("", function.span, made, Storage::kLocal), unit_.types));
      continue;
    }
    const Type* type = parameter->is_reference ? parameter->type->element : parameter->type;
    Variable* own = checker_.declare(parameter->name, parameter->span,
                                     unit_.types.unqualified(type), Storage::kParameter);
    std::vector<ExprPtr> destructors;
    checker_.add_destructors_of(*own, destructors);
    if (!destructors.empty() && !explores_) {
      reporter_.error(
          parameter->span,
          say("parameter '{name}' is a {type}, which no option can give: it owns what it "
              "holds",
              "name"_a = parameter->name, "type"_a = name_of(own->type)),
          say("call a function that takes pointers, numbers and plain structs"));
    }
    entry.parameters.push_back(own);
    arguments.push_back(parameter->is_reference ? address_of(*own, unit_.types) : load_of(*own));
  }
  return call_of(function, std::move(arguments));
}

void Names::read_program(const std::string& called, bool explores) {
  is_program_ = true;
  explores_ = explores;
  is_host_ = true;
  unit_.program = std::make_unique<HostProgram>();
  FunctionEntity* main = called.empty() ? find_definition("main") : find_entry(called);
  if (main == nullptr) {
    if (called.empty())
      reporter_.placeless_error(say("the text has no main()"),
                                say("run one of its kernels: warplens run FILE --kernel NAME"));
    return;
  }
  unit_.program->is_call = !called.empty();
  Kernel& entry = unit_.program->entry;
  entry.name = called.empty() ? "main" : called;
  entry.span = main->span;
  entry.is_host = true;
  entry.return_type = unit_.types.void_type();
  const Visit visit(*this, {file_, tokens_.size(), &entry, nullptr});
  const Function* function = use(*main, main->span, true);
  const Function* exit = use_exit(main->span);
  if (function == nullptr || exit == nullptr) return;
  entry.full_span = function->full_span;
  read_waiting();
  read_global_objects();
  for (FunctionEntity* kernel : kernels_) {
    if (kernel->is_template)
      unit_.kernel_templates.push_back(kernel->full_name + parameters_text(*kernel));
    else if (kernel->has_body)
      use_kernel(*kernel, kernel->span);
  }
  while (!waiting_kernels_.empty() && !reporter_.is_full()) {
    FunctionEntity* next = waiting_kernels_.front();
    waiting_kernels_.pop_front();
    if (next->body == ReadState::kUnread) read_kernel(*next);
    list_kernel(*next);
  }
  list_templates();
  finish_program(*function, *exit);
}

// Variables of the file, of its namespaces and classes, that nothing names: making one may execute
// something. What is wrong with them concerns nobody.
void Names::read_global_objects() {
  read_objects_of(*file_);
  for (const Item& item : *items_) {
    const bool is_member = item.kind == ItemKind::kHostVariable && !item.owner.empty() &&
                           !item.is_template && item.form == ItemForm::kDeclaration;
    if (!is_member) continue;
    const std::string name = item.owner + "::" + item.name;
    for (Entity* entity : find_all(name, {item_scopes_.at(&item), item.end, false}))
      read_object(*entity);
  }
  read_waiting();
}

void Names::read_objects_of(NameScope& scope) {
  for (const std::string& name : names_in_order(scope.names)) {
    for (Entity* entity : scope.names[name]) {
      budget().charge();
      if (entity->kind == EntityKind::kNamespace)
        read_objects_of(*entity->space);
      else
        read_object(*entity);
    }
  }
}

void Names::read_object(Entity& entity) {
  const bool is_host = !entity.is_template &&
                       (entity.kind == EntityKind::kHost || entity.kind == EntityKind::kVariable) &&
                       !entity.is_device && !entity.is_constant_memory && !entity.is_shared;
  if (!is_host || entity.host_state != ReadState::kUnread || !unit_.file.is_own(entity.span.begin))
    return;
  const size_t errors = reporter_.count();
  host_variable(entity);
  reporter_.forget_after(errors);
}

// What can be launched: all that main() reaches, and the text's other kernels.
void Names::list_kernel(const FunctionEntity& kernel) {
  ListedKernel listed = describe_kernel(kernel);
  const auto read = std::find_if(unit_.kernels.begin(), unit_.kernels.end(),
                                 [&](const Kernel& one) { return one.name == listed.name; });
  if (read != unit_.kernels.end()) listed.errors = read->errors;
  if (!listed.errors.empty())
    listed.state =
        listed.errors.front().is_unsupported ? KernelState::kUnsupported : KernelState::kWrong;
  unit_.listed.push_back(std::move(listed));
}

// The C library's exit().
const Function* Names::use_exit(Span span) {
  const std::vector<const FunctionDeclaration*> exits = find_functions("exit");
  const auto own = std::find_if(exits.begin(), exits.end(), [](const FunctionDeclaration* one) {
    return one->parameters.size() == 1;  // the text may declare others
  });
  WL_ASSERT(own != exits.end(), "the host's headers declare exit()");
  return use(**own, span, false);
}

void Names::finish_program(const Function& main, const Function& exit) {
  HostProgram& program = *unit_.program;
  program.main = &main;
  reporter_.report_again(main.errors);
  if (main.body == nullptr) return;
  program.check = parser_at({0, 0}).parse_function_check(main.span);
  auto body = std::make_unique<Block>();
  body->span = main.full_span;
  std::stable_sort(start_up_.begin(), start_up_.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [token, statement] : start_up_) body->statements.push_back(std::move(statement));
  std::vector<ExprPtr> arguments;
  if (program.is_call) {
    body->statements.push_back(statement_of(call_of_entry(main, program.entry)));
    auto success = std::make_unique<Literal>();
    success->type = unit_.types.scalar(base::Scalar::kInt);
    success->span = main.span;
    arguments.push_back(std::move(success));
  } else {
    const Type* type = main.return_type;
    Variable* status = checker_.declare("", main.span, type, Storage::kLocal);
    auto assign = std::make_unique<Assign>();
    assign->type = type;
    assign->span = main.span;
    assign->target = name_of(*status);
    assign->value = call_of_main(main, program.entry);
    body->statements.push_back(statement_of(std::move(assign)));
    arguments.push_back(load_of(*status));
  }
  // What references of the file keep ends with the inner block, after main().
  auto whole = std::make_unique<Block>();
  whole->span = main.full_span;
  whole->statements.push_back(std::move(body));
  whole->statements.push_back(statement_of(call_of(exit, std::move(arguments))));
  program.entry.body = std::move(whole);
  std::stable_sort(
      unit_.listed.begin(), unit_.listed.end(),
      [](const ListedKernel& a, const ListedKernel& b) { return a.span.begin < b.span.begin; });
  note_reached();
}

std::string Names::use_kernel(const FunctionDeclaration& declaration, Span launch) {
  FunctionEntity* definition = definition_of(*entity_of(declaration));
  if (definition == nullptr) {
    reporter_.error(
        launch,
        say("kernel '{name}' is declared here, but has no body", "name"_a = declaration.name),
        say("write its body, or include the file that holds it"));
    return "";
  }
  const auto known = names_of_kernels_.find(definition);
  if (known != names_of_kernels_.end()) return known->second;
  waiting_kernels_.push_back(definition);
  return number_kernel(*definition);
}

// `int n = 3;` of `extern int n;`; null if the entity is none such, or there is no definition.
Entity* Names::definition_of_variable(const Entity& entity) {
  const auto is_declared = [&](const Entity& one) {
    for (size_t i = one.text.begin; i < one.text.end && !tokens_[i].is("="); ++i) {
      if (tokens_[i].is("extern")) return true;
    }
    return false;
  };
  if (!is_declared(entity)) return nullptr;
  const auto known = entity.scope->names.find(entity.name);
  if (known == entity.scope->names.end()) return nullptr;
  for (Entity* other : known->second) {
    budget().charge();
    if (other->kind == entity.kind && other != &entity && !is_declared(*other)) return other;
  }
  return nullptr;
}

// A variable of the file as host code has it. A constant's known value takes its place.
Variable* Names::host_variable(Entity& entity) {
  if (entity.host_state == ReadState::kRead) return entity.host_variable;
  if (entity.host_state != ReadState::kUnread || depth_ > kDeepestReading) return nullptr;
  entity.host_state = ReadState::kFailed;
  Entity* definition = definition_of_variable(entity);
  if (definition == nullptr) definition = outside_variable(entity);
  if (definition != nullptr) {
    entity.host_variable = host_variable(*definition);
    if (entity.host_variable != nullptr) entity.host_state = ReadState::kRead;
    return entity.host_variable;
  }
  const size_t position = entity.position == 0 ? entity.text.end : entity.position;
  const Visit visit(*this, {entity.scope, position, &unit_.program->entry, entity.scope->record});
  Declarator declarator;
  std::unique_ptr<Variable> variable =
      parser_at(entity.text).parse_file_variable(declared_name(entity), Storage::kHost, declarator);
  if (variable == nullptr) return nullptr;
  declarator.variable = variable.get();
  const bool is_folded = variable->type->is_scalar() && variable->type->is_const &&
                         declarator.value != nullptr &&
                         checker_.make_constant(*variable, *declarator.value);
  Span unknown;
  const bool is_constructed = declarator.constructor || !declarator.constructors.empty();
  const bool is_known =
      !is_constructed && (is_folded || write_image(declarator, *variable, &unknown));
  variable->full_name = entity.scope->path + entity.name;
  entity.host_variable = variable.get();
  entity.host_state = ReadState::kRead;
  if (!is_known) {
    variable->initial.clear();
    auto statement = std::make_unique<Declaration>();
    statement->span = variable->span;
    statement->declarators.push_back(std::move(declarator));
    start_up_.emplace_back(entity.text.begin, std::move(statement));
  }
  if (ExprPtr end = checker_.end_at_exit(*variable))
    start_up_.emplace_back(entity.text.begin, statement_of(std::move(end)));
  auto& owner = is_folded ? unit_.constants : unit_.host_variables;
  owner.push_back(std::move(variable));
  return entity.host_variable;
}

}  // namespace warplens::lang
