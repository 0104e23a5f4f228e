// What `warplens check` prints: for people, and for programs that show tests or findings.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/check/file_check.hpp"
#include "app/study/section.hpp"

namespace warplens::cli {

// The files that were checked, in order.
struct CheckedFiles {
  std::vector<check::FileVerdict> files;
  size_t skipped = 0;  // of folders: files without an assertion
};

// "20 assertions in 3 files: 19 hold, 1 fails"
std::string summary_of(const CheckedFiles& checked);
study::Section describe(const CheckedFiles& checked);  // --json

// JUnit's XML: a suite a file, a case an assertion or a mistake.
std::string junit_of(const CheckedFiles& checked);
// SARIF 2.1.0 (OASIS standard with errata 01, docs.oasis-open.org/sarif/sarif/v2.1.0): a result for
// each assertion that does not hold, and for each mistake.
std::string sarif_of(const CheckedFiles& checked);
// GitHub's workflow commands, as "Workflow commands for GitHub Actions" in its documentation and
// actions/toolkit's core/src/command.ts have them: one for each of these.
std::string github_of(const CheckedFiles& checked);

}  // namespace warplens::cli
