// The front end as a whole: text in, a checked Unit or diagnostics out.
#pragma once

#include <functional>
#include <memory>
#include <optional>
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

// The text of a file that the kernel's text includes by `#include "name"`; nothing if there is
// none, or none that can be read. A relative name counts from the kernel's folder.
using IncludeReader = std::function<std::optional<std::string>(const std::string& name)>;

struct CompileOptions {
  std::vector<Define> defines = {};
  // Kernels wanted by name, as the user wrote them: "matmul<32, 1>". Of a template, that instance
  // is made; a plain kernel needs no entry. White space does not matter, defaults count.
  std::vector<std::string> kernels = {};
  IncludeReader read_include = {};  // may be empty: then such an #include is a mistake
  int architecture = 900;           // __CUDA_ARCH__: 100 times the compute capability
};

// The name that Kernel::name has for what a user wrote: "matmul< 32,1 >" is "matmul<32, 1>" where
// the unit holds that instance. Empty if the unit has no such kernel.
std::string kernel_name(const Unit& unit, const std::string& written);

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
