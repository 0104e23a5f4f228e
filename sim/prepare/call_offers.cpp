#include "sim/prepare/call_offers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/compile.hpp"
#include "sim/launch/parse.hpp"
#include "sim/prepare/arguments.hpp"
#include "sim/prepare/guess_fills.hpp"
#include "sim/prepare/guess_roles.hpp"
#include "sim/prepare/memory_shape.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/prepare.hpp"

namespace warplens::prepare {

namespace {

// Of one integer alone, of two, of three and more: no two are equal, so that rows are not taken for
// columns, and each is smaller than the one before, as a filter is smaller than its picture.
constexpr std::array<uint64_t, 1> kOne{1000};
constexpr std::array<uint64_t, 2> kTwo{50, 40};
constexpr std::array<uint64_t, 8> kMore{40, 30, 20, 8, 5, 3, 2, 1};
constexpr uint64_t kMostElements = uint64_t{1} << 20;

bool is_count(const lang::Variable& parameter) {
  const lang::Type* type = parameter.type;
  return type->is_scalar() && base::is_integer(type->scalar) && base::size_of(type->scalar) >= 4;
}

uint64_t usual_count(size_t number, size_t of) {
  if (of <= kOne.size()) return kOne[number];
  if (of <= kTwo.size()) return kTwo[number];
  return kMore[std::min(number, kMore.size() - 1)];
}

// Between rows: as BLAS calls it, or a pitch.
bool is_leading_dimension(const lang::Variable& parameter) {
  const std::string& name = parameter.name;
  const bool is_ld = name.size() <= 3 && name.starts_with("ld");
  return is_ld || name.find("pitch") != std::string::npos ||
         name.find("leading") != std::string::npos;
}

// A value for each count that is not given; returns how many elements they can count together. A
// leading dimension is as long as the longest of the others.
uint64_t complete_counts(const lang::Kernel& function, std::vector<launch::Argument>& given) {
  std::vector<const lang::Variable*> sizes, leading;
  for (const lang::Variable* parameter : function.parameters) {
    if (is_count(*parameter))
      (is_leading_dimension(*parameter) ? leading : sizes).push_back(parameter);
  }
  if (sizes.empty()) sizes.swap(leading);
  const auto value = [&](const lang::Variable& parameter, uint64_t usual) {
    const launch::Argument* own = find_argument(given, parameter.name);
    if (own != nullptr) return std::min(kMostElements, count_of(*own));
    given.push_back({parameter.name, std::to_string(usual)});
    return usual;
  };
  uint64_t elements = 1, longest = 1, longest_row = 1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const uint64_t count = value(*sizes[i], usual_count(i, sizes.size()));
    elements = std::min(kMostElements, elements * count);
    longest = std::max(longest, count);
  }
  for (const lang::Variable* parameter : leading)
    longest_row = std::max(longest_row, value(*parameter, longest));
  return leading.empty() ? elements
                         : std::min(kMostElements, std::max(elements, longest * longest_row));
}

}  // namespace

std::vector<launch::Argument> complete_call(const lang::Unit& unit, const lang::Kernel& function,
                                            std::vector<launch::Argument> given) {
  const std::vector<launch::Argument> known = given;
  const uint64_t elements = complete_counts(function, given);
  for (const lang::Variable* parameter : function.parameters) {
    const bool is_array = parameter->type->is_pointer() && !parameter->type->element->is_pointer();
    if (!is_array || find_argument(given, parameter->name) != nullptr) continue;
    launch::ArrayArgument array = array_of(parameter->type->element, elements);
    array.is_host = is_used_by_host(function, *parameter);
    given.push_back({parameter->name, std::move(array)});
  }
  launch::Launch call;
  call.block.x = static_cast<uint32_t>(elements);  // as long are arrays in structs
  call.arguments = std::move(given);
  call = complete_arguments(unit, function, std::move(call));
  tell_inputs_apart(function, known, call.arguments);
  clear_results(function, known, call.arguments);
  const auto place = [&](const launch::Argument& argument) {
    return std::find_if(function.parameters.begin(), function.parameters.end(),
                        [&](const auto* parameter) { return parameter->name == argument.name; });
  };
  std::stable_sort(call.arguments.begin(), call.arguments.end(),
                   [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return std::move(call.arguments);
}

std::vector<std::string> call_words(const std::string& function,
                                    const std::vector<launch::Argument>& arguments) {
  std::vector<std::string> words{"--call " + launch::quoted(function)};
  for (const launch::Argument& argument : arguments)
    words.push_back("--arg " + launch::quoted(launch::print(argument)));
  return words;
}

std::string call_options(const std::string& function,
                         const std::vector<launch::Argument>& arguments) {
  return fmt::format("{}", fmt::join(call_words(function, arguments), " "));
}

std::string call_command(const std::string& file_name, const std::string& function,
                         const std::vector<launch::Argument>& arguments) {
  return "warplens run " + (file_name.empty() ? "FILE.cu" : file_name) + " " +
         call_options(function, arguments);
}

std::vector<CallOffer> offered_calls(const Request& request) {
  const base::Checked<model::Device> device = pick_device(request.launch.device);
  if (!device.ok()) return {};
  lang::CompileOptions options = compile_options(request, *device);
  options.kernels.clear();
  const lang::Survey survey = lang::survey(request.file, options);
  std::vector<CallOffer> offers;
  for (const std::string& name : survey.unit->launchers) {
    if (name == "main") continue;
    options.called = name;
    const auto unit = lang::compile_program(request.file, options);
    if (!unit.ok()) continue;
    const lang::Kernel& entry = (*unit)->program->entry;
    offers.push_back({name, complete_call(**unit, entry, {})});
  }
  return offers;
}

base::Diagnostic offer_of(const CallOffer& call, const std::string& file_name) {
  return base::placeless(
      say("the text has no main(); a function of it launches its kernels, with the sizes that you "
          "give"),
      say("call it: {command}",
          "command"_a = call_command(file_name, call.function, call.arguments)));
}

}  // namespace warplens::prepare
