// What make_job() makes of every lesson and of every kernel of tests/kernels is given to the GPU's
// own compiler, which needs no GPU. Skipped, with a message, where NVRTC is not installed.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "app/compare/job.hpp"
#include "app/lessons/lesson.hpp"
#include "kernels/measure/cuda/compiler.hpp"
#include "sim/engine/arguments.hpp"
#include "sim/engine/prepare.hpp"
#include "sim/launch/parse.hpp"
#include "tests/unit/engine/support.hpp"

using namespace warplens;

namespace {

bool has_compiler() {
  static const bool has = !measure::cuda::compiler_version().empty();
  if (!has) MESSAGE("skipped: NVRTC is not installed");
  return has;
}

measure::cuda::CompileRequest compile_request(const measure::Job& job, measure::Build build) {
  measure::cuda::CompileRequest request;
  request.file_name = job.file_name;
  request.text = job.text;
  request.headers = job.headers;
  request.defines = job.defines;
  request.build = build;
  for (const measure::JobLaunch& launch : job.launches) request.names.push_back(launch.kernel);
  for (const measure::JobArray& array : job.arrays) {
    if (array.is_variable) request.names.push_back("&" + array.name);
  }
  return request;
}

void check(const engine::Request& request, measure::Build build) {
  const compare::ScratchFolder folder;
  const auto job = compare::make_job(request, folder.path());
  REQUIRE_MESSAGE(job.ok(), (job.ok() ? "" : base::render(job.error(), request.file)));
  const auto compiled = measure::cuda::compile(compile_request(*job, build));
  CHECK_MESSAGE(compiled.ok(), request.file.name()
                                   << " " << request.launch.kernel << ": "
                                   << (compiled.ok() ? "" : compiled.error().message));
  if (!compiled.ok()) return;
  for (const measure::JobLaunch& launch : job->launches)
    CHECK(!compiled->lowered.at(launch.kernel).empty());
}

std::vector<std::string> kernels_of(const std::string& folder) {
  std::vector<std::string> names;
  const std::string path = std::string(WARPLENS_SOURCE_DIR) + "/tests/kernels/" + folder;
  for (const auto& file : std::filesystem::directory_iterator(path)) {
    if (file.path().extension() == ".cu")
      names.push_back(folder + "/" + file.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// With the launch of the file's own first comment.
engine::Request own_launch(const std::string& name) {
  const std::string text = test::kernel_text(name);
  const auto words = launch::embedded_options(text);
  REQUIRE_MESSAGE(words.has_value(), name);
  engine::Request request = test::make_request(text, *words);
  request.file = base::SourceFile(name, text);
  return request;
}

void check_folder(const std::string& folder, measure::Build build, size_t step) {
  if (!has_compiler()) return;
  const std::vector<std::string> names = kernels_of(folder);
  REQUIRE(names.size() > 100);
  for (size_t i = 0; i < names.size(); i += step) check(own_launch(names[i]), build);
}

void check_lessons(measure::Build build) {
  if (!has_compiler()) return;
  for (const lessons::Lesson& lesson : lessons::built_in()) {
    const auto launch = lessons::make_launch(lesson, {});
    REQUIRE(launch.ok());
    engine::Request request;
    request.file = base::SourceFile(lesson.file_name, lesson.text);
    request.launch = *launch;
    check(request, build);
  }
}

}  // namespace

TEST_CASE("nvrtc: every lesson, as written and as compiled") {
  check_lessons(measure::Build::kAsWritten);
  check_lessons(measure::Build::kAsCompiled);
}

TEST_CASE("nvrtc: every textbook kernel as written, every fourth as compiled") {
  check_folder("textbook", measure::Build::kAsWritten, 1);
  check_folder("textbook", measure::Build::kAsCompiled, 4);
}

TEST_CASE("nvrtc: every measured kernel as written, every fourth as compiled") {
  check_folder("measured", measure::Build::kAsWritten, 1);
  check_folder("measured", measure::Build::kAsCompiled, 4);
}

TEST_CASE("nvrtc: every kernel of the table, one of several in its file") {
  if (!has_compiler()) return;
  for (const std::string& name : kernels_of("table")) {
    engine::Request request;
    request.file = base::SourceFile(name, test::kernel_text(name));
    request.launch.block = {16, 16, 1};
    const auto compiled = engine::compile_request(request);
    REQUIRE(compiled.ok());
    for (const lang::Kernel& kernel : compiled->unit->kernels) {
      request.launch.arguments.clear();
      request.launch.kernel = kernel.name;
      request.launch = engine::complete_arguments(*compiled->unit, kernel, request.launch);
      check(request, measure::Build::kAsWritten);
      check(request, measure::Build::kAsCompiled);
    }
  }
}
