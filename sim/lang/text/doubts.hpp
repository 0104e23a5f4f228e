// What is uncertain about a text because a file that it includes was not found.
//
// A conditional on a name that is not defined here, but may be in such a file, could be read either
// way. The text is read as if the file defined nothing; but everything inside such a conditional,
// and every use of a macro that it defines, is in doubt: a kernel that reaches it has no certain
// meaning (judge.cpp).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/lang/text/macro.hpp"
#include "sim/lang/text/token.hpp"
#include "sim/lang/tree/unit.hpp"

namespace warplens::lang {

// A place whose meaning is in doubt, and why.
struct Doubt {
  Span span;
  base::Diagnostic reason;
};

class Doubts {
 public:
  // An #include whose file was not found: everything after it may depend on that file.
  void add_missing(MissingInclude include) {
    if (include.written[0] == '"') own_.push_back(include);
    missing_.push_back(std::move(include));
  }
  const std::vector<MissingInclude>& missing() const { return missing_; }

  // The reason why a conditional on these tokens is in doubt, if it is.
  std::optional<base::Diagnostic> about(const std::vector<Token>& condition,
                                        const MacroTable& macros, Span directive,
                                        const base::SourceFile& file) const;

  void add(Span span, const base::Diagnostic& reason) { found_.push_back({span, reason}); }
  // `name` is defined, or not, in text that is in doubt; or, without a reason, for certain.
  void note_macro(std::string_view name, const std::optional<base::Diagnostic>& reason);
  bool has_macros() const { return !macros_.empty(); }
  // Why the macro's text is in doubt; null if it is not.
  const base::Diagnostic* of_macro(std::string_view name) const;

  std::vector<Doubt> take() { return std::move(found_); }

 private:
  std::vector<MissingInclude> missing_, own_;  // own_: of those the ones in quotation marks
  std::map<std::string, base::Diagnostic, std::less<>> macros_;
  std::vector<Doubt> found_;
};

// "\"a.h\" (line 3) or \"b.h\" (line 4)"
std::string words_of(const std::vector<MissingInclude>& missing, const base::SourceFile& file);

}  // namespace warplens::lang
