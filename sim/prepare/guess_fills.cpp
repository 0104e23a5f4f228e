#include "sim/prepare/guess_fills.hpp"

#include <algorithm>
#include <string>
#include <variant>

#include "sim/lang/tree/type.hpp"

namespace warplens::prepare {

namespace {

bool has(const std::vector<launch::Argument>& arguments, const std::string& name) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [&](const launch::Argument& argument) { return argument.name == name; });
}

bool is_array_of_numbers(const lang::Variable& parameter) {
  const lang::Type* type = parameter.type;
  return type->is_pointer() && type->element->is_scalar() &&
         base::is_floating(type->element->scalar);
}

}  // namespace

void tell_inputs_apart(const lang::Kernel& kernel, const std::vector<launch::Argument>& given,
                       std::vector<launch::Argument>& arguments) {
  constexpr uint64_t kApart = 100;
  std::vector<const lang::Variable*> inputs;
  for (const bool is_const : {true, false}) {
    for (const lang::Variable* parameter : kernel.parameters) {
      if (is_array_of_numbers(*parameter) && parameter->type->element->is_const == is_const)
        inputs.push_back(parameter);
    }
    if (!inputs.empty()) break;
  }
  for (size_t i = 1; i < inputs.size(); ++i) {
    const std::string& name = inputs[i]->name;
    const auto own = std::find_if(arguments.begin(), arguments.end(),
                                  [&](const auto& argument) { return argument.name == name; });
    if (own == arguments.end() || has(given, name)) continue;
    auto* array = std::get_if<launch::ArrayArgument>(&own->value);
    if (array != nullptr && array->fill == launch::Fill{})
      array->fill.first = kApart * i % array->fill.n;
  }
}

}  // namespace warplens::prepare
