// The front end as a whole: text in, a checked Unit or diagnostics out.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/lang/text/options.hpp"
#include "sim/lang/tree/ast.hpp"

namespace warplens::lang {

// The name that ListedKernel::name has for what a user wrote: "matmul< 32,1 >" is "matmul<32, 1>"
// where the unit holds that instance. Empty if the unit has no such kernel.
std::string kernel_name(const Unit& unit, const std::string& written);

// A kernel is judged by what it reaches: its text, what that uses, and what holds for the whole
// file (#error, static_assert). So a file has errors only where no kernel is ready, or one of those
// that CompileOptions::kernels names is not. They come all together, in order of place.
struct Survey {
  std::shared_ptr<const Unit> unit;  // never null; if no kernel is ready it lists and marks only
  base::Diagnostics errors;
};
// The file must be UTF-8 text of at most 4 MiB (a diagnostic otherwise). A text that takes more
// than kCompileLimits has one error, which says so.
Survey survey(base::SourceFile file, const CompileOptions& options);

// The unit of a survey without errors.
base::Checked<std::shared_ptr<const Unit>> compile(base::SourceFile file,
                                                   const CompileOptions& options);

enum class TokenClass : uint8_t {
  kPlain,
  kKeyword,
  kType,
  kBuiltin,
  kNumber,
  kString,
  kComment,
  kPreprocessor
};
struct ColoredRange {
  Span span;
  TokenClass token_class;
};
// For editors: every token's class, in order, of any text, valid or not. Never fails.
std::vector<ColoredRange> classify(std::string_view text);

}  // namespace warplens::lang
