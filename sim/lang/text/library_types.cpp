#include "sim/lang/text/library_types.hpp"

#include <array>

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
  size_t first = 0;
  while (first + 2 < tokens.size() && !(tokens[first].is("std") && tokens[first + 1].is("::") &&
                                        is_library_integer(tokens[first + 2].text)))
    ++first;
  if (first + 2 >= tokens.size()) return;
  // In place: names become fewer tokens. What may precede `std` is already in front of `kept`.
  size_t kept = first;
  for (size_t i = first; i < tokens.size(); ++i) {
    Token whole = tokens[i];
    size_t begin = kept;  // of the name whose last token is this one
    const auto goes_before = [&](std::string_view word) {
      const bool is_there = begin > 0 && tokens[begin - 1].is(word);
      if (is_there) --begin;
      return is_there;
    };
    const bool is_integer = whole.is_identifier() && is_library_integer(whole.text);
    const bool is_qualified = is_integer && goes_before("::") && goes_before("std");
    if (is_qualified && goes_before("::")) goes_before("cuda");
    if (is_qualified && (begin == 0 || !tokens[begin - 1].is("using"))) {
      whole.span = base::join(tokens[begin].span, whole.span);
      kept = begin;
    }
    tokens[kept++] = whole;
  }
  tokens.resize(kept);
}

}  // namespace warplens::lang
