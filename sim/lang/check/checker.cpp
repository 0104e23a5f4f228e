// Scopes, declarations, and the entry points for whole expressions.
#include "sim/lang/check/checker.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/evaluate.hpp"
#include "sim/lang/check/phrases.hpp"
#include "sim/lang/library/intrinsics.hpp"
#include "sim/lang/text/doubts.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {
namespace {

bool is_like_macro_name(std::string_view name) {
  return std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

std::string in_small_letters(std::string_view name) {
  std::string small(name);
  for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return small;
}

// "WARPSIZE", "WARP_SIZE": the one macro with a well-known value.
bool is_warp_size(std::string_view name) {
  std::string letters;
  std::copy_if(name.begin(), name.end(), std::back_inserter(letters),
               [](char c) { return c != '_'; });
  return letters == "WARPSIZE";
}

// What no text declares.
void add_builtin_names(std::vector<std::string>& names) {
  // Every short function is near a short name such as `Row`: it would be a poor suggestion.
  constexpr size_t kShortestFunction = 5;
  for (const Intrinsic& row : intrinsics()) {
    if (row.name.size() < kShortestFunction) continue;
    if (names.empty() || names.back() != row.name) names.emplace_back(row.name);
  }
  for (const auto* name : {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"})
    names.emplace_back(name);
}

}  // namespace

Checker::Checker(Unit& unit, const std::vector<Item>& outside, Reporter& reporter,
                 base::Budget& budget)
    : unit_(unit), outside_(outside), reporter_(reporter), budget_(budget) {
  enter_scope();  // the file's
}

Checker::FunctionState Checker::begin_function(Function* function) {
  FunctionState outer;
  outer.function = std::exchange(function_, function);
  outer.scopes = std::exchange(scopes_, {});
  outer.loops = std::exchange(loops_, {});
  outer.reported_names = std::exchange(reported_names_, {});
  enter_scope();
  return outer;
}

void Checker::end_function(uint32_t end, FunctionState outer) {
  leave_scope(end);
  function_ = outer.function;
  scopes_ = std::move(outer.scopes);
  loops_ = std::move(outer.loops);
  reported_names_ = std::move(outer.reported_names);
}

void Checker::enter_scope() {
  scopes_.emplace_back();
  scopes_.back().id = ++scopes_made_;
}

bool Checker::is_open(uint32_t scope) const {
  return std::any_of(scopes_.begin(), scopes_.end(),
                     [&](const Scope& open) { return open.id == scope; });
}

void Checker::leave_scope(uint32_t end) {
  for (Variable* variable : scopes_.back().variables) {
    variable->scope.end = std::max(variable->scope.begin, end);
  }
  scopes_.pop_back();
}

void Checker::enter_loop(Loop* loop) {
  loops_.push_back(loop);
}
void Checker::leave_loop() {
  loops_.pop_back();
}

Variable* Checker::declare(std::string name, Span span, const Type* type, Storage storage) {
  Scope& scope = scopes_.back();
  budget_.keep(2 * (sizeof(Variable) + name.size()));
  auto variable = std::make_unique<Variable>();
  Variable* declared = variable.get();
  declared->name = name;
  declared->span = span;
  declared->type = type;
  declared->storage = storage;
  declared->scope = {span.end, unit_.file.end()};
  declared->address_taken = type->is_array();
  auto& owner = function_ != nullptr ? function_->variables : unit_.constants;
  owner.push_back(std::move(variable));
  if (storage == Storage::kShared) function_->shared.push_back(declared);
  scope.variables.push_back(declared);
  if (name.empty()) return declared;
  const auto [known, is_new] = scope.names.emplace(std::move(name), declared);
  if (!is_new) {
    const uint32_t line = unit_.file.line_of(known->second->span.begin);
    const bool is_parameter = known->second->storage == Storage::kParameter;
    reporter_.error(span, say("'{name}' is declared twice", "name"_a = declared->name),
                    is_parameter ? say("the parameter is in line {line}", "line"_a = line)
                                 : say("the first one is in line {line}", "line"_a = line));
    known->second = declared;
  }
  return declared;
}

Variable* Checker::declare_dynamic_shared(std::string name, Span span, const Type* type) {
  const auto found =
      std::find_if(function_->variables.begin(), function_->variables.end(),
                   [](const auto& variable) { return variable->storage == Storage::kDynamic; });
  if (found == function_->variables.end())
    return declare(std::move(name), span, type, Storage::kDynamic);
  Variable* known = found->get();
  if (known->name == name && known->type == type) {
    scopes_.back().names.emplace(std::move(name), known);
    return known;
  }
  reporter_.warning(
      span,
      say("a second extern __shared__ array: it is the same memory as '{name}'",
          "name"_a = known->name),
      say("divide the first one with a pointer: {type}* {name} = ({type}*)({first} + COUNT);",
          "type"_a = name_of(type->is_array() ? type->element : type), "name"_a = name,
          "first"_a = known->name));
  return declare(std::move(name), span, type, Storage::kDynamic);
}

bool Checker::make_constant(Variable& variable, const Expr& initializer) {
  const std::optional<Constant> known = evaluate(initializer);
  if (!known || !variable.type->is_scalar()) return false;
  const Constant constant = convert(*known, variable.type->scalar);
  variable.storage = Storage::kConstant;
  variable.constant_bits = constant.bits;
  variable.constant_float = constant.real;
  return true;
}

Variable* Checker::find_local(std::string_view name) const {
  const std::string key(name);
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->names.find(key);
    if (found != scope->names.end()) return found->second;
  }
  return nullptr;
}

void Checker::for_each_local(
    const std::function<void(const std::string&, Variable&)>& visit) const {
  for (const Scope& scope : scopes_) {
    for (const auto& [name, variable] : scope.names) visit(name, *variable);
  }
}

Variable* Checker::find_variable(std::string_view name) const {
  Variable* local = find_local(name);
  return local != nullptr ? local : declarations_->find_variable(name);
}

// ----------------------------------------------------------------------------------- whole
// expressions

ExprPtr Checker::value(ExprPtr expr) {
  ExprPtr checked = checked_value(std::move(expr));
  if (checked && checked->type->is_void()) {
    reporter_.error(checked->span, say("this has no value: its type is void"));
    return nullptr;
  }
  return checked;
}

ExprPtr Checker::value_as(ExprPtr expr, const Type* type) {
  if (!expr) return nullptr;
  const Span span = expr->span;
  return initialize(std::move(expr), type, span);
}

ExprPtr Checker::condition(ExprPtr expr) {
  return to_bool(value(std::move(expr)));
}

ExprPtr Checker::discarded(ExprPtr expr) {
  if (!expr) return nullptr;
  if (expr->kind == ExprKind::kConditional) return check_conditional(std::move(expr), true);
  if (expr->kind == ExprKind::kBinary && as<Binary>(*expr).op == BinaryOp::kComma)
    return check_comma(std::move(expr), true);
  return ended(check(std::move(expr)));
}

// A value that nobody takes: what has a destructor is an object that ends.
ExprPtr Checker::ended(ExprPtr checked) {
  const bool ends = checked && !checked->is_lvalue && needs_destruction(checked->type);
  return ends ? materialize(std::move(checked)) : std::move(checked);
}

ExprPtr Checker::integer_value(ExprPtr expr, std::string_view what) {
  ExprPtr checked = value(std::move(expr));
  if (!checked) return nullptr;
  if (!checked->type->is_scalar() || base::is_floating(checked->type->scalar)) {
    reporter_.error(checked->span,
                    say("{what} must be an integer, this is {type}", "what"_a = what,
                        "type"_a = name_of(checked->type)),
                    checked->type->is_scalar() ? say("write (int)(...) around it") : "");
    return nullptr;
  }
  return promote(std::move(checked));
}

ExprPtr Checker::size_of_expression(ExprPtr expr, Span span) {
  const std::vector<Loop*> loops =
      std::exchange(loops_, {});  // a barrier in here would never be reached
  ExprPtr checked = check(std::move(expr));
  loops_ = loops;
  if (!checked) return nullptr;
  if (checked->kind == ExprKind::kVariable &&
      as<VariableRef>(*checked).variable->is_counted_array) {
    reporter_.error(span,
                    say("sizeof of '{name}', whose size only execution knows",
                        "name"_a = as<VariableRef>(*checked).name),
                    say("write the number of elements times the size of one"));
    return nullptr;
  }
  if (checked->type->is_void() || size_of(checked->type) == 0) {
    reporter_.error(span,
                    say("sizeof of '{type}', whose size only the launch knows",
                        "type"_a = name_of(checked->type)),
                    say("pass the number of elements as a parameter"));
    return nullptr;
  }
  ExprPtr size = make_literal(*checked, Constant{base::Scalar::kULong, size_of(checked->type), 0});
  size->span = span;
  return size;
}

std::optional<Constant> Checker::constant_integer(ExprPtr expr, std::string_view what) {
  ExprPtr checked = integer_value(std::move(expr), what);
  if (!checked) return std::nullopt;
  std::optional<Constant> constant = evaluate(*checked);
  if (!constant) {
    reporter_.error(checked->span,
                    say("{what} must be known before the kernel runs", "what"_a = what),
                    say("use a number, a #define or a constexpr int"));
  }
  return constant;
}

std::optional<Constant> Checker::template_value(ExprPtr expr, std::string_view what) {
  if (!expr) return std::nullopt;
  if (const ExprPtr function = function_pointer(*expr, nullptr))
    return Constant{base::Scalar::kULong, as<Literal>(*function).bits, 0};
  if (expr->kind == ExprKind::kLiteral && expr->type->is_pointer() &&
      is_data_member_pointer(expr->type))
    return Constant{base::Scalar::kULong, as<Literal>(*expr).bits, 0};
  if (expr->kind == ExprKind::kVariable) {
    const Variable* known = find_variable(as<VariableRef>(*expr).name);
    if (known != nullptr && known->storage == Storage::kConstant && known->type->is_pointer())
      return Constant{base::Scalar::kULong, known->constant_bits, 0};
  }
  return constant_integer(std::move(expr), what);
}

// Also evaluates calls of constexpr functions.
std::optional<Constant> Checker::evaluate(const Expr& checked) {
  Evaluator evaluator(&budget_, [this](const Function& function) {
    const auto known = declared_as_.find(&function);
    if (known == declared_as_.end() || !known->second->is_constexpr) return false;
    if (function.body == nullptr) declarations().use(*known->second, function.span, true);
    return function.body != nullptr;
  });
  return evaluator.value(checked);
}

std::optional<bool> Checker::constant_condition(ExprPtr expr) {
  const ExprPtr checked = condition(std::move(expr));
  if (!checked) return std::nullopt;
  const std::optional<Constant> known = evaluate(*checked);
  if (!known) {
    reporter_.error(checked->span, say("this condition must be known before the kernel runs"),
                    say("write a plain if, or use constants and template arguments only"));
    return std::nullopt;
  }
  return known->is_true();
}

// Whether an expression is a local variable or a parameter, an object of the result's type (null:
// of any struct).
bool Checker::names_own_object(const Expr& returned, const Type* result) {
  if (returned.kind != ExprKind::kVariable) return false;
  const Variable* variable = find_local(as<VariableRef>(returned).name);
  return variable != nullptr && !variable->is_reference && variable->storage == Storage::kLocal &&
         variable->type->is_record() &&
         (result == nullptr || plain(variable->type) == plain(result));
}

// Whether a compiler constructs this local variable in the place of the result, without a copy.
// `result` is null where the variable determines the type.
bool Checker::is_result_itself(const Expr& returned, const Type* result) {
  if (!names_own_object(returned, result)) return false;
  const std::string name(as<VariableRef>(returned).name);
  const Variable* variable = find_local(name);
  const std::vector<Variable*>& parameters = function_->parameters;
  if (std::find(parameters.begin(), parameters.end(), variable) != parameters.end()) return false;
  if (!is_host_only()) return true;
  const auto& outermost = scopes_.front().names;  // those of inner blocks g++ 12 moves
  const auto known = outermost.find(name);
  return known != outermost.end() && known->second == variable;
}

// The variable whose value is read; null if it is no variable's.
static const Variable* object_read(const Expr& value) {
  if (value.kind != ExprKind::kLoad) return nullptr;
  const Expr& place = *as<Load>(value).operand;
  return place.kind == ExprKind::kVariable ? as<VariableRef>(place).variable : nullptr;
}

// Sets the value of `return`, converted to the result type; null in a function that returns
// nothing. False after a mistake.
bool Checker::check_return(Return& node, ExprPtr unchecked) {
  returns_[function_].push_back(&node);
  const bool has_value = unchecked != nullptr;
  const Span span = has_value ? unchecked->span : node.span;
  const Type*& result = function_->return_type;
  if (result == nullptr && function_->returns_reference && has_value) {  // auto&
    node.value = bind_reference(std::move(unchecked), nullptr, false);
    if (node.value) result = node.value->type;
    return node.value != nullptr;
  }
  if (result == nullptr) {  // auto
    const bool is_made = has_value && is_result_itself(*unchecked, nullptr);
    ExprPtr returned = has_value ? checked_value(std::move(unchecked)) : nullptr;
    if (returned && returned->type->is_void()) {  // the call of a function without a result
      result = types().void_type();
      node.value = std::move(returned);
      return true;
    }
    if (!is_made) returned = copied(std::move(returned));
    if (has_value && !returned) return false;
    result = has_value ? plain(returned->type) : types().void_type();
    function_->returns_in_place = is_host_only() && is_made_in_place(result);
    if (is_made) node.moved = object_read(*returned);
    node.value = std::move(returned);
    return true;
  }
  if (result->is_void()) {
    if (!has_value) return true;
    ExprPtr returned = discarded(std::move(unchecked));
    if (!returned) return false;
    if (returned->type->is_void()) {
      node.value = std::move(returned);
      return true;
    }
    reporter_.error(span,
                    say("'{name}' returns nothing: its type is void", "name"_a = function_->name),
                    say("store the result: out[i] = ...; return;"));
    return false;
  }
  if (!has_value && function_->name == "main" && declarations().is_host()) {
    node.value = zero_value(result, span);  // nvcc takes it as the end of main()
    return node.value != nullptr;
  }
  if (!has_value) {
    reporter_.error(
        span,
        say("'{name}' returns '{type}', but no value is given here", "name"_a = function_->name,
            "type"_a = name_of(function_->returns_reference ? result->element : result)),
        say("write return VALUE;"));
    return false;
  }
  if (!function_->returns_reference && is_result_itself(*unchecked, result)) {
    node.value = value(std::move(unchecked));
    if (node.value) node.moved = object_read(*node.value);
    return node.value != nullptr;
  }
  if (function_->returns_reference) {
    node.value = bind_reference(std::move(unchecked), result->element, false);
  } else if (names_own_object(*unchecked, result)) {  // a parameter, which ends here
    ExprPtr object = check(std::move(unchecked));
    if (!object) return false;
    object->is_moved = true;
    node.value = initialize_checked(std::move(object), result);
  } else {
    node.value = initialize(std::move(unchecked), result, span);
  }
  return node.value != nullptr;
}

void Checker::forget_returns() {
  returns_.erase(function_);
}

size_t Checker::count_returns() const {
  const auto known = returns_.find(function_);
  return known == returns_.end() ? 0 : known->second.size();
}

void Checker::forget_returns_after(size_t count) {
  if (count < count_returns()) returns_[function_].resize(count);
}

bool Checker::finish_returns() {
  const std::vector<Return*> returns = std::move(returns_[function_]);
  returns_.erase(function_);
  const bool is_one = std::all_of(returns.begin(), returns.end(), [&](const Return* one) {
    return one->moved == returns.front()->moved;
  });
  for (Return* one : returns) {
    if (is_one || one->moved == nullptr) continue;
    const Type* type = plain(one->value->type);
    as<Load>(*one->value).operand->is_moved = true;
    one->value = copy(std::move(one->value), type);
    one->moved = nullptr;
    if (!one->value) return false;
  }
  return !function_->returns_in_place || return_in_place(returns);
}

const Type* Checker::range_of(ExprPtr unchecked) {
  const ExprPtr range = check(std::move(unchecked));
  if (!range) return nullptr;
  if (range->type->is_array() && range->is_lvalue && range->type->count > 0) return range->type;
  if (range->type->is_record() && !declarations().members(*range->type->record, "begin").empty())
    return range->type;
  reporter_.error(range->span,
                  say("a for over a range needs an array whose size is known, this is '{type}'",
                      "type"_a = name_of(range->type)),
                  say("write for (int i = 0; i < n; ++i)"));
  return nullptr;
}

const Type* Checker::type_of(ExprPtr unchecked, bool* is_place) {
  const ExprPtr checked = check(std::move(unchecked));
  if (checked && is_place != nullptr) *is_place = checked->is_lvalue && !checked->is_moved;
  return checked ? checked->type : nullptr;
}

Variable* Checker::stepped_variable(const Expr* step) {
  const Expr* target = nullptr;
  if (step != nullptr && step->kind == ExprKind::kIncrement)
    target = as<Increment>(*step).operand.get();
  if (step != nullptr && step->kind == ExprKind::kAssign) target = as<Assign>(*step).target.get();
  if (target == nullptr || target->kind != ExprKind::kVariable) return nullptr;
  Variable* variable = as<VariableRef>(*target).variable;
  return variable->type->is_scalar() ? variable : nullptr;
}

// --------------------------------------------------------------------------------------- unknown
// names

// base::nearest_name, charged to the budget: it compares the name with every candidate.
std::string Checker::nearest(std::string_view name, const std::vector<std::string>& candidates) {
  constexpr size_t kLongest = 64;
  if (reporter_.is_trial()) return "";
  const size_t letters = std::min(name.size(), kLongest);
  budget_.charge(candidates.size() * (1 + letters * letters));
  return base::nearest_name(name, candidates);
}

void Checker::report_unknown_name(std::string_view name, Span span) {
  const std::string message = say("unknown name '{name}'", "name"_a = name);
  const bool is_told = !reported_names_.emplace(name).second || reporter_.has(message);
  // Of a statement that is left out, its mistakes tell.
  if ((is_told && !declarations().leaves_out()) || reporter_.is_full()) return;
  if (declarations().report_unusable(name, span)) return;
  if (report_outside_name(name, span, false) || report_macro_name(name, span)) return;
  if (!intrinsics_named(name).empty()) {
    const std::string call = std::string(name) + (name.starts_with("__sync") ? "();" : "(...)");
    return reporter_.error(span,
                           say("'{name}' is a function and is not called here", "name"_a = name),
                           say("write {code}", "code"_a = call));
  }
  if (reporter_.is_trial()) return reporter_.error(span, "unknown name");  // discarded
  std::vector<std::string> candidates;
  for (const Scope& scope : scopes_) {
    for (const auto& [known, variable] : scope.names) candidates.push_back(known);
  }
  std::sort(candidates.begin(), candidates.end());  // the table's order is arbitrary
  const std::vector<std::string> visible = declarations().visible_names();
  candidates.insert(candidates.end(), visible.begin(), visible.end());
  candidates.insert(candidates.end(), known_names_.begin(), known_names_.end());
  add_builtin_names(candidates);
  const std::string known_name = nearest(name, candidates);
  const bool is_like_macro = name.size() > 2 && is_like_macro_name(name);
  std::string hint =
      !is_like_macro ? say("declare it before this line")
      : is_warp_size(name)
          ? say("write warpSize; or, if it is a macro, write #define {name} 32 above this line, or "
                "set it with -D",
                "name"_a = name)
          : say("if it is a macro, write #define {name} VALUE above this line, or set it with -D",
                "name"_a = name);
  if (report_missing(message, span)) return;
  if (!known_name.empty() && (!is_like_macro || is_like_macro_name(known_name) ||
                              in_small_letters(known_name) == in_small_letters(name)))
    return reporter_.unknown_name(span, message, known_name);
  reporter_.error(span, message, std::move(hint));
}

// Of `std::chrono::now`: that std has no chrono. False where no part of the name is known.
bool Checker::report_missing_member(std::string_view name, Span span) {
  std::string_view owner, member;
  for (size_t colons = name.find("::", 1); colons != std::string_view::npos;) {
    const std::string_view part = name.substr(0, colons);
    if (!declarations().is_namespace(part) && declarations().find_type(part) == nullptr) break;
    const size_t next = name.find("::", colons + 2);
    owner = part;
    member = name.substr(colons + 2, next == std::string_view::npos ? next : next - colons - 2);
    colons = next;
  }
  if (owner.empty()) return false;
  reporter_.error(span, say("'{owner}' has no '{name}'", "owner"_a = owner, "name"_a = member));
  return true;
}

// A name that a missing file may declare. Only the first such name is reported: it is reported for
// all of them.
bool Checker::report_missing(const std::string& message, Span span) {
  if (unit_.missing.empty()) return false;
  if (reporter_.has(reported_missing_)) return true;
  reported_missing_ = say("{message}; it may be declared in {files}, which was not found",
                          "message"_a = message, "files"_a = words_of(unit_.missing, unit_.file));
  reporter_.unsupported(span, reported_missing_, say("give the file's folder with -I"));
  return true;
}

// The name of a macro that was not replaced by its text: too early, too late, by itself, or without
// its arguments.
bool Checker::report_macro_name(std::string_view name, Span span) {
  const std::vector<std::string>& macros = unit_.macro_names;
  if (std::find(macros.begin(), macros.end(), name) == macros.end()) return false;
  reporter_.error(
      span, say("the macro '{name}' has no value here", "name"_a = name),
      say("is it defined further down, by itself, or with arguments that are missing?"));
  return true;
}

void Checker::report_unknown_type(std::string_view name, Span span) {
  if (report_missing_member(name, span)) return;
  if (declarations().report_unusable(name, span)) return;
  if (report_outside_name(name, span, false) || reporter_.is_full()) return;
  if (reporter_.is_trial()) return reporter_.error(span, "unknown type");  // discarded
  const std::string message = say("unknown type '{name}'", "name"_a = name);
  if (reporter_.has(message) || report_missing(message, span)) return;
  const auto words = type_words();
  std::vector<std::string> candidates(words.begin(), words.end());
  candidates.insert(candidates.end(), {"__shared__", "const", "struct", "extern"});
  const std::vector<std::string> visible = declarations().visible_names();
  constexpr size_t kMostRead = 1'000;
  for (size_t i = 0; i < std::min(visible.size(), kMostRead); ++i) {
    const std::string& known = visible[i];
    if (declarations().find_type(known) != nullptr) candidates.push_back(known);
  }
  reporter_.unknown_name(span, message, nearest(name, candidates));
}

}  // namespace warplens::lang
