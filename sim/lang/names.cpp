#include "sim/lang/names.hpp"

namespace warplens::lang {

const Type* Names::find_type(std::string_view name) {
  return unit_.types.vector(name);
}
bool Names::is_record_template(std::string_view) {
  return false;
}
bool Names::is_function_template(std::string_view) {
  return false;
}
bool Names::is_namespace(std::string_view) {
  return false;
}
Variable* Names::find_variable(std::string_view) {
  return nullptr;
}
std::vector<const FunctionDeclaration*> Names::find_functions(std::string_view) {
  return {};
}
std::vector<const FunctionDeclaration*> Names::members(const Record&, std::string_view) {
  return {};
}
std::vector<const FunctionDeclaration*> Names::constructors(const Record&) {
  return {};
}
const FunctionDeclaration* Names::instantiate(const FunctionDeclaration&,
                                              const std::vector<TemplateArgument>&,
                                              const std::vector<const Type*>&, std::string*) {
  return nullptr;
}
const Function* Names::use(const FunctionDeclaration&, Span, bool) {
  return nullptr;
}
ExprPtr Names::default_argument(const FunctionDeclaration&, size_t) {
  return nullptr;
}
ExprPtr Names::field_initializer(const Record&, size_t) {
  return nullptr;
}
Function* Names::current() const {
  return nullptr;
}
const Record* Names::current_record() const {
  return nullptr;
}

}  // namespace warplens::lang
