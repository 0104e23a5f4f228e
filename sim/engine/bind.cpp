// Arguments to parameters by name. Names are checked first, then each parameter takes its argument:
// a scalar's text is read in the parameter's type, an array is filled and put into global memory in
// the order of the parameters. For what is missing a guess is made, so that the error can show a
// command that runs.
#include "sim/engine/bind.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "sim/launch/parse.hpp"

namespace warplens::engine {
namespace {

using base::at;
using base::Diagnostic;
using base::Diagnostics;
using launch::Argument;
using launch::ArrayArgument;

const Argument* find_argument(const launch::Launch& launch, const std::string& name) {
  for (const Argument& argument : launch.arguments) {
    if (argument.name == name) return &argument;
  }
  return nullptr;
}

// What a pointer's target is filled as; anything that is no scalar is raw 64-bit memory.
base::Scalar pointee_scalar(const lang::Type* pointer) {
  const lang::Type* pointee = pointer->element;
  const lang::Type* scalar =
      pointee != nullptr && pointee->is_array() ? lang::innermost_element(pointee) : pointee;
  return scalar != nullptr && scalar->is_scalar() ? scalar->scalar : base::Scalar::kULongLong;
}

Argument guess(const lang::Variable& parameter, const launch::Launch& launch) {
  Argument argument;
  argument.name = parameter.name;
  const uint64_t width = uint64_t{launch.grid.x} * launch.block.x;
  if (parameter.type->is_pointer()) {
    ArrayArgument array;
    array.element = pointee_scalar(parameter.type);
    // A guess to start from, so it is kept small even where the launch is absurd.
    const uint64_t threads = launch.grid.count() * launch.block.count();
    array.extents = {std::clamp<uint64_t>(threads, 1, uint64_t{1} << 20)};
    argument.value = array;
  } else {
    const bool counts =
        base::is_integer(parameter.type->scalar) && base::size_of(parameter.type->scalar) >= 4;
    argument.value = std::to_string(counts ? std::clamp<uint64_t>(width, 1, 1u << 20) : 1);
  }
  return argument;
}

// "m", "m and n", "m, n and p"
std::string list_words(const std::vector<std::string>& names) {
  std::string words;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) words += i + 1 == names.size() ? " and " : ", ";
    words += names[i];
  }
  return words;
}

void check_names(const lang::Kernel& kernel, const launch::Launch& launch, Diagnostics& errors) {
  std::vector<std::string> names;
  for (const lang::Variable* parameter : kernel.parameters) names.push_back(parameter->name);
  for (size_t i = 0; i < launch.arguments.size(); ++i) {
    const std::string& name = launch.arguments[i].name;
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      const std::string near = base::nearest_name(name, names);
      std::string hint = names.empty()  ? "it takes none"
                         : near.empty() ? "its parameters are " + list_words(names)
                                        : "did you mean '" + near + "'?";
      errors.push_back(
          at(kernel.span,
             "kernel '" + kernel.name + "' has no parameter '" + name + "', which --arg names",
             std::move(hint)));
    }
    for (size_t j = 0; j < i; ++j) {
      if (launch.arguments[j].name != name) continue;
      errors.push_back(
          base::placeless("--arg gives '" + name + "' twice", "leave one of them out"));
    }
  }
}

void check_missing(const lang::Kernel& kernel, const launch::Launch& launch,
                   const std::string& file_name, Diagnostics& errors) {
  std::vector<std::string> missing;
  base::Span first;
  for (const lang::Variable* parameter : kernel.parameters) {
    if (find_argument(launch, parameter->name) != nullptr) continue;
    if (missing.empty()) first = parameter->span;
    missing.push_back("'" + parameter->name + "'");
  }
  if (missing.empty()) return;
  errors.push_back(at(first,
                      "kernel '" + kernel.name + "' needs a value for " + list_words(missing),
                      "for example: warplens run " + (file_name.empty() ? "FILE.cu" : file_name) +
                          " " + launch::print(complete_arguments(kernel, launch))));
}

// [bytes], or nothing if that is no 64-bit number.
std::optional<uint64_t> bytes_of(const ArrayArgument& array) {
  uint64_t bytes = base::size_of(array.element);
  for (uint64_t extent : array.extents) {
    if (extent != 0 && bytes > std::numeric_limits<uint64_t>::max() / extent) return std::nullopt;
    bytes *= extent;
  }
  return bytes;
}

// What one argument's value does to the bindings; errors go into `errors`.
class Binder {
 public:
  Binder(const launch::FileReader& read_file, Bound& bound, Diagnostics& errors)
      : read_file_(read_file), bound_(bound), errors_(errors) {}

  void bind_scalar(const lang::Variable& parameter, const Argument& argument) {
    const std::string type = std::string(base::name_of(parameter.type->scalar));
    const std::string* text = std::get_if<std::string>(&argument.value);
    if (text == nullptr) {
      errors_.push_back(
          at(parameter.span,
             "parameter '" + parameter.name + "' is one " + type + ", but --arg gives it an array",
             "write --arg " + parameter.name + "=1"));
      return;
    }
    const base::Result<uint64_t, std::string> bits =
        launch::scalar_bits(parameter.type->scalar, *text);
    if (!bits.ok()) {
      errors_.push_back(at(parameter.span, "--arg " + parameter.name + ": " + bits.error(),
                           "'" + parameter.name + "' has type " + type));
      return;
    }
    bound_.parameter_bits.push_back(bits.value());
  }

  void bind_array(const lang::Variable& parameter, const Argument& argument) {
    const ArrayArgument* array = std::get_if<ArrayArgument>(&argument.value);
    if (array == nullptr) {
      ArrayArgument example;
      example.element = pointee_scalar(parameter.type);
      example.extents = {256};
      errors_.push_back(at(parameter.span,
                           "parameter '" + parameter.name + "' is a pointer (" +
                               lang::name_of(parameter.type) +
                               "), so it takes an array, but --arg gives it '" +
                               std::get<std::string>(argument.value) + "'",
                           "write --arg " + parameter.name + "=" + launch::print(example)));
      return;
    }
    const std::optional<uint64_t> bytes = bytes_of(*array);
    if (bytes == uint64_t{0}) {
      errors_.push_back(at(parameter.span, "array '" + parameter.name + "' has no elements",
                           "give every extent of --arg " + parameter.name + " at least 1"));
      return;
    }
    if (!bytes || *bytes > kGlobalMemoryLimit - total_) {
      errors_.push_back(at(parameter.span,
                           "with array '" + parameter.name +
                               "' the launch's arrays take more than 2 GiB of global memory",
                           "make the arrays smaller"));
      return;
    }
    total_ += *bytes;
    base::Result<std::vector<std::byte>, std::string> content =
        launch::make_bytes(*array, read_file_);
    if (!content.ok()) {
      errors_.push_back(at(parameter.span, "--arg " + parameter.name + ": " + content.error(), ""));
      return;
    }
    machine::GlobalArray global;
    global.name = parameter.name;
    global.element = array->element;
    global.extents = array->extents;
    global.bytes = std::move(content.value());
    bound_.parameter_bits.push_back(bound_.memory.add(std::move(global)));
  }

 private:
  const launch::FileReader& read_file_;
  Bound& bound_;
  Diagnostics& errors_;
  uint64_t total_ = 0;
};

}  // namespace

launch::Launch complete_arguments(const lang::Kernel& kernel, launch::Launch launch) {
  for (const lang::Variable* parameter : kernel.parameters) {
    if (find_argument(launch, parameter->name) == nullptr) {
      launch.arguments.push_back(guess(*parameter, launch));
    }
  }
  return launch;
}

base::Checked<Bound> bind_arguments(const code::Program& program, const launch::Launch& launch,
                                    const std::string& file_name,
                                    const launch::FileReader& read_file) {
  const lang::Kernel& kernel = *program.kernel;
  Diagnostics errors;
  check_names(kernel, launch, errors);
  check_missing(kernel, launch, file_name, errors);
  Bound bound;
  Binder binder(read_file, bound, errors);
  for (const lang::Variable* parameter : kernel.parameters) {
    const Argument* argument = find_argument(launch, parameter->name);
    if (argument == nullptr) continue;
    if (parameter->type->is_pointer()) {
      binder.bind_array(*parameter, *argument);
    } else {
      binder.bind_scalar(*parameter, *argument);
    }
  }
  if (!errors.empty()) return base::fail(std::move(errors));
  return bound;
}

}  // namespace warplens::engine
