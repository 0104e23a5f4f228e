// The Declarations of one compilation: scopes of names, and the meaning of each name.
//
// Registering a file's items only notes their names; a declaration is read when a kernel first
// needs it, so host code is never read. Since a file may contain two programs, a name means its
// last declaration before the use: every entity has the position (token) from which it is visible.
//
// names.cpp: scopes and entities; lookup.cpp: C++'s rules of lookup; top_level.cpp: registering;
// kernels.cpp: the kernels in order; named_instances.cpp: those of templates; functions.cpp,
// records.cpp, variables.cpp, templates.cpp: reading declarations.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sim/lang/check/checker.hpp"
#include "sim/lang/check/declarations.hpp"
#include "sim/lang/syntax/entities.hpp"
#include "sim/lang/text/outline.hpp"
#include "sim/lang/text/tokens.hpp"

namespace warplens::lang {

class Parser;

class Names final : public Declarations {
 public:
  Names(const Tokens& tokens, Unit& unit, Checker& checker, Reporter& reporter);
  ~Names() override;

  // Notes the names of the file's items. (top_level.cpp)
  void declare(const std::vector<Item>& items);
  // Reads the kernels, and what they use, in order; with `only`, those alone, under their names in
  // it. (kernels.cpp)
  std::vector<KernelReading> read_kernels(const std::vector<WantedKernel>& wanted,
                                          const std::vector<KernelReading>* only = nullptr);

  // Reads main(), or the host function `called`, and all that it reaches, host code and kernels,
  // into Unit::program. That there is none is an error. (program.cpp)
  // `explores`: CompileOptions'.
  void read_program(const std::string& called, bool explores);

  // Whether statements of the function that is read are left out where they are not supported:
  // what takes their place says that nobody knows the values which they would have written.
  // Null where the function can't go on without the statement: its errors stay. (left_out.cpp)
  bool leaves_out() const override { return explores_ && is_host_; }
  StmtPtr leave_out(TokenRange statement, size_t errors);
  ExprPtr unknown_value(const Type* type, Span span) override;

  // ---------------------------------------------------------------- Declarations (names.cpp)
  const Type* find_type(std::string_view name) override;
  bool is_record_template(std::string_view name) override;
  bool is_function_template(std::string_view name) override;
  bool is_namespace(std::string_view name) override;
  Variable* find_variable(std::string_view name) override;
  std::vector<const FunctionDeclaration*> find_functions(std::string_view name) override;
  std::vector<const FunctionDeclaration*> find_called(
      std::string_view name, const std::vector<const Type*>& arguments) override;
  std::vector<const FunctionDeclaration*> find_operator(
      std::string_view name, const std::vector<const Type*>& operands) override;
  bool is_function_somewhere(std::string_view name) const override;
  bool is_more_special(const FunctionDeclaration& a, const FunctionDeclaration& b,
                       size_t arguments) override;
  std::vector<const FunctionDeclaration*> members(const Record& record,
                                                  std::string_view name) override;
  std::vector<const FunctionDeclaration*> constructors(const Record& record) override;
  const FunctionDeclaration* instantiate(const FunctionDeclaration& of,
                                         const std::vector<TemplateArgument>& written,
                                         const std::vector<GivenArgument>& arguments,
                                         std::string* reason) override;
  const Function* use(const FunctionDeclaration& declaration, Span call, bool needs_body) override;
  uint64_t use_address(const FunctionDeclaration& declaration, Span use) override;
  const FunctionDeclaration* function_at(uint64_t pointer) const override;
  bool may_point_to(const Type* type, const FunctionEntity& function);
  const Function* use_handler_test(const Type* type) override;
  const Function* use_pointer(const Type* function) override;
  const Function* use_pointer_launch(const Type* kernel) override;
  const Function* use_virtual(const FunctionDeclaration& declaration) override;
  const Function* use_virtual_end(const Record& record) override;
  const Function* use_class_test(const Record& record, const Type* to) override;
  const Function* use_class_info(const Record& record, const Type* info) override;
  std::optional<std::string> type_name(const Type* type) override;
  std::string use_kernel(const FunctionDeclaration& declaration, Span launch) override;
  ExprPtr default_argument(const FunctionDeclaration& declaration, size_t parameter) override;
  ExprPtr field_initializer(const Record& record, size_t field) override;
  std::optional<uint64_t> tuple_size(const Type* type) override;
  std::vector<std::string> visible_names() const override;
  bool report_unusable(std::string_view name, Span span) override;
  void rely_on(const Item& item) override { reach_token(item.begin); }
  bool is_host() const override { return is_host_; }
  // Whether kernels call the function that is being read.
  bool is_for_kernels() const override { return is_for_kernels_; }
  Function* current() const override { return context_.function; }
  const Record* current_record() const override;

  // --------------------------------------------------------------------- for the parser
  Entity* find_entity(std::string_view name);  // the innermost meaning; null if there is none
  // An instance of a record template. Null, reported at `span`, if the arguments do not fit.
  const Type* record_instance(Entity& named, const std::vector<TemplateArgument>& written,
                              Span span);
  // The type that an alias template gives for the arguments, with its reference; null as above.
  TemplateArgument alias_instance(Entity& of, const std::vector<TemplateArgument>& written,
                                  Span span);
  // The type that a name means, with its reference. `is_elaborated`: behind `struct`, `class`,
  // `union` or `enum`, where functions and variables of its name are passed over.
  TemplateArgument find_named(std::string_view name, bool is_elaborated = false);
  // Declares the class that `struct Name*` is the first to name.
  void declare_class(const std::string& name);
  // The pack that a name means; null if it is none.
  const Entity* find_pack(std::string_view name);
  bool has_packs() const { return has_packs_; }  // anywhere so far
  // Names a function's pack in the current scope; its elements are variables there.
  void declare_pack(const ParameterPack& pack, Span span);
  // The template of types that a name means without arguments; null if it is none.
  Entity* find_template(std::string_view name);
  // The template of functions that a name means and nothing else; null if there is none.
  Entity* find_function_template(std::string_view name);
  // The instance of a class template that is made from such values, `is_list`: in braces. Null,
  // reported at `span`, if its arguments do not follow from them.
  const Type* deduce_class(Entity& of, const std::vector<GivenArgument>& arguments, bool is_list,
                           Span span);
  bool is_variable_template(std::string_view name);
  // The name by which the instance of a template of variables is found; empty, reported at `span`,
  // if the arguments do not fit.
  std::string variable_instance(Entity& of, const std::vector<TemplateArgument>& written,
                                Span span);
  // `struct Name { ... }`, an enum, or a typedef inside a function. The name is visible until the
  // checker's current scope ends.
  const Type* declare_local_record(TokenRange text, std::string name, Span span);
  const Type* declare_enum(TokenRange text, std::string name, Span span);
  // (dispatch.cpp) What says which type a thrown object is of; never 0.
  uint64_t number_of_exception(const Type* type);
  // (inheritance.cpp) The constructor of a class with virtual functions that has none.
  void add_implicit_constructor(RecordEntity& record);
  RecordEntity* base_named(const RecordEntity& record, std::string_view name);
  bool is_default_or_copying(const FunctionEntity& constructor) const;
  void inherit_constructors(RecordEntity& record, RecordEntity& base);
  // What the objects of a class begin with.
  uint64_t class_of(RecordEntity& record);
  // The name in `text` that begins with the word operator.
  std::string operator_name(TokenRange text, size_t* behind = nullptr) const;
  // (closures.cpp) The type of a lambda at this place, without members yet.
  RecordEntity& make_closure(Span span);
  RecordEntity* closure_like(const RecordEntity& closure, const LambdaPlace& place) const;
  void note_closure(RecordEntity& closure, const LambdaPlace& place);
  bool is_closure(const Record* record) const override;
  // The lambda's operator(), whose text is from behind the captures on; of its parameters, the
  // first `parameters` that are auto are templates'.
  // `generic`: of each `auto` among its parameters, whether it is a pack.
  void add_call_operator(RecordEntity& closure, TokenRange text, const std::vector<bool>& generic);
  // Names a type in the current scope: a member of a record, or local.
  void declare_type(std::string name, const TemplateArgument& meant, Span span);
  // `using namespace`, `using owner::name` and `namespace name = owner` inside a function.
  void use_local_namespace(std::string_view name);
  void declare_local_alias(std::string name, std::string owner, bool is_namespace, Span span);
  // Reads the record's members if they are not known yet; false after an error, which is reported.
  bool complete(const Type* type, Span use);
  // Adds the member function, or template of one, whose text begins at a token.
  bool add_member_template(RecordEntity& record, size_t begin);
  void add_member_function(RecordEntity& record, size_t begin);
  // Adds a function that a struct defines as a friend: it belongs to the surrounding namespace.
  void add_friend_function(RecordEntity& record, size_t begin);
  void add_static_member(RecordEntity& record, std::string name, Span span, TokenRange text);
  bool is_program() const { return is_program_; }
  // The initialiser of a static variable of a host function, as bytes; false if it is computed.
  bool write_image(const Declarator& declarator, Variable& variable, Span* unknown);
  NameScope* scope() const { return context_.scope; }
  bool is_pattern() const { return is_pattern_; }

 private:
  struct Context {
    NameScope* scope = nullptr;
    size_t position = 0;
    Function* function = nullptr;
    RecordEntity* record = nullptr;
  };
  // Reads something elsewhere in the text: saves the checker's state of the current function and
  // restores it in the end.
  class Visit {
   public:
    Visit(Names& names, const Context& context);
    ~Visit();
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

   private:
    base::Budget::Level level_;
    Names& names_;
    Context saved_;
    Checker::FunctionState state_;
  };

  // What is known of a template's arguments. Of a pack, further elements may follow.
  struct Deduction {
    const std::vector<TemplateParameter>& parameters;
    const std::vector<TemplateArgument>& stand_ins;
    std::vector<TemplateArgument> arguments;
    std::vector<bool> known, is_fixed;  // fixed: written, so values are converted
    std::string conflict;               // how two arguments contradict each other
  };

  // names.cpp
  NameScope* make_scope(std::string path, NameScope* parent);
  Entity* make_entity(EntityKind kind, std::string name, NameScope* scope, size_t position);
  FunctionEntity* own(std::unique_ptr<FunctionEntity> function);
  RecordEntity* make_record(Entity& entity, std::string name, NameScope* parent);
  // dispatch.cpp
  struct Dispatcher {
    enum class By : uint8_t { kFunction, kEnd, kTest, kInfo, kPointer, kLaunch, kHandler };
    By by = By::kFunction;
    RecordEntity* record = nullptr;      // of the pointer that it is called with
    FunctionEntity* function = nullptr;  // kFunction
    const Type* to = nullptr;  // kTest, kInfo: the result; kPointer, kLaunch: of the functions
    bool is_host = false;      // called by host code
    Function* made = nullptr;
    size_t known = 0;              // of classes_, functions_or kernels, those that it has cases for
    std::vector<uint64_t> values;  // one a case
    std::vector<StmtPtr> cases;
  };
  const Function* use_dispatcher(Dispatcher wanted);
  const Function* use_dispatcher(Dispatcher::By by, RecordEntity* record, const Type* to);
  void describe_dispatcher(Dispatcher& dispatcher);
  bool extend_dispatchers();
  bool extend(Dispatcher& dispatcher);
  void add_case(Dispatcher& dispatcher, RecordEntity& record, uint64_t number);
  void add_target(Dispatcher& dispatcher, FunctionEntity& function, uint64_t pointer);
  void add_exception(Dispatcher& dispatcher, const Type* type, uint64_t number);
  void finish_dispatchers();
  void spread_throws();
  // inheritance.cpp
  std::vector<RecordEntity*> bases_of(const RecordEntity& record) const;
  void add_members(RecordEntity& record, std::string_view name,
                   std::vector<const FunctionDeclaration*>& overloads);
  bool has_virtual_end(const RecordEntity& record) const;
  bool is_virtual(FunctionEntity& function);
  FunctionEntity* overrider(RecordEntity& record, FunctionEntity& function);
  // closures.cpp
  NameScope* scope_of_locals();
  // lookup.cpp
  void collect(NameScope& scope, std::string_view name, size_t position,
               std::vector<Entity*>& found);
  void collect_qualified(NameScope& scope, std::string_view name, size_t position,
                         std::vector<Entity*>& found);
  std::vector<Entity*> find_in_block(std::string_view name) const;
  size_t pointed_name(TokenRange text) const;
  void take_function(const TemplateParameter& parameter, NameScope& scope,
                     TemplateArgument& argument);
  static void keep_types(std::vector<Entity*>& found);
  void leave_out_hidden(std::vector<Entity*>& found) const;
  Entity* find_later_class(std::string_view name);
  void declare_builtins(std::string_view name);
  std::vector<Entity*> builtins_of_std(std::string_view name);
  Entity* own_builtin(const BuiltinFunction& function, std::string_view name);
  std::vector<const FunctionDeclaration*> with_associated(
      std::vector<Entity*> found, std::string_view name, const std::vector<const Type*>& arguments);
  void note_namespaces(const Type* type, std::vector<NameScope*>& spaces);
  // templates.cpp
  FunctionEntity* builtin_instance(FunctionEntity& of, const std::vector<TemplateArgument>& written,
                                   const std::vector<GivenArgument>& arguments,
                                   std::string* reason);

  // names.cpp
  struct Place {
    NameScope* scope;
    size_t position;
    bool with_locals;  // of the current function
    bool skips_members = false;
    bool types_only = false;  // an elaborated name
  };
  std::vector<Entity*> find_all(std::string_view name, Place place);
  std::vector<Entity*> find_here(std::string_view name);
  base::Budget& budget() const { return tokens_.budget(); }
  std::vector<Entity*> find_in_chain(std::string_view name, const Place& place);
  void follow_using(std::vector<Entity*>& found);
  NameScope* scope_of(Entity& entity);
  const Type* type_of(Entity& entity);
  Variable* variable_of(Entity& entity);
  Entity* find_local(std::string_view name) const;
  uint32_t line_below(std::string_view name) const;
  Parser parser_at(TokenRange text);
  FunctionEntity* entity_of(const FunctionDeclaration& declaration) const;
  void keep_callable(std::vector<const FunctionDeclaration*>& overloads) const;
  // Tokens as an unchecked expression; folded if its value is known there.
  ExprPtr read_value(TokenRange text, const Context& context, const Type* type);
  void add_overload(FunctionEntity& function, std::vector<const FunctionDeclaration*>& overloads);

  // top_level.cpp
  void declare_item(const Item& item);
  void declare_by_kind(const Item& item);
  void open_namespace(const Item& item);
  void use_namespace(const Item& item);
  size_t behind_arguments(size_t open) const;
  void note_head_words(FunctionEntity& function, bool* is_deleted) const;
  void declare_function(const Item& item);
  void add_specialization(FunctionEntity& special);
  void declare_record(const Item& item, TokenRange text, const std::string& name);
  void add_specialization_of(EntityKind kind, const Item& item, TokenRange text,
                             const std::string& name, std::vector<TemplateParameter> parameters);
  void declare_variable_template(const Item& item);
  bool has_braces(TokenRange text) const;
  bool has_arguments(TokenRange text, std::string_view name) const;
  void declare_enum_item(const Item& item, const std::string& name);
  struct DeclaredNames {
    std::vector<std::string> names;
    std::set<std::string> derived;  // of them: *pointer, array[4]
  };
  DeclaredNames declared_names(TokenRange text) const;
  size_t end_of_braces(TokenRange text) const;
  std::string tag_of(TokenRange body, const DeclaredNames& declared) const;
  void declare_tagged(const Item& item);
  void declare_alias(const Item& item);
  std::vector<std::string> enumerators(TokenRange text) const;
  void declare_variables(const Item& item);

  // kernels.cpp
  using Read = std::function<FunctionEntity*()>;
  void read_source(const KernelSource& source, const FunctionEntity& kernel, const Read& read);
  ListedKernel describe_kernel(const FunctionEntity& kernel) const;
  void list_templates();
  void reach_token(size_t token);
  void report_unread();
  std::string place_of(Span span) const;
  std::string context_of(const FunctionEntity& entity) const;
  std::string context_of(const std::string& name, const InstanceUser& user) const;
  void read_item(size_t index);
  void read_kernel_item(size_t index);
  void skip(const Item& item);
  bool read_constants(const Item& item);
  void check_static_assert(const Item& item);
  void read_kernel(FunctionEntity& entity);
  std::string name_expression(const FunctionEntity& entity);
  const std::string& number_kernel(const FunctionEntity& kernel);
  std::string spell(TokenRange text) const;
  std::string parameters_text(const FunctionEntity& kernel) const;

  // named_instances.cpp
  void read_wish(const std::vector<WantedKernel>& wanted, size_t index);
  FunctionEntity* read_meant(FunctionEntity& kernel, const std::vector<WantedKernel>& wanted,
                             size_t index);
  bool read_arguments(const std::vector<Token>& tokens, size_t open, NameScope* scope,
                      std::vector<TemplateArgument>& arguments, std::string* reason);
  FunctionEntity* read_wanted(FunctionEntity& kernel, const WantedKernel& wanted,
                              const std::vector<Token>& tokens, size_t open);
  FunctionEntity* read_instance(FunctionEntity& kernel,
                                const std::vector<TemplateArgument>& arguments,
                                const std::string& written, std::string* reason);
  FunctionEntity* read_made(FunctionEntity& instance, const std::string& written);
  bool may_instantiate(const Item& item, FunctionEntity& of);
  FunctionEntity* instance_named_by(const Item& item, FunctionEntity& of,
                                    const std::vector<TemplateArgument>& written);
  std::vector<TemplateArgument> instantiated_with(const Item& instantiation);
  FunctionEntity* explicit_instance(FunctionEntity& of,
                                    const std::vector<TemplateArgument>& written, bool is_exact);
  void read_instantiation(size_t index);
  FunctionEntity* find_instance(const std::vector<FunctionEntity*>& templates,
                                std::string_view called, std::string* reason);

  // functions.cpp
  bool same_text(const FunctionEntity& a, const FunctionEntity& b) const;
  bool read_head(FunctionEntity& function);
  FunctionEntity* definition_of(FunctionEntity& declared);
  FunctionEntity* definition_behind(FunctionEntity& function);
  // Members defined outside of their struct.
  struct OutsideMember {
    std::string record, name;  // the last part of the struct's
    TokenRange text;           // without `template <...>`
    size_t position = 0;
    std::vector<std::vector<TemplateParameter>> heads;  // of each `template <...>`
    const FunctionEntity* function = nullptr;           // null: a variable
  };
  struct OuterArguments {
    std::string name;                                          // of the template
    const std::vector<TemplateArgument>* bound = nullptr;      // to its text's own parameters
    const std::vector<TemplateArgument>* of_record = nullptr;  // of the instance, if it is a record
  };
  bool is_in_record(const Item& item);
  void declare_outside_member(const Item& item, std::string name, const FunctionEntity* function);
  void take_words_of_definition(FunctionEntity& member);
  FunctionEntity* definition_of_member(FunctionEntity& function);
  Entity* outside_variable(const Entity& variable);
  std::vector<OuterArguments> arguments_around(const RecordEntity& owner,
                                               const FunctionEntity* function) const;
  NameScope* scope_of_outside(const OutsideMember& outside, const RecordEntity& record,
                              const std::vector<OuterArguments>& around);
  bool is_written_for(const OutsideMember& outside, const OuterArguments& one, bool is_special,
                      NameScope* scope);
  FunctionEntity* outside_definition(const OutsideMember& outside, const FunctionEntity& function,
                                     const std::vector<OuterArguments>& around);
  bool same_template(FunctionEntity& a, FunctionEntity& b);
  Function& function_of(FunctionEntity& entity);
  void describe(const FunctionEntity& entity, Function& function) const;
  void read_body(FunctionEntity& entity, Function& function);
  void read_waiting();
  void note_reached();

  // records.cpp
  bool want_record(RecordEntity& record);
  void read_waiting_records();
  bool read_record(RecordEntity& record);
  const Type* read_alias(Entity& entity);
  bool read_enum(Entity& entity);
  Entity* add_local(EntityKind kind, std::string name, Span span);
  const Type* type_of_enum(const Entity& entity, const Type* holds, bool is_scoped);
  void add_enumerator(Entity& owner, const Enumerator& constant, bool is_scoped, bool is_local);

  // program.cpp
  FunctionEntity* find_definition(std::string_view name);
  FunctionEntity* find_entry(const std::string& called);
  FunctionEntity* find_called_instance(const FunctionEntity& last, const std::string& called);
  ExprPtr call_of_main(const Function& main, Kernel& entry);
  ExprPtr call_of_entry(const Function& function, Kernel& entry);
  const Function* use_exit(Span span);
  void finish_program(const Function& main, const Function& exit);
  void list_kernel(const FunctionEntity& kernel);
  Variable* host_variable(Entity& entity);
  bool is_provided(const FunctionEntity& function) const;
  void read_global_objects();
  void read_objects_of(NameScope& scope);
  void read_object(Entity& entity);
  Entity* definition_of_variable(const Entity& entity);
  bool is_host_code(const FunctionEntity& function) const;
  void keep_errors(size_t before, Function& function);

  // variables.cpp
  static const std::string& declared_name(const Entity& entity);
  Variable* read_variable(Entity& entity);
  Variable* shared_variable(Entity& entity);

  // type_names.cpp
  class TypeNamer;

  // templates.cpp
  size_t read_template_head(size_t begin, std::vector<TemplateParameter>& parameters) const;
  TemplateParameter template_parameter(TokenRange text) const;
  bool has_parameter_name(TokenRange text) const;
  NameScope* bind(const std::vector<TemplateParameter>& parameters,
                  const std::vector<TemplateArgument>& arguments, NameScope* parent);
  Entity* bind_one(const TemplateParameter& parameter, const TemplateArgument& argument,
                   NameScope& scope);
  const Type* value_type(const TemplateParameter& parameter, NameScope& scope);
  bool distribute(const std::vector<TemplateParameter>& parameters, const std::string& name,
                  const std::vector<TemplateArgument>& written,
                  std::vector<TemplateArgument>& arguments, std::vector<bool>& known,
                  std::string* reason);
  bool complete_arguments(const std::vector<TemplateParameter>& parameters, NameScope* parent,
                          std::vector<TemplateArgument>& arguments, std::vector<bool>& known,
                          std::string* reason);
  bool fits_parameter(const TemplateParameter& parameter, const TemplateArgument& argument,
                      const std::string& shown, std::string* reason);
  bool read_argument(const TemplateParameter& parameter, NameScope& scope,
                     TemplateArgument& argument);
  // `with_casts`: an enum's constant is "(Op)1", as C++ requires.
  std::string arguments_text(const std::vector<TemplateParameter>& parameters,
                             const std::vector<TemplateArgument>& arguments, NameScope& scope,
                             bool with_casts = false);
  std::string argument_text(const TemplateParameter& parameter, const TemplateArgument& argument,
                            NameScope& scope, bool with_casts);
  std::string enum_cast(const TemplateParameter& parameter, NameScope& scope);
  bool deduce_from_call(const FunctionEntity& pattern, const std::vector<GivenArgument>& arguments,
                        Deduction& to, std::string* reason);
  FunctionEntity* make_instance(FunctionEntity& of, std::vector<TemplateArgument> arguments,
                                std::string* reason);
  bool fits(FunctionEntity& special, const FunctionEntity& instance);
  std::vector<TemplateArgument> written_arguments(TokenRange text, std::string_view name,
                                                  NameScope* scope, size_t position);

  // template_records.cpp
  static Entity* template_around(const Entity& name);
  bool check_arguments(Entity& of, std::vector<TemplateArgument>& arguments, Span span);
  struct Selected {
    Entity* text = nullptr;                   // of the template or of one of its specialisations
    NameScope* scope = nullptr;               // where its parameters are bound
    std::vector<TemplateArgument> arguments;  // to which they are
  };
  Selected select_specialization(Entity& of, const std::vector<TemplateArgument>& arguments);
  bool read_pattern(Entity& of, PartialSpecialization& partial);
  std::optional<std::vector<TemplateArgument>> match(
      Entity& of, PartialSpecialization& partial, const std::vector<TemplateArgument>& arguments);
  bool is_as_special(const PartialSpecialization& a, const PartialSpecialization& b) const;

  // class_deduction.cpp
  void add_constructor_guide(Entity& of, size_t begin, size_t name);
  void read_constructor_guides(Entity& of);
  bool declare_guide(const Item& item);
  const Type* guided_type(Entity& of, FunctionEntity& guide,
                          const std::vector<GivenArgument>& arguments, bool is_list);

  // template_deduction.cpp
  // Far apart, and unlikely as a size in a text.
  static uint64_t stand_in_value(size_t parameter) { return 0x5A000000u + parameter * 0x10001u; }
  std::vector<TemplateArgument> stand_ins(const std::vector<TemplateParameter>& parameters);
  TemplateArgument stand_in(const TemplateParameter& parameter, size_t number);
  const FunctionEntity* pattern_of(FunctionEntity& of);
  // `is_strict`: no conversion of `actual` could make it fit.
  bool deduce(const Type* pattern, const Type* actual, Deduction& to, bool is_strict = false) const;
  bool deduce_argument(const TemplateArgument& pattern, const TemplateArgument& actual,
                       Deduction& to, bool is_strict) const;
  bool deduce_arguments(const std::vector<TemplateArgument>& pattern,
                        const std::vector<TemplateArgument>& actual, Deduction& to,
                        bool is_strict) const;
  bool deduce_element(const TemplateArgument& pattern, const TemplateArgument& actual,
                      size_t element, Deduction& to, bool is_strict) const;
  bool take_argument(size_t parameter, const TemplateArgument& actual, Deduction& to) const;
  bool mentions_stand_in(const Type* type, const Deduction& to) const;
  bool deduces_from_base(const Type* pattern, const Type* base, Deduction& to) const;
  bool mentions_pack(const TemplateArgument& argument, const Deduction& to) const;
  bool is_as_special(const FunctionEntity& a, const FunctionEntity& b, size_t arguments) const;

  const Tokens& tokens_;
  Unit& unit_;
  Checker& checker_;
  Reporter& reporter_;
  const std::vector<Item>* items_ = nullptr;
  std::deque<NameScope> scopes_;
  std::deque<Entity> entities_;
  std::deque<RecordEntity> records_;
  std::vector<std::unique_ptr<FunctionEntity>> functions_;
  std::vector<std::unique_ptr<Variable>> values_;  // template arguments, enumerators
  std::unordered_map<const FunctionDeclaration*, FunctionEntity*> function_entities_;
  std::unordered_map<const Record*, RecordEntity*> record_entities_;
  std::unordered_map<const Enumeration*, NameScope*> enumerations_;  // where each is declared
  std::unordered_map<std::string, RecordEntity*, base::NameHash, std::equal_to<>>
      instances_by_name_;
  struct LocalName {
    uint32_t scope;  // the checker's
    Entity* entity;
  };
  std::vector<LocalName> local_names_;
  struct LocalUse {
    uint32_t scope;
    NameScope* used;
  };
  std::vector<LocalUse> local_uses_;
  std::vector<FunctionEntity*> addressed_;          // kFunctionTag
  std::vector<FunctionEntity*> addressed_kernels_;  // kKernelHandle
  std::vector<const Type*> exceptions_;             // thrown, by number from 1 on
  std::deque<Dispatcher> dispatchers_;
  std::vector<RecordEntity*> classes_;           // with virtual functions, of objects
  std::map<uint32_t, size_t> closures_of_line_;  // how many lambdas
  // The last closure of each lambda's text, by its first token, the element of a pack and the
  // function that is read.
  std::map<std::tuple<size_t, size_t, const Function*>, RecordEntity*> closures_;
  std::deque<OutsideMember> outside_members_;
  std::unordered_set<std::string, base::NameHash, std::equal_to<>> declared_builtins_;
  EntitiesByName builtins_of_std_;
  std::vector<NameScope*> open_namespaces_;
  std::unordered_map<const Item*, NameScope*> item_scopes_;
  std::unordered_map<const Item*, std::vector<Entity*>> item_variables_;
  std::unordered_map<size_t, FunctionEntity*> kernels_at_;  // by their first token
  std::map<std::string, size_t> kernel_names_;              // the number of kernels with each name
  std::deque<FunctionEntity*> waiting_;                     // bodies to be read
  std::vector<FunctionEntity*> kernels_;                    // of the file, templates too, in order
  NameScope* file_ = nullptr;
  Context context_;
  int reading_records_ = 0;
  std::vector<RecordEntity*> waiting_records_;  // to be read after the current one
  static constexpr int kDeepestReading = 128;
  int depth_ = 0;  // of readings inside readings
  bool is_pattern_ = false;
  bool has_packs_ = false;
  bool is_kernel_head_ = false;          // a kernel is being instantiated, not a call's candidate
  InstanceUser user_;                    // of the kernel instance being made
  std::vector<KernelReading> readings_;  // so far
  const std::vector<KernelReading>* only_ = nullptr;
  const KernelReading* meant_ = nullptr;  // of `only`, the current one
  std::unordered_map<const FunctionEntity*, std::string> names_of_kernels_;  // with their numbers
  std::vector<Variable*> written_in(TokenRange statement) const;
  Function& refused_function(Span span, const Type* type, base::Diagnostics why);

  bool explores_ = false;
  bool is_program_ = false;  // read_program()
  bool is_host_ = false;     // what is being read is host code
  bool is_for_kernels_ = true;
  std::deque<FunctionEntity*> waiting_kernels_;       // launched, to be read
  std::vector<std::pair<size_t, StmtPtr>> start_up_;  // by the token of the declaration
  std::vector<size_t> reached_;                       // items, of the current reading
  const Entity* unread_ = nullptr;  // an entity that it needs and that could not be read
};

}  // namespace warplens::lang
