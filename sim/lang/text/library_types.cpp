#include "sim/lang/text/library_types.hpp"

#include <array>
#include <utility>

#include "sim/base/word_set.hpp"
#include "sim/lang/library/intrinsics.hpp"

namespace warplens::lang {
namespace {

constexpr base::WordSet kIntegers(std::to_array<std::string_view>(
    {"int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t",
     "intptr_t", "uintptr_t", "size_t", "ptrdiff_t"}));

}  // namespace

bool is_library_integer(std::string_view word) {
  return kIntegers.contains(word);
}

bool is_known_library_name(std::string_view word) {
  return is_library_integer(word) || !intrinsics_named(word).empty();
}

void join_library_types(std::vector<Token>& tokens) {
  const auto is_qualified_integer = [&](size_t i) {
    return tokens[i].is("std") && i + 2 < tokens.size() && tokens[i + 1].is("::") &&
           is_library_integer(tokens[i + 2].text);
  };
  bool is_needed = false;
  for (size_t i = 0; i < tokens.size() && !is_needed; ++i) is_needed = is_qualified_integer(i);
  if (!is_needed) return;
  std::vector<Token> joined;
  joined.reserve(tokens.size());
  for (const Token& token : tokens) {
    size_t begin = joined.size();  // of the name whose last token is `token`
    const auto goes_before = [&](std::string_view word) {
      const bool is_there = begin > 0 && joined[begin - 1].is(word);
      if (is_there) --begin;
      return is_there;
    };
    const bool is_integer = token.is_identifier() && is_library_integer(token.text);
    const bool is_qualified = is_integer && goes_before("::") && goes_before("std");
    if (is_qualified && goes_before("::")) goes_before("cuda");
    Token whole = token;
    if (is_qualified && (begin == 0 || !joined[begin - 1].is("using"))) {
      whole.span = base::join(joined[begin].span, token.span);
      joined.resize(begin);
    }
    joined.push_back(whole);
  }
  tokens = std::move(joined);
}

}  // namespace warplens::lang
