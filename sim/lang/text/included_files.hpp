// Included files as parts of the source file: found by the search order of headers.hpp, read once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "sim/base/budget.hpp"
#include "sim/base/source.hpp"
#include "sim/lang/text/options.hpp"
#include "sim/lang/text/reporter.hpp"

namespace warplens::lang {

class IncludedFiles {
 public:
  // All of them must outlive this. Texts are appended to `file`.
  IncludedFiles(base::SourceFile& file, const CompileOptions& options, Reporter& reporter,
                base::Budget& budget)
      : file_(file), options_(options), reporter_(reporter), budget_(budget) {}

  struct Found {
    std::optional<uint32_t> part;  // of the source file
    std::string refused;           // without a part: why the first file that exists is not read
  };
  // The file that `includer` (a path; "": the kernel's text) includes as "name" at `from`. A note
  // reports a file that was found in a neighbouring folder.
  Found find(const std::string& includer, const std::string& name, base::Span from);

 private:
  base::SourceFile& file_;
  const CompileOptions& options_;
  Reporter& reporter_;
  base::Budget& budget_;
  std::map<std::string, uint32_t> parts_;  // by path
};

}  // namespace warplens::lang
