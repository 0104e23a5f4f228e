// Resolves what the parser made: names, types, conversions, reads.
//
// The parser calls in here as soon as a declaration or a whole expression is parsed, because later
// text depends on it
// (`const int N = 16; float a[N];`). A member that takes an ExprPtr takes a parsed tree and returns
// it checked, or null after a mistake, which is reported then; null in gives null out.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/base/budget.hpp"
#include "sim/lang/check/declarations.hpp"
#include "sim/lang/library/builtins.hpp"
#include "sim/lang/library/intrinsics.hpp"
#include "sim/lang/text/outline.hpp"
#include "sim/lang/text/reporter.hpp"
#include "sim/lang/tree/constant.hpp"
#include "sim/lang/tree/unit.hpp"

namespace warplens::lang {

// How well an argument fits a parameter without calling a user's conversion.
struct StandardFit {
  enum Rank : uint8_t { kExact, kPromotion, kConversion, kImpossible };
  Rank rank = kImpossible;
  bool is_pointer_to_bool = false;
  bool adds_qualifier = false;    // T* to const T* or volatile T*
  const Type* pointee = nullptr;  // of a pointer, without const
  bool is_possible() const { return rank != kImpossible; }
};

// The same, with a user's conversion possible: C++'s implicit conversion sequence.
struct Fit {
  StandardFit standard;  // of a user's conversion: what follows the function
  bool is_user = false;
  const void* by = nullptr;  // the user's function; null: several, which are ambiguous
  bool is_reference = false, to_const = false;
  bool is_of_values = false;         // T&&
  bool binds_value = false;          // what the reference is bound to is no lvalue
  bool is_object_of_static = false;  // neither better nor worse than any other
  bool takes_list = false;           // a list is given for an initializer_list
  bool is_possible() const { return standard.rank != StandardFit::kImpossible; }
};

// The function of our headers whose call an expression's `throw` is.
inline constexpr std::string_view kThrowsValue = "::warplens_throw_value";
// The call that `object.*pointer` is, as the parser makes it; `pointer->*pointer` with is_arrow.
inline constexpr std::string_view kPointedMember = ".*";
// The member of a lambda's object that is its copy of the object around it.
inline constexpr std::string_view kCopiedThis = "*this";

// {a, b}, or the (a, b) that initialises an object.
inline bool is_braced_list(const Expr& expr) {
  return expr.kind == ExprKind::kConstruct && expr.type == nullptr;
}

class Checker {
 private:
  struct Scope {
    uint32_t id = 0;
    std::unordered_map<std::string, Variable*> names;
    std::vector<Variable*> variables;
  };

 public:
  // `outside`: the file's items, which a kernel may name by mistake.
  Checker(Unit& unit, const std::vector<Item>& outside, Reporter& reporter, base::Budget& budget);

  TypeTable& types() { return unit_.types; }
  Reporter& reporter() { return reporter_; }
  base::Budget& budget() { return budget_; }
  Declarations& declarations() const { return *declarations_; }
  // To be called once, before anything is checked.
  void connect(Declarations& declarations) { declarations_ = &declarations; }

  // ------------------------------------------------------------------ scopes and declarations
  // (checker.cpp)
  struct FunctionState;
  // From here on names are declared in `function` (null: in the file). Returns the state of the
  // function that was being read, which end_function() restores.
  FunctionState begin_function(Function* function);
  void end_function(uint32_t end, FunctionState outer);
  void enter_scope();
  void leave_scope(uint32_t end);  // `end`: byte where the scope's text ends
  void enter_loop(Loop* loop);
  void leave_loop();
  bool is_in_loop() const { return !loops_.empty(); }

  // A new variable in the innermost scope (of the file, outside kernels); reports a second one of
  // that name.
  Variable* declare(std::string name, Span span, const Type* type, Storage storage);
  // extern __shared__: all of a kernel's are the same memory, so a function has one.
  Variable* declare_dynamic_shared(std::string name, Span span, const Type* type);
  // Makes a const variable one whose uses are folded, if its checked initialiser is known.
  bool make_constant(Variable& variable, const Expr& initializer);
  // In the function being read, then in the file.
  Variable* find_variable(std::string_view name) const;
  Variable* find_local(std::string_view name) const;
  // The variables of the function being read that are visible here, inner ones last.
  void for_each_local(const std::function<void(const std::string&, Variable&)>& visit) const;
  // The innermost open scope, and whether one is still open.
  uint32_t scope_id() const { return scopes_.back().id; }
  bool is_open(uint32_t scope) const;
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
  // noexcept(expr): whether all functions that it would call promise not to throw.
  ExprPtr promises_not_to_throw(ExprPtr expr, Span span);
  std::optional<Constant> constant_integer(ExprPtr expr, std::string_view what);
  // The same, or a function as its address.
  std::optional<Constant> template_value(ExprPtr expr, std::string_view what);
  // That of the function of the name that a pointer of the type points to; nothing if there is
  // none.
  std::optional<uint64_t> function_address(const std::string& name, const Type* type, Span span);

  // ------------------------------------------------------------------------- initialisation
  // (check_construct.cpp, check_lists.cpp, check_variables.cpp) `unchecked` is an expression, or a
  // Construct: a list `{a, b}` (type null), or, with has_parentheses, the arguments of
  // `T name(a, b)`.
  //
  // The call of another constructor of the object that `this` is; the list is its arguments.
  ExprPtr construct_this(ExprPtr list, Span span);
  // The value that an object of `type` is initialised with, a constructor's too.
  ExprPtr initialize(ExprPtr unchecked, const Type* type, Span span);
  // A new object from a checked value, of the value's own type: what `auto` declares.
  ExprPtr copied(ExprPtr checked);
  // Fills in value, elements, constructor or constructors of a declarator whose variable is known;
  // of a reference its pointer. Null: `T name;`, which calls a record's constructor. False after a
  // mistake, which is reported.
  bool initialize_variable(Declarator& declarator, ExprPtr unchecked, Span span);
  // What a reference is bound to, as a pointer; `takes_temporaries`: const T& or T&&. A null
  // `referred` is auto's.
  ExprPtr bind_reference(ExprPtr unchecked, const Type* referred, bool takes_temporaries);
  // A temporary that a reference is bound to lives as long as the reference.
  static void extend_lifetime(Declarator& declarator);
  // Whether `T name;` executes anything: a constructor, or a member's initial value.
  bool needs_construction(const Type* type);
  // Whether the end of an object of the type executes anything.
  bool needs_destruction(const Type* type);
  bool add_destructors_of(Variable& variable, std::vector<ExprPtr>& calls);
  // The call, to be executed once the variable is made, that has it end when the program does; null
  // where its end does nothing.
  ExprPtr end_at_exit(Variable& variable);
  using MakeExpr = std::function<ExprPtr()>;  // the same place anew at each call
  // Makes an object of the type at a place: where a constructor or a function makes the value, they
  // make it there.
  ExprPtr create_from(const MakeExpr& place, ExprPtr made, const Type* type, Span span);
  // The same of a variable whose type is that of its checked value.
  void take_initial(Declarator& declarator, ExprPtr value);
  // The same of a member or a base in a constructor.
  ExprPtr create_member(const MakeExpr& place, ExprPtr made, const Type* type, Span span);
  // Whether an object of the type may hold its own address: host code that returns one makes it
  // where the caller has it, as C++ does.
  bool is_made_in_place(const Type* type);
  // A pointer to the std::type_info of a type, not of what it points to.
  ExprPtr type_info_of(const Type* type, Span span);
  // How many elements `T name[] = {...}` has.
  uint64_t elements_of_list(const Expr& unchecked, const Type* element);
  bool add_characters(const Expr& string, const Type* array, std::vector<ExprPtr>& elements);
  std::optional<bool> constant_condition(ExprPtr expr);  // of if constexpr
  std::optional<Constant> evaluate(const Expr& checked);
  bool check_return(Return& node, ExprPtr unchecked);
  // Once the function's body is read: where not all returns name one local object, each makes the
  // result from what it names.
  bool finish_returns();
  // The same where the body is refused, and some of its statements are gone.
  void forget_returns();
  // Returns of the function that is read, so far; those behind that number are gone.
  size_t count_returns() const;
  void forget_returns_after(size_t count);
  // The array type that a range for iterates over; null, after an error, if it is none.
  const Type* range_of(ExprPtr unchecked);
  // The type of an expression that is not evaluated, and whether it is an lvalue; null after an
  // error.
  const Type* type_of(ExprPtr unchecked, bool* is_place = nullptr);
  // The variable that a for loop's checked step changes, if it is one.
  static Variable* stepped_variable(const Expr* step);

  // (check_members.cpp) The struct whose `this` or `*this` a lambda captures; null where there is
  // none.
  const Record* around(const Record& closure) const;
  // &Name::field; null if the class and its bases have no such field. (check_pointers.cpp)
  ExprPtr member_address(const Record& record, std::string_view field);
  // The type of the function, which pointers to it point to. (check_pointers.cpp)
  const Type* function_type(const FunctionDeclaration& function);
  // ---------------------------------------------------------- base classes
  // (check_bases.cpp) A cast of a pointer, also to a base's or a derived class's place.
  ExprPtr cast_pointer(ExprPtr pointer, const Type* type);
  ExprPtr parameter_value(Variable& parameter);
  ExprPtr read_as(ExprPtr pointer, const Type* type);  // what it points to, as another type
  ExprPtr address_bits(ExprPtr pointer);               // as an integer
  StmtPtr access_at(ExprPtr address);                  // a read that is of no object
  static StmtPtr switch_over(ExprPtr number, const std::vector<uint64_t>& values,
                             std::vector<StmtPtr> cases);
  StmtPtr return_null(const Function& from);
  StmtPtr return_null_for_null(const Function& from);  // if its first parameter is null
  // `return target(object, ...)`, where the rest is the parameters of `from` from `first` on.
  StmtPtr forward(const Function& from, const Function& target, ExprPtr object, size_t first = 1);
  // The same, where the parameters are a pointer to a member function, the object's address and
  // what the function takes.
  StmtPtr forward_member(const Function& from, const Function& target,
                         const FunctionDeclaration& member);
  // A call of what use_handler_test() made.
  ExprPtr handler_test(const Type* type, Variable& number, Variable& object);
  // The launch of a kernel, from what use_pointer_launch() made.
  StmtPtr forward_launch(const Function& from, const std::string& kernel);
  // Calls of what ends the object that `pointer` makes, as statements.
  bool add_end(const std::function<ExprPtr()>& pointer, const Type* type, Block& block);

  // False, reported, if `name` is no function that a kernel can call. `may_be_associated`: one that
  // only the arguments' types would find counts.
  bool require_function(std::string_view name, Span span, bool may_be_associated = true);
  bool report_missing_member(std::string_view name, Span span);
  void report_unknown_type(std::string_view name, Span span);
  // A declaration of `name` has a reported error: its uses are not reported again.
  void suppress_name(std::string_view name) { reported_names_.emplace(name); }
  void report_unknown_name(std::string_view name, Span span);

 private:
  std::string nearest(std::string_view name, const std::vector<std::string>& candidates);

  // ------------------------------------------------------------------- conversions
  // (conversions.cpp)
  const Type* plain(const Type* type) { return types().unqualified(type); }
  const Type* scalar(base::Scalar s, bool is_const = false) { return types().scalar(s, is_const); }
  ExprPtr to_value(ExprPtr checked);                // adds the Load or the array's decay
  ExprPtr cast(ExprPtr checked, const Type* type);  // an implicit Cast unless it is that type
  ExprPtr to_bool(ExprPtr checked_value);
  ExprPtr convert_value(ExprPtr checked_value, const Type* type);
  // (check_bases.cpp)
  static bool is_base_of(const Type* base, const Type* derived);
  static bool is_whole_object(const Expr& address);
  ExprPtr check_dynamic_cast(ExprPtr expr);
  ExprPtr check_typeid(ExprPtr expr);
  ExprPtr call_of_template(std::string_view name, const Type* type, Span span,
                           std::vector<ExprPtr> arguments);
  ExprPtr base_of(ExprPtr object, const Type* base);
  static StmtPtr done_and_returned(ExprPtr checked);  // executed, then a return
  // (conversions.cpp)
  bool pointer_converts(const Type* from, const Type* to);
  const FunctionDeclaration* conversion_operator(const Expr& object, const Type* to);
  bool converts_to(const Expr& object, const Type* type);
  ExprPtr to_operand(ExprPtr checked);
  ExprPtr convert_record(ExprPtr checked_value, const Type* type);
  base::Scalar promoted(base::Scalar scalar) const;
  const Type* common_type(const Type* a, const Type* b);  // the usual arithmetic conversions
  ExprPtr promote(ExprPtr checked_value);
  ExprPtr promote_bits(ExprPtr checked_value);
  static bool is_bit_field(const Expr& place);
  ExprPtr make_literal(const Expr& origin, const Constant& constant);
  static bool is_null_constant(const Expr& expr);
  static bool is_string(const Expr& value);                      // a literal's first character
  static bool is_const_object(const Type* type);                 // of an array: its elements are
  static bool drops_volatile(const Type* from, const Type* to);  // of objects, as above
  enum class Writing { kChange, kAssign, kStore };
  bool require_not_constant(const Expr& target, Writing writing);
  bool require_modifiable(const Expr& lvalue, Writing writing);
  static std::string is_const_message(const std::string& name, Writing writing);

  // ------------------------------------------------------------- expressions
  // (check_expressions.cpp)
  ExprPtr check(ExprPtr expr);
  ExprPtr checked_value(ExprPtr expr) { return to_value(check(std::move(expr))); }
  ExprPtr check_variable(ExprPtr expr);
  ExprPtr check_unary(ExprPtr expr);
  ExprPtr check_increment(ExprPtr expr);
  ExprPtr check_conditional(ExprPtr expr, bool is_discarded);
  void give_value_to_throw(ExprPtr& side, const Expr& other);
  ExprPtr check_index(ExprPtr expr);
  ExprPtr check_dereference(ExprPtr expr);
  ExprPtr check_address_of(ExprPtr expr);
  ExprPtr check_cast(ExprPtr expr);

  // ---------------------------------------------------------------- members, places
  // (check_members.cpp)
  ExprPtr check_member(ExprPtr expr);
  ExprPtr finish_member(ExprPtr expr);
  ExprPtr own_object(const Expr& origin, const std::function<bool(const Record&)>& is_meant);
  ExprPtr member_at(const Expr& origin, ExprPtr object, const std::string& name, bool is_arrow);
  ExprPtr check_object(ExprPtr object, bool is_arrow, std::string_view member, Span span);
  ExprPtr report_no_field(const Member& node, const Record& record);
  ExprPtr whole_builtin(const Expr& origin, Builtin first);
  ExprPtr this_object(const Expr& origin);
  ExprPtr implicit_member(const Expr& origin, const std::string& name);
  ExprPtr use_variable(ExprPtr expr, Variable& variable);
  ExprPtr address_of(ExprPtr place);
  bool require_addressable(const Expr& place);
  static void note_address_taken(const Expr& place);
  ExprPtr to_place(ExprPtr lvalue);
  ExprPtr materialize(ExprPtr value);

  // --------------------------------------------------------- initialisation
  // (check_construct.cpp)
  struct InitializerList {
    std::vector<ExprPtr> elements;
    size_t next = 0;
    bool is_checked = false;       // all of them are
    bool has_parentheses = false;  // T(a, b)
    Span span;
    bool checked_next = false;                  // the next one is
    std::vector<std::string> designators = {};  // one for each element, or none
  };
  ExprPtr check_construct(ExprPtr expr);
  ExprPtr initialize_checked(ExprPtr checked, const Type* type);
  ExprPtr initialize_from_list(std::unique_ptr<Construct> list, const Type* type, Span span);
  ExprPtr initialize_record(InitializerList values, const Type* type);
  ExprPtr construct(ExprPtr address, const Record& record, std::vector<ExprPtr> arguments,
                    bool is_checked, Span span);
  ExprPtr name_of_variable(Variable& variable, Span span);
  ExprPtr variable_address(Variable& variable, Span span);
  enum class Copying : uint8_t { kConstruct, kAssign };
  ExprPtr initialize_by_constructor(InitializerList values, const Type* type);
  ExprPtr copy(ExprPtr checked, const Type* type);
  const Record* with_own(const Type* type, Copying copying);
  bool is_dimension(const Type* type);
  ExprPtr convert_dimension(ExprPtr checked, const Type* type);
  // (check_lists.cpp)
  ExprPtr zero_value(const Type* type, Span span);
  bool all_used(const InitializerList& values, const std::string& type);
  bool all_elements_used(const InitializerList& values, const Type* array);
  ExprPtr next_value(InitializerList& values, const Type* type);
  ExprPtr fill(InitializerList& values, const Type* type);
  ExprPtr fill_union(InitializerList& values, const Type* type);
  ExprPtr refer(InitializerList& values, const Type* referred);
  bool has_value_for(const InitializerList& values, const Field& field);
  bool check_designators(const InitializerList& values, const Type* type);
  bool fill_elements(InitializerList& values, const Type* array, std::vector<ExprPtr>& elements);
  // (check_variables.cpp)
  bool initialize_value(Declarator& declarator, ExprPtr unchecked, Span span);
  ExprPtr initialize_object(Declarator& declarator, ExprPtr unchecked, Span span);
  bool initialize_array(Declarator& declarator, ExprPtr unchecked, Span span);
  ExprPtr bind(ExprPtr checked, const Type* referred, bool takes_temporaries);
  // (checker.cpp)
  bool names_own_object(const Expr& returned, const Type* result);
  bool is_result_itself(const Expr& returned, const Type* result);
  // (check_lifetime.cpp)
  const FunctionDeclaration* destructor_of(const Record& record);
  // Appends the calls that end the object, in order; false after a mistake.
  bool add_destructors(const MakeExpr& object, const Type* type, Span span,
                       std::vector<ExprPtr>& calls);
  ExprPtr check_destruction(ExprPtr expr);
  static ExprPtr member_of(ExprPtr object, const Field& field, const Type* type);
  ExprPtr element_of(ExprPtr base, uint64_t at, const Type* type);
  ExprPtr check_creation(ExprPtr expr);
  ExprPtr create(const MakeExpr& place, const Type* type, ExprPtr unchecked, Span span);
  bool check_values(InitializerList& values);
  bool are_elements_of(const InitializerList& values, const Type* list);
  ExprPtr make_initializer_list(InitializerList values, const Type* type);
  const Type* list_taken(const Record& record);
  static bool is_initializer_list(const Type* type);
  static bool is_trait(const Call& call);
  bool is_extreme_of_list(const Call& call);
  ExprPtr fold_list(std::unique_ptr<Call> call);
  ExprPtr check_trait(const Call& call);
  std::unordered_map<const Function*, std::vector<Return*>> returns_;  // of the bodies being read
  ExprPtr hold(ExprPtr pointer, const Variable** held);
  ExprPtr held_object(const Variable& held, Span span);
  ExprPtr both(ExprPtr first, ExprPtr second);
  ExprPtr copied_part(const MakeExpr& part, const Type* type);
  ExprPtr whole_array(ExprPtr place);
  ExprPtr copy_members(ExprPtr object, const Type* type);
  ExprPtr assign_part(ExprPtr all, const MakeExpr& target, const MakeExpr& value, const Type* type);
  ExprPtr assign_members(ExprPtr target, ExprPtr value);
  ExprPtr assign_checked(ExprPtr expr, bool has_value = true);
  ExprPtr without_value(ExprPtr checked);
  // (check_in_place.cpp)
  bool take_constructed(Declarator& declarator, ExprPtr value);
  // The constructor's call that makes the value, now at `place`; null, with the value as it is,
  // where no constructor makes it.
  ExprPtr take_constructor(Expr& value, const MakeExpr& place);
  bool is_host_only() const;
  static bool is_constructed(const Expr& value);
  ExprPtr create_parts(const MakeExpr& place, Construct& value);
  ExprPtr stored(const MakeExpr& place, ExprPtr value, const Type* type, Span span);
  ExprPtr made_in_place(std::unique_ptr<Call> call, const Type* type);
  bool return_in_place(const std::vector<Return*>& returns);
  bool construct_elements(Declarator& declarator, Span span);

  // ----------------------------------------------------------------- operators
  // (check_operators.cpp)
  ExprPtr check_binary(ExprPtr expr);
  ExprPtr check_arithmetic(ExprPtr expr);
  const Type* computed_in(const Type* type);
  ExprPtr check_pointer_arithmetic(ExprPtr expr);
  ExprPtr check_comparison(ExprPtr expr);
  ExprPtr check_logical(ExprPtr expr);
  ExprPtr check_comma(ExprPtr expr, bool is_discarded);
  ExprPtr ended(ExprPtr checked);
  ExprPtr check_assign(ExprPtr expr);
  ExprPtr finish_assign(ExprPtr expr, bool has_value);
  ExprPtr check_compound_assign(ExprPtr expr);
  ExprPtr report_operands(const Binary& binary);

  // --------------------------------------------------------------------------- calls
  // (check_calls.cpp)
  ExprPtr check_call(ExprPtr expr);
  bool check_arguments(Call& call);
  bool report_uncallable(const Call& call, const std::vector<const FunctionDeclaration*>& declared);
  ExprPtr check_member_call(ExprPtr expr);
  ExprPtr call_object(ExprPtr expr, ExprPtr object);
  ExprPtr check_builtin(ExprPtr expr, const FunctionDeclaration& chosen);
  bool add_variadic(Call& call, std::vector<ExprPtr> given, size_t first);
  ExprPtr call_variadic(std::string name, std::vector<ExprPtr> arguments, Span span);
  ExprPtr gathered(std::vector<ExprPtr> values, Span span);
  ExprPtr check_unfitting(ExprPtr expr, const FunctionDeclaration& function);
  bool require_callable(const FunctionDeclaration& function, Span span);
  bool is_object(std::string_view name) const;
  // (check_pointers.cpp)
  const FunctionDeclaration* pointed(const VariableRef& name, const Type* type, bool takes_members);
  static std::vector<GivenArgument> given_by(const Signature& signature);
  ExprPtr function_pointer(const Expr& unchecked, const Type* type);
  ExprPtr address_of_function(const Expr& origin, const FunctionDeclaration& function);
  const FunctionDeclaration* lambda_function(const Type* closure, const Type* pointer);
  ExprPtr member_of_derived(const Expr& pointer, const Type* type);
  ExprPtr check_pointed_member(ExprPtr expr);
  ExprPtr pointed_object(const Call& node, ExprPtr left);
  ExprPtr pointed_data(const Expr& origin, ExprPtr object, ExprPtr pointer);
  ExprPtr call_pointed_member(ExprPtr expr);
  bool take_pointer_arguments(Call& call, const Signature& signature, ExprPtr pointer);
  ExprPtr call_pointer(ExprPtr expr, ExprPtr pointer);
  ExprPtr launch_pointer(ExprPtr expr, std::vector<ExprPtr> arguments);
  ExprPtr captured_object(const Expr& origin, ExprPtr closure);

  // ------------------------------------------------------ host code
  // (check_launch.cpp)
  ExprPtr check_string(ExprPtr expr);
  const Variable* string_variable(const Expr& expr);
  ExprPtr check_launch(ExprPtr expr);
  bool check_configuration(Launch& launch);
  bool check_launch_values(Call& call);
  ExprPtr refer_to(ExprPtr place, const Type* type);
  bool check_launch_arguments(Launch& launch, const FunctionDeclaration& kernel);

  // ------------------------------------------------------ CUDA's functions
  // (check_intrinsics.cpp, check_print.cpp)
  ExprPtr check_intrinsic(ExprPtr expr, const std::vector<uint16_t>& rows);
  bool take_values(Call& call);
  const Type* type_of_signature(char letter) { return type_of_letter(letter, types()); }
  char signature_letter(const Type* type) const;
  ExprPtr check_cached(ExprPtr expr, IntrinsicOp op);
  ExprPtr check_pointed(ExprPtr expr, const std::vector<uint16_t>& rows);
  ExprPtr check_numbers(ExprPtr expr, const std::vector<uint16_t>& rows);
  ExprPtr apply_row(ExprPtr expr, uint16_t row);
  ExprPtr negation(const Expr& origin, ExprPtr operand);
  ExprPtr expand(const Expr& origin, IntrinsicOp op, const Type* result,
                 std::vector<ExprPtr> arguments);
  ExprPtr expand_integer(const Expr& origin, IntrinsicOp op, const Type* result,
                         std::vector<ExprPtr> arguments);
  ExprPtr expand_funnel(const Expr& origin, bool is_to_right, std::vector<ExprPtr> arguments);
  ExprPtr expand_sincos(const Expr& origin, bool is_of_pi, std::vector<ExprPtr> arguments);
  void warn_about_format(const Print& print);
  ExprPtr check_print(ExprPtr expr);
  ExprPtr check_assert(ExprPtr expr);
  ExprPtr operation(const Expr& origin, IntrinsicOp op, ExprPtr a, ExprPtr b = nullptr,
                    ExprPtr c = nullptr);
  ExprPtr operation(const Expr& origin, BinaryOp op, ExprPtr left, ExprPtr right);
  ExprPtr number(const Expr& origin, base::Scalar type, double value);

  // ----------------------------------------------------------------- overloads
  // (overloads.cpp)
  struct CallSite {
    std::string name;
    Span span, name_span;
    const std::vector<ExprPtr>* arguments = nullptr;  // checked, but for lists
    const std::vector<TemplateArgument>* written = nullptr;
    bool has_written = false;
    const Type* object = nullptr;  // of a member call: the record, const or not
  };
  static CallSite site_of(const Call& call);
  struct Candidate {
    const FunctionDeclaration* declaration = nullptr;  // of a template: the instance
    const FunctionDeclaration* primary = nullptr;      // of an instance: the template
    bool is_viable = false;
    std::vector<Fit> fits;  // of the object, then of each argument
  };
  StandardFit standard_fit(const Expr* argument, const Type* from, const Type* to);
  Fit user_fit(const Expr& argument, const Type* from, const Type* to);
  Fit value_fit(const Expr& argument, const Type* to);
  Fit fit_of(const Expr& argument, const FunctionParameter& parameter);
  Candidate judge(const FunctionDeclaration& declaration, const CallSite& site,
                  std::string* reason);
  bool is_better(const Candidate& a, const Candidate& b);
  const Candidate* best_of(const std::vector<Candidate>& fitting);
  void report_ambiguous(const CallSite& site, const std::vector<Candidate>& fitting);
  std::string candidate_text(const FunctionDeclaration& candidate);
  std::string list_candidates(
      std::vector<const FunctionDeclaration*> candidates);  // own ones first
  const FunctionDeclaration* choose(const CallSite& site,
                                    const std::vector<const FunctionDeclaration*>& declared,
                                    bool reports, bool* is_ambiguous = nullptr);
  void report_no_match(const CallSite& site,
                       const std::vector<const FunctionDeclaration*>& declared,
                       const FunctionDeclaration* only, const std::string& reason);
  void report_argument(const CallSite& site, const Expr& argument,
                       const FunctionParameter& parameter, size_t position,
                       const std::string& hint);
  ExprPtr make_call(ExprPtr expr, const FunctionDeclaration& function, ExprPtr object_address);
  // (overloaded_operators.cpp)
  std::vector<Candidate> fitting_members(CallSite site, const std::vector<const Type*>& given,
                                         std::vector<ExprPtr>& operands);
  ExprPtr call_overload(const Expr& origin, const std::string& name,
                        const FunctionDeclaration& chosen, std::vector<ExprPtr>& operands);
  std::optional<ExprPtr> overloaded(const Expr& origin, const std::string& name,
                                    std::vector<ExprPtr>& operands);
  std::optional<ExprPtr> overloaded(const Expr& origin, const std::string& name, ExprPtr& operand);
  std::optional<ExprPtr> overloaded(const Expr& origin, const std::string& name, ExprPtr& left,
                                    ExprPtr& right);
  ExprPtr check_make_vector(ExprPtr expr, const Type* type);
  bool report_macro_name(std::string_view name, Span span);
  bool report_missing(const std::string& message, Span span);
  // The first item that declares the name; null if none does.
  const Item* outside_item(std::string_view name) const;
  bool report_outside_name(std::string_view name, Span span, bool is_call);

  // Which declaration each used function is of.
  std::unordered_map<const Function*, const FunctionDeclaration*> declared_as_;

  Unit& unit_;
  const std::vector<Item>& outside_;
  Reporter& reporter_;
  base::Budget& budget_;
  Declarations* declarations_ = nullptr;
  std::vector<std::string> known_names_;
  std::map<std::string, const Variable*> strings_;  // by their text
  std::vector<Scope> scopes_;
  uint32_t scopes_made_ = 0;
  std::vector<Loop*> loops_;
  Function* function_ = nullptr;
  bool has_warned_of_clock_ = false;  // the first use is enough
  std::set<std::string, std::less<>> old_functions_used_;
  std::set<std::string, std::less<>> reported_names_;
  std::string reported_missing_;  // the message for a name that a missing file may declare
};

struct Checker::FunctionState {
  Function* function = nullptr;
  std::vector<Scope> scopes;
  std::vector<Loop*> loops;
  std::set<std::string, std::less<>> reported_names;
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
