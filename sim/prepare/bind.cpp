// Arguments to parameters and globals by name. Arrays are made first, in the order of the
// parameters; then each parameter takes its value: an array's address, or text read in the type of
// the parameter or of each of its leaves. A parameter without an argument takes the array of its
// name that an earlier launch made. For what is missing a guess is made, so that the error can show
// a command that runs.
#include "sim/prepare/bind.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/launch/array_file.hpp"
#include "sim/launch/parse.hpp"
#include "sim/prepare/arguments.hpp"
#include "sim/prepare/array_elements.hpp"
#include "sim/prepare/call_offers.hpp"
#include "sim/prepare/memory_shape.hpp"

namespace warplens::prepare {
namespace {

using base::at;
using base::Diagnostic;
using base::Diagnostics;
using launch::Argument;
using launch::ArrayArgument;

// What --arg may be given for a parameter.
std::string example_of(const std::string& name, const lang::Type* pointee) {
  return launch::quoted(name + "=" + launch::print(array_of(pointee, 256)));
}

// `argument`: "m=float[16]".
std::string write_hint(const std::string& argument) {
  return say("write --arg {argument}", "argument"_a = argument);
}

std::string wrong_argument(const std::string& name, const std::string& problem) {
  return say("--arg {name}: {problem}", "name"_a = name, "problem"_a = problem);
}

// `given`: the type of the elements that --arg gives to something that holds those of `type`.
std::string other_elements(const std::string& name, const lang::Type* type,
                           std::string_view given) {
  return say("'{name}' holds {type}, but --arg gives it {given}", "name"_a = name,
             "type"_a = element_words(type), "given"_a = given);
}

bool is_of_struct(const lang::Type* type, const lang::Type* struct_type) {
  while (type->is_array()) type = type->element;
  return type->is_record() && type->record == struct_type->record;
}

// Makes the launch's bindings and collects the errors.
class Binder {
 public:
  Binder(const code::Program& program, const launch::Launch& launch,
         const launch::FileReader& read_file, Earlier earlier, Diagnostics& errors)
      : program_(program),
        launch_(launch),
        read_file_(read_file),
        earlier_(std::move(earlier)),
        errors_(errors) {
    bound_.memory = std::move(earlier_.memory);
    bound_.globals = std::move(earlier_.globals);
    for (uint32_t i = 0; i < bound_.memory.array_count(); ++i) {
      arrays_[bound_.memory.array(i).name] = i;
      total_ += bound_.memory.array(i).bytes.size();
    }
  }

  Bound bind(const std::string& file_name) {
    const lang::Kernel& kernel = *program_.kernel;
    for (const lang::Variable* parameter : kernel.parameters) make_array(*parameter);
    make_extra_arrays();
    bind_globals();
    check_missing(file_name);
    for (const lang::Variable* parameter : kernel.parameters) bind_parameter(*parameter);
    return std::move(bound_);
  }

 private:
  // --------------------------------------------------------------------------------------- arrays

  // The launch's own argument or, for scalars and structs, that of an earlier launch.
  const Argument* argument_of(const lang::Variable& parameter) const {
    if (const Argument* own = find_argument(launch_, parameter.name)) return own;
    if (parameter.type->is_pointer()) return nullptr;
    for (const Argument& text : earlier_.texts) {
      if (text.name == parameter.name) return &text;
    }
    return nullptr;
  }

  // "out", or "out_2" where an earlier launch has made an "out".
  std::string free_name(const std::string& name) const {
    if (!arrays_.contains(name)) return name;
    for (uint32_t number = 2;; ++number) {
      std::string numbered = name + "_" + std::to_string(number);
      if (!arrays_.contains(numbered)) return numbered;
    }
  }

  bool has_room(const std::string& name, std::optional<uint64_t> bytes, base::Span span) {
    if (bytes && *bytes <= kGlobalMemoryLimit - total_) return true;
    errors_.push_back(at(span,
                         say("with array '{name}' the launch's arrays take more than {limit} GiB "
                             "of global memory",
                             "name"_a = name, "limit"_a = kGlobalMemoryLimit >> 30),
                         say("make the arrays smaller")));
    return false;
  }

  // What is wrong with where an array is, or with a file that does not fill it; "" if nothing is.
  // A kernel's file may be shorter: the rest of its array is zero.
  std::string problem_of(const ArrayArgument& array, uint64_t bytes) const {
    if (!program_.kernel->is_host)
      return array.is_host ? say("a kernel takes no arrays of the host: leave out 'host:'") : "";
    const bool is_raw = array.fill.kind == launch::FillKind::kFile && read_file_ &&
                        launch::format_of(array.fill.path) == launch::ArrayFormat::kBytes;
    if (!is_raw) return "";
    const auto file = read_file_(array.fill.path, 0);
    if (!file || file->size >= bytes) return "";
    return say("the file '{path}' has {bytes} bytes, and the array has {size}",
               "path"_a = array.fill.path, "bytes"_a = file->size, "size"_a = bytes);
  }

  // Fills and adds an array; nothing after a mistake.
  std::optional<uint32_t> add_array(const std::string& name, const ArrayArgument& array,
                                    base::Span span) {
    const std::optional<Elements> elements = elements_of(program_, array, name, span, errors_);
    if (!elements) return std::nullopt;
    const std::optional<uint64_t> bytes = bytes_of(array, elements->layout.bytes);
    if (bytes == uint64_t{0}) {
      errors_.push_back(at(span, say("array '{name}' has no elements", "name"_a = name),
                           say("give every extent of --arg {name} at least 1", "name"_a = name)));
      return std::nullopt;
    }
    if (!has_room(name, bytes, span)) return std::nullopt;
    if (const std::string problem = problem_of(array, *bytes); !problem.empty()) {
      errors_.push_back(at(span, wrong_argument(name, problem), ""));
      return std::nullopt;
    }
    base::Result<base::PagedBytes, std::string> content = array_content(name, array, *elements);
    if (!content.ok()) {
      errors_.push_back(at(span, wrong_argument(name, content.error()), ""));
      return std::nullopt;
    }
    total_ += *bytes;
    std::vector<uint64_t> extents = array.extents;
    extents.insert(extents.end(), elements->extents.begin(), elements->extents.end());
    return add_memory({free_name(name), elements->scalar, std::move(extents), std::move(*content),
                       array.struct_name});
  }

  base::Result<base::PagedBytes, std::string> array_content(const std::string& name,
                                                            const ArrayArgument& array,
                                                            const Elements& elements) {
    const auto filled = earlier_.filled.find(name);
    if (filled != earlier_.filled.end()) return std::move(filled->second);
    return launch::make_bytes(array, read_file_, &elements.layout, bound_.memory.budget());
  }

  uint32_t add_memory(machine::GlobalArray array) {
    const uint32_t index = bound_.memory.array_count();
    arrays_[array.name] = index;
    bound_.memory.add(std::move(array));
    return index;
  }

  // The argument as written, but with the elements that the text needs.
  static std::string hint_for(const std::string& name, const ArrayArgument* written,
                              const lang::Type* wanted) {
    if (written == nullptr || !wanted->is_scalar()) return write_hint(example_of(name, wanted));
    ArrayArgument array = *written;
    array.element = wanted->scalar;
    return write_hint(launch::quoted(launch::print(Argument{name, std::move(array)})));
  }

  // Whether an array of `given` elements and so many bytes fits what is of `type` in the text.
  // `written` is null for another parameter's array.
  bool check_fit(const std::string& name, base::Scalar given, uint64_t bytes,
                 const lang::Type* type, base::Span span, const ArrayArgument* written) {
    if (!memory_fits(given, type)) {
      errors_.push_back(at(span, other_elements(name, type, base::name_of(given)),
                           hint_for(name, written, type)));
      return false;
    }
    const uint64_t unit = type->is_void() ? 1 : std::max<uint64_t>(1, lang::size_of(type));
    if (bytes % unit == 0) return true;
    errors_.push_back(
        at(span,
           say("array '{name}' has {bytes} bytes, which is no whole number of {type} "
               "({size} bytes each)",
               "name"_a = name, "bytes"_a = bytes, "type"_a = lang::name_of(type), "size"_a = unit),
           say("make it {bytes} bytes large", "bytes"_a = bytes / unit * unit + unit)));
    return false;
  }

  // An array of the struct `given` for a parameter; an unknown struct is reported elsewhere.
  bool check_struct(const lang::Variable& parameter, const std::string& given) {
    const lang::Type* wanted = parameter.type->element;
    const lang::Type* struct_type = find_struct(*program_.unit, *program_.kernel, given);
    if (struct_type == nullptr || wanted->is_void()) return struct_type != nullptr;
    if (is_of_struct(wanted, struct_type)) return true;
    errors_.push_back(at(parameter.span, other_elements(parameter.name, wanted, given),
                         write_hint(example_of(parameter.name, parameter.type->element))));
    return false;
  }

  void make_array(const lang::Variable& parameter) {
    const Argument* argument = find_argument(launch_, parameter.name);
    if (argument == nullptr || !parameter.type->is_pointer()) return;
    const auto* array = std::get_if<ArrayArgument>(&argument->value);
    if (array == nullptr || parameter.type->element->is_pointer()) return;
    const lang::Type* pointee = parameter.type->element;
    const std::optional<uint64_t> bytes = bytes_of(*array, base::size_of(array->element));
    const bool is_right =
        !array->struct_name.empty()
            ? check_struct(parameter, array->struct_name)
            : !bytes || *bytes == 0 ||
                  check_fit(parameter.name, array->element, *bytes, pointee, parameter.span, array);
    const std::optional<uint32_t> index = add_array(parameter.name, *array, parameter.span);
    if (index && is_right) made_[&parameter] = *index;
  }

  // Arrays to which only other arguments refer: A={16,@elements}.
  void make_extra_arrays() {
    const std::vector<std::string> referred = referred_arrays(launch_);
    for (const Argument& argument : launch_.arguments) {
      const auto* array = std::get_if<ArrayArgument>(&argument.value);
      const bool is_parameter =
          std::any_of(program_.kernel->parameters.begin(), program_.kernel->parameters.end(),
                      [&](const auto* parameter) { return parameter->name == argument.name; });
      if (array == nullptr || is_parameter || global_of(argument.name) != nullptr) continue;
      if (std::find(referred.begin(), referred.end(), argument.name) == referred.end()) continue;
      add_array(argument.name, *array, program_.kernel->span);
    }
  }

  // -------------------------------------------------------------------------------------- globals

  const lang::Variable* global_of(const std::string& name) const {
    for (const auto& variable : program_.unit->globals) {
      if (variable->name == name) return variable.get();
    }
    return nullptr;
  }

  // The argument for a variable of the file; a parameter of the same name hides it.
  const Argument* argument_of_global(const lang::Variable& variable) const {
    for (const lang::Variable* parameter : program_.kernel->parameters) {
      if (parameter->name == variable.name) return nullptr;
    }
    return find_argument(launch_, variable.name);
  }

  void bind_globals() {
    bound_.constants.resize(program_.constant_bytes);
    for (const code::GlobalVariable& global : program_.globals) {
      const lang::Variable& variable = *global.variable;
      const auto known = bound_.globals.find(&variable);
      const bool is_left = known != bound_.globals.end();
      const Argument* argument = argument_of_global(variable);
      std::optional<base::PagedBytes> content;
      const bool is_new = !is_left && !global.is_constant;
      if (is_new && !has_room(variable.name, lang::size_of(variable.type), variable.span)) {
        bound_.global_addresses.push_back(0);
        continue;
      }
      if (argument != nullptr) {
        content = content_of(variable, *argument);
      } else if (!is_left) {
        content = initial_content(variable, global.is_constant);
      }
      if (global.is_constant) {
        bound_.global_addresses.push_back(0);
        if (content) content->read(0, {&*constant_at(global), content->size()});
        continue;
      }
      uint32_t index = is_left ? known->second : 0;
      if (is_left && content) {
        bound_.memory.array(index).bytes = std::move(*content);
      } else if (!is_left) {
        index = add_global(variable, content ? std::move(*content) : zeros_of(variable));
      }
      bound_.global_addresses.push_back(bound_.memory.address_of(index));
    }
    warn_of_unused_globals();
  }

  std::vector<std::byte>::iterator constant_at(const code::GlobalVariable& global) {
    WL_ASSERT(global.offset + lang::size_of(global.variable->type) <= bound_.constants.size(),
              "constant memory holds every constant variable");
    return bound_.constants.begin() + global.offset;
  }

  base::PagedBytes zeros_of(const lang::Variable& variable) const {
    return base::PagedBytes(lang::size_of(variable.type), bound_.memory.budget());
  }

  uint32_t add_global(const lang::Variable& variable, base::PagedBytes content) {
    MemoryShape shape = memory_shape(variable.type);
    if (shape.extents.empty()) shape.extents.push_back(1);
    total_ += content.size();
    const uint32_t index = add_memory({free_name(variable.name), shape.element,
                                       std::move(shape.extents), std::move(content), ""});
    bound_.globals[&variable] = index;
    return index;
  }

  base::PagedBytes initial_content(const lang::Variable& variable, bool is_constant) {
    base::PagedBytes content = zeros_of(variable);
    const size_t known = std::min<uint64_t>(content.size(), variable.initial.size());
    content.write(0, std::as_bytes(std::span(variable.initial)).first(known));
    // A __device__ variable is zero by C's rules; constant memory without contents is likely an
    // error.
    if (is_constant && !variable.has_initializer) {
      Diagnostic warning =
          at(variable.span,
             say("'{name}' is constant memory that nothing fills, so it is all zeros",
                 "name"_a = variable.name),
             say("give its contents: --arg {argument}",
                 "argument"_a = variable.name + "=" + example_of_global(variable)));
      warning.severity = base::Severity::kWarning;
      bound_.warnings.push_back(std::move(warning));
    }
    return content;
  }

  static std::string example_of_global(const lang::Variable& variable) {
    MemoryShape shape = memory_shape(variable.type);
    if (shape.extents.empty()) return "1";
    ArrayArgument array;
    array.element = shape.element;
    array.extents = std::move(shape.extents);
    array.fill.kind = launch::FillKind::kIota;
    return launch::print(array);
  }

  // The bytes that an argument gives a global; nothing after a mistake.
  std::optional<base::PagedBytes> content_of(const lang::Variable& variable,
                                             const Argument& argument) {
    const uint64_t size = lang::size_of(variable.type);
    if (const auto* text = std::get_if<std::string>(&argument.value)) {
      const std::vector<lang::Leaf> leaves = lang::leaves_of(variable.type);
      const auto bits = bits_of(variable, leaves, *text);
      if (!bits) return std::nullopt;
      base::PagedBytes content = zeros_of(variable);
      for (size_t i = 0; i < leaves.size(); ++i) {
        content.write(
            leaves[i].offset,
            std::as_bytes(std::span(&(*bits)[i], 1)).first(lang::size_of(leaves[i].type)));
      }
      return content;
    }
    const auto& array = std::get<ArrayArgument>(argument.value);
    const std::optional<Elements> elements =
        elements_of(program_, array, variable.name, variable.span, errors_);
    if (!elements) return std::nullopt;
    const bool fits = elements->struct_type != nullptr
                          ? is_of_struct(variable.type, elements->struct_type)
                          : memory_fits(array.element, variable.type);
    if (!fits || bytes_of(array, elements->layout.bytes) != size) {
      errors_.push_back(at(variable.span,
                           say("'{name}' is {type} ({bytes} bytes), but --arg gives it {value}",
                               "name"_a = variable.name, "type"_a = lang::name_of(variable.type),
                               "bytes"_a = size, "value"_a = launch::print(array)),
                           write_hint(variable.name + "=" + example_of_global(variable))));
      return std::nullopt;
    }
    auto content = launch::make_bytes(array, read_file_, &elements->layout, bound_.memory.budget());
    if (content.ok()) return std::move(*content);
    errors_.push_back(at(variable.span, wrong_argument(variable.name, content.error()), ""));
    return std::nullopt;
  }

  void warn_of_unused_globals() {
    for (const Argument& argument : launch_.arguments) {
      const lang::Variable* variable = global_of(argument.name);
      if (variable == nullptr || argument_of_global(*variable) == nullptr) continue;
      const bool is_used =
          std::any_of(program_.globals.begin(), program_.globals.end(),
                      [&](const auto& global) { return global.variable == variable; });
      if (is_used) continue;
      Diagnostic warning =
          at(variable->span, say("--arg {name} changes nothing: '{kernel}' does not use it",
                                 "name"_a = argument.name, "kernel"_a = program_.kernel->name));
      warning.severity = base::Severity::kWarning;
      bound_.warnings.push_back(std::move(warning));
    }
  }

  // ----------------------------------------------------------------------------------- parameters

  void check_missing(const std::string& file_name) {
    const lang::Kernel& kernel = *program_.kernel;
    std::vector<std::string> missing;
    base::Span first;
    for (const lang::Variable* parameter : kernel.parameters) {
      const bool is_refused =
          parameter->type->is_pointer() && parameter->type->element->is_pointer();
      if (is_refused || argument_of(*parameter) != nullptr) continue;
      if (parameter->type->is_pointer() && arrays_.contains(parameter->name)) continue;
      if (missing.empty()) first = parameter->span;
      missing.push_back("'" + parameter->name + "'");
    }
    if (missing.empty()) return;
    if (kernel.is_host) return say_missing_of_call(missing, first, file_name);
    const std::string options = launch::print(complete_arguments(*program_.unit, kernel, launch_));
    const std::string file = file_name.empty() ? "FILE.cu" : file_name;
    const auto& launches = program_.unit->launches;
    const auto unknown =
        std::find_if(launches.begin(), launches.end(),
                     [&](const lang::HostLaunch& launch) { return launch.kernel == kernel.name; });
    std::string hint =
        earlier_.is_first
            ? say("for example: warplens run {file} {options}", "file"_a = file,
                  "options"_a = options)
            : say("for example: --then '{options}', or =@NAME for an array that is there",
                  "options"_a = options);
    if (earlier_.is_first && unknown != launches.end()) {
      hint =
          say("line {line} launches it with sizes that are known only when the host code runs; "
              "warplens run {file} --guess guesses them, or give all of them, {example}",
              "line"_a = program_.unit->file.line_of(unknown->span.begin), "file"_a = file,
              "example"_a = hint);
    } else if (earlier_.is_first) {
      hint = say("add --guess to have the rest guessed, or give all of it, {example}",
                 "example"_a = hint);
    }
    errors_.push_back(at(first,
                         say("kernel '{kernel}' needs a value for {names}",
                             "kernel"_a = kernel.name, "names"_a = base::list_words(missing)),
                         hint));
  }

  void say_missing_of_call(const std::vector<std::string>& missing, base::Span first,
                           const std::string& file_name) {
    const lang::Kernel& function = *program_.kernel;
    const std::string command = call_command(
        file_name, function.name, complete_call(*program_.unit, function, launch_.arguments));
    errors_.push_back(at(first,
                         say("function '{function}' needs a value for {names}",
                             "function"_a = function.name, "names"_a = base::list_words(missing)),
                         say("for example: {command}", "command"_a = command)));
  }

  void bind_parameter(const lang::Variable& parameter) {
    if (parameter.type->is_pointer()) {
      bound_.parameter_bits.push_back(pointer_bits(parameter));
      return;
    }
    const Argument* argument = argument_of(parameter);
    if (argument == nullptr) return;
    const std::vector<lang::Leaf> leaves = lang::leaves_of(parameter.type);
    const std::string* text = std::get_if<std::string>(&argument->value);
    if (text == nullptr) {
      const bool is_scalar = parameter.type->is_scalar();
      errors_.push_back(
          at(parameter.span,
             say("parameter '{name}' is one {type}, but --arg gives it an array",
                 "name"_a = parameter.name,
                 "type"_a = is_scalar ? std::string(base::name_of(parameter.type->scalar))
                                      : lang::name_of(parameter.type)),
             is_scalar ? write_hint(parameter.name + "=1")
                       : say("write --arg {name}={{...}} with its members' values in order",
                             "name"_a = parameter.name)));
      return;
    }
    const auto bits = bits_of(parameter, leaves, *text);
    if (!bits) return;
    bound_.parameter_bits.insert(bound_.parameter_bits.end(), bits->begin(), bits->end());
  }

  // One 64-bit pattern a leaf; nothing after a mistake.
  std::optional<std::vector<uint64_t>> bits_of(const lang::Variable& variable,
                                               const std::vector<lang::Leaf>& leaves,
                                               const std::string& text) {
    const auto refuse = [&](const std::string& problem, const lang::Type* type) {
      errors_.push_back(at(variable.span, wrong_argument(variable.name, problem),
                           say("'{name}' has type {type}", "name"_a = variable.name,
                               "type"_a = lang::name_of(type))));
      return std::nullopt;
    };
    const auto texts = leaf_texts(text, leaves.size());
    if (!texts) return refuse(texts.error(), variable.type);
    std::vector<uint64_t> all;
    for (size_t i = 0; i < leaves.size(); ++i) {
      const std::string& part = (*texts)[i];
      if (leaves[i].type->is_pointer()) {
        const std::optional<uint64_t> address = address_of(variable, leaves[i].type, part);
        if (!address) return std::nullopt;
        all.push_back(*address);
        continue;
      }
      const auto bits = launch::scalar_bits(leaves[i].type->scalar, part);
      if (!bits) return refuse(bits.error(), variable.type);
      all.push_back(*bits);
    }
    return all;
  }

  // The address of the array that "@name" refers to, for a pointer of type `pointer`; "0" is null.
  std::optional<uint64_t> address_of(const lang::Variable& variable, const lang::Type* pointer,
                                     const std::string& text) {
    if (text == "0" && !variable.type->is_pointer()) return 0;
    if (!text.starts_with('@')) {
      errors_.push_back(at(
          variable.span,
          say("parameter '{name}' is a pointer ({type}), so it takes an array, but --arg gives "
              "it '{value}'",
              "name"_a = variable.name, "type"_a = lang::name_of(pointer), "value"_a = text),
          variable.type->is_pointer() ? write_hint(example_of(variable.name, pointer->element))
                                      : say("write @NAME and give --arg NAME=TYPE[COUNT], too")));
      return std::nullopt;
    }
    const auto found = arrays_.find(text.substr(1));
    if (found == arrays_.end()) {
      std::vector<std::string> names;
      for (const auto& [name, index] : arrays_) names.push_back(name);
      const std::string near = base::nearest_name(text.substr(1), names);
      errors_.push_back(
          at(variable.span,
             say("--arg {argument}: there is no array '{array}'",
                 "argument"_a = variable.name + "=" + text, "array"_a = text.substr(1)),
             !near.empty()   ? say("did you mean '{name}'?", "name"_a = "@" + near)
             : names.empty() ? ""
                             : say("the arrays are {names}", "names"_a = base::list_words(names))));
      return std::nullopt;
    }
    return array_address(variable, pointer, found->second);
  }

  std::optional<uint64_t> array_address(const lang::Variable& variable, const lang::Type* pointer,
                                        uint32_t index) {
    const machine::GlobalArray& array = bound_.memory.array(index);
    if (!check_fit(variable.name, array.element, array.bytes.size(), pointer->element,
                   variable.span, nullptr)) {
      return std::nullopt;
    }
    return bound_.memory.address_of(index);
  }

  uint64_t pointer_bits(const lang::Variable& parameter) {
    if (parameter.type->element->is_pointer()) {
      errors_.push_back(
          at(parameter.span,
             say("parameter '{name}' is a pointer to pointers ({type}), which a launch "
                 "cannot fill with addresses",
                 "name"_a = parameter.name, "type"_a = lang::name_of(parameter.type)),
             say("pass one array with all rows and index it with row * width + "
                 "column")));
      return 0;
    }
    const auto made = made_.find(&parameter);
    if (made != made_.end()) return bound_.memory.address_of(made->second);
    const Argument* argument = find_argument(launch_, parameter.name);
    if (argument == nullptr) {  // an earlier launch's array of that name, or missing
      const auto found = arrays_.find(parameter.name);
      if (found == arrays_.end()) return 0;
      return array_address(parameter, parameter.type, found->second).value_or(0);
    }
    const std::string* text = std::get_if<std::string>(&argument->value);
    return text == nullptr ? 0 : address_of(parameter, parameter.type, *text).value_or(0);
  }

  const code::Program& program_;
  const launch::Launch& launch_;
  const launch::FileReader& read_file_;
  Earlier earlier_;
  Diagnostics& errors_;
  Bound bound_;
  std::map<std::string, uint32_t> arrays_;          // by name: index into the memory
  std::map<const lang::Variable*, uint32_t> made_;  // arrays that this launch made
  uint64_t total_ = 0;                              // [bytes] of all arrays
};

}  // namespace

base::Checked<Bound> bind_arguments(const code::Program& program, const launch::Launch& launch,
                                    const std::string& file_name,
                                    const launch::FileReader& read_file, Earlier earlier) {
  Diagnostics errors;
  check_names(*program.unit, *program.kernel, launch, errors);
  Bound bound = Binder(program, launch, read_file, std::move(earlier), errors).bind(file_name);
  if (!errors.empty()) return base::fail(std::move(errors));
  return bound;
}

}  // namespace warplens::prepare
