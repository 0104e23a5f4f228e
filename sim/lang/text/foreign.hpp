// What to report about a character that is not part of C. Lecture notes pass through word
// processors and Chinese input methods, so full-width punctuation, curly quotes and odd spaces are
// the usual ones.
#pragma once

#include <string>
#include <string_view>

#include "sim/lang/text/token.hpp"

namespace warplens::lang {

struct ForeignAdvice {
  std::string message;
  std::string hint;
  // The ASCII punctuator to parse in its place; empty if there is none.
  std::string_view replacement;
  bool is_identifier = false;  // a name with letters beyond ASCII, parsed as a name
};

ForeignAdvice advise(const Token& foreign);

}  // namespace warplens::lang
