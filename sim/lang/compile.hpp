// The front end as a whole: text in, a checked Unit or diagnostics out.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/lang/text/options.hpp"
#include "sim/lang/tree/unit.hpp"

namespace warplens::lang {

// An instance of a template of Unit::kernel_templates: "matmul<16, float>" of "matmul<int TILE,
// class T, int PAD = 0>".
std::string example_instance(const std::string& head);

// The ListedKernel::name of what a user wrote: "matmul< 32,1 >" is "matmul<32, 1>" if the unit has
// that instance. Empty if the unit has no such kernel.
std::string kernel_name(const Unit& unit, const std::string& written);

// A kernel is judged by what it reaches: its text, what that uses, and what concerns the whole file
// (#error, static_assert). So there are errors only if no kernel is ready, or one of those named in
// CompileOptions::kernels is not. All of them are reported, in order of place.
struct Survey {
  std::shared_ptr<const Unit>
      unit;  // never null; if no kernel is ready it has only `listed` and `marks`
  base::Diagnostics errors;
};
// The file must be UTF-8 text of at most 4 MiB (else there is a diagnostic). A text that exceeds
// kCompileLimits has only the error that reports this.
Survey survey(base::SourceFile file, const CompileOptions& options);

// The unit of a survey without errors.
base::Checked<std::shared_ptr<const Unit>> compile(base::SourceFile file,
                                                   const CompileOptions& options);

// The unit of a whole program: main(), the host functions that it reaches and the kernels that they
// launch (Unit::program, Unit::kernels). An error in another function than main() is that
// function's (Function::errors), and concerns who calls or launches it. CompileOptions::called
// names another function than main(). A text without that function has no program.
base::Checked<std::shared_ptr<const Unit>> compile_program(base::SourceFile file,
                                                           CompileOptions options);

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
