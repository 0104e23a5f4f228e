// The front end as a whole: text in, a checked Unit or diagnostics out.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/lang/ast.hpp"

namespace warplens::lang {

// One `-D NAME=VALUE`; an empty value is 1, as in a compiler.
struct Define {
  std::string name;
  std::string value;
};

struct CompileOptions {
  std::vector<Define> defines;
};

// Errors come all together, in order of place. The file must be UTF-8 text of at most 4 MiB (a
// diagnostic otherwise).
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
