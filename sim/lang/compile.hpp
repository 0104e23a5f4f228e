// The front end as a whole: text in, a checked Unit or diagnostics out.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/budget.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/lang/ast.hpp"

namespace warplens::lang {

inline constexpr size_t kLargestText = size_t{4} << 20;  // [bytes] of one file

inline constexpr int kDeepestNesting = 256;  // of statements and expressions

// What one compile may cost. Measured on a core of a 2-core server, the steps take 0.7 to 1.8 s.
inline constexpr base::BudgetLimits kCompileLimits{200'000'000, uint64_t{512} << 20, 4'096};

// One `-D NAME=VALUE`; an empty value is 1, as in a compiler.
struct Define {
  std::string name;
  std::string value;
};

// A file that the kernel's text includes by `#include "name"`.
struct IncludedText {
  IncludedText(std::optional<std::string> content) : text(std::move(content)) {}
  IncludedText(std::optional<std::string> content, std::string why)
      : text(std::move(content)), refused(std::move(why)) {}
  std::optional<std::string> text;
  std::string refused;  // why a file that is there is not read, with its name; "": there is none
};
// A relative name counts from the kernel's folder.
using IncludeReader = std::function<IncludedText(const std::string& name)>;

struct CompileOptions {
  std::vector<Define> defines = {};
  // Kernels wanted by name, as the user wrote them: "matmul<32, 1>". Of a template, that instance
  // is made; a plain kernel needs no entry. White space does not matter, defaults count.
  std::vector<std::string> kernels = {};
  IncludeReader read_include = {};                // may be empty: then no such file is found
  std::vector<std::string> include_folders = {};  // -I, in order
  std::vector<std::string> first_includes = {};   // -include: read before the text, in order
  int architecture = 900;                         // __CUDA_ARCH__: 100 times the compute capability
  const std::atomic<bool>* cancelled = nullptr;   // the compile ends soon after it becomes true
  base::BudgetLimits limits = kCompileLimits;
};

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

// What to say of a job on a text that its budget has ended.
base::Diagnostics report_end(const base::Budget& budget, const base::BudgetEnd& end);

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
