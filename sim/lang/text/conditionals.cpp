#include "sim/lang/text/conditionals.hpp"

#include <utility>

namespace warplens::lang {
namespace {

constexpr size_t kDeepestConditionals = 256;

}  // namespace

Conditionals::Stack Conditionals::begin_text() {
  return std::exchange(open_, {});
}

void Conditionals::end_text(Stack outer, uint32_t end, bool is_cut_off) {
  for (const OpenConditional& open : open_) {
    if (open.doubt) doubts_.add({open.span.begin, end}, *open.doubt);
    if (!is_cut_off) reporter_.error(open.span, say("this conditional has no #endif"));
  }
  open_ = std::move(outer);
}

std::optional<base::Diagnostic> Conditionals::doubt() const {
  for (auto open = open_.rbegin(); open != open_.rend(); ++open) {
    if (open->doubt) return open->doubt;
  }
  return std::nullopt;
}

void Conditionals::begin(Span span, bool is_true, const std::optional<base::Diagnostic>& doubt) {
  if (open_.size() == kDeepestConditionals) {
    reporter_.error(span, say("conditionals are nested too deeply"));
  }
  OpenConditional conditional;
  conditional.span = span;
  conditional.is_outer_live = is_live();
  conditional.is_live = conditional.is_outer_live && is_true;
  conditional.was_taken = conditional.is_live;
  conditional.doubt = doubt;
  open_.push_back(conditional);
}

void Conditionals::else_branch(Span span) {
  if (open_.empty()) return reporter_.error(span, say("#else without #if"));
  OpenConditional& conditional = open_.back();
  if (conditional.has_else) return reporter_.error(span, say("a second #else for the same #if"));
  conditional.has_else = true;
  conditional.is_live = conditional.is_outer_live && !conditional.was_taken;
  conditional.was_taken = true;
}

void Conditionals::end(Span span) {
  if (open_.empty()) return reporter_.error(span, say("#endif without #if"));
  const OpenConditional& closed = open_.back();
  if (closed.doubt) doubts_.add(base::join(closed.span, span), *closed.doubt);
  open_.pop_back();
}

}  // namespace warplens::lang
