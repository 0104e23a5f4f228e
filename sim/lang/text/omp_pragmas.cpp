#include "sim/lang/text/directives.hpp"

#include <algorithm>

namespace warplens::lang {
namespace {

// Whether the directive or a clause of it is named so; what clauses have in parentheses is left
// out.
bool names(const std::vector<Token>& words, std::string_view name) {
  int depth = 0;
  return std::any_of(words.begin(), words.end(), [&](const Token& word) {
    if (word.is("(")) ++depth;
    if (word.is(")")) --depth;
    return depth == 0 && word.is(name);
  });
}

// What a clause has in its parentheses; "" if there is none.
std::string clause(const std::vector<Token>& words, std::string_view name) {
  const auto begin =
      std::find_if(words.begin(), words.end(), [&](const Token& word) { return word.is(name); });
  std::string text;
  int depth = 0;
  for (auto at = begin == words.end() ? begin : begin + 1; at != words.end(); ++at) {
    if (at->is(")") && --depth == 0) break;
    if (depth > 0) text += std::string(at->text) + " ";
    if (at->is("(")) ++depth;
  }
  return text;
}

}  // namespace

std::string code_of_omp(const std::vector<Token>& words) {
  const bool is_shared = names(words, "for") || names(words, "sections");
  if (names(words, "parallel")) {
    if (is_shared) return "";  // as one thread would
    const std::string count = clause(words, "num_threads");
    return "for (warplens_team team(" + (count.empty() ? "0" : count) +
           "); team.goes_on(); team.next())";
  }
  if (names(words, "barrier")) return "warplens_team_barrier();";
  const bool is_of_one =
      is_shared || names(words, "single") || names(words, "master") || names(words, "masked");
  return is_of_one ? "if (omp_get_thread_num() == 0)" : "";
}

}  // namespace warplens::lang
