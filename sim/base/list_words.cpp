#include "sim/base/list_words.hpp"

#include "sim/base/say.hpp"

namespace warplens::base {

std::string list_words(const std::vector<std::string>& names) {
  if (names.empty()) return "";
  std::string list = names.front();
  for (size_t i = 1; i + 1 < names.size(); ++i)
    list = say("{list}, {name}", "list"_a = list, "name"_a = names[i]);
  if (names.size() == 1) return list;
  return say("{list} and {last}", "list"_a = list, "last"_a = names.back());
}

}  // namespace warplens::base
