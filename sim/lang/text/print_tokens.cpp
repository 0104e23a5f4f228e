#include "sim/lang/text/preprocessor.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/lang/text/reporter.hpp"

namespace warplens::lang {
namespace {

// "line 3", in an included text "a.h, line 3".
std::string place_of(const Token& token, const base::SourceFile& file) {
  const base::LineColumn at = file.line_column(token.span.begin);
  const std::string included = at.part == 0 ? "" : file.name(at.part) + ", ";
  return fmt::format("{}line {:<5}", included, at.line);
}

}  // namespace

base::Checked<std::string> print_tokens(base::SourceFile file, const CompileOptions& options) {
  Reporter reporter;
  base::Budget budget(options.limits, options.cancelled);
  try {
    const Preprocessed source = preprocess(file, options, reporter, budget);
    if (reporter.any()) {
      base::Diagnostics errors = reporter.take();
      base::keep_included({&errors}, file);
      return base::fail(std::move(errors));
    }
    std::string text;
    std::string last;
    for (const Token& token : source.tokens) {
      if (token.at_end()) break;
      const std::string place = place_of(token, file);
      if (place != last) text += (text.empty() ? "" : "\n") + place;
      last = place;
      text += " ";
      text += token.text;
    }
    return text + "\n";
  } catch (const base::BudgetEnd& end) {
    return base::fail(report_end(budget, end));
  }
}

}  // namespace warplens::lang
