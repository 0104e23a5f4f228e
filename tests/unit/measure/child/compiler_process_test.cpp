// The compiler's process with a stand-in for NVRTC (tests/support/measuring_stand_in.cpp). With
// NVRTC itself: tests/unit/measure/gpu.
#include "kernels/measure/child/compiler_process.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "kernels/measure/child/limits.hpp"
#include "kernels/measure/child/scratch_folder.hpp"
#include "tests/support/skip.hpp"

namespace {

using namespace warplens::measure;

CompilerProcess stand_in(double time_limit_s = 60) {
  return CompilerProcess({WARPLENS_STAND_IN, "compile"}, time_limit_s);
}

CompileRequest request_of(const std::string& deed) {
  CompileRequest request;
  request.text = deed;
  return request;
}

Compiled compiled(Compiler& compiler, const CompileRequest& request) {
  const auto result = compiler.compile(request);
  REQUIRE_MESSAGE(result.ok(), (result.ok() ? "" : result.error().message));
  return *result;
}

Problem problem_of(Compiler& compiler, const std::string& deed) {
  const auto result = compiler.compile(request_of(deed));
  REQUIRE_FALSE(result.ok());
  CHECK(compiler.compile(request_of("next")).ok());
  return result.error();
}

bool mentions(const Problem& problem, const std::string& words) {
  return problem.message.find(words) != std::string::npos;
}

const std::string kLimits =
    "the compiler may take 30 s of processor time and 2 GiB of memory for a text";

}  // namespace

TEST_CASE("compiler process: each text has a process of its own, and its code comes back") {
  CompilerProcess compiler = stand_in();
  CHECK(compiled(compiler, request_of("code")).cubin ==
        std::vector<char>{'\0', '\x7f', 'E', '\xff'});
  const std::string first = compiled(compiler, request_of("process")).lowered.at("process");
  CHECK(compiled(compiler, request_of("process")).lowered.at("process") != first);
}

TEST_CASE("compiler process: its limits") {
  CompilerProcess compiler = stand_in();
  const std::string addresses = can_limit_memory() ? "2147483648" : "none";
  CHECK(compiled(compiler, request_of("limits")).lowered.at("limits") ==
        "no core, file 0, data none, addresses " + addresses + ", processor 30");
  CHECK(compiled(compiler, request_of("privileges")).lowered.at("privileges") == "no new ones");
}

TEST_CASE("compiler process: what a text brings it to costs a message, and the next one compiles") {
  CompilerProcess compiler = stand_in();
  const Problem refused = problem_of(compiler, "refuse");
  CHECK(refused == Problem{ProblemKind::kCompile, "k.cu(1): error: x"});

  const Problem crash = problem_of(compiler, "crash");
  CHECK(crash.kind == ProblemKind::kKilled);
  CHECK(mentions(crash, "the CUDA compiler's process ended by signal 11"));
  CHECK(mentions(crash, kLimits));

  const Problem abort = problem_of(compiler, "abort");
  CHECK(abort.kind == ProblemKind::kMemory);
  CHECK(mentions(abort, "LLVM ERROR: out of memory"));
  CHECK(mentions(abort, kLimits));

  const Problem memory = problem_of(compiler, "no memory");
  CHECK(memory.kind == ProblemKind::kMemory);
  CHECK(mentions(memory, "too little memory; the compiler may take"));

  const Problem large = problem_of(compiler, "large code");
  CHECK(large.kind == ProblemKind::kInternal);
  CHECK(mentions(large, "more than 64 MiB"));
}

TEST_CASE("compiler process: memory without end") {
  WARPLENS_NEEDS(can_limit_memory(), "memory can't be limited here");
  CompilerProcess compiler = stand_in();
  const Compiled taken = compiled(compiler, request_of("memory for ever"));
  CHECK(taken.lowered.at("memory").ends_with(" MiB"));
  const Problem careless = problem_of(compiler, "memory without a care");
  CHECK(careless.kind == ProblemKind::kMemory);
  CHECK(mentions(careless, kLimits));
}

TEST_CASE("compiler process: processor time and time without end") {
  CompilerProcess compiler = stand_in();
  const Problem spin = problem_of(compiler, "spin");
  CHECK(spin.kind == ProblemKind::kTimeLimit);
  CHECK(mentions(spin, kLimits));

  CompilerProcess hasty = stand_in(0.3);
  const auto asleep = hasty.compile(request_of("sleep"));
  REQUIRE_FALSE(asleep.ok());
  CHECK(asleep.error().kind == ProblemKind::kTimeLimit);
  CHECK(mentions(asleep.error(), "0.3 s"));
}

TEST_CASE(
    "compiler process: it reads the compiler's folders, and nothing else; it writes nothing") {
  WARPLENS_NEEDS(can_limit_files(), "files can't be limited here");
  const ScratchFolder folder;
  const std::string mine = folder.path() + "/mine.txt";
  std::ofstream(mine) << "x";
  const std::string data = WARPLENS_TEST_DATA "/README.md";
  const std::string outside = WARPLENS_TEST_DATA "/../CMakeLists.txt";
  CompileRequest request = request_of("files");
  for (const std::string& name : {mine, data, outside, std::string("/etc/passwd")})
    request.headers.push_back({name, ""});
  CompilerProcess compiler = stand_in();
  const Compiled answer = compiled(compiler, request);
  CHECK(answer.lowered.at("read " + data) == "yes");
  for (const std::string& name : {mine, outside, std::string("/etc/passwd")})
    CHECK(answer.lowered.at("read " + name) == "no");
  for (const JobHeader& file : request.headers)
    CHECK(answer.lowered.at("write " + file.name) == "no");
}

TEST_CASE("compiler process: a command that is not there") {
  CompilerProcess compiler({"/no/such/program"});
  const auto result = compiler.compile(request_of("code"));
  REQUIRE_FALSE(result.ok());
  CHECK(mentions(result.error(), "/no/such/program"));
}
