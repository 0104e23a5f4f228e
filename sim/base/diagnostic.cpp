#include "sim/base/diagnostic.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace warplens::base {
namespace {

const char* severity_word(Severity severity) {
  switch (severity) {
    case Severity::kError: return "error";
    case Severity::kWarning: return "warning";
    case Severity::kNote: return "note";
  }
  return "";
}

// Spaces as wide as `text` on a terminal; tabs stay tabs so that the caret lies under its character.
std::string blank_like(std::string_view text) {
  std::string blanks;
  for (char c : text) {
    if (c == '\t') blanks += '\t';
    else if ((static_cast<unsigned char>(c) & 0xC0u) != 0x80u) blanks += ' ';
  }
  return blanks;
}

// Edit distance where a transposition of neighbours and a change of case cost little. [cost: 2 an edit, 1 a case]
size_t edit_cost(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> cost(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) cost[i][0] = 2 * i;
  for (size_t j = 0; j <= b.size(); ++j) cost[0][j] = 2 * j;
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change = a[i - 1] == b[j - 1] ? 0 : lower(a[i - 1]) == lower(b[j - 1]) ? 1 : 2;
      cost[i][j] = std::min({cost[i - 1][j] + 2, cost[i][j - 1] + 2, cost[i - 1][j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 2);
      }
    }
  }
  return cost[a.size()][b.size()];
}

}  // namespace

Diagnostic placeless(std::string message, std::string hint) {
  Diagnostic diagnostic;
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  diagnostic.has_place = false;
  return diagnostic;
}

std::string render(const Diagnostic& diagnostic, const SourceFile& file) {
  std::string out;
  if (!diagnostic.has_place) {
    if (!file.name().empty()) out += file.name() + ": ";
    out += std::string(severity_word(diagnostic.severity)) + ": " + diagnostic.message + "\n";
  } else {
    const LineColumn at = file.line_column(diagnostic.span.begin);
    out += file.name() + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
           severity_word(diagnostic.severity) + ": " + diagnostic.message + "\n";
    const std::string_view line = file.line_text(at.line);
    const uint32_t start = file.line_start(at.line);
    const uint32_t line_end = start + static_cast<uint32_t>(line.size());
    const uint32_t end = std::max(diagnostic.span.begin, std::min(diagnostic.span.end, line_end));
    const uint32_t width = std::max(1u, count_characters(file.slice({diagnostic.span.begin, end})));
    const std::string gutter = std::to_string(at.line) + " | ";
    out += gutter + std::string(line) + "\n";
    out += std::string(gutter.size() - 2, ' ') + "| " +
           blank_like(file.slice({start, std::min(diagnostic.span.begin, line_end)})) + "^" +
           std::string(width - 1, '~') + "\n";
  }
  if (!diagnostic.hint.empty()) out += "  hint: " + diagnostic.hint + "\n";
  return out;
}

std::string render(const Diagnostics& diagnostics, const SourceFile& file) {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics) out += render(diagnostic, file);
  return out;
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  std::string best;
  size_t best_cost = std::max<size_t>(2, name.size() * 2 / 3) + 1;
  for (const std::string& candidate : candidates) {
    const size_t cost = edit_cost(name, candidate);
    if (cost < best_cost) {
      best_cost = cost;
      best = candidate;
    }
  }
  return best;
}

}  // namespace warplens::base
