// The report of a mistake: where it is, what is wrong, and what to write instead.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/base/result.hpp"
#include "sim/base/source.hpp"

namespace warplens::base {

// kHint: nothing is wrong, but could be better.
enum class Severity { kError, kWarning, kNote, kHint };

struct Diagnostic {
  Severity severity = Severity::kError;
  Span span;  // in the file it is rendered with; empty where it concerns no place (see has_place)
  std::string message;  // one sentence, no full stop
  std::string hint;     // what to do or write instead; may be empty
  std::string
      context;  // which instance of a template it is about, and who needs that; may be empty
  bool has_place = true;
  bool is_unsupported = false;  // no mistake: other compilers take it
  // With the included text that the span is in; null: the file that it is rendered with.
  std::shared_ptr<const SourceFile> file = nullptr;
  std::string instead = {};  // of a mistyped name: the one that is likely meant; may be empty
};

using Diagnostics = std::vector<Diagnostic>;

template <class T>
using Checked = Result<T, Diagnostics>;

// A diagnostic about a place in the file.
Diagnostic at(Span span, std::string message, std::string hint = "",
              Severity severity = Severity::kError);
// A diagnostic about a launch or a file as a whole.
Diagnostic placeless(std::string message, std::string hint = "");

// Gives those that are in an included text the file that holds it, so that they can be rendered
// where only the root text is at hand.
void keep_included(Diagnostics& diagnostics, const SourceFile& file);
// The same for several lists, which share one copy of the file.
void keep_included(const std::vector<Diagnostics*>& lists, const SourceFile& file);

// `file:line:column: error: message`, the line, a caret under the span, `note: ...` with the
// context, `hint: ...`; ends with a newline.
std::string render(const Diagnostic& diagnostic, const SourceFile& file);
std::string render(const Diagnostics& diagnostics, const SourceFile& file);

// The line "error: sentence", with its end: what concerns the command, or no one text.
std::string headed(Severity severity, std::string_view sentence);

// The candidate nearest to `name` by edit distance if it is near enough to be a typing mistake,
// else "". Of a name longer than 64 characters, or among more than 2,000, none is looked for.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

// The sentence, and a question after it whether `nearest` was meant; "": there is none.
std::string with_suggestion(std::string sentence, const std::string& nearest);

}  // namespace warplens::base
