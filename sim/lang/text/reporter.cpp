#include "sim/lang/text/reporter.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"

namespace warplens::lang {
namespace {

constexpr size_t kMostErrors = 100;

// A name may be as long as a file: only its beginning and its end are kept.
std::string shortened(std::string message) {
  constexpr size_t kLongest = 400, kKept = 160;  // [bytes]
  if (message.size() <= kLongest) return message;
  const auto is_inside = [&](size_t at) {  // of a character
    return (static_cast<unsigned char>(message[at]) & 0xC0u) == 0x80u;
  };
  size_t begin = kKept, end = message.size() - kKept;
  while (begin > 0 && is_inside(begin)) --begin;
  while (end < message.size() && is_inside(end)) ++end;
  return message.substr(0, begin) + "..." + message.substr(end);
}

}  // namespace

std::string did_you_mean(std::string_view known_name) {
  return known_name.empty() ? "" : say("did you mean '{name}'?", "name"_a = known_name);
}

void sort_by_place(base::Diagnostics& diagnostics) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [](const base::Diagnostic& a, const base::Diagnostic& b) {
                     if (a.has_place != b.has_place) return !a.has_place;
                     return a.span.begin < b.span.begin;
                   });
}

bool Reporter::is_full() const {
  return diagnostics_.size() >= kMostErrors;
}

bool Reporter::has(const std::string& message) const {
  return std::any_of(
      diagnostics_.begin(), diagnostics_.end(),
      [&](const base::Diagnostic& diagnostic) { return diagnostic.message == message; });
}

void Reporter::error(base::Span span, std::string message, std::string hint) {
  if (is_full()) return;
  for (const base::Diagnostic& earlier : diagnostics_) {
    if (earlier.has_place && earlier.span.begin == span.begin) return;
  }
  diagnostics_.push_back(base::at(span, shortened(std::move(message)), shortened(std::move(hint))));
  diagnostics_.back().context = context_;
}

void Reporter::unknown_name(base::Span span, std::string message, const std::string& known_name) {
  const size_t errors = count();
  error(span, std::move(message), did_you_mean(known_name));
  if (count() > errors) diagnostics_.back().instead = known_name;
}

void Reporter::unsupported(base::Span span, std::string message, std::string hint) {
  const size_t errors = count();
  error(span, std::move(message), std::move(hint));
  if (count() > errors) diagnostics_.back().is_unsupported = true;
}

void Reporter::placeless_error(std::string message, std::string hint) {
  if (!is_full()) diagnostics_.push_back(base::placeless(std::move(message), std::move(hint)));
}

void Reporter::warning(base::Span span, std::string message, std::string hint) {
  if (warnings_.size() >= kMostErrors) return;
  warnings_.push_back(base::at(span, shortened(std::move(message)), shortened(std::move(hint)),
                               base::Severity::kWarning));
}

void Reporter::placeless_warning(std::string message, std::string hint) {
  if (warnings_.size() >= kMostErrors) return;
  warnings_.push_back(base::placeless(std::move(message), std::move(hint)));
  warnings_.back().severity = base::Severity::kWarning;
}

void Reporter::note(base::Span span, std::string message, std::string hint) {
  if (warnings_.size() >= kMostErrors) return;
  warnings_.push_back(base::at(span, std::move(message), std::move(hint), base::Severity::kNote));
}

base::Diagnostics Reporter::take() {
  sort_by_place(diagnostics_);
  return std::exchange(diagnostics_, {});
}

base::Diagnostics Reporter::take_warnings() {
  sort_by_place(warnings_);
  return std::exchange(warnings_, {});
}

base::Diagnostics report_end(const base::Budget& budget, const base::BudgetEnd& end) {
  return budget.report(
      end, base::Job::kCompiling,
      label("is a template, a macro, an #include or a constexpr loop repeated too often?"));
}

}  // namespace warplens::lang
