// Names and texts of arguments; bind.cpp makes bits and memory of their values.
#include "sim/prepare/arguments.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/prepare/memory_shape.hpp"

namespace warplens::prepare {
namespace {

using launch::Argument;
using launch::ArrayArgument;

std::string without_blanks(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\t'; });
  return text;
}

// The parts of "{1,{2,@a}}": {"1", "2", "@a"}.
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts{""};
  for (char c : without_blanks(text)) {
    if (c == ',')
      parts.emplace_back();
    else if (c != '{' && c != '}')
      parts.back() += c;
  }
  if (parts.back().empty()) parts.pop_back();
  return parts;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Argument guess_array(const std::string& name, const lang::Type* pointee,
                     const launch::Launch& launch) {
  // A first guess, kept small even if the launch is absurd.
  constexpr uint64_t kMost = uint64_t{1} << 20;
  const uint64_t blocks = std::min(launch.grid.count(), kMost);
  const uint64_t threads = blocks * std::min(launch.block.count(), kMost);
  return {name, array_of(pointee, std::clamp<uint64_t>(threads, 1, kMost))};
}

std::string guess_scalar(const lang::Type* type, const launch::Launch& launch) {
  const uint64_t width = uint64_t{launch.grid.x} * launch.block.x;
  const bool counts = base::is_integer(type->scalar) && base::size_of(type->scalar) >= 4;
  return std::to_string(counts ? std::clamp<uint64_t>(width, 1, 1u << 20) : 1);
}

// A record's pointers point to arrays of their own: "A={1,@A_elements}".
void guess(const lang::Variable& parameter, launch::Launch& launch) {
  const lang::Type* type = parameter.type;
  if (type->is_pointer()) {
    launch.arguments.push_back(guess_array(parameter.name, type->element, launch));
    return;
  }
  if (type->is_scalar()) {
    launch.arguments.push_back({parameter.name, guess_scalar(type, launch)});
    return;
  }
  std::string text;
  for (const lang::Leaf& leaf : lang::leaves_of(type)) {
    if (!text.empty()) text += ",";
    if (leaf.type->is_scalar()) {
      text += guess_scalar(leaf.type, launch);
      continue;
    }
    std::string name = parameter.name;
    for (char c : leaf.path) {
      if (c != ']') name += c == '.' || c == '[' ? '_' : c;
    }
    text += "@" + name;
    if (leaf.type->is_pointer() && find_argument(launch, name) == nullptr) {
      launch.arguments.push_back(guess_array(name, leaf.type->element, launch));
    }
  }
  launch.arguments.push_back({parameter.name, "{" + text + "}"});
}

// Removes an array of a type that the text does not have; its extents, or none.
std::vector<uint64_t> take_unknown(const lang::Unit& unit, const lang::Kernel& kernel,
                                   const std::string& name, std::vector<Argument>& arguments) {
  const auto given = std::find_if(arguments.begin(), arguments.end(),
                                  [&](const Argument& one) { return one.name == name; });
  if (given == arguments.end()) return {};
  const auto* array = std::get_if<ArrayArgument>(&given->value);
  const bool is_unknown = array != nullptr && !array->struct_name.empty() &&
                          find_struct(unit, kernel, array->struct_name) == nullptr;
  if (!is_unknown) return {};
  std::vector<uint64_t> extents = array->extents;
  arguments.erase(given);
  return extents;
}

}  // namespace

const Argument* find_argument(const std::vector<Argument>& arguments, const std::string& name) {
  for (const Argument& argument : arguments) {
    if (argument.name == name) return &argument;
  }
  return nullptr;
}

const Argument* find_argument(const launch::Launch& launch, const std::string& name) {
  return find_argument(launch.arguments, name);
}

uint64_t count_of(const Argument& argument) {
  const auto* text = std::get_if<std::string>(&argument.value);
  uint64_t count = 1;
  if (text != nullptr) std::from_chars(text->data(), text->data() + text->size(), count);
  return std::max<uint64_t>(count, 1);
}

std::vector<std::string> referred_arrays(const launch::Launch& launch) {
  std::vector<std::string> names;
  for (const Argument& argument : launch.arguments) {
    const std::string* text = std::get_if<std::string>(&argument.value);
    if (text == nullptr) continue;
    for (const std::string& part : parts_of(*text)) {
      if (part.starts_with('@')) names.push_back(part.substr(1));
    }
  }
  return names;
}

base::Result<std::vector<std::string>, std::string> leaf_texts(const std::string& text,
                                                               size_t leaves) {
  std::vector<std::string> parts = parts_of(text);
  if (parts.size() > leaves) {
    return base::fail(say("{count} values are given for {places}", "count"_a = parts.size(),
                          "places"_a = leaves));
  }
  parts.resize(leaves, "0");
  return parts;
}

void check_names(const lang::Unit& unit, const lang::Kernel& kernel, const launch::Launch& launch,
                 base::Diagnostics& errors) {
  std::vector<std::string> parameters;
  for (const lang::Variable* parameter : kernel.parameters) parameters.push_back(parameter->name);
  std::vector<std::string> names = parameters;
  for (const auto& variable : unit.globals) names.push_back(variable->name);
  const std::vector<std::string> referred = referred_arrays(launch);
  for (size_t i = 0; i < launch.arguments.size(); ++i) {
    const Argument& argument = launch.arguments[i];
    const std::string& name = argument.name;
    const bool is_extra_array =
        std::holds_alternative<ArrayArgument>(argument.value) && contains(referred, name);
    if (!contains(names, name) && !is_extra_array) {
      const std::string near = base::nearest_name(name, names);
      std::string hint = parameters.empty() ? say("it takes none")
                         : near.empty()     ? say("its parameters are {names}",
                                                  "names"_a = base::list_words(parameters))
                                            : say("did you mean '{name}'?", "name"_a = near);
      errors.push_back(base::at(
          kernel.span,
          kernel.is_host ? say("function '{function}' has no parameter '{name}', which --arg names",
                               "function"_a = kernel.name, "name"_a = name)
                         : say("kernel '{kernel}' has no parameter '{name}', which --arg names",
                               "kernel"_a = kernel.name, "name"_a = name),
          std::move(hint)));
    }
    for (size_t j = 0; j < i; ++j) {
      if (launch.arguments[j].name != name) continue;
      errors.push_back(base::placeless(say("--arg gives '{name}' twice", "name"_a = name),
                                       say("leave one of them out")));
    }
  }
}

launch::Launch complete_arguments(const lang::Unit& unit, const lang::Kernel& kernel,
                                  launch::Launch launch) {
  std::vector<std::string> names = referred_arrays(launch);
  for (const lang::Variable* parameter : kernel.parameters) names.push_back(parameter->name);
  for (const auto& variable : unit.globals) names.push_back(variable->name);
  std::erase_if(launch.arguments,
                [&](const Argument& argument) { return !contains(names, argument.name); });
  for (const lang::Variable* parameter : kernel.parameters) {
    const std::vector<uint64_t> extents =
        take_unknown(unit, kernel, parameter->name, launch.arguments);
    if (find_argument(launch, parameter->name) == nullptr) guess(*parameter, launch);
    const auto guessed =
        std::find_if(launch.arguments.begin(), launch.arguments.end(),
                     [&](const Argument& one) { return one.name == parameter->name; });
    if (extents.empty() || guessed == launch.arguments.end()) continue;
    if (auto* array = std::get_if<ArrayArgument>(&guessed->value)) array->extents = extents;
  }
  return launch;
}

}  // namespace warplens::prepare
