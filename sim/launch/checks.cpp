#include "sim/launch/checks.hpp"

#include <array>
#include <vector>

#include "sim/base/say.hpp"
#include "sim/base/visible.hpp"

namespace warplens::launch {

namespace {

struct Row {
  const char* name;
  bool CheckSet::*is_selected;
};
constexpr std::array kRows{Row{"races", &CheckSet::races}, Row{"barriers", &CheckSet::barriers},
                           Row{"unwritten", &CheckSet::unwritten}, Row{"hints", &CheckSet::hints}};

std::string all_names() {
  std::string names = "all, none";
  for (const Row& row : kRows) names += std::string(", ") + row.name;
  return names;
}

}  // namespace

base::Result<CheckSet, std::string> parse_checks(std::string_view words) {
  if (words == "all") return CheckSet{};
  if (words == "none") return kNoChecks;
  CheckSet checks = kNoChecks;
  for (;;) {
    const size_t comma = words.find(',');
    const std::string_view word = words.substr(0, comma);
    const Row* found = nullptr;
    for (const Row& row : kRows) {
      if (row.name == word) found = &row;
    }
    if (found == nullptr) {
      return base::fail(say("there is no check '{word}'; there are {names}",
                            "word"_a = base::visible(word), "names"_a = all_names()));
    }
    checks.*(found->is_selected) = true;
    if (comma == std::string_view::npos) return checks;
    words.remove_prefix(comma + 1);
  }
}

std::string print(const CheckSet& checks) {
  if (checks == CheckSet{}) return "all";
  std::string names;
  for (const Row& row : kRows) {
    if (checks.*(row.is_selected)) names += (names.empty() ? "" : ",") + std::string(row.name);
  }
  return names.empty() ? "none" : names;
}

}  // namespace warplens::launch
