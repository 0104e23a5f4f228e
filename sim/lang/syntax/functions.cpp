// Overloads and the functions that are used: their heads, their bodies, the call graph.
#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/evaluate.hpp"
#include "sim/lang/syntax/names.hpp"
#include "sim/lang/syntax/parser.hpp"

namespace warplens::lang {
namespace {

bool is_callable(const FunctionDeclaration& function) {
  return may_call(function, false);
}

}  // namespace

// The const of a parameter itself is its body's own affair ([dcl.fct]).
bool same_parameters(const FunctionDeclaration& a, const FunctionDeclaration& b, TypeTable& types) {
  if (a.is_const != b.is_const) return false;
  if (a.is_conversion && a.return_type != b.return_type) return false;
  const auto of_call = [&](const FunctionParameter& one) {
    return one.is_reference || one.type == nullptr ? one.type : types.unqualified(one.type);
  };
  return std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(),
                    b.parameters.end(),
                    [&](const FunctionParameter& x, const FunctionParameter& y) {
                      return of_call(x) == of_call(y) && x.is_reference == y.is_reference &&
                             x.takes_temporaries == y.takes_temporaries;  // T& and T&& differ
                    });
}

// ------------------------------------------------------------------------------------ overloads

// A redeclaration replaces the earlier declaration.
void Names::add_overload(FunctionEntity& function,
                         std::vector<const FunctionDeclaration*>& overloads) {
  constexpr uint64_t kStepsAnOverload = 100;  // to compare a function with a known one
  budget().charge(overloads.size());
  if (std::find(overloads.begin(), overloads.end(), &function) != overloads.end()) return;
  if (!may_call(function, is_host_) && function.owner == nullptr) {
    overloads.push_back(&function);
    return;
  }
  if (!function.is_template) {
    if (!read_head(function)) return;
    budget().charge(kStepsAnOverload * overloads.size());
    for (const FunctionDeclaration*& known : overloads) {
      if (known->is_template || entity_of(*known)->scope != function.scope ||
          !same_parameters(*known, function, unit_.types))
        continue;
      const bool is_of_cuda = known->builtin != nullptr && function.builtin == nullptr;
      if (is_of_cuda && definition_of(function) == nullptr)
        return;  // it redeclares CUDA's function
      if (is_callable(*known) != is_callable(function)) continue;
      if (!is_of_cuda) function.earlier = entity_of(*known);
      known = &function;
      return;
    }
  } else {
    // A template that is repeated: in a second program, or its definition after a prototype.
    budget().charge(kStepsAnOverload * overloads.size());
    for (const FunctionDeclaration*& known : overloads) {
      if (!known->is_template || known->builtin != nullptr ||
          entity_of(*known)->scope != function.scope || !same_text(*entity_of(*known), function))
        continue;
      function.earlier = entity_of(*known);
      known = &function;
      return;
    }
  }
  overloads.push_back(&function);
}

bool Names::same_text(const FunctionEntity& a, const FunctionEntity& b) const {
  const auto head_end = [&](const FunctionEntity& function) {
    size_t end = function.text_begin;
    while (end < function.text.end && !tokens_[end].is("{") && !tokens_[end].is(";")) ++end;
    return end;
  };
  const size_t size = head_end(a) - a.text_begin;
  if (head_end(b) - b.text_begin != size) return false;
  for (size_t i = 0; i < size; ++i) {
    if (tokens_[a.text_begin + i].text != tokens_[b.text_begin + i].text) return false;
  }
  return true;
}

// Functions of the other side are kept only if there is nothing else, for error messages that name
// them.
void Names::keep_callable(std::vector<const FunctionDeclaration*>& overloads) const {
  const auto is_uncallable = [this](const FunctionDeclaration* function) {
    return !may_call(*function, is_host_);
  };
  if (std::all_of(overloads.begin(), overloads.end(), is_uncallable)) return;
  std::erase_if(overloads, is_uncallable);
}

// --------------------------------------------------------------------------------- heads, values

bool Names::read_head(FunctionEntity& function) {
  if (function.head == ReadState::kRead) return true;
  if (function.head != ReadState::kUnread || depth_ > kDeepestReading) return false;
  function.head = ReadState::kReading;
  const Visit visit(*this, {function.scope, function.position, nullptr, function.owner});
  const Reporter::Context context(reporter_, context_of(function));
  Parser parser = parser_at(function.text);
  const bool is_fine = parser.parse_function_head(function);
  function.head = is_fine ? ReadState::kRead : ReadState::kFailed;
  if (is_fine && function.owner != nullptr) take_words_of_definition(function);
  return is_fine;
}

ExprPtr Names::read_value(TokenRange text, const Context& context, const Type* type) {
  if (type != nullptr && type->is_scalar()) {
    const Visit visit(*this, context);
    const size_t errors = reporter_.count();
    ExprPtr parsed = parser_at(text).parse_default_value();
    const Span span = parsed ? parsed->span : Span{};
    ExprPtr value = parsed ? checker_.initialize(std::move(parsed), type, span) : nullptr;
    if (value) {
      if (const auto known = fold(*value)) {
        auto literal = std::make_unique<Literal>();
        literal->span = span;
        literal->type = unit_.types.scalar(known->scalar);
        literal->bits = known->bits;
        literal->real = known->real;
        return literal;
      }
    }
    reporter_.forget_after(errors);
  }
  const Visit visit(*this, context);  // its types are found where it is written
  return parser_at(text).parse_default_value();
}

ExprPtr Names::default_argument(const FunctionDeclaration& declaration, size_t parameter) {
  const FunctionEntity* function = entity_of(declaration);
  // The value may be in an earlier prototype of this definition.
  while (function->texts[parameter].default_value.empty() && function->earlier != nullptr)
    function = function->earlier;
  const TokenRange text = function->texts[parameter].default_value;
  if (text.empty()) return nullptr;
  return read_value(text, {function->scope, function->position, nullptr, function->owner},
                    function->parameters[parameter].type);
}

// ------------------------------------------------------------------------------------------- use

// A prototype's definition: the next one with its name and parameters.
FunctionEntity* Names::definition_of(FunctionEntity& declared) {
  const bool is_plain = declared.owner == nullptr && declared.primary == nullptr;
  for (FunctionEntity* one = &declared; one != nullptr; one = is_plain ? one->earlier : nullptr) {
    if (FunctionEntity* definition = definition_behind(*one)) return definition;
  }
  return nullptr;
}

FunctionEntity* Names::definition_behind(FunctionEntity& function) {
  if (function.owner != nullptr) return definition_of_member(function);
  if (function.has_body) return &function;
  if (function.primary != nullptr) {  // an instance of a template's prototype
    FunctionEntity* primary = definition_of(*function.primary);
    if (primary == nullptr || primary == function.primary) return nullptr;
    std::string reason;
    return make_instance(*primary, function.arguments, &reason);
  }
  NameScope* scope = function.scope;
  const auto known = scope->names.find(function.name);
  FunctionEntity* like = nullptr;  // of a template: one with as many parameters of its own
  if (known != scope->names.end()) {
    for (const Entity* entity : known->second) {
      budget().charge();
      FunctionEntity* other = entity->function;
      if (entity->kind != EntityKind::kFunction || !other->has_body ||
          other->position < function.position || other->is_template != function.is_template)
        continue;
      // The C library has some functions for kernels as texts of ours: they are others.
      if (is_provided(function) && may_call(function, true) && !may_call(*other, true)) continue;
      if (function.is_template) {
        if (function.template_parameters.size() != other->template_parameters.size()) continue;
        if (same_template(function, *other)) return other;
        if (like == nullptr) like = other;
        continue;
      }
      if (read_head(*other) && same_parameters(function, *other, unit_.types)) return other;
    }
  }
  return like;
}

// Whether their functions' parameters are the same ones; what depends on arguments that are not
// known yet may make them differ.
bool Names::same_template(FunctionEntity& a, FunctionEntity& b) {
  const FunctionEntity* one = pattern_of(a);
  const FunctionEntity* other = pattern_of(b);
  if (one == nullptr || other == nullptr) return false;
  const size_t count = one->parameters.size();
  return other->parameters.size() == count && is_as_special(a, b, count) &&
         is_as_special(b, a, count);
}

Function& Names::function_of(FunctionEntity& entity) {
  if (entity.function != nullptr) return *entity.function;
  budget().keep(2 * sizeof(Function));
  unit_.functions.push_back(std::make_unique<Function>());
  entity.function = unit_.functions.back().get();
  describe(entity, *entity.function);
  return *entity.function;
}

void Names::describe(const FunctionEntity& entity, Function& function) const {
  function.name = entity.full_name;
  function.span = entity.span;
  function.full_span =
      base::join(tokens_[entity.text_begin].span, tokens_[entity.text.end - 1].span);
  function.return_type = entity.return_type;
  function.returns_reference = entity.returns_reference;
  if (entity.returns_reference && entity.return_type != nullptr)
    function.return_type = unit_.types.pointer_to(entity.return_type);
  function.is_own = unit_.file.is_own(entity.span.begin);
  function.is_host = is_host_code(entity);
  function.is_device_only = !entity.is_constructor && !may_call(entity, true);
  function.is_variadic = entity.is_variadic;
  function.returns_in_place = is_program_ && is_host_code(entity) && !may_call(entity, false) &&
                              !entity.returns_reference && entity.return_type != nullptr &&
                              checker_.is_made_in_place(entity.return_type);
}

const Function* Names::use(const FunctionDeclaration& declaration, Span call, bool needs_body) {
  FunctionEntity* declared = entity_of(declaration);
  if (!may_call(declaration, is_host_) && !(is_host_ && is_for_kernels_)) {
    reporter_.error(
        call, say("'{name}' is host code: a kernel cannot call it", "name"_a = declaration.name),
        say("write __device__ before it, in line {line}",
            "line"_a = unit_.file.line_of(declaration.span.begin)));
    return nullptr;
  }
  if (declaration.is_kernel) {
    reporter_.error(
        call,
        say("'{name}' is a kernel: a kernel cannot start another here (dynamic parallelism)",
            "name"_a = declaration.name),
        say("make it a __device__ function to call it"));
    return nullptr;
  }
  FunctionEntity* definition = definition_of(*declared);
  const bool has_no_text = definition == nullptr && is_host_ && is_provided(*declared);
  if (has_no_text) definition = declared;
  if (definition == nullptr) {
    reporter_.error(
        call,
        say("'{name}' is declared, but has no body in this file", "name"_a = declaration.name),
        say("write its body, or include the file that holds it"));
    return nullptr;
  }
  if (definition->user.by == InstanceUser::By::kNobody)
    definition->user = {InstanceUser::By::kUse, call};
  if (!read_head(*definition)) return nullptr;
  Function& function = function_of(*definition);
  if (context_.function != nullptr) {
    auto& calls = context_.function->calls;
    budget().charge(calls.size());
    if (std::find(calls.begin(), calls.end(), &function) == calls.end()) calls.push_back(&function);
  }
  if (has_no_text) {
    function.is_provided = true;
  } else if (definition->body == ReadState::kUnread) {
    if (needs_body) {
      read_body(*definition, function);
    } else if (!std::exchange(definition->is_waiting, true)) {
      waiting_.push_back(definition);
    }
  }
  if (declared != definition && declared->return_type == nullptr)
    declared->return_type = definition->return_type;
  return &function;
}

void Names::read_body(FunctionEntity& entity, Function& function) {
  if (entity.body != ReadState::kUnread) return;
  entity.body = ReadState::kReading;
  if (depth_ > kDeepestReading) {
    reporter_.error(entity.span,
                    say("'{name}' depends on itself endlessly", "name"_a = entity.full_name),
                    say("end the recursion with a specialisation or if constexpr"));
    return;
  }
  const Visit visit(*this, {entity.scope, entity.position, &function, entity.owner});
  const bool was_host = std::exchange(is_host_, is_program_ && is_host_code(entity));
  const bool was_for_kernels = std::exchange(is_for_kernels_, may_call(entity, false));
  const size_t errors = reporter_.count();
  {
    const Reporter::Context context(reporter_, context_of(entity));
    parser_at(entity.text).parse_function_body(entity, function);
  }
  if (is_program_) keep_errors(errors, function);
  is_host_ = was_host;
  is_for_kernels_ = was_for_kernels;
  if (function.return_type == nullptr) function.return_type = unit_.types.void_type();
  if (entity.return_type == nullptr) {
    const bool is_reference = function.returns_reference && function.return_type->is_pointer();
    entity.return_type = is_reference ? function.return_type->element : function.return_type;
  }
  if (function.returns_in_place && function.body) function.return_type = unit_.types.void_type();
  entity.body = ReadState::kRead;
}

std::string Names::place_of(Span span) const {
  const base::LineColumn at = unit_.file.line_column(span.begin);
  if (at.part == 0) return say("line {line}", "line"_a = at.line);
  return say("line {line} of {file}", "line"_a = at.line, "file"_a = unit_.file.name(at.part));
}

// The context of an instance: its name, and what needs it.
std::string Names::context_of(const std::string& name, const InstanceUser& user) const {
  switch (user.by) {
    case InstanceUser::By::kNobody:
      break;
    case InstanceUser::By::kUse:
      return say("in '{name}', which {place} uses", "name"_a = name,
                 "place"_a = place_of(user.span));
    case InstanceUser::By::kOption:
      return say("in '{name}', which --kernel names", "name"_a = name);
    case InstanceUser::By::kLaunch:
      return say("in '{name}', which {place} launches", "name"_a = name,
                 "place"_a = place_of(user.span));
  }
  return say("in '{name}'", "name"_a = name);
}

std::string Names::context_of(const FunctionEntity& entity) const {
  return entity.primary == nullptr ? "" : context_of(entity.full_name, entity.user);
}

void Names::read_waiting() {
  do {
    while (!waiting_.empty() && !reporter_.is_full()) {
      FunctionEntity* next = waiting_.front();
      waiting_.pop_front();
      next->is_waiting = false;
      read_body(*next, *next->function);
    }
  } while (extend_dispatchers() && !reporter_.is_full());
}

// ------------------------------------------------------------------------------------ call graph

namespace {

constexpr uint64_t kStepsACall = 20;

// A function on the current path, and the index of its next call. A chain of calls may be as long
// as the text, so the walk is not recursive.
struct OpenFunction {
  const Function* function = nullptr;
  size_t next = 0;
};

// Callees before callers.
void reach(const Function& from, std::set<const Function*>& seen,
           std::vector<const Function*>& order, base::Budget& budget) {
  std::vector<OpenFunction> open{{&from}};
  while (!open.empty()) {
    OpenFunction& top = open.back();
    if (top.next < top.function->calls.size()) {
      const Function* callee = top.function->calls[top.next++];
      budget.charge(kStepsACall);
      if (seen.insert(callee).second) open.push_back({callee});
      continue;
    }
    if (open.size() > 1) order.push_back(top.function);
    open.pop_back();
  }
}

// Finds the functions that can reach a call of themselves: those that call themselves or share a
// strongly connected component with another one (Tarjan's algorithm).
class RecursionFinder {
 public:
  explicit RecursionFinder(base::Budget& budget) : budget_(budget) {}

  void visit(Function& from) {
    if (marks_.contains(&from)) return;
    begin(&from);
    while (!open_.empty()) {
      const OpenFunction top = open_.back();
      if (top.next < top.function->calls.size()) {
        ++open_.back().next;
        step(top.function, top.function->calls[top.next]);
        continue;
      }
      open_.pop_back();
      if (!open_.empty()) lower(open_.back().function, marks_[top.function].lowest);
      if (marks_[top.function].lowest == marks_[top.function].number) end_component(top.function);
    }
  }
  bool is_recursive(const Function* function) const { return recursive_.contains(function); }

 private:
  struct Mark {
    size_t number = 0, lowest = 0;
    bool is_waiting = true;  // for the end of its component
  };

  void begin(const Function* function) {
    const size_t number = marks_.size();
    marks_[function] = {number, number, true};
    component_.push_back(function);
    open_.push_back({function});
  }
  void lower(const Function* function, size_t number) {
    size_t& lowest = marks_[function].lowest;
    lowest = std::min(lowest, number);
  }
  void step(const Function* caller, const Function* callee) {
    budget_.charge(kStepsACall);
    if (caller == callee) recursive_.insert(caller);
    const auto known = marks_.find(callee);
    if (known == marks_.end()) return begin(callee);
    if (known->second.is_waiting) lower(caller, known->second.number);
  }
  void end_component(const Function* root) {
    const bool is_alone = component_.back() == root;
    for (const Function* member = nullptr; member != root; component_.pop_back()) {
      member = component_.back();
      marks_[member].is_waiting = false;
      if (!is_alone) recursive_.insert(member);
    }
  }

  base::Budget& budget_;
  std::unordered_map<const Function*, Mark> marks_;
  std::vector<const Function*> component_;  // functions whose components are not complete yet
  std::vector<OpenFunction> open_;
  std::set<const Function*> recursive_;
};

Variable* dynamic_of(const Function& function) {
  const auto found =
      std::find_if(function.variables.begin(), function.variables.end(),
                   [](const auto& variable) { return variable->storage == Storage::kDynamic; });
  return found == function.variables.end() ? nullptr : found->get();
}

}  // namespace

void Names::note_reached() {
  finish_dispatchers();
  if (is_program_) spread_throws();
  RecursionFinder recursion(budget());
  for (const auto& function : unit_.functions) recursion.visit(*function);
  for (const auto& function : unit_.functions)
    function->is_recursive = recursion.is_recursive(function.get());
  if (unit_.program != nullptr) {
    std::set<const Function*> seen;
    reach(unit_.program->entry, seen, unit_.program->entry.reached, budget());
  }
  for (Kernel& kernel : unit_.kernels) {
    std::set<const Function*> seen;
    kernel.reached.clear();
    reach(kernel, seen, kernel.reached, budget());
    kernel.dynamic_shared = dynamic_of(kernel);
    for (const Function* function : kernel.reached) {
      if (kernel.dynamic_shared == nullptr) kernel.dynamic_shared = dynamic_of(*function);
    }
  }
}

}  // namespace warplens::lang
