// Gives meaning to what the parser made: names, types, conversions, reads.
//
// The parser calls in here as soon as a declaration or a whole expression is parsed, because later
// text depends on it
// (`const int N = 16; float a[N];`). A member that takes an ExprPtr takes a parsed tree and returns
// it checked, or null after a mistake, which is reported then; null in gives null out.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/lang/ast.hpp"
#include "sim/lang/constant.hpp"
#include "sim/lang/declarations.hpp"
#include "sim/lang/outline.hpp"
#include "sim/lang/reporter.hpp"

namespace warplens::lang {

class Checker {
 public:
  // `outside` are the file's items: what a kernel may have named by mistake.
  Checker(Unit& unit, const std::vector<Item>& outside, Reporter& reporter);

  TypeTable& types() { return unit_.types; }
  Reporter& reporter() { return reporter_; }
  Declarations& declarations() const { return *declarations_; }
  // To be called once, before anything is checked.
  void connect(Declarations& declarations) { declarations_ = &declarations; }

  // ------------------------------------------------------------------ scopes and declarations
  // (checker.cpp)
  void begin_kernel(Kernel* kernel);
  void end_kernel(uint32_t end);
  void enter_scope();
  void leave_scope(uint32_t end);  // `end`: byte where the scope's text ends
  void enter_loop(Loop* loop);
  void leave_loop();
  bool is_in_loop() const { return !loops_.empty(); }

  // A new variable in the innermost scope (of the file, outside kernels); reports a second one of
  // that name.
  Variable* declare(std::string name, Span span, const Type* type, Storage storage);
  // extern __shared__: all of a kernel's are the same memory, so there is one.
  Variable* declare_dynamic_shared(std::string name, Span span, const Type* element);
  // Makes a const variable one whose uses are folded, if its checked initialiser is known.
  bool make_constant(Variable& variable, const Expr& initializer);
  // Takes the file's variables back that were declared since there were `count`.
  void forget_file_names(size_t count);
  Variable* find_variable(std::string_view name) const;
  void add_known_name(std::string name) {
    known_names_.push_back(std::move(name));
  }  // for suggestions

  // ------------------------------------------------------------------------------ whole
  // expressions
  ExprPtr value(ExprPtr expr);  // what it evaluates to: no lvalue, no array, not void
  ExprPtr value_as(ExprPtr expr, const Type* type);  // converted as by an initialisation
  ExprPtr condition(ExprPtr expr);                   // bool
  ExprPtr discarded(ExprPtr expr);                   // an expression statement's
  ExprPtr integer_value(ExprPtr expr, std::string_view what);
  ExprPtr size_of_expression(ExprPtr expr, Span span);  // sizeof expr: expr is never evaluated
  std::optional<Constant> constant_integer(ExprPtr expr, std::string_view what);

  // ------------------------------------------------------------------------- initialisation
  // (check_construct.cpp) `unchecked` is an expression, or a Construct: a list `{a, b}` (type
  // null), or, with has_parentheses, the arguments of `T name(a, b)`.
  //
  // The value that an object of `type` is initialised with, a constructor's too.
  ExprPtr initialize(ExprPtr unchecked, const Type* type, Span span);
  // Fills in value, elements, constructor or constructors of a declarator whose variable is known;
  // of a reference its pointer. Null: `T name;`, which calls a record's constructor. False after a
  // mistake, which is reported.
  bool initialize_variable(Declarator& declarator, ExprPtr unchecked, Span span);
  // What a reference is bound to, as a pointer; `takes_temporaries`: const T& or T&&.
  ExprPtr bind_reference(ExprPtr unchecked, const Type* referred, bool takes_temporaries);
  // How many elements `T name[] = {...}` has.
  uint64_t elements_of_list(const Expr& unchecked, const Type* element);
  // The variable that a for loop's checked step changes, if it is one.
  static Variable* stepped_variable(const Expr* step);

  // `threadIdx.w`, or a member of something that has none.
  // False, reported, if `name` is no function that a kernel can call.
  bool require_function(std::string_view name, Span span);
  void report_member(const Expr& base, std::string_view member, Span span);
  void report_unknown_type(std::string_view name, Span span);
  // A declaration of `name` went wrong and is reported: its uses need no report of their own.
  void suppress_name(std::string_view name) { reported_names_.emplace(name); }
  void report_unknown_name(std::string_view name, Span span);

 private:
  // ------------------------------------------------------------------- conversions
  // (conversions.cpp)
  const Type* plain(const Type* type) { return types().with_const(type, false); }
  const Type* scalar(base::Scalar s) { return types().scalar(s); }
  ExprPtr to_value(ExprPtr checked);                // adds the Load or the array's decay
  ExprPtr cast(ExprPtr checked, const Type* type);  // an implicit Cast unless it is that type
  ExprPtr to_bool(ExprPtr checked_value);
  ExprPtr convert_value(ExprPtr checked_value, const Type* type);
  bool pointer_converts(const Type* from, const Type* to);
  base::Scalar promoted(base::Scalar scalar) const;
  const Type* common_type(const Type* a, const Type* b);  // the usual arithmetic conversions
  ExprPtr promote(ExprPtr checked_value);
  ExprPtr make_literal(const Expr& origin, const Constant& constant);
  static bool is_null_constant(const Expr& expr);
  bool require_not_constant(const Expr& target, std::string_view what);
  bool require_modifiable(const Expr& lvalue, std::string_view what);

  // ------------------------------------------------------------- expressions
  // (check_expressions.cpp)
  ExprPtr check(ExprPtr expr);
  ExprPtr checked_value(ExprPtr expr) { return to_value(check(std::move(expr))); }
  ExprPtr check_variable(ExprPtr expr);
  ExprPtr check_unary(ExprPtr expr);
  ExprPtr check_increment(ExprPtr expr);
  ExprPtr check_conditional(ExprPtr expr, bool is_discarded);
  ExprPtr check_index(ExprPtr expr);
  ExprPtr check_dereference(ExprPtr expr);
  ExprPtr check_address_of(ExprPtr expr);
  ExprPtr check_cast(ExprPtr expr);

  // ----------------------------------------------------------------- operators
  // (check_operators.cpp)
  ExprPtr check_binary(ExprPtr expr);
  ExprPtr check_arithmetic(ExprPtr expr);
  ExprPtr check_pointer_arithmetic(ExprPtr expr);
  ExprPtr check_comparison(ExprPtr expr);
  ExprPtr check_logical(ExprPtr expr);
  ExprPtr check_assign(ExprPtr expr);
  ExprPtr check_compound_assign(ExprPtr expr);
  ExprPtr report_operands(const Binary& binary);

  // --------------------------------------------------------------------------- calls
  // (check_calls.cpp)
  ExprPtr check_call(ExprPtr expr);
  ExprPtr check_atomic(ExprPtr expr, const std::vector<uint16_t>& overloads);
  ExprPtr check_overloaded(ExprPtr expr, const std::vector<uint16_t>& overloads);
  bool report_macro_name(std::string_view name, Span span);
  bool report_outside_name(std::string_view name, Span span, bool is_call);
  const Type* type_of_signature(char letter);
  char signature_letter(const Type* type) const;

  struct Scope {
    std::unordered_map<std::string, Variable*> names;
    std::vector<Variable*> variables;
  };

  Unit& unit_;
  const std::vector<Item>& outside_;
  Reporter& reporter_;
  Declarations* declarations_ = nullptr;
  std::map<std::string, const Item*, std::less<>> outside_names_;
  std::vector<std::string> known_names_;
  std::vector<Scope> scopes_;
  std::vector<Loop*> loops_;
  Kernel* kernel_ = nullptr;
  std::set<std::string, std::less<>> reported_names_;  // of this kernel: the first use is enough
};

// ExprPtr of a node that is known to be a T, and back.
template <class T>
std::unique_ptr<T> take_as(ExprPtr expr) {
  return std::unique_ptr<T>(static_cast<T*>(expr.release()));
}
// A new node in the place of `origin`.
template <class T>
std::unique_ptr<T> make_at(const Expr& origin, const Type* type) {
  auto node = std::make_unique<T>();
  node->span = origin.span;
  node->from_macro = origin.from_macro;
  node->type = type;
  return node;
}

}  // namespace warplens::lang
