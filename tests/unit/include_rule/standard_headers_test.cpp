// What a file takes from the standard library, it includes, itself or through the repository's
// headers that it includes. The build cannot show that: the precompiled header brings the library
// along.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "files.hpp"

namespace warplens::test {
namespace {

using Names = std::set<std::string>;

// Header -> names of namespace std that no other header has to declare.
const std::map<std::string, Names> kDeclares{
    {"algorithm",
     {"all_of", "any_of", "none_of", "find_if", "sort", "stable_sort", "copy_if", "fill",
      "count_if", "lower_bound", "upper_bound", "max_element", "clamp"}},
    {"array", {"array"}},
    {"bit", {"popcount", "countr_zero", "countl_zero", "bit_cast", "has_single_bit"}},
    {"charconv", {"from_chars", "to_chars"}},
    {"cmath", {"isnan", "isinf", "isfinite", "sqrt", "floor", "ceil", "fma", "ldexp", "lround"}},
    {"cstring", {"memcpy", "memset", "memcmp", "strlen"}},
    {"deque", {"deque"}},
    {"filesystem", {"filesystem"}},
    {"fstream", {"ifstream", "ofstream"}},
    {"functional", {"function"}},
    {"limits", {"numeric_limits"}},
    {"map", {"map", "multimap"}},
    {"memory", {"unique_ptr", "shared_ptr", "weak_ptr", "make_unique", "make_shared"}},
    {"optional", {"optional", "nullopt"}},
    {"random", {"mt19937", "mt19937_64"}},
    {"set", {"set", "multiset"}},
    {"sstream", {"istringstream", "ostringstream", "stringstream"}},
    {"string", {"string", "to_string"}},
    {"string_view", {"string_view"}},
    {"unordered_map", {"unordered_map"}},
    {"utility", {"exchange"}},
    {"variant", {"variant", "visit", "holds_alternative"}},
    {"vector", {"vector"}},
};

// Those that begin or end a string.
size_t quotes_in(std::string_view line) {
  size_t quotes = 0;
  for (size_t i = 0; i < line.size(); ++i)
    if (line[i] == '"' && (i == 0 || line[i - 1] != '\\')) ++quotes;
  return quotes;
}

// The names behind `std::` in a text without its comments.
Names names_used(const std::string& text) {
  constexpr std::string_view kPrefix = "std::";
  Names names;
  for (size_t at = text.find(kPrefix); at != std::string::npos; at = text.find(kPrefix, at + 1)) {
    const size_t line = text.rfind('\n', at) + 1;
    const std::string_view before = std::string_view(text).substr(line, at - line);
    const bool is_of_text =
        before.find("//") != std::string_view::npos || quotes_in(before) % 2 == 1;
    if (is_of_text) continue;
    size_t end = at + kPrefix.size();
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
      ++end;
    names.insert(text.substr(at + kPrefix.size(), end - at - kPrefix.size()));
  }
  return names;
}

// The standard headers that `file` includes, itself or through the repository's headers.
const Names& standard_headers(const std::string& file, std::map<std::string, Names>& known) {
  const auto [entry, is_new] = known.emplace(file, Names{});
  if (!is_new) return entry->second;
  Names headers;
  for (const Include& include : includes_of(read_source(file))) {
    if (!include.is_quoted) {
      headers.insert(include.path);
      continue;
    }
    const Names& further = standard_headers(include.path, known);
    headers.insert(further.begin(), further.end());
  }
  return known[file] = std::move(headers);
}

}  // namespace

TEST_CASE("include rule: a file includes the standard headers of what it uses") {
  std::map<std::string, Names> known;
  size_t checked = 0;
  for (const std::string& file : source_files()) {
    const Names used = names_used(read_source(file));
    const Names& headers = standard_headers(file, known);
    for (const auto& [header, declares] : kDeclares) {
      for (const std::string& name : declares) {
        if (!used.contains(name)) continue;
        ++checked;
        if (!headers.contains(header))
          FAIL_CHECK(file << ": uses std::" << name << " without <" << header << ">");
      }
    }
  }
  CHECK(checked > 1000);
}

}  // namespace warplens::test
