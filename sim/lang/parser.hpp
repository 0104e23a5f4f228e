// Recursive descent over the preprocessed tokens. Each parse_* function is named after what it
// reads and leaves the position behind it. After a mistake it reports, returns null, and the
// enclosing statement goes on at the next `;` or
// `}`, so that one file shows several mistakes.
//
// parser_expressions.cpp, parser_statements.cpp, parser_declarations.cpp; parser.cpp holds tokens
// and kernels.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/lang/checker.hpp"
#include "sim/lang/token.hpp"

namespace warplens::lang {

class Parser {
 public:
  Parser(const std::vector<Token>& tokens, Unit& unit, Checker& checker, Reporter& reporter)
      : tokens_(tokens), unit_(unit), checker_(checker), reporter_(reporter) {}

  void parse_kernel(const Item& item);
  // `const int N = 16, M = 2 * N;` in the file. False if it is no constant after all: then nothing
  // is reported.
  bool parse_file_constants(const Item& item);

 private:
  // ------------------------------------------------------------------------------------- tokens
  // (parser.cpp)
  const Token& peek(size_t ahead = 0) const;
  const Token& previous() const { return tokens_[at_ == 0 ? 0 : at_ - 1]; }
  bool at_end() const { return peek().at_end(); }
  bool is(std::string_view spelling) const { return peek().is(spelling); }
  bool accept(std::string_view spelling);
  bool expect(std::string_view spelling, std::string_view where);
  void expect_semicolon(std::string_view after);
  Span end_of_previous() const { return {previous().span.end, previous().span.end}; }
  void error(Span span, std::string message, std::string hint = "");
  void error_here(std::string message, std::string hint = "");
  std::string describe_here() const;  // "';'", "the end of the kernel"
  void skip_statement();  // to behind the next `;` or before a `}` or a keyword of a statement
  // From inside ( ... to behind its ')', not over braces, and over `;` only in a for loop's header.
  void skip_parentheses(bool over_semicolons = false);
  void skip_braces();    // a `{` and all to behind its `}`, if one is here
  bool enter_nesting();  // false, reported, when too deep
  void leave_nesting() { --depth_; }
  void note_addresses(size_t begin, size_t end);
  void parse_parameters(Kernel& kernel);
  void parse_parameter(Kernel& kernel);

  // --------------------------------------------------------------- statements
  // (parser_statements.cpp)
  StmtPtr parse_statement();
  StmtPtr parse_statement_inner();
  std::unique_ptr<Block> parse_block();
  void parse_block_items(std::vector<StmtPtr>& statements);
  StmtPtr parse_if();
  StmtPtr parse_for();
  bool check_for_header();
  void suppress_for_variable();
  void parse_for_header(For& loop);
  StmtPtr parse_while();
  StmtPtr parse_do();
  StmtPtr parse_switch();
  void parse_switch_label(Switch& node, bool after_initialized);
  StmtPtr parse_jump();
  StmtPtr parse_expression_statement();
  StmtPtr parse_body();  // of if, else and loops, with a scope of its own
  StmtPtr parse_loop_body(Loop& loop);
  ExprPtr parse_condition(std::string_view keyword);  // ( expression ), as bool
  bool report_refused_statement();

  // ----------------------------------------------------------- declarations
  // (parser_declarations.cpp)
  struct Specifiers {
    const Type* type = nullptr;  // null: `auto`, or after a mistake
    bool is_const = false, is_shared = false, is_extern = false, is_auto = false,
         has_alignment = false;
    Span span;
  };
  struct DeclaratorText {
    const Type* type = nullptr;  // null after a mistake
    std::string name;
    Span span;
    bool has_open_extent = false;  // `name[]`
    bool has_extents = false;
  };
  bool starts_declaration() const;
  bool starts_type(size_t ahead) const;
  bool parse_specifiers(Specifiers& specifiers);
  bool parse_specifier_word(Specifiers& specifiers, std::string& words);
  bool report_unknown_type();
  void suppress_declared_name();  // the name that the declaration being given up would have made
  const Type* parse_pointers(const Type* type);
  const Type* parse_type_name();  // of casts and sizeof
  bool parse_declarator(const Specifiers& specifiers, DeclaratorText& declarator);
  const Type* parse_extents(const Type* element, DeclaratorText& declarator);
  StmtPtr parse_declaration();
  bool parse_one_variable(const Specifiers& specifiers, Declaration& declaration);
  void declare_shared(const Specifiers& specifiers, const DeclaratorText& declarator);
  bool parse_initializer(const Specifiers& specifiers, DeclaratorText& text,
                         Declaration& declaration);
  bool parse_scalar_initializer(const Specifiers& specifiers, DeclaratorText& text,
                                Declaration& declaration);
  bool parse_array_initializer(DeclaratorText& text, Declaration& declaration);
  bool parse_elements(const Type* array, std::vector<ExprPtr>& elements);
  static const Type* innermost(const Type* type);  // of nested arrays; may be a pointer
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
  ExprPtr parse_sizeof();
  bool is_parenthesized_type() const;
  ExprPtr parse_c_cast();
  ExprPtr parse_named_cast();
  ExprPtr parse_functional_cast();
  ExprPtr parse_postfix();
  ExprPtr parse_postfix_step(ExprPtr base, size_t begin, bool& goes_on);
  ExprPtr parse_call(size_t begin);
  // initializer := "{" [initializer ("," initializer)* [","]] "}" | assignment: a Construct or an
  // expression, not yet checked
  ExprPtr parse_initializer_clause();
  // From behind an opening parenthesis or brace: the arguments as a Construct, `close` read.
  ExprPtr parse_initializer_list(std::string_view close);
  // template_arguments := "<" [(type | constant) ("," ...)*] ">"; false after a mistake.
  bool parse_template_arguments(std::vector<TemplateArgument>& arguments);
  ExprPtr parse_template_value();
  bool expect_template_end();
  ExprPtr parse_primary();
  ExprPtr parse_name();
  ExprPtr parse_builtin(Builtin first);
  ExprPtr parse_number_token();
  ExprPtr report_no_expression();
  bool count_operator();  // false, reported, when an expression is too long
  // Fills in the span from token `begin` to the last one read.
  template <class T>
  ExprPtr finish(std::unique_ptr<T> node, size_t begin) {
    place(*node, begin);
    return node;
  }
  void place(Expr& node, size_t begin) const;

  const std::vector<Token>& tokens_;
  Unit& unit_;
  Checker& checker_;
  Reporter& reporter_;
  size_t at_ = 0;
  size_t stop_ = 0;  // the item's end: reads as the end of the file
  int depth_ = 0;
  int operators_ = 0;                   // of the whole expression being read
  bool in_template_arguments_ = false;  // outside of parentheses in there: `>` closes them
  bool half_closed_ = false;            // of a `>>` that closes two lists the first half is read
  int breakable_ = 0;                   // loops and switches around
  std::set<std::string_view> address_taken_;  // names that this kernel writes behind a unary &
  std::set<std::string> kernel_names_;
  std::set<std::pair<bool, uint64_t>>
      case_values_;  // of the switch being read: is it default, value
  Token end_;
};

}  // namespace warplens::lang
