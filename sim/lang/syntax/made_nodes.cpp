#include "sim/lang/syntax/made_nodes.hpp"

#include <memory>
#include <utility>

#include "sim/lang/tree/unit.hpp"

namespace warplens::lang {

ExprPtr name_of(Variable& variable) {
  auto name = std::make_unique<VariableRef>();
  name->name = variable.name;
  name->variable = &variable;
  name->type = variable.type;
  name->is_lvalue = true;
  name->span = variable.span;
  return name;
}

ExprPtr load_of(Variable& variable) {
  auto load = std::make_unique<Load>();
  load->type = variable.type;
  load->span = variable.span;
  load->operand = name_of(variable);
  return load;
}

ExprPtr address_of(Variable& variable, TypeTable& types) {
  variable.address_taken = true;
  auto address = std::make_unique<AddressOf>();
  address->type = types.pointer_to(variable.type);
  address->span = variable.span;
  address->operand = name_of(variable);
  return address;
}

StmtPtr statement_of(ExprPtr expression) {
  auto statement = std::make_unique<ExpressionStmt>();
  statement->span = expression->span;
  statement->expression = std::move(expression);
  return statement;
}

ExprPtr call_of(const Function& function, std::vector<ExprPtr> arguments) {
  auto call = std::make_unique<Call>();
  call->name = function.name;
  call->name_span = call->span = function.span;
  call->function = &function;
  call->type = function.return_type;
  call->arguments = std::move(arguments);
  return call;
}

}  // namespace warplens::lang
