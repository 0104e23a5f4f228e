// The options and limits of one compilation.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/budget.hpp"

namespace warplens::lang {

inline constexpr size_t kLargestText = size_t{4} << 20;  // [bytes] of one file

inline constexpr int kDeepestNesting = 256;  // of statements and expressions

// The limits of one compilation. On one core of a 2-core server these steps take 0.7 to 1.8 s.
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
  std::string refused;  // why an existing file is not read, with its name; "": there is no file
};
// A relative name is relative to the kernel's folder.
using IncludeReader = std::function<IncludedText(const std::string& name)>;

struct CompileOptions {
  std::vector<Define> defines = {};
  // Kernels requested by name, as the user wrote them: "matmul<32, 1>" makes that instance of a
  // template; a plain kernel needs no entry. White space is ignored; default arguments apply.
  std::vector<std::string> kernels = {};
  IncludeReader read_include = {};                // may be empty: then no file is found
  std::vector<std::string> include_folders = {};  // -I, in order
  std::vector<std::string> first_includes = {};   // -include: read before the text, in order
  // The text is a whole program, whose host code is executed: what it includes is ours, too.
  bool is_program = false;
  std::string called = {};  // of a program: the function in main()'s place
  // ... whose parameters may have any types: it is given nothing that is known.
  bool explores = false;
  int architecture = 900;                        // __CUDA_ARCH__: 100 times the compute capability
  const std::atomic<bool>* cancelled = nullptr;  // the compilation ends soon after it becomes true
  base::BudgetLimits limits = kCompileLimits;
};

}  // namespace warplens::lang
