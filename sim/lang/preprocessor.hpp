// Text in, tokens for the parser out: directives carried out, macros expanded, comments gone.
// Included files are read, and appended to the source file. Characters that C has no use for and
// unclosed strings are reported here, since only text that is not `#if`ed away may be judged.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "sim/lang/compile.hpp"
#include "sim/lang/reporter.hpp"
#include "sim/lang/token.hpp"

namespace warplens::lang {

struct Preprocessed {
  std::vector<Token> tokens;  // ends with one kEnd
  std::vector<std::string>
      macro_names;  // every macro that the file or a -D defined, in order of first definition
  bool is_cut_off =
      false;  // by an unclosed comment or endless macros: what follows needs no report
  // CompileOptions::kernels, with the macros that are defined at the end of the file.
  std::vector<std::vector<Token>> kernels;
  std::deque<std::string> made_text;  // what tokens view that is not in the file
};

// The tokens view `file`, which gets the texts of included files; it must outlive them.
Preprocessed preprocess(base::SourceFile& file, const CompileOptions& options, Reporter& reporter);

}  // namespace warplens::lang
