// The Declarations of one compilation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/lang/checker.hpp"
#include "sim/lang/declarations.hpp"
#include "sim/lang/token.hpp"

namespace warplens::lang {

class Names final : public Declarations {
 public:
  Names(const std::vector<Token>& tokens, Unit& unit, Checker& checker, Reporter& reporter)
      : tokens_(tokens), unit_(unit), checker_(checker), reporter_(reporter) {}

  const Type* find_type(std::string_view name) override;
  bool is_record_template(std::string_view name) override;
  bool is_function_template(std::string_view name) override;
  bool is_namespace(std::string_view name) override;
  Variable* find_variable(std::string_view name) override;
  std::vector<const FunctionDeclaration*> find_functions(std::string_view name) override;
  std::vector<const FunctionDeclaration*> members(const Record& record,
                                                  std::string_view name) override;
  std::vector<const FunctionDeclaration*> constructors(const Record& record) override;
  const FunctionDeclaration* instantiate(const FunctionDeclaration& of,
                                         const std::vector<TemplateArgument>& written,
                                         const std::vector<const Type*>& arguments,
                                         std::string* reason) override;
  const Function* use(const FunctionDeclaration& declaration, Span call, bool needs_body) override;
  ExprPtr default_argument(const FunctionDeclaration& declaration, size_t parameter) override;
  ExprPtr field_initializer(const Record& record, size_t field) override;
  Function* current() const override;
  const Record* current_record() const override;

 private:
  const std::vector<Token>& tokens_;
  Unit& unit_;
  Checker& checker_;
  Reporter& reporter_;
};

}  // namespace warplens::lang
