// A text being preprocessed: its conditionals, macros and included files so far, and the tokens
// that the parser will see. Organised by what is read:
//   preprocessor.cpp            texts line by line, macros of the command line
//   preprocess_directives.cpp   directives, and what is in doubt about them
//   preprocess_includes.cpp     #include, and the headers that Warplens brings
//
// A directive is executed; from the first use of a macro on, the lines before the next directive
// are one run, expanded as a whole, because the arguments of a macro may span lines. An #include
// reads that file's lines in its place.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/budget.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/base/source.hpp"
#include "sim/lang/text/conditionals.hpp"
#include "sim/lang/text/doubts.hpp"
#include "sim/lang/text/macro.hpp"
#include "sim/lang/text/options.hpp"
#include "sim/lang/text/preprocessor.hpp"
#include "sim/lang/text/reporter.hpp"
#include "sim/lang/text/token.hpp"

namespace warplens::lang {

// Included files as parts of the source file: found by the search order of headers.hpp, read once.

class IncludedFiles {
 public:
  // All of them must outlive this. Texts are appended to `file`.
  IncludedFiles(base::SourceFile& file, const CompileOptions& options, Reporter& reporter,
                base::Budget& budget)
      : file_(file), options_(options), reporter_(reporter), budget_(budget) {}

  struct Found {
    std::optional<uint32_t> part;  // of the source file
    std::string refused;           // without a part: why the first file that exists is not read
  };
  // The file that `includer` (a path; "": the kernel's text) includes as "name" at `from`. A note
  // reports a file that was found in a neighbouring folder.
  Found find(const std::string& includer, const std::string& name, base::Span from);

 private:
  base::SourceFile& file_;
  const CompileOptions& options_;
  Reporter& reporter_;
  base::Budget& budget_;
  std::map<std::string, uint32_t> parts_;  // by path
};

class Preprocessor {
 public:
  // All of them must outlive this. Included texts are appended to `file`.
  Preprocessor(base::SourceFile& file, const CompileOptions& options, Reporter& reporter,
               base::Budget& budget)
      : file_(file),
        options_(options),
        reporter_(reporter),
        budget_(budget),
        files_(file, options, reporter, budget),
        expander_(macros_, result_.made_text, file, reporter, budget) {}

  Preprocessed run();  // once

 private:
  // --------------------------------------------------------------------------------- texts, lines
  // (preprocessor.cpp)
  // Reads all lines of a text. `lasting` is the same text where it is one of ours.
  void read_part(uint32_t part, std::string_view lasting = {});
  void define_text(std::string_view name, std::string_view text);
  void predefine(std::string_view name, std::string_view text);
  void command_line_define(const Define& define);
  void note_name(const std::string& name);
  bool at_line_end() const {
    return at_ >= tokens_.size() || tokens_[at_].kind == TokenKind::kNewline;
  }
  void next_line() {
    if (at_ < tokens_.size()) ++at_;
  }
  SourceLine& note_line(SourceLine::Kind kind, const std::vector<Token>& line);
  std::vector<Token> take_line();
  bool begins_run(std::string_view name) const;
  void report_unclosed(const Token& token);
  void keep(Token token);
  static void remove_pragma_operators(std::vector<Token>& tokens, size_t first);
  void flush_run();
  void process_line();

  // ----------------------------------------------------------------------------------- directives
  // (preprocess_directives.cpp)
  bool is_defined_next(const std::vector<Token>& rest) const;
  void note_doubt(const Token& name, const std::vector<Token>& rest, Span whole);
  void note_macro(const std::vector<Token>& rest);
  SourceLine::Kind kind_of(const Token& directive) const;
  void error_directive(const std::vector<Token>& line, Span whole);
  void define(const std::vector<Token>& rest, Span whole);
  void undefine(const std::vector<Token>& rest, Span whole);
  bool is_defined(const std::vector<Token>& rest, Span whole);
  bool condition(const std::vector<Token>& rest, Span whole);
  void begin_conditional(Span span, bool is_true);
  void directive(const std::vector<Token>& line);
  bool is_live() const { return conditionals_.is_live(); }

  // ------------------------------------------------------------------------------------- includes
  // (preprocess_includes.cpp)
  void include_own(const std::string& name, std::string_view text, Span from);
  void include_needed(std::string_view text);
  IncludedFiles::Found find(const std::string& name, Span from);
  void include_first(const std::string& name);
  std::string include_name(std::vector<Token> rest, Span whole, bool& is_angled);
  Token has_include(const std::vector<Token>& rest, size_t& at);
  void report_missing(const std::string& name, Span span, bool is_angled,
                      const std::string& refused);
  void include(const std::vector<Token>& rest, Span whole, size_t noted);

  base::SourceFile& file_;
  const CompileOptions& options_;
  Reporter& reporter_;
  base::Budget& budget_;
  IncludedFiles files_;
  Preprocessed result_;
  MacroTable macros_;
  MacroExpander expander_;
  std::vector<Token> tokens_;  // of the current text
  std::vector<Token> spare_;   // memory for the next one's
  size_t at_ = 0;
  std::vector<uint32_t> open_parts_;  // the open texts, the root first
  std::set<std::string> once_;        // names of parts that contain #pragma once
  std::vector<Token> run_;            // text that begins with a macro's use, not yet expanded
  std::set<std::string> names_;
  std::set<std::string> foreign_names_;
  Doubts doubts_;
  Conditionals conditionals_{reporter_, doubts_};
  std::optional<base::Diagnostic> doubt_;  // of the conditional that begins on this line
};

}  // namespace warplens::lang
