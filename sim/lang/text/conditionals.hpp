// The conditionals that are open at a line of a text: #if, #else, #endif and their like. They
// decide whether the line is read, and whether that is in doubt (doubts.hpp). The preprocessor
// passes each condition's value.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/base/say.hpp"
#include "sim/lang/text/doubts.hpp"
#include "sim/lang/text/reporter.hpp"
#include "sim/lang/text/token.hpp"

namespace warplens::lang {

struct OpenConditional {
  Span span;
  bool is_outer_live = true;  // the surrounding text is live
  bool was_taken = false;     // an earlier branch was live
  bool is_live = false;
  bool has_else = false;
  std::optional<base::Diagnostic> doubt = {};
};

class Conditionals {
 public:
  using Stack = std::vector<OpenConditional>;  // the outermost first

  // Both must outlive this. Directives that do not belong together are reported; text that is in
  // doubt is added to `doubts` where its conditional ends.
  Conditionals(Reporter& reporter, Doubts& doubts) : reporter_(reporter), doubts_(doubts) {}

  // A text's conditionals must end in it: those that were open before are returned, and given back
  // at its end. `is_cut_off`: the text was not read to its end.
  Stack begin_text();
  void end_text(Stack outer, uint32_t end, bool is_cut_off);

  bool is_live() const { return open_.empty() || open_.back().is_live; }
  // The reason of the innermost open conditional that is in doubt.
  std::optional<base::Diagnostic> doubt() const;

  // Whether a doubt about an #elif makes its conditional doubtful.
  bool may_become_doubtful() const {
    return !open_.empty() && !open_.back().doubt && open_.back().is_outer_live;
  }
  void doubt_innermost(const std::optional<base::Diagnostic>& reason) {
    open_.back().doubt = reason;
  }

  void begin(Span span, bool is_true, const std::optional<base::Diagnostic>& doubt);
  template <class Condition>
  void else_if(Span span, Condition is_condition_true) {
    if (open_.empty()) return reporter_.error(span, say("#elif without #if"));
    if (open_.back().has_else) return reporter_.error(span, say("#elif after #else"));
    const bool may_be_live = open_.back().is_outer_live && !open_.back().was_taken;
    open_.back().is_live = false;
    const bool is_true = may_be_live && is_condition_true();
    open_.back().is_live = is_true;
    open_.back().was_taken |= is_true;
  }
  void else_branch(Span span);
  void end(Span span);

 private:
  Reporter& reporter_;
  Doubts& doubts_;
  Stack open_;
};

}  // namespace warplens::lang
