// What make_job() makes of every lesson and of every kernel of tests/kernels is given to the GPU's
// own compiler, which needs no GPU. Skipped, with a message, where NVRTC is not installed.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "sim/prepare/arguments.hpp"
#include "sim/prepare/prepare.hpp"
#include "support.hpp"
#include "tests/support/skip.hpp"

using namespace warplens;

namespace {

void expect_equal(const prepare::Request& request, measure::Build build) {
  test::must_compile(test::must_make_job(request), build);
}

// As compiled; as written they all are in lines_test.cpp.
void check_every_eighth(const std::string& folder) {
  WARPLENS_NEEDS(test::has_compiler(), "NVRTC is not installed");
  const std::vector<std::string> names = test::kernels_of(folder);
  for (size_t i = 0; i < names.size(); i += 8)
    expect_equal(test::own_launch(names[i]), measure::Build::kAsCompiled);
}

void check_lessons(measure::Build build) {
  WARPLENS_NEEDS(test::has_compiler(), "NVRTC is not installed");
  for (const lessons::Lesson& lesson : lessons::built_in()) {
    const auto launch = lessons::make_launch(lesson, {});
    REQUIRE(launch.ok());
    prepare::Request request;
    request.file = base::SourceFile(lesson.file_name, lesson.text);
    request.launch = *launch;
    expect_equal(request, build);
  }
}

}  // namespace

TEST_CASE("nvrtc: every lesson, as written and as compiled") {
  check_lessons(measure::Build::kAsWritten);
  check_lessons(measure::Build::kAsCompiled);
}

TEST_CASE("nvrtc: every eighth kernel as compiled") {
  for (const char* folder : {"textbook", "measured", "language"}) check_every_eighth(folder);
}

TEST_CASE("nvrtc: every kernel of the table, one of several in its file") {
  WARPLENS_NEEDS(test::has_compiler(), "NVRTC is not installed");
  for (const std::string& name : test::kernels_of("table")) {
    prepare::Request request;
    request.file = base::SourceFile(name, test::kernel_text(name));
    request.launch.block = {16, 16, 1};
    const auto compiled = prepare::compile_request(request);
    REQUIRE(compiled.ok());
    for (const lang::Kernel& kernel : compiled->unit->kernels) {
      request.launch.arguments.clear();
      request.launch.kernel = kernel.name;
      request.launch = prepare::complete_arguments(*compiled->unit, kernel, request.launch);
      expect_equal(request, measure::Build::kAsWritten);
      expect_equal(request, measure::Build::kAsCompiled);
    }
  }
}
