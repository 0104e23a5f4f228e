#include "sim/lang/text/doubts.hpp"

#include <algorithm>
#include <array>

#include "sim/base/say.hpp"

namespace warplens::lang {
namespace {

constexpr size_t kMostNamed = 3;  // files in one sentence

// Names that compilers and build systems define, rather than a file that a kernel includes.
bool is_of_compiler(std::string_view name) {
  constexpr auto kKnown = std::to_array<std::string_view>(
      {"NDEBUG", "WIN32", "WIN64", "linux", "unix", "true", "false", "defined"});
  const bool is_reserved =
      name.size() > 1 && name[0] == '_' && (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
  return is_reserved || std::find(kKnown.begin(), kKnown.end(), name) != kKnown.end();
}

}  // namespace

std::string words_of(const std::vector<MissingInclude>& missing, const base::SourceFile& file) {
  std::string words;
  for (size_t i = 0; i < missing.size() && i < kMostNamed; ++i) {
    const base::LineColumn at = file.line_column(missing[i].span.begin);
    const std::string next =
        at.part == 0
            ? say("{name} (line {line})", "name"_a = missing[i].written, "line"_a = at.line)
            : say("{name} (line {line} of {file})", "name"_a = missing[i].written,
                  "line"_a = at.line, "file"_a = file.name(at.part));
    words = i == 0 ? next : say("{names} or {next}", "names"_a = words, "next"_a = next);
  }
  return missing.size() > kMostNamed ? say("{names} or others", "names"_a = words) : words;
}

std::optional<base::Diagnostic> Doubts::about(const std::vector<Token>& condition,
                                              const MacroTable& macros, Span directive,
                                              const base::SourceFile& file) const {
  for (const Token& token : condition) {
    if (!token.is_identifier()) continue;
    if (const base::Diagnostic* reason = of_macro(token.text)) return *reason;
    if (own_.empty() || is_of_compiler(token.text) || macros.contains(token.text)) continue;
    base::Diagnostic reason =
        base::at(directive,
                 say("this conditional depends on '{name}', which is not defined; {files}, which "
                     "was not found, may define it",
                     "name"_a = token.text, "files"_a = words_of(own_, file)),
                 say("give the file's folder with -I, or define the name with -D"));
    reason.is_unsupported = true;
    return reason;
  }
  return std::nullopt;
}

void Doubts::note_macro(std::string_view name, const std::optional<base::Diagnostic>& reason) {
  if (reason) {
    macros_.emplace(std::string(name), *reason);
  } else if (const auto known = macros_.find(name); known != macros_.end()) {
    macros_.erase(known);
  }
}

const base::Diagnostic* Doubts::of_macro(std::string_view name) const {
  const auto known = macros_.find(name);
  return known == macros_.end() ? nullptr : &known->second;
}

}  // namespace warplens::lang
