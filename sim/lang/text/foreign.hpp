// What to tell about a character that C has no use for. Lecture notes pass through word processors
// and Chinese input methods, so full-width punctuation, curly quotes and odd spaces are the usual
// ones.
#pragma once

#include <string>
#include <string_view>

#include "sim/lang/text/token.hpp"

namespace warplens::lang {

struct ForeignAdvice {
  std::string message;
  std::string hint;
  // The ASCII punctuator that stands for it, so that parsing can go on; empty where there is none.
  std::string_view replacement;
  bool is_identifier =
      false;  // a name with letters beyond ASCII: parsing goes on with it as a name
};

ForeignAdvice advise(const Token& foreign);

}  // namespace warplens::lang
