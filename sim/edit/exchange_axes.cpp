#include "sim/edit/exchange_axes.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "sim/base/say.hpp"
#include "sim/edit/text.hpp"

namespace warplens::edit {

namespace {

constexpr std::string_view kName = "threadIdx";

// A macro of the root text whose definition names threadIdx: where, or nothing.
std::optional<Span> macro_with_index(const std::string& text) {
  for (size_t begin = 0; begin < text.size();) {
    size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
    const size_t first = text.find_first_not_of(" \t", begin);
    if (first < end && text[first] == '#') {
      while (end < text.size() && text[end - 1] == '\\') {  // it goes on in the next line
        end = text.find('\n', end + 1);
        if (end == std::string::npos) end = text.size();
      }
      const size_t at = text.find(kName, first);
      if (at < end)
        return Span{static_cast<uint32_t>(at), static_cast<uint32_t>(at + kName.size())};
    }
    begin = end + 1;
  }
  return std::nullopt;
}

}  // namespace

bool names_both_axes(const std::vector<Replacement>& written) {
  const auto has = [&](std::string_view axis) {
    return std::any_of(written.begin(), written.end(),
                       [&](const Replacement& one) { return one.text == axis; });
  };
  return has("x") && has("y");
}

base::Result<std::vector<Replacement>, base::Diagnostic> exchange_axes(
    const code::Program& program) {
  const base::SourceFile& file = program.unit->file;
  const Text text(file);
  std::vector<const lang::Function*> functions{program.kernel};
  for (const lang::Function* one : program.kernel->reached)
    if (one->is_own) functions.push_back(one);
  std::set<uint32_t> seen;  // instances of a template have one text
  std::vector<Replacement> written;
  for (const lang::Function* function : functions) {
    const Span span = function->full_span;
    if (!seen.insert(span.begin).second) continue;
    const bool names_it = text.slice(span).find(kName) != std::string_view::npos;
    if (names_it && !text.is_in_root(span)) {
      return base::fail(
          base::at(function->span, say("'{function}' names threadIdx in an included file, which is "
                                       "not edited",
                                       "function"_a = function->name)));
    }
    if (!names_it) continue;
    const std::vector<lang::Token> tokens = text.tokens(span);
    for (size_t i = 0; i < tokens.size(); ++i) {
      if (!tokens[i].is(kName)) continue;
      const bool has_member = i + 2 < tokens.size() && tokens[i + 1].is(".");
      const bool is_x = has_member && tokens[i + 2].is("x");
      const bool is_y = has_member && tokens[i + 2].is("y");
      if (!has_member)
        return base::fail(base::at(tokens[i].span, say("threadIdx is used here as a whole")));
      if (is_x || is_y) written.push_back({tokens[i + 2].span, is_x ? "y" : "x"});
    }
  }
  if (const std::optional<Span> macro = macro_with_index(file.text()))
    return base::fail(base::at(*macro, say("a macro names threadIdx, and may be used elsewhere")));
  return written;
}

}  // namespace warplens::edit
