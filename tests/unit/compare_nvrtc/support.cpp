#include "support.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "kernels/measure/child/scratch_folder.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::test {
namespace {

measure::CompileRequest compile_request(const measure::Job& job, measure::Build build) {
  measure::CompileRequest request;
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

}  // namespace

bool has_compiler() {
  return !measure::cuda::compiler_version().empty();
}

std::optional<measure::Compiled> must_compile(const measure::Job& job, measure::Build build) {
  auto compiled = measure::cuda::compile(compile_request(job, build));
  CHECK_MESSAGE(compiled.ok(),
                job.file_name << ": " << (compiled.ok() ? "" : compiled.error().message) << "\n"
                              << job.text);
  if (!compiled) return std::nullopt;
  for (const measure::JobLaunch& launch : job.launches)
    CHECK(!compiled->lowered.at(launch.kernel).empty());
  return *compiled;
}

measure::Job must_make_job(const prepare::Request& request) {
  const measure::ScratchFolder folder;
  const auto job = compare::make_job(request, folder.path());
  REQUIRE_MESSAGE(job.ok(), (job.ok() ? "" : base::render(job.error(), request.file)));
  return *job;
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

prepare::Request own_launch(const std::string& name) {
  const std::string text = kernel_text(name);
  const auto words = launch::embedded_options(text);
  REQUIRE_MESSAGE(words.has_value(), name);
  prepare::Request request = make_request(text, *words);
  request.file = base::SourceFile(name, text);
  return request;
}

}  // namespace warplens::test
