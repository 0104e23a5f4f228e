#include "sim/run/rests_on_guess.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

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
  return rests ? guesses : std::vector<std::string>();
}

}  // namespace warplens::run
