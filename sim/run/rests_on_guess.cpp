#include "sim/run/launch_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <variant>

#include "sim/launch/parse.hpp"

namespace warplens::run {
namespace {

constexpr std::string_view kArgument = "--arg ";

// LaunchPlace::guessed has them in one line.
std::vector<std::string> guesses_of(const prepare::Request& request) {
  std::vector<std::string> guesses = request.guessed;
  const std::string& line = request.launch_place.guessed;
  for (size_t begin = 0; begin < line.size();) {
    const size_t end = std::min(line.find(" --", begin), line.size());
    guesses.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return guesses;
}

// The name and the elements of an argument that is an array: "a", "float[64]"; two empty texts of
// anything else.
struct ArrayWords {
  std::string_view name, elements;
};
ArrayWords array_of(std::string_view guess) {
  if (!guess.starts_with(kArgument)) return {};
  guess.remove_prefix(kArgument.size());
  if (guess.starts_with("'")) guess.remove_prefix(1);
  const size_t equals = guess.find('=');
  if (equals == std::string_view::npos || guess.find('[') == std::string_view::npos) return {};
  return {guess.substr(0, equals), guess.substr(equals + 1)};
}

bool may_be_indices(std::string_view elements) {
  constexpr std::array<std::string_view, 4> kNumbers{"float", "double", "half", "bfloat"};
  return std::none_of(kNumbers.begin(), kNumbers.end(),
                      [&](std::string_view type) { return elements.starts_with(type); });
}

// Arrays whose elements nobody gave and that may be indices, in the options that say what they
// have:
// "--arg index=int[64]:mod=1021".
std::vector<std::string> default_fills(const prepare::Request& request) {
  std::vector<std::string> fills;
  if (request.program) return fills;  // they have what the program copied there
  for (const launch::Argument& argument : request.launch.arguments) {
    const auto* array = std::get_if<launch::ArrayArgument>(&argument.value);
    if (array == nullptr || array->fill != launch::Fill{} ||
        (array->struct_name.empty() && base::is_floating(array->element)))
      continue;
    fills.push_back(fmt::format("{}{}:mod={}", kArgument, launch::print(argument), array->fill.n));
  }
  return fills;
}

bool is_outside(const observe::AccessDetail* access) {
  using Fault = observe::AccessDetail::Fault;
  return access != nullptr && access->space != base::Space::kLocal &&
         (access->fault == Fault::kOutside || access->fault == Fault::kNowhere);
}

}  // namespace

std::vector<std::string> guesses_behind(const observe::Finding& finding,
                                        const prepare::Request& request) {
  const std::vector<std::string> guesses = guesses_of(request);
  const auto* access = std::get_if<observe::AccessDetail>(&finding.detail);
  const bool rests = std::any_of(guesses.begin(), guesses.end(), [&](const std::string& guess) {
    const ArrayWords array = array_of(guess);
    return access == nullptr || array.name.empty() || array.name == access->array ||
           may_be_indices(array.elements);
  });
  std::vector<std::string> behind = rests ? guesses : std::vector<std::string>();
  if (!is_outside(access)) return behind;
  for (std::string& fill : default_fills(request)) {
    const std::string_view name = array_of(fill).name;
    const bool is_guessed = std::any_of(guesses.begin(), guesses.end(), [&](const auto& guess) {
      return array_of(guess).name == name;
    });
    if (!is_guessed) behind.push_back(std::move(fill));
  }
  return behind;
}

}  // namespace warplens::run
