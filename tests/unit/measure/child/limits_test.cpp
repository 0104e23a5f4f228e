// What a child process may not do, and does not get: the stand-ins try.
#include "kernels/measure/child/limits.hpp"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>

#include "kernels/measure/child/environment.hpp"
#include "kernels/measure/child/scratch_folder.hpp"
#include "kernels/measure/child/worker.hpp"
#include "tests/support/skip.hpp"

namespace {

using namespace warplens::measure;

std::string rendered(Worker& worker, const Job& job) {
  const auto answer = worker.run(job);
  REQUIRE_MESSAGE(answer.ok(), (answer.ok() ? "" : answer.error().message));
  return answer->provenance.device;
}

std::string rendered(Worker& worker, const std::string& deed) {
  Job job;
  job.text = deed;
  return rendered(worker, job);
}

Worker stand_in() {
  return Worker({WARPLENS_STAND_IN});
}

}  // namespace

TEST_CASE("limits: what a measuring process takes from itself") {
  Worker worker = stand_in();
  const std::string data = can_limit_memory() ? "2147483648" : "none";
  CHECK(rendered(worker, "limits") ==
        "no core, file 4294967296, data " + data + ", addresses none, processor none");
  CHECK(rendered(worker, "privileges") == "no new ones");
}

TEST_CASE("limits: a measuring process that takes memory without end runs out of it") {
  WARPLENS_NEEDS(can_limit_memory(), "memory can't be limited here");
  Worker worker = stand_in();
  CHECK(rendered(worker, "memory for ever").ends_with(" MiB"));
  Job job;
  job.text = "memory without a care";
  const auto answer = worker.run(job);
  REQUIRE_FALSE(answer.ok());
  CHECK(answer.error().kind == ProblemKind::kMemory);
  CHECK(rendered(worker, "answer") == "done");
}

TEST_CASE("limits: a file that grows too large is an error of the write, and ends no process") {
  const ScratchFolder folder;
  Worker worker = stand_in();
  Job job;
  job.data_file = folder.path() + "/large.bin";
  job.text = "1000";
  CHECK(rendered(worker, job) == "written");
  job.text = std::to_string((uint64_t{4} << 30) + 1);
  CHECK(rendered(worker, job) == "File too large");
  CHECK(rendered(worker, "answer") == "done");
}

TEST_CASE("limits: of the environment a child gets what CUDA needs, and no more") {
  ::setenv("WARPLENS_TEST_TOKEN", "secret", 1);
  ::setenv("CUDA_INJECTION64_PATH", "/tmp/injected.so", 1);
  ::setenv("CUDA_PATH", "/opt/some where/cuda", 1);
  Worker worker = stand_in();
  const std::string environment = rendered(worker, "environment");
  ::unsetenv("WARPLENS_TEST_TOKEN");
  ::unsetenv("CUDA_INJECTION64_PATH");
  ::unsetenv("CUDA_PATH");
  CHECK(environment.find("secret") == std::string::npos);
  CHECK(environment.find("injected") == std::string::npos);
  CHECK(environment.find("CUDA_PATH=/opt/some where/cuda\n") != std::string::npos);
  CHECK(environment.find("PATH=") != std::string::npos);
}

TEST_CASE("environment: names are compared whole, values kept as they are") {
  const char* const all[] = {"PATH=/bin:/usr/bin",   "PATHS=/x", "HOME=", "MY_HOME=/home/me",
                             "CUDA_PATH=/a=b",       "PATH",     "=PATH", "",
                             "CUDA_COREDUMP_FILE=x", nullptr};
  CHECK(allowed_environment(all) ==
        std::vector<std::string>{"PATH=/bin:/usr/bin", "HOME=", "CUDA_PATH=/a=b", "PATH"});
}
