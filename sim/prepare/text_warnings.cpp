#include "sim/prepare/text_warnings.hpp"

#include <algorithm>
#include <string>

#include "sim/base/say.hpp"

namespace warplens::prepare {
namespace {

bool holds(base::Span outer, base::Span inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

bool is_reached(const lang::Unit& unit, const lang::Kernel& kernel, base::Span place) {
  const auto holds_place = [&](const auto& text) { return holds(text.full_span, place); };
  if (holds_place(kernel)) return true;
  const bool is_of_callee =
      std::any_of(kernel.reached.begin(), kernel.reached.end(),
                  [&](const lang::Function* function) { return holds_place(*function); });
  if (is_of_callee) return true;
  const bool is_of_other =
      std::any_of(unit.listed.begin(), unit.listed.end(), [&](const lang::ListedKernel& other) {
        return holds_place(other) && !(other.span == place);  // about its name: it may be meant
      });
  const bool is_skipped =
      std::any_of(unit.skipped.begin(), unit.skipped.end(),
                  [&](const lang::Skipped& skipped) { return holds(skipped.span, place); });
  return !is_of_other && !is_skipped;
}

}  // namespace

base::Diagnostics warnings_about(const lang::Unit& unit, const lang::Kernel& kernel,
                                 std::vector<base::Span>& warned) {
  base::Diagnostics warnings;
  for (const base::Diagnostic& warning : unit.warnings) {
    const bool is_known = std::find(warned.begin(), warned.end(), warning.span) != warned.end();
    if (is_known || (warning.has_place && !is_reached(unit, kernel, warning.span))) continue;
    warnings.push_back(warning);
  }
  for (const base::Diagnostic& warning : warnings) warned.push_back(warning.span);
  return warnings;
}

base::Diagnostics kernels_left_out(const lang::Unit& unit, const lang::Kernel& kernel) {
  const lang::ListedKernel* first = nullptr;
  size_t count = 0;
  for (const lang::ListedKernel& other : unit.listed) {
    if (other.errors.empty()) continue;
    if (first == nullptr) first = &other;
    ++count;
  }
  if (first == nullptr) return {};
  base::Diagnostic warning = first->errors.front();
  warning.severity = base::Severity::kWarning;
  const std::string problem = warning.message;
  warning.message =
      count == 1
          ? say("'{kernel}' is the only kernel that is ready; '{other}' is not: {problem}",
                "kernel"_a = kernel.name, "other"_a = first->name, "problem"_a = problem)
          : say("'{kernel}' is the only kernel that is ready; '{other}' and {count} more are "
                "not: {problem}",
                "kernel"_a = kernel.name, "other"_a = first->name, "count"_a = count - 1,
                "problem"_a = problem);
  return {warning};
}

}  // namespace warplens::prepare
