// The words that JSON has for enumerators ("counters by line", "equal"), as a person reads them.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "sim/base/assert.hpp"
#include "sim/base/say.hpp"

namespace warplens::compare {

inline constexpr std::array kShownWords{
    sentence("as-written"),       sentence("as-compiled"),
    sentence("counters by line"), sentence("counters by kernel"),
    sentence("replay"),           sentence("equal"),
    sentence("compiler"),         sentence("counter arbitration"),
    sentence("not comparable"),   sentence("differs"),
    sentence("explained"),        sentence("not compared"),
};

// `word` is one of the above.
inline Sentence shown(std::string_view word) {
  const auto known = std::find_if(kShownWords.begin(), kShownWords.end(), [&](const Sentence& one) {
    return std::string_view(one.english) == word;
  });
  WL_ASSERT(known != kShownWords.end(), "a word that is shown is in the catalogue");
  return *known;
}

}  // namespace warplens::compare
