#include "sim/prepare/guess_fills.hpp"

#include <algorithm>
#include <string>
#include <variant>

#include "sim/lang/tree/type.hpp"
#include "sim/prepare/arguments.hpp"

namespace warplens::prepare {

namespace {

bool is_array_of_numbers(const lang::Variable& parameter) {
  const lang::Type* type = parameter.type;
  return type->is_pointer() && type->element->is_scalar() &&
         base::is_floating(type->element->scalar);
}

// The guessed array of that parameter, as it was made: null where it is given, or has a fill.
launch::ArrayArgument* find_open_array(const std::string& name,
                                       const std::vector<launch::Argument>& given,
                                       std::vector<launch::Argument>& arguments) {
  const auto own = std::find_if(arguments.begin(), arguments.end(),
                                [&](const auto& argument) { return argument.name == name; });
  if (own == arguments.end() || find_argument(given, name) != nullptr) return nullptr;
  auto* array = std::get_if<launch::ArrayArgument>(&own->value);
  return array != nullptr && array->fill == launch::Fill{} ? array : nullptr;
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
    launch::ArrayArgument* array = find_open_array(inputs[i]->name, given, arguments);
    if (array != nullptr) array->fill.first = kApart * i % array->fill.n;
  }
}

void clear_results(const lang::Kernel& function, const std::vector<launch::Argument>& given,
                   std::vector<launch::Argument>& arguments) {
  const auto is_array = [](const lang::Variable* parameter, bool is_const) {
    return parameter->type->is_pointer() && parameter->type->element->is_const == is_const;
  };
  const auto& parameters = function.parameters;
  const bool has_inputs = std::any_of(parameters.begin(), parameters.end(),
                                      [&](const auto* one) { return is_array(one, true); });
  if (!has_inputs) return;
  for (const lang::Variable* parameter : parameters) {
    if (!is_array(parameter, false)) continue;
    launch::ArrayArgument* array = find_open_array(parameter->name, given, arguments);
    if (array != nullptr) array->fill.kind = launch::FillKind::kZero;
  }
}

}  // namespace warplens::prepare
