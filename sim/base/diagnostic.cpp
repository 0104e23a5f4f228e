// How a mistake is shown: the place, the sentence, the line (or the part of a long one around the
// caret), the hint. And the edit distance behind "did you mean".
#include "sim/base/diagnostic.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/base/shown_part.hpp"
#include "sim/base/visible.hpp"

namespace warplens::base {
namespace {

const char* severity_word(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return label("error");
    case Severity::kWarning:
      return label("warning");
    case Severity::kNote:
      return label("note");
    case Severity::kHint:
      return label("hint");
  }
  return "";
}

// Spaces as wide as `text` on a terminal; tabs stay tabs so that the caret is under its
// character.
std::string blank_like(std::string_view text) {
  std::string blanks;
  for (char c : text) {
    if (c == '\t')
      blanks += '\t';
    else if (!continues_character(c))
      blanks += ' ';
  }
  return blanks;
}

// `12 | the line` and below it a caret under the span's beginning, ~ under the rest of it in this
// line.
std::string line_and_caret(const SourceFile& file, LineColumn at, Span span) {
  const std::string_view line = file.line_text(at.line, at.part);
  const uint32_t start = file.line_start(at.line, at.part);
  const uint32_t size = static_cast<uint32_t>(line.size());
  const uint32_t caret = std::min(span.begin - start, size);
  const Span part = shown_part(line, caret);
  const uint32_t last = std::clamp(span.end - std::min(span.end, start), caret, part.end);
  const std::string before_caret = visible(line.substr(part.begin, caret - part.begin));
  const uint32_t width = std::max(1u, count_characters(visible(line.substr(caret, last - caret))));
  const std::string before = part.begin > 0 ? "..." : "", behind = part.end < size ? "..." : "";
  const std::string gutter = std::to_string(at.line) + " | ";
  return gutter + before + visible(line.substr(part.begin, part.end - part.begin)) + behind + "\n" +
         std::string(gutter.size() - 2, ' ') + "| " + std::string(before.size(), ' ') +
         blank_like(before_caret) + "^" + std::string(width - 1, '~') + "\n";
}

// Edit distance where a transposition of neighbours and a change of case cost little; above `most`
// any number above it. [cost: 2 an edit, 1 a case]
size_t edit_cost(std::string_view a, std::string_view b, size_t most) {
  const size_t longer = std::max(a.size(), b.size()), shorter = std::min(a.size(), b.size());
  if (2 * (longer - shorter) > most) return most + 1;
  // The rows of the table: of the letters of `a` up to now, and of one and two fewer.
  std::vector<size_t> row(b.size() + 1), before(b.size() + 1), two_before(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = 2 * j;
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  for (size_t i = 1; i <= a.size(); ++i) {
    std::swap(two_before, before);
    std::swap(before, row);
    row[0] = 2 * i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change = a[i - 1] == b[j - 1] ? 0 : lower(a[i - 1]) == lower(b[j - 1]) ? 1 : 2;
      row[j] = std::min({before[j] + 2, row[j - 1] + 2, before[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], two_before[j - 2] + 2);
      }
    }
  }
  return row[b.size()];
}

}  // namespace

Diagnostic at(Span span, std::string message, std::string hint, Severity severity) {
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.span = span;
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

Diagnostic placeless(std::string message, std::string hint) {
  Diagnostic diagnostic = at({}, std::move(message), std::move(hint));
  diagnostic.has_place = false;
  return diagnostic;
}

void keep_included(const std::vector<Diagnostics*>& lists, const SourceFile& file) {
  std::shared_ptr<const SourceFile> kept;
  for (Diagnostics* diagnostics : lists) {
    for (Diagnostic& diagnostic : *diagnostics) {
      if (!diagnostic.has_place || file.part_of(diagnostic.span.begin) == 0) continue;
      if (kept == nullptr) kept = std::make_shared<const SourceFile>(file);
      diagnostic.file = kept;
    }
  }
}

void keep_included(Diagnostics& diagnostics, const SourceFile& file) {
  keep_included(std::vector<Diagnostics*>{&diagnostics}, file);
}

std::string render(const Diagnostic& diagnostic, const SourceFile& root) {
  const SourceFile& file = diagnostic.file != nullptr ? *diagnostic.file : root;
  std::string out;
  if (!diagnostic.has_place) {
    if (!file.name().empty()) out += file.name() + ": ";
    out += headed(diagnostic.severity, diagnostic.message);
  } else {
    const LineColumn at = file.line_column(diagnostic.span.begin);
    out += fmt::format("{}:{}:{}: {}", file.name(at.part), at.line, at.column,
                       headed(diagnostic.severity, diagnostic.message));
    out += line_and_caret(file, at, diagnostic.span);
  }
  if (!diagnostic.context.empty())
    out += fmt::format("  {}: {}\n", label("note"), diagnostic.context);
  if (!diagnostic.hint.empty()) out += fmt::format("  {}: {}\n", label("hint"), diagnostic.hint);
  return out;
}

std::string render(const Diagnostics& diagnostics, const SourceFile& file) {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics) out += render(diagnostic, file);
  return out;
}

std::string headed(Severity severity, std::string_view sentence) {
  return fmt::format("{}: {}\n", severity_word(severity), sentence);
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  constexpr size_t kLongestName = 64, kMostCandidates = 2'000;
  std::string best;
  if (name.empty() || name.size() > kLongestName || candidates.size() > kMostCandidates)
    return best;
  // Of a name as short as `m` every other is near: only its case may differ.
  const size_t most = name.size() <= 2 ? 1 : std::max<size_t>(2, name.size() * 2 / 3);
  size_t best_cost = most + 1;
  for (const std::string& candidate : candidates) {
    const size_t cost = edit_cost(name, candidate, most);
    if (cost < best_cost) {
      best_cost = cost;
      best = candidate;
    }
  }
  return best;
}

std::string with_suggestion(std::string sentence, const std::string& nearest) {
  if (nearest.empty()) return sentence;
  return say("{sentence}; did you mean '{name}'?", "sentence"_a = sentence, "name"_a = nearest);
}

}  // namespace warplens::base
