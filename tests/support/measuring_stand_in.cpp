// A measuring process without a GPU, for the tests of everything that talks to one. What it does is
// the text of the job: "answer", or a way to go wrong.
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>

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
       say_raw("{\"answer\": {\"builds\": 3}}\n");
       sleep_for_ever();
     }},
    {"unasked",
     [](const Progress&) {
       say_raw("{\"answer\": {}}\n");
       return answer("too much");
     }},
    {"print",
     [](const Progress&) {
       std::printf("hello from a kernel\n{\"answer\": {}}\n");
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
    return answer(std::to_string(job.text.size()));
  }
  Measured<AccessAnswer> measure_accesses(const AccessJob& job, const Progress&) override {
    AccessAnswer answer;
    for (const WarpAccess& access : job.accesses)
      answer.results.push_back({{}, static_cast<double>(access.addresses[31]), 0, 0, ""});
    return answer;
  }
  Measured<Ceilings> ceilings(const Progress&) override { return Ceilings{1, 2}; }
  Measured<Times> cublas_product(uint32_t n) override {
    return Times{static_cast<double>(n), 0, 1, true};
  }
};

}  // namespace

int main() {
  StandIn gpu;
  return serve_standard_streams(gpu);
}
