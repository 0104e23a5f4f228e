// What the tests that use the GPU's compiler share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/compare/job.hpp"
#include "kernels/measure/cuda/compiler.hpp"
#include "tests/support/runs.hpp"

namespace warplens::test {

// False, with a message, where NVRTC is not installed.
bool has_compiler();

// Fails the test, with the diagnostics, if there is no job. Its data file is gone.
measure::Job must_make_job(const prepare::Request& request);
// Fails the test, with the compiler's message, and gives nothing if NVRTC refuses the job's text.
std::optional<measure::Compiled> must_compile(const measure::Job& job, measure::Build build);

// The files of a folder under tests/kernels: "textbook/scan.cu".
std::vector<std::string> kernels_of(const std::string& folder);
// With the launch of the file's own first comment.
prepare::Request own_launch(const std::string& name);

}  // namespace warplens::test
