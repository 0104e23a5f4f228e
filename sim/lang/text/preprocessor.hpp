// Text in, tokens for the parser out: directives executed, macros expanded, comments removed.
// Included files are read and appended to the source file. Characters that are not part of C and
// unclosed strings are reported here, since text removed by `#if` may contain them.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/budget.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/lang/library/headers.hpp"
#include "sim/lang/text/doubts.hpp"
#include "sim/lang/text/options.hpp"
#include "sim/lang/text/reporter.hpp"
#include "sim/lang/text/token.hpp"
#include "sim/lang/tree/unit.hpp"

namespace warplens::lang {

// A line that was a directive, or that a conditional removed. Its span reaches from its first to
// its last token. The lines of a text that is included twice are listed twice.
struct SourceLine {
  enum class Kind : uint8_t {
    kDead,         // removed by a conditional, or a directive without effect here
    kConditional,  // #if, #else, #endif and their like
    kDefinition,   // #define, #undef
    kPragma,
    kInclude,
  };
  Kind kind = Kind::kDead;
  Span span;
  HeaderKind header = HeaderKind::kOther;  // kInclude
  uint32_t part = 0;                       // of the source file: the text that a kOther includes
};

struct Preprocessed {
  std::vector<Token> tokens;  // ends with one kEnd
  std::vector<std::string>
      macro_names;  // every macro that the file or a -D defined, in order of first definition
  bool is_cut_off = false;       // by endless macros: later mistakes are not reported
  bool ends_in_comment = false;  // which is never closed
  bool reads_device = false;     // as Unit::reads_device
  std::vector<uint32_t>
      first_parts;                 // of the source file: what CompileOptions::first_includes name
  std::vector<SourceLine> lines;   // in the order of reading
  std::vector<uint32_t> readings;  // how often each part of the source file was read
  // CompileOptions::kernels, expanded with the macros defined at the end of the file.
  std::vector<std::vector<Token>> kernels;
  std::vector<MissingInclude> missing;
  std::vector<Doubt> doubts;          // ranges of text, and uses of macros
  std::deque<std::string> made_text;  // the spellings of tokens that are not in the file
};

// The tokens view `file`, which gets the texts of included files; it must outlive them.
Preprocessed preprocess(base::SourceFile& file, const CompileOptions& options, Reporter& reporter,
                        base::Budget& budget);

// The preprocessor's output as text, for debugging. One line of the file a line: "line 3     float
// * a ;". Tokens that a macro wrote are in the line of its use. Errors are those of the
// preprocessor.
base::Checked<std::string> print_tokens(base::SourceFile file, const CompileOptions& options);

}  // namespace warplens::lang
