// Recursive descent over the preprocessed tokens. Each parse_* function is named after what it
// reads and moves the position past it. It reports a mistake and returns null; the enclosing
// statement then continues at the next `;` or `}`, so several mistakes of a file are reported.
//
// parser.cpp holds tokens and recovery; parser_types.cpp, parser_specifiers.cpp and
// parser_declarators.cpp what a declaration is made of, parser_declarations.cpp variables,
// parser_file_scope.cpp those of the file, parser_records.cpp and parser_layout.cpp structs,
// parser_functions.cpp, parser_statements.cpp and parser_expressions.cpp the rest. A parser reads
// one range of tokens, chosen by Names (names.hpp).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/say.hpp"
#include "sim/lang/check/checker.hpp"
#include "sim/lang/syntax/names.hpp"
#include "sim/lang/text/number.hpp"
#include "sim/lang/text/tokens.hpp"

namespace warplens::lang {

// The name of the field that says which class an object with virtual functions is of.
inline constexpr std::string_view kClassField = "_class";
// [bytes] A larger array is a mistake anywhere; the launch and the lowering have their own limits.
inline constexpr uint64_t kLargestArray = uint64_t{1} << 31;
// Members of a record, and of those in it: more than any kernel copies as a whole.
inline constexpr uint32_t kMostParts = 4096;

class Parser {
 public:
  // Reads the tokens of `text` only.
  Parser(const Tokens& tokens, TokenRange text, Unit& unit, Checker& checker, Reporter& reporter,
         Names& names);

  // ----------------------------------------------------------------------- functions
  // (parser_functions.cpp) Return type, name, parameters; false after a mistake.
  bool parse_function_head(FunctionEntity& function);
  // Parameters as variables, member initialisers and statements.
  void parse_function_body(const FunctionEntity& entity, Function& function);
  ExprPtr parse_default_value() { return parse_initializer_clause(); }
  // HostProgram::check; no text is read.
  StmtPtr parse_function_check(Span span) { return leave_if_thrown(span); }

  // ------------------------------------------------------------------------- records
  // (parser_records.cpp) `struct Name { ... }` and its layout; false after a mistake.
  bool parse_record(RecordEntity& record);

  // -------------------------------------------------------------------------- file scope
  // (parser_file_scope.cpp) `enum Name : type { ... }`: returns its type; calls `add` for each
  // constant.
  const Type* parse_enum(const std::function<void(const Enumerator&)>& add);
  // Begins after `static_assert`; false if the condition is not known.
  bool parse_static_assert();
  // The type that a typedef or using gives to `name`. `defined`: the type that a typedef defines;
  // then only the declarators are read.
  TemplateArgument parse_alias(std::string_view name, const Type* defined = nullptr);
  // The declarator `name` of a declaration, with its initialiser; null after a mistake.
  std::unique_ptr<Variable> parse_file_variable(std::string_view name, Storage storage,
                                                Declarator& declarator);
  const Type* parse_type_name();           // of casts and sizeof
  const Type* parse_declared_type();       // of a declaration with one name: T (*name)(T)
  TemplateArgument parse_type_argument();  // the same, with its reference
  bool parse_template_arguments(std::vector<TemplateArgument>& arguments);
  ExprPtr parse_constant() { return parse_conditional(); }
  bool at_end() const { return peek().at_end(); }
  size_t position() const { return at_; }

 private:
  struct Specifiers {
    const Type* type = nullptr;  // null: `auto`, or after a mistake
    bool is_const = false, is_volatile = false, is_constexpr = false, is_shared = false,
         is_extern = false, is_auto = false, is_static = false, is_typedef = false;
    bool is_device = false, is_host = false, is_constant_memory = false, is_managed = false;
    bool is_forced_out = false, is_packed = false, is_mutable = false;
    uint64_t alignment = 0;                  // [bytes] __align__(n); 0: none
    Reference reference = Reference::kNone;  // of the type that a name means
    Entity* deduced = nullptr;  // a class template whose arguments the initialiser gives
    Span span;
  };
  struct DeclaratorText {
    const Type* type = nullptr;  // null after a mistake; of a reference: what it refers to
    std::string name;
    Span span;
    bool has_open_extent = false;  // `name[]`
    bool has_extents = false;
    bool may_be_counted = false;  // of host code: its extent may be known only where it is executed
    size_t counted_at = 0;        // the first token of such an extent; 0: it has none
    bool is_reference = false;
    bool takes_temporaries = false;  // const T& or T&&
    struct Binding {
      std::string name;
      Span span;
    };
    std::vector<Binding> bindings;  // of auto [a, b]
  };

  // ------------------------------------------------------------------------------------- tokens
  // (parser.cpp)
  const Token& peek(size_t ahead = 0) const {
    return at_ + ahead < stop_ ? tokens_[at_ + ahead] : end_;
  }
  const Token& previous() const { return tokens_[at_ == 0 ? 0 : at_ - 1]; }
  bool is(std::string_view spelling) const { return peek().is(spelling); }
  bool accept(std::string_view spelling);
  // `place` follows the expected token in the message: "after the index".
  bool expect(std::string_view spelling, Sentence place);
  bool report_expected(std::string_view spelling, const std::string& place);  // always false
  void expect_semicolon(Sentence place);
  void report_no_semicolon(const std::string& place);
  Span end_of_previous() const { return {previous().span.end, previous().span.end}; }
  void error(Span span, std::string message, std::string hint = "");
  void error_here(std::string message, std::string hint = "");
  // Valid C++ that is not supported here.
  void unsupported(Span span, std::string message, std::string hint = "");
  void unsupported_here(std::string message, std::string hint = "");
  std::string describe_here() const;  // "';'", "the end of the file"
  void skip_statement();  // to after the next `;`, or to a `}` or a keyword of a statement
  // From inside ( ... to after its ')', stopping at braces and, except in a for loop's header, at
  // `;`.
  void skip_parentheses(bool over_semicolons = false);
  void skip_braces();    // from a `{`, if it is next, to after its `}`
  bool enter_nesting();  // false, reported, if too deep
  void leave_nesting();
  void note_addresses(size_t begin, size_t end);
  // Up to the next `,`, `;` or closing bracket outside of all brackets.
  TokenRange skip_value();

  // --------------------------------------------------------------- functions
  // (parser_functions.cpp)
  bool parse_behind_parameters(FunctionEntity& function);
  // (parser_signatures.cpp)
  const Type* parse_signature(const Type* result, bool returns_reference,
                              const Type* owner = nullptr);
  bool parse_signature_parameter(Signature& signature);
  const Type* pointed_function(const Type* result, bool returns_reference,
                               const Type* owner = nullptr);
  // (parser_functions.cpp)
  bool parse_kernel_name(FunctionEntity& function);
  uint32_t parse_launch_bound();
  bool parse_return_type(FunctionEntity& function);
  bool parse_function_name(FunctionEntity& function);
  bool parse_parameters(FunctionEntity& function);
  bool parse_parameter(FunctionEntity& function);
  bool parse_one_parameter(FunctionEntity& function);
  bool parse_parameter_pack(FunctionEntity& function, size_t length);
  bool parse_noexcept_condition(const FunctionEntity& function);
  bool parse_trailing_type(FunctionEntity& function);
  void skip_parameter();
  bool check_parameter(const FunctionEntity& function, const DeclaratorText& text);
  void end_main(Block& body);
  void suppress_names_before(size_t end);
  void declare_parameters(const FunctionEntity& entity, Function& function);
  void parse_member_initializers(const FunctionEntity& entity, Block& body);
  static void name_inherited_parameters(FunctionEntity& function);
  ExprPtr passed_on(const FunctionEntity& inherited) const;
  ExprPtr bind_member(const Field& field, ExprPtr value);
  void initialize_member(const Checker::MakeExpr& target, const Field& field, ExprPtr value,
                         Block& body);

  // --------------------------------------------------------------- records
  // (parser_records.cpp)
  const Type* parse_type_definition();  // struct or enum with its braces
  bool parse_record_head(RecordEntity& record, Specifiers& attributes);
  bool parse_bases(RecordEntity& record);
  bool parse_base(RecordEntity& record);
  std::optional<size_t> parse_base_name(const RecordEntity& record);
  bool parse_used_name(RecordEntity& record);
  void add_class_field(RecordEntity& record);
  bool skip_destructor(RecordEntity& record);
  void store_class(const RecordEntity& record, Variable& self, Span span, Block& body);
  bool parse_member(RecordEntity& record);
  bool parse_fields(RecordEntity& record);
  bool is_anonymous_record();
  static void add_field(RecordEntity& record, Field field, TokenRange value);
  bool check_field(const RecordEntity& record, const DeclaratorText& text);
  size_t skip_static_value();
  void skip_member();
  bool is_friend() const;
  bool parse_friend(RecordEntity& record);
  bool report_refused_operator();
  bool is_member_function() const;
  // (parser_layout.cpp)
  uint64_t parse_alignment();
  bool parse_bits(Field& field);
  bool is_plain(const RecordEntity& record) const;
  void lay_out(RecordEntity& record, const Specifiers& attributes);
  void count_parts(Record& record);
  // (parser_file_scope.cpp)
  static TemplateArgument named_by(const DeclaratorText& text);
  std::unique_ptr<Variable> parse_file_value(const Specifiers& specifiers,
                                             const DeclaratorText& text, Storage storage,
                                             Declarator& declarator);

  // --------------------------------------------------------------- statements
  // (parser_statements.cpp)
  StmtPtr parse_statement();
  StmtPtr parse_statement_inner();
  std::unique_ptr<Block> parse_block();
  void parse_block_items(std::vector<StmtPtr>& statements);
  StmtPtr parse_if();
  StmtPtr parse_for();
  StmtPtr parse_if_constexpr(size_t begin);
  void skip_unread_statement();
  void skip_attributes();
  StmtPtr parse_init();
  ExprPtr parse_condition_inside();
  StmtPtr parse_condition_variable(If& node);
  ExprPtr parse_returned();
  bool is_range_header() const;
  void parse_range_for(For& loop);
  void parse_container_for(For& loop, const Specifiers& specifiers, const DeclaratorText& text);
  const Type* parse_list_of_range(const Specifiers& specifiers, const DeclaratorText& text,
                                  Declaration& declaration);
  void count_indexes(For& loop, const DeclaratorText& text, uint64_t count);
  StmtPtr declare_range_variable(const Specifiers& specifiers, const DeclaratorText& text,
                                 const Type* element_type, ExprPtr element);
  bool check_for_header();
  void suppress_for_variable();
  void parse_for_header(For& loop);
  StmtPtr parse_while();
  StmtPtr parse_do();
  StmtPtr parse_switch();
  void parse_switch_label(Switch& node, bool after_initialized);
  StmtPtr parse_jump();
  StmtPtr parse_goto();
  StmtPtr parse_expression_statement();
  StmtPtr parse_body();  // of if, else and loops, in its own scope
  StmtPtr parse_loop_body(Loop& loop);
  ExprPtr parse_condition(std::string_view keyword);  // ( expression ), as bool
  bool report_refused_statement();
  bool report_wrong_ptx();  // (parser_ptx.cpp)

  // --------------------------------------------------------------- exceptions
  // (parser_exceptions.cpp)
  StmtPtr parse_try();
  StmtPtr parse_throw();
  ExprPtr parse_throw_expression();
  bool parse_handler(Block& all);
  bool rethrow(Block& block);
  bool throw_value(Block& block);
  StmtPtr leave_for_handler(Span span);
  StmtPtr leave_if_thrown(Span span);
  void set_exception_aside(Block& body);
  Variable* declare_hidden(std::string name, const Type* type, ExprPtr value, Block& block);

  // ------------------------------------------------------------- types
  // (parser_types.cpp)
  static bool is_elaboration(const Token& token);  // typename, struct and their like
  bool starts_type(size_t ahead) const;
  // The number of tokens from `ahead` that name a type other than a type word; 0: none.
  size_t type_name_length(size_t ahead) const;
  bool is_type_member(size_t begin) const;
  TemplateArgument parse_named_type();
  size_t deduced_length(size_t ahead, Entity** found = nullptr) const;
  const Type* parse_deduced(Entity& of);
  size_t behind_decltype(size_t ahead) const;
  const Type* type_of_named_field(size_t end);
  TemplateArgument parse_decltype();
  // (parser_specifiers.cpp)
  static bool is_qualifier(const Token& token);  // const, volatile, __restrict__
  bool starts_declaration() const;
  bool parse_attribute(Specifiers& specifiers);
  bool parse_specifier_word(Specifiers& specifiers, std::string& words);
  bool parse_specifiers(Specifiers& specifiers);
  // The type with the const and volatile of the specifiers.
  const Type* qualified(const Type* type, const Specifiers& specifiers);
  bool report_unknown_type();
  void report_unknown_type_of_namespace();
  void suppress_declared_name();  // the name that the failed declaration would have declared
  // (parser_declarators.cpp)
  size_t member_pointer_length(size_t ahead) const;
  const Type* parse_member_owner();
  const Type* parse_pointers(const Type* type);
  Reference parse_reference_mark(Reference of_type);
  size_t length_of_owner() const;
  bool parse_declarator(const Specifiers& specifiers, DeclaratorText& declarator);
  std::optional<uint64_t> parse_extent();
  bool skip_counted_extent(DeclaratorText& declarator);
  const Type* parse_extents(const Type* element, DeclaratorText& declarator);
  const Type* array_type(const Type* element, const std::vector<uint64_t>& extents,
                         const DeclaratorText& declarator);

  // ----------------------------------------------------------- declarations
  // (parser_declarations.cpp)
  ExprPtr parse_new_rows(const Type* element, ExprPtr count, size_t begin);
  StmtPtr parse_declaration();
  void declare_members(const Specifiers& specifiers, Declaration& declaration);
  void make_static(Declaration& declaration);
  Variable* unnamed_flag(Span span);
  StmtPtr parse_local_type();
  bool parse_using();
  bool parse_reference(const Specifiers& specifiers, const DeclaratorText& text,
                       Declaration& declaration);
  bool parse_object(const DeclaratorText& text, Declaration& declaration);
  // (parser_bindings.cpp)
  bool parse_binding_names(DeclaratorText& text);
  bool parse_bindings(const Specifiers& specifiers, DeclaratorText& text, Declaration& declaration);
  bool declare_bindings(const DeclaratorText& text, Variable& whole, Declaration& declaration);
  std::optional<std::vector<ExprPtr>> parts_of(const DeclaratorText& text, const Variable& whole);
  bool parse_one_variable(const Specifiers& specifiers, Declaration& declaration);
  void declare_shared(const Specifiers& specifiers, const DeclaratorText& declarator);
  bool parse_initializer(const Specifiers& specifiers, DeclaratorText& text,
                         Declaration& declaration);
  bool parse_scalar_initializer(const Specifiers& specifiers, DeclaratorText& text,
                                Declaration& declaration);
  bool parse_array_initializer(DeclaratorText& text, Declaration& declaration);
  bool declare_counted_array(const DeclaratorText& text, Declaration& declaration);
  bool parse_characters(DeclaratorText& text, Declaration& declaration);
  bool report_no_room(uint64_t most);
  bool parse_elements(const Type* array, std::vector<ExprPtr>& elements);
  ExprPtr zero_of(const Type* type, Span span);

  // ------------------------------------------------------------- expressions
  // (parser_expressions.cpp)
  ExprPtr parse_expression();  // with commas; not yet checked
  ExprPtr parse_full_expression();
  ExprPtr parse_assignment();
  ExprPtr parse_conditional();
  ExprPtr parse_binary(int lowest);
  ExprPtr parse_unary();
  ExprPtr parse_unary_inner();
  ExprPtr parse_pointed_member();
  ExprPtr parse_member_address(size_t begin);
  ExprPtr parse_sizeof();
  void end_parameters(const FunctionEntity& entity, const Function& function, Block& body);
  bool accept_nothrow();
  ExprPtr parse_new();
  ExprPtr parse_delete();
  bool is_parenthesized_type() const;
  ExprPtr parse_c_cast();
  ExprPtr parse_named_cast();
  ExprPtr parse_typeid();
  ExprPtr parse_alignof();
  ExprPtr parse_noexcept_operator();
  ExprPtr parse_postfix();
  ExprPtr parse_postfix_step(ExprPtr base, size_t begin, bool& goes_on);
  // (parser_lambda.cpp)
  ExprPtr parse_lambda();
  bool parse_lambda_head(FunctionEntity& function);
  bool parse_capture(RecordEntity& closure, Construct& values, char& all);
  ExprPtr elements_of(const Type* array, Span span, const std::function<ExprPtr()>& value);
  bool add_capture(RecordEntity& closure, Construct& values, const Token& name, bool is_reference,
                   const std::function<ExprPtr()>& value);
  bool needs_capture(std::string_view name) const;
  bool needs_this(TokenRange body) const;
  std::vector<Token> captured_by_default(TokenRange text) const;
  ExprPtr name_here(const Token& token) const;
  TokenRange skip_lambda(std::vector<bool>& generic, size_t& body);
  bool is_auto_pack() const;
  // (parser_names.cpp)
  ExprPtr parse_object();
  ExprPtr parse_call(size_t begin, const std::string& name, Span span);
  bool parse_arguments(std::vector<ExprPtr>& arguments, const std::string& function = "");
  ExprPtr parse_member(ExprPtr object, size_t begin);
  // (parser_print.cpp)
  static bool resolve_string(std::string_view spelling, std::string& text);
  bool prints_in_kernel() const;
  ExprPtr parse_print();
  bool parse_print_arguments(Print& print);
  bool fill_in_strings(const std::map<size_t, std::string>& strings, Print& print);
  ExprPtr parse_assert();
  ExprPtr parse_ptx_operand();  // (parser_ptx.cpp)
  bool parse_qualified_name(std::string& name);
  bool names_type_scope() const;
  bool opens_template_arguments(size_t ahead) const;
  // initializer := "{" [initializer ("," initializer)* [","]] "}" | assignment: a Construct or an
  // expression, not yet checked
  ExprPtr parse_initializer_clause();
  ExprPtr parse_object_initializer();
  // After an opening parenthesis or brace: reads the arguments as a Construct, and `close`.
  ExprPtr parse_initializer_list(std::string_view close);
  // template_arguments := "<" [(type | constant) ("," ...)*] ">"; false after a mistake.
  bool parse_template_argument(std::vector<TemplateArgument>& arguments);
  Entity* template_argument_template();
  ExprPtr parse_template_value();
  bool expect_template_end();
  // (parser_packs.cpp)
  std::string text_of(const Token& word) const;
  bool expands(size_t length, const std::function<bool()>& read);
  bool is_expansion(size_t at) const;
  size_t expansion_length(bool is_types) const;
  std::optional<size_t> expansion_count(size_t begin, size_t end) const;
  bool is_expanded_inside(size_t at, size_t end) const;
  size_t behind_angles(size_t ahead, bool is_types, bool* closes_two = nullptr) const;
  ExprPtr parse_pack_size(size_t begin);
  size_t fold_ellipsis() const;
  ExprPtr parse_fold(size_t ellipsis);
  ExprPtr fold_step(const Token& op, ExprPtr left, ExprPtr right, size_t begin);
  bool calls_parenthesized_name() const;
  ExprPtr parse_primary();
  ExprPtr parse_word_literal();
  ExprPtr parse_string();
  bool opens_launch() const { return is("<<") && peek(1).is("<"); }
  ExprPtr parse_launch(std::unique_ptr<Launch> launch, size_t begin);
  bool refuse_word(std::string_view word);
  void report_unknown_member(const std::string& name, const Token& first, Span span);
  ExprPtr parse_name();
  ExprPtr parse_number_token();
  ExprPtr call_literal_operator(const std::string& function, const Number& number);
  ExprPtr report_no_expression();
  bool count_operator();  // false, reported, if an expression is too long
  // Sets the span, from token `begin` to the last one read.
  template <class T>
  ExprPtr finish(std::unique_ptr<T> node, size_t begin) {
    tokens_.budget().keep(sizeof(T));
    place(*node, begin);
    return node;
  }
  void place(Expr& node, size_t begin) const;

  const Tokens& tokens_;
  Unit& unit_;
  Checker& checker_;
  Reporter& reporter_;
  Names& names_;
  size_t at_ = 0;
  size_t stop_ = 0;  // the text's end: reads as the end of the file
  int depth_ = 0;
  bool is_too_deep_ = false;            // which is reported once
  int operators_ = 0;                   // of the current whole expression
  bool in_template_arguments_ = false;  // not in parentheses: `>` closes them
  bool half_closed_ = false;            // the first half of a `>>` that closes two lists is read
  bool in_assert_ = false;              // where a string is allowed
  bool in_launch_ = false;              // between <<< and >>>
  size_t generic_parameters_ = 0;       // auto, of a lambda, read so far
  std::vector<std::string> handlers_;   // the labels of those of the try blocks around
  int tries_ = 0, matches_ = 0;         // of the function, so far
  int breakable_ = 0;                   // enclosing loops and switches
  std::optional<size_t> element_;       // of the packs in the pattern that is being expanded
  std::set<std::string_view> address_taken_;         // names after a unary & in this function
  std::set<std::pair<bool, uint64_t>> case_values_;  // of the current switch: is it default, value
  Token end_;
};

}  // namespace warplens::lang
