// Scopes, declarations, and the entry points for whole expressions.
#include "sim/lang/checker.hpp"

#include <algorithm>
#include <utility>

#include "sim/lang/intrinsics.hpp"
#include "sim/lang/words.hpp"

namespace warplens::lang {

Checker::Checker(Unit& unit, const std::vector<Item>& outside, Reporter& reporter)
    : unit_(unit), outside_(outside), reporter_(reporter) {
  for (const Item& item : outside_) {
    if (!item.name.empty() && item.kind != ItemKind::kConstant)
      outside_names_.emplace(item.name, &item);
    for (const std::string& member : item.members) outside_names_.emplace(member, &item);
  }
  // Of a name as short as `Row` every short function is near: no suggestion for a variable.
  constexpr size_t kShortestFunction = 5;
  for (const Intrinsic& row : intrinsics()) {
    if (row.name.size() < kShortestFunction) continue;
    if (known_names_.empty() || known_names_.back() != row.name)
      known_names_.emplace_back(row.name);
  }
  for (const auto* name : {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"}) {
    known_names_.emplace_back(name);
  }
  scopes_.emplace_back();  // the file's
}

void Checker::begin_kernel(Kernel* kernel) {
  kernel_ = kernel;
  reported_names_.clear();
  enter_scope();
}

void Checker::end_kernel(uint32_t end) {
  leave_scope(end);
  loops_.clear();
  kernel_ = nullptr;
}

void Checker::enter_scope() {
  scopes_.emplace_back();
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
  auto variable = std::make_unique<Variable>();
  Variable* declared = variable.get();
  declared->name = name;
  declared->span = span;
  declared->type = type;
  declared->storage = storage;
  declared->scope = {span.end, static_cast<uint32_t>(unit_.file.text().size())};
  declared->address_taken = type->is_array();
  auto& owner = kernel_ != nullptr ? kernel_->variables : unit_.constants;
  owner.push_back(std::move(variable));
  if (storage == Storage::kShared) kernel_->shared.push_back(declared);
  scope.variables.push_back(declared);
  if (name.empty()) return declared;
  const auto [known, is_new] = scope.names.emplace(std::move(name), declared);
  if (!is_new) {
    const uint32_t line = unit_.file.line_of(known->second->span.begin);
    const bool is_parameter = known->second->storage == Storage::kParameter;
    reporter_.error(span, "'" + declared->name + "' is declared twice",
                    std::string(is_parameter ? "the parameter" : "the first one") + " is in line " +
                        std::to_string(line));
    known->second = declared;
  }
  return declared;
}

Variable* Checker::declare_dynamic_shared(std::string name, Span span, const Type* element) {
  const Type* type = types().array_of(element, 0);
  Variable* known = kernel_->dynamic_shared;
  if (known == nullptr) {
    Variable* variable = declare(std::move(name), span, type, Storage::kDynamic);
    kernel_->dynamic_shared = variable;
    return variable;
  }
  if (known->name == name && known->type == type) {
    scopes_.back().names.emplace(std::move(name), known);
    return known;
  }
  reporter_.error(
      span,
      "a second extern __shared__ array: it would be the same memory as '" + known->name + "'",
      "divide the first one with a pointer: " + name_of(element) + "* " + name + " = (" +
          name_of(element) + "*)(" + known->name + " + COUNT);");
  return declare(std::move(name), span, type, Storage::kDynamic);
}

bool Checker::make_constant(Variable& variable, const Expr& initializer) {
  const std::optional<Constant> known = fold(initializer);
  if (!known || !variable.type->is_scalar()) return false;
  const Constant constant = convert(*known, variable.type->scalar);
  variable.storage = Storage::kConstant;
  variable.constant_bits = constant.bits;
  variable.constant_float = constant.real;
  return true;
}

void Checker::forget_file_names(size_t count) {
  Scope& scope = scopes_.front();
  for (size_t i = count; i < unit_.constants.size(); ++i)
    scope.names.erase(unit_.constants[i]->name);
  scope.variables.resize(count);
  unit_.constants.resize(count);
}

Variable* Checker::find_variable(std::string_view name) const {
  const std::string key(name);
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->names.find(key);
    if (found != scope->names.end()) return found->second;
  }
  return nullptr;
}

// ----------------------------------------------------------------------------------- whole
// expressions

ExprPtr Checker::value(ExprPtr expr) {
  ExprPtr checked = checked_value(std::move(expr));
  if (checked && checked->type->is_void()) {
    reporter_.error(checked->span, "this has no value: its type is void");
    return nullptr;
  }
  return checked;
}

ExprPtr Checker::value_as(ExprPtr expr, const Type* type) {
  return convert_value(value(std::move(expr)), plain(type));
}

ExprPtr Checker::condition(ExprPtr expr) {
  return to_bool(value(std::move(expr)));
}

ExprPtr Checker::discarded(ExprPtr expr) {
  if (!expr) return nullptr;
  if (expr->kind == ExprKind::kConditional) return check_conditional(std::move(expr), true);
  if (expr->kind == ExprKind::kBinary && as<Binary>(*expr).op == BinaryOp::kComma) {
    auto& comma = as<Binary>(*expr);
    comma.left = discarded(std::move(comma.left));
    comma.right = discarded(std::move(comma.right));
    if (!comma.left || !comma.right) return nullptr;
    comma.type = comma.right->type;
    return expr;
  }
  return check(std::move(expr));
}

ExprPtr Checker::integer_value(ExprPtr expr, std::string_view what) {
  ExprPtr checked = value(std::move(expr));
  if (!checked) return nullptr;
  if (!checked->type->is_scalar() || base::is_floating(checked->type->scalar)) {
    reporter_.error(checked->span,
                    std::string(what) + " must be an integer, this is " + name_of(checked->type),
                    checked->type->is_scalar() ? "write (int)(...) around it" : "");
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
  if (checked->type->is_void() || size_of(checked->type) == 0) {
    reporter_.error(span,
                    "sizeof of '" + name_of(checked->type) + "', whose size only the launch knows",
                    "pass the number of elements as a parameter");
    return nullptr;
  }
  ExprPtr size = make_literal(*checked, Constant{base::Scalar::kULong, size_of(checked->type), 0});
  size->span = span;
  return size;
}

std::optional<Constant> Checker::constant_integer(ExprPtr expr, std::string_view what) {
  ExprPtr checked = integer_value(std::move(expr), what);
  if (!checked) return std::nullopt;
  std::optional<Constant> constant = fold(*checked);
  if (!constant) {
    reporter_.error(checked->span, std::string(what) + " must be known before the kernel runs",
                    "use a number, a #define or a constexpr int");
  }
  return constant;
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

void Checker::report_unknown_name(std::string_view name, Span span) {
  if (!reported_names_.emplace(name).second || reporter_.is_full()) return;
  if (report_outside_name(name, span, false) || report_macro_name(name, span)) return;
  std::vector<std::string> candidates;
  for (const Scope& scope : scopes_) {
    for (const auto& [known, variable] : scope.names) candidates.push_back(known);
  }
  std::sort(candidates.begin(), candidates.end());  // the table's order is arbitrary
  candidates.insert(candidates.end(), known_names_.begin(), known_names_.end());
  const std::string nearest = base::nearest_name(name, candidates);
  reporter_.error(
      span, "unknown name '" + std::string(name) + "'",
      nearest.empty() ? "declare it before this line" : "did you mean '" + nearest + "'?");
}

// The name of a macro that was not replaced by its text: too early, too late, by itself, or without
// its arguments.
bool Checker::report_macro_name(std::string_view name, Span span) {
  const std::vector<std::string>& macros = unit_.macro_names;
  if (std::find(macros.begin(), macros.end(), name) == macros.end()) return false;
  reporter_.error(span, "the macro '" + std::string(name) + "' has no value here",
                  "is it defined further down, by itself, or with arguments that are missing?");
  return true;
}

void Checker::report_unknown_type(std::string_view name, Span span) {
  if (report_outside_name(name, span, false) || reporter_.is_full()) return;
  const std::string nearest = base::nearest_name(name, type_words());
  reporter_.error(span, "unknown type '" + std::string(name) + "'",
                  nearest.empty() ? "" : "did you mean '" + nearest + "'?");
}

void Checker::report_member(const Expr& base, std::string_view member, Span span) {
  const Expr* root = &base;
  while (root->kind == ExprKind::kIndex) root = as<Index>(*root).base.get();
  if (root->kind == ExprKind::kVariable) {
    const std::string& name = as<VariableRef>(*root).name;
    if (find_variable(name) == nullptr) return report_unknown_name(name, root->span);
    if (builtin_triple(name)) {
      reporter_.error(root->span, "'" + name + "' is a variable here, which hides CUDA's " + name,
                      "give the variable or parameter another name");
      return;
    }
  }
  reporter_.error(span,
                  "members (." + std::string(member) +
                      ") are not supported yet: there are no structs or vectors",
                  "use one variable or array for each member");
}

}  // namespace warplens::lang
