// A measuring process without a GPU, for the tests of everything that talks to one; with the
// argument "compile" a compiling one without a compiler. What it does is the text of the job:
// "answer", or a way to go wrong, or something that its limits forbid.
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "kernels/measure/child/serve.hpp"

namespace {

using namespace warplens;
using namespace warplens::measure;

[[noreturn]] void sleep_for_ever() {
  while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

// Standard output as this process was given it, where answers go.
void say_raw(const std::string& text) {
  const ssize_t written = ::write(3, text.data(), text.size());
  if (written < 0) std::abort();
}

JobAnswer answer(const std::string& words) {
  JobAnswer answer;
  answer.provenance.device = words;
  return answer;
}

// Takes memory and uses it, until there is no more; "" if it got as much as that.
// Not known when this is compiled: clang 14 ends in a text that long.
size_t careless_size() {
  const volatile size_t gibibytes = 8;
  return gibibytes << 30;
}

std::string take_memory(size_t gibibytes) {
  constexpr size_t kPiece = size_t{64} << 20;
  std::vector<std::vector<char>> taken;
  try {
    for (size_t bytes = 0; bytes < gibibytes << 30; bytes += kPiece)
      taken.emplace_back(kPiece, 'x');
  } catch (const std::bad_alloc&) {
    return std::to_string(taken.size() * (kPiece >> 20)) + " MiB";
  }
  return "";
}

// A file of that length, of which only the last byte is written.
std::string make_file(const std::string& path, uint64_t bytes) {
  std::ofstream file(path, std::ios::binary);
  file.seekp(static_cast<std::streamoff>(bytes - 1));
  file.put('x');
  file.flush();
  const bool is_written = file.good();
  const std::string why = std::strerror(errno);
  file.close();
  std::filesystem::remove(path);
  return is_written ? "written" : why;
}

std::string limit_of(decltype(RLIMIT_CORE) resource) {
  rlimit limit{};
  ::getrlimit(resource, &limit);
  return limit.rlim_cur == RLIM_INFINITY ? "none" : std::to_string(limit.rlim_cur);
}

std::string limits() {
  const std::string core = limit_of(RLIMIT_CORE);  // 0 where the tests themselves write none
  return (core == "0" || core == "1" ? "no core, file " : "core " + core + ", file ") +
         limit_of(RLIMIT_FSIZE) + ", data " + limit_of(RLIMIT_DATA) + ", addresses " +
         limit_of(RLIMIT_AS) + ", processor " + limit_of(RLIMIT_CPU);
}

std::string environment() {
  std::string out;
  for (char** variable = environ; *variable != nullptr; ++variable)
    out += std::string(*variable) + "\n";
  return out;
}

std::string privileges() {
  return ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? "no new ones" : "any";
}

JobAnswer answer_of(size_t options) {
  JobAnswer long_answer = answer("huge");
  BuildResult build;
  build.options.assign(options, std::string(1000, 'x'));
  long_answer.builds.push_back(build);
  return long_answer;
}

const std::map<std::string, std::function<Measured<JobAnswer>(const Progress&)>> kDeeds{
    {"answer", [](const Progress&) { return answer("done"); }},
    {"progress",
     [](const Progress& progress) {
       for (int i = 0; i <= 4; ++i) progress(i / 4.0, "step " + std::to_string(i));
       return answer("done");
     }},
    {"crash",
     [](const Progress&) {
       std::cerr << "a line before\n\nabout to crash\n" << std::flush;
       ::signal(SIGSEGV, SIG_DFL);  // a sanitizer's handler would exit instead
       ::raise(SIGSEGV);
       return answer("");
     }},
    {"exit", [](const Progress&) -> Measured<JobAnswer> { ::_exit(3); }},
    {"close output",
     [](const Progress&) -> Measured<JobAnswer> {
       ::close(3);
       sleep_for_ever();
     }},
    {"endless",
     [](const Progress& progress) -> Measured<JobAnswer> {
       progress(0, "started");
       sleep_for_ever();
     }},
    {"endless with a child",
     [](const Progress& progress) -> Measured<JobAnswer> {
       const pid_t child = ::fork();
       if (child == 0) sleep_for_ever();
       progress(0, std::to_string(child));
       sleep_for_ever();
     }},
    {"crash with a child",
     [](const Progress&) -> Measured<JobAnswer> {
       if (::fork() == 0) sleep_for_ever();  // holds the pipes open
       ::_exit(4);
     }},
    {"progress for ever",
     [](const Progress& progress) -> Measured<JobAnswer> {
       while (true) progress(0.5, "and on");
     }},
    {"a line for ever",
     [](const Progress&) -> Measured<JobAnswer> {
       while (true) say_raw(std::string(1 << 16, 'x'));
     }},
    {"rubbish",
     [](const Progress&) {
       say_raw("Segmentation fault?\n");
       return answer("");
     }},
    {"half a line",
     [](const Progress&) -> Measured<JobAnswer> {
       say_raw("{\"answer\": {");
       ::_exit(0);
     }},
    {"wrong answer",
     [](const Progress&) -> Measured<JobAnswer> {
       say_raw(R"({"protocol": 2, "answer": {"builds": 3}})"
               "\n");
       sleep_for_ever();
     }},
    {"unasked",
     [](const Progress&) {
       say_raw(R"({"protocol": 2, "answer": {}})"
               "\n");
       return answer("too much");
     }},
    {"another protocol",
     [](const Progress&) -> Measured<JobAnswer> {
       say_raw("{\"protocol\": 1, \"answer\": {}}\n");
       sleep_for_ever();
     }},
    {"no protocol",
     [](const Progress&) -> Measured<JobAnswer> {
       say_raw("{\"answer\": {}}\n");
       sleep_for_ever();
     }},
    {"many brackets",
     [](const Progress&) -> Measured<JobAnswer> {
       say_raw("{\"protocol\": 2, \"answer\": " + std::string(1'000'000, '[') + "\n");
       sleep_for_ever();
     }},
    {"a number too large",
     [](const Progress&) -> Measured<JobAnswer> {
       say_raw(R"({"progress": 1e999})"
               "\n");
       sleep_for_ever();
     }},
    {"environment", [](const Progress&) { return answer(environment()); }},
    {"limits", [](const Progress&) { return answer(limits()); }},
    {"privileges", [](const Progress&) { return answer(privileges()); }},
    {"memory for ever", [](const Progress&) { return answer(take_memory(8)); }},
    {"memory without a care",
     [](const Progress&) { return answer(std::string(careless_size(), 'x')); }},
    {"print",
     [](const Progress&) {
       std::printf("hello from a kernel\n{\"protocol\": 2, \"answer\": {}}\n");
       std::fflush(stdout);
       return answer("printed");
     }},
    {"print errors",
     [](const Progress&) {
       for (int i = 0; i < 100000; ++i) std::cerr << "a warning of some library, again\n";
       return answer("printed");
     }},
    {"huge", [](const Progress&) { return answer_of(20000); }},
    {"fault",
     [](const Progress&) -> Measured<JobAnswer> {
       return base::fail(Problem{ProblemKind::kFault, "an illegal address"});
     }},
    {"memory",
     [](const Progress&) -> Measured<JobAnswer> {
       return base::fail(Problem{ProblemKind::kMemory, "too little memory"});
     }},
    {"throw", [](const Progress&) -> Measured<JobAnswer> { throw std::runtime_error("thrown"); }},
};

class StandIn final : public Gpu {
 public:
  Measured<MachineAnswer> machine() override {
    MachineAnswer answer;
    answer.provenance.device = "stand-in";
    answer.missing = {std::to_string(::getpid())};
    return answer;
  }
  Measured<JobAnswer> run(const Job& job, const Progress& progress) override {
    const auto deed = kDeeds.find(job.text);
    if (deed != kDeeds.end()) return deed->second(progress);
    if (!job.data_file.empty()) return answer(make_file(job.data_file, std::stoull(job.text)));
    return answer(std::to_string(job.text.size()));
  }
  Measured<AccessAnswer> measure_accesses(const AccessJob& job, const Progress&) override {
    AccessAnswer answer;
    for (const WarpAccess& access : job.accesses)
      answer.results.push_back({{}, static_cast<double>(access.addresses[31]), 0, 0, ""});
    return answer;
  }
  Measured<Ceilings> ceilings(const Progress&) override { return Ceilings{1, 2}; }
  Measured<Latencies> latencies(const Progress&) override { return Latencies{1, 2, 3, 4, 5, 6}; }
  Measured<Times> cublas_product(uint32_t n) override {
    return Times{static_cast<double>(n), 0, 1, true};
  }
};

// What a compiler may be brought to do.
class StandInCompiler final : public Compiler {
 public:
  std::vector<std::string> prepare() override { return {WARPLENS_TEST_DATA}; }

  Measured<Compiled> compile(const CompileRequest& request) override {
    const std::string& deed = request.text;
    Compiled compiled;
    compiled.lowered["deed"] = deed;
    if (deed == "abort") {
      std::cerr << "LLVM ERROR: out of memory\n" << std::flush;
      ::signal(SIGABRT, SIG_DFL);
      std::abort();
    }
    if (deed == "crash") {
      ::signal(SIGSEGV, SIG_DFL);
      ::raise(SIGSEGV);
    }
    if (deed == "spin") spin();
    if (deed == "sleep") sleep_for_ever();
    if (deed == "refuse") return base::fail(Problem{ProblemKind::kCompile, "k.cu(1): error: x"});
    if (deed == "no memory") return base::fail(Problem{ProblemKind::kMemory, "too little memory"});
    if (deed == "process") compiled.lowered["process"] = std::to_string(::getpid());
    if (deed == "limits") compiled.lowered["limits"] = limits();
    if (deed == "privileges") compiled.lowered["privileges"] = privileges();
    if (deed == "memory for ever") compiled.lowered["memory"] = take_memory(8);
    if (deed == "memory without a care") compiled.cubin.resize(size_t{8} << 30);
    if (deed == "large code") compiled.cubin.resize(size_t{40} << 20);
    if (deed == "code") compiled.cubin = {'\0', '\x7f', 'E', '\xff'};
    for (const JobHeader& file : request.headers) {
      compiled.lowered["read " + file.name] = std::ifstream(file.name).good() ? "yes" : "no";
      const auto append = std::ios::out | std::ios::app;
      compiled.lowered["write " + file.name] =
          std::fstream(file.name, append).good() ? "yes" : "no";
    }
    return compiled;
  }

 private:
  [[noreturn]] static void spin() {
    const rlimit soon{1, 2};
    ::setrlimit(RLIMIT_CPU, &soon);
    for (volatile bool goes_on = true;;)  // read, so that no compiler leaves the loop out
      static_cast<void>(goes_on);
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "compile") {
    StandInCompiler compiler;
    return serve_standard_streams(compiler);
  }
  StandIn gpu;
  return serve_standard_streams(gpu);
}
